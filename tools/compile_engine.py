"""Prove that what runs during play can be compiled: build it with mypyc, play both builds, and compare them.

    .venv/bin/python tools/compile_engine.py                       20 games of every preset
    .venv/bin/python tools/compile_engine.py --games 3 --opt 0     a quick look
    .venv/bin/python tools/compile_engine.py --into /tmp/engine    keeps the build there

It needs a C compiler and the packages of `make test`, with setuptools. The sources are copied to a folder outside the
checkout (a temporary one, unless `--into` says another), built there, and played by a random player in processes of
their own. Every event (kind, seat, data, cause and card), every ask, the state of the dice at each and the final save
must be the same. A scratch proof: nothing of it is shipped.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILED = (
    "kernel/*.py",
    "adventure/model/*.py", "adventure/procedures/*.py",
    "wargame/model/*.py", "wargame/procedures/*.py",
    "language/control.py", "language/grammar.py",
)  # fmt: skip
"""What is compiled; the reader of packs, the words of cards, the players and the server stay as they are."""
SETUP = """
from mypyc.build import mypycify
from setuptools import setup
setup(name="engine", ext_modules=mypycify({arguments!r}, opt_level={opt!r}, multi_file=True))
"""
BROKEN = "The rules stop in"
MOST = 3000
"""After so many decisions a game is left as it stands."""


def copied(into: Path, name: str) -> Path:
    """Return a copy of the sources."""
    target = into / name
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "src", target, ignore=shutil.ignore_patterns("__pycache__", "page", "*.so"))
    return target


def build(sources: Path, opt: str) -> list[str]:
    """Compile what runs during play within a copy of the sources; return the files that were compiled."""
    package = sources / "stormriver"
    files = [str(file.relative_to(sources)) for part in COMPILED for file in sorted(package.glob(part))]
    arguments = ["--config-file", str(ROOT / "pyproject.toml"), *files]
    (sources / "setup.py").write_text(SETUP.format(arguments=arguments, opt=opt), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"], cwd=sources, text=True, capture_output=True, check=False
    )
    (sources / "build.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    if done.returncode:
        raise SystemExit(f"It does not compile:\n{done.stderr[-2000:]}{done.stdout[-2000:]}")
    return files


def played(sources: Path, games: int, told: Path) -> dict[str, float]:
    """Let a process of its own play with these sources; return its decisions a second by preset."""
    environment = {**os.environ, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
    command = [sys.executable, __file__, "--games", str(games), "--play", str(told)]
    done = subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE, check=True)
    speeds: dict[str, float] = json.loads(done.stdout)
    return speeds


def play(games: int, told: Path) -> dict[str, float]:
    """Play games of every preset, tell all of them in a file, and return the decisions a second of silent ones."""
    import stormriver

    speeds = {}
    with told.open("w", encoding="utf-8") as lines:
        for preset in stormriver.presets():
            for seed in range(games):
                lines.writelines(f"{json.dumps(line)}\n" for line in story(preset, seed))
            decisions, seconds = 0, 0.0
            for seed in range(games):
                more, longer = silent(preset, seed)
                decisions, seconds = decisions + more, seconds + longer
            speeds[preset] = decisions / seconds
    return speeds


def story(preset: str, seed: int) -> list[object]:
    """Return all that one game tells: each ask with its answer and the dice, each event, and the save at the end."""
    import stormriver

    game = stormriver.new_game(preset, seed=seed)
    chance = random.Random(seed)
    told: list[object] = [[preset, seed]]
    seen = 0
    for _ in range(MOST):
        log = game.log or []
        told += [event.values() for event in log[seen:]]
        seen = len(log)
        ask = game.ask
        if ask is None:
            break
        told.append([ask.seat, ask.kind, ask.keys, ask.cause, ask.card, game.state.dice])
        try:
            game.play(chance.randrange(len(ask.codes)))
        except Exception as error:  # a fault of the rules must be the same fault in both builds
            return [*told, f"{BROKEN} {preset} {seed}: {type(error).__name__}"]
    return [*told, game.save()]


def silent(preset: str, seed: int) -> tuple[int, float]:
    """Play a game without a log; return its decisions, and the seconds they took."""
    import stormriver

    game = stormriver.new_game(preset, seed=seed, log=False)
    chance = random.Random(seed)
    begun = time.perf_counter()
    decisions = 0
    with contextlib.suppress(Exception):  # told by `story`
        while (posed := game.state.ask) is not None and decisions < MOST:
            game.play(int(chance.random() * len(posed.codes)))
            decisions += 1
    return decisions, time.perf_counter() - begun


def difference(plain: Path, compiled: Path) -> str:
    """Return where two stories differ; nothing if they do not."""
    first, second = plain.read_text(encoding="utf-8").splitlines(), compiled.read_text(encoding="utf-8").splitlines()
    for number, (one, other) in enumerate(zip(first, second, strict=False), 1):
        if one != other:
            return f"line {number} differs:\n  plain    {one[:500]}\n  compiled {other[:500]}"
    return "" if len(first) == len(second) else f"one has {len(first)} lines, the other {len(second)}"


def prove(into: Path, games: int, opt: str) -> int:
    """Build, play and compare; return 1 if anything differs."""
    plain, compiled = copied(into, "plain"), copied(into, "compiled")
    begun = time.perf_counter()
    files = build(compiled, opt)
    seconds = time.perf_counter() - begun
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    size = sum(file.stat().st_size for file in compiled.rglob(f"*{suffix}"))
    length = sum(len((compiled / file).read_text(encoding="utf-8").splitlines()) for file in files)
    print(f"Compiled {len(files)} files, {length:,} lines, in {seconds:.0f} s: {size / 1e6:.1f} MB.")
    return compared(plain, compiled, games)


def compared(plain: Path, compiled: Path, games: int) -> int:
    """Play both builds and compare them; return 1 if anything differs."""
    stories = plain.with_suffix(".jsonl"), compiled.with_suffix(".jsonl")
    slow, fast = played(plain, games, stories[0]), played(compiled, games, stories[1])
    for preset, speed in slow.items():
        times = fast[preset] / speed
        print(f"{preset:12} {speed:8,.0f} decisions a second, compiled {fast[preset]:8,.0f}: {times:.2f} times as many")
    lines = stories[0].read_text(encoding="utf-8").splitlines()
    for line in lines:
        if BROKEN in line:
            print(json.loads(line))
    found = difference(*stories)
    told = f"{len(lines):,} events, asks and saves"
    print(found or f"{games} games of each of {len(slow)} presets are the same in all {told}.")
    return 1 if found else 0


def main() -> int:
    """Read the arguments and do it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="games of each preset")
    parser.add_argument("--opt", default="3", help="how much the C compiler optimises, 0 to 3")
    parser.add_argument("--into", type=Path, help="a folder outside the checkout that keeps the build")
    parser.add_argument("--play", type=Path, help=argparse.SUPPRESS)  # for the processes that play
    asked = parser.parse_args()
    if asked.play:
        print(json.dumps(play(asked.games, asked.play)))
        return 0
    if asked.into:
        asked.into.mkdir(parents=True, exist_ok=True)
        return prove(asked.into.resolve(), asked.games, asked.opt)
    with tempfile.TemporaryDirectory() as folder:
        return prove(Path(folder), asked.games, asked.opt)


if __name__ == "__main__":
    sys.exit(main())
