"""Automatic answers: those of computer players, of standing orders, and forced ones."""

from __future__ import annotations

from stormriver.server.journal import Answered
from stormriver.server.session import TableSession
from stormriver.server.tutorial import lesson_of


def automatic_answer(session: TableSession) -> Answered | None:
    """Return the answer that the table gives without a person being asked, None if there is none to give now.

    The answer of a computer player has no key yet.
    """
    game = session.game
    if game is None or game.ask is None or session.state != "playing":
        return None
    if session.seating.proposal is not None and session.seating.proposal.what == "undo":
        return None
    seat = game.ask.seat
    if not session.decided_by_person(seat):
        return Answered(seat, by="computer")
    if _taught(session, game.ask.kind):
        return None
    if len(game.ask.codes) == 1 and not session.bluffs(seat):
        return Answered(seat, game.ask.keys[0], "forced")
    settled = session.settled(seat)
    return None if settled is None else Answered(seat, settled.key, "order", settled.told)


def _taught(session: TableSession, kind: str) -> bool:
    """Tell whether the table is a lesson that explains an ask: then the learner answers it, even if it is forced."""
    return bool(session.lesson) and any(step.ask == kind for step in lesson_of(session.lesson).steps)
