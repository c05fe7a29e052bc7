"""Packs that call different things alike: each means its own, others name it with the id of its pack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stormriver.api import begin_game, resume_game, table_for, tables_for
from stormriver.kernel.records import read_record, record_of
from stormriver.kernel.replays import strong
from stormriver.presentation.adventure.book import book_of
from stormriver.presentation.game_settings import choices
from stormriver.presentation.rule_texts import rules
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
ABOUT = """\
language: 2
id: PACK
for: [revised4]
languages: [de]
kinds: [{id: settler, name: Settler of PACK, order: 4, is: [visited]}]
decks: [{id: frontier, name: Frontier of PACK}, {id: ends, name: Ends of PACK, lays: short_days}]
tags: [trail]
options: {short_days: {default: none, words: [none, revealed, hidden], text: "How days of PACK end."}}
numbers: {haste: {default: 0, text: "your haste of PACK is {amount} higher"}}
components: {favour: {name: Favour of PACK, small: 9}}
rules:
  - {id: toll, name: Toll of PACK, act: {at: free, when: {option: short_days, is: revealed}, do: {gain: {favour: 1}}}}
"""
SETTLERS = """\
deck: frontier
cards:
  - {id: PACK_settler, name: PACK, kind: settler, tags: trail, holds: {favour: 2}, meet: {collect: {favour: 1}}}
  - {id: PACK_sling, name: PACK, kind: object, deck: adventure, modify: {haste: 1}}
  - {id: PACK_bow, name: PACK, kind: object, deck: adventure, modify: {craft: 1, when: {against: settler}}}
  - {id: PACK_call, name: PACK, kind: event, deck: adventure, meet: {draw: 1, from: frontier}}
  - {id: PACK_end, name: PACK, kind: settler, deck: ends, meet: {gain: {gold: 1}}}
  - {id: PACK_trail, name: PACK, kind: object, deck: adventure, modify: {craft: 1, when: {has: trail}}}
"""
LAND = """\
regions: [{id: march, name: March of PACK, map: march, deck: frontier}]
spaces: [{id: PACK_ford, name: Ford, region: march, at: [0, 0], next: PACK_ford, gates: {to: city, pass: enter}}]
gates: [{from: city, to: PACK_ford, pass: enter}]
"""
RULES = """\
rules:
  - {id: PACK.days, title: Short days, text: "A day is over soon.", holds_with: {short_days: hidden}}
"""
GERMAN = """\
names:
  deck.frontier: Grenzlanddeck von PACK
  kind.settler: Siedler von PACK
  setting.short_days: Kurze Tage von PACK
  setting.short_days.hidden: verborgen von PACK
  counter.favour: Gunst von PACK
  rule.toll: Zoll von PACK
phrases: {setting.short_days: Wie Tage von PACK enden.}
"""


@pytest.fixture(scope="module")
def frontiers(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Return two packs that call alike whatever a pack may bring beside its cards and spaces."""

    def bordering(name: str) -> str:
        files = {"pack": ABOUT, "cards": SETTLERS, "board": LAND, "rules": RULES}
        own = {key: text.replace("PACK", name) for key, text in files.items()}
        folder = pack(tmp_path_factory.mktemp("shelf") / name, **own)
        (folder / "locale").mkdir()
        (folder / "locale" / "de.yaml").write_text(GERMAN.replace("PACK", name), encoding="utf-8")
        return str(folder)

    return bordering("east"), bordering("west")


@pytest.fixture
def two(tmp_path: Path) -> tuple[str, str]:
    """Return two packs, each with an Owl of its own; the second has a Village, too."""
    one = pack(tmp_path / "one", cards=OWL)
    other = pack(tmp_path / "two", cards=GREAT_OWL, board=NEST)
    return str(one), str(other)


def table(*packs: str) -> Any:
    return table_for("revised4", 2, packs=packs)


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
    game = begin_game("revised4", 2, seed=1, packs=two)
    for _ in range(40):
        if game.ask is not None:
            game.play(len(game.log or ()) % len(game.ask.codes))
    assert resume_game(game.save(), game.table.added_packs()).ask == game.ask
    strong(read_record(record_of(game)), tables_for(game.table.added_packs()))


def test_what_packs_bring_beside_cards_is_told_apart(frontiers: tuple[str, str]) -> None:
    chosen = {"short_days": "hidden", "west.short_days": "revealed"}
    found: Any = table_for("revised4", 2, chosen, frontiers)
    decks = {deck.id: deck.name for deck in found.decks if "frontier" in deck.id}
    assert decks == {"frontier": "Frontier of east", "west.frontier": "Frontier of west"}
    ends = {deck.id: deck.lays for deck in found.decks if "ends" in deck.id}
    assert ends == {"ends": "short_days", "west.ends": "west.short_days"}
    held = [(card.id, card.kind, card.deck) for card in found.definitions if card.id.endswith("_settler")]
    assert held == [("east_settler", "settler", "frontier"), ("west_settler", "west.settler", "west.frontier")]
    assert (found.options["short_days"], found.options["west.short_days"]) == ("hidden", "revealed")
    assert {rule.id: rule.act[0].key for rule in found.rules if "toll" in rule.id} == {
        "toll": "toll",
        "west.toll": "west.toll",
    }
    assert {"haste", "west.haste"} <= set(found.number_names) and {"favour", "west.favour"} <= found.countable.keys()
    assert {found.regions[space.region].deck for space in found.spaces if "_ford" in space.id} == set(decks)
    assert [rule.id for rule in rules(found).values() if rule.id.endswith(".days")] == ["east.days"]
    alone: Any = table_for("revised4", 2, {"west.short_days": "revealed"}, frontiers[1:])
    assert [name for name in alone.ruleset.options if "short" in name] == ["short_days"]


def test_a_map_of_another_pack_is_named_by_both(frontiers: tuple[str, str], tmp_path: Path) -> None:
    """Each has a map of its own that it calls so; a third pack draws on the one it names."""
    land = LAND.replace("PACK", "far").replace("deck: frontier", "level: 1")
    third = pack(tmp_path / "far", board=land.replace("map: march", "map: west.march").replace("[0, 0]", "[1, 0]"))
    found = table(*frontiers, str(third))
    drawn = {region.id: region.map for region in found.regions.values() if region.id.endswith("march")}
    assert drawn == {"march": "march", "west.march": "west.march", "far.march": "west.march"}
    shown = [(one.id, one.name, one.rows) for one in book_of(found).maps]
    assert shown[1:] == [("march", "March of east", 1), ("west.march", "March of west", 2)]
    alone = table(frontiers[0])
    assert [one.name for one in book_of(alone).maps] == ["Main", "March"]
    assert "no map is called 'west.march'" in refusal(frontiers[0], third)


def test_words_speak_of_what_their_own_pack_brings(frontiers: tuple[str, str]) -> None:
    found = table(*frontiers)
    for name in ("east", "west"):
        assert said(found, f"{name}_call") == f"Draw 1 card from the Frontier of {name} and encounter it."
        assert f"Favour of {name}" in said(found, f"{name}_settler")
        assert f"your haste of {name}" in said(found, f"{name}_sling").lower()
        assert f"a Settler of {name}" in said(found, f"{name}_bow")


def test_a_tag_is_a_common_word(frontiers: tuple[str, str]) -> None:
    found = table(*frontiers)
    assert [card.id for card in found.definitions if "trail" in card.names] == ["east_settler", "west_settler"]


def test_the_german_of_a_pack_says_plain_ids(frontiers: tuple[str, str]) -> None:
    found = table(*frontiers)
    told = {choice.id: choice for choice in choices(found.ruleset, "de") if "short" in choice.id}
    for name, option in (("east", "short_days"), ("west", "west.short_days")):
        assert told[option].name == f"Kurze Tage von {name}" and told[option].text == f"Wie Tage von {name} enden."
        assert told[option].word_names[-1] == f"verborgen von {name}"
        deck = next(deck for deck in found.decks if deck.name == f"Frontier of {name}")
        assert found.name_of(deck, "de") == f"Grenzlanddeck von {name}"
        card = next(card for card in found.definitions if card.id == f"{name}_settler")
        assert f"Gunst von {name}" in found.says(card, "de")
    english = {choice.id: choice.name for choice in choices(found.ruleset) if "short" in choice.id}
    assert english == {"short_days": "Short days", "west.short_days": "Short days"}


def test_games_with_both_go_on_from_a_save(frontiers: tuple[str, str]) -> None:
    game = begin_game("revised4", 2, seed=1, packs=frontiers, options={"west.short_days": "revealed"})
    for _ in range(40):
        if game.ask is not None:
            game.play(len(game.log or ()) % len(game.ask.codes))
    assert resume_game(game.save(), game.table.added_packs()).ask == game.ask
    strong(read_record(record_of(game)), tables_for(game.table.added_packs()))


def test_what_the_rulebook_itself_has_is_no_namesake(tmp_path: Path) -> None:
    """The rules speak of their own decks by these ids."""
    deck = "language: 2\ndecks: [{id: adventure, name: Mine}]\n"
    odd = refusal(pack(tmp_path / "odd", pack=deck, cards=OWL))
    assert "the decks have one that is called 'adventure' already" in odd
    twice = "language: 2\ndecks: [{id: mine, name: Mine}, {id: mine, name: Mine too}]\n"
    assert "'mine' already" in refusal(pack(tmp_path / "twice", pack=twice, cards=OWL))


def test_chits_of_the_wargame_are_told_apart(tmp_path: Path) -> None:
    chits = "abilities: [{id: keen, name: Keen of PACK, text: sees far}]\n"
    chits += "units: [{id: scout, name: Scout, side: good, type: monster, strength: 1, abilities: keen}]\n"
    chits += "items: [{id: flag, name: Flag, for: {is: scout}, gives: {abilities: keen}}]\n"
    packs = [str(pack(tmp_path / name, chits=chits.replace("PACK", name))) for name in ("north", "south")]
    found: Any = table_for("wargame", packs=packs)
    scout, flag = (next(chit for chit in found.definitions if chit.id == f"south.{name}") for name in ("scout", "flag"))
    assert (scout.abilities, flag.gives[0].abilities) == (("south.keen",), ("south.keen",))
    assert found.abilities["south.keen"].name == "Keen of south"
    assert "Scout" in found.says(flag) and "south" not in found.says(flag).replace("Keen of south", "")
    own = "units: [{id: scout, name: New Scout, side: good, type: monster, strength: 2}]\n"
    about = "language: 2\nid: new\nreplaces: [south.scout]\nwithout: [north.flag]\n"
    found = table_for("wargame", packs=[*packs, str(pack(tmp_path / "new", pack=about, chits=own))])
    named = {chit.id: chit.name for chit in found.definitions if chit.id.endswith(("scout", "flag"))}
    assert named == {"scout": "Scout", "south.scout": "New Scout", "south.flag": "Flag"}


@pytest.mark.long
def test_a_pack_may_take_the_place_of_what_another_has(two: tuple[str, str], tmp_path: Path) -> None:
    about = "language: 2\nid: new\nreplaces: [owl]\n"
    new = pack(tmp_path / "new", pack=about, cards=OWL.replace("Owl", "New Owl"))
    names = {card.id: card.name for card in table(two[0], str(new)).definitions if "owl" in card.id}
    assert names["owl"] == "New Owl" and "new.owl" not in names
    wrong = pack(tmp_path / "wrong", pack=about.replace("owl", "awl"), cards=OWL)
    assert "there is no card, space or deck 'awl' to leave out; did you mean 'owl'?" in refusal(two[0], wrong)


def test_what_goes_is_named_with_its_pack(two: tuple[str, str], frontiers: tuple[str, str], tmp_path: Path) -> None:
    """What takes its place is called to others as it was."""
    about = "language: 2\nid: new\nreplaces: [two.owl, revised4.crags]\nwithout: [one.owl, west.frontier]\n"
    crags = "spaces: [{id: crags, name: Cliffs, region: outer, at: [2, 6], next: [chapel, fields_2]}]\n"
    hoot = "  - {id: hoot, name: Hoot, kind: object, modify: {battle: 1, when: {against: owl}}}\n"
    new = pack(tmp_path / "new", pack=about, cards=OWL.replace("Owl", "New Owl") + hoot, board=crags)
    found = table(*two, *frontiers, str(new))
    assert {card.id: card.name for card in found.definitions if card.id.endswith("owl")} == {"two.owl": "New Owl"}
    assert {card.deck for card in found.definitions if "_settler" in card.id} == {"frontier"}
    assert [space.name for space in found.spaces if space.id.endswith("crags")] == ["Cliffs"]
    assert all(said(found, name).endswith("fighting the New Owl.") for name in ("sling", "hoot"))


@pytest.mark.long
def test_a_name_of_no_pack_is_refused(two: tuple[str, str], tmp_path: Path) -> None:
    bow = "  - {id: bow, name: Bow, kind: object, modify: {battle: 1, when: {against: one.awl}}}\n"
    wrong = pack(tmp_path / "wrong", cards=OWL + bow)
    assert "no thing is called 'one.awl'" in refusal(two[0], wrong)
