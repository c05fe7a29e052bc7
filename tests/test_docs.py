"""The generated pages are fresh, the page on cards loads and says what it shows, and every word earns its place."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from runpy import run_path

import pytest
import yaml

from stormriver.adventure.loader import Loader, load_table
from stormriver.adventure.model.definitions import Card
from stormriver.api import begin_game, table_for
from stormriver.kernel.errors import BadContent
from stormriver.kernel.numbering import AS_READ
from stormriver.language.grammar import Condition, Effect, Names, Value, Word, fields, key_of, read_word, words
from stormriver.language.rendering import language
from stormriver.language.ruleset import Ruleset, packs_for, presets
from stormriver.language.source import read_text
from stormriver.language.usage import words_in
from stormriver.wargame import loader as wargame_loader
from stormriver.wargame.model.definitions import Gift, Item, Spell, Tile, Unit
from stormriver.wargame.model.table import WargameTable
from support.documents import ROOT, Block, blocks, commands, pages_in, read, run_commands

PAGES = (*pages_in("docs/cards"), "docs/chits.md")
"""The pages that show how packs are written."""
LEDGER = ROOT / "docs/ledger.yaml"
KINDS = ("rule", "general", "odd")
SEATS = ("ann", "ben")
FAMILIES: tuple[type[Word], ...] = (Effect, Condition, Value)
MOST_ODD = 0.03
"""The share of cards that may use a word which is one card's own."""
MOST_RARE = 0.08
"""The share that may use such a word, or one that waits for its second card."""
"""How many words may wait for their first card."""


# generated pages


@pytest.mark.slow
@pytest.mark.parametrize("tool", sorted(path.name for path in (ROOT / "tools").glob("build_*.py")))
def test_generated_pages_are_fresh(tool: str) -> None:
    done = subprocess.run(
        [sys.executable, f"tools/{tool}", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_generated_part_is_written_between_its_markers_alone() -> None:
    between = run_path(str(ROOT / "tools/pages/markers.py"))["between"]
    part = "<!-- sums:start (written by a tool) -->\nold\n<!-- sums:end -->"
    page = f"Before.\n{part}\n<!-- other:start -->\n<!-- other:end -->"
    assert between(page, "sums", ["", r"new \1", ""]) == page.replace("old\n", "\nnew \\1\n\n")
    with pytest.raises(ValueError, match="a page has lost the markers"):
        between(page, "gone", [])


def coverage_of(box: str) -> str:
    """Return the page that tells what a preset or pack holds."""
    return read(f"docs/coverage/{box}.md")


@cache
def boxes() -> tuple[str, ...]:
    """Return the presets and packs that have a page of their own."""
    return tuple(re.findall(r"^\| \[[^]]+\]\((\w+)\.md\)", read("docs/coverage/README.md"), re.MULTILINE))


def test_coverage_says_that_nothing_is_missing() -> None:
    pages = [coverage_of(box) for box in boxes()]
    row = re.compile(r"^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)
    counts = [found for page in pages for found in row.findall(page)]
    assert len(counts) >= 8
    assert [found for found in counts if found[1] != found[2] or found[3] != "0"] == []
    assert [page for page in pages if "| no |" in page] == []


def test_coverage_says_that_every_id_has_a_scenario() -> None:
    assert set(boxes()) >= {"revised4", "third", "city", "wargame"}
    said = re.compile(r"^Ids: (\d+); with at least one scenario: (\d+)\.$", re.MULTILINE)
    for box in boxes():
        ((ids, proved),) = said.findall(coverage_of(box))
        assert ids == proved, box


WARGAME = ROOT / "tests/scenarios/wargame"


def unproved(files: Iterable[Path]) -> list[str]:
    """Return what lies in the box of the wargame and has no scenario in the folder of its sort named after it."""
    table = table_for("wargame", 2)
    assert isinstance(table, WargameTable)
    wanted = [f"{chit.group}s/{chit.id}" for chit in table.definitions]
    wanted += [f"abilities/{ability}" for ability in table.abilities]
    known = [file.relative_to(WARGAME).with_suffix("").as_posix() for file in files]
    return [thing for thing in wanted if not any(f"{name}_".startswith(f"{thing}_") for name in known)]


@pytest.mark.slow
def test_every_tile_unit_item_spell_and_ability_of_the_wargame_has_a_scenario_of_its_own() -> None:
    files = sorted(WARGAME.rglob("*.yaml"))
    assert unproved(files) == []
    assert unproved(file for file in files if file.stem != "dragon") == ["units/dragon"]
    assert unproved(file for file in files if file.parent.name != "abilities" or "woods" not in file.stem) == [
        "abilities/woods"
    ]


def test_coverage_lists_all_that_lies_in_the_box_of_the_wargame() -> None:
    shown = coverage_of("wargame")
    assert "Ids: 240; with at least one scenario: 240." in shown
    rows = {"Tiles": 37, "Good units": 30, "Evil units": 32, "Neutral units": 31, "Items": 39, "Spells": 48}
    for title, count in (rows | {"Abilities": 23}).items():
        section = shown.partition(f"## {title}\n")[2].partition("\n## ")[0]
        assert len(re.findall(r"^\| `", section, re.MULTILINE)) == count


def test_options_of_every_preset_are_listed_each_with_a_place_of_its_own() -> None:
    page = read("docs/options.md")
    places = re.findall(r'<a id="([\w.]+)"', page)
    assert len(set(places)) == len(places)
    own = {name: Ruleset(name, {}, ()).options for name in ("revised4", "third", "wargame")}
    assert {f"{name}.{option}" for name, options in own.items() for option in options} <= set(places)
    links = [link for box in boxes() for link in re.findall(r"\(\.\./options\.md#([\w.]+)\)", coverage_of(box))]
    assert links
    assert set(links) <= set(places)


# the pages on cards and on chits


def hand_written() -> str:
    return "\n".join(map(read, PAGES))


PACKS = {
    "my_pack": "revised4",
    "my_shrine": "revised4",
    "my_world": "revised4",
    "my_box": "third",
    "my_chits": "wargame",
}
"""The packs that the pages make, each with the preset it is on top of."""


def examples(pack: str) -> list[tuple[str, Block]]:
    """Return the YAML blocks of the pages that make a pack, each with the name of its file."""
    found = []
    for block in blocks(hand_written(), "yaml"):
        name = re.match(rf"# {pack}/(\w+\.yaml)\n", block.text)
        if name:
            found.append((name[1], block))
    return found


def refused() -> list[tuple[str, Block]]:
    """Return the YAML blocks that are refused, each with what is said then."""
    found = [(re.match(r"# refused: (.*)\n", block.text), block) for block in blocks(hand_written(), "yaml")]
    return [(match[1], block) for match, block in found if match]


@cache
def pack_files(pack: str = "my_pack") -> tuple[tuple[str, str], ...]:
    return tuple((name, block.text) for name, block in examples(pack))


def written(folder: Path, files: Iterable[tuple[str, str]], name: str = "my_pack") -> str:
    pack = folder / name
    pack.mkdir()
    for file, text in files:
        (pack / file).write_text(text, encoding="utf-8")
    return str(pack)


def test_every_yaml_block_is_an_example_or_is_refused() -> None:
    made = [(pack, name) for pack in PACKS for name, _ in examples(pack)]
    assert len(blocks(hand_written(), "yaml")) == len(made) + len(refused()) >= 8
    assert len(set(made)) == len(made)


@pytest.mark.slow
@pytest.mark.parametrize("pack", ["my_pack", "my_shrine", "my_world", "my_chits"])
def test_examples_of_the_pages_load_and_can_be_played(pack: str, tmp_path: Path) -> None:
    game = begin_game(PACKS[pack], SEATS, 7, packs=[written(tmp_path, pack_files(pack), pack)])
    table = game.table
    ids = {thing.id for thing in (*table.cards, *table.spaces, *table.marks)}
    ids |= {deck.id for deck in getattr(table, "decks", ())} | {
        *getattr(table, "regions", ()),
        *getattr(table, "kinds", ()),
    }
    shown = {match for _, block in examples(pack) for match in re.findall(r"\bid: (\w+)", block.text)}
    assert shown - {"heartened", "river_lore", "calm_hands", "dour", "relic_in_the_chapel"} <= ids
    for _ in range(300):
        if game.ask is None:
            break
        game.play(len(game.log or ()) % len(game.ask.codes))


def quoted() -> list[tuple[str, list[str]]]:
    """Return of each example its YAML and what the page says it reads like."""
    parts = re.split(r"^```yaml\n(.*?)^```$", hand_written(), flags=re.MULTILINE | re.DOTALL)
    found = []
    for text, after in zip(parts[1::2], parts[2::2], strict=True):
        lines = re.match(r"(?:\s*(?:>[^\n]*\n|\n))*", after)
        quotes = re.split(r"\n\s*\n", lines[0].strip()) if lines else []
        found.append((text, [" ".join(re.sub(r"^> ?", "", q, flags=re.MULTILINE).split()) for q in quotes if q]))
    return found


@pytest.mark.slow
def test_examples_say_what_the_page_shows(tmp_path: Path) -> None:
    told = 0
    tables = {
        pack: table_for(preset, SEATS, {}, [written(tmp_path, pack_files(pack), pack)])
        for pack, preset in PACKS.items()
    }
    for text, quotes in quoted():
        table = tables[next((pack for pack in PACKS if text.startswith(f"# {pack}/")), "my_pack")]
        things = {card.id: card for card in table.cards} | {mark.id: mark for mark in table.marks}
        things |= getattr(table, "abilities", {})
        ids = re.findall(r"\bid: (\w+)", text)
        says = [" ".join(table.says(things[name]).split()) for name in ids if name in things]
        for quote in quotes:
            assert quote in says
            told += 1
    assert told > 20


@pytest.mark.parametrize("place", range(len(refused())))
def test_what_the_page_calls_refused_is_refused(place: int, tmp_path: Path) -> None:
    said, block = refused()[place]
    pack, _, file = said.partition(",")[0].partition("/")
    empty = [("empty.yaml", "marks: []\n")]  # a pack holds more than what it says of itself
    with pytest.raises(BadContent) as error:
        table_for(PACKS[pack], SEATS, {}, [written(tmp_path, [(file, block.text), *empty], pack)])
    assert str(error.value) == said


@pytest.mark.long
def test_commands_of_the_pages_run(tmp_path: Path) -> None:
    for pack in PACKS:
        written(tmp_path, pack_files(pack), pack)
    shown = [command for block in blocks(hand_written(), "console") for command in commands(block.text)]
    assert shown
    run_commands(shown, tmp_path)


# words


def reader(rulebook: str) -> Names:
    """Return the names of a loaded table, for reading single words."""
    if rulebook == "wargame":
        chits = Ruleset("wargame", {}, ())
        wargame = wargame_loader.Loader(chits, SEATS, AS_READ)
        wargame.load()
        return wargame.names
    ruleset = Ruleset("revised4", {}, tuple(packs_for("revised4")))
    loader = Loader(ruleset, SEATS, AS_READ)
    loader.load()
    return loader.names


def shown_examples(cls: type[Word]) -> list[str]:
    """Return the pieces of YAML that a word's docstring shows."""
    found = re.findall(r"`([^`]+)`", cls.__doc__ or "")
    return [text for text in found if text.startswith(f"{{{cls.word}:") or (text == cls.word and not fields(cls))]


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", ["adventure", "wargame"])
def test_every_word_shows_an_example_that_loads_and_reads(rulebook: str) -> None:
    names = reader(rulebook)
    for family in FAMILIES:
        for name, cls in words(family, rulebook).items():
            assert shown_examples(cls), f"{family.family} {name} has no example in its docstring"
            if rulebook == "wargame" and cls.__module__.startswith("stormriver.language"):
                continue  # shown in words of the adventure games
            for text in shown_examples(cls):
                word = read_word(names, read_text(text.replace("...", "nothing"), f"the docstring of {name}"), family)
                assert type(word) is cls
                assert language("en").sentence(word.clause())


def test_every_word_and_key_of_chits_is_on_their_page() -> None:
    page = read("docs/chit-words.md")
    for family in FAMILIES:
        assert [n for n in words(family, "wargame") if f'<a id="{family.family}-{n}"></a>' not in page] == []
    for name, cls in {"tile": Tile, "unit": Unit, "item": Item, "spell": Spell, "gift": Gift}.items():
        table = re.split(f"### Keys of an? {name}\n", page)[1].partition("\n##")[0]
        rows = dict(re.findall(r"^\| `(\w+)` \|.*\|[^|]*[^| ][^|]*\|([^|]*)\|$", table, re.MULTILINE))
        assert list(rows) == [key_of(field) for field in fields(cls)]
        assert all(told.strip() for told in rows.values())
    assert "| `volley` |" in page and "| `names` |" not in page


@cache
def used() -> dict[tuple[str, str], dict[str, set[str]]]:
    """Return the cards, spaces, marks and rules that use each word, by preset and id; all its packs are on."""
    found: dict[tuple[str, str], dict[str, set[str]]] = {}
    for preset in presets("adventure"):
        table = load_table(preset, SEATS, (), tuple(packs_for(preset)))
        for thing in (*table.definitions, *table.spaces, *table.marks, *table.rules):
            for word in words_in(thing):
                found.setdefault((word.family, word.word), {}).setdefault(thing.id, set()).add(preset)
    return found


def used_by_features() -> set[tuple[str, str]]:
    """Return the words that the features of other games in tests/packs are said in."""
    found: set[tuple[str, str]] = set()
    for pack in sorted((ROOT / "tests/packs").glob("*/pack.yaml")):
        table = load_table("revised4", SEATS, (), (str(pack.parent),))
        for thing in (*table.definitions, *table.spaces, *table.marks, *table.rules):
            found.update((word.family, word.word) for word in words_in(thing))
    return found


def rarely_used() -> set[tuple[str, str]]:
    known = {(family.family, name) for family in FAMILIES for name in words(family, "adventure")}
    return {word for word in known if len(used().get(word, ())) < 2}


def ledger() -> dict[tuple[str, str], dict[str, str]]:
    entries = yaml.safe_load(LEDGER.read_text(encoding="utf-8"))
    return {(family, word): entry for family, words in entries.items() for word, entry in words.items()}


@pytest.mark.slow
def test_every_word_is_used_twice_or_accounted_for() -> None:
    assert rarely_used() - set(ledger()) == set(), "give these a second user or a line in docs/ledger.yaml"
    assert set(ledger()) - rarely_used() == set(), "these need no line in docs/ledger.yaml"


@pytest.mark.slow
def test_every_line_of_the_ledger_has_a_kind_and_a_reason() -> None:
    assert [word for word, entry in ledger().items() if entry["kind"] not in KINDS or len(entry["reason"]) < 20] == []
    unused = {word for word in rarely_used() if not used().get(word)}
    assert unused <= used_by_features(), "these are used by no card and no feature of tests/packs"


@cache
def all_cards() -> tuple[Card, ...]:
    """Return all cards, copies counted, of all presets, each with all its packs."""
    tables = (load_table(preset, SEATS, (), tuple(packs_for(preset))) for preset in presets("adventure"))
    return tuple(card for table in tables for card in table.cards)


def share(used_words: set[tuple[str, str]]) -> float:
    """Return the share of all cards that use one of some words."""
    using = sum(any((word.family, word.word) in used_words for word in words_in(card)) for card in all_cards())
    return using / len(all_cards())


def of_kind(*kinds: str) -> set[tuple[str, str]]:
    """Return the words that the ledger calls so."""
    return {word for word, entry in ledger().items() if entry["kind"] in kinds}


@pytest.mark.slow
def test_few_cards_use_a_word_of_their_own() -> None:
    """Counted over all presets and packs; what is called general counts with what is odd for a bound of its own."""
    assert 0 < share(of_kind("odd")) <= MOST_ODD
    assert share(of_kind("odd")) < share(of_kind("odd", "general")) <= MOST_RARE
    assert share({("effect", "gain")}) > MOST_RARE  # the measure itself can fail
