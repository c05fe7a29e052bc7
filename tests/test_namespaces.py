"""Packs that call different things alike: each means its own, others name it with the id of its pack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import stormriver
from stormriver.kernel.records import read_record, record_of
from stormriver.kernel.replays import strong
from stormriver.scenario.files import read_scenario
from stormriver.scenario.run import run
from test_pack_places import pack, refusal

pytestmark = pytest.mark.slow  # each loads tables anew

OWL = "deck: adventure\ncards:\n  - {id: owl, name: Owl, kind: animal, strength: 2}\n"
GREAT_OWL = """\
deck: adventure
cards:
  - {id: owl, name: Great Owl, kind: animal, strength: 5}
  - {id: sling, name: Sling, kind: object, modify: {battle: 1, when: {against: owl}}}
  - {id: net, name: Net, kind: object, modify: {battle: 1, when: {against: one.owl}}}
  - {id: owlet, like: owl, name: Owlet}
"""
NEST = """\
regions: [{id: nest, name: Nest, map: nest}]
spaces:
  - {id: village, name: Nest, region: nest, at: [0, 0], next: [rook, rook]}
  - {id: rook, name: Rook, region: nest, at: [0, 1], next: village, gates: {to: revised4.village, pass: enter}}
gates: [{from: city, to: village, pass: enter}]
"""


@pytest.fixture
def two(tmp_path: Path) -> tuple[str, str]:
    """Return two packs, each with an Owl of its own; the second has a Village, too."""
    one = pack(tmp_path / "one", cards=OWL)
    other = pack(tmp_path / "two", cards=GREAT_OWL, board=NEST)
    return str(one), str(other)


def table(*packs: str) -> Any:
    return stormriver.table_for("revised4", 2, packs=packs)


def said(where: Any, name: str) -> str:
    """Return what a card says."""
    return str(where.says(next(card for card in where.definitions if card.id == name)))


def test_the_later_one_bears_the_id_of_its_pack(two: tuple[str, str]) -> None:
    found = table(*two)
    assert {"owl": "Owl", "two.owl": "Great Owl"}.items() <= {card.id: card.name for card in found.definitions}.items()
    back = table(*reversed(two))
    assert {"owl": "Great Owl", "one.owl": "Owl"}.items() <= {card.id: card.name for card in back.definitions}.items()


def test_words_mean_what_their_own_pack_has(two: tuple[str, str]) -> None:
    found = table(*two)
    assert said(found, "sling").endswith("if you are fighting the Great Owl.")
    assert said(found, "net").endswith("if you are fighting the Owl.")
    assert said(found, "owlet") == "Attacks with Strength 5."


def test_spaces_lead_to_those_of_their_own_pack(two: tuple[str, str]) -> None:
    spaces = {space.id: space for space in table(*two).spaces}
    assert spaces["rook"].next == ("two.village",)
    assert [gate.to for gate in spaces["rook"].gates] == ["village"]
    assert [gate.to for gate in spaces["city"].gates] == ["two.village"]


@pytest.mark.long
def test_a_pack_alone_keeps_its_ids(tmp_path: Path) -> None:
    """The Village is called as one of the rulebook; nothing else is."""
    alone = table(str(pack(tmp_path / "two", cards=GREAT_OWL.replace("one.owl", "owl"), board=NEST)))
    assert [card.id for card in alone.definitions if "." in card.id] == []
    assert [space.id for space in alone.spaces if "." in space.id] == ["two.village"]
    assert not [card.id for card in table("city").definitions if "." in card.id]


def test_scenarios_saves_and_records_name_both(two: tuple[str, str]) -> None:
    text = f"""
title: The Sling counts against the Great Owl, the Net does not
game: {{preset: revised4, packs: [{two[0]}, {two[1]}]}}
players:
  - {{seat: ann, character: dwarf, at: city, cards: [sling, net]}}
  - {{seat: ben, character: elf, at: two.village}}
spaces: {{fields_4: [two.owl]}}
dice: [1, 3, 2]
answers: ["to:fields_4", fight]
expect: {{ben: {{at: two.village}}, log: [{{event: Compared, data: [7, 7]}}]}}
"""
    outcome = run(read_scenario(text))
    assert outcome.passed, outcome.message
    game = stormriver.new_game("revised4", 2, seed=1, packs=two)
    for _ in range(40):
        if game.ask is not None:
            game.play(len(game.log or ()) % len(game.ask.codes))
    assert stormriver.load(game.save()).ask == game.ask
    strong(read_record(record_of(game)), stormriver.table_for)


@pytest.mark.long
def test_a_pack_may_take_the_place_of_what_another_has(two: tuple[str, str], tmp_path: Path) -> None:
    about = "language: 2\nid: new\nreplaces: [owl]\n"
    new = pack(tmp_path / "new", pack=about, cards=OWL.replace("Owl", "New Owl"))
    names = {card.id: card.name for card in table(two[0], str(new)).definitions if "owl" in card.id}
    assert names["owl"] == "New Owl" and "new.owl" not in names
    wrong = pack(tmp_path / "wrong", pack=about.replace("owl", "awl"), cards=OWL)
    assert "there is no card, space or deck 'awl' to leave out; did you mean 'owl'?" in refusal(two[0], wrong)


@pytest.mark.long
def test_a_name_of_no_pack_is_refused(two: tuple[str, str], tmp_path: Path) -> None:
    bow = "  - {id: bow, name: Bow, kind: object, modify: {battle: 1, when: {against: one.awl}}}\n"
    wrong = pack(tmp_path / "wrong", cards=OWL + bow)
    assert "no thing is called 'one.awl'" in refusal(two[0], wrong)
