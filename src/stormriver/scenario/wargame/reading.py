"""Reading the position of a wargame: what lies on the map, hands and purses, cups, the phase."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from stormriver.kernel.marks import OWN_TURN_START, TICKS, TURN_END
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable, alternatives
from stormriver.language.source import Node
from stormriver.scenario.vocabulary import whole
from stormriver.scenario.wargame.vocabulary import SETUP, WargameVocabulary
from stormriver.wargame.model.columns import NEUTRAL, SIDES
from stormriver.wargame.model.definitions import Unit
from stormriver.wargame.model.table import WargameTable

KEYS = ("map", "phase", "cups", "spent")
PLAYER_KEYS = ("seat", "gold", "skips", "spells", "marks")
SQUARE_KEYS = ("tile", "unit", "owner", "wounds", "disease", "items", "chits", "marks", "block", "ruin")
OF_UNITS = frozenset({"owner", "wounds", "disease", "items", "chits", "marks"})
APART = frozenset({"control", "wound", "disease", "block", "ruin", "fading"})
"""Kinds of marks for which a square has words of its own."""
ENDS = ("turn_end", "own_turn_start")
"""The moments until which a mark of a unit lies."""


@dataclass(frozen=True, slots=True)
class MarkNote:
    """A mark as a file gives it: kind, amount, the moment at which it goes, and whose turn that is."""

    kind: int
    amount: int
    tick: int
    owner: int


@dataclass(frozen=True, slots=True)
class ChitNote:
    """A chit as a file names it: its id, the marks on it, and who cast it (NONE: the foe of who has it)."""

    node: Node
    id: str
    marks: tuple[MarkNote, ...] = ()
    by: int = NONE


@dataclass(frozen=True, slots=True)
class Place:
    """One square of the map; what the file leaves out is None, zero or nothing."""

    node: Node
    square: int
    tile: ChitNote | None
    unit: ChitNote | None
    owner: int
    wounds: int
    disease: bool
    items: tuple[ChitNote, ...]
    chits: tuple[ChitNote, ...]
    block: int
    ruin: int


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of the position."""

    seat: int
    gold: int
    skips: int
    spells: tuple[ChitNote, ...]
    marks: tuple[MarkNote, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Where everything lies, and what is played: some phases, or (setup) a game, or else turns from their start."""

    table: WargameTable
    turn: int
    phases: tuple[int, ...]
    setup: bool
    players: tuple[Player, ...]
    places: tuple[Place, ...]
    cups: dict[str, tuple[ChitNote, ...]]
    spent: dict[str, tuple[ChitNote, ...]]


def read_position(names: WargameVocabulary, entries: dict[str, Node], turn: int) -> Position:
    """Return the position that the entries of a file give; BadContent for whatever is wrong in them."""
    return _Reader(names).position(entries, turn)


class _Reader:
    """Reads the parts of one position with the names of its table."""

    def __init__(self, names: WargameVocabulary) -> None:
        self.names = names
        self.table = names.table

    def position(self, entries: dict[str, Node], turn: int) -> Position:
        """Return the position of a file's entries."""
        setup = "phase" in entries and entries["phase"].value == SETUP
        if setup and (laid := next((key for key in ("map", "turn") if key in entries), "")):
            entries[laid].fail("at the {setup} of a game there is no {laid}", setup=SETUP, laid=laid)
        return Position(
            table=self.table,
            turn=turn,
            phases=self._phases(entries["phase"]) if "phase" in entries and not setup else (),
            setup=setup,
            players=tuple(self._player(seat, node) for seat, node in enumerate(entries["players"].items())),
            places=tuple(self._place(key, node) for key, node in entries["map"].mapping().items())
            if "map" in entries
            else (),
            cups=self._piles(entries.get("cups")),
            spent=self._piles(entries.get("spent")),
        )

    def _phases(self, node: Node) -> tuple[int, ...]:
        found = tuple(self.names.number(item, item.text(), self.names.phases, "phase") for item in node.many())
        if not found or any(one >= other for one, other in pairwise(found)):
            node.fail("phases stand in their order: {known}", known=", ".join(self.names.phases))
        return found

    def _player(self, seat: int, node: Node) -> Player:
        entries = node.only(*PLAYER_KEYS)
        return Player(
            seat=seat,
            gold=whole(entries["gold"], 0) if "gold" in entries else 0,
            skips=whole(entries["skips"], 0) if "skips" in entries else 0,
            spells=self._chits(entries.get("spells"), "spell"),
            marks=self._marks(entries.get("marks"), seat),
        )

    def _piles(self, node: Node | None) -> dict[str, tuple[ChitNote, ...]]:
        piles = node.mapping() if node is not None else {}
        return {self.names.cup(pile, name): self._pile(name, pile) for name, pile in piles.items()}

    def _pile(self, cup: str, node: Node) -> tuple[ChitNote, ...]:
        decks = {chit.id: chit.deck for chit in self.table.definitions}
        notes = tuple(ChitNote(item, self.names.card(item)) for item in node.items())
        for note in notes:
            if decks[note.id] != cup:
                note.node.fail("{id!r} does not belong to the cup {cup!r}", id=note.id, cup=cup)
        return notes

    # the map

    def _place(self, key: str, node: Node) -> Place:
        entries = node.only(*SQUARE_KEYS)
        square = self.names.space_called(node, key)
        unit = self._unit(entries["unit"]) if "unit" in entries else None
        if unit is None and (without := OF_UNITS & entries.keys()):
            entries[min(without)].fail("there is no unit here; name it with `unit:`")
        owner = self._owner(entries, unit) if unit is not None else NONE
        return Place(
            node=node,
            square=square,
            tile=self._tile(square, entries["tile"]) if "tile" in entries else None,
            unit=ChitNote(unit.node, unit.id, self._marks(entries.get("marks"), owner)) if unit is not None else None,
            owner=owner,
            wounds=whole(entries["wounds"], 0) if "wounds" in entries else 0,
            disease=entries["disease"].flag() if "disease" in entries else False,
            items=self._chits(entries.get("items"), "item"),
            chits=self._chits(entries.get("chits"), "spell", lasting=True),
            block=whole(entries["block"], 0) if "block" in entries else 0,
            ruin=whole(entries["ruin"], 0) if "ruin" in entries else 0,
        )

    def _tile(self, square: int, node: Node) -> ChitNote:
        name = self.names.chit(node, "tile")
        side = self.table.spaces[square].side
        if name not in {chit.id for chit in self.table.definitions if chit.deck == f"{side}_tiles"}:
            node.fail(
                "{name!r} does not lie here: this square is of the {side} region", name=name, side=Translatable(side)
            )
        return ChitNote(node, name)

    def _unit(self, node: Node) -> ChitNote:
        return ChitNote(node, self.names.chit(node, "unit"))

    def _owner(self, entries: dict[str, Node], unit: ChitNote) -> int:
        """Return who controls a unit: by its side, of a neutral one as the file says."""
        side = next(chit.side for chit in self.table.definitions if isinstance(chit, Unit) and chit.id == unit.id)
        if side == NEUTRAL:
            if "owner" not in entries:
                unit.node.fail("{id!r} is neutral; say with `owner:` who controls it", id=unit.id)
            return self.names.seat(entries["owner"])
        if "owner" in entries and self.names.seat(entries["owner"]) != SIDES.index(side):
            entries["owner"].fail("{id!r} is {side}, which nobody else controls", id=unit.id, side=Translatable(side))
        return SIDES.index(side)

    # chits and marks

    def _chits(self, node: Node | None, group: str, lasting: bool = False) -> tuple[ChitNote, ...]:
        return tuple(self._chit(item, group, lasting) for item in node.items()) if node is not None else ()

    def _chit(self, node: Node, group: str, lasting: bool) -> ChitNote:
        entries = node.only("chit", "marks", "by") if isinstance(node.value, dict) else {"chit": node}
        if "chit" not in entries:
            node.fail("the key {key!r} is missing", key="chit")
        name = self.names.chit(entries["chit"], group)
        spells = {chit.id for chit in self.table.definitions if getattr(chit, "lasts", "")}
        if lasting and name not in spells:
            node.misspelt("{name!r} is no curse or boon", name, spells)
        by = self.names.seat(entries["by"]) if "by" in entries else NONE
        return ChitNote(node, name, self._marks(entries.get("marks"), NONE), by)

    def _marks(self, node: Node | None, owner: int) -> tuple[MarkNote, ...]:
        marks = node.mapping() if node is not None else {}
        return tuple(self._mark(name, item, owner) for name, item in marks.items())

    def _mark(self, name: str, node: Node, owner: int) -> MarkNote:
        """Return the mark that `name: node` gives; a plain number lies until the end of the turn."""
        kind = self.names.mark(node, name)
        if name in APART:
            node.fail("{name!r} is not said among the marks", name=name)
        if not isinstance(node.value, dict):
            return MarkNote(kind, whole(node, 1), TURN_END, owner)
        entries = node.only("amount", "until", "by")
        tick = TURN_END
        if "until" in entries:
            until = entries["until"]
            if until.text() not in ENDS:
                until.fail("a mark lies until {known}, not {name!r}", known=alternatives(list(ENDS)), name=until.text())
            tick = TICKS[until.text()]
        if tick == OWN_TURN_START and "by" not in entries:
            node.fail("say with `by:` whose turn is meant")
        amount = whole(entries["amount"], 1) if "amount" in entries else 1
        return MarkNote(kind, amount, tick, self.names.seat(entries["by"]) if "by" in entries else owner)
