"""What is told of a wargame for its map: reach, threat, arrows, pairs of answers, and what is left of a phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from stormriver.cli.session import LocalSession
from stormriver.kernel.game import UNSEEN
from stormriver.kernel.script import Script
from stormriver.kernel.view import ONLOOKER
from stormriver.presentation.registry import presentation_of
from stormriver.presentation.wargame.facts import Arrow, Covering, Pair, WarBook, WarView
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from stormriver.wargame.procedures.openings import moments_to_answer
from stormriver.wargame.procedures.windows import is_asked, options_at
from stormriver.wargame.view import View

POSITION = """
title: Two sides before each other
game: {preset: wargame}
players: [{seat: ann, spells: [%s]}, {seat: ben}]
map:
  d4: {unit: paladin}
  b4: {unit: elf}
  d5: {unit: orc}
%s
turn: ann
phase: %s
"""
PLAIN = ("b5: {tile: plains}", "b3: {tile: plains}", "a4: {tile: plains}", "c4: {tile: plains}", "e4: {tile: plains}")


def begun(phase: str, *squares: str, spell: str = "", dice: Sequence[int] = (2,)) -> LocalSession:
    """Return a session in a phase of ann's turn, who may hold a spell."""
    lines = "\n".join(f"  {line}" for line in squares)
    game = build(read_scenario(POSITION % (spell, lines, phase)))
    game.log, game.skip_forced, game.script = [], False, Script(dice=list(dice))
    game.run()
    return LocalSession(game, ["you", "you"], 1)


def seen(session: LocalSession, seat: int = 0, language: str = "en") -> WarView:
    """Return what a seat is shown."""
    view: WarView = presentation_of(session.game.table).view_of(session.game, seat, None, language)
    return view


def unit(view: WarView, square: str) -> Any:
    """Return the unit on a square."""
    found = view.squares[square].unit
    assert found is not None
    return found


def test_a_unit_reaches_what_it_may_move_to_and_threatens_what_it_could_strike_from_where_it_stands() -> None:
    session = begun("movement", *PLAIN)
    view = seen(session)
    assert set(unit(view, "b4").reach) == {"a4", "b3", "b5", "c4"}
    assert set(unit(view, "d4").threat) == {"c4", "d3", "d5", "e4"}
    assert "d5" not in unit(view, "d4").reach, "somebody stands there"
    assert {"a3", "c5"} < set(unit(view, "b4").threat), "who shoots strikes across corners too"
    assert unit(seen(session, ONLOOKER), "b4").reach == unit(view, "b4").reach, "it is for all to see"


def test_pairs_are_both_answers_to_a_move_or_attack_and_told_to_nobody_else() -> None:
    session = begun("movement", *PLAIN)
    pairs = seen(session).pairs
    assert Pair(key="move:elf", then="to:b5", source="b4", target="b5") in pairs
    assert seen(session, 1).pairs == seen(session, ONLOOKER).pairs == ()
    for pair in pairs:
        assert session.leads_to(0, pair.key, pair.then)
    assert not session.leads_to(0, "move:elf", "to:h8") and not session.leads_to(0, "pass", "to:b5")


def test_whom_a_unit_gives_its_disease_is_a_pair_but_no_attack() -> None:
    session = begun("shooting", "e4: {unit: leper, owner: ann}")
    pairs = {pair.target: pair for pair in seen(session).pairs if pair.key == "infect:leper"}
    assert set(pairs) == {"d4"} and not pairs["d4"].attack
    assert session.leads_to(0, pairs["d4"].key, pairs["d4"].then)


def test_whoever_might_be_held_back_first_is_moved_in_two_answers() -> None:
    session = begun("movement", "c6: {unit: monk, tile: maze}")
    view = seen(session)
    assert "move:monk" in [option.key for option in view.ask.options]  # type: ignore[union-attr]
    assert "move:monk" not in {pair.key for pair in view.pairs}


@pytest.mark.parametrize(
    ("spell", "pairs"),
    [
        ("curse", {("b3", "b4"), ("b3", "e3"), ("e3", "d5")}),
        ("familiar", set()),  # it is the caster whom it touches
        ("darkness", set()),  # it is cast at nobody
    ],
)
def test_who_casts_and_at_whom_is_a_pair_of_answers_too(spell: str, pairs: set[tuple[str, str]]) -> None:
    session = begun("movement", "b3: {unit: priest}", "e3: {unit: wizard, owner: ann}", spell=spell)
    session.answer(f"cast:{spell}")
    found = seen(session).pairs
    ways = {(pair.source, pair.target) for pair in found}
    assert pairs <= ways and bool(pairs) == bool(ways), "and each other caster and target"
    assert not {("b3", "d5"), ("b3", "b3")} & ways, "that is too far, and that is the caster"
    for pair in found:
        assert not pair.attack and session.leads_to(0, pair.key, pair.then)


def test_a_spell_who_casts_it_and_at_whom_are_one_gesture_with_nothing_come_out() -> None:
    session = begun("movement", "b3: {unit: priest}", "e3: {unit: wizard, owner: ann}", spell="curse")
    gestures = [pair for pair in seen(session).pairs if pair.card == "curse"]
    assert {pair.key for pair in gestures} == {"cast:curse"}
    assert ("b3", "e3") in {(pair.source, pair.target) for pair in gestures}
    for pair in gestures:
        assert session.leads_to(0, pair.key, *pair.then.split())
    assert not session.leads_to(0, "cast:curse", "by:priest", "at:nobody")


def test_whoever_looks_ahead_supposes_that_a_hidden_hand_may_answer_and_knows_no_spell_of_it() -> None:
    game = begun("movement", "e3: {unit: wizard, owner: ann}", spell="curse").game
    masked = View(game, 1).game
    masked.skip_forced, masked.moment_mask = False, [UNSEEN, UNSEEN]  # as after a spell has come to a hand
    moments = masked.table.spell_moments
    assert moments_to_answer(masked, 0, moments) == moments
    assert options_at(masked, 0, moments) == [] and is_asked(masked, 0, moments, [])


def test_a_spell_is_cast_at_a_square_by_the_nearest_of_those_who_have_nobody_to_strike() -> None:
    session = begun("movement", "b3: {unit: priest}", "e3: {unit: wizard, owner: ann}", spell="barrier")
    gestures = {pair.target: pair for pair in seen(session).pairs if pair.card == "barrier"}
    assert {gestures[square].source for square in ("a3", "b3", "b2")} == {"b3"}
    assert {gestures[square].source for square in ("f3", "e3", "e1")} == {"e3"}
    assert "h8" not in gestures, "that is too far from either"
    for pair in gestures.values():
        assert session.leads_to(0, "cast:barrier", *pair.then.split())


def test_whoever_might_strike_instead_casts_at_a_square_only_where_that_is_chosen() -> None:
    near = ("c4: {unit: ogre, owner: ben}", "e3: {unit: wizard, owner: ann}")
    session = begun("movement", "b3: {unit: priest}", *near, spell="barrier")
    ways = [(pair.source, pair.target) for pair in seen(session).pairs if pair.card == "barrier"]
    assert {source for source, target in ways if target == "c3"} == {"e3"}, "b3 is nearer, but has an Ogre before it"
    assert {source for source, target in ways if target == "a3"} == {"b3", "b4"}, "nobody else comes so far"


def test_an_attack_has_its_chance_and_is_an_arrow_once_it_is_announced() -> None:
    session = begun("battles")
    (pair,) = seen(session).pairs
    assert (pair.source, pair.target, pair.attack) == ("d4", "d5", True) and 0 < pair.chance < 1
    assert seen(session).arrow is None
    session.answer(pair.key)
    session.answer(pair.then)
    arrow = Arrow(source="d4", target="d5", attack=True)
    assert seen(session).arrow == seen(session, ONLOOKER).arrow == arrow


@pytest.mark.parametrize(
    ("phase", "language", "said"),
    [
        ("movement", "en", "Movement Phase. Moves left: 2 of 2. Which unit moves next?"),
        ("movement", "de", "Bewegungsphase. Züge übrig: 2 von 2. Welche Einheit zieht als Nächste?"),
        ("battles", "en", "Battle Phase. Units that may still attack: 1. Which unit attacks?"),
        ("quest", "en", "Quest Phase. Whom do you send on a quest?"),
    ],
)
def test_a_question_begins_with_what_it_is_about_and_what_is_left_of_it(phase: str, language: str, said: str) -> None:
    ask = seen(begun(phase), language=language).ask
    assert ask is not None and f"{ask.situation} {ask.text}" == said


def test_what_a_unit_has_done_counts_for_its_phase() -> None:
    session = begun("movement", *PLAIN)
    session.answer("move:elf")
    session.answer("to:b5")
    view = seen(session)
    assert unit(view, "b5").done and not unit(view, "d4").done


def test_all_moves_since_the_roll_are_taken_back_at_one_go() -> None:
    session = begun("movement", *PLAIN)
    before = seen(session)
    assert session.plans(0).answers == 0
    for key in ("move:elf", "to:b5", "move:paladin", "to:e4"):
        session.answer(key)
    while session.asked == 1:
        session.answer("pass", "order")
    plans = session.plans(0)
    assert plans.answers >= 4 > session.reach(0).answers
    session.take_back(plans.answers)
    assert seen(session) == before


def test_plans_end_where_a_die_has_come_out() -> None:
    session = begun("movement", "b3: {tile: plains}", "c4: {tile: crags}", dice=(3, 6))
    for key in ("move:elf", "to:c4"):
        session.answer(key)
    while session.asked == 1 or (session.game.ask is not None and session.game.ask.kind == "window"):
        session.answer("pass", "order")
    assert session.plans(0).answers == 0 < session.reach(0).answers


def test_the_squares_that_a_spell_covers_are_chosen_together_and_told_to_whoever_chooses_them() -> None:
    session = begun("movement", "e3: {unit: wizard, owner: ann}", spell="blizzard")
    for key in ("cast:blizzard", "by:wizard"):
        session.answer(key)
    assert seen(session).covering is None, "it is aimed first, and may be answered then"
    session.answer("on:e2")
    book = presentation_of(session.game.table).book_of(session.game.table)
    assert isinstance(book, WarBook) and set(book.squares["e1"].beside) == {"d1", "f1", "e2"}
    assert seen(session).covering == Covering(7, ("e2",), "on:", "done")
    assert seen(session, 1).covering is seen(session, ONLOOKER).covering is None
    assert session.leads_to(0, "on:e1", "on:d1", "on:d2", "done")
    assert not session.leads_to(0, "on:e1", "on:b1"), "it touches none that is covered"
    session.answer_asked(0, "on:e1", "on:d1", "done")
    assert session.game.ask is not None and session.game.ask.kind != "cover"
    assert {id for id, place in seen(session).squares.items() if place.block} == {"d1", "e1", "e2"}


def test_a_last_square_is_no_choice_of_several() -> None:
    session = begun("movement", "e3: {unit: wizard, owner: ann}", spell="barrier")
    for key in ("cast:barrier", "by:wizard", "on:e2"):
        session.answer(key)
    assert session.game.ask is not None and session.game.ask.kind == "cover" and seen(session).covering is None


@pytest.mark.parametrize(("spell", "aimed"), [("familiar", True), ("darkness", False)])
def test_a_spell_that_is_aimed_at_nobody_else_is_cast_by_pointing_at_the_caster(spell: str, aimed: bool) -> None:
    session = begun("movement", "b3: {unit: priest}", "e3: {unit: wizard, owner: ann}", spell=spell)
    found = {pair.target: pair for pair in seen(session).pairs if pair.card == spell}
    assert set(found) == {"b3", "b4", "d4", "e3"} and found["e3"].source == ""
    assert found["e3"].then == ("by:wizard at:wizard" if aimed else "by:wizard")
    assert session.leads_to(0, f"cast:{spell}", *found["e3"].then.split())
