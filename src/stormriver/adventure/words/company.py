"""Words of Followers and of whom one meets: accost, give, pass_this, swap, ditch_this, forgo, stand_in, Spells kept."""

from __future__ import annotations

from stormriver.adventure.model import events
from stormriver.adventure.model.columns import ALIGNMENT, GOLD, LIFE
from stormriver.adventure.model.phrases import nouns
from stormriver.adventure.model.procedures import CAST, LOSE_LIVES
from stormriver.adventure.model.types import TARGET, WHO_ENGLISH, YOU, MarkRef, Things, Who
from stormriver.adventure.procedures.belongings import discard, drop, having, may_have, partable, take
from stormriver.adventure.procedures.encounter import others_here
from stormriver.adventure.procedures.fortune import can_carry_gold, gain, lose
from stormriver.adventure.procedures.limits import begin_ditch, may_ditch
from stormriver.adventure.procedures.spells import draw_spells, hand
from stormriver.adventure.procedures.stats import forbidden, is_playing, table_of
from stormriver.adventure.procedures.targets import names_of, one
from stormriver.kernel.ask import CARD, SEAT, verb
from stormriver.kernel.game import Game
from stormriver.kernel.marks import FIGHT_END
from stormriver.kernel.state import NONE, Frame
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

    def test(self, game: Game, frame: Frame) -> bool:
        seat = one(game, frame, self.who)
        row = game.state.seats
        return seat != NONE and row[seat][ALIGNMENT] == row[frame.seat][ALIGNMENT]

    def english(self) -> str:
        return f"{WHO_ENGLISH[self.who]} is of your alignment"

    def negation(self) -> str:
        return f"{WHO_ENGLISH[self.who]} is of another alignment"


class LastLife(Condition):
    """About to lose the last life. `last_life`"""

    word = "last_life"

    def test(self, game: Game, frame: Frame) -> bool:
        for below in reversed(game.state.frames):
            if below.procedure == LOSE_LIVES:
                return below.seat == frame.seat and below.amount >= game.state.seats[frame.seat][LIFE]
        return False

    def english(self) -> str:
        return "it is your last one"

    def negation(self) -> str:
        return "it is not your last one"


class Accost(OneOf):
    """Do something with another character on one's space, of one's choice. `{accost: {give: object, or_gold: 1}}`"""

    word = "accost"
    ask = "accost"
    option = AT
    do: Effect

    def among(self, game: Game, frame: Frame) -> list[int]:
        return others_here(game, frame.seat)

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        frame.rival = chosen
        self.do.run(game, frame)

    def parts(self) -> list[Effect]:
        return [self.do]

    def english(self) -> str:
        return f"if another character is there, choose one: {self.do.english()}"


class Give(Effect):
    """Another character gives one of his belongings, of his choice. `{give: object, or_gold: 1, then: pass_this}`

    `or_gold` lets him give gold instead; `then` follows if he has given something, `else` if he could not. `who` gives
    and `to` is given to: `{give: belonging, who: you, to: active}`.
    """

    word = "give"
    rule = "cards.possessions"
    things: Things
    who: Who = TARGET
    to: Who = YOU
    or_gold: int = 0
    then: Effect = NOTHING
    else_: Effect = NOTHING

    def _options(self, game: Game, giver: int, taker: int) -> list[int]:
        options = [GIVE + card for card in partable(game, giver, self.things) if may_have(game, taker, card)]
        if self.or_gold and game.state.seats[giver][GOLD] >= self.or_gold and can_carry_gold(game, taker):
            options.append(GIVE_GOLD)
        return options

    def run(self, game: Game, frame: Frame) -> None:
        giver, taker = one(game, frame, self.who), one(game, frame, self.to)
        if NONE not in (giver, taker) and self._options(game, giver, taker):
            new = self.begin(game, frame)
            new.seat, new.rival = taker, giver
        elif giver != NONE:
            self.else_.run(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        frame.step += 1
        if frame.step == 1:
            game.pose(frame.rival, "give", self._options(game, frame.rival, frame.seat))
            return
        answer = game.state.answer
        game.state.frames.pop()
        self.then.run(game, frame)  # what takes steps of its own lies below what the gift brings about
        if answer == GIVE_GOLD:
            gain(game, frame.seat, GOLD, lose(game, frame.rival, GOLD, self.or_gold))
        else:
            take(game, frame.seat, answer - GIVE)

    def possible(self, game: Game, frame: Frame) -> bool:
        giver, taker = one(game, frame, self.who), one(game, frame, self.to)
        given = NONE not in (giver, taker) and bool(self._options(game, giver, taker))
        return given or (giver != NONE and self.else_ is not NOTHING)

    def parts(self) -> list[Effect]:
        return [self.then, self.else_]

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

    def run(self, game: Game, frame: Frame) -> None:
        mine = game.state.place[frame.card] == table_of(game).play + frame.seat
        if mine and is_playing(game, frame.rival) and may_have(game, frame.rival, frame.card):
            take(game, frame.rival, frame.card)

    def english(self) -> str:
        return "that character takes this card over"


class Swap(Effect):
    """Exchange one of one's own belongings for one of another character's. `{swap: object}`"""

    word = "swap"
    rule = "cards.possessions"
    things: Things
    who: Who = TARGET

    def _mine(self, game: Game, frame: Frame, rival: int) -> list[int]:
        return [
            c for c in having(game, frame.seat, self.things) if c != frame.card and may_have(game, rival, c)
        ]  # fmt: skip

    def _theirs(self, game: Game, frame: Frame, rival: int) -> list[int]:
        return [
            card
            for card in having(game, rival, self.things)
            if may_have(game, frame.seat, card) and not forbidden(game, rival, "be_robbed", names_of(game, card))
        ]

    def run(self, game: Game, frame: Frame) -> None:
        if self.possible(game, frame):
            new = self.begin(game, frame)
            new.rival = one(game, frame, self.who)

    def step(self, game: Game, frame: Frame) -> None:
        frame.step += 1
        if frame.step == 1:
            game.pose(frame.seat, "swap", [GIVE + card for card in self._mine(game, frame, frame.rival)])
        elif frame.step == 2:
            frame.target = game.state.answer - GIVE
        elif frame.step == 3:
            game.pose(frame.seat, "take_from", [TAKE + card for card in self._theirs(game, frame, frame.rival)])
        else:
            game.state.frames.pop()
            take(game, frame.rival, frame.target)
            take(game, frame.seat, game.state.answer - TAKE)

    def possible(self, game: Game, frame: Frame) -> bool:
        rival = one(game, frame, self.who)
        return rival != NONE and bool(self._mine(game, frame, rival)) and bool(self._theirs(game, frame, rival))

    def english(self) -> str:
        what = nouns(self.table).one(self.things) if self.things else "an Object or Follower"
        return f"exchange {what} of yours for one of {WHO_ENGLISH[self.who]}'s"


class DitchThis(Effect):
    """Leave this card on one's space. `ditch_this`"""

    word = "ditch_this"
    rule = "objects.ditch"
    incidental = True

    def run(self, game: Game, frame: Frame) -> None:
        left_behind(game, frame.seat, frame.card)

    def english(self) -> str:
        return "ditch this card"


class Ditch(Effect):
    """Leave one of one's belongings, or a gold, on one's space. `ditch`"""

    word = "ditch"
    rule = "objects.ditch"
    incidental = True

    def run(self, game: Game, frame: Frame) -> None:
        begin_ditch(game, frame.seat)

    def possible(self, game: Game, frame: Frame) -> bool:
        return may_ditch(game, frame.seat)

    def english(self) -> str:
        return "leave something of yours on your space"


def left_behind(game: Game, seat: int, card: int) -> None:
    """Let a character leave a belonging behind, which he cannot take back this turn (objects.no_take_back)."""
    if game.state.place[card] == table_of(game).play + seat:
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

    def run(self, game: Game, frame: Frame) -> None:
        if self.how == "ditch":
            left_behind(game, frame.seat, frame.target)
        elif game.state.place[frame.target] == table_of(game).play + frame.seat:
            discard(game, frame.target, frame.seat)

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

    def run(self, game: Game, frame: Frame) -> None:
        table = table_of(game)
        game.mark(self.as_, table.subject_of_card(frame.card), self.strength, FIGHT_END, frame.seat)

    def english(self) -> str:
        return (
            f"let this Follower fight in your place with Strength {self.strength} and nothing added to it; a character"
            " it beats loses 1 life, and if it is beaten, it is killed and you lose nothing else"
        )


class KeepSpell(OneOf):
    """Keep the Spell that has just been cast, and discard another one instead. `keep_spell`"""

    word = "keep_spell"
    rule = "spells.after_cast"
    ask = "discard"
    option = DISCARD

    def among(self, game: Game, frame: Frame) -> tuple[int, ...]:
        card = _just_cast(game)
        keeps = card != NONE and game.state.place[card] == table_of(game).casting
        return hand(game, frame.seat) if keeps else ()

    def carry_out(self, game: Game, frame: Frame, chosen: int) -> None:
        discard(game, chosen, frame.seat)
        game.move_card(_just_cast(game), table_of(game).hand + frame.seat, frame.seat)

    def english(self) -> str:
        return "keep that Spell and discard another one of yours instead"


def _just_cast(game: Game) -> int:
    for below in reversed(game.state.frames):
        if below.procedure == CAST:
            return below.card
    return NONE


class RenewSpells(Effect):
    """Discard any number of one's Spells, then draw as many. `renew_spells`"""

    word = "renew_spells"
    rule = "spells.gain"

    def run(self, game: Game, frame: Frame) -> None:
        if hand(game, frame.seat):
            self.begin(game, frame)

    def step(self, game: Game, frame: Frame) -> None:
        spells = hand(game, frame.seat)
        frame.step += 1
        if frame.step == 1 and spells:
            game.pose(frame.seat, "renew", [DONE, *(DISCARD + card for card in spells)])
        elif frame.step == 2 and spells and game.state.answer != DONE:
            frame.step = 0
            frame.amount += 1
            discard(game, game.state.answer - DISCARD, frame.seat)
        else:
            game.state.frames.pop()
            draw_spells(game, frame.seat, frame.amount)

    def possible(self, game: Game, frame: Frame) -> bool:
        return bool(hand(game, frame.seat))

    def english(self) -> str:
        return "discard any number of your Spells and draw as many"
