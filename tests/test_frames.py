"""Frames and contexts: copied whole, told whole, and found again from what they tell."""

from __future__ import annotations

import inspect
import pickle
import random
from types import ModuleType

import pytest

from stormriver.adventure.model.frames import Turn
from stormriver.adventure.procedures import programs as adventure
from stormriver.api import table_for
from stormriver.kernel.frames import NONE, Context, Frame, WordFrame, restored
from stormriver.kernel.program import Procedure, Program, Step
from stormriver.language.ruleset import presets
from stormriver.wargame.procedures import programs as wargame
from support.random_games import FIRST_WARGAME, Play, set_up

KINDS = (*adventure.KINDS, *wargame.KINDS)
PLACE = 7
ABOUT = Context(1, 12, 2, 13, 14, 15, 16)


def slots_of(kind: type[Frame]) -> list[str]:
    """Return the slots of a kind of frame, those of the kinds above it first."""
    return [slot for above in reversed(kind.__mro__) for slot in vars(above).get("__slots__", ())]


def filled(kind: type[Frame]) -> Frame:
    """Return a frame with another number in each of its slots, one that no slot has by itself."""
    if kind is WordFrame:
        return WordFrame(ABOUT, 11, 12, 13, 14, place=0)
    frame = kind(**dict.fromkeys(kind(**needed(kind)).values(), 0))
    for number, slot in enumerate(slots_of(kind), 21):
        setattr(frame, slot, number)
    frame.place = PLACE
    return frame


def needed(kind: type[Frame]) -> dict[str, int]:
    """Return a value for each field that a kind of frame cannot do without."""
    fields = inspect.signature(kind).parameters.values()
    return {field.name: 0 for field in fields if field.default is inspect.Parameter.empty}


@pytest.fixture(params=[*KINDS, WordFrame], ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def frame(request: pytest.FixtureRequest) -> Frame:
    return filled(request.param)


def test_a_copy_is_whole_and_apart(frame: Frame) -> None:
    """Whatever is changed in the copy afterwards, the original stays as it was."""
    copied, before = frame.copy(), frame.values()
    assert copied == frame
    assert type(copied) is type(frame) and copied is not frame
    assert [getattr(copied, slot) for slot in slots_of(type(frame))] == [
        getattr(frame, slot) for slot in slots_of(type(frame))
    ]
    for slot in slots_of(type(frame)):
        setattr(copied, slot, ABOUT.of(9) if slot == "context" else -99)
    assert (frame.values(), frame.place) == (before, 0 if isinstance(frame, WordFrame) else PLACE)


def test_nothing_in_a_frame_can_change_but_by_being_replaced(frame: Frame) -> None:
    """Numbers and contexts only: so a copy that shares them shares nothing that changes."""
    assert {type(getattr(frame, slot)) for slot in slots_of(type(frame))} <= {int, bool, Context}
    with pytest.raises(AttributeError):
        frame.anything = 1  # type: ignore[attr-defined]


def test_two_frames_differ_by_every_slot(frame: Frame) -> None:
    """Else a clone or save that loses one would not be found out."""
    for slot in slots_of(type(frame)):
        other = frame.copy()
        setattr(other, slot, ABOUT.of(9) if slot == "context" else -99)
        if not (isinstance(frame, WordFrame) and slot == "seat"):  # the context says it
            assert other != frame, slot


def test_a_frame_tells_every_slot(frame: Frame) -> None:
    left_out = {"place", "seat"} if isinstance(frame, WordFrame) else {"place"}
    assert set(frame.values()) == set(slots_of(type(frame))) - left_out
    assert len(frame.values()) == len(slots_of(type(frame))) - len(left_out)


def test_a_frame_comes_back_from_what_it_tells(frame: Frame) -> None:
    again = restored(type(frame), frame.place, frame.values())
    assert again == frame
    assert again.seat == frame.seat


def test_what_is_no_field_is_refused(frame: Frame) -> None:
    with pytest.raises(TypeError):
        restored(type(frame), PLACE, {**frame.values(), "anything": 1})


def test_a_frame_can_be_pickled(frame: Frame) -> None:
    again = pickle.loads(pickle.dumps(frame))
    assert again == frame and again is not frame


def test_the_card_behind_a_frame_is_what_its_context_is_about(frame: Frame) -> None:
    """Who asks for either is told the same; a wargame tells of units in frames, but of spells only in contexts."""
    about = frame.as_context()
    assert about.seat == frame.seat
    assert about.card in (NONE, frame.card_behind())
    if type(frame) in adventure.KINDS or isinstance(frame, WordFrame):
        assert about.card == frame.card_behind()


def test_what_a_frame_counts_are_fields_of_it(frame: Frame) -> None:
    """What saves look up by name, see `Frame.counts`."""
    assert set(frame.counts) <= set(frame.values())
    assert set(frame.counts.values()) <= {"words", "marks", "columns", "sources"}


def test_step_back_takes_back_the_step_under_way(frame: Frame) -> None:
    before, copied = frame.cause(1000), frame.copy()
    frame.step_back()
    if isinstance(frame, WordFrame):
        assert (before, frame.step) == (1000 + frame.word, filled(WordFrame).values()["step"] - 1)
    else:
        assert frame.place == before == copied.place - 1


# contexts


def test_a_context_is_equal_to_what_it_tells() -> None:
    assert Context(*ABOUT.values()) == ABOUT
    assert hash(Context(*ABOUT.values())) == hash(ABOUT)
    assert pickle.loads(pickle.dumps(ABOUT)) == ABOUT
    for number in range(len(ABOUT.values())):
        values = list(ABOUT.values())
        values[number] = 99
        assert Context(*values) != ABOUT


@pytest.mark.parametrize(
    ("changed", "slots"),
    [
        (ABOUT.seen_by(98, 99), {"seat": 98, "card": 99}),
        (ABOUT.of(99), {"seat": 99}),
        (ABOUT.facing(99), {"rival": 99}),
        (ABOUT.at(99), {"space": 99}),
        (ABOUT.aimed(99), {"target": 99}),
        (ABOUT.rolled(98, 99), {"roll": 98, "natural": 99}),
    ],
)
def test_another_context_differs_in_what_it_says(changed: Context, slots: dict[str, int]) -> None:
    for slot in Context.__slots__:
        assert getattr(changed, slot) == slots.get(slot, getattr(ABOUT, slot))
    assert ABOUT.values() == (1, 12, 2, 13, 14, 15, 16)


# programs


@pytest.mark.parametrize("rulebook", [adventure, wargame], ids=["adventure", "wargame"])
def test_every_procedure_has_frames_of_its_own(rulebook: ModuleType) -> None:
    """Those of one rulebook; variants of a procedure (`die.inherited`) have the same."""
    kinds: tuple[type[Frame], ...] = rulebook.KINDS
    programs: dict[str, object] = rulebook.PROGRAMS
    names = [kind.procedure for kind in kinds]
    assert len(set(names)) == len(names)
    assert set(names) == {name.partition(".")[0] for name in programs}


@pytest.mark.parametrize("preset", presets())
def test_the_program_of_a_preset_has_a_place_for_every_kind_of_frame(preset: str) -> None:
    program = table_for(preset).program
    kinds = (adventure if presets("adventure").count(preset) else wargame).KINDS
    assert set(program.begin) == {WordFrame, *kinds}
    assert set(program.at) == set(program.end) - {WordFrame} == set(kinds)
    assert len(set(program.names)) == len(program.names)
    for kind in kinds:
        places = range(program.begin[kind] - 1, program.end[kind] + 1)
        assert {program.kinds[place] for place in places} == {kind}
        assert {program.names[place].partition("/")[0] for place in places} == {kind.procedure}
        assert {*program.at[kind].values()} <= {*places}
        assert {program.following[place] for place in places} <= {*places, program.end[kind] + 1}
    assert program.kinds[0] is WordFrame


def test_a_step_that_comes_twice_has_two_names_and_is_found_at_its_first_place() -> None:
    """So files can tell its places apart; `game.go_to` leads to the first one."""

    def rest(game: object, frame: object) -> None: ...
    def work(game: object, frame: object) -> None: ...

    steps: list[tuple[str, Step]] = [("turn.order", rest), ("turn.order", work), ("turn.clockwise", rest)]
    program = Program([Procedure(Turn, *steps)], frozenset({work}))
    assert program.names == ["word", "turn", "turn/rest", "turn/work", "turn/rest#2", "turn/finished", "word/finished"]
    assert program.at[Turn] == {rest: 2, work: 3}
    assert (program.begin[Turn], program.end[Turn]) == (2, 5)
    assert program.rules[1:6] == ["turn.order", "turn.order", "turn.order", "turn.clockwise", "turn.clockwise"]
    assert program.steps[2:5] == [rest, rest, rest]  # where nothing can happen the next step is carried out
    assert program.following[2:5] == [3, 5, 5]


@pytest.mark.slow
@pytest.mark.parametrize("number", [3, 8, FIRST_WARGAME])
def test_frames_stand_where_those_of_their_kind_may(number: int) -> None:
    """At every decision, and those of words where words do."""
    play = Play(set_up(number), log=False)
    rng = random.Random(number)
    seen: set[type[Frame]] = set()
    game = play.game
    for _ in range(200):
        if game.ask is None:
            break
        for frame in game.state.frames:
            assert type(frame) is game.table.program.kinds[frame.place]
            assert restored(type(frame), frame.place, frame.values()) == frame
            seen.add(type(frame))
        game.play(rng.randrange(len(game.ask.codes)))
    assert len(seen) > 3
