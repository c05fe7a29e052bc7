"""What the race is played with: cards, its table, and what each procedure works on."""

from __future__ import annotations

from typing import Any, ClassVar

from stormriver.kernel.frames import Frame
from stormriver.kernel.game import Game
from stormriver.kernel.table import HIDDEN, OPEN, OWN, Table, Zone
from stormriver.language.grammar import NOTHING, Effect, Word

COLUMNS = ("distance",)
DISTANCE = 0


class Card(Word):
    """A card; whoever plays it on their turn does `play`, a rival may do `answer` with it."""

    id: str
    name: str
    copies: int = 1
    play: Effect = NOTHING
    answer: Effect = NOTHING


class RaceTable(Table):
    """The table of a race."""

    def __init__(self, rulebook: Any, ruleset: Any, seats: tuple[str, ...]) -> None:
        super().__init__(rulebook)
        self.ruleset = ruleset
        self.seats = seats
        self.columns = COLUMNS
        self.definitions: list[Card] = []
        self.options = {name: setting.value for name, setting in ruleset.settings.items()}
        self.numbers: dict[str, int] = {}
        self.mark_ids: dict[str, int] = {}
        self.definition_of: tuple[int, ...] = ()

    def arrange(self) -> None:
        """Lay out the cards and zones, once the cards are read."""
        copies = [(number, card) for number, card in enumerate(self.definitions) for _ in range(card.copies)]
        self.cards = tuple(card for _, card in copies)
        self.definition_of = tuple(number for number, _ in copies)
        self.backs = (0,) * len(copies)
        hands = (Zone(f"hand.{name}", OWN, seat) for seat, name in enumerate(self.seats))
        self.zones = (Zone("deck.race", HIDDEN), Zone("discard.race", OPEN), *hands)
        self.deck, self.discard, self.hand = 0, 1, 2


RaceGame = Game[RaceTable]


class Setup(Frame):
    """The race is set up."""

    procedure = "setup"

    def copy(self) -> Setup:
        return Setup(self.seat, self.place)


class Turn(Frame):
    """A turn."""

    procedure = "turn"
    fields: ClassVar[tuple[str, ...]] = ("seat", "card")

    def __init__(self, seat: int, place: int = 0, card: int = -1) -> None:
        super().__init__(seat, place)
        self.card = card

    def copy(self) -> Turn:
        return Turn(self.seat, self.place, self.card)

    def card_behind(self) -> int:
        return self.card


class Answers(Frame):
    """The rivals of a runner may answer, one after the other."""

    procedure = "answers"
    fields: ClassVar[tuple[str, ...]] = ("seat", "rival")

    def __init__(self, seat: int, place: int = 0, rival: int = -1) -> None:
        super().__init__(seat, place)
        self.rival = rival

    def copy(self) -> Answers:
        return Answers(self.seat, self.place, self.rival)
