"""Whom a fight of the log is against, by name: Enemies, a character, or a creature that is no card."""

from __future__ import annotations

from stormriver.adventure.analysis.bouts import Bout
from stormriver.adventure.model.clauses import things
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.procedures.stats import total
from stormriver.adventure.text.event_text import seat
from stormriver.adventure.words.fights import ANY_CREATURE, Fight
from stormriver.kernel.bitmask import members
from stormriver.kernel.frames import Context
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.language.clauses import Part, listed
from stormriver.language.grammar import ZERO


def foe_of(table: AdventureTable, bout: Bout, viewed: int) -> Part:
    """Return whom a seat fights: `Ben`, `the Bear and the Wolf`; `the creature` where the log does not tell which.

    Args:
        table: the table of the game.
        bout: the fight.
        viewed: a seat that is a side of it.
    """
    fight = bout.fight
    if fight.rival != NONE:
        return seat(table, fight.seat if viewed == fight.rival else fight.rival)
    group = [things(table).card(card) for card in members(fight.group)]
    if group:
        return listed(group, "and")
    names = {word.name: word.creature("the") for word in creatures(table, bout)}
    return next(iter(names.values())) if len(names) == 1 else things(table).bare(ANY_CREATURE, "the")


def creatures(table: AdventureTable, bout: Bout) -> list[Fight]:
    """Return the words that may have begun a fight against a creature that is no card, which the log does not name.

    They are those of the card or space that was met; once the totals are told, those alone that fit.
    """
    where = table.spaces[bout.fight.space].id if bout.card == NONE else table.cards[bout.card].id
    found = [
        word
        for word in table.words
        if isinstance(word, Fight)
        and word.address.startswith(f"{where}/")
        and (word.strength is ZERO) == bout.fight.psychic
    ]
    if len(found) < 2 or bout.totals is None:
        return found
    shown = bout.totals[1] - sum(bout.dice[1])
    return [word for word in found if points_of_creature(table, bout, word) == shown] or found


def points_of_creature(table: AdventureTable, bout: Bout, creature: Fight) -> int:
    """Return what a creature that is no card has before its dice."""
    game, fight = Game(table, bout.state), bout.fight
    power = creature.craft if fight.psychic else creature.strength
    return int(power.of(game, Context(fight.seat, space=fight.space))) + total(game, fight.seat, table.CREATURE_ATTACK)
