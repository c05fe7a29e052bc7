"""`stormriver serve` with a database that cannot be used: one sentence, no password, and the code of wrong use."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from stormriver.cli.app import app
from stormriver.kernel.errors import StormriverError
from stormriver.server.store import Store


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "which this is not."),
        ("foo+bar://ann:secret@host/x", "for foo+bar://ann:***@host/x there is no driver here."),
        ("oracle://ann:secret@host/x", "for oracle://ann:***@host/x there is no driver here."),
        ("sqlite:///{folder}/letter.txt", "cannot be opened: file is not a database."),
        ("sqlite:///{folder}/letter.txt/x.db", "/letter.txt/x.db cannot be opened: "),
        ("sqlite:///{folder}", "cannot be opened: unable to open database file."),
        ("sqlite://", "--database is a file of SQLite or a Postgres database, not 'sqlite://'"),
        ("sqlite:///:memory:", "what is in memory alone is a single thread's"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_one_sentence(tmp_path: Path, url: str, sentence: str) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ben, this letter is long enough to be looked at as a database. " * 20)
    said = CliRunner().invoke(app, ["serve", "--port", "0", "--database", url.format(folder=tmp_path)])
    assert (said.exit_code, said.stdout) == (2, "")
    assert sentence in said.stderr
    assert len(said.stderr.splitlines()) == 1
    assert "secret" not in said.stderr


def test_a_database_that_is_not_there_yet_is_none_that_cannot_be_used(tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path}/new/stormriver.db").close()
    Store("sqlite://").close()
    with pytest.raises(StormriverError):
        Store("")
