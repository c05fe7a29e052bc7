"""A Postgres of the tests' own, in a folder that goes with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg
import pytest

USER = "postgres"
"""Postgres does not run as root; where tests do, it runs as this user, whom its package has made."""
OWNER = "tests"


def programs() -> Path | None:
    """Return the folder of Postgres' programs, None if it is not installed."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next(iter(folders), None)


needs_postgres = pytest.mark.skipif(
    not programs(), reason="needs the programs of Postgres, e.g. Debian's package postgresql"
)


class Postgres:
    """A server that runs as long as the context lasts, and that can be killed in between.

    It waits for no disk: what is lost with the power is not what these tests are about.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="stormriver-postgres")
        self.socket = Path(self._folder.name)

    def __enter__(self) -> Postgres:
        if os.geteuid() == 0:
            shutil.chown(self.socket, USER)
        self._run("initdb", "--auth=trust", f"--username={OWNER}", "--no-sync", "--encoding=UTF8")
        self.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self.kill()
        self._folder.cleanup()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-k {self.socket} -c listen_addresses= -c fsync=off"
        self._run("pg_ctl", "start", "--wait", f"--log={self.socket}/log", f"--options={options}")

    def kill(self) -> None:
        """End it at once, whatever is under way."""
        self._run("pg_ctl", "stop", "--mode=immediate")

    def new_database(self, name: str) -> str:
        """Return the URL of a new database."""
        with psycopg.connect(host=str(self.socket), user=OWNER, dbname="postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return f"postgresql+psycopg://{OWNER}@/{name}?host={self.socket}"

    def _run(self, program: str, *options: str) -> None:
        bin, user = programs(), USER if os.geteuid() == 0 else None
        assert bin is not None
        command: list[str | Path] = [bin / program, f"--pgdata={self.socket}/data", *options]
        nowhere = subprocess.DEVNULL
        subprocess.run(command, user=user, stdin=nowhere, stdout=nowhere, cwd="/", check=True)
