"""An authenticator for tests: it makes passkeys and signs challenges, and can be told to do so wrongly."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40
ES256 = -7


class Authenticator:
    """A key that somebody touches, with one passkey on it.

    Attributes:
        origin: that of the page which it is told of.
        counter: how often it says to have been used.
        flags: whether it says that somebody is there, and that it made sure who.
    """

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.counter = 1
        self.flags = PRESENT | VERIFIED
        self.id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what a browser returns when a passkey has been made."""
        data = self._data(options["rp"]["id"], WITH_KEY) + self._credential()
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        told = {"attestationObject": attestation, "clientDataJSON": self._client_data("webauthn.create", options)}
        return self._answer(told)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what a browser returns when somebody signs in."""
        self.counter += 1
        data, client = self._data(options["rpId"]), self._client_data("webauthn.get", options)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer({"authenticatorData": data, "clientDataJSON": client, "signature": signature})

    def _answer(self, told: dict[str, bytes]) -> dict[str, Any]:
        name = bytes_to_base64url(self.id)
        response = {part: bytes_to_base64url(value) for part, value in told.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _data(self, host: str, flags: int = 0) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([self.flags | flags]) + self.counter.to_bytes(4)

    def _credential(self) -> bytes:
        point = self._key.public_key().public_numbers()
        key = {1: 2, 3: ES256, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
        return bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(key)


def altered(credential: dict[str, Any], **parts: str) -> dict[str, Any]:
    """Return what a browser returned with other parts of its response."""
    return credential | {"response": credential["response"] | parts}


def with_a_bit_turned(text: str) -> str:
    """Return bytes in base64url of which the last one is another."""
    data = base64url_to_bytes(text)
    return bytes_to_base64url(data[:-1] + bytes([data[-1] ^ 1]))
