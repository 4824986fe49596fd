"""The language of statements and proofs as MathML: what the kernel reads, as a reader would write it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from markupsafe import Markup, escape

from verify.kernel.parsing import Reader, Tree
from verify.kernel.terms import Rejected
from verify.report.relations import GREEK

# A longer text is shown as it is stored: a formula of many lines is no easier to read.
MAX_CHARACTERS = 700

_SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "<": "&lt;", ">": "&gt;", "=>": "⟹", "and": "and", "or": "or"}
_WORDS = {
    "always": "always",
    "almost_always": "at almost every time",
    "at_start": "at time 0",
    "probability": "P",
    "almost_surely": "almost surely",
}
_STRENGTH = {"=>": 0, "or": 1, "and": 2, "not": 3, "+": 5, "-": 5, "neg": 5, "*": 6, "/": 6, "^": 8}
_RELATION = 4
_NAME = re.compile(r"([A-Za-z]+?)_?(\d+)?")
_SPACE = '<mspace width=".3em"/>'


@lru_cache(maxsize=8192)
def statement(text: str) -> Markup:
    """A formula, term or definition of the language as inline MathML; as code where it is too long or unreadable.

    >>> print(statement("dot(v, y[i]) > 0"))
    <math><mrow><mo>⟨</mo><mi>v</mi><mo>,</mo><msub><mi>y</mi><mi>i</mi></msub><mo>⟩</mo></mrow><mo>&gt;</mo><mn>0</mn></math>
    """
    if len(text) > MAX_CHARACTERS:
        return Markup("<code>{}</code>").format(text)
    try:
        reader = Reader(text)
        left = reader.expression()
        if reader.take(":=") or reader.take("="):
            right = reader.expression()
            more = f"<mtext>&#160;on&#160;</mtext>{_row(reader.expression(), 0)}" if reader.take("on") else ""
            reader.end()
            return Markup(f"<math>{_row(left, 0)}<mo>≔</mo>{_row(right, 0)}{more}</math>")
        reader.end()
        return Markup(f"<math>{_row(left, -1)}</math>")
    except (Rejected, RecursionError):
        return Markup("<code>{}</code>").format(text)


def _strength(tree: Tree) -> int:
    kind = tree[0]
    if kind in ("==", "!=", "<", "<=", ">", ">="):
        return _RELATION
    if kind == "bind" and tree[1] in ("forall", "exists"):
        return 0
    if kind == "bind" and tree[1] in ("sum", "prod"):
        return 6
    return _STRENGTH.get(kind, 9)


def _row(tree: Tree, outer: int) -> str:
    """The tree, in parentheses where it binds less tightly than its place needs."""
    body = _tree(tree)
    if _strength(tree) < outer:
        return f"<mrow><mo>(</mo>{body}<mo>)</mo></mrow>"
    return body


def _tree(tree: Tree) -> str:
    kind = tree[0]
    if kind == "num":
        return _number(tree[1])
    if kind == "name":
        return _name(tree[1])
    if kind == "index":
        indices = "<mo>,</mo>".join(_row(argument, 0) for argument in tree[2])
        base = _row(tree[1], 9)
        return f"<msub>{base}{_one(indices)}</msub>"
    if kind == "call":
        return _call(tree[1], tree[2])
    if kind == "neg":
        return f"<mo>−</mo>{_row(tree[1], 6)}"
    if kind == "not":
        return f"<mtext>not&#160;</mtext>{_row(tree[1], 3)}"
    if kind == "bind":
        return _binder(tree)
    if kind == "/":
        return f"<mfrac>{_one(_row(tree[1], 0))}{_one(_row(tree[2], 0))}</mfrac>"
    if kind == "^":
        exponent = f"<mo>−</mo>{_row(tree[2][1], 0)}" if tree[2][0] == "neg" else _row(tree[2], 0)
        return f"<msup>{_one(_row(tree[1], 9))}{_one(exponent)}</msup>"
    if kind == "*":
        left, right = _row(tree[1], 6), _row(tree[2], 7 if tree[2][0] == "neg" else 6)
        dot = "<mo>·</mo>" if tree[2][0] == "num" else "<mo>&#8290;</mo>"
        return left + dot + right
    if kind in ("and", "or", "=>"):
        sign = "<mo>⟹</mo>" if kind == "=>" else f"<mtext>&#160;{kind}&#160;</mtext>"
        chained = _chain(tree)
        if chained:
            return chained
        strength = _STRENGTH[kind]
        return _row(tree[1], strength + (kind == "=>")) + sign + _row(tree[2], strength)
    own = _strength(tree)
    sign = _SIGNS.get(kind, "−" if kind == "-" else kind)
    return f"{_row(tree[1], own)}<mo>{sign}</mo>{_row(tree[2], own + 1)}"


def _chain(tree: Tree) -> str:
    """`a <= b and b < c` as a <= b < c; empty where the relations are not linked."""
    relations = ("==", "<", "<=", ">", ">=")
    if tree[0] != "and" or tree[1][0] not in relations or tree[2][0] not in relations or tree[1][2] != tree[2][1]:
        return ""
    first, second = tree[1], tree[2]
    middle = f"<mo>{_SIGNS[first[0]]}</mo>{_row(first[2], 5)}<mo>{_SIGNS[second[0]]}</mo>"
    return _row(first[1], 5) + middle + _row(second[2], 5)


def _binder(tree: Tree) -> str:
    _, kind, binds, body = tree
    letters = "<mo>,</mo>".join(_bound(name, scope) for name, scope in binds)
    if kind in ("forall", "exists"):
        sign = "∀" if kind == "forall" else "∃"
        return f"<mo>{sign}</mo>{letters}<mo>:</mo>{_SPACE}{_row(body, 0)}"
    if kind == "fn":
        return f"<mrow><mo>(</mo>{letters}<mo>↦</mo>{_row(body, 0)}<mo>)</mo></mrow>"
    if kind in ("sum", "prod"):
        return f"<munder><mo>{'∑' if kind == 'sum' else '∏'}</mo>{_one(letters)}</munder>{_row(body, 6)}"
    return f"<munder><mo>{kind}</mo>{_one(letters)}</munder>{_row(body, 6)}"


def _bound(name: str, scope: Tree | None) -> str:
    letter = _name(name)
    if scope is None:
        return letter
    if scope[0] == "before":
        return f"{letter}<mo>&lt;</mo>{_row(scope[1], 5)}"
    if scope[0] == "upto":
        return f"{letter}<mo>≤</mo>{_row(scope[1], 5)}"
    if scope[0] == "span":
        return f"{letter}<mo>=</mo>{_row(scope[1], 5)}<mo>…</mo>{_row(scope[2], 5)}"
    return f"{letter}<mo>∈</mo><mtext>{escape(' '.join(scope[1]))}</mtext>"


def _call(head: Tree, arguments: Sequence[Tree]) -> str:
    name = head[1] if head[0] == "name" else ""
    rows = [_row(argument, 0) for argument in arguments]
    inside = "<mo>,</mo>".join(rows)
    if name == "dot":
        return f"<mrow><mo>⟨</mo>{inside}<mo>⟩</mo></mrow>"
    if name == "norm":
        return f"<mrow><mo>‖</mo>{inside}<mo>‖</mo></mrow>"
    if name == "abs":
        return f"<mrow><mo>|</mo>{inside}<mo>|</mo></mrow>"
    if name == "exp" and len(rows) == 1:
        return f"<msup><mi>e</mi>{_one(rows[0])}</msup>"
    if name == "sqrt" and len(rows) == 1:
        return f"<msqrt>{rows[0]}</msqrt>"
    if name == "rate" and len(rows) == 1:
        return f"<mfrac><mi>d</mi><mrow><mi>d</mi><mi>t</mi></mrow></mfrac>{_row(arguments[0], 7)}"
    if name == "start" and len(rows) == 1:
        return f"<msub>{_one(_row(arguments[0], 9))}<mrow><mi>t</mi><mo>=</mo><mn>0</mn></mrow></msub>"
    if name in _WORDS:
        return f"<mtext>{_WORDS[name]}</mtext>{_SPACE}<mrow><mo>(</mo>{inside}<mo>)</mo></mrow>"
    if name == "binomial" and len(rows) == 2:
        return f'<mrow><mo>(</mo><mfrac linethickness="0">{_one(rows[0])}{_one(rows[1])}</mfrac><mo>)</mo></mrow>'
    return f"{_row(head, 9)}<mrow><mo>(</mo>{inside}<mo>)</mo></mrow>"


def _name(name: str) -> str:
    match = _NAME.fullmatch(name)
    if match is None or "_" in name:
        return f"<mtext>{escape(name.replace('_', ' '))}</mtext>" if len(name) > 2 else f"<mi>{escape(name)}</mi>"
    word, number = match.groups()
    letter = f"<mi>{GREEK.get(word, word)}</mi>"
    return f"<msub>{letter}<mn>{number}</mn></msub>" if number else letter


def _number(value: Fraction) -> str:
    if value.denominator == 1:
        return f"<mn>{value}</mn>"
    return f"<mfrac><mn>{value.numerator}</mn><mn>{value.denominator}</mn></mfrac>"


def _one(row: str) -> str:
    """The row as a single element, which scripts and fractions need."""
    return f"<mrow>{row}</mrow>"
