"""`stormriver pack check`: whether a pack of cards can be played, and if not, the sentence that says why."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from stormriver.adventure.english import card_text
from stormriver.adventure.table import AdventureTable
from stormriver.cli.cards import facts
from stormriver.cli.setup import AsJson, Options, Preset, options_of, print_json, table_of
from stormriver.kernel.errors import StormriverError


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    pack = typer.Typer(help="Packs of cards.", rich_markup_mode=None)
    pack.command("check")(check)
    app.add_typer(pack, name="pack")


def check(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", show_default=False, help="The folder of the pack.")],
    preset: Preset = "revised4",
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Load a pack on top of a preset, and say OK and what it adds and replaces, or the one thing that is wrong."""
    if not folder.is_dir():
        raise StormriverError(f"There is no folder {folder}.")
    options = options_of(option)
    plain, whole = table_of(preset, options), table_of(preset, options, [str(folder.resolve())])
    before, after = counts(plain), counts(whole)
    added = {name: count - before.get(name, 0) for name, count in after.items() if count > before.get(name, 0)}
    old, new = said(plain), said(whole)
    replaced = [name for name in old if name in new and old[name] != new[name]]
    gone = [name for name in old if name not in new]
    if as_json:
        print_json(
            {"ok": True, "pack": folder.name, "preset": preset, "added": added, "replaced": replaced, "left_out": gone}
        )
        return
    done = [f"adds {', '.join(f'{count} {name}' for name, count in added.items())}"] if added else []
    done += [f"{does} {', '.join(names)}" for does, names in (("replaces", replaced), ("leaves out", gone)) if names]
    typer.echo(f"OK: {folder.name} on top of {preset} {'; '.join(done) or 'adds nothing new'}.")


def said(table: AdventureTable) -> dict[str, object]:
    """Return what each card and space of a table says, by its id."""
    cards_said: dict[str, object] = {card.id: facts(table, card) for card in table.definitions}
    return cards_said | {space.id: (card_text(table, space), space.provenance) for space in table.spaces}


def counts(table: AdventureTable) -> Counter[str]:
    """Return how many cards of each deck, spaces, Regions and kinds of marks a table has."""
    found = Counter({f"cards of {deck.name}": table.backs.count(number) for number, deck in enumerate(table.decks)})
    found.update({"spaces": len(table.spaces), "Regions": len(table.regions), "marks": len(table.marks)})
    return found
