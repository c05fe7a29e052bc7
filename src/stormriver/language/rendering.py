"""Rendering: a tree of clauses in the words of a language, by its catalogue.

A language is a folder of `locale/` with YAML files. `grammar.yaml` says how sentences are built: the forms of verbs,
where subject, verb and the rest stand in each shape of a clause, determiners and endings, lists. The other files hold
words: nouns with gender and forms, predicates with their slots, phrases, names. No language is named in Python; plural
rules are those of CLDR, as Babel has them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise
from string import Formatter
from typing import TYPE_CHECKING, Any, Protocol

from stormriver.kernel.errors import StormriverError
from stormriver.language.catalogue import GROUPED, Catalogue, Own, read_catalogue
from stormriver.language.clause_changes import detached, named_first
from stormriver.language.clauses import (
    YOU,
    Aside,
    Clause,
    Count,
    Do,
    During,
    Given,
    Listed,
    Name,
    Noun,
    Part,
    Phrase,
    Reader,
    Retold,
    Rows,
    Sentences,
    Text,
    Told,
)

if TYPE_CHECKING:
    from stormriver.language.ruleset import Ruleset

STATEMENT, BID, TO, USUAL = "statement", "bid", "to", ""
BEHIND = "behind"
"""The form of a time or condition that stands behind its clause."""
AFTER_MODAL = "after_modal"
"""The shape of a predicate that shares its modal verb with the one before: `may move or attack`."""
BARE = "bare"
"""The form of a name without its determiner, for one that stands behind a noun: `auf dem Feld Kapelle`."""
UNTIDY = re.compile(r"  | [,.;:)]|,[,.;:)]|, \(|^\s|\s$")
"""What a slot left empty leaves behind."""
MOST_NAMES = 1 << 14
"""How many names a language keeps ready, with determiner and case: views are full of them."""
ENDING = "~"
"""What stands in a noun for the ending of its adjective."""


class Language:
    """Renders trees by a catalogue.

    Args:
        catalogue: what the language has to say.
        address: `you` if the reader is spoken to; `others` to tell the same of somebody else.
    """

    def __init__(self, catalogue: Catalogue, address: str = "you") -> None:
        self.catalogue = catalogue
        self.address = address
        self.of_others = self if address == "others" else Language(catalogue, "others")
        grammar = catalogue.sections["grammar"]
        self.shapes: dict[str, Any] = grammar["shapes"]
        self.lists: dict[str, dict[str, str]] = grammar["lists"]
        self.determiners: dict[str, Any] = grammar["determiners"]
        self.defaults: dict[str, str] = grammar["verb"]
        self.negation: Any = grammar["negation"]
        self.rows: dict[str, str] = grammar["rows"]
        self.counted: dict[str, str] = grammar["counted"]
        self.plural = _plural_rule(grammar["plural"])
        self.reader: dict[str, Any] = grammar["reader"][address]
        self.addressed: dict[str, str] = self.reader["words"]
        self.contractions: dict[str, dict[str, str]] = grammar.get("contractions", {})
        self.usual_plurals: list[list[str]] = grammar.get("several", [])
        self.article: str = grammar.get("article", "")
        self._plain_phrase = cache(self._slotless)
        names = lru_cache(maxsize=MOST_NAMES)(self._name)
        self._render: dict[type[Part], Any] = {
            Text: self._text, Name: names, Phrase: self._phrase, Noun: self._noun, Count: self._count,
            Listed: self._listed, Do: self._do, Clause: self._clause, Given: self._given, During: self._during,
            Aside: self._aside, Told: self._do, Reader: self._reader, Rows: self._rows, Retold: self._retold,
            Sentences: self._sentences,
        }  # fmt: skip

    def sentence(self, part: Part) -> str:
        """Return a part as a whole sentence."""
        part, rows = detached(part)
        text = self.alone(part)
        if rows is not None:
            said = self.rows_said(rows).rstrip(",")
            labelled = f"{self.rows['labelled']}{said[:1].upper()}{said[1:]}"
            text = f"{text}{labelled if rows.rows[0][0] else self.rows['plain'] + said}"
        text = _tidy(text)
        return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!', ':')) or not text else '.'}"

    def alone(self, part: Part) -> str:
        """Return a part that stands by itself: nothing follows the comma that would end a time or a condition."""
        return _tidy(self.say(part)).rstrip(",")

    def say(self, part: Part, form: str = USUAL) -> str:
        """Return a part in words.

        Args:
            part: what is said.
            form: the case of a noun phrase, or the shape of a clause; empty for the usual one.
        """
        text: str = self._render[type(part)](part, form)
        return text

    def message(self, key: str, **parts: Part) -> str:
        """Return a message to people, beginning with a capital; it need not use all of the parts.

        Args:
            key: the key of the message, with its groups: `adventure.question.buy`; empty for nothing to say.
        """
        text = self.fragment(key, **parts)
        return f"{text[:1].upper()}{text[1:]}"

    def fragment(self, key: str, **parts: Part) -> str:
        """Return a message that is but a part of a line, as the catalogue has it."""
        return self._filled(self.catalogue.entry("messages", key), parts) if key else ""

    def known(self, *keys: str) -> str:
        """Return the first of some keys under which there is a message; empty if there is none."""
        messages = self.catalogue.sections["messages"]
        for key in keys:
            if key in messages:
                return key
        return ""

    def slots(self, key: str) -> set[str]:
        """Return the slots of a message, so that what is long to say is said only where it is wanted."""
        return slots_of(self.catalogue.entry("messages", key)) if key else set()

    # what is named

    def _text(self, part: Text, form: str) -> str:
        return part.text

    def _reader(self, part: Reader, form: str) -> str:
        reader = self.catalogue.sections["grammar"]["reader"]["you"] if part.always else self.reader
        return _case(reader["pronoun"], form)

    def _name(self, part: Name, form: str) -> str:
        return self._worded(self._entry_of(part), part.determiner, part.several, form, {})

    def _entry_of(self, part: Name) -> dict[str, Any]:
        """Return the entry of a name: that of the catalogue, else what its pack calls it."""
        entry = self.catalogue.sections["names"].get(f"{part.sort}.{part.id}", part.text)
        if isinstance(entry, dict):
            return entry
        entry = entry.removeprefix(self.article if part.determiner or part.several else "")  # `The Ferry`: `the Ferry`
        if part.plural:
            return {"one": entry, "gender": "other"}
        return {"one": entry, "other": self._several(entry)} if part.several else {"one": entry}

    def _several(self, noun: str) -> str:
        """Return the plural of a noun that no catalogue knows, by the usual endings of the language."""
        for pattern, instead in self.usual_plurals:
            if re.search(pattern, noun):
                return re.sub(pattern, instead, noun, count=1)
        return noun

    def _phrase(self, part: Phrase, form: str) -> str:
        if not part.parts:
            return self._plain_phrase(part.key, form)
        return self._filled(_case(self.catalogue.entry("phrases", part.key), form), part.parts)

    def _slotless(self, key: str, form: str) -> str:
        return self._filled(_case(self.catalogue.entry("phrases", key), form), {})

    def _noun(self, part: Noun, form: str) -> str:
        return self._worded(self.catalogue.entry("nouns", part.key), part.determiner, part.several, form, part.parts)

    def _worded(
        self, entry: dict[str, Any], determiner: str, several: bool, form: str, parts: Mapping[str, Part]
    ) -> str:
        """Return a noun with its determiner, and with the ending of its adjective that goes with it."""
        if form == BARE or (determiner == "the" and entry.get("proper")):
            determiner, form = "", USUAL if form == BARE else form
        several = several and not entry.get("mass")
        gender = "other" if several else entry.get("gender", "one")
        noun = self._filled(_case(entry["other"] if several and "other" in entry else entry["one"], form), parts)
        rows = self.determiners[self.addressed.get(determiner, determiner)]
        noun = noun.replace(ENDING, _case(rows.get("endings", {}).get(gender, ""), form))
        if entry.get("mass") and determiner == "a":
            return noun
        word = _case(rows.get(gender, ""), form)
        for pattern, instead in rows.get("before", {}).items() if not several else ():
            word = instead if re.match(pattern, noun) else word
        return f"{word} {noun}".strip()

    def _count(self, part: Count, form: str) -> str:
        if isinstance(part.noun, Name):
            entry = self._entry_of(replace(part.noun, several=True))
        else:
            entry = self.catalogue.entry("nouns", part.noun)
        if not isinstance(part.amount, int):
            noun = self._agreeing(entry.get("other", entry["one"]), "", "other", form)
            return self._filled(self.counted["equal"], {"noun": noun, "amount": part.amount})
        category = self.plural(part.amount)
        gender = entry.get("gender", "one") if category == "one" else "other"
        noun = self._agreeing(
            entry.get(category, entry.get("other", entry["one"])), "a" if category == "one" else "", gender, form
        )
        pattern = self.counted["more" if part.more else "plain"]
        return self._filled(pattern, {"noun": noun, "amount": Text(str(part.amount))})

    def _agreeing(self, noun: Any, determiner: str, gender: str, form: str) -> Part:
        """Return a noun behind a number, with the ending of its adjective that a determiner would give it."""
        endings = self.determiners[determiner].get("endings", {})
        return Text(_case(noun, form).replace(ENDING, _case(endings.get(gender, ""), form)))

    def _rows(self, part: Rows, form: str) -> str:
        return self.rows["inside"].format(lead=self.say(part.lead, form), rows=self.rows_said(part))

    def rows_said(self, part: Rows) -> str:
        """Return the rows of a table as they stand in a sentence, without what leads to them."""
        row = self.rows["row"].format
        said = [(label, self.say(deed)) for label, deed in part.rows]
        texts = [deed if label is None else row(label=self.say(label), deed=deed) for label, deed in said]
        return self.rows["between"].join(texts)

    def _sentences(self, part: Sentences, form: str) -> str:
        return " ".join(filter(None, map(self.sentence, part.parts)))

    def _retold(self, part: Retold, form: str) -> str:
        if part.who is None:
            return self.of_others.say(part.part, form)
        named = named_first(part.part, part.who)
        if named is not None:
            return self.of_others.say(named, form)
        retold = self.catalogue.sections["grammar"]["retold"]
        return self.of_others._filled(retold, {"who": part.who, "part": part.part})

    def _listed(self, part: Listed, form: str) -> str:
        if part.joined == "then":
            *others, last = part.parts
            later = str(self.lists["then"].get("shape", ""))
            return self._joined([*(self.say(other, form) for other in others), self.say(last, later or form)], "then")
        if not part.parts:
            return ""
        first, *others = part.parts
        later = USUAL if form == BEHIND else form  # only the first of them is set off by a comma
        return self._joined([self.say(first, form), *(self.say(one, later) for one in others)], part.joined)

    def _joined(self, texts: list[str], joined: str) -> str:
        texts = [text for text in texts if text]
        if len(texts) < 2:
            return "".join(texts)
        words = self.lists[joined]
        return words["last"].join([words["between"].join(texts[:-1]), texts[-1]])

    # what is done

    def _clause(self, part: Clause, form: str) -> str:
        subject, first = part.subject or YOU, part.does[0]
        allowed = isinstance(first, Do) and bool(first.modal)  # which is a statement: `you may` has the order of one
        bidden = part.subject is None and self.address == "you" and not (form and allowed)
        if form == TO or bidden:
            shape, person, said = form if form == TO else BID, "you", ""
        else:
            shape, person, said = form or STATEMENT, self.person(subject), self.say(subject, "nom")
        later = self.shapes[shape].get("later", shape)  # which has no subject of its own any more
        texts = [self._predicate(first, shape, person, said)]
        for before, one in pairwise(part.does):
            shares = shape != TO and _share_modal(before, one)
            texts.append(self._predicate(one, AFTER_MODAL if shares else later, person, ""))
        barred = part.joined == "or" and all(isinstance(one, Do) and one.negated and one.modal for one in part.does)
        return self._joined(texts, "nor" if barred else part.joined)

    def _do(self, part: Part, form: str) -> str:
        return self._predicate(part, form or BID, "you", "")

    def _predicate(self, part: Part, shape: str, person: str, subject: str) -> str:
        if isinstance(part, Aside):
            return f"{self._predicate(part.part, shape, person, subject)} ({self.say(part.remark)})"
        if isinstance(part, Told):
            told = self.catalogue.sections["does"].get(f"{part.sort}.{part.id}")
            if told is None:
                text = self.catalogue.sections["phrases"].get(f"{part.sort}.{part.id}", part.text)
                said = self._filled(_case(text, shape), part.parts)
                return said if part.whole else f"{subject} {said}".strip()
            return self._conjugated(told, Do("", part.parts, told.get("modal", "")), shape, person, subject)
        assert isinstance(part, Do)
        return self._conjugated(self.catalogue.entry("does", part.key), part, shape, person, subject)

    def _conjugated(self, entry: dict[str, Any], part: Do, shape: str, person: str, subject: str) -> str:
        own = entry.get("not") if part.negated else None
        entry = entry if own is None else {**entry, **own}
        negated = part.negated and own is None
        modal_key = entry.get("modal", part.modal)
        if "subject" in entry:  # what is done is said of something else
            subject, person = self._filled(entry["subject"]["text"], part.parts), entry["subject"].get("person", "it")
        verb = self._verb(entry["verb"])
        rest = self._filled(entry.get("rest", ""), part.parts)
        kind, finite = "plain", verb[person]
        if modal_key:
            modal = self._verb(modal_key)
            kind, finite = "modal", modal.get(f"not_{person}", modal[person]) if negated else modal[person]
        elif negated and f"not_{person}" in verb:
            finite = verb[f"not_{person}"]
        elif negated and self.negation["verb"]:
            kind, finite = "modal", self._verb(self.negation["verb"])[person]
        if negated and self.negation["rest"]:
            rest = self.negation["rest"].format(rest=rest)
        words = {**verb, "subject": subject, "finite": finite, "rest": rest}
        behind = self._filled(entry.get("behind", ""), part.parts)
        pattern = self.shapes[shape].get(kind) or self.shapes[STATEMENT][kind]  # whose modal verb has been left out
        return _tidy(f"{pattern.format_map(words)}{behind}")

    def _verb(self, key: str) -> dict[str, str]:
        """Return the forms of a verb: those it has of its own, else the regular ones."""
        own = self.catalogue.sections["verbs"].get(key, {})
        forms = {form: pattern.format(key=key) for form, pattern in self.defaults.items()}
        return {**forms, **({"it": own} if isinstance(own, str) else own)}

    def person(self, part: Part) -> str:
        """Return with which form of verbs a subject goes: `you`, `it` or `they`."""
        if isinstance(part, Phrase):
            entry = self.catalogue.entry("phrases", part.key)
            return str(entry.get("person", "it")) if isinstance(entry, dict) else "it"
        if isinstance(part, Reader):
            return str(self.reader["person"])
        several = isinstance(part, Noun | Name) and part.several
        if isinstance(part, Name) and not several:
            several = self._entry_of(part).get("gender") == "other"
        return "they" if several or (isinstance(part, Listed) and part.joined == "and") else "it"

    # what belongs to a clause

    def _given(self, part: Given, form: str) -> str:
        parts = {"clause": part.clause, "condition": part.condition}
        if part.otherwise is not None:
            kind = "last_otherwise" if part.order == "last" else "otherwise"
            return self._around("given", kind, {**parts, "otherwise": part.otherwise}, form)
        return self._around("given", part.order, parts, form)

    def _during(self, part: During, form: str) -> str:
        kind = "first" if part.first else "last"
        inner = part.clause
        if part.first and (isinstance(inner, During) or (isinstance(inner, Given) and inner.order != "last")):
            kind = "conditional"
        return self._around("during", kind, {"clause": part.clause, "time": part.time}, form)

    def _aside(self, part: Aside, form: str) -> str:
        return f"{self.say(part.part, form)} ({self.say(part.remark)})"

    def _around(self, what: str, kind: str, parts: Mapping[str, Part], form: str) -> str:
        patterns: dict[str, str] = self.catalogue.sections["grammar"][what]
        own = patterns.get(f"{kind}.{form}")
        if own is None and form not in self.shapes:
            form = USUAL
        return self._filled(own or patterns[kind], parts, form)

    def _filled(self, pattern: str, parts: Mapping[str, Part], form: str = "") -> str:
        """Return a pattern with parts in its slots, each in the form that stands behind its name: `{what:acc}`."""
        if "{" not in pattern:
            return _tidy(pattern)
        said = ""
        for before, slot, wanted in _slots(pattern):
            said += before
            if slot:
                noun = self._in_slot(slot, wanted or (form if slot == "clause" else ""), parts)
                said = self._put(said, noun) if self.contractions else said + noun
        return _tidy(said)

    def _put(self, before: str, noun: str) -> str:
        """Return a noun put behind what stands before it; a preposition may become one with its article: `zum Wald`."""
        article, _, rest = noun.partition(" ")
        for pattern, together in self.contractions.get(article, {}).items():
            joined, found = re.subn(pattern, together, before)
            if found:
                return f"{joined} {rest}"
        return before + noun

    def _in_slot(self, slot: str, form: str, parts: Mapping[str, Part]) -> str:
        """Return what stands in a slot: a part, a word that depends on whom it is told of, or a verb of a part."""
        if slot in parts:
            return self.say(parts[slot], form)
        if slot in self.addressed:
            return self.addressed[slot]
        verb, at, subject = slot.partition("@")
        if not at:
            raise StormriverError(
                "The catalogue of {code} has a slot {{{slot}}} that is never filled",
                code=self.catalogue.code,
                slot=slot,
            )
        return self._verb(verb)[self.person(parts[subject])]


def _plural_rule(code: str) -> Callable[[int], str]:
    """Return the plural rule of a language: the category (`one`, `few`, `other`, ...) of a number."""
    from babel import Locale  # takes a while, and is needed only where somebody reads

    rule: Callable[[int], str] = Locale.parse(code).plural_form
    return rule


@cache
def _slots(pattern: str) -> tuple[tuple[str, str, str], ...]:
    return tuple((before, slot or "", wanted or "") for before, slot, wanted, _ in Formatter().parse(pattern))


def _case(entry: Any, form: str) -> str:
    """Return the form of a text for a case: a text alone holds for all of them."""
    if not isinstance(entry, Mapping):
        return str(entry)
    return str(entry[form] if form in entry else entry.get("nom", entry.get("text", "")))


def _share_modal(before: Part, one: Part) -> bool:
    """Tell whether a predicate has the modal verb of the one before, so that it is said only once."""
    return isinstance(before, Do) and isinstance(one, Do) and one.modal != "" and before.modal == one.modal


def _tidy(text: str) -> str:
    """Return a text without the spaces around slots that were left empty."""
    if not UNTIDY.search(text):
        return text
    text = re.sub(r" +([,.;:)]|$)", r"\1", re.sub(r" {2,}", " ", text))
    return re.sub(r",+([,.;:)]| \()", r"\1", text).strip()


@cache
def language(code: str) -> Language:
    """Return a language; StormriverError with a hint if there is none of this code."""
    return Language(read_catalogue(code))


class Spoken(Protocol):
    """A table, as far as its language is concerned."""

    ruleset: Ruleset
    words: list[Any]


def spoken(table: Spoken, code: str) -> Language:
    """Return a language with what the packs of a table have to say in it, such as the genders of their names."""
    return with_packs(code, table.ruleset.locales)


@lru_cache(maxsize=1024)
def sentence_of_word(table: Spoken, word: int, code: str) -> str:
    """Return what a word of a table does, in one sentence of a language; the word is given by its number."""
    said: Part = table.words[word].clause()
    return spoken(table, code).sentence(said)


def with_packs(code: str, packs: tuple[Own, ...]) -> Language:
    """Return a language with what packs have to say in it, see `Ruleset.locales`."""
    return _with_packs(code, packs) if packs else language(code)


@lru_cache(maxsize=64)
def _with_packs(code: str, packs: tuple[Own, ...]) -> Language:
    return Language(read_catalogue(code, *packs))


COMPARED = ("nouns", "does", "phrases", "messages")
"""The sections whose keys are the same in all languages."""
MODEL = "en"
"""The language that others are compared with: it is written together with the words."""


def differences(code: str) -> list[str]:
    """Return what a language lacks beside English, and what it has that nobody asks for, a line each.

    A predicate with a dot in its key is that of a thing, such as an ability, which content itself says in English.
    """
    found = []
    words = language(code).addressed
    for section in COMPARED:
        own, model = language(code).catalogue.sections[section], language(MODEL).catalogue.sections[section]
        found += [f"{section}.{key} is missing" for key in sorted(model.keys() - own.keys())]
        of_things = {key for key in own if "." in key and section not in GROUPED}
        found += [f"{section}.{key} is not asked for" for key in sorted(own.keys() - model.keys() - of_things)]
        for key in sorted(own.keys() & model.keys()):
            more = slots_of(own[key]) - slots_of(model[key]) - words.keys()
            found += [f"{section}.{key} has a slot {{{slot}}} that is never filled" for slot in sorted(more)]
    return found


def slots_of(entry: Any) -> set[str]:
    """Return the names of the slots in an entry of a catalogue, in all its forms."""
    if isinstance(entry, Mapping):
        return set().union(*map(slots_of, entry.values()))
    return {slot.rpartition("@")[2] for _, slot, _ in _slots(str(entry)) if slot}
