"""What a table or the lobby refuses, in one sentence fit to be shown."""

from __future__ import annotations

from stormriver.kernel.errors import StormriverError


class NotFound(StormriverError):
    """There is no such table, or the link leads nowhere."""


class NotAllowed(StormriverError):
    """The person may not do that."""


class BadRequest(StormriverError):
    """What was wanted is not possible; `where` names the field to blame."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where


class Declined(StormriverError):
    """A message of a page that cannot be carried out now; nothing has changed."""


class Unavailable(StormriverError):
    """The server cannot do that just now, for want of its database or of time; it may be tried again."""
