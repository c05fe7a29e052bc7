"""Starting: a new pack that can be checked, tried out and played at once."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from string import Template

from msgspec import Struct

from stormriver.kernel.errors import StormriverError, unwritable
from stormriver.language.former import LANGUAGE_TODAY
from stormriver.language.pack_about import ID
from stormriver.language.ruleset import rulebook_of
from stormriver.workshop.schema import SCHEMAS, schemas, written

STARTERS = Path(__file__).parent / "starters"
"""For each rulebook a folder with the files of a first pack; `$id` and the like stand for what its author says."""
PACK_FILE = """\
language: $language
id: $id
name: $name
version: "0.1"
author: $author
licence: $licence
for: [$preset]
"""
SETTINGS = {
    "yaml.schemas": {
        f"./{SCHEMAS}/{name}.json": patterns
        for name, patterns in {
            "pack": ["/pack.yaml"],
            "cards": ["/*.yaml", "!/pack.yaml", "!/rules.yaml", "!/rulings.yaml", "!/renamed.yaml"],
            "rules": ["/rules.yaml"],
        }.items()
    },
    "editor.quickSuggestions": {"strings": "on"},
}
"""What makes an editor complete and explain the words; by the extension that reads YAML with schemas."""
EXTENSION = "redhat.vscode-yaml"


class Wish(Struct, frozen=True, kw_only=True):
    """What is asked of the author of a new pack.

    Attributes:
        id: small letters, digits and underscores.
        name: what people are to call it; the others as in `pack.yaml`.
        preset: the rulebook that it is for.
    """

    id: str
    name: str
    preset: str
    author: str = ""
    licence: str = "CC0-1.0"


def named(name: str) -> Wish:
    """Return what follows from the name of a pack alone, e.g. `The Old Mill`, or of its folder, e.g. `old_mill`."""
    id = "_".join("".join(letter if letter.isalnum() else " " for letter in name.lower()).split())
    shown = name if name != id else name.replace("_", " ").title()
    return Wish(id=id, name=shown, preset="")


def begin(folder: Path, wish: Wish) -> list[Path]:
    """Write the files of a new pack and return them.

    Args:
        folder: where it is to lie; there may be no such folder yet, or an empty one.
        wish: what its author says of it.

    Raises:
        StormriverError: if the folder holds something, the id is none, or nothing is known to begin with.
    """
    if not ID.fullmatch(wish.id):
        raise StormriverError(
            "A pack cannot be called {name!r}: an id is made of small letters, digits and underscores, and begins with"
            " a letter.",
            name=wish.id,
        )
    starter = STARTERS / rulebook_of(wish.preset)
    if not starter.is_dir():
        raise StormriverError("There is nothing to begin a pack for {preset} with.", preset=wish.preset)
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise StormriverError("{folder} is there already; name another folder, or empty it.", folder=folder)
    said = {name: json.dumps(getattr(wish, name), ensure_ascii=False) for name in ("name", "author", "licence")}
    said |= {"id": wish.id, "preset": wish.preset, "language": str(LANGUAGE_TODAY)}
    texts = {"pack.yaml": Template(PACK_FILE).substitute(said)}
    for path in sorted(starter.rglob("*.yaml")):
        texts[path.relative_to(starter).as_posix()] = Template(path.read_text(encoding="utf-8")).substitute(said)
    texts |= editor_files(wish.preset)
    try:
        for name, text in texts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise unwritable(folder, error) from None
    return [folder / name for name in texts]


def editor_files(preset: str, counters: Iterable[str] = ()) -> dict[str, str]:
    """Return what lets an editor complete, explain and check the files of a pack: texts by their paths in it.

    Args:
        preset: the rulebook that the pack is for.
        counters: the ids of those that the pack brings.
    """
    found = {f"{SCHEMAS}/{name}.json": written(schema) for name, schema in schemas(preset, counters).items()}
    found[".vscode/settings.json"] = json.dumps(SETTINGS, indent=2) + "\n"
    found[".vscode/extensions.json"] = json.dumps({"recommendations": [EXTENSION]}, indent=2) + "\n"
    return found
