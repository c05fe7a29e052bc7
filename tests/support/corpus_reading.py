"""The corpus: games, positions and tables of earlier versions, and how its files are read and written.

What is compared of a game is what people meet: what happened, who is asked, and the options. How the rules are divided
into steps, and the numbers of steps and words, are the engine's own affair.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from stormriver.api import table_for
from stormriver.kernel import saves
from stormriver.kernel.events import Event
from stormriver.kernel.game import Game
from stormriver.kernel.records import Record, names

CORPUS = Path(__file__).parents[1] / "corpus"
RECORDS = CORPUS / "stormriver-record-1"
SAVES = CORPUS / "stormriver-save-2"
SAVES_1 = CORPUS / "stormriver-save-1"
"""Saves that cannot go on any more; a sentence says so."""
SERVER = CORPUS / "server-1"

CASTING = ("SpellCast", "SpellCancelled")
"""The last number of these events may be that of a word, which a later version may count otherwise."""
MARK = 8
"""So many characters of a digest tell two decisions apart."""


class Position(Struct):
    """A save, and how the game went on from it.

    Attributes:
        origin: the game or scenario it is from.
        decisions: how many answers that had seen.
        stack: what was under way, in words, from the bottom to the top.
        save: the text of the save.
        asked: the mark of its ask.
        then: the answers that followed, each with the mark of what came of it.
    """

    origin: str
    decisions: int
    stack: list[str]
    save: str
    asked: str
    then: list[tuple[str, str]]


# files


def read_text(file: Path) -> str:
    """Return the text of a compressed file."""
    return lzma.decompress(file.read_bytes()).decode()


def write_text(file: Path, text: str) -> None:
    """Write a compressed file, the same for the same text."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def split_records(text: str) -> Iterator[str]:
    """Return the records of a text in which they follow each other; the line that seals one ends it."""
    lines: list[str] = []
    for line in text.splitlines(keepends=True):
        lines.append(line)
        if line.startswith('{"end":'):
            yield "".join(lines)
            lines = []


# what is compared


def mark(game: Game, since: int) -> str:
    """Return a short digest of what happened in a game since event number `since`, and of what is asked now."""
    told = [*map(list, facts(game, since)), asked(game)]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:MARK]


def facts(game: Game, since: int) -> Iterator[list[object]]:
    """Return what happened since event number `since`: kind, seat and numbers, in words where the kernel has them."""
    log = game.log or []
    record = Record({"names": names(game.table), "seats": list(game.table.seats)}, [], [])
    for event in log[since:]:
        yield [event.kind, event.seat, *record.words(_without_words(event))]


def _without_words(event: Event) -> Event:
    data = event.data[:-1] if event.kind in CASTING else event.data
    return Event(event.kind, event.seat, data, event.cause, event.card)


def asked(game: Game) -> list[object]:
    """Return who is asked what with which options; who has won if nobody is."""
    ask = game.ask
    return ["over", *game.result] if ask is None else [game.table.seats[ask.seat], ask.kind, *ask.keys]


# saves


def of_today(text: str) -> str:
    """Return a save that says the hashes of today's packs.

    A save is refused once a word on a card has changed. The corpus looks at the engine, and is to bear that.
    """
    data: dict[str, Any] = json.loads(text)
    facts = data["header"]
    table = table_for(facts["preset"], facts["seats"], facts["options"], facts["packs"])
    facts["hashes"] = table.facts()["hashes"]
    return json.dumps({**data, "digest": saves.digest(data)}, separators=(",", ":"))


def go_on(game: Game, keys: Sequence[str]) -> Iterator[str]:
    """Answer with keys one after the other, and return the mark of what came of each."""
    assert game.log is not None
    for key in keys:
        since = len(game.log)
        game.answer(key)
        yield mark(game, since)
