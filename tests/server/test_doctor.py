"""`stormriver doctor`: a sentence for whatever is wrong with an installation, and nothing is changed by looking."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from typer.testing import CliRunner, Result

from identity_provider import IdentityProvider
from stormriver.cli.app import app
from stormriver.server import connection_limits, doctor
from stormriver.server.settings import settings_of
from stormriver.server.store import Store, engine_for, migrate


def examined(folder: Path, *words: str) -> Result:
    """Return what the command says of an installation in a folder; of what it is told there, the last counts."""
    usual = ["--port", "0", "--database", f"sqlite:///{folder}/tables.db"]
    return CliRunner().invoke(app, ["doctor", *usual, *words])


def found(look: Any, **given: Any) -> list[tuple[str, str]]:
    """Return the grade and sentence of what one look finds with some settings."""
    return [(one.grade, one.about.told("en")) for one in look(settings_of(given, {}))]


def test_a_sound_installation_is_well_and_not_touched(tmp_path: Path) -> None:
    said = examined(tmp_path)
    assert said.exit_code == 0
    assert "✓ There is no database yet" in said.stdout and "Wrong: 0;" in said.stdout
    assert list(tmp_path.iterdir()) == []
    Store(f"sqlite:///{tmp_path}/tables.db").close()
    assert "answers, and its schema is that of this version." in examined(tmp_path).stdout


def test_what_is_wrong_is_said_in_sentences_of_the_readers_language(tmp_path: Path) -> None:
    said = examined(tmp_path, "--packs", str(tmp_path / "nothing"), "--proxies", "here", "--language", "de")
    assert said.exit_code == 1
    wrong = [line for line in said.stdout.splitlines() if line.startswith("✗")]
    assert len(wrong) == 2 and "was keine Adresse ist." in wrong[0] and "kann nicht angeboten werden" in wrong[1]
    assert "Falsch: 2;" in said.stdout


def test_an_older_schema_is_told_and_left_as_it_is_and_a_newer_one_is_wrong(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    engine = engine_for(url, 1)
    migrate(engine, "0002")
    for _ in range(2):
        ((grade, sentence),) = found(doctor.database, database=url)
        assert grade == "doubtful" and "has schema 0002; it is brought to" in sentence
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    assert found(doctor.database, database=url)[0][0] == "wrong"


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "which this is not."),
        ("oracle://ann:secret@host/x", "there is no driver here."),
        ("postgresql+psycopg://ann:secret@127.0.0.1:1/x", "cannot be opened: connection failed"),
    ],
)
def test_a_database_that_does_not_answer_is_told_without_its_password(url: str, sentence: str) -> None:
    ((grade, said),) = found(doctor.database, database=url)
    assert grade == "wrong" and sentence in said and "secret" not in said


@pytest.mark.parametrize(
    ("look", "given", "grades"),
    [
        ("address", {"host": "127.0.0.1"}, []),
        ("address", {"host": "0.0.0.0"}, ["doubtful"]),
        ("address", {"origin": "https://play.example.org"}, ["well"]),
        ("address", {"origin": "http://play.example.org"}, ["doubtful"]),
        ("address", {"origin": "http://192.168.0.7:8000"}, []),
        ("address", {"origin": "http://localhost:8000"}, []),
        ("proxies", {"proxies": "127.0.0.1, 10.0.0.0/8, ::1"}, []),
        ("proxies", {"proxies": "*"}, ["doubtful"]),
        ("proxies", {"proxies": "caddy"}, ["wrong"]),
        ("page", {}, ["well"]),
    ],
)
def test_an_address_and_proxies_can_be_meant_so_or_not(
    look: str, given: dict[str, str], grades: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "is_built", lambda: True)
    assert [grade for grade, _ in found(getattr(doctor, look), **given)] == grades


def test_a_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        ((grade, sentence),) = found(doctor.port, port=other.getsockname()[1])
    assert grade == "doubtful" and "Perhaps the server is running already." in sentence


def test_want_of_room_handles_time_and_a_page_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for left, grade in ((10**12, "well"), (5 * 10**8, "doubtful"), (10**7, "wrong")):
        monkeypatch.setattr(doctor.shutil, "disk_usage", lambda folder, left=left: type("Usage", (), {"free": left}))
        assert next(one for one, _ in found(doctor.disk, uploads=str(tmp_path / "new"))) == grade
    monkeypatch.setattr(doctor, "handles", lambda: connection_limits.RESERVE)
    assert found(doctor.file_handles)[0][0] == "doubtful"
    monkeypatch.setattr(doctor, "is_built", lambda: False)
    assert found(doctor.page)[0][0] == "wrong"
    assert found(doctor.clock) == []
    monkeypatch.setattr(time, "time", lambda: 1_000_000_000.0)
    assert found(doctor.clock) == [
        ("wrong", "The clock of this machine says 2001-09-09 01:46, which is before this version was made.")
    ]


def test_an_engine_compiled_from_older_sources_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library, source = tmp_path / "state.cpython-311.so", tmp_path / "state.py"
    library.touch()
    source.touch()
    monkeypatch.setattr(doctor.builds, "build", lambda: "compiled")
    monkeypatch.setattr(doctor, "_compiled", lambda: [library])
    assert found(doctor.build) == [("well", "The engine is compiled.")]
    os.utime(library, (1, 1))
    assert found(doctor.build)[0][0] == "wrong"


def test_an_openid_provider_is_asked_whether_it_is_one(tmp_path: Path) -> None:
    with IdentityProvider() as provider:
        settings = provider.settings(origin="https://play.example.org")
        ((grade, sentence),) = found(doctor.provider, **settings)
        assert grade == "well" and "https://play.example.org/signed-in, has to be registered there." in sentence
        provider.published = [{"kty": "of tomorrow"}]
        ((grade, sentence),) = found(doctor.provider, **settings)
        assert grade == "wrong" and sentence.endswith("has no key with which it signs what it says.")
        provider.metadata["issuer"] = f"{provider.issuer}/"
        ((grade, sentence),) = found(doctor.provider, **settings)
        assert grade == "wrong" and sentence.endswith(f"does not answer as one: it calls itself {provider.issuer}/.")
    ((grade, sentence),) = found(doctor.provider, **settings)
    assert grade == "wrong" and "does not answer as one: " in sentence
    assert found(doctor.provider) == []
