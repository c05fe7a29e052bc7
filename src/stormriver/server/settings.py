"""The settings of a server: each is declared once, and is an option of `serve` and an environment variable.

`docs/server.md` lists them; a test compares the page with this module.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from ipaddress import ip_address
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from stormriver.language.clauses import Part, Text, phrase
from stormriver.language.message import MessageError
from stormriver.server.table_policy import Expiry, TablePolicy

PREFIX = "STORMRIVER_"

Rate = Annotated[str, Meta(pattern=r"^[0-9]+ ?(/|per) ?[0-9]* ?(second|minute|hour|day)s?$", max_length=40)]
Seconds = Annotated[float, Meta(ge=0, le=3600)]
Patience = Annotated[float, Meta(ge=0.1, le=3600)]
MOST_PORT = 65535
IN_MEMORY = ("sqlite://", "sqlite:///:memory:")
"""The databases that a single thread can use: each has one of its own by such a name."""
Port = Annotated[int, Meta(ge=0, le=MOST_PORT)]
Several = Annotated[int, Meta(ge=1, le=1_000_000)]
Days = Annotated[int, Meta(ge=0, le=36_500)]
Bytes = Annotated[int, Meta(ge=1024, le=16 * 1024 * 1024)]


class Settings(Struct, frozen=True, kw_only=True):
    """How a server runs."""

    host: Annotated[str, Meta(description="The address to listen at; `0.0.0.0` for all.")] = "127.0.0.1"
    port: Annotated[Port, Meta(description="The port to listen at; 0 for any that is free.")] = 8000
    database: Annotated[
        str, Meta(description="Where tables are kept: an SQLite file or a Postgres database, as a URL of SQLAlchemy.")
    ] = "sqlite:///stormriver.db"
    database_seconds: Annotated[
        Patience, Meta(description="How long the database may take to answer before somebody is told to try again.")
    ] = 5.0
    origin: Annotated[
        str,
        Meta(description="The address people use, such as `https://play.example.org`; needed if it is a name."),
    ] = ""
    proxies: Annotated[
        str, Meta(description="Addresses of reverse proxies whose `X-Forwarded-For` is believed, with commas between.")
    ] = "127.0.0.1"
    workers: Annotated[
        int, Meta(ge=1, le=256, description="How many processes serve tables; more than one needs Postgres.")
    ] = 1
    internal: Annotated[
        str,
        Meta(
            description="Where servers on the same Postgres reach this one: an address that only they can use, and a "
            "port; 0 for any that is free."
        ),
    ] = "127.0.0.1:0"
    packs: Annotated[
        str, Meta(description="Packs of cards to offer beside ours, and folders of packs; several as in `PATH`.")
    ] = ""
    uploads: Annotated[
        str, Meta(description="A folder for the packs that people write in the workshop; empty: nobody may write any.")
    ] = ""
    edit_packs: Annotated[
        bool,
        Meta(description="Whether whoever comes may change the packs in folders that `packs` names."),
    ] = False
    webhooks: Annotated[
        bool, Meta(description="Whether people may have an address told when it is their turn while they are away.")
    ] = False
    webhooks_private: Annotated[
        bool, Meta(description="Whether that may be an address of the server's own machine and network.")
    ] = False
    accounts: Annotated[bool, Meta(description="Whether people may make accounts.")] = True
    openid_issuer: Annotated[
        str,
        Meta(
            description="The OpenID provider by which people sign in, as it names itself, such as "
            "`https://id.example.org`; empty: none."
        ),
    ] = ""
    openid_client: Annotated[str, Meta(description="What this server is called there (`client_id`).")] = ""
    openid_secret: Annotated[
        str, Meta(description="The secret of this server there, if it has been given one; best set as a variable.")
    ] = ""
    openid_name: Annotated[
        str, Meta(description="What people call the provider; empty: the name of its host.", max_length=40)
    ] = ""
    log: Annotated[Literal["debug", "info", "warning", "error"], Meta(description="How much is logged.")] = "info"

    forced_least: Annotated[
        Seconds,
        Meta(
            description="What is forced or ordered is answered after this many seconds at least, all of it in a row..."
        ),
    ] = 0.15
    forced_most: Annotated[Seconds, Meta(description="...and this many at most, at random.")] = 0.6
    computer_least: Annotated[
        Seconds, Meta(description="A computer player answers after this many seconds at least, if people are there...")
    ] = 0.02
    computer_most: Annotated[Seconds, Meta(description="...and this many at most, if it is done thinking.")] = 0.05
    think_seconds: Annotated[Seconds, Meta(description="How long a computer player may think about an answer.")] = 5.0
    thinkers: Annotated[
        int,
        Meta(ge=0, le=256, description="How many processes computer players of a server think in; 0: in the server."),
    ] = 1
    proposal_seconds: Annotated[
        Seconds, Meta(description="After how long with no answer a proposal (to undo, for a rematch) lapses.")
    ] = 90.0
    question_seconds: Annotated[
        Seconds, Meta(description="How long a seat waits between two questions that a die answers.")
    ] = 10.0
    idle_seconds: Annotated[
        Seconds,
        Meta(description="After how long a table with nobody at it leaves the memory; the database keeps it."),
    ] = 300.0
    tables_a_person: Annotated[Several, Meta(description="How many tables in play one person may have made.")] = 50

    request_bytes: Annotated[Bytes, Meta(description="The longest request that is read.")] = 64 * 1024
    request_seconds: Annotated[Patience, Meta(description="How long a request may take to be sent.")] = 20.0
    requests_at_once: Annotated[
        Several, Meta(description="How many requests one address may have open, those half sent among them.")
    ] = 100
    message_bytes: Annotated[Bytes, Meta(description="The longest message of a socket that is read.")] = 8 * 1024
    connections: Annotated[Several, Meta(description="How many sockets one address may have open.")] = 40
    waiting: Annotated[
        Several, Meta(description="How many messages may wait for a page that does not read before it is cut off.")
    ] = 500
    rate_requests: Annotated[Rate, Meta(description="Requests of one address.")] = "1200/minute"
    rate_changes: Annotated[Rate, Meta(description="Requests of one address that change something.")] = "120/minute"
    rate_tables: Annotated[Rate, Meta(description="Tables that one address may make.")] = "60/hour"
    rate_logins: Annotated[Rate, Meta(description="Tries of one address to log in or make an account.")] = "10/minute"
    rate_messages: Annotated[Rate, Meta(description="Messages of one socket.")] = "30/second"
    rate_token: Annotated[Rate, Meta(description="Requests, and messages of sockets, with one API token.")] = (
        "1200/minute"
    )
    rate_chat: Annotated[Rate, Meta(description="Lines of chat of one address at a table.")] = "20/minute"
    rate_reports: Annotated[Rate, Meta(description="Reports of one address.")] = "10/hour"

    expire_waiting: Annotated[
        Days, Meta(description="After how many days a table is deleted at which no game has begun; 0: never.")
    ] = 90
    expire_finished: Annotated[
        Days, Meta(description="After how many days a game is deleted that is over; 0: never.")
    ] = 0
    expire_idle: Annotated[
        Days,
        Meta(
            description="After how many days a game that is not public is deleted if nobody goes on with it; 0: never."
        ),
    ] = 0
    expire_people: Annotated[
        Days, Meta(description="After how many days somebody without an account is deleted who never comes; 0: never.")
    ] = 0

    @property
    def secure(self) -> bool:
        """Whether people reach the server by HTTPS."""
        return self.origin.startswith("https://")

    @property
    def passkeys(self) -> str:
        """The name of the host for which people may have passkeys, empty if there can be none.

        Browsers know passkeys for names alone, over HTTPS or on their own machine.
        """
        host = urlsplit(self.origin).hostname or ""
        return host if host == "localhost" or (self.secure and not _is_number(host)) else ""

    @property
    def provider(self) -> str:
        """What people call the OpenID provider, empty if there is none."""
        return self.openid_issuer and (self.openid_name or urlsplit(self.openid_issuer).hostname or "")

    @property
    def shared(self) -> bool:
        """Whether several servers can use the database at once."""
        return self.database.startswith("postgresql")

    @property
    def expiry(self) -> Expiry:
        """The settings of what is deleted once nobody has come for it for long."""
        return Expiry(self.expire_waiting, self.expire_finished, self.expire_idle, self.expire_people)

    @property
    def policy(self) -> TablePolicy:
        """The settings that are the same for every table."""
        return TablePolicy(
            forced_delay=(self.forced_least, self.forced_most),
            computer_delay=(self.computer_least, self.computer_most),
            think_seconds=self.think_seconds,
            thinkers=self.thinkers,
            proposal_seconds=self.proposal_seconds,
            question_seconds=self.question_seconds,
            tables_a_person=self.tables_a_person,
            idle_seconds=self.idle_seconds,
        )


class Setting(NamedTuple):
    """One setting as options, variables and docs show it; `kind_of_value` says what it can be."""

    name: str
    kind: type
    default: Any
    text: str
    kind_of_value: Part

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return f"{PREFIX}{self.name.upper()}"

    @property
    def option(self) -> str:
        """The option of `stormriver serve` that sets it."""
        return f"--{self.name.replace('_', '-')}"


def all_settings() -> list[Setting]:
    """Return every setting, in the order of their declaration."""
    hints = _kinds()
    found = []
    for field in msgspec.structs.fields(Settings):
        kind, *metas = get_args(hints[field.name])
        text = next(meta.description for meta in metas if meta.description)
        plain = str if get_origin(kind) is Literal else kind
        found.append(Setting(field.name, plain, field.default, text, _kind_of_value(kind, metas)))
    return found


def _kind_of_value(kind: Any, metas: list[Meta]) -> Part:
    """Return in words what a setting of a type can be."""
    if get_origin(kind) is Literal:
        return phrase("setting_one_of", values=Text(", ".join(get_args(kind))))
    if kind is bool:
        return phrase("value_bool")
    if kind is str:
        return phrase("setting_rate" if any(meta.pattern for meta in metas) else "value_str")
    least, most = (next(getattr(meta, end) for meta in metas if getattr(meta, end) is not None) for end in ("ge", "le"))
    number = phrase("value_int" if kind is int else "value_float")
    return phrase("setting_number", number=number, least=Text(str(least)), most=Text(str(most)))


def settings_of(given: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings: those given, else those of the environment, else the defaults.

    Args:
        given: values by the name of the setting; None for one that is not given.

    Raises:
        StormriverError: if a value is not possible, with the name of the option or variable.
    """
    chosen = {}
    for setting in all_settings():
        value, source = given.get(setting.name), setting.option
        if value is None:
            value, source = environment.get(setting.variable), setting.variable
        if value is not None:
            chosen[setting.name] = _read(setting, value, source)
    settings = Settings(**chosen)
    for delay in ("forced", "computer"):
        if getattr(settings, f"{delay}_least") > getattr(settings, f"{delay}_most"):
            raise MessageError("server.setting.least_over_most", "", least=f"--{delay}-least", most=f"--{delay}-most")
    if settings.openid_issuer and not (settings.openid_client and settings.origin):
        raise MessageError("server.setting.openid")
    if settings.workers > 1 and not settings.shared:
        raise MessageError("server.setting.workers")
    if settings.database in IN_MEMORY:
        raise MessageError("server.setting.in_memory", value=repr(settings.database))
    return settings


@cache
def _kinds() -> dict[str, Any]:
    """Return the type of each setting with its bounds."""
    return get_type_hints(Settings, include_extras=True)


def _read(setting: Setting, value: Any, source: str) -> Any:
    """Return the value of one setting as its type."""
    kind = _kinds()[setting.name]
    try:
        read = msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        raise MessageError(
            "server.setting.wrong", source=source, kind=setting.kind_of_value, value=repr(value)
        ) from None
    if setting.name == "origin" and read and not _is_origin(read):
        raise MessageError("server.setting.origin", source=source, value=repr(read))
    if setting.name == "openid_issuer" and read and not is_secure_url(read):
        raise MessageError("server.setting.issuer", source=source, value=repr(read))
    if setting.name == "internal" and not _is_address(read):
        raise MessageError("server.setting.internal", source=source, value=repr(read))
    return read


def is_secure_url(url: str) -> bool:
    """Tell whether nobody reads along on the way to an address: it is one of HTTPS, or of this machine."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        local = host == "localhost" or (_is_number(host) and ip_address(host).is_loopback)
        return (parts.scheme == "https" and bool(host)) or (parts.scheme == "http" and local)
    except ValueError:
        return False


def _is_number(host: str) -> bool:
    try:
        return bool(ip_address(host))
    except ValueError:
        return False


def _is_origin(text: str) -> bool:
    parts = urlsplit(text)
    return parts.scheme in ("http", "https") and bool(parts.netloc) and text == f"{parts.scheme}://{parts.netloc}"


def _is_address(text: str) -> bool:
    host, _, port = text.rpartition(":")
    return bool(host) and port.isdecimal() and int(port) <= MOST_PORT
