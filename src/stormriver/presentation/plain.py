"""Plain text: what a name may be made of, and how a text that came from elsewhere is shown with nothing hidden in it.

Escapes could command a terminal; direction marks and what has no width could make one name look like another.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

SHOWN_INSTEAD = "\ufffd"
BLANKS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks by name that show nothing."""


def is_plain(name: str) -> bool:
    """Tell whether a name is made of what can be seen, and of blanks."""
    return all(map(_is_shown, name)) and not BLANKS.search(name)


def harmless(text: str, instead: Callable[[str], str] = lambda letter: SHOWN_INSTEAD) -> str:
    """Return a text of one line for the terminal, with a mark for everything that commands, turns round or hides.

    Args:
        text: any text.
        instead: what is put in the place of such a letter.
    """
    if text.isprintable():
        return text
    return "".join(letter if _is_shown(letter) else instead(letter) for letter in text)


def _is_shown(letter: str) -> bool:
    return letter.isprintable() or unicodedata.category(letter) == "Zs"
