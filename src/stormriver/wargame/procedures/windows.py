"""Windows: moments at which both sides may cast spells, use items up or make use of Fate.

Who is asked depends on public facts only: who holds spells and has somebody to cast them is asked, whichever they are.
"""

from __future__ import annotations

from stormriver.kernel.ask import CARD, NUMBER, PASS, verb, verb_of
from stormriver.kernel.game import Game
from stormriver.kernel.marks import TURN_END
from stormriver.kernel.state import NONE, Frame
from stormriver.wargame.model import events
from stormriver.wargame.model.procedures import CAST, DRAW, FATE, ROLL, SHOOTING, WINDOW
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.forces import bearer, items_of, units_of
from stormriver.wargame.procedures.strength import has, magic_users, sources_of

CAST_KEY = verb("cast", CARD)
USE = verb("use", CARD)
FATE_KEY = verb("fate", CARD)
DIE = verb("die", NUMBER)


def open_window(game: Game, own: int, others: int = NONE, only: int = NONE) -> None:
    """Let both sides answer what the frame on top is about, the active one first.

    Args:
        game: the game.
        own: the moments of the seat of that frame.
        others: those of the other seat; NONE: the same.
        only: the one seat that is asked; NONE: both.
    """
    game.push(Frame(WINDOW, game.state.active, target=own, group=own if others == NONE else others, rival=only))


def open_phase(game: Game) -> None:
    """Let both sides cast spells at the start of a phase (magic.when, wargame.39)."""
    table = game.table
    own = table.PHASE | (table.SHOOTING if game.state.frames[-1].procedure == SHOOTING else 0)
    open_window(game, own, table.ANOTHER_PHASE)


def look_round(game: Game, frame: Frame) -> None:
    """Ask the next seat that may answer; close the window after both have passed."""
    state = game.state
    below = state.frames[-2]
    seats = len(game.table.seats)
    for offset in range(frame.amount, seats):
        seat = (frame.seat + offset) % seats
        if frame.rival not in (NONE, seat):
            continue
        moment = frame.target if seat == below.seat else frame.group
        options = options_at(game, seat, moment)
        if is_asked(game, seat, moment, options):
            frame.amount = offset
            game.pose(seat, "window", [PASS, *options])
            return
    state.frames.pop()


def hear(game: Game, frame: Frame) -> None:
    """Carry out the answer; after any answer but a pass both are asked again."""
    seat = (frame.seat + frame.amount) % len(game.table.seats)
    game.restart(frame)
    if game.state.answer == PASS:
        frame.amount += 1
    else:
        frame.amount = 0
        carry_out(game, seat, game.state.answer)


STEPS = (
    ("magic.when", look_round),
    ("magic.when", hear),
)


def is_asked(game: Game, seat: int, moment: int, options: list[int]) -> bool:
    """Tell whether a seat is asked: it has options, or could have some for all that the others know."""
    return bool(options) or bool(not game.skip_forced and moment & game.table.spell_moments and may_cast(game, seat))


def options_at(game: Game, seat: int, moment: int) -> list[int]:
    """Return what a seat may do at some moments, one bit each: cast spells, use items up, make use of Fate.

    A spell that has just been drawn does not answer its own drawing.
    """
    from stormriver.wargame.procedures.casting import castable
    from stormriver.wargame.procedures.chits import just_drawn

    found = []
    if moment & game.table.spell_moments and may_cast(game, seat):
        fresh = just_drawn(game, game.state.frames[-2]) if moment == game.table.DRAWN else NONE
        found += [CAST_KEY + card for card in castable(game, seat, moment) if card != fresh]
    if moment & game.table.use_moments:
        found += [USE + item for item in usable(game, seat, moment)]
    if moment & (game.table.ROLLED | game.table.DRAWN) and subject_of_fate(game) is not None:
        found += [FATE_KEY + source for source in fate_of(game, seat)]
    return found


def carry_out(game: Game, seat: int, answer: int) -> None:
    """Carry out what a seat chose from `options_at`."""
    name, _, card = verb_of(answer)
    if name == "cast":
        game.move_card(card, game.table.casting, seat)
        game.push(Frame(CAST, seat, card=card))
    elif name == "use":
        use_up(game, seat, card)
    else:
        marks.put_on_unit(game, card, "fated", 1, TURN_END)
        events.FATE_USED.tell(game, seat, card)
        game.push(Frame(FATE, seat, card=card))


def may_cast(game: Game, seat: int) -> bool:
    """Tell whether a seat holds spells and has a Magic User able to cast one; known to all."""
    if not game.state.zones[game.table.hand + seat]:
        return False
    return any(not has(game, unit, "witless") for unit in magic_users(game, seat))


# items that are used up


def usable(game: Game, seat: int, moment: int) -> list[int]:
    """Return the items of a seat that may be used up at a moment (items.one_use)."""
    cards = game.table.cards
    return [
        item
        for unit in units_of(game, seat)
        for item in items_of(game, unit)
        if cards[item].at & moment and cards[item].use.possible(game, using(seat, item, unit))
    ]


def using(seat: int, item: int, unit: int) -> Frame:
    """Return a frame that is on no stack, for what an item does to its bearer."""
    return Frame(0, seat, card=item, target=unit, rival=unit)


def use_up(game: Game, seat: int, item: int) -> None:
    """Use an item, which is discarded (items.one_use, wargame.89)."""
    from stormriver.wargame.procedures.chits import discard

    unit = bearer(game, item)
    events.ITEM_USED.tell(game, seat, unit, item)
    discard(game, item, seat)
    game.table.cards[item].use.run(game, using(seat, item, unit))


# fate


def fate_of(game: Game, seat: int) -> list[int]:
    """Return the sources of Fate that a seat has left this turn: units and items (fate.source, wargame.11)."""
    return [source for source in sources_of(game, seat, "fate") if not marks.on_unit(game, source, "fated")]


def subject_of_fate(game: Game) -> Frame | None:
    """Return the roll or the draw under way that Fate could change; a chit put back already is none."""
    under_way = next((frame for frame in reversed(game.state.frames) if frame.procedure in (ROLL, DRAW)), None)
    if under_way is None or (under_way.procedure == DRAW and not under_way.group):
        return None
    return under_way


def choose_die(game: Game, frame: Frame) -> None:
    """Of several dice one is chosen (fate.reroll)."""
    rolled = subject_of_fate(game)
    if rolled is not None and rolled.procedure == ROLL and rolled.amount > 1:
        game.pose(frame.seat, "die", [DIE + number + 1 for number in range(rolled.amount)])
    else:
        game.state.answer = DIE + 1


def turn_fate(game: Game, frame: Frame) -> None:
    """Roll the die again, or draw the chit anew (fate.reroll, fate.redraw)."""
    from stormriver.wargame.procedures.chits import put_back
    from stormriver.wargame.procedures.dice import reroll

    under_way = subject_of_fate(game)
    if under_way is None:
        return
    if under_way.procedure == ROLL:
        reroll(game, under_way, game.state.answer - DIE - 1)
    else:
        put_back(game, under_way)


FATE_STEPS = (
    ("fate.reroll", choose_die),
    ("fate.reroll", turn_fate),
)
