"""Plausible mistakes in packs: each is refused in both languages, with its place and what would do, many at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from stormriver.adventure.model import namesakes as adventure
from stormriver.api import table_for
from stormriver.kernel.errors import BadContent
from stormriver.language.decoders import Named, Numbered
from stormriver.language.registry import DECODERS
from stormriver.language.rendering import language
from stormriver.wargame import loader as wargame
from support.in_german import assert_german

MISTAKES = yaml.safe_load(Path(__file__).with_name("pack_mistakes.yaml").read_text(encoding="utf-8"))
"""What records begin with, what is wrong with them, and what is said of that."""


def faults(folder: Path) -> dict[str, list[str]]:
    """Return what is told of a pack, by file: the sentences without it, each up to the names that are known."""
    try:
        table_for("revised4", 2, packs=[str(folder)])
    except BadContent as wrong:
        found: dict[str, list[str]] = {}
        for sentence, located in wrong.told:
            assert_german(BadContent(sentence))
            file, _, told = located.partition(", ")
            begun, known, _ = told.partition("; known here: ")
            found.setdefault(file.removeprefix(f"{folder.name}/"), []).append(begun + known)
        return found
    return {}


@pytest.mark.slow
def test_each_mistake_is_told_with_its_place_and_what_would_do(tmp_path: Path) -> None:
    """First what is no YAML, then all else at once."""
    expected: dict[str, list[str]] = {}
    mistakes = [(group["begins"], *one) for group in MISTAKES.values() for one in group["mistakes"].items()]
    assert len(mistakes) > 100
    for number, (begun, wrong, sentence) in enumerate(mistakes):
        name = f"t{number:04}"  # as long as the name it stands for, so that columns stay
        (tmp_path / f"{name}.yaml").write_text((begun + wrong + "}\n").replace("trial", name), encoding="utf-8")
        expected[f"{name}.yaml"] = [sentence.replace("trial", name)]
    rounds = 0
    while expected:
        told = faults(tmp_path)
        assert told, f"these are not refused: {sorted(expected)}"
        assert told == {file: expected.pop(file) for file in told}
        for file in told:
            (tmp_path / file).unlink()
        rounds += 1
    assert rounds == 2


ONE_OF_EACH = {
    "pack.yaml": """language: 2
version: one
licens: CC0-1.0
replaces: [drgn]
kinds: [{id: wisp, name: Wisp, clas: enemy}]
numbers: {luck: {default: none, text: luck}}
components: {favour: {name: Favour, smal: 20}}
options: {mist: {default: true}}
""",
    "cards.yaml": """deck: adventure
cards:
  - {id: no_key, name: No Key, kind: event, met: nothing}
  - {id: no_kind, name: No Kind, kind: evnt}
  - {id: No-Id, name: No Id, kind: event, met: nothing}
  - {name: Nameless, kind: event, meet: {loose: {life: 1}}}
  - {id: no_deck, name: No Deck, kind: event, deck: adventur, meet: {loose: {life: 1}}}
  - {id: no_need, name: No Need, kind: event, meet: {add: 1}}
  - {id: no_tag, name: No Tag, kind: object, tags: [wepon]}
  - {id: no_circle, name: No Circle, kind: object, modify: {craft: 1, when: {least: {craft: 4}}}}
  - {id: no_model, name: No Model, like: drgon}
  - {id: twice, name: Twice, kind: event}
  - {id: twice, name: Twice, kind: event}
  - {id: sound, name: Sound, kind: wisp, meet: {if: {least: {favour: 1}}, then: {if: {has: no_kind}, then: nothing}}}
wrods: []
""",
    "places.yaml": """regions: [{id: isle, name: Isle, moves: fly}]
spaces: [{id: cove, name: Cove, region: isle, at: [0, 0], next: [nowhere]}]
gates: [{to: cove}]
marks: [{id: wet, name: Wet, stacks: maybe}]
""",
}
"""A pack with a fault of each kind, and with what is sound and speaks of what is not."""


def told_of(folder: Path, files: dict[str, str], preset: str) -> list[str]:
    """Return what is told of a pack of these files that is played with."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadContent) as wrong:
        table_for(preset, 2, packs=[str(folder)])
    return [sentence for sentence, _ in wrong.value.told]


def test_one_pack_with_a_fault_of_each_kind_is_told_in_one_round(tmp_path: Path) -> None:
    sentences = told_of(tmp_path, ONE_OF_EACH, "revised4")
    told = [re.split(r"; |, so |: \"", sentence.partition("/")[2])[0] for sentence in sentences]
    assert sorted(told) == [
        "cards.yaml, line 10, at cards[7].modify.when: this makes 'craft' depend on itself",
        "cards.yaml, line 11, at cards[8].like: no card is called 'drgon'",
        "cards.yaml, line 13, at cards[10]: a second card of the deck adventure is called 'twice'",
        "cards.yaml, line 15, at wrods: unknown key 'wrods'",
        "cards.yaml, line 3, at cards[0].met: unknown key 'met'",
        "cards.yaml, line 4, at cards[1]: no kind of card is called 'evnt'",
        "cards.yaml, line 5, at cards[2].id: an id is made of small letters, digits and underscores, not 'No-Id'",
        "cards.yaml, line 5, at cards[2].met: unknown key 'met'",
        "cards.yaml, line 6, at cards[3].meet.loose: no effect is called 'loose'",
        "cards.yaml, line 6, at cards[3]: the key 'id' is missing",
        "cards.yaml, line 7, at cards[4].deck: no deck is called 'adventur'",
        "cards.yaml, line 7, at cards[4].meet.loose: no effect is called 'loose'",
        "cards.yaml, line 8, at cards[5].meet: 'add' needs a roll under way, which is not given here",
        "cards.yaml, line 9, at cards[6].tags[0]: nothing asks for the tag 'wepon'",
        "pack.yaml, line 2, at version: version is made of numbers with points between them, in quotes",
        "pack.yaml, line 3, at licens: unknown key 'licens'",
        "pack.yaml, line 4, at replaces[0]: there is no card, space or deck 'drgn' to leave out",
        "pack.yaml, line 5, at kinds[0].clas: unknown key 'clas'",
        "pack.yaml, line 6, at numbers.luck.default: expected a whole number, found 'none'",
        "pack.yaml, line 7, at components.favour.smal: unknown key 'smal'",
        "pack.yaml, line 8, at options.mist: an option has a default and a text",
        "places.yaml, line 1, at regions[0].moves: one moves by roll, step, none, not by 'fly'",
        "places.yaml, line 2, at spaces[0].next: no space is called 'nowhere'",
        "places.yaml, line 3, at gates[0]: a gate that is added says from which space: give `from:`",
        "places.yaml, line 4, at marks[0].stacks: expected true or false, found 'maybe'",
    ]


CHITS_OF_EACH = {
    "pack.yaml": """language: 2
version: one
licens: CC0-1.0
for: [wargame]
replaces: [holy_grial]
""",
    "chits.yaml": """items:
  - {id: no_slot, name: No Slot, slot: wepon}
  - {id: no_key, name: No Key, gvies: {strength: 1}}
  - {name: Nameless, gives: {strenght: 1}}
  - {id: no_ability, name: No Ability, gives: {abilities: flyy}}
  - {id: twice, name: Twice}
  - {id: twice, name: Twice}
  - {id: none, name: None, copies: 0}
spells:
  - {id: no_target, name: No Target, at: phase, target: everybody, effect: skip}
  - {id: no_moment, name: No Moment, at: evening}
  - {id: no_need, name: No Need, at: phase, effect: strip}
  - {id: sound, name: Sound, at: phase, effect: skip}
wrods: []
""",
    "units.yaml": """units:
  - {id: no_side, name: No Side, side: [good], type: monster, strength: 1}
  - {id: no_type, name: No Type, side: good, type: monstr, strength: 1}
  - {id: no_class, name: No Class, side: good, type: monster, strength: 1, is: [magic_usr]}
  - {id: no_number, name: No Number, side: good, strength: many}
abilities:
  - {id: silent, name: Silent}
tiles:
  - {id: nowhere, name: Nowhere, side: middle}
marks: three
""",
}
"""A pack for the wargame with a fault of each kind."""


def test_one_pack_of_chits_with_a_fault_of_each_kind_is_told_in_one_round(tmp_path: Path) -> None:
    sentences = told_of(tmp_path, CHITS_OF_EACH, "wargame")
    told = [re.split(r"; |: give | none, unit|: \"", sentence.partition("/")[2])[0] for sentence in sentences]
    for sentence in sentences:
        assert_german(BadContent(sentence))
    assert sorted(told) == [
        "chits.yaml, line 10, at spells[0]: a spell is aimed at",
        "chits.yaml, line 11, at spells[1].at: no moment is called 'evening'",
        "chits.yaml, line 12, at spells[2].effect: 'strip' needs a unit that it is aimed at, which is not given here",
        "chits.yaml, line 14, at wrods: unknown key 'wrods'",
        "chits.yaml, line 2, at items[0]: no slot is called 'wepon'",
        "chits.yaml, line 3, at items[1].gvies: unknown key 'gvies'",
        "chits.yaml, line 4, at items[2].gives.strenght: unknown key 'strenght'",
        "chits.yaml, line 4, at items[2]: the key 'id' is missing",
        "chits.yaml, line 5, at items[3].gives: no ability is called 'flyy'",
        "chits.yaml, line 7, at items[5]: a second item is called 'twice'",
        "chits.yaml, line 8, at items[6]: of a chit there is at least one copy",
        "pack.yaml, line 2, at version: version is made of numbers with points between them, in quotes",
        "pack.yaml, line 3, at licens: unknown key 'licens'",
        "pack.yaml, line 5, at replaces[0]: there is no chit or cup 'holy_grial' to leave out",
        "units.yaml, line 10, at marks: expected a list, found 'three'",
        "units.yaml, line 2, at units[0].side: expected a word, found a list",
        "units.yaml, line 3, at units[1]: a unit is a character or a monster, not 'monstr'",
        "units.yaml, line 4, at units[2].is[0]: nothing asks for the class 'magic_usr'",
        "units.yaml, line 5, at units[3].strength: expected a whole number, found 'many'",
        "units.yaml, line 7, at abilities[0]: an ability says what who has it does",
        "units.yaml, line 9, at tiles[0]: a side is good, evil, neutral, not 'middle'",
    ]


def test_what_a_name_is_of_is_said_in_german() -> None:
    """`no tile is called ...`: the kinds of names stand in sentences that are made of them."""
    read = {decoder.kind for decoder in DECODERS.values() if isinstance(decoder, Named | Numbered)}
    given = {keys["id"] for named in (adventure.NAMED, wargame.NAMED) for keys in named.values() if "id" in keys}
    assert {"deck", "tile", "ability"} <= read | given
    assert read | given <= language("de").catalogue.sections["translations"].keys()
