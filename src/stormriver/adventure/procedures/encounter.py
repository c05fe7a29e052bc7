"""Encounters: a character or the space; drawing cards; meeting them in order (rules chapter `encounter`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import CHARACTER, SPACE
from stormriver.adventure.model.frames import Arrive, Draw, Encounter, Meet, Resolve, Take
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures import endings, fights
from stormriver.adventure.procedures.fortune import gold_on
from stormriver.adventure.procedures.limits import DITCH_ANY, begin_ditch, may_ditch
from stormriver.adventure.procedures.lives import leave_waiting
from stormriver.adventure.procedures.stats import (
    allowed,
    find_marks,
    is_playing,
    marks_on,
    obliged,
    total,
)
from stormriver.adventure.procedures.targets import names_of, others_here
from stormriver.adventure.procedures.terrain import draws_at, first_at, names_at
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.waiting import cards_waiting
from stormriver.adventure.procedures.windows import add_options, answer_own, open_window
from stormriver.kernel.ask import CARD, PASS, SEAT, verb
from stormriver.kernel.frames import Context
from stormriver.kernel.program import Steps
from stormriver.kernel.state import GOING_ON, NONE
from stormriver.language.grammar import NOTHING

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

SPACE_KEY: Final = verb("space")
MEET_KEY: Final = verb("character", SEAT)
EVADE: Final = verb("evade")
VISIT: Final = verb("visit")
SKIP: Final = verb("skip")
FIRST: Final = verb("first", CARD)


# arriving


def numberless(game: AdventureGame, frame: Arrive) -> None:
    """Cards without an encounter number come first of all (encounter.numberless_first)."""
    card = next_numberless(game, frame.space, frame.met)
    if card != NONE:
        game.go_to(frame, numberless)
        frame.met |= 1 << card
        game.table.cards[card].meet.run(game, Context(frame.seat, card, space=frame.space))


def next_numberless(game: AdventureGame, space: int, met: int) -> int:
    """Return the next card without an encounter number on a space that is not among those met; NONE if none is left."""
    table = game.table
    for card in game.state.zones[table.lying + space]:
        if table.order[card] == NONE and not met >> card & 1 and table.cards[card].meet is not NOTHING:
            return card
    return NONE


def landed(game: AdventureGame, frame: Arrive) -> None:
    """What follows landing on a space by itself."""
    if game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
        fire(game, frame.seat, "landed", names_at(game, frame.space))


def reach_summit(game: AdventureGame, frame: Arrive) -> None:
    """Once anybody has reached the goal, there are no new characters (crown.reach, crown.no_return)."""
    table = game.table
    if frame.space != table.summit or not is_playing(game, frame.seat):
        return
    subject = table.subject_of_space(table.summit)
    kind = table.rule_marks.summit_reached
    if not find_marks(game, subject, kind):
        game.mark(kind, subject)
        events.SUMMIT_REACHED.tell(game, frame.seat)
        leave_waiting(game)
    endings.turn_up(game, frame.seat)


def win_at_summit(game: AdventureGame, frame: Arrive) -> None:
    """The first to reach the goal wins (option.sudden_death)."""
    if frame.space == game.table.summit and is_playing(game, frame.seat):
        events.SUMMIT_REACHED.tell(game, frame.seat)
        game.end(1 << frame.seat)


def after_move(game: AdventureGame, frame: Arrive) -> None:
    """What may be done after a move, before the encounter is chosen; by others too."""
    if game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
        table = game.table
        open_window(game, frame.seat, table.MOVED, table.ANOTHER_MOVED)


def begin_encounter(game: AdventureGame, frame: Arrive) -> None:
    """Go on to the encounter."""
    state = game.state
    if state.interrupt == GOING_ON and is_playing(game, frame.seat):
        state.frames.pop()
        game.push(Encounter(frame.seat, frame.space))


ARRIVE_STEPS: Final[Steps] = (
    ("encounter.numberless_first", numberless),
    ("crown.reach", reach_summit),
    ("movement.landing", landed),
    ("spells.as_printed", after_move),
    ("encounter.after_move", begin_encounter),
)


ARRIVE_OPEN_STEPS: Final[Steps] = tuple((rule, step) for rule, step in ARRIVE_STEPS if step is not reach_summit)
"""The steps of arriving in games where reaching the goal closes nothing."""
ARRIVE_SUDDEN_DEATH_STEPS: Final[Steps] = tuple(
    ("option.sudden_death", win_at_summit) if step is reach_summit else (rule, step) for rule, step in ARRIVE_STEPS
)


def arrive(game: AdventureGame, seat: int) -> None:
    """Let a character land on the space where they are."""
    game.push(Arrive(seat, game.state.seats[seat][SPACE]))


# choosing


def choose(game: AdventureGame, frame: Encounter) -> None:
    """Encounter the space or one character on it, never both (encounter.choice)."""
    table = game.table
    seat = frame.seat
    others = others_here(game, seat)
    options = [MEET_KEY + other for other in others]
    turned = marks_on(game, seat, table.rule_marks.turned_back)
    sought = _to_be_met(game, seat, others) if others and table.musts else []
    if sought:
        options = [MEET_KEY + other for other in sought]
    elif not (table.spaces[frame.space].must_meet and others):
        options.insert(0, PASS if turned else SPACE_KEY)
    add_options(options, game, seat, table.ENCOUNTER, frame)
    if may_ditch(game, seat):
        options.append(DITCH_ANY)
    game.pose(seat, asks.ENCOUNTER, options)


def _to_be_met(game: AdventureGame, seat: int, others: list[int]) -> list[int]:
    """Return those characters on the space of whom one has to be encountered."""
    rows = game.state.seats
    return [one for one in others if obliged(game, seat, "meet_others", names_of(game, rows[one][CHARACTER]))]


def chosen(game: AdventureGame, frame: Encounter) -> None:
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
        game.push(Meet(frame.seat, answer - MEET_KEY, frame.space))
    else:
        game.restart(frame)
        answer_own(game, frame.seat, answer, frame.as_context())


# the space


def going_on(game: AdventureGame, frame: Encounter) -> bool:
    """Tell whether the encounter goes on; if not, what remains of it falls away."""
    if game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
        return True
    game.state.frames.pop()
    return False


def space_first(game: AdventureGame, frame: Encounter) -> None:
    """What the space demands before cards are drawn (encounter.space_instructions)."""
    if going_on(game, frame):
        first = first_at(game, frame.space)
        if first is not NOTHING:
            first.run(game, frame.as_context())


def draw_cards(game: AdventureGame, frame: Encounter) -> None:
    """Draw up to the number of the space; all cards that lie there count (encounter.draw_up_to)."""
    if going_on(game, frame):
        table = game.table
        number = draws_at(game, frame.space)
        if number and table.DRAWS != NONE:
            number += total(game, frame.seat, table.DRAWS)
        wanted = number - len(game.state.zones[table.lying + frame.space])
        if table.figures:
            wanted += figures_at(game, frame.space)
        if wanted > 0:
            game.push(Draw(frame.seat, frame.space, wanted))


def figures_at(game: AdventureGame, space: int) -> int:
    """Return how many of the cards on a space are figures, which count for nothing when cards are drawn."""
    table = game.table
    return sum([game.state.place[card] == table.lying + space for card in table.figures])


def cards_drawn(game: AdventureGame, frame: Encounter) -> None:
    """What may be done once the cards have been drawn."""
    if game.state.interrupt == GOING_ON and is_playing(game, frame.seat):
        open_window(game, frame.seat, game.table.DRAWN, 0)


def order_cards(game: AdventureGame, frame: Encounter) -> None:
    """Some may choose the order in which they meet the cards, or those of equal number (encounter.ties)."""
    state = game.state
    state.answer = NONE
    if state.interrupt != GOING_ON or not is_playing(game, frame.seat):
        return
    any_order = allowed(game, frame.seat, "choose_order")
    if not any_order and not allowed(game, frame.seat, "choose_ties"):
        return
    order = game.table.order
    waiting = cards_waiting(game, frame)
    found: dict[int, int] = {}
    for card in waiting:
        if any_order or order[card] == order[waiting[0]]:
            found.setdefault(fellows(game, waiting, card), card)
    if len(found) > 1:
        game.pose(frame.seat, asks.ORDER, [FIRST + card for card in found.values()])


def next_card(game: AdventureGame, frame: Encounter) -> None:
    """Meet the cards in order of their numbers, of equal ones the first drawn (encounter.order)."""
    if not going_on(game, frame):
        return
    table = game.table
    waiting = cards_waiting(game, frame)
    chosen = game.state.answer - FIRST
    if chosen in waiting:  # the one that was chosen comes first
        waiting.remove(chosen)
        waiting.insert(0, chosen)
    if not waiting and frame.unfought:
        game.state.frames.pop()
        return
    if not frame.gold_offered and (not waiting or table.order[waiting[0]] >= table.belonging_order):
        frame.gold_offered = True  # loose gold is taken with Objects and Followers (ruling.47)
        if gold_on(game, frame.space) and not (waiting and table.is_belonging[waiting[0]]):
            game.go_to(frame, order_cards)
            game.push(Take(frame.seat, frame.space, gold=True))
            return
    if not waiting:
        return
    game.go_to(frame, order_cards)
    first = waiting[0]
    group = fellows(game, waiting, first)
    frame.met |= group
    game.push(Resolve(frame.seat, first, frame.space, group))


def fellows(game: AdventureGame, waiting: list[int], first: int) -> int:
    """Return a bitmask of the waiting cards that are met together with `first`: Enemies that fight as one,
    belongings."""
    table = game.table
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


def meet_first(game: AdventureGame, seat: int, waiting: list[int], space: int) -> int:
    """Let a character meet the first of some cards that lie on a space, with those that are met as one with it.

    Returns:
        The cards that are met, one bit each; an encounter under way there does not meet them again.
    """
    group = fellows(game, waiting, waiting[0])
    encounter = game.under_way(Encounter)
    if encounter is not None and (encounter.seat, encounter.space) == (seat, space):
        encounter.met |= group
    game.push(Resolve(seat, waiting[0], space, group))
    return group


def is_bound(game: AdventureGame, card: int) -> bool:
    """Tell whether a card that was drawn is still to be laid elsewhere (encounter.placed_elsewhere)."""
    table = game.table
    return marks_on(game, table.subject_of_card(card), table.rule_marks.bound) > 0


def _same_attack(table: AdventureTable, first: int, card: int) -> bool:
    return bool(table.cards[first].craft) == bool(table.cards[card].craft)


def visit_space(game: AdventureGame, frame: Encounter) -> None:
    """Follow what the space itself demands, unless it may be left out or evaded."""
    if not going_on(game, frame):
        return
    table = game.table
    space = table.spaces[frame.space]
    if endings.demand(game, frame.space)[0] is NOTHING:
        game.skip_next(frame)  # there is nothing to do
        return
    options = [VISIT]
    if allowed(game, frame.seat, "skip", names_at(game, frame.space)):
        options.append(SKIP)
    if space.unfriendly and may_evade_person(game, frame.seat, frozenset({"unfriendly"})):
        options.append(EVADE)
    game.pose(frame.seat, asks.VISIT, options)


def visited(game: AdventureGame, frame: Encounter) -> None:
    """Carry out the visit."""
    state = game.state
    if state.answer == VISIT:
        fire(game, frame.seat, "visit", names_at(game, frame.space))
        effect, card = endings.demand(game, frame.space)
        effect.run(game, Context(frame.seat, card, space=frame.space))


def may_evade_person(game: AdventureGame, seat: int, names: frozenset[str]) -> bool:
    """Tell whether a character may evade an individual on a card or space (option.evade_unfriendly)."""
    return not fights.creatures_immune(game, seat) and allowed(game, seat, "evade", names)


ENCOUNTER_SPACE_FIRST_STEPS: Final[Steps] = (
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
ENCOUNTER_STEPS: Final[Steps] = (
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
