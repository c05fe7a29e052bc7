"""The container file taken apart: its instructions, its stages, and which files are sent along to build it."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from typing import NamedTuple

from support.documents import read


class Instruction(NamedTuple):
    """An instruction of a container file, its continued lines joined."""

    word: str
    rest: str


def instructions(text: str) -> list[Instruction]:
    """Return the instructions of a container file, in their order."""
    plain = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", plain).splitlines()
    return [Instruction(*line.split(None, 1)) for line in lines if line.strip()]


ALL = instructions(read("Dockerfile"))


def stages(among: list[Instruction]) -> list[list[Instruction]]:
    """Return the instructions of each stage, which begins with its `FROM`."""
    begun = [number for number, one in enumerate(among) if one.word == "FROM"]
    return [among[start:end] for start, end in zip(begun, [*begun[1:], len(among)], strict=True)]


LAST = stages(ALL)[-1]
"""The stage that is the image."""


def rest_of(word: str, among: list[Instruction] = ALL) -> list[str]:
    """Return what stands behind a word, each time it stands there."""
    return [one.rest for one in among if one.word == word]


def copied(among: list[Instruction] = ALL) -> list[str]:
    """Return what is copied from the checkout: paths, of which `.` is all that is sent."""
    return [path for rest in rest_of("COPY", among) if not rest.startswith("--from=") for path in rest.split()[:-1]]


def variables(among: list[Instruction]) -> dict[str, str]:
    """Return what `ENV` sets."""
    return dict(part.split("=", 1) for rest in rest_of("ENV", among) for part in rest.split())


def words_behind(word: str, text: str) -> list[str]:
    """Return the command that stands in brackets behind a word of an instruction."""
    found: list[str] = json.loads(text.partition(f"{word} ")[2] if word else text)
    return found


def is_sent(path: str, ignore: str) -> bool:
    """Tell whether a file is sent to whoever builds the image: the last pattern decides that fits it or its folder."""
    folders = path.split("/")
    ways = ["/".join(folders[: length + 1]) for length in range(len(folders))]
    sent = True
    for line in ignore.splitlines():
        pattern = line.removeprefix("!")
        if not pattern or pattern.startswith("#"):
            continue
        if any(_fits(way, pattern) for way in ways):
            sent = line.startswith("!")
    return sent


def _fits(path: str, pattern: str) -> bool:
    """Tell whether a path fits a pattern, in which `*` stands for a name and `**/` for any folders or none."""
    if pattern.startswith("**/"):
        return fnmatch(path.rpartition("/")[2], pattern[3:])
    return path.count("/") == pattern.count("/") and fnmatch(path, pattern)
