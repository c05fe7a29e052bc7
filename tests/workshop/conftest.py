"""What the tests of the bench share: a new pack, written once, and a place of their own for installed packs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from stormriver.language.packs import VARIABLE
from stormriver.workshop import starting


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a new pack as it is begun; it is not to be changed."""
    folder = tmp_path_factory.mktemp("begun") / "old_mill"
    wish = replace(starting.named("Old Mill"), preset="revised4", author='Ann "the" Miller')
    starting.begin(folder, wish)
    return folder


@pytest.fixture
def mill(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a new pack that may be changed, for a user who has no pack yet and works in the folder above it."""
    folder = tmp_path / "old_mill"
    shutil.copytree(begun, folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.chdir(tmp_path)
    return folder


def rewrite(file: Path, old: str, new: str) -> None:
    """Put something else in the place of what stands in a file."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
