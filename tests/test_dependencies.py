"""What the server's image is made of is pinned, and what is pinned is what pyproject.toml asks for."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from support.documents import read

PYPROJECT = tomllib.loads(read("pyproject.toml"))
PROJECT = PYPROJECT["project"]
OPTIONAL = PROJECT["optional-dependencies"]
WANTED = [
    asked
    for asked in PROJECT["dependencies"] + OPTIONAL["server"] + OPTIONAL["postgres"]
    if not asked.startswith(f"{PROJECT['name']}[")
]
LOCKS = {"requirements.lock": WANTED, "requirements-build.lock": PYPROJECT["build-system"]["requires"]}
"""What each lock is made of."""


def pinned(lock: str) -> dict[str, list[str]]:
    """Return the versions of each package in a lock; there are several where they differ by the version of Python."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, version in re.findall(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==([^\s;]+)", lock, re.MULTILINE):
        found[name].append(version)
    return found


def stale(wanted: list[str], lock: str) -> list[str]:
    """Return the requirements that a lock does not meet."""
    versions = pinned(lock)
    return [
        str(asked)
        for asked in map(Requirement, wanted)
        if not (own := versions[canonicalize_name(asked.name)]) or not all(map(asked.specifier.contains, own))
    ]


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_holds_what_the_project_asks_for(lock: str) -> None:
    assert stale(LOCKS[lock], read(lock)) == [], "run `make lock`"


def test_a_lock_without_a_package_or_with_one_too_old_is_stale() -> None:
    lock = "rich==13.6.0 \\\n    --hash=sha256:00\nmsgspec==0.20.0\npsycopg[binary]==3.2.1 ; python_version > '3'\n"
    asked = ["rich>=13.7,<16", "msgspec>=0.20,<1", "PyYAML>=6.0.1,<7", "psycopg[binary]>=3.2,<4"]
    assert stale(asked, lock) == ["rich<16,>=13.7", "PyYAML<7,>=6.0.1"]


@pytest.mark.parametrize("lock", LOCKS)
def test_each_package_in_the_lock_has_hashes_and_none_a_place_to_come_from(lock: str) -> None:
    text = read(lock)
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert len(entries) > len(LOCKS[lock])
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in text and "--index" not in text and "--find-links" not in text


def test_every_requirement_of_the_project_has_a_lower_and_an_upper_bound() -> None:
    for asked in map(Requirement, WANTED):
        assert {bound.operator for bound in asked.specifier} == {">=", "<"}, str(asked)
