"""Every sentence of msgspec on what cannot be read is known, and told in ours; a new one is told as it stands."""

from __future__ import annotations

import re
from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from stormriver.server.validation_errors import PHRASES, UNREADABLE, explained


class Suit(Enum):
    """Something with names."""

    CUPS = "cups"


class Deep(Struct, forbid_unknown_fields=True):
    """A struct within another."""

    name: str = ""


class Sent(Struct, forbid_unknown_fields=True, kw_only=True):
    """A struct with a field for each thing that can be wrong."""

    needed: int = 0
    text: Annotated[str, Meta(min_length=1, max_length=3, pattern="^[a-z]*$")] = "a"
    longer: Annotated[str, Meta(min_length=2)] = "ab"
    entries: Annotated[list[int], Meta(max_length=1)] = []
    named: Annotated[dict[str, int], Meta(min_length=1)] = {}
    number: Annotated[int, Meta(ge=0, le=9)] = 0
    share: Annotated[float, Meta(gt=0, lt=1)] = 0.5
    either: int | str | None = None
    fixed: Literal["one"] = "one"
    suit: Suit = Suit.CUPS
    deep: list[Deep] = []


class Cup(Struct, tag="cup"):
    """One of two kinds, told by a field `type`."""


class Sword(Struct, tag="sword"):
    """The other."""


class Strict(Struct):
    """A struct of which a field must be there."""

    needed: int


def told(text: str | bytes, kind: Any = Sent) -> tuple[str, str]:
    """Return what is said of something that cannot be read, and where."""
    with pytest.raises(UNREADABLE) as raised:
        msgspec.json.decode(text, type=kind)
    refusal = explained(raised.value, "request")
    return str(refusal), refusal.where


WRONG: list[tuple[str | bytes, Any, str, str]] = [
    ("{}", Strict, "The field needed is missing.", "needed"),
    ('{"x":1}', Sent, "The field x is not known here.", "x"),
    ('{"deep":[{"x":1}]}', Sent, "The field deep[0].x is not known here.", "deep[0].x"),
    ('{"a\\nb":1}', Sent, "The field 'a\\nb' is not known here.", "'a\\nb'"),
    ('{"text":""}', Sent, "The field text may not be empty.", "text"),
    ('{"text":"abcd"}', Sent, "The field text must have at most 3 characters.", "text"),
    ('{"longer":"a"}', Sent, "The field longer must have at least 2 characters.", "longer"),
    ('{"entries":[1,2]}', Sent, "The field entries must have at most 1 entries.", "entries"),
    ('{"named":{}}', Sent, "The field named must have at least 1 entries.", "named"),
    ('{"number":-1}', Sent, "The field number must be at least 0.", "number"),
    ('{"number":10}', Sent, "The field number must be at most 9.", "number"),
    ('{"share":0}', Sent, "The field share must be more than 0.0.", "share"),
    ('{"share":1}', Sent, "The field share must be less than 1.0.", "share"),
    ('{"text":"A"}', Sent, "The field text has a character that is not allowed there.", "text"),
    ('{"needed":"1"}', Sent, "The field needed must be a whole number, not a text.", "needed"),
    (
        '{"either":true}',
        Sent,
        "The field either must be a whole number or a text or nothing, not true or false.",
        "either",
    ),
    ("[]", Sent, "The request must be an object, not a list.", ""),
    ('{"fixed":"two"}', Sent, "The field fixed may not be 'two'.", "fixed"),
    ('{"suit":"swords"}', Sent, "The field suit may not be 'swords'.", "suit"),
    ('{"type":"coin"}', Cup | Sword, "The field type may not be 'coin'.", "type"),
    ('{"type":1}', Cup | Sword, "The field type must be a text.", "type"),
    (f'{{"needed":{"9" * 5000}}}', Sent, "The field needed is out of range.", "needed"),
    ('{"share":1e999}', Sent, "The field share is out of range.", "share"),
    ("{", Sent, "The request is not JSON: input data was truncated.", ""),
    (b'{"text":"\xff"}', Sent, "The request is not a text in UTF-8.", ""),
    ("[" * 100_000, Any, "The request is nested too deeply.", ""),
]


@pytest.mark.parametrize(("text", "kind", "sentence", "where"), WRONG, ids=[row[2] for row in WRONG])
def test_what_cannot_be_read_is_told_in_a_sentence(text: str | bytes, kind: Any, sentence: str, where: str) -> None:
    assert told(text, kind) == (sentence, where)


def test_of_an_address_a_part_is_to_blame() -> None:
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert({"number": "x"}, Sent, strict=False)
    refusal = explained(raised.value, "address")
    assert str(refusal) == "The part number of the address cannot be read: it must be a whole number, not a text."
    assert refusal.where == "number"


def test_a_sentence_that_msgspec_did_not_have_yet_is_told_as_it_stands() -> None:
    told = explained(msgspec.ValidationError("Too blue - at `$.x`"), "message")
    assert str(told) == "The message cannot be read: too blue."
    assert "\n" not in str(explained(msgspec.ValidationError("Too\nblue"), "message"))


def test_no_phrase_is_without_a_row() -> None:
    said = []
    for text, kind, _, _ in WRONG:
        with pytest.raises(UNREADABLE) as raised:
            msgspec.json.decode(text, type=kind)
        said.append(str(raised.value).partition(" - at `")[0])
    for pattern, _ in PHRASES:
        assert any(re.fullmatch(pattern, sentence) for sentence in said), pattern
