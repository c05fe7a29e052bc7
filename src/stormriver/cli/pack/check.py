"""`stormriver pack check`: whether a pack of cards can be played and does what its author says, or why not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import typer

from stormriver.cli.game_setup import AsJson, Options, options_of, print_json
from stormriver.cli.pack.arguments import Folder, For, show_outcomes, with_columns
from stormriver.cli.reader_language import READER
from stormriver.cli.registry import shelf_of
from stormriver.cli.wording import echo, worded
from stormriver.kernel.translatable import Translatable, joined
from stormriver.presentation import rule_texts
from stormriver.workshop import bench, pack_check

ONE = {
    "abilities": "ability", "cards": "card", "chits": "chit", "marks": "mark", "Regions": "Region", "rules": "rule",
    "rulings": "ruling", "spaces": "space",
}  # fmt: skip
"""What is counted, and what one of it is called."""


def check(folder: Folder, preset: For = None, option: Options = None, as_json: AsJson = False) -> None:
    """Load a pack on top of a preset, run its scenarios and examples, and say what it changes, or all that is wrong."""
    with with_columns():
        pack = bench.lay(folder, preset, options_of(option))
        found = pack_check.check(pack)
    shelf = shelf_of(found.whole)
    before, after = (shelf.counts(table) + ruled(table) for table in (found.plain, found.whole))
    added = {name: count - before.get(name, 0) for name, count in after.items() if count > before.get(name, 0)}
    if as_json:
        print_json(
            {
                "ok": not found.failed,
                "pack": pack.name,
                "preset": pack.preset,
                "added": added,
                "replaced": found.replaced,
                "changed": found.changed,
                "left_out": found.left_out,
                "warnings": [worded(READER, warning) for warning in found.warnings],
                "scenarios": {"held": len(found.outcomes) - len(found.failed), "failed": len(found.failed)},
            }
        )
    else:
        deeds = joined(list(done(found, added)) or [Translatable("adds nothing new")], "; ")
        told = "{pack} on top of {preset} {deeds}." if found.failed else "OK: {pack} on top of {preset} {deeds}."
        echo(told, pack=pack.name, preset=pack.preset, deeds=deeds)
        for warning in found.warnings:
            echo("Look at {warning}.", warning=warning)
        show_outcomes(found.outcomes)
    if found.failed:
        raise typer.Exit(1)


def done(found: pack_check.Checked, added: dict[str, int]) -> list[Translatable]:
    """Return what a pack does to what it is laid on, a clause each."""
    told = []
    if added:
        things = joined([numbered(found.whole, number, name) for name, number in added.items()])
        told.append(Translatable("adds {things}", things=things))
    if found.replaced:
        told.append(Translatable("replaces {things}", things=", ".join(found.replaced)))
    if found.changed:
        told.append(Translatable("changes what {things} say", things=", ".join(found.changed)))
    if found.left_out:
        told.append(Translatable("leaves out {things}", things=", ".join(found.left_out)))
    return told


def numbered(table: Any, count: int, name: str) -> Translatable:
    """Return a number with what it counts: `3 cards of Adventure deck`, `1 card of Adventure deck`."""
    things, of, deck = name.partition(" of ")
    noun = Translatable(ONE[things] if count == 1 else things)
    if of:
        called = shelf_of(table).deck_in(table, deck, READER.language)
        return Translatable("{number} {things} of {deck}", number=count, things=noun, deck=called)
    return Translatable("{number} {things}", number=count, things=noun)


def ruled(table: Any) -> Counter[str]:
    """Return how many rules and rulings a table has."""
    return Counter("rulings" if rule.ruling else "rules" for rule in rule_texts.rules(table).values())
