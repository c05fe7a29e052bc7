"""Movement: by the die, by one space, through gates between Regions, and turning back (rules chapter `movement`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.procedures import MOVE
from stormriver.adventure.procedures.dice import push_roll
from stormriver.adventure.procedures.limits import DITCH_ANY, begin_ditch, may_ditch
from stormriver.adventure.procedures.stats import (
    allowed,
    context,
    find_marks,
    forbidden,
    is_playing,
    marks_on,
    table_of,
)
from stormriver.adventure.procedures.travel import go, may_enter
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.windows import answer_own, open_window, options_of
from stormriver.kernel.ask import PASS, verb, verb_of
from stormriver.kernel.ask import SPACE as SPACE_KIND
from stormriver.kernel.game import Game
from stormriver.kernel.state import GOING_ON, MOVED, NONE, OVER, Frame
from stormriver.language.grammar import ALWAYS, NOTHING

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

ROLL_KEY = verb("roll")
ROLL_TWO = verb("roll_two")
WALK = verb("walk")
STAY = verb("stay")
TRY = verb("try")
TO = verb("to", SPACE_KIND)
CROSS = verb("cross", SPACE_KIND)
BACK = verb("turn_back")
CLOCKWISE = verb("clockwise")
COUNTERCLOCKWISE = verb("counterclockwise")

# Flags of a move.
PASSED = 1  # its gate has been passed
ROLLED = 2  # the die has been rolled
STEPPING = 4  # one space only
LED = 8  # bits 3 and 4: another character has chosen the way, clockwise or the other way round


def held_fast(game: Game, frame: Frame) -> None:
    """Who is held fast rolls for his release first; mostly that roll is his move (ruling.33, ruling.34)."""
    table: AdventureTable = game.table
    for mark in game.state.marks.on.get(frame.seat, ()):
        if table.marks[mark.kind].escape:
            frame.target = mark.kind
            push_roll(game, frame.seat, 1, "" if table.marks[mark.kind].anew else "movement")
            return
    game.go_to(frame, manner)


def released(game: Game, frame: Frame) -> None:
    """See whether the roll frees him."""
    table = table_of(game)
    kind, frame.target = frame.target, NONE
    if frame.roll < table.marks[kind].escape:
        game.state.interrupt = OVER
        game.state.frames.pop()
        return
    for mark in find_marks(game, frame.seat, kind):
        game.unmark(mark)
    if not table.marks[kind].anew:
        frame.flags |= ROLLED if rolls(game, frame.seat) else STEPPING


def manner(game: Game, frame: Frame) -> None:
    """Decide how to move; before that, what may be done as a turn starts (movement.roll, movement.without_roll)."""
    state = game.state
    table: AdventureTable = game.table
    seat = frame.seat
    state.answer = ROLL_KEY
    if frame.flags & (ROLLED | STEPPING):
        return
    region = table.region_at[state.seats[seat][SPACE]]
    moments = table.TURN_START | table.MOVE
    if rolls(game, seat):
        options = [ROLL_KEY, ROLL_TWO] if allowed(game, seat, "roll_two") else [ROLL_KEY]
        moments |= table.INSTEAD_OF_ROLL
    else:
        options = [WALK]
    if stays(game, seat):
        moments = table.TURN_START
        options = [TRY]
    elif region.moves == "none" or table.spaces[state.seats[seat][SPACE]].rest:
        moments = table.TURN_START
        options = [STAY]
    options += all_options(game, seat, moments, frame)
    if may_ditch(game, seat):
        options.append(DITCH_ANY)
    game.pose(seat, "roll", options)


def all_options(game: Game, seat: int, moments: int, frame: Frame) -> list[int]:
    """Return what a seat may do at any of several moments, each once."""
    return list(dict.fromkeys(options_of(game, seat, moments, frame)))


def stays(game: Game, seat: int) -> bool:
    """Tell whether something else is done instead of moving where a character is (jail.roll)."""
    table: AdventureTable = game.table
    return table.spaces[game.state.seats[seat][SPACE]].stay is not NOTHING


def rolls(game: Game, seat: int) -> bool:
    """Tell whether a character rolls the die for his movement."""
    table: AdventureTable = game.table
    return table.region_at[game.state.seats[seat][SPACE]].moves == "roll" and not forbidden(game, seat, "roll_move")


def decide(game: Game, frame: Frame) -> None:
    """Begin the move that was chosen."""
    state = game.state
    answer = state.answer
    seat = frame.seat
    if frame.flags & (ROLLED | STEPPING):
        fire(game, seat, "move_begun")
        return
    if answer == TRY:
        game.go_to(frame, stayed)
        space = state.seats[seat][SPACE]
        table_of(game).spaces[space].stay.run(game, context(seat, space=space))
    elif answer in (ROLL_KEY, ROLL_TWO):
        frame.flags |= ROLLED
        push_roll(game, seat, 2 if answer == ROLL_TWO else 1, "movement")
        fire(game, seat, "move_begun")
    elif answer == WALK:
        frame.flags |= STEPPING
        fire(game, seat, "move_begun")
    elif answer == STAY:
        state.frames.pop()
    elif answer == DITCH_ANY:
        game.go_to(frame, manner)
        begin_ditch(game, seat)
    else:
        game.go_to(frame, instead)
        answer_own(game, seat, answer, frame)


def instead(game: Game, frame: Frame) -> None:
    """After a Spell or ability: if it moved the character, that was his move; if not, he still has to."""
    state = game.state
    if state.interrupt == GOING_ON and is_playing(game, frame.seat):
        game.go_to(frame, manner)
        return
    if state.interrupt == MOVED:
        fire(game, frame.seat, "move_begun")
    state.frames.pop()


def rolled(game: Game, frame: Frame) -> None:
    """Note the roll, and what may follow its natural number (golden.natural_roll)."""
    state = game.state
    if state.interrupt == OVER or not is_playing(game, frame.seat):
        state.frames.pop()
        return
    if frame.flags & STEPPING:
        frame.amount = 1
        game.go_to(frame, destination)
        return
    frame.amount = frame.roll
    options = options_of(game, frame.seat, game.table.MOVE_ROLLED, frame)
    if options:
        game.pose(frame.seat, "rolled", [PASS, *options])
    else:
        game.go_to(frame, others_answer)


def answered(game: Game, frame: Frame) -> None:
    """Carry out what followed the roll."""
    if game.state.answer != PASS:
        game.go_to(frame, rolled)
        answer_own(game, frame.seat, game.state.answer, frame)


def others_answer(game: Game, frame: Frame) -> None:
    """Others may cast what answers a roll for movement."""
    open_window(game, frame.seat, 0, table_of(game).ANOTHER_MOVE_ROLLED)


def destination(game: Game, frame: Frame) -> None:
    """Choose where the move ends, or which gate to try (movement.full_count, movement.direction).

    Who is led by another character goes the way that one chooses.
    """
    leader = leading(game, frame)
    if leader == NONE:
        options = options_of(game, frame.seat, table_of(game).SET_OUT, frame)
        game.pose(frame.seat, "move", destinations(game, frame) + options)
    else:
        game.pose(leader, "way", [CLOCKWISE, COUNTERCLOCKWISE])


def leading(game: Game, frame: Frame) -> int:
    """Return who is to choose the way of a move, if there is one to choose and it has not been chosen; else NONE."""
    table: AdventureTable = game.table
    for mark in game.state.marks.on.get(frame.seat, ()):
        if table.marks[mark.kind].leads and is_playing(game, mark.amount - 1):
            return mark.amount - 1 if _way_open(game, frame) else NONE
    return NONE


def _way_open(game: Game, frame: Frame) -> bool:
    """Tell whether there is a way round to choose for a move, and it has not been chosen."""
    table: AdventureTable = game.table
    here = game.state.seats[frame.seat][SPACE]
    if frame.flags // LED or len(table.next[here]) < 2 or table.region_at[here].moves == "step":
        return False
    return destinations(game, frame) != [STAY]


def destinations(game: Game, frame: Frame) -> list[int]:
    """Return the options of a move: `to:` a space, `cross:` a gate, `turn_back`, `stay`."""
    table: AdventureTable = game.table
    here = game.state.seats[frame.seat][SPACE]
    if table.region_at[here].moves == "step":
        return step_options(game, frame.seat, here)
    found = reachable(game, frame.seat, here, frame.amount, frame.target, frame.flags // LED)
    return list(dict.fromkeys(found)) or [STAY]


def reachable(game: Game, seat: int, start: int, count: int, came_from: int, led: int = 0) -> list[int]:
    """Return where a move of exactly `count` spaces leads, either way round, and the gates on the way.

    `came_from` is the space beyond the gate just crossed: nobody goes back through it at once. `led` is 1 if only
    clockwise, 2 if only counterclockwise.
    """
    table: AdventureTable = game.table
    ends: list[int] = []
    gates: list[int] = []
    stops = _stops(game, seat)
    ways = table.walks(start, count)
    for way, (passed, gates_at, end) in enumerate(ways):
        if led and way != led - 1 and len(ways) > 1:
            continue
        if stops:
            ends += [TO + s for s in passed if s in stops and (s != start or came_from != NONE)]
        for at in gates_at:
            gates += gate_options(game, seat, passed[at], NONE if at else came_from, start)
        if end not in (NONE, start):
            ends.append(TO + end)
    return ends + gates


def _stops(game: Game, seat: int) -> set[int]:
    """Return the spaces with other characters, if a character may end his moves there."""
    if "stop_beside" not in game.table.allows or not allowed(game, seat, "stop_beside"):
        return set()
    return {row[SPACE] for other, row in enumerate(game.state.seats) if other != seat and is_playing(game, other)}


def gate_options(game: Game, seat: int, space: int, came_from: int, start: int) -> list[int]:
    """Return the options of the gates at a space on the way: to cross one, or to end the move right behind it."""
    table: AdventureTable = game.table
    options = []
    for gate in table.gates[space]:
        if gate.beyond == came_from or (gate.last and gate.beyond == start):
            continue
        barred = gate.bars is not ALWAYS and not gate.bars.test(game, context(seat, space=space))
        if not barred and may_enter(game, seat, gate.beyond):
            free = gate.last and gate.pass_ is NOTHING
            options.append((TO if free else CROSS) + gate.beyond)
    return options


def step_options(game: Game, seat: int, here: int) -> list[int]:
    """Return the options of a move of one space where the die is not rolled (inner.move, inner.turn_back)."""
    table = table_of(game)
    turned = marks_on(game, seat, table.rule_marks.turned_back)
    holds = any(table.marks[mark.kind].holds for mark in game.state.marks.on.get(seat, ()))
    distance = table.distance
    outward = [TO + s for s in table.next[here] if distance[s] < distance[here]]
    if turned and distance[here] > 0:
        return outward
    if holds:
        return [STAY, BACK]
    options = [TO + s for s in table.next[here] if distance[s] > distance[here] and may_enter(game, seat, s)]
    for gate in table.gates[here]:
        if may_enter(game, seat, gate.beyond) and gate.bars.test(game, context(seat, space=here)):
            options.append(TO + gate.beyond)
    if distance[here] > 0:
        options.append(BACK)
    return options


def set_out(game: Game, frame: Frame) -> None:
    """Walk to the space, or up to the gate."""
    state = game.state
    answer = state.answer
    word, _, space = verb_of(answer)
    if answer == STAY:
        state.frames.pop()
    elif answer in (CLOCKWISE, COUNTERCLOCKWISE):
        frame.flags |= LED if answer == CLOCKWISE else 2 * LED
        game.go_to(frame, destination)
    elif answer == BACK:
        _turn_back(game, frame)
    elif word == "cross":
        _to_gate(game, frame, space)
    elif word == "to":
        frame.target = _onward(game, frame, space)
        _walk(game, frame, space)
        if frame.target == NONE:
            state.frames.pop()
        else:
            game.go_to(frame, offer_onward)
    else:
        game.go_to(frame, destination)
        answer_own(game, frame.seat, answer, frame)


def _walk(game: Game, frame: Frame, space: int) -> None:
    table: AdventureTable = game.table
    seat = frame.seat
    here = game.state.seats[seat][SPACE]
    go(game, seat, space, events.MOVED, (here, space) in table.rivers)
    if table.distance[space] == 0:
        for mark in find_marks(game, seat, table.rule_marks.turned_back):
            game.unmark(mark)


def _turn_back(game: Game, frame: Frame) -> None:
    """Turn back; there is no changing one's mind until the way out is reached (inner.turn_back)."""
    table = table_of(game)
    seat = frame.seat
    for mark in game.state.marks.on.get(seat, ()):
        if table.marks[mark.kind].holds:
            game.unmark(mark)
    game.mark(table.rule_marks.turned_back, seat)
    events.TURNED_BACK.tell(game, seat)
    game.go_to(frame, destination)


def _to_gate(game: Game, frame: Frame, beyond: int) -> None:
    """Walk to the space before the gate and try to pass it (river.sentinel_attack, portal.attempt)."""
    table = table_of(game)
    seat = frame.seat
    here = game.state.seats[seat][SPACE]
    for way in range(len(table.next[here])):
        space, left = here, frame.amount
        while left > 0:
            for gate in table.gates[space]:
                if gate.beyond == beyond:
                    go(game, seat, space, events.MOVED)
                    game.state.interrupt = GOING_ON
                    frame.space = space
                    frame.target = beyond
                    frame.amount = left - 1
                    frame.flags &= ~PASSED
                    if gate.pass_ is not NOTHING:
                        gate.pass_.run(game, context(seat, space=space))
                    else:
                        frame.flags |= PASSED
                    return
            space, left = table.next[space][way], left - 1


def pass_gate(game: Game, frame: Frame) -> None:
    """Go on with what is left of the move, or end the turn before the gate (river.sentinel_passed, portal.result)."""
    state = game.state
    table = table_of(game)
    seat = frame.seat
    if not frame.flags & PASSED or not is_playing(game, seat) or state.interrupt == OVER:
        state.interrupt = OVER
        state.frames.pop()
        return
    frame.flags &= ~PASSED
    gate = next(gate for gate in table.gates[frame.space] if gate.beyond == frame.target)
    go(game, seat, gate.beyond, events.CROSSED, gate.river)
    if gate.ends_move:
        state.interrupt = OVER
        state.frames.pop()
    elif frame.amount == 0 or gate.last:
        state.frames.pop()
    else:
        state.interrupt = GOING_ON
        frame.target = frame.space
        game.go_to(frame, destination)


def stayed(game: Game, frame: Frame) -> None:
    """What was done instead of moving is over; who is still there encounters nothing (jail.stay)."""
    if game.state.interrupt == GOING_ON:
        game.state.interrupt = OVER
    game.state.frames.pop()


def _onward(game: Game, frame: Frame, end: int) -> int:
    """Return the space behind the end of a move, for who may go on there from a card or character; else NONE."""
    table: AdventureTable = game.table
    seat = frame.seat
    start = game.state.seats[seat][SPACE]
    if "go_on" not in table.allows or not allowed(game, seat, "go_on"):
        return NONE
    if not game.state.zones[table.lying + end] and all(row[SPACE] != end for row in game.state.seats):
        return NONE
    for way in range(len(table.next[start])):
        space = start
        for _ in range(frame.amount):
            space = table.next[space][way] if way < len(table.next[space]) else NONE
            if space == NONE:
                break
        if space == end and table.region_at[end].moves == "roll" and way < len(table.next[end]):
            onward = table.next[end][way]
            return onward if may_enter(game, seat, onward) else NONE
    return NONE


def offer_onward(game: Game, frame: Frame) -> None:
    """Who may go on in the same direction says whether he does."""
    game.pose(frame.seat, "onward", [PASS, TO + frame.target])


def go_onward(game: Game, frame: Frame) -> None:
    """Take the further step."""
    if game.state.answer != PASS and is_playing(game, frame.seat):
        go(game, frame.seat, frame.target, events.MOVED)
    game.state.frames.pop()


def roll_instead(game: Game, roll: int) -> None:
    """Let the move under way be one by a roll that has been made already."""
    for frame in reversed(game.state.frames):
        if frame.procedure == MOVE:
            frame.flags |= ROLLED
            frame.roll = roll
            return


def step_instead(game: Game) -> None:
    """Let the move under way be one of 1 space."""
    for frame in reversed(game.state.frames):
        if frame.procedure == MOVE:
            frame.flags |= STEPPING
            return


STEPS = (
    ("movement.roll", held_fast),
    ("movement.roll", released),
    ("movement.roll", manner),
    ("movement.without_roll", decide),
    ("golden.natural_roll", rolled),
    ("golden.natural_roll", answered),
    ("spells.as_printed", others_answer),
    ("movement.full_count", destination),
    ("movement.direction", set_out),
    ("movement.crossing", pass_gate),
    ("movement.without_roll", instead),
    ("jail.stay", stayed),
    ("movement.direction", offer_onward),
    ("movement.direction", go_onward),
)
