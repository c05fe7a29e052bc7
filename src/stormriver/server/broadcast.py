"""Messages that are the same for several pages: each is made once, and encoded once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

import msgspec

from stormriver.server.messages import ToPage

Message = TypeVar("Message", bound=ToPage)

_encode = msgspec.json.Encoder().encode


def encoded(message: ToPage) -> str:
    """Return a message as it goes over the wire."""
    return _encode(message).decode()


class Broadcast:
    """The messages of one showing, at one moment, that several pages are sent."""

    def __init__(self) -> None:
        self._messages: dict[Hashable, list[ToPage]] = {}
        self._texts: dict[int, str | None] = {}  # by the identity of the message, None until it is wanted

    def message(self, key: Hashable, make: Callable[[], Message]) -> Message:
        """Return the message of a key, made if this is the first page that it is for."""
        return self.messages(key, lambda: [make()])[0]

    def messages(self, key: Hashable, make: Callable[[], list[Message]]) -> list[Message]:
        """Return the messages of a key, made if this is the first page that they are for."""
        if key not in self._messages:
            made = make()
            self._messages[key] = list(made)
            self._texts |= {id(message): None for message in made}
        return cast("list[Message]", self._messages[key])

    def text(self, message: ToPage) -> str:
        """Return a message as it goes over the wire; one of these is encoded for the first page alone."""
        if id(message) not in self._texts:
            return encoded(message)
        known = self._texts[id(message)]
        if known is None:
            known = self._texts[id(message)] = encoded(message)
        return known
