"""The HTTP side: every address does what its OpenAPI says, whatever is sent; what is wrong is told in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import hypothesis
import msgspec
import pytest
from sites import ADDRESS, Browser, quick_settings, site

import stormriver
from identity_provider import IdentityProvider
from stormriver.presentation.adventure import facts
from stormriver.server import openapi, requests
from stormriver.server.routes import OPERATIONS

TOO_LARGE = 413


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with IdentityProvider() as provider:
        changed = {"tables_a_person": 100_000, "origin": ADDRESS, **provider.settings()}
        with site(quick_settings(tmp_path_factory.mktemp("site"), **changed)) as found:
            yield found


@pytest.fixture
def table(ann: Browser) -> str:
    """Return a table of the one who asks now: whatever is sent may have logged them out of earlier ones."""
    return str(ann.make("me", "me")["table"])


# whatever is sent


@cache
def described() -> dict[str, Any]:
    """Return all operations as the library knows them, which whoever only gathers the tests need not import."""
    import schemathesis

    schema = schemathesis.openapi.from_dict(openapi.document(OPERATIONS))
    schema.config.generation.update(with_security_parameters=False)  # tests/server/test_api_tokens.py tries tokens
    found = schema.get_all_operations()
    return {one.ok().label: one.ok() for one in found}  # type: ignore[union-attr]


def checks_of(path: str, status: int) -> list[Any]:
    """Return what an answer has to agree with."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    found: list[Any] = [not_a_server_error, checks.status_code_conformance, checks.content_type_conformance]
    if status != TOO_LARGE:  # which is a refusal too, and not one that the library knows
        found.append(checks.negative_data_rejection)
    # Pairs of numbers, `prefixItems` in the schema, are more than the library can check; msgspec checks them below.
    return found if "statistics" in path else [*found, checks.response_schema_conformance]


def sent(browser: Browser, case: Any) -> Any:
    """Send what was thought out, and return the answer."""
    words = case.as_transport_kwargs(base_url=ADDRESS)
    body = {"content" if isinstance(words["data"], bytes) else "data": words["data"]} if "data" in words else {}
    body |= {name: words[name] for name in ("params", "json", "files") if words.get(name)}
    headers = {name: value for name, value in words["headers"].items() if name.lower() != "user-agent"}
    return browser.request(words["method"], words["url"], headers=headers | {"Origin": ADDRESS}, **body)


@pytest.mark.slow
@pytest.mark.parametrize("examples", [3, pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.parametrize("mode", ["positive", "negative"])
@pytest.mark.parametrize("label", [f"{operation.method} {operation.path}" for operation in OPERATIONS])
def test_every_address_does_what_it_says(ann: Browser, table: str, label: str, mode: str, examples: int) -> None:
    from schemathesis import GenerationMode

    operation = described()[label]

    @hypothesis.settings(max_examples=examples, suppress_health_check=list(hypothesis.HealthCheck), database=None)
    @hypothesis.given(operation.as_strategy(generation_mode=GenerationMode(mode)))
    def holds(case: Any) -> None:
        if "table" in case.path_parameters and mode == "positive":
            case.path_parameters["table"] = table
        answer = sent(ann, case)
        case.validate_response(answer, checks=checks_of(operation.path, answer.status_code))
        if answer.status_code >= 400:
            problem = answer.json()
            assert problem["error"][0].isupper() and problem["error"][-1] in ".;?)"

    if mode == "positive" or operation.body or operation.path_parameters:
        holds()


def test_the_page_on_the_protocol_lists_every_address_and_no_other(ann: Browser) -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    rows = "\n".join(line for line in page.splitlines() if line.startswith("| `"))
    listed = {
        (method, re.sub(r"\{[^}]*\}", "{}", path))
        for method, path in re.findall(r"`(GET|POST|DELETE) (/[^`?]*)", rows)
        if path != "/metrics"
    }
    served = {
        (method.upper(), re.sub(r"\{[^}]*\}", "{}", path))
        for path, methods in ann.get("/openapi.json").json()["paths"].items()
        for method in methods
    }
    assert listed == served


def test_the_schemas_are_those_of_the_messages(ann: Browser) -> None:
    schemas = ann.get("/openapi.json").json()["components"]["schemas"]
    assert set(schemas["TableWanted"]["properties"]) == set(requests.TableWanted.__struct_fields__)
    assert schemas["Joining"]["properties"]["name"]["maxLength"] == 24
    wanted = ann.get("/openapi.json").json()["paths"]["/api/tables"]["post"]
    assert wanted["requestBody"]["content"]["application/json"]["schema"] == {
        "$ref": "#/components/schemas/TableWanted"
    }
    assert "422" not in wanted["responses"]


# sentences


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence", "where"),
    [
        ("tables", b"{", 400, "The request is not JSON: input data was truncated.", ""),
        ("tables", b"", 400, "The request is not JSON: input data was truncated.", ""),
        ("tables", b"[]", 400, "The request must be an object, not a list.", ""),
        ("tables", b'{"name":"\xff"}', 400, "The request is not a text in UTF-8.", ""),
        ("tables", b'{"seats":' + b"[" * 20000, 400, "", "seats[0]"),
        ("tables", b'{"seats":[]}', 400, "The field seats must have at least 1 entries.", "seats"),
        ("tables", b'{"seats":[{"who":"god"}]}', 400, "The field seats[0].who may not be 'god'.", "seats[0].who"),
        (
            "tables",
            b'{"options":{"a":1.5}}',
            400,
            "The field options must be true or false or a whole number",
            "options",
        ),
        ("tables", b'{"seed":-1}', 400, "The field seed must be at least 0.", "seed"),
        ("tables", b'{"spells":1}', 400, "The field spells is not known here.", "spells"),
        ("tables", b'{"preset":"nowhere","seats":[{},{}]}', 400, "No rulebook is called 'nowhere'", "preset"),
        ("tables", b'{"packs":["/etc"],"seats":[{},{}]}', 400, "No pack is called '/etc'", "packs[0]"),
        ("tables", b'{"options":{"luck":1},"seats":[{},{}]}', 400, "No option is called 'luck'", "options"),
        ("tables", b'{"seats":[{}]}', 400, "", "seats"),
        ("login", b'{"name":"a"}', 400, "The field password is missing.", "password"),
        ("login", b'{"name":"","password":"12345678"}', 400, "The field name may not be empty.", "name"),
        ("accounts", b'{"name":"a","password":"1"}', 400, "The field password must have at least 8 char", "password"),
        ("accounts", b'{"name":"a<b","password":"12345678"}', 400, "The field name has a character that is", "name"),
        ("join/" + "x" * 24, b'{"name":"a"}', 404, "This link leads nowhere", ""),
        ("join/" + "x" * 65, b'{"name":"a"}', 400, "The part secret of the address cannot be read", "secret"),
        ("watch/" + "x" * 24, b"", 404, "This link leads nowhere", ""),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence_with_its_place(
    ann: Browser, path: str, body: bytes, status: int, sentence: str, where: str
) -> None:
    before = set(ann.lobby.live)
    answer = ann.post(f"/api/{path}", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == status
    problem = answer.json()
    assert problem["error"].startswith(sentence)
    assert problem["where"] == where
    assert "\n" not in problem["error"] and "`" not in problem["error"]
    assert set(ann.lobby.live) == before


def test_what_is_not_sent_as_json_is_not_read(ann: Browser) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = ann.post("/api/tables", content=b'{"seats":[{},{}]}', headers={"Content-Type": kind})
        assert answer.status_code == 415
        assert "must be JSON" in answer.json()["error"]


def test_nothing_is_there_and_not_that_way(ann: Browser) -> None:
    assert ann.get("/api/nowhere").json()["error"] == "There is nothing at this address."
    assert ann.delete("/api/tables").json()["error"] == "This address does not answer that kind of request."
    assert ann.get("/api/tables/nowhere").json()["error"] == "There is no such table."


# books and the rest


@pytest.mark.parametrize(("path", "kind"), [("me/statistics", requests.Statistics), ("books/revised4", facts.Book)])
def test_what_the_library_cannot_check_is_what_it_should_be(ann: Browser, path: str, kind: type) -> None:
    answer = ann.get(f"/api/{path}")
    assert isinstance(msgspec.json.decode(answer.content, type=kind, strict=True), kind)
    tag = kind.__struct_config__.tag_field  # type: ignore[attr-defined]
    assert set(answer.json()) == {*kind.__struct_fields__, *filter(None, [tag])}  # type: ignore[attr-defined]


def test_the_catalogue_tells_what_a_table_may_be_made_of(ann: Browser) -> None:
    told = ann.get("/api/catalogue").json()
    assert sorted(preset["id"] for preset in told["presets"]) == sorted(stormriver.presets())
    assert "steady" in told["players"]
    for preset in told["presets"]:
        assert 2 <= preset["least_seats"] <= preset["most_seats"]
        assert preset["options"]


def test_a_book_follows_its_set_up(ann: Browser) -> None:
    book = ann.get("/api/books/revised4?options=trophy_points=5").json()
    assert {option["id"]: option["value"] for option in book["options"]}["trophy_points"] == 5
    assert len(book["cards"]) > 50
    wrong = ann.get("/api/books/revised4?options=trophy_points=99")
    assert (wrong.status_code, wrong.json()["where"]) == (400, "options")
    assert ann.get("/api/books/revised4?packs=../../etc").json()["where"] == "packs"
    assert ann.get("/api/books/..%2Frevised4").status_code == 404


def test_a_picture_is_given_for_good_by_its_name_in_a_book(ann: Browser) -> None:
    book = ann.get("/api/books/revised4").json()
    name = book["spaces"]["tavern"]["picture"]
    assert name.startswith("tavern-sign.beer-stein.street.night.")
    answer = ann.get(f"/api/pictures/{name}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.text.startswith("<svg ")
    for wrong in (name[:-1], f"{name}0", "tavern", "<script>"):
        assert ann.get(f"/api/pictures/{wrong}").status_code == 404


def test_a_large_answer_is_packed(ann: Browser) -> None:
    answer = ann.get("/api/books/revised4", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert len(answer.json()["cards"]) > 50


def test_a_moment_that_has_not_come_is_refused(ann: Browser, table: str) -> None:
    assert ann.get(f"/api/tables/{table}/moments/0").json()["answers"] == 0
    assert ann.get(f"/api/tables/{table}/moments/99999").status_code == 400
    assert ann.get(f"/api/tables/{table}/moments/-1").status_code == 400
    assert ann.get(f"/api/tables/{table}/moments/x").status_code == 400


def test_the_record_of_a_game_under_way_is_not_told(ann: Browser, table: str) -> None:
    assert ann.get(f"/api/tables/{table}/record").status_code == 403


# what a messenger shows of a link


def test_the_page_at_a_link_says_who_invites_and_to_what(
    ann: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").write_text("<head><title>Stormriver</title></head>")
    monkeypatch.setattr("stormriver.server.link_preview.FOLDER", tmp_path)
    monkeypatch.setattr("stormriver.server.link_preview.is_built", lambda: True)
    seats = [{"who": "me", "name": 'A "quoted" & one'}, {"who": "open"}]
    made = ann.post("/api/tables", json={"seats": seats}).json()
    shown = ann.get(made["seat_links"]["1"], headers={"Accept-Language": "de"})
    assert shown.headers["cache-control"] == "no-cache" and 'property="og:description"' in shown.text
    wanted = "A &quot;quoted&quot; &amp; one lädt dich ein: Überarbeitete 4. Edition"
    assert f'<meta property="og:title" content="{wanted}" />' in shown.text
    assert f"<title>{wanted} · Stormriver</title>" in shown.text
    nowhere = ann.get("/join/nobody-has-this-link")
    assert nowhere.status_code == 200 and "<title>Stormriver</title>" in nowhere.text and "og:" not in nowhere.text
