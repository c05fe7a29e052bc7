"""The page on keys: all that may stand in the files of a pack of an adventure game, with what it says."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping

from pages.english import listed
from pages.words import comments, left_out, stands
from stormriver.adventure.model.definitions import (
    Ability,
    Card,
    Carrier,
    Counter,
    Deck,
    Gate,
    HouseRule,
    Kind,
    Landmark,
    MarkKind,
    Region,
    Space,
    Terrain,
)
from stormriver.adventure.model.hooks import Act, Cast, Trigger
from stormriver.language.grammar import Word, fields, key_of
from stormriver.language.pack_keys import NUMBER_KEYS, OPTION_KEYS, PACK_KEYS, RULE_KEYS, Key
from stormriver.workshop.schema_types import sections

TITLE = """\
# Every key

All that may stand in the files of a pack, key by key. Behind many of them stand words: an *effect* is what happens, a
*condition* what holds or does not, a *value* a number. These are listed, with the moments, events, actions and numbers
that hooks speak of, in [every word](../words/README.md). *Things* are an id, a kind, a class, a tag, or `any`; where a
list may stand, one alone may stand too. The editor tells the same
([writing packs](authoring.md#an-editor-that-helps-pack-schema)).
"""
SHARED = ("id", "name", "art", "note", "provenance", "examples", "tags")
CHARACTER = (
    "alignment", "start", "strength", "craft", "life", "fate", "gold", "experience", "spells", "objects", "abilities",
)  # fmt: skip
"""The keys of a card that a character has, beside those of any card (`SHARED`)."""
ONLY_CHARACTER = ("alignment", "life", "fate", "gold", "experience", "spells", "objects", "abilities")
SECTIONS = {
    "deck": "the deck of the cards in this file",
    "cards": "[cards](#cards)",
    "characters": "[characters](#characters); they are of the deck `characters`",
    "spaces": "[spaces](#spaces)",
    "gates": "[gates](#gates) on spaces of others",
    "regions": "[Regions](#regions)",
    "marks": "[marks](#marks)",
}
"""What a file of cards and the like holds, by its keys."""


def page() -> str:
    """Return the page."""
    card = [name for name in fields(Card) if key_of(name) not in ONLY_CHARACTER]
    character = [name for name in fields(Card) if key_of(name) in (*SHARED, *CHARACTER)]
    parts = [
        TITLE,
        _keys("`pack.yaml`", PACK_KEYS, "What a pack says of itself, and what it adds to the preset."),
        _keys("Options", OPTION_KEYS, "Under `options:` of `pack.yaml`, by their ids."),
        _record("Kinds", Kind),
        _record("Decks", Deck),
        _record("Counters", Counter),
        _keys("Numbers", NUMBER_KEYS, "Under `numbers:` of `pack.yaml`, by their ids; `modify:` changes them."),
        _record("House rules", HouseRule, more="They carry [hooks](#hooks) too."),
        _files(),
        _record("Cards", Card, card, "A card carries [hooks](#hooks) too. With `like:` it takes over all but `copies`, "
                "`deck`, `provenance` and `examples` from another card, whose id stands there."),
        _record("Characters", Card, sorted(character, key=lambda name: _place(key_of(name))),
                about="A card of the deck `characters`, which needs no `kind`. What it can do stands in its "
                "abilities, so that each has its name."),
        _record("Abilities", Ability, more="They carry [hooks](#hooks)."),
        _record("Hooks", Carrier),
        _record("Acts and answers", Act, more="It stands under `act:` with `at`, under `respond:` with `to`."),
        _record("Triggers", Trigger),
        _record("When a Spell is cast", Cast),
        _record("Marks", MarkKind, more="They carry [hooks](#hooks) too."),
        _record("Terrain", Terrain),
        _record("Regions", Region),
        _record("Landmarks", Landmark),
        _record("Spaces", Space, more="A space carries [hooks](#hooks) too, for whoever stands there."),
        _record("Gates", Gate, more="It stands under `gates:` of a space; at the top of a file with `from:`, the id of "
                "the space."),
        _keys("`rules.yaml`", RULE_KEYS, "A list `rules:`; they are what `?` and `stormriver rules` look up."),
    ]  # fmt: skip
    return "\n".join(parts).replace("](pictures.md)", "](../pictures.md)")


def _place(key: str) -> int:
    known = ("id", "name", *CHARACTER)
    return known.index(key) if key in known else len(known)


def _keys(heading: str, keys: Mapping[str, Key], about: str) -> str:
    rows = [f"| `{key}` | {told.stands} | {told.says} |" for key, told in keys.items()]
    return "\n".join(
        [f"## {heading}", "", about, "", "| Key | What stands there | What it says |", "|---|---|---|", *rows, ""]
    )


def _files() -> str:
    """Return which keys a file of cards has, each with what stands in the list behind it."""
    rows = [f"| `{key}` | {SECTIONS[key]} |" for key in sections("adventure")]
    about = "A file may hold several of these, and a pack as many files as it likes, called as it likes."
    return "\n".join(["## Files of cards", "", about, "", "| Key | What stands there |", "|---|---|", *rows, ""])


def _record(heading: str, cls: type[Word], names: Iterable[str] = (), more: str = "", about: str = "") -> str:
    """Return the table of a record: the keys of its own, or some, with what each says.

    Args:
        more: a sentence beside the one of its docstring; `about` one in the place of that.
    """
    told = comments(cls)
    own = list(names) or [name for name in fields(cls) if cls is Carrier or name not in fields(Carrier)]
    own = own if cls is Carrier else [name for name in own if name not in fields(Carrier)]
    missing = [name for name in own if not told[name]]
    if missing:
        raise ValueError(f"say behind {listed(missing, 'and')} of {cls.__name__} what it is for")
    rows = [
        f"| `{key_of(name)}` | {stands(fields(cls)[name])} | {left_out(cls, name)} | {told[name]} |" for name in own
    ]
    about = about or inspect.cleandoc(cls.__doc__ or "").partition("\n")[0]
    head = ["| Key | What stands there | Left out | What it says |", "|---|---|---|---|"]
    return "\n".join([f"## {heading}", "", " ".join(filter(None, (about, more))), "", *head, *rows, ""])
