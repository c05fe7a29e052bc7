"""Layout: the YAML of a pack in one form, with every comment, and with nothing that it says changed."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from stormriver.kernel.errors import StormriverError, unwritable
from stormriver.language.packs import yaml_files
from stormriver.language.source import read_file, read_text
from stormriver.workshop.bench import OnBench

WIDTH = 120
"""How long a line may become before it is wrapped."""


def formatted(text: str, file: str) -> str:
    """Return a text of YAML as it is laid out here.

    Args:
        text: strict YAML.
        file: what messages call it.

    Raises:
        BadContent: for what is no strict YAML.
        StormriverError: if the library is missing, or it would change what the text says.
    """
    said = read_text(text, file).plain()
    try:
        from ruamel.yaml import YAML  # of the extra `workshop`
    except ImportError:
        raise StormriverError(
            "YAML is laid out by the library ruamel.yaml, which is not here; `pip install 'stormriver[workshop]'` "
            "brings it."
        ) from None
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = WIDTH
    yaml.brace_single_entry_mapping_in_flow_sequence = True
    yaml.indent(mapping=2, sequence=4, offset=2)
    out = StringIO()
    yaml.dump(yaml.load(text), out)
    laid = "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"
    if read_text(laid, file).plain() != said:
        raise StormriverError("{file} would say something else when laid out; it stays as it is.", file=file)
    return laid


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
