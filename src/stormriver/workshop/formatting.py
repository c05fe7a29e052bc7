"""Layout: the YAML of a pack in one form, with every comment, and with nothing that it says changed."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from typing import Any

from stormriver.kernel.errors import StormriverError, unwritable
from stormriver.language.packs import yaml_files
from stormriver.language.source import read_file, read_text
from stormriver.workshop.bench import OnBench

WIDTH = 120
"""How long a line may be: what does not fit into one has a line for each of its keys."""
ENDLESS = 1_000_000
COMMENT = re.compile(r"(?:^|\s)#(.*)", re.MULTILINE)


def formatted(text: str, file: str) -> str:
    """Return a text of YAML as it is laid out here.

    Args:
        text: strict YAML.
        file: what messages call it.

    Raises:
        BadContent: for what is no strict YAML.
        StormriverError: if the library is missing, or what the text says or its comments would be changed.
    """
    said = read_text(text, file).plain()
    yaml = _writer()
    loaded = yaml.load(text)
    _spread(yaml, loaded, 0, 0)
    laid = "\n".join(line.rstrip() for line in _dumped(yaml, loaded).splitlines()) + "\n"
    if read_text(laid, file).plain() != said or _comments(laid) != _comments(text):
        raise StormriverError("{file} would say something else when laid out; it stays as it is.", file=file)
    return laid


def _writer() -> Any:
    """Return what reads and writes YAML with its comments."""
    try:
        from ruamel.yaml import YAML  # of the extra `workshop`
    except ImportError:
        raise StormriverError(
            "YAML is laid out by the library ruamel.yaml, which is not here; `pip install 'stormriver[workshop]'` "
            "brings it."
        ) from None
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.brace_single_entry_mapping_in_flow_sequence = True
    yaml.width = ENDLESS
    yaml.indent(mapping=2, sequence=4, offset=2)
    return yaml


def _dumped(yaml: Any, loaded: Any) -> str:
    out = StringIO()
    yaml.dump(loaded, out)
    return out.getvalue()


def _spread(yaml: Any, node: Any, indent: int, column: int) -> None:
    """Give each key of a mapping a line of its own, and each item of a list, where all of it does not fit into one.

    Args:
        yaml: writes it.
        node: anything that was read.
        indent: where its lines begin if it has several.
        column: where it begins if it has one.
    """
    if not isinstance(node, dict | list):
        return
    style: Any = node.fa  # type: ignore[union-attr]
    if style.flow_style():
        if column + len(_dumped(yaml, node).rstrip("\n")) <= WIDTH:
            return
        style.set_block_style()
    if isinstance(node, dict):
        for key, value in node.items():
            _spread(yaml, value, indent + 2, indent + len(f"{key}: "))
    else:
        for value in node:
            _spread(yaml, value, indent + 2, indent + 2)


def _comments(text: str) -> list[str]:
    return sorted(comment.strip() for comment in COMMENT.findall(text))


def untidy(pack: OnBench) -> dict[Path, str]:
    """Return the files of a pack, and its scenarios, that are laid out otherwise, each with how it would be."""
    found = {}
    for path in (*yaml_files(pack.folder), *pack.scenarios()):
        name = f"{pack.name}/{path.relative_to(pack.folder).as_posix()}"
        read_file(path, name)  # which tells what cannot be read
        text = path.read_text(encoding="utf-8")
        if text.strip() and (laid := formatted(text, name)) != text:
            found[path] = laid
    return found


def tidy(pack: OnBench) -> list[Path]:
    """Lay out the files of a pack, and return those that were changed."""
    found = untidy(pack)
    for path, text in found.items():
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise unwritable(path, error) from None
    return list(found)
