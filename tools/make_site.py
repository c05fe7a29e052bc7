"""Build the site of the documentation, with search that works without a network: `make site`, into build/site.

The pages keep their places, so that each link leads to the same page at a code host and here. What stands where in the
navigation is read from docs/README.md, which lists all pages. Files that are no pages, such as sources and scenarios,
are copied as text, so that every browser shows them.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from os.path import normpath
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).resolve().parent.parent
CONFIGURATION = ROOT / "tools/site/mkdocs.yml"
ASSETS = ("extra.css", "iframe-worker.js")
"""What lies beside the configuration, and is a part of each page."""
BUILD = ROOT / "build"
PAGES = BUILD / "site-pages"
"""Where the pages lie as they are built: those of the repository, but for some links."""
INDEX = "docs/README.md"
UNSEARCHED = "docs/coverage/"
"""Tables of ids, which every search would find before what tells of them."""

LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^)#\s:]+)(#[^)\s]*)?\)")
ROW = re.compile(r"^\| \[([^\]]+)\]\(([^)#]+)\) \|", re.MULTILINE)
SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)
FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
HIDDEN = re.compile(r"<!-- (::: .*?)-->", re.DOTALL)
"""What is for the site alone: a name whose docstrings are to stand there."""

Entry: TypeAlias = "str | dict[str, Entry] | list[Entry]"


def pages() -> list[str]:
    """Return the paths of all pages, from the root."""
    found = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def read(path: str) -> str:
    """Return the text of a page or of a file that one links to."""
    return (ROOT / path).read_text(encoding="utf-8")


def target(page: str, link: str) -> str:
    """Return the path from the root to which a link of a page leads."""
    return normpath(f"{Path(page).parent}/{link}")


# what stands where


def navigation() -> list[Entry]:
    """Return the navigation: a tab for each section of the index, and the pages in the order of its rows."""
    _, *parts = SECTION.split(read(INDEX))
    tabs: list[Entry] = [{"Home": ["README.md", {"All pages": INDEX}]}]
    for title, body in zip(parts[::2], parts[1::2], strict=True):
        tabs.append({title: [_entry(name, target(INDEX, link)) for name, link in ROW.findall(body)]})
    return tabs


def _entry(name: str, page: str) -> Entry:
    """Return a page with its name; the index of a folder with all that it links to there."""
    if Path(page).name != "README.md":
        return {name: page}
    inside: dict[str, str] = {}
    for text, link, _ in LINK.findall(read(page)):
        path = target(page, link)
        if path.startswith(f"{Path(page).parent}/") and path.endswith(".md") and path != page:
            inside.setdefault(path, text[:1].upper() + text[1:])
    return {name: [page, *(_entry(text, path) for path, text in inside.items())]}


def listed(entries: Entry) -> list[str]:
    """Return the pages of a navigation, in their order."""
    if isinstance(entries, str):
        return [entries]
    inner = entries.values() if isinstance(entries, dict) else entries
    return [page for entry in inner for page in listed(entry)]


# how the pages are copied


def staged(page: str) -> tuple[str, list[str]]:
    """Return the text of a page for the site, and the other files that it links to."""
    files: list[str] = []

    def led(found: re.Match[str]) -> str:
        text, link, place = found[1], found[2], found[3] or ""
        path = target(page, link)
        if path.endswith(".md") or path.startswith("docs/"):
            return found[0]
        if (ROOT / path).is_dir():
            return text
        files.append(path)
        return f"[{text}]({link}.txt{place})"

    parts = FENCED.split(HIDDEN.sub(r"\1", read(page)))
    text = "".join(part if number % 2 else LINK.sub(led, part) for number, part in enumerate(parts))
    return ("---\nsearch:\n  exclude: true\n---\n\n" if page.startswith(UNSEARCHED) else "") + text, files


def stage() -> None:
    """Lay out all pages, and what they show and link to, below one folder, with the configuration beside it."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES / "docs", ignore=shutil.ignore_patterns("*.md"))
    for page in pages():
        text, files = staged(page)
        write(page, text)
        for file in files:
            write(f"{file}.txt", read(file))
    for asset in ASSETS:
        write(asset, (CONFIGURATION.parent / asset).read_text(encoding="utf-8"))
    configuration = CONFIGURATION.read_text(encoding="utf-8")
    (BUILD / CONFIGURATION.name).write_text(f"{configuration}nav: {json.dumps(navigation())}\n", encoding="utf-8")


def write(file: str, text: str) -> None:
    """Write a file of the site."""
    path = PAGES / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main() -> int:
    """Build the site; return the exit code, which is not 0 if a link leads nowhere."""
    unlisted = set(pages()) - set(listed(navigation()))
    if unlisted:
        print(f"Not in {INDEX}: {', '.join(sorted(unlisted))}", file=sys.stderr)
        return 1
    stage()
    build = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", CONFIGURATION.name]
    return subprocess.run(build, cwd=BUILD, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
