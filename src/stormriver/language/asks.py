"""The kinds of asks of the words that every rulebook has, each declared once; the catalogues have their questions."""

from __future__ import annotations

from stormriver.kernel.ask import AskKind

CHOOSE = AskKind("choose")
MAY = AskKind("may")
