"""What may be imported: names, signatures, and the attributes that are documented."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, get_origin

MODULES = (
    "stormriver",
    *(f"stormriver.{name}" for name in ("adventure", "lab", "players", "records", "scenario", "text", "wargame")),
)
"""The modules whose names are promised, with what belongs to these."""
PLAIN = (type(None), bool, int, float, str)
SECTION = re.compile(r"^Attributes:\n((?:[ \n].*\n?)*)", re.MULTILINE)
STARS: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
EVERY_ERROR = (Exception, BaseException, object)
DOCUMENTED = re.compile(r"^    (\w+(?:, \w+)*): ", re.MULTILINE)


def lines() -> Iterator[str]:
    """Tell all that is public."""
    for name in MODULES:
        yield from of_module(import_module(name), name)


def of_module(module: ModuleType, name: str) -> Iterator[str]:
    """Tell the names that a module says are public."""
    for public in module.__all__ if hasattr(module, "__all__") else defined(module):
        yield from of_thing(getattr(module, public), f"{name}.{public}")


def defined(module: ModuleType) -> list[str]:
    """Return the public functions and classes that a module without such a list defines itself."""
    found = {name: thing for name, thing in vars(module).items() if not name.startswith("_")}
    return [name for name, thing in found.items() if getattr(thing, "__module__", "") == module.__name__]


def of_thing(thing: Any, name: str) -> Iterator[str]:
    """Tell a function, class, module or constant by its full name."""
    if inspect.isclass(thing) and get_origin(thing) is None:
        yield from of_class(thing, name)
    elif inspect.ismodule(thing):
        yield from of_module(thing, name)
    elif callable(thing):
        yield from of_function(thing, name)
    else:
        yield name


def of_class(cls: type, name: str) -> Iterator[str]:
    """Tell a class: what it is made of, its methods, properties and documented attributes; of errors their bases."""
    yield f"class {name}"
    if issubclass(cls, Exception):
        yield from (f"{name} is a {base.__name__}" for base in cls.__mro__[1:] if base not in EVERY_ERROR)
        return
    if is_record(cls) or ("__init__" in vars(cls) and cls.__init__.__doc__):
        yield from of_function(cls, name)
    yield from (f"{name}.{attribute}" for attribute in attributes(cls))
    for public in sorted({member for base in cls.__mro__ if base is not object for member in vars(base)}):
        if public.startswith("_"):
            continue
        member = inspect.getattr_static(cls, public)
        if isinstance(member, property):
            told = inspect.signature(member.fget).return_annotation if member.fget else ""
            yield f"{name}.{public}: {typed(told)}"
        elif inspect.ismemberdescriptor(member):
            yield f"{name}.{public}"
        elif isinstance(member, classmethod | staticmethod) or inspect.isfunction(member):
            yield from of_function(getattr(cls, public), f"{name}.{public}")


def is_record(cls: Any) -> bool:
    """Tell whether a class is made of the fields that it lists."""
    return is_dataclass(cls) or hasattr(cls, "__struct_fields__") or hasattr(cls, "_fields")


def attributes(cls: type) -> list[str]:
    """Return the attributes that a class or one it derives from documents."""
    texts = (inspect.cleandoc(base.__doc__ or "") + "\n" for base in cls.__mro__ if base is not object)
    sections = (found[1] for text in texts if (found := SECTION.search(text)))
    named = [names for section in sections for names in DOCUMENTED.findall(section)]
    return [name for names in named for name in names.split(", ") if not name.startswith("_")]


def of_function(function: Any, name: str) -> Iterator[str]:
    """Tell a function: what has to be given and what is returned in one line, then each thing that may be given."""
    signature = inspect.signature(function)
    given = [one for one in signature.parameters.values() if one.name != "self"]
    needed = [
        one for one in given if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    returned = "" if signature.return_annotation is signature.empty else f" -> {typed(signature.return_annotation)}"
    yield f"{name}({', '.join(map(written, needed))}){returned}"
    for place, one in enumerate(given, 1):
        if one not in needed:
            by = "by name" if one.kind is one.KEYWORD_ONLY else f"place {place}"
            yield f"{name} takes {written(one)} ({by})"


def written(given: inspect.Parameter) -> str:
    """Return a parameter as it stands in the sources."""
    kind = "" if given.annotation is given.empty else f": {typed(given.annotation)}"
    if given.default is given.empty:
        return f"{STARS.get(given.kind, '')}{given.name}{kind}"
    plain = isinstance(given.default, PLAIN) or given.default == ()
    return f"{given.name}{kind} = {repr(given.default) if plain else '...'}"


def typed(annotation: Any) -> str:
    """Return a type as it stands in the sources."""
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
