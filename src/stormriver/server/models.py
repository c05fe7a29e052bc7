"""The tables of the database, as SQLAlchemy models."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

FINISHED = ("over", "stopped")
"""The states of a table whose game does not go on."""


class Model(DeclarativeBase):
    """The base of all models."""


class PersonRow(Model):
    """Somebody who plays or looks on; `account` and `password` (its hash) only if an account has been made.

    Attributes:
        account_key: the account's name in the form in which names are compared, see `naming.account_key`.
    """

    __tablename__ = "people"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text, default="")
    account: Mapped[str | None] = mapped_column(Text, unique=True)
    account_key: Mapped[str | None] = mapped_column(Text)
    password: Mapped[str | None] = mapped_column(Text)
    created: Mapped[float]

    __table_args__ = (Index("people_by_account", "account_key", unique=True),)


class SessionRow(Model):
    """A login session: a person's browser, and when it was last used; of its token only the hash is kept.

    Attributes:
        id: by which its person, and the sockets of the browser, are told which one it is; it gives no access.
        browser: what people call the browser, see `accounts.browser_names`.
        confirmed: when the OpenID provider has last made sure that it is them; None if it never has.
    """

    __tablename__ = "sessions"

    token_hash: Mapped[str] = mapped_column(Text, primary_key=True)
    id: Mapped[str] = mapped_column(Text)
    browser: Mapped[str] = mapped_column(Text)
    person: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    created: Mapped[float]
    used: Mapped[float]
    confirmed: Mapped[float | None]

    __table_args__ = (Index("sessions_by_use", "used"),)


class RecoveryCodeRow(Model):
    """A recovery code of an account that has not been used yet; only its hash is kept."""

    __tablename__ = "recovery_codes"

    code_hash: Mapped[str] = mapped_column(Text, primary_key=True)
    person: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    created: Mapped[float]

    __table_args__ = (Index("recovery_codes_by_person", "person"),)


class PasskeyRow(Model):
    """A passkey of an account.

    Attributes:
        credential: the id by which the authenticator knows it, and `public_key` what its signatures are checked with;
            both in base64url.
        counter: how often it has been used, as the authenticator counts; 0 for ever if that does not.
        used: when it was last used, None if it never was.
    """

    __tablename__ = "passkeys"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    person: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    credential: Mapped[str] = mapped_column(Text, unique=True)
    public_key: Mapped[str] = mapped_column(Text)
    counter: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(Text)
    created: Mapped[float]
    used: Mapped[float | None]

    __table_args__ = (Index("passkeys_by_person", "person"),)


class ChallengeRow(Model):
    """What an authenticator is to sign, which is worth something once and for a short time.

    Attributes:
        challenge: in base64url.
        person: who makes a passkey with it, None for whoever signs in.
    """

    __tablename__ = "challenges"

    challenge: Mapped[str] = mapped_column(Text, primary_key=True)
    person: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    created: Mapped[float]

    __table_args__ = (Index("challenges_by_person", "person"), Index("challenges_by_time", "created"))


class IdentityRow(Model):
    """Somebody as an OpenID provider knows them, whose account here they enter by it.

    Attributes:
        issuer, subject: which provider it is, and what it calls them for ever.
        name: what it called them when they first came by it.
        used: when they last came by it.
    """

    __tablename__ = "identities"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    person: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    issuer: Mapped[str] = mapped_column(Text)
    subject: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    created: Mapped[float]
    used: Mapped[float]

    __table_args__ = (
        Index("identities_by_subject", "issuer", "subject", unique=True),
        Index("identities_by_person", "person"),
    )


class OpenIdLoginRow(Model):
    """Somebody who has been sent to the OpenID provider, and is expected back once and before long.

    Attributes:
        state_hash: of what they bring back, and have in a cookie.
        purpose: one of `accounts.identities.Purpose`.
        person: whose account they want to add it to, or prove to be theirs; None for whoever signs in.
        nonce, verifier: what the provider puts into its answer, and what the answer is asked for with.
    """

    __tablename__ = "openid_logins"

    state_hash: Mapped[str] = mapped_column(Text, primary_key=True)
    purpose: Mapped[str] = mapped_column(Text)
    person: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    nonce: Mapped[str] = mapped_column(Text)
    verifier: Mapped[str] = mapped_column(Text)
    created: Mapped[float]

    __table_args__ = (Index("openid_logins_by_person", "person"), Index("openid_logins_by_time", "created"))


class TableRow(Model):
    """A table: how it was set up, and what the lists say of it.

    Attributes:
        id: to know it gives no access.
        wanted: the `TableWanted` it was made from, as JSON.
        seed, salt: kept secret until the game is over.
        header: what the record of its game begins with, as JSON; empty until the game has begun.
        line: its `TableLine` as JSON.
        outcome: of a finished game, see `updates.Outcome`, as JSON.
        save: the last state of a game under way, without its log; so it can go on if the rules of a later version no
            longer reproduce it. Empty once the game is over, None before it has begun.
        owner, epoch: the server that has claimed it last, and how often it was claimed, see `cluster.leases`.
    """

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    maker: Mapped[int] = mapped_column(ForeignKey("people.id"))
    created: Mapped[float]
    updated: Mapped[float]
    listed: Mapped[bool]
    state: Mapped[str] = mapped_column(Text)
    wanted: Mapped[str] = mapped_column(Text)
    seed: Mapped[str] = mapped_column(Text)
    salt: Mapped[str] = mapped_column(Text)
    watch_secret: Mapped[str] = mapped_column(Text, unique=True)
    header: Mapped[str] = mapped_column(Text, default="")
    line: Mapped[str] = mapped_column(Text, default="")
    outcome: Mapped[str] = mapped_column(Text, default="")
    save: Mapped[str | None] = mapped_column(Text)
    owner: Mapped[str | None] = mapped_column(Text)
    epoch: Mapped[int] = mapped_column(default=0)

    __table_args__ = (
        Index("tables_in_the_public_list", "listed", "state", "updated"),
        Index("tables_by_owner", "owner"),
    )


class ServerRow(Model):
    """A server on this database, see `cluster.leases`; `seen` is when it last said that it is alive."""

    __tablename__ = "servers"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    address: Mapped[str] = mapped_column(Text)
    secret: Mapped[str] = mapped_column(Text)
    seen: Mapped[float]


class SeatRow(Model):
    """A seat of a table: whose it is, and the secret of its link while it is open.

    The secret is kept as it is, since the one who made the table is shown the link again.
    """

    __tablename__ = "seats"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[int | None] = mapped_column(ForeignKey("people.id"), index=True)
    secret: Mapped[str | None] = mapped_column(Text, unique=True)


class OnlookerRow(Model):
    """Somebody who has come by the link for onlookers."""

    __tablename__ = "onlookers"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)


class FiledRow(Model):
    """Where a person keeps a table if not in their list.

    Attributes:
        place: `archive`, or `nowhere` if they have taken it out of their list for good.
    """

    __tablename__ = "filed"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person: Mapped[int] = mapped_column(ForeignKey("people.id"), primary_key=True)
    place: Mapped[str] = mapped_column(Text)

    __table_args__ = (Index("filed_by_person", "person"),)


class JournalRow(Model):
    """One line of a table's journal; see `journal.py`."""

    __tablename__ = "journal"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[float]
    kind: Mapped[str] = mapped_column(Text)
    entry: Mapped[str] = mapped_column(Text)


class ArchiveRow(Model):
    """What is archived of the journal of a finished game; see `archives.py`."""

    __tablename__ = "archives"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    lines: Mapped[bytes] = mapped_column(LargeBinary)


class SnapshotRow(Model):
    """A game as it stood after so many answers; see `snapshots.py`."""

    __tablename__ = "snapshots"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    answers: Mapped[int] = mapped_column(primary_key=True)
    lines: Mapped[int]
    engine: Mapped[str] = mapped_column(Text)
    state: Mapped[bytes] = mapped_column(LargeBinary)


class DraftRow(Model):
    """A pack that somebody writes in the workshop.

    Attributes:
        pack: the id of the pack; `name` what people call it.
        files: the texts of its files by their paths, as JSON.
    """

    __tablename__ = "drafts"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    person: Mapped[int] = mapped_column(ForeignKey("people.id"))
    pack: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    updated: Mapped[float]
    files: Mapped[str] = mapped_column(Text)

    __table_args__ = (Index("drafts_by_person", "person"),)


class ApiTokenRow(Model):
    """An API token of a person; of the token itself only the hash is kept.

    Attributes:
        scopes: what it may do, with blanks between.
        used: when it was last used, None if it never was.
    """

    __tablename__ = "api_tokens"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    token_hash: Mapped[str] = mapped_column(Text, unique=True)
    person: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(Text)
    scopes: Mapped[str] = mapped_column(Text)
    created: Mapped[float]
    used: Mapped[float | None]

    __table_args__ = (Index("api_tokens_by_person", "person"),)


class WebhookRow(Model):
    """An address that is told when a person is asked something while they are away.

    Attributes:
        secret: what its messages are signed with; it is kept as it is, since it is needed for that.
        language: the code of the one in which it is told.
    """

    __tablename__ = "webhooks"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    person: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    url: Mapped[str] = mapped_column(Text)
    secret: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(Text)
    created: Mapped[float]

    __table_args__ = (Index("webhooks_by_person", "person"),)


class NoticeRow(Model):
    """Something that a webhook is told, or has been.

    Attributes:
        mark: what it is about, so that nothing is told twice.
        due: when it is tried next; None once it was delivered or given up.
    """

    __tablename__ = "notices"

    webhook: Mapped[str] = mapped_column(ForeignKey("webhooks.id", ondelete="CASCADE"), primary_key=True)
    mark: Mapped[str] = mapped_column(Text, primary_key=True)
    body: Mapped[str] = mapped_column(Text)
    created: Mapped[float]
    attempts: Mapped[int]
    due: Mapped[float | None]

    __table_args__ = (Index("notices_by_time", "due"),)
