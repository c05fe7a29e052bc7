"""The kinds of asks of the words that every rulebook has; their questions stand in the catalogues."""

from __future__ import annotations

from stormriver.kernel.ask import AskKind

CHOOSE = AskKind("choose")
MAY = AskKind("may")
