"""What cards say in a language: catalogues are whole, sentences are well built, and a language is but files."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from stormriver.api import table_for
from stormriver.kernel.errors import StormriverError
from stormriver.language import catalogue
from stormriver.language.catalogue import LOCALES, Catalogue, languages
from stormriver.language.clauses import (
    YOU,
    Clause,
    Count,
    Do,
    During,
    Given,
    Listed,
    Name,
    Noun,
    Part,
    Retold,
    Rows,
    Text,
    Told,
    bid,
    do,
    doing,
    negated,
    optional,
    paying,
    phrase,
    state,
)
from stormriver.language.grammar import Condition, Effect, Value, Word, words
from stormriver.language.rendering import Language, differences, language, slots_of
from stormriver.language.source import read_file
from stormriver.wargame.text.says import sentences

SIGNS = "⟦⟧"
"""What the pseudo-language wraps each text of a catalogue in."""


def entries(code: str) -> list[dict[str, Any]]:
    """Return the files of a language."""
    found: list[Any] = [read_file(path).plain() for path in sorted((LOCALES / code).glob("*.yaml"))]
    return [dict(file) for file in found]


@cache
def things() -> dict[str, list[Part]]:
    """Return what all that the wargame defines says, by its id."""
    table: Any = table_for("wargame")
    known = [*table.definitions, *table.marks, *table.abilities.values(), *table.rules]
    return {thing.id: sentences(table, thing) for thing in known}


def in_signs(text: str) -> str:
    """Return a text in signs."""
    return f"⟦{text}⟧"


def wrapped(entry: Any, sign: Callable[[str], str] = in_signs) -> Any:
    """Return an entry of a catalogue with every text of it in signs, its slots left open."""
    if isinstance(entry, dict):
        kept = ("verb", "gender", "mass", "person", "modal")
        return {key: value if key in kept else wrapped(value, sign) for key, value in entry.items()}
    parts = re.split(r"(\{[^}]*\})", str(entry))
    return "".join(part if part.startswith("{") or not part.strip() else sign(part) for part in parts)


def pseudo(code: str, sign: Callable[[str], str] = in_signs) -> Language:
    """Return a language in which whatever comes from the catalogue of another one stands in signs.

    Args:
        code: the other language.
        sign: puts a text in signs, or otherwise marks where it comes from.
    """
    files = entries(code)
    for file in files:
        for section in (
            "verbs",
            "nouns",
            "does",
            "phrases",
            "messages",
            "names",
            "rules",
            "notes",
            "help",
            "translations",
        ):
            file[section] = {key: wrapped(value, sign) for key, value in file.get(section, {}).items()}
        for part in ("given", "during", "lists", "counted", "negation") if "grammar" in file else ():
            grammar = dict(file["grammar"])
            grammar[part] = {
                key: {name: text if name == "shape" else wrapped(text, sign) for name, text in value.items()}
                if isinstance(value, dict)
                else wrapped(value, sign)
                for key, value in grammar[part].items()
            }
            grammar["verb"] = {form: sign(text) if text else "" for form, text in grammar["verb"].items()}
            grammar["determiners"] = {
                key: {name: row if name in ("endings", "before") else wrapped(row, sign) for name, row in rows.items()}
                for key, rows in file["grammar"]["determiners"].items()
            }
            file["grammar"] = grammar
    return Language(Catalogue("pseudo", files))


def outside(text: str) -> str:
    """Return the letters of a text that stand outside all signs, endings of adjectives apart."""
    depth, found = 0, []
    for sign in text:
        depth += {"⟦": 1, "⟧": -1}.get(sign, 0)
        if depth == 0 and sign.isalpha():
            found.append(sign)
    return "".join(found)


# catalogues


def test_all_languages_say_the_same_keys() -> None:
    """Nothing is forgotten in a language, and nothing left in one that none of the others has."""
    assert {code: differences(code) for code in languages()} == {"de": [], "en": []}


def test_what_a_language_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key too few, one too many, and a slot that no tree fills."""
    german = language("de").catalogue.sections
    monkeypatch.setitem(german, "nouns", {key: entry for key, entry in german["nouns"].items() if key != "wound"})
    monkeypatch.setitem(german, "phrases", {**german["phrases"], "odd": "seltsam", "save": "Rettung {wurf}"})
    assert differences("de") == [
        "nouns.wound is missing",
        "phrases.odd is not asked for",
        "phrases.save has a slot {wurf} that is never filled",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("code", languages())
def test_slots_are_those_of_the_trees(code: str) -> None:
    """Whatever the wargame defines can be said, without a slot left open."""
    for name, parts in things().items():
        for part in parts:
            said = language(code).sentence(part)
            assert well_built(said, code) == "", (name, said)


def test_a_catalogue_that_lacks_a_key_says_so() -> None:
    with pytest.raises(StormriverError, match=r"^The catalogue of de has no phrases.bearerr; did you mean 'bearer'\?"):
        language("de").say(phrase("bearerr"))


def test_two_files_may_not_say_the_same() -> None:
    with pytest.raises(StormriverError, match=r"^The catalogues of xx say phrases.a twice"):
        Catalogue("xx", [{"phrases": {"a": "x"}}, {"phrases": {"a": "y"}}])
    with pytest.raises(StormriverError, match=r"^A catalogue of xx has no section 'phrase'; did you mean 'phrases'\?"):
        Catalogue("xx", [{"phrase": {}}])


def test_a_language_that_is_not_there_is_named() -> None:
    with pytest.raises(StormriverError, match=r"No language is called 'dee'; did you mean 'de'\?"):
        language("dee")


def test_a_name_has_one_article() -> None:
    """`The Ferryman` keeps its own only where it stands alone; other languages take it for a part of the name."""
    one, several = (Name("card", "ferryman", "The Ferryman", more) for more in (False, True))
    determined = [Name("card", "ferryman", "The Ferryman", determiner=word) for word in ("the", "a", "your")]
    shown = [one, several, *determined, Count(one, 2)]
    english = ["The Ferryman", "Ferrymen", "the Ferryman", "a Ferryman", "your Ferryman", "2 Ferrymen"]
    assert [language("en").say(part) for part in shown] == english
    assert language("de").say(determined[0]) == "The Ferryman"


@pytest.mark.parametrize("family", [Effect, Condition, Value])
def test_every_word_of_the_wargame_says_a_tree(family: type[Word]) -> None:
    """Those of the language too, which packs may use."""
    missing = [name for name, cls in words(family, "wargame").items() if cls.clause is Word.clause]
    assert missing == []


# the pseudo-language


@pytest.mark.slow
def test_german_says_all_of_the_wargame() -> None:
    """No letter comes from elsewhere than the German catalogue: no name, no text that content says in English."""
    signs = pseudo("de")
    for name, parts in things().items():
        for part in parts:
            said = signs.sentence(part)
            assert outside(said) == "", (name, said)
    assert outside(signs.sentence(Clause((Told("ability", "new", "sings"),), phrase("it")))) == "sings"


def test_every_chit_has_a_german_name_with_its_gender() -> None:
    table: Any = table_for("wargame")
    names = language("de").catalogue.sections["names"]
    lacking = [chit.id for chit in table.definitions if "gender" not in names.get(f"{chit.group}.{chit.id}", {})]
    assert lacking == []
    several = [chit.id for chit in table.definitions if chit.group == "unit" and chit.plural]
    assert [name for name in several if names[f"unit.{name}"]["gender"] != "other"] == []


def test_a_language_is_but_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a grammar and words is a language, with plurals by the rules of CLDR."""
    shutil.copytree(LOCALES, tmp_path / "locale")
    shutil.copytree(LOCALES / "en", tmp_path / "locale" / "pl")
    for path in (tmp_path / "locale" / "pl").glob("*.yaml"):
        said = path.read_text(encoding="utf-8").replace("plural: en", "plural: pl")
        said = said.replace("wound: {one: wound, other: wounds}", "wound: {one: rana, few: rany, other: ran}", 1)
        path.write_text(said, encoding="utf-8")
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path / "locale")
    language.cache_clear()
    try:
        assert languages() == ["de", "en", "pl"]
        polish = language("pl")
        assert [polish.say(Count("wound", number)) for number in (1, 3, 5)] == ["1 rana", "3 rany", "5 ran"]
    finally:
        language.cache_clear()


# shapes

IT = phrase("it")
GOOD, SPIRIT = do("be", what=phrase("being_good")), do("be", what=phrase("being_spirit"))
FLIES = do("have", what=Name("ability", "fly", "Fly"))
WOUND = do("bear_more", "can", what=Count("more_wound", 1))
MOVES = do("move_at_all", "may"), do("attack_at_all", "may")

SAID: dict[str, tuple[Part, str, str]] = {
    "like predicates share their verb": (
        doing([GOOD, SPIRIT, FLIES], IT, "or"), "It is good or a Spirit or has Fly.", "Sie ist gut oder ein Geist oder"
        " hat Fliegen.",
    ),
    "turned round, or becomes and": (
        negated(doing([GOOD, FLIES], IT, "or")), "It is not good and does not have Fly.",
        "Sie ist nicht gut und hat nicht Fliegen.",
    ),
    "a condition behind": (
        Given(Clause((WOUND,), phrase("bearer")), doing([GOOD], IT)), "Its bearer can bear 1 more wound if it is good.",
        "Die tragende Einheit kann 1 weitere Wunde aushalten, wenn sie gut ist.",
    ),
    "a condition in front": (
        Given(Clause((WOUND,), phrase("bearer")), doing([GOOD], IT), "first"),
        "If it is good, its bearer can bear 1 more wound.",
        "Wenn sie gut ist, kann die tragende Einheit 1 weitere Wunde aushalten.",
    ),
    "a time in front": (
        During(Clause(MOVES, Noun("unit", "no"), "or"), phrase("turn_end")),
        "Until the end of the turn, no unit may move or attack.",
        "Bis zum Ende des Zuges darf keine Einheit sich bewegen oder angreifen.",
    ),
    "one after the other": (
        Listed((bid("take_control"), doing([do("skip_turn")], phrase("opponent"))), "then"),
        "Take control of it, then the opponent skips their next turn.",
        "Übernimm die Kontrolle über sie, dann setzt der Gegner seinen nächsten Zug aus.",
    ),
    "a verb in two parts behind its condition": (
        Given(doing([do("attack")], IT), doing([do("skip_turn")], phrase("opponent"))),
        "It attacks if the opponent skips their next turn.",
        "Sie greift an, wenn der Gegner seinen nächsten Zug aussetzt.",
    ),
    "an article before a vowel, and an adjective's ending": (
        doing([do("fight", whom=Noun("one_undead", "a"))], IT), "It fights an Undead unit.",
        "Sie kämpft gegen eine untote Einheit.",
    ),
    "several do as several": (
        doing([do("discard_all_spells")], phrase("both_sides")), "Both sides discard all their spells.",
        "Beide Seiten legen alle ihre Zaubersprüche ab.",
    ),
    "what one may do": (optional(bid("take_control")), "You may take control of it.",
                        "Du darfst die Kontrolle über sie übernehmen."),
    "what one may do behind a condition": (
        Given(optional(bid("take_control")), doing([GOOD], IT), "first"),
        "If it is good, you may take control of it.",
        "Wenn sie gut ist, darfst du die Kontrolle über sie übernehmen.",
    ),
    "what one may do in the end": (
        Listed((bid("strip"), optional(bid("take_control"))), "then"),
        "Discard all its items, then you may take control of it.",
        "Lege alle ihre Gegenstände ab, dann darfst du die Kontrolle über sie übernehmen.",
    ),
    "what one may choose": (
        optional(doing([do("skip_turn")], phrase("opponent"))),
        "You may choose this: the opponent skips their next turn.",
        "Du darfst dies wählen: der Gegner setzt seinen nächsten Zug aus.",
    ),
    "one of several": (
        Rows(bid("choose_one"), ((None, bid("take_control")), (None, bid("strip")))),
        "Choose one: take control of it; discard all its items.",
        "Wähle eins: übernimm die Kontrolle über sie; lege alle ihre Gegenstände ab.",
    ),
    "one or the other": (
        Given(bid("take_control"), doing([GOOD], IT), "first", phrase("nothing_happens")),
        "If it is good, take control of it, otherwise nothing happens.",
        "Wenn sie gut ist, übernimm die Kontrolle über sie, sonst geschieht nichts.",
    ),
    "what is done as far as one can, or else something else": (
        Given(bid("take_control"), doing([GOOD], IT), "last", phrase("nothing_happens")),
        "Take control of it if it is good, otherwise nothing happens.",
        "Übernimm die Kontrolle über sie, wenn sie gut ist, sonst geschieht nichts.",
    ),
    "a heading": (
        Given(bid("take_control"), phrase("opponent"), "label"), "The opponent: take control of it.",
        "Der Gegner: übernimm die Kontrolle über sie.",
    ),
    "a name behind a noun": (
        state("be", what=phrase("at_space", space=Name("space", "chapel", "Chapel", determiner="the"))),
        "You are at the Chapel.", "Du bist auf dem Feld Kapelle.",
    ),
    "what is paid for, behind the verb": (
        optional(paying(Count("gold", 1), bid("take_control"))), "You may pay 1 gold to take control of it.",
        "Du darfst 1 Gold bezahlen, um die Kontrolle über sie zu übernehmen.",
    ),
    "several deeds that are paid for": (
        optional(paying(Count("gold", 1), Listed((bid("take_control"), bid("strip")), "then"))),
        "You may pay 1 gold, take control of it and discard all its items.",
        "Du darfst 1 Gold bezahlen, die Kontrolle über sie übernehmen und alle ihre Gegenstände ablegen.",
    ),
    "what is paid for, with a time behind it": (
        optional(During(paying(Count("gold", 1), bid("strip")), phrase("turn_end"), first=False)),
        "You may pay 1 gold to discard all its items, until the end of the turn.",
        "Du darfst 1 Gold bezahlen, um alle ihre Gegenstände abzulegen, bis zum Ende des Zuges.",
    ),
    "an amount that is no number": (
        bid("draw", what=Count("spell", phrase("number_of_items"))), "Draw spells equal to the number of its items.",
        "Ziehe Zaubersprüche entsprechend der Zahl ihrer Gegenstände.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("part", "english", "german"), SAID.values(), ids=SAID.keys())
def test_shapes_of_sentences(part: Part, english: str, german: str) -> None:
    assert language("en").sentence(part) == english
    assert language("de").sentence(part) == german


# random trees

TREES = 20_000

FAULTS = {
    "a word doubled": re.compile(r"\b([^\W\d]+) \1\b", re.IGNORECASE),
    "a slot or ending left open": re.compile(r"[{}~]"),
    "an odd space": re.compile(r"  | [,.;:)]|\( "),
    "an odd sign": re.compile(r"[,;:]\.|,,|\.\."),
    "no beginning or no end": re.compile(r"^[^\W\d_A-ZÄÖÜ]|[^.!?]$"),
}
ENGLISH_FAULTS = {
    "a wrong article": re.compile(r"\b[Aa] (?:[aeio]|un(?!i))|\b[Aa]n [^aeiou]", re.IGNORECASE),
    "a verb that disagrees": re.compile(r"\b(?:it|unit) (?:are|have|do)\b|\bsides (?:is|has|does|\w+[^s]s)\b"),
}
ALLOWED = ("die die", "sie sie", "ihr ihr", "Einheiten Einheiten", "Würfeln würfeln", "Wunden Wunden", "rolls rolls")
"""What may follow itself: pronouns, a noun given to the like of it, and a verb with a noun that is written like it."""


def well_built(text: str, code: str, by_chance: frozenset[str] = frozenset()) -> str:
    """Return what is wrong with a sentence; empty if nothing is.

    Args:
        text: the sentence.
        code: its language.
        by_chance: the words of the nouns in it that were put there by chance, and so beside the like of them.
    """
    faults = {**FAULTS, **(ENGLISH_FAULTS if code == "en" else {})}
    for name, pattern in faults.items():
        for found in pattern.finditer(text):
            if found.group(0) not in ALLOWED and found.group(0).rpartition(" ")[2] not in by_chance:
                return f"{name}: {found.group(0)!r}"
    return ""


def nouns_in(part: Any, known: Language) -> frozenset[str]:
    """Return the last words of all nouns in a tree, in all their cases."""
    if isinstance(part, Noun | Name | Count):
        return frozenset(known.say(part, case).split()[-1] for case in ("", "nom", "acc", "dat", "gen"))
    if isinstance(part, tuple):
        inner = part
    elif isinstance(part, dict):
        inner = tuple(part.values())
    else:
        inner = tuple(getattr(part, one.name) for one in fields(part)) if is_dataclass(part) else ()
    return frozenset().union(*(nouns_in(one, known) for one in inner))


def random_tree(rng: random.Random, known: Language, depth: int = 2) -> Part:
    """Return a sentence by chance: a clause, under a condition, for a time, of somebody, with rows of results."""
    kind = rng.randrange(9) if depth else 0
    if kind == 1:
        orders = ("first", "last", "unless", "when", "as_soon_as", "while")
        return Given(random_tree(rng, known, depth - 1), statement(rng, known), rng.choice(orders))
    if kind == 2:
        return During(random_tree(rng, known, depth - 1), phrase(rng.choice(TIMES)))
    if kind == 3:
        return Listed(tuple(random_tree(rng, known, 0) for _ in range(rng.randint(2, 3))), "then")
    if kind == 4:
        return statement(rng, known)
    if kind == 5:
        return Retold(random_tree(rng, known, depth - 1), phrase(rng.choice(SOMEBODY)))
    if kind == 6:
        rows = tuple((Text(str(at)), random_tree(rng, known, 0)) for at in range(1, rng.randint(2, 4)))
        return Rows(clause(rng, known), rows)
    if kind == 7:
        return Given(clause(rng, known), statement(rng, known), "first", clause(rng, known))
    return optional(clause(rng, known)) if rng.random() < 0.2 else clause(rng, known)


TIMES = ("turn_end", "own_turn", "time_turn_start", "time_free", "time_life_lost", "until_fight_end")
SOMEBODY = ("who_all", "who_others", "who_target", "who_region")
SUBJECTS = (
    None, YOU, phrase("it"), phrase("opponent"), phrase("both_sides"), phrase("who_active"), Noun("unit", "every"),
    Noun("unit", "no"), Noun("character", "another"),
)  # fmt: skip


def clause(rng: random.Random, known: Language) -> Clause:
    """Return a clause with one predicate or two, of the reader or of somebody."""
    does = tuple(predicate(rng, known) for _ in range(rng.randint(1, 2)))
    return Clause(does, rng.choice(SUBJECTS), rng.choice(("and", "or")))


def statement(rng: random.Random, known: Language) -> Clause:
    """Return a statement about it, or about the reader, for a condition."""
    return Clause((predicate(rng, known),), rng.choice((phrase("it"), YOU)))


CLAUSES = {"deed", "condition", "clause", "then", "other"}
"""The slots in which clauses stand; in all others it is what has a name, or a number."""
BARE = {"things", "owned", "kinds", "trophies", "what_kind", "kind", "others"}
"""The slots for names without a determiner: `any number of your {things}`."""
PHRASES = {
    "aim": phrase("cast_on", whom=phrase("who_all")), "time": phrase("time_any"), "cause": phrase("lost_in_battle"),
    "mark": phrase("quoted", name=Text("Cursed")), "when": phrase("time_any"),
    "alignment": phrase("alignment_good"), "purpose": phrase("roll_for_pray"),
}  # fmt: skip
"""What stands in slots that are neither deeds nor numbers nor nouns."""
NUMBERS = {"number", "amount", "points", "power", "strength", "die", "most", "results", "result"}


def predicate(rng: random.Random, known: Language) -> Do:
    """Return a predicate of the catalogue with something in each of its slots."""
    key = rng.choice(predicates(known.catalogue.code))
    parts = {slot: filling(rng, known, slot) for slot in slots_everywhere(key)}
    return Do(key, parts, rng.choice(("", "", "can", "may")), rng.random() < 0.2)


@cache
def predicates(code: str) -> list[str]:
    """Return the keys of the predicates of a language, those of single things apart."""
    return [key for key in sorted(language(code).catalogue.sections["does"]) if "." not in key]


@cache
def plain_nouns(code: str) -> list[str]:
    """Return the keys of the nouns of a language that can stand anywhere."""
    return [key for key, entry in sorted(language(code).catalogue.sections["nouns"].items()) if is_plain(entry, key)]


@cache
def slots_everywhere(key: str) -> list[str]:
    """Return the slots of a predicate in any language, which its word fills for all of them."""
    found: set[str] = set()
    for known in map(language, ("en", "de")):
        found |= slots_of(known.catalogue.sections["does"][key]) - known.addressed.keys()
    return sorted(found)


def is_plain(entry: dict[str, Any], key: str) -> bool:
    """Tell whether a noun can stand anywhere: it has a plural, nothing in slots, and is not like a verb."""
    return "other" in entry and "negated" not in key and not slots_of(entry)


def filling(rng: random.Random, known: Language, slot: str) -> Part:
    """Return what may stand in a slot: a deed, a number, or a noun phrase of the catalogue."""
    if slot in CLAUSES:
        return bid("gain", what=Count("life", rng.randint(1, 3)))
    if slot in PHRASES:
        return PHRASES[slot]
    if slot in NUMBERS:
        return Text(str(rng.randint(1, 9)))
    nouns = plain_nouns(known.catalogue.code)
    sort, _, name = rng.choice(german_names()).partition(".")
    chosen = [
        Noun(rng.choice(nouns), rng.choice(DETERMINERS)), Noun(rng.choice(nouns), several=True),
        Name(sort, name, "Wolf", determiner=rng.choice(DETERMINERS)), Name(sort, name, "Wolf", several=True),
        Count("wound", rng.randint(1, 5)), Count(Name(sort, name, "Wolf"), rng.randint(1, 5), rng.random() < 0.3),
    ]  # fmt: skip
    if slot in BARE:
        return Name(sort, name, "Wolf", several=rng.random() < 0.5)
    first, second = rng.sample(chosen, 2)
    return first if rng.random() < 0.7 else Listed((first, second), rng.choice(("and", "or")))


DETERMINERS = ("a", "the", "your", "this", "that", "another", "any", "every")


@cache
def german_names() -> list[str]:
    """Return the keys of names that have a gender and a plural."""
    names = language("de").catalogue.sections["names"]
    return sorted(key for key, entry in names.items() if isinstance(entry, dict) and "other" in entry)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(TREES // 10), pytest.param(range(TREES // 10, TREES), marks=pytest.mark.long)])
@pytest.mark.parametrize("code", ["en", "de"])
def test_random_trees_are_well_built(code: str, seeds: range) -> None:
    """No doubled word, open slot, odd space or sign; in English no wrong article and no verb that disagrees."""
    known = language(code)
    for seed in seeds:
        tree = random_tree(random.Random(seed), known)
        said = known.sentence(tree)
        if (fault := well_built(said, code)) and fault.startswith("a word doubled"):
            fault = well_built(said, code, nouns_in(tree, known))
        assert fault == "", (seed, said)


def test_what_is_badly_built_is_found() -> None:
    for said, fault in (
        ("It it moves.", "a word doubled"),
        ("It has {what}.", "a slot or ending left open"),
        ("It moves .", "an odd space"),
        ("It moves,.", "an odd sign"),
        ("it moves.", "no beginning or no end"),
        ("It fights a Undead unit.", "a wrong article"),
        ("It does so if it have Fly.", "a verb that disagrees"),
    ):
        assert well_built(said, "en").startswith(fault), said
    field = "Du ziehst auf das Feld Feld."
    assert well_built(field, "de").startswith("a word doubled")
    assert well_built(field, "de", nouns_in(bid("move", what=Name("space", "x", "Feld")), language("de"))) == ""


@pytest.mark.parametrize("code", ["en", "de"])
def test_whatever_has_a_name_can_be_counted_by_what_is_known_at_the_table_only(code: str) -> None:
    """Also what has no plural."""
    speaker = language(code)
    for key, entry in speaker.catalogue.sections["names"].items():
        if isinstance(entry, dict):
            sort, _, name = key.partition(".")
            assert "X" in speaker.say(Count(Name(sort, name, name), Text("X")))
