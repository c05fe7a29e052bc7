"""The first ten minutes: somebody new installs the wheel, has an empty home, and follows the docs word for word."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from release.distributions import PATIENCE
from support import newcomer as runner
from support.documents import ROOT, Block, Command

OF_THE_SOURCES = ("docs", "src", "tests")
"""What the README, which is read by those who have the sources, finds beside it."""


class Walk(NamedTuple):
    """What somebody new reads, in this order and in one folder.

    Attributes:
        pages: the pages, each of which is followed to its end.
        steps: how many blocks and commands that are at least, so that none is passed over unnoticed.
    """

    pages: tuple[str, ...]
    steps: int


WALKS = {
    "player": Walk(
        (
            "README.md",
            "docs/install.md",
            "docs/play.md",
            *(f"docs/games/{name}.md" for name in ("README", "revised4", "city", "third", "reference", "wargame")),
        ),
        12,
    ),
    "programmer": Walk(("docs/python.md", "docs/players.md", "docs/records.md", "docs/lab.md"), 12),
    "card maker": Walk(("docs/packs/first-card.md", "docs/packs/first-expansion.md"), 25),
}


@pytest.mark.long
@pytest.mark.timeout(PATIENCE)
@pytest.mark.parametrize("who", WALKS)
def test_the_docs_lead_somebody_new_on(who: str, installed: Path, newcomer: dict[str, str], tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    for name in OF_THE_SOURCES:
        (place / name).symlink_to(ROOT / name)
    words = [str(installed), "-P", str(runner.__file__), *WALKS[who].pages]
    done = subprocess.run(words, cwd=place, env=newcomer, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    assert sum(int(line.split()[1]) for line in done.stdout.splitlines()) >= WALKS[who].steps, done.stdout


# who follows is looked at too: they stumble where a page is wrong


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page to be written, read in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(runner, "read", lambda name: (tmp_path / name).read_text(encoding="utf-8"))
    return tmp_path / "page.md"


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("```console\n$ echo one\none\n$ make play\n```\n", 1),
        ("```yaml\n# mill/pack.yaml\nname: Mill\n```\n```console\n$ cat mill/pack.yaml\n...\nname: Mill\n```\n", 2),
        ("```python\nsword = 1\n```\n```console\n$ true\n```\n```python\n>>> sword\n1\n```\n", 3),
        ("<!-- newcomer: not run, as it fails -->\n\n```console\n$ false\n```\n```text\nelse\n```\n", 0),
        ("```console\n$ read said; echo '>'; echo $said\n> roll\nroll\n```\n", 1),
        ("<!-- newcomer: answers yes -->\n```console\n$ head -n 2\nyes\nyes\n```\n", 1),
    ],
)
def test_what_a_page_says_is_done(text: str, steps: int, page: Path) -> None:
    page.write_text(text, encoding="utf-8")
    assert runner.follow(page.name) == steps


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("```console\n$ echo one\ntwo\n```\n", 2),
        ("\n```console\n$ false\n```\n", 3),
        ("```console\n$ true\n```\n\n```python\n>>> 1 + 1\n3\n```\n", 6),
        ("```python\nnobody_knows_me\n```\n", 2),
        ("```yaml\n# refused: mill/pack.yaml, line 2: no.\nname: Mill\n```\n", 2),
    ],
)
def test_a_page_that_is_wrong_makes_one_stumble_and_says_where(text: str, line: int, page: Path) -> None:
    page.write_text(text, encoding="utf-8")
    with pytest.raises(runner.Stumbled, match=rf"page\.md, the block at line {line}:"):
        runner.follow(page.name)


@pytest.mark.parametrize(("code", "told"), [(0, ""), (2, "something else")])
def test_a_mistake_that_is_let_pass_or_told_otherwise_makes_one_stumble(code: int, told: str, page: Path) -> None:
    runner.write(Path("mill/pack.yaml"), "name: Mill\n")
    block = Block("yaml", 1, "# refused: mill/pack.yaml, line 2: no.\nnaem: Mill\n")
    with pytest.raises(runner.Stumbled):
        runner.do(block, "", {}, lambda line, keys: (code, "", told))
    assert Path("mill/pack.yaml").read_text(encoding="utf-8") == "name: Mill\n"
    assert runner.do(block, "", {}, lambda line, keys: (2, "", "mill/pack.yaml, line 2:\nno.")) == 1


def test_a_command_that_asks_for_more_is_typed_to_until_it_ends(page: Path) -> None:
    runner.run(Command(f"head -n {runner.TYPED} > typed; wc -l < typed", [str(runner.TYPED)]), "1")
    assert os.listdir() == ["typed"]
