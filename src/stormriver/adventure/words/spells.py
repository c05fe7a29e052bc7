"""Words of Spells."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.clauses import count, said_of, whom
from stormriver.adventure.model.frames import Cast
from stormriver.adventure.model.needs import NOT_IN_A_SPELL, WORKED_SPELL
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import EVERYTHING, NOBODY, SPELL, YOU, UpTo, Who
from stormriver.adventure.procedures.belongings import discard
from stormriver.adventure.procedures.casting import cast_unheld
from stormriver.adventure.procedures.spells import draw_spells, hand, room_for_spells, top
from stormriver.adventure.procedures.stats import forbidden, playing
from stormriver.adventure.procedures.targets import by_lot, seats
from stormriver.kernel.ask import CARD, verb
from stormriver.kernel.bitmask import members
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.state import NONE
from stormriver.language.clauses import (
    Clause,
    Name,
    Noun,
    Part,
    bid,
    do,
    following,
    listed,
    phrase,
    retold,
    state,
)
from stormriver.language.control import OneOf
from stormriver.language.grammar import Effect

DISCARD: Final = verb("discard", CARD)


DONE: Final = verb("done")


class GainSpells(Effect):
    """Draw Spells as far as Craft has room for them. `{gain_spells: 1}`, `{gain_spells: all}`"""

    word = "gain_spells"
    rule = "spells.gain"
    spells: UpTo
    who: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        for seat in seats(game, context, self.who):
            draw_spells(game, seat, self.spells.of(game, context))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(room_for_spells(game, seat) > 0 for seat in seats(game, context, self.who))

    def clause(self) -> Part:
        if self.spells is EVERYTHING:
            return retold(bid("gain_spells_to_limit"), whom(self.who))
        return said_of(self.who, "gain", what=count("adventure_spell", self.spells))


class RenewSpells(Effect):
    """Discard any number of one's Spells, then draw as many. `renew_spells`"""

    word = "renew_spells"
    rule = "spells.gain"

    def do(self, game: AdventureGame, context: Context) -> None:
        if hand(game, context.seat):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        spells = hand(game, frame.seat)
        stage = frame.next_stage()
        if stage == 1 and spells:
            game.pose(frame.seat, asks.RENEW, [DONE, *(DISCARD + card for card in spells)])
        elif stage == 2 and spells and game.state.answer != DONE:
            frame.start_over()
            frame.count += 1
            discard(game, game.state.answer - DISCARD, frame.seat)
        else:
            game.state.frames.pop()
            draw_spells(game, frame.seat, frame.count)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(hand(game, context.seat))

    def clause(self) -> Part:
        return Clause((do("discard_any_spells"), do("draw_as_many")))


class PassSpells(Effect):
    """All who have Spells pass one, by lot and all at once, to the next character clockwise. `pass_spells`

    Who may not gain Spells gets none: it is discarded.
    """

    word = "pass_spells"
    rule = "spells.gain"

    def do(self, game: AdventureGame, context: Context) -> None:
        passed = [(seat, by_lot(game, seat, hand(game, seat))) for seat in playing(game) if hand(game, seat)]
        for seat, card in passed:
            following = next_player(game, seat)
            if forbidden(game, following, "gain", SPELL):
                discard(game, card, seat)
            elif following != seat:
                game.move_card(card, game.table.hand + following, seat)
                game.learn(seat, card)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return any(hand(game, seat) for seat in playing(game))

    def clause(self) -> Part:
        return state("pass_spell", phrase("all_with_spells"))


class KeepSpell(OneOf):
    """Keep the Spell that has just been cast, and discard another one instead. `keep_spell`"""

    word = "keep_spell"
    rule = "spells.after_cast"
    needs = frozenset({WORKED_SPELL})
    ask = asks.DISCARD
    option = DISCARD

    def among(self, game: AdventureGame, context: Context) -> tuple[int, ...]:
        card = _just_cast(game)
        keeps = card != NONE and game.state.place[card] == game.table.casting
        return hand(game, context.seat) if keeps else ()

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        discard(game, chosen, context.seat)
        game.move_card(_just_cast(game), game.table.hand + context.seat, context.seat)

    def clause(self) -> Part:
        return Clause((do("keep_that_spell"), do("discard_another_spell")))


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
            if cast is not None and cast.target != NOBODY and cast.if_.test(game, frame.context):
                cast_unheld(game, next_player(game, frame.seat), card, frame.seat)
                return
            card = top(game, table.spell_deck)

    def clause(self) -> Part:
        return listed(self.clauses(), "then")

    def clauses(self) -> list[Part]:
        works = state("work_as_cast_by_next", Noun("adventure_spell", "that"))
        return [bid("draw_until_castable"), works, bid("discard_all_drawn")]


class Incant(Effect):
    """Cast a Spell that is no card; it can be answered as any Spell. `{incant: Command Spell, do: ...}`"""

    word = "incant"
    rule = "crown.command"
    hides = {"do_": NOT_IN_A_SPELL}
    name: str
    do_: Effect

    def do(self, game: AdventureGame, context: Context) -> None:
        if forbidden(game, context.seat, "cast", SPELL):
            return
        game.push(Cast(context.seat, NONE, context.space, word=self.number))

    def clause(self) -> Part:
        spell = Name("creature", self.name.lower().replace(" ", "_"), self.name, determiner="the")
        return following(do("cast_spell", spell=spell), self.do_.clause())


def _just_cast(game: AdventureGame) -> int:
    cast = game.under_way(Cast)
    return NONE if cast is None else cast.card


def next_player(game: AdventureGame, seat: int) -> int:
    """Return the next seat clockwise with a character; the seat itself if there is none."""
    count = len(game.state.seats)
    others = playing(game)
    return next((other for i in range(1, count + 1) if (other := (seat + i) % count) in others), seat)
