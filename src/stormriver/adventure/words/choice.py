"""Words that let somebody choose whom or what something is done to, or do it to each."""

from __future__ import annotations

from typing import Final

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import whom
from stormriver.adventure.model.columns import ALIGNMENT, ALIGNMENTS, SPACE
from stormriver.adventure.model.needs import A_DIE, A_NUMBER, A_TARGET, THAT_CARD
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import BESIDE, TARGET, AlignmentTable, Who
from stormriver.adventure.procedures.stats import is_playing, region
from stormriver.adventure.procedures.targets import others_here, seats
from stormriver.kernel.ask import CARD, SEAT, AskKind, verb
from stormriver.kernel.bitmask import mask_of
from stormriver.kernel.frames import Context, WordFrame
from stormriver.language.clause_changes import stated_of, substituted
from stormriver.language.clauses import (
    YOU_ALWAYS,
    Given,
    Listed,
    Part,
    Retold,
    Rows,
    bid,
    do,
    following,
    phrase,
    retold,
    state,
)
from stormriver.language.control import OneOf
from stormriver.language.grammar import ALWAYS, NOTHING, Condition, Effect, Names
from stormriver.language.source import Node

AT: Final = verb("at", SEAT)


CHOOSE_CARD: Final = verb("card", CARD)


class Each(Effect):
    """Do something for several characters in turn, the active one first. `{each: region, if: {is: evil}, do: ...}`"""

    word = "each"
    provides = {"do_": frozenset({A_TARGET}), "if_": frozenset({A_TARGET})}
    hides = {"do_": frozenset({THAT_CARD, A_DIE}), "if_": frozenset({THAT_CARD, A_DIE})}
    who: Who
    do_: Effect
    if_: Condition = ALWAYS

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context, chosen=mask_of(seats(game, context, self.who)))

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        """Take the next seat of the group, clockwise from the one that began."""
        count = len(game.state.seats)
        for i in range(count):
            seat = (frame.seat + i) % count
            if frame.chosen >> seat & 1:
                frame.chosen &= ~(1 << seat)
                about = Context(seat, frame.context.card, frame.seat, frame.context.space, roll=frame.context.roll)
                if self.if_.test(game, about):
                    self.do_.run(game, about)
                return
        game.state.frames.pop()

    def clause(self) -> Part:
        who, deed = whom(self.who), self.do_.clause()
        if self.if_ is ALWAYS:
            return retold(deed, who)
        condition = self.if_.clause()
        stated = stated_of(condition, who)
        if stated is None:
            return retold(Given(deed, condition, "first"), who)
        return retold(deed, phrase("who_that", who=who, condition=stated))


class ByAlignment(Effect):
    """An effect for each alignment. `{by_alignment: {good: {gain: {life: 1}}, evil: {lose: {life: 1}}}}`"""

    word = "by_alignment"
    rule = "alignment.kinds"
    effects: AlignmentTable

    def do(self, game: AdventureGame, context: Context) -> None:
        self._of(game, context).run(game, context)

    def _of(self, game: AdventureGame, context: Context) -> Effect:
        effect: Effect = self.effects.get(game.state.seats[context.seat][ALIGNMENT], NOTHING)
        return effect

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return self._of(game, context).possible(game, context)

    def clause(self) -> Part:
        rows = [(phrase(f"alignment_{ALIGNMENTS[one]}"), effect.clause()) for one, effect in self.effects.items()]
        return Rows(bid("do_as_aligned"), tuple(rows))

    def clauses(self) -> list[Part]:
        return [
            Given(effect.clause(), state("be_aligned", alignment=phrase(f"alignment_{ALIGNMENTS[one]}")), "first")
            for one, effect in self.effects.items()
        ]


class AimAt(OneOf):
    """Choose a character, who is then the target. `{aim_at: any_other, do: {take: object}}`"""

    word = "aim_at"
    provides = {"do_": frozenset({A_TARGET})}
    ask = asks.AIM
    option = AT
    who: Who
    do_: Effect

    def asked(self) -> AskKind:
        return asks.ACCOST if self.who == BESIDE else asks.AIM

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the characters to whom it can be done."""
        found = seats(game, context, self.who)
        return [seat for seat in found if self.do_.possible(game, context.facing(seat))]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        self.do_.run(game, context.facing(chosen))

    def clause(self) -> Part:
        return following(do("choose_whom", who=whom(self.who)), self.do_.clause())


class PickCard(OneOf):
    """Choose a card that lies face up on one's space, `here`, or elsewhere in the `region`, and do something with it.
    `{pick_card: here, do: {discard: that}}`"""

    word = "pick_card"
    provides = {"do_": frozenset({THAT_CARD})}
    ask = asks.PICK
    option = CHOOSE_CARD
    where: str
    do_: Effect

    def ready(self, names: Names, node: Node) -> None:
        if self.where not in ("here", "region"):
            node.fail("cards are picked here or in the region, not {where!r}", where=self.where)

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        """Return the cards among which a character may choose."""
        table = game.table
        here = game.state.seats[context.seat][SPACE]
        if self.where == "here":
            return list(game.state.zones[table.lying + here])
        around = region(game, context.seat)
        return [
            card
            for number, space in enumerate(table.spaces)
            if space.region == around and number != here
            for card in game.state.zones[table.lying + number]
        ]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        self.do_.run(game, context.aimed(chosen))

    def clause(self) -> Part:
        return following(do("choose_card", where=phrase(f"lying_{self.where}")), self.do_.clause())


class EachHere(Effect):
    """What each other character on one's space does in turn, in an order of one's choice. `{each_here: {miss_turn: 1}}`

    In it, `you` is that character and `target` the one who serves.
    """

    word = "each_here"
    provides = {"do_": frozenset({A_TARGET})}
    hides = {"do_": frozenset({THAT_CARD, A_NUMBER, A_DIE})}
    do_: Effect

    def _left(self, game: AdventureGame, frame: WordFrame) -> list[int]:
        return [seat for seat in others_here(game, frame.seat) if not frame.chosen >> seat & 1]

    def do(self, game: AdventureGame, context: Context) -> None:
        self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        left = self._left(game, frame)
        if frame.step == 0 and left and is_playing(game, frame.seat):
            frame.step = 1
            game.pose(frame.seat, asks.SERVE, [AT + seat for seat in left])
        elif frame.step == 1:
            frame.start_over()
            other = game.state.answer - AT
            frame.chosen |= 1 << other
            self.do_.run(game, Context(other, frame.context.card, frame.seat, frame.context.space))
        else:
            game.state.frames.pop()

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(others_here(game, context.seat))

    def clause(self) -> Part:
        deed = substituted(self.do_.clause(), whom(TARGET), YOU_ALWAYS)
        return Listed((bid("serve_others"), Retold(deed, phrase("who_each_of_them"))), "then")
