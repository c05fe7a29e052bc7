"""What people are offered who set a game up: lengths that there are, and forecasts of games that were played."""

from __future__ import annotations

from pathlib import Path

import pytest

from stormriver.kernel.errors import BadContent
from stormriver.language.ruleset import Ruleset, preset_folder, presets
from stormriver.language.setups import (
    FORECASTS_FILE,
    Forecast,
    Setup,
    forecast_of,
    forecasts_of,
    length_of,
    read_forecasts,
    setup_of,
)

ADVENTURES = presets("adventure")


def usual(preset: str) -> dict[str, object]:
    """Return the options of a preset as it has them."""
    return {name: setting.value for name, setting in Ruleset(preset, {}, ()).settings.items()}


@pytest.mark.parametrize("preset", presets())
def test_a_preset_says_what_it_is_and_offers_lengths(preset: str) -> None:
    found = setup_of(preset)
    assert found.about and found.art.figures
    assert [length.id for length in found.lengths][:2] == ["short", "usual"]
    assert next(length for length in found.lengths if length.id == "usual").options == {}


@pytest.mark.parametrize("preset", presets())
def test_every_length_was_measured_with_the_options_that_it_has(preset: str) -> None:
    """Else it is to be measured anew: tools/measure_lengths.py."""
    least, most = Ruleset(preset, {}, ()).seats
    lengths = {length.id: length.options for length in setup_of(preset).lengths}
    found = forecasts_of(preset)
    assert {forecast.length for forecast in found} == set(lengths)
    assert all(forecast.options == lengths[forecast.length] for forecast in found)
    for length in lengths:
        assert all(forecast_of(preset, length, seats, ()) for seats in range(least, most + 1))


@pytest.mark.parametrize("preset", presets())
def test_a_shorter_length_is_forecast_to_be_shorter(preset: str) -> None:
    seats = min(4, Ruleset(preset, {}, ()).seats[1])
    found = [forecast_of(preset, length.id, seats, ()) for length in setup_of(preset).lengths]
    rounds = [forecast.rounds[1] for forecast in found if forecast is not None]
    assert rounds == sorted(rounds) and len(set(rounds)) == len(rounds)


@pytest.mark.parametrize("preset", ADVENTURES)
def test_people_choose_among_characters_and_the_preset_stays_as_it_is(preset: str) -> None:
    assert setup_of(preset).suggested == {"characters_to_choose": 3}
    assert usual(preset)["characters_to_choose"] == 1


def test_options_that_make_a_length_are_known_as_it() -> None:
    found, values = setup_of("revised4"), usual("revised4")
    short = found.lengths[0].options
    for chosen, length in (
        ({}, "usual"),
        (short, "short"),
        ({**short, "bloodbath": True}, "short"),  # a house rule beside it
        ({**values, **short}, "short"),
    ):
        made = length_of(found, chosen, values)
        assert made is not None and made.id == length
    assert length_of(found, {"trophy_points": 6}, values) is None


def test_between_numbers_of_seats_that_were_measured_a_forecast_lies_between(monkeypatch: pytest.MonkeyPatch) -> None:
    known = [
        Forecast("usual", 2, (10, 20, 30), 40, 8),
        Forecast("usual", 6, (30, 40, 50), 80, 8),
        Forecast("usual", 6, (60, 70, 80), 90, 8, packs=("more",)),
    ]
    monkeypatch.setattr("stormriver.language.setups.forecasts_of", lambda preset: known)
    for seats, packs, rounds, questions in (
        (2, (), (10, 20, 30), 40),
        (3, (), (15, 25, 35), 50),
        (6, (), (30, 40, 50), 80),
        (2, ("more", "another"), (60, 70, 80), 90),  # of the most packs, and the nearest number of seats
    ):
        found = forecast_of("any", "usual", seats, packs)
        assert found is not None and (found.seats, found.rounds, found.questions) == (seats, rounds, questions)
    assert forecast_of("any", "long", 2, ()) is None


def test_what_is_measured_names_its_command() -> None:
    for preset in presets():
        path = preset_folder(preset) / FORECASTS_FILE
        if path.is_file():
            assert read_forecasts(path).made_by == f"python tools/measure_lengths.py {preset}"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("suggested: {charakters_to_choose: 3}", "no option is called 'charakters_to_choose'"),
        ("suggested: {characters_to_choose: 9}", "from 1 to 3"),
        ("lengths: [{id: short, text: Quick., options: {trophy_points: many}}]", "whole number"),
        ("size: 3", "size"),
    ],
)
def test_a_mistake_in_the_file_is_told_with_its_place(
    text: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "setup.yaml").write_text(text)
    monkeypatch.setattr("stormriver.language.setups.preset_folder", lambda name: tmp_path)
    with pytest.raises(BadContent, match=r"setup\.yaml, line 1") as refused:
        setup_of.__wrapped__("revised4")
    assert wrong in str(refused.value)


def test_a_preset_without_a_file_offers_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stormriver.language.setups.preset_folder", lambda name: tmp_path)
    found: Setup = setup_of.__wrapped__("wargame")
    assert (found.about, found.suggested, found.lengths) == ("", {}, ())
