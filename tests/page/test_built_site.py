"""The site of the documentation as `make site` builds it: whole, with nothing from elsewhere, searched in a browser."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import stormriver
from support.documents import ROOT

sys.path.append(str(ROOT / "tools"))
import make_site

ELSEWHERE = re.compile(r"""<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=["']?(?:https?:)?//[^"' >]+""")


@pytest.fixture(scope="module")
def site() -> Path:
    """The site, built as people build it; a link that leads nowhere breaks it."""
    done = subprocess.run(["make", "site"], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / "build/site"


@pytest.mark.long
def test_the_site_has_all_pages_and_loads_nothing_from_elsewhere(site: Path) -> None:
    built = {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    assert {page.removesuffix(".md").replace("README", "index") + ".html" for page in make_site.pages()} <= set(built)
    assert [page for page, text in sorted(built.items()) if ELSEWHERE.search(text)] == []
    assert "cards/index.html" in built["docs/cards.html"], "an old address leads nowhere"
    reference = built["docs/api.html"]
    assert (inspect.getdoc(stormriver.Ask) or "").split(":")[0] in reference, "docstrings are missing"
    inherited = ("guess", "me", "ask", "seats", "seat_of", "result")
    assert [name for name in inherited if f'id="stormriver.adventure.View.{name}"' not in reference] == []


@pytest.mark.long
def test_the_site_is_searched_without_a_server(site: Path, browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{site.as_uri()}/docs/install.html")
        page.keyboard.press("/")
        page.keyboard.type("fate reroll")
        expect(page.get_by_text("What fate can reroll").first).to_be_visible(timeout=20_000)


def test_what_is_loaded_from_elsewhere_is_found() -> None:
    assert ELSEWHERE.search('<script src="https://unpkg.com/x"></script>')
    assert ELSEWHERE.search("<link rel=stylesheet href=//fonts.example/x.css>")
    assert not ELSEWHERE.search('<a href="https://pipx.pypa.io">pipx</a> <script src="../bundle.js"></script>')
