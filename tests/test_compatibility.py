"""What docs/compatibility.md promises: its versions are those of the code, and what is promised is still there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stormriver.kernel import records, saves
from stormriver.lab import rows
from stormriver.language import former
from stormriver.server import messages
from stormriver.workshop import index
from support.documents import ROOT, read

PAGE = read("docs/compatibility.md")
MIGRATIONS = ROOT / "src/stormriver/server/migrations/versions"


@pytest.fixture(scope="module")
def code() -> dict[str, str]:
    """Return the versions of today, by the place that declares them."""
    from stormriver.server import backup, replay  # with the database, which is no matter of the other tests here

    return {
        "kernel/saves.py": saves.FORMAT,
        "kernel/records.py": records.FORMAT,
        "server/replay.py": replay.ACCOUNT,
        "lab/rows.py": rows.FORMAT,
        "language/former.py": str(former.LANGUAGE_TODAY),
        "workshop/index.py": index.FORMAT,
        "server/backup.py": backup.FORMAT,
        "server/messages.py": messages.PROTOCOL,
        "server/migrations/versions": max(file.name[1:5] for file in MIGRATIONS.glob("m*.py")),
    }


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import build_public_interface

    yield build_public_interface


def told(page: str) -> dict[str, str]:
    """Return the versions that the page tells, by the place that declares them."""
    return {place: version for version, place in re.findall(r"\| `([^`]+)` \| `([^`]+)` \|", page)}


@pytest.mark.slow
def test_the_page_tells_the_versions_of_the_code(code: dict[str, str]) -> None:
    assert told(PAGE) == code


@pytest.mark.slow
def test_a_version_that_has_changed_is_found(code: dict[str, str]) -> None:
    assert told(PAGE.replace("`stormriver-save-2`", "`stormriver-save-1`")) != code


@pytest.mark.slow
def test_a_server_says_which_protocol_it_speaks() -> None:
    from stormriver.server.setup_catalogue import catalogue

    assert catalogue().protocol == messages.PROTOCOL


@pytest.mark.slow
def test_every_format_that_the_code_writes_stands_on_the_page(code: dict[str, str]) -> None:
    sources = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "src").rglob("*.py"))
    newest: dict[str, int] = {}
    for name, number in re.findall(r'"(stormriver-[a-z]+)-(\d+)"', sources):
        newest[name] = max(newest.get(name, 0), int(number))
    assert {f"{name}-{number}" for name, number in newest.items()} == {
        version for version in code.values() if version.startswith("stormriver-")
    }


def test_whatever_is_said_to_hold_a_promise_is_there() -> None:
    named = set(re.findall(r"`((?:tests|tools|docs)/[\w./]+)`", PAGE))
    assert len(named) > 12
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_formats_that_are_read_lie_in_the_corpus() -> None:
    there = {folder.name for folder in (ROOT / "tests/corpus").iterdir()}
    assert {saves.FORMAT, records.FORMAT_1} <= there


# the lists of what is promised; that they are fresh is tested with the other generated files


@pytest.mark.slow
def test_each_area_has_a_snapshot_and_the_page_names_it(tool: Any) -> None:
    assert {file.stem for file in tool.FOLDER.iterdir()} == set(tool.AREAS)
    assert [area for area in tool.AREAS if f"{area}.txt`" not in PAGE] == []
    assert all(len(tool.kept(tool.file_of(area))) > 50 for area in tool.AREAS)


def test_what_has_come_is_added_and_what_has_gone_is_kept_until_it_is_dropped(tool: Any, tmp_path: Path) -> None:
    file = tool.file_of("python", tmp_path)
    assert tool.update(file, ["load(text)", "load takes strict = False"], drop=False) == []
    assert tool.update(file, ["load(text)", "load takes log = True"], drop=False) == ["load takes strict = False"]
    assert tool.kept(file) == ["load takes log = True", "load takes strict = False", "load(text)"]
    assert tool.update(file, ["load(text)"], drop=True) == ["load takes log = True", "load takes strict = False"]
    assert tool.kept(file) == ["load(text)"]


def of_function(function: Any) -> set[str]:
    from public_interface import python

    return set(python.of_function(function, "play"))


def test_a_parameter_that_may_be_left_out_breaks_nothing_and_one_that_must_be_given_does(tool: Any) -> None:
    def before(game: int) -> None: ...

    def optional(game: int, fast: bool = False) -> None: ...

    def needed(game: int, fast: bool) -> None: ...

    assert of_function(before) < of_function(optional)
    assert not of_function(before) <= of_function(needed)
    assert not of_function(optional) <= of_function(before)


def test_a_class_is_promised_with_what_it_documents(tool: Any) -> None:
    from public_interface import python

    class Hand:
        """A hand of cards.

        Attributes:
            cards, spells: what is in it.
        """

        @property
        def size(self) -> int:
            return 0

        def draw(self, count: int = 1) -> None: ...

        def _sorted(self) -> None: ...

    assert set(python.of_class(Hand, "Hand")) == {
        "class Hand", "Hand.cards", "Hand.spells", "Hand.size: int", "Hand.draw() -> None",
        "Hand.draw takes count: int = 1 (place 1)",
    }  # fmt: skip


def test_what_is_printed_as_json_is_promised_by_its_keys(tool: Any) -> None:
    from public_interface import command_line

    printed = [{"id": "axe", "copies": {"shop": 3}}, {"id": "mule", "at": {"row": 1}}]
    assert set(command_line.shape(printed)) == {"[].id", "[].copies", "[].at", "[].at.row"}


def test_what_a_client_must_send_stands_in_one_line(tool: Any) -> None:
    from public_interface import protocol

    schema = {"properties": {"key": {"type": "string"}, "then": {"type": "string"}}, "required": ["key"]}
    assert list(protocol.of_struct("Answer", schema, sent=True)) == [
        "Answer(key)", "Answer.key: string", "Answer.then: string",
    ]  # fmt: skip
    assert next(iter(protocol.of_struct("Update", schema, sent=False))) == "Update(...)"
