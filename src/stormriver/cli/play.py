"""`stormriver play`: a game at the terminal, people against computer players or each other."""

from __future__ import annotations

import secrets
import shlex
from pathlib import Path
from typing import Annotated

import typer

import stormriver
from stormriver.api import SEAT_NAMES
from stormriver.cli.conversation import Conversation, opening
from stormriver.cli.screen import ending
from stormriver.cli.setup import Options, Packs, options_of, packs_of
from stormriver.cli.sitting import Sitting, checked, resumed
from stormriver.cli.terminal import Left, Terminal, interruptible
from stormriver.kernel.errors import EngineError, StormriverError

PRESET = "revised4"
PLAYERS = "you,steady,steady,steady"


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("play")(play)


def play(
    preset: Annotated[str | None, typer.Option("--preset", "-p", help=f"The rulebook; {PRESET} if not said.")] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="WHO,...", help=f"`you` or a computer player a seat; {PLAYERS} if not said."),
    ] = None,
    names: Annotated[str | None, typer.Option("--names", metavar="NAME,...", help="What the seats are called.")] = None,
    option: Options = None,
    packs: Packs = None,
    seed: Annotated[int | None, typer.Option("--seed", help="The same seed and answers give the same game.")] = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Where to save it on leaving.")] = None,
    pace: Annotated[bool, typer.Option("--pace", help="Show each turn of a computer player by itself.")] = False,
) -> None:
    """Play a game at the terminal. Several `you` among the players take turns at the keyboard."""
    kinds = None if players is None else [kind.strip() for kind in players.split(",")]
    if load is not None:
        if any(given is not None for given in (preset, names, option, packs, seed)):
            raise StormriverError("A saved game brings its own preset, names, options, packs and seed; leave them out.")
        sitting = resumed(load, kinds)
        first = None
    else:
        first = secrets.randbits(32) if seed is None else seed
        sitting = begun(preset or PRESET, kinds or PLAYERS.split(","), names, option, packs, first)
    if save is not None and save.exists() and save != load:
        raise StormriverError(f"There is a file {save} already: go on with it by --load, or name another one.")
    sitting.path = save or sitting.path
    converse(sitting, Terminal(), pace, first, new=load is None)


def begun(
    preset: str, kinds: list[str], names: str | None, option: list[str] | None, packs: list[str] | None, seed: int
) -> Sitting:
    """Return a sitting with a new game.

    Raises:
        StormriverError: if the set-up is not possible.
    """
    checked(kinds, len(kinds))
    game = stormriver.new_game(
        preset, seat_names(names, len(kinds)), seed=seed, options=options_of(option), packs=packs_of(packs)
    )
    return Sitting(game, kinds, seed)


def seat_names(given: str | None, seats: int) -> list[str]:
    """Return what the seats are called.

    Raises:
        StormriverError: if there are not as many names as seats, or one cannot be typed and shown in a line.
    """
    if given is None:
        return [*SEAT_NAMES[:seats], *(f"seat{i + 1}" for i in range(len(SEAT_NAMES), seats))]
    names = [name.strip() for name in given.split(",")]
    if len(names) != seats:
        raise StormriverError(f"{len(names)} names were given for {seats} seats.")
    for name in names:
        if not name.isidentifier() or len(name) > 12:
            raise StormriverError(f"A name is one word of at most 12 letters and digits, not {name!r}.")
    return names


def converse(sitting: Sitting, terminal: Terminal, pace: bool, seed: int | None, new: bool) -> None:
    """Play a sitting at a terminal until the game is over or everybody leaves.

    A game that is left is saved; one that is over only where a file was named.
    """
    try:
        with interruptible(), terminal.wide_open():
            typed = terminal.page(opening(sitting, seed, terminal.width), "[Enter] begin > ") if new else ""
            if typed.lower() in ("q", "quit"):
                raise Left
            Conversation(sitting, terminal, pace).run()
    except (Left, KeyboardInterrupt):
        _leave(sitting, terminal)
        return
    except EngineError:
        _leave(sitting, terminal)
        raise
    if sitting.path is not None:
        sitting.save()
    view = sitting.game.view(sitting.people[0])
    terminal.say(ending.page(view, sitting.told(view), terminal.width))


def _leave(sitting: Sitting, terminal: Terminal) -> None:
    path = sitting.save()
    terminal.tell(f"Saved to {path}. Go on with: stormriver play --load {shlex.quote(str(path))}")
