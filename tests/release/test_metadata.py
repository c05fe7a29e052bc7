"""What a release says of itself stands in several places, and says the same in all of them."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import yaml
from packaging.version import Version

from support.documents import read

CITATION = yaml.safe_load(read("CITATION.cff"))
FALLBACK = Version(tomllib.loads(read("pyproject.toml"))["tool"]["hatch"]["version"]["fallback-version"])
HEADING = re.compile(r"^## (\S+), (\d{4}-\d\d-\d\d)$", re.MULTILINE)


def differing(changelog: str, citation: dict[str, Any]) -> list[str]:
    """Return how the newest release of the changelog and the citation differ; what is not yet released may be ahead."""
    version, date = HEADING.findall(changelog)[0]
    cited = Version(citation["version"])
    if "## Unreleased" in changelog and Version(version) < cited:
        return []
    return [
        f"{name}: {ours}, not {theirs}"
        for name, ours, theirs in (("version", cited, Version(version)), ("date", citation["date-released"], date))
        if str(ours) != str(theirs)
    ]


def test_the_citation_is_of_the_newest_release() -> None:
    assert differing(read("CHANGELOG.md"), CITATION) == []


def test_a_copy_without_tags_is_called_after_the_newest_release() -> None:
    assert (FALLBACK.public, FALLBACK.local) == (CITATION["version"], "source")


def test_the_citation_says_what_the_package_says() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    assert CITATION["license"] == project["license"]
    assert CITATION["authors"] == project["authors"]


def test_a_citation_of_another_release_is_found() -> None:
    cited = {"version": "1.0.0", "date-released": "2026-01-02"}
    assert differing("## Unreleased\n\n## 0.9.0, 2025-01-01\n", cited) == []
    assert differing("## 1.0.0, 2026-01-02\n", cited) == []
    assert differing("## Unreleased\n\n## 1.0.0, 2026-01-03\n", cited) == ["date: 2026-01-02, not 2026-01-03"]
    assert differing("## 1.0.1, 2026-01-02\n", cited) == ["version: 1.0.0, not 1.0.1"]
    assert differing("## Unreleased\n\n## 1.0.1, 2026-01-02\n", cited) == ["version: 1.0.0, not 1.0.1"]
