"""One of several server processes, started by the supervisor: `python -m stormriver.cli.server_process FD`."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading

import msgspec

from stormriver.cli.serve import serve_at
from stormriver.kernel.errors import StormriverError
from stormriver.server.logs import log_as_json
from stormriver.server.settings import Settings


def main() -> None:
    """Serve at the socket of which the number is given, with the settings that come by the standard input."""
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=Settings)
    threading.Thread(target=_end_with_supervisor, name="supervisor", daemon=True).start()
    log_as_json(settings.log)
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        try:
            serve_at(settings, listener, _tell_ready)
        except StormriverError as error:
            sys.exit(str(error))


def _tell_ready() -> None:
    """Tell the supervisor that this process serves."""
    os.write(sys.stdout.fileno(), b"1")


def _end_with_supervisor() -> None:
    """End when the supervisor is gone: its end of the pipe is closed then, however it went."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
