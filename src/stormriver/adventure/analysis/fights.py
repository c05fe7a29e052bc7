"""Fights as all others see them, under way or supposed: who fights whom, with what chances, and how it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stormriver.adventure.analysis.odds import ADDED, MATCHED, UNDRAWN, Odds, Terms, chances
from stormriver.adventure.model.columns import FATE
from stormriver.adventure.model.perils import LOST, WON, Fight
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.dice import unpack
from stormriver.adventure.procedures.stats import allowed, total
from stormriver.adventure.words import fights as fight_words
from stormriver.kernel.bitmask import mask_of, members
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE


class FightUnderWay:
    """A fight that is under way or supposed to be, of one character with another one or with creatures.

    What it tells is so now: with the weapons in hand, marks and places of this moment.
    """

    __slots__ = ("_fight", "_game")

    def __init__(self, game: AdventureGame, fight: Fight) -> None:
        self._game = game
        self._fight = fight

    # who fights whom

    @property
    def seat(self) -> int:
        """The character whose fight it is, who attacks another one or meets creatures."""
        return self._fight.seat

    @property
    def against_character(self) -> bool:
        """Whether another character is attacked."""
        return self._fight.rival != NONE

    @property
    def enemies(self) -> list[int]:
        """The Enemy cards that fight as one."""
        return members(self._fight.group)

    @property
    def creature(self) -> fight_words.Fight | None:
        """The word that names a creature that is no card; None if there is none."""
        fight = self._fight
        return None if fight.word == NONE else self._game.table.words[fight.word]

    @property
    def about(self) -> Context:
        """What words that answer the fight are about."""
        return self._fight.as_context()

    def concerns(self, seat: int) -> bool:
        """Tell whether a seat is one of those who fight."""
        return seat in (self._fight.seat, self._fight.rival)

    def opponent_of(self, seat: int) -> int:
        """Return the character that a seat fights; NONE if it fights creatures."""
        fight = self._fight
        return fight.rival if fight.rival == NONE or fight.seat == seat else fight.seat

    # what counts in it

    @property
    def psychic(self) -> bool:
        """Whether it is psychic combat, in which Craft counts, not Strength."""
        return self._fight.psychic

    @property
    def number(self) -> str:
        """The name of the number that is added in it: `psychic` or `battle`."""
        return "psychic" if self._fight.psychic else "battle"

    @property
    def takes_life(self) -> bool:
        """Whether creatures that win take a life."""
        return fights.takes_life(self._game, self._fight)

    @property
    def experience(self) -> int:
        """The experience that the creatures are worth, where it is counted."""
        return fights.creature_points(self._game, self._fight)

    def may_be_evaded(self, seat: int) -> bool:
        """Tell whether a seat may evade."""
        return fights.may_evade(self._game, seat, self._fight)

    # before the dice

    def terms(self, seat: int) -> Terms:
        """Return what a seat's chances hang on: its lead before the dice, its dice, and those of the other side."""
        fight = self._fight
        theirs, dice = self._other_side()
        lead, own = fights.score(self._game, fight.seat, fight) - theirs, self._dice(fight.seat)
        return Terms(lead, own, dice) if fight.seat == seat else Terms(-lead, dice, own)

    def scores(self, seat: int) -> tuple[int, int]:
        """Return the scores of a seat's side and of the other before the dice."""
        first, second = fights.score(self._game, self._fight.seat, self._fight), self._other_side()[0]
        return (first, second) if self._fight.seat == seat else (second, first)

    def odds(self, more: int = 0) -> Odds:
        """Return the chances of the character whose fight it is, before the dice are rolled.

        Args:
            more: points that they would have beyond the present ones.
        """
        lead, dice, rival_dice = self.terms(self._fight.seat)
        return chances(lead + more, dice, rival_dice, self._game.state.seats[self._fight.seat][FATE] > 0)

    def _other_side(self) -> tuple[int, int]:
        """Return the score of the one attacked, or of the creatures, and which dice they roll."""
        game, fight = self._game, self._fight
        if fight.rival != NONE:
            return fights.score(game, fight.rival, fight), 0 if fight.surprised else self._dice(fight.rival)
        theirs = fights.creature_score(game, fight)
        dice = UNDRAWN if fights.creatures_win_draws(game, fight) else 0
        if fight.surprised:
            return theirs, dice
        return theirs + total(game, fight.seat, game.table.CREATURE_ATTACK), dice | 1

    def _dice(self, seat: int) -> int:
        """Return how many dice a character rolls, and whether they are added and may silence the other side."""
        game, fight = self._game, self._fight
        about = fight.as_context()
        dice = fights.attack_dice(game, seat, fight)
        matched = MATCHED if allowed(game, seat, "match_dice", about=about) and dice > 1 else 0
        added = ADDED if fights.adds_dice(game, seat, fight) else 0
        return dice | added | matched | (UNDRAWN if allowed(game, seat, "win_draws", about=about) else 0)

    # after the dice

    @property
    def dice_lie(self) -> bool:
        """Whether its dice have been rolled."""
        return bool(self._fight.roll)

    def dice_of(self, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the dice of a seat's side and those of the other, none before they are rolled."""
        first, second = tuple(unpack(self._fight.roll)), tuple(unpack(self._fight.rival_roll))
        return (first, second) if self._fight.seat == seat else (second, first)

    def count_of(self, seat: int) -> Callable[[list[int]], int]:
        """Return the function that counts the dice of a seat's attack: `max` or `sum`."""
        return fights.sum_of(self._game, seat, self._fight)

    def totals(self, seat: int) -> tuple[int, int]:
        """Return what a seat's side and the other come to with the dice as they lie."""
        first, second = fights.lead(self._game, self._fight)
        return (first, second) if self._fight.seat == seat else (second, first)

    def lead_of(self, seat: int) -> int:
        """Return by how much a seat is ahead with the dice as they lie; less than 0 if it is behind."""
        mine, theirs = self.totals(seat)
        return mine - theirs

    def if_level(self, seat: int) -> int:
        """Return what equal scores are for a seat: 1 a victory, 0 a stand-off, -1 a defeat."""
        first = {WON: 1, LOST: -1}.get(fights.drawn(self._game, self._fight), 0)
        return first if self._fight.seat == seat else -first

    # instead of it

    def in_other_combat(self) -> FightUnderWay:
        """Return the same fight as psychic combat if it is a battle, and as a battle if it is psychic combat."""
        other = self._fight.copy()
        other.psychic = not other.psychic
        return FightUnderWay(self._game, other)


def fight_under_way(game: AdventureGame) -> FightUnderWay | None:
    """Return the fight under way; None if there is none."""
    fight = game.under_way(Fight)
    return None if fight is None else FightUnderWay(game, fight)


def supposed_duel(
    game: AdventureGame, seat: int, rival: int, psychic: bool = False, space: int = NONE
) -> FightUnderWay:
    """Return the fight that there would be if a character attacked another one, on a space if it is known."""
    return FightUnderWay(game, Fight(seat, space, rival, psychic=psychic))


def supposed_meeting(game: AdventureGame, seat: int, enemies: Iterable[int], space: int = NONE) -> FightUnderWay:
    """Return the fight that there would be if a character met Enemy cards that fight as one: Spirits or others."""
    group = mask_of(enemies)
    psychic = any(game.table.cards[card].craft for card in enemies)
    return FightUnderWay(game, Fight(seat, space, group=group, psychic=psychic))


def supposed_creature(
    game: AdventureGame, seat: int, word: fight_words.Fight, context: Context, space: int
) -> FightUnderWay:
    """Return the fight that there would be if a character met the creature of a word, which is no card."""
    strength = word.strength.of(game, context)
    power = strength or word.craft.of(game, context)
    return FightUnderWay(game, Fight(seat, space, word=word.number, power=power, psychic=not strength))
