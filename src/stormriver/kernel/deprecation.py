"""Deprecation: what a public name that goes, or has moved, says for one version before it is gone."""

from __future__ import annotations

import warnings


def warn_deprecated(old: str, new: str, stacklevel: int = 2) -> None:
    """Warn whoever uses a name that the next version will not have any more.

    Args:
        old: the name as it is written, such as `stormriver.table_for`.
        new: what to write instead.
        stacklevel: how many calls lie between this one and theirs, this one counted.
    """
    sentence = f"{old} will be gone in the next version; use {new} instead."
    warnings.warn(sentence, DeprecationWarning, stacklevel + 1)
