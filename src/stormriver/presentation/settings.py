"""The settings of a game as facts."""

from __future__ import annotations

from stormriver.language import rendering
from stormriver.language.ruleset import Ruleset, Setting
from stormriver.presentation.facts import Choice
from stormriver.presentation.names import named_in, title

SORT = "setting"
"""The sort of names that options and their words have in the catalogues."""


def choices(ruleset: Ruleset, language: str = "en") -> tuple[Choice, ...]:
    """Return the settings of a rulebook, in its order and in a language."""
    return tuple(_choice(setting, language) for setting in ruleset.settings.values())


def _choice(setting: Setting, language: str) -> Choice:
    spec = setting.spec
    value, default = (plain if isinstance(plain, bool | int) else str(plain) for plain in (setting.value, spec.default))
    said = rendering.language(language).catalogue.sections["phrases"]
    text = str(said.get(f"setting.{spec.name}", spec.text))
    return Choice(
        id=spec.name,
        name=named_in(language, SORT, spec.name, title(spec.name)),
        text=text,
        value=value,
        default=default,
        rule=spec.rule,
        least=spec.least,
        most=spec.most,
        words=spec.words,
        word_names=tuple(named_in(language, SORT, f"{spec.name}.{word}", title(word)) for word in spec.words),
    )
