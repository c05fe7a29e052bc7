"""Takes the pictures of the page that the docs show: `python tools/take_screenshots.py [names]`, into docs/img/.

A real server plays a game with a seed, so that the same moments come again; Chromium looks at them.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from page.conftest import chromium  # noqa: E402
from page.served import Served  # noqa: E402
from page.visitor import LAPTOP, PHONE, Visitor, settled  # noqa: E402

TARGET = ROOT / "docs" / "img"
WIDE = {"width": 1920, "height": 1080}
FOUR_K = {"width": 3840, "height": 2160}
COMPANY = [{"who": "me", "name": "Ann"}, *({"who": "computer", "name": name} for name in ("Ben", "Cleo", "Dan"))]
SEED = 5
MOST_BYTES = 250_000
QUALITIES = range(82, 30, -6)


def home(visitor: Visitor) -> None:
    """The first page, as a known visitor sees it."""
    visitor.go("/")
    visitor.page.get_by_label("Your name").fill("Ann")


def fight(visitor: Visitor) -> None:
    """A table late enough to show something, before a fight that can be won and lost."""
    visitor.make(*COMPANY, seed=SEED)
    visitor.play(visitor.take_advice, until=lambda: visitor.update["view"]["round"] >= 7 and doubtful(visitor.ask))


def doubtful(ask: dict[str, Any]) -> bool:
    """Tell whether an ask shows the odds of a fight that may end either way."""
    shown = [ask["odds"], *(option["odds"] for option in ask["options"])]
    return any(odds and 0.2 < odds["win"] < 0.9 for odds in shown)


def move(visitor: Visitor) -> None:
    """The choice of where to go."""
    visitor.make(*COMPANY, seed=SEED)
    visitor.play(
        visitor.take_advice, until=lambda: visitor.update["view"]["round"] >= 4 and visitor.ask["kind"] == "move"
    )


def third(visitor: Visitor) -> None:
    """The 3rd Edition, before a fight that can be won and lost."""
    visitor.make(*COMPANY[:3], seed=SEED, preset="third")
    visitor.play(visitor.take_advice, until=lambda: visitor.update["view"]["round"] >= 6 and doubtful(visitor.ask))


def city(visitor: Visitor) -> None:
    """The board of The City."""
    visitor.make(*COMPANY, seed=SEED, packs=["city"])
    visitor.play(visitor.take_advice, until=lambda: visitor.ask["kind"] == "move")
    visitor.page.locator(".maps button").nth(1).click()


def set_up(visitor: Visitor) -> None:
    """The three choices of a new table."""
    visitor.go("/new")
    visitor.page.get_by_role("radio").first.wait_for()


def cards(visitor: Visitor) -> None:
    """The page of all cards."""
    visitor.go("/cards")
    visitor.page.get_by_role("heading", level=2).first.wait_for()


def replay(visitor: Visitor) -> None:
    """A moment in the middle of a replay."""
    table = visitor.make(*COMPANY, seed=SEED)["table"]
    visitor.play(visitor.take_advice, until=lambda: visitor.update["view"]["round"] >= 5)
    visitor.go(f"/replay/{table}#60")


def lesson(visitor: Visitor) -> None:
    """The guide of the first lesson."""
    visitor.go("/tutorial")
    visitor.page.get_by_role("button", name="Begin:").first.click()
    visitor.asked()


def wargame(visitor: Visitor) -> None:
    """A wargame in which the lines have met, before an attack that may end either way."""
    visitor.make(*COMPANY[:2], seed=SEED, preset="wargame", options={"last_round": 12})
    visitor.play(visitor.take_advice, until=lambda: visitor.ask["kind"] == "foe" and doubtful(visitor.ask))


DISPUTE = """title: May the Wizard be attacked, and should they be?
game: {preset: revised4}
players:
  - {seat: ann, character: dwarf, at: fields_1, fate: 0, cards: [sword]}
  - {seat: ben, character: wizard, at: fields_6, spells: [hex]}
spaces: {fields_6: [bear]}
dice: [2]
answers: [roll, "to:fields_6"]
expect:
  next: {seat: ann, ask: encounter}
"""


def analysis(visitor: Visitor) -> None:
    """A position of one's own, with its question, its form and its text."""
    visitor.go("/analysis")
    visitor.asked()
    visitor.page.locator("#scenario").fill(DISPUTE)
    visitor.page.locator('.option[data-key="space"]').wait_for()
    visitor.page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")


PICTURES: dict[str, tuple[dict[str, int], str, Callable[[Visitor], None]]] = {
    "home": (LAPTOP, "day", home),
    "fight": (LAPTOP, "day", fight),
    "night": (LAPTOP, "night", move),
    "cards": (LAPTOP, "day", cards),
    "city": (LAPTOP, "day", city),
    "set-up": (LAPTOP, "day", set_up),
    "replay": (LAPTOP, "night", replay),
    "phone": (PHONE, "day", move),
    "phone-fight": (PHONE, "night", fight),
    "phone-lesson": (PHONE, "day", lesson),
    "large": (FOUR_K, "day", fight),
    "third": (LAPTOP, "day", third),
    "wargame": (LAPTOP, "day", wargame),
    "analysis": (WIDE, "day", analysis),
}


def take(browser: Browser, address: str, name: str) -> None:
    """Take one picture."""
    size, theme, arrange = PICTURES[name]
    scale = 2 if size is PHONE else 1
    context = browser.new_context(
        **settled({"viewport": size, "device_scale_factor": scale, "has_touch": size is PHONE})
    )
    visitor = Visitor(context, address, drawn=True)
    visitor.prefer(theme=theme)
    arrange(visitor)
    visitor.page.mouse.move(0, 0)  # nothing is pointed at
    visitor.page.wait_for_load_state("networkidle")
    visitor.see_pictures()  # those of spaces come one a frame, while what moves comes to rest
    visitor.page.wait_for_timeout(1000)
    save(visitor, TARGET / f"{name}.jpg")
    context.close()


def halved(visitor: Visitor) -> Page:
    """Return a page that shows half as large what a visitor sees."""
    picture = base64.b64encode(visitor.page.screenshot()).decode()
    page = visitor.context.new_page()
    page.set_viewport_size({side: length // 2 for side, length in FOUR_K.items()})  # type: ignore[arg-type]
    page.set_content(f'<body style="margin: 0"><img style="width: 100%" src="data:image/png;base64,{picture}">')
    page.locator("img").evaluate("(image) => image.decode()")
    return page


def save(visitor: Visitor, path: Path) -> None:
    """Take a picture as small as it must be, and as good as that lets it."""
    page = halved(visitor) if visitor.page.viewport_size == FOUR_K else visitor.page
    for quality in QUALITIES:
        page.screenshot(path=path, type="jpeg", quality=quality)
        if path.stat().st_size < MOST_BYTES:
            break
    print(path.relative_to(ROOT), path.stat().st_size)


def main() -> None:
    """Take the pictures that are named, or all."""
    TARGET.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            for name in sys.argv[1:] or PICTURES:
                take(browser, server.address, name)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
