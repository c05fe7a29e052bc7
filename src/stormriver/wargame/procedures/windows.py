"""Windows: moments at which both sides may cast spells, use items up or make use of Fate.

Who is asked depends on public facts only: who holds spells and has somebody to cast them is asked, whichever they are.
"""

from __future__ import annotations

from typing import Final

from stormriver.kernel.ask import CARD, NUMBER, PASS, verb, verb_of
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import TURN_END
from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE
from stormriver.wargame.model import asks, events
from stormriver.wargame.model.frames import Cast, Chance, Draw, Fate, Roll, Window
from stormriver.wargame.model.table import WargameGame
from stormriver.wargame.procedures import marks
from stormriver.wargame.procedures.casting import castable
from stormriver.wargame.procedures.chits import discard, just_drawn, put_back
from stormriver.wargame.procedures.dice import reroll
from stormriver.wargame.procedures.forces import bearer
from stormriver.wargame.procedures.openings import fate_of, moments_to_answer, usable_of
from stormriver.wargame.procedures.strength import casters_of

CAST_KEY: Final = verb("cast", CARD)
USE: Final = verb("use", CARD)
FATE_KEY: Final = verb("fate", CARD)
DIE: Final = verb("die", NUMBER)


def look_round(game: WargameGame, frame: Window) -> None:
    """Ask the next seat that may answer; close the window after both have passed."""
    seats = len(game.table.seats)
    for offset in range(frame.passed, seats):
        seat = (frame.seat + offset) % seats
        if frame.only not in (NONE, seat):
            continue
        moment = moments_for(game, frame, seat)
        options = options_at(game, seat, moment)
        if is_asked(game, seat, moment, options):
            frame.passed = offset
            game.pose(seat, asks.WINDOW, [PASS, *options])
            return
    game.state.frames.pop()


def moments_for(game: WargameGame, window: Window, seat: int) -> int:
    """Return the moments of the topmost window for a seat, as a bitmask: those for its own actions or for another's."""
    answered = game.state.frames[-2]
    return window.own if seat == answered.seat else window.others


def hear(game: WargameGame, frame: Window) -> None:
    """Carry out the answer; after any answer but a pass both are asked again."""
    seat = (frame.seat + frame.passed) % len(game.table.seats)
    game.restart(frame)
    if game.state.answer == PASS:
        frame.passed += 1
    else:
        frame.passed = 0
        carry_out(game, seat, game.state.answer)


STEPS: Final[Steps] = (
    ("magic.when", look_round),
    ("magic.when", hear),
)


def is_asked(game: WargameGame, seat: int, moment: int, options: list[int]) -> bool:
    """Tell whether a seat is asked: it has options, or could have some as far as the others know."""
    return bool(options) or bool(not game.skip_forced and moment & game.table.spell_moments and may_cast(game, seat))


def options_at(game: WargameGame, seat: int, moment: int) -> list[int]:
    """Return what a seat may do at some moments, one bit each: cast spells, use items up, make use of Fate.

    A spell that has just been drawn does not answer its own drawing.
    """
    moment = moments_to_answer(game, seat, moment)
    found = []
    if moment & game.table.spell_moments:
        drawing = game.under_way(Draw) if moment == game.table.DRAWN else None
        fresh = just_drawn(game, drawing) if drawing is not None else NONE
        found += [CAST_KEY + card for card in castable(game, seat, moment) if card != fresh]
    if moment & game.table.use_moments:
        found += [USE + item for item in usable(game, seat, moment)]
    if moment & (game.table.ROLLED | game.table.DRAWN) and subject_of_fate(game) is not None:
        found += [FATE_KEY + source for source in fate_of(game, seat)]
    return found


def carry_out(game: WargameGame, seat: int, answer: int) -> None:
    """Carry out what a seat chose from `options_at`."""
    name, _, card = verb_of(answer)
    if name == "cast":
        _keep_drawn(game, card)
        game.move_card(card, game.table.casting, seat)
        game.push(Cast(seat, card))
    elif name == "use":
        use_up(game, seat, card)
    else:
        marks.put_on_unit(game, card, game.table.rule_marks.fated, 1, TURN_END)
        events.FATE_USED.tell(game, seat, card)
        game.push(Fate(seat, card))


def may_cast(game: WargameGame, seat: int) -> bool:
    """Tell whether a seat holds spells and has a Magic User able to cast one; a public fact."""
    if not game.state.zones[game.table.hand + seat]:
        return False
    return bool(casters_of(game, seat))


# items that are used up


def usable(game: WargameGame, seat: int, moment: int) -> list[int]:
    """Return the items of a seat that may be used up at a moment (items.one_use)."""
    items = game.table.item
    return [
        item
        for item in usable_of(game, seat)
        if items[item].at & moment and items[item].use.possible(game, using(seat, item, bearer(game, item)))
    ]


def using(seat: int, item: int, unit: int) -> Context:
    """Return the context of an item's words when its bearer, who is also the target, uses it up."""
    return Context(seat, item, rival=unit, target=unit)


def _keep_drawn(game: WargameGame, spell: int) -> None:
    """A spell that is cast, if it has just been drawn, cannot be drawn anew any more (fate.redraw)."""
    drawing = game.under_way(Draw)
    if drawing is not None and just_drawn(game, drawing) == spell:
        drawing.shown = False


def use_up(game: WargameGame, seat: int, item: int) -> None:
    """Use an item, which is discarded (items.one_use, wargame.89)."""
    unit = bearer(game, item)
    events.ITEM_USED.tell(game, seat, unit, item)
    discard(game, item, seat)
    game.table.item[item].use.run(game, using(seat, item, unit))


# fate


def subject_of_fate(game: WargameGame) -> Chance | None:
    """Return the roll or the draw under way that Fate could change; a chit put back already is none."""
    found = game.under_way(Chance)
    return None if isinstance(found, Draw) and not found.shown else found


def choose_die(game: WargameGame, frame: Fate) -> None:
    """Of several dice one is chosen (fate.reroll)."""
    found = subject_of_fate(game)
    if isinstance(found, Roll) and found.dice > 1:
        game.pose(frame.seat, asks.DIE, [DIE + number + 1 for number in range(found.dice)])
    else:
        game.state.answer = DIE + 1


def turn_fate(game: WargameGame, frame: Fate) -> None:
    """Roll the die again, or draw the chit anew (fate.reroll, fate.redraw)."""
    found = subject_of_fate(game)
    if isinstance(found, Roll):
        reroll(game, found, game.state.answer - DIE - 1)
    elif isinstance(found, Draw):
        put_back(game, found)


FATE_STEPS: Final[Steps] = (
    ("fate.reroll", choose_die),
    ("fate.reroll", turn_fate),
)
