"""The gaps: words and asks without a reading of their own, as the documentation lists them."""

from __future__ import annotations

from stormriver.adventure.model import asks
from stormriver.estimates.adventure.options import OPTION_READINGS
from stormriver.estimates.adventure.reader import READINGS
from stormriver.language.grammar import Effect, words


def words_without_reading() -> list[str]:
    """Return the effects that are read as the mean of their parts, as they are written on cards."""
    return sorted(name for name, word in words(Effect, "adventure").items() if word not in READINGS)


def asks_without_reading() -> list[str]:
    """Return the kinds of asks whose own options are taken to change nothing; what is cast or used at them is read."""
    return sorted(asks.KINDS - OPTION_READINGS.keys())
