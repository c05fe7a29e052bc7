"""What a card must say, by its kind."""

from __future__ import annotations

from stormriver.adventure.model.definitions import Card, Kind
from stormriver.adventure.words.counters import check_hoards
from stormriver.kernel.state import NONE
from stormriver.language.grammar import Names
from stormriver.language.source import Node, each

POWERS = ("strength", "craft", "points")
"""What a card says as an Enemy; the first two also as a character."""


def check_card(names: Names, card: Card, kind: Kind, record: Node) -> None:
    """Refuse a card that lacks what its kind needs.

    Args:
        names: what may be named.
        card: the card, as it has been read.
        kind: its kind.
        record: where it stands.
    """
    if card.copies < 1:
        record.fail("a card has at least one copy")
    if "enemy" in kind.is_ and (card.strength > 0) + (card.craft > 0) + card.mirrors != 1:
        record.fail("an Enemy attacks with Strength or with Craft: give one of them")
    if "enemy" not in kind.is_ and card.kind != "character":
        each(POWERS, lambda key: _refuse_power(record, key))
    if card.kind == "spell" and card.cast is None:
        record.fail("a Spell says when it may be cast: give `cast:`")
    check_hoards(names, record, card.holds)
    if card.kind == "character" and (card.start == NONE or not card.alignment or card.life < 1):
        record.fail("a character has start, alignment and life")


def _refuse_power(record: Node, key: str) -> None:
    if key in record.mapping():
        record.mapping()[key].at_key().fail(
            "{key!r} is said of an Enemy: give a kind that is one, or leave it out", key=key
        )
