"""Taking Weapons in hand before the dice of a fight (rule objects.weapon)."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks
from stormriver.adventure.model.perils import Fight
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures.belongings import belongings
from stormriver.adventure.procedures.fights import stand_in
from stormriver.adventure.procedures.stats import can_use, marks_on, names_now, total
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.marks import FIGHT_END
from stormriver.kernel.state import NONE

USE: Final = verb("weapon", CARD)
NO_WEAPON: Final = verb("no_weapon")


def arm(game: AdventureGame, frame: Fight) -> None:
    """Who has more Weapons than they may use says which (objects.weapon); a single one needs no ask (ruling.76).

    Who has one that bars another of their cards says whether they use it.
    """
    if frame.outcome or frame.psychic:
        game.skip_next(frame)
        return
    for seat in (frame.seat, frame.rival):
        if seat != NONE and _chooses_weapon(game, seat):
            game.pose(seat, asks.WEAPON, [NO_WEAPON, *[USE + card for card in _weapons(game, seat)]])
            return
    game.skip_next(frame)  # nobody has to choose


def _weapons(game: AdventureGame, seat: int) -> list[int]:
    """Return the Weapons that a character could still take in hand."""
    table = game.table
    settled = (table.rule_marks.sheathed, table.rule_marks.wielded)
    return [
        card
        for card in belongings(game, seat)
        if card in table.weapons
        and can_use(game, seat, card)
        and not any(marks_on(game, table.subject_of_card(card), kind) for kind in settled)
    ]


def _hands(game: AdventureGame, seat: int) -> int:
    """Return how many more Weapons a character may use in this fight."""
    table = game.table
    kind = table.rule_marks.wielded
    weapons = [
        card for card in belongings(game, seat) if card in table.weapons
    ]  # Armour that was used bears the mark too
    held = sum(marks_on(game, table.subject_of_card(card), kind) for card in weapons)
    return max(0, total(game, seat, table.WEAPONS) - held)


def _chooses_weapon(game: AdventureGame, seat: int) -> bool:
    """Tell whether a character says which Weapon they use: they have too many, or one that bars another card."""
    table = game.table
    if not any(card in table.weapons for card in belongings(game, seat)) or stand_in(game, seat) is not None:
        return False
    weapons = _weapons(game, seat)
    return len(weapons) > _hands(game, seat) or any(_bars(game, seat, card) for card in weapons)


def _bars(game: AdventureGame, seat: int, weapon: int) -> bool:
    """Tell whether using a Weapon keeps a character from using another of their cards."""
    cards = game.table.cards
    barred = [clause.things for clause in cards[weapon].forbid if clause.action == "use"]
    return any(not things.isdisjoint(names_now(game, card)) for things in barred for card in belongings(game, seat))


def armed(game: AdventureGame, frame: Fight) -> None:
    """Take the chosen Weapon in hand; when no hand is free, put away those that are not used."""
    table = game.table
    for seat in (frame.seat, frame.rival):
        if seat != NONE and _chooses_weapon(game, seat):
            answer = game.state.answer
            if answer != NO_WEAPON:
                game.mark(table.rule_marks.wielded, table.subject_of_card(answer - USE), 1, FIGHT_END, seat)
            if answer == NO_WEAPON or _hands(game, seat) == 0:
                for card in _weapons(game, seat):
                    game.mark(table.rule_marks.sheathed, table.subject_of_card(card), 1, FIGHT_END, seat)
            game.go_to(frame, arm)
            return
