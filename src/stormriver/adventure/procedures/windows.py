"""Windows: moments at which seats may cast Spells, use cards or abilities, or let it pass.

Who is asked depends on public facts only: everybody who holds Spells and may still cast one, not
everybody who holds a fitting one; so silence tells nothing (ruling.91, ruling.92).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import GOLD, SPACE
from stormriver.adventure.model.frames import Cast, Roll, Window
from stormriver.adventure.model.hook_index import HookIndex
from stormriver.adventure.model.hooks import Act
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import NOBODY, SPELL
from stormriver.adventure.procedures.fortune import due
from stormriver.adventure.procedures.spells import may_still_cast, taken_back
from stormriver.adventure.procedures.stats import (
    allowed,
    can_use,
    carriers,
    find_marks,
    forbidden,
    is_playing,
    names_now,
    total,
)
from stormriver.adventure.procedures.targets import fitting
from stormriver.kernel.ask import CARD, NAME, PASS, verb, verb_of
from stormriver.kernel.bitmask import members
from stormriver.kernel.frames import Context, Frame
from stormriver.kernel.marks import FIGHT_END, TURN_END
from stormriver.kernel.program import Steps
from stormriver.kernel.state import NONE

CAST_KEY: Final = verb("cast", CARD)
USE_CARD: Final = verb("use", CARD)
USE_NAME: Final = verb("use", NAME)
ANY_PRICE: Final = 1 << 10
"""More gold than anything costs."""


def options_of(
    game: AdventureGame, seat: int, moment: int, going_on: Frame | Context, fight: Fight | None = None
) -> list[int]:
    """Return what a seat may do at a moment, as option codes; see `add_options`."""
    options: list[int] = []
    add_options(options, game, seat, moment, going_on, fight)
    return options


def add_options(
    options: list[int],
    game: AdventureGame,
    seat: int,
    moment: int,
    going_on: Frame | Context,
    fight: Fight | None = None,
) -> None:
    """Add to the options of an ask what a seat may do at a moment.

    Args:
        options: the option codes so far.
        game: the game.
        seat: whose options.
        moment: the bit of the moment, or a bitmask of several.
        going_on: the context of what may be answered.
        fight: the fight that it is about, if it is about one.
    """
    if fight is None and not game.moment_mask[seat] & moment:
        return
    table = game.table
    about = going_on.as_context()
    if game.state.zones[table.hand + seat]:
        add_castable(options, game, seat, moment, about)
    rows = table.acts_at(moment)
    sources = sources_at(game, seat, rows, fight)
    if sources:
        if moment & table.priced_moments:
            offers = Acts(game, seat, about, fight, rows, sources)
            options += payable(game, seat, about, offers.bought, fight)
        else:
            add_acts(options, game, seat, about, fight, rows, sources, 0)


class Acts:
    """The acts in `rows` that `sources` offer to a seat."""

    def __init__(
        self,
        game: AdventureGame,
        seat: int,
        about: Context,
        fight: Fight | None,
        rows: HookIndex,
        sources: list[int],
    ) -> None:
        self.game = game
        self.seat = seat
        self.about = about
        self.fight = fight
        self.rows = rows
        self.sources = sources

    def bought(self, gold: int) -> list[int]:
        """Return the options to use those acts that so much gold pays for."""
        options: list[int] = []
        add_acts(options, self.game, self.seat, self.about, self.fight, self.rows, self.sources, gold)
        return options


def add_acts(
    options: list[int],
    game: AdventureGame,
    seat: int,
    about: Context,
    fight: Fight | None,
    rows: HookIndex,
    sources: list[int],
    gold: int,
) -> None:
    """Add the options to use the acts in `rows` of some sources, with so much gold at hand."""
    for source in sources:
        acts: tuple[Act, ...] = rows.clauses[source]
        for act in acts:
            affordable = not act.cost or can_pay(game, seat, act, about, gold)
            if affordable and can_act(game, seat, source, act, about, fight):
                options.append(code_of(game, source, act))


def payable(
    game: AdventureGame, seat: int, about: Context, bought: Callable[[int], list[int]], fight: Fight | None = None
) -> list[int]:
    """Return the affordable options and, where more gold would pay for more, those that may raise it (ruling.69).

    Args:
        game: the game.
        seat: who pays.
        about: the context of what may be answered.
        bought: returns the options that so much gold pays for, e.g. `Acts.bought`.
        fight: the fight that it is about, if it is about one.
    """
    options = bought(game.state.seats[seat][GOLD])
    means = options_of(game, seat, game.table.PAYING, about, fight)
    if means and len(bought(ANY_PRICE)) > len(options):
        options += [code for code in means if code not in options]
    return options


def add_castable(options: list[int], game: AdventureGame, seat: int, moment: int, about: Context) -> None:
    """Add the options to cast one of the Spells a seat holds."""
    table = game.table
    fitting = [card for card in game.state.zones[table.hand + seat] if table.cast_at[card] & moment]
    if not fitting or not may_cast(game, seat):
        return
    spent = taken_back(game, seat)
    for card in fitting:
        if card not in spent and has_target(game, seat, card, about):
            options.append(CAST_KEY + card)


def may_cast(game: AdventureGame, seat: int) -> bool:
    """Tell whether a seat holds Spells and may cast; a public fact."""
    return (
        bool(game.state.zones[game.table.hand + seat])
        and may_still_cast(game, seat)
        and not forbidden(game, seat, "cast", SPELL)
    )


def has_target(game: AdventureGame, seat: int, card: int, about: Context) -> bool:
    """Tell whether a Spell's condition holds and there is something to cast it at (ruling.93)."""
    definition = game.table.cards[card]
    spell = definition.cast
    assert spell is not None
    about = about.seen_by(seat, card)
    if not spell.when.test(game, about):
        return False
    if spell.target != NOBODY:
        return bool(targets(game, about, card))
    if spell.space:
        return bool(target_spaces(game, about, card))
    if spell.card:
        return bool(target_cards(game, card))
    return definition.effect.possible(game, about)


def targets(game: AdventureGame, about: Context, card: int) -> list[int]:
    """Return the seats a Spell may be cast at."""
    definition = game.table.cards[card]
    assert definition.cast is not None
    found = []
    for seat in fitting(game, about, definition.cast.target, definition.cast.if_):
        if definition.effect.possible(game, about.facing(seat)):
            found.append(seat)
    return found


def target_spaces(game: AdventureGame, about: Context, card: int) -> list[int]:
    """Return the spaces outside the goal and what leads to it without a character, for a Spell laid on the board."""
    table = game.table
    taken = {row[SPACE] for row in game.state.seats}
    return [s for s in table.open_spaces if s not in taken]


def target_cards(game: AdventureGame, card: int) -> list[int]:
    """Return the cards lying on the board that a Spell may be cast at."""
    table = game.table
    spell = table.cards[card].cast
    assert spell is not None
    zones = game.state.zones
    found = []
    for space in range(len(table.spaces)):
        for other in zones[table.lying + space]:
            if not spell.card.isdisjoint(table.cards[other].names):
                found.append(other)
    return found


def sources_at(game: AdventureGame, seat: int, rows: HookIndex, fight: Fight | None) -> list[int]:
    """Return the sources in `rows` that may offer a seat something to do: those that concern it, and its foes."""
    sources = carriers(game, seat, rows)
    if fight is not None and fight.seat == seat and fight.group:
        sources += [card for card in members(fight.group) if card in rows.clauses]
    return sources


def can_pay(game: AdventureGame, seat: int, act: Act, about: Context, gold: int) -> bool:
    """Tell whether a seat can pay the price of an act, with so much gold at hand."""
    row = game.state.seats[seat]
    for column, price in act.cost.items():
        amount = price.of(game, about)
        if (gold < due(game, seat, amount)) if column == GOLD else (row[column] < amount):
            return False
    return True


def charges(game: AdventureGame, seat: int, act: Act, about: Context) -> dict[int, int]:
    """Return the price of an act for a seat, by column."""
    amounts = {column: price.of(game, about) for column, price in act.cost.items()}
    if GOLD in amounts:
        amounts[GOLD] = due(game, seat, amounts[GOLD])
    return amounts


def can_act(game: AdventureGame, seat: int, source: int, act: Act, about: Context, fight: Fight | None) -> bool:
    """Tell whether a seat may use an act now, provided it can pay for it."""
    table = game.table
    if act.for_ and about.target != table.purposes[act.for_]:
        return False
    if act.once and used(game, seat, act):
        return False
    if source in table.armours and not may_parry(game, seat, source, about, fight):
        return False
    card = source if source < table.space_source else NONE
    if card != NONE and not can_use(game, seat, card):
        return False
    if source != table.rule_source and forbidden(game, seat, "act"):
        return False
    about = about.seen_by(seat, card)
    return act.when.test(game, about) and act.do.possible(game, about)


def may_parry(game: AdventureGame, seat: int, armour: int, about: Context, fight: Fight | None) -> bool:
    """Tell whether an Armour may still be used: each once, as many a fight as may be, and not against what disarms.

    Rule: objects.armour.
    """
    table = game.table
    kind = table.rule_marks.wielded
    worn = [card for card in game.state.zones[table.play + seat] if card in table.armours]
    used = [card for card in worn if find_marks(game, table.subject_of_card(card), kind)]
    if armour in used or len(used) >= total(game, seat, table.ARMOURS):
        return False
    after = fight is None and about.rival != NONE
    return not (after and allowed(game, about.rival, "disarm", names_now(game, armour)))


def used(game: AdventureGame, seat: int, act: Act) -> bool:
    """Tell whether a seat has used up an act that may be used once."""
    if act.once == "roll":
        roll = game.under_way(Roll)
        return roll is not None and bool(roll.used >> act.index & 1)
    kind = game.table.rule_marks.used
    return any(mark.amount == act.index + 1 for mark in find_marks(game, seat, kind))


def code_of(game: AdventureGame, source: int, act: Act) -> int:
    """Return the option code of an act: `use:` with its card or name; for a rule just its own key."""
    table = game.table
    if source == table.rule_source:
        return verb(act.key)
    if source < table.space_source and not act.key:
        return USE_CARD + source
    return USE_NAME + table.name(act.key or table.source_id(source))


def chosen_of(game: AdventureGame, seat: int, code: int) -> tuple[int, int]:
    """Return an answer in a form that frames may store: card and NONE for a Spell, else source and act."""
    name, _, number = verb_of(code)
    if name == "cast":
        return number, NONE
    source, act = find_act(game, seat, code, None)
    return source, act.index


def code_of_chosen(game: AdventureGame, source: int, act: int) -> int:
    """Return the option code of an answer; the inverse of `chosen_of`."""
    if act == NONE:
        return CAST_KEY + source
    return next(code_of(game, source, one) for one in game.table.acts[source] if one.index == act)


def answer_own(game: AdventureGame, seat: int, code: int, about: Context, fight: Fight | None = None) -> None:
    """Carry out an option that a seat chose from `options_of` with the same arguments."""
    name, _, number = verb_of(code)
    if name == "cast":
        game.push(Cast(seat, number, game.state.seats[seat][SPACE]))
        return
    source, act = find_act(game, seat, code, fight)
    card = source if source < game.table.space_source else NONE
    about = about.seen_by(seat, card)
    for column, amount in charges(game, seat, act, about).items():
        game.change(seat, column, -amount)
    if act.once == "roll":
        roll = game.under_way(Roll)
        assert roll is not None
        roll.used |= 1 << act.index
    elif act.once:
        tick = FIGHT_END if act.once == "fight" else TURN_END
        game.mark(game.table.rule_marks.used, seat, act.index + 1, tick, seat)
    if source in game.table.armours:
        kind = game.table.rule_marks.wielded
        tick = FIGHT_END if game.under_way(Fight) is not None else TURN_END  # a life is lost without a fight, too
        game.mark(kind, game.table.subject_of_card(source), 1, tick, seat)
    events.ABILITY_USED.tell(game, seat, source, act.index)
    act.do.run(game, about)


def find_act(game: AdventureGame, seat: int, code: int, fight: Fight | None) -> tuple[int, Act]:
    """Return the act behind an option code, and what carries it."""
    table = game.table
    for source in sources_at(game, seat, table.acts_at(table.act_moments), fight):
        for act in table.acts[source]:
            if code_of(game, source, act) == code:
                return source, act
    name, kind, number = verb_of(code)
    for act in table.acts.get(number, ()) if kind == CARD else ():  # a card that is made use of where it lies
        if act.at & table.ENCOUNTER and code_of(game, number, act) == code:
            return number, act
    raise LookupError(f"no act behind {name} {kind} {number}")


def open_window(game: AdventureGame, seat: int, own: int, others: int, rival: int = NONE) -> None:
    """Ask all who may answer something, from `seat` clockwise; `own` and `others` are bitmasks of moments.

    The window is pushed on top of the frame it is about. Where nobody has an answer, there is none.
    """
    bears = game.moment_mask
    below = game.state.frames[-1]
    if (
        bears[seat] & own
        or (rival != NONE and bears[rival] & own)
        or (others and _anybody_bears(bears, others))
        or (isinstance(below, Fight) and _creatures_offer(game, below))
        or (not game.skip_forced and _silence_tells(game, own | others))
    ):
        game.push(Window(seat, own, others, rival))


def _anybody_bears(masks: list[int], moments: int) -> bool:
    """Tell whether any of the masks has one of the moments."""
    for mask in masks:  # noqa: SIM110, without a generator
        if mask & moments:
            return True
    return False


def _creatures_offer(game: AdventureGame, fight: Fight) -> bool:
    """Tell whether a creature in a fight may offer something to whom it fights (see `sources_at`)."""
    return any(card in game.table.acts for card in members(fight.group))


def _silence_tells(game: AdventureGame, moments: int) -> bool:
    """Tell whether anybody holds Spells when one might be cast: they are asked, whichever these are."""
    table = game.table
    return bool(moments & table.spell_moments) and any(game.state.zones[table.hand : table.hand + len(table.seats)])


def look_round(game: AdventureGame, frame: Window) -> None:
    """Ask the next seat that may answer; close the window after the last one."""
    state = game.state
    table = game.table
    count = len(state.seats)
    about, fight = concerned_with(game)
    concerned = (frame.seat, frame.rival)
    for offset in range(frame.passed, count):
        seat = (frame.seat + offset) % count
        moment = frame.own if seat in concerned else frame.others
        if moment & table.act_moments or (moment and state.zones[table.hand + seat]):
            options = [PASS]
            if is_playing(game, seat):
                add_options(options, game, seat, moment, about, fight)
            if len(options) > 1 or (not game.skip_forced and moment & table.spell_moments and may_cast(game, seat)):
                frame.passed = offset
                game.pose(seat, asks.WINDOW, options)
                return
    state.frames.pop()


def hear(game: AdventureGame, frame: Window) -> None:
    """Carry out the answer; after any answer but a pass everybody is asked again."""
    state = game.state
    game.restart(frame)
    if state.answer == PASS:
        frame.passed += 1
    else:
        seat = (frame.seat + frame.passed) % len(state.seats)
        frame.passed = 0
        answer_own(game, seat, state.answer, *concerned_with(game))


def concerned_with(game: AdventureGame) -> tuple[Context, Fight | None]:
    """Return the context of the window on top of the stack, and the fight if it is about one."""
    below = game.state.frames[-2]
    return below.as_context(), below if isinstance(below, Fight) else None


STEPS: Final[Steps] = (
    ("spells.as_printed", look_round),
    ("spells.as_printed", hear),
)
