"""The pages on making packs: what they show is laid out as a reader would, and then checked, read and played.

A block of YAML begins with a comment that says what it is: `# PACK/FILE` a file of a pack, in the place of what stood
there before; `# refused: SENTENCE` a file that is refused so; `# from FILE` a piece of ours. Commands are run
where they stand, and what is quoted below a file has to be said by something in its pack.
"""

from __future__ import annotations

import random
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from stormriver.api import begin_game
from stormriver.kernel.errors import StormriverError
from stormriver.language.packs import VARIABLE
from stormriver.presentation.rule_texts import house_rules, rules
from stormriver.workshop import bench, pack_check
from support.documents import ROOT, Block, blocks, read
from support.newcomer import FILE, REFUSED, Ran, by_shell, follow
from test_cli import Said

OTHERS = ("README.md", "authoring.md", "fields.md", "frontier.md", "workshop.md")
"""The pages that have tests of their own, or show no packs."""
LANGUAGES = ("en", "de")
PAGES = sorted(path.name for path in ROOT.glob("docs/packs/*.md") if path.name not in OTHERS)
PIECE = re.compile(r"# from (\S+)\n")
QUOTED = re.compile(r"^```yaml\n(.*?)^```$((?:\s*(?:>[^\n]*\n|\n))*)", re.MULTILINE | re.DOTALL)
ANSWERS = 200


def text_of(page: str) -> str:
    return read(f"docs/packs/{page}")


def packs_of(page: str) -> dict[str, dict[str, str]]:
    """Return the files of the packs of a page as they are at its end, by pack and name."""
    found: dict[str, dict[str, str]] = {}
    for block in blocks(text_of(page), "yaml"):
        if named := FILE.match(block.text):
            found.setdefault(named[1], {})[named[2]] = block.text
    return found


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder to work in, for a user who has installed nothing."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def quotes_of(page: str) -> list[tuple[str, list[str]]]:
    """Return the packs of a page, once for each file shown, with what is quoted below that."""
    found = []
    for text, below in QUOTED.findall(text_of(page)):
        told = [re.sub(r"^> ?", "", part, flags=re.MULTILINE) for part in re.split(r"\n\s*\n", below.strip()) if part]
        if told and (named := FILE.match(text)):
            found.append((named[1], [plain(part) for part in told]))
    return found


def plain(text: str) -> str:
    return " ".join(text.split())


def said(pack: bench.OnBench, table: Any) -> set[str]:
    """Return what the cards, spaces, marks and house rules of a pack say, in each language."""
    things = [*table.definitions, *table.spaces, *table.marks]
    own = [thing for thing in things if pack.holds(thing.stands.file)]
    found = {plain(table.says(thing, language)) for thing in own for language in LANGUAGES}
    return found | {plain(rule.text) for rule in (*rules(table).values(), *house_rules(table, "de"))}


def play(pack: bench.OnBench, seed: int) -> None:
    """Play a game of three at random; whatever is not worked out well in the pack fails here."""
    game = begin_game(pack.preset, 3, seed, packs=list(pack.packs))
    chance = random.Random(seed)
    for _ in range(ANSWERS):
        if game.ask is not None:
            game.play(chance.randrange(len(game.ask.codes)))


def faults(folder: Path, page: str) -> list[str]:
    """Return what is wrong with the packs of a page: in a file, a scenario or a quote, or as they are played."""
    found = []
    for name, files in packs_of(page).items():
        write(folder / name, files)
        try:
            pack = bench.lay(folder / name)
            table = pack.table()
            told = said(pack, table)
        except StormriverError as wrong:
            return [str(wrong)]
        found += [quote for shown, quotes in quotes_of(page) if shown == name for quote in quotes if quote not in told]
        with bench.within_reach(pack):
            outcomes = [pack_check.outcome_of(trial) for trial in pack_check.trials(pack, table)]
        found += [outcome.message for outcome in outcomes if not outcome.passed]
        for seed in (1, 2):
            play(pack, seed)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_packs_of_the_page_are_well_and_say_what_it_quotes(page: str, place: Path) -> None:
    assert faults(place, page) == []


def test_every_block_says_what_it_is() -> None:
    found = [(page, block) for page in PAGES for block in blocks(text_of(page), "yaml")]
    assert [
        (page, block.line)
        for page, block in found
        if not any(form.match(block.text) for form in (FILE, REFUSED, PIECE))
    ] == []
    assert sum(bool(FILE.match(block.text)) for _, block in found) > 20


def anchors(page: Path) -> set[str]:
    """Return the places of a page that a link may lead to, by its headings and its own marks."""
    text = page.read_text(encoding="utf-8")
    heads = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    made = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
    return made | set(re.findall(r'<a id="([^"]+)"', text))


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/packs/*.md")), ids=lambda page: page.name)
def test_links_of_the_page_lead_somewhere(page: Path) -> None:
    lost = []
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", page.read_text(encoding="utf-8")):
        there = page.parent / target if target else page
        if "://" in target or (target in OTHERS and not there.exists()):
            continue
        if not there.exists() or (anchor and anchor not in anchors(there)):
            lost.append(f"{target}#{anchor}")
    assert lost == []


def pieces() -> list[tuple[str, Block]]:
    found = [(PIECE.match(block.text), block) for page in PAGES for block in blocks(text_of(page), "yaml")]
    return [(match[1], block) for match, block in found if match]


@pytest.mark.parametrize(("file", "block"), pieces())
def test_what_is_shown_of_ours_stands_there_so(file: str, block: Block) -> None:
    shown = [line.strip() for line in block.text.splitlines()[1:]]
    there = [line.strip() for line in read(file).splitlines()]
    assert any(there[at : at + len(shown)] == shown for at in range(len(there)))


def here(line: str, keys: str) -> Ran:
    """Run a command as a reader would, ours in this process, as another one takes long to start."""
    first, *words = shlex.split(line)
    if first != "stormriver":
        return by_shell(line, keys)
    said = Said(words)
    return said.code, said.out, said.err


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_whoever_follows_the_page_sees_what_it_shows(page: str, place: Path) -> None:
    assert follow(f"docs/packs/{page}", here) > 0


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_a_mistake_in_any_file_or_quote_is_found(page: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(page)
    for name, files in packs_of(page).items():
        for file, shown in files.items():
            spoilt = text.replace(shown, f"{shown}nonsense: {{}}\n")
            monkeypatch.setattr(sys.modules[__name__], "text_of", lambda _, spoilt=spoilt: spoilt)
            assert faults(place / file.replace("/", "_"), page) != [], (name, file)
    spoilt = re.sub(r"^> (\w+)", r"> Not \1", text, flags=re.MULTILINE)
    monkeypatch.setattr(sys.modules[__name__], "text_of", lambda _: spoilt)
    assert spoilt == text or faults(place / "quotes", page) != []
