"""Words in Python that a pack brings: run for who trusts the pack, and for nobody else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import stormriver
from stormriver.adventure.loader import nameless_table
from stormriver.api import begin_game, resume_game, table_for
from stormriver.kernel import events
from stormriver.kernel.frames import Context
from stormriver.language import pack_words
from stormriver.language.grammar import Effect, words

WORDS = '''
from __future__ import annotations

from stormriver.adventure.model.columns import GOLD
from stormriver.adventure.model.table import AdventureGame
from stormriver.kernel import events
from stormriver.kernel.frames import Context
from stormriver.language.clauses import Part, written
from stormriver.language.grammar import Effect, Value


class Windfall(Effect):
    """The seat gains gold twice over. `{windfall: 2}`"""

    word = "windfall"
    gold: Value

    def do(self, game: AdventureGame, context: Context) -> None:
        game.change(context.seat, GOLD, 2 * self.gold.of(game, context))

    def clause(self) -> Part:
        return written("gain twice {gold} gold", gold=self.gold.clause())
'''
CARDS = """
cards:
  - {id: money_tree, name: Money Tree, deck: adventure, kind: place, meet: {windfall: 2}}
"""


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a pack with a word of its own, which nobody trusts yet."""
    monkeypatch.setattr(pack_words, "_trusted", set())
    monkeypatch.delenv(pack_words.VARIABLE, raising=False)
    folder = tmp_path / "trees"
    folder.mkdir()
    (folder / "words.py").write_text(WORDS, encoding="utf-8")
    (folder / "cards.yaml").write_text(CARDS, encoding="utf-8")
    return folder


def test_a_pack_that_nobody_trusts_is_refused_and_not_run(pack: Path) -> None:
    (pack / "words.py").write_text(f"open({str(pack / 'run')!r}, 'w')", encoding="utf-8")
    with pytest.raises(stormriver.BadContent, match=r"trees/words\.py: the pack brings words in Python"):
        table_for("revised4", 2, packs=[str(pack)])
    assert not (pack / "run").exists()


def test_its_words_mean_what_they_do(pack: Path) -> None:
    pack_words.trust(pack)
    table = table_for("revised4", 2, packs=[str(pack)])
    card = next(number for number, card in enumerate(table.cards) if card.id == "money_tree")
    assert table.says(table.cards[card]).startswith("Gain twice 2 gold.")
    game = begin_game("revised4", 2, seed=1, packs=[str(pack)])
    before = game.view(0).me.gold
    table.cards[card].meet.run(game, Context(0, card))
    assert game.view(0).me.gold == before + 4


def test_a_save_with_such_a_pack_comes_back_where_it_is_trusted(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(pack_words.VARIABLE, os.pathsep.join(["/nowhere", str(pack)]))
    text = begin_game("revised4", 2, seed=1, packs=[str(pack)]).save()
    assert resume_game(text, [str(pack)]).save() == text
    (pack / "words.py").write_text(WORDS.replace("2 * self", "3 * self"), encoding="utf-8")
    nameless_table.cache_clear()  # as in another process
    log = resume_game(text, [str(pack)]).log
    assert log is not None and log[-1].kind == events.RULES  # other words are other rules


def test_only_tables_with_the_pack_know_its_words(pack: Path, tmp_path: Path) -> None:
    pack_words.trust(pack)
    table_for("revised4", 2, packs=[str(pack)])
    assert "windfall" not in words(Effect, "adventure")
    other = tmp_path / "other"
    other.mkdir()
    (other / "cards.yaml").write_text(CARDS, encoding="utf-8")
    with pytest.raises(stormriver.BadContent, match="no effect is called 'windfall'"):
        table_for("revised4", 2, packs=[str(other)])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import nothing_of_the_kind", "trees/words.py cannot be run: ModuleNotFoundError"),
        ("def", "trees/words.py cannot be run: SyntaxError"),
        (
            WORDS.replace('word = "windfall"', 'word = "gain"'),
            "Two words are called 'gain'; one of them comes from",
        ),
    ],
)
def test_words_that_do_not_fit_are_refused_in_a_sentence(pack: Path, text: str, sentence: str) -> None:
    (pack / "words.py").write_text(text, encoding="utf-8")
    pack_words.trust(pack)
    with pytest.raises(stormriver.BadContent, match=sentence):
        table_for("revised4", 2, packs=[str(pack)])
