"""The pages of the documentation: each has its place, each link leads somewhere, and for the site they are laid out."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache

import stormriver
from support.documents import ROOT, read

sys.path.append(str(ROOT / "tools"))
import make_site

HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ANCHOR = re.compile(r'<a id="([^"]+)"')
NO_LETTER = re.compile(r"[^\w\- ]")
LINK = re.compile(r"\]\(([^)\s#]*)(?:#([^)\s]+))?\)")
MARKED = re.compile(r"\[([^\]]+)\]\([^)]*\)|`")
INTERFACE = "docs/api.md"
MOST_WORDS = 5_000
"""As many words as a page has at most; the list of changes alone may go on, as each version is read by itself."""


def prose(text: str) -> str:
    """Return the text of a page without its fenced blocks."""
    return make_site.FENCED.sub("", text)


@cache
def anchors(page: str) -> frozenset[str]:
    """Return the places of a page that a link may lead to, as code hosts and the site name them."""
    text = prose(read(page))
    titles = [MARKED.sub(lambda found: found[1] or "", title) for title in HEADING.findall(text)]
    return frozenset(NO_LETTER.sub("", title.lower()).replace(" ", "-") for title in titles) | {*ANCHOR.findall(text)}


def broken(page: str, text: str) -> Iterator[str]:
    """Yield the links of a page that lead nowhere."""
    for link, place in LINK.findall(prose(text)):
        if "://" in link or link.startswith("mailto:"):
            continue
        path = make_site.target(page, link) if link else page
        if not (ROOT / path).exists() or (place and path.endswith(".md") and place not in anchors(path)):
            yield f"{page}: {link}#{place}"


def test_every_link_of_every_page_leads_somewhere() -> None:
    assert [link for page in make_site.pages() for link in broken(page, read(page))] == []


def test_a_link_that_leads_nowhere_is_found() -> None:
    text = "[a](play.md) [b](nowhere.md) [c](install.md#with-pip) [d](install.md#with-luck) [e](#commands)"
    assert list(broken("docs/play.md", text)) == ["docs/play.md: nowhere.md#", "docs/play.md: install.md#with-luck"]


def test_every_page_has_one_place_in_the_index() -> None:
    assert sorted(make_site.listed(make_site.navigation())) == make_site.pages()


def long(pages: dict[str, str]) -> list[str]:
    """Return the pages that are to be split into a folder of pages, by what stands in each."""
    return [page for page, text in pages.items() if len(text.split()) > MOST_WORDS]


def test_no_page_is_so_long_that_nobody_reads_it() -> None:
    assert long({page: read(page) for page in make_site.pages() if page != "CHANGELOG.md"}) == []


def test_a_page_that_is_too_long_is_found() -> None:
    assert long({"docs/a.md": "word " * MOST_WORDS, "docs/b.md": "word " * (MOST_WORDS + 1)}) == ["docs/b.md"]


def test_what_once_was_a_page_leads_to_one() -> None:
    led = dict(re.findall(r"^ +(docs/\S+\.md): (docs/\S+\.md)$", read("tools/site/mkdocs.yml"), re.MULTILINE))
    assert led
    assert set(led) & set(make_site.pages()) == set()
    assert set(led.values()) <= set(make_site.pages())


def test_every_public_name_is_in_the_reference() -> None:
    shown = re.findall(r"<!-- ::: stormriver\.(\w+) -->", read(INTERFACE))
    assert set(stormriver.__all__) <= set(shown)
    assert [
        name for name in shown if not hasattr(stormriver, name) and not (ROOT / "src/stormriver" / name).is_dir()
    ] == []


def test_files_that_are_no_pages_are_shown_as_text() -> None:
    text, files = make_site.staged("docs/rulings/third.md")
    assert "src/stormriver/content/third/rulings.yaml" in files
    assert "(../../src/stormriver/content/third/rulings.yaml.txt)" in text
    text, files = make_site.staged("docs/packs/README.md")
    assert files == []
    assert "lie in `content/frontier`." in text  # a folder cannot be shown


def test_docstrings_stand_on_the_site_and_not_on_the_page() -> None:
    assert "\n::: stormriver.Game" in make_site.staged(INTERFACE)[0]
    assert "\n::: " not in read(INTERFACE)
