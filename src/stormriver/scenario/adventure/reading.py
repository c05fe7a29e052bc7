"""Reading the position of an adventure game: characters, the cards on the board, decks, marks."""

from __future__ import annotations

from dataclasses import dataclass

from stormriver.adventure.model.columns import ALIGNMENTS, CRAFT, EXPERIENCE, FATE, GOLD, LIFE, STRENGTH
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.procedures import endings
from stormriver.kernel.marks import FIGHT_END, NEVER, TICKS
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.source import Node, closest
from stormriver.scenario.adventure.vocabulary import AdventureVocabulary
from stormriver.scenario.vocabulary import MOST, whole

KEYS = ("spaces", "on", "gold", "decks", "discards", "goal", "in_force", "marks", "now", "set_up")
PLAYER_KEYS = (
    "seat", "character", "at", "strength", "craft", "lives", "fate", "gold", "experience", "counters", "spells",
    "cards", "trophies", "reserve", "alignment", "marks", "missed_turns", "extra_turns", "in_game",
)  # fmt: skip
COLUMN_KEYS = {
    "strength": STRENGTH, "craft": CRAFT, "lives": LIFE, "fate": FATE, "gold": GOLD, "experience": EXPERIENCE,
}  # fmt: skip
SPELL = frozenset({"spell"})
KEPT = frozenset({"belonging", "enemy"})  # an Enemy that serves is kept like a Follower
WON = frozenset({"enemy"})


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
class Position:
    """Where everything lies at the start of a turn."""

    table: AdventureTable
    turn: int
    players: tuple[Player, ...]
    spaces: dict[int, tuple[CardNote, ...]]
    on: dict[int, tuple[CardNote, ...]]
    gold: dict[int, int]
    decks: dict[int, tuple[CardNote, ...]]
    discards: dict[int, tuple[CardNote, ...]]
    goal: tuple[CardNote, ...] | None  # None: what the rules lay there
    in_force: tuple[CardNote, ...]
    set_up: bool  # whether what house rules lay out is laid out too
    marks: dict[int, tuple[MarkNote, ...]]
    now: tuple[int, ...]  # the kinds of marks that lie on the table, one of a cycle


def read_position(names: AdventureVocabulary, entries: dict[str, Node], turn: int) -> Position:
    """Return the position that the entries of a file give; BadContent for whatever is wrong in them."""
    return _Reader(names).position(entries, turn)


class _Reader:
    """Reads the parts of one position with the names of its table."""

    def __init__(self, names: AdventureVocabulary) -> None:
        self.names = names
        self.table = names.table

    def position(self, entries: dict[str, Node], turn: int) -> Position:
        players = tuple(self._player(number, node) for number, node in enumerate(entries["players"].items()))
        if not players[turn].in_game:
            entries.get("turn", entries["players"]).fail("a player who is out of the game has no turn")
        return Position(
            table=self.table,
            turn=turn,
            players=players,
            spaces={self._space(key, node): self._cards(node) for key, node in self._of(entries, "spaces")},
            on={self._keeper(key, node): self._cards(node) for key, node in self._of(entries, "on")},
            gold={self._space(key, node): whole(node, 1) for key, node in self._of(entries, "gold")},
            decks={self._pile(key, node): self._deck_cards(key, node) for key, node in self._of(entries, "decks")},
            discards={
                self._discard(key, node): self._deck_cards(key, node) for key, node in self._of(entries, "discards")
            },
            goal=tuple(self._goal(item) for item in entries["goal"].many()) if "goal" in entries else None,
            in_force=self._in_force(entries["in_force"]) if "in_force" in entries else (),
            set_up=entries["set_up"].flag() if "set_up" in entries else False,
            marks={self._space(key, node): self._marks(node, turn) for key, node in self._of(entries, "marks")},
            now=tuple(self.names.present(node, key) for key, node in self._of(entries, "now")),
        )

    def _of(self, entries: dict[str, Node], key: str) -> list[tuple[str, Node]]:
        return list(entries[key].mapping().items()) if key in entries else []

    # places

    def _space(self, key: str, node: Node) -> int:
        return self.names.space_called(node, key)

    def _keeper(self, key: str, node: Node) -> int:
        """Return the zone of what lies on a card, or on a space apart from what is met there."""
        zones = {self.table.zones[zone].name: zone for zone in self.table.kept.values()}
        if f"on.{key}" not in zones:
            node.fail("no cards are kept on {name!r}{hint}", name=key, hint=closest(f"on.{key}", zones))
        return zones[f"on.{key}"]

    def _pile(self, key: str, node: Node) -> int:
        if self.names.deck(node, key) == self.table.character_deck:
            node.fail("characters are given to the players, not to a deck")
        return self.names.pile(node, key)

    def _discard(self, key: str, node: Node) -> int:
        deck = self.names.deck(node, key)
        if self.table.deck_discard[deck] == self.table.deck_zone[deck]:
            node.fail("the deck {name!r} has no discard pile", name=key)
        return self.table.deck_discard[deck]

    def _goal(self, node: Node) -> CardNote:
        """Return the card that lies on the goal."""
        note = CardNote(node, self.names.card(node), NONE, ())
        if not any(
            card in self.table.endings and endings.admitted(self.table, card) for card in self.names.cards[note.id]
        ):
            node.fail("the card {id!r} does not lie on the goal in a game of these options", id=note.id)
        return note

    def _in_force(self, node: Node) -> tuple[CardNote, ...]:
        """Return the cards that hold for all."""
        notes = self._cards(node)
        for note in notes:
            if self.table.in_force == NONE or not self.table.for_all.intersection(self.names.cards[note.id]):
                note.node.fail("nothing puts the card {id!r} in force", id=note.id)
        return notes

    # cards

    def _cards(self, node: Node, wanted: frozenset[str] = frozenset(), what: str = "") -> tuple[CardNote, ...]:
        return tuple(self._card(item, wanted, what) for item in node.items())

    def _deck_cards(self, key: str, node: Node) -> tuple[CardNote, ...]:
        deck = self.names.deck(node, key)
        notes = self._cards(node)
        for note in notes:
            if note.deck not in (NONE, deck) or all(self.table.backs[c] != deck for c in self.names.cards[note.id]):
                note.node.fail("the card {id!r} does not belong to the deck {key!r}", id=note.id, key=key)
        return tuple(CardNote(note.node, note.id, deck, note.marks) for note in notes)

    def _card(self, node: Node, wanted: frozenset[str], what: str) -> CardNote:
        if isinstance(node.value, str):
            note = CardNote(node, self.names.card(node), NONE, ())
        else:
            entries = node.only("card", "deck", "marks")
            if "card" not in entries:
                node.fail("the key {key!r} is missing", key="card")
            deck = self.names.deck(entries["deck"], entries["deck"].text()) if "deck" in entries else NONE
            marks = self._marks(entries["marks"], NONE) if "marks" in entries else ()
            note = CardNote(node, self.names.card(entries["card"]), deck, marks)
        names = self.table.cards[self.names.cards[note.id][0]].names
        if "character" in names:
            node.fail("{id!r} is a character card, which lies before a player only", id=note.id)
        if wanted and wanted.isdisjoint(names) and not (wanted is WON and self._may_be_won(note)):
            node.fail("{id!r} is no {what}", id=note.id, what=Translatable(what))
        return note

    def _may_be_won(self, note: CardNote) -> bool:
        """Tell whether a card lies among the trophies once its bounty has been paid."""
        return bool(self.table.cards[self.names.cards[note.id][0]].seeks)

    # marks

    def _marks(self, node: Node, owner: int) -> tuple[MarkNote, ...]:
        return tuple(self._mark_note(key, mark, owner) for key, item in node.mapping().items() for mark in item.many())

    def _mark_note(self, name: str, node: Node, owner: int) -> MarkNote:
        """Return the mark that `name: node` gives; a plain number is its turns if it is counted in turns."""
        kind = self.names.mark(node, name)
        tick, in_turns = self.names.counted(kind)
        if not isinstance(node.value, dict):
            plain = whole(node, 0, MOST if in_turns else self.names.most(kind))
            return MarkNote(kind, 1, tick, owner, plain) if in_turns else MarkNote(kind, plain, tick, owner, 1)
        entries = node.only("amount", "turns", "until", "by")
        if "until" in entries:
            until = entries["until"]
            if until.text() not in TICKS or TICKS[until.text()] == FIGHT_END:
                until.misspelt("no moment is called {name!r}", until.text(), TICKS)
            tick = TICKS[until.text()]
        if "turns" in entries and tick == NEVER:
            entries["turns"].fail("say with `until:` at which moment its turns are counted")
        amount = whole(entries["amount"], 1, self.names.most(kind)) if "amount" in entries else 1
        left = whole(entries["turns"], 1) if "turns" in entries else 1
        return MarkNote(kind, amount, tick, self.names.seat(entries["by"]) if "by" in entries else owner, left)

    # players

    def _player(self, seat: int, node: Node) -> Player:
        entries = node.only(*PLAYER_KEYS)
        character = self._character(node, entries)
        alignment = NONE
        if "alignment" in entries:
            word = entries["alignment"]
            if word.text() not in ALIGNMENTS:
                word.misspelt("no alignment is called {name!r}", word.text(), ALIGNMENTS)
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
            columns=self._columns(entries),
            alignment=alignment,
            spells=self._cards(entries["spells"], SPELL, "Spell") if "spells" in entries else None,
            cards=self._cards(entries["cards"], KEPT, "Object or Follower") if "cards" in entries else None,
            trophies=self._cards(entries["trophies"], WON, "Enemy") if "trophies" in entries else (),
            reserve=self._cards(entries["reserve"]) if "reserve" in entries else (),
            marks=self._marks(entries["marks"], seat) if "marks" in entries else (),
            missed=whole(entries["missed_turns"], 0) if "missed_turns" in entries else 0,
            extra=whole(entries["extra_turns"], 0) if "extra_turns" in entries else 0,
        )

    def _columns(self, entries: dict[str, Node]) -> dict[int, Node]:
        """Return what the file says of each counter, those of packs among them."""
        found = {column: entries[key] for key, column in COLUMN_KEYS.items() if key in entries}
        own = {counter.id: column for column, counter in self.table.own_counters.items()}
        for key, node in self._of(entries, "counters"):
            if key not in own:
                node.misspelt("nothing is counted as {name!r}", key, own)
            found[own[key]] = node
        return found

    def _character(self, player: Node, entries: dict[str, Node]) -> CardNote | None:
        if "character" not in entries:
            player.fail("the key 'character' is missing; write `character: none` for a killed one")
        node = entries["character"]
        if node.text() == "none":
            return None
        if not self._is_character(node.text()):
            known = {name for name in self.names.cards if self._is_character(name)}
            node.misspelt("no character is called {name!r}", node.text(), known)
        return CardNote(node, node.text(), self.table.character_deck, ())

    def _is_character(self, name: str) -> bool:
        cards = self.names.cards.get(name, [])
        return bool(cards) and "character" in self.table.cards[cards[0]].names
