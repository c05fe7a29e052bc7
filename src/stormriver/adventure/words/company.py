"""Words of Followers and of whom one meets: accost, give, pass_this, swap, ditch_this, forgo, stand_in, Spells kept."""

from __future__ import annotations

from stormriver.adventure.model import asks, events
from stormriver.adventure.model.columns import ALIGNMENT, GOLD, LIFE
from stormriver.adventure.model.frames import Cast
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.perils import LoseLives
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import TARGET, WHO_ENGLISH, YOU, MarkRef, Things, Who
from stormriver.adventure.procedures.belongings import discard, drop, having, may_have, partable, take
from stormriver.adventure.procedures.encounter import others_here
from stormriver.adventure.procedures.fortune import can_carry_gold, gain, lose
from stormriver.adventure.procedures.limits import begin_ditch, may_ditch
from stormriver.adventure.procedures.spells import draw_spells, hand
from stormriver.adventure.procedures.stats import forbidden, is_playing
from stormriver.adventure.procedures.targets import names_of, one
from stormriver.kernel.ask import CARD, SEAT, verb
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.marks import FIGHT_END
from stormriver.kernel.state import NONE
from stormriver.language.control import OneOf
from stormriver.language.grammar import NOTHING, Condition, Effect, Names
from stormriver.language.source import Node

AT = verb("at", SEAT)
GIVE = verb("give", CARD)
GIVE_GOLD = verb("give_gold")
TAKE = verb("take", CARD)
DISCARD = verb("discard", CARD)
DONE = verb("done")


class SameAlignment(Condition):
    """Another one is of one's own alignment. `{same_alignment: target}`"""

    word = "same_alignment"
    who: Who

    def test(self, game: AdventureGame, context: Context) -> bool:
        seat = one(game, context, self.who)
        row = game.state.seats
        return seat != NONE and row[seat][ALIGNMENT] == row[context.seat][ALIGNMENT]

    def english(self) -> str:
        return f"{WHO_ENGLISH[self.who]} is of your alignment"

    def negation(self) -> str:
        return f"{WHO_ENGLISH[self.who]} is of another alignment"


class LastLife(Condition):
    """About to lose the last life. `last_life`"""

    word = "last_life"

    def test(self, game: AdventureGame, context: Context) -> bool:
        loss = game.under_way(LoseLives)
        return loss is not None and loss.seat == context.seat and loss.lives >= game.state.seats[context.seat][LIFE]

    def english(self) -> str:
        return "it is your last one"

    def negation(self) -> str:
        return "it is not your last one"


class Accost(OneOf):
    """Do something with another character on one's space, of one's choice. `{accost: {give: object, or_gold: 1}}`"""

    word = "accost"
    ask = asks.ACCOST
    option = AT
    do_: Effect

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return others_here(game, context.seat)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        self.do_.run(game, context.facing(chosen))

    def english(self) -> str:
        return f"if another character is there, choose one: {self.do_.english()}"


class Give(Effect):
    """Another character gives one of their belongings, of their choice. `{give: object, or_gold: 1, then: pass_this}`

    `or_gold` lets them give gold instead; `then` follows if they have given something, `else` if they could not. `who`
    gives and `to` is given to: `{give: belonging, who: you, to: active}`.
    """

    word = "give"
    rule = "cards.possessions"
    things: Things
    who: Who = TARGET
    to: Who = YOU
    or_gold: int = 0
    then: Effect = NOTHING
    else_: Effect = NOTHING

    def _options(self, game: AdventureGame, giver: int, taker: int) -> list[int]:
        options = [GIVE + card for card in partable(game, giver, self.things) if may_have(game, taker, card)]
        if self.or_gold and game.state.seats[giver][GOLD] >= self.or_gold and can_carry_gold(game, taker):
            options.append(GIVE_GOLD)
        return options

    def do(self, game: AdventureGame, context: Context) -> None:
        giver, taker = one(game, context, self.who), one(game, context, self.to)
        if NONE not in (giver, taker) and self._options(game, giver, taker):
            self.begin(game, context.of(taker).facing(giver))
        elif giver != NONE:
            self.else_.run(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            game.pose(frame.context.rival, asks.GIVE, self._options(game, frame.context.rival, frame.seat))
            return
        answer = game.state.answer
        game.state.frames.pop()
        self.then.run(game, frame.context)  # what takes steps of its own lies below what the gift brings about
        if answer == GIVE_GOLD:
            gain(game, frame.seat, GOLD, lose(game, frame.context.rival, GOLD, self.or_gold))
        else:
            take(game, frame.seat, answer - GIVE)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        giver, taker = one(game, context, self.who), one(game, context, self.to)
        given = NONE not in (giver, taker) and bool(self._options(game, giver, taker))
        return given or (giver != NONE and self.else_ is not NOTHING)

    def english(self) -> str:
        known = nouns(self.table)
        what = known.one(self.things) if self.things else "an Object or Follower"
        gold = f" or {self.or_gold} gold" if self.or_gold else ""
        then = "" if self.then is NOTHING else f"; then {self.then.english()}"
        if self.who == YOU:
            failing = "" if self.else_ is NOTHING else f", or else {self.else_.english()}"
            return f"you must give {WHO_ENGLISH[self.to]} {what}{gold}{then}{failing}"
        failing = "" if self.else_ is NOTHING else f"; if none of it can be given, {self.else_.english()}"
        return f"{WHO_ENGLISH[self.who]} must give you {what}{gold}, of their choice{then}{failing}"


class PassThis(Effect):
    """Another character comes to have this card. `pass_this`"""

    word = "pass_this"
    rule = "cards.possessions"

    def do(self, game: AdventureGame, context: Context) -> None:
        mine = game.state.place[context.card] == game.table.play + context.seat
        if mine and is_playing(game, context.rival) and may_have(game, context.rival, context.card):
            take(game, context.rival, context.card)

    def english(self) -> str:
        return "that character takes this card over"


class Swap(Effect):
    """Exchange one of one's own belongings for one of another character's. `{swap: object}`"""

    word = "swap"
    rule = "cards.possessions"
    things: Things
    who: Who = TARGET

    def _mine(self, game: AdventureGame, context: Context, rival: int) -> list[int]:
        return [
            c for c in having(game, context.seat, self.things) if c != context.card and may_have(game, rival, c)
        ]  # fmt: skip

    def _theirs(self, game: AdventureGame, context: Context, rival: int) -> list[int]:
        return [
            card
            for card in having(game, rival, self.things)
            if may_have(game, context.seat, card) and not forbidden(game, rival, "be_robbed", names_of(game, card))
        ]

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.possible(game, context):
            self.begin(game, context.facing(one(game, context, self.who)))

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        stage = frame.next_stage()
        if stage == 1:
            game.pose(
                frame.seat, asks.SWAP, [GIVE + card for card in self._mine(game, frame.context, frame.context.rival)]
            )
        elif stage == 2:
            frame.chosen = game.state.answer - GIVE
        elif stage == 3:
            game.pose(
                frame.seat,
                asks.TAKE_FROM,
                [TAKE + card for card in self._theirs(game, frame.context, frame.context.rival)],
            )
        else:
            game.state.frames.pop()
            take(game, frame.context.rival, frame.chosen)
            take(game, frame.seat, game.state.answer - TAKE)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        rival = one(game, context, self.who)
        return rival != NONE and bool(self._mine(game, context, rival)) and bool(self._theirs(game, context, rival))

    def english(self) -> str:
        what = nouns(self.table).one(self.things) if self.things else "an Object or Follower"
        return f"exchange {what} of yours for one of {WHO_ENGLISH[self.who]}'s"


class DitchThis(Effect):
    """Leave this card on one's space. `ditch_this`"""

    word = "ditch_this"
    rule = "objects.ditch"
    incidental = True

    def do(self, game: AdventureGame, context: Context) -> None:
        left_behind(game, context.seat, context.card)

    def english(self) -> str:
        return "ditch this card"


class Ditch(Effect):
    """Leave one of one's belongings, or a gold, on one's space. `ditch`"""

    word = "ditch"
    rule = "objects.ditch"
    incidental = True

    def do(self, game: AdventureGame, context: Context) -> None:
        begin_ditch(game, context.seat)

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return may_ditch(game, context.seat)

    def english(self) -> str:
        return "leave something of yours on your space"


def left_behind(game: AdventureGame, seat: int, card: int) -> None:
    """Let a character leave a belonging behind, which they cannot take back this turn (objects.no_take_back)."""
    if game.state.place[card] == game.table.play + seat:
        drop(game, seat, card)
        events.DITCHED.tell(game, seat, card)


class Forgo(Effect):
    """The card just gained is not kept: `discard` or `ditch` it. `{forgo: discard}`"""

    word = "forgo"
    rule = "objects.ditch"
    how: str

    def ready(self, names: Names, node: Node) -> None:
        if self.how not in ("discard", "ditch"):
            node.fail(f"what is gained can be forgone by discard or ditch, not {self.how!r}")

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.how == "ditch":
            left_behind(game, context.seat, context.target)
        elif game.state.place[context.target] == game.table.play + context.seat:
            discard(game, context.target, context.seat)

    def english(self) -> str:
        return "discard what you have gained" if self.how == "discard" else "ditch what you have gained"


class StandIn(Effect):
    """Let this Follower fight in one's place, with so much Strength and nothing beside it. `{stand_in: 3, as: hired}`

    It takes the defeat too: it is killed in place of a lost life. `as` is the mark that lies on the card meanwhile.
    """

    word = "stand_in"
    rule = "battle.attack_roll"
    strength: int
    as_: MarkRef

    def do(self, game: AdventureGame, context: Context) -> None:
        table = game.table
        game.mark(self.as_, table.subject_of_card(context.card), self.strength, FIGHT_END, context.seat)

    def english(self) -> str:
        return (
            f"let this Follower fight in your place with Strength {self.strength} and nothing added to it; a character"
            " it beats loses 1 life, and if it is beaten, it is killed and you lose nothing else"
        )


class KeepSpell(OneOf):
    """Keep the Spell that has just been cast, and discard another one instead. `keep_spell`"""

    word = "keep_spell"
    rule = "spells.after_cast"
    ask = asks.DISCARD
    option = DISCARD

    def among(self, game: AdventureGame, context: Context) -> tuple[int, ...]:
        card = _just_cast(game)
        keeps = card != NONE and game.state.place[card] == game.table.casting
        return hand(game, context.seat) if keeps else ()

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        discard(game, chosen, context.seat)
        game.move_card(_just_cast(game), game.table.hand + context.seat, context.seat)

    def english(self) -> str:
        return "keep that Spell and discard another one of yours instead"


def _just_cast(game: AdventureGame) -> int:
    cast = game.under_way(Cast)
    return NONE if cast is None else cast.card


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

    def english(self) -> str:
        return "discard any number of your Spells and draw as many"
