"""`stormriver play`: the game in the browser, or at the terminal; people against computer players or each other."""

from __future__ import annotations

import os
import secrets
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from stormriver.api import begin_game, usual_seats
from stormriver.api import seat_names as usual_names
from stormriver.cli import completions
from stormriver.cli.conversation import Conversation, opening
from stormriver.cli.game_setup import RULEBOOKS, Options, Packs, options_of, packs_of
from stormriver.cli.hints import hint
from stormriver.cli.kept_games import file_of, latest, place
from stormriver.cli.reader_language import READER
from stormriver.cli.screen import ending, palette
from stormriver.cli.session import PERSON, LocalSession, check_place, checked, resumed
from stormriver.cli.terminal import Left, Terminal, interruptible
from stormriver.cli.wording import counted, tell
from stormriver.kernel.errors import EngineError, StormriverError

PRESET = "revised4"
OTHERS = "steady"
"""Who plays the other seats if nobody is named."""
LONGEST_NAME = 12
"""How many letters the name of a seat may have, so that it fits into a line."""


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("play")(play)


def play(
    preset: Annotated[
        str | None,
        typer.Option(
            "--preset",
            "-p",
            help=f"The rulebook; {PRESET} if not said: {RULEBOOKS}.",
            autocompletion=completions.presets,
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="WHO,...",
            help=f"`you` or a computer player a seat; you and {OTHERS} ones if not said.",
            autocompletion=completions.people_and_players,
        ),
    ] = None,
    names: Annotated[str | None, typer.Option("--names", metavar="NAME,...", help="What the seats are called.")] = None,
    option: Options = None,
    packs: Packs = None,
    seed: Annotated[int | None, typer.Option("--seed", help="The same seed and answers give the same game.")] = None,
    load: Annotated[
        Path | None,
        typer.Option(
            "--load",
            metavar="GAME",
            help="Go on with a saved game, a file or a name.",
            autocompletion=completions.games,
        ),
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Where to save it on leaving.")] = None,
    again: Annotated[bool, typer.Option("--continue", help="Go on with the game that was played last.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, as screen readers like it.")] = False,
    colours: Annotated[
        str,
        typer.Option(
            "--colours",
            metavar="WHICH",
            help="full, safe for any colour vision, or none.",
            autocompletion=completions.colours,
        ),
    ] = palette.FULL,
    lesson: Annotated[
        str | None,
        typer.Option(
            "--lesson", metavar="ID", help="Play a lesson: setting_out...", autocompletion=completions.lessons
        ),
    ] = None,
    pace: Annotated[bool, typer.Option("--pace", help="Show each turn of a computer player by itself.")] = False,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play at the terminal; the options above are for this, but for --packs.")
    ] = False,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only tell the address, and open no browser.")
    ] = False,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65535, help="The port of the page; a free one if not said.")
    ] = None,
) -> None:
    """Play a game: in the browser, or with --terminal right here."""
    given = any(one is not None for one in (preset, players, names, option, seed, load, save)) or pace or again
    if not terminal:
        refuse(given or plain or lesson is not None or colours != palette.FULL, "for_the_terminal")
        from stormriver.cli.browser import play_in_browser  # what it needs of the network, the terminal does not

        play_in_browser(port, opens=not no_browser, packs=packs_of(packs))
        return
    refuse(port is not None or no_browser, "no_page")
    here = terminal_here(plain, colours)
    if lesson is not None:
        refuse(given or packs is not None, "lesson_brings")
        learn(here, lesson)
        return
    refuse(again and load is not None, "continue_or_load")
    before = latest() if again else load and file_of(load)
    play_here(here, preset, players, names, option, packs, seed, before, save, pace)


def refuse(wrong: bool, key: str) -> None:
    """Raise StormriverError with the sentence of a key, if options were given that do not go together."""
    if wrong:
        raise StormriverError(tell(READER, key))


def terminal_here(plain: bool, colours: str) -> Terminal:
    """Return the terminal to play at: with single keys where somebody sits at one, else line by line.

    Args:
        plain: whether line by line is wanted.
        colours: which colours there are.

    Raises:
        StormriverError: if there are no such colours.
    """
    if colours not in palette.COLOURS:
        raise StormriverError(tell(READER, "no_colours", name=repr(colours)) + hint(colours, palette.COLOURS))
    people = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if plain or not people:
        return Terminal(colours)
    from stormriver.cli.fullscreen.screen import FullScreen  # what reads single keys, a game by lines does not need

    return FullScreen(colours=colours)


def learn(terminal: Terminal, name: str) -> None:
    """Play a lesson, which nobody saves: it is short, and begins anew.

    Raises:
        StormriverError: if there is none of that name.
    """
    from stormriver.cli.lesson import Guide, command  # what teaches, another game does not need

    guide = Guide(name)
    terminal.remember()
    with suppress(Left, KeyboardInterrupt), interruptible(), terminal.wide_open():
        Conversation(guide.session, terminal, guide=guide).run()
    for sentence in guide.said() if guide.over else ():
        terminal.tell(sentence)
    if guide.over and guide.next:
        terminal.tell(f"{tell(READER, 'go_on_with')} {command(guide.next)}")


def play_here(
    terminal: Terminal,
    preset: str | None,
    players: str | None,
    names: str | None,
    option: list[str] | None,
    packs: list[str] | None,
    seed: int | None,
    load: Path | None,
    save: Path | None,
    pace: bool,
) -> None:
    """Play at the terminal. Several `you` among the players take turns at the keyboard.

    Raises:
        StormriverError: if the set-up is not possible, or a file is not what it should be.
    """
    kinds = None if players is None else [kind.strip() for kind in players.split(",")]
    if load is not None:
        if any(given is not None for given in (preset, names, option, seed)):
            raise StormriverError(tell(READER, "saved_game_brings"))
        session = resumed(load, kinds, packs_of(packs))
        first = None
    else:
        first = secrets.randbits(32) if seed is None else seed
        session = begun(preset or PRESET, kinds, names, option, packs, first)
    if save is not None:
        check_place(save, replaces=save == load)
    session.path = save or session.path
    if len(session.people) == 1:
        terminal.remember()
    if first is not None and not introduced(session, terminal, first):
        terminal.tell(tell(READER, "nothing_played"))
        return
    converse(session, terminal, pace)


def begun(
    preset: str,
    kinds: list[str] | None,
    names: str | None,
    option: list[str] | None,
    packs: list[str] | None,
    seed: int,
) -> LocalSession:
    """Return a session with a new game.

    Raises:
        StormriverError: if the set-up is not possible.
    """
    options, added = options_of(option), packs_of(packs)
    if kinds is None:
        kinds = [PERSON] + [OTHERS] * (usual_seats(preset, added) - 1)
    checked(kinds, len(kinds))
    game = begin_game(preset, seat_names(names, len(kinds)), seed=seed, options=options, packs=added)
    return LocalSession(game, kinds, seed)


def seat_names(given: str | None, seats: int) -> list[str]:
    """Return what the seats are called.

    Raises:
        StormriverError: if there are not as many names as seats, or one cannot be typed and shown in a line.
    """
    if given is None:
        return list(usual_names(seats))
    names = [name.strip() for name in given.split(",")]
    if len(names) != seats:
        raise StormriverError(tell(READER, "names_given", names=counted("name", len(names)), seats=seats))
    for name in names:
        if not name.isidentifier() or len(name) > LONGEST_NAME:
            raise StormriverError(tell(READER, "name_is_one_word", most=LONGEST_NAME, name=repr(name)))
    return names


def introduced(session: LocalSession, terminal: Terminal, seed: int) -> bool:
    """Show the first page of a new game, and return whether it is begun."""
    try:
        with interruptible(), terminal.wide_open():
            typed = terminal.page(lambda: opening(session, seed, terminal.width), "enter_begin")
    except Left:
        return False
    return typed.lower() not in ("q", "quit")


def converse(session: LocalSession, terminal: Terminal, pace: bool) -> None:
    """Play a session at a terminal until the game is over or everybody leaves.

    The game is saved then, also when it is over: it counts among the scores.
    """
    try:
        with interruptible(), terminal.wide_open():
            Conversation(session, terminal, pace).run()
    except (Left, KeyboardInterrupt):
        _leave(session, terminal)
        return
    except EngineError:
        _leave(session, terminal)
        raise
    view = session.view(session.people[0])
    terminal.farewell(ending.page(view, session.told(view), session.timeline(view.language), terminal.width))
    terminal.tell(f"{tell(READER, 'look_back')} stormriver replay --timeline {_named(_saved(session, terminal))}")


def _named(path: Path) -> str:
    """Return how the file of a game is named on a command line: a kept one as the list of games calls it."""
    return path.stem if path.parent == place() else shlex.quote(str(path))


def _leave(session: LocalSession, terminal: Terminal) -> None:
    path = _saved(session, terminal)
    kept = path.parent == place()
    folders = [pack for pack in session.game.table.added_packs() if Path(pack).is_absolute()]
    packs = "".join(f" --packs {shlex.quote(folder)}" for folder in folders)
    command = f"stormriver play --terminal {'--continue' if kept else f'--load {shlex.quote(str(path))}'}{packs}"
    terminal.tell(f"{tell(READER, 'saved_to', path=path)} {tell(READER, 'go_on_with')} {command}")


def _saved(session: LocalSession, terminal: Terminal) -> Path:
    """Save a session and return where; where its own place does not take it, say so and save it elsewhere."""
    try:
        return session.save()
    except StormriverError as refused:
        terminal.tell(str(refused))
        path = session.rescue()
        terminal.tell(tell(READER, "saved_instead", path=path.absolute()))
        return path
