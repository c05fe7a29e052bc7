"""Webhooks: who is away is told when it is their turn, and no address leads into the server's own network."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from sites import Browser, quick_settings, site, told
from sqlalchemy import text

from stormriver.server.errors import BadRequest
from stormriver.server.integrations import outgoing, webhooks
from stormriver.server.logs import log_as_json

SECONDS = 20.0


class Receiver(ThreadingHTTPServer):
    """Somebody who receives notices, and answers with a status."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Receive)
        self.status = 204
        self.received: list[tuple[dict[str, str], bytes]] = []
        self.url = f"http://127.0.0.1:{self.server_port}/hook"

    def after(self, number: int) -> list[tuple[dict[str, str], bytes]]:
        """Wait until so many have come, and return them."""
        end = time.monotonic() + SECONDS
        while len(self.received) < number and time.monotonic() < end:
            time.sleep(0.02)
        return self.received


class _Receive(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:  # the library's name
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append((dict(self.headers), body))
        self.send_response(self.server.status)
        self.send_header("Location", self.server.url)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as found:
        thread = threading.Thread(target=found.serve_forever, args=(0.05,))
        thread.start()
        yield found
        found.shutdown()
        thread.join()


@contextmanager
def telling(folder: Path, **given: Any) -> Iterator[Browser]:
    with site(quick_settings(folder, webhooks=True, webhooks_private=True, **given)) as found:
        yield found


def hooked(person: Browser, url: str) -> dict[str, Any]:
    """Return a new webhook of a person."""
    made = person.post("/api/me/webhooks", json={"url": url})
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


# being told


def test_who_is_away_is_told_once_and_signed_that_it_is_their_turn(tmp_path: Path, receiver: Receiver) -> None:
    with telling(tmp_path, origin="http://127.0.0.1:8000") as ann:
        secret = hooked(ann, receiver.url)["secret"]
        ann.portal.call(asyncio.sleep, 1.1)  # type: ignore[union-attr]  # the server looks who has webhooks once a second
        table = ann.make("me", "me", name="Ann")["table"]
        ((headers, body),) = receiver.after(1)
        notice = json.loads(body)
        assert notice["event"] == "your_turn" and notice["table"] == table
        assert notice["link"] == f"http://127.0.0.1:8000/table/{table}" and notice["link"] in notice["content"]
        assert notice["text"].startswith("It is your turn at “Ann")
        signed = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        assert headers["X-Stormriver-Signature"] == f"sha256={signed}"
        with ann.socket(table) as line:  # whoever is there need not be told
            line.send_json({"type": "hello"})
            update = told(line, "update")
            while update["view"]["seat"] < 0 or not update["view"]["ask"] or update["settled"]:
                seat = (update["view"]["ask"] or {}).get("seat", 0)
                line.send_json({"type": "sit", "seat": seat})
                update = told(line, "update")
            key = update["view"]["ask"]["options"][0]["key"]
            line.send_json({"type": "answer", "version": update["version"], "key": key})
            while told(line, "update")["version"] <= update["version"]:
                pass
            ann.portal.call(all_noted)  # type: ignore[union-attr]
            assert len(marks(ann.lobby.database.store)) == 1
        assert len(receiver.after(2)) == 2  # they have gone, and are asked something else


@pytest.mark.parametrize("level", ["info", "debug"])
def test_where_a_webhook_leads_and_what_it_is_told_stands_in_no_log(
    receiver: Receiver, capfd: pytest.CaptureFixture[str], level: str
) -> None:
    log_as_json(level)
    headers = {"Authorization": "a secret of theirs"}
    assert (
        asyncio.run(outgoing.post(f"{receiver.url}/token-of-theirs", b"{}", headers, private=True)) == receiver.status
    )
    said = capfd.readouterr().err
    assert "token-of-theirs" not in said and "secret of theirs" not in said


def test_what_was_not_taken_is_tried_again_later_and_then_given_up(tmp_path: Path, receiver: Receiver) -> None:
    receiver.status = 307  # no redirect is followed
    with telling(tmp_path) as ann:
        hooked(ann, receiver.url)
        store = ann.lobby.database.store
        (person,) = webhooks.languages(store)
        begun = time.time()
        webhooks.note(store, person, "a mark", {"en": "{}"})
        webhooks.note(store, person, "a mark", {"en": "{}"})
        receiver.after(1)
        kept = None
        while kept is None or not kept[1]:
            with store.engine.connect() as connection:
                kept = connection.execute(text("SELECT due, attempts FROM notices")).one()
        assert len(receiver.received) == 1
        assert begun + 9 < kept[0] < time.time() + 11
        ((webhook, mark),) = marks(store)
        given_up = webhooks.Due(webhook, mark, receiver.url, "", "{}", len(webhooks.PAUSES))
        webhooks.settle(store, given_up, False)
        with store.engine.connect() as connection:
            assert connection.scalar(text("SELECT due FROM notices")) is None


def marks(store: Any) -> list[tuple[str, str]]:
    """Return the notices that are kept, each by its webhook and its mark."""
    with store.engine.connect() as connection:
        return [(webhook, mark) for webhook, mark in connection.execute(text("SELECT webhook, mark FROM notices"))]


async def all_noted() -> None:
    """Wait until whatever is being noted is kept."""
    noting = [task for task in asyncio.all_tasks() if "Notifier._kept" in repr(task)]
    await asyncio.gather(*noting)


def test_webhooks_are_off_unless_the_operator_wants_them_and_ones_own_to_delete(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path)) as ann:
        assert ann.post("/api/me/webhooks", json={"url": "https://example.org/"}).status_code == 403
    with telling(tmp_path) as ann:
        made = hooked(ann, "http://127.0.0.1:9/")
        assert ann.get("/api/me/webhooks").json() == [made["known"]]
        assert ann.another().delete(f"/api/me/webhooks/{made['known']['id']}").status_code == 404
        for _ in range(4):
            hooked(ann, "http://127.0.0.1:9/")
        assert ann.post("/api/me/webhooks", json={"url": "http://127.0.0.1:9/"}).status_code == 409
        assert len(ann.delete(f"/api/me/webhooks/{made['known']['id']}").json()) == 4


# where it may lead


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ),
        *("::1", "::", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "ff02::1"),
        "2001:0:4136:e378:8000:63bf:80ff:fffe",
    ],
)
def test_what_is_no_address_of_the_internet_is_found_out(address: str) -> None:
    assert not outgoing.is_public(address)


def test_an_address_of_the_internet_is_one() -> None:
    assert outgoing.is_public("8.8.8.8") and outgoing.is_public("2001:4860:4860::8888")


@pytest.mark.parametrize(
    "url",
    [
        *(
            "ftp://example.org/",
            "file:///etc/passwd",
            "example.org",
            "http://",
            "http://ann:x@8.8.8.8/",
            "http://[::1/",
        ),
        *("http://localhost/", "http://127.1/", "http://2130706433/", "http://0x7f.1/", "http://[::ffff:7f00:1]:80/"),
    ],
)
def test_a_webhook_that_leads_inside_is_refused_however_it_is_written(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadRequest):
        asyncio.run(outgoing.checked_address(url, private=False))


def test_a_name_is_refused_if_anything_it_stands_for_is_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(host: str, port: int, *args: Any, **named: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (at, port)) for at in ("8.8.8.8", "10.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(BadRequest, match="own machine or network"):
        asyncio.run(outgoing.checked_address("https://rebinding.example/", private=False))


def test_what_was_checked_is_what_is_connected_to(monkeypatch: pytest.MonkeyPatch, receiver: Receiver) -> None:
    """A name is resolved once: what it stands for a moment later does not matter."""
    asked: list[str] = []

    def resolve(host: str | bytes, port: int, *args: Any, **named: Any) -> list[Any]:
        asked.append(host if isinstance(host, str) else host.decode())
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(outgoing, "is_public", lambda address: True)
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    url = f"http://hook.example:{receiver.server_port}/hook"
    assert asyncio.run(outgoing.post(url, b"{}", {}, private=False)) == 204
    assert [host for host in asked if host == "hook.example"] == ["hook.example"]
    assert receiver.received[0][0]["Host"] == f"hook.example:{receiver.server_port}"
