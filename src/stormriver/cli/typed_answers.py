"""What a person means by what is typed: an option by its number, its key, or enough of its key."""

from __future__ import annotations

from stormriver.cli.reader_language import READER
from stormriver.cli.wording import listed_words, tell, words
from stormriver.kernel.ask import Ask
from stormriver.kernel.errors import BadAnswer


def meant(ask: Ask, typed: str) -> str:
    """Return the key of the option that is meant.

    Args:
        ask: the pending ask.
        typed: a number from 1, a key, the beginning of a key, or the beginning of what stands behind its colon.

    Raises:
        BadAnswer: if it means no option or more than one, in one sentence.
    """
    keys = ask.keys
    if typed.isdecimal():
        number = int(typed)
        if 1 <= number <= len(keys):
            return keys[number - 1]
        raise BadAnswer(tell(READER, "no_option", number=number, most=len(keys)))
    word = "_".join(typed.lower().split())
    found = matching(keys, word)
    if len(found) == 1:
        return found[0]
    if found:
        raise BadAnswer(tell(READER, "could_be", typed=repr(typed), keys=_listed(found)))
    raise BadAnswer(tell(READER, "not_an_option", typed=repr(typed), most=len(keys)))


def answering(ask: Ask, typed: str) -> str | None:
    """Return the key of the option that is meant, None if it means none or more than one."""
    try:
        return meant(ask, typed)
    except BadAnswer:
        return None


def matching(keys: list[str], word: str) -> list[str]:
    """Return the keys that a word may mean: itself, else what begins with it, else by its subject."""
    if word in keys:
        return [word]
    spoken = word.replace("_", ":", 1)
    if spoken in keys:
        return [spoken]
    begun = [key for key in keys if key.startswith((word, spoken))]
    return begun or [key for key in keys if key.partition(":")[2].startswith(word)]


def _listed(keys: list[str], most: int = 6) -> str:
    more = words(READER, "one_of_more", number=len(keys) - most + 1)
    return listed_words(READER, keys if len(keys) <= most else [*keys[: most - 1], more], "or")
