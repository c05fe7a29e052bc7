"""Damage by chance to content, saves and records, and what must come of it: each is refused in one sentence, or whole.

Each function takes chance, does one damage, and raises AssertionError if it is neither refused nor read as a whole.
`make test` tries some hundred of each, `make fuzz` many thousands.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import yaml

import stormriver
from stormriver.adventure.loader import Loader
from stormriver.adventure.model.table import AdventureTable
from stormriver.api import resume_game
from stormriver.kernel import replays, saves
from stormriver.kernel.errors import BadContent, BadRecord
from stormriver.kernel.numbering import AS_READ
from stormriver.kernel.records import read_record, record_of, seal
from stormriver.language import packs, ruleset
from stormriver.language.packs import OTHER_FILES
from stormriver.language.ruleset import Ruleset
from stormriver.language.source import read_file
from support.contract import cards_have_one_place
from support.in_german import assert_german
from support.layers import CONTENT
from support.mutations import at, copied, damage, noise, paths
from support.random_games import FIRST_WARGAME, Play, set_up

Damage = Callable[[random.Random], None]

# content

SECTIONS = ("cards", "characters", "spaces", "regions", "marks")
PLACE = re.compile(r"^[\w./]+\.yaml, line \d+\b.*: .+", re.DOTALL)
"""How every message about content begins: file and line."""


def load(preset: str = "revised4", *added: Path) -> AdventureTable:
    """Return a table read from the files, whatever was read before."""
    rules = Ruleset(preset, {}, tuple(map(str, added)))
    return Loader(rules, ("ann", "ben"), AS_READ).load()


def refused_or_loaded(preset: str = "revised4", *added: Path) -> str:
    """Return the sentence with which a set-up is refused, empty if it is not; the sentence must name file and line."""
    try:
        load(preset, *added)
    except BadContent as error:
        assert PLACE.match(str(error)), f"the message does not say where: {error}"
        assert_german(error)
        return str(error)
    return ""


@cache
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
BASE = [*FILES, CONTENT / "revised4" / "preset.yaml"]


@cache
def records() -> list[tuple[str | None, str, Any]]:
    """Return every card, character, space, Region and mark of a pack, with the deck and the section it stands in."""
    return [
        (said.get("deck"), section, record)
        for said in map(plain, FILES)
        for section in SECTIONS
        for record in said.get(section, [])
    ]


@cache
def words() -> list[str]:
    """Return the words that content is written in."""
    return sorted(words_in([record for _, _, record in records()]))


def one_record(rng: random.Random) -> dict[str, Any]:
    """Return a pack with one record of ours under another id."""
    deck, section, record = rng.choice(records())
    record = copied(record)
    record["id"] += "_again"
    return {section: [record]} if deck is None else {"deck": deck, section: [record]}


def written(tree: Any) -> str:
    """Return a tree as YAML."""
    return str(yaml.safe_dump(tree, allow_unicode=True, sort_keys=False))


@contextmanager
def pack_folder() -> Iterator[Path]:
    """Give a folder for a pack."""
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above) / "odd"
        folder.mkdir()
        yield folder


def damaged_record(rng: random.Random) -> None:
    """One to three wrong values, keys or structures in a card, character, space, Region or mark."""
    tree = one_record(rng)
    for _ in range(rng.randint(1, 3)):
        tree = damage(tree, rng, words())
    _read_as_pack(written(tree))


def noise_in_a_record(rng: random.Random) -> None:
    """One to three characters or lines changed, left out, put in, moved or doubled."""
    text = written(one_record(rng))
    for _ in range(rng.randint(1, 3)):
        text = noise(text, rng)
    _read_as_pack(text)


def _read_as_pack(text: str) -> None:
    with pack_folder() as folder:
        (folder / "cards.yaml").write_text(text, encoding="utf-8")
        refused_or_loaded("revised4", folder)


def damaged_base(rng: random.Random) -> None:
    """The same damage in the preset, or in the pack that everything else builds on."""
    file = rng.choice(BASE)
    said = (
        noise(file.read_text(encoding="utf-8"), rng)
        if rng.random() < 0.5
        else written(damage(plain(file), rng, words()))
    )
    with content_with(file, said):
        refused_or_loaded()


@contextmanager
def content_with(file: Path, said: str) -> Iterator[None]:
    """Let a file of our content say something else."""
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above)
        for name in ("base", "revised4"):
            shutil.copytree(CONTENT / name, folder / name)
        (folder / file.relative_to(CONTENT)).write_text(said, encoding="utf-8")
        ruleset.read_preset.cache_clear()
        try:
            with patch.object(packs, "content_folders", lambda: (folder,)):
                yield
        finally:
            ruleset.read_preset.cache_clear()


def any_bytes(rng: random.Random) -> None:
    """A file of any bytes at all."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bytes.yaml"
        path.write_bytes(rng.randbytes(rng.randint(0, 20)) + b"\ncards: []\n" + rng.randbytes(rng.randint(0, 20)))
        try:
            read_file(path, "odd/bytes.yaml")
        except BadContent as error:
            assert PLACE.match(str(error)), f"the message does not say where: {error}"


# saves

SAVE_WORDS = ("turn", "active", "seats", "zones", "revised4", "reference", "ann", "portal", "die", "x", "")
NUMBERS = (-1000, -2, -1, 0, 1, 2, 5, 7, 30, 200, 10**6, 2**63, 10**30)


@lru_cache(maxsize=1)
def texts() -> tuple[str, ...]:
    """Return saves of several games, halfway through all kinds of things, every other one with some of its log."""
    found = []
    for number in (0, 1, 3, 5, 8, 14, 23, 31, FIRST_WARGAME + 1, FIRST_WARGAME + 2):
        play = Play(set_up(number))
        for decision in play.decisions():
            if decision % 17 == 0:
                game = play.game.clone()
                assert play.game.log is not None
                game.log = play.game.log[-10:] if decision % 2 else None
                found.append(game.save())
    return tuple(found)


def refusal(text: str) -> str:
    """Return the sentence with which a text is refused as a save; empty if it is loaded, and then it is whole."""
    try:
        game = resume_game(text)
    except BadRecord as error:
        said = str(error)
        assert said[:1].isupper() and "\n" not in said, said
        return said
    cards_have_one_place(game, random.Random(0))
    assert (game.ask is None) == (not game.state.frames)
    assert resume_game(game.save()).save() == game.save()
    return ""


def sealed_save(data: dict[str, Any]) -> str:
    """Return a save with its digest made anew, as somebody would who changes one on purpose."""
    data = {key: value for key, value in data.items() if key != "digest"}
    return json.dumps({**data, "digest": saves.digest(data)}, separators=(",", ":"))


def in_order(text: str) -> str:
    """Return what a JSON text says, its keys in order and nothing between its values; ValueError if it says nothing."""
    return json.dumps(json.loads(text), sort_keys=True)


def changed_text_of_a_save(rng: random.Random) -> None:
    """A character or line changed, left out, put in, moved or doubled; white space between the values does no harm."""
    text = rng.choice(texts())
    changed = noise(text, rng)
    try:
        same = in_order(changed) == in_order(text)
    except ValueError:
        same = False
    assert (refusal(changed) == "") == same


def changed_number_of_a_save(rng: random.Random) -> None:
    """One number of a state that is another one: it may be a possible game, but it is not the one that was saved."""
    data = json.loads(rng.choice(texts()))
    numbers = [path for path in paths(data["state"]) if isinstance(at(data["state"], path), int)]
    path = rng.choice(numbers)
    parent = at(data["state"], path[:-1])
    parent[path[-1]] = rng.choice([number for number in NUMBERS if number != parent[path[-1]]])
    assert refusal(json.dumps(data))


def changed_structure_of_a_save(rng: random.Random) -> None:
    """Keys, lists and values that are missing, doubled, misspelt, nested or of another kind."""
    text = rng.choice(texts())
    data = json.loads(text)
    key = rng.choice(("state", "header", "log", "asks", ""))
    if key:
        data[key] = damage(data[key], rng, SAVE_WORDS)
    else:
        data = damage(data, rng, SAVE_WORDS)
    changed = json.dumps(data)
    assert (refusal(changed) == "") == (in_order(changed) == in_order(text))


def sealed_damage_in_a_save(rng: random.Random) -> None:
    """Where the digest was made anew as well, what is loaded is a whole game all the same, or it is refused."""
    data = json.loads(rng.choice(texts()))
    key = rng.choice(("state", "header", "log", "asks"))
    data[key] = damage(data[key], rng, SAVE_WORDS)
    refusal(sealed_save(data))


# records


@lru_cache(maxsize=1)
def record_texts() -> tuple[str, ...]:
    """Return records of short games of each rulebook."""
    found = []
    for number in (0, 3, FIRST_WARGAME + 1):
        game = set_up(number).new_game()
        rng = random.Random(number)
        while game.ask is not None and len(game.log or ()) < 200:
            game.answer(rng.choice(game.ask.keys))
        found.append(record_of(game))
    return tuple(found)


def changed_text_of_a_record(rng: random.Random) -> None:
    """A character or line of a record changed, left out, put in, moved or doubled: it is refused, or says the same."""
    text = rng.choice(record_texts())
    changed = noise(text, rng)
    try:
        read_record(changed)
    except BadRecord as error:
        assert "\n" not in str(error) and str(error).endswith("."), str(error)
        return
    assert list(map(in_order, changed.strip().split("\n"))) == list(map(in_order, text.strip().split("\n")))


def sealed_damage_in_a_record(rng: random.Random) -> None:
    """A record with something wrong in it and sealed anew is refused when it is read, or when it is replayed."""
    lines = [json.loads(line) for line in rng.choice(record_texts()).splitlines()[:-1]]
    for _ in range(rng.randint(1, 2)):
        number = rng.choice((0, rng.randrange(len(lines))))
        lines[number] = damage(lines[number], rng, SAVE_WORDS)
    try:
        record = read_record(seal([json.dumps(line) for line in lines]))
    except BadRecord as error:
        assert "\n" not in str(error), str(error)
        return
    for replay in (replays.weak, lambda read: replays.strong(read, stormriver.api.table_for)):
        try:
            replay(record)
        except BadRecord as error:
            assert len(str(error)) > 10


CONTENT_DAMAGES: tuple[Damage, ...] = (damaged_record, noise_in_a_record, damaged_base, any_bytes)
SAVE_DAMAGES: tuple[Damage, ...] = (
    changed_text_of_a_save,
    changed_number_of_a_save,
    changed_structure_of_a_save,
    sealed_damage_in_a_save,
)
RECORD_DAMAGES: tuple[Damage, ...] = (changed_text_of_a_record, sealed_damage_in_a_record)
DAMAGES: tuple[Damage, ...] = (*CONTENT_DAMAGES, *SAVE_DAMAGES, *RECORD_DAMAGES)


def damages_do_no_harm(damage: Damage, count: int) -> None:
    """Do a damage so many times, each with the chance of its number, which is noted on what fails."""
    for number in range(count):
        try:
            damage(random.Random(number))
        except Exception as error:
            error.add_note(f"{damage.__name__} with random.Random({number})")
            raise
