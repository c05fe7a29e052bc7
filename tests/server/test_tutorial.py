"""The tutorial at the server: every lesson is a table at which the guide's answers lead where the lesson ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sites import Browser, quick_settings, site, told

import stormriver
from stormriver.kernel import events as kinds
from stormriver.scenario.lessons import lessons
from stormriver.server import teaching

LESSONS = list(lessons())


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with site(quick_settings(tmp_path)) as found:
        yield found


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_dice_of_a_lesson_come_by_themselves(lesson: str) -> None:
    scenario = lessons()[lesson].scenario
    game = stormriver.load(teaching.position(lesson))
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


def test_who_learns_is_asked_and_can_take_an_answer_back(ann: Browser) -> None:
    table = ann.post(f"/api/tutorial/{LESSONS[0]}").json()["table"]
    with ann.socket(table) as socket:
        socket.send_json({"type": "hello"})
        update = told(socket, "update")
        while update["view"]["ask"] is None or not update["view"]["ask"]["options"]:
            update = told(socket, "update")
        assert update["view"]["seat"] == update["view"]["ask"]["seat"]
    assert ann.hall.live[table].sitting.began.lesson == LESSONS[0]
