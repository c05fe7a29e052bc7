"""Webhooks and their notices as they are kept: what is to be told is a row until it has been delivered, or given up.

The functions take the store, and are called by `Database.ask`.
"""

from __future__ import annotations

import secrets
import time
from typing import NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stormriver.server.errors import Declined, NotFound
from stormriver.server.integrations.facts import Webhook, WebhookMade, WebhookWanted
from stormriver.server.integrations.tokens import date
from stormriver.server.languages import USUAL, chosen
from stormriver.server.models import NoticeRow, WebhookRow
from stormriver.server.store import PersonId, Store

MOST_WEBHOOKS = 5
PAUSES = (10, 60, 300, 1800, 7200, 28_800)
"""After so many seconds a failed notice is tried again; after the last it is given up."""
CLAIMED_SECONDS = 60
"""For so long a notice that is being delivered is left to whoever delivers it."""
KEPT_SECONDS = 30 * 24 * 3600
AT_ONCE = 20


class Due(NamedTuple):
    """A notice that is to be delivered now."""

    webhook: str
    mark: str
    url: str
    secret: str
    body: str
    attempts: int


def make_webhook(store: Store, person: PersonId, wanted: WebhookWanted, language: str) -> WebhookMade:
    """Make a webhook for a person; Declined if they have too many."""
    secret, now = secrets.token_urlsafe(32), time.time()
    row = WebhookRow(
        id=secrets.token_urlsafe(9), person=person, url=wanted.url, secret=secret, language=language, created=now
    )
    with Session(store.engine, expire_on_commit=False) as session, session.begin():
        mine = select(func.count()).select_from(WebhookRow).where(WebhookRow.person == person)
        if (session.scalar(mine) or 0) >= MOST_WEBHOOKS:
            raise Declined("server.webhook.too_many", most=MOST_WEBHOOKS)
        session.add(row)
    return WebhookMade(secret, _told(row))


def webhooks_of(store: Store, person: PersonId) -> list[Webhook]:
    """Return what is known of a person's webhooks, the newest first."""
    with Session(store.engine) as session:
        mine = select(WebhookRow).where(WebhookRow.person == person).order_by(WebhookRow.created.desc())
        return [_told(row) for row in session.scalars(mine)]


def delete_webhook(store: Store, person: PersonId | None, webhook: str) -> None:
    """Delete a person's webhook with its notices; NotFound if they have none of that id."""
    with Session(store.engine) as session, session.begin():
        mine = (WebhookRow.id == webhook) & (WebhookRow.person == person)
        if session.execute(delete(WebhookRow).where(mine).returning(WebhookRow.id)).first() is None:
            raise NotFound("server.webhook.unknown")


def languages(store: Store) -> dict[PersonId, set[str]]:
    """Return who has webhooks, and in which languages they are told."""
    found: dict[PersonId, set[str]] = {}
    with Session(store.engine) as session:
        for person, language in session.execute(select(WebhookRow.person, WebhookRow.language)):
            found.setdefault(person, set()).add(chosen(language, USUAL))
    return found


def note(store: Store, person: PersonId, mark: str, bodies: dict[str, str]) -> None:
    """Queue a notice for each webhook of a person, unless it has been already.

    Args:
        bodies: what is told, by language.
    """
    now = time.time()
    with Session(store.engine) as session:
        hooks = session.execute(select(WebhookRow.id, WebhookRow.language).where(WebhookRow.person == person)).all()
    for hook, wanted in hooks:
        language = chosen(wanted, USUAL)
        if language in bodies:
            try:
                with Session(store.engine) as session, session.begin():
                    session.execute(delete(NoticeRow).where(NoticeRow.created < now - KEPT_SECONDS))
                    row = NoticeRow(webhook=hook, mark=mark, body=bodies[language], created=now, attempts=0, due=now)
                    session.add(row)
            except IntegrityError:  # it is known already, or the webhook is gone
                continue


def due(store: Store) -> list[Due]:
    """Claim the notices that are due, for whoever calls this alone, and return them."""
    now = time.time()
    wanted = (
        select(NoticeRow, WebhookRow.url, WebhookRow.secret)
        .join(WebhookRow, WebhookRow.id == NoticeRow.webhook)
        .where(NoticeRow.due <= now)
        .order_by(NoticeRow.due)
        .limit(AT_ONCE)
    )
    found = []
    with Session(store.engine) as session, session.begin():
        for row, url, secret in session.execute(wanted).all():
            mine = (NoticeRow.webhook == row.webhook) & (NoticeRow.mark == row.mark) & (NoticeRow.due == row.due)
            claim = update(NoticeRow).where(mine).values(due=now + CLAIMED_SECONDS)
            if session.execute(claim.returning(NoticeRow.mark).execution_options(synchronize_session=False)).first():
                found.append(Due(row.webhook, row.mark, url, secret, row.body, row.attempts))
    return found


def settle(store: Store, notice: Due, delivered: bool) -> None:
    """Note that a notice has been delivered, or when it is tried again."""
    again = None if delivered or notice.attempts >= len(PAUSES) else time.time() + PAUSES[notice.attempts]
    mine = (NoticeRow.webhook == notice.webhook) & (NoticeRow.mark == notice.mark)
    with Session(store.engine) as session, session.begin():
        session.execute(update(NoticeRow).where(mine).values(due=again, attempts=notice.attempts + 1))


def _told(row: WebhookRow) -> Webhook:
    return Webhook(row.id, row.url, row.language, date(row.created))
