"""The second token with U = kappa I: its cosine with the first, and what multiplies the tangent of half the angle."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.models import HEADS
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, rule, unfold

SCALED: dict[str, Any] = {
    **HEADS,
    "letters": ["P[head]: measurable matrix; root, kappa: number"],
    "where": [*HEADS["where"][:2], "force(X, i) := sum(h in heads, j in upto(i): att(h, X, i, j)*(kappa*X[j]))"],
    "given": HEADS["given"][:2],
}
C = "dot(y[f], y[g])"
PULL = "sum(h in heads: att(h, y, g, f))"
GAP = "norm(y[g] - y[f])"
HALF = f"(1 - {C})/(1 + {C})"
ENDLESS = "(forall K in number: exists T in number: always(time >= T => I >= K))"
EXACT = f"always({HALF} == start({HALF})*exp(-2*I))"
INSIDE = f"always(1 + {C} > 0 and 1 - {C} > 0)"
UNIT = "forall i: dot(y[i], y[i]) == 1"
_COSINE = f"rate({C}) == kappa*{PULL}*(1 - {C}^2)"
_BOUND = "abs(kappa)*sum(h in heads: 1)/root"
_CAPPED = f"{PULL} <= sum(h in heads: 1)/root"


def _stays(sign: str) -> tuple[str, Tree]:
    """1 + c and 1 - c stay positive: their rates are at most a multiple of them."""
    other = "-" if sign == "+" else "+"
    vector = f"y[g] {sign} y[f]"
    fact = f"{'-kappa' if sign == '+' else 'kappa'} <= abs(kappa)"
    far = f"dot(y[g] {other} y[f], y[g] {other} y[f]) >= 0"
    return (
        f"always(1 {sign} {C} > 0)",
        lemma(
            "LEM-positive",
            enter(
                "start",
                have(
                    [(f"dot({vector}, {vector}) > 0", rule("positive square", u=vector))],
                    leaf(f"1/2: dot({vector}, {vector}) > 0", use=[UNIT]),
                ),
            ),
            enter(
                "ae",
                intro(
                    "",
                    have(
                        [
                            (fact, rule("absolute above minus" if sign == "+" else "absolute above", e="kappa")),
                            ("abs(kappa) >= 0", leaf()),
                            (
                                f"{PULL} > 0",
                                rule("strictly positive sum, heads", leaf(), e="fn(h in heads: att(h, y, g, f))"),
                            ),
                        ],
                        leaf(
                            f"1/2: {PULL} > 0; {fact}; 1 {sign} {C} > 0; {far}",
                            f"1: {_CAPPED}; abs(kappa) >= 0; 1 {sign} {C} > 0; 1 {sign} {C} > 0",
                            f"1/2: {_CAPPED}; abs(kappa) >= 0; 1 {sign} {C} > 0; {far}",
                            f"1: {PULL} > 0; abs(kappa) >= 0; 1 {sign} {C} > 0; 1 {sign} {C} > 0",
                            f"eq {'-1' if sign == '+' else '1'}: {_COSINE}",
                            use=[UNIT],
                        ),
                    ),
                ),
            ),
            z=f"1 {sign} {C}",
            k=f"2*{_BOUND}",
        ),
    )


_ROWS = (
    f"almost_always({_CAPPED})",
    enter(
        "ae",
        have(
            [
                (
                    "sum(h in heads: 1/root - att(h, y, g, f)) >= 0",
                    rule(
                        "positive sum, heads",
                        have(
                            [
                                (
                                    "sum(k in before(g): e(x, y, g, k)) >= e(x, y, g, f)",
                                    rule(
                                        "term of a positive sum, before",
                                        KNOWN,
                                        leaf(),
                                        e="fn(k: e(x, y, g, k))",
                                        y="f",
                                        i="g",
                                        new={"x": "q"},
                                    ),
                                )
                            ],
                            leaf(
                                "1: 1/(root*sum(k in upto(g): e(x, y, g, k))) > 0;"
                                " sum(k in before(g): e(x, y, g, k)) >= e(x, y, g, f)",
                                "1: 1/(root*sum(k in upto(g): e(x, y, g, k))) > 0; e(x, y, g, g) > 0",
                            ),
                        ),
                        e="fn(h in heads: 1/root - att(h, y, g, f))",
                    ),
                )
            ],
            leaf("1: sum(h in heads: 1/root - att(h, y, g, f)) >= 0"),
        ),
    ),
)
_MOVES = (
    f"almost_always({_COSINE})",
    lemma(
        "LEM-leader.cosine",
        KNOWN,
        enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == auto(y, i)", UNIT]))),
        a="fn(i, j: kappa*sum(h in heads: att(h, y, i, j)))",
    ),
)


def known(then: Tree) -> Tree:
    """With the rate of the cosine, and that it stays between -1 and 1."""
    return unfold("solves(auto, y)", have([_MOVES, _ROWS, _stays("+"), _stays("-")], then))


_SCALE = f"{HALF}*exp(2*I)"
CONSTANT = have(
    [
        (
            f"almost_always(rate({_SCALE}) == 0)",
            enter(
                "ae",
                leaf(f"eq -2/(1 + {C})^2*exp(2*I): {_COSINE}", use=[f"rate(I) == kappa*{PULL}"]),
            ),
        ),
        (f"always({_SCALE} >= start({_SCALE}))", rule("monotone", leaf(f"eq -1: rate({_SCALE}) == 0"), z=_SCALE)),
        (
            f"always(-({_SCALE}) >= start(-({_SCALE})))",
            rule("monotone", leaf(f"eq 1: rate({_SCALE}) == 0"), z=f"-({_SCALE})"),
        ),
        ("start(I) == 0", enter("start", leaf("eq 1: I == 0"))),
        (f"start({_SCALE}) == start({HALF})", enter("start", leaf(use=["I == 0"]))),
    ],
    enter(
        "every",
        have(
            [
                (
                    f"{_SCALE} == start({_SCALE})",
                    rule(
                        "antisymmetry",
                        leaf(f"1: -({_SCALE}) >= start(-({_SCALE}))"),
                        leaf(f"1: {_SCALE} >= start({_SCALE})"),
                        a=_SCALE,
                        b=f"start({_SCALE})",
                    ),
                )
            ],
            leaf(
                f"eq exp(-2*I): {_SCALE} == start({_SCALE})",
                f"eq exp(-2*I): start({_SCALE}) == start({HALF})",
            ),
        ),
    ),
)
