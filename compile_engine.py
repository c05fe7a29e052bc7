"""Compiles what runs during play with mypyc, from the same files that run as plain Python everywhere else.

    .venv/bin/python compile_engine.py                        beside the sources, for `make compiled`
    .venv/bin/python compile_engine.py --remove               takes it away again
    .venv/bin/python compile_engine.py --opt 0 --into FOLDER  a copy of the package, quickly built, for tests

It needs a C compiler and `mypy[mypyc]`. The wheel is compiled by it if STORMRIVER_COMPILE is set (hatch_build.py).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
SOURCES = ROOT / "src"
PACKAGE = SOURCES / "stormriver"
COMPILED = (
    "kernel/*.py",
    "language/control.py", "language/grammar.py", "language/namespaces.py",
    "adventure/rulebook.py", "adventure/view.py",
    "adventure/model/*.py", "adventure/procedures/*.py", "adventure/words/*.py", "adventure/analysis/*.py",
    "wargame/rulebook.py", "wargame/view.py",
    "wargame/model/*.py", "wargame/procedures/*.py", "wargame/words/*.py", "wargame/analysis/*.py",
    "estimates/adventure/*.py", "players/adventure/*.py",
    "estimates/wargame/changes.py", "estimates/wargame/clash.py", "estimates/wargame/forecast.py",
    "estimates/wargame/lookahead.py", "players/wargame/*.py",
)  # fmt: skip
"""What is compiled; the reader of packs, presentation and server stay as they are, and of estimates in the wargame the
reader of spells, which finds the reading of a word by its class."""
INTERPRETED = ("kernel/deprecation.py", "kernel/errors.py", "kernel/facade.py", "kernel/type_variables.py")
"""What is not, though it lies there: what programs are handed is plain Python, one call above the engine, a warning
counts the calls to the line that it names, an exception that is compiled has none of the values that its class names
and loses its own in a pickle, and `TypeVar` is another for what checks types."""
NEEDS = ("mypy[mypyc]>=2.4,<3",)
"""What compiling needs beside a C compiler and Python's headers."""
SHARED = ("*.so", "*.pyd")
LINKED_AS_ONE = {"linux": ("-flto=auto", "-fvisibility=hidden"), "darwin": ("-flto", "-fvisibility=hidden")}
"""By platform, what makes the C compiler take all modules as one program: else each call from one to another is one by
way of a table of the linker, and none is inlined. Elsewhere they are compiled one by one."""
SETUP = """
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify(
    {arguments!r}, opt_level={opt!r}, debug_level="0", multi_file=True, target_dir={target!r}, group_name="stormriver"
)
library = modules[0]  # the others only lead to it
library.extra_compile_args = [*library.extra_compile_args, *{flags!r}]
library.extra_link_args = [*library.extra_link_args, *{flags!r}]
setup(name="stormriver", packages=[], ext_modules=modules)
"""


class NotCompiled(Exception):
    """The sources could not be compiled; says what the compiler says."""


def sources() -> list[Path]:
    """Return the files that are compiled."""
    found = [file for part in COMPILED for file in sorted(PACKAGE.glob(part))]
    return [file for file in found if file.relative_to(PACKAGE).as_posix() not in INTERPRETED]


def compile_engine(into: Path, opt: str = "3") -> list[Path]:
    """Compile, and lay the libraries into a folder as they lie in the package; return their paths within it.

    Args:
        into: the folder that stands for `src`; it must be there.
        opt: how much the C compiler optimises, 0 to 3.

    Raises:
        NotCompiled: with what the compilers said.
    """
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        arguments = ["--config-file", str(ROOT / "pyproject.toml"), *(str(file) for file in sources())]
        setup = work / "setup.py"
        flags = LINKED_AS_ONE.get(sys.platform, ()) if opt == "3" else ()
        settings = {"arguments": arguments, "opt": opt, "flags": flags, "target": str(work / "c")}
        setup.write_text(SETUP.format(**settings), encoding="utf-8")
        command = [sys.executable, str(setup), "--quiet", "build_ext"]
        places = ["--build-lib", str(work / "lib"), "--build-temp", str(work / "temp")]
        done = subprocess.run(
            [*command, *places],
            cwd=SOURCES,
            env={**os.environ, "MYPY_CACHE_DIR": str(work / "mypy"), "MYPYPATH": str(SOURCES)},
            text=True,
            capture_output=True,
            check=False,
        )
        if done.returncode:
            raise NotCompiled(f"{done.stdout[-3000:]}{done.stderr[-3000:]}")
        found = [file.relative_to(work / "lib") for part in SHARED for file in sorted((work / "lib").rglob(part))]
        for file in found:
            (into / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(work / "lib" / file, into / file)
    return found


def remove(sources: Path = SOURCES) -> None:
    """Take compiled libraries away from a folder of sources."""
    for file in [file for part in SHARED for file in sources.rglob(part)]:
        file.unlink()


def copied(into: Path) -> None:
    """Copy the package, without what is built of it, to where it is to be compiled."""
    shutil.rmtree(into, ignore_errors=True)
    shutil.copytree(SOURCES, into, ignore=shutil.ignore_patterns("__pycache__", *SHARED))


def main() -> int:
    """Read the arguments, and compile or remove."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opt", choices="0123", default="3", help="how much the C compiler optimises")
    parser.add_argument("--into", type=Path, default=SOURCES, help="a folder for a copy of the package")
    parser.add_argument("--remove", action="store_true", help="remove what was compiled")
    asked = parser.parse_args()
    into: Path = asked.into.resolve()
    if asked.remove:
        remove(into)
        return 0
    if into != SOURCES:
        copied(into)
    begun = time.monotonic()
    try:
        found = compile_engine(into, asked.opt)
    except NotCompiled as error:
        print(f"The engine could not be compiled:\n{error}", file=sys.stderr)
        return 1
    size = sum((into / file).stat().st_size for file in found) / 1e6
    print(f"Compiled {len(sources())} modules in {time.monotonic() - begun:.0f} s: {size:.0f} MB.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
