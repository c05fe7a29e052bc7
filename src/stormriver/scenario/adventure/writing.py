"""A position of an adventure game in writing, and what has changed since, in the words of a scenario file."""

from __future__ import annotations

from stormriver.adventure.model.columns import (
    ALIGNMENT,
    ALIGNMENTS,
    CHARACTER,
    CRAFT,
    EXPERIENCE,
    EXTRA,
    FATE,
    GOLD,
    LIFE,
    MISSED,
    OUT,
    SPACE,
    STATUS,
    STRENGTH,
)
from stormriver.adventure.model.table import AdventureTable
from stormriver.adventure.procedures import endings
from stormriver.adventure.procedures.cycles import at_present
from stormriver.adventure.procedures.fortune import gold_on
from stormriver.adventure.procedures.stats import printed
from stormriver.kernel.game import Game
from stormriver.kernel.marks import FIGHT_END, OWN_TURN_END, OWN_TURN_START
from stormriver.kernel.state import NONE, Mark
from stormriver.scenario.adventure.expectation import LISTS, SEAT_FACTS
from stormriver.scenario.adventure.vocabulary import vocabulary
from stormriver.scenario.vocabulary import seat_names

ONLY_IN_SOME = {"fate": FATE, "experience": EXPERIENCE}
"""The counters that not every game has."""
TOLD = ("character", "at", "lives", "fate", "gold", "strength", "craft", "alignment", "cards", "trophies", "spells")
"""The facts of seats that a scenario cut out of a game expects, where they have changed."""


class Written:
    """Where everything lies in a game, as the entries of a scenario file.

    Args:
        game: the game, hidden cards and all.
        top: how many cards of each hidden deck are told, from the top; None for all.
    """

    def __init__(self, game: Game, top: int | None) -> None:
        self.game = game
        self.top = top
        self.table = game.table
        self.names = vocabulary(self.table)
        self.seats = seat_names(self.table)

    def entries(self) -> dict[str, object]:
        """Return the entries, those that would be empty left out."""
        state, table = self.game.state, self.table
        zones = state.zones
        spaces = {s.id: self._cards(zones[table.lying + n]) for n, s in enumerate(table.spaces)}
        gold = {space.id: gold_on(self.game, number) for number, space in enumerate(table.spaces)}
        loose = table.mark_ids["loose_gold"]
        marks = {s.id: self._marks(table.subject_of_space(n), n, loose) for n, s in enumerate(table.spaces)}
        found: dict[str, object] = {
            "game": self._game(),
            "players": [self._player(seat) for seat in range(len(self.seats))],
            "spaces": {name: cards for name, cards in spaces.items() if cards},
            "on": self._kept(),
            "gold": {name: amount for name, amount in gold.items() if amount},
            "decks": self._decks(),
            "discards": self._discards(),
            "goal": self._goal(),
            "in_force": self._cards(zones[table.in_force]) if table.in_force != NONE else [],
            "marks": {name: lying for name, lying in marks.items() if lying},
            "now": {name: str(table.marks[at_present(self.game, name)].id) for name in table.cycles},
            "turn": self.seats[state.active],
        }
        return {key: value for key, value in found.items() if value or (key == "goal" and self._lays())}

    def _lays(self) -> bool:
        """Tell whether the rules lay a card on the goal, so that it must be said if none lies there."""
        return endings.is_played(self.table)

    def _game(self) -> dict[str, object]:
        facts = {**self.table.facts(), "packs": list(self.table.added_packs())}
        return {key: facts[key] for key in ("preset", "packs", "options") if facts[key]}

    def _decks(self) -> dict[str, list[object]]:
        found = {}
        for deck, facts in enumerate(self.table.decks):
            cards = self.game.state.zones[self.table.deck_zone[deck]][::-1]
            if facts.hidden and deck != self.table.character_deck:
                shown = self._cards(cards if self.top is None else cards[: self.top], in_deck=True)
                if shown:
                    found[facts.id] = shown
        return found

    def _discards(self) -> dict[str, list[object]]:
        found = {}
        for deck, facts in enumerate(self.table.decks):
            zone = self.table.deck_discard[deck]
            if zone != self.table.deck_zone[deck] and self.game.state.zones[zone]:
                found[facts.id] = self._cards(self.game.state.zones[zone][::-1], in_deck=True)
        return found

    def _kept(self) -> dict[str, list[object]]:
        """Return what lies on cards, and on spaces apart from what is met there."""
        table, zones = self.table, self.game.state.zones
        lying = {table.zones[zone].name.partition(".")[2]: zones[zone] for zone in table.kept.values()}
        return {name: self._cards(cards) for name, cards in lying.items() if cards}

    def _goal(self) -> list[object]:
        table = self.table
        zones = [table.goal, table.goal_covered] if table.goal != NONE else []
        return [str(table.cards[card].id) for zone in zones for card in self.game.state.zones[zone]]

    # cards and marks

    def _cards(self, cards: tuple[int, ...], in_deck: bool = False) -> list[object]:
        return [self._card(card, in_deck) for card in cards]

    def _card(self, card: int, in_deck: bool) -> object:
        table = self.table
        name = str(table.cards[card].id)
        marks = self._marks(table.subject_of_card(card), NONE)
        if table.is_lying(self.game.state.place[card]):
            for column in table.cards[card].holds:  # a card that holds nothing any more has to say so
                marks.setdefault(str(table.marks[table.held_marks[column]].id), 0)
        found: dict[str, object] = {"card": name}
        if not in_deck and len({table.backs[copy] for copy in self.names.cards[name]}) > 1:
            found["deck"] = table.decks[table.backs[card]].id
        if marks:
            found["marks"] = marks
        return found if len(found) > 1 else name

    def _marks(self, subject: int, owner: int, without: int = NONE) -> dict[str, object]:
        found: dict[str, object] = {}
        for mark in self.game.state.marks:
            told_elsewhere = mark.kind == without or mark.kind in self.table.cyclic
            if mark.subject == subject and not told_elsewhere and mark.tick != FIGHT_END:
                name = str(self.table.marks[mark.kind].id)
                told = self._mark(mark, owner)
                before = found.get(name)
                found[name] = told if before is None else [*(before if isinstance(before, list) else [before]), told]
        return found

    def _mark(self, mark: Mark, owner: int) -> object:
        tick, in_turns = self.names.counted(mark.kind)
        timed = mark.tick in (OWN_TURN_START, OWN_TURN_END)
        if mark.tick == tick and mark.owner in (NONE, owner):
            if in_turns and mark.amount == 1:
                return mark.left
            if not in_turns and mark.left == 1:
                return mark.amount
        told: dict[str, object] = {"amount": mark.amount, "until": self.names.ticks[mark.tick]}
        if timed:
            told |= {"by": self.seats[mark.owner], "turns": mark.left}
        return told

    # seats

    def _player(self, seat: int) -> dict[str, object]:
        table, zones = self.table, self.game.state.zones
        row = self.game.state.seats[seat]
        turns = {"missed_turns": row[MISSED], "extra_turns": row[EXTRA]}
        later = {key: value for key, value in turns.items() if value}
        if row[CHARACTER] == NONE:
            gone = {"in_game": False} if row[STATUS] == OUT else {}
            return {"seat": self.seats[seat], "character": "none", **gone, **later}
        card = table.cards[row[CHARACTER]]
        found: dict[str, object] = {
            "seat": self.seats[seat],
            "character": card.id,
            "at": table.spaces[row[SPACE]].id,
            "strength": printed(self.game, seat, STRENGTH) + row[STRENGTH],
            "craft": printed(self.game, seat, CRAFT) + row[CRAFT],
            "lives": row[LIFE],
            **{name: row[column] for name, column in ONLY_IN_SOME.items() if name in table.counters},
            "gold": row[GOLD],
            "spells": self._cards(zones[table.hand + seat]),
            "cards": self._cards(zones[table.play + seat]),
        }
        own = {counter.id: row[column] for column, counter in table.own_counters.items() if row[column]}
        if own:
            found["counters"] = own
        if zones[table.trophies + seat]:
            found["trophies"] = self._cards(zones[table.trophies + seat])
        if zones[table.reserve + seat]:
            found["reserve"] = self._cards(zones[table.reserve + seat])
        if ALIGNMENTS[row[ALIGNMENT]] != card.alignment:
            found["alignment"] = ALIGNMENTS[row[ALIGNMENT]]
        marks = self._marks(seat, seat)
        if marks:
            found["marks"] = marks
        return found | later


def entries(game: Game, top: int | None) -> dict[str, object]:
    """Return the position of a game as the entries of a file, with so many cards of each hidden deck (None: all)."""
    return Written(game, top).entries()


def piles(table: AdventureTable) -> dict[int, str]:
    """Return the zones of the decks from which cards come in their order, with the names of the decks."""
    decks = zip(table.deck_zone, table.decks, strict=True)
    return {zone: deck.id for zone, deck in decks if zone not in table.stocks}


def changes(before: Game, after: Game) -> dict[str, object]:
    """Return the facts of seats and the cards on spaces that have changed, as a file expects them."""
    table = after.table
    found: dict[str, object] = {}
    for seat, name in enumerate(seat_names(table)):
        facts = {fact: now for fact in TOLD if (now := _fact(after, seat, fact)) != _fact(before, seat, fact)}
        if facts:
            found[name] = facts
    for number, space in enumerate(table.spaces):
        cards = after.state.zones[table.lying + number]
        if cards != before.state.zones[table.lying + number]:
            found[f"space.{space.id}"] = [table.cards[card].id for card in cards]
    return found


def _fact(game: Game, seat: int, fact: str) -> object:
    found = SEAT_FACTS[fact](game, game.view(seat).me)
    return sorted(found) if fact in LISTS and isinstance(found, list) else found
