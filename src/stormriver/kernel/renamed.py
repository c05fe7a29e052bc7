"""What steps and words were called in earlier versions, for files that name them so.

Whoever renames a step, moves it to another procedure or lets a word stand elsewhere on its card notes it here.
"""

from __future__ import annotations

RENAMED: dict[str, str] = {}
"""By the old name, such as `fight/survive` or `imp/meet[0]:fight`, that of today."""
