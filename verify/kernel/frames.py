"""What a motion is written over: an orthonormal frame that spans its space, and its tokens and heads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from .terms import TOKEN, Letter, Rejected, Term, binder, fresh, make, over

MAX_COUNT = 10


def spanned(frame: Sequence[Letter], space: str) -> list[Term]:
    """That the frame spans its space: every vector and its square, by the coordinates."""
    u = fresh("u", ("vector", space))
    parts = [make("mul", make("dot", a, u), a) for a in frame]
    squares = [make("pow", make("dot", a, u), 2) for a in frame]
    whole = make("==", u, reduce(lambda a, b: make("add", a, b), parts))
    square = make("==", make("dot", u, u), reduce(lambda a, b: make("add", a, b), squares))
    return [binder("forall", over(u.sort), u, fact) for fact in (whole, square)]


def listed(data: Mapping[str, Any], name: str) -> Sequence[Any]:
    found = data.get(name, [])
    if not isinstance(found, (list, tuple)):
        raise Rejected(f"{name!r} is a list")
    return found


def counted(data: Mapping[str, Any], name: str, kind: str) -> list[Letter]:
    """The tokens or heads of the motion, in order."""
    count = data.get(name, 1)
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MAX_COUNT:
        raise Rejected(f"{name!r} is a number from 1 to {MAX_COUNT}")
    sort = TOKEN if kind == "token" else ("index", "head", "")
    return [fresh(f"{kind} {k + 1}", sort) for k in range(count)]
