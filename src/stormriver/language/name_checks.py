"""Names for people: what they call a card or a pack, in so many letters that it fits on a card and can be seen."""

from __future__ import annotations

import re

from stormriver.language.source import Node

UNSEEN = re.compile(r"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]")
"""What takes no room, so that two names that differ in it look alike."""
LONGEST_NAME = 80
"""How many characters a name has at most."""


def read_name(node: Node) -> str:
    """Return the name in a node; BadContent for one that cannot be told from others, or fits nowhere."""
    name = node.text()
    if UNSEEN.search(name):
        node.fail("a character that nobody sees stands in this name; take it out")
    if len(name) > LONGEST_NAME:
        node.fail("a name has at most {most} characters, not {count}", most=LONGEST_NAME, count=len(name))
    return name
