"""The settings of a game as facts."""

from __future__ import annotations

from stormriver.language.clauses import Name
from stormriver.language.rendering import Language, with_packs
from stormriver.language.ruleset import Ruleset, Setting
from stormriver.presentation.facts import Choice
from stormriver.presentation.names import title

SORT = "setting"
"""The sort of names that options and their words have in the catalogues."""


def choices(ruleset: Ruleset, language: str = "en") -> tuple[Choice, ...]:
    """Return the settings of a rulebook, in its order and in a language."""
    said = with_packs(language, ruleset.locales)
    return tuple(_choice(setting, said) for setting in ruleset.settings.values())


def _choice(setting: Setting, language: Language) -> Choice:
    spec = setting.spec
    value, default = (plain if isinstance(plain, bool | int) else str(plain) for plain in (setting.value, spec.default))
    text = str(language.catalogue.sections["phrases"].get(f"{SORT}.{spec.name}", spec.text))
    return Choice(
        id=spec.name,
        name=language.say(Name(SORT, spec.name, title(spec.name))),
        text=text,
        value=value,
        default=default,
        rule=spec.rule,
        least=spec.least,
        most=spec.most,
        words=spec.words,
        word_names=tuple(language.say(Name(SORT, f"{spec.name}.{word}", title(word))) for word in spec.words),
    )
