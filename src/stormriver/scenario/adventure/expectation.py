"""What a scenario of an adventure game expects of seats, spaces and piles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stormriver.adventure.model.columns import EXTRA
from stormriver.adventure.procedures.cycles import at_present
from stormriver.adventure.procedures.fortune import gold_on
from stormriver.adventure.procedures.stats import craft, find_marks, marks_on, names_now, total
from stormriver.adventure.view import SeatView
from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.kernel.translatable import Translatable
from stormriver.language.source import Node
from stormriver.scenario.adventure.vocabulary import AdventureVocabulary
from stormriver.scenario.expectation import Check, Reader


def _things(word: str) -> Callable[[Game, SeatView], list[str]]:
    def found(game: Game, seat: SeatView) -> list[str]:
        table = game.table
        cards = game.state.zones[table.play + seat.number]
        names = [names_now(game, card) for card in cards]
        return [n for n, all_ in zip(seat.cards, names, strict=True) if ("object" in all_) == (word == "object")]

    return found


def _psychic(game: Game, seat: SeatView) -> int:
    return craft(game, seat.number) + total(game, seat.number, game.table.PSYCHIC)


SEAT_FACTS: dict[str, Callable[[Game, SeatView], object]] = {
    "at": lambda game, seat: seat.space or "none",
    "region": lambda game, seat: seat.region or "none",
    "character": lambda game, seat: seat.character or "none",
    "in_game": lambda game, seat: seat.in_game,
    "playing": lambda game, seat: seat.playing,
    "lives": lambda game, seat: seat.lives,
    "fate": lambda game, seat: seat.fate,
    "gold": lambda game, seat: seat.gold,
    "experience": lambda game, seat: seat.experience,
    "strength": lambda game, seat: seat.own_strength,
    "craft": lambda game, seat: seat.own_craft,
    "full_strength": lambda game, seat: seat.strength,
    "full_craft": lambda game, seat: seat.craft,
    "battle_strength": lambda game, seat: seat.battle_strength,
    "psychic_craft": _psychic,
    "alignment": lambda game, seat: seat.alignment,
    "cards": lambda game, seat: seat.cards,
    "objects": _things("object"),
    "followers": _things("follower"),
    "trophies": lambda game, seat: seat.trophies,
    "strength_trophies": lambda game, seat: seat.trophy_points[0],
    "craft_trophies": lambda game, seat: seat.trophy_points[1],
    "spells": lambda game, seat: seat.spells,
    "spell_limit": lambda game, seat: seat.spell_limit,
    "missed_turns": lambda game, seat: seat.missed_turns,
    "extra_turns": lambda game, seat: game.state.seats[seat.number][EXTRA],
}
"""What may be expected of a seat, besides its `marks`; for a list of cards its length will do."""

LISTS = frozenset({"cards", "objects", "followers", "trophies", "spells"})
WORDS = frozenset({"at", "region", "character", "alignment"})
FLAGS = frozenset({"in_game", "playing"})


class AdventureReader(Reader):
    """Reads what is expected of seats, spaces and piles."""

    places = ("space", "gold", "deck", "discard", "on", "marks", "in_force", "now")
    names: AdventureVocabulary

    def seat(self, seat: int, node: Node) -> None:
        """Read the facts and marks expected of a seat."""
        name = self.names.table.seats[seat]
        for key, value in node.mapping().items():
            if key == "marks":
                self._marks(seat, f"{name}.marks", value)
                continue
            if key == "counters":
                self._counters(seat, name, value)
                continue
            if key not in SEAT_FACTS:
                value.misspelt("no fact of a seat is called {name!r}", key, [*SEAT_FACTS, "marks", "counters"])
            self._fact(seat, f"{name}.{key}", key, value)

    def _fact(self, seat: int, name: str, key: str, node: Node) -> None:
        fact = SEAT_FACTS[key]

        def found(game: Game) -> Any:
            return fact(game, game.view(seat).me)

        if key in LISTS:
            self.check_cards(node, name, found, ordered=False)
        elif key in WORDS:
            self._word(key, node)
            self.check(node, name, node.text(), found)
        elif key in FLAGS:
            self.check(node, name, node.flag(), found)
        elif key in ("strength", "craft"):
            self._stat(seat, key, name, node)
        else:
            self.check(node, name, node.integer(), found)

    def _stat(self, seat: int, key: str, name: str, node: Node) -> None:
        wanted = node.integer()

        def failure(game: Game) -> Translatable | None:
            me = game.view(seat).me
            own, full = SEAT_FACTS[key](game, me), SEAT_FACTS["full_" + key](game, me)
            if own == wanted:
                return None
            if full == wanted:
                told = "expected {wanted}, found {actual} (full_{key}, with all that adds to it, is {full})"
                return Translatable(told, wanted=wanted, actual=own, key=key, full=full)
            return Translatable("expected {wanted}, found {actual}", wanted=wanted, actual=own)

        self.checks.append(Check(node, name, failure))

    def _word(self, key: str, node: Node) -> None:
        table = self.names.table
        known = {
            "at": [*self.names.spaces, "none"],
            "region": [*table.regions, "none"],
            "alignment": ["good", "neutral", "evil"],
            "character": [*(c.id for c in table.cards if "character" in c.names), "none"],
        }[key]
        if node.text() not in known:
            node.misspelt("{name!r} is unknown here", node.text(), known)

    def _counters(self, seat: int, name: str, node: Node) -> None:
        columns = self.names.table.counters
        for key, value in node.mapping().items():
            if key not in columns:
                value.misspelt("nothing is counted as {name!r}", key, columns)

            def amount(game: Game, column: int = columns[key]) -> int:
                return game.state.seats[seat][column]

            self.check(value, f"{name}.counters.{key}", value.integer(), amount)

    def _marks(self, subject: int, told: str, node: Node) -> None:
        if not node.mapping():
            node.fail("an empty mapping says nothing; give a mark with 0 if it must not be there")
        for key, value in node.mapping().items():
            kind = self.names.mark(value, key)
            name = f"{told}.{key}"
            in_turns = self.names.counted(kind)[1]

            def amount(game: Game, kind: int = kind) -> int:
                return marks_on(game, subject, kind)

            def turns(game: Game, kind: int = kind) -> int:
                return max((mark.left for mark in find_marks(game, subject, kind)), default=0)

            if isinstance(value.value, dict):
                for part, item in value.only("amount", "turns").items():
                    self.check(item, f"{name}.{part}", item.integer(), amount if part == "amount" else turns)
            else:
                self.check(value, name, value.integer(), turns if in_turns else amount)

    def place(self, key: str, place: str, name: str, node: Node) -> None:
        """Read the cards expected on a space, on a card or in a pile, or the gold on a space."""
        table = self.names.table
        if place == "gold":
            space = self.names.space_called(node, name)
            self.check(node, key, node.integer(), lambda game: gold_on(game, space))
        elif place == "marks":
            self._marks(self._subject(node, name), key, node)
        elif place == "in_force":
            if table.in_force == NONE:
                node.fail("nothing puts cards in force in this game")
            self._lying(node, key, table.in_force)
        elif place == "space":
            self._lying(node, key, table.lying + self.names.space_called(node, name))
        elif place == "now":
            self.names.present(node, name)
            self.check(node, key, node.text(), lambda game: str(table.marks[at_present(game, name)].id))
        elif place == "on":
            zones = {zone.name: number for number, zone in enumerate(table.zones)}
            if key not in zones:
                node.fail("no cards are kept on {name!r}", name=name)
            self._lying(node, key, zones[key])
        elif place == "deck":
            self.check_pile(node, key, self.names.pile(node, name), ordered=True)
        else:
            deck = self.names.deck(node, name)
            if table.deck_discard[deck] == table.deck_zone[deck]:
                node.fail("the deck {name!r} has no discard pile", name=name)
            self.check_pile(node, key, table.deck_discard[deck], ordered=False)

    def _subject(self, node: Node, name: str) -> int:
        """Return what marks may lie on: a space, or the first copy of a card."""
        table = self.names.table
        if name in self.names.spaces:
            return table.subject_of_space(self.names.spaces[name])
        if name not in self.names.cards:
            node.misspelt("no card or space is called {name!r}", name, [*self.names.spaces, *self.names.cards])
        return table.subject_of_card(self.names.cards[name][0])

    def _lying(self, node: Node, name: str, zone: int) -> None:
        cards = self.names.table.cards
        self.check_cards(node, name, lambda game: [str(cards[c].id) for c in game.state.zones[zone]], ordered=True)
