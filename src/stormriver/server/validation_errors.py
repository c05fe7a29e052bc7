"""Validation errors: what is wrong with an unreadable message or request, in one sentence that says where."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

KINDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}
PHRASES = (
    (r"Object missing required field `(?P<field>[^`]*)`", "is missing"),
    (r"(?s)Object contains unknown field `(?P<field>.*)`", "is not known here"),
    (r"Expected `str` of length >= 1", "may not be empty"),
    (r"Expected `str` of length (?P<sign>[<>]=) (?P<bound>\d+)", "must have {sign} {bound} characters"),
    (r"Expected `(?:array|object)` of length (?P<sign>[<>]=) (?P<bound>\d+)", "must have {sign} {bound} entries"),
    (r"Expected `(?:int|float)` (?P<sign>[<>]=?) (?P<bound>\S+)", "must be {sign} {bound}"),
    (r"Expected `str` matching regex .*", "has a character that is not allowed there"),
    (r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`", "must be {wanted}, not {got}"),
    (r"Expected `(?P<wanted>[^`]*)`", "must be {wanted}"),
    (r"(?:Number|Integer value) out of range", "is out of range"),
    (r"Invalid enum value (?P<got>.*)", "may not be {got}"),
    (r"Invalid value (?P<got>.*)", "may not be {got}"),
)
"""The complaints of msgspec about a value, with how our sentence goes on after the name of the field."""
SIGNS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}

UNREADABLE = (msgspec.MsgspecError, RecursionError, UnicodeError)
"""The exceptions that decoding raises."""


class Explanation(NamedTuple):
    """A sentence, and the field that is to blame (empty: the whole)."""

    sentence: str
    where: str = ""


def explanation(error: Exception, what: str, field: str = "The field {where}") -> Explanation:
    """Return what is wrong with something that could not be decoded.

    Args:
        error: what decoding raised, one of `UNREADABLE`.
        what: what was being read, such as `message`.
        field: how a sentence begins that one field of it is to blame for.
    """
    if isinstance(error, msgspec.ValidationError):
        text, _, path = str(error).partition(" - at `")
        return _of_field(text, path, what, field)
    if isinstance(error, RecursionError):
        return Explanation(f"The {what} is nested too deeply.")
    if isinstance(error, UnicodeError):
        return Explanation(f"The {what} is not a text in UTF-8.")
    return Explanation(f"The {what} is not JSON: {_small(str(error).removeprefix('JSON is malformed: '))}.")


def _of_field(text: str, path: str, what: str, field: str) -> Explanation:
    where = path.replace("[...]", "").removeprefix("key` in").strip(" .`$")
    for pattern, phrase in PHRASES:
        found = re.fullmatch(pattern, text)
        if found:
            words = {name: _words(name, value) for name, value in found.groupdict().items()}
            where = ".".join(part for part in (where, words.get("field", "")) if part)
            subject = field.format(where=where) if where else f"The {what}"
            return Explanation(f"{subject} {phrase.format(**words)}.", where)
    return Explanation(f"The {what} cannot be read: {_small(text if text.isprintable() else ascii(text))}.", where)


def _words(name: str, value: str) -> str:
    if name == "sign":
        return SIGNS[value]
    if name in ("wanted", "got"):
        return " or ".join(KINDS.get(kind, kind) for kind in value.split(" | "))
    # what somebody else has written stays on one line and readable
    return value if value.isprintable() else ascii(value)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")
