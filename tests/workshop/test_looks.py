"""How packs look: previews as text, page and sheets, and their files laid out in one form."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from stormriver.art.vocabulary import outlines
from stormriver.kernel.errors import StormriverError
from stormriver.workshop.formatting import formatted
from stormriver.workshop.preview import Face
from stormriver.workshop.sheets import printable, sheets
from test_cli import say, well
from workshop.conftest import rewrite


def face(name: str = "Boar", copies: int = 1, text: str = "Attacks.", picture: str = "") -> Face:
    return Face("boar", name, "Animal", "Adventure deck", [("Strength", 3)], text, picture, copies, "p/cards.yaml", 3)


def pages(pdf: bytes) -> int:
    """Return how many pages a PDF has."""
    return len(re.findall(rb"/Type /Page\b", pdf))


@pytest.mark.long
def test_a_preview_shows_text_and_picture_of_each_card(mill: Path) -> None:
    lines = well("pack preview old_mill").out.splitlines()
    assert lines[:3] == ["Thicket Boar (old_mill_boar)", "Enemy - Animal; Strength 3; 2 in Adventure deck",
                         "Attacks with Strength 3."]  # fmt: skip
    assert well("--language de pack preview old_mill old_mill_boar").out.splitlines()[1].startswith("Tier; Stärke 3")
    assert "did you mean 'old_mill_boar'?" in say("pack preview old_mill old_mill_bore").err
    rewrite(mill / "cards.yaml", "Quiet Spring", "Quiet <Spring>")
    said = well("pack preview old_mill --page cards.html --pdf cards.pdf").out
    assert said == "3 cards on the page cards.html.\n4 cards on 1 sheet in cards.pdf.\n"
    page = Path("cards.html").read_text(encoding="utf-8")
    assert page.count("<article") == page.count("data:image/svg+xml;base64,") == 3
    assert "Quiet &lt;Spring&gt;" in page and "Quiet <Spring>" not in page
    assert pages(Path("cards.pdf").read_bytes()) == 1
    assert well("pack preview old_mill --once --pdf cards.pdf").out == "3 cards on 1 sheet in cards.pdf.\n"


@pytest.mark.slow
def test_nine_cards_stand_on_a_sheet() -> None:
    made = sheets("Mill", [face(copies=9), face("Bear", copies=1)])
    assert (made.cards, made.pages, pages(made.pdf)) == (10, 2, 2)
    made = sheets("Mill", [face(copies=9)], once=True)
    assert (made.cards, made.pages, pages(made.pdf)) == (1, 1, 1)


@pytest.mark.slow
def test_letters_that_the_font_lacks_are_told() -> None:
    assert sheets("Mühle", [face("Müller – „Ötzi“", text="Long… " * 200)]).cards == 1
    with pytest.raises(StormriverError, match="'Вепрь' has letters that the font of the PDF lacks"):
        sheets("Mill", [face("Вепрь")])
    with pytest.raises(StormriverError, match=r"The font nowhere\.ttf cannot be read"):
        sheets("Mill", [face()], font=Path("nowhere.ttf"))


def test_a_picture_is_put_into_what_can_be_printed() -> None:
    """All figures are drawn, also one with an arc that ends where it begins."""
    assert "a8 8 0 0 1 0 0" in outlines()["pocket-watch"]
    assert "a8 8 0 0 1 0 0" not in printable(f'<path d="{outlines()["pocket-watch"]}"/>')
    drawn = (
        '<view id="close"/><clipPath id="c0"><path id="f0" d="M0 0h9"/></clipPath><path clip-path="url(#c0)" d="M1"/>'
    )
    assert printable(drawn) == '<defs><path id="f0" d="M0 0h9"/></defs>'


@pytest.mark.slow
@pytest.mark.parametrize(("library", "called"), [("fpdf", "fpdf2"), ("ruamel.yaml", "ruamel.yaml")])
def test_a_library_that_is_missing_is_named(library: str, called: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(StormriverError, match=rf"{called}, which is not here; `pip install 'stormriver\[workshop\]'`"):
        sheets("Mill", [face()])
        formatted("a: 1", "a.yaml")


UNTIDY = """\
# Cards.
deck:   adventure
cards:
- {id: owl,   name: Owl, kind: animal, strength: 2} # by night
- id: fox
  name: "Fox"
  kind: event

  meet: [{heal: 1},   {choose: {pay: {lose: {gold: 2}}, wait: {miss_turn: 1},
     run: {teleport: hidden_valley}, rest: nothing}}]
"""
TIDY = """\
# Cards.
deck: adventure
cards:
  - {id: owl, name: Owl, kind: animal, strength: 2} # by night
  - id: fox
    name: "Fox"
    kind: event

    meet:
      - {heal: 1}
      - {choose: {pay: {lose: {gold: 2}}, wait: {miss_turn: 1}, run: {teleport: hidden_valley}, rest: nothing}}
"""


def test_yaml_is_laid_out_in_one_form_with_its_comments() -> None:
    assert formatted(UNTIDY, "cards.yaml") == TIDY
    assert formatted(TIDY, "cards.yaml") == TIDY


@pytest.mark.long
def test_a_pack_is_laid_out_or_only_looked_at(mill: Path) -> None:
    assert well("pack format --check old_mill").out == "old_mill is laid out well.\n"
    (mill / "more.yaml").write_text(UNTIDY)
    said = say("pack format --check old_mill")
    assert (said.code, said.out) == (1, "more.yaml\n1 file would be laid out anew.\n")
    assert well("pack format old_mill").out == "more.yaml\n1 file laid out anew.\n"
    assert (mill / "more.yaml").read_text() == TIDY
    (mill / "more.yaml").write_text("a: [\n")
    assert say("pack format old_mill").err.startswith("old_mill/more.yaml, line")
