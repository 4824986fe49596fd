"""The referee's language as HTML, by the writer of the language of statements: hypotheses, witnesses, certificates."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup

from attnverify.verify.kernel.parsing import Tree
from attnverify.verify.referee.syntax import GrammarError, Node, parse
from attnverify.verify.report.statements import name_of, shown, written

# A longer text is shown as it is stored: a formula of many lines is no easier to read.
MAX_CHARACTERS = 500
_CALLED = {"Abs": "abs", "Max": "max", "Min": "min", "trace": "tr"}


@lru_cache(maxsize=4096)
def relation(text: str) -> Markup:
    """`text` of the referee's language; as code where it is longer than MAX_CHARACTERS or unreadable.

    >>> print(*relation("2*alpha**2 < 1").split())
    <var>2𝛼<sup>2</sup> &lt; 1</var>
    """
    if len(text) > MAX_CHARACTERS:
        return Markup("<code>{}</code>").format(text)
    try:
        return shown(written(_tree(parse(text))))
    except GrammarError:
        return Markup("<code>{}</code>").format(text)


def value(given: Any) -> Markup:
    """A number or a matrix of an instance or a witness.

    >>> print(*value([["3/4", 0], [0, 1]]).split())
    <var>(3/4, 0; 0, 1)</var>
    """
    if not isinstance(given, (list, tuple)):
        return relation(str(given))
    try:
        return shown(written(_array(given)))
    except GrammarError:
        return Markup("<code>{}</code>").format(str(given))


def name(text: str) -> Markup:
    """A variable's name.

    >>> print(name("lambda_1"))
    <var>𝜆<sub>1</sub></var>
    """
    return shown(name_of(text))


def _array(given: Any) -> Tree:
    return ("list", tuple(map(_array, given))) if isinstance(given, (list, tuple)) else _tree(parse(str(given)))


def _tree(node: Node) -> Tree:
    """The node as a tree of the other language; a list, which that one lacks, is a kind of its own."""
    if node.kind == "number":
        return ("num", node.value)
    if node.kind == "name":
        return ("name", node.name)
    parts = tuple(map(_tree, node.args))
    if node.kind == "negative":
        return ("neg", *parts)
    if node.kind == "power":
        return ("^", *parts)
    if node.kind == "call":
        return ("call", ("name", _CALLED.get(node.name, node.name)), parts)
    if node.kind == "index":
        return ("index", parts[0], parts[1:])
    if node.kind == "list":
        return ("list", parts)
    made: Tree = parts[0]
    chained, negative = node.kind == "compare", node.kind == "product" and parts[0][0] == "neg"
    if negative:
        made = made[1]
    for position, sign in enumerate(node.operators):
        left, right = parts[position] if chained else made, parts[position + 1]
        one = node.kind == "product" and sign != "/" and left == ("num", 1)
        step = right if one else ("*" if sign == "@" else sign, left, right)
        made = ("and", made, step) if chained and position else step
    return ("neg", made) if negative else made
