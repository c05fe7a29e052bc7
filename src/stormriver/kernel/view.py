"""Views: what one seat may know of a state, in the same shape, with everything else masked.

Secrets are closed by default: a card is shown only if its zone is open to the seat or the seat has
learnt where it lies. An unknown card is a negative number that tells its deck and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar

from mypy_extensions import mypyc_attr

from stormriver.kernel import dice as chance
from stormriver.kernel import facade
from stormriver.kernel.ask import Ask, Posed
from stormriver.kernel.errors import StormriverError
from stormriver.kernel.frames import Frame
from stormriver.kernel.game import Game
from stormriver.kernel.knowledge import bits_of
from stormriver.kernel.notebook import seats_as_html
from stormriver.kernel.seats import seat_number
from stormriver.kernel.state import NONE, State
from stormriver.kernel.state import OMNISCIENT as OMNISCIENT
from stormriver.kernel.table import OPEN, OWN, Table, once_a_table

S = TypeVar("S")

ONLOOKER: Final = NONE
"""The viewer without a seat: they know what everybody knows."""


def knows(table: Table, zone: int, viewer: int | None) -> bool:
    """Tell whether a viewer can identify a card that comes to a zone; None is an onlooker, OMNISCIENT knows all."""
    facts = table.zones[zone]
    return facts.visible == OPEN or viewer == OMNISCIENT or (facts.visible == OWN and facts.owner == viewer)


def unknown(back: int) -> int:
    """Return the negative number that stands for an unknown card of a deck, given by its number."""
    return -2 - back


def back_of(masked: int) -> int:
    """Return the number of the deck of an unknown card; the inverse of `unknown`."""
    return -2 - masked


@once_a_table
def covered(table: Table) -> tuple[int, ...]:
    """Return the zones into which not everybody may look."""
    return tuple(number for number, zone in enumerate(table.zones) if zone.visible != OPEN)


@once_a_table
def face_down(table: Table) -> tuple[int, ...]:
    """Return the number that stands for each card where it is unknown."""
    return tuple(unknown(back) for back in table.backs)


def mask(table: Table, state: State, seat: int) -> State:
    """Return a copy of `state` with all masked that `seat` may not know; ONLOOKER and OMNISCIENT are allowed too."""
    view = state.clone()
    view.dice, view.key = 0, b""
    view.answer = NONE
    view.unsettled = 0
    view.asked = 0
    if seat == OMNISCIENT:
        return view
    bits = bits_of(seat)
    known, zones, place, faces = state.known, state.zones, view.place, face_down(table)
    for zone in covered(table):
        cards = zones[zone]
        if cards and not table.rulebook.sees(table, state, seat, zone):
            view.zones[zone] = tuple([card if card < 0 or known.get(card, 0) & bits else faces[card] for card in cards])
            for card in cards:
                if card >= 0 and not known.get(card, 0) & bits:
                    place[card] = NONE
    view.known = {card: seats & bits for card, seats in known.items() if seats & bits}
    ask = state.ask
    if ask is not None and ask.seat != seat:
        view.ask = Posed(ask.seat, ask.kind, [], ask.cause, NONE)
    return view


def guess(table: Table, view: State, seed: int) -> State:
    """Return a full state consistent with a view (a determinization): the unknown cards are dealt at random.

    Args:
        table: the table of the game.
        view: a masked state, as `mask` returns it.
        seed: any integer; the same one gives the same guess.
    """
    state = view.clone()
    state.dice, state.key = chance.seeded(seed), b""
    dice = chance.seeded(seed ^ chance.STRIDE)
    hidden: dict[int, list[int]] = {}
    for card, place in enumerate(state.place):
        if place == NONE:
            hidden.setdefault(table.backs[card], []).append(card)
    for back, cards in hidden.items():
        dice, order = chance.shuffled(dice, tuple(cards))
        hidden[back] = list(order)
    for zone, cards_there in enumerate(state.zones):
        if any(card < 0 for card in cards_there):
            filled = tuple(card if card >= 0 else hidden[back_of(card)].pop() for card in cards_there)
            state.zones[zone] = filled
            for card in filled:
                state.place[card] = zone
    return state


def guessed_game(game: Game, seat: int, seed: int) -> Game:
    """Return a silent game that could be the one `seat` sees, for search; its pending ask is posed anew."""
    state = guess(game.table, mask(game.table, game.state, seat), seed)
    new = Game(game.table, state, None, game.skip_forced)
    new.header = game.header
    new.pose_again()
    return new


class Unresolved(NamedTuple):
    """A procedure that is still to be resolved, in words.

    Attributes:
        text: what it does, in one sentence.
        rule: the id of the rule that is at work.
        seat: the seat it is about; NONE if it is about none.
        card: the card behind it; NONE if there is none, or it may not be known.
    """

    text: str
    rule: str
    seat: int
    card: int


def unresolved(game: Game, say: Callable[[Any, Frame, int], str]) -> list[Unresolved]:
    """Return the procedures under way in a masked game, the topmost first.

    Args:
        game: the game of a view.
        say: returns the sentence of a procedure, from the table, its frame, and the card behind it or NONE.
    """
    found = []
    table, place = game.table, game.state.place
    for frame in reversed(game.state.frames):
        behind = frame.card_behind()
        card = behind if behind != NONE and place[behind] != NONE else NONE
        found.append(Unresolved(say(table, frame, card), table.rule(frame.cause(table.first_word)), frame.seat, card))
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class View(Generic[S]):
    """What one seat, or an onlooker, may know of a game; it cannot be played, and nothing hidden is in it.

    Each rulebook has a subclass of its own, with its own class `S` for what is seen of a seat.

    Attributes:
        game: a silent game whose state is masked, for looking things up.
        seat: whose view it is.
        language: the code of the language in which it is put into words.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.game = Game(game.table, mask(game.table, game.state, seat), None)
        self.game.header = game.header
        self.seat = seat
        self.language = "en"
        self._seats: list[S] = []  # all seats, once somebody looks at one

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.game, self.seat, self.language)

    def __repr__(self) -> str:
        return f"<View of {self.whose}, turn {self.turn}>"

    def _repr_html_(self) -> str:
        """Return the seats as a notebook shows them."""
        return seats_as_html(self.facts(), self.whose)

    @property
    def whose(self) -> str:
        """The name of the seat whose view it is; for viewers without a seat, what they are."""
        if self.seat >= 0:
            return str(self.game.table.seats[self.seat])
        return "an onlooker" if self.seat == ONLOOKER else "who knows all"

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data, fit for JSON."""
        return {}

    def seat_at(self, number: int) -> S:
        """Return a seat as this viewer sees it; each rulebook's view says how."""
        raise NotImplementedError

    def seat_of(self, seat: int | str) -> S:
        """Return a seat by its name or its number.

        Raises:
            StormriverError: if there is no such seat.
        """
        number = seat_number(self.game.table.seats, seat)
        if number < 0:
            raise StormriverError("An onlooker has no seat.")
        return self.seats[number]

    @property
    def seats(self) -> list[S]:
        """All seats, clockwise."""
        if not self._seats:
            self._seats = [self.seat_at(number) for number in range(len(self.game.table.seats))]
        return self._seats

    @property
    def ask(self) -> Ask | None:
        """The pending ask; if it is another seat's, only its kind and seat are known."""
        return self.game.ask

    @property
    def me(self) -> S:
        """The viewer's own seat; StormriverError for an onlooker, who has none."""
        return self.seat_of(self.seat)

    @property
    def active(self) -> S:
        """The seat whose turn it is."""
        return self.seats[self.game.state.active]

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self.game.state.turn

    @property
    def result(self) -> list[str]:
        """The winners, once the game is over."""
        return self.game.result

    def guess(self, seed: int) -> facade.Game[Self]:
        """Return a game that could be the one that is seen, for search, with dice of its own.

        What is hidden is dealt anew. What the viewer knows of hidden cards, such as what others have shown, is kept.

        Args:
            seed: any integer; the same one gives the same guess.

        Raises:
            StormriverError: if the seed is none.
        """
        chance.check_seed(seed)
        return facade.Game(guessed_game(self.game, self.seat, seed))

    def card_id(self, card: int) -> str:
        """Return the id of a card, `?` for an unknown one."""
        return str(self.game.table.cards[card].id) if card >= 0 else "?"


def _again(kind: type[View[Any]], game: Game, seat: int, language: str) -> View[Any]:
    """Return a view from a pickle: what was masked stays so."""
    view = kind(game, seat)
    view.language = language
    return view
