"""Check the Python of the docs with mypy and pyright, both strict: `python tools/check_docs_types.py`.

The blocks of each page become a module of their own in build/docs, each line where it stands on the page.
"""

from __future__ import annotations

import ast
import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "web"))

from build_page import MISSING, node_folder  # noqa: E402

FOLDER = ROOT / "build" / "docs"
PAGES = ("README.md", "docs/**/*.md")
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYRIGHT = ROOT / "web/node_modules/pyright/index.js"
SETTINGS = {
    "typeCheckingMode": "strict",
    "pythonVersion": "3.11",
    "extraPaths": [str(ROOT / "src")],
    "reportMissingTypeStubs": False,  # of what a page imports beside Stormriver
}


def module_of(page: str) -> str:
    """Return the Python of a page as a module: its blocks one after the other, each line at its own number."""
    lines = [""] * (page.count("\n") + 1)
    for block in FENCE.finditer(page):
        first = page.count("\n", 0, block.start(1))
        if ">>>" not in block[1]:
            code = block[1].splitlines()
            lines[first : first + len(code)] = code
            continue
        for example in doctest.DocTestParser().get_examples(block[1]):
            code = shown(example.source).splitlines()
            lines[first + example.lineno : first + example.lineno + len(code)] = code
    return "\n".join(lines)


def shown(source: str) -> str:
    """Return what is typed at a prompt as a statement of a module: a value that is no call's is printed there."""
    first = ast.parse(source).body[0]
    is_value = isinstance(first, ast.Expr) and not isinstance(first.value, ast.Call)
    return f"print({source.strip()})" if is_value else source


def written(folder: Path = FOLDER) -> list[Path]:
    """Write the modules of all pages that have Python, and return their paths."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "pyrightconfig.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    found = []
    for page in sorted({page for pattern in PAGES for page in ROOT.glob(pattern)}):
        text = page.read_text(encoding="utf-8")
        if FENCE.search(text):
            name = page.relative_to(ROOT).with_suffix("").as_posix().replace("/", "_").replace("-", "_")
            found.append(folder / f"{name}.py")
            found[-1].write_text(module_of(text), encoding="utf-8")
    return found


def mypy(modules: list[Path]) -> int:
    """Check modules with mypy, and return its exit code."""
    command = [sys.executable, "-m", "mypy", "--strict", "--allow-redefinition", "--cache-dir", ".mypy_cache/docs"]
    environment = {**os.environ, "MYPYPATH": str(ROOT / "src")}
    return subprocess.run([*command, *map(str, modules)], cwd=ROOT, env=environment, check=False).returncode


def pyright(folder: Path) -> int:
    """Check a folder with pyright, and return its exit code."""
    node = node_folder()
    if node is None:
        print(MISSING, file=sys.stderr)
        return 1
    command = [str(shutil.which("node", path=str(node))), str(PYRIGHT), "--pythonpath", sys.executable]
    return subprocess.run([*command, "--project", str(folder)], cwd=ROOT, check=False).returncode


def main() -> int:
    """Check all pages, and return the exit code."""
    modules = written()
    return max(mypy(modules), pyright(FOLDER))


if __name__ == "__main__":
    sys.exit(main())
