"""Schemas: they take all content of ours, and refuse what is wrong in itself."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import jsonschema_rs
import pytest

from stormriver.language.pack_about import read_pack
from stormriver.language.packs import counters_of, pack_files
from stormriver.language.ruleset import Ruleset, packs_for
from stormriver.language.source import Node, read_file, read_text
from stormriver.workshop.schema import Schema, schemas
from support.documents import blocks, pages_in, read
from test_cli import well


@cache
def made(preset: str) -> dict[str, Schema]:
    packs = Ruleset(preset, {}, tuple(packs_for(preset))).packs
    return schemas(preset, [counter for folder in packs for counter in counters_of(folder)])


@cache
def validator(preset: str, name: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(made(preset)[name])


def faults(node: Node, preset: str = "revised4", name: str = "cards") -> list[str]:
    """Return what a schema finds wrong in a file."""
    return [str(error.instance_path) for error in validator(preset, name).iter_errors(node.plain())]


@pytest.mark.slow
@pytest.mark.parametrize(
    "preset",
    ["revised4", pytest.param("third", marks=pytest.mark.long), pytest.param("wargame", marks=pytest.mark.long)],
)
def test_schemas_take_all_content_of_ours(preset: str) -> None:
    for folder in Ruleset(preset, {}, tuple(packs_for(preset))).packs:
        assert [(file.file, faults(file, preset)) for file in pack_files(folder) if faults(file, preset)] == []
        said = read_pack(folder)
        assert said is None or faults(said, preset, "pack") == []
        rules = folder / "rules.yaml"
        assert not rules.exists() or faults(read_file(rules), preset, "rules") == []


@pytest.mark.slow
def test_schemas_take_what_the_pages_on_cards_show() -> None:
    shown = [block.text for block in blocks("\n".join(map(read, pages_in("docs/cards"))), "yaml")]
    files = [text for text in shown if text.startswith("# my_pack/") and "# my_pack/pack.yaml" not in text]
    assert len(files) > 5
    assert [text for text in files if "rules.yaml" not in text and faults(read_text(text, "page"))] == []


CARD = "deck: adventure\ncards:\n  - {{id: owl, name: Owl, kind: animal, strength: 2, {}}}\n"
WRONG = {
    "a word that there is not": "meet: {loose: {life: 1}}",
    "a key that there is not": "strenght: 2",
    "a word that lacks a field": "meet: {choose: 3}",
    "a field that the word lacks": "meet: {heal: 1, too: 2}",
    "a text for a number": "copies: many",
    "a number below nothing": "cost: -1",
    "a counter that there is not": "meet: {gain: {lives: 1}}",
    "an action that there is not": "allow: {fly: any}",
    "a moment that there is not": "act: {at: noon, do: {heal: 1}}",
    "somebody who is not there": "meet: {lose: {life: 1}, who: them}",
    "a result that no die has": "meet: {roll: {one: nothing}}",
    "a provenance that there is not": "provenance: dream",
    "a picture that there is not": "art: [no-such-figure]",
    "an empty list": "meet: []",
}


def test_a_card_is_taken() -> None:
    assert faults(read_text(CARD.format("copies: 2"), "owl")) == []


@pytest.mark.parametrize("line", [pytest.param(line, id=name) for name, line in WRONG.items()])
def test_what_is_wrong_in_itself_is_refused(line: str) -> None:
    assert faults(read_text(CARD.format(line), "owl")) != []


@pytest.mark.parametrize(
    "text",
    [
        "id: Owl",
        "language: 1",
        "version: 1.2.3.4",
        "nmae: Owl",
        "options: {dark: {default: true}}",
        "needs: {a: b}",
        "numbers: {luck: {default: 1}}",
        "components: {favour: {small: 3}}",
        "rules: [{id: dusk, set_up: {loose: 1}}]",
    ],
)
def test_what_a_pack_cannot_say_of_itself_is_refused(text: str) -> None:
    good = "language: 2\n"
    assert faults(read_text(good, "pack"), name="pack") == []
    assert faults(read_text((good if "language" not in text else "") + text, "pack"), name="pack") != []


def test_a_pack_may_say_what_lies_there_from_the_beginning() -> None:
    text = (
        "language: 2\nrules: [{id: dusk, set_up: {lay_out: sword, on: chapel}}]\ncomponents: {favour: {name: Favour}}"
    )
    assert faults(read_text(text, "pack"), name="pack") == []


def test_words_and_keys_are_explained_and_ids_proposed() -> None:
    found = made("revised4")["cards"]["definitions"]
    assert found["Gate"]["properties"]["to"]["description"] == "The space it leads to."
    assert made("revised4")["pack"]["properties"]["for"]["description"].startswith("The presets")
    assert found["effect_heal"]["properties"]["heal"]["description"].startswith("Heal")
    assert "dragon" in found["an_id_of_a_thing"]["anyOf"][0]["enum"]


@pytest.mark.long
def test_the_schemas_of_a_pack_can_be_written_anew(mill: Path) -> None:
    (mill / "schemas/cards.json").unlink()
    assert well("pack schema old_mill").out == "5 files written to old_mill.\n"
    assert (mill / "schemas/cards.json").is_file()
    assert well("pack schema --preset wargame").json["title"].endswith("for wargame")
