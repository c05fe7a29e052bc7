"""`stormriver doctor`: says in sentences what is wrong with an installation."""

from __future__ import annotations

from collections import Counter
from typing import Any

import typer

from stormriver.cli.game_setup import offer_checked
from stormriver.cli.reader_language import READER
from stormriver.cli.serve import as_settings, server_installed
from stormriver.cli.streams import say
from stormriver.cli.wording import tell
from stormriver.server.settings import settings_of

SIGNS = {"well": "✓", "doubtful": "!", "wrong": "✗"}
DOES_NOT_HOLD = 1


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("doctor")(doctor)


@as_settings
def doctor(**given: Any) -> None:
    """Look at everything a server needs, with the options of serve, and say what is wrong; nothing is changed."""
    settings = settings_of(given)
    with server_installed():
        from stormriver.server.doctor import findings
    counts = Counter[str]()
    for finding in findings(settings, offer_checked, READER.language):
        counts[finding.grade] += 1
        say(f"{SIGNS[finding.grade]} {finding.about.told(READER.language)}")
    say(tell(READER, "doctor_counts", wrong=counts["wrong"], doubtful=counts["doubtful"], well=counts["well"]))
    if counts["wrong"]:
        raise typer.Exit(DOES_NOT_HOLD)
