"""The map (1) with a symmetric value matrix: the hemisphere for every step, and one layer of the first token."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import LOGITS, TOP, diagonal
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    have,
    intro,
    leaf,
    lemma,
    rule,
    take,
    unfold,
)

STEPS: dict[str, Any] = {
    "spaces": ["E"],
    "letters": [
        "U: operator; P[step], Q: matrix; v, w: vector; lam, low, root, tau: number; f: token",
        "x[token]: vector; y[step, token]: vector",
    ],
    "where": [
        "t := tau/root",
        "score(i, j) := exp(dot(x[i], Q(x[j])))",
        "full(i) := x[i] + tau*sum(j: score(i, j)/(root*sum(k: score(i, k)))*U(x[j]))",
        "early(i) := x[i] + tau*sum(j in upto(i): score(i, j)/(root*sum(k in upto(i): score(i, k)))*U(x[j]))",
        "e(n, i, j) := exp(dot(y[n, i], P[n](y[n, j])))",
        "moved(n, i) := y[n, i] + tau*sum(j in upto(i): e(n, i, j)/(root*sum(k in upto(i): e(n, i, k)))*U(y[n, j]))",
        "unit_of(a) := a/sqrt(dot(a, a))",
        "p(n) := y[n, f]/dot(v, y[n, f]) - v",
    ],
    "given": [
        "simple_top(U, v, lam)",
        "lam >= 0",
        "U(w) == low*w",
        "dot(v, w) == 0",
        "dot(w, w) == 1",
        "forall m in number: eigenvalue(U, v, m) => low <= m",
        "root > 0",
        "root^2 == dim(E)",
        "tau > 0",
        "forall i: f <= i",
        "dot(y[0, f], y[0, f]) == 1",
        "forall n in step, i: y[n + 1, i] == unit_of(moved(n, i))",
    ],
}
_STEPPED = STEPS["given"][-1]
_UP = "forall i: dot(v, x[i]) > 0"
SMALL = "(lam + low >= 0 or -tau*(lam + low) < 2*root)"
NEAR = "norm(y[n, f] - v) <= q^n*norm(p(0))"
FIRST = (
    "forall n in step: dot(v, y[n, f]) > 0 => p(n + 1) == 1/(1 + t*lam)*(p(n) + t*U(p(n)))"
    " and dot(v, y[n + 1, f]) > 0 and dot(y[n + 1, f], y[n + 1, f]) == 1"
)
SHOWN = [
    f"({_UP}) => (forall i: dot(v, unit_of(full(i))) > 0) and (forall i: dot(v, unit_of(early(i))) > 0)",
    FIRST,
    f"dot(v, y[0, f]) > 0 and {SMALL} => (exists q in number: 0 <= q and q < 1 and (forall n in step: {NEAR}))",
    "lam + low < 0 and -tau*(lam + low) >= 2*root and y[0, f] == unit_of(v + w)"
    " => (forall n in step: norm(y[n, f] - v) >= 1/2)",
]
_TOP = "U(v) == lam*v and dot(v, v) == 1 and (forall m in number: eigenvalue(U, v, m) => m < lam)"
EIGEN = ["U(v) == lam*v", "dot(v, v) == 1"]


OTHER = ["dot(v, w) == 0", "dot(w, w) == 1"]


def topped(then: Tree) -> Tree:
    """With what a simple largest eigenvalue is."""
    return unfold("simple_top(U, v, lam)", then)


def _long(a: str) -> list[tuple[str, Tree]]:
    """What has a height has a length."""
    rest = f"dot({a} - dot(v, {a})*v, {a} - dot(v, {a})*v) >= 0"
    return [
        (rest, KNOWN),
        (f"dot({a}, {a}) > 0", leaf(f"1: {rest}", f"1: dot(v, {a}) > 0; dot(v, {a}) > 0", use=["dot(v, v) == 1"])),
    ]


def _raised(place: str, scope: str) -> Tree:
    """The height of a token after one layer."""
    weight = f"score(q, {{0}})/(root*sum(k{scope}: score(q, k)))".format
    push = f"sum(j{scope}: {weight('j')}*(lam*dot(v, x[j])))"
    part = f"fn(j: {weight('j')}*(lam*dot(v, x[j])))"
    sign = leaf(f"1: lam >= 0; dot(v, x[s]) > 0; {weight('s')} > 0")
    if scope:
        term = rule("positive sum, upto", sign, e=part, i="q", new={"x": "s"})
    else:
        term = rule("positive sum", sign, e=part, new={"x": "s"})
    return intro(
        "q",
        have(
            [
                (f"{push} >= 0", term),
                (f"dot(v, {place}(q)) > 0", leaf("1: dot(v, x[q]) > 0", f"1: tau > 0; {push} >= 0", use=EIGEN)),
                *_long(f"{place}(q)"),
            ],
            leaf(f"1: dot(v, {place}(q)) > 0; 1/sqrt(dot({place}(q), {place}(q))) > 0"),
        ),
    )


KEPT = topped(intro("", both(_raised("full", ""), _raised("early", " in upto(q)"))))


def _none(term: str, zero: str) -> tuple[str, Tree]:
    """The first token has nothing before it."""
    fact = f"sum(j in before(f): {term}) == sum(j in before(f): {zero})"
    there = term.replace(", j)", ", o)").replace(", j]", ", o]")
    kind = "equal sums, before" if zero == "0" else "equal vector sums, before"
    why = rule("tokens in order", i="o", j="f", C=f"{there} == {zero}")
    return fact, rule(kind, why, e=f"fn(j: {term})", f=f"fn(j: {zero})", i="f", new={"x": "o"})


_WEIGHTS = _none("e(m, f, j)", "0")
_PULLS = _none("e(m, f, j)*U(y[m, j])", "0*v")
_ALONE = "(y[m, f] + t*U(y[m, f]))"
_FIRST = [
    _WEIGHTS,
    _PULLS,
    (f"moved(m, f) == {_ALONE}", leaf(use=[_WEIGHTS[0], _PULLS[0]])),
    ("y[m + 1, f] == unit_of(moved(m, f))", take(_STEPPED, ["m", "f"], KNOWN)),
    (f"unit_of(moved(m, f)) == unit_of({_ALONE})", lemma("LEM-same-quotient", u="moved(m, f)", w=_ALONE)),
    (
        f"y[m + 1, f] == unit_of({_ALONE})",
        lemma("LEM-same-vector", u="y[m + 1, f]", w="unit_of(moved(m, f))", z=f"unit_of({_ALONE})"),
    ),
    (f"dot(v, {_ALONE}) == (1 + t*lam)*dot(v, y[m, f])", leaf(use=EIGEN)),
    ("1 + t*lam > 0", leaf("1:", "1: tau > 0; 1/root > 0; lam >= 0")),
    (f"dot(v, {_ALONE}) > 0", leaf("1: 1 + t*lam > 0; dot(v, y[m, f]) > 0", use=EIGEN)),
    *_long(_ALONE),
]
_RECURS_HERE = leaf(use=[f"y[m + 1, f] == unit_of({_ALONE})", *EIGEN])
_ON_SPHERE = [
    (
        "dot(v, y[m + 1, f]) > 0",
        leaf(
            f"1: dot(v, {_ALONE}) > 0; 1/sqrt(dot({_ALONE}, {_ALONE})) > 0", use=[f"y[m + 1, f] == unit_of({_ALONE})"]
        ),
    ),
    ("dot(y[m + 1, f], y[m + 1, f]) == 1", leaf(use=[f"y[m + 1, f] == unit_of({_ALONE})"])),
]

VALUES: dict[str, Any] = {
    "tokens": 2,
    "dim": 4,
    "letters": {
        "U": diagonal(2, -1, 0, 0),
        "P": {"always": LOGITS[0]},
        "Q": diagonal(0, 0, 0, 0),
        "v": TOP,
        "w": [0, 1, 0, 0],
        "lam": 2,
        "low": -1,
        "root": 2,
        "tau": 1,
        "f": 0,
        "x": [TOP, ["1/10", 1, 0, 0]],
        "y": {"always": [TOP, TOP]},
    },
}


_ONE_LAYER: dict[str, Any] = {
    "spaces": ["E"],
    "letters": [
        "U: operator; P[step]: matrix; v: vector; lam, root, tau: number; f: token",
        "y[step, token]: vector",
    ],
    "where": [text for text in STEPS["where"] if not text.startswith(("score", "full", "early"))],
    "given": [text for text in STEPS["given"] if "low" not in text and "w" not in text and "[0, f]" not in text],
    "show": [FIRST],
}
_LEFT_OUT = ("Q", "w", "low", "x")
_AT_REST = {**VALUES, "letters": {name: value for name, value in VALUES["letters"].items() if name not in _LEFT_OUT}}

formal(
    "CON-B2.value.first",
    title="One layer of the map with a symmetric value matrix: what it makes of the first token",
    sentence=(
        r"In the setting of CON-B2.value, with auto-regressive weights: if $b_1 > 0$, then $p_1^+ = (I +"
        r" \tau'U)p_1/(1 + \tau'\lambda)$, $b_1^+ > 0$ and $|y_1^+| = 1$."
    ),
    source=Source(PAPER, "equation (1) with the hypotheses of Theorem 4.5"),
    kind="identity",
    role="extension",
    statement=_ONE_LAYER,
    proof=topped(intro(["m", ""], have([*_FIRST, *_ON_SPHERE], both(_RECURS_HERE, KNOWN, KNOWN)))),
    instance=_AT_REST,
    twin=Variant("a length of the root of 2", {"y[n + 1, f]) == 1": "y[n + 1, f]) == 2"}, _AT_REST),
)
