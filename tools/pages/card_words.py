"""The pages on every word of cards: an overview, a chapter for each subject, and what became of words of before."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass

import yaml

from pages import content
from pages.markers import between
from pages.words import FAMILIES, all_words, counts, entry
from stormriver.language.former import former
from stormriver.language.grammar import Word, words

FOLDER = "docs/words"
OVERVIEW = f"{FOLDER}/README.md"
LEDGER = content.ROOT / "docs/ledger.yaml"


@dataclass(frozen=True)
class Chapter:
    """A page of words that belong together.

    Attributes:
        title: its heading.
        about: what it tells.
        modules: the names of the modules in which its words are written.
    """

    title: str
    about: str
    modules: tuple[str, ...]


CHAPTERS = {
    "control": Chapter("Choices and conditions", "words that put others together", ("control", "grammar")),
    "whom": Chapter("Whom it concerns", "one, some or each of the characters or cards", ("choice", "seats")),
    "numbers": Chapter("Numbers", "sums, comparisons, what the set-up says", ("numbers",)),
    "counters": Chapter("Counters and gold", "gaining, losing, healing, prices, stakes, sales", ("counters", "gold")),
    "belongings": Chapter(
        "Objects and Followers", "having, taking, giving, losing them", ("objects", "followers", "having")
    ),
    "decks": Chapter("Decks and stocks", "drawing, looking, putting back, buying, fetching", ("decks", "stock")),
    "dice": Chapter("Dice", "rolling, what follows from it, rolling again", ("dice",)),
    "fights": Chapter("Fights and trophies", "fighting, getting out of it, what is won by it", ("fights", "trophies")),
    "spells": Chapter("Spells, and what is prevented", "Spells, and answers to what happens", ("spells", "prevention")),
    "marks": Chapter("Marks", "what a character, card or space is for a while", ("marks",)),
    "movement": Chapter(
        "Turns and movement", "moving, turns, figures, winning", ("movement", "turns", "figures", "winning")
    ),
    "board": Chapter("The board", "spaces, and cards that lie or are kept there", ("board", "places", "kept")),
}
"""The chapters by the names of their pages, in the order in which they are listed."""
OTHERS = {
    "hooks": ("What hooks speak of", "moments, events, actions, duties, numbers, and who"),
    "rare": ("Words that fewer than two use", "why they are there"),
    "language-1": ("From language 1 to 2", "what became of each word of before"),
}
"""The other pages of the folder, by name: their titles, and what they tell."""


def pages() -> dict[str, str]:
    """Return the text of each page that is written whole, but for that on hooks, by its path."""
    made = {f"{FOLDER}/{name}.md": _chapter(name) for name in CHAPTERS}
    return {**made, f"{FOLDER}/rare.md": _rare(), f"{FOLDER}/language-1.md": _rewrites()}


def place(cls: type[Word]) -> str:
    """Return the page in the folder, and the place on it, where a word is told; ValueError if no chapter has it."""
    module = cls.__module__.rpartition(".")[2]
    for name, chapter in CHAPTERS.items():
        if module in chapter.modules:
            return f"{name}.md#{cls.family}-{cls.word}"
    raise ValueError(f"no chapter of docs/words has the words of {module}.py: name it in tools/pages/card_words.py")


def replaced(page: str) -> str:
    """Return the overview with its generated part anew; ValueError if the markers are missing."""
    return between(page, "words", ["", *_overview()])


def _overview() -> list[str]:
    lines = ["| Page | Tells |", "|---|---|"]
    lines += [f"| [{chapter.title}]({name}.md) | {chapter.about} |" for name, chapter in CHAPTERS.items()]
    lines += [f"| [{title}]({name}.md) | {about} |" for name, (title, about) in OTHERS.items()]
    lines += ["", counts("adventure"), ""]
    for family, heading in FAMILIES:
        lines += [f"## {heading}", "", "| Word | Says |", "|---|---|"]
        lines += [
            f"| [`{name}`]({place(cls)}) | {says(cls)} |" for name, cls in sorted(words(family, "adventure").items())
        ]
        lines.append("")
    return lines


def says(cls: type[Word]) -> str:
    """Return the first sentence of what is told of a word."""
    told = inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
    return re.split(r"(?<=\.) ", told, maxsplit=1)[0]


def _chapter(name: str) -> str:
    chapter = CHAPTERS[name]
    lines = [f"# {chapter.title}", "", f"{chapter.about[:1].upper()}{chapter.about[1:]}. [All words](README.md)", ""]
    for family, heading in FAMILIES:
        own = [cls for cls in all_words() if cls.family == family.family and place(cls).startswith(f"{name}.md")]
        lines += [f"## {heading}", ""] if own else []
        lines += [line for cls in own for line in entry(cls, "adventure")]
    return "\n".join(lines)


def ledger() -> dict[str, dict[str, dict[str, str]]]:
    """Return the words that fewer than two definitions use: family, word, and why it is there."""
    found: dict[str, dict[str, dict[str, str]]] = yaml.safe_load(LEDGER.read_text(encoding="utf-8"))
    return found


def _rare() -> str:
    known = {(cls.family, cls.word): cls for cls in all_words()}
    lines = ["# Words that fewer than two use", "", "| Word | Why it is there |", "|---|---|"]
    for family, entries in ledger().items():
        lines += [
            f"| [`{word}`]({place(known[family, word])}) ({told['kind']}) | {told['reason']} |"
            for word, told in entries.items()
        ]
    return "\n".join(lines) + "\n"


def _rewrites() -> str:
    """Return what is written otherwise than in language 1, for `pack migrate` and for people."""
    lines = ["# From language 1 to 2", ""]
    lines += [
        "A capital letter stands for whatever is written there, `...` for further keys; a key that was left out counts"
    ]
    lines += ["with what it stood for then. Of several rows that fit, the first one holds.", ""]
    lines += ["| Language 1 | Language 2 |", "|---|---|"]
    known = former("adventure")
    assert known is not None
    for row in known.rewrites:
        lines.append(f"| `{row.old}` | {f'`{row.new}`' if row.new else f'refused: {row.why}'} |")
    lines += [f"| `{row.key}` in an `{row.record.lower()}` | refused: {row.why} |" for row in known.gone]
    return "\n".join(lines) + "\n"
