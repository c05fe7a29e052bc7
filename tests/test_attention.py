"""What a seat is asked: what concerns it, what its stops say, and everything under full control."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stormriver.api import begin_game
from stormriver.cli.session import LocalSession, resumed
from stormriver.kernel.script import Script
from stormriver.presentation.attention import Concern, Recurring, all_pressing
from stormriver.presentation.in_a_row import in_a_row
from stormriver.presentation.registry import presentation_named, presentation_of
from stormriver.presentation.standing_orders import Matter, Orders
from stormriver.presentation.wargame.pairs import pairs_of
from stormriver.scenario.files import read_scenario
from stormriver.scenario.position import build
from stormriver.session.attention import ALL, Attention, is_attention, thing_of
from stormriver.session.decisions import Settled
from stormriver.wargame.view import View as WarView

HEALING = Matter("window", "now", frozenset({"cast:healing", "use:wand"}), "pass")
NOTHING = Concern(frozenset())

POSITION = """
title: Somebody holds a Spell that heals
game: {preset: revised4}
players:
  - {seat: ann, character: assassin, at: fields_6}
  - {seat: ben, character: wizard, at: castle, lives: %d, spells: [healing]}
turn: ann
"""


def at_one_table(scenario: str) -> LocalSession:
    """Return a session of two people that goes on from a scenario."""
    game = build(read_scenario(scenario))
    game.log = []
    game.run()
    return LocalSession(game, ["you", "you"], 1)


def healer(lives: int, rival: str = "fields_6", more: str = "") -> LocalSession:
    """Return a session in which it is the turn of ann, who stands somewhere, and ben holds a Spell that heals."""
    return at_one_table((POSITION % lives).replace("fields_6", rival) + more)


def asked_of(session: LocalSession, seat: int) -> list[str]:
    """Return at which kinds of asks a seat's person is asked in the turn under way, when all leave what they can."""
    turn, found = session.game.state.turn, []
    while session.game.state.turn == turn and (ask := session.game.ask) is not None:
        settled = session.settled(ask.seat)
        if settled is not None:
            session.answer(settled.key, "order", settled.told)
        elif len(ask.keys) == 1 and not session.bluffs(ask.seat):
            session.answer(ask.keys[0], "forced")
        else:
            found += [ask.kind] * (ask.seat == seat)
            session.answer(next((key for key in ("pass", "roll") if key in ask.keys), ask.keys[0]))
    return found


@pytest.mark.parametrize(
    ("key", "thing"),
    [("cast:healing", "healing"), ("use:wand#2", "wand"), ("fate", "fate"), ("fate:2", "fate"), ("fate:elf", "elf"),
     ("take:sword", "take:sword"), ("ditch", "ditch")],
)  # fmt: skip
def test_a_stop_is_for_what_is_made_use_of(key: str, thing: str) -> None:
    assert thing_of(key) == thing


def test_a_seat_is_asked_about_what_concerns_it_and_as_its_stops_say() -> None:
    own = Attention()
    assert not own.wants(HEALING, NOTHING)
    assert own.wants(HEALING, Concern(frozenset({"cast:healing"})))
    own.attend({"healing": "never"}, full=False)
    assert not own.wants(HEALING, Concern(frozenset({"cast:healing"})))
    assert own.wants(HEALING, all_pressing(None, HEALING)), "the wand is pressing too"
    own.attend({"healing": "always"}, full=False)
    assert own.wants(HEALING, NOTHING)
    own.attend({}, full=True)
    assert own.wants(HEALING, NOTHING)


def test_a_stop_not_to_use_a_thing_says_nothing_of_taking_it() -> None:
    own = Attention()
    own.attend({"wand": "never"}, full=False)
    taking = Matter("take", "when something lies there", frozenset({"take:wand"}), "done")
    assert own.wants(taking, all_pressing(None, taking))


def test_a_stop_for_all_things_holds_where_there_is_none_of_their_own() -> None:
    own = Attention()
    own.attend({ALL: "always", "healing": "never"}, full=False)
    healing = Matter("window", "now", frozenset({"cast:healing"}), "pass")
    assert own.wants(HEALING, NOTHING), "the wand has no stop of its own"
    assert not own.wants(healing, all_pressing(None, healing))
    own.attend({ALL: "never", "healing": "concerns", "wand": "never"}, full=False)
    assert own.stops == {ALL: "never", "healing": "concerns"}
    assert own.wants(HEALING, all_pressing(None, HEALING))


def test_a_choice_of_the_rules_is_no_use_of_a_thing_whatever_its_verb_begins_with() -> None:
    own = Attention()
    own.attend({ALL: "never", "user:sword": "never"}, full=False)
    choice = Matter("choose", "now", frozenset({"user:sword", "fated"}), "pass")
    assert own.wants(choice, all_pressing(None, choice))


def test_what_is_declined_by_an_order_concerns_nobody() -> None:
    orders, own = Orders({"window": ["cast:healing"]}), Attention()
    assert orders.answer(HEALING) is None, "the wand is not declined"
    assert not own.wants(orders.rest(HEALING), Concern(frozenset({"cast:healing"})))
    assert own.wants(orders.rest(HEALING), Concern(frozenset({"use:wand"})))


def promised(gain: float) -> Concern:
    """Return that healing promises a gain at leisure."""
    return Concern(frozenset(), {"cast:healing": gain})


def test_what_only_promises_a_gain_is_asked_about_again_when_it_promises_more() -> None:
    own = Attention()
    assert own.wants(HEALING, promised(1.0))
    own.let_pass(promised(1.0))
    own.begin_turn()
    assert not own.wants(HEALING, promised(1.0)) and own.wants(HEALING, promised(2.0))
    own.let_pass(promised(0.5))
    assert not own.wants(HEALING, promised(1.0)), "what it promised most counts"
    assert own.wants(HEALING, Concern(frozenset({"cast:healing"}))), "something is at stake"
    own.forget()
    assert own.wants(HEALING, promised(1.0))


def test_where_the_game_may_be_about_to_end_all_is_asked_about_once_in_a_turn() -> None:
    own = Attention()
    ending = Concern(frozenset(), once=HEALING.things)
    assert own.wants(HEALING, ending)
    own.let_pass(ending)
    assert not own.wants(HEALING, ending)
    assert own.wants(HEALING, promised(1.0)), "what gains something now was let go when it gained nothing"
    own.begin_turn()
    assert own.wants(HEALING, ending)


def test_a_spell_that_changes_nothing_now_is_not_asked_about() -> None:
    assert asked_of(healer(lives=4), 1) == []


def test_a_spell_that_gains_something_is_asked_about_and_once_is_enough() -> None:
    session = healer(lives=1)
    assert asked_of(session, 1) == ["window"]


def test_full_control_is_asked_everything() -> None:
    session = healer(lives=1)
    session.attend(1, {}, full=True)
    assert len(asked_of(session, 1)) > 1


def test_a_thing_that_is_never_wanted_is_let_go_without_a_question() -> None:
    session = healer(lives=1)
    session.attend(1, {"healing": "never"}, full=False)
    assert session.stops(1)["healing"] == "never"
    assert asked_of(session, 1) == []


def test_what_a_seat_wants_to_be_asked_is_saved_with_the_game(tmp_path: Path) -> None:
    session = LocalSession(begin_game("revised4", 2, seed=1), ["you", "you"], 1)
    session.attend(1, {"healing": "always", "wand": "concerns"}, full=True)
    again = resumed(session.save(tmp_path / "game.json"))
    assert (again.attention[1].stops, again.attention[1].full) == ({"healing": "always"}, True)
    assert (again.attention[0].stops, again.attention[0].full) == ({}, False)


@pytest.mark.parametrize("saved", [None, {}, {"stops": {}, "full": 1}, {"stops": {"a": "often"}, "full": False}])
def test_what_is_no_attention_in_a_save_is_known_as_such(saved: object) -> None:
    assert not is_attention(saved)
    assert is_attention({"stops": {"a": "never"}, "full": False})


def test_a_rulebook_that_says_nothing_of_it_is_asked_everything() -> None:
    unknown = presentation_named("of_somebody_else")
    assert unknown.concerns(None, HEALING) == Concern(HEALING.things)
    assert unknown.at_hand(None) == ()


def test_a_spell_let_go_in_one_round_is_not_offered_again_in_the_next() -> None:
    session = healer(lives=2)
    first, _, third = (asked_of(session, 1) for _ in range(3))
    assert first == ["window"] and third == []


def test_whoever_may_stop_a_winner_is_asked_once_in_each_of_their_turns() -> None:
    session = healer(lives=4, rival="crown_of_command", more="marks: {crown_of_command: {summit_reached: 1}}")
    first, own, third = (asked_of(session, 1) for _ in range(3))
    assert first == third == ["window"] and "roll" not in own and "window" not in own


WINNING = """
title: Who stands on the goal casts a Spell that concerns nobody, then the Command Spell, and both can be countered
game: {preset: revised4}
players:
  - {seat: ann, character: assassin, at: crown_of_command, spells: [hex]}
  - {seat: ben, character: wizard, at: castle, spells: [counterspell]}
marks: {crown_of_command: {summit_reached: 1}}
turn: ann
"""


def test_who_leaves_what_promises_nothing_is_asked_when_it_promises_something() -> None:
    session = at_one_table(WINNING)
    asked: list[list[str]] = []
    while session.game.state.turn == 1 and (ask := session.game.ask) is not None and len(asked) < 2:
        cast = next((key for key in ask.keys if key.startswith(("cast:hex", "on:"))), ask.keys[0])
        asked += [ask.keys] if ask.seat == 1 and session.settled(1) is None and len(ask.keys) > 1 else []
        session.answer("pass" if ask.seat == 1 else cast)
    assert asked == [["pass", "cast:counterspell"]] * 2


# questions that are put again


def test_an_answer_stands_as_long_as_no_less_speaks_for_it() -> None:
    own, before = Attention(), Recurring((1, 2), {"evade": (3, -4), "fight": (-3, 4)})
    own.note_answer("evade", before)
    assert own.answer_as_before(Recurring((1, 2), {"evade": (5, -3), "fight": (-5, 3)})) == "evade"
    assert own.answer_as_before(Recurring((1, 2), {"evade": (2, -3), "fight": (-2, 3)})) is None
    assert own.answer_as_before(Recurring((1, 3), before.reasons)) is None, "that is another question"
    own.attend({ALL: "always"}, full=False)
    assert own.answer_as_before(before) is None
    own.attend({}, full=True)
    assert own.answer_as_before(before) is None


BATTLE = """
title: Who evades and is below is hit, and the battle goes on
game: {preset: wargame}
players: [{seat: ann}, {seat: ben}]
map:
  d4: {unit: knight}
  d5: {unit: orc}
turn: ann
phase: battles
"""


def after_a_round(answer: str) -> LocalSession:
    """Return a session in which ben's unit was hit in the first round of a battle, and ann goes on."""
    game = build(read_scenario(BATTLE))
    game.log, game.script = [], Script(dice=[3, 3, 3, 2, 2, 2, 3, 3, 3, 1, 1, 1])
    game.skip_forced = True
    game.run()
    session = LocalSession(game, ["you", "you"], 1)
    for key in ("attack:knight", answer, "go_on"):
        session.answer(key)
    return session


def test_who_evades_in_a_battle_goes_on_evading_while_it_stands_no_better() -> None:
    session = after_a_round("evade")
    settled = session.settled(1)
    assert settled is not None and settled.key == "evade"
    session.answer(settled.key, "order", settled.told)
    assert session.declined(1) == ["a question that comes up again, as you had answered it when no more spoke for that"]
    session.take_back(1)
    assert session.settled(1) is None, "what has been taken back is asked anew"


def test_who_fights_is_asked_again_when_it_goes_worse_for_them() -> None:
    assert after_a_round("fight").settled(1) is None


def test_an_answer_stands_in_later_fights_until_another_is_given() -> None:
    own = Attention()
    for key, lead in (("evade", 3), ("fight", 1)):
        own.note_answer(key, Recurring(("evade",), {"evade": (lead,), "fight": (-lead,)}))
    assert [own.answer_as_before(Recurring(("evade",), {"evade": (n,), "fight": (-n,)})) for n in (0, 1, 2, 3)] == [
        "fight",
        "fight",
        None,
        "evade",
    ]
    own.note_answer("fight", Recurring(("evade",), {"evade": (5,), "fight": (-5,)}))
    assert own.answer_as_before(Recurring(("evade",), {"evade": (4,), "fight": (-4,)})) == "fight"
    own.begin_turn()
    assert own.answer_as_before(Recurring(("evade",), {"evade": (4,), "fight": (-4,)})) == "fight"


QUESTERS = """
title: Somebody may be sent on a quest
game: {preset: wargame}
players: [{seat: ann}, {seat: ben}]
map:
%s
  d5: {unit: orc}
turn: ann
phase: quest
"""


def sending(*units: str) -> LocalSession:
    """Return a session in which ann may send some characters on a quest."""
    lines = "\n".join(
        f"  {square}: {{unit: {unit}, owner: ann}}" for square, unit in zip(("a1", "b1"), units, strict=False)
    )
    session = at_one_table(QUESTERS % lines)
    while session.game.ask is not None and session.game.ask.kind == "window":
        session.answer("pass")
    return session


def test_who_sends_nobody_on_a_quest_is_asked_again_when_more_speaks_for_sending_one() -> None:
    weak, strong = sending("minstrel"), sending("minstrel", "warrior")
    question = presentation_of(weak.game.table).recurring
    first, other = question(weak.game), question(strong.game)
    assert first is not None and other is not None and list(first.reasons) == ["pass"]
    own = Attention()
    own.note_answer("pass", first)
    assert own.answer_as_before(first) == "pass"
    assert own.answer_as_before(other) is None
    own.note_answer("pass", other)
    assert own.answer_as_before(first) == "pass", "it is less than what was declined"
    own.note_answer("send:warrior", other)
    assert own.answer_as_before(other) is None, "whom to send is asked each time"


def test_who_wants_full_control_is_asked_in_each_round() -> None:
    session = after_a_round("evade")
    session.attend(1, {}, full=True)
    assert session.settled(1) is None


# how much is asked


def advised(view: Any) -> str:
    """Return what `steady` would answer."""
    key: str = presentation_of(view.game.table).advice(view, view.ask)[0].key
    return key


def asks_and_questions(preset: str, seats: int, turns: int) -> tuple[int, int]:
    """Return how many asks the engine makes of the one person in a seeded stretch, and how many questions these are.

    They answer as `steady` would, and with the gestures of the page.
    """
    session = LocalSession(begin_game(preset, seats, seed=5), ["you", *["steady"] * (seats - 1)], 5)
    asks = questions = 0
    while session.game.state.turn < turns and (ask := session.game.ask) is not None:
        counts = ask.seat == 0 and session.game.state.turn > 0
        asks += counts
        if session.go_on():
            continue
        questions += counts
        asks += counts and session.further(0) is not None
        view = session.asked_view(0)
        first = advised(view)
        pairs = [pair for pair in pairs_of(view) if pair.key == first] if isinstance(view, WarView) else []
        session.answer_asked(0, first)
        if pairs and session.game.ask is not None and session.game.ask.keys[0] in [pair.then for pair in pairs]:
            asks += counts
            session.answer(advised(session.view(0)), "order")
    return asks, questions


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "seats", "turns", "most"), [("revised4", 4, 80, 0.75), ("wargame", 2, 10, 0.7)])
def test_a_person_is_asked_much_less_than_the_engine_asks(preset: str, seats: int, turns: int, most: float) -> None:
    asks, questions = asks_and_questions(preset, seats, turns)
    assert 10 < questions <= most * asks


# a roll for a move and where it leads


def moving() -> LocalSession:
    """Return a session in which ann has rolled for their move."""
    game = build(read_scenario((POSITION % 4).replace("wizard", "elf").replace(", spells: [healing]", "")))
    game.log, game.script = [], Script(dice=[3])
    game.run()
    session = LocalSession(game, ["you", "you"], 1)
    session.answer("roll")
    return session


def test_the_roll_for_a_move_and_where_it_leads_are_one_question() -> None:
    session = moving()
    further = session.further(0)
    assert further is not None and further.game.ask is not None and further.game.ask.kind == "move"
    space = further.keys[0]
    assert session.leads_to(0, "pass", space)
    assert not session.leads_to(0, "fate", space) and not session.leads_to(0, "pass", "to:nowhere")
    assert session.game.ask is not None and session.game.ask.kind == "rolled", "looking ahead changes nothing"


def test_both_are_taken_back_as_one_decision() -> None:
    session = moving()
    further = session.further(0)
    assert further is not None
    session.answer(further.leaving)
    session.answer(further.keys[0], "order")
    assert session.reach(0).answers == 2


def test_the_terminal_puts_both_as_one_and_answers_either() -> None:
    session = moving()
    view = session.asked_view(0)
    spaces = [key for key in view.ask.keys if key.startswith("to:")]
    assert view.ask.kind == "move" and view.ask.keys == [*spaces, "fate"]
    assert all(option.text for option in view.ask.options.values())
    session.answer_asked(0, "fate")
    assert session.log[-1].kind != "moved"
    session = moving()
    session.answer_asked(0, spaces[0])
    assert [(past.key, past.by) for past in session.decisions[-2:]] == [("pass", "person"), (spaces[0], "order")]


def test_a_question_that_is_a_choice_of_its_own_is_put_alone() -> None:
    session = moving()
    session.game.undo()
    assert session.game.ask is not None and session.game.ask.kind == "roll" and session.further(0) is None
    assert not session.leads_to(0, "roll", "to:village")


# what goes without saying, and what follows at once


LYING = """
title: Something lies where ann may go, or somebody stands there
game: {preset: revised4}
players:
  - {seat: ann, character: elf, at: fields_6, fate: 0%s}
  - {seat: ben, character: dwarf, at: %s}
spaces: {ruins: [%s]}
turn: ann
"""


def before_a_move(rival: str, lying: str, mine: str = "") -> LocalSession:
    """Return a session in which ann may go to the Ruins, where something lies or ben stands."""
    game = build(read_scenario(LYING % (mine, rival, lying)))
    game.log, game.script = [], Script(dice=[3])
    game.run()
    session = LocalSession(game, ["you", "you"], 1)
    session.answer("roll")
    return session


def left_to_ann(session: LocalSession) -> list[str]:
    """Return what ann has, once they have come to the Ruins and until they are asked or their turn is over."""
    for key in ("to:ruins", "space"):
        session.answer(key)
    while session.game.state.active == 0 and (settled := session.settled(0)) is not None:
        session.answer(settled.key, "order", settled.told)
    cards = session.game.table.cards
    return [cards[card].id for card in session.game.state.zones[session.game.table.play + 0]]


def test_what_lies_there_for_nothing_is_taken_and_told_and_taken_back() -> None:
    session = before_a_move("castle", "sword, helmet")
    assert set(left_to_ann(session)) == {"sword", "helmet"}
    assert session.declined(0)[0] == "what lay there for nothing, taken since you have room"
    reach = session.reach(0)
    session.take_back(reach.answers)
    assert not session.game.state.zones[session.game.table.play + 0]


@pytest.mark.parametrize("carried", ["axe, shield, armour, raft", ""])
def test_who_has_no_room_or_wants_to_be_asked_takes_for_themselves(carried: str) -> None:
    session = before_a_move("castle", "sword, helmet", f", cards: [{carried}]" if carried else "")
    if not carried:
        session.attend(0, {ALL: "always"}, full=False)
    assert "sword" not in left_to_ann(session)
    assert session.game.ask is not None and session.game.ask.kind == "take"


TROPHIES = """
title: Somebody may hand in trophies at the end of their turn
game: {preset: revised4}
players:
  - {seat: ann, character: thief, at: city, fate: 0, trophies: [%s]}
  - {seat: ben, character: elf, at: castle}
spaces: {fields_4: [healer]}
turn: ann
"""


@pytest.mark.parametrize(("trophies", "chosen"), [("dragon, giant", ["hand_in:dragon"]), ("giant, wolf", [])])
def test_which_trophies_go_is_asked_only_where_it_makes_a_difference(trophies: str, chosen: list[str]) -> None:
    game = build(read_scenario(TROPHIES % trophies))
    game.log, game.script = [], Script(dice=[1])
    game.run()
    session = LocalSession(game, ["you", "you"], 1)
    typed = ["roll", "to:fields_4", "space", "strength", *chosen]
    while typed:
        assert session.game.ask is not None
        settled = session.settled(session.game.ask.seat)
        session.answer(typed.pop(0) if typed[0] in session.game.ask.keys else session.game.ask.keys[0])
        assert settled is None or settled.told != "evident_trophies"
    settled = session.settled(0)
    assert settled is not None and settled.told == "evident_trophies"
    assert settled.key.startswith("done" if chosen else "hand_in:")


BESIDE = """
title: A unit beside another in the Battle Phase
game: {preset: wargame}
players: [{seat: ann}, {seat: ben}]
map:
  d4: {unit: %s}
  d5: {unit: %s}
turn: ann
phase: battles
"""


@pytest.mark.parametrize(("mine", "theirs", "asked"), [("knight", "goblins", True), ("minstrel", "dragon", False)])
def test_battles_are_asked_about_where_one_promises_a_gain(mine: str, theirs: str, asked: bool) -> None:
    session = at_one_table(BESIDE % (mine, theirs))
    while session.game.ask is not None and session.game.ask.kind == "window":
        session.answer("pass")
    assert session.game.ask is not None and session.game.ask.kind == "attacker"
    settled = session.settled(0)
    assert settled == (None if asked else Settled("pass", "evident_attacker"))
    session.attend(0, {ALL: "always"}, full=False)
    assert session.settled(0) is None


HURT = """
title: Somebody beside a healer is hurt
game: {preset: wargame}
players: [{seat: ann}, {seat: ben}]
map:
  d4: {unit: healer}
  d5: {unit: knight, wounds: 1}
  d3: {unit: elf, wounds: 1}
turn: ann
phase: healing
"""


def test_healers_heal_without_being_asked_but_whom_is_asked() -> None:
    session = at_one_table(HURT)
    while session.game.ask is not None and session.game.ask.kind == "window":
        session.answer("pass")
    assert session.settled(0) == Settled("heal:healer", "evident_healer")
    session.answer("heal:healer", "order")
    assert session.game.ask is not None and session.game.ask.kind == "patient" and session.settled(0) is None
    session.answer("heal:knight")
    assert session.game.ask is None or session.game.ask.kind != "heal"


FIELD = """
title: Two sides on a map
game: {preset: wargame}
players: [{seat: ann%s}, {seat: ben}]
map:
%s
turn: ann
phase: %s
dice: [4]
"""


def on_the_map(phase: str, *squares: str, spells: str = "") -> LocalSession:
    """Return a session at the first question of a phase of ann's that is no window."""
    lines = "\n".join(f"  {square}" for square in squares)
    session = at_one_table(FIELD % (f", spells: [{spells}]" if spells else "", lines, phase))
    while session.game.ask is not None and session.game.ask.kind == "window":
        session.answer("pass")
    return session


@pytest.mark.parametrize(
    ("squares", "spells", "settled"),
    [
        (("d4: {unit: ranger}", "e5: {unit: orc}"), "", Settled("shoot:ranger", "evident_shot")),
        (("d4: {unit: ranger}", "e5: {unit: orc}", "c5: {unit: troll}"), "", None),  # at whom is a choice
        (("d4: {unit: ranger}", "d5: {unit: goblins}"), "", None),  # it could fight as well
        (("d4: {unit: elf}", "e5: {unit: orc}"), "", Settled("shoot:elf", "evident_shot")),
        (("d4: {unit: elf}", "e5: {unit: orc}"), "lightning_bolt", None),  # it could cast as well
    ],
)
def test_a_shot_that_costs_nothing_is_made_unless_at_whom_is_a_choice(
    squares: tuple[str, ...], spells: str, settled: Settled | None
) -> None:
    session = on_the_map("shooting", *squares, spells=spells)
    assert session.game.ask is not None and session.game.ask.kind == "shooter"
    assert session.settled(0) == settled
    session.attend(0, {}, full=True)
    assert session.settled(0) is None


@pytest.mark.parametrize(
    ("attacked", "settled"), [("hobgoblins", Settled("pass", "evident_martyr")), ("sorceress", None)]
)
def test_whether_a_martyr_steps_in_is_asked_where_that_promises_a_gain(attacked: str, settled: Settled | None) -> None:
    session = on_the_map("battles", "d4: {unit: treeman}", f"d5: {{unit: {attacked}}}", "d6: {unit: goblins}")
    for key in ("attack:treeman", f"at:{attacked}"):
        session.answer(key)
    while session.game.ask is not None and session.game.ask.kind == "window":
        session.answer("pass")
    assert session.game.ask is not None and session.game.ask.kind == "martyr"
    assert session.settled(1) == settled
    session.attend(1, {}, full=True)
    assert session.settled(1) is None


def test_who_ends_their_moves_where_none_promises_a_gain_need_not_say_so_again() -> None:
    idle = on_the_map("movement", "d5: {unit: healer}", "d6: {unit: dragon}")
    assert idle.game.ask is not None and idle.game.ask.kind == "moves" and idle.settled(0) is None
    question = presentation_of(idle.game.table).recurring(idle.game)
    assert question is not None and list(question.reasons) == ["pass"]
    idle.attention[0].note_answer("move:healer", question)
    assert idle.settled(0) is None, "they move all the same"
    idle.attention[0].note_answer("pass", question)
    assert idle.settled(0) == Settled("pass", "again")
    idle.attention[0].forget()
    assert idle.settled(0) is None, "what has been taken back is asked anew"
    drawn = on_the_map("movement", "d1: {unit: prince}", "d8: {unit: orc}")
    assert presentation_of(drawn.game.table).recurring(drawn.game) is None, "a move that promises a gain is asked about"


def test_where_to_move_and_whom_to_encounter_there_are_one_question() -> None:
    session = before_a_move("ruins", "sword")
    way = session.onward(0)["to:ruins"]
    assert way.game.ask is not None and way.game.ask.keys[:2] == ["space", "character:ben"]
    assert session.leads_to(0, *way.keys, "character:ben")
    assert list(session.onward(0)) == ["to:ruins"], "elsewhere is nobody"
    assert before_a_move("castle", "sword").onward(0) == {}
    session.answer_asked(0, "to:ruins", "character:ben")
    assert session.reach(0).answers == 2


def test_options_that_stand_for_several_answers_say_all_of_them() -> None:
    session = before_a_move("ruins", "sword")
    view_of = presentation_of(session.game.table).view_of
    way, ask = session.onward(0)["to:ruins"], view_of(session.game, 0).ask
    found = {one.key: one for one in in_a_row(ask, {"to:ruins": view_of(way.game, 0).ask}).options}
    assert {"to:graveyard", "character:ben"} < found.keys() and "to:ruins" not in found
    assert found["character:ben"].text == "Go to the Ruins. Encounter Ben."
    assert (found["character:ben"].space, found["character:ben"].seat) == ("ruins", 1)


def test_a_die_or_a_hidden_card_ends_what_is_answered_in_a_row() -> None:
    session = before_a_move("ruins", "sword")
    assert not session.leads_to(0, "to:ruins", "space", "take:sword"), "cards are drawn first"
    assert session.asked_after(0, ["to:ruins", "space"]) is None


def test_a_fate_and_the_die_for_it_are_one_question_in_the_wargame() -> None:
    assert presentation_named("wargame").onward == {"fate"}


# going forward


def test_going_forward_answers_what_cannot_be_declined_and_says_so() -> None:
    game = begin_game("wargame", 2, seed=3)
    session = LocalSession(game, ["you", "you"], 3)
    assert game.ask is not None and presentation_of(game.table).matter_of(session.view(game.ask.seat)) is None
    seat = game.ask.seat
    hurried = session.hurried(seat)
    session.answer(hurried.key, "order", hurried.told)
    assert session.declined(seat) == ["a question that had to be answered, as a computer player would"]
    assert "Computerspieler" in session.declined(seat, "de")[0]
