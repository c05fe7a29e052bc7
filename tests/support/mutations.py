"""Random damage to YAML and JSON: structure, types, keys, depth, single characters and lines."""

from __future__ import annotations

import random
import string
from collections.abc import Sequence
from typing import Any

ODD_TEXTS = (
    "",
    " ",
    "no",
    "null",
    "~",
    "[]",
    "{}",
    "1-2",
    "6-1",
    "any",
    "all",
    "chosen",
    "id",
    "é",
    "\u2028",
    "a" * 300,
)
ODD_NUMBERS = (0, 1, -1, 2, 7, 99, 1000, -1000, 10**9, 10**17, 2**63, 10**30)
ODD_CHARACTERS = "{}[]:,-#&*!|>'\"%@`?~\t\n \\\x00\x07é\u2028\ufeff\U0001f409<="

Path = tuple[str | int, ...]


def paths(tree: Any, here: Path = ()) -> list[Path]:
    """Return the paths to all values inside a tree of lists and dicts, itself first."""
    found = [here]
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in entries:
        found += paths(value, (*here, key))
    return found


def at(tree: Any, path: Path) -> Any:
    """Return the value at a path."""
    for key in path:
        tree = tree[key]
    return tree


def damage(tree: Any, rng: random.Random, words: Sequence[str]) -> Any:
    """Return a copy of a tree with one thing wrong in it; `words` are words that mean something elsewhere."""
    tree = copied(tree)
    inside = paths(tree)[1:]
    if not inside:
        return odd(rng, words)
    path = rng.choice(inside)
    parent, key = at(tree, path[:-1]), path[-1]
    other = copied(at(tree, rng.choice(inside)))
    way = rng.randrange(10)
    if way <= 3:
        parent[key] = odd(rng, words)
    elif way == 4:
        del parent[key]
    elif way == 5:
        parent[key] = [parent[key]] if rng.random() < 0.5 else {rng.choice(words): parent[key]}
    elif way == 6:
        parent[key] = nested(parent[key], rng.choice((2, 5, 40, 70)), rng)
    elif isinstance(parent, list):
        parent.insert(rng.randrange(len(parent) + 1), other)
    elif way == 7:
        parent[misspelt(str(key), rng)] = parent.pop(key)
    else:
        parent[rng.choice(words)] = other
    return tree


def copied(tree: Any) -> Any:
    """Return a copy that shares no list or dict with the original."""
    if isinstance(tree, dict):
        return {key: copied(value) for key, value in tree.items()}
    return [copied(value) for value in tree] if isinstance(tree, list) else tree


def odd(rng: random.Random, words: Sequence[str]) -> Any:
    """Return a value that may not fit where it is put."""
    way = rng.randrange(9)
    if way <= 2:
        return rng.choice(words)
    if way == 3:
        return rng.choice(ODD_TEXTS)
    if way <= 5:
        return rng.choice(ODD_NUMBERS)
    if way == 6:
        return rng.choice((None, True, False, 1.5))
    inside = [odd(rng, words) for _ in range(rng.randrange(3))]
    return inside if way == 7 else {rng.choice(words): value for value in inside}


def nested(value: Any, depth: int, rng: random.Random) -> Any:
    """Return a value inside so many lists or mappings."""
    for _ in range(depth):
        value = [value] if rng.random() < 0.5 else {"not": value}
    return value


def misspelt(word: str, rng: random.Random) -> str:
    """Return a word with one letter wrong, missing, doubled or added."""
    place = rng.randrange(len(word) + 1)
    letter = rng.choice(string.ascii_lowercase + "_ ")
    return word[:place] + rng.choice((letter, "", word[place : place + 1] * 2)) + word[place + rng.randrange(2) :]


def noise(text: str, rng: random.Random) -> str:
    """Return a text with one character or line of it changed, left out, put in, moved or doubled."""
    way = rng.randrange(8)
    if way <= 2:
        place = rng.randrange(len(text) + 1)
        return text[:place] + rng.choice(ODD_CHARACTERS) + text[place + rng.randrange(2) :]
    if way == 3:
        place = rng.randrange(len(text) + 1)
        return text[:place] + text[place + rng.randrange(1, 8) :]
    lines = text.split("\n")
    place = rng.randrange(len(lines))
    if way == 4:
        del lines[place]
    elif way == 5:
        lines.insert(rng.randrange(len(lines)), lines[place])
    elif way == 6:
        lines[place] = " " * rng.randrange(1, 5) + lines[place] if rng.random() < 0.5 else lines[place].lstrip()
    else:
        other = rng.randrange(len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    return "\n".join(lines)
