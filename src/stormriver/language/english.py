"""Grammar: how pieces of English are joined, whatever game they are about.

The English of an effect is a clause: an instruction to the reader without its subject (`lose 1 life`)
or a statement with one (`the turn ends at once`, `you may pay 1 gold`). That of a condition is a
statement (`you are good`), that of a value a noun phrase (`2`, `your Craft`). A clause has semicolons
only inside brackets, so that clauses can be listed with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

STATEMENTS = re.compile(
    "a|all|an|any|anyone|as|at|both|each|every|everyone|for|he|if|in|instead|it|its|neither|no|nobody|nothing|once|one"
    "|only|others|she|so|such|that|the|their|there|they|this|those|until|when|whenever|whoever|with|you|your"
)
"""Matches the first word of a statement; a clause that begins with any other word is an instruction."""

SAME_IN_PLURAL = frozenset({"fate", "gold", "Strength", "Craft", "Armour"})
ODD_PLURALS = {"life": "lives", "die": "dice"}
ODD_VERBS = {"be": "is", "have": "has"}
OF_OTHERS = (("yourself", "themselves"), ("yours", "theirs"), ("your", "their"), ("you", "they"))


def is_instruction(clause: str) -> bool:
    """Tell whether a clause tells the reader to do something (`lose 1 life`) or states something."""
    first = re.split(r"[\s,:(]", clause, maxsplit=1)[0]
    return not STATEMENTS.fullmatch(first.lower()) and not clause[:1].isupper()


def sentence(clause: str) -> str:
    """Return a clause as a sentence; a list in brackets at its end is written out behind it."""
    if not clause:
        return ""
    text = unbracketed(clause)
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def unbracketed(clause: str) -> str:
    """Return a clause with the bracketed list at its end written out: `roll a die (1: ...)` is `roll a die. 1: ...`."""
    if not clause.endswith(")"):
        return clause
    depth, at = 0, len(clause)
    while at:
        at -= 1
        depth += {")": 1, "(": -1}.get(clause[at], 0)
        if depth == 0:
            break
    inside = clause[at + 1 : -1]
    if at < 1 or "; " not in inside:
        return clause
    return f"{clause[:at].rstrip()}{'. ' if re.match(r'[0-9]+(-[0-9]+)?:', inside) else ': '}{inside}"


def may(clause: str) -> str:
    """Return a clause made optional with `you may`; one that is optional already stays as it is."""
    if clause.startswith(("you may ", "nothing")):
        return clause
    return f"you may {clause}" if is_instruction(clause) else f"you may choose this: {clause}"


def paying(price: str, clause: str) -> str:
    """Return a clause with its price: `pay 1 gold to roll a die`."""
    bare = clause.removeprefix("you may ")
    return f"pay {price} to {bare}" if is_instruction(bare) else f"pay {price}, then {clause}"


def one_after_another(clauses: Iterable[str]) -> str:
    """Return clauses joined as a sequence: `a, b, then c`."""
    texts = [clause for clause in clauses if clause]
    return ", then ".join([", ".join(texts[:-1]), *texts[-1:]]) if len(texts) > 1 else "".join(texts)


def third_person(who: str, clause: str) -> str:
    """Return a clause addressed to the reader as one about somebody: `miss 1 turn` is `the Elf misses 1 turn`."""
    if clause.startswith("you "):
        return f"{who} {about_others(clause.removeprefix('you '))}"
    if not is_instruction(clause):
        return f"for {who}, {about_others(clause)}"
    deed = about_others(clause)
    return f"{who} must {deed}" if ", then " in deed else f"{who} {_conjugated(deed)}"


def they(clause: str) -> str:
    """Return a clause addressed to the reader as one about somebody named before: `they lose 1 life`."""
    return f"they {about_others(clause)}" if is_instruction(clause) else about_others(clause)


def about_others(text: str) -> str:
    """Return a text with every `you` and `your` turned into `they` and `their`."""
    for ours, theirs in OF_OTHERS:
        text = re.sub(rf"\b{ours}\b", theirs, text)
    return text


def relative(statement: str) -> str:
    """Return a statement about you as a relative clause: `you are good` is `who is good`."""
    for ours, theirs in (("you are ", "who is "), ("you have ", "who has "), ("you do not ", "who does not ")):
        if statement.startswith(ours):
            return theirs + about_others(statement.removeprefix(ours))
    return f"of whom this is true ({about_others(statement)})"


def _conjugated(instruction: str) -> str:
    verb, space, rest = instruction.partition(" ")
    if verb in ODD_VERBS:
        return ODD_VERBS[verb] + space + rest
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        verb += "es"
    elif verb.endswith("y") and verb[-2] not in "aeiou":
        verb = verb[:-1] + "ies"
    else:
        verb += "s"
    return verb + space + rest


def an(noun: str) -> str:
    """Return a noun with its indefinite article: `an Axe`, `a Sword`, `Armour`."""
    if noun in SAME_IN_PLURAL:
        return noun
    return f"{'an' if noun[:1].lower() in 'aeiou' and not noun.lower().startswith('uni') else 'a'} {noun}"


def plural(noun: str) -> str:
    """Return the plural of a noun: `lives`, `Followers`, `gold`."""
    if noun in SAME_IN_PLURAL or noun.endswith("s"):
        return noun
    if noun in ODD_PLURALS:
        return ODD_PLURALS[noun]
    if noun.endswith("f"):
        return f"{noun[:-1]}ves"
    if noun.endswith(("sh", "ch", "x")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def was_counted(number: int, noun: str) -> str:
    """Return a number with its noun and verb: `1 name was`, `2 names were`."""
    return f"{counted(number, noun)} {'was' if number == 1 else 'were'}"


def counted(number: object, noun: str) -> str:
    """Return a number with its noun: `1 life`, `2 lives`, `all lives`, `lives equal to the roll`."""
    text = str(number)
    if text == "1":
        return f"1 {noun}"
    if text.isdigit() or text == "all":
        return f"{text} {plural(noun)}"
    return f"{plural(noun)} equal to {text}"


def dice(number: object) -> str:
    """Return how many dice: `a die`, `2 dice`."""
    text = str(number)
    return "a die" if text == "1" else f"{text} dice" if text.isdigit() else f"as many dice as {text}"


def times(number: object) -> str:
    """Return how often: `once`, `twice`, `3 times`."""
    return {"1": "once", "2": "twice"}.get(str(number), f"{number} times")


def listed(items: Iterable[str], last: str = "or") -> str:
    """Return items as a list in words: `a, b or c`."""
    texts = list(items)
    return "".join(texts) if len(texts) < 2 else f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def combined(statements: Iterable[str], last: str) -> str:
    """Return statements joined by `and` or `or`, without what they repeat, with commas where one is joined itself."""
    texts = [text for text in statements if text]
    if any(" and " in text or " or " in text for text in texts):
        return f", {last} ".join(texts)
    for shared in ("you are ", "you ", "it is ", "it "):
        if all(text.startswith(shared) for text in texts):
            return listed([*texts[:1], *(text.removeprefix(shared) for text in texts[1:])], last)
    return listed(texts, last)


def shared_beginning(texts: list[str]) -> str:
    """Return the longest common beginning of some texts that ends in a preposition: `teleport to `."""
    words = [text.split(" ") for text in texts]
    shared = list(takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False)))
    while shared and shared[-1][0] not in ("at", "from", "on", "to"):
        shared.pop()
    return "".join(f"{column[0]} " for column in shared) if len(texts) > 1 else ""


def named(name: str) -> str:
    """Return the name of a seat with a capital, to begin a sentence: `Ann` for `ann`."""
    return name[:1].upper() + name[1:]
