"""A browser that is told what to do by its own protocol and nothing else.

What drives browsers in tests has scripts of its own run in each page and is told of all that happens there, which a
trace tells as work of the page. Here only what a person does is sent, and now and then a question is asked.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

Point = tuple[float, float]
"""A point of a page, in pixels from its upper left corner."""
STARTING_SECONDS = 60
PORT_FILE = "DevToolsActivePort"
"""Where Chromium tells the port it has taken, and the path of its protocol."""
POLL_SECONDS = 0.5
HAND_STEPS = 20
"""A hand takes so many events of the pointer, which come once a frame, to get somewhere."""


class DevToolsError(RuntimeError):
    """The browser has refused what it was told, or a script has failed."""


class Chromium:
    """A browser in a process of its own, with a profile of its own.

    Args:
        path: the program.
        profile: an empty folder for all that it keeps.
        size: width and height of its pages, in pixels.
    """

    def __init__(self, path: str, profile: Path, size: tuple[int, int]) -> None:
        width, height = size
        self._process = subprocess.Popen(
            [
                *(path, "--headless", "--no-sandbox", "--disable-gpu", "--in-process-gpu", "--lang=en-GB"),
                *(f"--user-data-dir={profile}", "--remote-debugging-port=0", f"--window-size={width},{height}"),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._socket = self._connected(profile / PORT_FILE)
        self._numbers = itertools.count(1)
        self._events: list[dict[str, Any]] = []

    def _connected(self, told: Path) -> ClientConnection:
        end = time.monotonic() + STARTING_SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            if told.exists() and len(words := told.read_text(encoding="utf-8").split()) == 2:
                return connect(f"ws://127.0.0.1:{words[0]}{words[1]}", max_size=None, compression=None)
            time.sleep(POLL_SECONDS)
        self._end()
        raise DevToolsError("The browser does not start.")

    def close(self) -> None:
        """End it and all of its processes: those of pages would outlive it, and go on."""
        self._socket.close()
        self._end()

    def _end(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def send(self, method: str, session: str = "", **words: Any) -> dict[str, Any]:
        """Have something done, and return what the browser answers.

        Raises:
            DevToolsError: if it refuses.
        """
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": words, **({"sessionId": session} if session else {})}
        self._socket.send(json.dumps(message))
        while True:
            told = json.loads(self._socket.recv())
            if told.get("id") != number:
                self._events.append(told)
            elif "error" in told:
                raise DevToolsError(f"{method}: {told['error']['message']}")
            else:
                result: dict[str, Any] = told["result"]
                return result

    def _event(self, method: str) -> dict[str, Any]:
        """Wait for an event, and return what it tells."""
        while True:
            for told in self._events or [json.loads(self._socket.recv())]:
                if told.get("method") == method:
                    self._events.clear()
                    params: dict[str, Any] = told["params"]
                    return params
            self._events.clear()

    def visitor(self) -> str:
        """Return somebody who has never been anywhere: nothing is kept of any page that they open."""
        return str(self.send("Target.createBrowserContext")["browserContextId"])

    def tab(self, visitor: str) -> Tab:
        """Open an empty tab of a visitor."""
        made = self.send("Target.createTarget", url="about:blank", browserContextId=visitor)
        return Tab(self, made["targetId"])

    @contextmanager
    def traced(self, categories: list[str]) -> Iterator[list[dict[str, Any]]]:
        """Trace what is done within; the list has the events of the trace afterwards."""
        found: list[dict[str, Any]] = []
        config = {"recordMode": "recordAsMuchAsPossible", "includedCategories": categories, "excludedCategories": ["*"]}
        self.send("Tracing.start", transferMode="ReturnAsStream", traceConfig=config)
        yield found
        self._events.clear()
        self.send("Tracing.end")
        stream = self._event("Tracing.tracingComplete")["stream"]
        text = ""
        while not (piece := self.send("IO.read", handle=stream, size=1 << 24))["eof"]:
            text += piece["data"]
        self.send("IO.close", handle=stream)
        found += json.loads(text + piece["data"])["traceEvents"]


class Tab:
    """A tab of a browser."""

    def __init__(self, browser: Chromium, target: str) -> None:
        self._browser, self._target = browser, target
        self._pointer: Point = (0.0, 0.0)
        self._session: str = browser.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def send(self, method: str, **words: Any) -> dict[str, Any]:
        """Have something done in it, and return what the browser answers."""
        return self._browser.send(method, self._session, **words)

    def close(self) -> None:
        """Close it."""
        self._browser.send("Target.closeTarget", targetId=self._target)

    def go(self, address: str) -> None:
        """Open an address; returns as soon as its first bytes have come."""
        self.send("Page.navigate", url=address)

    def run(self, script: str) -> Any:
        """Return what an expression of JavaScript comes to, or what it promises.

        Raises:
            DevToolsError: if it fails.
        """
        told = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in told:
            raise DevToolsError(f"{script}: {told['exceptionDetails']['text']}")
        return told["result"].get("value")

    def move(self, end: Point) -> None:
        """Move the pointer from where it is to another point of the page."""
        (x, y), (right, low) = self._pointer, end
        for part in (step / HAND_STEPS for step in range(1, HAND_STEPS + 1)):
            self._pointer = (x + (right - x) * part, y + (low - y) * part)
            self._mouse("mouseMoved")

    def click(self) -> None:
        """Click where the pointer is."""
        for what in ("mousePressed", "mouseReleased"):
            self._mouse(what, button="left", clickCount=1)

    def _mouse(self, what: str, **words: Any) -> None:
        x, y = self._pointer
        self.send("Input.dispatchMouseEvent", type=what, x=x, y=y, **words)
