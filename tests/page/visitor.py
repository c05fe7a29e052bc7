"""A person in front of the page: looks, reads, clicks and types, as people do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Locator,
    Request,
    Response,
    TimeoutError,
    WebSocket,
    expect,
)

LAPTOP = {"width": 1366, "height": 820}
PHONE = {"width": 390, "height": 844}
SOON = 60_000
"""How long anything may take on a busy machine, in milliseconds."""
MOST_ANSWERS = 900
SHORT = {"sudden_death": True, "portal": "die", "starting_bonus": True, "trophy_points": 1}
"""House rules that make a game short."""
AGAINST_ONE = [{"who": "me", "name": "Ann"}, {"who": "computer", "level": "steady"}]
KEEP_SOCKETS = """
globalThis.sockets = []
globalThis.WebSocket = class extends WebSocket {
  constructor(...words) { super(...words); globalThis.sockets.push(this) }
}
"""
UNDRAWN = """addEventListener('DOMContentLoaded', () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.ground > svg, svg.landscape { opacity: 0 !important }')
  document.adoptedStyleSheets = [sheet]
})"""
"""Leaves land, rivers and the picture of the front page where they are, but does not paint them.

They are most of what Chromium, which has no graphics card here, has to work out whenever anything changes.
"""
HAS_NAME = """([where, name]) => [...document.querySelectorAll(where)].some((here) =>
  (here.getAttribute('aria-label') ?? here.labels?.[0]?.innerText ?? here.innerText ?? '').trim() === name)"""
"""Whether something that a selector finds is called by a name."""
PICTURED = "() => [...document.images].every((one) => one.complete && one.naturalWidth > 1)"
"""Whether all pictures have been drawn: until one has, an empty one is shown."""
STILL = """() => new Promise((done) => {
  let frames = 0
  const changes = new MutationObserver(() => (frames = 0))
  changes.observe(document, { childList: true, subtree: true, characterData: true })
  const look = () => (++frames < 4 ? requestAnimationFrame(look) : (changes.disconnect(), done()))
  requestAnimationFrame(look)
})"""
"""Is kept once nothing has come, gone or changed its words for some frames: parts of the page come piece by piece."""
SHOWN = "() => new Promise((done) => setTimeout(done))"
"""What a click does is shown in a task after it."""
OPTION, ENDING, ADVISED = ".ask .option", "#ending", ".ask .option.advised"


def settled(context: dict[str, Any]) -> dict[str, Any]:
    """Return how a browser is set up: a laptop in English by day, but for what is given."""
    return {"viewport": LAPTOP, "locale": "en-GB", "color_scheme": "light", "service_workers": "block", **context}


def in_one(update: dict[str, Any]) -> dict[str, Any]:
    """Return an update as the page shows it: with a question that only leads to the next one put as one with that."""
    ask, further = update["view"]["ask"], update["further"]
    if further is None:
        return update
    if not update["leading"]:
        return {**update, "view": {**update["view"], "ask": further}}
    rest = [option for option in ask["options"] if not option["idle"]]
    both = {**further, "options": [*further["options"], *rest], "missing": ask["missing"], "matter": ask["matter"]}
    return {**update, "view": {**update["view"], "ask": both}}


class Visitor:
    """Somebody with a browser of their own, whose boards are painted whole only where they are `drawn`.

    Attributes:
        page: what they see.
        frames: each text that has come to them by a socket; `told` the same as messages, `update` the last update.
        sent: the kinds of the messages that they have sent.
        faults: errors of the page's scripts, complaints of its security policy, requests that went elsewhere.
        elsewhere: other addresses to which a page may send them as a whole.
    """

    def __init__(self, context: BrowserContext, address: str, drawn: bool = False) -> None:
        self.context, self.address = context, address
        self.faults: list[str] = []
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.update: dict[str, Any] = {}
        self.elsewhere: tuple[str, ...] = ()
        self._responses: list[Response] = []
        self.prefer(speed=0)
        context.add_init_script(KEEP_SOCKETS)
        if not drawn:
            context.add_init_script(UNDRAWN)
        context.set_default_timeout(SOON)
        expect.set_options(timeout=SOON)
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._said)
        self.page.on("request", self._sent)
        self.page.on("response", lambda response: self._responses.append(response))
        self.page.on("websocket", self._listen)

    def _sent(self, request: Request) -> None:
        sent_there = request.is_navigation_request() and request.url.startswith(self.elsewhere)
        if not sent_there and not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"{request.url} was asked for, which is not at this server")

    def _said(self, line: ConsoleMessage) -> None:
        if "Content Security" in line.text:
            self.faults.append(line.text)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._hear(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(json.loads(str(frame))["type"]))

    def _hear(self, frame: str) -> None:
        message = json.loads(frame)
        self.frames.append(frame)
        self.told.append(message)
        if message["type"] == "update":
            self.update = in_one(message)

    def prefer(self, **settings: Any) -> None:
        """Have settings from the next page on, as if chosen before."""
        self.context.add_init_script(
            f"""{{ const chosen = JSON.parse(localStorage.getItem('settings') ?? '{{}}');
            localStorage.setItem('settings', JSON.stringify({{ ...{json.dumps(settings)}, ...chosen }})) }}"""
        )

    # going about

    def go(self, path: str) -> None:
        """Open an address of the server."""
        self.page.goto(path if path.startswith("http") else f"{self.address}{path}")

    def post(self, path: str, body: Any = None) -> Any:
        """Return what the server answers to a request of this browser."""
        answer = self.context.request.post(
            f"{self.address}/api/{path}", data=body or {}, headers={"Origin": self.address}
        )
        assert answer.ok, answer.text()
        return answer.json()

    def make(self, *seats: dict[str, str], **wanted: Any) -> dict[str, Any]:
        """Make a table and sit down at it; the short way, past the form."""
        made: dict[str, Any] = self.post("tables", {"seats": list(seats or AGAINST_ONE), "name": "A table", **wanted})
        self.sit(made["table"])
        return made

    def begin(self, lesson: str, name: str = "Wren") -> None:
        """Sit down at a lesson, or at a position of `positions.yaml`; the short way, past the list of lessons."""
        self.sit(self.post(f"tutorial/{lesson}?name={name}")["table"])

    def sit(self, table: str) -> None:
        """Open a table."""
        self.go(f"/table/{table}")
        expect(self.page.locator("main .panel").first).to_be_visible()

    def button(self, name: str, exact: bool = True) -> Locator:
        """Return a button or link by what it says."""
        either = self.page.get_by_role("button", name=name, exact=exact)
        return either.or_(self.page.get_by_role("link", name=name, exact=exact)).first

    # without a pointer

    def watch_pointer(self) -> None:
        """Count from now on how often a pointer is pressed."""
        self.context.add_init_script(
            "addEventListener('pointerdown', () => { globalThis.pointed = (globalThis.pointed ?? 0) + 1 }, true)"
        )

    def pointed(self) -> int:
        """Return how often a pointer has been pressed."""
        return int(self.page.evaluate("globalThis.pointed ?? 0"))

    def tab_to(self, name: str, most: int = 160) -> None:
        """Press Tab until what has this name is focused, once it is there."""
        self.page.wait_for_function(HAS_NAME, arg=["a, button, input, select, summary, [tabindex]", name])
        for _ in range(most):
            if self.page.evaluate(HAS_NAME, [":focus", name]):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {name!r}.")

    # at a table

    def cut(self) -> None:
        """Cut the line of the page to its table."""
        self.page.evaluate("globalThis.sockets.forEach((socket) => socket.close())")

    @property
    def ask(self) -> dict[str, Any]:
        """What is asked now."""
        ask: dict[str, Any] = self.update["view"]["ask"]
        return ask

    @property
    def is_asked(self) -> bool:
        """Whether they must decide now, by the last update: options of a question before it may still be on show."""
        view = self.update["view"]
        return bool(view["ask"]) and view["ask"]["seat"] == view["seat"] and not self.update["settled"]

    @property
    def log(self) -> list[str]:
        """What the log of the page says, line by line."""
        return self.page.locator(".log li").all_inner_texts()

    @property
    def bodies(self) -> list[str]:
        """What the other requests of the page were answered, but for pictures, which are the same for everybody."""
        answers = [answer for answer in self._responses if "/api/" in answer.url and answer.ok]
        return [answer.text() for answer in answers if "/api/pictures/" not in answer.url]

    def wait(self, holds: Callable[[], bool], otherwise: str = "What was waited for has not come.") -> None:
        """Wait until something holds, while the page goes on: what it shows comes after what the server has told it.

        Args:
            otherwise: what is wrong if it never does.
        """
        for _ in range(SOON // 20):
            if holds():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{otherwise} {self.state()}")

    def wait_in_page(self, expression: str) -> None:
        """Wait until an expression of the page's scripts holds.

        As a function: an expression by itself is evaluated as a string, which the page's security policy lets pass at
        the first look alone.
        """
        self.page.wait_for_function(f"() => {expression}")

    def rest(self) -> None:
        """Wait until the page has shown all that it has at hand."""
        self.page.evaluate(STILL)

    def see_pictures(self) -> None:
        """Wait until all pictures have been drawn."""
        self.wait(lambda: bool(self.page.evaluate(PICTURED)), "A picture has not been drawn.")

    def wait_beyond(self, version: int) -> None:
        """Wait until the table has gone on from a version."""
        self.wait(lambda: bool(self.update["version"] > version))

    def sees_odds(self) -> bool:
        """Tell whether the chances of a fight are shown."""
        return bool(self.ask["odds"]) or any(option["odds"] for option in self.ask["options"])

    def asked(self) -> bool:
        """Wait until something is asked; returns False if the game has ended instead."""
        try:
            self.page.locator(f"{OPTION}, {ENDING}").first.wait_for()
        except TimeoutError as late:
            raise AssertionError(f"Nothing is asked. {self.state()}") from late
        return self.page.locator(ENDING).count() == 0

    def state(self) -> str:
        """Tell what the page shows and what it was told last, for a test that fails."""
        shown = self.page.locator("main").inner_text()
        sockets = self.page.evaluate("globalThis.sockets.map((one) => one.readyState)")
        kinds = [message["type"] for message in self.told[-8:]]
        waits = self.update.get("view", {}).get("waiting_for")
        return (
            f"Sockets: {sockets}; told last: {kinds}; waited for: {waits}; last sent: {self.sent[-5:]}; shown:\n{shown}"
        )

    def choose(self, key: str = "") -> None:
        """Click an option by its key, or the first one."""
        self._click(f'{OPTION}[data-key="{key}"]' if key else OPTION)

    def _click(self, option: str) -> None:
        """Click an option, and wait until what that does is shown."""
        self.page.locator(option).first.click()
        self.page.evaluate(SHOWN)

    def take_advice(self) -> None:
        """Ask for a hint and follow it."""
        if self.advised():
            self._click(ADVISED)

    def advised(self) -> bool:
        """Ask for a hint; returns False if the table has answered by itself meanwhile, or none came in time."""
        version, heard = self.update["version"], len(self.told)
        self.page.keyboard.press("h")
        self.wait(
            lambda: (
                self.update["version"] > version
                or self.page.locator(ADVISED).count() > 0
                or any(message["type"] == "refused" for message in self.told[heard:])
            )
        )
        return bool(self.update["version"] == version) and self.page.locator(ADVISED).count() > 0

    def play(
        self, answer: Callable[[], object], until: Callable[[], bool] = lambda: False, most: int = MOST_ANSWERS
    ) -> int:
        """Answer again and again until the game is over or as wished; returns how many answers were given."""
        for given in range(most):
            if not self.asked() or until():
                return given
            answer()
        raise AssertionError(f"After {most} answers the end has not come.")
