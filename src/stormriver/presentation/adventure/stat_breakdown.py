"""Where the points of a character come from: the card itself, counters, and each thing that adds to them."""

from __future__ import annotations

from stormriver.adventure.model.columns import CRAFT, STRENGTH
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.procedures.stats import is_playing, parts, printed, total
from stormriver.adventure.view import View
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.presentation.adventure.facts import Points
from stormriver.presentation.facts import Part


def points(view: View, seat: int) -> dict[str, Points]:
    """Return Strength and Craft of a seat, and under `battle` and `psychic` what more counts in a fight.

    A seat without a character has none of them.
    """
    return points_of(view.game, seat) if is_playing(view.game, seat) else {}


def points_of(game: Game, seat: int) -> dict[str, Points]:
    """Return the points of a seat that has a character, by what `points` calls them."""
    table = game.table
    return {
        "strength": _own(game, seat, STRENGTH, table.STRENGTH),
        "craft": _own(game, seat, CRAFT, table.CRAFT),
        "battle": _in_battle(game, seat),
        "psychic": _made_up(_parts(game, seat, table.PSYCHIC)),
    }


def made_up(points: Points) -> str:
    """Return what makes up a number in words: `3 printed, 1 gained, Magic Belt +1`."""
    return ", ".join(
        f"{part.amount} {part.name}" if part.name in ("printed", "gained") else f"{part.name} {part.amount:+d}"
        for part in points.parts
    )


def rates(table: AdventureTable) -> dict[str, int]:
    """Return how many counters of a kind the rules take at a time, by the counter's name, where it is more than one."""
    acts = [act for rule in table.rules for act in (*rule.act, *rule.respond)]
    prices = {(column, amount.english()) for act in acts for column, amount in act.cost.items()}
    names = {column: name for name, column in table.counters.items()}
    return {names[column]: int(price) for column, price in sorted(prices) if price.isdecimal() and int(price) > 1}


def _made_up(found: list[Part]) -> Points:
    return Points(sum(part.amount for part in found), tuple(found))


def _own(game: Game, seat: int, column: int, number: int) -> Points:
    found = [Part("printed", printed(game, seat, column))]
    gained = game.state.seats[seat][column]
    if gained:
        found.append(Part("gained", gained))
    return _made_up(found + _parts(game, seat, number))


def _in_battle(game: Game, seat: int) -> Points:
    """Return what counts in battle only; of Weapons no more than may be used, the best ones."""
    table = game.table
    found = _parts(game, seat, table.BATTLE)
    weapons = {table.cards[card].id for card in game.state.zones[table.play + seat] if card in table.weapons}
    best = sorted((part for part in found if part.card in weapons), key=lambda part: -part.amount)
    if len(best) < 2:
        return _made_up(found)
    spare = best[total(game, seat, table.WEAPONS) :]
    for part in spare:
        found.remove(part)
    return Points(sum(part.amount for part in found), tuple(found), tuple(spare))


def _parts(game: Game, seat: int, number: int) -> list[Part]:
    table = game.table
    found = [_part(table, source, number, amount) for source, amount in parts(game, seat, number) if amount]
    default = table.number_defaults[number]
    return [Part("everybody", default), *found] if default else found


def _part(table: AdventureTable, source: int, number: int, amount: int) -> Part:
    """Return what a source adds, by its name: a card, an ability, a space, a mark, a rule."""
    if source == NONE:
        return Part("at most", amount)
    if source >= table.rule_source:
        return Part("rule", amount)
    if source >= table.mark_source:
        return Part(table.marks[source - table.mark_source].name, amount)
    if source >= table.space_source:
        return Part(table.spaces[source - table.space_source].name, amount)
    card = table.cards[source]
    named = (ability.name for ability in card.abilities if any(hook.number == number for hook in ability.modify))
    return Part(next(named, "") or "ability" if card.abilities else card.name, amount, card.id)
