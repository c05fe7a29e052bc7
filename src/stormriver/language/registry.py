"""The registry of decoders: what reads the fields of words, by the type they are annotated with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from stormriver.language.name_checks import read_name

if TYPE_CHECKING:
    from stormriver.language.grammar import Names
    from stormriver.language.source import Node

Decoder = Callable[["Names", "Node"], Any]
LANGUAGE = "language"
"""The name, in place of a rulebook's, for what all rulebooks share."""
DECODERS: dict[tuple[str, str], Decoder] = {}
"""All decoders, by rulebook and the name of the field's type."""


def register(kind: str, decoder: Decoder, rulebook: str = LANGUAGE) -> None:
    """Register the decoder of those fields of a rulebook's words whose annotation is exactly the text `kind`."""
    DECODERS[rulebook, kind] = decoder


def decoder(kind: str, rulebook: str) -> Decoder:
    """Return what reads the fields of a rulebook's words that are annotated with `kind`; KeyError if nothing does."""
    found = DECODERS.get((rulebook, kind)) or DECODERS.get((LANGUAGE, kind))
    if found is None:
        raise KeyError(f"no decoder for {kind!r} in {rulebook}")
    return found


def decoder_of(field: str, kind: str, rulebook: str) -> Decoder:
    """Return what reads a field of a word or record: a `name` in its own way, all else by its type."""
    return (lambda names, node: read_name(node)) if (field, kind) == ("name", "str") else decoder(kind, rulebook)
