"""Write docs/pictures.md: how pictures are said, the words of their vocabulary, who drew the figures; and the sheets
docs/img/art-*.png, which show the pictures of all cards, spaces and chits that come with Stormriver.

python tools/build_art.py           the page, and with Chromium and Pillow the sheets that are stale
python tools/build_art.py --check   write nothing; exit 1 if something is stale
"""

from __future__ import annotations

import argparse
import base64
import html
import io
import sys
from collections import Counter
from hashlib import blake2s
from importlib import import_module
from itertools import groupby
from typing import NamedTuple

from pages.content import ROOT
from pages.markers import between
from stormriver.adventure.model.table import AdventureTable
from stormriver.api import table_for
from stormriver.art.compose import compose
from stormriver.art.vocabulary import SCENERY, Art, figures, vocabulary
from stormriver.language.ruleset import packs_for
from stormriver.presentation.adventure.pictures import card_art, space_art
from stormriver.presentation.wargame.pictures import chit_art
from stormriver.wargame.model.table import WargameTable

PAGE = ROOT / "docs/pictures.md"
IMAGES = ROOT / "docs/img"
PRESETS = ("revised4", "third", "wargame")
SPACE = "space"
SIZE = 116
"""The pixels of a picture on a sheet."""
COLUMNS = 14
COLOURS = 128
"""The colours of a sheet's own palette, which keeps it small."""
STYLE = f"""
body {{ margin: 3px; background: #fff; font: 11px/1.1 sans-serif; }}
h2 {{ font: bold 13px/1 sans-serif; margin: 8px 3px 2px; text-transform: capitalize; }}
figure {{ display: inline-block; vertical-align: top; margin: 3px; width: {SIZE}px; text-align: center; }}
img {{ display: block; width: {SIZE}px; height: {SIZE}px; margin-bottom: 2px; }}
"""
CREDIT = """The {number} figures are icons of [game-icons.net](https://game-icons.net), under
[CC BY 3.0](https://creativecommons.org/licenses/by/3.0/), rounded to whole units: icons made by {who}. Which is whose
stands in [figures.tsv](../src/stormriver/art/figures.tsv). The scenery is ours."""


class Shown(NamedTuple):
    """A thing on a sheet: the preset it is of, its kind, id and name, and what its picture shows."""

    preset: str
    kind: str
    id: str
    name: str
    art: Art


# what is shown


def things(preset: str, packs: tuple[str, ...] = ()) -> list[Shown]:
    """Return everything of a preset, with some packs, that has a picture, by kind."""
    table = table_for(preset, packs=packs)
    if isinstance(table, WargameTable):
        found = [Shown(preset, chit.group, chit.id, chit.name, chit_art(chit)) for chit in table.definitions]
    else:
        assert isinstance(table, AdventureTable)
        found = [Shown(preset, card.kind, card.id, card.name, card_art(card)) for card in table.definitions]
        found += [Shown(preset, SPACE, space.id, space.name, space_art(space)) for space in table.spaces]
    return sorted(found, key=lambda one: one.kind)


def sheets() -> dict[str, list[Shown]]:
    """Return what each sheet shows: a preset each, and what its packs add to it, one for those of the same family."""
    found: dict[str, list[Shown]] = {}
    for preset in PRESETS:
        found[preset] = base = things(preset)
        for family, packs in groupby(sorted(packs_for(preset)), lambda id: id.partition("_")[0]):
            found[family] = [one for one in things(preset, tuple(packs)) if one not in base]
    return found


# the sheets


def draw(sheet: list[Shown]) -> str:
    """Return a sheet as a page of HTML."""
    rows = []
    for kind, group in groupby(sheet, lambda one: one.kind):
        rows.append(f"<h2>{kind.replace('_', ' ')}</h2>")
        rows += [_cell(one) for one in group]
    return f"<style>{STYLE}</style>{''.join(rows)}"


def _cell(one: Shown) -> str:
    source = base64.b64encode(compose(one.art).encode()).decode()
    return f'<figure><img src="data:image/svg+xml;base64,{source}">{html.escape(one.name)}</figure>'


def take(pages: dict[str, str]) -> None:
    """Draw pages of HTML with Chromium, as images with a palette of their own, by their names."""
    from playwright.sync_api import sync_playwright

    image = import_module("PIL.Image")
    sys.path.insert(0, str(ROOT / "tests"))
    from page.conftest import chromium

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        screen = browser.new_page(viewport={"width": COLUMNS * (SIZE + 6) + 6, "height": 800})
        for name, page in pages.items():
            screen.set_content(page, wait_until="load")
            taken = image.open(io.BytesIO(screen.screenshot(full_page=True))).convert("RGB")
            small = taken.quantize(COLOURS, dither=image.Dither.NONE)
            small.save(IMAGES / f"art-{name}.png", optimize=True)
        browser.close()


# the page


def page(found: dict[str, list[Shown]]) -> str:
    """Return the text of the page, the written part as it is."""
    text = PAGE.read_text(encoding="utf-8")
    lines = ["", "## The words", ""]
    for part in (*SCENERY, "figure"):
        words = sorted(word for word, of in vocabulary().items() if of == part)
        lines += [f"**{part.capitalize()}** ({len(words)}): {', '.join(f'`{word}`' for word in words)}.", ""]
    lines += ["## All pictures", ""]
    for name, sheet in found.items():
        lines += [f"![{len(sheet)} pictures of {name}](img/art-{name}.png)<!-- {stamp(sheet)} -->", ""]
    drawn = Counter(one.author for one in {one.icon: one for one in figures().values()}.values())
    who = ", ".join(f"{author} ({number})" for author, number in sorted(drawn.items()))
    lines += ["## Who drew them", "", CREDIT.format(number=drawn.total(), who=who), ""]
    return between(text, "words", lines)


def stamp(sheet: list[Shown]) -> str:
    """Return what tells whether a sheet is stale: a hash of all that is drawn on it."""
    return blake2s(draw(sheet).encode(), digest_size=8).hexdigest()


def main() -> int:
    """Write the page and the sheets, or with `--check` say whether they are stale; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if something is stale")
    check: bool = parser.parse_args().check
    found = sheets()
    before, after = PAGE.read_text(encoding="utf-8"), page(found)
    missing = [name for name in found if not (IMAGES / f"art-{name}.png").exists()]
    if before == after and not missing:
        return 0
    if check:
        print("The pictures are stale: run tools/build_art.py", file=sys.stderr)
        return 1
    take({name: draw(sheet) for name, sheet in found.items() if name in missing or stamp(sheet) not in before})
    PAGE.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
