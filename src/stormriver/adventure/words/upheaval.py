"""Words that change what lies on the board, and of what happens elsewhere: clear_away, sweep, strew, as_at, ..."""

from __future__ import annotations

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.phrases import nouns
from stormriver.adventure.model.types import NOBODY, DeckRef, SpaceRef, Things
from stormriver.adventure.procedures import fights
from stormriver.adventure.procedures.belongings import discard, lay, partable, strip
from stormriver.adventure.procedures.casting import cast_unheld
from stormriver.adventure.procedures.spells import top
from stormriver.adventure.procedures.stats import context, playing, table_of
from stormriver.adventure.procedures.targets import by_lot, names_of
from stormriver.adventure.procedures.travel import along
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.procedures.windows import members
from stormriver.adventure.words.dice import Roll
from stormriver.adventure.words.places import spaces_english
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE, Frame
from stormriver.language.control import Choose
from stormriver.language.grammar import Effect, Value


def lying_at(game: Game, frame: Frame, places: frozenset[str]) -> list[int]:
    """Return the cards but the one of a frame that lie face up on spaces of these names; of none, on its own space."""
    table = table_of(game)
    return [
        card
        for number, space in enumerate(table.spaces)
        if (not places.isdisjoint(space.names) if places else number == frame.space)
        for card in game.state.zones[table.lying + number]
        if card != frame.card
    ]


class ClearAway(Effect):
    """Discard all other cards that lie on this space, or on spaces named. `clear_away`, `{clear_away: woods}`"""

    word = "clear_away"
    places: Things = Things(frozenset())

    def run(self, game: Game, frame: Frame) -> None:
        for card in lying_at(game, frame, self.places):
            discard(game, card, frame.seat)

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(lying_at(game, frame, self.places))

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

    def run(self, game: Game, frame: Frame) -> None:
        table = table_of(game)
        pile = table.deck_zone[self.onto]
        swept = 0
        for card in lying_at(game, frame, self.places):
            if "spell" in names_of(game, card):
                discard(game, card, frame.seat)
                continue
            strip(game, card)
            for kept in game.state.zones[table.kept[card]] if card in table.kept else ():
                discard(game, kept, frame.seat)
            game.move_card(card, pile, frame.seat)
            swept += 1
        if swept:
            game.shuffle(pile, swept)

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(lying_at(game, frame, self.places))

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

    def run(self, game: Game, frame: Frame) -> None:
        cards = partable(game, frame.seat, self.things)
        if not cards:
            return
        card = by_lot(game, frame.seat, cards)
        table = table_of(game)
        space = along(table, game.state.seats[frame.seat][SPACE], self.along.of(game, frame))
        if table.is_enemy[card] or "fleeting" in names_of(game, card):
            discard(game, card, frame.seat)
        else:
            lay(game, card, space, frame.seat)

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(partable(game, frame.seat, self.things))

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
        """Return what is done there."""
        effect: Effect = self.table.spaces[self.space].visit
        if self.choose and isinstance(effect, Choose):
            return effect.choices[self.table.names.index(self.choose)]
        return effect

    def run(self, game: Game, frame: Frame) -> None:
        self.meant().run(game, context(frame.seat, frame.card, space=frame.space))

    def possible(self, game: Game, frame: Frame) -> bool:
        return self.meant().possible(game, frame)

    def english(self) -> str:
        meant = self.meant()
        how = "pray as" if isinstance(meant, Roll) and meant.for_ == "pray" else "do what is asked"
        return f"{how} at {nouns(self.table).space(self.space)}"


class StraySpell(Effect):
    """Draw Spells until one can be cast at a character; it works on you as if the next player had cast it.
    `stray_spell`"""

    word = "stray_spell"
    rule = "spells.as_printed"

    def run(self, game: Game, frame: Frame) -> None:
        self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        table = table_of(game)
        if frame.step:
            game.state.frames.pop()
            for card in members(frame.group):
                if game.state.place[card] == table.casting:
                    discard(game, card, frame.seat)
            return
        frame.step = 1
        card = top(game, table.spell_deck)
        while card != NONE:
            game.move_card(card, table.casting, frame.seat)
            events.CARD_DRAWN.tell(game, frame.seat, card, frame.space)
            frame.group |= 1 << card
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


def next_player(game: Game, seat: int) -> int:
    """Return the next seat clockwise with a character; the seat itself if there is none."""
    count = len(game.state.seats)
    others = playing(game)
    return next(other for i in range(1, count + 1) if (other := (seat + i) % count) in others)


class ForgoTrophy(Effect):
    """Discard the Enemy just defeated, this card, instead of keeping it as a trophy. `forgo_trophy`"""

    word = "forgo_trophy"
    rule = "trophies.take"
    incidental = True

    def run(self, game: Game, frame: Frame) -> None:
        fights.leave_fight(game, fights.fight_under_way(game), frame.card)
        discard(game, frame.card, frame.seat)
        fire(game, frame.seat, "killed_enemy", names_of(game, frame.card))

    def english(self) -> str:
        return "discard this card instead of keeping it as a trophy"
