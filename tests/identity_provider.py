"""An OpenID provider for tests, at a port of this machine: it knows some people, and can be told to lie."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import secrets
import threading
import time
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl, quote_plus, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, OctKey, RSAKey

CLIENT, SECRET = "stormriver", "what nobody else: knows/of"
NAME = "The Club"
PEOPLE = {
    "ann": {"sub": "subject-of-ann", "preferred_username": "ann@club.example", "name": "Ann Archer"},
    "ben": {"sub": "subject-of-ben", "name": "Ben"},
}
"""Whom the provider knows, and what it says of them."""


@cache
def usual_key() -> RSAKey:
    """Return the key that the provider signs with; to make one takes a while."""
    return RSAKey.generate_key(2048, auto_kid=True)


def segment(told: object) -> str:
    """Return a part of a JSON Web Token."""
    written = told if isinstance(told, bytes) else json.dumps(told).encode()
    return base64.urlsafe_b64encode(written).rstrip(b"=").decode()


class IdentityProvider:
    """A provider as OpenID Connect Core 1.0 and Discovery 1.0 want one, unless it is told to be otherwise.

    Attributes:
        claims: what its tokens claim otherwise than is true, by the name of the claim; None for one that is left out.
        header: what their headers say otherwise.
        key, algorithm: by which they are signed.
        published: the keys that it says are its own.
        metadata: what it says of itself otherwise than is true.
        names_apart: whether it tells names at the userinfo endpoint alone.
        userinfo: what it says there otherwise than is true.
        answers: answers with these bytes and nothing else, by the path.
        asked: the paths that it was asked for.
        signed_in: when somebody has last proved who they are, None if the provider does not tell.
    """

    def __init__(self) -> None:
        self.claims: dict[str, Any] = {}
        self.header: dict[str, Any] = {}
        self.key: RSAKey | ECKey | OctKey = usual_key()
        self.algorithm = "RS256"
        self.published: list[dict[str, Any]] = [dict(usual_key().as_dict(private=False), use="sig")]
        self.metadata: dict[str, Any] = {}
        self.names_apart = False
        self.userinfo: dict[str, Any] = {}
        self.answers: dict[str, bytes] = {}
        self.asked: list[str] = []
        self.signed_in: float | None = None
        self.gate = threading.Event()
        self.gate.set()
        self._codes: dict[str, tuple[dict[str, str], str]] = {}
        self._tokens: dict[str, str] = {}
        self._server = _Server(self)
        self.issuer = f"http://127.0.0.1:{self._server.server_port}"

    def settings(self, **changed: Any) -> dict[str, Any]:
        """Return the settings of a server whose people sign in here."""
        named = {"openid_issuer": self.issuer, "openid_client": CLIENT, "openid_secret": SECRET, "openid_name": NAME}
        return named | changed

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.gate.set()
        self._server.shutdown()
        self._server.server_close()

    # what people do here

    def come_back(self, url: str, who: str = "ann") -> dict[str, str]:
        """Return what somebody's browser is sent back with, who was sent here by a URL and proves who they are."""
        wanted = self.wanted(url)
        code = secrets.token_urlsafe(16)
        self._codes[code] = (wanted, who)
        return {"state": wanted["state"], "code": code, "iss": self.issuer}

    def wanted(self, url: str) -> dict[str, str]:
        """Return what a URL by which somebody is sent here asks for, once it is known to be as it must be."""
        parts = urlsplit(url)
        assert f"{parts.scheme}://{parts.netloc}{parts.path}" == f"{self.issuer}/authorize", url
        wanted = dict(parse_qsl(parts.query, strict_parsing=True))
        assert (wanted["response_type"], wanted["client_id"]) == ("code", CLIENT)
        assert "openid" in wanted["scope"].split() and wanted["code_challenge_method"] == "S256"
        assert min(map(len, (wanted["state"], wanted["nonce"], wanted["code_challenge"]))) >= 43
        return wanted

    # what programs are told

    def said_of_itself(self) -> dict[str, Any]:
        here = self.issuer
        return {
            "issuer": here, "authorization_endpoint": f"{here}/authorize", "token_endpoint": f"{here}/token",
            "jwks_uri": f"{here}/keys", "userinfo_endpoint": f"{here}/userinfo",
            "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": [self.algorithm],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
            **self.metadata,
        }  # fmt: skip

    def token_for(self, form: dict[str, str], authorization: str) -> dict[str, Any]:
        """Return the tokens for a code, which is worth nothing then; an error if who brings it may not have them."""
        methods = self.said_of_itself()["token_endpoint_auth_methods_supported"]
        given = base64.b64decode(authorization.removeprefix("Basic ")).decode() if authorization else ""
        basic = given == f"{quote_plus(CLIENT)}:{quote_plus(SECRET)}" and "client_secret_basic" in methods
        post = (form.get("client_id"), form.get("client_secret")) == (CLIENT, SECRET)
        public = methods == ["none"] and form.get("client_id") == CLIENT and "client_secret" not in form
        if not (basic or public or (post and "client_secret_post" in methods)):
            return {"error": "invalid_client"}
        wanted, who = self._codes.pop(form.get("code", ""), ({}, ""))
        challenge = segment(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        same = form.get("redirect_uri") == wanted.get("redirect_uri")
        if form.get("grant_type") != "authorization_code" or challenge != wanted.get("code_challenge") or not same:
            return {"error": "invalid_grant"}
        access = secrets.token_urlsafe(16)
        self._tokens[access] = who
        told = {"access_token": access, "token_type": "Bearer", "expires_in": 60}
        return told | {"id_token": self._id_token(who, wanted["nonce"], access)}

    def _id_token(self, who: str, nonce: str, access: str) -> str:
        known, now = PEOPLE[who], int(time.time())
        half = hashlib.sha256(access.encode()).digest()[:16]
        claims: dict[str, Any] = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 60, "nonce": nonce}
        claims |= {"at_hash": segment(half), **({"sub": known["sub"]} if self.names_apart else known)}
        claims |= {} if self.signed_in is None else {"auth_time": int(self.signed_in)}
        claims = {name: value for name, value in (claims | self.claims).items() if value is not None}
        header = {"alg": self.algorithm, "kid": self.key.kid, **self.header}
        if header["alg"] == "none":
            return f"{segment(header)}.{segment(claims)}."
        return jwt.encode(header, claims, self.key, [self.algorithm])

    def keys(self) -> dict[str, Any]:
        return {"keys": self.published}

    def about(self, authorization: str) -> dict[str, Any]:
        """Return what the userinfo endpoint says of whose token it is."""
        return PEOPLE[self._tokens[authorization.removeprefix("Bearer ")]] | self.userinfo


class _Server(ThreadingHTTPServer):
    def __init__(self, provider: IdentityProvider) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.provider = provider


class _Handler(BaseHTTPRequestHandler):
    """What a provider is asked over HTTP, by programs and by people."""

    server: _Server

    def do_GET(self) -> None:
        provider = self.server.provider
        path, _, query = self.path.partition("?")
        provider.asked.append(path)
        provider.gate.wait()
        if path in provider.answers:
            self._say(provider.answers[path])
        elif path == "/.well-known/openid-configuration":
            self._tell(provider.said_of_itself())
        elif path == "/keys":
            self._tell(provider.keys())
        elif path == "/userinfo":
            self._tell(provider.about(self.headers["Authorization"]))
        elif path == "/authorize":
            self._ask(query)
        elif path == "/as":
            self._send_back(dict(parse_qsl(query)))
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        provider = self.server.provider
        provider.asked.append(self.path)
        provider.gate.wait()
        if self.path in provider.answers:
            self._say(provider.answers[self.path])
            return
        form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        found = provider.token_for(form, self.headers.get("Authorization", ""))
        self._tell(found, 400 if "error" in found else 200)

    def _ask(self, query: str) -> None:
        """Show a page at which a person says who they are."""
        provider = self.server.provider
        url = f"{provider.issuer}/authorize?{query}"
        links = [("Break it off", ""), *((f"I am {who}", who) for who in PEOPLE)]
        rows = (
            f'<p><a href="/as?{html.escape(urlencode({"url": url, "who": who}))}">{text}</a>' for text, who in links
        )
        self._say(f"<!doctype html><title>The Club</title><h1>The Club</h1>{''.join(rows)}".encode(), "text/html")

    def _send_back(self, said: dict[str, str]) -> None:
        provider = self.server.provider
        wanted = provider.wanted(said["url"])
        back = provider.come_back(said["url"], said["who"]) if said.get("who") else {
            "state": wanted["state"], "error": "access_denied", "error_description": "They said no",
        }  # fmt: skip
        self.send_response(302)
        # Providers add what they like.
        self.send_header("Location", f"{wanted['redirect_uri']}?{urlencode({**back, 'session_state': 'x.y'})}")
        self.end_headers()

    def _tell(self, told: dict[str, Any], status: int = 200) -> None:
        self._say(json.dumps(told).encode(), "application/json", status)

    def _say(self, body: bytes, kind: str = "application/json", status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing of each request."""
