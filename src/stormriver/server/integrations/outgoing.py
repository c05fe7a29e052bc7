"""Requests to addresses that strangers have named: only to where the server may speak, and not for long.

A name is resolved once, all that it stands for is checked, and the connection is made to what was checked, so that
nobody can name their own site and have it lead into the network of the server afterwards.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from ipaddress import ip_address
from urllib.parse import urlsplit

import httpx2

from stormriver.server.errors import BadRequest

SECONDS = 5.0
"""How long a request may take in all, from resolving the name to the status of the answer."""
PORTS = {"http": 80, "https": 443}


@cache
def trusted() -> ssl.SSLContext:
    """Return the authorities by whose word a server is the one it says; to read them takes 20 ms each time."""
    return httpx2.create_ssl_context()


def demand_url(url: str) -> None:
    """Check the form of an address; BadRequest if it is none of HTTP, or holds a name or password."""
    try:
        parts = urlsplit(url)
        fitting = parts.scheme in PORTS and parts.hostname and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        fitting = False
    if not fitting:
        raise BadRequest("server.webhook.no_url", "url")


async def checked_address(url: str, private: bool) -> str:
    """Return the address that the name in a URL stands for.

    Args:
        private: whether addresses of the server's own machine and network are allowed.

    Raises:
        BadRequest: if one of those it stands for is none that strangers may name, or it stands for none.
    """
    demand_url(url)
    parts = urlsplit(url)
    port = parts.port or PORTS[parts.scheme]
    try:
        async with asyncio.timeout(SECONDS):
            found = await asyncio.get_running_loop().getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadRequest("server.webhook.unknown_host", "url") from None
    addresses = [str(address[0]) for *_, address in found]
    if not addresses or not (private or all(map(is_public, addresses))):
        raise BadRequest("server.webhook.private", "url")
    return addresses[0]


def is_public(address: str) -> bool:
    """Tell whether an address is one of the internet, also if it is of IPv6 and stands for one of IPv4."""
    found = ip_address(address.partition("%")[0])
    if found.version == 6:
        within = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if within is not None:
            return is_public(str(within))
    return found.is_global and not found.is_multicast and not found.is_reserved


async def post(url: str, body: bytes, headers: Mapping[str, str], private: bool) -> int:
    """Send a body to a URL, and return the status of the answer, of which nothing more is read.

    Raises:
        BadRequest: if it may not be spoken to.
        OSError, TimeoutError: if it cannot be.
    """
    async with asyncio.timeout(SECONDS):
        address = await checked_address(url, private)
        place = httpx2.URL(url)
        host = place.netloc.decode()
        pinned = place.copy_with(host=address)
        # Neither redirects nor the proxies of the environment: both would lead elsewhere than what was checked.
        async with httpx2.AsyncClient(
            timeout=SECONDS, verify=trusted(), trust_env=False, follow_redirects=False
        ) as client:
            request = client.build_request(
                "POST", pinned, content=body, headers={**headers, "Host": host}, extensions={"sni_hostname": place.host}
            )
            try:
                answer = await client.send(request, stream=True)
            except httpx2.HTTPError as error:
                raise OSError(str(error) or type(error).__name__) from None
            await answer.aclose()
            return answer.status_code
