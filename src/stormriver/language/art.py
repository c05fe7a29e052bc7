"""How `art:` is read: the words of a picture, which cards, spaces and chits may say of themselves."""

from __future__ import annotations

from stormriver.art.vocabulary import NO_ART as NO_ART
from stormriver.art.vocabulary import Art as Art
from stormriver.art.vocabulary import BadArt, art_of
from stormriver.language.grammar import Names, register
from stormriver.language.source import Node, closest


def read_art(names: Names, node: Node) -> Art:
    """Return the picture in a node of a card; none of its names is asked for."""
    return art_in(node)


def art_in(node: Node) -> Art:
    """Return the picture in a node, a word or a list of words; BadContent at the word that is wrong."""
    words = node.many()
    try:
        return art_of([word.text() for word in words])
    except BadArt as error:
        wrong = error
    words[wrong.at].fail(
        "{wrong}{hint}", wrong=wrong.problem, hint=closest(words[wrong.at].text(), wrong.known) if wrong.known else ""
    )


register("Art", read_art)
