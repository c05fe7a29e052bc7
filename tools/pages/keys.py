"""The page of the keys: every kind of ask, what it may offer and who may be asked."""

from __future__ import annotations

from stormriver.api import table_for
from stormriver.language.ruleset import packs_for
from stormriver.scenario.files import rulebook_named
from stormriver.scenario.option_keys import Asked, all_asked

PAGES = {
    "revised4": ("The adventure games", "With the Revised 4th Edition and all that adds to it."),
    "wargame": ("The wargame", "With the wargame."),
}
"""What is told of each rulebook: the preset by which it is shown with all its packs, the heading, and a sentence."""


def page() -> str:
    """Return the whole page."""
    lines = [
        "# Asks and their keys",
        "",
        "Every kind of ask, and the keys that it may offer: what `answers` and `refused` of a [scenario](scenarios.md)",
        "speak of. Behind a colon stands the id of a card, a space, a seat or a name, or a number. What is offered",
        "*besides* does not answer the question: it is asked again. `stormriver scenario keys` lists them for any",
        "rulebook and packs.",
        "",
    ]
    for preset, (title, sentence) in PAGES.items():
        table = table_for(preset, packs=list(packs_for(preset)))
        lines += [f"## {title}", "", sentence, ""]
        lines += ["| Ask | Question | Asked of | Keys | Besides |", "|---|---|---|---|---|"]
        lines += [_row(asked) for asked in all_asked(rulebook_named(table.rulebook.name), table)]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _row(asked: Asked) -> str:
    keys, free = (" ".join(f"`{form}`" for form in forms) for forms in (asked.answers, asked.free))
    return f"| `{asked.kind}` | {asked.question} | {asked.who} | {keys} | {free} |"
