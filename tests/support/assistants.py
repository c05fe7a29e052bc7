"""What assistants do in tests: they use the tools of `stormriver mcp`, as programs of theirs would."""

from __future__ import annotations

import os
import random
import sys
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.types import TextContent

COMMAND = [sys.executable, "-c", "from stormriver.cli.app import main; main()", "mcp"]


async def used(client: Client, tool: str, **arguments: Any) -> Any:
    """Use a tool, and return what it tells."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    found = result.structured_content
    return found["result"] if set(found) == {"result"} else found


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """Use a tool in vain, and return why."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    (said,) = result.content
    assert isinstance(said, TextContent)
    return said.text


def over_stdio(*words: str, **environment: str) -> Client:
    """Return a client of the command, started as an assistant starts it."""
    env = {name: value for name, value in os.environ.items() if name.startswith(("PYTHON", "STORMRIVER_"))}
    return Client(StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], *words], env=env | environment))


async def played(client: Client, here: dict[str, Any]) -> dict[str, Any]:
    """Answer by chance until the game is over."""
    while not here.get("over"):
        if "question" in here:
            here = await used(client, "answer", key=random.choice(here["question"]["options"])["key"])
        else:
            here = await used(client, "look", wait_seconds=20)
    return here
