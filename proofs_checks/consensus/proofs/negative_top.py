"""Theorem 4.5 for a negative largest eigenvalue, a first token at v: what the second one does (CON-H.7.negative)."""

from __future__ import annotations

from proofs_checks.consensus.proofs.leading_eigenspace import ROW
from verify.tactics.build import (
    KNOWN,
    Steps,
    both,
    enter,
    have,
    intro,
    leaf,
    lemma,
    rule,
)

UNIT = "forall i: dot(y[i], y[i]) == 1"
B = "dot(v, y[g])"
LOWER = "forall a in vector: dot(v, a) == 0 => -dot(a, U(a)) <= {0}*dot(a, a)".format
_COUNT = "sum(k in upto(g): 1)"
SHARE = f"(exp(-2*abs(K))/{_COUNT})"
START = f"(-lam*{SHARE}/(2*(R + 1)))"
PACE = f"(-lam*{SHARE}/(2*root))"
FIRST = (
    "almost_always(rate(y[f]) == (U(y[f]) - dot(y[f], U(y[f]))*y[f])/root)"
    " and almost_always(rate(dot(v, y[f])) == (lam - dot(y[f], U(y[f])))*dot(v, y[f])/root)"
    " and (lam >= 0 and at_start(forall i: dot(v, y[i]) > 0) => almost_always(rate(y[f]/dot(v, y[f])"
    " - v) == (U(y[f]/dot(v, y[f]) - v) - lam*(y[f]/dot(v, y[f]) - v))/root))"
)
HEIGHTS = (
    "almost_always(forall i: rate(dot(v, y[i]))"
    " == sum(j in before(i): att(y, i, j)*(lam*dot(v, y[j]) - dot(v, y[i])*dot(y[i], U(y[j]))))"
    " + att(y, i, i)*(lam - dot(y[i], U(y[i])))*dot(v, y[i]))"
)


def _across(i: str) -> str:
    return f"(y[{i}] - dot(v, y[{i}])*v)"


EIGEN = ["dot(v, v) == 1", "U(v) == lam*v", UNIT]
BELOW_TOP = (
    "always(forall i: lam - dot(y[i], U(y[i])) >= 0)",
    enter(
        "every",
        intro(
            "p",
            have(
                [
                    (f"dot(v, {_across('p')}) == 0", leaf(use=EIGEN)),
                    f"dot({_across('p')}, U({_across('p')})) <= (lam - g1)*dot({_across('p')}, {_across('p')})",
                ],
                leaf(
                    f"1: dot({_across('p')}, U({_across('p')})) <= (lam - g1)*dot({_across('p')}, {_across('p')})",
                    f"1: g1 > 0; dot({_across('p')}, {_across('p')}) >= 0",
                    use=EIGEN,
                ),
            ),
        ),
    ),
)
_RATE_F = "rate(dot(v, y[f])) == (lam - dot(y[f], U(y[f])))*dot(v, y[f])/root"
RESTS: Steps = [
    (
        "always(dot(v, y[f]) > 0)",
        lemma(
            "LEM-positive",
            enter("start", leaf("1:", use=["y[f] == v", "dot(v, v) == 1"])),
            enter(
                "ae",
                intro(
                    "",
                    leaf("1: lam - dot(y[f], U(y[f])) >= 0; 1/root > 0; dot(v, y[f]) > 0", f"eq -1: {_RATE_F}"),
                ),
            ),
            z="dot(v, y[f])",
            k="0",
        ),
    ),
    (
        "always(dot(v, y[f]) >= start(dot(v, y[f])))",
        rule(
            "monotone",
            leaf("1: lam - dot(y[f], U(y[f])) >= 0; 1/root > 0; dot(v, y[f]) > 0", f"eq -1: {_RATE_F}"),
            z="dot(v, y[f])",
        ),
    ),
    ("start(dot(v, y[f])) == 1", enter("start", leaf(use=["y[f] == v", "dot(v, v) == 1"]))),
    (
        "always(y[f] == v)",
        enter(
            "every",
            rule(
                "equal vectors",
                leaf(
                    "2: dot(v, y[f]) >= start(dot(v, y[f]))",
                    "eq -2: start(dot(v, y[f])) == 1",
                    use=["dot(v, v) == 1", UNIT],
                ),
                u="y[f]",
                w="v",
            ),
        ),
    ),
]

A, OWN = "att(y, g, f)", "att(y, g, g)"
T = "(lam - dot(y[g], U(y[g])))"
_TERM = "att(y, g, k)*(lam*dot(v, y[k]) - dot(v, y[g])*dot(y[g], U(y[k])))"
_ALONE: Steps = [
    (
        f"sum(k in before(g): {_TERM}) == sum(k in upto(f): {_TERM})",
        rule("one more token", i="f", j="g", e=f"fn(k: {_TERM})"),
    ),
    (
        f"sum(k in before(f): {_TERM}) == sum(k in before(f): 0)",
        rule(
            "equal sums, before",
            rule("tokens in order", i="q", j="f", C=f"{_TERM} == 0".replace("k]", "q]").replace(", k)", ", q)")),
            i="f",
            new={"x": "q"},
            e=f"fn(k: {_TERM})",
            f="fn(k: 0)",
        ),
    ),
]
_RATE_G = f"rate({B}) == sum(j in before(g): att(y, g, j)*(lam*dot(v, y[j]) - {B}*dot(y[g], U(y[j])))) + {OWN}*{T}*{B}"
MOVES = f"rate({B}) == {A}*lam*(1 - {B}^2) + {OWN}*{T}*{B}"
FACTS: Steps = [
    (
        f"almost_always({MOVES})",
        enter(
            "ae",
            have(
                [*_ALONE, _RATE_G],
                leaf(
                    f"eq 1: {_RATE_G}",
                    f"eq 1: {_ALONE[0][0]}",
                    f"eq 1: {_ALONE[1][0]}",
                    use=["y[f] == v", "U(v) == lam*v", "dot(v, v) == 1"],
                ),
            ),
        ),
    ),
    ROW,
    (
        f"almost_always({A} >= {SHARE}/root and {OWN} <= 1/root and {OWN} > 0)",
        enter(
            "ae",
            both(
                leaf(f"1: {SHARE} <= e(y, g, f)/sum(k in upto(g): e(y, g, k)); 1/root > 0"),
                leaf("1: e(y, g, g)/sum(k in upto(g): e(y, g, k)) <= 1; 1/root > 0"),
                leaf(),
            ),
        ),
    ),
    (
        f"always({T} <= R*(1 - {B}^2) and 1 - {B}^2 >= 0 and {B} >= -1)",
        enter(
            "every",
            have(
                [
                    (f"dot(v, {_across('g')}) == 0", leaf(use=EIGEN)),
                    f"-dot({_across('g')}, U({_across('g')})) <= R*dot({_across('g')}, {_across('g')})",
                    (f"1 - {B}^2 >= 0", leaf(f"1: dot({_across('g')}, {_across('g')}) >= 0", use=EIGEN)),
                    ("dot(y[g] + v, y[g] + v) >= 0", KNOWN),
                ],
                both(
                    leaf(
                        f"1: -dot({_across('g')}, U({_across('g')})) <= R*dot({_across('g')}, {_across('g')})",
                        f"1: lam < 0; 1 - {B}^2 >= 0",
                        use=EIGEN,
                    ),
                    KNOWN,
                    leaf("1/2: dot(y[g] + v, y[g] + v) >= 0", use=EIGEN),
                ),
            ),
        ),
    ),
    (f"{SHARE} > 0", leaf()),
    ("R + 1 > 0", leaf("1: R >= 0", "1:")),
    (f"{START} > 0", leaf(f"1/2: lam < 0; {SHARE} > 0; 1/(R + 1) > 0")),
    (f"{PACE} > 0", leaf(f"1/2: lam < 0; {SHARE} > 0; 1/root > 0")),
]
IN = f"1 - {B}^2 >= 0"
