"""What a word needs: where that is not given it is refused when it is read, with the place and what would do."""

from __future__ import annotations

import pytest

from stormriver.kernel.errors import BadContent
from stormriver.kernel.frames import Context
from stormriver.kernel.game import Game
from stormriver.language.checking import Checker
from stormriver.language.needs import Need, at_one_of
from support import crossing

MEET = "deck: adventure\ncards:\n  - {{id: trial, name: Trial, kind: place, copies: 3, meet: {do}}}\n"
OBJECT = "deck: adventure\ncards:\n  - {{id: trial, name: Trial, kind: object, copies: 3, {says}}}\n"
SPELL = "deck: spells\ncards:\n  - {{id: trial, name: Trial, kind: spell, cast: {cast}, effect: {do}}}\n"
ABILITY = (
    "characters:\n  - {{id: hero, name: Hero, alignment: good, start: crags, strength: 3, craft: 4, life: 4, fate: 2,"
    " abilities: [{{id: trick, name: Trick, {says}}}]}}\n"
)
SPACE = (
    "spaces:\n  - {{id: nook, name: Nook, region: outer, {says}, next: [crags, city]}}\n"
    "  - {{id: cave, name: Cave, region: outer, visit: {{as_at: nook}}, next: [crags, city]}}\n"
)
MARK = "marks:\n  - {{id: trial, name: Trial, {says}}}\n"

CRASHED = {
    "add": (MEET.format(do="{add: 1}"), "'add' needs a roll under way, which is not given here; it may answer `to: rolled`"),
    "reroll": (ABILITY.format(says="act: {at: turn_start, do: reroll}"), "'reroll' needs a roll under way"),
    "cancel": (MEET.format(do="cancel"), "'cancel' needs a Spell that has just been cast"),
    "bring_chosen": (MEET.format(do="bring_chosen"), "'bring_chosen' needs a card that has been chosen or gained"),
    "discard_chosen": (MEET.format(do="discard_chosen"), "'discard_chosen' needs a card that has been chosen or gained"),
    "lay_on": (MEET.format(do="{lay_on: 2, from: posters}"), "'lay_on' needs a card or space on which cards may lie"),
    "pick_up": (MEET.format(do="pick_up"), "'pick_up' needs a card or space on which cards may lie"),
    "put_on": (MEET.format(do="{put_on: object}"), "'put_on' needs a card or space on which cards may lie"),
    "use_kept": (MEET.format(do="use_kept"), "'use_kept' needs a card or space on which cards may lie"),
    "again": (MEET.format(do="again"), "'again' leads back to itself, and no dice lie in between"),
    "as_at itself": (SPACE.format(says="visit: {as_at: nook}"), "'as_at' leads back to itself"),
    "as_at in a circle": (SPACE.format(says="visit: [{gain: {gold: 1}}, {as_at: cave}]"), "'as_at' leads to where 'as_at' leads"),
    "discard_this": (ABILITY.format(says="act: {at: turn_start, do: discard_this}"), "'discard_this' needs a card to stand on"),
    "discard_this on a space": (SPACE.format(says="visit: discard_this"), "'discard_this' needs a card to stand on"),
    "discard_this on a mark": (MARK.format(says="on_end: discard_this"), "'discard_this' needs a card to stand on"),
    "place": (ABILITY.format(says="act: {at: turn_start, do: {place: city}}"), "'place' needs a card to stand on"),
    "place: chosen": (MEET.format(do="{place: chosen}"), "'place' with `place: chosen` needs a space that has been chosen"),
    "redeem": (ABILITY.format(says="act: {at: turn_start, do: {redeem: animal}}"), "'redeem' needs a card to stand on"),
    "forgo_trophy": (ABILITY.format(says="respond: {to: killed, do: forgo_trophy}"), "'forgo_trophy' needs an Enemy to stand on"),
    "join": (
        ABILITY.format(says="trigger: {after: landed, do: {join: shadowed}}"),
        "what it does brings about 'landed' again and so would never end; say `when:` it is done",
    ),
    # found besides
    "bounty": (ABILITY.format(says="act: {at: turn_start, do: {bounty: 2}}"), "'bounty' needs a card to stand on"),
    "pass_this": (OBJECT.format(says="taken: pass_this"), "'pass_this' needs another character that it is about"),
    "mark at every check": (
        ABILITY.format(says="trigger: {after: check, do: {mark: invisible}}"),
        "`after: check` follows every change, also the one that it makes itself; say `when:` it is done",
    ),
    "teleport": (ABILITY.format(says="trigger: {after: landed, do: {teleport: crags}}"), "brings about 'landed' again"),
    "prayer": (
        ABILITY.format(says="trigger: {after: prayed, do: {roll: {1-6: nothing}, for: pray}}"),
        "brings about 'prayed' again",
    ),
    "repeat": (MEET.format(do="{repeat: 1000000000, do: {heal: 1}}"), "1000000000 is more than anything comes to here"),
    "throw": (MEET.format(do="{throw: 1000000000, do: nothing}"), "from 1 to 100 dice are rolled at once"),
    "once a roll": (
        ABILITY.format(says="act: {at: turn_start, once: roll, do: {heal: 1}}"),
        "`once: roll` is said of what answers `to: rolled`; write `once: turn`",
    ),
    "once a fight": (
        ABILITY.format(says="act: {at: turn_start, once: fight, do: {heal: 1}}"),
        "`once: fight` is said of what is done in a fight; write `once: turn`",
    ),
    "mark_this": (SPACE.format(says="visit: {mark_this: done}"), "'mark_this' needs a card to stand on"),
    "lay_gold": (SPACE.format(says="visit: {lay_gold: 2}"), "'lay_gold' needs a card to stand on"),
    "linger": (SPACE.format(says="visit: {linger: 2}"), "'linger' needs a card to stand on"),
    "stand_in": (ABILITY.format(says="act: {at: attack, do: {stand_in: 3, as: hired}}"), "'stand_in' needs a card"),
    "take_gold": (SPACE.format(says="visit: {take_gold: 1}"), "'take_gold' needs a card to stand on"),
    "automate in a mark": (
        MARK.format(says="act: {at: turn_start, do: {automate: object, as: done}}"),
        "that mark makes nothing else of a card: give it `makes:`",
    ),
    "led in a mark": (
        MARK.format(says="act: {at: met, do: {led: done}}"), "that mark leads nobody: give it `leads: true`"
    ),
    "recruit in a mark": (
        MARK.format(says="act: {at: attack, do: {recruit: animal, as: done}}"), "that mark makes nothing else of a card"
    ),
}  # fmt: skip
"""By word, what broke a game when it stood there: a crash, a circle, a wrong seat marked, a character card taken away."""

IN_VAIN = {
    "target": (MEET.format(do="{lose: {life: 1}, who: target}"), "'lose' with `who: target` needs another character"),
    "target of a number": (MEET.format(do="{gain: {gold: {stat: craft, who: target}}}"), "'stat' with `who: target` needs"),
    "rolled": (MEET.format(do="{gain: {gold: rolled}}"), "'rolled' needs a number that has been rolled"),
    "staked": (MEET.format(do="{gain: {gold: staked}}"), "'staked' needs gold that has been paid for it"),
    "natural": (MEET.format(do="{if: {natural: 6}, then: {heal: 1}}"), "'natural' needs a die that has just been rolled"),
    "walk": (ABILITY.format(says="act: {at: turn_start, do: walk}"), "'walk' needs a move that is about to be made"),
    "enter": (MEET.format(do="enter"), "'enter' needs a gate that is being tried"),
    "prevent": (MEET.format(do="prevent"), "'prevent' needs something that can be prevented"),
    "destroy": (ABILITY.format(says="act: {at: turn_start, do: {destroy: any}}"), "'destroy' needs a fight"),
    "begin_beside": (MEET.format(do="begin_beside"), "'begin_beside' needs a character who is only beginning"),
    "clear_away": (ABILITY.format(says="act: {at: turn_start, do: clear_away}"), "'clear_away' needs a space that it is about"),
    "nobody is there": (SPACE.format(says="stock: {gain: {gold: 1}}"), "'gain' needs somebody who does it"),
    "a number in a modifier": (OBJECT.format(says="modify: {strength: rolled}"), "'rolled' needs a number"),
    "a card in a Spell that is none": (MEET.format(do="{incant: Curse, do: discard_this}"), "'discard_this' needs a card"),
    "what was chosen, for each": (
        OBJECT.format(says="trigger: {after: gained, do: {each: all, do: discard_chosen}}"), "'discard_chosen' needs a card"
    ),
}  # fmt: skip
"""What does nothing where it stands, and says so."""

WRONG = {
    "in_fight": (OBJECT.format(says="modify: {battle: 1, when: {in_fight: melee}}"), "a fight is `battle` or `psychic`, not 'melee'"),
    "choose": (SPACE.format(says="visit: {as_at: temple, choose: prayr}"), "nothing is chosen there as 'prayr'; did you mean 'prayer'?"),
    "choose nothing": (SPACE.format(says="visit: {as_at: tavern, choose: ale}"), "nothing is chosen there as 'ale'"),
    "alignment": (ABILITY.format(says="").replace("good", "lawful"), "no alignment is called 'lawful'"),
    "not_for": (OBJECT.format(says="not_for: [evol]"), "no alignment is called 'evol'; did you mean 'evil'?"),
    "space": (SPELL.format(cast="{at: turn_start, space: full}", do="{place: chosen}"), "that is `empty`, not 'full'"),
    "once": (ABILITY.format(says="act: {at: turn_start, once: day, do: {heal: 1}}"), "once a 'day' is not known"),
    "objects": (ABILITY.format(says="").replace("abilities", "objects: [swrod], abilities"), "no card is called 'swrod'"),
    "moves": ("regions: [{id: sky, name: Sky, moves: dice}]", "one moves by roll, step, none, not by 'dice'"),
    "all to gain": (MEET.format(do="{gain: {gold: all}}"), "`all` has no meaning here; write how many"),
    "less than nothing": (MEET.format(do="{lose: {gold: -1}}"), "write a number from 0"),
    "Spells taken": (MEET.format(do="{aim_at: any_other, do: {take: spell}}"), "said of Objects and Followers, not of Spells"),
    "a form as a mark": (MEET.format(do="{mark: toad}"), "'toad' is another form; write `transform: toad`"),
    "a mark as a form": (MEET.format(do="{transform: done, turns: 2}"), "'done' is no form"),
    "copies": (MEET.format(do="nothing").replace("copies: 3", "copies: 100000"), "100000 is more than anything comes to here"),
    "stride": (OBJECT.format(says="act: {at: instead_of_roll, do: {stride: 900}}"), "from 1 to 100 dice are rolled at once"),
    "characters in a deck": ("deck: adventure\ncharacters: []", "characters are not of the deck adventure"),
}  # fmt: skip
"""Values that mean nothing, or more than a game can bear."""

CLEAN = {
    "as_at with dice in between": SPACE.format(says="visit: {roll: {1-5: {gain: {gold: 1}}, 6: {as_at: nook}}}"),
    "again with dice in between": MEET.format(do="{roll: {1-5: {gain: {gold: 1}}, 6: {may: again}}}"),
    "renewed Spells at somebody": SPELL.format(cast="{at: turn_start, target: any_other}", do="renew_spells"),
    "passed Spells at somebody": SPELL.format(cast="{at: turn_start, target: any_other}", do="pass_spells"),
    "ditch": ABILITY.format(says="trigger: {after: turn_begun, do: ditch}"),
    "ditch when drawn": OBJECT.format(says="drawn: ditch"),
    "a mark on a card that ends": MEET.format(do="[{mark_this: done, until: turn_end}, {lay_gold: 1}]")
    + "marks:\n  - {id: fading, name: Fading, on_end: {gain: {gold: 1}}}\n",
    "a mark that is checked": ABILITY.format(says="trigger: {after: check, when: {not: {marked: done}}, do: {mark: done}}"),
    "a Spell among attack rolls": SPELL.format(cast="{at: attack_rolled}", do="{gain: {gold: 1}}"),
}  # fmt: skip
"""What may stand there, and broke games or was broken off."""


@pytest.mark.parametrize(("pack", "said"), [*CRASHED.values(), *IN_VAIN.values()], ids=[*CRASHED, *IN_VAIN])
def test_a_word_that_lacks_something_is_refused_where_it_stands(pack: str, said: str) -> None:
    with pytest.raises(BadContent) as refused:
        crossing.read(pack)
    assert said in str(refused.value)
    assert str(refused.value).startswith("trial.yaml, line ")


@pytest.mark.parametrize(("pack", "said"), WRONG.values(), ids=WRONG)
def test_a_value_that_means_nothing_is_refused(pack: str, said: str) -> None:
    with pytest.raises(BadContent) as refused:
        crossing.read(pack)
    assert said in str(refused.value)
    assert str(refused.value).startswith("trial.yaml, line ")


@pytest.mark.parametrize("pack", CLEAN.values(), ids=CLEAN)
def test_what_has_what_it_needs_is_played(pack: str) -> None:
    table = crossing.read(pack)
    for seed in range(8):
        crossing.play(table, seed)


def test_the_message_names_file_line_and_path() -> None:
    with pytest.raises(BadContent) as refused:
        crossing.read(MEET.format(do="[{heal: 1}, {may: reroll}]"))
    assert str(refused.value) == (
        "trial.yaml, line 3, at cards[0].meet[1].may: 'reroll' needs a roll under way, which is not given here;"
        " it may answer `to: rolled`"
    )


def test_a_word_knows_where_it_stands() -> None:
    table = crossing.read(MEET.format(do="[{heal: 1}, {may: nothing}]"))
    found = [word.stands for word in table.words if word.stands is not None and word.stands[0] == "trial.yaml"]
    assert ("trial.yaml", 3, "cards[0].meet[0]") in found


def test_what_is_sure_is_given_at_each_of_several_moments_and_the_rest_at_one() -> None:
    sure, perhaps = Need("sure", ""), Need("perhaps", "", sure=False)
    assert at_one_of([frozenset({sure, perhaps}), frozenset({sure})]) == {sure, perhaps}
    assert at_one_of([frozenset({sure}), frozenset({perhaps})]) == {perhaps}


def test_a_number_of_nobody_is_nothing() -> None:
    table = crossing.read(MEET.format(do="{aim_at: any_other, do: {gain: {gold: {stat: craft, who: target}}}}"))
    game: Game = Game(table, table.new_state(1), [])
    table.rulebook.start(game)
    game.run()
    number = next(word for word in table.words if word.word == "stat")
    assert number.of(game, Context(0)) == 0


def test_without_the_check_the_words_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the check that refuses them, not their spelling."""
    monkeypatch.setattr(Checker, "check", lambda self, carriers: None)
    for pack, _ in CRASHED.values():
        if "1000000000" not in pack:
            crossing.read(pack)
