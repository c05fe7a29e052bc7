"""The kinds of asks of the words that every rulebook has, each declared once; the catalogues have their questions."""

from __future__ import annotations

from typing import Final

from stormriver.kernel.ask import AskKind

CHOOSE: Final = AskKind("choose")
MAY: Final = AskKind("may")
