"""A pseudo-language: a copy of the package in which all German, of the server and of its page, is in other letters."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import stormriver
from stormriver.language.rendering import Language
from test_play_languages import LATIN, OTHERS, disguised, in_other_letters
from test_rendering import wrapped

CODE = "de"
"""The language that is disguised: readers ask for it as they ask for German."""
PACKAGE = Path(stormriver.__file__).parent
PAGE_TEXTS = Path(__file__).resolve().parents[2] / "web" / "src" / "lang" / f"{CODE}.json"
SLOT = re.compile(r"(\{\w+[|}])")
"""What stands in a text of the page for a number or a name: `{name}`, or the beginning of `{n|one|many}`."""


def package_in_other_letters(folder: Path) -> Path:
    """Return a folder from which the disguised package is imported.

    As nothing is patched, it holds in every process of a server, and for the texts that are built into the page.
    """
    package = folder / PACKAGE.name
    shutil.copytree(PACKAGE, package)
    locale = package / "locale" / CODE
    shutil.rmtree(locale)
    locale.mkdir()
    (locale / "grammar.yaml").write_text(json.dumps(sections(), ensure_ascii=False), encoding="utf-8")
    disguise_page(package / "server" / "page" / "assets")
    return folder


# the server


def sections() -> dict[str, Any]:
    """Return the catalogue of the server in other letters, with all forms of its verbs and words for the reader."""
    found = in_other_letters(CODE)
    said = dict(found.catalogue.sections)
    said["verbs"] = {key: found._verb(key) for key in set(said["verbs"]) | set(_verbs_of(said))}
    said["lessons"], said["notes"] = (_translated(said[name]) for name in ("lessons", "notes"))
    said["grammar"] = _grammar(found)
    return said


def _verbs_of(node: Any) -> Iterator[str]:
    """Yield the keys of all verbs that predicates, or slots of any text, ask for."""
    if isinstance(node, dict):
        yield from (node[key] for key in ("verb", "modal") if isinstance(node.get(key), str))
        for one in node.values():
            yield from _verbs_of(one)
    else:
        yield from re.findall(r"\{(\w+)@\w+\}", str(node))


def _translated(node: Any) -> Any:
    """Return texts in other letters, however deep they lie."""
    if isinstance(node, dict):
        return {key: _translated(one) for key, one in node.items()}
    return [_translated(one) for one in node] if isinstance(node, list) else letters(str(node))


def _grammar(found: Language) -> dict[str, Any]:
    """Return the grammar with also those words in other letters that other tests leave as they are."""
    grammar = dict(found.catalogue.sections["grammar"])
    grammar["verb"] = {form: "" for form in grammar["verb"]}  # each verb has all its forms
    grammar["shapes"] = {
        name: {kind: wrapped(text, disguised) if "{" in text else text for kind, text in shape.items()}
        for name, shape in grammar["shapes"].items()
    }
    grammar["reader"] = {
        address: {
            **reader,
            "pronoun": _translated(reader["pronoun"]),
            "words": {
                key: word if word in grammar["determiners"] else letters(word) for key, word in reader["words"].items()
            },
        }
        for address, reader in grammar["reader"].items()
    }
    return grammar


# the page


def letters(text: str) -> str:
    """Return a text without slots in other letters."""
    return text.translate(str.maketrans(LATIN, OTHERS))


def disguise_page(assets: Path) -> None:
    """Put each German text of a built page in other letters."""
    texts: dict[str, str] = json.loads(PAGE_TEXTS.read_text(encoding="utf-8"))
    (script,) = [path for path in assets.glob("*.js") if f'"{min(texts)}":' in path.read_text(encoding="utf-8")]
    source = script.read_text(encoding="utf-8")
    for key, text in texts.items():
        said, other = f'(?<=[{{,])"?{re.escape(key)}"?:{re.escape(_literal(text))}', _literal(page_text(text))
        source, found = re.subn(said, lambda _, key=key, other=other: f'"{key}":{other}', source)  # type: ignore[misc]
        assert found, f"{script.name} does not hold the text {key} as it is expected."
    script.write_text(source, encoding="utf-8")


def page_text(text: str) -> str:
    """Return a text of the page in other letters, its slots left open."""
    return "".join(part if SLOT.fullmatch(part) else letters(part) for part in SLOT.split(text))


def _literal(text: str) -> str:
    """Return a text as the script of the built page has it."""
    written = {"\\": "\\\\", "`": "\\`", "${": "\\${", "\n": "\\n", "\N{NO-BREAK SPACE}": r"\xA0"}
    for plain, escaped in written.items():
        text = text.replace(plain, escaped)
    return f"`{text}`"
