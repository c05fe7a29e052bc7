"""Which build of the engine runs: compiled libraries, or the sources beside them (`STORMRIVER_PURE`)."""

from __future__ import annotations

import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).parent


def finder(path: str) -> FileFinder:
    """Return what finds modules of the package among sources only; ImportError for any other folder."""
    if not Path(path).is_relative_to(PACKAGE):
        raise ImportError(f"{path} is no folder of {PACKAGE}", path=path)
    return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))


def run_sources() -> None:
    """Find modules of the package among its sources from now on."""
    sys.path_hooks.insert(0, finder)
    for path in [path for path in sys.path_importer_cache if Path(path).is_relative_to(PACKAGE)]:
        del sys.path_importer_cache[path]


def build() -> str:
    """Return which build of the engine this process runs, in words."""
    found = find_spec("stormriver.kernel.state")
    return "plain Python" if found is None or str(found.origin).endswith(tuple(SOURCE_SUFFIXES)) else "compiled"
