"""`stormriver pack`: the bench of whoever writes packs; a module for each command or a few that belong together."""

from __future__ import annotations

from importlib import import_module

import typer

COMMANDS = {
    "new": "new.new",
    "check": "check.check",
    "test": "trial.trial",
    "schema": "schema.schema",
    "preview": "preview.preview",
    "balance": "balance.balance",
    "build": "build.build",
    "index": "build.index",
    "install": "installing.install",
    "list": "installing.list_packs",
    "remove": "installing.remove",
    "format": "formatting.format_pack",
    "diff": "diff.diff",
    "migrate": "migrate.migrate",
}
"""The commands in the order of the help, and the module and function that each is."""


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    pack = typer.Typer(help="Packs of cards.", rich_markup_mode=None)
    for name, place in COMMANDS.items():
        module, _, function = place.partition(".")
        pack.command(name)(getattr(import_module(f"{__name__}.{module}"), function))
    app.add_typer(pack, name="pack")
