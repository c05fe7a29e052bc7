"""Where and of what something is measured: the machine, the core it is pinned to, the revision of the sources."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent


def say(text: str) -> None:
    """Progress goes to stderr: stdout is the result."""
    print(text, file=sys.stderr, flush=True)


def call(command: list[str], complaint: str, folder: Path = ROOT, environment: dict[str, str] | None = None) -> str:
    """Run a command in a folder; its output, or the end of it all with a complaint and what the command says."""
    done = subprocess.run(
        command, cwd=folder, env=environment, text=True, encoding="utf-8", capture_output=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{complaint}\n{done.stdout[-2000:]}{done.stderr[-2000:]}".strip())
    return done.stdout.strip()


def pin(core: int | None) -> bool:
    """Bind this process to one core; what it starts inherits that."""
    if not hasattr(os, "sched_setaffinity"):
        say("no pinning on this system: expect more noise")
        return False
    # The last core by default, as the first one often serves the interrupts.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0)) if core is None else core})
    return True


def revision() -> str:
    """The revision of the sources, with a plus sign if something has changed since."""
    try:
        found = call(["git", "describe", "--always", "--abbrev=10", "--dirty=+"], "no revision")
    except (SystemExit, FileNotFoundError):
        return "unknown"
    return found


def cpu_model() -> str:
    """The processor's name; platform.processor() is empty on many Linux systems."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"


def circumstances() -> dict[str, Any]:
    """When and where something is measured, fit for JSON."""
    return {
        "date": date.today().isoformat(),
        "revision": revision(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
    }
