"""`TypeVar` with a default, which `typing` has from 3.13 on: what checks types knows it, at run time it is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVar
else:
    import typing

    def TypeVar(name, *, default=None, **others):  # noqa: N802, it stands for the class
        """Return a type variable without its default."""
        return typing.TypeVar(name, **others)
