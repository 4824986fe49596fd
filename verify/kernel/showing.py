"""Syntax trees as text that is read again as the same tree: one spelling for each, with few parentheses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from .parsing import MAX_TEXT, Tree
from .terms import Rejected

# How strongly an operator binds, and how strongly what stands on its left and on its right has to.
_INFIX = {
    "iff": (0, 3, 3),
    "=>": (2, 3, 1),
    "or": (3, 3, 4),
    "and": (4, 4, 5),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), (6, 7, 7)),
    **dict.fromkeys("+-", (7, 7, 9)),
    **dict.fromkeys("*/", (9, 9, 10)),
}
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_QUANTIFIED, _AND, _NOT, _SUM, _NEGATIVE, _PRODUCT, _POWER, _POSTFIX = 1, 4, 5, 7, 8, 9, 10, 11
_WAYS = (("<", "<=", "=="), (">", ">=", "=="))  # what may stand in one chain


def show(tree: Tree) -> str:
    """A syntax tree as text, shortened, for error messages."""
    found = ""
    for part in _shown(tree, 0):
        found += part
        if len(found) > 160:
            return found[:160]
    return found


def written(tree: Tree) -> str:
    """A syntax tree as text; raises Rejected where that is longer than a text may be."""
    parts, length = [], 0
    for part in _shown(tree, 0):
        parts.append(part)
        length += len(part)
        if length > MAX_TEXT:
            raise Rejected(f"written out it has more than {MAX_TEXT} characters")
    return "".join(parts)


def _shown(tree: Tree, outer: int) -> Iterator[str]:
    kind = tree[0]
    strength = _strength(tree)
    if strength < outer:
        yield "("
        yield from _shown(tree, 0)
        yield ")"
    elif kind == "num":
        yield _decimal(tree[1])
    elif kind == "name":
        yield tree[1]
    elif kind in ("index", "call"):
        opening, closing = "[]" if kind == "index" else "()"
        yield from _shown(tree[1], _POSTFIX)
        yield opening
        for position, part in enumerate(tree[2]):
            yield ", " if position else ""
            yield from _shown(part, 0)
        yield closing
    elif kind == "neg":
        yield "-"
        yield from _shown(tree[1], _PRODUCT)
    elif kind == "not":
        yield "not "
        yield from _shown(tree[1], _NOT)
    elif kind == "^":
        yield from _shown(tree[1], _POSTFIX)
        negative = tree[2][0] == "neg"
        yield "^-" if negative else "^"
        yield from _shown(tree[2][1] if negative else tree[2], _POSTFIX)
    elif kind == "bind":
        long = tree[1] in ("forall", "exists")
        yield f"{tree[1]} " if long else f"{tree[1]}("
        yield from _binds(tree)
        yield "" if long else ")"
    elif kind == "and" and _chained(tree[1], tree[2]):
        yield from _shown(tree[1], _AND)
        yield f" {tree[2][0]} "
        yield from _shown(tree[2][2], _SUM)
    else:
        _, left, right = _INFIX[kind]
        yield from _shown(tree[1], left)
        yield kind if kind in "*/" else f" {kind} "
        yield from _shown(tree[2], right)


def _strength(tree: Tree) -> int:
    kind = tree[0]
    if kind == "bind" and tree[1] in ("forall", "exists"):
        return _QUANTIFIED
    own = {"not": _NOT, "neg": _NEGATIVE, "^": _POWER}
    return _INFIX[kind][0] if kind in _INFIX else own.get(kind, _POSTFIX)


def _chained(left: Tree, right: Tree) -> bool:
    """Whether `a <= b and b < c` is written as a <= b < c."""
    last = left[2] if left[0] == "and" else left
    if not any(last[0] in way and right[0] in way for way in _WAYS) or last[2] != right[1]:
        return False
    return left[0] != "and" or _chained(left[1], last)


def _binds(tree: Tree) -> Iterator[str]:
    yield binds_text((name, "".join(_range(scope)) if scope else "") for name, scope in tree[2])
    yield ": "
    yield from _shown(tree[3], 0)


def binds_text(pairs: Iterable[tuple[str, str]]) -> str:
    """`i, j in range`: names with the texts of their ranges; where that of a later name would be taken, "in token"."""
    parts: list[str] = []
    words: set[str] | None = None  # of the range that the name before it would have
    for name, where in reversed(list(pairs)):
        if where:
            words = set(_WORD.findall(where))
        elif words is not None and name in words:
            words = None
        elif words is not None:
            where = "token"
        parts.append(f"{name} in {where}" if where else name)
    return ", ".join(reversed(parts))


def _range(tree: Tree) -> Iterator[str]:
    if tree[0] == "sort":
        words: tuple[str, ...] = ("heads",) if tree[1] == ("head",) else tree[1]
        matrix = words[0] == "matrix" and len(words) == 3 and words[1] != words[2]
        yield f"matrix {words[1]} -> {words[2]}" if matrix else " ".join(words)
    elif tree[0] == "span":
        yield from _shown(tree[1], _SUM)
        yield ".."
        yield from _shown(tree[2], _SUM)
    else:
        yield f"{tree[0]}("
        yield from _shown(tree[1], 0)
        yield ")"


def _decimal(value: Fraction) -> str:
    """A number as it is read: digits, with a point where it is no whole number."""
    places = 0
    while value.denominator != 1:
        value, places = value * 10, places + 1
    digits = str(value.numerator).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
