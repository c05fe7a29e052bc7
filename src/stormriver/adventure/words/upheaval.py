"""Words that change what lies on the board, and words of what happens elsewhere: clear_away, sweep, strew, ..."""

from __future__ import annotations

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import NOBODY, DeckRef, SpaceRef, Things
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import discard, lay, partable, strip
from stormriver.adventure.procedures.casting import cast_unheld
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import playing
from stormriver.adventure.procedures.targets import by_lot, names_of
from stormriver.adventure.procedures.travel import along
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.words.dice import Roll
from stormriver.adventure.words.places import spaces_english
from stormriver.kernel.bitmask import members
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.control import Choose
from stormriver.language.grammar import Effect, Value


def lying_at(game: AdventureGame, context: Context, places: frozenset[str]) -> list[int]:
    """Return the cards, apart from the context's own, face up on spaces of these names; without names, on its space."""
    table = game.table
    return [
        card
        for number, space in enumerate(table.spaces)
        if (not places.isdisjoint(space.names) if places else number == context.space)
        for card in game.state.zones[table.lying + number]
        if card != context.card
    ]


class ClearAway(Effect):
    """Discard all other cards that lie on this space, or on spaces named. `clear_away`, `{clear_away: woods}`"""

    word = "clear_away"
    places: Things = Things(frozenset())

    def do(self, game: AdventureGame, context: Context) -> None:
        for card in lying_at(game, context, self.places):
            discard(game, card, context.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(lying_at(game, context, self.places))

    def english(self) -> str:
        where = nouns(self.table).place(self.places) if self.places else "on this space"
        return f"discard all other cards that lie {where}"


class Sweep(Effect):
    """Shuffle all other cards that lie on spaces, and put them on top of a deck. `{sweep: woods, onto: adventure}`

    They go on belonging to the decks that they come from. Spells that lie there are discarded.
    """

    word = "sweep"
    places: Things
    onto: DeckRef

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        pile = table.deck_zone[self.onto]
        swept = 0
        for card in lying_at(game, context, self.places):
            if "spell" in names_of(game, card):
                discard(game, card, context.seat)
                continue
            strip(game, card)
            for kept in game.state.zones[table.kept[card]] if card in table.kept else ():
                discard(game, kept, context.seat)
            game.move_card(card, pile, context.seat)
            swept += 1
        if swept:
            game.shuffle(pile, swept)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(lying_at(game, context, self.places))

    def english(self) -> str:
        where = nouns(self.table).place(self.places)
        deck = self.table.decks[self.onto].name
        return f"shuffle all other cards that lie {where} and put them face down on top of the {deck}"


class Strew(Effect):
    """One of one's belongings, by lot, comes to lie so many spaces clockwise. `{strew: follower, along: rolled}`"""

    word = "strew"
    rule = "streets.clockwise"
    things: Things
    along: Value

    def do(self, game: AdventureGame, context: Context) -> None:
        cards = partable(game, context.seat, self.things)
        if not cards:
            return
        card = by_lot(game, context.seat, cards)
        table = game.table
        space = along(table, game.state.seats[context.seat][SPACE], self.along.of(game, context))
        if table.is_enemy[card] or "fleeting" in names_of(game, card):
            discard(game, card, context.seat)
        else:
            lay(game, card, space, context.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(partable(game, context.seat, self.things))

    def english(self) -> str:
        what = nouns(self.table).bare(self.things, "Object or Follower")
        return f"a {what} of yours, chosen by lot, comes to lie {spaces_english(self.along)} further clockwise"


class AsAt(Effect):
    """Do what is done at a space, or one of the choices there. `{as_at: tavern}`, `{as_at: temple, choose: prayer}`"""

    word = "as_at"
    rule = "encounter.other_spaces"
    space: SpaceRef
    choose: str = ""

    def meant(self) -> Effect:
        """Return the effect of that space, or of the choice there."""
        effect: Effect = self.table.spaces[self.space].visit
        if self.choose and isinstance(effect, Choose):
            return effect.choices[self.table.names.index(self.choose)]
        return effect

    def do(self, game: AdventureGame, context: Context) -> None:
        self.meant().run(game, Context(context.seat, context.card, space=context.space))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return self.meant().possible(game, context)

    def english(self) -> str:
        meant = self.meant()
        how = "pray as" if isinstance(meant, Roll) and meant.for_ == "pray" else "do what is asked"
        return f"{how} at {nouns(self.table).space(self.space)}"


class StraySpell(Effect):
    """Draw Spells until one can be cast at a character; it works on you as if the next player had cast it.
    `stray_spell`"""

    word = "stray_spell"
    rule = "spells.as_printed"

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        table = game.table
        if frame.step:
            game.state.frames.pop()
            for card in members(frame.chosen):
                if game.state.place[card] == table.casting:
                    discard(game, card, frame.seat)
            return
        frame.step = 1
        card = top(game, table.spell_deck)
        while card != NONE:
            game.move_card(card, table.casting, frame.seat)
            events.CARD_DRAWN.tell(game, frame.seat, card, frame.context.space)
            frame.chosen |= 1 << card
            cast = table.cards[card].cast
            if cast is not None and cast.target != NOBODY:
                cast_unheld(game, next_player(game, frame.seat), card, frame.seat)
                return
            card = top(game, table.spell_deck)

    def english(self) -> str:
        return (
            "draw Spells until there is one that can be cast on a character, which works on you at once as if the next"
            " player had cast it, then discard all these Spells"
        )


def next_player(game: AdventureGame, seat: int) -> int:
    """Return the next seat clockwise with a character; the seat itself if there is none."""
    count = len(game.state.seats)
    others = playing(game)
    return next(other for i in range(1, count + 1) if (other := (seat + i) % count) in others)


class ForgoTrophy(Effect):
    """Discard the Enemy just defeated, this card, instead of keeping it as a trophy. `forgo_trophy`"""

    word = "forgo_trophy"
    rule = "trophies.take"
    incidental = True

    def do(self, game: AdventureGame, context: Context) -> None:
        fights.leave_fight(game, fights.fight_under_way(game), context.card)
        discard(game, context.card, context.seat)
        fire(game, context.seat, "killed_enemy", names_of(game, context.card))

    def english(self) -> str:
        return "discard this card instead of keeping it as a trophy"
