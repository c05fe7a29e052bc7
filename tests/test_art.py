"""Every card, space and chit has a picture of its own, composed from the words it says and from what it is."""

from __future__ import annotations

import re
import sys
from copy import copy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from stormriver.api import table_for
from stormriver.art.compose import compose, picture, picture_of
from stormriver.art.derive import defaults
from stormriver.art.vocabulary import (
    GROUNDS,
    LANDMARKS,
    NO_ART,
    SCENERY,
    Art,
    art_of,
    figures,
    outlines,
    scenery,
    vocabulary,
)
from stormriver.kernel.errors import BadContent
from stormriver.language.ruleset import packs_for
from stormriver.presentation.adventure.pictures import card_art, space_art
from stormriver.presentation.wargame.pictures import chit_art
from stormriver.wargame.model.table import WargameTable
from support.layers import CONTENT

SETS = ("revised4", "third", "wargame", "reference")
LARGEST = 12_000
"""The most bytes of a picture."""
SHAPES = {"svg", "view", "path", "g", "clipPath", "use"}
"""What a picture is made of: nothing that runs, loads or speaks."""


def shown(preset: str) -> list[tuple[str, str, Art, Art]]:
    """Return the kind and id of everything that has a picture, with what it says of it and what it shows."""
    table: Any = table_for(preset, packs=tuple(packs_for(preset)))
    if isinstance(table, WargameTable):
        return [(chit.group, chit.id, chit.art, chit_art(chit)) for chit in table.definitions]
    cards = [(card.kind, card.id, card.art, card_art(card)) for card in table.definitions]
    return cards + [("space", space.id, space.art, space_art(space)) for space in table.spaces]


def alike(found: list[tuple[str, str, Art]]) -> list[list[str]]:
    """Return the ids of things of one kind whose pictures are the same."""
    seen: dict[tuple[str, Art], list[str]] = {}
    for kind, id, art in found:
        seen.setdefault((kind, art), []).append(id)
    return [ids for ids in seen.values() if len(ids) > 1]


def load(folder: Path, art: str) -> Any:
    """Return the card of a pack that says `art` of itself."""
    folder.mkdir(exist_ok=True)
    (folder / "pack.yaml").write_text("language: 2\nname: Zoo\nfor: [revised4]\n", encoding="utf-8")
    (folder / "cards.yaml").write_text(
        f"deck: adventure\ncards:\n  - id: cave_bear\n    name: Bear\n    kind: animal\n    strength: 4\n{art}", "utf-8"
    )
    table: Any = table_for("revised4", packs=(str(folder),))
    return next(card for card in table.definitions if card.id == "cave_bear")


# what is shipped


@pytest.mark.slow
@pytest.mark.parametrize("preset", SETS)
def test_no_two_things_of_a_kind_have_the_same_picture(preset: str) -> None:
    assert not alike([(kind, id, art) for kind, id, _, art in shown(preset)])


@pytest.mark.parametrize("preset", SETS)
def test_everything_shipped_says_what_its_picture_shows(preset: str) -> None:
    assert not [id for _, id, said, _ in shown(preset) if not said.figures]


@pytest.mark.slow
@pytest.mark.parametrize("preset", SETS)
def test_every_picture_is_a_few_kilobytes_of_shapes(preset: str) -> None:
    for _, id, _, art in shown(preset):
        drawn = compose(art)
        assert len(drawn) < LARGEST, id
        assert {element.tag.partition("}")[2] for element in ElementTree.fromstring(drawn).iter()} <= SHAPES, id


@pytest.mark.parametrize("preset", SETS)
def test_pictures_that_follow_from_the_things_alone_differ_as_a_rule(preset: str) -> None:
    """They are what a pack has that says nothing of pictures."""
    table: Any = table_for(preset)
    art_of_thing = chit_art if isinstance(table, WargameTable) else card_art
    bare = []
    for thing in table.definitions:
        without = copy(thing)
        without.art = NO_ART
        bare.append((getattr(thing, "group", "") or thing.kind, thing.id, art_of_thing(without)))
    assert sum(len(ids) for ids in alike(bare)) <= len(bare) / 20


# the vocabulary


def test_each_word_belongs_to_one_part_of_a_picture() -> None:
    parts = [set(figures()), *(set(scenery()[part]) for part in SCENERY)]
    assert sum(map(len, parts)) == len(vocabulary())


def test_every_figure_has_an_outline_and_whoever_drew_it() -> None:
    assert {figure.icon for figure in figures().values()} == set(outlines())
    assert all(figure.author for figure in figures().values())


def test_pages_draw_every_ground_and_landmark_that_a_board_can_say() -> None:
    board = Path(__file__).resolve().parents[1] / "web" / "src" / "board"
    drawn = re.search(r"DRAWINGS: .* = \{(.*)\}", (board / "landmarks.ts").read_text(encoding="utf-8"))
    laid = re.findall(r'pattern id="(\w+)"', (board / "Landmarks.svelte").read_text(encoding="utf-8"))
    assert drawn and sorted(drawn[1].replace(",", " ").split()) == list(LANDMARKS) and sorted(laid) == list(GROUNDS)


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        ("landmarks: {draw: huoses, at: [0, 0]}", "no landmark is called 'huoses'; did you mean 'houses'"),
        ("ground: cobles", "no ground is called 'cobles'; did you mean 'cobbles'"),
    ],
)
def test_what_no_page_draws_is_refused_where_it_stands(tmp_path: Path, said: str, refusal: str) -> None:
    (tmp_path / "pack.yaml").write_text("language: 2\nname: Isle\nfor: [revised4]\n", encoding="utf-8")
    board = f"regions:\n  - {{id: isle, name: Isle, map: isle, {said}}}\n"
    (tmp_path / "board.yaml").write_text(board, encoding="utf-8")
    with pytest.raises(BadContent, match=refusal):
        table_for("revised4", packs=(str(tmp_path),))


def test_defaults_are_words_of_the_part_they_stand_for() -> None:
    for parts in defaults().values():
        for part, words in parts.items():
            belongs = "figure" if part == "prop" else part
            assert all(not word or vocabulary()[word] == belongs for word in words), part


def test_every_piece_of_scenery_is_drawn_in_inks_of_the_palette() -> None:
    for part in SCENERY[:-1]:
        for word in scenery()[part]:
            assert compose(art_of([word])).count("<path") > 1


# what a card says


def test_a_picture_has_its_subject_first_and_scenery_anywhere(tmp_path: Path) -> None:
    card = load(tmp_path, "    art: [night, bear-head, honeypot]\n")
    assert card.art == Art(("bear-head", "honeypot"), sky="night")


def test_one_word_is_enough(tmp_path: Path) -> None:
    assert load(tmp_path, "    art: gorilla\n").art == Art(("gorilla",))


def test_a_card_that_says_nothing_shows_what_its_id_speaks_of(tmp_path: Path) -> None:
    art = card_art(load(tmp_path, ""))
    assert art.figures == ("bear", "cave")
    assert art.ground in defaults()["animal"]["ground"] and art.frame == "ragged"


@pytest.mark.parametrize(
    ("art", "refusal"),
    [
        ("dragn-head", "art: no word of pictures is called 'dragn-head'; did you mean 'dragon-head'?"),
        ("[wolf, dusk, night]", "art[2]: a picture has one sky, and this is both dusk and night"),
        ("[wolf, bear, lion, ogre]", "art[3]: a picture has at most 3 figures, and ogre is one more"),
        ("[wolf, 3]", "art[1]: expected a word, found 3"),
    ],
)
def test_words_that_are_no_picture_are_refused_where_they_stand(tmp_path: Path, art: str, refusal: str) -> None:
    with pytest.raises(BadContent) as refused:
        load(tmp_path, f"    art: {art}\n")
    assert str(refused.value).endswith(f"line 7, at cards[0].{refusal}")


def test_a_card_like_another_has_its_picture() -> None:
    tables = [table_for(preset) for preset in ("revised4", "third")]
    ours, theirs = ({card.id: card.art for card in table.definitions} for table in tables)  # type: ignore[attr-defined]
    assert ours["wolf"] == theirs["wolf"] != NO_ART
    assert "art" not in (CONTENT / "third/creatures.yaml").read_text().partition("id: wolf,")[2].partition("}")[0]


# addresses


def test_a_picture_is_fetched_by_its_words_and_a_hash_of_what_they_make() -> None:
    art = art_of(["wolf", "thicket", "night"])
    name = picture_of(art)
    assert name.startswith("wolf.thicket.night.")
    assert picture(name) == compose(art)


@pytest.mark.parametrize("name", ["", "wolf", "wolf.0123456789", "wolff.0123456789", "dusk.night.0123456789"])
def test_a_name_that_is_none_has_no_picture(name: str) -> None:
    assert picture(name) is None


# the sheets


@pytest.mark.slow
def test_the_sheets_show_everything_that_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent / "tools"))
    sys.modules.pop("build_art", None)
    import build_art

    found = build_art.sheets()
    drawn = {(one.kind, one.id) for sheet in found.values() for one in sheet}
    assert drawn == {(kind, id) for preset in SETS[:3] for kind, id, _, _ in shown(preset)}
    assert {"city", "frontier"} < set(found), "each family of packs has a sheet of its own"
    assert all((build_art.IMAGES / f"art-{name}.png").exists() for name in found)
