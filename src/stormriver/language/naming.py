"""Naming: how seats are called in sentences."""

from __future__ import annotations


def named(name: str) -> str:
    """Return the name of a seat with a capital, to begin a sentence: `Ann` for `ann`."""
    return name[:1].upper() + name[1:]
