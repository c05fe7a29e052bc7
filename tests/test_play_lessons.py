"""Lessons at the terminal: what the guide says, and how a lesson ends."""

from __future__ import annotations

import pytest

from stormriver.cli.lesson import Guide
from stormriver.cli.screen import compact
from stormriver.scenario.lesson_games import sayings
from stormriver.scenario.lessons import lessons
from test_play import Played


@pytest.mark.slow
def test_a_lesson_is_taught_to_its_end_and_names_the_next() -> None:
    played = Played(["roll", "to:plains_2", "space", "take:magic_belt"], "--lesson", "setting_out")
    assert played.code == 0
    first, *_, last = played.out.split(" Stormriver  ")[1:]
    assert "» This is you, Robin:" in first and "This is you" not in last
    assert "» It is your turn, and the die shows 3." in played.out
    assert played.out.rstrip().endswith("stormriver play --terminal --lesson a_fight")
    assert "Here it lies before you." in played.out.splitlines()[-2]
    assert "Saved to" not in played.out


def test_whoever_leaves_a_lesson_saves_nothing() -> None:
    played = Played(["q"], "--lesson", "setting_out")
    assert played.code == 0 and "Saved" not in played.out and "--lesson" not in played.out


def test_a_lesson_that_there_is_not_is_told_with_those_that_there_are() -> None:
    played = Played([], "--lesson", "seting_out")
    assert (played.code, played.err) == (2, "No lesson is called 'seting_out'; did you mean 'setting_out'?\n")


@pytest.mark.parametrize("more", ["--preset revised4", "--seed 1", "--continue", "--pace", "--packs city"])
def test_a_lesson_takes_no_other_game(more: str) -> None:
    played = Played([], "--lesson", "setting_out", *more.split())
    assert (played.code, played.out) == (2, "")
    assert played.err.startswith("A lesson brings its own game") and len(played.err.splitlines()) == 1


def test_whoever_goes_another_way_is_told_once_and_how_to_begin_anew() -> None:
    played = Played(["roll", "to:plains_4", "space", "q"], "--lesson", "setting_out")
    assert played.out.count("» The lesson goes another way") == 1
    assert "stormriver play --terminal --lesson setting_out begins anew" in " ".join(played.out.split())
    assert "another way" not in Played(["roll", "to:plains_2", "q"], "--lesson", "setting_out").out


@pytest.mark.long
@pytest.mark.parametrize("name", lessons())
def test_all_that_the_guide_says_is_seen_in_24_lines_below_the_heading(name: str) -> None:
    guide = Guide(name)
    session, heard = guide.session, list[str]()
    taught = [step for step in guide.lesson.steps if step.highlight]
    while not guide.over and (pending := session.game.ask) is not None:
        if session.go_on():
            continue
        view = session.asked_view(pending.seat)
        said = guide.said(view.ask)
        apart = bool(said) and compact.crowded(view, said, 80, 23)
        heard += said
        past = compact.Past(session.told(view), session.known(view), (), said[-1:] if apart else said)
        lines = [line.plain for line in compact.screen(view, past, 80, 23)]
        assert len(lines) <= 23 and lines[0].startswith(" Stormriver ")
        assert all(one in " ".join(" ".join(lines).split()) for one in past.guide)
        following = next(
            (step for step in taught if step.ask == view.ask.kind and step.highlight in view.ask.keys), None
        )
        taught = taught[taught.index(following) + 1 :] if following else taught
        session.answer_asked(pending.seat, following.highlight if following else view.ask.keys[0])
    heard += guide.said()
    assert heard == sayings(guide.lesson, range(len(guide.lesson.steps)), "Robin", "en", "say_terminal")
