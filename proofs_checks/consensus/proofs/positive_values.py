"""Theorem 3.2 with scalar value matrices (CON-H.1.e): U_h(t) = u_h(t) I, u_h >= u_0 > 0, only scales the weights."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.heights import HEIGHTS
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, LEAST, SOLUTION
from proofs_checks.consensus.proofs.rate import BELOW_C, BOUNDED, ROWS, STILL
from proofs_checks.lemmas.falling import LARGEST
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, take, unfold

SCALED: dict[str, Any] = {
    **FULL,
    "letters": [*FULL["letters"], "u[head]: measurable number; low: number"],
    "where": [*FULL["where"][:2], "force(X, i) := sum(h in heads, j: att(h, X, i, j)*(u[h]*X[j]))"],
    "given": [*FULL["given"], "low > 0", "almost_always(forall h in heads: u[h] >= low)"],
}
_WEIGHT = "sum(h in heads: u[h]*att(h, y, i, j))"
_WEIGHTED = f"almost_always(forall i: rate(y[i]) == sum(j: {_WEIGHT}*(y[j] - dot(y[i], W(y[j]))*y[i])))"
_DELTA = "low*sum(h in heads: exp(-2*M[h]))/(N*root)"
_RATE = f"start({LEAST})/C*low*sum(h in heads: exp(-2*M[h]))/root"
_FLOW = "forall i: rate(y[i]) == six(y, i)"
_POSITIVE = (
    f"almost_always(forall i, j: {_WEIGHT} >= 0)",
    enter(
        "ae",
        intro(
            "p,q",
            rule(
                "positive sum, heads",
                have(
                    ["u[x] >= low", "att(x, y, p, q) > 0"],
                    leaf("1: u[x] >= low; att(x, y, p, q) > 0", "1: low > 0; att(x, y, p, q) > 0"),
                ),
                e="fn(h in heads: u[h]*att(h, y, p, q))",
            ),
        ),
    ),
)
_ROWS = (
    ROWS,
    lemma(
        "CON-A4.rows",
        *4 * [KNOWN],
        enter("ae", intro("h1,p,q", take(BOUNDED[len("almost_always(") : -1], ["h1", "y[p]", "y[q]"], KNOWN))),
    ),
)
_SHARE = "exp(-2*M[x])/(N*root)"
_EXCESS = "sum(h in heads: u[h]*att(h, y, p, q) - low*exp(-2*M[h])/(N*root)) >= 0"
_BELOW = (
    f"almost_always(forall i, j: {_WEIGHT} >= {_DELTA})",
    enter(
        "ae",
        intro(
            "p,q",
            have(
                [
                    (
                        _EXCESS,
                        rule(
                            "positive sum, heads",
                            have(
                                [f"{_SHARE} <= att(x, y, p, q)", "u[x] >= low", "att(x, y, p, q) > 0"],
                                leaf("1: u[x] >= low; att(x, y, p, q) > 0", f"1: low > 0; {_SHARE} <= att(x, y, p, q)"),
                            ),
                            e="fn(h in heads: u[h]*att(h, y, p, q) - low*exp(-2*M[h])/(N*root))",
                        ),
                    )
                ],
                leaf(f"1: {_EXCESS}"),
            ),
        ),
    ),
)


def _inside(steps: list[Any], then: Any) -> Any:
    """The flow with the scaled weights, which are not negative, in the hemisphere."""
    flow = (_WEIGHTED, unfold("solves(six, y)", enter("ae", intro("p", leaf(use=[_FLOW])))))
    heights = (HEIGHTS, lemma("LEM-heights", a=f"fn(i, j: {_WEIGHT})"))
    return have([flow], unfold("solves(six, y)", have([_POSITIVE, heights, *steps], then)))


formal(
    "CON-H.1.e",
    statement=model(
        SCALED,
        SOLUTION,
        HEMISPHERE,
        {
            "letters": ["M[head]: number; N, C: number; z: vector"],
            "given": ["N == sum(j: 1)", BOUNDED, "W(z) == v", "C > 0", "C^2 >= dot(v, z)"],
            "show": [
                _WEIGHTED,
                HEIGHTS,
                f"almost_always(rate({LARGEST}) <= 0)",
                f"decays(diam(i: y[i]/dot(v, y[i])), {_RATE})",
            ],
        },
    ),
    proof=[
        unfold("solves(six, y)", enter("ae", intro("p", leaf(use=[_FLOW])))),
        _inside([], KNOWN),
        _inside([], lemma("LEM-largest", a=f"fn(i, j: {_WEIGHT})")),
        have(
            [("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"]))],
            _inside([_ROWS, _BELOW, BELOW_C], lemma("LEM-projected", a=f"fn(i, j: {_WEIGHT})", delta=_DELTA)),
        ),
    ],
    instance=full(M=[6, 6], N=3, z=[1, "1/4", 0, 0], C=2, u=[1, 3], low=1),
    twin=Variant(
        "tokens that do not attract each other",
        STILL,
        full(
            M=[6, 6], N=3, z=[1, "1/4", 0, 0], C=2, u=[1, 3], low=1, y=[ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]]
        ),
    ),
)
