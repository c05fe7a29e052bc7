"""Nothing on the page is said past the catalogues: where German is in other letters, no plain letters are left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.other_letters import package_in_other_letters
from page.served import Served
from page.test_access import ROUTES
from page.visitor import Visitor

SAID = """() => {
  const said = [`title: ${document.title}`]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement: here, data } = texts.currentNode
    if (data.trim() && !here.closest('script, style, noscript')) said.push(`${here.localName}: ${data.trim()}`)
  }
  const aria = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext']
  for (const name of [...aria, 'title', 'placeholder', 'alt'])
    for (const one of document.querySelectorAll(`[${name}]`)) said.push(`${name}: ${one.getAttribute(name)}`)
  const typed = document.querySelectorAll('input:not([type]), input[type=text], textarea')
  for (const one of typed) said.push(`value: ${one.value}`)
  for (const sheet of document.styleSheets)
    for (const { style } of sheet.cssRules)
      if (/^['"]/.test(style?.content ?? '')) said.push(`style: ${style.content}`)
  return said
}"""
"""Returns whatever the page says, to eyes or ears, each with the element or attribute in which it stands."""
PLAIN_WORD = re.compile(r"(?<!\w)[A-Za-zÄÖÜäöüß]{2,}")
PERSON = Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "person.svelte.ts"
SUGGESTED = "|".join(re.findall(r"'([A-Z]\w+)'", PERSON.read_text(encoding="utf-8")))
AS_IT_IS = {
    "option: (English|Deutsch)": "languages are named in themselves, for those who read no other",
    r"code: \w+\.[a-z_.0-9]+": "the id of a rule, by which it is found and linked",
    r"code: [0-9a-f]{32,64}": "the fingerprint of a seed, and what it was salted with",
    r"span: ([^A-Za-z]* )?(vor \d+ (Sekunde|Minute)n?|jetzt)": "how long ago something was, as the browser says it",
    r"placeholder: \w+ und \d [^A-Za-z]+": "who plays, joined as the browser does it",
    "pre: stormriver verify .*": "what is typed at a command line",
    r"p: [^A-Za-z]+ \d[\w.+]*": "the version, which between two releases names a commit",
    "a: (Game Icons|Cinzel|Alegreya, Alegreya Sans|Svelte)": "works whose authors are thanked",
    r"p: [^A-Za-z]+ Stormriver contributors, [^A-Za-z]+ MIT": "who wrote a pack, and its licence",
    "a: (MIT|CC BY 3.0|SIL Open Font License 1.1)": "licences",
    r"li: [^A-Za-z]+(Lorc, .*, HeavenlyDog|[A-Z].* (Project Authors|contributors))[^A-Za-z]*": "authors of works",
}
"""What no language says otherwise, as patterns of whole lines, each with the reason."""
PEOPLE = rf"\b({SUGGESTED}|Ada|Ann|Ben)\b"
"""Names of people, wherever they stand: those suggested to somebody who has none yet, those in examples and lessons."""
NAME = "7"
"""A name that is in no language, for seats and tables."""
OPENED = ["/cards/imp", "/characters/wizard", "/spaces/chapel", "/rules/fate.reroll", "/cards?preset=wargame"]
"""Pages of single things, and of another rulebook."""
ALONE = [{"who": "me", "name": NAME}, {"who": "computer", "name": "8"}]


def is_plain(line: str) -> bool:
    """Tell whether a line that a page says has a word in plain letters that must not be there."""
    if any(re.fullmatch(pattern, line, re.DOTALL) for pattern in AS_IT_IS):
        return False
    text = re.sub(PEOPLE, "", line.partition(": ")[2])
    return PLAIN_WORD.search(text) is not None


class Reader:
    """Somebody who looks at one thing after the other.

    Attributes:
        found: what was in plain letters, each with where it was seen first.
    """

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.found: dict[str, str] = {}

    def look(self, state: str) -> None:
        """Note what the page says past the catalogues."""
        for line in filter(is_plain, self.page.evaluate(SAID)):
            self.found.setdefault(line, state)

    def visit(self, route: str) -> None:
        """Look at a page once it is whole."""
        self.visitor.go(route)
        expect(self.page.locator("main h1").first).to_be_visible()
        expect(self.page.locator("main > p[role=status]")).to_have_count(0)
        self.look(route)

    def press(self, keys: str, awaited: str = "main") -> None:
        """Press keys one by one, and look at what each of them opens."""
        for key in keys:
            self.page.keyboard.press(key)
            self.page.locator(awaited).first.wait_for()
            self.visitor.rest()
            self.look(f"key {key}")
            self.page.keyboard.press("Escape")
            self.page.locator("body").evaluate("() => document.activeElement.blur()")

    def look_at_table(self) -> None:
        """Look at a question, at advice, and at all that keys open."""
        self.visitor.asked()
        self.look("question")
        self.visitor.advised()
        self.look("advice")
        self.press("?m", "dialog[open]")
        self.press("oslcwrt")

    def look_back(self, table: str) -> None:
        """Look at the replay of a table, and at the form for playing on from there."""
        self.visitor.go(f"/replay/{table}")
        self.page.locator("[type=range]").fill("10")
        self.page.locator("summary").last.click()
        self.visitor.rest()
        self.look("replay")


@pytest.fixture(scope="module")
def disguised(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose German, and that of its page, is in other letters."""
    folder = tmp_path_factory.mktemp("disguised")
    server = Served(folder, package_in_other_letters(folder))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def reader(visits: Callable[..., Visitor], disguised: Served) -> Iterator[Reader]:
    """Somebody whose browser asks for German; in the end nothing that they saw may be in plain letters."""
    found = Reader(visits(disguised.address, locale="de-DE"))
    yield found
    assert found.found == {}


@pytest.mark.long
def test_what_is_said_past_the_catalogues_is_found(reader: Reader) -> None:
    """Whether it is seen, or only heard, or stands in the title of the window."""
    reader.visit("/about")
    expect(reader.page.locator("main header p")).to_be_visible()  # the version, asked for while the page stands
    reader.look("version")
    assert reader.found == {}
    reader.page.evaluate(
        """document.title = 'Ab Out'
        document.body.insertAdjacentHTML('beforeend', '<b aria-label="Roll 2">1 die</b><input value="Me">')"""
    )
    reader.look("planted")
    assert set(reader.found) == {"title: Ab Out", "b: 1 die", "aria-label: Roll 2", "value: Me"}
    reader.found.clear()


@pytest.mark.long
def test_no_page_says_anything_past_the_catalogues(reader: Reader) -> None:
    for route in [*ROUTES, *OPENED]:
        reader.visit(route)


@pytest.mark.long
def test_no_table_says_anything_past_the_catalogues(reader: Reader) -> None:
    visitor = reader.visitor
    visitor.make(ALONE[0], {"who": "open"}, name=NAME)
    reader.look("waiting room")
    visitor.make(ALONE[0], {"who": "me", "name": "8"}, name=NAME)
    reader.page.locator("dialog[open]").wait_for()
    reader.look("curtain")
    table = visitor.make(*ALONE, name=NAME, seed=9, options={"last_round": 2})["table"]
    reader.look_at_table()
    visitor.play(visitor.choose, until=lambda: visitor.ask["kind"] == "move")
    reader.look("move")
    visitor.play(visitor.choose, until=visitor.sees_odds)
    reader.look("odds or the end")
    visitor.play(visitor.choose)
    reader.look("ending")
    reader.look_back(table)
    reader.visit("/me")
    reader.visit("/")


@pytest.mark.long
def test_no_wargame_says_anything_past_the_catalogues(reader: Reader) -> None:
    visitor = reader.visitor
    table = visitor.make(*ALONE, name=NAME, preset="wargame", options={"last_round": 1})["table"]
    reader.look_at_table()
    visitor.play(visitor.choose, until=lambda: visitor.update["view"]["turn"] > 0)
    reader.look("second turn")
    visitor.play(visitor.choose)
    reader.look("ending")
    reader.look_back(table)


@pytest.mark.long
def test_no_lesson_says_anything_past_the_catalogues(reader: Reader) -> None:
    reader.visit("/tutorial")
    reader.page.locator("main button").first.click()
    reader.page.wait_for_url("**/table/*")
    reader.visitor.asked()
    reader.look("lesson")
