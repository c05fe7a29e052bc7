"""The settings of a game as facts."""

from __future__ import annotations

from stormriver.language.ruleset import Ruleset, Setting
from stormriver.presentation.facts import Choice


def choices(ruleset: Ruleset) -> tuple[Choice, ...]:
    """Return the settings of a rulebook, in its order."""
    return tuple(_choice(setting) for setting in ruleset.settings.values())


def _choice(setting: Setting) -> Choice:
    spec = setting.spec
    value, default = (plain if isinstance(plain, bool | int) else str(plain) for plain in (setting.value, spec.default))
    return Choice(spec.name, spec.text, value, default, spec.rule, spec.least, spec.most, spec.words)
