"""Where a word comes from: a rulebook, the language itself, or a pack that brings words of its own."""

from __future__ import annotations

from stormriver.kernel.plugins import rulebook_in

BROUGHT: dict[str, str] = {}
"""The registry of word modules from packs, each with the rulebook that it is for."""


def bring(module: str, rulebook: str) -> None:
    """Register a module that is about to be imported as a pack's words for a rulebook."""
    BROUGHT[module] = rulebook


def rulebook_of(cls: type) -> str:
    """Return the rulebook to which a word belongs; `language` if all have it, empty if it comes from elsewhere."""
    package, _, rest = str(vars(cls)["__module__"]).partition(".")
    if package in BROUGHT:
        return BROUGHT[package]
    return rest.split(".")[0] if package == "stormriver" else rulebook_in(package)
