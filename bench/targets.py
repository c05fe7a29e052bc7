"""Whether the targets of `targets.toml` are met. A statement, never a failure: machines differ."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from figures import Round, median, ratio

TARGETS = Path(__file__).with_name("targets.toml")


@dataclass(frozen=True)
class Target:
    """What a figure of a contestant shall be, or its ratio to that of another one."""

    says: str
    of: str
    figure: str
    against: str | None = None
    least: float | None = None
    most: float | None = None

    def __post_init__(self) -> None:
        if (self.least is None) == (self.most is None):
            raise ValueError(f"the target {self.says!r} has either a least or a most value")

    @property
    def wanted(self) -> str:
        """What is wanted, in words."""
        return f"at least {self.least:,g}" if self.most is None else f"at most {self.most:,g}"

    def met_by(self, value: float) -> bool:
        """Whether a value is what is wanted."""
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


@dataclass(frozen=True)
class Judged:
    """A target with what was measured."""

    target: Target
    value: float
    met: bool


def read_targets(path: Path = TARGETS) -> list[Target]:
    """The targets of a file."""
    return [Target(**one) for one in tomllib.loads(path.read_text(encoding="utf-8"))["targets"]]


def judge(targets: Sequence[Target], rounds: Mapping[str, Sequence[Round]]) -> list[Judged]:
    """Judge those targets whose contestants were measured.

    Args:
        targets: what is wanted.
        rounds: what each contestant measured, by its name, in every round.
    """
    judged = []
    for target in targets:
        if target.of not in rounds or (target.against and target.against not in rounds):
            continue
        mine = rounds[target.of]
        value = ratio(mine, rounds[target.against], target.figure) if target.against else median(mine, target.figure)
        if value is not None:
            judged.append(Judged(target, value, target.met_by(value)))
    return judged


def verdict(met: bool) -> str:
    """The words for a target that was met or missed."""
    return "target met" if met else "target missed"
