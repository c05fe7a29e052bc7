"""What browsers ask authenticators for, and whether their answers are good, by the library `webauthn`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from stormriver.server.errors import NotAllowed
from stormriver.server.settings import Settings

SERVICE = "Stormriver"
REFUSED = "server.passkey.refused"
LONGEST_ID, LONGEST_KEY = 1023, 4096
"""How many bytes the id of a credential may have by the standard, and how many we keep of a public key."""


class NewKey(NamedTuple):
    """A passkey that an authenticator has made, see `PasskeyRow`."""

    credential: str
    public_key: str
    counter: int


class Asked(NamedTuple):
    """What a browser is to ask an authenticator, with the challenge in it."""

    challenge: str
    options: dict[str, Any]


def asked_to_make(settings: Settings, handle: str, account: str, known: Iterable[str]) -> Asked:
    """Return what a browser asks for a new passkey: one that knows whose it is, and makes sure that it is them.

    Args:
        handle: what the authenticator knows the account by.
        known: the credentials that are there already, so that an authenticator makes no second one.
    """
    options = webauthn.generate_registration_options(
        rp_id=settings.passkeys,
        rp_name=SERVICE,
        user_id=handle.encode(),
        user_name=account,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(one)) for one in known],
    )
    return Asked(bytes_to_base64url(options.challenge), json.loads(webauthn.options_to_json(options)))


def asked_to_sign_in(settings: Settings) -> Asked:
    """Return what a browser asks for to sign in with any passkey that somebody has for this server."""
    options = webauthn.generate_authentication_options(
        rp_id=settings.passkeys, user_verification=UserVerificationRequirement.REQUIRED
    )
    return Asked(bytes_to_base64url(options.challenge), json.loads(webauthn.options_to_json(options)))


@contextmanager
def _refusing() -> Iterator[None]:
    """Refuse what the library finds wrong; of what cannot be parsed it lets errors of any kind through."""
    try:
        yield
    except Exception as error:
        raise NotAllowed(REFUSED) from error


def challenge_in(credential: dict[str, Any]) -> str:
    """Return the challenge that an authenticator says to have signed; NotAllowed if it cannot be read."""
    with _refusing():
        data = parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return bytes_to_base64url(data.challenge)


def credential_in(credential: dict[str, Any]) -> str:
    """Return the id of the credential that was used; NotAllowed if it cannot be read."""
    with _refusing():
        return bytes_to_base64url(base64url_to_bytes(credential["id"]))


def checked_new_key(settings: Settings, credential: dict[str, Any], challenge: str) -> NewKey:
    """Return the passkey that was made for a challenge, at our own page and for our own name; NotAllowed if not so."""
    with _refusing():
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=settings.passkeys,
            expected_origin=settings.origin,
            require_user_verification=True,
        )
    name, key = made.credential_id, made.credential_public_key
    if len(name) > LONGEST_ID or len(key) > LONGEST_KEY:
        raise NotAllowed(REFUSED)
    return NewKey(bytes_to_base64url(name), bytes_to_base64url(key), made.sign_count)


def checked_counter(settings: Settings, credential: dict[str, Any], challenge: str, key: NewKey) -> int:
    """Return how often a passkey has been used, once it is known that it was used for a challenge, at our own page.

    Raises:
        NotAllowed: if it was not, or has been used less often than before, so that there is a copy of it.
    """
    with _refusing():
        shown = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=settings.passkeys,
            expected_origin=settings.origin,
            credential_public_key=base64url_to_bytes(key.public_key),
            credential_current_sign_count=key.counter,
            require_user_verification=True,
        )
    return shown.new_sign_count
