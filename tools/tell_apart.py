"""Measure whether the pictures can be told apart: each is shown alone, beside four names of things of its kind.

python tools/tell_apart.py ask --seed 1 FOLDER            sheets of pictures with four names each, and the key to them
python tools/tell_apart.py ask FOLDER --only frontier imp   the same of a sheet of docs/pictures.md or ids
python tools/tell_apart.py tell FOLDER abc-d...           what was picked, a letter each, into docs/results/art.json

Whoever picks looks at the sheets alone, and at the key only when all is picked. A picture that does not tell by itself
which name it is gets a dash, which counts as missed: whoever has drawn it knows it, but a stranger would be guessing.
"""

from __future__ import annotations

import argparse
import base64
import datetime
import html
import json
import random
import sys
from collections import defaultdict
from pathlib import Path

from build_art import Shown, sheets
from pages.content import ROOT
from stormriver.art.compose import compose

RESULT = ROOT / "docs/results/art.json"
"""What was told each time that it was measured, in order."""
LETTERS = "abcd"
NONE = "-"
MOST = 200
ROWS, COLUMNS = 5, 8
WANTED = 0.8
"""How many of the picks are to be right."""
STYLE = """
body { margin: 4px; background: #fff; font: 15px/1.15 sans-serif; }
figure { display: inline-block; vertical-align: top; margin: 4px; width: 178px; height: 276px; overflow: hidden; }
img { display: block; width: 170px; height: 170px; }
b { color: #a00; }
"""


def asked(seed: int, only: list[str]) -> list[tuple[Shown, list[str]]]:
    """Return what is asked: things drawn by lot, each with four names of its kind in its game, its own among them.

    Args:
        only: sheets and ids of which things are drawn; nothing for all.
    """
    lot = random.Random(seed)
    kinds: dict[tuple[str, str], list[Shown]] = defaultdict(list)
    wanted = []
    for name, sheet in sheets().items():
        for one in sheet:
            kinds[one.preset, one.kind].append(one)
            if not only or {name, one.id} & set(only):
                wanted.append(one)
    pool = [one for one in wanted if len({other.name for other in kinds[one.preset, one.kind]}) >= len(LETTERS)]
    found = []
    for one in lot.sample(pool, min(MOST, len(pool))):
        others = sorted({other.name for other in kinds[one.preset, one.kind]} - {one.name})
        names = [one.name, *lot.sample(others, len(LETTERS) - 1)]
        lot.shuffle(names)
        found.append((one, names))
    return found


def sheet(first: int, questions: list[tuple[Shown, list[str]]]) -> str:
    """Return a page of HTML with numbered pictures and the names to each."""
    cells = []
    for number, (one, names) in enumerate(questions, first):
        source = base64.b64encode(compose(one.art).encode()).decode()
        lines = "".join(f"<br>{letter} {html.escape(name)}" for letter, name in zip(LETTERS, names, strict=True))
        cells.append(
            f'<figure><img src="data:image/svg+xml;base64,{source}"><b>{number}</b> {one.kind}{lines}</figure>'
        )
    return f"<style>{STYLE}</style>{''.join(cells)}"


def ask(seed: int, only: list[str], folder: Path) -> None:
    """Write the sheets and the key."""
    from playwright.sync_api import sync_playwright

    from page.conftest import chromium

    questions = asked(seed, only)
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        screen = browser.new_page(viewport={"width": COLUMNS * 187 + 10, "height": ROWS * 286})
        for first in range(0, len(questions), ROWS * COLUMNS):
            screen.set_content(sheet(first + 1, questions[first : first + ROWS * COLUMNS]), wait_until="load")
            screen.screenshot(path=folder / f"from-{first + 1:03}.png", full_page=True)
        browser.close()
    key = [
        {"preset": one.preset, "kind": one.kind, "id": one.id, "right": LETTERS[names.index(one.name)], "names": names}
        for one, names in questions
    ]
    (folder / "key.json").write_text(json.dumps({"seed": seed, "only": only, "asked": key}, indent=1), encoding="utf-8")


def tell(folder: Path, picks: str) -> int:
    """Compare the picks with the key, and write the result; return the exit code."""
    key = json.loads((folder / "key.json").read_text(encoding="utf-8"))
    if len(picks) != len(key["asked"]) or set(picks) - set(LETTERS + NONE):
        print(f"One letter of {LETTERS}, or a dash, for each of {len(key['asked'])} pictures.", file=sys.stderr)
        return 1
    wrong = [
        {
            **{part: one[part] for part in ("preset", "kind", "id")},
            "picked": "" if pick == NONE else one["names"][LETTERS.index(pick)],
        }
        for one, pick in zip(key["asked"], picks, strict=True)
        if one["right"] != pick
    ]
    right = len(picks) - len(wrong)
    result = {
        "date": datetime.date.today().isoformat(),
        "seed": key["seed"],
        "only": key["only"],
        "asked": len(picks),
        "right": right,
        "wanted": WANTED,
        "missed": wrong,
    }
    before = json.loads(RESULT.read_text(encoding="utf-8"))
    RESULT.write_text(json.dumps([*before, result], indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{right} of {len(picks)} right; missed: {', '.join(one['id'] for one in wrong) or 'none'}")
    return 0


def main() -> int:
    """Do what is asked for; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=("ask", "tell"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("picks", nargs="?", default="", help="the letters picked, in order")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", default=[], help="sheets and ids")
    given = parser.parse_args()
    if given.do == "tell":
        return tell(given.folder, given.picks)
    sys.path.insert(0, str(ROOT / "tests"))
    ask(given.seed, given.only, given.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
