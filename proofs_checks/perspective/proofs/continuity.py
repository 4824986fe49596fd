"""(3.4): what a function of the tokens does on average is told by the field of their measure."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, NORTH, SA, SLOPE, WEIGHTS, still
from verify.formal import Variant, formal, model
from verify.tactics.build import enter, have, leaf, rule, unfold

CHAIN = "forall i: rate(f[i]) == dot(g[i], rate(x[i]))"
_SUM = "sum(j: rate(f[j])) == sum(j: dot(g[j], sa(x, j)))"
_AT_REST = still(EAST, EAST, beta=LOG2, f=[1, 2], g=[NORTH, SLOPE])

formal(
    "PER-3.4",
    reading=r"$\nabla f$ is what gives $\frac d{dt}f(x_i) = \langle\nabla f(x_i), \dot x_i\rangle$; $f_i$ and $g_i$"
    r" stand for $f(x_i)$ and $\nabla f(x_i)$",
    statement=model(
        WEIGHTS,
        SA,
        MOTION,
        {
            "letters": ["f[token]: moving number; g[token]: measurable vector"],
            "where": [
                "mass(a) := sum(j: exp(beta*dot(a, x[j])))/n",
                "field(a) := tangent(a, sum(j: exp(beta*dot(a, x[j]))*x[j])/n/mass(a))",
            ],
            "given": ["solves(sa, x)", f"almost_always({CHAIN})"],
            "show": ["almost_always(rate(sum(j: f[j])/n) == sum(j: dot(g[j], field(x[j])))/n)"],
        },
    ),
    proof=unfold(
        "solves(sa, x)",
        enter(
            "ae",
            have(
                [
                    (
                        _SUM,
                        rule(
                            "equal sums",
                            leaf(use=["forall i: rate(x[i]) == sa(x, i)", CHAIN]),
                            e="fn(j: rate(f[j]))",
                            f="fn(j: dot(g[j], sa(x, j)))",
                            new={"x": "q"},
                        ),
                    )
                ],
                leaf(f"eq 1/n: {_SUM}"),
            ),
        ),
    ),
    instance=_AT_REST,
    twin=Variant(
        "the field without its projection",
        {"field(a) := tangent(a, ": "field(a) := ("},
        _AT_REST,
    ),
)
