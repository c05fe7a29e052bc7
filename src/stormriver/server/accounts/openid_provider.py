"""The OpenID provider of a server: where people are sent to sign in, and who it then says they are.

The code flow of OpenID Connect Core 1.0, with PKCE (RFC 7636), by the libraries `authlib` and `joserfc`.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple
from urllib.parse import quote_plus

import httpx2
import msgspec
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oauth2.auth import ClientAuth
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import Key, KeySet, import_key
from msgspec import Struct
from structlog import get_logger

from stormriver.server.errors import NotAllowed, Unavailable
from stormriver.server.integrations.outgoing import trusted
from stormriver.server.settings import Settings, is_secure_url

RETURN_PATH = "/signed-in"
"""The page to which the provider sends people back, as it has to be registered there."""
SCOPE = "openid profile"
NAMES = ("preferred_username", "nickname", "given_name", "name")
"""What a provider may call people, what suits a table best first."""
SIGNATURES = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")
"""Signatures that nobody but the provider can make: neither `none`, nor one with the secret that we have as well."""
BASIC, POST = "client_secret_basic", "client_secret_post"
SECONDS = 5.0
"""How long the provider may take for each thing it is asked."""
LEEWAY = 60
"""By how many seconds its clock may differ from ours."""
FRESH_SECONDS = 3600.0
"""After how long it is asked anew what it has said of itself."""


class AuthorizationRequest(NamedTuple):
    """What somebody is sent to the provider with, and what is kept until they are back, see `OpenIdLoginRow`."""

    url: str
    state: str
    nonce: str
    verifier: str


class Identity(NamedTuple):
    """Somebody as the provider knows them.

    Attributes:
        names: what it calls them, what suits best first.
        confirmed: when it has made sure that it is them; None if it does not say so.
    """

    issuer: str
    subject: str
    names: tuple[str, ...]
    confirmed: float | None


class ProviderMetadata(Struct):
    """What a provider says of itself (OpenID Connect Discovery 1.0), as far as it is of use here."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    token_endpoint_auth_methods_supported: tuple[str, ...] = (BASIC,)


class ProviderKeys(Struct):
    """The keys of a provider's signatures, and of whatever else it does."""

    keys: list[dict[str, Any]]


class UntrueProvider(Exception):
    """A provider has said something that cannot be true, or that anybody on the way could have put in."""


PROVIDER_ERRORS = (httpx2.HTTPError, msgspec.MsgspecError, UntrueProvider, OSError, ValueError)
"""What goes wrong when a provider is away, or is none."""


class Provider:
    """The provider that the settings of a server name."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._metadata: ProviderMetadata | None = None
        self._keys: KeySet | None = None
        self._asked = 0.0

    async def authorization_request(self, anew: bool = False) -> AuthorizationRequest:
        """Return where somebody is sent to sign in.

        Args:
            anew: whether the provider is to make sure that it is them, though it may know them already.

        Raises:
            Unavailable: if the provider is away.
        """
        with self._told():
            metadata = await self.metadata()
        nonce, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(48)
        more = {"max_age": "0"} if anew else {}
        async with self._client(metadata) as client:
            url, state = client.create_authorization_url(
                metadata.authorization_endpoint, secrets.token_urlsafe(32), verifier, nonce=nonce, **more
            )
        return AuthorizationRequest(url, state, nonce, verifier)

    async def identity(self, code: str, nonce: str, verifier: str) -> Identity:
        """Return who has come back with a code.

        Args:
            nonce, verifier: of when they were sent.

        Raises:
            NotAllowed: if the provider does not take the code, or its answer is not good.
            Unavailable: if the provider is away.
        """
        with self._told():
            metadata = await self.metadata()
            async with self._client(metadata) as client, asyncio.timeout(2 * SECONDS):
                token = await self._token(client, metadata, code, verifier)
                claims = await self._claims(token, nonce)
                names = claims if any(map(claims.get, NAMES)) else await self._userinfo(client, claims["sub"])
        confirmed = claims.get("auth_time")
        return Identity(metadata.issuer, claims["sub"], _names(names), confirmed and min(confirmed, time.time()))

    # what it says of itself

    async def metadata(self) -> ProviderMetadata:
        """Return what the provider says of itself, from when it was last asked if that is not long ago.

        Raises:
            Exception: one of `PROVIDER_ERRORS`, if it is away, or says what cannot be true.
        """
        if self._metadata is None or time.monotonic() - self._asked > FRESH_SECONDS:
            url = f"{self.settings.openid_issuer.rstrip('/')}/.well-known/openid-configuration"
            found = msgspec.json.decode(await self._get(url), type=ProviderMetadata)
            self._check(found)
            self._metadata, self._keys, self._asked = found, None, time.monotonic()
        return self._metadata

    def _check(self, found: ProviderMetadata) -> None:
        if found.issuer != self.settings.openid_issuer:
            raise UntrueProvider(f"it calls itself {found.issuer}")
        told = (found.authorization_endpoint, found.token_endpoint, found.jwks_uri, found.userinfo_endpoint)
        for url in filter(None, told):
            if not is_secure_url(url):
                raise UntrueProvider(f"{url} is no address of HTTPS")

    async def keys(self) -> KeySet:
        """Return the keys of the provider's signatures; what may be raised is that of `metadata`."""
        metadata = await self.metadata()
        if self._keys is None:
            found = msgspec.json.decode(await self._get(metadata.jwks_uri), type=ProviderKeys)
            self._keys = KeySet(list(_usable(found)))
        return self._keys

    async def _get(self, url: str) -> bytes:
        async with httpx2.AsyncClient(timeout=SECONDS, verify=trusted()) as client, asyncio.timeout(SECONDS):
            return (await client.get(url)).raise_for_status().content

    # what it says of people

    async def _token(
        self, client: AsyncOAuth2Client, metadata: ProviderMetadata, code: str, verifier: str
    ) -> Mapping[str, Any]:
        """Return what the provider gives for a code."""
        try:
            found: Mapping[str, Any] = await client.fetch_token(
                metadata.token_endpoint, code=code, code_verifier=verifier
            )
        except TypeError as error:  # the library computes with times as it is told them
            raise UntrueProvider(str(error)) from error
        return found

    async def _claims(self, token: Mapping[str, Any], nonce: str) -> CodeIDToken:
        """Return what the provider says, once it is known that it does, to us, just now and for this very login."""
        if not isinstance(written := token.get("id_token"), str):
            raise UntrueProvider("it does not say who it is, as one of OpenID does")
        try:
            signed = jwt.decode(written, await self.keys(), SIGNATURES)
        except InvalidKeyIdError:  # it has a new key since it was last asked
            self._keys = None
            signed = jwt.decode(written, await self.keys(), SIGNATURES)
        settings = self.settings
        wanted = {"iss": settings.openid_issuer, "aud": settings.openid_client}
        options: Any = {claim: {"essential": True, "value": value} for claim, value in wanted.items()}
        options["sub"] = {"essential": True}
        known = {"nonce": nonce, "client_id": settings.openid_client, "access_token": token.get("access_token")}
        claims = CodeIDToken(signed.claims, signed.header, options, known)
        claims.validate(leeway=LEEWAY)
        if not isinstance(claims["sub"], str):
            raise UntrueProvider("`sub` is no text")
        return claims

    async def _userinfo(self, client: AsyncOAuth2Client, subject: str) -> Mapping[str, Any]:
        """Return what a provider tells of people where it does not do so at once; nothing if it has nothing to tell."""
        assert self._metadata is not None
        if not self._metadata.userinfo_endpoint:
            return {}
        answer = await client.get(self._metadata.userinfo_endpoint)
        found = msgspec.json.decode(answer.raise_for_status().content, type=dict[str, Any])
        if found.get("sub") != subject:
            raise UntrueProvider("the userinfo endpoint speaks of somebody else")
        return found

    # how it is spoken with

    def _client(self, metadata: ProviderMetadata) -> AsyncOAuth2Client:
        settings, methods = self.settings, metadata.token_endpoint_auth_methods_supported
        method = "none" if not settings.openid_secret else POST if BASIC not in methods and POST in methods else BASIC
        client = AsyncOAuth2Client(
            settings.openid_client, settings.openid_secret or None, method, scope=SCOPE, code_challenge_method="S256",
            redirect_uri=f"{settings.origin}{RETURN_PATH}", timeout=SECONDS, verify=trusted(),
            leeway=0,  # the token is used at once
        )  # fmt: skip
        client.register_client_auth_method((BASIC, _in_header))
        return client

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Tell people in a sentence what goes wrong, and whoever runs the server why."""
        try:
            yield
        except (AuthlibBaseError, JoseError) as error:
            get_logger().warning("openid refused", reason=str(error))
            raise NotAllowed("server.openid.refused", provider=self.settings.provider) from error
        except PROVIDER_ERRORS as error:
            get_logger().warning("openid broken", reason=str(error) or type(error).__name__)
            raise Unavailable("server.openid.away", provider=self.settings.provider) from error


def _in_header(
    client: ClientAuth, method: str, url: str, headers: Mapping[str, str], body: str
) -> tuple[str, Mapping[str, str], str]:
    """Tell the provider who asks, in the header: encoded as RFC 6749 (2.3.1) wants it, which the library leaves out."""
    known = ":".join(map(quote_plus, (client.client_id, client.client_secret)))
    return url, {**headers, "Authorization": f"Basic {b64encode(known.encode()).decode()}"}, body


def _usable(found: ProviderKeys) -> Iterator[Key]:
    """Yield the keys that signatures can be checked with; a provider may have some of other kinds."""
    for key in found.keys:
        with suppress(JoseError, ValueError, TypeError):
            yield import_key(key)


def _names(claims: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what a provider calls somebody; of an address of mail what stands before the `@`."""
    found = (claims.get(name) for name in NAMES)
    return tuple(name.partition("@")[0] for name in found if isinstance(name, str))
