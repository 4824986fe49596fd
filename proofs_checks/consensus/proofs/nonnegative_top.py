"""Theorem 4.5 for a simple largest eigenvalue that may be zero, P bounded (CON-H.7, CON-T4.5.h, CON-TAB1.c)."""

from __future__ import annotations

import re
from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, causal, diagonal
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION
from proofs_checks.consensus.proofs.theorem_4_5_minus import OPPOSITE_TOP
from proofs_checks.lemmas.causal import GAP, HEIGHTS, OFF_BY_SIZE, SIZE
from proofs_checks.lemmas.causal_limit import SMALL
from proofs_checks.lemmas.causal_near import LARGEST
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf, lemma, rule, take, unfold, witness

_LOGITS = "forall a in vector, b in vector: dot(a, a) == 1 and dot(b, b) == 1 => -M <= dot(a, P(b)) <= M"
TOP_OF_U: dict[str, Any] = {
    "letters": ["M, N: number; B[token]: number"],
    "given": ["simple_top(U, v, lam)", "lam >= 0", f"almost_always({_LOGITS})", "N == sum(j: 1)"],
}
_SPECTRUM = f"g > 0 and rho >= 0 and ({GAP['given'][1]}) and ({GAP['given'][2]})"
_BOXES = (
    "(forall i: B[i] > 0) and (forall i: forall j in before(i): 4*rho*N*exp(2*M)*B[j] <= g*B[i])"
    f" and at_start(forall i, j: 2*B[i]*{SIZE('j')} <= B[j])"
)
_DECAYS = f"decays({LARGEST}, g*exp(-2*M)/(2*N*root))"
_LIMIT = "forall i: exponentially_small(norm(y[i] - v))"
CONCLUSIONS = [
    "almost_always(forall i: causal(fn(k: v), i) == 0)",
    HEIGHTS,
    f"exists g in number, rho in number: {_SPECTRUM}",
    f"forall g in number, rho in number: {_SPECTRUM} and {_BOXES} => {_DECAYS}",
    _LIMIT,
]
_DELTA = "exp(-2*M)/(N*root)"
_ROW = "exp(dot(y[p], P(y[p])))/sum(k in upto(p): exp(dot(y[p], P(y[k]))))"
_LENGTH = "sum(k in upto(p): 1)"
_WEIGHTS: Steps = [
    (
        "almost_always(forall i: rate(y[i]) == sum(j in upto(i): att(y, i, j)*(U(y[j]) - dot(y[i], U(y[j]))*y[i])))",
        enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == causal(y, i)"]))),
    ),
    ("almost_always(forall i: forall j in upto(i): att(y, i, j) > 0)", enter("ae", intro("p,q", leaf()))),
    ("almost_always(forall i: sum(j in upto(i): att(y, i, j)) == 1/root)", enter("ae", intro("p", leaf()))),
    ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
    (f"{_DELTA} > 0", leaf("1: exp(-2*M) > 0; 1/N > 0; 1/root > 0")),
    ("1/root > 0", leaf()),
    (
        "forall i: almost_always(forall j in upto(i): exp(-2*M)/sum(k in upto(i): 1)"
        " <= e(y, i, j)/sum(k in upto(i): e(y, i, k)) <= 1)",
        intro(
            "p",
            lemma(
                "LEM-softmax.row",
                enter("ae", intro("q", take(_LOGITS, ["y[p]", "y[q]"], KNOWN))),
                l="fn(j: dot(y[p], P(y[j])))",
                i="p",
            ),
        ),
    ),
    (
        f"almost_always(forall i: att(y, i, i) >= {_DELTA})",
        enter(
            "ae",
            intro(
                "p",
                have(
                    [
                        f"exp(-2*M)/{_LENGTH} <= {_ROW}",
                        (f"{_LENGTH} <= sum(j: 1)", rule("part of a positive sum", leaf(), e="fn(k: 1)", i="p")),
                        f"{_LENGTH} > 0",
                    ],
                    leaf(
                        f"1: exp(-2*M)/{_LENGTH} <= {_ROW}; 1/root > 0",
                        f"1: {_LENGTH} <= sum(j: 1); exp(-2*M) > 0; 1/N > 0; 1/{_LENGTH} > 0; 1/root > 0",
                        use=["N == sum(j: 1)"],
                    ),
                ),
            ),
        ),
    ),
]
_ARGUMENTS: dict[str, Any] = {"s": "1/root", "delta": _DELTA, "a": "fn(i, j: att(y, i, j))"}


def _weighted(then: Tree) -> Tree:
    return unfold("solves(causal, y)", have(_WEIGHTS, then))


def _gap(goal: str, then: Tree) -> Tree:
    """With the spectral gap g of U below lam and the norm rho of U on the complement of v."""
    return rule("spectral gap", KNOWN, have(GAP["given"][1:], then), U="U", v="v", lam="lam", C=goal)


_TO_V = intro("p", OFF_BY_SIZE)
_HEIGHTS = (HEIGHTS, _weighted(lemma("LEM-causal.heights", s="1/root", a=_ARGUMENTS["a"])))
_PLUS = both(
    enter("ae", intro("p", leaf(use=["U(v) == lam*v", "dot(v, v) == 1"]))),
    _HEIGHTS[1],
    _gap(CONCLUSIONS[2], witness("g", witness("rho", KNOWN))),
    intro(
        ["g", "rho", ""],
        _weighted(
            have(
                [
                    (
                        f"forall i: forall j in before(i): 4*rho*(1/root)*B[j] <= g*({_DELTA})*B[i]",
                        intro(
                            "p,q",
                            have(
                                ["4*rho*N*exp(2*M)*B[q] <= g*B[p]"],
                                leaf(f"1: {_DELTA} > 0; 4*rho*N*exp(2*M)*B[q] <= g*B[p]"),
                            ),
                        ),
                    )
                ],
                lemma("LEM-causal.near", **_ARGUMENTS),
            )
        ),
    ),
    have(
        [_HEIGHTS, (SMALL, _gap(SMALL, _weighted(lemma("LEM-causal.own", **_ARGUMENTS))))],
        unfold("solves(causal, y)", _TO_V),
    ),
)


ALL = " and ".join(f"({text})" for text in CONCLUSIONS)
AT_MINUS = re.sub(r"\bv\b", "(-v)", ALL)
_ABOVE, _BELOW = "at_start(forall i: dot(v, y[i]) > 0)", "at_start(forall i: dot(v, y[i]) < 0)"
_ZERO: dict[str, Any] = {"U": diagonal(0, -3, -1, -2), "lam": 0, "M": 6, "N": 3, "B": [1, 4, 16]}
_OUTSIDE = causal(**_ZERO, y=[TOP, OPPOSITE, TOP])

formal(
    "CON-T4.5.h.plus",
    title="Theorem 4.5 for a nonnegative largest eigenvalue, at v",
    sentence=(
        r"In the model of Theorem 4.5, for $|y^TP(t)y'| \le M$ on the sphere and a simple largest eigenvalue $\lambda"
        r" \ge 0$ of the symmetric U, (v, ..., v) is an equilibrium and, if all $v^Ty_i(0) > 0$, all tokens converge to"
        r" v exponentially; with the gap g of U and its norm $\rho$ on the complement of v the tangents $r_i$ of the"
        r" angles to v decay together, $\max_ir_i/B_i$ at the rate $\frac{g}{2\ell\sqrt{n+1}}e^{-2M}$, where $B_i > 0$,"
        r" $4\rho\ell e^{2M}B_j \le gB_i$ for $j < i$ and $2B_ir_j(0) \le B_j$ for all i, j."
    ),
    statement=model(CAUSAL, CAUSAL_SOLUTION, TOP_OF_U, {"given": [_ABOVE], "show": [ALL]}),
    proof=_PLUS,
    instance=causal(**_ZERO),
    twin=Variant("tokens outside the hemisphere", {_ABOVE: "at_start(forall i: dot(v, y[i]) != 0)"}, _OUTSIDE),
)

INTRODUCTION = Source(PAPER, "Section 1, summary of Theorem 4.5")
TABLE = Source(PAPER, "Table 1, column of Section 4.2")
_NONNEGATIVE = (
    r"For U symmetric and constant with simple largest eigenvalue $\lambda \ge 0$, P bounded, h = 1, all tokens that"
    r" start in one of the two open hemispheres of its eigenvector v converge to v (or all to -v), exponentially and"
    r" uniformly in the initial time, and this consensus is asymptotically stable."
)
_EITHER = model(CAUSAL, CAUSAL_SOLUTION, TOP_OF_U, {"show": [f"{_ABOVE} => {ALL}", f"{_BELOW} => {AT_MINUS}"]})
_TWIN = Variant("tokens outside the hemisphere", {_ABOVE: "at_start(forall i: dot(v, y[i]) != 0)"}, _OUTSIDE)

formal(
    "CON-T4.5.h.repaired",
    title="The introduction's version for a nonnegative largest eigenvalue",
    sentence=_NONNEGATIVE,
    source=INTRODUCTION,
    kind="stability",
    repairs="CON-T4.5.h",
    statement=_EITHER,
    proof=[
        intro("", lemma("CON-T4.5.h.plus")),
        intro(
            "",
            have(
                [OPPOSITE_TOP],
                lemma(
                    "CON-T4.5.h.plus",
                    leaf(use=["U(v) == lam*v"]),
                    leaf(use=["dot(v, v) == 1"]),
                    *7 * [KNOWN],
                    enter("start", intro("p", have(["dot(v, y[p]) < 0"], leaf("1: dot(v, y[p]) < 0")))),
                    v="(-v)",
                ),
            ),
        ),
    ],
    instance=causal(**_ZERO),
    twin=_TWIN,
)
_BOTH = " and ".join(f"({text})" for text in _EITHER["show"])

formal(
    "CON-TAB1.c.repaired",
    title="Table 1, column of Section 4.2, with the hypotheses of Theorem 4.5",
    sentence=_NONNEGATIVE + r" (For $\lambda > 0$ and any P see CON-T4.5.)",
    source=TABLE,
    kind="typo-check",
    repairs="CON-TAB1.c",
    statement={**_EITHER, "show": [_BOTH]},
    proof=lemma("CON-T4.5.h.repaired"),
    instance=causal(**_ZERO),
    twin=_TWIN,
)
formal(
    "CON-H.7.repaired",
    title="Theorem 4.5 for a largest eigenvalue zero",
    sentence=(
        r"For a simple largest eigenvalue $\lambda = 0$ and bounded P the conclusion of Theorem 4.5 persists: (v, ...,"
        r" v) is an equilibrium, exponentially stable uniformly in the initial time, and attracts $D^\ell(v)$."
    ),
    source=Source(PAPER, "Theorem 4.5, hypothesis lambda > 0"),
    kind="stability",
    repairs="CON-H.7",
    statement={
        **_EITHER,
        "given": [text.replace("lam >= 0", "lam == 0") for text in _EITHER["given"]],
        "show": [_BOTH],
    },
    proof=have([("lam >= 0", leaf("eq -1: lam == 0"))], lemma("CON-T4.5.h.repaired")),
    instance=causal(**_ZERO),
    twin=_TWIN,
)
