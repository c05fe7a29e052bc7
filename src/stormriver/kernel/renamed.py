"""Old names of steps and words, for files written by earlier versions.

Whoever renames a step, moves it to another procedure or lets a word stand elsewhere on its card notes it here.
"""

from __future__ import annotations

RENAMED: dict[str, str] = {}
"""Old names, such as `fight/survive` or `imp/meet[0]:fight`, and the current ones."""
