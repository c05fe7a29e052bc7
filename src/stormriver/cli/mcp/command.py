"""`stormriver mcp`: an assistant plays a seat, explains rules and referees, over the Model Context Protocol."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from stormriver.cli.reader_language import READER
from stormriver.cli.wording import tell
from stormriver.kernel.errors import StormriverError

TOKEN = "STORMRIVER_TOKEN"
"""The variable of the environment with the API token, which anybody on the machine could read in a command line."""


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("mcp")(mcp)


def mcp(
    server: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help=f"The server at whose tables is played, with an API token in {TOKEN}; on this machine if not said.",
        ),
    ] = None,
    rate: Annotated[str, typer.Option(metavar="RATE", help="How often its tools may be used.")] = "120/minute",
) -> None:
    """Let an assistant play a seat, explain rules and referee, by the Model Context Protocol on stdin and stdout."""
    token = os.environ.get(TOKEN, "")
    if server is not None and not token:
        raise StormriverError(tell(READER, "mcp_no_token", variable=TOKEN))
    try:
        from stormriver.cli.mcp.assistant import Assistant
        from stormriver.cli.mcp.table_seat import Remote
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("stormriver"):
            raise
        raise StormriverError(tell(READER, "mcp_not_installed")) from None
    remote = None if server is None else Remote(server, token, READER.language)
    try:
        assistant = Assistant(rate, remote)
    except ValueError:
        raise StormriverError(tell(READER, "mcp_no_rate", given=repr(rate))) from None
    assistant.server().run()
