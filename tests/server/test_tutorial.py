"""The tutorial at the server: every lesson is a table at which the guide's answers lead where the lesson ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sites import Browser, quick_settings, site, told

from stormriver.api import resume_game
from stormriver.kernel import events as kinds
from stormriver.scenario.lessons import FOLDER, lessons
from stormriver.server import tutorial

LESSONS = [
    file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("id: ") for file in sorted(FOLDER.glob("*"))
]
"""The ids of the lessons, each of which stands first in its file: to read them whole takes long."""


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with site(quick_settings(tmp_path)) as found:
        yield found


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_dice_of_a_lesson_come_by_themselves(lesson: str) -> None:
    scenario = lessons()[lesson].scenario
    game = resume_game(tutorial.position(lesson))
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


@pytest.mark.slow
def test_every_lesson_is_listed_and_can_be_begun(ann: Browser) -> None:
    listed = ann.get("/api/tutorial").json()
    assert [lesson["id"] for lesson in listed] == LESSONS
    for lesson in listed:
        assert lesson["title"] and lesson["text"] and lesson["game"] and lesson["minutes"]
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
def test_each_step_speaks_of_the_question_on_the_table_and_none_is_left_open(ann: Browser, lesson: str) -> None:
    steps = lessons()[lesson].steps
    said: list[str] = []
    table = ann.post(f"/api/tutorial/{lesson}?name=Wren").json()["table"]
    with ann.socket(table) as socket:
        socket.send_json({"type": "hello"})
        while not (update := told(socket, "update"))["guide"]["over"]:
            ask = update["further"] or update["view"]["ask"]
            if ask is None or not ask["options"] or ask["seat"] != update["view"]["seat"] or update["settled"]:
                continue
            said += [saying["text"] for saying in update["guide"]["said"]]
            step = steps[update["guide"]["at"] - 1]
            assert (step.ask, step.highlight) == (ask["kind"], update["guide"]["highlight"])
            key = {"key": update["leading"], "then": step.highlight} if update["further"] else {"key": step.highlight}
            socket.send_json({"type": "answer", "version": update["version"], **key})
    said += [saying["text"] for saying in update["guide"]["said"]]
    assert said == [step.say.strip().replace("{name}", "Wren") for step in steps]
    left = update["view"]["ask"]
    assert left is None or left["seat"] != update["view"]["seat"] or len(left["options"]) == 1


def test_the_guide_follows_what_is_taken_back(ann: Browser) -> None:
    table = ann.post(f"/api/tutorial/{LESSONS[0]}").json()["table"]
    with ann.socket(table) as socket:
        socket.send_json({"type": "hello"})
        while not (update := told(socket, "update"))["guide"]["highlight"]:
            pass
        first = update["guide"]
        answer = {"key": update["leading"], "then": first["highlight"]}
        socket.send_json({"type": "answer", "version": update["version"], **answer})
        while (update := told(socket, "update"))["guide"]["at"] == first["at"] or not update["guide"]["highlight"]:
            pass
        socket.send_json({"type": "undo"})
        while (update := told(socket, "update"))["undone"] < 0:
            pass
        assert update["guide"] == first


def test_who_learns_is_called_by_their_own_name_unless_somebody_else_has_it(ann: Browser) -> None:
    for name, expected in (("Wren", "Wren"), ("ada", "Robin"), ("", "Robin")):
        table = ann.post(f"/api/tutorial/{LESSONS[0]}?name={name}").json()["table"]
        session = ann.lobby.live[table].session
        assert [seat.name for seat in session.seating.seats] == [expected, "Ada"] == list(session.game.table.seats)
