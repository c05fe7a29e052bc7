"""Makes ready what is measured: virtual environments, the compiled engine, and the driver of sts_lightspeed.

What is made lies in `bench/.venv-*` and `bench/.builds`, and is made again when what it is made of has changed.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import method
from contestants import COMPILED, STS, Contestant
from machine import BENCH, ROOT, call, say

BUILDS = BENCH / ".builds"
KEPT = 6
"""How many builds are kept, the newest."""
STS_SOURCES = ("src/game/*.cpp", "src/combat/*.cpp", "src/sim/PrintHelpers.cpp", "src/sim/search/*Action.cpp")
"""What play needs of sts_lightspeed; two more files are named below, as those print a search when they fail."""
STS_MORE = ("src/sim/search/BattleScumSearcher2.cpp", "src/sim/search/ExpertKnowledge.cpp")
STS_LESS = ("SaveFile.cpp",)
"""Reading saves would need a library that sts_lightspeed does not bring along."""
STS_FLAGS = ("-std=c++17", "-O3", "-DNDEBUG", "-w")
STS_METHOD = (
    method.WARM_UP, method.CAP, method.STATES, method.APART,
    method.SAMPLE_CAP, method.SAMPLE_SEED, method.BATCH, method.MOST_BYTES,
)  # fmt: skip
"""The numbers of the method, in the order in which the driver takes them."""


@dataclass(frozen=True)
class Launch:
    """How a worker is started: its command, and what is set in its environment."""

    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)


def launch(one: Contestant, sts: Path | None = None) -> Launch:
    """Make a contestant's engine ready, and say how its worker is started.

    Args:
        one: the contestant.
        sts: the folder with the sources of sts_lightspeed, for that one alone.
    """
    if one.engine == STS:
        assert sts is not None
        return Launch([str(sts_driver(sts)), *map(str, STS_METHOD)])
    script = str(BENCH / f"worker_{one.engine}.py")
    if one.engine == "stormriver":
        sources = compiled(ROOT) if one.build == COMPILED else ROOT / "src"
        return Launch([sys.executable, script, *one.args], stormriver_environment(sources, one.build))
    return Launch([str(environment(one.engine)), script, *one.args])


def stormriver_environment(sources: Path, build: str) -> dict[str, str]:
    """What is set so that Stormriver runs from a folder, in a build."""
    return {"PYTHONPATH": str(sources), "STORMRIVER_PURE": "" if build == COMPILED else "1"}


# --- virtual environments -------------------------------------------------


def environment(engine: str) -> Path:
    """The interpreter of an engine's environment, made if it is missing or was made from other pins."""
    folder = BENCH / f".venv-{engine}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    requirements = BENCH / f"requirements-{engine}.txt"
    stamp = folder / "requirements.stamp"
    wanted = f"{platform.python_version()}\n{requirements.read_text(encoding='utf-8')}"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return python
    say(f"installing {engine} ...")
    shutil.rmtree(folder, ignore_errors=True)
    call([sys.executable, "-m", "venv", str(folder)], f"{engine}: no environment")
    call([str(python), "-m", "pip", "install", "--quiet", "-r", str(requirements)], f"{engine}: the install failed")
    # Written last: an install that broke off is done again the next time.
    stamp.write_text(wanted, encoding="utf-8")
    return python


# --- builds, kept by a hash of what they are made of -------------------------


def digest(files: Iterable[Path], root: Path, *words: str) -> str:
    """A hash of files, by their places within a folder and what they hold, and of further words."""
    found = hashlib.sha256("\n".join(words).encode())
    for file in sorted(files):
        found.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def build_folder(name: str) -> tuple[Path, bool]:
    """The folder of a build, and whether it is there already; older builds make room for a new one."""
    folder = BUILDS / name
    if folder.exists():
        os.utime(folder)
        return folder, True
    BUILDS.mkdir(exist_ok=True)
    older = sorted(BUILDS.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in older[KEPT - 1 :]:
        shutil.rmtree(path)
    return folder, False


def compiled(checkout: Path) -> Path:
    """The folder of the compiled engine of a checkout, which stands for its `src`; built once for the same sources."""
    compiler, package = checkout / "compile_engine.py", checkout / "src" / "stormriver"
    if not compiler.exists():
        raise SystemExit(f"{checkout.name} has no compile_engine.py: that revision could not be compiled yet")
    sources = [path for kind in ("*.py", "*.yaml", "*.json") for path in package.rglob(kind)]
    python = f"{platform.python_version()} {platform.machine()}"
    folder, there = build_folder(f"compiled-{digest([compiler, *sources], checkout, python)}")
    if there:
        return folder
    say(f"compiling {package} ...")
    unfinished = folder.with_suffix(".part")
    call([sys.executable, str(compiler), "--into", str(unfinished)], f"{checkout.name}: not compiled", checkout)
    unfinished.rename(folder)
    return folder


def declare(checkout: Path, folder: Path) -> None:
    """Declare beside a package what its checkout declares, so that it is not run with the plugins of another one."""
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / "stormriver-0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stormriver\nVersion: 0\n", encoding="utf-8")
    lines = []
    for group, points in project.get("entry-points", {}).items():
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def sts_driver(sources: Path) -> Path:
    """The driver of sts_lightspeed, compiled with the sources in a folder; once for the same ones.

    Raises:
        SystemExit: if they are not there, or do not compile.
    """
    own = BENCH / f"worker_{STS}.cpp"
    files = [path for pattern in STS_SOURCES for path in sorted(sources.glob(pattern)) if path.name not in STS_LESS]
    files += [sources / name for name in STS_MORE]
    if not files[0].exists() or not (sources / "include" / "game" / "GameContext.h").exists():
        raise SystemExit(f"--sts {sources}: there are no sources of sts_lightspeed in that folder")
    headers = [path for path in (sources / "include").rglob("*.h")]
    made_of = digest([*files, *headers], sources, own.read_text(encoding="utf-8"), *STS_FLAGS)
    folder, there = build_folder(f"sts-{made_of}")
    if there:
        return folder / "driver"
    say("compiling sts_lightspeed ...")
    unfinished = folder.with_suffix(".part")
    unfinished.mkdir(exist_ok=True)
    cloned = (sources / ".git").exists()
    version = call(["git", "describe", "--always"], "no revision", sources) if cloned else f"sources-{made_of[:8]}"
    flags = [*STS_FLAGS, f'-DVERSION="{version}"', f"-I{sources / 'include'}"]
    call(["g++", *flags, *map(str, (own, *files)), "-o", str(unfinished / "driver")], "sts_lightspeed: not compiled")
    unfinished.rename(folder)
    return folder / "driver"
