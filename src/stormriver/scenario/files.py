"""Reading a scenario file: strictly, so that a misspelt key or name fails with its file and line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from stormriver.adventure import endings
from stormriver.adventure.columns import ALIGNMENTS, CRAFT, EXPERIENCE, FATE, GOLD, LIFE, STRENGTH
from stormriver.adventure.loader import load_table
from stormriver.adventure.table import AdventureTable
from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.kernel.marks import FIGHT_END, NEVER, TICKS
from stormriver.kernel.state import NONE
from stormriver.language.source import Node, closest, read_file, read_text
from stormriver.scenario.answers import Entry, read_answers
from stormriver.scenario.expectation import RESERVED, Expectation, read_expectation
from stormriver.scenario.names import Vocabulary, vocabulary

KEYS = (
    "title", "cite", "game", "players", "spaces", "on", "gold", "decks", "discards", "goal", "marks", "turn", "dice",
    "shuffled", "answers", "strict", "expect",
)  # fmt: skip
PLAYER_KEYS = (
    "seat", "character", "at", "strength", "craft", "lives", "fate", "gold", "experience", "spells", "cards",
    "trophies", "reserve", "alignment", "marks", "missed_turns", "extra_turns", "in_game",
)  # fmt: skip
COLUMN_KEYS = {
    "strength": STRENGTH, "craft": CRAFT, "lives": LIFE, "fate": FATE, "gold": GOLD, "experience": EXPERIENCE,
}  # fmt: skip
SPELL = frozenset({"spell"})
KEPT = frozenset({"belonging", "enemy"})  # an Enemy that serves is kept like a Follower
WON = frozenset({"enemy"})
MOST = 1000
"""No counter, gold or mark is larger than this."""


@dataclass(frozen=True, slots=True)
class MarkNote:
    """A mark as a file gives it: kind, amount, the moment that counts it down, whose turns, and how many."""

    kind: int
    amount: int
    tick: int
    owner: int
    left: int


@dataclass(frozen=True, slots=True)
class CardNote:
    """A card as a file names it: its id, the deck of the copy that is meant (NONE: any) and the marks on it."""

    node: Node
    id: str
    deck: int
    marks: tuple[MarkNote, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """The cards that lie on top of a deck, in order, when it has been shuffled."""

    node: Node
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of the position; what the file leaves out is None."""

    node: Node
    seat: int
    character: CardNote | None
    in_game: bool
    space: int
    columns: dict[int, Node]
    alignment: int
    spells: tuple[CardNote, ...] | None
    cards: tuple[CardNote, ...] | None
    trophies: tuple[CardNote, ...]
    reserve: tuple[CardNote, ...]
    marks: tuple[MarkNote, ...]
    missed: int
    extra: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario file, read and checked against the names of its table."""

    file: str
    title: str
    cite: str
    table: AdventureTable
    players: tuple[Player, ...]
    spaces: dict[int, tuple[CardNote, ...]]
    on: dict[int, tuple[CardNote, ...]]
    gold: dict[int, int]
    decks: dict[int, tuple[CardNote, ...]]
    discards: dict[int, tuple[CardNote, ...]]
    goal: tuple[CardNote, ...]
    marks: dict[int, tuple[MarkNote, ...]]
    turn: int
    dice: tuple[int, ...]
    shuffled: dict[int, tuple[Order, ...]]
    answers: tuple[Entry, ...]
    strict: bool
    expect: Expectation


def read(path: str | Path) -> Scenario:
    """Return the scenario of a file; BadContent, with file and line, for whatever is wrong in it."""
    return read_node(read_file(Path(path)))


def read_scenario(text: str, file: str = "scenario") -> Scenario:
    """Return the scenario that a YAML text describes; `file` is what messages call it.

    Raises BadContent, with the line, for whatever is wrong in it.
    """
    return read_node(read_text(text, file))


def read_node(root: Node) -> Scenario:
    """Return the scenario that a node holds, e.g. an example on a card; BadContent for whatever is wrong in it."""
    entries = root.only(*KEYS)
    for key in ("title", "game", "players"):
        if key not in entries:
            root.fail(f"the key {key!r} is missing")
    table = _table(root, entries["game"], entries["players"])
    return _Reader(root, table).scenario(entries)


def _table(root: Node, game: Node, players: Node) -> AdventureTable:
    facts = game.only("preset", "packs", "options")
    if "preset" not in facts:
        game.fail("the key 'preset' is missing")
    packs = tuple(item.text() for item in facts["packs"].items()) if "packs" in facts else ()
    options = facts["options"].mapping() if "options" in facts else {}
    for node in options.values():
        if isinstance(node.value, dict | list):
            node.fail(f"expected a plain value, found {node.kind()}")
    chosen = tuple(sorted((name, node.value) for name, node in options.items()))
    seats = tuple(_seat_name(player) for player in players.items())
    try:
        return load_table(facts["preset"].text(), seats, chosen, packs)
    except BadContent:
        raise  # a fault of a pack, which names its own file and line
    except StormriverError as error:
        if "seat" in str(error):
            players.fail(str(error))
        game.fail(str(error))


def _seat_name(player: Node) -> str:
    entries = player.only(*PLAYER_KEYS)
    if "seat" not in entries:
        player.fail("the key 'seat' is missing")
    name = entries["seat"].text()
    if not is_seat_name(name):
        entries["seat"].fail(f"a seat cannot be called {name!r}; use letters, digits and underscores, first a letter")
    return name


def is_seat_name(name: str) -> bool:
    """Tell whether a scenario can call a seat so: a word that means nothing else in it."""
    return name.isidentifier() and name not in RESERVED


class _Reader:
    """Reads the parts of one file with the names of its table."""

    def __init__(self, root: Node, table: AdventureTable) -> None:
        self.root = root
        self.table = table
        self.names: Vocabulary = vocabulary(table)

    def scenario(self, entries: dict[str, Node]) -> Scenario:
        names = self.names
        players = tuple(self._player(number, node) for number, node in enumerate(entries["players"].items()))
        turn = names.seat(entries["turn"]) if "turn" in entries else 0
        if not players[turn].in_game:
            entries.get("turn", entries["players"]).fail("a player who is out of the game has no turn")
        expect = read_expectation(names, entries.get("expect"), self.mark_note)
        answers, last = read_answers(names, entries.get("answers"))
        return Scenario(
            file=self.root.file,
            title=entries["title"].text(),
            cite="; ".join(item.text() for item in entries["cite"].many()) if "cite" in entries else "",
            table=self.table,
            players=players,
            spaces={self._space(key, node): self._cards(node) for key, node in self._of(entries, "spaces")},
            on={self._keeper(key, node): self._cards(node) for key, node in self._of(entries, "on")},
            gold={self._space(key, node): number(node, 1) for key, node in self._of(entries, "gold")},
            decks={self._pile(key, node): self._deck_cards(key, node) for key, node in self._of(entries, "decks")},
            discards={
                self._discard(key, node): self._deck_cards(key, node) for key, node in self._of(entries, "discards")
            },
            goal=tuple(self._goal(item) for item in entries["goal"].many()) if "goal" in entries else (),
            marks={self._space(key, node): self._marks(node, turn) for key, node in self._of(entries, "marks")},
            turn=turn,
            dice=tuple(number(item, 1, 6) for item in entries["dice"].items()) if "dice" in entries else (),
            shuffled=dict(self._shuffled(key, node) for key, node in self._of(entries, "shuffled")),
            answers=answers,
            strict=entries["strict"].flag() if "strict" in entries else False,
            expect=expect.refusing(last),
        )

    def _of(self, entries: dict[str, Node], key: str) -> list[tuple[str, Node]]:
        return list(entries[key].mapping().items()) if key in entries else []

    # places

    def _space(self, key: str, node: Node) -> int:
        return self.names.space(Node(key, node.file, node.line, node.path))

    def _keeper(self, key: str, node: Node) -> int:
        """Return the zone of what lies on a card, or on a space apart from what is met there."""
        zones = {self.table.zones[zone].name: zone for zone in self.table.kept.values()}
        if f"on.{key}" not in zones:
            node.fail(f"no cards are kept on {key!r}{closest(f'on.{key}', zones)}")
        return zones[f"on.{key}"]

    def _pile(self, key: str, node: Node) -> int:
        deck = self.names.deck(node, key)
        if deck == self.table.character_deck:
            node.fail("characters are given to the players, not to a deck")
        return self.table.deck_zone[deck]

    def _discard(self, key: str, node: Node) -> int:
        deck = self.names.deck(node, key)
        if self.table.deck_discard[deck] == self.table.deck_zone[deck]:
            node.fail(f"the deck {key!r} has no discard pile")
        return self.table.deck_discard[deck]

    def _goal(self, node: Node) -> CardNote:
        """Return the card that lies on the goal."""
        note = CardNote(node, self.names.card(node), NONE, ())
        if not any(
            card in self.table.endings and endings.admitted(self.table, card) for card in self.names.cards[note.id]
        ):
            node.fail(f"the card {note.id!r} does not lie on the goal in a game of these options")
        return note

    def _shuffled(self, key: str, node: Node) -> tuple[int, tuple[Order, ...]]:
        """Return what lies on top after each shuffle of a deck: one list, or a list of them for several shuffles."""
        deck = self.names.deck(node, key)
        several = [node] if all(isinstance(item.value, str) for item in node.items()) else node.items()
        orders = [Order(item, tuple(self.names.card(card) for card in item.items())) for item in several]
        return self.table.deck_zone[deck], tuple(orders)

    # cards

    def _cards(self, node: Node, wanted: frozenset[str] = frozenset(), what: str = "") -> tuple[CardNote, ...]:
        return tuple(self._card(item, wanted, what) for item in node.items())

    def _deck_cards(self, key: str, node: Node) -> tuple[CardNote, ...]:
        deck = self.names.deck(node, key)
        notes = self._cards(node)
        for note in notes:
            if note.deck not in (NONE, deck) or all(self.table.backs[c] != deck for c in self.names.cards[note.id]):
                note.node.fail(f"the card {note.id!r} does not belong to the deck {key!r}")
        return tuple(CardNote(note.node, note.id, deck, note.marks) for note in notes)

    def _card(self, node: Node, wanted: frozenset[str], what: str) -> CardNote:
        if isinstance(node.value, str):
            note = CardNote(node, self.names.card(node), NONE, ())
        else:
            entries = node.only("card", "deck", "marks")
            if "card" not in entries:
                node.fail("the key 'card' is missing")
            deck = self.names.deck(entries["deck"], entries["deck"].text()) if "deck" in entries else NONE
            marks = self._marks(entries["marks"], NONE) if "marks" in entries else ()
            note = CardNote(node, self.names.card(entries["card"]), deck, marks)
        names = self.table.cards[self.names.cards[note.id][0]].names
        if "character" in names:
            node.fail(f"{note.id!r} is a character card, which lies before a player only")
        if wanted and wanted.isdisjoint(names) and not (wanted is WON and self._may_be_won(note)):
            node.fail(f"{note.id!r} is no {what}")
        return note

    def _may_be_won(self, note: CardNote) -> bool:
        """Tell whether a card lies among the trophies once its bounty has been paid."""
        return bool(self.table.cards[self.names.cards[note.id][0]].seeks)

    # marks

    def _marks(self, node: Node, owner: int) -> tuple[MarkNote, ...]:
        return tuple(self.mark_note(key, mark, owner) for key, item in node.mapping().items() for mark in item.many())

    def mark_note(self, name: str, node: Node, owner: int) -> MarkNote:
        """Return the mark that `name: node` gives; a plain number is its turns if it is counted in turns."""
        kind = self.names.mark(node, name)
        tick, in_turns = self.names.counted(kind)
        if not isinstance(node.value, dict):
            plain = number(node, 0)
            return MarkNote(kind, 1, tick, owner, plain) if in_turns else MarkNote(kind, plain, tick, owner, 1)
        entries = node.only("amount", "turns", "until", "by")
        if "until" in entries:
            until = entries["until"]
            if until.text() not in TICKS or TICKS[until.text()] == FIGHT_END:
                until.fail(f"no moment is called {until.text()!r}{closest(until.text(), TICKS)}")
            tick = TICKS[until.text()]
        if "turns" in entries and tick == NEVER:
            entries["turns"].fail("say with `until:` at which moment its turns are counted")
        amount = number(entries["amount"], 1) if "amount" in entries else 1
        left = number(entries["turns"], 1) if "turns" in entries else 1
        return MarkNote(kind, amount, tick, self.names.seat(entries["by"]) if "by" in entries else owner, left)

    # players

    def _player(self, seat: int, node: Node) -> Player:
        entries = node.only(*PLAYER_KEYS)
        character = self._character(node, entries)
        alignment = NONE
        if "alignment" in entries:
            word = entries["alignment"]
            if word.text() not in ALIGNMENTS:
                word.fail(f"no alignment is called {word.text()!r}{closest(word.text(), ALIGNMENTS)}")
            alignment = ALIGNMENTS.index(word.text())
        in_game = entries["in_game"].flag() if "in_game" in entries else True
        if character is None and entries.keys() - {"seat", "character", "in_game", "missed_turns", "extra_turns"}:
            node.fail("a player without a character has nothing else")
        if character is not None and not in_game:
            node.fail("a player who is out of the game has no character; write `character: none`")
        return Player(
            node=node,
            seat=seat,
            character=character,
            in_game=in_game,
            space=self.names.space(entries["at"]) if "at" in entries else NONE,
            columns={column: entries[key] for key, column in COLUMN_KEYS.items() if key in entries},
            alignment=alignment,
            spells=self._cards(entries["spells"], SPELL, "Spell") if "spells" in entries else None,
            cards=self._cards(entries["cards"], KEPT, "Object or Follower") if "cards" in entries else None,
            trophies=self._cards(entries["trophies"], WON, "Enemy") if "trophies" in entries else (),
            reserve=self._cards(entries["reserve"]) if "reserve" in entries else (),
            marks=self._marks(entries["marks"], seat) if "marks" in entries else (),
            missed=number(entries["missed_turns"], 0) if "missed_turns" in entries else 0,
            extra=number(entries["extra_turns"], 0) if "extra_turns" in entries else 0,
        )

    def _character(self, player: Node, entries: dict[str, Node]) -> CardNote | None:
        if "character" not in entries:
            player.fail("the key 'character' is missing; write `character: none` for a killed one")
        node = entries["character"]
        if node.text() == "none":
            return None
        known = {c for c, cards in self.names.cards.items() if "character" in self.table.cards[cards[0]].names}
        if node.text() not in known:
            node.fail(f"no character is called {node.text()!r}{closest(node.text(), known)}")
        return CardNote(node, node.text(), self.table.character_deck, ())


def number(node: Node, least: int, most: int = MOST) -> int:
    """Return the whole number of a node, or fail if it is not from `least` to `most`."""
    value = node.integer()
    if not least <= value <= most:
        node.fail(f"{value} is not from {least} to {most}")
    return value


__all__ = ["CardNote", "MarkNote", "Player", "Scenario", "number", "read", "read_node", "read_scenario"]
