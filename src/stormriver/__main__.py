"""The entry of the `stormriver` command, and of `python -m stormriver`."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends it like Ctrl-C later."""
    try:
        from stormriver.cli.app import main as run  # this takes a while

        run()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)  # as a shell tells it


if __name__ == "__main__":
    main()
