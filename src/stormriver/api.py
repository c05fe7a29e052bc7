"""The public API: setting up a game, and restoring one from a save; for programs, and for the engine's own layers."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from stormriver.kernel import dice as chance
from stormriver.kernel import resuming
from stormriver.kernel.dice import check_seed
from stormriver.kernel.errors import BadRecord, StormriverError
from stormriver.kernel.facade import Game
from stormriver.kernel.game import Game as Engine
from stormriver.kernel.numbering import AS_READ, Numbering
from stormriver.kernel.pickles import picklable
from stormriver.kernel.plugins import RULEBOOKS, plugin
from stormriver.kernel.table import Table
from stormriver.language.recorded_packs import found_again, given_by_id
from stormriver.language.ruleset import Ruleset, rulebook_of
from stormriver.language.ruleset import presets as known_presets

if TYPE_CHECKING:  # a game loads its own rulebook alone
    from stormriver import adventure, wargame

PRESET: Literal["revised4"] = "revised4"
"""The rulebook of a new game if none is named."""
Adventures = Literal["reference", "revised4", "third"]
"""The presets whose games are adventures,"""
Wargames = Literal["wargame"]
"""and those whose games are wargames; a type checker knows their views by them."""
SEATS = 4
"""How many seats a game has by default, if its rulebook allows so many."""
SEAT_NAMES = ("ann", "ben", "cleo", "dan", "eve", "finn")
"""What seats are called by default, in their order."""


def presets() -> list[str]:
    """Return the ids of the rulebooks that can be played, such as `revised4`."""
    return known_presets()


def table_for(
    preset: str,
    seats: int | Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    packs: Sequence[str] = (),
    numbering: Numbering = AS_READ,
) -> Table:
    """Return what all games of a set-up share: its cards, spaces, rules and zones.

    Args:
        preset: the id of a rulebook, see `presets()`.
        seats: how many players, or their names; None: four, or as many as the rulebook allows.
        options: options of the preset that differ from its defaults.
        packs: further packs of cards, by name or folder.
        numbering: in which order things are numbered, for saves that were made when they were read in another one.

    Raises:
        StormriverError: for an unknown preset, option, value or pack, or a wrong number of seats.
    """
    if not _are_names(packs):
        raise StormriverError("Packs are a list of names, such as ['city'], not {packs!r}.", packs=packs)
    if seats is None:
        seats = usual_seats(preset, packs)
    names = _seat_names(seats)
    for name, value in (options or {}).items():
        if not isinstance(value, bool | int | str):
            raise StormriverError(
                "The option {name} is a word, a number, true or false, not {value!r}.", name=name, value=value
            )
    chosen = tuple(sorted((options or {}).items()))
    rulebook = rulebook_of(preset)
    load_table: Callable[..., Table] | None = plugin(RULEBOOKS, rulebook)
    if load_table is None:
        raise StormriverError(
            "The rulebook {rulebook!r}, by which {preset} is played, is not installed.",
            rulebook=rulebook,
            preset=preset,
        )
    return picklable(load_table(preset, names, chosen, tuple(packs), numbering))


def tables_for(packs: Sequence[str] = ()) -> Callable[..., Table]:
    """Return what finds the tables of saves and records, as `table_for` those of set-ups: packs stand there by ids.

    Args:
        packs: where to look for these first: by name or folder, or in a folder of packs.
    """

    def recorded_table_for(
        preset: str, seats: Any, options: Any, recorded: Sequence[str], numbering: Numbering = AS_READ
    ) -> Table:
        given = given_by_id(packs)
        found = [found_again(name, given) for name in recorded] if _are_names(recorded) else recorded
        return table_for(preset, seats, options, found, numbering)

    return recorded_table_for


def usual_seats(preset: str, packs: Sequence[str] = ()) -> int:
    """Return how many seats a game has by default: four, or as many as its rulebook allows.

    Args:
        preset: the id of a rulebook, see `presets()`.
        packs: further packs of cards, by name or folder.

    Raises:
        StormriverError: for an unknown preset or pack.
    """
    _, most = Ruleset(preset, {}, tuple(packs)).seats
    return min(SEATS, most)


def _are_names(given: object) -> bool:
    return isinstance(given, Sequence) and not isinstance(given, str) and all(isinstance(one, str) for one in given)


def _seat_names(seats: int | Sequence[str]) -> tuple[str, ...]:
    """Return the names of seats that are given by their number or their names."""
    if isinstance(seats, int) and not isinstance(seats, bool):
        if seats < 0:
            raise StormriverError("A game needs two seats or more, not {seats}.", seats=seats)
        return seat_names(seats)
    if isinstance(seats, int) or not _are_names(seats):
        raise StormriverError(
            "Seats are a number or a list of names, such as ['ann', 'ben'], not {seats!r}.", seats=seats
        )
    return tuple(seats)


def seat_names(count: int) -> tuple[str, ...]:
    """Return the default names of seats: `ann`, `ben` and so on, from the seventh on `seat7`.

    Args:
        count: how many seats."""
    return tuple(SEAT_NAMES[i] if i < len(SEAT_NAMES) else f"seat{i + 1}" for i in range(count))


def begin_game(
    preset: str = PRESET,
    seats: int | Sequence[str] | None = None,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    packs: Sequence[str] = (),
    log: bool = True,
    skip_forced: bool = True,
    dice: str = chance.SPLITMIX64,
) -> Engine:
    """Return the engine's game behind a new one, at its first ask.

    Its parameters are those of `new_game`, and `dice`, the name of its generator of chance (see `kernel.dice`).

    Raises:
        StormriverError: if the set-up is not possible, in one sentence.
    """
    if seed is not None:
        check_seed(seed)
    table = table_for(preset, seats, options, packs)
    number = secrets.randbits(63) if seed is None else seed
    state = table.new_state(number)
    state.dice, state.key = chance.begun(dice, number)
    game = Engine(table, state, [] if log else None, skip_forced)
    game.header = table.rulebook.header(table, number, skip_forced, dice)
    table.rulebook.start(game)
    game.run()
    return game


def resume_game(text: str, packs: Sequence[str] = ()) -> Engine:
    """Return the engine's game behind the one that a save holds, at the ask where it stood.

    Args:
        text: a save.
        packs: where to look first for the packs that it names: by name or folder, or in a folder of packs.

    Raises:
        BadRecord: if the text is broken, or was made with other packs.
    """
    if not isinstance(text, str):
        raise BadRecord("A save is a text, as `Game.save` returns it, not {given!r}.", given=text)
    return resuming.load(text, tables_for(packs))


@overload
def new_game(
    preset: Adventures = PRESET,
    seats: int | Sequence[str] | None = None,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    packs: Sequence[str] = (),
    log: bool = True,
    skip_forced: bool = True,
) -> Game[adventure.View]: ...
@overload
def new_game(
    preset: Wargames,
    seats: int | Sequence[str] | None = None,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    packs: Sequence[str] = (),
    log: bool = True,
    skip_forced: bool = True,
) -> Game[wargame.View]: ...
@overload
def new_game(
    preset: str,
    seats: int | Sequence[str] | None = None,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    packs: Sequence[str] = (),
    log: bool = True,
    skip_forced: bool = True,
) -> Game[Any]: ...
def new_game(
    preset: str = PRESET,
    seats: int | Sequence[str] | None = None,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    packs: Sequence[str] = (),
    log: bool = True,
    skip_forced: bool = True,
) -> Game[Any]:
    """Return a new game at its first ask.

    Type checkers know by the preset what its views are; of a preset that is not ours, say it: `game: Game[MyView]`.

    Args:
        preset: the id of a rulebook, see `presets()`.
        seats: how many players, or their names; None: four, or as many as the rulebook allows.
        seed: any integer; the same seed and answers give the same game. None: a new one by chance.
        options: options of the preset that differ from its defaults.
        packs: further packs of cards, by name or folder.
        log: whether events are written; simulations do without.
        skip_forced: whether asks with a single option are answered at once.

    Raises:
        StormriverError: if the set-up is not possible, in one sentence.
    """
    return Game(begin_game(preset, seats, seed, options, packs, log, skip_forced))


def load(text: str, packs: Sequence[str] = ()) -> Game[Any]:
    """Return the game that `Game.save` wrote, at the ask where it stood.

    Say what its views are where a type checker is to know: `game: Game[adventure.View] = stormriver.load(text)`.

    Args:
        text: a save.
        packs: where to look first for the packs that it names: by name or folder, or in a folder of packs.

    Raises:
        BadRecord: if the text is broken, or its packs are not here or have other cards.
    """
    return Game(resume_game(text, packs))
