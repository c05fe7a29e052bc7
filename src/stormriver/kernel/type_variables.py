"""Type variables with defaults, which Python itself has from 3.13 on. Before, only what checks types knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from stormriver.kernel.table import Table

    T = TypeVar("T", bound=Table, default=Any)
    V = TypeVar("V", default=Any)
else:
    from typing import TypeVar

    T = TypeVar("T")
    V = TypeVar("V")
