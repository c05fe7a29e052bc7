"""The structs that go over HTTP about accounts: login sessions, recovery codes, passkeys."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from stormriver.server.requests import Name, Request, Wire

Password = Annotated[str, Meta(max_length=200)]
FreshPassword = Annotated[str, Meta(min_length=8, max_length=200)]


class SignIn(Wire):
    """By what one can sign in at this server.

    Attributes:
        accounts: whether accounts with a password can be made.
        passkeys: whether there are passkeys for them.
        provider: what people call the OpenID provider, empty if there is none.
    """

    accounts: bool
    passkeys: bool
    provider: str


class PasswordGiven(Request):
    """The password of your account, for what nobody else at your browser is to do.

    It may be empty if your provider has just confirmed that it is you, see `WaysIn`.
    """

    password: Password


class LoginSession(Wire):
    """A browser that is known as you.

    Attributes:
        browser: such as `Firefox, Linux`; empty if it does not say.
        created, used: when it was first known, and when it last came, to the hour.
        here: whether it is the one that asks.
    """

    id: str
    browser: str
    created: str
    used: str
    here: bool


class RecoveryFacts(Wire):
    """How many recovery codes you have left, and when they were made; empty if never."""

    left: int
    made: str


class RecoveryCodes(Wire):
    """New recovery codes, told this once; each takes the place of a forgotten password once."""

    codes: list[str]


class Recovery(Request):
    """A recovery code of an account, and the password that it has from now on."""

    name: Name
    code: Annotated[str, Meta(max_length=64)]
    new: FreshPassword


class Passkey(Wire):
    """A passkey of yours.

    Attributes:
        created, used: when it was made and last used; `used` is empty if it never was.
    """

    id: str
    name: str
    created: str
    used: str


class PasskeyAsked(Wire):
    """What a browser is to ask an authenticator, as `PublicKeyCredential.parse...OptionsFromJSON` reads it."""

    options: dict[str, Any]


class PasskeyMade(Request):
    """A new passkey: what it is called, and what the browser returned, as its `toJSON` gives it."""

    name: Name
    credential: dict[str, Any]


class PasskeyShown(Request):
    """A passkey by which somebody signs in: what the browser returned, as its `toJSON` gives it."""

    credential: dict[str, Any]


class PasskeyNaming(Request):
    """Another name for a passkey."""

    name: Name


class ProviderAsked(Wire):
    """Where your browser goes to sign in at the OpenID provider; it is good for ten minutes, and once."""

    url: str


class ProviderAnswer(Request):
    """What the OpenID provider has sent your browser back with, as it stands in the address.

    Attributes:
        code: which stands for who you are.
        error: why there is none.
        iss: which provider says so, if it tells.
    """

    state: Annotated[str, Meta(max_length=200)]
    code: Annotated[str, Meta(max_length=4096)] = ""
    error: Annotated[str, Meta(max_length=200)] = ""
    iss: Annotated[str, Meta(max_length=500)] = ""


class KnownIdentity(Wire):
    """Who you are at an OpenID provider, by which you enter your account.

    Attributes:
        issuer: the provider, as it names itself.
        name: what it called you when you first came by it.
    """

    id: str
    issuer: str
    name: str
    created: str
    used: str


class WaysIn(Wire):
    """By what you enter your account beside passkeys and codes, and whether it is certain that it is you.

    Attributes:
        password: whether it has a password.
        confirmed: for how many seconds no password is asked for, since your provider has confirmed that it is you.
    """

    password: bool
    confirmed: int
    identities: list[KnownIdentity]
