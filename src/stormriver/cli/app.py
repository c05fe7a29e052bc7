"""The `stormriver` command: its subcommands, and how errors are shown.

Exit codes: 0 all is well, 1 something was looked at and does not hold (a scenario, a record),
2 wrong use, 3 a fault of the engine, 130 broken off by Ctrl-C. Wrong use is one sentence on the standard error stream.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from stormriver.cli.reader_language import OPTION, READER, chosen, reading
from stormriver.cli.streams import INTERRUPTED, hush, make_legible, say
from stormriver.kernel.errors import EngineError, Mismatch, StormriverError

MODULES = {
    "play": "play",
    "games": "games",
    "serve": "serve",
    "doctor": "doctor",
    "mcp": "mcp.command",
    "admin": "admin",
    "backup": "backup",
    "restore": "backup",
    "migrate": "backup",
    "simulate": "simulate",
    "replay": "replay",
    "verify": "replay",
    "cards": "cards",
    "rules": "rules",
    "record": "replay",
    "scenario": "scenario",
    "pack": "pack",
    "texts": "texts",
}
"""The commands in the order of the help, and the module that each is from. It is loaded when the command is wanted."""

OPERATED = ("serve", "doctor")
"""The commands of whoever runs a server for others, who names the packs on offer there."""

DOES_NOT_HOLD = 1
WRONG_USE = 2
ENGINE_FAULT = 3


class Helped(typer.Context):
    """The context of a command whose help is in the reader's language."""

    def get_help(self) -> str:
        """Return the help of the command."""
        from stormriver.cli.help import page  # it brings the catalogues along, and only help needs it here

        return page(self)


class Sentences(TyperGroup):
    """A command that says every error in one sentence, and never shows a traceback; it loads only what it runs."""

    context_class = Helped

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands."""
        return list(MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command by its name, None if there is none."""
        if cmd_name in MODULES and cmd_name not in self.commands:
            found = typer.Typer(rich_markup_mode=None)
            import_module(f"stormriver.cli.{MODULES[cmd_name]}").register(found)
            commands = get_group(found).commands
            speak_language(commands.values(), next(one for one in self.params if OPTION in one.opts))
            self.commands.update(commands)
        return super().get_command(ctx, cmd_name)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line and leave with its exit code.

        Args:
            args: the words after the command's name; None for those the program was called with.
            prog_name: the command's name; None for the one the program was called by.
            complete_var: passed on, as are `windows_expand_args` and `extra`.
            standalone_mode: False returns what the command returns and lets errors through.
        """
        run = partial(super().main, args, prog_name, complete_var, False, windows_expand_args, **extra)
        if not standalone_mode:
            return run()
        make_legible()
        try:
            language = chosen(sys.argv[1:] if args is None else args)
        except StormriverError as error:
            sys.exit(complain(error))
        with reading(language):
            try:
                code = run()
                sys.stdout.flush()
            except SystemExit as left:  # by a library of ours, when the output is cut off
                if not isinstance(left.__context__, BrokenPipeError):
                    raise
                code = 0
                hush()
            except Exception as error:
                code = complain(error)
        sys.exit(code if isinstance(code, int) else 0)


def speak_language(commands: Iterable[Any], option: Any) -> None:
    """Let commands, and those within them, help in the reader's language.

    They also take the option for it, which is read before they are run.
    """
    for command in commands:
        command.context_class = Helped
        command.params.append(option)
        speak_language(getattr(command, "commands", {}).values(), option)


def complain(error: Exception) -> int:
    """Say what went wrong in one sentence, and return the exit code."""
    if isinstance(error, StormriverError):
        return _say(_said(error), DOES_NOT_HOLD if isinstance(error, Mismatch) else WRONG_USE)
    if isinstance(error, EngineError):
        return _say(_told("engine_fault", fault=_said(error)), ENGINE_FAULT)
    if isinstance(error, typer.Abort):
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):  # who reads has seen enough
        hush()
        return 0
    if isinstance(error, OSError):
        hush()
        return _say(_failed(error), WRONG_USE)
    if hasattr(error, "format_message"):  # the parser's own errors, whichever version it is
        from stormriver.cli.usage_errors import wrong_use  # it brings the content along, and only wrong use needs it

        return _say(wrong_use(error), WRONG_USE)
    return _say(_told("fault", fault=f"{type(error).__name__}: {error}{_place(error)}"), ENGINE_FAULT)


def _said(error: StormriverError | EngineError) -> str:
    """Return what an error says in the reader's language."""
    from stormriver.language.message import sentence_of

    return sentence_of(error, READER.language)


def _told(key: str, **facts: str) -> str:
    """Return a message in the reader's language; the catalogues take a while, and only errors need them here."""
    from stormriver.cli.wording import tell

    return tell(READER, key, **facts)


def _failed(error: OSError) -> str:
    """Return what the system says of a file or stream."""
    reason = (error.strerror or str(error)).lower()
    return f"{error.filename}: {reason}." if error.filename else _told("output_failed", reason=reason)


def _place(error: Exception) -> str:
    """Return the place in the code where an error arose, for a report."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})" if trace else ""


def _say(sentence: str, code: int) -> int:
    for line in sentence.splitlines():  # several faults of a pack have a line each
        say(" ".join(line.split()).replace("?.", "?"), err=True)
    return code


app = typer.Typer(
    cls=Sentences,
    name="stormriver",
    help="A rules engine for a family of fantasy adventure board games.",
    no_args_is_help=False,
    invoke_without_command=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def tell_version(wanted: bool) -> None:
    """Show the version and stop, if that is wanted."""
    if wanted:
        from stormriver import __version__
        from stormriver.builds import build

        typer.echo(f"stormriver {__version__} ({build()})")
        raise typer.Exit


def complete_language(incomplete: str) -> list[tuple[str, str]]:
    """Complete the code of a language."""
    from stormriver.cli.completions import languages  # only a shell that completes needs it

    return languages(incomplete)


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="Show the version and stop.")
    ] = False,
    language: Annotated[
        str | None,
        typer.Option(
            OPTION,
            metavar="CODE",
            expose_value=False,
            help="The language to read, e.g. de; the system's if not said.",
            autocompletion=complete_language,
        ),
    ] = None,
) -> None:
    """A rules engine for a family of fantasy adventure board games."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
    elif context.invoked_subcommand not in OPERATED:
        from stormriver.language.packs import offer_installed  # only what plays or looks at cards needs it

        offer_installed()


def main() -> None:
    """Run the command line; the console entry of the package."""
    app()
