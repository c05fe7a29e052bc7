"""Settings: options win over variables, defaults are sound, and what is wrong is told in one sentence."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stormriver.cli.app import app
from stormriver.cli.serve import serve
from stormriver.kernel.errors import StormriverError
from stormriver.server.settings import Settings, all_settings, settings_of

ROOT = Path(__file__).resolve().parent.parent.parent


def test_an_option_wins_over_a_variable_and_that_over_the_default() -> None:
    environment = {"STORMRIVER_PORT": "8001", "STORMRIVER_HOST": "::1"}
    found = settings_of({"port": "8002", "host": None}, environment)
    assert (found.port, found.host, found.thinkers) == (8002, "::1", Settings().thinkers)


def test_every_setting_is_an_option_of_serve_and_stands_in_the_docs() -> None:
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    assert set(inspect.signature(serve).parameters) == {setting.name for setting in all_settings()}
    for setting in all_settings():
        assert f"| `{setting.option}` | `{setting.variable}` |" in page


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("port", "x", "--port is a whole number from 0 to 65535, not 'x'."),
        ("port", "65536", "--port is a whole number from 0 to 65535, not '65536'."),
        ("think_seconds", "-1", "--think-seconds is a number from 0 to 3600, not '-1'."),
        ("accounts", "perhaps", "--accounts is true or false, not 'perhaps'."),
        ("log", "loud", "--log is one of debug, info, warning, error, not 'loud'."),
        ("rate_logins", "often", "--rate-logins is a rate such as 30/minute or 5/second, not 'often'."),
        ("origin", "example.org", "--origin is an address such as https://play.example.org, with no path, not"),
        ("origin", "https://example.org/", "--origin is an address such as https://play.example.org, with no path"),
        ("forced_least", "3", "--forced-least is more than --forced-most."),
    ],
)
def test_what_is_not_possible_is_told_in_one_sentence(name: str, value: str, sentence: str) -> None:
    with pytest.raises(StormriverError) as told:
        settings_of({name: value}, {})
    assert str(told.value).startswith(sentence)
    assert str(told.value).count("\n") == 0


def test_a_wrong_variable_is_named_as_such() -> None:
    with pytest.raises(StormriverError, match=r"^STORMRIVER_PORT is a whole number"):
        settings_of({}, {"STORMRIVER_PORT": "http"})


def test_serve_says_what_is_wrong_and_leaves_with_2() -> None:
    said = CliRunner().invoke(app, ["serve", "--port", "x"])
    assert (said.exit_code, said.stdout) == (2, "")
    assert said.stderr == "--port is a whole number from 0 to 65535, not 'x'.\n"


def test_settings_of_conduct_reach_the_tables() -> None:
    policy = settings_of({"forced_least": "0.1", "forced_most": "0.2", "thinkers": "3"}, {}).policy
    assert (policy.forced_delay, policy.thinkers) == ((0.1, 0.2), 3)


def test_what_is_wrong_is_told_in_the_language_of_the_reader() -> None:
    said = CliRunner().invoke(app, ["--language", "de", "serve", "--rate-chat", "often"])
    assert said.stderr == "--rate-chat ist eine Rate wie 30/minute oder 5/second, nicht 'often'.\n"
