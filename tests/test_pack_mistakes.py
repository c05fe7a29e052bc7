"""A hundred plausible mistakes in packs: each is refused, with line, column and what would do, and all at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import stormriver
from stormriver.kernel.errors import BadContent

EVENT = "deck: adventure\ncards:\n  - {id: trial, name: Trial, kind: event, "
ENEMY = "deck: adventure\ncards:\n  - {id: trial, name: Trial, kind: animal, "
OBJECT = "deck: adventure\ncards:\n  - {id: trial, name: Trial, kind: object, "
CHARACTER = "characters:\n  - {id: trial, name: Trial, "
SPELL = "deck: spells\ncards:\n  - {id: trial, name: Trial, kind: spell, "
SPACE = (
    "regions: [{id: isle_trial, name: Isle}]\nspaces:\n  - {id: trial, name: Trial, region: isle_trial, at: [0, 0], "
)
MARK = "marks:\n  - {id: trial, name: Trial, "
MISTAKES = [
    (
        EVENT,
        "meet: {loose: {life: 1}}",
        "line 3, column 50, at cards[0].meet.loose: no effect is called 'loose'; did you mean 'lose'?",
    ),
    (EVENT, "met: nothing", "line 3, column 43, at cards[0].met: unknown key 'met'; did you mean 'meet'?"),
    (
        EVENT,
        "meet: {lose: {lfe: 1}}",
        "line 3, column 62, at cards[0].meet.lose.lfe: nothing is counted as 'lfe'; did you mean 'life'?",
    ),
    (
        EVENT,
        "meet: {lose: {life: one}}",
        "line 3, column 63, at cards[0].meet.lose.life: no value is called 'one'; did you mean 'won'?",
    ),
    (EVENT, "meet: {lose: 1}", "line 3, column 56, at cards[0].meet.lose: expected a mapping, found 1"),
    (
        EVENT,
        "meet: {lose: {life: -1}}",
        "line 3, column 63, at cards[0].meet.lose.life: -1 is less than nothing, which has no meaning here; write a number from 0",
    ),
    (
        EVENT,
        "meet: {lose: {life: 5000}}",
        "line 3, column 63, at cards[0].meet.lose.life: 5000 is more than anything comes to here, which is 1000",
    ),
    (
        EVENT,
        "meet: {lose: {life: 1}, who: everybody}",
        "line 3, column 72, at cards[0].meet.who: no choice of seats is called 'everybody'; known here: ",
    ),
    (
        EVENT,
        "meet: {lose: {life: 1}, hwo: all}",
        "line 3, column 67, at cards[0].meet.hwo: 'lose' has no 'hwo'; did you mean 'who'?",
    ),
    (
        EVENT,
        "meet: {teleport: woods}",
        "line 3, column 60, at cards[0].meet.teleport: no space is called 'woods'; did you mean 'woods_4'?",
    ),
    (
        EVENT,
        "meet: {teleport: nowhere}",
        "line 3, column 60, at cards[0].meet.teleport: no space is called 'nowhere'; known here: ",
    ),
    (
        EVENT,
        "meet: {roll: 2}",
        "line 3, column 49, at cards[0].meet: `roll` with a number of dice says with `do` what follows, and neither `dice` nor `again`",
    ),
    (
        EVENT,
        "meet: {roll: {}}",
        "line 3, column 49, at cards[0].meet: a table of results has one at least: {1-3: nothing, 4-6: {gain: {gold: 1}}}",
    ),
    (EVENT, "meet: {if: {at: forest}}", "line 3, column 49, at cards[0].meet: 'if' lacks 'then'"),
    (
        EVENT,
        "meet: {if: {att: forest}, then: nothing}",
        "line 3, column 55, at cards[0].meet.if.att: no condition is called 'att'; did you mean 'at'?",
    ),
    (
        EVENT,
        "meet: []",
        "line 3, column 49, at cards[0].meet: an empty list does nothing; write `nothing`, or leave the key out",
    ),
    (EVENT, "meet: 3", "line 3, column 49, at cards[0].meet: expected a mapping, found 3"),
    (
        EVENT,
        "meet: {repeat: 1000000000, do: {gain: {gold: 1}}}",
        "line 3, column 58, at cards[0].meet.repeat: 1000000000 is more than anything comes to here, which is 1000",
    ),
    (
        EVENT,
        "meet: {roll: {1: {gain: {gold: 1}}}, dice: 1000000000}",
        "line 3, column 86, at cards[0].meet.dice: from 1 to 100 dice are rolled at once, not 1000000000",
    ),
    (EVENT, "copies: 0", "line 3, column 5, at cards[0]: a card has at least one copy"),
    (
        EVENT,
        "copies: 1000000",
        "line 3, column 51, at cards[0].copies: 1000000 is more than anything comes to here, which is 1000",
    ),
    (EVENT, "copies: many", "line 3, column 51, at cards[0].copies: expected a whole number, found 'many'"),
    (
        EVENT,
        "copies: -2",
        "line 3, column 51, at cards[0].copies: -2 is less than nothing, which has no meaning here; write a number from 0",
    ),
    (
        EVENT,
        "tags: [wepon]",
        "line 3, column 50, at cards[0].tags[0]: nothing asks for the tag 'wepon'; did you mean 'weapon'? Else let a word ask for it, or say in `pack.yaml` that there is this tag: `tags: [...]`",
    ),
    (EVENT, "tags: 3", "line 3, column 49, at cards[0].tags: expected a word, found 3"),
    (EVENT, "provenance: sur", "line 3, column 5, at cards[0]: no provenance is called 'sur'; did you mean 'sure'?"),
    (EVENT, "order: first", "line 3, column 50, at cards[0].order: expected a whole number, found 'first'"),
    (EVENT, "action: kep", "line 3, column 5, at cards[0]: no action is called 'kep'; did you mean 'keep'?"),
    (
        EVENT,
        "cost: -1",
        "line 3, column 49, at cards[0].cost: -1 is less than nothing, which has no meaning here; write a number from 0",
    ),
    (EVENT, "names: {a: b}", "line 3, column 43, at cards[0].names: unknown key 'names'; did you mean 'name'?"),
    (EVENT, "art: {figur: bear}", "line 3, column 48, at cards[0].art: expected a word, found a mapping"),
    (EVENT, "art: 3", "line 3, column 48, at cards[0].art: expected a word, found 3"),
    (
        ENEMY,
        "strength: 2, craft: 2",
        "line 3, column 5, at cards[0]: an Enemy attacks with Strength or with Craft: give one of them",
    ),
    (
        ENEMY,
        "copies: 1",
        "line 3, column 5, at cards[0]: an Enemy attacks with Strength or with Craft: give one of them",
    ),
    (ENEMY, "strength: strong", "line 3, column 54, at cards[0].strength: expected a whole number, found 'strong'"),
    (ENEMY, "strenght: 3", "line 3, column 44, at cards[0].strenght: unknown key 'strenght'; did you mean 'strength'?"),
    (
        ENEMY,
        "strength: 100000",
        "line 3, column 54, at cards[0].strength: 100000 is more than anything comes to here, which is 1000",
    ),
    (
        OBJECT,
        "not_for: [lawful]",
        "line 3, column 53, at cards[0].not_for: no alignment is called 'lawful'; known here: ",
    ),
    (
        OBJECT,
        "modify: {strenth: 1}",
        "line 3, column 53, at cards[0].modify.strenth: no number is called 'strenth'; did you mean 'strength'?",
    ),
    (
        OBJECT,
        "modify: {strength: {cuont: object}}",
        "line 3, column 64, at cards[0].modify.strength.cuont: no value is called 'cuont'; did you mean 'count'?",
    ),
    (
        OBJECT,
        "modify: {strength: 1, do: nothing}",
        "line 3, column 70, at cards[0].modify.do: this hook does nothing by itself; leave `do` out",
    ),
    (
        OBJECT,
        "forbid: {flying: true}",
        "line 3, column 53, at cards[0].forbid.flying: nothing that may be allowed or forbidden is called 'flying'; known here: ",
    ),
    (
        OBJECT,
        "allow: {ride: all}",
        "line 3, column 52, at cards[0].allow.ride: nothing that may be allowed or forbidden is called 'ride'; known here: ",
    ),
    (
        OBJECT,
        "replace: {lose_lfe: 1, do: nothing}",
        "line 3, column 54, at cards[0].replace.lose_lfe: nothing that may be replaced is called 'lose_lfe'; did you mean 'lose_life'?",
    ),
    (
        OBJECT,
        "trigger: {after: landd, do: nothing}",
        "line 3, column 53, at cards[0].trigger: no event is called 'landd'; did you mean 'landed'?",
    ),
    (OBJECT, "trigger: {do: {gain: {gold: 1}}}", "line 3, column 53, at cards[0].trigger: the key 'after' is missing"),
    (OBJECT, "trigger: {after: landed}", "line 3, column 53, at cards[0].trigger: the key 'do' is missing"),
    (
        OBJECT,
        "act: {do: {gain: {gold: 1}}}",
        "line 3, column 49, at cards[0].act: an act says at which moment (`at:`), an answer to which event (`to:`)",
    ),
    (
        OBJECT,
        "act: {phase: mvoe, do: {gain: {gold: 1}}}",
        "line 3, column 50, at cards[0].act.phase: unknown key 'phase'; known here: ",
    ),
    (
        OBJECT,
        "modify: {strength: 1, when: {in_fight: melee}}",
        "line 3, column 72, at cards[0].modify.when: a fight is `battle` or `psychic`, not 'melee'",
    ),
    (
        OBJECT,
        "modify: {strength: 1, when: {is: lawful}}",
        "line 3, column 77, at cards[0].modify.when.is: no alignment is called 'lawful'; known here: ",
    ),
    (OBJECT, "must_take: yes", "line 3, column 55, at cards[0].must_take: expected true or false, found 'yes'"),
    (OBJECT, "keeps: 1", "line 3, column 51, at cards[0].keeps: expected true or false, found 1"),
    (OBJECT, "price: free", "line 3, column 51, at cards[0].price: expected a whole number, found 'free'"),
    (OBJECT, "like: swrod", "line 3, column 50, at cards[0].like: no card is called 'swrod'; did you mean 'sword'?"),
    (OBJECT, "like: city/swrod", "line 3, column 50, at cards[0].like: no card is called 'city/swrod'; known here: "),
    (
        CHARACTER,
        "start: tavern, strength: 3, craft: 3, life: 4, fate: 3, alignment: lawful",
        "line 2, column 97, at characters[0].alignment: no alignment is called 'lawful'; known here: ",
    ),
    (
        CHARACTER,
        "alignment: neutral, strength: 3, craft: 3, life: 4, fate: 3, start: pub",
        "line 2, column 98, at characters[0].start: no space is called 'pub'; known here: ",
    ),
    (
        CHARACTER,
        "alignment: neutral, start: tavern, strength: 3, craft: 3, life: 4, fate: 3, objects: [swrod]",
        "line 2, column 116, at characters[0].objects[0]: no card is called 'swrod'; did you mean 'sword'?",
    ),
    (
        CHARACTER,
        "alignment: neutral, start: tavern, strength: 3, craft: 3, life: 4, fate: 3, spells: many",
        "line 2, column 114, at characters[0].spells: expected a whole number, found 'many'",
    ),
    (
        CHARACTER,
        "alignment: neutral, start: tavern, strength: 3, craft: 3, fate: 3, life: 0",
        "line 2, column 5, at characters[0]: a character has start, alignment and life",
    ),
    (
        CHARACTER,
        "alignment: neutral, start: tavern, strength: 3, craft: 3, life: 4, fate: 3, abilities: [{name: X}]",
        "line 2, column 118, at characters[0].abilities[0]: the key 'id' is missing",
    ),
    (
        CHARACTER,
        "alignment: neutral, start: tavern, strength: 3, craft: 3, life: 4, fate: 3, abilities: {id: a}",
        "line 2, column 117, at characters[0].abilities: expected a list, found a mapping",
    ),
    (
        CHARACTER,
        "alignment: neutral, start: tavern, strength: 3, craft: 3, life: 4, fate: 3, gold: lots",
        "line 2, column 112, at characters[0].gold: expected a whole number, found 'lots'",
    ),
    (SPELL, "copies: 1", "line 3, column 5, at cards[0]: a Spell says when it may be cast: give `cast:`"),
    (
        SPELL,
        "cast: {to: evrything}, effect: nothing",
        "line 3, column 50, at cards[0].cast.to: unknown key 'to'; known here: ",
    ),
    (
        SPELL,
        "cast: {when: 3}, effect: nothing",
        "line 3, column 56, at cards[0].cast.when: expected a mapping, found 3",
    ),
    (
        SPELL,
        "cast: {any: own_turn}, effect: nothing",
        "line 3, column 50, at cards[0].cast.any: unknown key 'any'; known here: ",
    ),
    (SPACE, "next: [nowhere]", "line 3, column 68, at spaces[0].next: no space is called 'nowhere'; known here: "),
    (SPACE, "moves: dice", "line 3, column 62, at spaces[0].moves: unknown key 'moves'; known here: "),
    (SPACE, "deck: trap", "line 3, column 62, at spaces[0].deck: unknown key 'deck'; known here: "),
    (
        SPACE,
        "draw: 2000",
        "line 3, column 68, at spaces[0].draw: 2000 is more than anything comes to here, which is 1000",
    ),
    (
        SPACE,
        "gates: [{too: tavern}]",
        "line 3, column 71, at spaces[0].gates[0].too: unknown key 'too'; did you mean 'to'?",
    ),
    (SPACE, "opposite: [mars]", "line 3, column 72, at spaces[0].opposite: no space is called 'mars'; known here: "),
    (SPACE, "gates: [{to: mars}]", "line 3, column 69, at spaces[0].gates: no space is called 'mars'; known here: "),
    (MARK, "stacks: maybe", "line 2, column 38, at marks[0].stacks: expected true or false, found 'maybe'"),
    (MARK, "ends: nver", "line 2, column 30, at marks[0].ends: unknown key 'ends'; did you mean 'leads'?"),
    (MARK, "modify: {luck: 1}", "line 2, column 39, at marks[0].modify.luck: no number is called 'luck'; known here: "),
    (
        EVENT,
        "meet: {mark: toadd}",
        "line 3, column 56, at cards[0].meet.mark: no mark is called 'toadd'; did you mean 'toad'?",
    ),
    (
        EVENT,
        "meet: {take: purse}",
        "line 3, column 56, at cards[0].meet.take: no thing is called 'purse'; known here: ",
    ),
    (
        EVENT,
        "meet: {gain: {gold: 1}, for: 3}",
        "line 3, column 67, at cards[0].meet.for: 'gain' has no 'for'; known here: ",
    ),
    (
        EVENT,
        "meet: {lose: {life: 1}, who: target}",
        "line 3, column 49, at cards[0].meet: 'lose' with `who: target` needs another character that it is about, which is not given here; it may stand in `aim_at`, in `each`, in Spells whose `cast` has `target`, and where a character is met or fought",
    ),
    (
        EVENT,
        "meet: {gain: {gold: rolled}}",
        "line 3, column 63, at cards[0].meet.gain.gold: 'rolled' needs a number that has been rolled, which is not given here; it may stand in the words that roll, and at `rolled`",
    ),
    (
        EVENT,
        "meet: {add: 1}",
        "line 3, column 49, at cards[0].meet: 'add' needs a roll under way, which is not given here; it may answer `to: rolled`",
    ),
    (
        EVENT,
        "meet: {reroll: 1}",
        "line 3, column 58, at cards[0].meet.reroll: 'reroll' takes nothing behind it; write just reroll",
    ),
    (
        EVENT,
        "meet: cancel",
        "line 3, column 49, at cards[0].meet: no effect is called 'cancel' any more; write `prevent`, or let `stormriver pack migrate FOLDER` rewrite the pack",
    ),
    (
        EVENT,
        "meet: again",
        "line 3, column 49, at cards[0].meet: no effect is called 'again' any more; write `{do_as: this}`, or let `stormriver pack migrate FOLDER` rewrite the pack",
    ),
    (
        OBJECT,
        "trigger: {after: landed, do: {teleport: forest}}",
        "line 3, column 53, at cards[0].trigger: what it does brings about 'landed' again and so would never end; say `when:` it is done",
    ),
    (
        EVENT,
        "deck: adventur",
        "line 3, column 49, at cards[0].deck: no deck is called 'adventur'; did you mean 'adventure'?",
    ),
    (EVENT, "drawn: {kep: 1}", "line 3, column 51, at cards[0].drawn.kep: no effect is called 'kep'; known here: "),
    (
        EVENT,
        "meet: {gain: {gold: 1}, lose: {life: 1}}",
        "line 3, column 67, at cards[0].meet.lose: 'gain' has no 'lose'; known here: ",
    ),
    (EVENT, "must_take: true, text: A note", "line 3, column 60, at cards[0].text: unknown key 'text'; known here: "),
    (
        OBJECT,
        "act: {at: fre, do: nothing}",
        "line 3, column 54, at cards[0].act.at: no moment is called 'fre'; did you mean 'free'?",
    ),
    (
        OBJECT,
        "act: {at: free, once: round, do: {gain: {gold: 1}}}",
        "line 3, column 49, at cards[0].act: once a 'round' is not known; write turn, fight or roll",
    ),
    (
        EVENT,
        "meet: {choose: {a: nothing}, hwo: 1}",
        "line 3, column 72, at cards[0].meet.hwo: 'choose' has no 'hwo'; known here: ",
    ),
    (
        EVENT,
        "meet: {if: {has: swrod}, then: {miss_turn: 1}}",
        "line 3, column 60, at cards[0].meet.if.has: no thing is called 'swrod'; did you mean 'sword'?",
    ),
    (
        EVENT,
        "meet: {mark: toad, turns: long}",
        "line 3, column 69, at cards[0].meet.turns: expected a whole number, found 'long'",
    ),
    (
        EVENT,
        "meet: {each: othrs, do: nothing}",
        "line 3, column 56, at cards[0].meet.each: no choice of seats is called 'othrs'; did you mean 'others'?",
    ),
    (
        SPELL,
        "cast: {at: evrything}, effect: nothing",
        "line 3, column 54, at cards[0].cast.at: no moment is called 'evrything'; known here: ",
    ),
    (EVENT, "meet: {win: 3}", "line 3, column 55, at cards[0].meet.win: 'win' takes nothing behind it; write just win"),
    (
        EVENT,
        "meet: {roll: {1-: nothing}}",
        "line 3, column 61, at cards[0].meet.roll.1-: '1-' is no result of dice; write 4 or 2-3",
    ),
    (EVENT, "strength: 1.5", "line 3, column 53, at cards[0].strength: expected a whole number, found '1.5'"),
    (EVENT, "copies: true", "line 3, column 51, at cards[0].copies: expected a whole number, found True"),
    (EVENT, "meet: {may: }", "line 3, column 55, at cards[0].meet.may: expected a mapping, found nothing"),
    (
        OBJECT,
        "modify: {strength: 2, when: {at: inn}}",
        "line 3, column 77, at cards[0].modify.when.at: no thing is called 'inn'; did you mean 'inner'?",
    ),
    (
        OBJECT,
        "holds: {gold: -1}",
        "line 3, column 58, at cards[0].holds.gold: -1 is less than nothing, which has no meaning here; write a number from 0",
    ),
    (
        OBJECT,
        "modify: {strength: 1, when: own_tun}",
        "line 3, column 72, at cards[0].modify.when: no condition is called 'own_tun'; did you mean 'own_turn'?",
    ),
    (EVENT, "name: Again", "line 3, column 43, at cards[0]: the key 'name' stands here twice"),
    (EVENT, "meet: {lose: {life: 1}", "line 4, column 1: a comma or } is missing before this; its { stands in line 3"),
    (EVENT, "note: don't: do", "line 3, column 54: a comma or } is missing before this; its { stands in line 3"),
    (
        EVENT,
        'note: "\\e[2J"',
        "line 3, column 49, at cards[0].note: a control character stands here, which no text holds",
    ),
    (
        EVENT,
        "note: *x",
        "line 3, column 49, at cards[0].note: anchors and aliases have no meaning here; write it out, or use `like:`",
    ),
]
"""What a record begins with, what is wrong with it, and what is said of that; known names are left out."""


def faults(folder: Path) -> dict[str, list[str]]:
    """Return what is told of a pack, by file: the sentences without it, each up to the names that are known."""
    try:
        stormriver.table_for("revised4", 2, packs=[str(folder)])
    except BadContent as wrong:
        found: dict[str, list[str]] = {}
        for _, located in wrong.told:
            file, _, sentence = located.partition(", ")
            begun, known, _ = sentence.partition("; known here: ")
            found.setdefault(file.removeprefix(f"{folder.name}/"), []).append(begun + known)
        return found
    return {}


@pytest.mark.slow
def test_each_mistake_is_told_with_its_place_and_what_would_do(tmp_path: Path) -> None:
    """All that can be seen at once is told at once: what is misspelt first, then what does not fit together."""
    expected = {}
    for number, (begun, wrong, sentence) in enumerate(MISTAKES):
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
    assert rounds <= 5
