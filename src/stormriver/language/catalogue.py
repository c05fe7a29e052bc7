"""The catalogue of a language: all that it has to say, from the YAML files of its folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from stormriver.kernel.errors import StormriverError
from stormriver.language.namesakes import DOT, Renamed
from stormriver.language.source import closest, read_file

LOCALES = Path(__file__).resolve().parent.parent / "locale"
SECTIONS = (
    "grammar", "verbs", "nouns", "does", "phrases", "messages", "names", "rules", "lessons", "notes", "help",
    "translations",
)  # fmt: skip
"""The sections of catalogues: the same one in several files is joined."""
GROUPED = frozenset({"messages"})
"""The sections whose entries stand in groups: `question` with `buy` in it is `question.buy`."""
OF_THINGS = frozenset({"names", "does", "phrases"})
"""The sections that say something of things under their sort and id: `card.owl`."""
SORTS = {"setting": "option", "ability": "card"}
"""The kinds of names behind sorts that are called otherwise; of `ability.owl.hoot` it is the card's."""


class Own(NamedTuple):
    """What a pack has to say of its own things.

    Attributes:
        folder: where its files are.
        renamed: the names that only its own files call so.
        stamp: what tells whether its files are still what they were.
    """

    folder: Path
    renamed: tuple[Renamed, ...]
    stamp: str = ""


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

    def overlay(self, file: Mapping[str, Any], renamed: Iterable[Renamed] = ()) -> None:
        """Take in the contents of a pack's file, which holds instead of what has been said before.

        Args:
            renamed: the names by which the file speaks of things that all others call otherwise.
        """
        full = {(one.kind, one.own): one.full for one in renamed}
        for name, said in self._sections_of(file):
            own = name in OF_THINGS and full
            self.sections[name].update({_in_full(key, full): entry for key, entry in said.items()} if own else said)

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


def _in_full(key: str, full: Mapping[tuple[str, str], str]) -> str:
    """Return the key of what is said of a thing, with the name by which all others call it."""
    sort, _, name = key.partition(DOT)
    own, dot, more = name.partition(DOT)
    return f"{sort}{DOT}{full.get((SORTS.get(sort, sort), own), own)}{dot}{more}" if name else key


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


def read_catalogue(code: str, *packs: Own) -> Catalogue:
    """Return the catalogue of a language; StormriverError with a hint if there is none of this code.

    Args:
        code: the language, e.g. `de`.
        packs: those with catalogues of their own, `locale/de.yaml`; what they say again holds instead.
    """
    if code not in languages():
        raise StormriverError("No language is called {code!r}{hint}", code=code, hint=closest(code, languages()))
    found = Catalogue(code, _own(LOCALES / code))
    for pack in packs:
        path = pack.folder / "locale" / f"{code}.yaml"
        if path.is_file():
            try:
                found.overlay(_contents(path), pack.renamed)
            except StormriverError as error:
                raise StormriverError(
                    "{folder}/locale/{file}: {error}", folder=pack.folder.name, file=path.name, error=error
                ) from None
    return found


@cache
def _own(folder: Path) -> list[Any]:
    """Return the contents of a language's files, which stay as they are whatever packs lay over them."""
    return [_contents(path) for path in sorted(folder.glob("*.yaml"))]


def _contents(path: Path) -> Any:
    return read_file(path).plain()
