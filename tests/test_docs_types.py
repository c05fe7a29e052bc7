"""The Python of the docs is type-checked by `make lint`: what stands there is checked, and mistakes are found."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from support.documents import ROOT, blocks, read

sys.path.insert(0, str(ROOT / "tools"))
import check_docs_types as types

PAGE = """A page.

```python
sword = 1
```

```python
>>> sword
1
>>> if sword:
...     print(sword)
1
>>> len(
...     [sword])
1
```
"""
MISSPELT = {
    "import stormriver\nstormriver.new_gmae()\n": "new_gmae",
    "import stormriver\nstormriver.new_game().view(0).me.strenght\n": "strenght",
    "import stormriver\nstormriver.new_game('wargame').view(0).me.lives\n": "lives",
    "import stormriver\nstormriver.new_game().anser('roll')\n": "anser",
}
"""Programs with one name misspelt, or of another rulebook, and that name."""


def test_each_line_of_a_page_stands_at_its_own_number() -> None:
    lines = ["", "", "", "sword = 1", "", "", "", "print(sword)", "", "if sword:", "    print(sword)", "", "len("]
    assert types.module_of(PAGE).rstrip().splitlines() == [*lines, "    [sword])"]


def test_every_page_with_python_is_checked(tmp_path: Path) -> None:
    names = {path.stem for path in types.written(tmp_path)}
    pages = [page.relative_to(ROOT).as_posix() for page in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]]
    assert {"README", "docs_python", "docs_players", "docs_lab", "docs_records"} <= names
    assert len(names) == sum(bool(blocks(read(page), "python")) for page in pages)


@pytest.mark.long
@pytest.mark.skipif(not types.PYRIGHT.exists(), reason="pyright is not installed: make page")
def test_both_checkers_find_a_misspelt_name(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    types.written(tmp_path)  # for its settings
    for number, (program, name) in enumerate(MISSPELT.items()):
        for old in tmp_path.glob("*.py"):
            old.unlink()
        module = tmp_path / f"wrong{number}.py"
        module.write_text(program, encoding="utf-8")
        for check in (lambda module=module: types.mypy([module]), lambda: types.pyright(tmp_path)):
            assert check() == 1
            assert f'"{name}"' in capfd.readouterr().out
