"""What the budgets are about: sizes and counts, measured alike on every machine."""

from __future__ import annotations

import gzip
import io
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from stormriver.server.built_page import FOLDER as PAGE

ROOT = Path(__file__).resolve().parent.parent
FILE = Path(__file__).with_name("budgets.toml")

FIRST_SCREEN = "HomePage"
"""The part of the page that is shown at its own address, as the page's parts are called."""

LOADED = """
import sys
from stormriver.__main__ import main
sys.argv = ["stormriver", *sys.argv[1:]]
try:
    main()
finally:
    print("\\nloaded", sum(name.partition(".")[0] == "stormriver" for name in sys.modules))
"""
"""Runs a command, and counts the modules of ours that it has loaded."""


def budgets() -> dict[str, dict[str, Any]]:
    """Return the budgets by section."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def dependencies(project: Path = ROOT / "pyproject.toml") -> int:
    """Return how many packages an installation needs besides this one."""
    return len(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["dependencies"])


def wheel_bytes(package: Path = ROOT / "src/stormriver") -> int:
    """Return the size of a package packed as in its wheel, with the built page and without the wheel's own notes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(package.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and not path.match("content/*/scenarios/*"):
                archive.write(path, path.relative_to(package.parent))
    return packed.tell()


def first_screen(page: Path = PAGE) -> list[Path]:
    """Return the page, scripts and styles without which the built page shows nothing.

    These are what the page names, and what its script fetches for the first screen.
    """
    index = page / "index.html"
    named = re.findall(r'(?:src|href)="/(assets/[^"]+)"', index.read_text(encoding="utf-8"))
    script = next((page / name).read_text(encoding="utf-8") for name in named if name.endswith(".js"))
    parts = re.findall(r'"(assets/[^"]+)"', script[: script.index("]")])
    wanted = re.search(rf"\./{FIRST_SCREEN}-[^)]*\),__vite__mapDeps\(\[([0-9,]+)\]", script)
    assert wanted, f"the page has no part {FIRST_SCREEN}"
    return [index, *(page / name for name in dict.fromkeys(named + [parts[int(n)] for n in wanted[1].split(",")]))]


def first_screen_bytes(page: Path = PAGE) -> int:
    """Return the size of the first screen, each file packed as it is sent."""
    return sum(len(gzip.compress(path.read_bytes(), mtime=0)) for path in first_screen(page))


def modules_loaded(*words: str, typed: str = "") -> int:
    """Return how many modules of ours a command loads."""
    told = subprocess.run(
        [sys.executable, "-c", LOADED, *words], input=typed, capture_output=True, text=True, timeout=60
    )
    found = re.search(r"^loaded (\d+)$", told.stdout, re.MULTILINE)
    assert found, told.stderr
    return int(found[1])
