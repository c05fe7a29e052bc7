"""The modules of the package as syntax trees, and what can be read off them: imports, words, cited rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import stormriver

PACKAGE = Path(stormriver.__file__).parent
CONTENT = PACKAGE / "content"
"""The folder of all presets and packs of ours."""
RULEBOOKS = ("adventure", "wargame")
"""The folders of the rulebooks."""
ENGINE = ("kernel", "language", *RULEBOOKS)
"""The folders of the engine, from the lowest layer up."""

LAYERS = (
    ("builds",),
    ("kernel",),
    ("art",),
    ("language",),
    ("adventure", "wargame"),
    ("estimates",),
    ("api",),
    ("__init__",),
    ("players", "records", "scenario", "env"),
    ("presentation",),
    ("session", "lab"),
    ("workshop",),
    ("server",),
    ("cli",),
    ("text",),
    ("__main__",),
)
"""Every folder and module of the package by its layer; an import points down, or stays in its own folder."""


class Module(NamedTuple):
    """One module: its path inside the package with dots and without `.py`, and its syntax tree."""

    name: str
    tree: ast.Module

    @property
    def folder(self) -> str:
        """The folder it lies in, right below the package; of a module that lies in none, its own name."""
        return self.name.split(".")[0]


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    """Return the modules of some folders of the package (none named: all of it), in order of their paths."""
    if folders:
        return tuple(module for module in modules() if module.folder in folders)
    return tuple(
        Module(".".join(path.relative_to(PACKAGE).with_suffix("").parts), ast.parse(path.read_bytes(), str(path)))
        for path in sorted(PACKAGE.rglob("*.py"))
    )


@cache
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """Return all nodes of a tree, which is walked only once however many tests look at it."""
    return tuple(ast.walk(tree))


def planted(name: str, text: str) -> Module:
    """Return a module that is not there, to see whether a test would find what is wrong with it."""
    return Module(name, ast.parse(text))


# imports


def imports(module: Module) -> Iterator[tuple[int, str, str]]:
    """Yield the imports of a module, wherever in it: the line, the module, and the name taken from it (or nothing)."""
    for node in nodes(module.tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module.name}, line {node.lineno}: a relative import"
            yield from ((node.lineno, str(node.module), alias.name) for alias in node.names)


def layer(folder: str) -> int:
    """Return how high a folder stands, 0 for the lowest; ValueError for one that has no layer yet."""
    return next((height for height, folders in enumerate(LAYERS) if folder in folders), -1)


def upward(module: Module) -> list[str]:
    """Return the imports of a module that do not point down."""
    found = []
    for line, name, taken in imports(module):
        first, _, rest = name.partition(".")
        if first != "stormriver" or taken == "__version__":
            continue
        inside = rest or taken
        folder = inside.split(".")[0] if layer(inside.split(".")[0]) >= 0 else "__init__"
        if folder != module.folder and layer(folder) >= layer(module.folder):
            found.append(f"{module.name}, line {line}: {module.folder} imports {name} {taken}".rstrip())
    return found


def circles(of: Iterable[Module]) -> list[frozenset[str]]:
    """Return the circles of modules that import each other, imports of every kind counted, each circle once."""
    by_name = {f"stormriver.{module.name}".removesuffix(".__init__"): module for module in of}
    taken = {
        name: {other for _, whole, part in imports(module) for other in (whole, f"{whole}.{part}")} & by_name.keys()
        for name, module in by_name.items()
    }
    reached = {name: _reached(name, taken) for name in taken}
    return list(
        {frozenset(other for other in reached[name] if name in reached[other]) for name in taken} - {frozenset()}
    )


def _reached(start: str, taken: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    left = list(taken[start])
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += taken[name]
    return found


# words


@cache
def words_of(text: str) -> tuple[str, ...]:
    """Return the words and numbers of an identifier or text, in small letters: `FateDie_2` is fate, die, 2."""
    apart = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text)
    return tuple(re.findall(r"[a-z]+|[0-9]+", apart.lower().replace("'", "")))


def spelt(module: Module) -> Iterator[tuple[int, str]]:
    """Yield all identifiers and strings of a module with their lines, but for docstrings."""
    told = {id(text) for text in _docstrings(module.tree)}
    for node in nodes(module.tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in told:
                yield line, node.value
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield line, node.name
        else:
            for field in ("id", "attr", "arg", "name", "asname", "module"):
                value = getattr(node, field, None)
                if isinstance(value, str):
                    yield line, value


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the strings that stand as statements: docstrings of modules, classes, functions and names."""
    for node in nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def names_in(module: Module, terms: frozenset[tuple[str, ...]]) -> Iterator[tuple[int, str, str]]:
    """Yield where one of some terms, given as words, occurs in code: the line, the term, and what it occurs in."""
    longest = max(map(len, terms))
    first = {term[0] for term in terms}
    for line, text in spelt(module):
        words = words_of(text)
        for start in (at for at, word in enumerate(words) if word in first):
            for end in range(start + 1, min(len(words), start + longest) + 1):
                if words[start:end] in terms:
                    yield line, " ".join(words[start:end]), text
