"""Examples of commands, which their help shows: each can be typed as it stands, in this order."""

from __future__ import annotations

from typing import Final, NamedTuple

import typer


class Example(NamedTuple):
    """A command as it is typed, and what it does."""

    line: str
    does: str


EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "play": (
        Example("stormriver play", "Opens the table in your browser."),
        Example("stormriver play --terminal", "Deals you in against three computer players, right here."),
        Example("stormriver play --terminal --players you,you --names ann,ben", "Two people at one keyboard."),
        Example("stormriver play --terminal --packs city -o last_round=20", "With a pack, and an end after 20 rounds."),
        Example("stormriver play --terminal --continue", "Goes on with the game that was played last."),
    ),
    "games": (
        Example("stormriver games", "Which games there are."),
        Example("stormriver games --scores", "How you have done."),
    ),
    "serve": (
        Example("stormriver serve --host 0.0.0.0", "Lets others on your network play."),
        Example("stormriver serve --origin https://play.example.org", "Behind a proxy that has this name."),
    ),
    "doctor": (Example("stormriver doctor --port 8080 --workers 1", "Whether serve would do with the same options."),),
    "mcp": (
        Example("stormriver mcp", "Is started by an assistant, to play on this machine."),
        Example("stormriver mcp --server https://play.example.org", "The same at the tables of a server."),
    ),
    "admin grant": (
        Example('stormriver admin grant ann --why "Runs the club"', "The first operator is made like this."),
    ),
    "admin people": (
        Example("stormriver admin people ro", "All whose name has these letters."),
        Example("stormriver admin people --operators", "Who may look after the server."),
    ),
    "admin tables": (Example("stormriver admin tables rob", "The tables at which somebody sits."),),
    "admin reports": (
        Example("stormriver admin reports", "What is to be looked at."),
        Example("stormriver admin reports --done", "What has been."),
    ),
    "admin close-report": (Example("stormriver admin close-report 1", "Nothing more is to be done about it."),),
    "admin mute": (Example('stormriver admin mute rob --why "Insults"', "Plays on, but says nothing."),),
    "admin unmute": (Example("stormriver admin unmute rob", "May speak again."),),
    "admin kick": (Example("stormriver admin kick rob Ab12Cd34Ef56", "May still come to other tables."),),
    "admin ban": (
        Example('stormriver admin ban rob --why "Insults at three tables"', "By the name of the account."),
        Example("stormriver admin ban 2", "By the number, where there is no account."),
    ),
    "admin unban": (Example("stormriver admin unban rob", "May come again."),),
    "admin end-table": (Example("stormriver admin end-table Ab12Cd34Ef56", "By the id in its address."),),
    "admin delete-table": (Example("stormriver admin delete-table Ab12Cd34Ef56", "Its game is gone too."),),
    "admin acts": (Example("stormriver admin acts --json", "The same for programs."),),
    "admin load": (Example("stormriver admin load", "How many people and tables there are."),),
    "admin delete-person": (Example("stormriver admin delete-person rob", "As if they had done it themselves."),),
    "admin revoke": (Example("stormriver admin revoke ann", "Stays a player like any other."),),
    "backup": (Example("stormriver backup friday.gz", "The database that serve uses if none is said."),),
    "restore": (Example("stormriver restore friday.gz --database sqlite:///new.db", "Into a new file."),),
    "migrate": (Example("stormriver migrate --dry-run", "What a new version would do to the database."),),
    "simulate": (
        Example("stormriver simulate --games 5 --seats 3 -o last_round=5", "Five short games, and who won them."),
        Example("stormriver simulate -n 2 --players steady,random --paired -o last_round=3", "Compares two players."),
        Example("stormriver simulate -n 1 --seed 1 --cap 80 --records games", "Records a game in a folder."),
    ),
    "replay": (
        Example("stormriver replay games/revised4-1.jsonl --until 12", "What happened up to the twelfth answer."),
        Example("stormriver replay games/revised4-1.jsonl --timeline", "How it went as a whole."),
    ),
    "verify": (Example("stormriver verify games/revised4-1.jsonl --seed 1", "Whether its dice follow from the seed."),),
    "cards": (
        Example("stormriver cards dragon", "What a card says."),
        Example("stormriver cards --kind weapon", "All cards of a kind."),
        Example("stormriver cards healing potion --packs city", "The cards in which both words stand."),
    ),
    "rules": (
        Example("stormriver rules last_round", "What an option does, and its values."),
        Example("stormriver rules fate.reroll", "A rule by its id."),
        Example("stormriver rules lose a life", "The rules that speak of something."),
    ),
    "record to-scenario": (
        Example(
            "stormriver record to-scenario games/revised4-1.jsonl --at 40 --out cut.yaml",
            "The turn of the fortieth answer, as a file.",
        ),
    ),
    "scenario run": (Example("stormriver scenario run cut.yaml", "Whether all holds that it says."),),
    "scenario explain": (Example("stormriver scenario explain cut.yaml", "What happens in it, step by step."),),
    "scenario keys": (Example("stormriver scenario keys move", "What can be answered where one moves."),),
    "pack new": (Example('stormriver pack new "My Pack" --yes', "Begins a pack in the folder my_pack."),),
    "pack check": (Example("stormriver pack check my_pack", "Whether it can be played, and what it changes."),),
    "pack test": (Example("stormriver pack test my_pack", "Whether its scenarios hold."),),
    "pack schema": (Example("stormriver pack schema my_pack", "Helps your editor with its files."),),
    "pack preview": (
        Example("stormriver pack preview my_pack", "What its cards say."),
        Example("stormriver pack preview my_pack --page cards.html", "The same as a page with pictures."),
    ),
    "pack balance": (
        Example("stormriver pack balance my_pack --games 2 --cap 400", "Two games, broken off after 400 decisions."),
    ),
    "pack build": (Example("stormriver pack build my_pack --to shared", "Makes one file of it, in a folder."),),
    "pack index": (Example("stormriver pack index shared", "Lets others install what lies in a folder."),),
    "pack install": (Example("stormriver pack install my_pack --from shared", "Installs it from there."),),
    "pack list": (Example("stormriver pack list", "Which packs there are."),),
    "pack remove": (Example("stormriver pack remove my_pack", "Takes it off again."),),
    "pack format": (Example("stormriver pack format my_pack", "Lays out its files."),),
    "pack diff": (
        Example("stormriver pack diff shared/my_pack-0.1.stormpack my_pack", "What has changed since it was built."),
    ),
    "pack migrate": (Example("stormriver pack migrate my_pack --check", "What would be rewritten."),),
    "texts check": (Example("stormriver texts check", "What a language lacks."),),
    "texts preview": (Example("stormriver texts preview de", "All names and texts in German."),),
}
"""The examples by the words behind the command's name. Where one needs a file, an example before it makes that file."""


def examples_of(context: typer.Context) -> tuple[Example, ...]:
    """Return the examples of the command that a context is for."""
    program = context.find_root().command_path  # several words, as in `python -m stormriver`
    return EXAMPLES.get(context.command_path.removeprefix(program).strip(), ())
