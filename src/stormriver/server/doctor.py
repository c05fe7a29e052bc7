"""What is wrong with an installation, or might be: each thing is looked at by itself, and changed by none."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

import stormriver
from stormriver import builds
from stormriver.kernel.errors import StormriverError
from stormriver.language.message import Message, message, sentence_of
from stormriver.server.accounts.openid_provider import PROVIDER_ERRORS, RETURN_PATH, Provider
from stormriver.server.built_page import is_built
from stormriver.server.connection_limits import RESERVE, handles
from stormriver.server.security import is_number
from stormriver.server.settings import Settings
from stormriver.server.store import engine_for

LITTLE_DISK = 1_000_000_000
NO_DISK = 100_000_000
FEW_HANDLES = 2_000
"""So many connections are reached by some hundred people with a few pages each."""
CLOCK_SECONDS = 5.0
A_DAY = 24 * 3600
PACKAGE = Path(stormriver.__file__).parent

Grade = Literal["well", "doubtful", "wrong"]
Load = Callable[[Iterable[str]], None]
"""Loads packs by their paths; StormriverError for one that cannot be played."""


class Finding(NamedTuple):
    """One thing that was looked at, how it is, and a sentence about it."""

    grade: Grade
    about: Message


def _found(grade: Grade, key: str, **parts: str | int) -> Finding:
    return Finding(grade, message(f"server.doctor.{key}", **parts))


def findings(settings: Settings, load: Load, language: str) -> Iterator[Finding]:
    """Yield what is found of an installation with these settings, one thing after the other.

    Args:
        settings: as the server is to run.
        load: loads the packs that it is to offer.
        language: of what others say, such as the sentence about a pack.
    """
    for look in (database, disk, page, port, address, proxies, provider, file_handles, build, clock):
        yield from look(settings)
    yield from packs(settings, load, language)


# what is kept


def database(settings: Settings) -> Iterator[Finding]:
    """Look whether the database answers, and what its schema is."""
    try:
        url = make_url(settings.database)
        told = url.render_as_string(hide_password=True)
    except ArgumentError:
        yield Finding("wrong", message("server.database.no_url"))
        return
    if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).exists():
        folder = next(parent for parent in Path(url.database).resolve().parents if parent.exists())
        writable = os.access(folder, os.W_OK)
        yield _found(*(("well", "database_new") if writable else ("wrong", "not_writable")), folder=str(folder))
        return
    try:
        engine = engine_for(settings.database, settings.database_seconds)
        try:
            yield from _schema(engine, told)
        finally:
            engine.dispose()
    except (ArgumentError, ImportError):
        yield Finding("wrong", message("server.database.no_driver", url=told))
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().split("\n")[0].rstrip(".")
        yield Finding("wrong", message("server.database.not_opened", url=told, reason=reason))


def _schema(engine: Engine, told: str) -> Iterator[Finding]:
    config = Config()
    config.set_main_option("script_location", "stormriver.server:migrations")
    scripts = ScriptDirectory.from_config(config)
    newest = scripts.get_current_head() or ""
    with engine.connect() as connection:
        now = MigrationContext.configure(connection).get_current_revision() or ""
        if engine.dialect.name == "postgresql":
            theirs = connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())")) or 0
            if abs(float(theirs) - time.time()) > CLOCK_SECONDS:
                yield _found("doubtful", "clocks_differ", seconds=round(abs(float(theirs) - time.time())))
    known = {script.revision for script in scripts.walk_revisions()}
    if now == newest:
        yield _found("well", "database", url=told)
    elif not now or now in known:
        yield _found("doubtful", "schema_old", url=told, now=now or "-", newest=newest)
    else:
        yield _found("wrong", "schema_new", url=told, now=now, newest=newest)


def disk(settings: Settings) -> Iterator[Finding]:
    """Look how much room there is where tables and packs are kept."""
    kept = [settings.uploads]
    with suppress(ArgumentError):
        url = make_url(settings.database)
        kept.append(url.database or "" if url.get_backend_name() == "sqlite" else "")
    for place in filter(None, kept):
        folder = next(parent for parent in (Path(place).resolve(), *Path(place).resolve().parents) if parent.is_dir())
        left = shutil.disk_usage(folder).free
        grade: Grade = "wrong" if left < NO_DISK else "doubtful" if left < LITTLE_DISK else "well"
        yield _found(grade, "disk" if grade == "well" else "disk_little", folder=str(folder), megabytes=left // 10**6)


def packs(settings: Settings, load: Load, language: str) -> Iterator[Finding]:
    """Look whether the packs that are to be offered can be played."""
    named = [path for path in settings.packs.split(os.pathsep) if path]
    for path in named:
        try:
            load([path])
            yield _found("well", "pack", path=path)
        except StormriverError as error:
            yield _found("wrong", "pack_wrong", path=path, reason=" ".join(sentence_of(error, language).split()))


# how it is reached


def page(settings: Settings) -> Iterator[Finding]:
    """Look whether the page has been built."""
    yield _found("well", "page") if is_built() else _found("wrong", "no_page")


def port(settings: Settings) -> Iterator[Finding]:
    """Look whether the port can be listened at."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        socket.create_server((settings.host, settings.port), family=family).close()
        yield _found("well", "port", port=settings.port, host=settings.host)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        yield _found("doubtful", "port_taken", port=settings.port, host=settings.host, reason=reason)


def address(settings: Settings) -> Iterator[Finding]:
    """Look whether people can reach the server by the address they use, and nobody reads along."""
    host = urlsplit(settings.origin).hostname or ""
    if not settings.origin:
        if not _is_local(settings.host):
            yield _found("doubtful", "no_origin", host=settings.host)
        return
    if settings.secure:
        yield _found("well", "origin", origin=settings.origin)
    elif not _is_local(host) and not (is_number(host) and ip_address(host.strip("[]")).is_private):
        yield _found("doubtful", "no_https", origin=settings.origin)


def proxies(settings: Settings) -> Iterator[Finding]:
    """Look whether the proxies that are believed are addresses, and not everybody."""
    for proxy in filter(None, (one.strip() for one in settings.proxies.split(","))):
        if proxy == "*":
            yield _found("doubtful", "any_proxy")
            continue
        try:
            ip_network(proxy, strict=False)
        except ValueError:
            yield _found("wrong", "no_proxy", proxy=proxy)


def provider(settings: Settings) -> Iterator[Finding]:
    """Look whether the OpenID provider by which people sign in is one, and signs what it says."""
    if not settings.openid_issuer:
        return
    try:
        keys = asyncio.run(Provider(settings).keys())
    except PROVIDER_ERRORS as error:
        reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        yield _found("wrong", "provider_away", issuer=settings.openid_issuer, reason=reason)
        return
    told = {"issuer": settings.openid_issuer, "back": f"{settings.origin}{RETURN_PATH}"}
    yield _found("well", "provider", **told) if keys else _found("wrong", "provider_keyless", **told)


def _is_local(host: str) -> bool:
    """Tell whether only this machine is reached by a name or address."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


# what it runs on


def file_handles(settings: Settings) -> Iterator[Finding]:
    """Look how many connections the system lets a process have."""
    if sys.platform == "win32":
        return
    most = handles()
    if most < FEW_HANDLES:
        yield _found("doubtful", "few_handles", most=most, reserve=RESERVE)
    else:
        yield _found("well", "handles", most=most)


def build(settings: Settings) -> Iterator[Finding]:
    """Look whether what was compiled is what stands in the sources."""
    if builds.build() != "compiled":
        yield _found("well", "plain")
        return
    stale = [
        name
        for name in _compiled()
        if name.with_name(f"{name.name.split('.')[0]}.py").stat().st_mtime > name.stat().st_mtime + 1
    ]
    yield _found("wrong", "stale", file=stale[0].name) if stale else _found("well", "compiled")


def _compiled() -> list[Path]:
    """Return the compiled modules that lie beside their sources in a checkout; elsewhere both come from one wheel."""
    if not (PACKAGE.parents[1] / "compile_engine.py").is_file():
        return []
    found = [file for ending in ("*.so", "*.pyd") for file in PACKAGE.rglob(ending)]
    return [file for file in found if file.with_name(f"{file.name.split('.')[0]}.py").is_file()]


def clock(settings: Settings) -> Iterator[Finding]:
    """Look whether the clock can be right: sessions, clocks of tables and dates of games go by it."""
    now = time.time()
    if now < Path(__file__).stat().st_mtime - A_DAY:
        yield _found("wrong", "clock", date=time.strftime("%Y-%m-%d %H:%M", time.gmtime(now)))
