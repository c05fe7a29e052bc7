"""What the code says in English is there in every language, and is never put together before it is said."""

from __future__ import annotations

import ast
import pickle

import pytest

from stormriver.kernel.errors import BadContent, EngineError, Mismatch, StormriverError
from stormriver.kernel.translatable import Translatable, alternatives, joined
from stormriver.language import rendering, translations
from stormriver.language.catalogue import languages
from stormriver.language.message import MessageError, sentence_of, translated
from stormriver.language.source import read_text
from support import layers

NO_DECK = "no deck is called {name!r}"


def test_an_error_is_read_in_any_language() -> None:
    with pytest.raises(BadContent) as caught:
        read_text("space:\n\tname: ruins", "file")
    assert str(caught.value) == "file, line 2: a tab stands here; indent with blanks"
    assert sentence_of(caught.value, "de") == "file, Zeile 2: hier steht ein Tabulator; rücke mit Leerzeichen ein"
    node = read_text("- tempel", "pack/board.yaml").items()[0]
    with pytest.raises(BadContent) as caught:
        node.misspelt("no space is called {name!r}", "tempel", ["temple", "ruins"])
    assert str(caught.value) == "pack/board.yaml, line 1, at [0]: no space is called 'tempel'; did you mean 'temple'?"
    assert sentence_of(caught.value, "de") == (
        "pack/board.yaml, Zeile 1, bei [0]: ein Feld 'tempel' gibt es nicht; meinst du 'temple'?"
    )


def test_errors_within_errors_are_read_in_the_language_too() -> None:
    inner = MessageError("ruleset.no_option", name="'fast'", hint=".")
    outer = BadContent("The save cannot be set up again: {error}", error=inner)
    assert str(outer) == "The save cannot be set up again: No option is called 'fast'."
    assert sentence_of(outer, "de") == "Der Spielstand lässt sich nicht wieder aufbauen: Keine Option heißt 'fast'."
    fault = EngineError("an ask of kind {kind!r} without options", kind="roll")
    assert sentence_of(fault, "de") == "eine Frage 'roll', bei der nichts zur Wahl steht"


def test_what_no_language_says_stays_as_it_is() -> None:
    assert sentence_of(StormriverError("Braces {as} they stand."), "de") == "Braces {as} they stand."
    assert translated("plain", "de") == "plain" and translated(7, "de") == 7


def test_sentences_keep_their_parts_on_the_way_to_another_process() -> None:
    error = Mismatch("it says {said}, but the seed gives {drawn}.", 3, said="a", drawn=Translatable("nothing"))
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.line == 3
    assert sentence_of(again, "de") == "Zeile 3 der Aufzeichnung: dort steht a, aber der Startwert ergibt nichts."


def test_lists_are_put_together_in_the_language() -> None:
    assert alternatives(["a"]) == "a" and alternatives(["a", "b", "c"]) == "a, b or c"
    assert translated(alternatives(["a", "b", "c"]), "de") == "a, b oder c"
    assert translated(joined([Translatable("a list"), Translatable("nothing")], "; "), "de") == "eine Liste; nichts"


@pytest.mark.slow
def test_every_template_in_the_code_is_said_in_every_language() -> None:
    for code in languages():
        assert translations.differences(code) == []


@pytest.mark.slow
def test_what_a_language_lacks_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    own = dict(rendering.language("de").catalogue.sections["translations"])
    del own[NO_DECK]
    own["no such sentence"] = "kein solcher Satz"
    own["a list"] = "eine {lange} Liste"
    monkeypatch.setitem(rendering.language("de").catalogue.sections, "translations", own)
    assert translations.differences("de") == [
        f"translations.{NO_DECK} is missing",
        "translations.no such sentence is not asked for",
        "translations.a list has a slot {lange} that is never filled",
    ]


def put_together(tree: ast.Module) -> list[int]:
    """Return the lines where a sentence is put together before it is said, so that no catalogue could hold it."""
    return [
        argument.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for at in translations.SAYING.get(getattr(node.func, "attr", getattr(node.func, "id", "")), ())
        for argument in node.args[at : at + 1]
        if isinstance(argument, ast.JoinedStr | ast.BinOp)
    ]


@pytest.mark.slow
def test_no_sentence_is_put_together_before_it_is_said() -> None:
    engine = layers.modules(
        "kernel", "art", "language", "adventure", "wargame", "scenario", "lab", "players", "session"
    )
    assert {module.name: lines for module in engine if (lines := put_together(module.tree))} == {}
    assert put_together(ast.parse("node.fail(f'no {name}')\nraise BadContent('a' + b)\nnode.fail('plain')")) == [1, 2]
