"""What a person means by what is typed: an option by its number, its key, or enough of its key."""

from __future__ import annotations

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
        raise BadAnswer(f"There is no option {number}; they go from 1 to {len(keys)}.")
    word = "_".join(typed.lower().split())
    found = matching(keys, word)
    if len(found) == 1:
        return found[0]
    if found:
        raise BadAnswer(f"{typed!r} could be {_listed(found)}; type more of it, or its number.")
    raise BadAnswer(f"{typed!r} is no option here; type a number from 1 to {len(keys)}, or ? for help.")


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
    shown = keys[:most] if len(keys) <= most else [*keys[: most - 1], f"one of {len(keys) - most + 1} more"]
    return f"{', '.join(shown[:-1])} or {shown[-1]}"
