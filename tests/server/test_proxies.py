"""Behind the reverse proxies of `deploy/`: all that people do comes through, and what keeps others out holds."""

from __future__ import annotations

import asyncio
import re
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
import uvicorn
from remote import Remote
from reverse_proxies import HOST, KINDS, ReverseProxy, needs_proxies

from stormriver.server.security import HEADERS
from stormriver.server.settings import Settings
from stormriver.server.workshop.drafts import LONGEST_CHANGE
from support.documents import read

pytestmark = [pytest.mark.long, needs_proxies]
USUAL = Settings()
PATIENCE = 1.5
TWO = {"seats": [{"who": "me"}, {"who": "computer"}], "name": "Ann"}


@pytest.fixture(scope="module", params=KINDS)
def proxy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReverseProxy]:
    folder = tmp_path_factory.mktemp(request.param)
    usual = {name: getattr(USUAL, name) for name in ("requests_at_once", "connections")}
    found = ReverseProxy(request.param, folder, thinkers=0, request_seconds=PATIENCE, rate_logins="3/hour", **usual)
    found.start()
    yield found
    found.end()


# what comes through


def test_the_page_and_requests_come_by_http_2_and_each_header_once(proxy: ReverseProxy) -> None:
    with proxy.browser() as ann:
        for path in ("/", "/api/me", "/api/catalogue", "/api/nothing"):
            answer = ann.get(path)
            assert answer.http_version == "HTTP/2"
            for name in (*HEADERS, "Strict-Transport-Security"):
                assert len(answer.headers.get_list(name)) == 1, (path, name)
        assert '<div id="' in ann.get("/").text
        assert len(ann.get("/api/catalogue", headers={"Accept-Encoding": "gzip"}).json()["presets"]) > 1


def test_whoever_comes_without_https_is_sent_to_it(proxy: ReverseProxy) -> None:
    answer = httpx2.get(f"http://{HOST}:{proxy.plain_port}/rules")
    assert answer.status_code in (301, 308)
    assert answer.headers["location"].startswith(f"https://{HOST}")


def test_a_table_is_made_and_played_at_through_a_socket_that_outlives_a_request(proxy: ReverseProxy) -> None:
    async def play() -> None:
        with proxy.browser() as ann:
            made = ann.post("/api/tables", json=TWO)
            assert made.status_code == 201
            assert [cookie.name for cookie in ann.cookies.jar] == ["__Host-stormriver"]
            assert ann.get("/api/me/tables").json()[0]["id"] == made.json()["table"]
            page = Remote(proxy, made.json()["table"], ann.cookies)
        await page.hello()
        await until_asked(page)
        await asyncio.sleep(PATIENCE * 2)
        version = page.update["version"]
        await page.say(type="answer", version=version, key=page.choice(), id=7)
        while page.update["id"] != 7:
            assert (await page.hear())["type"] != "refused"
        assert page.update["version"] > version
        await page.close()

    asyncio.run(asyncio.wait_for(play(), 60))


async def until_asked(page: Remote) -> None:
    """Hear until the page is asked something."""
    while page.ask is None:
        await page.hear()


# what is kept out


def test_a_foreign_page_changes_nothing(proxy: ReverseProxy) -> None:
    with proxy.browser() as ann:
        assert ann.post("/api/logout", headers={"Origin": "https://evil.example"}).status_code == 403
        assert ann.get("/api/me", headers={"Host": "evil.example"}).status_code in (200, 400, 421)
        assert ann.get("/metrics").status_code == 404


def test_visitors_are_counted_by_the_address_that_the_proxy_saw_whatever_they_say(proxy: ReverseProxy) -> None:
    with proxy.browser() as ann, proxy.browser("127.0.0.2") as ben:
        assert [tried(ann) for _ in range(4)] == [400, 400, 400, 429]
        for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
            assert tried(ann, {header: "for=10.1.2.3" if header == "Forwarded" else "10.1.2.3"}) == 429
        assert tried(ben, {"X-Forwarded-For": "127.0.0.1"}) == 400


def test_who_comes_past_the_proxy_is_counted_by_their_own_address(proxy: ReverseProxy) -> None:
    transport = httpx2.HTTPTransport(local_address="127.0.0.3")
    with httpx2.Client(transport=transport, base_url=proxy.server.address, headers={"Origin": proxy.address}) as eve:
        found = [tried(eve, {"X-Forwarded-For": f"10.1.2.{number}"}) for number in range(4)]
    assert found == [400, 400, 400, 429]


def tried(browser: httpx2.Client, headers: dict[str, str] | None = None) -> int:
    """Return the status of a try to log in that leads nowhere."""
    return browser.post("/api/login", json={}, headers=headers).status_code


@pytest.mark.parametrize("size", [USUAL.request_bytes + 1, 2 * LONGEST_CHANGE])
def test_a_body_that_is_said_to_be_too_long_is_refused_before_it_comes(proxy: ReverseProxy, size: int) -> None:
    with proxy.line() as line:
        line.sendall(a_request(proxy, f"Content-Length: {size}", "{"))
        assert line.recv(4096).startswith(b"HTTP/1.1 413")


def test_a_body_that_does_not_say_how_long_it_is_is_not_read_to_its_end(proxy: ReverseProxy) -> None:
    with proxy.line() as line:
        line.sendall(a_request(proxy, "Transfer-Encoding: chunked", ""))
        for _ in range(USUAL.request_bytes // 1024 + 1):
            line.sendall(b"400\r\n" + b" " * 1024 + b"\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 413")


def test_a_body_that_dribbles_in_is_refused_in_a_sentence(proxy: ReverseProxy) -> None:
    with proxy.line() as line:
        line.sendall(a_request(proxy, "Content-Length: 50", "{"))
        answer = line.recv(4096)
        assert answer.startswith(b"HTTP/1.1 408")


def test_a_request_whose_head_does_not_come_is_closed(proxy: ReverseProxy) -> None:
    with proxy.line() as line:
        line.sendall(f"GET /api/me HTTP/1.1\r\nHost: {HOST}\r\nX-Slow: ".encode())
        assert re.match(rb"(HTTP/1.1 408|$)", line.recv(4096))


def a_request(proxy: ReverseProxy, *more: str) -> bytes:
    """Return a request with a body: its head, which ends with the last but one of `more`, and the beginning of it."""
    own = (f"Host: {HOST}:{proxy.port}", f"Origin: {proxy.address}", "Content-Type: application/json")
    head = ("POST /api/tables HTTP/1.1", *own, *more[:-1])
    return "\r\n".join((*head, "", more[-1])).encode()


def test_one_address_has_so_many_requests_open_and_others_come_in(proxy: ReverseProxy) -> None:
    with ExitStack() as stack, proxy.browser("127.0.0.2") as ben:
        waiting: list[ssl.SSLSocket] = []
        for _ in range(USUAL.requests_at_once + USUAL.connections + 1):
            waiting.append(stack.enter_context(proxy.line()))
            waiting[-1].sendall(a_request(proxy, "Content-Length: 50", "{"))
        statuses = {bytes(line.recv(4096)[:12]) for line in waiting}
        assert b"HTTP/1.1 429" in statuses
        assert ben.get("/api/me").status_code == 200


# what the files say


def test_a_socket_stays_open_where_nobody_says_anything() -> None:
    """uvicorn says something every 20 seconds; by itself nginx waits for 60, Caddy for ever."""
    assert int(re.findall(r"proxy_read_timeout (\d+)h;", read("deploy/nginx.conf"))[0]) >= 1
    assert "stream_timeout" not in read("deploy/Caddyfile")


def test_the_proxy_gives_up_an_idle_connection_before_the_server_does() -> None:
    """A request that is sent just as the server closes is lost, and one that changes something is not sent again."""
    (seconds,) = re.findall(r"keepalive (\d+)s", read("deploy/Caddyfile"))
    assert int(seconds) < uvicorn.Config("").timeout_keep_alive


def test_limits_of_the_proxy_leave_to_the_server_what_it_says_in_a_sentence() -> None:
    (nginx,) = re.findall(r"client_max_body_size (\d+)m;", read("deploy/nginx.conf"))
    (caddy,) = re.findall(r"max_size (\d+)MB", read("deploy/Caddyfile"))
    assert min(int(nginx) * 2**20, int(caddy) * 10**6) > LONGEST_CHANGE
    (body,) = re.findall(r"read_body (\d+)s", read("deploy/Caddyfile"))
    assert int(body) > USUAL.request_seconds
    (most,) = re.findall(r"limit_conn stormriver (\d+);", read("deploy/nginx.conf"))
    assert int(most) == USUAL.requests_at_once + USUAL.connections


def test_caddy_understands_what_is_laid_before_several_servers(tmp_path: Path) -> None:
    text = re.findall(r"    content: \|\n((?:      .*\n)+)", read("compose.scale.yaml"))[0]
    (tmp_path / "Caddyfile").write_text(text)
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    said = subprocess.run(command, capture_output=True, text=True, env={"HOME": str(tmp_path)}, check=False)
    assert said.returncode == 0, said.stderr
