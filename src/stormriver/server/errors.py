"""What a table or the lobby refuses, in one sentence that everybody reads in their own language."""

from __future__ import annotations

from stormriver.kernel.errors import BadRecord
from stormriver.language.message import MessageError


class NotFound(MessageError):
    """There is no such table, or the link leads nowhere."""


class NotAllowed(MessageError):
    """The person may not do that."""


class BadRequest(MessageError):
    """What was wanted is not possible; `where` names the field to blame."""


class Outdated(MessageError, BadRecord):
    """A game that was played with other cards or rules, and that cannot be shown any more."""


class Declined(MessageError):
    """A message of a page that cannot be carried out now; nothing has changed."""


class Damaged(MessageError):
    """What is kept of a table cannot be read."""


class Unavailable(MessageError):
    """The server cannot do that just now, for want of its database or of time; it may be tried again."""
