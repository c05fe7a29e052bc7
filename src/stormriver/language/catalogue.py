"""The catalogue of a language: all that it has to say, from the YAML files of its folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from stormriver.kernel.errors import StormriverError
from stormriver.language.source import closest, read_file

LOCALES = Path(__file__).resolve().parent.parent / "locale"
SECTIONS = (
    "grammar", "verbs", "nouns", "does", "phrases", "messages", "names", "rules", "lessons", "notes", "help",
    "translations",
)  # fmt: skip
"""The sections of catalogues: the same one in several files is joined."""
GROUPED = frozenset({"messages"})
"""The sections whose entries stand in groups: `question` with `buy` in it is `question.buy`."""


class Catalogue:
    """All that a language has to say, section by section and key by key.

    Args:
        code: the language, e.g. `de`.
        files: the contents of its files; what two of them say under one key is refused.
    """

    def __init__(self, code: str, files: Iterable[Mapping[str, Any]]) -> None:
        self.code = code
        self.sections: dict[str, dict[str, Any]] = {name: {} for name in SECTIONS}
        for file in files:
            for name, said in self._sections_of(file):
                twice = self.sections[name].keys() & said.keys()
                if twice:
                    raise StormriverError(
                        "The catalogues of {code} say {section}.{key} twice.", code=code, section=name, key=min(twice)
                    )
                self.sections[name].update(said)

    def overlay(self, file: Mapping[str, Any]) -> None:
        """Take in the contents of a pack's file, which holds instead of what has been said before."""
        for name, said in self._sections_of(file):
            self.sections[name].update(said)

    def _sections_of(self, file: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for name, entries in file.items():
            if name not in self.sections:
                raise StormriverError(
                    "A catalogue of {code} has no section {name!r}{hint}",
                    code=self.code,
                    name=name,
                    hint=closest(name, SECTIONS),
                )
            yield name, dict(_ungrouped(entries)) if name in GROUPED else entries

    def entry(self, section: str, key: str) -> Any:
        """Return the entry of a key; StormriverError if the language has none."""
        known = self.sections[section]
        if key not in known:
            raise StormriverError(
                "The catalogue of {code} has no {section}.{key}{hint}",
                code=self.code,
                section=section,
                key=key,
                hint=closest(key, known),
            )
        return known[key]


def _ungrouped(entries: Mapping[str, Any], group: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the entries of all groups, each under its groups and its own key."""
    for key, entry in entries.items():
        if isinstance(entry, Mapping):
            yield from _ungrouped(entry, f"{group}{key}.")
        else:
            yield group + key, entry


def languages() -> list[str]:
    """Return the codes of the languages that there are, in order."""
    return sorted(path.parent.name for path in LOCALES.glob("*/grammar.yaml"))


def read_catalogue(code: str, *packs: Path) -> Catalogue:
    """Return the catalogue of a language; StormriverError with a hint if there is none of this code.

    Args:
        code: the language, e.g. `de`.
        packs: folders of packs with catalogues of their own, `locale/de.yaml`; what they say again holds instead.
    """
    if code not in languages():
        raise StormriverError("No language is called {code!r}{hint}", code=code, hint=closest(code, languages()))
    found = Catalogue(code, [_contents(path) for path in sorted((LOCALES / code).glob("*.yaml"))])
    for path in [folder / "locale" / f"{code}.yaml" for folder in packs]:
        if path.is_file():
            try:
                found.overlay(_contents(path))
            except StormriverError as error:
                raise StormriverError(
                    "{folder}/locale/{file}: {error}", folder=path.parent.parent.name, file=path.name, error=error
                ) from None
    return found


def _contents(path: Path) -> Any:
    return read_file(path).plain()
