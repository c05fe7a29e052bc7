"""What the server asks of the worker of the workshop, and what that answers."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Raw, Struct, field


class Job(Struct, array_like=True):
    """What is to be done with a pack.

    Attributes:
        do: `look` at it, run its `tests` too, `open` a table, `balance` it, or pack it into an `archive`.
        pack: its id.
        files: texts by path.
        seconds: how long the processor may work at it.
        language: in which what is wrong is told.
        card: the one that a table is opened for; `names` are those of its seats, `seed` its chance.
        folder: where the pack lies for this table.
        games: how many are played.
    """

    do: Literal["look", "tests", "open", "balance", "archive"]
    pack: str
    files: dict[str, str]
    seconds: int
    language: str = "en"
    card: str = ""
    names: list[str] = field(default_factory=list)
    seed: int = 0
    folder: str = ""
    games: int = 0


class Reply(Struct, array_like=True):
    """How far a job is, and at last what came of it.

    Attributes:
        done, wanted: how much of it is done, of how much.
        last: whether nothing more comes.
        error: why nothing came of it.
        result: what came of it, as JSON.
    """

    done: int = 0
    wanted: int = 0
    last: bool = True
    error: str = ""
    result: Raw = Raw(b"null")


encode_job = msgspec.json.Encoder().encode
decode_job = msgspec.json.Decoder(Job).decode
encode_reply = msgspec.json.Encoder().encode
decode_reply = msgspec.json.Decoder(Reply).decode


class Opened(Struct):
    """How a table for a card begins: its set-up, and the save of its position; without one at the beginning."""

    preset: str
    packs: list[str]
    save: str


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Write the files of a pack, whose paths have been checked, into a new folder."""
    folder.mkdir()
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
