"""The sandbox of a server, started by that when it is needed: `python -m stormriver.cli.sandbox_process NOTES`."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from msgspec.structs import replace

from stormriver.cli.serve import listening, run, server_of
from stormriver.server.app import create_app
from stormriver.server.logs import log_as_json
from stormriver.server.sandbox.inside import Inside, standard_streams
from stormriver.server.settings import Settings
from stormriver.server.store import Store


def main() -> None:
    """Serve at an address for servers, with the settings that come by the standard input."""
    source, target = standard_streams()
    settings = msgspec.json.decode(source.readline(), type=Settings)
    log_as_json(settings.log)
    host = settings.internal.rpartition(":")[0]
    settings = replace(settings, proxies=f"{settings.proxies},{host.strip('[]')}")
    with listening(host.strip("[]"), 0) as internal:
        address = f"{host}:{internal.getsockname()[1]}"
        inside = Inside(Path(sys.argv[1]), address, source, target)
        store = Store(settings.database, settings.database_seconds)
        run(server_of(create_app(settings, store, address, inside=inside), settings, inside.tell_ready), internal)


if __name__ == "__main__":
    main()
