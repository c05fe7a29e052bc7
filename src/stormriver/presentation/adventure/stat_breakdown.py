"""Where the points of a character come from: the card itself, counters, and each thing that adds to them."""

from __future__ import annotations

from collections.abc import Callable

from stormriver.adventure.model.clauses import plain, things
from stormriver.adventure.model.columns import CRAFT, STRENGTH
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.procedures.stats import is_playing, parts, printed, total
from stormriver.adventure.text.says import ability_name
from stormriver.adventure.view import View
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.kernel.table import once_a_table
from stormriver.language import clauses, rendering
from stormriver.language.clauses import phrase
from stormriver.presentation.adventure.facts import Points
from stormriver.presentation.facts import Part

Say = Callable[[clauses.Part], str]
"""Puts a part into the words of a language."""


def points(view: View, seat: int) -> dict[str, Points]:
    """Return Strength and Craft of a seat, and under `battle` and `psychic` what more counts in a fight.

    A seat without a character has none of them.
    """
    return points_of(view.game, seat, view.language) if is_playing(view.game, seat) else {}


def points_of(game: Game, seat: int, language: str = "en") -> dict[str, Points]:
    """Return the points of a seat that has a character, by what `points` calls them, in words of a language."""
    table = game.table
    say = rendering.spoken(table, language).say
    return {
        "strength": _own(game, seat, STRENGTH, table.STRENGTH, say),
        "craft": _own(game, seat, CRAFT, table.CRAFT, say),
        "battle": _in_battle(game, seat, say),
        "psychic": _made_up(_parts(game, seat, table.PSYCHIC, say)),
    }


def rates(table: AdventureTable) -> dict[str, int]:
    """Return how many counters of a kind the rules take at a time, by the counter's name, where it is more than one."""
    acts = [act for rule in table.rules for act in (*rule.act, *rule.respond)]
    prices = {(column, plain(amount)) for act in acts for column, amount in act.cost.items()}
    names = {column: name for name, column in table.counters.items()}
    whole = sorted((column, price) for column, price in prices if isinstance(price, int))
    return {names[column]: price for column, price in whole if price > 1}


def _made_up(found: list[Part]) -> Points:
    return Points(sum(part.amount for part in found), tuple(found))


def _own(game: Game, seat: int, column: int, number: int, say: Say) -> Points:
    found = [Part(say(phrase("points_printed")), printed(game, seat, column))]
    gained = game.state.seats[seat][column]
    if gained:
        found.append(Part(say(phrase("points_gained")), gained))
    return _made_up(found + _parts(game, seat, number, say))


def _in_battle(game: Game, seat: int, say: Say) -> Points:
    """Return what counts in battle only; of Weapons no more than may be used, the best ones."""
    table = game.table
    found = _parts(game, seat, table.BATTLE, say)
    weapons = {table.cards[card].id for card in game.state.zones[table.play + seat] if card in table.weapons}
    best = sorted((part for part in found if part.card in weapons), key=lambda part: -part.amount)
    if len(best) < 2:
        return _made_up(found)
    spare = best[total(game, seat, table.WEAPONS) :]
    for part in spare:
        found.remove(part)
    return Points(sum(part.amount for part in found), tuple(found), tuple(spare))


def _parts(game: Game, seat: int, number: int, say: Say) -> list[Part]:
    table = game.table
    found = [_part(table, source, number, amount, say) for source, amount in parts(game, seat, number) if amount]
    default = table.number_defaults[number]
    return [Part(say(phrase("points_everybody")), default), *found] if default else found


def _part(table: AdventureTable, source: int, number: int, amount: int, say: Say) -> Part:
    """Return what a source adds, by its name: a card, an ability, a space, a mark, a rule."""
    card = table.cards[source].id if NONE != source < table.space_source else ""
    known = _sources(table)
    if (source, number) not in known:
        known[source, number] = _named(table, source, number)
    return Part(say(known[source, number]), amount, card)


@once_a_table
def _sources(table: AdventureTable) -> dict[tuple[int, int], clauses.Part]:
    """Return the names of sources that have been looked up so far, by source and number."""
    return {}


def _named(table: AdventureTable, source: int, number: int) -> clauses.Part:
    if source == NONE:
        return phrase("points_at_most")
    if source >= table.rule_source:
        return phrase("points_rule")
    if source >= table.mark_source:
        return things(table).mark(source - table.mark_source)
    if source >= table.space_source:
        return things(table).space_itself(source - table.space_source)
    card = table.cards[source]
    if not card.abilities:
        return things(table).card_itself(source)
    adding = (ability for ability in card.abilities if any(hook.number == number for hook in ability.modify))
    found = next(adding, None)
    return ability_name(card, found) if found is not None and found.name else phrase("points_ability")
