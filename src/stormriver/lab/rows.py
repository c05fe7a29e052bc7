"""The file of an experiment's rows: JSON lines, one for each seed, added as they come; a later start goes on there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from stormriver.kernel.errors import StormriverError, reason_of, unwritable
from stormriver.kernel.translatable import Translatable, joined
from stormriver.lab.simulation import GameRow

FORMAT = "stormriver-lab-1"
CHANGED = {
    "hashes": Translatable("its cards or rules have changed since"),
    "program": Translatable("the program has changed since"),
}
"""What is told of those facts whose values would tell nobody anything."""


class Header(msgspec.Struct):
    """The first line: the format, and all that decides how a game of the experiment goes."""

    format: str
    experiment: dict[str, Any]


class Line(msgspec.Struct):
    """Each further line: a seed, and the rows of its games."""

    seed: int
    games: list[GameRow]


class RowFile:
    """A file of rows, and the rows that it holds.

    Attributes:
        path: where it lies.
        games: the rows of the games of each seed that is done.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any]) -> None:
        """Read a file, or begin one.

        Args:
            path: a file, which may be there or not; its folder is made.
            identity: that of the experiment, see `Experiment.identity`.

        Raises:
            StormriverError: if the file cannot be read or written, or holds something else.
        """
        self.path = path
        self.header = Header(FORMAT, dict(identity))
        self.games: dict[int, list[GameRow]] = {}
        if path.exists() and path.stat().st_size:
            self._read()
        else:
            self._write_all()

    def _read(self) -> None:
        header, lines = _parsed(self.path)
        if header.experiment != self.header.experiment:
            raise StormriverError(_difference(self.path, header.experiment, self.header.experiment))
        self.games = {line.seed: line.games for line in lines}
        self._write_all()  # without a line that was cut short, so that the next one begins a line of its own

    def add(self, seed: int, games: list[GameRow]) -> None:
        """Write the rows of a seed, so that they are there whatever happens next."""
        self.games[seed] = games
        try:
            with self.path.open("ab") as file:
                file.write(_encoded(Line(seed, games)))
        except OSError as error:
            raise unwritable(self.path, error) from None

    def sort(self) -> None:
        """Put the seeds in order, so that the file is the same however many workers there were."""
        self._write_all()

    def _write_all(self) -> None:
        lines = [_encoded(self.header), *(_encoded(Line(seed, self.games[seed])) for seed in sorted(self.games))]
        unfinished = self.path.with_name(f"{self.path.name}.part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            unfinished.write_bytes(b"".join(lines))
            os.replace(unfinished, self.path)
        except OSError as error:
            raise unwritable(self.path, error) from None


def first_seed(path: Path) -> int | None:
    """Return the seed that the experiment of a file begins with, None if there is no such file.

    Raises:
        StormriverError: if it is no file of rows.
    """
    if not path.exists() or not path.stat().st_size:
        return None
    seed = _parsed(path)[0].experiment.get("seed")
    return seed if isinstance(seed, int) else None


def _encoded(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _parsed(path: Path) -> tuple[Header, list[Line]]:
    """Return the header and the whole lines of a file; StormriverError if it is none of ours."""
    try:
        whole = path.read_bytes()
    except OSError as error:
        raise StormriverError("{path} cannot be read: {reason}.", path=path, reason=reason_of(error)) from None
    try:
        first, *rest = whole[: whole.rfind(b"\n") + 1].splitlines()
        header = msgspec.json.decode(first, type=Header)
        if header.format != FORMAT:
            raise ValueError
        return header, [msgspec.json.decode(line, type=Line) for line in rest]
    except (ValueError, msgspec.MsgspecError):
        raise StormriverError(
            "{path} holds no rows of an experiment; name another file to save to.", path=path
        ) from None


def _difference(path: Path, there: Mapping[str, Any], here: Mapping[str, Any]) -> Translatable:
    names = [name for name in {**here, **there} if there.get(name) != here.get(name)]
    if {"preset", "packs"} & set(names):
        names.remove("hashes")  # others, of course
    said = [CHANGED.get(name) or _other(name, there.get(name), here.get(name)) for name in names]
    told = "{path} holds games of another experiment: {differences}. Name another file to save to."
    return Translatable(told, path=path, differences=joined(said, "; "))


def _other(name: str, there: object, here: object) -> Translatable:
    return Translatable("{name} was {there}, not {here}", name=name, there=_short(there), here=_short(here))


def _short(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value)) or Translatable("none")
    if isinstance(value, dict):
        return ",".join(f"{name}={one}" for name, one in value.items()) or Translatable("none")
    return str(value).lower() if isinstance(value, bool) else str(value)
