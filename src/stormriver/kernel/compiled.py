"""Whether the engine is compiled, for the few places where it does something in another way then."""

from __future__ import annotations

from typing import Final


class _Native:
    """A class that mypyc makes a native one, if this module is compiled."""


COMPILED: Final = "__mypyc_attrs__" in vars(_Native)
"""Whether this is the compiled engine."""
