"""The page on what hooks speak of: moments, events, actions, duties, what is replaced, numbers, who."""

from __future__ import annotations

import re

from pages import adventure
from pages.english import listed
from pages.words import nouns
from stormriver.adventure.model.actions import ACTIONS, DUTIES, REPLACED, USUALLY
from stormriver.adventure.model.clauses import whom
from stormriver.adventure.model.hooks import WATCHED
from stormriver.adventure.model.moments import EVENTS, GIVEN_AFTER, GIVEN_AT, GROUPS, MOMENTS, OF_EVENTS, OWN_EVENTS
from stormriver.adventure.model.types import WHO, Who
from stormriver.kernel.marks import TICKS
from stormriver.language.clauses import Do, Part, Text, phrase, state
from stormriver.language.needs import Need
from stormriver.language.rendering import language


def page() -> str:
    """Return the page."""
    lines = [
        "# What hooks speak of",
        "",
        "The moments, events, actions, duties and numbers that the [hooks](../cards/effects.md) of cards and marks",
        "name, beside [words](README.md).",
        "",
        "**Moments** (`act: {at: ...}`, `respond: {to: ...}`, `cast: {at: ...}`):",
        "",
    ]
    lines += [f"- `{name}`: {_said(phrase(f'time_{name}'))}{_given(GIVEN_AT.get(name))}" for name in MOMENTS]
    lines += [f"- `{name}`: {listed((f'`{part}`' for part in parts), 'and')}" for name, parts in GROUPS.items()]
    lines += ["", "**Events** (`trigger: {after: ...}`; `of:` says more exactly what comes to pass):", ""]
    for name in EVENTS:
        event = state(f"event_{name}", what=phrase(f"any_{OF_EVENTS.get(name, 'card')}"))
        lines.append(f"- `{name}`: {_said(event)}{_given(GIVEN_AFTER.get(name))}")
    whose = listed((f"`{WHO[who]}`" for who in WATCHED[1:]), "or")
    own = listed((f"`{name}`" for name in EVENTS if name in OWN_EVENTS), "and")
    lines += ["", f"With `who:` ({whose}) a trigger follows what happens to others, who are then the target; {own} are"]
    lines += ["only about oneself."]
    lines += ["", "**Actions** (`allow:` and `forbid:`), each with the things it is about, or `any`:", ""]
    for name in ACTIONS:
        what = phrase(f"any_{USUALLY[name]}") if name in USUALLY else Text("")
        lines.append(f"- `{name}`: {_said(Do(f'action_{name}', {'what': what}))}")
    lines += ["", "**Duties** (`must:`), each with the things it is about, or `any`:", ""]
    for name in DUTIES:
        duty = Do(f"duty_{name}", {"what": phrase(f"any_{USUALLY.get(name, 'belongings')}")})
        lines.append(f"- `{name}`: {_said(duty)}")
    lines += [
        "",
        "**Replaced** (`replace:`): "
        + ", ".join(f"`{name}` ({_said(phrase(f'replaced_{name}'))})" for name in REPLACED)
        + ".",
        "",
    ]
    table = adventure.table("revised4")
    numbers = zip(table.number_names, table.number_defaults, table.number_texts, strict=True)
    lines += ["**Numbers** (`modify:`, `{number: ...}`) of the Revised 4th Edition, with their defaults:", ""]
    lines += [f"- `{name}` ({default}): {_bracketed(text)}" for name, default, text in numbers]
    who = ", ".join(f"`{name}` ({_said(whom(Who(number)))})" for number, name in enumerate(WHO))
    lines += [
        "",
        f"**Who**: {who}.",
        "",
        f"**When a mark goes** (`until:`): {', '.join(f'`{name}`' for name in TICKS)}.",
    ]
    return "\n".join(lines) + "\n"


def _given(needs: frozenset[Need] | None) -> str:
    """Return what a moment or event gives, in brackets; nothing if it gives nothing."""
    return f" (gives {nouns(needs)})" if needs else ""


def _said(part: Part) -> str:
    return language("en").say(part)


def _bracketed(text: str) -> str:
    return re.sub(r"\{([^}]*)\}", r"[\1]", text)
