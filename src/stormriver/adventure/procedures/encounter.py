"""Encounters: a character or the space; drawing cards; meeting them in order (rules chapter `encounter`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.procedures import ARRIVE, DRAW, ENCOUNTER, MEET, RESOLVE, TAKE
from stormriver.adventure.procedures import endings, fights
from stormriver.adventure.procedures.fortune import gold_on
from stormriver.adventure.procedures.limits import DITCH_ANY, begin_ditch, may_ditch
from stormriver.adventure.procedures.lives import leave_waiting
from stormriver.adventure.procedures.stats import (
    allowed,
    context,
    find_marks,
    forbidden,
    is_playing,
    marks_on,
    playing,
    table_of,
    total,
)
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.waiting import UNFOUGHT, cards_waiting
from stormriver.adventure.procedures.windows import answer_own, open_window, options_of
from stormriver.kernel.ask import CARD, PASS, SEAT, verb
from stormriver.kernel.game import Game
from stormriver.kernel.state import GOING_ON, NONE, Frame
from stormriver.language.grammar import NOTHING

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

SPACE_KEY = verb("space")
MEET_KEY = verb("character", SEAT)
EVADE = verb("evade")
VISIT = verb("visit")
SKIP = verb("skip")
FIRST = verb("first", CARD)

# Flags of an encounter.
GOLD_OFFERED = 2


# arriving


def numberless(game: Game, frame: Frame) -> None:
    """Cards without an encounter number come first of all (encounter.numberless_first)."""
    if not frame.flags & UNFOUGHT and meet_numberless(game, frame):
        game.go_to(frame, numberless)


def meet_numberless(game: Game, frame: Frame) -> bool:
    """Meet the next card without an encounter number on the space of a frame; tell whether there was one."""
    table: AdventureTable = game.table
    for card in game.state.zones[table.lying + frame.space]:
        if table.order[card] == NONE and not frame.group >> card & 1 and table.cards[card].meet is not NOTHING:
            frame.group |= 1 << card
            table.cards[card].meet.run(game, context(frame.seat, card, space=frame.space))
            return True
    return False


def landed(game: Game, frame: Frame) -> None:
    """What follows landing on a space by itself."""
    if game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
        fire(game, frame.seat, "landed", table_of(game).spaces[frame.space].names)


def reach_summit(game: Game, frame: Frame) -> None:
    """Once anybody has reached the goal, there are no new characters (crown.reach, crown.no_return)."""
    table: AdventureTable = game.table
    if frame.space != table.summit or not is_playing(game, frame.seat):
        return
    subject = table.subject_of_space(table.summit)
    kind = table.rule_marks.summit_reached
    if not find_marks(game, subject, kind):
        game.mark(kind, subject)
        events.SUMMIT_REACHED.tell(game, frame.seat)
        leave_waiting(game, frame)
    endings.turn_up(game, frame.seat)


def win_at_summit(game: Game, frame: Frame) -> None:
    """The first to reach the goal wins (option.sudden_death)."""
    if frame.space == table_of(game).summit and is_playing(game, frame.seat):
        events.SUMMIT_REACHED.tell(game, frame.seat)
        game.end(1 << frame.seat)


def after_move(game: Game, frame: Frame) -> None:
    """What may be done after a move, before the encounter is chosen; by others too."""
    if game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
        table: AdventureTable = game.table
        open_window(game, frame.seat, table.MOVED, table.ANOTHER_MOVED)


def begin_encounter(game: Game, frame: Frame) -> None:
    """Go on to the encounter."""
    state = game.state
    if state.interrupt == GOING_ON and is_playing(game, frame.seat):
        state.frames.pop()
        game.push(Frame(ENCOUNTER, frame.seat, space=frame.space))


ARRIVE_STEPS = (
    ("encounter.numberless_first", numberless),
    ("crown.reach", reach_summit),
    ("movement.landing", landed),
    ("spells.as_printed", after_move),
    ("encounter.after_move", begin_encounter),
)


ARRIVE_OPEN_STEPS = tuple((rule, step) for rule, step in ARRIVE_STEPS if step is not reach_summit)
"""Where nothing is closed by somebody's reaching the goal."""
ARRIVE_SUDDEN_DEATH_STEPS = tuple(
    ("option.sudden_death", win_at_summit) if step is reach_summit else (rule, step) for rule, step in ARRIVE_STEPS
)


def arrive(game: Game, seat: int) -> None:
    """Let a character land on the space where he is."""
    game.push(Frame(ARRIVE, seat, space=game.state.seats[seat][SPACE]))


# choosing


def others_here(game: Game, seat: int) -> list[int]:
    """Return the other characters on a character's space that he may encounter."""
    space = game.state.seats[seat][SPACE]
    on_space = [other for other, row in enumerate(game.state.seats) if row[SPACE] == space and other != seat]
    if not on_space or not endings.meetings(game, space):
        return []
    return [other for other in playing(game) if other in on_space and not forbidden(game, other, "be_met")]


def choose(game: Game, frame: Frame) -> None:
    """Encounter the space or one character on it, never both (encounter.choice)."""
    table: AdventureTable = game.table
    seat = frame.seat
    others = others_here(game, seat)
    options = [MEET_KEY + other for other in others]
    turned = marks_on(game, seat, table.rule_marks.turned_back)
    if not (table.spaces[frame.space].must_meet and others):
        options.insert(0, PASS if turned else SPACE_KEY)
    options += options_of(game, seat, table.ENCOUNTER, frame)
    if may_ditch(game, seat):
        options.append(DITCH_ANY)
    game.pose(seat, "encounter", options)


def chosen(game: Game, frame: Frame) -> None:
    """Go on with what was chosen."""
    answer = game.state.answer
    if game.state.interrupt != GOING_ON or answer == PASS:
        game.state.frames.pop()
    elif answer == SPACE_KEY:
        return
    elif answer == DITCH_ANY:
        game.restart(frame)
        begin_ditch(game, frame.seat)
    elif MEET_KEY <= answer < MEET_KEY + len(game.state.seats):
        game.state.frames.pop()
        game.push(Frame(MEET, frame.seat, rival=answer - MEET_KEY, space=frame.space))
    else:
        game.restart(frame)
        answer_own(game, frame.seat, answer, frame)


# the space


def going_on(game: Game, frame: Frame) -> bool:
    """Tell whether the encounter goes on; if not, what remains of it falls away."""
    if game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
        return True
    game.state.frames.pop()
    return False


def space_first(game: Game, frame: Frame) -> None:
    """What the space demands before cards are drawn (encounter.space_instructions)."""
    if going_on(game, frame):
        first = table_of(game).spaces[frame.space].first
        if first is not NOTHING:
            first.run(game, context(frame.seat, space=frame.space))


def draw_cards(game: Game, frame: Frame) -> None:
    """Draw up to the number of the space; all cards that lie there count (encounter.draw_up_to)."""
    if going_on(game, frame):
        table: AdventureTable = game.table
        number = table.spaces[frame.space].draw
        if number and table.DRAWS != NONE:
            number += total(game, frame.seat, table.DRAWS)
        wanted = number - len(game.state.zones[table.lying + frame.space])
        if wanted > 0:
            game.push(Frame(DRAW, frame.seat, space=frame.space, amount=wanted))


def cards_drawn(game: Game, frame: Frame) -> None:
    """What may be done once the cards have been drawn."""
    if game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
        open_window(game, frame.seat, table_of(game).DRAWN, 0)


def order_cards(game: Game, frame: Frame) -> None:
    """Some may choose the order in which they meet the cards, or those of equal number (encounter.ties)."""
    state = game.state
    state.answer = NONE
    if state.interrupt != GOING_ON or not is_playing(game, frame.seat):
        return
    any_order = allowed(game, frame.seat, "choose_order")
    if not any_order and not allowed(game, frame.seat, "choose_ties"):
        return
    order = table_of(game).order
    waiting = cards_waiting(game, frame)
    found: dict[int, int] = {}
    for card in waiting:
        if any_order or order[card] == order[waiting[0]]:
            found.setdefault(fellows(game, waiting, card), card)
    if len(found) > 1:
        game.pose(frame.seat, "order", [FIRST + card for card in found.values()])


def next_card(game: Game, frame: Frame) -> None:
    """Meet the cards in order of their numbers, of equal ones the first drawn (encounter.order)."""
    if not going_on(game, frame):
        return
    table: AdventureTable = game.table
    waiting = cards_waiting(game, frame)
    chosen = game.state.answer - FIRST
    if chosen in waiting:  # the one that was chosen comes first
        waiting.sort(key=lambda card: card != chosen)
    if not waiting and frame.flags & UNFOUGHT:
        game.state.frames.pop()
        return
    if not frame.flags & GOLD_OFFERED and (not waiting or table.order[waiting[0]] >= table.belonging_order):
        frame.flags |= GOLD_OFFERED  # loose gold is taken with Objects and Followers (ruling.47)
        if gold_on(game, frame.space) and not (waiting and table.is_belonging[waiting[0]]):
            game.go_to(frame, order_cards)
            game.push(Frame(TAKE, frame.seat, space=frame.space, amount=1))
            return
    if not waiting:
        return
    game.go_to(frame, order_cards)
    first = waiting[0]
    group = fellows(game, waiting, first)
    frame.group |= group
    game.push(Frame(RESOLVE, frame.seat, card=first, space=frame.space, group=group))


def fellows(game: Game, waiting: list[int], first: int) -> int:
    """Return which of the cards waiting are met together, with `first`, one bit each: Enemies that fight as one,
    belongings."""
    table: AdventureTable = game.table
    group = 1 << first
    if len(waiting) == 1 or is_bound(game, first):
        return group
    fighting = table.is_enemy[first] and (table.options["spirits_as_one"] or not table.cards[first].craft)
    for card in waiting:
        if table.order[card] != table.order[first] or is_bound(game, card):
            continue
        as_one = fighting and table.is_enemy[card] and _same_attack(table, first, card)
        if as_one or (table.is_belonging[first] and table.is_belonging[card]):
            group |= 1 << card
    return group


def is_bound(game: Game, card: int) -> bool:
    """Tell whether a card that was drawn is still to be laid elsewhere (encounter.placed_elsewhere)."""
    table = table_of(game)
    return marks_on(game, table.subject_of_card(card), table.rule_marks.bound) > 0


def _same_attack(table: AdventureTable, first: int, card: int) -> bool:
    return bool(table.cards[first].craft) == bool(table.cards[card].craft)


def visit_space(game: Game, frame: Frame) -> None:
    """Follow what the space itself demands, unless it may be left out or evaded."""
    if not going_on(game, frame):
        return
    table: AdventureTable = game.table
    space = table.spaces[frame.space]
    if endings.demand(game, frame.space)[0] is NOTHING:
        game.skip_next(frame)  # there is nothing to do
        return
    options = [VISIT]
    if allowed(game, frame.seat, "skip", space.names):
        options.append(SKIP)
    if space.unfriendly and may_evade_person(game, frame.seat, frozenset({"unfriendly"})):
        options.append(EVADE)
    game.pose(frame.seat, "visit", options)


def visited(game: Game, frame: Frame) -> None:
    """Carry out the visit."""
    state = game.state
    space = table_of(game).spaces[frame.space]
    if state.answer == VISIT:
        fire(game, frame.seat, "visit", space.names)
        effect, card = endings.demand(game, frame.space)
        effect.run(game, context(frame.seat, card, space=frame.space))


def may_evade_person(game: Game, seat: int, names: frozenset[str]) -> bool:
    """Tell whether a character may evade an individual on a card or space (option.evade_unfriendly)."""
    return not fights.creatures_immune(game, seat) and allowed(game, seat, "evade", names)


ENCOUNTER_SPACE_FIRST_STEPS = (
    ("encounter.choice", choose),
    ("encounter.choice", chosen),
    ("encounter.space_instructions", space_first),
    ("encounter.space_first", visit_space),
    ("encounter.space_first", visited),
    ("encounter.draw_up_to", draw_cards),
    ("encounter.draw_up_to", cards_drawn),
    ("encounter.ties", order_cards),
    ("encounter.order", next_card),
)
ENCOUNTER_STEPS = (
    ("encounter.choice", choose),
    ("encounter.choice", chosen),
    ("encounter.space_instructions", space_first),
    ("encounter.draw_up_to", draw_cards),
    ("encounter.draw_up_to", cards_drawn),
    ("encounter.order", order_cards),
    ("encounter.order", next_card),
    ("encounter.other_spaces", visit_space),
    ("encounter.other_spaces", visited),
)
