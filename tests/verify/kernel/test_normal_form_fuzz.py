"""Random terms: what the normal form calls equal has equal values at random instances, and what it calls positive is.

Pairs are made by changing one term here and there, by rewritings that are right (a factor distributed, an operator
moved to the other side of a scalar product) and by others that are wrong (indices exchanged, a range changed).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnverify.verify.kernel.contexts import TIMELESS, Context
from attnverify.verify.kernel.declarations import declare_letters
from attnverify.verify.kernel.elaboration import Elaborator
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.polynomials import Work, add
from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.scopes import Scope
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected

Tree = tuple[Any, ...]

LETTERS = (
    "a, b, d, e: number; x[token]: number; c[token, token]: number; u, w: vector; y[token]: vector; V, U: operator; "
    "P: matrix; p, q: token"
)
FACTS = ["d > 0", "e > 0", "forall j: x[j] > 0", "b <= 0"]
DEPTH = 4


def index(r: Random, bound: tuple[str, ...]) -> str:
    return r.choice((*bound, *bound, "p", "q"))


def number(r: Random, depth: int, bound: tuple[str, ...]) -> Tree:
    """A random number, as a tree whose leaves are texts."""
    if depth == 0 or r.random() < 0.15:
        kind = r.randrange(4)
        if kind == 0:
            return ("leaf", r.choice(("a", "b", "d", "e", "1", "2", "-1", "1/2")))
        if kind == 1:
            return ("at", "x", index(r, bound))
        return ("at", "c", index(r, bound), index(r, bound))
    kind = r.randrange(11)
    sub = lambda: number(r, depth - 1, bound)  # noqa: E731
    if kind < 2:
        return ("+", sub(), sub())
    if kind == 2:
        return ("-", sub(), sub())
    if kind < 5:
        return ("*", sub(), sub())
    if kind == 5:
        return (
            "/",
            sub(),
            r.choice((("leaf", "d"), ("+", ("leaf", "d"), ("leaf", "e")), ("at", "x", index(r, bound)))),
        )
    if kind == 6:
        return ("^", sub())
    if kind == 7:
        return ("dot", vector(r, depth - 1, bound), vector(r, depth - 1, bound))
    if kind == 8:
        return (r.choice(("abs", "exp")), ("leaf", r.choice(("a", "b", "d"))))
    return summed(r, number, depth, bound)


def vector(r: Random, depth: int, bound: tuple[str, ...]) -> Tree:
    if depth == 0 or r.random() < 0.15:
        return r.choice((("leaf", "u"), ("leaf", "w"), ("at", "y", index(r, bound))))
    kind = r.randrange(6)
    if kind == 0:
        return ("+", vector(r, depth - 1, bound), vector(r, depth - 1, bound))
    if kind == 1:
        return ("*", number(r, depth - 1, bound), vector(r, depth - 1, bound))
    if kind < 5:
        return ("map", r.choice("VUP"), vector(r, depth - 1, bound))
    return summed(r, vector, depth, bound)


def summed(r: Random, make: Callable[..., Tree], depth: int, bound: tuple[str, ...]) -> Tree:
    name = f"k{len(bound)}"
    scope = r.choice(("", "", f"before({index(r, bound)})", f"upto({index(r, bound)})"))
    return ("sum", name, scope, make(r, depth - 1, (*bound, name)))


def text(tree: Tree) -> str:
    kind, *parts = tree
    if kind == "leaf":
        return f"({parts[0]})"
    if kind == "at":
        return f"{parts[0]}[{', '.join(parts[1:])}]"
    if kind == "sum":
        name, scope, body = parts
        return f"sum({name}{' in ' + scope if scope else ''}: {text(body)})"
    if kind == "^":
        return f"({text(parts[0])})^2"
    if kind == "map":
        return f"{parts[0]}({text(parts[1])})"
    if kind in ("dot", "abs", "exp"):
        return f"{kind}({', '.join(map(text, parts))})"
    return f"({text(parts[0])} {kind} {text(parts[1])})"


def changed(r: Random, tree: Tree) -> Tree:
    """The tree with one place rewritten; rightly or wrongly."""
    kind, *parts = tree
    inner = [k for k, part in enumerate(parts) if isinstance(part, tuple)]
    if inner and r.random() < 0.6:
        k = r.choice(inner)
        return (kind, *parts[:k], changed(r, parts[k]), *parts[k + 1 :])
    if kind in ("+", "dot"):
        if kind == "dot" and parts[0][0] == "map" and r.random() < 0.7:  # right for V and U, wrong for P
            return ("dot", parts[0][2], ("map", parts[0][1], parts[1]))
        return (kind, parts[1], parts[0])
    if kind == "*":
        a, b = parts
        if b[0] == "+":
            return ("+", ("*", a, b[1]), ("*", a, b[2]))
        return ("*", b, a) if b[0] not in ("map",) and _is_number(b) else tree
    if kind == "^":
        return ("*", parts[0], parts[0])
    if kind == "map" and parts[1][0] == "+":
        return ("+", ("map", parts[0], parts[1][1]), ("map", parts[0], parts[1][2]))
    if kind == "map" and parts[1][0] == "map":  # wrong: maps do not commute
        return ("map", parts[1][1], ("map", parts[0], parts[1][2]))
    if kind == "sum":
        name, scope, body = parts
        if body[0] == "+":
            return ("+", ("sum", name, scope, body[1]), ("sum", name, scope, body[2]))
        if body[0] == "sum" and name not in body[2]:
            return ("sum", body[1], body[2], ("sum", name, scope, body[3]))
        if body[0] == "*" and r.random() < 0.5:  # wrong where both factors speak of the summed letter
            return ("*", body[1], ("sum", name, scope, body[2])) if name not in text(body[1]) else tree
        return ("sum", name, scope.replace("before", "upto") if r.random() < 0.5 else "", body)  # wrong
    if kind == "at" and len(parts) == 3:  # wrong
        return ("at", parts[0], parts[2], parts[1])
    if kind == "at":  # wrong
        return ("at", parts[0], r.choice("pq"))
    return tree


def _is_number(tree: Tree) -> bool:
    kind, *parts = tree
    if kind in ("leaf", "at"):
        return parts[0] not in ("u", "w", "y")
    if kind in ("+", "-", "*"):
        return _is_number(parts[1])
    return _is_number(parts[-1]) if kind == "sum" else kind != "map"


def instance(r: Random) -> dict[str, Any]:
    n, d = r.randint(1, 3), r.randint(1, 2)
    small = lambda: f"{r.randint(-3, 3)}/{r.randint(1, 2)}"  # noqa: E731
    positive = lambda: f"{r.randint(1, 4)}/{r.randint(1, 3)}"  # noqa: E731
    vec = lambda: [small() for _ in range(d)]  # noqa: E731
    rows = lambda: [vec() for _ in range(d)]  # noqa: E731

    def symmetric() -> list[list[str]]:
        M = rows()
        return [[M[max(i, j)][min(i, j)] for j in range(d)] for i in range(d)]

    return {
        "tokens": n,
        "dim": d,
        "letters": {
            "a": small(), "b": f"-{r.randint(0, 3)}", "d": positive(), "e": positive(),
            "x": [positive() for _ in range(n)], "c": [[small() for _ in range(n)] for _ in range(n)], "u": vec(),
            "w": vec(), "y": [vec() for _ in range(n)], "V": symmetric(), "U": symmetric(), "P": rows(),
            "p": r.randrange(n), "q": r.randrange(n),
        },
    }  # fmt: skip


def context() -> Context:
    scope = Scope()
    declare_letters(LETTERS, scope)
    facts = [Elaborator(scope).formula(parse(fact)) for fact in FACTS]
    return Context(scope, facts, TIMELESS, Work(2_000_000))


def truths(formulas: list[str], r: Random, times: int) -> list[list[bool | None]]:
    statement = read({"letters": [LETTERS], "given": FACTS, "show": formulas})
    found = []
    for _ in range(times):
        report = judge_instance(statement, instance(r))
        assert report.satisfies
        found.append([truth for _, truth in report.show])
    return found


def searched(r: Random, counts: dict[str, int]) -> None:
    """One random term and another made from it: equal and signed only where the values are."""
    one = other = number(r, DEPTH, ())
    for _ in range(r.randint(1, 4)):
        other = changed(r, other)
    here = context()
    normaliser = here.normaliser()
    left, right = text(one), text(other)
    try:
        terms = [Elaborator(here.scope).check(parse(t), ("number",)) for t in (left, right)]
        forms = [normaliser.scalar(term) for term in terms]
        equal = normaliser.is_zero(add(*forms, -1))
        sign = normaliser.knowledge.sign(forms[0])
    except Rejected:  # too much work, or a rewriting that is ill-typed
        return
    counts["pairs"] += left != right
    formulas = []
    if equal and left != right:
        counts["equal"] += 1
        formulas.append(f"{left} == {right}")
    if sign is not None and (sign != ">=" or forms[0]):
        counts["signed"] += 1
        formulas.append(f"{left} {sign} 0")
    if formulas:
        for row in truths(formulas, r, 3):
            assert False not in row, (formulas, row)


@pytest.mark.parametrize(
    "examples", [pytest.param(120, id="quick"), pytest.param(4_000, marks=pytest.mark.deep, id="deep")]
)
def test_equal_terms_have_equal_values(examples: int, record_property: Callable[[str, object], None]) -> None:
    counts = {"pairs": 0, "equal": 0, "signed": 0}

    @settings(max_examples=examples, deadline=None, derandomize="CI" not in os.environ, database=None)
    @given(st.randoms(use_true_random=True))
    def search(r: Random) -> None:
        searched(r, counts)

    search()
    assert counts["equal"] >= examples // 20
    assert counts["pairs"] > counts["equal"] + examples // 20
    assert counts["signed"] >= examples // 20
