"""Automatic answers: those of computer players, of standing orders, and forced ones."""

from __future__ import annotations

from stormriver.server.guide import is_taught
from stormriver.server.journal import Answered
from stormriver.server.session import TableSession


def automatic_answer(session: TableSession) -> Answered | None:
    """Return the answer that the table gives without a person being asked, None if there is none to give now.

    The answer of a computer player has no key yet.
    """
    game = session.game
    if game is None or game.ask is None or session.state != "playing":
        return None
    if (session.seating.proposal is not None and session.seating.proposal.what == "undo") or is_taught(session):
        return None
    seat = game.ask.seat
    if not session.decided_by_person(seat):
        return Answered(seat, by="computer")
    if len(game.ask.codes) == 1 and not session.bluffs(seat):
        return Answered(seat, game.ask.keys[0], "forced")
    settled = session.settled(seat)
    return None if settled is None else Answered(seat, settled.key, "order", settled.told)
