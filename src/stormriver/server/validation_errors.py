"""Validation errors: what is wrong with an unreadable message or request, in one sentence that says where."""

from __future__ import annotations

import re
from functools import reduce

import msgspec

from stormriver.language.clauses import Part, Text, phrase
from stormriver.server.problems import Refusal

KINDS = frozenset({"str", "int", "float", "bool", "array", "object", "null"})
"""What msgspec calls the kinds of values; what people call them stands in the catalogues under `value_...`."""
PHRASES = (
    (r"Object missing required field `(?P<field>[^`]*)`", "missing"),
    (r"(?s)Object contains unknown field `(?P<field>.*)`", "unknown"),
    (r"Expected `str` of length >= 1", "empty"),
    (r"Expected `str` of length (?P<sign>[<>]=) (?P<bound>\d+)", "characters"),
    (r"Expected `(?:array|object)` of length (?P<sign>[<>]=) (?P<bound>\d+)", "entries"),
    (r"Expected `(?:int|float)` (?P<sign>[<>]=?) (?P<bound>\S+)", "number"),
    (r"Expected `str` matching regex .*", "sign"),
    (r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`", "instead"),
    (r"Expected `(?P<wanted>[^`]*)`", "wanted"),
    (r"(?:Number|Integer value) out of range", "range"),
    (r"Invalid enum value (?P<got>.*)", "value"),
    (r"Invalid value (?P<got>.*)", "value"),
)
"""The complaints of msgspec about a value, with our message about it: `server.unreadable.<key>`."""
SIGNS = {">=": "least", "<=": "most", ">": "more", "<": "less"}
"""The phrases of bounds: `sign_<key>`."""

NOT_UTF8 = "Invalid UTF-8 encoded string"
"""How msgspec begins, from 0.23 on, where it raised UnicodeDecodeError before."""
UNREADABLE = (msgspec.MsgspecError, RecursionError, UnicodeError)
"""The exceptions that decoding raises."""


def explained(error: Exception, what: str) -> Refusal:
    """Return the refusal that says what is wrong with something that could not be decoded, and which field is to blame.

    Args:
        error: what decoding raised, one of `UNREADABLE`.
        what: what was being read: `message`, `request` or `address`.
    """
    if isinstance(error, msgspec.ValidationError):
        text, _, path = str(error).partition(" - at `")
        return _of_field(text, path, what)
    if isinstance(error, RecursionError):
        return _refusal("deep", what=phrase(f"read_{what}"))
    if isinstance(error, UnicodeError) or str(error).startswith(NOT_UTF8):
        return _refusal("utf8", what=phrase(f"read_{what}"))
    reason = _small(str(error).removeprefix("JSON is malformed: "))
    return _refusal("json", what=phrase(f"read_{what}"), reason=Text(reason))


def _refusal(key: str, where: str = "", /, **parts: Part) -> Refusal:
    return Refusal(400, f"server.unreadable.{key}", where, **parts)


def _of_field(text: str, path: str, what: str) -> Refusal:
    where = path.replace("[...]", "").removeprefix("key` in").strip(" .`$")
    for pattern, key in PHRASES:
        found = re.fullmatch(pattern, text)
        if found:
            words = found.groupdict()
            where = ".".join(part for part in (where, _plain(words.pop("field", ""))) if part)
            field = phrase(f"field_{what}", where=Text(where)) if where else phrase(f"read_{what}")
            return _refusal(key, where, field=field, **{name: _said(name, value) for name, value in words.items()})
    return _refusal("other", where, what=phrase(f"read_{what}"), reason=Text(_small(_plain(text))))


def _said(name: str, value: str) -> Part:
    """Return what msgspec calls by a word of its own as people call it; all else as it stands."""
    if name == "sign":
        return phrase(f"sign_{SIGNS[value]}")
    kinds = value.split(" | ")
    if name in ("wanted", "got") and KINDS.issuperset(kinds):
        return reduce(lambda first, other: phrase("value_or", first=first, other=other), map(_kind, kinds))
    return Text(_plain(value))


def _kind(kind: str) -> Part:
    return phrase(f"value_{kind}")


def _plain(text: str) -> str:
    """Return what somebody else has written on one line, and readable."""
    return text if text.isprintable() else ascii(text)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")
