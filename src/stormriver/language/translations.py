"""Translations of what the code itself says in English: which templates there are, and which a language lacks.

Errors are written where they are found, as templates (see kernel/translatable.py); the section `translations` of a
catalogue says them in another language. So that none is forgotten, the templates are gathered from the sources.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

from stormriver.language import rendering

PACKAGE = Path(__file__).resolve().parent.parent
SAYING = {
    "Answer": (1, 2), "BadAnswer": (0,), "BadContent": (0,), "BadRecord": (0,), "EngineError": (0,), "Failed": (0,),
    "Gone": (2,), "Mismatch": (0,), "Need": (0, 1), "Rewrite": (3,), "StormriverError": (0,), "Translatable": (0,),
    "_fail": (1,), "plural": (1, 2), "echo": (0,), "fail": (0, 1), "fail_at": (1,), "misspelt": (0,), "put": (0,),
    "translatable": (0,), "worded": (1,),
}  # fmt: skip
"""What takes a template: functions and classes by their names, and which of their arguments it is."""


def differences(code: str) -> list[str]:
    """Return what a language lacks of the templates in the code, what it says of none, and slots never filled."""
    if code == rendering.MODEL:
        return []
    said, own = _said(), rendering.language(code).catalogue.sections["translations"]
    found = [f"translations.{template} is missing" for template in sorted(said.templates - own.keys())]
    found += [f"translations.{template} is not asked for" for template in sorted(own.keys() - said.texts)]
    for template in sorted(own.keys() & said.texts):
        more = slots(own[template]) - slots(template)
        found += [f"translations.{template} has a slot {{{slot}}} that is never filled" for slot in sorted(more)]
    return found


def slots(template: str) -> set[str]:
    """Return the names of the slots of a template."""
    return {slot for _, slot, _, _ in Formatter().parse(template) if slot}


class _Said(ast.NodeVisitor):
    """Gathers all texts of a module, and those among them that are templates.

    Attributes:
        texts: all texts; a language may say any of them.
        templates: those that a reader may come to see.
    """

    def __init__(self) -> None:
        self.texts: set[str] = set()
        self.templates: set[str] = set()
        self._named: dict[str, list[str]] = {}  # the texts that each name stands for, wherever in the module

    def read(self, tree: ast.Module) -> None:
        """Take in a module."""
        self._named = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    if isinstance(target, ast.Name):
                        self._named.setdefault(target.id, []).extend(_texts(node.value))
        self.visit(tree)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Note a text."""
        self.texts.update(_texts(node))

    def visit_Call(self, node: ast.Call) -> None:
        """Note the templates among the arguments of a call."""
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        for at in SAYING.get(name, ()):
            if at < len(node.args):
                argument = node.args[at]
                named = self._named.get(argument.id, ()) if isinstance(argument, ast.Name) else ()
                self.templates.update(text for text in (*_texts(argument), *named) if has_words(text))
        self.generic_visit(node)


def has_words(template: str) -> bool:
    """Tell whether there is a word in a template beside its slots."""
    return any(letter.isalpha() for text, _, _, _ in Formatter().parse(template) for letter in text)


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


@cache
def _said() -> _Said:
    """Return what all modules of the package say."""
    found = _Said()
    for path in sorted(PACKAGE.rglob("*.py")):
        found.read(ast.parse(path.read_text(encoding="utf-8")))
    return found
