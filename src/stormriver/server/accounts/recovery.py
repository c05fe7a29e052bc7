"""Recovery codes, each of which takes the place of a forgotten password once; of them only hashes are kept.

The functions take the store, and are called by `Database.ask`.
"""

from __future__ import annotations

import secrets
import time

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from stormriver.server.account_names import account_key
from stormriver.server.accounts.facts import RecoveryCodes, RecoveryFacts
from stormriver.server.errors import NotAllowed
from stormriver.server.models import PersonRow, RecoveryCodeRow
from stormriver.server.store import PersonId, Store, hashed, set_password
from stormriver.server.updates import when

CODES = 10
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Those of Crockford's base 32: none of them is taken for another when it is read from paper."""
GROUPS, GROUP = 4, 4
"""A code is 16 letters, so 80 bits at random: too many to be tried even by whoever has the hashes."""
ALIKE = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


def new_code() -> str:
    """Return a recovery code such as `7Q2M-X0KD-9TRA-44WE`."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def plain(code: str) -> str:
    """Return a code as it is compared, however somebody has typed it."""
    return code.upper().translate(ALIKE)


def make_codes(store: Store, person: PersonId) -> RecoveryCodes:
    """Give a person new recovery codes; those that they had before are worth nothing any more."""
    codes, now = [new_code() for _ in range(CODES)], time.time()
    with Session(store.engine) as session, session.begin():
        session.execute(delete(RecoveryCodeRow).where(RecoveryCodeRow.person == person))
        session.add_all(RecoveryCodeRow(code_hash=hashed(plain(code)), person=person, created=now) for code in codes)
    return RecoveryCodes(codes)


def codes_left(store: Store, person: PersonId) -> RecoveryFacts:
    """Return how many recovery codes a person has left."""
    with Session(store.engine) as session:
        mine = select(func.count(), func.max(RecoveryCodeRow.created)).where(RecoveryCodeRow.person == person)
        left, made = session.execute(mine).one()
        return RecoveryFacts(left, when(made) if left else "")


def recover(store: Store, name: str, code: str, password: str) -> PersonId:
    """Use up a recovery code of an account and give it another password, of which `password` is the hash.

    All by which its person is known is forgotten, as when a password is changed.

    Raises:
        NotAllowed: if there is no account of that name with that code; which of them is wrong is not told.
    """
    owner = select(PersonRow.id).where(PersonRow.account_key == account_key(name)).scalar_subquery()
    fits = (RecoveryCodeRow.code_hash == hashed(plain(code))) & (RecoveryCodeRow.person == owner)
    with Session(store.engine) as session, session.begin():
        person: PersonId | None = session.scalar(delete(RecoveryCodeRow).where(fits).returning(RecoveryCodeRow.person))
        if person is None:
            raise NotAllowed("server.account.wrong_code")
        set_password(session, person, password)
    return person
