"""The keys of `pack.yaml` and of what stands in it, told once: for the loader, the editor's schemas and the docs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Key(NamedTuple):
    """The documentation of one key: which value it takes, and what that value means."""

    stands: str
    says: str


PACK_KEYS: Mapping[str, Key] = {
    "language": Key("`2`", "the language of cards it is written in; only this has to be there"),
    "id": Key("id", "its name in set-ups, records and saves; the name of its folder if left out"),
    "name": Key("text", "what people call it"),
    "version": Key('`"1.2"`', "numbers with points between them, in quotes"),
    "author": Key("text", "who has made it, as they want to be called"),
    "licence": Key("text", "what others may do with it, e.g. `CC0-1.0`"),
    "about": Key("text", "what it is, in a sentence or two"),
    "languages": Key(
        "list of codes", "the languages it is translated into; for each there is a file `locale/CODE.yaml`"
    ),
    "for": Key("presets", "the presets it may be added to; all of them if left out"),
    "with": Key("ids of packs", "packs that come along, installed ones or folders beside this one"),
    "needs": Key("ids of packs", "packs without which it cannot be played"),
    "conflicts": Key("ids of packs", "packs with which it cannot be played"),
    "without": Key("ids", "cards, spaces and decks of the packs before it that are left out, as `ID` or `PACK.ID`"),
    "replaces": Key(
        "ids", "cards and spaces of the packs before it, as `ID` or `PACK.ID`, whose place its own of the same id take"
    ),
    "kinds": Key("list of kinds", "kinds of cards, beside those of the preset"),
    "decks": Key("list of decks", "decks, beside those of the preset"),
    "tags": Key("list of words", "tags that its cards have although no word of them asks for these"),
    "purposes": Key("list of words", "what dice may be rolled `for`, beside what the preset knows"),
    "numbers": Key("id: number", "numbers that hooks may change, beside those of the preset"),
    "components": Key("id: counter", "counters that it puts into the box"),
    "options": Key("id: option", "options of its own, which the set-up of a game offers"),
    "rules": Key("list of house rules", "hooks that hold for everybody, and what lies there from the beginning"),
}
"""What the file `pack.yaml` may say."""
OPTION_KEYS: Mapping[str, Key] = {
    "default": Key(
        "`true`, `false`, number or word", "its value where nobody chooses; also says which values there are"
    ),
    "text": Key("text", "what it is about, for whoever sets a game up"),
    "words": Key("list of words", "the words of which it is one, where the default is a word"),
    "least": Key("whole number", "the smallest value, where the default is a number"),
    "most": Key("whole number", "the greatest value, where the default is a number"),
    "rule": Key("id of a rule", "the rule that says more about it"),
    "steps": Key(
        "procedure: list of steps", "the steps that take the place of the usual ones, where the rulebook has such"
    ),
}
"""What an option of a preset or pack may say."""
NUMBER_KEYS: Mapping[str, Key] = {
    "default": Key("whole number", "how large it is before any hook"),
    "text": Key("text", "what cards say of it; braces hold the noun that is counted: `you may carry {Object}`"),
    "less": Key("text", "what cards say instead where it is lessened"),
    "stat": Key("`true` or `false`", "whether it adds to Strength or Craft, as `battle` does"),
}
"""What a number that hooks may change says of itself."""
RULE_KEYS: Mapping[str, Key] = {
    "id": Key("id", "its name, by which it is looked up; one that is there already is told anew"),
    "title": Key("text", "its heading"),
    "text": Key("text", "the rule in words"),
    "page": Key("whole number", "the page of the printed rulebook"),
    "holds_with": Key("option: values", "the values of options with which it holds; with all if left out"),
}
"""What a rule in `rules.yaml` may say."""
