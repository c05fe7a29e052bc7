"""Whatever a pack or preset says, it is loaded, or refused in one sentence that names file and line."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import stormriver
from mutations import copied, damage, noise
from stormriver.adventure import ruleset
from stormriver.adventure.loader import Loader
from stormriver.adventure.ruleset import OTHER_FILES, Ruleset
from stormriver.adventure.table import AdventureTable
from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.language.source import read_file, read_text

CONTENT = ruleset.CONTENT
SECTIONS = ("cards", "characters", "spaces", "regions", "marks")
PLACE = re.compile(r"^[\w./]+\.yaml, line \d+(, at [^ ]+)?: .+", re.DOTALL)
"""How every message about content begins: file, line, and where in it."""

chances = st.randoms(use_true_random=False)


def load(preset: str = "revised4", *packs: Path) -> AdventureTable:
    """Return a table read from the files, whatever was read before."""
    rules = Ruleset(preset, {}, tuple(map(str, packs)))
    table = AdventureTable(rules, ("ann", "ben"))
    Loader(table, rules).load()
    return table


def refused_or_loaded(preset: str = "revised4", *packs: Path) -> str:
    """Return the sentence with which a set-up is refused, empty if it is not; the sentence must name file and line."""
    try:
        load(preset, *packs)
    except BadContent as error:
        assert PLACE.match(str(error)), f"the message does not say where: {error}"
        return str(error)
    return ""


def plain(path: Path) -> Any:
    """Return what a YAML file says, as lists, dicts and scalars."""
    return read_file(path).plain()


def words_in(tree: Any) -> set[str]:
    """Return the keys and texts of a tree."""
    if isinstance(tree, dict):
        return set(tree).union(*map(words_in, tree.values()))
    if isinstance(tree, list):
        return set().union(*map(words_in, tree))
    return {tree} if isinstance(tree, str) and len(tree) < 30 else set()


FILES = [path for path in sorted((CONTENT / "revised4").glob("*.yaml")) if path.name not in OTHER_FILES]
RECORDS = [
    (said.get("deck"), section, record)
    for said in map(plain, FILES)
    for section in SECTIONS
    for record in said.get(section, [])
]
"""Every card, character, space, Region and mark of a pack, with the deck and the section it stands in."""
WORDS = sorted(words_in([record for _, _, record in RECORDS]))
BASE = [*FILES, CONTENT / "revised4" / "preset.yaml"]


def one_record(rng: random.Random) -> dict[str, Any]:
    """Return a pack with one record of ours under another id."""
    deck, section, record = rng.choice(RECORDS)
    record = copied(record)
    record["id"] += "_again"
    return {section: [record]} if deck is None else {"deck": deck, section: [record]}


def written(tree: Any) -> str:
    """Return a tree as YAML."""
    return str(yaml.safe_dump(tree, allow_unicode=True, sort_keys=False))


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder for a pack of one file; what else is read stays in memory."""
    load()
    kept = dict(ruleset._files)
    folder = tmp_path_factory.mktemp("packs") / "odd"
    folder.mkdir()
    yield folder
    ruleset._files.clear()
    ruleset._files.update(kept)


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a copy of the preset and its pack, which is read in place of the real one."""
    folder = tmp_path_factory.mktemp("content")
    shutil.copytree(CONTENT / "revised4", folder / "revised4")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ruleset, "CONTENT", folder)
        yield folder
    ruleset.read_preset.cache_clear()


# damage by chance


@pytest.mark.slow
@settings(max_examples=150)
@given(rng=chances, times=st.integers(1, 3))
def test_damaged_record_is_refused_or_loaded(pack: Path, rng: random.Random, times: int) -> None:
    """One to three wrong values, keys or structures in a card, character, space, Region or mark."""
    tree = one_record(rng)
    for _ in range(times):
        tree = damage(tree, rng, WORDS)
    (pack / "cards.yaml").write_text(written(tree), encoding="utf-8")
    refused_or_loaded("revised4", pack)


@pytest.mark.slow
@settings(max_examples=150)
@given(rng=chances, times=st.integers(1, 3))
def test_noise_in_a_record_is_refused_or_loaded(pack: Path, rng: random.Random, times: int) -> None:
    """One to three characters or lines changed, left out, put in, moved or doubled."""
    text = written(one_record(rng))
    for _ in range(times):
        text = noise(text, rng)
    (pack / "cards.yaml").write_text(text, encoding="utf-8")
    refused_or_loaded("revised4", pack)


@pytest.mark.slow
@settings(max_examples=100)
@given(rng=chances, file=st.sampled_from(BASE), in_text=st.booleans())
def test_damaged_preset_or_base_pack_is_refused_or_loaded(
    content: Path, rng: random.Random, file: Path, in_text: bool
) -> None:
    """The same damage in the files that everything else builds on."""
    path = content / "revised4" / file.name
    original = file.read_text(encoding="utf-8")
    path.write_text(noise(original, rng) if in_text else written(damage(plain(file), rng, WORDS)), encoding="utf-8")
    ruleset.read_preset.cache_clear()
    ruleset._files.clear()
    try:
        refused_or_loaded()
    finally:
        path.write_text(original, encoding="utf-8")


@settings(max_examples=100)
@given(before=st.binary(max_size=20), after=st.binary(max_size=20))
def test_any_bytes_are_refused_or_read(pack: Path, before: bytes, after: bytes) -> None:
    """A file of any bytes at all."""
    path = pack / "bytes.yaml"
    path.write_bytes(before + b"\ncards: []\n" + after)
    try:
        read_file(path, "odd/bytes.yaml")
    except BadContent as error:
        assert PLACE.match(str(error)), f"the message does not say where: {error}"
    finally:
        path.unlink()


# what is hard on a reader of YAML

BILLION = "a: &a [x, x, x]\n" + "".join(f"{one}: &{one} [{', '.join(['*' + two] * 9)}]\n" for two, one in zip("abcdefgh", "bcdefghi", strict=True))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("[" * 5000 + "]" * 5000, 1, id="lists in lists"),
        pytest.param("{a: " * 5000 + "}" * 5000, 1, id="mappings in mappings"),
        pytest.param("- " * 5000 + "x", 1, id="lists in lines"),
        pytest.param("".join(" " * depth + "a:\n" for depth in range(500)), 61, id="mappings in lines"),
        pytest.param("a: &a [*a]", 1, id="a list in itself"),
        pytest.param("a: &a [*a, *a]", 1, id="a list twice in itself"),
        pytest.param(BILLION, 2, id="a billion texts"),
    ],
)
def test_endless_structures_are_refused(text: str, line: int) -> None:
    """Neither depth nor repetition can use up time or memory."""
    with pytest.raises(BadContent, match=rf"^odd\.yaml, line {line}\b"):
        read_text(text, "odd.yaml")


def test_depth_that_would_end_the_process_is_refused() -> None:
    """A hundred thousand brackets must not overrun the stack; tried apart, since a crash would end the tests too."""
    code = "from stormriver.language.source import read_text; read_text('[' * 100_000, 'odd.yaml')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "BadContent: odd.yaml, line 1: nested too deeply" in done.stderr


@pytest.mark.parametrize("text", ["a: !!int x", 'a: !!int "0x1F"', "a: !!python/name:os.system", "a: !card x", "a: !!binary x"])
def test_tags_are_refused(text: str) -> None:
    """A tag cannot make a text a number, nor anything else."""
    with pytest.raises(BadContent, match=r"^odd\.yaml, line 1, at a: "):
        read_text(text, "odd.yaml")


def test_plain_words_are_what_they_look_like() -> None:
    """`no`, dates, fractions and octal numbers are words; only true, false, null and whole numbers are something else."""
    said = read_text("[no, off, 2020-01-01, 1.5, 0o17, 012, true, ~, -3, '4']", "odd.yaml").plain()
    assert said == ["no", "off", "2020-01-01", "1.5", "0o17", 12, True, None, -3, "4"]


# certain mistakes

CARD = "deck: adventure\ncards:\n  - id: lucky_find\n    name: Lucky Find\n    kind: event\n"
MISTAKES: list = [
    ("a misspelt effect", CARD + "    meet: {gian: {gold: 1}}\n", "", ""),
]
