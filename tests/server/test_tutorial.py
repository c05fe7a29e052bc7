"""The tutorial at the server: every lesson is a table at which the guide's answers lead where the lesson ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sites import Browser, quick_settings, site, told

import stormriver
from stormriver.kernel import events as kinds
from stormriver.scenario.lessons import lessons
from stormriver.server import tutorial

LESSONS = list(lessons())


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with site(quick_settings(tmp_path)) as found:
        yield found


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_dice_of_a_lesson_come_by_themselves(lesson: str) -> None:
    scenario = lessons()[lesson].scenario
    game = stormriver.load(tutorial.position(lesson))
    answers = [entry.key for entry in scenario.answers]
    for _ in range(60):
        rolled = [die for event in game.log or () if event.kind == kinds.ROLLED for die in event.data]
        if game.ask is None or len(rolled) >= len(scenario.dice):
            break
        key = next((key for key in answers if key in game.ask.keys), None) if game.ask.seat == scenario.turn else None
        if key is not None:
            answers.remove(key)
        game.answer(key or ("pass" if "pass" in game.ask.keys else game.ask.keys[0]))
    assert rolled[: len(scenario.dice)] == list(scenario.dice)


def test_every_lesson_is_listed_and_can_be_begun(ann: Browser) -> None:
    listed = ann.get("/api/tutorial").json()
    assert [lesson["id"] for lesson in listed] == LESSONS
    for lesson in listed:
        assert lesson["title"] and lesson["text"] and all(step["say"] for step in lesson["steps"])
        answer = ann.post(f"/api/tutorial/{lesson['id']}")
        assert answer.status_code == 201
        info = ann.get(f"/api/tables/{answer.json()['table']}").json()
        assert (info["lesson"], info["state"]) == (lesson["id"], "playing")
        assert [seat["mine"] for seat in info["seats"]].count(True) == 1


def test_a_lesson_that_is_not_there_is_told(ann: Browser) -> None:
    answer = ann.post("/api/tutorial/flying")
    assert (answer.status_code, answer.json()["error"]) == (404, "There is no lesson 'flying'.")


@pytest.mark.parametrize("name", ["A\x1b[31m", "A\u202enn", "<b>Ann</b>"], ids=ascii)
def test_who_learns_has_a_name_as_at_any_table(ann: Browser, name: str) -> None:
    answer = ann.post(f"/api/tutorial/{LESSONS[0]}", params={"name": name})
    assert (answer.status_code, answer.json()["where"]) == (400, "name")


def test_who_learns_is_asked_and_can_take_an_answer_back(ann: Browser) -> None:
    table = ann.post(f"/api/tutorial/{LESSONS[0]}").json()["table"]
    with ann.socket(table) as socket:
        socket.send_json({"type": "hello"})
        update = told(socket, "update")
        while update["view"]["ask"] is None or not update["view"]["ask"]["options"]:
            update = told(socket, "update")
        assert update["view"]["seat"] == update["view"]["ask"]["seat"]
    assert ann.lobby.live[table].session.began.lesson == LESSONS[0]


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS)
def test_all_that_a_lesson_speaks_of_is_asked_and_nothing_is_left_open_at_its_end(ann: Browser, lesson: str) -> None:
    wanted = lessons()[lesson]
    answers = [entry.key for entry in wanted.scenario.answers]
    table = ann.post(f"/api/tutorial/{lesson}").json()["table"]
    asked: list[str] = []
    happened: list[str] = []
    with ann.socket(table) as socket:
        socket.send_json({"type": "hello"})
        while wanted.steps[-1].event not in happened:
            update = told(socket, "update")
            happened += [event["kind"] for event in update["told"]]
            ask = update["view"]["ask"]
            if ask is None or not ask["options"] or update["settled"]:
                continue
            keys = [option["key"] for option in ask["options"]]
            key = answers.pop(0) if answers and answers[0] in keys else "pass" if "pass" in keys else keys[0]
            asked.append(ask["kind"])
            socket.send_json({"type": "answer", "version": update["version"], "key": key})
    assert asked == [step.ask for step in wanted.steps if step.ask]
    assert by(ann, table, "forced") <= {"window", "trophies"}


def by(ann: Browser, table: str, whom: str) -> set[str]:
    """Return the keys of what a table answered for somebody."""
    session = ann.lobby.live[table].session
    seat = next(seat.number for seat in session.seating.seats if seat.who == "person")
    return {past.key for past in session.decisions if past.seat == seat and past.by == whom} - {"pass", "done"}


def test_who_learns_is_called_by_their_own_name_unless_somebody_else_has_it(ann: Browser) -> None:
    for name, expected in (("Wren", "Wren"), ("ada", "Robin"), ("", "Robin")):
        table = ann.post(f"/api/tutorial/{LESSONS[0]}?name={name}").json()["table"]
        session = ann.lobby.live[table].session
        assert [seat.name for seat in session.seating.seats] == [expected, "Ada"] == list(session.game.table.seats)
