"""The page as an app: it can be installed, is there without the server, says so, and gives way to a newer one."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from page.served import Served
from page.test_access import violations
from page.visitor import Visitor
from stormriver.server.built_page import FOLDER

CONTROLLED = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
KEPT = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
  [name.split('-')[0], (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)])))"""
"""The addresses that are kept, by the kind of what is kept."""


@pytest.fixture
def copied(built_page: None, tmp_path: Path) -> Served:
    """A server of a copy of the package, whose page can be changed; it is started by whoever uses it."""
    package = tmp_path / "package"
    shutil.copytree(FOLDER.parents[1], package / "stormriver")
    return Served(tmp_path, package)


def controlled(visitor: Visitor) -> None:
    """Wait until the worker answers for the page."""
    visitor.wait_in_page(CONTROLLED)


def test_a_page_comes_though_its_faces_do_not(visitor: Visitor) -> None:
    asked: list[str] = []
    visitor.page.route("**/*.woff2", lambda route: asked.append(route.request.url))  # which are never answered
    visitor.page.goto(f"{visitor.address}/about")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible(timeout=5000)
    assert asked


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.long)])
def test_the_manifest_names_the_page_and_icons_that_are_there_as_large_as_it_says(visits, language: str) -> None:
    visitor: Visitor = visits(locale=f"{language}-{language.upper()}")
    page = visitor.page
    visitor.go("/about")
    expect(page.locator("main h1").first).to_be_visible()
    expect(page.locator("link[rel=manifest]")).to_have_attribute("href", f"/manifest.{language}.webmanifest")
    manifest: dict[str, Any] = page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())"
    )
    assert (manifest["lang"], manifest["display"], manifest["start_url"]) == (language, "standalone", "/")
    assert manifest["name"] and manifest["short_name"]
    expect(page.locator("main p").get_by_text(manifest["description"], exact=True)).to_be_visible()
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    sizes = page.evaluate(
        """(icons) => Promise.all(icons.map(async ({ src }) => {
          const image = Object.assign(new Image(), { src }); await image.decode()
          return `${image.naturalWidth}x${image.naturalHeight}`
        }))""",
        manifest["icons"],
    )
    for icon, size in zip(manifest["icons"], sizes, strict=True):
        assert icon["sizes"] in (size, "any"), icon
    for way in manifest["shortcuts"]:
        visitor.go(way["url"])
        expect(page.locator("main h1").first).to_have_text(way["name"])


@pytest.mark.long
def test_what_was_seen_is_there_without_the_server_and_gives_way_to_a_newer_page_with_it(
    visits, copied: Served, tmp_path: Path
) -> None:
    copied.start()
    visitor: Visitor = visits(copied.address, service_workers="allow")
    page = visitor.page
    heading, waits = page.get_by_role("heading", level=1), page.get_by_text("The server cannot be reached.")
    try:
        visitor.go("/about")
        controlled(visitor)
        visitor.go("/cards")
        headings = page.locator("main h2, main h3")
        visitor.wait_in_page("document.querySelector('main img')?.naturalWidth > 1")  # what has come has been kept
        cards = headings.all_text_contents()
        kept = page.evaluate(KEPT)
        assert set(kept) == {"shell", "books", "pictures"} and kept["pictures"]
        assert not [path for path in kept["shell"] if path.startswith("/api")]
        assert {path.split("/")[2] for path in kept["books"]} == {"books", "catalogue"}

        copied.kill()
        page.reload()
        expect(waits).to_be_visible()
        expect(page.locator("main img").first).to_be_visible()
        expect(headings).to_have_text(cards)
        visitor.go("/table/whichever")
        expect(heading).to_have_text("The server cannot be reached.")
        assert violations(page) == []
        visitor.button("Cards").last.click()
        expect(heading).to_have_text("Cards")
        visitor.go("/")
        expect(heading).to_have_text("The server cannot be reached.")

        worker = next(tmp_path.rglob("service-worker.js"))
        worker.write_text(worker.read_text().replace('VERSION = "', 'VERSION = "newer-'))
        index = worker.with_name("index.html")
        index.write_text(index.read_text().replace("<head>", '<head><meta name="newer" content="yes">'))
        copied.start()
        expect(heading).to_have_text("Stormriver")
        expect(waits).to_have_count(0)
        expect(page.locator("meta[name=newer]")).to_have_count(1)
    finally:
        copied.kill()
