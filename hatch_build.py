"""Puts the built page into the wheel, so that whoever installs it needs no Node."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "web"))
import build_page as page

PAGE = Path("src/stormriver/server/page")


class PageHook(BuildHookInterface[Any]):
    """Builds the page for a wheel. An editable install takes it from where `make page` puts it."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what building needs: Node, if the machine has none."""
        return [] if page.node_folder() else [page.PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, and name it as what belongs into the wheel though no version of it is kept."""
        if version != "editable":
            page.build()
            build_data["artifacts"].append(f"/{PAGE.as_posix()}/**")
