"""Movement: by the die, by one space, through gates between Regions, and turning back (rules chapter `movement`)."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.frames import Move
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.dice import push_roll
from stormriver.adventure.procedures.limits import DITCH_ANY, begin_ditch, may_ditch
from stormriver.adventure.procedures.stats import (
    allowed,
    find_marks,
    forbidden,
    is_playing,
    marks_on,
    obliged,
)
from stormriver.adventure.procedures.travel import go, is_barred, may_enter
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.windows import add_options, answer_own, open_window, options_of
from stormriver.kernel.ask import PASS, verb, verb_of
from stormriver.kernel.ask import SPACE as SPACE_KIND
from stormriver.kernel.frames import Context
from stormriver.kernel.program import Steps
from stormriver.kernel.state import GOING_ON, MOVED, NONE, OVER
from stormriver.language.grammar import ALWAYS, NOTHING

ROLL_KEY: Final = verb("roll")
ROLL_TWO: Final = verb("roll_two")
WALK: Final = verb("walk")
STAY: Final = verb("stay")
TRY: Final = verb("try")
TO: Final = verb("to", SPACE_KIND)
CROSS: Final = verb("cross", SPACE_KIND)
BACK: Final = verb("turn_back")
CLOCKWISE: Final = verb("clockwise")
COUNTERCLOCKWISE: Final = verb("counterclockwise")


def held_fast(game: AdventureGame, frame: Move) -> None:
    """Who is held fast rolls for their release first; mostly that roll is their move (ruling.33, ruling.34)."""
    table = game.table
    for mark in game.state.marks.on.get(frame.seat, ()):
        if table.marks[mark.kind].escape:
            frame.held_by = mark.kind
            push_roll(game, frame.seat, 1, "" if table.marks[mark.kind].anew else "movement")
            return
    game.skip_next(frame)  # there is nothing to be released from


def released(game: AdventureGame, frame: Move) -> None:
    """See whether the roll frees the character."""
    table = game.table
    kind = frame.held_by
    frame.roll, frame.natural = game.state.returned
    if frame.roll < table.marks[kind].escape:
        game.state.interrupt = OVER
        game.state.frames.pop()
        return
    for mark in find_marks(game, frame.seat, kind):
        game.unmark(mark)
    if not table.marks[kind].anew:
        frame.rolled = rolls(game, frame.seat)
        frame.stepping = not frame.rolled


def manner(game: AdventureGame, frame: Move) -> None:
    """Decide how to move; before that, what may be done as a turn starts (movement.roll, movement.without_roll)."""
    state = game.state
    table = game.table
    seat = frame.seat
    state.answer = ROLL_KEY
    if frame.rolled or frame.stepping:
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
    for code in options_of(game, seat, moments, frame):
        if code not in options:  # what may be done at several of these moments stands there once
            options.append(code)
    if may_ditch(game, seat):
        options.append(DITCH_ANY)
    game.pose(seat, asks.ROLL, options)


def stays(game: AdventureGame, seat: int) -> bool:
    """Tell whether something else is done instead of moving where a character is (jail.roll)."""
    table = game.table
    return table.spaces[game.state.seats[seat][SPACE]].stay is not NOTHING


def rolls(game: AdventureGame, seat: int) -> bool:
    """Tell whether a character rolls the die for their movement."""
    table = game.table
    return table.region_at[game.state.seats[seat][SPACE]].moves == "roll" and not forbidden(game, seat, "roll_move")


def decide(game: AdventureGame, frame: Move) -> None:
    """Begin the move that was chosen."""
    state = game.state
    answer = state.answer
    seat = frame.seat
    if frame.rolled or frame.stepping:
        fire(game, seat, "move_begun")
        return
    if answer == TRY:
        game.go_to(frame, stayed)
        space = state.seats[seat][SPACE]
        game.table.spaces[space].stay.run(game, Context(seat, space=space))
    elif answer in (ROLL_KEY, ROLL_TWO):
        frame.rolled = frame.rolling = True
        push_roll(game, seat, 2 if answer == ROLL_TWO else 1, "movement")
        fire(game, seat, "move_begun")
    elif answer == WALK:
        frame.stepping = True
        fire(game, seat, "move_begun")
    elif answer == STAY:
        state.frames.pop()
    elif answer == DITCH_ANY:
        game.go_to(frame, manner)
        begin_ditch(game, seat)
    else:
        game.go_to(frame, instead)
        answer_own(game, seat, answer, frame.as_context())


def instead(game: AdventureGame, frame: Move) -> None:
    """After a Spell or ability: if it moved the character, that was the move; if not, they still have to move."""
    state = game.state
    if state.interrupt == GOING_ON and is_playing(game, frame.seat):
        game.go_to(frame, manner)
        return
    if state.interrupt == MOVED:
        fire(game, frame.seat, "move_begun")
    state.frames.pop()


def rolled(game: AdventureGame, frame: Move) -> None:
    """Note the roll, and what may follow its natural number (golden.natural_roll)."""
    state = game.state
    if frame.rolling:
        frame.rolling = False
        frame.roll, frame.natural = state.returned
        if "move_rolled" in game.table.triggers:
            game.go_to(frame, rolled)
            fire(game, frame.seat, "move_rolled", roll=frame.roll, natural=frame.natural)
            return
    if state.interrupt == OVER or not is_playing(game, frame.seat):
        state.frames.pop()
        return
    if frame.stepping:
        frame.count = 1
        game.go_to(frame, destination)
        return
    frame.count = frame.roll
    options = [PASS]
    add_options(options, game, frame.seat, game.table.MOVE_ROLLED, frame)
    if len(options) > 1:
        game.pose(frame.seat, asks.ROLLED, options)
    else:
        game.skip_next(frame)  # nothing to carry out


def answered(game: AdventureGame, frame: Move) -> None:
    """Carry out what followed the roll."""
    if game.state.answer != PASS:
        game.go_to(frame, rolled)
        answer_own(game, frame.seat, game.state.answer, frame.as_context())


def others_answer(game: AdventureGame, frame: Move) -> None:
    """Others may cast what answers a roll for movement."""
    open_window(game, frame.seat, 0, game.table.ANOTHER_MOVE_ROLLED)


def destination(game: AdventureGame, frame: Move) -> None:
    """Choose where the move ends, or which gate to try (movement.full_count, movement.direction).

    Who is led by another character goes the way that one chooses.
    """
    leader = leading(game, frame)
    if leader == NONE:
        options = destinations(game, frame)
        add_options(options, game, frame.seat, game.table.SET_OUT, frame)
        game.pose(frame.seat, asks.MOVE, options)
    else:
        game.pose(leader, asks.WAY, [CLOCKWISE, COUNTERCLOCKWISE])


def leading(game: AdventureGame, frame: Move) -> int:
    """Return who is to choose the way of a move, if there is one to choose and it has not been chosen; else NONE."""
    table = game.table
    for mark in game.state.marks.on.get(frame.seat, ()):
        if table.marks[mark.kind].leads and is_playing(game, mark.amount - 1):
            return mark.amount - 1 if _way_open(game, frame) else NONE
    return NONE


def _way_open(game: AdventureGame, frame: Move) -> bool:
    """Tell whether there is a way round to choose for a move, and it has not been chosen."""
    table = game.table
    here = game.state.seats[frame.seat][SPACE]
    region = table.region_at[here]
    if frame.led or len(table.next[here]) < 2 or region.moves == "step" or region.paths:
        return False
    return destinations(game, frame) != [STAY]


def destinations(game: AdventureGame, frame: Move) -> list[int]:
    """Return the options of a move: `to:` a space, `cross:` a gate, `turn_back`, `stay`."""
    table = game.table
    here = game.state.seats[frame.seat][SPACE]
    if table.region_at[here].moves == "step":
        return step_options(game, frame.seat, here) or [STAY]
    led = frame.led
    if not led and table.musts and obliged(game, frame.seat, "go_clockwise"):
        led = 1
    found = reachable(game, frame.seat, here, frame.count, frame.came_from, led) or [STAY]
    return _beside_others(game, frame.seat, found) if "stop_beside" in table.musts else found


def _beside_others(game: AdventureGame, seat: int, options: list[int]) -> list[int]:
    """Return, of the options of a move, those that lead to other characters, if one of these must be chosen."""
    if not obliged(game, seat, "stop_beside"):
        return options
    taken = {row[SPACE] for other, row in enumerate(game.state.seats) if other != seat and is_playing(game, other)}
    return [code for code in options if verb_of(code)[0] == "to" and verb_of(code)[2] in taken] or options


def reachable(game: AdventureGame, seat: int, start: int, count: int, came_from: int, led: int = 0) -> list[int]:
    """Return where a move of exactly `count` spaces leads, either way round, and the gates on the way, each once.

    `came_from` is the space beyond the gate just crossed: nobody goes back through it at once. `led` is 1 if only
    clockwise, 2 if only counterclockwise.
    """
    table = game.table
    ends: list[int] = []
    gates: list[int] = []
    stops = _stops(game, seat)
    ways = table.walks(start, count)
    for way, (passed, gates_at, end) in enumerate(ways):
        if led and way != led - 1 and len(ways) > 1:
            continue
        if stops is not None:
            for space in passed:
                if space in stops and (space != start or came_from != NONE) and TO + space not in ends:
                    ends.append(TO + space)
        for at in gates_at:
            gates += gate_options(game, seat, passed[at], NONE if at else came_from, start)
        if end in (NONE, start) or TO + end in ends or (table.barriers and is_barred(game, seat, end)):
            continue
        ends.append(TO + end)
    for gate in gates:
        if gate not in ends:
            ends.append(gate)
    return ends


def _stops(game: AdventureGame, seat: int) -> set[int] | None:
    """Return the spaces with other characters, if a character may end their moves there."""
    if not allowed(game, seat, "stop_beside"):
        return None
    return {row[SPACE] for other, row in enumerate(game.state.seats) if other != seat and is_playing(game, other)}


def gate_options(game: AdventureGame, seat: int, space: int, came_from: int, start: int) -> list[int]:
    """Return the options of the gates at a space on the way: to cross one, or to end the move right behind it."""
    table = game.table
    options = []
    for gate in table.gates[space]:
        if gate.beyond == came_from or (gate.last and gate.beyond == start):
            continue
        barred = gate.bars is not ALWAYS and not gate.bars.test(game, Context(seat, space=space))
        if not barred and may_enter(game, seat, gate.beyond):
            free = gate.last and gate.pass_ is NOTHING
            options.append((TO if free else CROSS) + gate.beyond)
    return options


def step_options(game: AdventureGame, seat: int, here: int) -> list[int]:
    """Return the options of a move of one space where the die is not rolled (inner.move, inner.turn_back)."""
    table = game.table
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
        if may_enter(game, seat, gate.beyond) and gate.bars.test(game, Context(seat, space=here)):
            options.append(TO + gate.beyond)
    if distance[here] > 0:
        options.append(BACK)
    return options


def set_out(game: AdventureGame, frame: Move) -> None:
    """Walk to the space, or up to the gate."""
    state = game.state
    answer = state.answer
    word, _, space = verb_of(answer)
    if answer == STAY:
        state.frames.pop()
    elif answer in (CLOCKWISE, COUNTERCLOCKWISE):
        frame.led = 1 if answer == CLOCKWISE else 2
        game.go_to(frame, destination)
    elif answer == BACK:
        _turn_back(game, frame)
    elif word == "cross":
        _to_gate(game, frame, space)
    elif word == "to":
        frame.onward = _onward(game, frame, space)
        _walk(game, frame, space)
        if frame.onward == NONE:
            state.frames.pop()
        else:
            game.go_to(frame, offer_onward)
    else:
        game.go_to(frame, destination)
        answer_own(game, frame.seat, answer, frame.as_context())


def _walk(game: AdventureGame, frame: Move, space: int) -> None:
    table = game.table
    seat = frame.seat
    here = game.state.seats[seat][SPACE]
    go(game, seat, space, events.MOVED, (here, space) in table.rivers)
    if table.distance[space] == 0:
        for mark in find_marks(game, seat, table.rule_marks.turned_back):
            game.unmark(mark)


def _turn_back(game: AdventureGame, frame: Move) -> None:
    """Turn back, for good until the way out is reached (inner.turn_back)."""
    table = game.table
    seat = frame.seat
    for mark in game.state.marks.on.get(seat, ()):
        if table.marks[mark.kind].holds:
            game.unmark(mark)
    game.mark(table.rule_marks.turned_back, seat)
    events.TURNED_BACK.tell(game, seat)
    game.go_to(frame, destination)


def _to_gate(game: AdventureGame, frame: Move, beyond: int) -> None:
    """Walk to the space before the gate and try to pass it (river.sentinel_attack, portal.attempt)."""
    table = game.table
    seat = frame.seat
    here = game.state.seats[seat][SPACE]
    for walk in table.walks(here, frame.count):
        for at in walk.gates:
            space = walk.passed[at]
            for gate in table.gates[space]:
                if gate.beyond == beyond:
                    go(game, seat, space, events.MOVED)
                    game.state.interrupt = GOING_ON
                    frame.gate = space
                    frame.beyond = beyond
                    frame.count -= at + 1
                    frame.passed = False
                    if gate.pass_ is not NOTHING:
                        gate.pass_.run(game, Context(seat, space=space))
                    else:
                        frame.passed = True
                    return


def pass_gate(game: AdventureGame, frame: Move) -> None:
    """Go on with what is left of the move, or end the turn before the gate (river.sentinel_passed, portal.result)."""
    state = game.state
    table = game.table
    seat = frame.seat
    if not frame.passed or not is_playing(game, seat) or state.interrupt == OVER:
        state.interrupt = OVER
        state.frames.pop()
        return
    frame.passed = False
    gate = next(gate for gate in table.gates[frame.gate] if gate.beyond == frame.beyond)
    go(game, seat, gate.beyond, events.CROSSED, gate.river)
    if gate.ends_move:
        state.interrupt = OVER
        state.frames.pop()
    elif frame.count == 0 or gate.last:
        state.frames.pop()
    else:
        state.interrupt = GOING_ON
        frame.came_from = frame.gate
        game.go_to(frame, destination)


def stayed(game: AdventureGame, frame: Move) -> None:
    """After what was done instead of moving: a character who is still there encounters nothing (jail.stay)."""
    if game.state.interrupt == GOING_ON:
        game.state.interrupt = OVER
    game.state.frames.pop()


def _onward(game: AdventureGame, frame: Move, end: int) -> int:
    """Return the space behind the end of a move, for who may go on there from a card or character; else NONE."""
    table = game.table
    seat = frame.seat
    start = game.state.seats[seat][SPACE]
    if "go_on" not in table.allows or not allowed(game, seat, "go_on"):
        return NONE
    if not game.state.zones[table.lying + end] and all(row[SPACE] != end for row in game.state.seats):
        return NONE
    for way in range(len(table.next[start])):
        space = start
        for _ in range(frame.count):
            space = table.next[space][way] if way < len(table.next[space]) else NONE
            if space == NONE:
                break
        if space == end and table.region_at[end].moves == "roll" and way < len(table.next[end]):
            onward = table.next[end][way]
            return onward if may_enter(game, seat, onward) else NONE
    return NONE


def offer_onward(game: AdventureGame, frame: Move) -> None:
    """A character who may go on in the same direction says whether they do."""
    game.pose(frame.seat, asks.ONWARD, [PASS, TO + frame.onward])


def go_onward(game: AdventureGame, frame: Move) -> None:
    """Take the further step."""
    if game.state.answer != PASS and is_playing(game, frame.seat):
        go(game, frame.seat, frame.onward, events.MOVED)
    game.state.frames.pop()


def roll_instead(game: AdventureGame, roll: int) -> None:
    """Make the move under way a move by a roll that has been made already."""
    move = game.under_way(Move)
    if move is not None:
        move.rolled = True
        move.roll = roll


def step_instead(game: AdventureGame) -> None:
    """Make the move under way a move of 1 space."""
    move = game.under_way(Move)
    if move is not None:
        move.stepping = True


STEPS: Final[Steps] = (
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
