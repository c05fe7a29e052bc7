"""Sealed moments: at a table that wants them, what may use something hidden always takes equally long.

Such a moment tells nobody whether a seat could only pass, was passed over, or thought about it. What its person chooses
counts when the moment ends; where nothing is chosen, that is a pass.
"""

from __future__ import annotations

from typing import NamedTuple

from stormriver.presentation.registry import presentation_of
from stormriver.server.journal import Answered
from stormriver.server.session import TableSession


class Chosen(NamedTuple):
    """What a person has chosen in a sealed moment that has not ended yet: a key, at a version of the table."""

    version: int
    key: str


def sealed_until(session: TableSession) -> float | None:
    """Return when the pending ask's moment ends, in seconds since 1970; None if it is not sealed, or does not run."""
    seconds, game = session.setup.wanted.pace.sealed, session.game
    if not seconds or game is None or game.ask is None or session.state != "playing" or session.lesson:
        return None
    proposal = session.seating.proposal
    if not session.seating.with_people or (proposal is not None and proposal.what == "undo"):
        return None
    sealed = game.ask.kind in presentation_of(game.table).hidden
    return session.asked_at + seconds if sealed else None


def choice_of(session: TableSession, chosen: Chosen | None) -> Answered:
    """Return the answer with which a sealed moment ends for a person: what they have chosen, else a pass.

    Args:
        session: with a sealed ask that the table does not answer by itself.
        chosen: the last choice made, if any; one of an earlier version is void.
    """
    assert session.game is not None
    seat = session.asked
    if chosen is not None and chosen.version == session.version:
        return Answered(seat, chosen.key, "person")
    matter = presentation_of(session.game.table).matter_of(session.game.view(seat))
    assert matter is not None  # what is hidden may always be kept
    return Answered(seat, matter.leaving, "order", matter.kind if matter.worth_telling else "")
