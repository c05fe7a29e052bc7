"""Old names of steps and words, for files written by earlier versions.

Whoever renames a step or moves it to another procedure notes it here. Where the words of cards stand that once stood
elsewhere is said by the file `renamed.yaml` of their pack or preset, which `stormriver pack migrate` writes.
"""

from __future__ import annotations

from typing import Final

RENAMED: Final[dict[str, str]] = {}
"""Old names, such as `fight/survive` or `imp/meet[0]:fight`, and the current ones."""
