"""The settings of a game as facts."""

from __future__ import annotations

from stormriver.language import rendering
from stormriver.language.ruleset import Ruleset, Setting
from stormriver.presentation.facts import Choice


def choices(ruleset: Ruleset, language: str = "en") -> tuple[Choice, ...]:
    """Return the settings of a rulebook, in its order and in a language."""
    return tuple(_choice(setting, language) for setting in ruleset.settings.values())


def _choice(setting: Setting, language: str) -> Choice:
    spec = setting.spec
    value, default = (plain if isinstance(plain, bool | int) else str(plain) for plain in (setting.value, spec.default))
    said = rendering.language(language).catalogue.sections["phrases"]
    text = str(said.get(f"setting.{spec.name}", spec.text))
    return Choice(spec.name, text, value, default, spec.rule, spec.least, spec.most, spec.words)
