"""Words of figures: cards that roam the board."""

from __future__ import annotations

from typing import Final, NewType, TypeAlias

from stormriver.adventure.model import asks
from stormriver.adventure.model.clauses import card_meant, things, whom
from stormriver.adventure.model.columns import SPACE
from stormriver.adventure.model.needs import A_FIGURE
from stormriver.adventure.model.table import AdventureGame
from stormriver.adventure.model.types import ALL_SEATS, NOBODY, OTHERS, THIS, Who
from stormriver.adventure.procedures import figures
from stormriver.adventure.procedures.targets import seats
from stormriver.adventure.procedures.travel import along
from stormriver.adventure.words.destinations import Places, read_places, way_onward
from stormriver.kernel.ask import SPACE as SPACE_KIND
from stormriver.kernel.ask import verb
from stormriver.kernel.frames import Context
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.clauses import Count, Part, bid, phrase
from stormriver.language.control import OneOf
from stormriver.language.grammar import ZERO, Fixed, Names, Value, register
from stormriver.language.needs import NONE_GIVEN, Need
from stormriver.language.source import Node

TO: Final = verb("to", SPACE_KIND)
THIS_FIGURE: Final = -2
HERE: Final = -2

FigureRef = NewType("FigureRef", int)  # a card by its id, or `this`
FigureGoal: TypeAlias = Places | None  # `here`, a space, or spaces among which one chooses
NEAREST: Final = {ALL_SEATS: "nearest_character", OTHERS: "nearest_other_character"}
"""What a figure goes towards, where it is the nearest of several."""


class Roam(OneOf):
    """Move a figure, which comes upon those who are where it comes to. `{roam: pale_rider, to: here}`,
    `{roam: this, either: rolled}`, `{roam: this, towards: all, steps: 2}`

    `to` is `here`, a space, or spaces of one's choice as of `teleport`, seen from where it stands; `either` so many
    spaces, whichever way one likes; `towards` the nearest of some characters, at most so many `steps`. Where there is a
    choice `by_lot: true` decides. A figure that is not on the board comes onto it only by `to` a space.
    """

    word = "roam"
    rule = "golden.special_over_rules"
    ask = asks.ROAM
    option = TO
    figure: FigureRef
    to: FigureGoal = None
    either: Value = ZERO
    towards: Who = NOBODY
    steps: Value = ZERO
    by_lot: bool = False

    def needed(self) -> frozenset[Need]:
        return frozenset({A_FIGURE}) if self.figure == THIS_FIGURE else NONE_GIVEN

    def flaw(self) -> str:
        if (self.to is not None) + (self.either is not ZERO) + (self.towards != NOBODY) != 1:
            return Translatable("it says where the figure goes by one of `to`, `either` and `towards`")
        if (self.towards != NOBODY) != (self.steps is not ZERO):
            return Translatable("`towards` says by `steps` how far the figure goes, and nothing else does")
        if self.figure != THIS_FIGURE and not self.table.definitions[self.figure].roams:
            told = "{name!r} is no figure: give that card `roams: true`"
            return Translatable(told, name=self.table.definitions[self.figure].id)
        return ""

    def card(self, game: AdventureGame, context: Context) -> int:
        """Return the figure, if nobody has it; else NONE."""
        if self.figure == THIS_FIGURE:
            return context.card if figures.may_come(game, context.card) else NONE
        for card in game.table.figures:
            if game.table.definition_of[card] == self.figure and figures.may_come(game, card):
                return card
        return NONE

    def among(self, game: AdventureGame, context: Context) -> list[int]:
        card = self.card(game, context)
        if card == NONE:
            return []
        start = figures.standing(game, card)
        found = self._onto_board(game, context, start)
        if not found and start != NONE:
            found = self._onward(game, context, start)
        return [space for space in dict.fromkeys(found) if space not in (start, NONE)]

    def _onto_board(self, game: AdventureGame, context: Context, start: int) -> list[int]:
        """Return where it may come from anywhere."""
        places = self.to
        if places is None or places.steps is not None or (places.region == "same" and start == NONE):
            return []
        if places.space == HERE:
            return [game.state.seats[context.seat][SPACE]]
        if places.space != NONE:
            return [places.space]
        region = game.table.spaces[start].region if places.region == "same" else places.region
        return list(places.fitting(game, region))

    def _onward(self, game: AdventureGame, context: Context, start: int) -> list[int]:
        """Return where it may come from where it stands."""
        table = game.table
        if self.towards != NOBODY:
            ends = frozenset(game.state.seats[seat][SPACE] for seat in seats(game, context, self.towards))
            return [figures.steps_towards(table, start, ends, self.steps.of(game, context))]
        places = self.to
        if places is not None and places.steps is not None:
            count = places.steps.of(game, context)
            return [along(table, start, -count if places.against else count)]
        return [walk.end for walk in table.walks(start, self.either.of(game, context))]

    def do(self, game: AdventureGame, context: Context) -> None:
        found = self.among(game, context)
        if self.by_lot and len(found) > 1:
            found = [found[game.draw_lot(NONE, len(found))]]
        if len(found) == 1:
            self.carry_out(game, context, found[0])
        elif found:
            self.begin(game, context)

    def carry_out(self, game: AdventureGame, context: Context, chosen: int) -> None:
        card = self.card(game, context)
        if card != NONE:
            figures.move(game, card, chosen, context.seat)

    def incidental(self) -> bool:
        return True

    def clause(self) -> Part:
        known = things(self.table)
        what = card_meant(THIS)
        if self.figure != THIS_FIGURE:
            what = known.the(str(self.table.definitions[self.figure].id))
        places = self.to
        if self.towards != NOBODY:
            who = phrase(NEAREST[self.towards]) if self.towards in NEAREST else whom(self.towards)
            return bid("move_figure_towards", what=what, spaces=_spaces(self.steps), who=who)
        if places is None:
            return bid("move_figure_either_way", what=what, spaces=_spaces(self.either))
        if places.space == HERE:
            return bid("move_to_your_space", what=what)
        if places.steps is not None:
            return bid("move_figure_on", what=what, way=way_onward(places.steps, places.against))
        space = places.clause(self.table)
        return bid("move_figure_to", what=what, space=phrase("by_lot", space=space) if self.by_lot else space)


def _spaces(count: Value) -> Part:
    """Return so many spaces: `2 spaces`, `as many spaces as the roll`."""
    if isinstance(count, Fixed):
        return Count("space", count.fixed)
    return phrase("as_many_spaces", number=count.clause())


def _goal(names: Names, node: Node) -> Places:
    if node.value == "here":
        return Places(HERE, "", "", opposite=False, other=False)
    return read_places(names, node)


def _figure(names: Names, node: Node) -> int:
    return THIS_FIGURE if node.value == "this" else names.number("card", node)


register("FigureGoal", _goal, "adventure")
register("FigureRef", _figure, "adventure")
