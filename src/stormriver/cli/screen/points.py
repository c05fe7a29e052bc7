"""Where the points of a character come from: the card itself, counters, and each thing that adds to them.

What a thing adds is what would be missing without it. So the sum is always that of the engine, whatever the things say.
"""

from __future__ import annotations

from dataclasses import dataclass

from stormriver.adventure.belongings import belongings
from stormriver.adventure.columns import CRAFT, STRENGTH
from stormriver.adventure.stats import craft, printed, strength, total
from stormriver.adventure.view import View
from stormriver.cli.screen.names import table_of
from stormriver.kernel.game import Game


@dataclass(frozen=True)
class Points:
    """A number of a character, and what makes it up.

    Attributes:
        total: the number.
        parts: what adds to it, by name, in order: first what is printed on the card.
        spare: what would add to it if another thing of its kind did not: a second Weapon.
    """

    total: int
    parts: tuple[tuple[str, int], ...]
    spare: tuple[tuple[str, int], ...] = ()

    @property
    def made_up(self) -> str:
        """The parts in words: `3 printed, 1 gained, Magic Belt +1`."""
        return ", ".join(
            f"{amount} {name}" if name in ("printed", "gained") else f"{name} {amount:+d}"
            for name, amount in self.parts
        )


def points(view: View, seat: int) -> dict[str, Points]:
    """Return Strength and Craft of a seat, and under `battle` and `psychic` what more counts in a fight.

    A seat without a character has none of them.
    """
    if not view.seats[seat].playing:
        return {}
    table = table_of(view)
    found = {}
    for name, column, number in (("strength", STRENGTH, table.STRENGTH), ("craft", CRAFT, table.CRAFT)):
        whole = (strength if column == STRENGTH else craft)(view.game, seat)
        own = [("printed", printed(view.game, seat, column)), ("gained", view.game.state.seats[seat][column])]
        parts = _parts(view, seat, number)
        rest = whole - sum(amount for _, amount in own) - sum(amount for _, amount in parts)
        found[name] = Points(whole, _present([*own, *parts, ("ability or space", rest)]))
    found["battle"] = _in_battle(view, seat)
    found["psychic"] = _in_fight(view, seat, table.PSYCHIC)
    return found


def _present(parts: list[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(part for part in parts if part[1] or part[0] == "printed")


def _in_fight(view: View, seat: int, number: int) -> Points:
    parts = _parts(view, seat, number)
    whole = total(view.game, seat, number)
    rest = whole - sum(amount for _, amount in parts)
    return Points(whole, _present([*parts, ("ability or space", rest)]))


def _in_battle(view: View, seat: int) -> Points:
    """Return what counts in battle only; of Weapons no more than may be used, the best ones."""
    table = table_of(view)
    everything = _in_fight(view, seat, table.BATTLE)
    weapons = {table.cards[card].name for card in belongings(view.game, seat) if card in table.weapons}
    best = sorted((part for part in everything.parts if part[0] in weapons), key=lambda part: -part[1])
    spare = tuple(best[total(view.game, seat, table.WEAPONS) :])
    kept = list(everything.parts)
    for part in spare:
        kept.remove(part)
    return Points(everything.total - sum(amount for _, amount in spare), tuple(kept), spare)


def _parts(view: View, seat: int, number: int) -> list[tuple[str, int]]:
    """Return what each belonging and each mark of a seat adds to a number."""
    game = view.game
    table = table_of(view)
    whole = total(game, seat, number)
    parts: list[tuple[str, int]] = []
    zone = table.play + seat
    for card in belongings(game, seat):
        without = game.clone()
        without.state.zones[zone] = tuple(other for other in without.state.zones[zone] if other != card)
        _note(parts, table.cards[card].name, whole - total(without, seat, number))
    for mark in game.state.marks:
        if mark.subject == seat and table.marks[mark.kind].modify:
            _note(parts, table.marks[mark.kind].name, whole - _without_mark(game, seat, number, mark))
    return parts


def _note(parts: list[tuple[str, int]], name: str, amount: int) -> None:
    if amount:
        parts.append((name, amount))


def _without_mark(game: Game, seat: int, number: int, mark: object) -> int:
    without = game.clone()
    without.state.marks = [other for other in without.state.marks if other is not mark]
    return total(without, seat, number)
