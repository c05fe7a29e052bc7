"""The structs of an analysis that go over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, field

from stormriver.presentation.facts import Advice, Told
from stormriver.presentation.registry import View
from stormriver.server.requests import Count, Id, Request, Wire


class AnalysisWanted(Request):
    """A scenario to be looked at, and what is to be done with it first, in this order.

    Attributes:
        text: the scenario, in YAML.
        changes: entries to be written anew, by their keys; one that is null is taken out.
        back: how many answers are taken back, of those at which there was a choice.
        key: what the pending ask is answered with.
        dice: what the next dice show; further ones are thrown.
        conclude: whether what has come of it is written down as what must hold.
        advice: whether the computer player is asked what it would do.
        since: how many events of its log are known already.
    """

    text: Annotated[str, Meta(max_length=30_000)] = ""
    changes: Annotated[dict[Id, Any], Meta(max_length=32)] = field(default_factory=dict)
    back: Annotated[int, Meta(ge=0, le=400)] = 0
    key: Annotated[str, Meta(max_length=120)] = ""
    dice: Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(max_length=20)] = field(default_factory=list)
    conclude: bool = False
    advice: bool = False
    since: Count = 0


class Analysed(Wire):
    """Where a scenario stands: all of it is open, and it is looked at from the seat that is asked.

    Attributes:
        text: the scenario as it is now.
        entries: what its text says, by key, for a form.
        view: the game; null where the text is wrong, as `error` says.
        told: what has happened in it since so many events.
        events: how many events its log holds.
        given: the answers so far, in words.
        error: what is wrong in the text, `line` where, or what does not hold.
    """

    text: str
    entries: dict[str, Any]
    view: View | None = None
    told: list[Told] = field(default_factory=list)
    events: int = 0
    given: list[str] = field(default_factory=list)
    advice: list[Advice] = field(default_factory=list)
    error: str = ""
    line: int = 0
