"""Normal forms: what counts as the same formula, in every order, and nothing else."""

import itertools
import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnverify.verify.kernel.atoms import forget
from attnverify.verify.kernel.contexts import ALMOST, EVERY, START, TIMELESS, Context
from attnverify.verify.kernel.declarations import declare_letters
from attnverify.verify.kernel.elaboration import Elaborator
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.polynomials import Work, add, rename
from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.scopes import Scope
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected, Term
from attnverify.verify.search.build import KNOWN, restate

SPHERES = "fn(X: forall j: dot(X[j], X[j]) == 1)"
LETTERS = (
    "x, y, c: number; n: size; u, w: vector; V: operator; a[token]: number; S: state; F: map; i, j: token; "
    "z: moving number; f: number -> number"
)
SPECTRUM = "spectrum(F, S, V, u, fn(m: {}), {})"

DIFFERENT = [
    ("decays(z, 1)", "decays(z, 2)"), ("decays(z, c)", "decays(2*z, c)"), ("tends(z, x)", "tends(z, y)"),
    (SPECTRUM.format("1 + m", "x"), SPECTRUM.format("1 + m", "y")),
    (SPECTRUM.format("1 + m", "x"), SPECTRUM.format("1 - m", "x")),
    (SPECTRUM.format("1 + m", "x"), SPECTRUM.format("f(m)", "x")), ("eigenvalue(V, u, x)", "eigenvalue(V, w, x)"),
    ("eigenvalue(V, u, x)", "eigenvalue(V, u, x + 1)"), ("eigenvalue(V, u, x)", "eigenvector(V, u, x)"),
    ("fixed(F, S)", "fixed(F, fn(k: u))"), ("fixed(F, fn(k: u))", "fixed(F, fn(k: w))"),
    ("fixed(F, fn(k: u))", "fixed(F, fn(k: a[k]*u))"), ("forall k: a[k] > 0", "forall k in before(i): a[k] > 0"),
    ("forall k in before(i): a[k] > 0", "forall k in upto(i): a[k] > 0"),
    ("forall k in before(i): a[k] > 0", "forall k in before(j): a[k] > 0"),
    ("forall k: a[k] > 0", "exists k: a[k] > 0"), ("forall k in 0..n: x >= k", "forall k in 0..n + 1: x >= k"),
    ("x == y", "x != y"), ("x <= y", "x < y"), ("x <= y", "2*x <= 2*y"), ("x == y", "y == x"), ("u == w", "w == u"),
    ("u == w", "2*u == 2*w"), ("u == w", "x == y"), ("i < j", "j < i"), ("i == j", "i != j"),
    ("x > 0 and y > 0", "y > 0 and x > 0"), ("x > 0 => y > 0", "y > 0 => x > 0"), ("not x > 0", "x > 0"),
    ("always(z >= 0)", "almost_always(z >= 0)"), ("always(z >= 0)", "at_start(z >= 0)"),
    ("always(z >= start(z))", "always(z >= 0)"), ("positive_definite(V)", "inside_disc(F, S)"),
    ("inside_disc(F, S)", "outside_disc(F, S)"),
]  # fmt: skip
SAME = [
    ("decays(z, 1 + x)", "decays(1*z, x + 1)"),
    (SPECTRUM.format("1 + 2*m", "x + x"), SPECTRUM.format("m + 1 + m", "2*x")),
    (SPECTRUM.format("f(m)", "x"), "spectrum(F, S, V, u, f, x)"),
    ("spectrum(F, S, V, u, f, x)", SPECTRUM.format("f(m)", "x")), ("fixed(F, S)", "fixed(F, fn(k: S[k]))"),
    ("x <= y", "0 <= y - x"), ("u == w", "u - w == 0"), ("u != w", "u - w != 0"),
    ("forall k: a[k] + x > 0", "forall k: 0 < x + a[k]"),
    ("exists k in 0..n + 1: x >= k", "exists k in 0..1 + n: x >= k"),
    ("x > 0 and (y > 0 or not x > y)", "0 < x and (0 < y or not y < x)"), ("always(2*z >= z)", "always(z + z >= 1*z)"),
]  # fmt: skip


# What follows at once all the same.
ANYWAY = {
    ("x == y", "y == x"), ("u == w", "w == u"), ("u == w", "2*u == 2*w"), ("x <= y", "x < y"), ("x <= y", "2*x <= 2*y"),
    ("x > 0 and y > 0", "y > 0 and x > 0"), ("forall k in before(i): a[k] > 0", "forall k in upto(i): a[k] > 0"),
}  # fmt: skip


def case(goal: str, fact: str) -> dict[str, Any]:
    return {
        "letters": [LETTERS], "given": [fact], "show": [goal], "proof": restate(fact, KNOWN), "match": "not the goal",
    }  # fmt: skip


@pytest.mark.parametrize(("goal", "fact"), DIFFERENT)
def test_other_formulas_are_not_the_goal(goal: str, fact: str, refused: Callable[[Any], None]) -> None:
    refused(case(goal, fact))
    refused(case(fact, goal))


@pytest.mark.parametrize(("goal", "fact"), DIFFERENT)
def test_other_formulas_are_not_known(goal: str, fact: str, refused: Callable[[Any], None]) -> None:
    if (goal, fact) not in ANYWAY:
        refused({**case(goal, fact), "proof": KNOWN, "match": "not known here"})


@pytest.mark.parametrize(("goal", "fact"), SAME)
def test_the_same_in_other_words(goal: str, fact: str, accepted: Callable[[Any], Any]) -> None:
    accepted(case(goal, fact))


def test_maps_are_compared_by_their_bodies_and_sets(refused: Callable[[Any], None]) -> None:
    maps = [f"G(X, k) = unit(X[k]) on {SPHERES}", f"H(X, k) = unit(2*X[k]) on {SPHERES}"]
    made = {**case("inside_disc(G, S)", "inside_disc(H, S)"), "letters": ["S: state"]}
    refused({**made, "maps": maps})
    maps[1] = "H(X, k) = unit(X[k]) on fn(X: forall h: dot(X[h], X[h]) == 2)"
    refused({**made, "maps": maps})


# Normal forms are found once for a whole walk; what one context knows must not reach another through them.
STATEMENT = read(
    {"letters": ["x, y, z: number", "w: moving number", "v[token]: vector", "p, q: token"], "show": ["x == x"]}
)


def term(text):
    return Elaborator(STATEMENT.scope).formula(parse(text))


# The facts of some contexts, and a goal with whether it is known there.
CASES = {
    "a divisor": ("x/x == 1", [(["x != 0"], True), ([], False), (["y != 0"], False), (["x < 0"], True)]),
    "an absolute value": ("abs(x) == x", [(["x > 0"], True), (["x < 0"], False), (["x == 1"], False), ([], False)]),
    "a root": ("norm(v[p])/norm(v[p]) == 1", [(["norm(v[p]) > 0"], True), ([], False), (["norm(v[q]) > 0"], False)]),
    "a sum that divides": ("(x + y)/(x + y) == 1", [(["x + y > 0"], True), (["x + y == 1"], False), ([], False)]),
    "a condition": ("x/x == 1", [(["z == 1 => x > 0", "z == 1"], True), (["z == 1 => x > 0", "z == 2"], False)]),
    "a sign for all tokens": (
        "dot(v[p], v[q])/dot(v[p], v[q]) == 1",
        [(["forall i, j: dot(v[i], v[j]) > 0"], True), ([], False), (["forall i: dot(v[i], v[i]) > 0"], False)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("goal", "places"), CASES.values(), ids=CASES)
def test_no_context_knows_what_another_one_knows(goal, places):
    for order in itertools.permutations(places):
        work = Work(10**6)
        for _ in range(2):
            for facts, expected in order:
                context = Context(STATEMENT.scope, [term(fact) for fact in facts], TIMELESS, work)
                assert context.known(term(goal)) is expected, (facts, order)


def test_equations_and_norms_rewrite_only_where_they_are_named():
    equation, square = term("x == y"), term("y^2 == dot(v[p], v[p])")
    x, y, length = (term(f"{text} == 0").args[0] for text in ("x", "y", "norm(v[p])"))
    for order in itertools.permutations(["named", "norms", "plain"]):
        work = Work(10**6)
        context = Context(STATEMENT.scope, [equation, square, term("y > 0")], TIMELESS, work)
        for what in order * 2:
            named, norms = [equation] if what == "named" else [], [y] if what == "norms" else []
            if what == "norms":
                named = [square]
            normaliser = context.normaliser(named, norms)
            assert (normaliser.scalar(x) == normaliser.scalar(y)) is (what == "named")
            assert (normaliser.scalar(length) == normaliser.scalar(y)) is (what == "norms")


def test_the_start_is_another_moment():
    w, start = (term(f"{text} == 0").args[0] for text in ("w", "start(w)"))
    for order in itertools.permutations([START, EVERY, TIMELESS]):
        work = Work(10**6)
        for moment in order * 2:
            normaliser = Context(STATEMENT.scope, [], moment, work).normaliser()
            assert (normaliser.scalar(w) == normaliser.scalar(start)) is (moment == START)


def test_what_holds_at_every_time_reaches_no_other_context_through_a_rate():
    """Where a rate has no corner depends on the sign of x, which is asked for twice in the first context."""
    first, second, third = (
        term(f"{text} == 0").args[0]
        for text in ("rate(abs(2*x*exp(w)))", "rate(abs(x*exp(w)))", "rate(abs(-x*exp(w)))")
    )
    for order in itertools.permutations(["x >= 0", "x < 0"]):
        work = Work(10**6)
        places = (Context(STATEMENT.scope, [term(fact), term("w > 0")], ALMOST, work) for fact in order)
        before, after = (place.normaliser() for place in places)
        assert before.scalar(first) != before.scalar(second)
        assert after.scalar(second) == after.scalar(third)


def test_what_needs_no_knowledge_is_found_once():
    work = Work(10**6)
    goal = term("(x + y + z)^12 == (x + y + z)^6*(x + y + z)^6")
    spent = []
    for fact in ("x > 0", "y > 0", "z > 0"):
        before = work.spent
        assert Context(STATEMENT.scope, [term(fact)], TIMELESS, work).known(goal)
        spent.append(work.spent - before)
    assert max(spent[1:]) < spent[0] / 10


# A normal form with its letters renamed is the normal form at the new letters, in whatever order atoms were made.
RENAMED = read(
    {
        "letters": ["a, b: number", "f[token], g[token]: number", "u: vector", "v[token]: vector", "p, q: token"],
        "show": ["a == a"],
    }
)
PIECES = ("f[q]", "a*f[p]", "dot(v[q], u)", "dot(v[p], v[q])", "g[q] + b")
FORMS = (
    "dot(unit(v[p] + a*u), u)", "dot(unit(u - f[p]*v[p]), unit(v[p] + b*u))", "max(f[p], a)",
    "min(a*dot(v[p], u), max(b, f[p] - g[p]))", "abs(f[p] - a)", "sum(i: sum(j: dot(v[i], v[j])*f[i]*g[j]*f[p]))",
    "sum(i: sum(j: f[i]*g[j]*dot(v[i], v[p])*dot(v[j], u)))",
    "dot(sum(i: f[i]*v[i]), sum(j: dot(v[j], v[p])*v[j]))", "norm(sum(i: exp(dot(v[p], v[i]))*f[i]*v[i]) + v[p])^2",
)  # fmt: skip


def _number(text: str) -> Term:
    part: Term = Elaborator(RENAMED.scope).formula(parse(f"{text} == 0")).args[0]
    return part


@pytest.mark.parametrize("text", FORMS)
def test_a_renamed_form_is_the_form_at_the_new_letter(text: str) -> None:
    letters = {letter.name: letter for letter in RENAMED.letters}
    for pieces in itertools.permutations(PIECES):
        forget()
        normaliser = Context(RENAMED.scope, [], TIMELESS, Work(10**6)).normaliser()
        for piece in pieces:
            normaliser.scalar(_number(piece))
        here, there = normaliser.scalar(_number(text)), normaliser.scalar(_number(text.replace("[p]", "[q]")))
        assert rename(here, {letters["p"]: letters["q"]}) == there, pieces


# Random terms: what the normal form calls equal has equal values at random instances, and what it calls positive is.
# Pairs are made by changing one term here and there, by rewritings that are right (a factor distributed, an operator
# moved to the other side of a scalar product) and by others that are wrong (indices exchanged, a range changed).
Tree = tuple[Any, ...]

DRAWN_LETTERS = (
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
    declare_letters(DRAWN_LETTERS, scope)
    facts = [Elaborator(scope).formula(parse(fact)) for fact in FACTS]
    return Context(scope, facts, TIMELESS, Work(2_000_000))


def truths(formulas: list[str], r: Random, times: int) -> list[list[bool | None]]:
    statement = read({"letters": [DRAWN_LETTERS], "given": FACTS, "show": formulas})
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
