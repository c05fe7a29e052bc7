"""Tags of cards and classes of units: free to be made up, but a misspelt one, which nothing asks for, is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from stormriver.api import table_for
from stormriver.kernel.errors import BadContent
from stormriver.presentation.wargame.book import book_of
from stormriver.wargame.model.table import WargameTable

CARD = "deck: adventure\ncards:\n  - {{id: trial, name: Trial, kind: object, tags: [{tag}], {says}}}\n"
UNIT = "units:\n  - {{id: trial, name: Trial, side: good, type: monster, strength: 3, is: [{sort}]}}\n"
ITEM = "items:\n  - {{id: gift, name: Gift, gives: {{when: {{{asks}}}, strength: 1}}}}\n"


def table(folder: Path, preset: str, says: str, declared: str = "") -> Any:
    """Return the table of a preset with a pack of one file, and of a `pack.yaml` if it declares tags."""
    pack = folder / "mine"
    pack.mkdir()
    (pack / "mine.yaml").write_text(says, encoding="utf-8")
    if declared:
        about = f"language: 2\nname: Mine\nfor: [{preset}]\ntags: [{declared}]\n"
        (pack / "pack.yaml").write_text(about, encoding="utf-8")
    return table_for(preset, packs=[str(pack)])


def says(known: Any, name: str, language: str = "en") -> str:
    """Return the text of a card or chit of a table."""
    return known.says(next(one for one in known.definitions if one.id == name), language)


def test_a_misspelt_tag_is_refused_with_the_nearest_one(tmp_path: Path) -> None:
    with pytest.raises(BadContent) as refused:
        table(tmp_path, "revised4", CARD.format(tag="waepon", says="copies: 1"))
    assert str(refused.value) == (
        "mine/mine.yaml, line 3, at cards[0].tags[0]: nothing asks for the tag 'waepon'; did you mean 'weapon'? Else"
        " let a word ask for it, or say in `pack.yaml` that there is this tag: `tags: [...]`"
    )


def test_a_tag_that_is_like_no_other_is_refused_with_what_would_do(tmp_path: Path) -> None:
    with pytest.raises(BadContent, match=r"asks for the tag 'xyzzy'; let a word ask for it, or say in `pack.yaml`"):
        table(tmp_path, "revised4", CARD.format(tag="xyzzy", says="copies: 1"))


def test_a_tag_may_be_made_up_if_a_word_asks_for_it(tmp_path: Path) -> None:
    table(tmp_path, "revised4", CARD.format(tag="relic", says="modify: {strength: {count: relic}}"))


def test_a_tag_may_be_made_up_if_the_pack_says_so(tmp_path: Path) -> None:
    table(tmp_path, "revised4", CARD.format(tag="relic", says="copies: 1"), "relic")


def test_a_kind_may_be_a_tag(tmp_path: Path) -> None:
    table(tmp_path, "revised4", CARD.format(tag="spirit", says="copies: 1"))


def test_a_misspelt_class_of_a_unit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        BadContent, match=r"line 2, at units\[0\].is\[0\]: nothing asks for .* did you mean 'fighter'\?"
    ):
        table(tmp_path, "wargame", UNIT.format(sort="figther"))


def test_a_class_that_the_pack_declares_is_told(tmp_path: Path) -> None:
    known = table(tmp_path, "wargame", UNIT.format(sort="pirate"), "pirate")
    assert says(known, "trial") == "Good Monster and Pirate. Strength 3."
    assert book_of(cast(WargameTable, known)).cards["trial"].kind_name == "Good Pirate monster"


@pytest.mark.parametrize(
    ("asks", "said", "german"),
    [
        ("is: pirate", "if it is a Pirate.", "wenn sie Pirate ist."),
        ("is: knight", "if it is the Knight.", "wenn sie der Ritter ist."),
        ("against: pirate", "if it fights a Pirate.", "wenn sie gegen Pirate kämpft."),
        ("against: knight", "if it fights the Knight.", "wenn sie gegen den Ritter kämpft."),
        ("against: fly", "if it fights a unit with Fly.", "wenn sie gegen eine Einheit mit Fliegen kämpft."),
    ],
)
def test_a_chit_says_which_units_it_means(tmp_path: Path, asks: str, said: str, german: str) -> None:
    known = table(tmp_path, "wargame", UNIT.format(sort="pirate") + ITEM.format(asks=asks), "pirate")
    assert says(known, "gift") == f"Its bearer has strength +1 {said}"
    assert says(known, "gift", "de") == f"Die tragende Einheit hat Stärke +1, {german}"


@pytest.mark.parametrize(
    ("sort", "said", "german"),
    [
        ("fly", "friendly units with Fly", "eigener Einheiten mit Fliegen"),
        ("knight", "friendly Knights", "eigener Ritter"),
        ("pirate", "friendly Pirates", "eigener Pirate"),
    ],
)
def test_a_chit_says_which_friends_it_counts(tmp_path: Path, sort: str, said: str, german: str) -> None:
    item = f"items:\n  - {{id: gift, name: Gift, gives: {{strength: {{beside: {sort}}}}}}}\n"
    known = table(tmp_path, "wargame", UNIT.format(sort="pirate") + item, "pirate")
    assert says(known, "gift") == f"Its bearer adds the number of {said} beside it to its strength."
    assert says(known, "gift", "de") == f"Die tragende Einheit zählt die Zahl {german} neben ihr zu ihrer Stärke."
