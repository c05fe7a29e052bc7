"""The socket: whatever comes over it is carried out or refused in a sentence, and a refusal changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from sites import Browser, quick_settings, site, told
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from stormriver.server.autoplay import automatic_answer
from stormriver.server.messages import FromPage
from stormriver.server.socket import MOST_REFUSALS
from stormriver.server.validation_errors import UNREADABLE

SAMPLES: list[dict[str, Any]] = [
    {"type": "hello", "since": -1},
    {"type": "answer", "version": 0, "key": "roll"},
    {"type": "sit", "seat": 0},
    {"type": "entrust"},
    {"type": "undo", "all": True},
    {"type": "redo", "all": True},
    {"type": "agree", "yes": True},
    {"type": "hand_over", "seat": 1, "level": "steady"},
    {"type": "take_back", "seat": 1},
    {"type": "free", "seat": 1},
    {"type": "arrange", "order": [1, 0]},
    {"type": "ready", "on": True},
    {"type": "start", "fill": True, "level": "steady"},
    {"type": "attend", "thing": "x", "stop": "never", "full": True},
    {"type": "order", "add": "x", "drop": 0, "forward": False},
    {"type": "pause", "on": False},
    {"type": "resign", "seat": 5},
    {"type": "rematch", "nonce_hash": "ab" * 32},
    {"type": "commit", "hash": "ab" * 32},
    {"type": "reveal", "nonce": "ab" * 32},
    {"type": "say", "text": "hello"},
    {"type": "mute", "seat": 1, "line": -1, "on": True},
    {"type": "kick", "seat": -1, "line": 5},
    {"type": "put", "text": "Does it rain?"},
    {"type": "hint"},
    {"type": "ping", "id": 1},
]
"""One of each message that a page may send; a test holds the list to that."""
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A message of which a field is missing, strange, or one too many."""
    message = dict(draw(st.sampled_from(SAMPLES)))
    how = draw(st.sampled_from(["strange", "missing", "more"]))
    field = draw(st.sampled_from(sorted(message)))
    if how == "missing":
        del message[field]
    else:
        message[field if how == "strange" else draw(st.text(max_size=8))] = draw(values)
    return json.dumps(message)


def test_each_message_of_a_page_is_among_the_samples() -> None:
    """So that whatever is sent next is sent damaged too."""
    assert sorted(one["type"] for one in SAMPLES) == sorted(kind.__struct_config__.tag for kind in get_args(FromPage))


hostile = st.text(max_size=60) | mutated() | values.map(json.dumps)


def is_message(text: str) -> bool:
    """Tell whether a text is one of the messages after all."""
    try:
        msgspec.json.decode(text, type=FromPage)
    except UNREADABLE:
        return False
    return True


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with site(quick_settings(tmp_path)) as found:
        yield found


@pytest.fixture(scope="module")
def seated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Browser, str, WebSocketTestSession]]:
    """Somebody at an open socket of a table of two seats of their own, where nothing happens by itself."""
    with site(quick_settings(tmp_path_factory.mktemp("site"))) as ann:
        table = ann.make("me", "me")["table"]
        with ann.socket(table) as socket:
            socket.send_json({"type": "hello"})
            told(socket, "update")
            settled(ann, table)
            ann.get(f"/api/tables/{table}")  # which waits until the last of what was forced is kept and shown
            assert refusals(socket) == []
            yield ann, table, socket


def settled(ann: Browser, table: str) -> Any:
    """Return the session of a table once nothing is left to do that is forced."""
    for _ in range(500):
        session = ann.lobby.live[table].session
        if session.game is not None and automatic_answer(session) is None:
            return session
        ann.get(f"/api/tables/{table}")
    raise AssertionError("the table does not come to rest")


def standing(ann: Browser, table: str) -> tuple[int, str]:
    """Return how a table stands: the length of its journal, and the game itself."""
    session = ann.lobby.live[table].session
    return session.lines, session.game.save()


def refusals(socket: WebSocketTestSession) -> list[dict[str, Any]]:
    """Return what the server has refused up to now."""
    socket.send_json({"type": "ping", "id": 4711})
    found: list[dict[str, Any]] = []
    while not found or (found[-1]["type"], found[-1].get("id")) != ("pong", 4711):
        found.append(json.loads(socket.receive_text()))
    return [message for message in found if message["type"] == "refused"]


# hostile messages


@pytest.mark.slow
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hostile)
@example("")
@example("[" * 3000)
@example('{"type":"say","text":' + "[" * 3000)
@example('{"type":"ping","id":' + "9" * 400 + "}")
@example('{"type":"answer","version":1e999,"key":"roll"}')
@example('{"type":"say","text":"\\ud800"}')
@example('{"type":"say","\\n":1}')
@example('{"type":"say","`\\u2028":1}')
def test_what_is_no_message_is_refused_and_changes_nothing(
    seated: tuple[Browser, str, WebSocketTestSession], text: str
) -> None:
    assume(not is_message(text))
    ann, table, socket = seated
    before = standing(ann, table)
    socket.send_text(text)
    (refused,) = refusals(socket)
    assert refused["error"][0].isupper() and refused["error"][-1] == "."
    assert "\n" not in refused["error"]
    assert standing(ann, table) == before


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60))
def test_bytes_are_refused(seated: tuple[Browser, str, WebSocketTestSession], raw: bytes) -> None:
    ann, table, socket = seated
    before = standing(ann, table)
    socket.send_bytes(raw)
    assert refusals(socket) == [{"type": "refused", "error": "A message is a text, not bytes.", "id": 0}]
    assert standing(ann, table) == before


def test_a_message_that_is_too_long_is_refused(seated: tuple[Browser, str, WebSocketTestSession]) -> None:
    ann, table, socket = seated
    before = standing(ann, table)
    socket.send_json({"type": "say", "text": "x" * 9000})
    (refused,) = refusals(socket)
    assert refused["error"] == "A message has at most 8192 characters."
    assert standing(ann, table) == before


@pytest.mark.parametrize(
    "message",
    [
        {"type": "answer", "version": 99, "key": "roll"},
        {"type": "answer", "version": 0, "key": "fly"},
        {"type": "sit", "seat": 7},
        {"type": "hand_over", "seat": 9},
        {"type": "hand_over", "seat": 0, "level": "nobody"},
        {"type": "take_back", "seat": 0},
        {"type": "resign", "seat": 11},
        {"type": "agree", "yes": True},
        {"type": "order", "drop": 77},
        {"type": "undo"},
    ],
)
def test_what_cannot_be_done_is_refused_with_its_id(
    seated: tuple[Browser, str, WebSocketTestSession], message: dict[str, Any]
) -> None:
    ann, table, socket = seated
    before = standing(ann, table)
    socket.send_json({**message, "id": 12})
    refused = json.loads(socket.receive_text())
    assert (refused["type"], refused["id"]) == ("refused", 12)
    assert refused["error"][-1] in ".;?"
    assert standing(ann, table) == before


@pytest.mark.slow
def test_a_number_of_a_message_that_cannot_be_written_back_is_refused(ann: Browser) -> None:
    with ann.socket(ann.make("me", "me")["table"]) as socket:
        socket.send_text('{"type":"ping","id":36893488147419103232}')
        assert told(socket, "refused")["error"].startswith("The field id must be at most")


# floods


def test_a_flood_is_refused_and_then_cut_off_and_the_table_goes_on(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path, rate_messages="10/minute")) as ann:
        table = ann.make("me", "me")["table"]
        refused = []
        with ann.socket(table) as socket, pytest.raises(WebSocketDisconnect) as end:
            for _ in range(10 + MOST_REFUSALS + 5):
                socket.send_json({"type": "ping"})
            for _ in range(10 + MOST_REFUSALS + 1):
                message = json.loads(socket.receive_text())
                refused += [message] if message["type"] == "refused" else []
            raise AssertionError("the flood was not cut off")
        assert end.value.code == 1008
        assert refused and refused[0]["error"].startswith("That was too often: 10 in 60 seconds")
        with ann.socket(table) as again:
            again.send_json({"type": "hello"})
            assert told(again, "update")["view"]["ask"] is not None


def test_a_page_that_does_not_read_its_messages_is_cut_off_and_may_come_again(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path, waiting=10, rate_chat="100/minute")) as ann:
        table = ann.make("me", "me")["table"]
        with ann.socket(table) as talking:
            talking.send_json({"type": "hello"})
            for number in range(20):
                talking.send_json({"type": "say", "text": f"Line {number}"})
                assert told(talking, "said")["text"] == f"Line {number}"
            with ann.socket(table) as late, pytest.raises(WebSocketDisconnect) as end:
                late.send_json({"type": "hello"})  # all lines are there for it at once
                told(late, "never sent")
        assert (end.value.code, end.value.reason) == (1013, "The page does not read its messages.")
        with ann.socket(table) as again:
            again.send_json({"type": "ping"})
            assert told(again, "pong")


def test_an_address_has_so_many_sockets_and_may_open_another_when_one_is_closed(tmp_path: Path) -> None:
    with site(quick_settings(tmp_path, connections=2)) as ann:
        table = ann.make("me", "me")["table"]
        with ann.socket(table), ann.socket(table), ann.socket(table) as third:
            third.send_json({"type": "ping"})
            assert json.loads(third.receive_text())["error"].startswith("Too many connections are open")
            with pytest.raises(WebSocketDisconnect):
                third.receive_text()
        with ann.socket(table) as later:
            later.send_json({"type": "hello"})
            assert told(later, "table")["info"]["id"] == table


# who may


def test_nobody_is_let_in_who_is_not_at_the_table(ann: Browser) -> None:
    table = ann.make("me", "me")["table"]
    for browser, where in ((ann.another(), table), (ann, "nowhere"), (ann, "x" * 300)):
        with browser.socket(where) as socket:
            refused = json.loads(socket.receive_text())
            assert refused["type"] == "refused" and refused["error"].endswith((".", ";"))
            with pytest.raises(WebSocketDisconnect) as end:
                socket.receive_text()
        assert (end.value.code, end.value.reason) == (4403, refused["error"])
    assert ann.lobby.live[table].connections == []


def test_a_sign_of_life_is_answered_once_and_before_hello(ann: Browser) -> None:
    with ann.socket(ann.make("me", "computer")["table"]) as socket:
        socket.send_json({"type": "ping", "id": 3})
        socket.send_json({"type": "undo", "id": 4})
        answers = [json.loads(socket.receive_text()) for _ in range(2)]
    assert answers == [{"type": "pong", "id": 3}, {"type": "refused", "error": "Say hello first.", "id": 4}]


def answer(ann: Browser, table: str, socket: WebSocketTestSession) -> int:
    """Answer what is asked at a table, with 9 as the id; returns the version that it is given at."""
    session = settled(ann, table)
    asked, version = session.game.ask, session.version
    socket.send_json({"type": "sit", "seat": asked.seat})
    socket.send_json({"type": "answer", "version": version, "key": asked.keys[0], "id": 9})
    return version


@pytest.mark.slow
def test_an_answer_is_shown_to_everybody_and_counted(ann: Browser) -> None:
    made = ann.make("me", "me", seed=3)
    ben = ann.another()
    ben.post("/api" + made["watch_link"])
    with ann.socket(made["table"]) as mine, ben.socket(made["table"]) as theirs:
        for socket in (mine, theirs):
            socket.send_json({"type": "hello"})
            told(socket, "update")
        version = answer(ann, made["table"], mine)
        update = told(mine, "update")
        while update["id"] != 9:
            update = told(mine, "update")
        assert update["version"] > version
        seen = told(theirs, "update")
        while seen["version"] <= version:
            seen = told(theirs, "update")
        assert seen["view"]["seat"] == -1
    assert "stormriver_answer_seconds_count" in ann.get("/metrics").text


@pytest.mark.slow
def test_facts_beside_the_game_are_sent_only_when_they_have_changed(ann: Browser) -> None:
    made = ann.make("me", "me", seed=3)
    with ann.socket(made["table"]) as socket:
        socket.send_json({"type": "hello"})
        told(socket, "update")
        answer(ann, made["table"], socket)
        facts = []
        while (message := json.loads(socket.receive_text())).get("id") != 9:
            facts += [message] if message["type"] == "table" else []
        assert (message["type"], facts) == ("update", [])
        socket.send_json({"type": "pause", "on": True})
        assert told(socket, "table")["info"]["state"] == "paused"


def test_who_leaves_is_gone(ann: Browser) -> None:
    table = ann.make("me", "me")["table"]
    with ann.socket(table) as socket:
        socket.send_json({"type": "hello"})
        told(socket, "update")
        assert len(ann.lobby.live[table].connections) == 1
    assert ann.get(f"/api/tables/{table}").json()["watchers"] == 0
    assert ann.lobby.live[table].connections == []
