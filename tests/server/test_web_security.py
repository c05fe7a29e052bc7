"""The security middleware: headers, origins, hosts, lengths, rates; and nothing foreign comes through."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sites import ADDRESS, Browser, quick_settings, site
from starlette.datastructures import URL
from starlette.requests import HTTPConnection, Request
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from stormriver.server import link_preview
from stormriver.server.logs import log_as_json
from stormriver.server.problems import FaultMiddleware
from stormriver.server.security import RateLimits, SecurityMiddleware, address_of, is_number
from stormriver.server.settings import Settings

HTTPS = "https://play.example.org"


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with site(quick_settings(tmp_path)) as found:
        yield found


@pytest.fixture
def online(tmp_path: Path) -> Iterator[Browser]:
    with site(quick_settings(tmp_path, origin=HTTPS), HTTPS) as found:
        yield found


# headers


@pytest.mark.parametrize(
    "path", ["/", "/api/me", "/api/nothing", "/api/tables/x", "/docs", "/healthz", "/openapi.json"]
)
def test_every_answer_keeps_foreign_code_out(ann: Browser, path: str) -> None:
    headers = ann.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy and "*" not in policy and "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "strict-transport-security" not in headers


def test_a_fault_of_ours_is_told_in_a_sentence_and_with_all_headers(
    ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> list[object]:
        raise ZeroDivisionError("the secret of the house")

    monkeypatch.setattr(ann.lobby, "listed", broken)
    answer = ann.get("/api/tables")
    assert answer.status_code == 500
    assert answer.json() == {
        "error": "This is a fault of ours; it has been noted, and nothing has changed.",
        "where": "",
    }
    assert "content-security-policy" in answer.headers


def test_what_the_api_says_is_kept_by_nobody(ann: Browser) -> None:
    assert ann.get("/api/me").headers["cache-control"] == "no-store"


def test_https_is_insisted_on_once_it_is_set_up(online: Browser) -> None:
    assert online.get("/api/me").headers["strict-transport-security"] == "max-age=31536000"


def test_the_manual_has_no_script_in_it_and_loads_nothing_from_elsewhere(ann: Browser) -> None:
    page = ann.get("/docs").text
    assert re.findall(r"<script[^>]*>([^<]+)</script>", page) == []
    files = re.findall(r"(?:src|href)=\"([^\"]+)\"", page)
    assert len(files) == 4
    for file in set(files) - {"/icon.svg"}:
        assert file.startswith("/docs/") and ann.get(file).status_code == 200
    assert ann.get("/docs/redoc.standalone.js").status_code == 404


# origins and hosts


@pytest.mark.parametrize(
    "origin", ["", "null", "http://evil.example", "http://127.0.0.1:8001", "https://127.0.0.1:8000"]
)
def test_a_change_from_a_foreign_page_is_refused(ann: Browser, origin: str) -> None:
    answer = ann.post("/api/tables", json={"seats": [{"who": "me"}] * 2}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert answer.json()["error"].endswith(f"the header Origin must be {ADDRESS}.")
    assert "set-cookie" not in answer.headers
    assert ann.lobby.live == {}


def test_a_socket_from_a_foreign_page_is_refused(ann: Browser) -> None:
    table = ann.make("me", "me")["table"]
    with pytest.raises(WebSocketDisconnect) as refused, ann.socket(table, headers={"Origin": "http://evil.example"}):
        raise AssertionError("the socket was opened")
    assert refused.value.code == 1008


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "[::1", "localhost.evil"]
)
def test_a_name_that_is_not_ours_is_refused(ann: Browser, host: str) -> None:
    answer = ann.get("/api/me", headers={"Host": host})
    assert answer.status_code == 421
    assert "its setting `origin` tells its name" in answer.json()["error"]


@pytest.mark.slow
@pytest.mark.parametrize("host", ["127.0.0.1", "192.168.1.7:8000", "localhost:8000", "[::1]:8000"])
def test_numbers_and_this_machine_are_let_through(ann: Browser, host: str) -> None:
    assert ann.get("/api/me", headers={"Host": host}).status_code == 200
    assert is_number(host)


def test_behind_a_proxy_only_the_origin_that_was_set_counts(online: Browser) -> None:
    assert online.post("/api/logout").status_code == 200
    assert online.post("/api/logout", headers={"Origin": "http://play.example.org"}).status_code == 403
    assert online.post("/api/logout", headers={"Host": "10.0.0.1", "Origin": "http://10.0.0.1"}).status_code == 403


# lengths and rates


def test_what_is_too_long_is_not_read(ann: Browser) -> None:
    longest = Settings().request_bytes
    body = '{"name": "' + "x" * longest + '"}'
    answer = ann.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (413, f"A request has at most {longest} bytes.")


def test_what_is_too_long_and_does_not_say_so_is_not_read_to_its_end(ann: Browser) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(200):
            yield b"x" * 1024

    answer = ann.post("/api/tables", content=endless(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("setting", "method", "path"),
    [
        ("rate_requests", "GET", "/api/me"),
        ("rate_changes", "POST", "/api/logout"),
        ("rate_logins", "POST", "/api/login"),
        ("rate_tables", "POST", "/api/tables"),
    ],
)
def test_too_often_is_refused_with_a_time_to_come_back(tmp_path: Path, setting: str, method: str, path: str) -> None:
    with site(quick_settings(tmp_path, **{setting: "3/hour"})) as ann:
        answers = [ann.request(method, path, json={}) for _ in range(4)]
    assert [answer.status_code for answer in answers].index(429) == 3
    assert answers[3].json()["error"] == "That was too often: 3 in 3600 seconds are let through; try again later."
    assert answers[3].headers["retry-after"] == "3600"


def test_one_address_does_not_use_up_what_another_may_do(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path, rate_requests="2/hour")) as ann:
        assert [ann.get("/api/me").status_code for _ in range(3)] == [200, 200, 429]
        other = Browser(ann.app, base_url=ADDRESS, client=("10.0.0.2", 1))
        assert other.get("/api/me").status_code == 200


def test_one_address_has_so_many_requests_open_whatever_proxy_they_come_by(tmp_path: Path) -> None:
    async def run() -> list[int]:
        gone, answers = asyncio.Event(), []

        async def slow(scope: Scope, receive: Receive, send: Send) -> None:
            await gone.wait()

        async def send(message: Message) -> None:
            answers.append(message.get("status", 0))

        settings = quick_settings(tmp_path, requests_at_once=2)
        guard = SecurityMiddleware(slow, settings, RateLimits(settings), {})
        first = [asyncio.create_task(guard(request_of("10.0.0.1"), no_body, send)) for _ in range(2)]
        await asyncio.sleep(0)
        await guard(request_of("10.0.0.1"), no_body, send)
        others = asyncio.create_task(guard(request_of("10.0.0.2"), no_body, send))
        gone.set()
        await asyncio.gather(*first, others)
        await guard(request_of("10.0.0.1"), no_body, send)
        return answers

    assert asyncio.run(asyncio.wait_for(run(), 10)) == [429, 0]


def test_who_leaves_before_their_request_is_sent_is_no_fault_of_ours(capfd: pytest.CaptureFixture[str]) -> None:
    """Else whoever sends many of them would fill the log with tracebacks."""
    log_as_json("error")
    answers: list[Message] = []

    async def reads(scope: Scope, receive: Receive, send: Send) -> None:
        await Request(scope, receive).body()

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        answers.append(message)

    asyncio.run(FaultMiddleware(reads)(request_of("10.0.0.1"), gone, send))
    assert answers == [] and capfd.readouterr().err == ""


def request_of(client: str) -> Scope:
    """Return a request of somebody."""
    headers = [(b"host", b"127.0.0.1")]
    return {"type": "http", "method": "GET", "path": "/", "headers": headers, "client": (client, 1), "scheme": "http"}


async def no_body() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


def test_addresses_of_one_network_of_ipv6_count_as_one() -> None:
    def of(host: str) -> str:
        return address_of(HTTPConnection({"type": "http", "client": (host, 1), "headers": []}))

    assert of("2001:db8:1:2:3::4") == of("2001:db8:1:2:ffff::1") != of("2001:db8:1:3::1")
    assert of("10.0.0.1") != of("10.0.0.2")


def test_what_is_measured_is_for_private_addresses(ann: Browser) -> None:
    ann.make("me", "me")
    assert "stormriver_tables 1.0" in ann.get("/metrics").text
    assert (
        'stormriver_request_seconds_count{method="POST",route="/api/tables",status="201"}' in ann.get("/metrics").text
    )
    assert Browser(ann.app, base_url=ADDRESS, client=("8.8.8.8", 1)).get("/metrics").status_code == 404


def test_health_is_told(ann: Browser) -> None:
    assert ann.get("/healthz").json()["status"] == "ok"


# the page


def test_an_address_of_the_page_gets_the_page_and_a_missing_file_does_not(
    tmp_path: Path, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "page"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("the page")
    (built / "assets" / "index-1.js").write_text("go()")
    page = next(route.app for route in ann.routes if getattr(route, "name", None) == "built_page")
    monkeypatch.setattr(page, "folder", built)
    monkeypatch.setattr(page, "all_directories", [built])
    monkeypatch.setattr(link_preview, "FOLDER", built)
    for path in ("/", "/table/abc", "/join/secret", "/rules/fate.reroll"):
        answer = ann.get(path)
        assert (answer.text, answer.headers["cache-control"]) == ("the page", "no-cache")
    script = ann.get("/assets/index-1.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    for path in ("/assets/index-2.js", "/api/nothing", "/robots.txt", "/../app.py", "/%2e%2e/app.py"):
        assert ann.get(path).status_code == 404


def test_a_page_that_was_not_built_is_told(tmp_path: Path, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    page = next(route.app for route in ann.routes if getattr(route, "name", None) == "built_page")
    monkeypatch.setattr(page, "folder", tmp_path)
    answer = ann.get("/")
    assert answer.status_code == 503
    assert "run `make page`" in answer.text
    assert ann.get("/api/me").status_code == 200


# what an address says, and what a header makes of it


@pytest.mark.parametrize("host", ["127.0.0.1/x?", "localhost/x?", "127.0.0.1#", "a@127.0.0.1", "127.0.0.1\\x"])
def test_a_host_is_nothing_but_a_host(ann: Browser, host: str) -> None:
    assert not is_number(host)
    assert ann.post("/api/logout", headers={"Host": host}).status_code == 421


def test_what_is_checked_follows_from_the_path_whatever_address_is_made_of_it(
    ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some versions of the library put the address together from `Host`, and so let it say what the path is."""
    monkeypatch.setattr(HTTPConnection, "url", URL("http://127.0.0.1:8000/elsewhere"))
    assert ann.post("/api/logout", headers={"Origin": "http://evil.example"}).status_code == 403
    long = ann.post("/api/tables", content=b"x" * (Settings().request_bytes + 1))
    assert long.status_code == 413


@pytest.mark.parametrize("address", ["", "unknown", "_hidden", "1.2.3.4:5678", "testclient"])
def test_an_address_that_is_none_is_not_private(ann: Browser, address: str) -> None:
    assert Browser(ann.app, base_url=ADDRESS, client=(address, 1)).get("/metrics").status_code == 404
