"""Packs of language 1 are rewritten in place by one table, or refused whole; what they leave to saves goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from stormriver.adventure.loader import load_table
from stormriver.adventure.model.rewrites import REWRITES
from stormriver.kernel.errors import BadContent, StormriverError
from stormriver.language.control import Seq
from stormriver.language.former import Former, Rewrite, former
from stormriver.language.grammar import Condition, Effect, words
from stormriver.language.migration import Migration
from stormriver.language.rewriting import REST
from support.in_german import assert_german

ROOT = Path(__file__).resolve().parent.parent
OLD = ROOT / "tests" / "language_1"
"""Cards and spaces of ours as they were written in language 1. One that is changed since is left out there."""
CONTENT = ROOT / "src" / "stormriver" / "content"
LETTERS = {
    "T": "object", "W": "active", "G": "active", "V": "2", "C": "craft", "M": "toad", "E": "end_turn", "S": "tavern",
    "N": "6",
}  # fmt: skip
"""What is written for the letters of a rewrite."""
SECTIONS = ("cards", "characters", "spaces", "marks")
PACK = "name: Mine\nfor: [revised4]\n"


def known() -> Former:
    """Return what the words of the adventure games were in language 1."""
    load_table("revised4", ("ann", "ben"))
    found = former("adventure")
    assert found is not None
    return found


def pack(folder: Path, card: str, more: str = PACK) -> Path:
    """Write a pack with one card of language 1, and return its folder."""
    folder.mkdir()
    (folder / "pack.yaml").write_text(more, encoding="utf-8")
    (folder / "mine.yaml").write_text(card, encoding="utf-8")
    return folder


def card(meet: str) -> str:
    """Return a file with a Stranger who does something."""
    return f"deck: adventure\ncards:\n  - {{id: host, name: Host, kind: stranger, meet: {meet}}}\n"


def migrated(folder: Path) -> str:
    """Migrate a pack and return its card file."""
    Migration(folder, known()).write()
    return (folder / "mine.yaml").read_text(encoding="utf-8")


def texts(folder: Path) -> dict[str, str]:
    """Return the text of each file of a folder."""
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.is_file()}


def records(folder: Path, pattern: str) -> dict[str, list[Any]]:
    """Return the records of all files of a folder by id, without what is no rule; several decks may have a card."""
    found: dict[str, list[Any]] = {}
    for path in sorted(folder.glob(pattern)):
        said = yaml.safe_load(path.read_text(encoding="utf-8"))
        for section in SECTIONS:
            for record in said.get(section) or () if isinstance(said, dict) else ():
                told = {key: value for key, value in record.items() if key not in ("art", "examples", "note")}
                found.setdefault(record["id"], []).append(told)
    return found


# our own content


@pytest.mark.long
@pytest.mark.parametrize("name", ["city", "city_characters", "city_endings", "revised4", "third"])
def test_our_cards_of_language_1_become_those_of_today(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    folder.mkdir()
    for path in OLD.glob("*.yaml"):
        owner = max((pack for pack in ("city", "city_characters", "city_endings", "revised4", "third")
                     if path.name.startswith(f"{pack}_")), key=len)  # fmt: skip
        if owner == name:
            (folder / path.name).write_bytes(path.read_bytes())
    before = records(folder, "*.yaml")
    Migration(folder, known()).write()
    today, after = records(CONTENT / name, "*.yaml"), records(folder, f"{name}*.yaml")
    assert after.keys() == before.keys() and after
    assert {card for card, (said,) in after.items() if said not in today[card]} == set()
    assert {card for card, (said,) in before.items() if said in today[card]} == set()  # all of it was rewritten


def test_what_is_not_rewritten_stays_as_it_is(tmp_path: Path) -> None:
    """Comments, layout, quotes, free keys, die rows and actions."""
    text = (
        "# mine\ndeck: adventure\ncards:\n"
        "  - id: host   # theirs\n    name: 'Host'\n    kind: stranger\n    action: discard\n"
        "    meet:\n      choose:  # one of these\n        throw: {heal: 1}\n"
        "        discard_this: discard_this  # goes\n"
        "        due:\n          pay_to: 1  # for the wine\n"
        '          who: active\n        cancel: [ {mark_this: toad,  until: "never"} , discard_chosen ]\n'
    )
    assert migrated(pack(tmp_path / "mine", text)) == (
        text.replace(": discard_this  #", ": discard  #")
        .replace("pay_to: 1  #", "give: {gold: 1}  #")
        .replace("          who: active", "          to: active")
        .replace("{mark_this: toad,  until", "{mark: toad, on: this,  until")
        .replace("discard_chosen ]", "{discard: that} ]")
    )


def test_block_words_get_and_lose_whole_lines(tmp_path: Path) -> None:
    """A key that is added or falls away is a line of its own; a block that moves is written in one line."""
    text = (
        "deck: adventure\ncards:\n  - id: host\n    name: Host\n    kind: stranger\n    meet:\n"
        "      - give: object\n        who: you\n        to: active  # whose turn it is\n"
        "      - give: object\n        then: pass_this\n"
        "      - pay_to:\n          stat: craft\n        from: target\n        who: you\n"
    )
    assert migrated(pack(tmp_path / "mine", text)).split("    meet:\n")[1] == (
        "      - give: object\n        to: active  # whose turn it is\n"
        "      - give: object\n        to: you\n        then: {give: this, to: target}\n"
        "      - give: {gold: {stat: craft}}\n        to: you\n"
    )


# the table


def written(text: str) -> str:
    """Return one side of a rewrite with something for each of its letters."""
    return yaml.dump(_filled(yaml.safe_load(text)), default_flow_style=True, width=999, sort_keys=False).split("\n")[0]


def _filled(said: Any) -> Any:
    if isinstance(said, dict):
        return {LETTERS.get(key, key): _filled(value) for key, value in said.items() if key != REST}
    found = LETTERS.get(said, said) if isinstance(said, str) else said
    return int(found) if isinstance(found, str) and found.isdigit() else found


def within(row: Rewrite, text: str) -> str:
    """Return a card on which what a rewrite is about stands."""
    return card(text if row.family == "effect" else f"{{if: {text}, then: end_turn}}")


@pytest.mark.slow
@pytest.mark.parametrize("row", REWRITES, ids=lambda row: row.old)
def test_each_row_of_the_table(row: Rewrite, tmp_path: Path) -> None:
    folder = pack(tmp_path / "mine", within(row, written(row.old)))
    if not row.new:
        with pytest.raises(BadContent, match=r"^mine/mine.yaml, line 3: .* cannot be rewritten: say who gives"):
            Migration(folder, known())
        return
    assert yaml.safe_load(migrated(folder)) == yaml.safe_load(within(row, written(row.new)))


@pytest.mark.long
@pytest.mark.parametrize("row", [row for row in REWRITES if row.new and row.word != "give"], ids=lambda row: row.old)
def test_what_was_written_before_is_refused_today(row: Rewrite, tmp_path: Path) -> None:
    """No form of language 1 means something else now; but for `give`, whose `to: active` once was the target's gift."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "mine.yaml").write_text(within(row, written(row.old)), encoding="utf-8")
    with pytest.raises(BadContent) as refused:
        load_table("revised4", ("ann", "ben"), (), ("city", str(folder)))
    assert_german(refused.value)


def test_a_target_of_an_act_is_told_of_since_nothing_was_done_to_it(tmp_path: Path) -> None:
    act = "act: {at: turn_start, target: any_other, do: {heal: 1}}"
    text = f"deck: adventure\ncards:\n  - {{id: host, name: Host, kind: object, {act}}}\n"
    with pytest.raises(BadContent, match=r"^mine/mine.yaml, line 3: `target: any_other` cannot be rewritten: say in"):
        Migration(pack(tmp_path / "mine", text), known())


def test_every_word_that_is_there_no_more_is_told_of() -> None:
    fields = yaml.safe_load(known().fields.read_text(encoding="utf-8"))
    gone = {("effect", name) for name in fields["effect"]} - {("effect", name) for name in words(Effect, "adventure")}
    gone |= {("condition", n) for n in fields["condition"]} - {("condition", n) for n in words(Condition, "adventure")}
    assert gone == {(row.family, row.word) for row in REWRITES} - {("effect", "ditch"), ("effect", "give")}
    assert len(gone) > 30


# whole packs


def test_a_pack_is_migrated_once(tmp_path: Path) -> None:
    folder = pack(tmp_path / "mine", card("discard_this"))
    assert [change.new for change in Migration(folder, known()).changes] == ["discard", "language: 2"]
    migrated(folder)
    after = texts(folder)
    assert after["pack.yaml"] == "language: 2\n" + PACK
    again = Migration(folder, known())
    again.write()
    assert again.changes == [] and texts(folder) == after


def test_a_pack_without_a_file_of_its_own_gets_one(tmp_path: Path) -> None:
    folder = pack(tmp_path / "mine", card("cancel"))
    (folder / "pack.yaml").unlink()
    assert "meet: prevent" in migrated(folder)
    assert texts(folder)["pack.yaml"] == "language: 2\n"


@pytest.mark.parametrize(
    ("meet", "sentence"),
    [
        ("{give: object, who: active}", "mine/mine.yaml, line 3: `{give: object, who: active}` cannot be rewritten"),
        (
            "{if: {marked_this: toad}, then: loose}",
            "mine/mine.yaml, line 3: no effect is called 'loose'; did you mean 'lose'",
        ),
        ("{heal: 1", "mine/mine.yaml, line"),
    ],
)
def test_what_cannot_be_rewritten_changes_nothing(meet: str, sentence: str, tmp_path: Path) -> None:
    folder = pack(tmp_path / "mine", card(meet))
    (folder / "before.yaml").write_text(card("discard_this"), encoding="utf-8")
    before = texts(folder)
    with pytest.raises(BadContent) as caught:
        Migration(folder, known()).write()
    assert str(caught.value).startswith(sentence)
    assert texts(folder) == before


def test_words_of_the_packs_own_are_left_and_told_of(tmp_path: Path) -> None:
    folder = pack(tmp_path / "mine", card("[{shout: discard_this}, discard_this]"))
    (folder / "words.py").write_text("", encoding="utf-8")
    found = Migration(folder, known())
    assert [note.partition(":")[0] for note in found.left] == ["mine/mine.yaml, line 3", "mine/words.py"]
    assert "[{shout: discard_this}, discard]" in migrated(folder)


def test_saves_find_the_words_that_stand_elsewhere_now(tmp_path: Path) -> None:
    """Also those of a card that is like another one."""
    text = (
        card("{accost: [{throw: 1, do: discard_this}, {gain: {gold: 1}}]}")
        + "  - {id: guest, name: Guest, like: host}\n"
    )
    folder = pack(tmp_path / "mine", text)
    migrated(folder)
    renamed = yaml.safe_load(texts(folder)["renamed.yaml"])
    assert renamed["host/meet.accost[1]:gain"] == "host/meet.do[1]:gain"
    table = load_table("revised4", ("ann", "ben"), (), (str(folder),))
    known_today = set(table.cause_names())
    assert len(renamed) == 10 and set(renamed.values()) <= known_today
    assert table.name_today("host/meet:accost") == "host/meet:aim_at"
    assert any(isinstance(word, Seq) and word.address in renamed.values() for word in table.words)


# the number of the language


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "name: X",
            "mine/pack.yaml, line 1: without `language:` this is language 1; `stormriver pack migrate mine` rewrites",
        ),
        (
            "name: X\nlanguage: 1",
            "mine/pack.yaml, line 2, at language: `stormriver pack migrate mine` rewrites what is",
        ),
        ("language: 3", "mine/pack.yaml, line 1, at language: this is language 3, which needs a newer Stormriver"),
        ("language: two", "mine/pack.yaml, line 1, at language: expected a whole number"),
    ],
)
def test_a_pack_of_another_language_is_refused(said: str, sentence: str, tmp_path: Path) -> None:
    folder = pack(tmp_path / "mine", card("end_turn"), said)
    with pytest.raises(StormriverError) as caught:
        load_table("revised4", ("ann", "ben"), (), (str(folder),))
    assert str(caught.value).startswith(sentence)


def test_a_folder_of_plain_cards_is_read_in_the_language_of_today(tmp_path: Path) -> None:
    """What a word of before is called today is said."""
    folder = pack(tmp_path / "mine", card("{heal: 1}"))
    (folder / "pack.yaml").unlink()
    load_table("revised4", ("ann", "ben"), (), (str(folder),))
    old = pack(tmp_path / "old", card("{avoid: any}"))
    (old / "pack.yaml").unlink()
    with pytest.raises(BadContent) as caught:
        load_table("revised4", ("ann", "ben"), (), (str(old),))
    assert str(caught.value) == (
        "old/mine.yaml, line 3, at cards[0].meet.avoid: no effect is called 'avoid' any more; write `{evade: T}`, or"
        " let `stormriver pack migrate FOLDER` rewrite the pack"
    )
