"""What a word needs: where that is not given it is refused when it is read, with the place and what would do."""

from __future__ import annotations

import pytest

from stormriver.adventure.model.columns import GOLD, STRENGTH
from stormriver.adventure.procedures import status_effects
from stormriver.kernel.errors import BadContent
from stormriver.kernel.frames import Context
from stormriver.kernel.game import Game
from stormriver.language.checking import Checker
from stormriver.language.needs import Need, at_one_of
from support import crossing
from support.in_german import assert_german

MEET = "deck: adventure\ncards:\n  - {{id: trial, name: Trial, kind: place, copies: 3, meet: {do}}}\n"
OBJECT = "deck: adventure\ncards:\n  - {{id: trial, name: Trial, kind: object, copies: 3, {says}}}\n"
SPELL = "deck: spells\ncards:\n  - {{id: trial, name: Trial, kind: spell, cast: {cast}, effect: {do}}}\n"
ABILITY = (
    "characters:\n  - {{id: hero, name: Hero, alignment: good, start: crags, strength: 3, craft: 4, life: 4, fate: 2,"
    " abilities: [{{id: trick, name: Trick, {says}}}]}}\n"
)
SPACE = (
    "spaces:\n  - {{id: nook, name: Nook, region: outer, {says}, next: [crags, city]}}\n"
    "  - {{id: cave, name: Cave, region: outer, visit: {{do_as: nook}}, next: [crags, city]}}\n"
)
MARK = "marks:\n  - {{id: trial, name: Trial, {says}}}\n"

CRASHED = {
    "add": (MEET.format(do="{add: 1}"), "'add' needs a roll under way, which is not given here; it may answer"),
    "reroll": (ABILITY.format(says="act: {at: turn_start, do: reroll}"), "'reroll' needs a roll under way"),
    "prevent, once cancel": (MEET.format(do="prevent"), "'prevent' needs something that can be prevented"),
    "place that, once bring_chosen": (
        MEET.format(do="{place: here, what: that}"), "'place' with `what: that` needs a card that has been chosen",
    ),
    "discard that, once discard_chosen": (
        MEET.format(do="{discard: that}"), "'discard' with `discard: that` needs a card that has been chosen or gained",
    ),
    "lay_on": (MEET.format(do="{lay_on: 2, from: posters}"), "'lay_on' needs a card or space on which cards may lie"),
    "pick_up": (MEET.format(do="pick_up"), "'pick_up' needs a card or space on which cards may lie"),
    "put_on": (MEET.format(do="{put_on: object}"), "'put_on' needs a card or space on which cards may lie"),
    "use_here": (MEET.format(do="use_here"), "'use_here' needs a card or space on which cards may lie"),
    "do_as this, once again": (
        MEET.format(do="{do_as: this}"), "'do_as' leads back to itself, and no dice lie in between",
    ),
    "do_as itself": (SPACE.format(says="visit: {do_as: nook}"), "'do_as' leads back to itself"),
    "do_as in a circle": (
        SPACE.format(says="visit: [{gain: {gold: 1}}, {do_as: cave}]"), "'do_as' leads to where 'do_as' leads back",
    ),
    "discard": (
        ABILITY.format(says="act: {at: turn_start, do: discard}"), "`discard: this` needs a card to stand on",
    ),
    "discard on a space": (SPACE.format(says="visit: discard"), "needs a card to stand on"),
    "discard on a mark": (MARK.format(says="on_end: discard"), "needs a card to stand on"),
    "place": (
        ABILITY.format(says="act: {at: turn_start, do: {place: city}}"), "`what: this` needs a card to stand on",
    ),
    "place: chosen": (
        MEET.format(do="{place: chosen}"), "'place' with `place: chosen` needs a space that has been chosen",
    ),
    "redeem": (ABILITY.format(says="act: {at: turn_start, do: {redeem: animal}}"), "'redeem' needs a card to stand on"),
    "destroy this": (ABILITY.format(says="respond: {to: killed, do: destroy}"), "needs an Enemy to stand"),
    "join": (
        ABILITY.format(says="trigger: {after: landed, do: {join: shadowed}}"),
        "what it does brings about 'landed' again and so would never end; say `when:` it is done",
    ),
    # found besides
    "claim": (ABILITY.format(says="act: {at: turn_start, do: {claim: 2}}"), "'claim' needs a card to stand on"),
    "give this": (
        OBJECT.format(says="taken: {give: this, to: target}"), "'give' with `to: target` needs another character",
    ),
    "give": (MEET.format(do="{give: object, to: you}"), "'give' needs another character that it is about"),
    "mark at every check": (
        ABILITY.format(says="trigger: {after: check, do: {mark: invisible}}"),
        "`after: check` follows every change, also the one that it makes itself; say `when:` it is done",
    ),
    "end_turn": (
        ABILITY.format(says="trigger: {after: move_begun, do: end_turn}"), "it ends each turn as it begins",
    ),
    "teleport": (ABILITY.format(says="trigger: {after: landed, do: {teleport: crags}}"), "brings about 'landed' again"),
    "prayer": (
        ABILITY.format(says="trigger: {after: prayed, do: {roll: {1-6: nothing}, for: pray}}"),
        "brings about 'prayed' again",
    ),
    "repeat": (MEET.format(do="{repeat: 1000000000, do: {heal: 1}}"), "1000000000 is more than anything comes to here"),
    "dice": (MEET.format(do="{roll: 1000000000, do: {heal: 1}}"), "from 1 to 100 dice are rolled at once"),
    "once a roll": (
        ABILITY.format(says="act: {at: turn_start, once: roll, do: {heal: 1}}"),
        "`once: roll` is said of what answers `to: rolled`; write `once: turn`",
    ),
    "once a fight": (
        ABILITY.format(says="act: {at: turn_start, once: fight, do: {heal: 1}}"),
        "`once: fight` is said of what is done in a fight; write `once: turn`",
    ),
    "mark on this": (SPACE.format(says="visit: {mark: done, on: this}"), "`on: this` needs a card to stand on"),
    "hold": (SPACE.format(says="visit: {hold: {gold: 2}}"), "'hold' with `on: this` needs a card to stand on"),
    "linger": (SPACE.format(says="visit: {linger: 2}"), "'linger' needs a card to stand on"),
    "stand_in": (ABILITY.format(says="act: {at: attack, do: {stand_in: 3, as: hired}}"), "'stand_in' needs a card"),
    "collect": (SPACE.format(says="visit: {collect: {gold: 1}}"), "'collect' with `from: this` needs a card"),
    "steer in a mark": (
        MARK.format(says="act: {at: met, do: {steer: done}}"), "that mark leads nobody: give it `leads: true`",
    ),
    "recruit in a mark": (
        MARK.format(says="act: {at: attack, do: {recruit: animal, as: done}}"), "that mark makes nothing else of",
    ),
    "shop at paying": (
        OBJECT.format(says="act: {at: paying, do: {shop: {sword: 2}}}"), "'shop' needs gold that is not just",
    ),
}  # fmt: skip
"""By word, what broke a game there: a crash, a circle, a wrong seat marked, a character card taken out of play."""

IN_VAIN = {
    "target": (MEET.format(do="{lose: {life: 1}, who: target}"), "'lose' with `who: target` needs another character"),
    "target of a number": (
        MEET.format(do="{gain: {gold: {stat: craft, who: target}}}"), "'stat' with `who: target` needs",
    ),
    "rolled": (MEET.format(do="{gain: {gold: rolled}}"), "'rolled' needs a number that has been rolled"),
    "staked": (MEET.format(do="{gain: {gold: staked}}"), "'staked' needs gold that has been paid for it"),
    "natural": (MEET.format(do="{if: {natural: 6}, then: {heal: 1}}"), "'natural' needs a die that has just been"),
    "walk": (ABILITY.format(says="act: {at: turn_start, do: walk}"), "'walk' needs a move that is about to be made"),
    "enter": (MEET.format(do="enter"), "'enter' needs a gate that is being tried"),
    "destroy": (ABILITY.format(says="act: {at: turn_start, do: {destroy: any}}"), "'destroy' needs a fight"),
    "begin_beside": (MEET.format(do="begin_beside"), "'begin_beside' needs a character who is only beginning"),
    "nobody is there": (SPACE.format(says="stock: {gain: {gold: 1}}"), "'gain' needs somebody who does it"),
    "a number in a modifier": (OBJECT.format(says="modify: {strength: rolled}"), "'rolled' needs a number"),
    "a card in a Spell that is none": (MEET.format(do="{incant: Curse, do: discard}"), "needs a card to stand on"),
    "what was chosen, for each": (
        OBJECT.format(says="trigger: {after: gained, do: {each: all, do: {discard: that}}}"), "needs a card that has",
    ),
}  # fmt: skip
"""What does nothing where it stands, and says so."""

WRONG = {
    "in_fight": (
        OBJECT.format(says="modify: {battle: 1, when: {in_fight: melee}}"), "is `battle` or `psychic`, not 'melee'",
    ),
    "choose": (
        SPACE.format(says="visit: {do_as: temple, choose: prayr}"),
        "nothing is chosen there as 'prayr'; did you mean 'prayer'?",
    ),
    "choose nothing": (SPACE.format(says="visit: {do_as: tavern, choose: ale}"), "nothing is chosen there as 'ale'"),
    "alignment": (ABILITY.format(says="").replace("good", "lawful"), "no alignment is called 'lawful'"),
    "not_for": (OBJECT.format(says="not_for: [evol]"), "no alignment is called 'evol'; did you mean 'evil'?"),
    "space": (SPELL.format(cast="{at: turn_start, space: full}", do="{place: chosen}"), "that is `empty`, not 'full'"),
    "once": (ABILITY.format(says="act: {at: turn_start, once: day, do: {heal: 1}}"), "once a 'day' is not known"),
    "target of an act": (
        ABILITY.format(says="act: {at: turn_start, target: any_other, do: {heal: 1}}"),
        "unknown key 'target': say in `do` whom it is done to, as `do: {aim_at: any_other, do: ...}`",
    ),
    "objects": (
        ABILITY.format(says="").replace("abilities", "objects: [swrod], abilities"), "no card is called 'swrod'",
    ),
    "moves": ("regions: [{id: sky, name: Sky, moves: dice}]", "one moves by roll, step, none, not by 'dice'"),
    "all to gain": (MEET.format(do="{gain: {gold: all}}"), "`all` has no meaning here; write how many"),
    "less than nothing": (MEET.format(do="{lose: {gold: -1}}"), "write a number from 0"),
    "Spells taken as Objects are": (
        MEET.format(do="{aim_at: any_other, do: {take: [spell, object]}}"),
        "said of Objects and Followers, not of Spells",
    ),
    "a form as a mark": (MEET.format(do="{mark: toad}"), "'toad' is another form, not just a mark"),
    "a mark as a form": (MEET.format(do="{transform: done, turns: 2}"), "'done' is no form"),
    "copies": (
        MEET.format(do="nothing").replace("copies: 3", "copies: 100000"), "100000 is more than anything comes to here",
    ),
    "stride": (
        OBJECT.format(says="act: {at: instead_of_roll, do: {stride: 900}}"), "from 1 to 100 dice are rolled at once",
    ),
    "characters in a deck": ("deck: adventure\ncharacters: []", "characters are not of the deck adventure"),
}  # fmt: skip
"""Values that mean nothing, or more than a game can bear."""

CLEAN = {
    "do_as with dice in between": SPACE.format(says="visit: {roll: {1-5: {gain: {gold: 1}}, 6: {do_as: nook}}}"),
    "do_as this with dice in between": MEET.format(do="{roll: {1-5: {gain: {gold: 1}}, 6: {may: {do_as: this}}}}"),
    "renewed Spells at somebody": SPELL.format(cast="{at: turn_start, target: any_other}", do="renew_spells"),
    "passed Spells at somebody": SPELL.format(cast="{at: turn_start, target: any_other}", do="pass_spells"),
    "ditch": ABILITY.format(says="trigger: {after: turn_begun, do: {ditch: any}}"),
    "ditch when drawn": OBJECT.format(says="drawn: {ditch: any}"),
    "a mark on a card that ends": MEET.format(do="{mark: fading, on: this, until: turn_end}")
    + "marks:\n  - {id: fading, name: Fading, on_end: {gain: {gold: 1}}}\n",
    "another form of a pack's own": ABILITY.format(
        says="trigger: {after: check, when: {not: {marked: frog}}, do: {transform: frog, turns: 1}}"
    )
    + "marks:\n  - {id: frog, name: Frog, strength: 1, craft: 1, on_end: {transform: frog, turns: 2}}\n",
    "a mark that is checked": ABILITY.format(
        says="trigger: {after: check, when: {not: {marked: done}}, do: {mark: done}}"
    ),
    "a Spell among attack rolls": SPELL.format(cast="{at: attack_rolled}", do="{gain: {gold: 1}}"),
    "a fight before a prayer": ABILITY.format(says="trigger: {after: prayed, do: {fight: Imp, strength: 2}}"),
    "a victory at the end of a turn": ABILITY.format(says="trigger: {after: turn_over, do: win}"),
}  # fmt: skip
"""What may stand there, and broke games or was broken off."""


@pytest.mark.parametrize(("pack", "said"), [*CRASHED.values(), *IN_VAIN.values()], ids=[*CRASHED, *IN_VAIN])
def test_a_word_that_lacks_something_is_refused_where_it_stands(pack: str, said: str) -> None:
    with pytest.raises(BadContent) as refused:
        crossing.read(pack)
    assert said in str(refused.value)
    assert str(refused.value).startswith("trial.yaml, line ")
    assert_german(refused.value)


@pytest.mark.parametrize(("pack", "said"), WRONG.values(), ids=WRONG)
def test_a_value_that_means_nothing_is_refused(pack: str, said: str) -> None:
    with pytest.raises(BadContent) as refused:
        crossing.read(pack)
    assert said in str(refused.value)
    assert str(refused.value).startswith("trial.yaml, line ")
    assert_german(refused.value)


@pytest.mark.parametrize("pack", CLEAN.values(), ids=CLEAN)
def test_what_has_what_it_needs_is_played(pack: str) -> None:
    table = crossing.read(pack)
    for seed in range(8):
        crossing.play(table, seed)


def test_what_follows_a_form_is_done_in_ones_own_form() -> None:
    form = "marks:\n  - {id: frog, name: Frog, strength: 1, craft: 1, on_end: {gain: {gold: 3, strength: 1}}}\n"
    game: Game = Game(table := crossing.read(form), table.new_state(1), [])
    table.rulebook.start(game)
    game.run()
    strength = game.state.seats[0][STRENGTH]
    status_effects.transform(game, 0, table.mark_ids["frog"], 1)
    while game.state.marks.on.get(0):
        status_effects.end_turn(game, 0)
    row = game.state.seats[0]
    assert (row[GOLD], row[STRENGTH]) == (3, strength + 1)  # what gold there was has been left behind


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
    assert ("trial.yaml", 3, "cards[0].meet[0]", 61) in found


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


@pytest.mark.slow
def test_without_the_check_the_words_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the check that refuses them, not their spelling."""
    monkeypatch.setattr(Checker, "check", lambda self, carriers: None)
    for pack, _ in CRASHED.values():
        if "1000000000" not in pack:
            crossing.read(pack)
