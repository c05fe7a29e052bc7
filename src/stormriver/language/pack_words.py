"""Words in Python that a pack brings in a file `words.py` beside its cards.

They run as part of the program, so a pack that brings any is refused unless whoever runs the program trusts it:
by `trust`, or by the variable STORMRIVER_TRUSTED_PACKS, which names folders as PATH does. So it is on a server, too.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from pathlib import Path

from stormriver.kernel.errors import BadContent
from stormriver.language.origins import bring

FILE = "words.py"
VARIABLE = "STORMRIVER_TRUSTED_PACKS"
_trusted: set[Path] = set()


def trust(folder: str | Path) -> None:
    """Allow this process to run the Python words of a pack from now on."""
    _trusted.add(Path(folder).resolve())


def is_trusted(folder: Path) -> bool:
    """Tell whether the words of a pack may be run."""
    named = {Path(name).resolve() for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name}
    return folder.resolve() in _trusted | named


def text_of(folder: Path) -> str:
    """Return the source text of a pack's Python words; the empty text if it brings none."""
    path = folder / FILE
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def brought_by(folder: Path, rulebook: str) -> str:
    """Register the Python words of a pack for a rulebook, and return their module's name; empty if it brings none.

    Raises:
        BadContent: if the pack is not trusted, or its words cannot be run.
    """
    text = text_of(folder)
    if not text:
        return ""
    told = f"{folder.name}/{FILE}"
    if not is_trusted(folder):
        raise BadContent(
            "{file}: the pack brings words in Python, which would be run as a part of the program; if you "
            "trust it, name its folder in {variable}.",
            file=told,
            variable=VARIABLE,
        )
    name = f"stormriver_words_{hashlib.sha256((str(folder.resolve()) + text).encode()).hexdigest()[:16]}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, folder / FILE)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        bring(name, rulebook)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Exception as error:  # whatever is wrong with it
            del sys.modules[name]
            raise BadContent(
                "{file} cannot be run: {kind}: {error}.", file=told, kind=type(error).__name__, error=error
            ) from error
    return name
