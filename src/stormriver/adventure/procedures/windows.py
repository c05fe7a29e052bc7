"""Windows: moments at which seats may cast Spells, use cards or abilities, or let it pass.

Who is asked depends on public facts only: everybody who holds Spells and may still cast one, not
everybody who holds a fitting one; so silence tells nothing (ruling.91, ruling.92).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import GOLD, SPACE
from stormriver.adventure.model.hooks import Act
from stormriver.adventure.model.moments import CASTING
from stormriver.adventure.model.procedures import CAST, FIGHT, WINDOW
from stormriver.adventure.model.rows import Rows
from stormriver.adventure.model.types import NOBODY
from stormriver.adventure.procedures.fortune import due
from stormriver.adventure.procedures.spells import SPELL, may_still_cast, taken_back
from stormriver.adventure.procedures.stats import (
    allowed,
    can_use,
    carriers,
    find_marks,
    forbidden,
    is_playing,
    names_now,
    table_of,
    total,
)
from stormriver.adventure.procedures.targets import seats
from stormriver.kernel.ask import CARD, NAME, PASS, verb, verb_of
from stormriver.kernel.game import Game
from stormriver.kernel.marks import FIGHT_END, TURN_END
from stormriver.kernel.state import NONE, Frame

if TYPE_CHECKING:
    from stormriver.adventure.model.table import AdventureTable

CAST_KEY = verb("cast", CARD)
USE_CARD = verb("use", CARD)
USE_NAME = verb("use", NAME)
ANY_PRICE = 1 << 10
"""More gold than anything costs."""


def options_of(game: Game, seat: int, moment: int, frame: Frame) -> list[int]:
    """Return what a seat may do at a moment (one bit), as option codes; frame is what is going on."""
    table: AdventureTable = game.table
    options: list[int] = []
    bears = game.bears[seat]
    if bears & moment << CASTING:
        options += castable(game, seat, moment, frame)
    if bears & moment or frame.procedure == FIGHT:
        rows = table.acts_at(moment)
        sources = sources_at(game, seat, frame, rows)
        if sources and moment & table.priced_moments:
            options += payable(game, seat, frame, partial(acts_for, game, seat, frame, rows, sources))
        elif sources:
            options += acts_for(game, seat, frame, rows, sources, 0)
    return options


def acts_for(game: Game, seat: int, frame: Frame, rows: Rows, sources: list[int], gold: int) -> list[int]:
    """Return the options to make use of what `sources` offer, of acts in `rows`, with so much gold at hand."""
    options = []
    for source in sources:
        for act in rows.clauses[source]:
            if (not act.cost or can_pay(game, seat, act, frame, gold)) and can_act(game, seat, source, act, frame):
                options.append(code_of(game, source, act))
    return options


def payable(game: Game, seat: int, frame: Frame, bought: Callable[[int], list[int]]) -> list[int]:
    """Return what can be paid for and, where more gold would pay for more, what may make it (ruling.69).

    Args:
        game: the game.
        seat: who pays.
        frame: what is going on.
        bought: returns the options that so much gold pays for.
    """
    options = bought(game.state.seats[seat][GOLD])
    means = options_of(game, seat, game.table.PAYING, frame)
    if means and len(bought(ANY_PRICE)) > len(options):
        options += [code for code in means if code not in options]
    return options


def castable(game: Game, seat: int, moment: int, frame: Frame) -> list[int]:
    """Return the options to cast one of the Spells a seat holds."""
    table: AdventureTable = game.table
    fitting = [card for card in game.state.zones[table.hand + seat] if table.cast_at[card] & moment]
    if not fitting or not may_cast(game, seat):
        return []
    spent = taken_back(game, seat)
    return [CAST_KEY + card for card in fitting if card not in spent and has_target(game, seat, card, frame)]


def may_cast(game: Game, seat: int) -> bool:
    """Tell whether a seat holds Spells and may cast; known to all."""
    return (
        bool(game.state.zones[table_of(game).hand + seat])
        and may_still_cast(game, seat)
        and not forbidden(game, seat, "cast", SPELL)
    )


def has_target(game: Game, seat: int, card: int, frame: Frame) -> bool:
    """Tell whether a Spell's condition holds and there is something to cast it at (ruling.93)."""
    definition = table_of(game).cards[card]
    spell = definition.cast
    assert spell is not None
    about = view(game, seat, card, frame)
    if not spell.when.test(game, about):
        return False
    if spell.target != NOBODY:
        return bool(targets(game, about, card))
    if spell.space:
        return bool(target_spaces(game, about, card))
    if spell.card:
        return bool(target_cards(game, card))
    return definition.effect.possible(game, about)


def targets(game: Game, about: Frame, card: int) -> list[int]:
    """Return the seats a Spell may be cast at."""
    definition = table_of(game).cards[card]
    assert definition.cast is not None
    found = []
    for seat in seats(game, about, definition.cast.target):
        about.rival = seat
        if definition.effect.possible(game, about):
            found.append(seat)
    about.rival = NONE
    return found


def target_spaces(game: Game, about: Frame, card: int) -> list[int]:
    """Return the spaces outside the goal and what leads to it without a character, for a Spell laid on the board."""
    table = table_of(game)
    taken = {row[SPACE] for row in game.state.seats}
    return [s for s in table.open_spaces if s not in taken]


def target_cards(game: Game, card: int) -> list[int]:
    """Return the cards lying on the board that a Spell may be cast at."""
    table = table_of(game)
    spell = table.cards[card].cast
    assert spell is not None
    zones = game.state.zones
    found = []
    for space in range(len(table.spaces)):
        for other in zones[table.lying + space]:
            if not spell.card.isdisjoint(table.cards[other].names):
                found.append(other)
    return found


def view(game: Game, seat: int, card: int, frame: Frame) -> Frame:
    """Return what is going on as a seat with a card sees it, for testing conditions."""
    about = Frame(0, seat, card=card, rival=frame.rival, space=frame.space, roll=frame.roll)
    about.rival_roll = frame.rival_roll
    about.target = frame.target
    about.amount = frame.amount
    return about


def sources_at(game: Game, seat: int, frame: Frame, rows: Rows) -> list[int]:
    """Return which of `rows` may offer a seat something to do: his carriers, and the creatures he fights."""
    sources = carriers(game, seat, rows)
    if frame.procedure == FIGHT and frame.seat == seat and frame.group:
        sources += [card for card in members(frame.group) if card in rows.clauses]
    return sources


def members(group: int) -> list[int]:
    """Return the numbers whose bits are set, lowest first."""
    found = []
    while group:
        low = group & -group
        found.append(low.bit_length() - 1)
        group ^= low
    return found


def can_pay(game: Game, seat: int, act: Act, frame: Frame, gold: int) -> bool:
    """Tell whether a seat can pay the price of an act, with so much gold at hand."""
    row = game.state.seats[seat]
    for column, price in act.cost.items():
        amount = price.of(game, frame)
        if (gold < due(game, seat, amount)) if column == GOLD else (row[column] < amount):
            return False
    return True


def charges(game: Game, seat: int, act: Act, frame: Frame) -> dict[int, int]:
    """Return what a seat has to give for making use of an act, by column."""
    amounts = {column: price.of(game, frame) for column, price in act.cost.items()}
    if GOLD in amounts:
        amounts[GOLD] = due(game, seat, amounts[GOLD])
    return amounts


def can_act(game: Game, seat: int, source: int, act: Act, frame: Frame) -> bool:
    """Tell whether a seat may make use of an act now, if it can pay for it."""
    table: AdventureTable = game.table
    if act.for_ and (frame.target != table.purposes[act.for_]):
        return False
    if act.once and used(game, seat, act, frame):
        return False
    if source in table.armours and not may_parry(game, seat, source, frame):
        return False
    card = source if source < table.space_source else NONE
    if card != NONE and not can_use(game, seat, card):
        return False
    if source != table.rule_source and forbidden(game, seat, "act"):
        return False
    about = view(game, seat, card, frame)
    if not act.when.test(game, about):
        return False
    if act.target != NOBODY and not act_targets(game, act, about):
        return False
    return act.target != NOBODY or act.do.possible(game, about)


def may_parry(game: Game, seat: int, armour: int, frame: Frame) -> bool:
    """Tell whether an Armour may still be used: each once, as many a fight as may be, and not against what disarms.

    Rule: objects.armour.
    """
    table = table_of(game)
    kind = table.rule_marks.wielded
    worn = [card for card in game.state.zones[table.play + seat] if card in table.armours]
    used = [card for card in worn if find_marks(game, table.subject_of_card(card), kind)]
    if armour in used or len(used) >= total(game, seat, table.ARMOURS):
        return False
    after = frame.procedure != FIGHT and frame.rival != NONE
    return not (after and allowed(game, frame.rival, "disarm", names_now(game, armour)))


def act_targets(game: Game, act: Act, about: Frame) -> list[int]:
    """Return the seats an act may be aimed at."""
    found = []
    for seat in seats(game, about, act.target):
        about.rival = seat
        if act.do.possible(game, about):
            found.append(seat)
    return found


def used(game: Game, seat: int, act: Act, frame: Frame) -> bool:
    """Tell whether a seat has made use of an act already, of one that it may use once."""
    if act.once == "roll":
        return bool(frame.flags >> act.index & 1)
    kind = table_of(game).rule_marks.used
    return any(mark.amount == act.index + 1 for mark in find_marks(game, seat, kind))


def code_of(game: Game, source: int, act: Act) -> int:
    """Return the option code of an act: `use:` and its card or name; a rule's own key alone."""
    table: AdventureTable = game.table
    if source == table.rule_source:
        return verb(act.key)
    if source < table.space_source and not act.key:
        return USE_CARD + source
    return USE_NAME + table.name(act.key or table.source_id(source))


def chosen_of(game: Game, seat: int, code: int, frame: Frame) -> tuple[int, int]:
    """Return an answer as a frame may keep it, without its code: the card and NONE for a Spell, else source and act."""
    name, _, number = verb_of(code)
    if name == "cast":
        return number, NONE
    source, act = find_act(game, seat, code, frame)
    return source, act.index


def code_of_chosen(game: Game, source: int, act: int) -> int:
    """Return the option code of what `chosen_of` returned."""
    if act == NONE:
        return CAST_KEY + source
    return next(code_of(game, source, one) for one in table_of(game).acts[source] if one.index == act)


def answer_own(game: Game, seat: int, code: int, frame: Frame) -> None:
    """Carry out what a seat chose from `options_of`."""
    name, _, number = verb_of(code)
    if name == "cast":
        cast = Frame(CAST, seat, card=number, amount=frame.target)
        cast.space = game.state.seats[seat][SPACE]
        cast.rival_roll = frame.procedure
        game.push(cast)
        return
    source, act = find_act(game, seat, code, frame)
    card = source if source < table_of(game).space_source else NONE
    about = view(game, seat, card, frame)
    for column, amount in charges(game, seat, act, about).items():
        game.change(seat, column, -amount)
    if act.once == "roll":
        frame.flags |= 1 << act.index
    elif act.once:
        tick = FIGHT_END if act.once == "fight" else TURN_END
        game.mark(table_of(game).rule_marks.used, seat, act.index + 1, tick, seat)
    if source in table_of(game).armours:
        kind = table_of(game).rule_marks.wielded
        game.mark(kind, table_of(game).subject_of_card(source), 1, FIGHT_END, seat)
    events.ABILITY_USED.tell(game, seat, source, act.index)
    act.do.run(game, about)


def find_act(game: Game, seat: int, code: int, frame: Frame) -> tuple[int, Act]:
    """Return the act behind an option code, and what carries it."""
    table: AdventureTable = game.table
    for source in sources_at(game, seat, frame, table.acts_at(table.act_moments)):
        for act in table.acts[source]:
            if code_of(game, source, act) == code:
                return source, act
    name, kind, number = verb_of(code)
    for act in table.acts.get(number, ()) if kind == CARD else ():  # a card that is made use of where it lies
        if act.at & table.ENCOUNTER and code_of(game, number, act) == code:
            return number, act
    raise LookupError(f"no act behind {name} {kind} {number}")


def open_window(game: Game, seat: int, own: int, others: int, rival: int = NONE) -> None:
    """Ask all who may answer something, from `seat` clockwise; `own` and `others` are moments.

    The window stands on top of the frame it is about. Where nobody has an answer, there is none.
    """
    bears = game.bears
    frames = game.state.frames
    fitting, fitting_others = own | own << CASTING, others | others << CASTING
    if (
        bears[seat] & fitting
        or (rival != NONE and bears[rival] & fitting)
        or (others and any([what & fitting_others for what in bears]))
        or (frames[-1].procedure == FIGHT and _creatures_offer(game, frames[-1]))
        or (not game.skip_forced and _silence_tells(game, own | others))
    ):
        frames.append(Frame(WINDOW, seat, target=own, group=others, rival=rival))


def _creatures_offer(game: Game, fight: Frame) -> bool:
    """Tell whether a creature in a fight may offer something to whom it fights (see `sources_at`)."""
    return any(card in game.table.acts for card in members(fight.group))


def _silence_tells(game: Game, moments: int) -> bool:
    """Tell whether anybody holds Spells where one might be cast: he is asked, whichever they are."""
    table = table_of(game)
    return bool(moments & table.spell_moments) and any(game.state.zones[table.hand : table.hand + len(table.seats)])


def look_round(game: Game, frame: Frame) -> None:
    """Ask the next seat that may answer; close the window after the last one."""
    state = game.state
    table: AdventureTable = game.table
    count = len(state.seats)
    below = state.frames[-2]
    concerned = (frame.seat, frame.rival)
    for offset in range(frame.amount, count):
        seat = (frame.seat + offset) % count
        moment = frame.target if seat in concerned else frame.group
        if moment & table.act_moments or (moment and state.zones[table.hand + seat]):
            options = options_of(game, seat, moment, below) if is_playing(game, seat) else []
            if options or (not game.skip_forced and moment & table.spell_moments and may_cast(game, seat)):
                frame.amount = offset
                game.pose(seat, "window", [PASS, *options])
                return
    state.frames.pop()


def hear(game: Game, frame: Frame) -> None:
    """Carry out the answer; after any answer but a pass everybody is asked again."""
    state = game.state
    game.restart(frame)
    if state.answer == PASS:
        frame.amount += 1
    else:
        seat = (frame.seat + frame.amount) % len(state.seats)
        frame.amount = 0
        answer_own(game, seat, state.answer, state.frames[-2])


STEPS = (
    ("spells.as_printed", look_round),
    ("spells.as_printed", hear),
)
