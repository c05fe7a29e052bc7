"""The checks themselves: each of these faults, planted in the engine on purpose, is caught by the check made for it.

The same checks on the same games find nothing in the engine as it is; the tests of the contract show that.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from stormriver.scenario import run_file
from support import contract, faults, secrecy, shown, wargame_order
from support.random_games import FIRST_WARGAME, AtEnd, Broken, Check, Every, Play, Watch, named, set_up
from support.watches import SAMPLED, watches

pytestmark = pytest.mark.slow

GAMES = (1, 3, 6, 8, 4, 13, 11, 16, 18, 21, 22, 23, 28, 31)
"""The games in which a fault must show; most of them begin with rich characters."""

WARGAMES = tuple(FIRST_WARGAME + number for number in (1, 2, 4, 6, 7, 8, 9))
"""The wargames in which a fault of the wargame must show."""


SCENARIOS = Path(__file__).parent / "scenarios"


class Fault(NamedTuple):
    """A planted fault: how it is planted, what must catch it, and how it is reported."""

    plant: Callable[[pytest.MonkeyPatch], None]
    check: Check
    report: str


FAULTS = (
    Fault(
        faults.clone_sharing_seats,
        contract.clone_is_equal_and_apart,
        "a clone shares its seats with the original",
    ),
    Fault(faults.clone_forgetting_marks, contract.clone_is_equal_and_apart, "a clone differs from its original: marks"),
    Fault(faults.save_forgetting_knowledge, contract.save_comes_back, "a loaded save differs from its game: known"),
    Fault(faults.pickle_forgetting_amounts, contract.pickle_comes_back, "a pickled ask comes back otherwise"),
    Fault(faults.pickle_with_the_table, contract.pickle_comes_back, "a pickled game has [0-9]{6,} bytes"),
    Fault(faults.ask_with_consequences, contract.ask_is_posed_again, "posing the ask again wrote"),
    Fault(faults.rule_that_is_not_written, contract.ask_can_be_read, "no rule is called 'rules.unwritten'"),
    Fault(faults.option_that_fails, contract.options_work, "the option '.*' fails: KeyError"),
    Fault(faults.undo_forgetting_log, contract.answer_can_be_taken_back, "undo leaves something in the log"),
    Fault(faults.roll_undone_for_free, contract.answer_can_be_taken_back, "dice were rolled, and yet"),
    Fault(faults.lost_card, contract.cards_have_one_place, "is nowhere"),
    Fault(faults.doubled_card, contract.cards_have_one_place, "lies in two places"),
    Fault(faults.card_with_a_wrong_place, contract.cards_have_one_place, "its place says otherwise"),
    Fault(faults.endless_stock, contract.counters_are_conserved, "small counters of .* are in use, the box holds"),
    Fault(faults.debts, contract.counters_are_conserved, "has -[0-9]+ "),
    Fault(faults.ghost_on_the_board, contract.seats_are_whole, "is character -1 on the space"),
    Fault(faults.mark_of_nothing, contract.marks_make_sense, "makes no sense"),
    Fault(faults.limits_forgotten, contract.limits_are_kept, "Objects and .* Spells too many"),
    Fault(faults.open_hands, secrecy.views_hide_cards, "can tell two hidden worlds apart"),
    Fault(faults.dice_shown, secrecy.views_hide_cards, "can tell two hidden worlds apart: dice"),
    Fault(faults.key_shown, secrecy.views_hide_cards, "can tell two hidden worlds apart: key"),
    Fault(faults.place_shown, secrecy.views_hide_cards, "can tell two hidden worlds apart: place"),
    Fault(faults.facts_from_the_table, secrecy.facts_hide_cards, "can tell two hidden worlds apart by seats"),
    Fault(faults.options_by_the_next_card, secrecy.own_options_hide_cards, "with other hidden cards the ask would be"),
    Fault(faults.asked_by_hands, secrecy.asked_by_public_facts, "sees .*, with other hidden cards"),
    Fault(faults.asked_by_hands, secrecy.futures_hide_cards, "with other hidden Spells|can tell two"),
    Fault(faults.guess_of_something_else, secrecy.guesses_fit, "a guess of .* looks otherwise"),
    Fault(faults.guess_by_chance, secrecy.guesses_fit, "the same guess comes out otherwise"),
    Fault(faults.peeks_forgotten, secrecy.what_is_learnt_is_not_taken_back_freely, "see .*, and may be taken back"),
    Fault(faults.asked_by_hands, secrecy.what_is_learnt_is_not_taken_back_freely, "with other hidden|can tell"),
    Fault(faults.views_of_everything, shown.shows_no_secret, "can tell two hidden worlds apart by a view"),
    Fault(faults.told_as_if_all_knew, shown.tells_no_secret, "is told"),
)


WARGAME_FAULTS = (
    Fault(faults.squares_never_taken, wargame_order.squares_are_whole, "on [a-h][1-8] stand"),
    Fault(faults.chits_on_the_wrong_pile, wargame_order.piles_are_pure, "in spent.items lie"),
    Fault(faults.monsters_with_items, wargame_order.stacks_are_carried, "carries"),
    Fault(faults.wounds_that_kill_nobody, wargame_order.counters_are_right, "stands with [0-9]+ wounds"),
    Fault(faults.memo_that_outlives_a_move, wargame_order.memo_holds, "is remembered as .*, and is"),
    Fault(faults.lasting_memo_that_outlives_a_stacking, wargame_order.memo_holds, "is remembered as .*, and is"),
    Fault(faults.memo_that_outlives_a_mark, wargame_order.memo_holds, "is remembered as .*, and is"),
    Fault(
        faults.memo_of_what_is_set_aside, wargame_order.memo_holds, "has_attacked.* is remembered as False, and is True"
    ),
    Fault(faults.peeks_forgotten, secrecy.what_is_learnt_is_not_taken_back_freely, "see .*, and may be taken back"),
    Fault(faults.spell_known_before_it_is_shown, secrecy.views_hide_cards, "can tell two hidden worlds apart: frames"),
    Fault(faults.views_of_everything, shown.shows_no_secret, "can tell two hidden worlds apart by a view"),
    Fault(faults.told_as_if_all_knew, shown.tells_no_secret, "is told"),
)


def watched(check: Check) -> Every:
    """Return a check as the tests carry it out."""
    return Every(check, SAMPLED.get(check, 1))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.plant.__name__}-{fault.check.__name__}")
def test_planted_fault_is_caught(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some game shows the fault, and the report says what is wrong."""
    fault.plant(monkeypatch)
    with pytest.raises(Broken, match=fault.report):
        for number in GAMES:
            Play(set_up(number)).run(watched(fault.check))


@pytest.mark.parametrize("fault", WARGAME_FAULTS, ids=lambda fault: fault.plant.__name__)
def test_planted_fault_of_a_wargame_is_caught(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some wargame shows the fault, and the report says what is wrong."""
    fault.plant(monkeypatch)
    with pytest.raises(Broken, match=fault.report):
        for number in WARGAMES:
            Play(set_up(number)).run(watched(fault.check))


def test_unseeded_roll_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that do not come from the state of the game are found out when it is played a second time."""
    faults.unseeded_roll(monkeypatch)
    play = Play(set_up(1))
    play.run()
    with pytest.raises(Broken, match=r"played again, the game .* (has another log|goes another way)"):
        contract.same_again(play)


def test_a_log_that_alters_the_game_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game must not go another way because nobody writes it down."""
    faults.roll_more_in_silence(monkeypatch)
    play = Play(set_up(1))
    play.run()
    with pytest.raises(Broken, match=r"without a log|goes another way"):
        contract.same_in_silence(play)


def test_change_without_event_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the log does not tell is missed when it is folded."""
    faults.change_without_event(monkeypatch)
    play = Play(set_up(1))
    with pytest.raises(Broken, match="folding the log gives another state: seats"):
        play.run(contract.Folding())


@pytest.mark.parametrize(
    ("plant", "report"),
    [
        (faults.any_answer_taken, "is not on offer, but was taken"),
        (faults.refusal_with_consequences, "a refused answer was noted in the log"),
        (faults.refusal_by_crash, "is refused with ValueError, not BadAnswer"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_wrong_refusal_is_caught(
    plant: Callable[[pytest.MonkeyPatch], None], report: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that is not on offer must be refused, by BadAnswer, and change nothing."""
    plant(monkeypatch)
    with pytest.raises(Broken, match=report):
        Play(set_up(1)).run(contract.Refusals())


FORBIDDEN = (
    (faults.acts_whenever_asked, "examples/trolls_other_rolls", "use:regenerate should not be on offer"),
    (faults.acts_again_and_again, "rules/fate_on_a_move", "does not fit the ask"),
    (faults.spells_without_end, "spells/cast_limit_own_turn", "cast:alchemy should not be on offer"),
    (faults.nothing_forbidden, "board/cursed_glade_no_spells", "cast:healing, cast:alchemy should not be on offer"),
)


@pytest.mark.parametrize(("plant", "name", "report"), FORBIDDEN, ids=lambda value: getattr(value, "__name__", ""))
def test_a_scenario_catches_what_it_says_is_forbidden(
    plant: Callable[[pytest.MonkeyPatch], None], name: str, report: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the rule, the scenario that is about it fails: these passed once whatever the engine offered."""
    file = SCENARIOS / f"{name}.yaml"
    assert run_file(file).passed
    plant(monkeypatch)
    assert report in run_file(file).message


class CardLost(Watch):
    """Loses a card, and a line of the log with it, once the last answer has been given."""

    def end(self, play: Play) -> None:
        zones = play.game.state.zones
        zone = next(zone for zone, cards in enumerate(zones) if cards)
        zones[zone] = zones[zone][1:]


@pytest.mark.parametrize(
    ("watch", "report"),
    [(AtEnd(contract.end_is_in_order), "is nowhere"), (contract.Folding(), "folding the log gives another state")],
    ids=["cards", "log"],
)
def test_what_goes_wrong_with_the_last_answer_is_caught(watch: Watch, report: str) -> None:
    """No decision follows on the last answer, and yet what has come of it is looked at."""
    with pytest.raises(Broken, match=rf"^{watch.name} at decision \d+ of game 1-.*{report}"):
        Play(set_up(1)).run(CardLost(), watch)


def test_a_check_is_carried_out_as_often_as_said_and_begins_elsewhere_in_each_game() -> None:
    for number in (1, 3, 8):
        looked_at: list[int] = []
        play = Play(set_up(number))
        decisions = play.run(Every(lambda game, rng, play=play, at=looked_at: at.append(len(play.answers)), 3))  # type: ignore[misc]
        assert len(looked_at) == pytest.approx(decisions / 3, abs=1)
        assert {(decision + number) % 3 for decision in looked_at} == {0}


def test_what_a_check_tries_is_the_same_whatever_else_is_looked_at() -> None:
    """So a game that is played alone fails as it did among all others."""
    tried: list[list[float]] = []
    for others in ((), (contract.Refusals(), contract.save_comes_back)):
        found: list[float] = []
        Play(set_up(1)).run(*others, Every(lambda game, rng, found=found: found.append(rng.random()), 2))  # type: ignore[misc]
        tried.append(found)
    assert tried[0] == tried[1] and len(set(tried[0])) > 25


def test_no_check_is_left_out() -> None:
    """Whatever check a fault is planted for is carried out in the random games, often enough to be seen."""
    for rulebook, planted in (("adventure", FAULTS), ("wargame", WARGAME_FAULTS)):
        names = {watch.name for watch in watches(rulebook, SAMPLED)}
        assert {named(fault.check) for fault in planted} <= names
        assert {"Folding", "Refusals", "same_again", "same_in_silence", "end_is_in_order"} <= names


def test_an_engine_that_fails_between_checks_is_reported_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    faults.option_that_fails(monkeypatch)
    with pytest.raises(Broken, match=r"^the answer '.*' at decision \d+ of game \d+-.*--only \d+\): KeyError"):
        for number in GAMES:
            Play(set_up(number)).run()


def test_a_report_says_which_game_and_which_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads the report can see the failure again."""
    faults.lost_card(monkeypatch)
    with pytest.raises(Broken, match=r"cards_have_one_place at decision \d+ of game 1-.*soak\.py --only 1\)"):
        Play(set_up(1)).run(contract.cards_have_one_place)
