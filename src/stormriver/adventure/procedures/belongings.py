"""Objects and Followers: having, taking, ditching, discarding, and how many one may carry."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model.columns import ALIGNMENT, ALIGNMENTS, SPACE
from stormriver.adventure.model.frames import Surplus
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.stats import (
    carriers,
    craft,
    find_marks,
    forbidden,
    forbidding,
    form,
    is_playing,
    masks,
    names_now,
    total,
)
from stormriver.adventure.procedures.triggers import fire
from stormriver.kernel.frames import Context
from stormriver.kernel.marks import TURN_END
from stormriver.kernel.state import NONE

ENEMY: Final = frozenset({"enemy"})
FOLLOWER: Final = frozenset({"follower"})


def belongings(game: AdventureGame, seat: int) -> tuple[int, ...]:
    """Return the Objects and Followers of a character."""
    table = game.table
    return game.state.zones[table.play + seat]


def having(game: AdventureGame, seat: int, things: frozenset[str]) -> list[int]:
    """Return those belongings (and, of `spell`, Spells) of a character that are one of `things` (empty: all)."""
    cards = game.table.cards
    if "spell" in things:
        return list(game.state.zones[game.table.hand + seat])
    if "follower" in things:
        things = things | ENEMY  # an Enemy that is kept is a Follower
    if game.table.makers and things:
        return [c for c in belongings(game, seat) if not things.isdisjoint(names_now(game, c))]
    return [c for c in belongings(game, seat) if not things or not things.isdisjoint(cards[c].names)]


def partable(game: AdventureGame, seat: int, things: frozenset[str] = frozenset()) -> list[int]:
    """Return those of `having` that a character can be made to part with, or part with at will (ruling.120)."""
    table = game.table
    found = having(game, seat, things)
    rows = table.forbids.get("ditch")
    if rows is None or not found or not carriers(game, seat, rows):
        return found
    return [card for card in found if not _clings(game, seat, card)]


def _clings(game: AdventureGame, seat: int, card: int) -> bool:
    """Tell whether a belonging leaves a character only as its own text says, or as another's text does."""
    table = game.table
    own = [clause for clause in table.cards[card].forbid if clause.action == "ditch"]
    if any(clause.when.test(game, Context(seat, card)) for clause in own):
        return True
    return not table.is_enemy[card] and forbidden(game, seat, "ditch", names_now(game, card))


def as_printed(game: AdventureGame, card: int) -> None:
    """Restore a belonging that changes hands to what is printed on it."""
    table = game.table
    if table.makers:
        for mark in game.state.marks.on.get(table.subject_of_card(card), ()):
            if mark.kind in table.makers:
                game.unmark(mark)


def may_have(game: AdventureGame, seat: int, card: int) -> bool:
    """Tell whether a character may have a card, which never forbids itself (having.not_permitted_to_have)."""
    table = game.table
    definition = table.cards[card]
    if ALIGNMENTS[game.state.seats[seat][ALIGNMENT]] in definition.not_for or form(game, seat) != NONE:
        return False
    names = definition.names | FOLLOWER if table.is_enemy[card] else definition.names
    return forbidding(game, seat, "have", names) in (NONE, card)


def may_draw_from(game: AdventureGame, seat: int, deck: int) -> bool:
    """Tell whether a character may have any of the cards in a face-down deck; which one is next, nobody knows.

    Rule: having.not_permitted_to_have.
    """
    return any(may_have(game, seat, card) for card, back in enumerate(game.table.backs) if back == deck)


def take(game: AdventureGame, seat: int, card: int) -> None:
    """Let a character have a card, or do what stands on it instead."""
    table = game.table
    definition = table.cards[card]
    for clause in definition.replace:
        if clause.event == "take":
            discard(game, card, seat)
            clause.do.run(game, Context(seat, card))
            return
    as_printed(game, card)
    holder = _holder(game, card)
    game.move_card(card, table.play + seat, seat)
    _tell_parted(game, holder, card)
    definition.taken.run(game, Context(seat, card))
    fire(game, seat, "taken", definition.names, card)
    fire(game, seat, "gained", definition.names, target=card)


def discard(game: AdventureGame, card: int, seat: int = NONE) -> None:
    """Put a card on its discard pile, or back to the bottom of its stock if it has none."""
    table = game.table
    holder = _holder(game, card)
    _clear(game, card, seat)
    pile = table.discard_of[card]
    game.move_openly(card, pile, seat, 0 if pile in table.deck_zone else NONE)
    _tell_parted(game, holder, card)


def remove(game: AdventureGame, card: int, seat: int = NONE) -> None:
    """Take a card out of the game: it goes to the box and comes no more."""
    holder = _holder(game, card)
    _clear(game, card, seat)
    game.move_card(card, game.table.box, seat)
    _tell_parted(game, holder, card)


def _clear(game: AdventureGame, card: int, seat: int) -> None:
    """Take off what lies on a card that goes; what was in force holds for nobody any more."""
    table = game.table
    strip(game, card)
    for kept in game.state.zones[table.kept[card]] if card in table.kept else ():
        discard(game, kept, seat)
    if table.in_force != NONE and game.state.place[card] == table.in_force:
        game.state.unsettled |= (1 << len(table.seats)) - 1


def _holder(game: AdventureGame, card: int) -> int:
    """Return whose belonging a card is; NONE if it is nobody's."""
    seat = game.state.place[card] - game.table.play
    return seat if 0 <= seat < len(game.state.seats) else NONE


def _tell_parted(game: AdventureGame, seat: int, card: int) -> None:
    """Let follow what does when a character no longer has a belonging."""
    if seat != NONE:
        fire(game, seat, "parted", game.table.cards[card].names, target=card)


def strip(game: AdventureGame, card: int) -> None:
    """Take off the marks that lie on a card."""
    for mark in game.state.marks.on.get(game.table.subject_of_card(card), ()):
        game.unmark(mark)


def lay(game: AdventureGame, card: int, space: int, seat: int = NONE) -> None:
    """Put a card face up on a space, last of those that lie there; from some spaces things come to lie elsewhere."""
    table = game.table
    floor = int(table.spaces[space].floor)
    game.move_card(card, table.lying + (space if floor == NONE else floor), seat)


def drop(game: AdventureGame, seat: int, card: int) -> None:
    """Let a character leave a belonging on their space, for others this turn; an Enemy among Followers is discarded.

    Rule: objects.no_take_back.
    """
    table = game.table
    if table.is_enemy[card] or "fleeting" in table.cards[card].names:
        discard(game, card, seat)
    else:
        as_printed(game, card)
        lay(game, card, game.state.seats[seat][SPACE], seat)
        game.mark(table.rule_marks.ditched, table.subject_of_card(card), 1, TURN_END, seat)
        _tell_parted(game, seat, card)


def left_by(game: AdventureGame, seat: int, subject: int) -> int:
    """Return how much of a card, or of the gold on a space, a character has left there this turn."""
    amount = 0
    for mark in find_marks(game, subject, game.table.rule_marks.ditched):
        if mark.owner == seat:
            amount += mark.amount
    return amount


def objects(game: AdventureGame, seat: int) -> list[int]:
    """Return the Objects that count against the carrying limit."""
    table = game.table
    return [
        card
        for card in belongings(game, seat)
        if table.is_burden[card] and (not table.makers or "object" in names_now(game, card))
    ]


def settle(game: AdventureGame) -> None:
    """Check the limits of the unsettled seats: cards not permitted, Objects carried, Spells held."""
    state = game.state
    table = game.table
    waiting, state.unsettled = state.unsettled, 0
    for seat in range(waiting.bit_length()):
        if not waiting >> seat & 1:
            continue
        game.hook_mask[seat], game.moment_mask[seat] = masks(game, seat)
        if is_playing(game, seat):
            if state.zones[table.play + seat]:
                _ditch_forbidden(game, seat)
            if _has_surplus(game, seat):
                game.push(Surplus(seat))  # whose end unsettles the seat again
            else:
                fire(game, seat, "check")


def _has_surplus(game: AdventureGame, seat: int) -> bool:
    table = game.table
    zones = game.state.zones
    if len(zones[table.play + seat]) > table.never_below[table.CARRY] and surplus_objects(game, seat) > 0:
        return True
    return bool(zones[table.hand + seat]) and surplus_spells(game, seat) > 0


def _ditch_forbidden(game: AdventureGame, seat: int) -> None:
    table = game.table
    for card in game.state.zones[table.play + seat]:
        if table.cards[card].not_for and not may_have(game, seat, card):
            drop(game, seat, card)


def surplus_objects(game: AdventureGame, seat: int) -> int:
    """Return how many Objects a character has above what they may carry (objects.limit)."""
    return len(objects(game, seat)) - max(0, total(game, seat, game.table.CARRY))


def spell_limit(game: AdventureGame, seat: int) -> int:
    """Return how many Spells a character may have: as many as their Craft permits (spells.limit), or hooks say."""
    table = game.table
    limits = table.spell_limits
    level = craft(game, seat)
    limit = limits[min(level, len(limits) - 1)] if level > 0 else 0
    if table.LEAST_SPELLS != NONE:
        limit = max(limit, total(game, seat, table.LEAST_SPELLS))
    return limit if table.MOST_SPELLS == NONE else min(limit, total(game, seat, table.MOST_SPELLS))


def surplus_spells(game: AdventureGame, seat: int) -> int:
    """Return how many Spells a character has above their limit; another form keeps them all, unused."""
    held = len(game.state.zones[game.table.hand + seat])
    if held == 0 or form(game, seat) != NONE:
        return 0
    return held - spell_limit(game, seat)
