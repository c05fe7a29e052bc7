"""The view of a wargame: where it stands for one viewer, as facts with words.

What all viewers share is built once, as an onlooker's view; what each viewer knows beyond that is added to it.
"""

from __future__ import annotations

from msgspec.structs import replace

from stormriver.kernel.game import Game
from stormriver.kernel.state import NONE
from stormriver.kernel.table import once_a_table
from stormriver.kernel.view import ONLOOKER
from stormriver.presentation.facts import UNKNOWN, Ability, Ask, Held, Mark, Pile
from stormriver.presentation.stack import stack_of
from stormriver.presentation.wargame.asking import ask_of
from stormriver.presentation.wargame.covering import covering_of
from stormriver.presentation.wargame.facts import Arrow, Place, WarSeat, WarUnit, WarView
from stormriver.presentation.wargame.pairs import pairs_of
from stormriver.presentation.wargame.stat_breakdown import parts_of
from stormriver.wargame.analysis.reach import reach, threatened
from stormriver.wargame.analysis.under_way import attack_under_way, move_under_way
from stormriver.wargame.model.table import CUPS, WargameGame, WargameTable
from stormriver.wargame.procedures.grid import square_of
from stormriver.wargame.text.procedures import under_way
from stormriver.wargame.view import SeatView, SquareView, UnitView
from stormriver.wargame.view import View as Sight

UNSAID = frozenset({"control", "wound", "disease", "fading"})
"""Marks that are shown in another way, or only count for the rules."""
DONE = {"movement": "moved", "shooting": "acted", "battles": "acted"}
"""By the phase, the mark of a unit that has done what units do in it."""


def view_of(game: Game, seat: int, public: WarView | None = None, language: str = "en") -> WarView:
    """Return where a game stands for a viewer.

    Args:
        game: the game, its hidden chits included.
        seat: a seat, an ONLOOKER, or somebody OMNISCIENT.
        public: the view of an onlooker in the same language, if it has been made already; that saves most of the work.
        language: the viewer's.
    """
    return _own(public or _public(game, language), game, seat, language)


def roles(view: WarView, game: Game) -> list[str]:
    """Return the side that each seat plays."""
    return [seat.side for seat in view.seats]


def _public(game: Game, language: str) -> WarView:
    """Return what everybody knows."""
    sight = Sight(game, ONLOOKER)
    table: WargameTable = sight.game.table
    state, ask = sight.game.state, sight.game.ask
    seats = len(table.seats)
    return WarView(
        seat=ONLOOKER,
        turn=state.turn,
        round=-(-state.turn // seats),
        active=state.active,
        over=state.ask is None,
        phase=sight.phase,
        seats=tuple(_seat(sight, table, seat) for seat in sight.seats),
        squares={square.id: _place(sight, square, language) for square in sight.squares},
        piles={cup: _pile(sight, table, cup) for cup in CUPS},
        marks=tuple(Mark(table.marks[mark.kind].id, mark.amount) for mark in state.marks if mark.subject < seats),
        stack=stack_of(table, under_way(sight.game, language)),
        ask=None if ask is None else Ask(ask.seat, ask.kind, ask.rule),
        arrow=_arrow(sight.game),
        result=tuple(game.result),
    )


def _arrow(game: WargameGame) -> Arrow | None:
    """Return the attack or move under way, if it is known where it comes from and goes to."""
    attack, move = attack_under_way(game), move_under_way(game)
    if attack is not None:
        source, target = square_of(game, attack.attacker), square_of(game, attack.target)
    elif move is not None:
        source, target = square_of(game, move.unit), move.space
    else:
        return None
    if NONE in (source, target):
        return None
    spaces = game.table.spaces
    return Arrow(source=spaces[source].id, target=spaces[target].id, attack=attack is not None)


def _seat(sight: Sight, table: WargameTable, seat: SeatView) -> WarSeat:
    zones = sight.game.state.zones
    tiles = {
        table.cards[zones[table.tiles + unit.place][0]].id for unit in seat.units if zones[table.tiles + unit.place]
    }
    return WarSeat(
        number=seat.number,
        name=seat.name,
        side=seat.side,
        gold=seat.gold,
        points=seat.points,
        magic_users=seat.magic_users,
        spells=_held(table, zones[table.hand + seat.number]),
        hand_limit=seat.hand_limit,
        drawn=_held(table, zones[table.drawn + seat.number]),
        goals=seat.goals,
        held=tuple(goal for goal in seat.goals if goal in tiles),
        units=len(seat.units),
        strength=sum(max(unit.strength, 0) for unit in seat.units),
        skips=seat.skips,
    )


def _held(table: WargameTable, cards: tuple[int, ...], usable: frozenset[str] = frozenset()) -> tuple[Held, ...]:
    return tuple(
        Held(UNKNOWN) if card < 0 else Held(table.cards[card].id, card, (), table.cards[card].id in usable)
        for card in cards
    )


def _place(sight: Sight, square: SquareView, language: str) -> Place:
    unit = square.unit
    return Place(square.tile, square.block, square.ruin, None if unit is None else _unit(sight, unit, language))


def _unit(sight: Sight, unit: UnitView, language: str) -> WarUnit:
    table: WargameTable = sight.game.table
    marks = tuple(Mark(kind, amount) for kind, amount in unit.marks.items() if kind not in UNSAID)
    return WarUnit(
        card=unit.id,
        owner=unit.owner,
        strength=unit.strength,
        printed=table.cards[unit.number].strength,  # type: ignore[attr-defined]
        wounds=unit.wounds,
        limit=unit.limit,
        parts=parts_of(sight.game, unit.number, language),
        diseased=unit.diseased,
        save=unit.save,
        steps=unit.steps,
        items=tuple(unit.items),
        chits=tuple(unit.chits),
        abilities=tuple(ability_of(table, one, language) for one in unit.abilities),
        marks=marks,
        reach=tuple(table.spaces[square].id for square in reach(sight.game, unit.number)),
        threat=tuple(table.spaces[square].id for square in threatened(sight.game, unit.number)),
        done=DONE.get(sight.phase) in unit.marks,
    )


@once_a_table
def ability_of(table: WargameTable, name: str, language: str) -> Ability:
    """Return an ability by its id, in words."""
    ability = table.abilities[name]
    return Ability(table.name_of(ability, language), table.says(ability, language))


def _pile(sight: Sight, table: WargameTable, cup: str) -> Pile:
    zones = sight.game.state.zones
    spent = zones[table.spent[cup]]
    return Pile(len(zones[table.cup[cup]]), tuple(table.cards[card].id for card in spent if card >= 0))


def _own(public: WarView, game: Game, viewer: int, language: str) -> WarView:
    """Return the public view with what one viewer knows beyond it."""
    if viewer == ONLOOKER:
        return public
    sight = Sight(game, viewer)
    sight.language = language
    ask = ask_of(sight)
    usable = frozenset(option.card for option in ask.options if option.card) if ask is not None else frozenset()
    asked = ask.seat if ask is not None else NONE
    table: WargameTable = sight.game.table
    zones = sight.game.state.zones
    seats = tuple(
        replace(
            seat,
            spells=_held(table, zones[table.hand + seat.number], usable if seat.number == asked else frozenset()),
            drawn=_held(table, zones[table.drawn + seat.number]),
        )
        for seat in public.seats
    )
    return replace(
        public, seat=max(viewer, ONLOOKER), seats=seats, ask=ask, pairs=pairs_of(sight), covering=covering_of(sight)
    )
