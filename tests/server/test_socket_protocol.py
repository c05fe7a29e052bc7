"""What a page costs a server while nothing is said: nothing is kept for packing its messages."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from remote import Remote, Server


@pytest.mark.long
@pytest.mark.parametrize("packed", [True, False])
def test_each_message_is_packed_for_itself_at_pages_that_wish_it(packed: bool, tmp_path: Path) -> None:
    server = Server(tmp_path, thinkers=0)
    server.start()

    async def arrive() -> None:
        with server.browser() as browser:
            wanted = {"seats": [{"who": "me", "name": "Ann"}, {"who": "open"}], "name": "Ann's"}
            made = browser.post("/api/tables", json=wanted).raise_for_status().json()
            page = Remote(server, made["table"], browser.cookies, deflate=packed)
        await page.hello()
        assert (await page.hear())["type"] == "table"
        assert page.socket is not None
        agreements: list[Any] = list(page.socket.protocol.extensions)
        agreed = [(one.local_no_context_takeover, one.remote_no_context_takeover) for one in agreements]
        assert agreed == [(True, True)] * packed
        await page.close()

    try:
        asyncio.run(arrive())
    finally:
        server.kill()
