"""`stormriver serve`: the server, with every setting as an option and as an environment variable."""

from __future__ import annotations

import inspect
import os
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stormriver.cli.game_setup import offer_checked
from stormriver.cli.reader_language import READER
from stormriver.cli.wording import tell
from stormriver.kernel.errors import StormriverError
from stormriver.language.message import MessageError
from stormriver.server.settings import Setting, Settings, all_settings, settings_of

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette


SANDBOX = (sys.executable, "-m", "stormriver.cli.sandbox_process")
"""What starts the process for tables that play with packs of strangers."""
BACKLOG = 128
"""The length of the system's queue of connections; the event loop accepts as many at once, whatever else waits."""


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("serve")(serve)


def _option(setting: Setting) -> inspect.Parameter:
    """Return a setting as an option; it is read by `settings_of`, so that options and variables are checked alike."""
    text = f"{setting.text} [{setting.default}]" if setting.default != "" else setting.text
    option = typer.Option(setting.option, metavar=setting.kind.__name__.upper(), help=text, show_default=False)
    return inspect.Parameter(
        setting.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[str | None, option]
    )


def as_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take every setting as an option; they are declared once, and typer finds them as if written out."""
    options = [_option(setting) for setting in all_settings()]
    command.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    command.__annotations__ = {option.name: option.annotation for option in options}
    return command


@as_settings
def serve(**given: Any) -> None:
    """Run the server for tables in the browser. Each option is also an environment variable, as STORMRIVER_PORT is."""
    settings = settings_of(given)
    with server_installed():
        from stormriver.server.built_page import NOT_BUILT, is_built
        from stormriver.server.logs import log_as_json

    if not is_built():
        typer.echo(NOT_BUILT, err=True, nl=False)
    log_as_json(settings.log)
    with listening(settings.host, settings.port) as listener:
        if settings.workers > 1:
            from stormriver.cli.supervisor import Supervisor

            Supervisor(settings, listener).run()
        else:
            serve_at(settings, listener)


@contextmanager
def server_installed() -> Iterator[None]:
    """Say in a sentence that the packages of the server are not installed, where one is imported in vain.

    Raises:
        StormriverError: if one is missing; they come with `stormriver[server]`.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("stormriver"):
            raise
        raise StormriverError(tell(READER, "server_not_installed")) from None


def serve_at(settings: Settings, listener: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve with some settings at a socket, and for other servers on the same database at the internal one.

    Args:
        ready: is called once it serves.
    """
    sandbox = SANDBOX if settings.uploads else ()
    if not settings.shared:
        run(server_for(settings, ready=ready, sandbox=sandbox), listener)
        return
    host, _, port = settings.internal.rpartition(":")
    with listening(host.strip("[]"), *_internal_ports(int(port), settings.workers)) as internal:
        run(server_for(settings, f"{host}:{internal.getsockname()[1]}", ready, sandbox), listener, internal)


def _internal_ports(first: int, workers: int) -> range:
    """Return the internal ports of several processes: one each, and one for a successor while it is being replaced."""
    return range(first, first + (workers + 1 if first and workers > 1 else 1))


def run(server: uvicorn.Server, *listeners: socket.socket) -> None:
    """Run a server until it is told to end, by Ctrl-C or a signal; that is no error."""
    with suppress(KeyboardInterrupt):
        server.run(list(listeners))


def listening(host: str, *ports: int) -> socket.socket:
    """Return a socket that listens at the first of some ports that is free; 0 is any.

    Raises:
        StormriverError: if none is, or the address is none of this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in ports:
        try:
            return socket.create_server((host, port), family=family)
        except OSError as error:
            reason = error.strerror or str(error)
    raise MessageError("server.not_listening", port=ports[-1], host=host, reason=reason.lower())


def server_for(
    settings: Settings, address: str = "", ready: Callable[[], None] = lambda: None, sandbox: Sequence[str] = ()
) -> uvicorn.Server:
    """Return a server that runs with some settings.

    Args:
        address: where other servers on the same database reach it; empty if they do not.
        ready: is called once it serves.
        sandbox: what starts the process for tables with packs of strangers; if nothing does, they play here.

    Raises:
        StormriverError: if another server uses a database that cannot be shared, or a pack that it is to offer cannot
            be played.
    """
    with server_installed():
        from stormriver.server.app import create_app, opened

    offer_checked(filter(None, settings.packs.split(os.pathsep)))
    return server_of(create_app(settings, opened(settings), address, sandbox), settings, ready)


def server_of(app: Starlette, settings: Settings, ready: Callable[[], None]) -> uvicorn.Server:
    """Return a server for an application, which calls `ready` once it serves."""
    with server_installed():
        import uvicorn  # all that a server needs takes a while to be loaded, and most commands are none

        from stormriver.server.connection_limits import limited_protocol
        from stormriver.server.gc_tuning import shorten_pauses
        from stormriver.server.socket_protocol import SocketProtocol

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            shorten_pauses()
            ready()

    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,  # addresses hold secrets; requests are logged by what they match instead
        server_header=False,
        http=limited_protocol(settings),
        backlog=BACKLOG,
        ws_max_size=settings.message_bytes,
        ws=SocketProtocol,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=5,
    )
    return Server(config)
