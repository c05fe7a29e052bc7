"""Words of what characters are able to do: begin_beside, join, serve, pay_to, led, seize, slay, automate,
redraw_here."""

from __future__ import annotations

from stormriver.adventure.model import asks, events, perils
from stormriver.adventure.model.columns import CHARACTER, GOLD, SPACE
from stormriver.adventure.model.frames import Draw
from stormriver.adventure.model.nouns import nouns
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import TARGET, WHO_ENGLISH, YOU, MarkRef, Things, Who
from stormriver.adventure.procedures import fights, status_effects
from stormriver.adventure.procedures.belongings import discard, having
from stormriver.adventure.procedures.encounter import others_here
from stormriver.adventure.procedures.fortune import can_carry_gold, gain, lose
from stormriver.adventure.procedures.stats import is_playing, playing, region
from stormriver.adventure.procedures.targets import names_of, one
from stormriver.adventure.procedures.travel import go, may_enter, may_leave
from stormriver.adventure.procedures.triggers import fire
from stormriver.adventure.words.fortune import subject
from stormriver.adventure.words.strife import AtOne
from stormriver.kernel.ask import CARD, SEAT, verb
from stormriver.kernel.ask import SPACE as SPACE_KIND
from stormriver.kernel.bitmask import members
from stormriver.kernel.frames import Context, WordFrame
from stormriver.kernel.marks import OWN_TURN_END, TURN_END
from stormriver.kernel.state import NONE
from stormriver.language.control import OneOf
from stormriver.language.english import an, they
from stormriver.language.grammar import Effect, Names, Value
from stormriver.language.source import Node

TO = verb("to", SPACE_KIND)
AT = verb("at", SEAT)
TAKE = verb("take", CARD)
DISCARD = verb("discard", CARD)
CHOOSE_CARD = verb("card", CARD)
DONE = verb("done")


class BeginBeside(OneOf):
    """Set out from the space of another character, of one's choice; if nobody is there yet, from any space of the
    Region where one sets out otherwise. `begin_beside`"""

    word = "begin_beside"
    rule = "setup.start_space"
    ask = asks.BEGIN
    option = TO

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        table, seat = game.table, context.seat
        others = [game.state.seats[other][SPACE] for other in playing(game) if other != seat]
        found = [space for space in dict.fromkeys(others) if may_enter(game, seat, space)]
        home = table.spaces[table.cards[game.state.seats[seat][CHARACTER]].start].region
        return found or [n for n, space in enumerate(table.spaces) if space.region == home]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        game.set(context.seat, SPACE, chosen)

    def english(self) -> str:
        return (
            "choose the space of another character to start at, or, without other characters, any space of the"
            " Region where you would start"
        )


class Join(OneOf):
    """Be carried to the space of another character in the Region, on whom then lies a mark until the turn ends.
    `{join: shadowed}`"""

    word = "join"
    rule = "encounter.moved_elsewhere"
    ask = asks.JOIN
    option = AT
    mark: MarkRef

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        row, seat = game.state.seats, context.seat
        if not may_leave(game, seat):
            return []
        return [
            other
            for other in playing(game)
            if row[other][SPACE] != row[seat][SPACE]
            and region(game, other) == region(game, seat)
            and may_enter(game, seat, row[other][SPACE])
        ]

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        status_effects.put_mark(game, chosen, self.mark, 1, TURN_END, context.seat, 1)
        go(game, context.seat, game.state.seats[chosen][SPACE], events.TELEPORTED)

    def english(self) -> str:
        kind = self.table.marks[self.mark]
        return f"teleport to the space of another character in the same Region, who {kind.text}"


class Serve(Effect):
    """What each other character on one's space does in turn, in an order of one's choice. `{serve: {pay_to: 1}}`

    In it, `you` is that character and `target` the one who serves.
    """

    word = "serve"
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

    def english(self) -> str:
        deed = they(self.do_.english()).replace("that character", "you")
        return f"serve the other characters on your space in an order of your choice: each time {deed}"


class PayTo(Effect):
    """Give gold to another character, as far as one can. `{pay_to: 1}`, `{pay_to: 1, from: target, who: you}`"""

    word = "pay_to"
    rule = "gold.use"
    gold: Value
    who: Who = TARGET
    from_: Who = YOU

    def do(self, game: AdventureGame, context: Context) -> None:
        giver, other = one(game, context, self.from_), one(game, context, self.who)
        if NONE not in (giver, other) and can_carry_gold(game, other):
            gain(game, other, GOLD, lose(game, giver, GOLD, self.gold.of(game, context)))

    def english(self) -> str:
        if self.who == YOU:
            return f"take {self.gold.english()} gold from {WHO_ENGLISH[self.from_]} if you can"
        return f"{subject(self.from_, 'give', 'gives')} {WHO_ENGLISH[self.who]} {self.gold.english()} gold if you can"


class Led(Effect):
    """Somebody will choose which way round the next move of `whose` goes. `{led: merry}`"""

    word = "led"
    rule = "movement.direction"
    mark: MarkRef
    who: Who = TARGET
    whose: Who = YOU

    def ready(self, names: Names, node: Node) -> None:
        if not self.table.marks[self.mark].leads:
            node.fail("that mark leads nobody: give it `leads: true`")

    def do(self, game: AdventureGame, context: Context) -> None:
        leader, led = one(game, context, self.who), one(game, context, self.whose)
        if NONE not in (leader, led):
            status_effects.put_mark(game, led, self.mark, leader + 1, OWN_TURN_END, led, 1)

    def english(self) -> str:
        if self.who == YOU:
            return f"choose the direction of the move of {WHO_ENGLISH[self.whose]}"
        return f"let {WHO_ENGLISH[self.who]} choose the direction of your next move"


class Seize(OneOf):
    """Take a trophy from another character, of one's choice. `{seize: target}`"""

    word = "seize"
    rule = "trophies.take"
    ask = asks.SEIZE
    option = TAKE
    who: Who = TARGET

    def among(self, game: AdventureGame, context: Context) -> tuple[int, ...]:
        other = one(game, context, self.who)
        return game.state.zones[game.table.trophies + other] if other != NONE else ()

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.among(game, context):
            self.begin(game, context.facing(one(game, context, self.who)))

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        game.move_card(chosen, game.table.trophies + context.seat, context.seat)

    def english(self) -> str:
        return f"take a trophy of your choice from {WHO_ENGLISH[self.who]}"


class Slay(AtOne):
    """Kill a creature of the fight without fighting it; it may be kept as a trophy. `{slay: elemental}`"""

    word = "slay"
    rule = "trophies.take"

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        fights.leave_fight(game, fights.fight_under_way(game), chosen)
        events.ENEMY_KILLED.tell(game, context.seat, chosen)
        game.move_card(chosen, game.table.trophies + context.seat, context.seat)
        fire(game, context.seat, "killed_enemy", names_of(game, chosen))

    def do_to_creature(self, game: AdventureGame, seat: int) -> None:
        fights.settle_creature(game, fights.fight_under_way(game), perils.WON)

    def english(self) -> str:
        return f"kill the {self.bare()} without fighting it and keep it as a trophy"


class Automate(OneOf):
    """Make something else of a belonging as long as one has it. `{automate: object, as: automated}`"""

    word = "automate"
    rule = "cards.possessions"
    ask = asks.AUTOMATE
    option = CHOOSE_CARD
    things: Things
    as_: MarkRef

    def ready(self, names: Names, node: Node) -> None:
        if not self.table.marks[self.as_].makes:
            node.fail("that mark makes nothing else of a card: give it `makes:`")

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        return having(game, context.seat, self.things)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        game.mark(self.as_, game.table.subject_of_card(chosen), 1)

    def english(self) -> str:
        makes = nouns(self.table).one(frozenset({self.table.marks[self.as_].makes}))
        return f"let {nouns(self.table).one(self.things)} of yours be {makes} instead as long as you have it"


class RedrawHere(Effect):
    """Discard a belonging to discard cards of one's space, any number, and draw as many. `{redraw_here: automated}`"""

    word = "redraw_here"
    rule = "cards.draw"
    things: Things

    def _lying(self, game: AdventureGame, context: Context) -> tuple[int, ...]:
        return game.state.zones[game.table.lying + game.state.seats[context.seat][SPACE]]

    def do(self, game: AdventureGame, context: Context) -> None:
        if self.possible(game, context):
            self.begin(game, context)

    def step(self, game: AdventureGame, frame: WordFrame) -> None:
        if frame.step == 0:
            frame.step = 1
            game.pose(frame.seat, asks.DISCARD, [DISCARD + card for card in having(game, frame.seat, self.things)])
        elif frame.step == 1:
            frame.step = 2
            discard(game, game.state.answer - DISCARD, frame.seat)
        elif frame.step == 2:
            frame.step = 3
            left = [card for card in self._lying(game, frame.context) if not frame.chosen >> card & 1]
            if left:
                game.pose(
                    frame.seat, asks.DISCARD, [*([DONE] if frame.chosen else []), *(DISCARD + card for card in left)]
                )
            else:
                game.state.answer = DONE
        elif game.state.answer != DONE:
            frame.step = 2
            frame.chosen |= 1 << game.state.answer - DISCARD
        else:
            game.state.frames.pop()
            cards = [card for card in members(frame.chosen) if card in self._lying(game, frame.context)]
            for card in cards:
                discard(game, card, frame.seat)
            game.push(Draw(frame.seat, game.state.seats[frame.seat][SPACE], len(cards)))

    def possible(self, game: AdventureGame, context: Context) -> bool:
        return bool(self._lying(game, context)) and bool(having(game, context.seat, self.things))

    def english(self) -> str:
        what = an(nouns(self.table).bare(self.things))
        return f"discard {what} of yours to discard any number of the cards on your space and draw as many new ones"
