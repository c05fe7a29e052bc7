"""Puts the built page into the wheel, so that whoever installs it needs no Node; and the compiled engine if wanted."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "web"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import build_page as page
import compile_engine as engine

PAGE = Path("src/stormriver/server/page")
COMPILE = "STORMRIVER_COMPILE"
"""Set when the wheel is to be compiled; else it is plain Python and fits every machine."""


class WheelHook(BuildHookInterface[Any]):
    """Builds what a wheel has beside the sources. An editable install takes it from where `make` puts it."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what building needs: Node, if the machine has none; a compiler of Python, if it is to compile."""
        return [*([] if page.node_folder() else [page.PACKAGE]), *(engine.NEEDS if os.environ.get(COMPILE) else ())]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, and name it as what belongs into the wheel though no version of it is kept."""
        if version == "editable":
            return
        page.run(page.INSTALL, page.BUILD)
        build_data["artifacts"].append(f"/{PAGE.as_posix()}/**")
        if os.environ.get(COMPILE):
            self._libraries = tempfile.TemporaryDirectory()
            folder = Path(self._libraries.name)
            for file in engine.compile_engine(folder):
                build_data["force_include"][str(folder / file)] = file.as_posix()
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the libraries, which are in the wheel now."""
        if hasattr(self, "_libraries"):
            self._libraries.cleanup()
