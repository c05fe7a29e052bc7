"""What can be asked and done over HTTP about API tokens, which none of them does itself, and about webhooks."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from stormriver.language.message import message
from stormriver.server.account_names import demand_name
from stormriver.server.auth import known_or_new_person, known_person, lobby_of, settings_of
from stormriver.server.errors import NotAllowed
from stormriver.server.integrations import tokens, webhooks
from stormriver.server.integrations.facts import ApiToken, TokenMade, TokenWanted, Webhook, WebhookMade, WebhookWanted
from stormriver.server.integrations.outgoing import checked_address
from stormriver.server.integrations.tokens import ACCOUNT
from stormriver.server.languages import chosen, language_of
from stormriver.server.operations import Operation

Id = Annotated[str, Meta(max_length=64)]


async def get_tokens(request: Request) -> list[ApiToken]:
    """Your API tokens, the newest first."""
    person = await known_person(request)
    return [] if person is None else await lobby_of(request).database.ask(tokens.tokens_of, person)


async def make_token(request: Request, response: Response, wanted: TokenWanted) -> TokenMade:
    """Make an API token, by which a program does in your name what its scopes say. It is told this once."""
    demand_name(wanted.name)
    async with known_or_new_person(request, response) as person:
        return await lobby_of(request).database.ask(tokens.make_token, person, wanted)


async def revoke_token(request: Request, token: Id) -> list[ApiToken]:
    """Revoke one of your API tokens by its id: its sockets are closed. The others are the answer."""
    lobby, person = lobby_of(request), await known_person(request)
    await lobby.database.ask(tokens.revoke_token, person, token)
    assert person is not None  # whose token it was
    lobby.dismiss(person, message("server.token.revoked"), token)
    return await get_tokens(request)


async def get_webhooks(request: Request) -> list[Webhook]:
    """Your webhooks, the newest first."""
    person = await known_person(request)
    return [] if person is None else await lobby_of(request).database.ask(webhooks.webhooks_of, person)


async def make_webhook(request: Request, response: Response, wanted: WebhookWanted) -> WebhookMade:
    """Have an address told when you are asked something while you are away, and when a game of yours is over.

    Each message is a `Notice`, signed with the secret in the answer, which is told this once.
    """
    settings = settings_of(request)
    if not settings.webhooks:
        raise NotAllowed("server.webhook.off")
    await checked_address(wanted.url, settings.webhooks_private)
    async with known_or_new_person(request, response) as person:
        return await lobby_of(request).database.ask(
            webhooks.make_webhook, person, wanted, chosen(wanted.language, language_of(request))
        )


async def delete_webhook(request: Request, webhook: Id) -> list[Webhook]:
    """Delete one of your webhooks by its id. The others are the answer."""
    await lobby_of(request).database.ask(webhooks.delete_webhook, await known_person(request), webhook)
    return await get_webhooks(request)


PROGRAMS = (
    Operation("GET", "/api/me/tokens", get_tokens, scope=ACCOUNT),
    Operation("POST", "/api/me/tokens", make_token, 201, counted="logins"),
    Operation("DELETE", "/api/me/tokens/{token}", revoke_token),
    Operation("GET", "/api/me/webhooks", get_webhooks),
    Operation("POST", "/api/me/webhooks", make_webhook, 201, counted="logins", scope="play"),
    Operation("DELETE", "/api/me/webhooks/{webhook}", delete_webhook, scope="play"),
)
