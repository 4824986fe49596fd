"""Theorem 9.2: regular simplices minimise the energy; with m > 1 as Definition 9.1 is printed they are not sharp."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.models import EAST, LOG2, STATE, UNIT, WEIGHTS, WEST, still
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, obtain, rule, split

SIMPLEX = "forall i, j: i != j => dot(x[i], x[j]) == -1/(n - 1)"
MODEL = {
    **model(WEIGHTS, STATE),
    "where": [*WEIGHTS["where"], "S := -1/(n - 1)", "energy(X) := sum(i, j: exp(beta*dot(X[i], X[j])))/(2*beta*n^2)"],
}
LEAST = "forall y in state: (forall i: dot(y[i], y[i]) == 1) => energy(x) <= energy(y)"
C = "exp(beta*S)"
GAP = (
    f"exp(beta*dot(y[{{0}}], y[{{1}}])) - exp(beta*dot(x[{{0}}], x[{{1}}]))"
    f" - {C}*beta*(dot(y[{{0}}], y[{{1}}]) - dot(x[{{0}}], x[{{1}}]))"
).format
UNITS = [UNIT, UNIT.replace("x[", "y[")]


def gap() -> Tree:
    """The exponential is above its tangent at the product of the simplex; a token has the same square in both."""
    near = "1 + beta*(dot(y[p], y[q]) - S) <= exp(beta*(dot(y[p], y[q]) - S))"
    other = have(
        [
            "p != q",
            "dot(x[p], x[q]) == -1/(n - 1)",
            (near, rule("exp tangent", a="beta*(dot(y[p], y[q]) - S)")),
        ],
        leaf(f"1: {near}; {C} > 0", use=["dot(x[p], x[q]) == -1/(n - 1)"]),
    )
    same = rule("same token", KNOWN, KNOWN, leaf(use=UNITS), i="p", j="q", P=f"fn(h: {GAP('p', 'h')} >= 0)")
    return split("p < q or q <= p", other, split("q < p or p <= q", other, same))


def row(p: str) -> Tree:
    """The gaps of one token, summed."""
    return rule("positive sum", gap(), e=f"fn(j: {GAP(p, 'j')})", new={"x": "q"})


_GAPS = (
    f"sum(i, j: {GAP('i', 'j')}) >= 0",
    rule("positive sum", row("p"), e=f"fn(i: sum(j: {GAP('i', 'j')}))", new={"x": "p"}),
)
_ROW = "sum(j: dot(x[p], x[j]) - S) == dot(x[p], x[p]) - S"
_ONE = rule(
    "single term",
    have(["dot(x[r], x[p]) == -1/(n - 1)"], leaf(use=["dot(x[r], x[p]) == -1/(n - 1)"])),
    e="fn(j: dot(x[p], x[j]) - S)",
    y="p",
    new={"x": "r"},
)
_CENTRED = "sum(i: sum(j: dot(x[i], x[j]))) == sum(i: 0*n)"
_SUMS = rule(
    "equal sums",
    have([(_ROW, _ONE)], leaf(f"eq 1: {_ROW}", use=[UNIT])),
    e="fn(i: sum(j: dot(x[i], x[j])))",
    f="fn(i: 0*n)",
    new={"x": "p"},
)
_MINIMAL = intro(
    ["y", ""],
    have(
        [
            ("n - 1 > 0", leaf("1: n >= 2", "1:")),
            _GAPS,
            (_CENTRED, _SUMS),
        ],
        leaf(
            f"1/2: {_GAPS[0]}; 1/beta > 0; 1/n^2 > 0",
            f"1/2: {C} > 0; dot(sum(j: y[j]), sum(j: y[j])) >= 0; 1/n^2 > 0",
            f"eq {C}/(2*n^2): {_CENTRED}",
        ),
    ),
)
CORNERS: dict[str, Any] = still(EAST, ["-1/2", "sqrt(3)/2"], ["-1/2", "-sqrt(3)/2"], beta=LOG2)

formal(
    "PER-T9.2.R2.simplex",
    title="Regular simplices are global minimisers of the energy",
    sentence=r"For $\beta > 0$ and $n \geq 2$ unit vectors with all products $-1/(n-1)$, $E_\beta$ is not greater than"
    r" at any other $n$ unit vectors.",
    kind="inequality",
    role="extension",
    statement={**MODEL, "given": [*MODEL["given"], "beta > 0", "n >= 2", SIMPLEX], "show": [LEAST]},
    proof=_MINIMAL,
    instance=CORNERS,
    twin=Variant("maximisers", {"energy(x) <= energy(y)": "energy(y) <= energy(x)"}, CORNERS),
)

DISTINCT = "forall i, j: i != j => x[i] != x[j]"
_SEVERAL = "exists i, j, k, l: i != j and k != l and dot(x[i], x[j]) != dot(x[k], x[l])"
_DIFFERENT = intro(
    "",
    have(
        [(LEAST, lemma("PER-T9.2.R2.simplex"))],
        split(
            f"({_SEVERAL}) or n == 120",
            obtain(
                _SEVERAL,
                "i,j,k,l",
                have(
                    ["dot(x[i], x[j]) == -1/(n - 1)", "dot(x[k], x[l]) == -1/(n - 1)"],
                    rule(
                        "contradiction",
                        leaf(use=["dot(x[i], x[j]) == -1/(n - 1)", "dot(x[k], x[l]) == -1/(n - 1)"]),
                        KNOWN,
                        P="dot(x[i], x[j]) == dot(x[k], x[l])",
                        C="1 <= 0",
                    ),
                ),
            ),
            leaf("eq -1/20: n == 120", "1/20: n <= 100"),
        ),
    ),
)

formal(
    "PER-T9.2.R3",
    statement={
        **MODEL,
        "given": [*MODEL["given"], "beta > 0", DISTINCT],
        "show": [f"({LEAST}) => ({_SEVERAL}) or n == 120"],
    },
    refuted={"proof": _DIFFERENT, "case": ["n >= 2", "n <= 100", SIMPLEX]},
    instance=still(EAST, WEST, beta=LOG2),
    no_repair="with m = 1 admitted regular simplices are sharp, and minimise: PER-T9.2.R2.simplex",
)
