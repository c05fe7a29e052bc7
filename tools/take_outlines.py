"""Take the outlines of the figures named in figures.tsv out of the game-icons set, which `npm ci` in web/ brings.

python tools/take_outlines.py    src/stormriver/art/outlines.json

They are rounded to whole units of their square of 512, which is finer than anybody sees, and takes half the room.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from stormriver.art.vocabulary import FOLDER, figures

SET = Path(__file__).resolve().parent.parent / "web/node_modules/@iconify-json/game-icons/icons.json"
TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
FLAG = re.compile(r"[01]")
SPACE = re.compile(r"[\s,]*")
AXES = {"m": "xy", "l": "xy", "t": "xy", "h": "x", "v": "y", "c": "xyxyxy", "s": "xyxy", "q": "xyxy", "a": "rr.ffxy"}
"""What the numbers of each command are: along `x` or `y`, a radius, an angle (`.`), a flag."""


def numbers(text: str) -> list[tuple[str, list[float]]]:
    """Return the commands of a path, each with the numbers of one repetition."""
    found: list[tuple[str, list[float]]] = []
    at, command = 0, ""
    while at < len(text):
        if text[at].isalpha():
            command, at = text[at], at + 1
            if command in "zZ":
                found.append((command, []))
        else:
            values: list[float] = []
            for axis in AXES[command.lower()]:
                at = SPACE.match(text, at).end()  # type: ignore[union-attr]
                value = (FLAG if axis == "f" else TOKEN).match(text, at)
                if value is None:
                    raise ValueError(f"no number at {text[at : at + 20]!r}")
                values.append(float(value[0]))
                at = value.end()
            found.append((command, values))
            command = {"m": "l", "M": "L"}.get(command, command)
        at = SPACE.match(text, at).end()  # type: ignore[union-attr]
    return found


def rounded(text: str) -> str:
    """Return a path with whole numbers; each point is rounded where it lies, so that no error adds up."""
    here, start, out, last = [0.0, 0.0], [0.0, 0.0], "", ""
    for command, values in numbers(text):
        lower = command.lower()
        if lower == "z":
            here, last = start[:], "z"
            out += "z"
            continue
        step: list[int] = []
        origin = here[:]
        for axis, value in zip(AXES[lower], values, strict=True):
            if axis in "xy":
                side = "xy".index(axis)
                absolute = value if command != lower else origin[side] + value
                here[side] = absolute
                step.append(round(absolute) - round(origin[side]))
            else:
                step.append(max(round(value), 1) if axis == "r" else round(value))
        if lower == "m":
            start = here[:]
        out += ("" if lower == last and lower != "m" else lower) + joined(step, bool(out) and lower == last)
        last = lower
    return out


def joined(step: list[int], goes_on: bool) -> str:
    """Return numbers with as few spaces as may be."""
    text = "".join(str(one) if one < 0 or not n else f" {one}" for n, one in enumerate(step))
    return f" {text}" if goes_on and step[0] >= 0 else text


def main() -> int:
    """Write the file; return the exit code."""
    if not SET.exists():
        print(f"{SET} is missing: run `npm ci` in web/ first.", file=sys.stderr)
        return 1
    icons = json.loads(SET.read_text(encoding="utf-8"))["icons"]
    found: dict[str, str] = {}
    for name in sorted({figure.icon for figure in figures().values()}):
        outline = re.search(r' d="([^"]+)"', icons[name]["body"] if name in icons else "")
        if outline is None:
            print(f"The set has no icon {name!r}.", file=sys.stderr)
            return 1
        found[name] = rounded(outline[1])
    (FOLDER / "outlines.json").write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
