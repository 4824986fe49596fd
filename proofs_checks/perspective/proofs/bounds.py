"""Short inequalities of Section 4 and Appendix D."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import (
    EAST,
    LOG2,
    NORTH,
    SA,
    SLOPE,
    STEEP,
    WEIGHTS,
    WEST,
    at,
    still,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import both, have, intro, leaf, rule

formal(
    "PER-T4.2.const",
    statement={
        "letters": ["x, y, u, v: vector"],
        "given": [
            "dot(x, x) == 1",
            "dot(y, y) == 1",
            "dot(u, u) == 1",
            "dot(v, v) == 1",
            "dot(x, y) > 3/4",
            "norm(u - x) <= 1/8",
            "norm(v - y) <= 1/8",
        ],
        "show": ["dot(u, v) > 1/2"],
    },
    proof=have(
        [
            ("dot(u - x, -y) <= norm(u - x)*norm(-y)", rule("Cauchy-Schwarz", u="u - x", w="-y")),
            ("dot(v - y, -u) <= norm(v - y)*norm(-u)", rule("Cauchy-Schwarz", u="v - y", w="-u")),
        ],
        leaf(
            "1: dot(u - x, -y) <= norm(u - x)*norm(-y)",
            "1: dot(v - y, -u) <= norm(v - y)*norm(-u)",
            "1: norm(u - x) <= 1/8",
            "1: norm(v - y) <= 1/8",
            "1: dot(x, y) > 3/4",
            use=["dot(y, y) == 1", "dot(u, u) == 1"],
        ),
    ),
    instance=at(x=EAST, y=EAST, u=EAST, v=EAST),
    twin=Variant(
        "tokens moved by at most a half",
        {"norm(u - x) <= 1/8": "norm(u - x) <= 1/2"},
        at(x=EAST, y=STEEP, u=["15/17", "-8/17"], v=STEEP),
    ),
)

formal(
    "PER-D.15.four",
    sentence=r"With $\langle x_i, x^*\rangle \geq \alpha$ for unit vectors:"
    r" $1 - \langle x_i, x_j\rangle \leq 4(1 - \alpha)$.",
    statement={
        "letters": ["x, y, z: vector; alpha: number"],
        "given": ["dot(x, x) == 1", "dot(y, y) == 1", "dot(z, z) == 1", "dot(x, z) >= alpha", "dot(y, z) >= alpha"],
        "show": ["1 - dot(x, y) <= 4*(1 - alpha)"],
    },
    proof=leaf(
        "2: dot(x, z) >= alpha",
        "2: dot(y, z) >= alpha",
        "1/2: sq norm(x + y - 2*z)",
        use=["dot(x, x) == 1", "dot(y, y) == 1", "dot(z, z) == 1"],
    ),
    instance=at(x=EAST, y=SLOPE, z=EAST, alpha="1/2"),
    twin=Variant(
        "twice", {"4*(1 - alpha)": "2*(1 - alpha)"}, at(x=["3/5", "4/5"], y=["3/5", "-4/5"], z=EAST, alpha="3/5")
    ),
)

formal(
    "PER-D.1",
    statement=model(
        WEIGHTS,
        SA,
        {
            "letters": ["x[token], y[token]: vector"],
            "where": ["A(X, i, j) := e(X, i, j)/Z(X, i)", "pulled(X, i) := sum(j: A(X, i, j)*X[j])"],
            "show": [
                "forall i: sa(x, i) == tangent(x[i], pulled(x, i)) and sa(y, i) == tangent(y[i], pulled(y, i))",
                "forall i: sa(x, i) - sa(y, i) == tangent(x[i], sum(j: A(x, i, j)*(x[j] - y[j]))"
                " + sum(j: (A(x, i, j) - A(y, i, j))*y[j]))"
                " - (dot(x[i] - y[i], pulled(y, i))*x[i] + dot(y[i], pulled(y, i))*(x[i] - y[i]))",
                "forall i: pulled(x, i) - pulled(y, i) =="
                " sum(j: A(x, i, j)*(x[j] - y[j])) + sum(j: (A(x, i, j) - A(y, i, j))*y[j])",
                "forall i: norm(sum(j: A(x, i, j)*(x[j] - y[j]))) <= max(j: norm(x[j] - y[j]))",
            ],
        },
    ),
    proof=[
        intro("p", both(leaf(), leaf())),
        intro("p", leaf()),
        intro("p", leaf()),
        intro(
            "p",
            have(
                [
                    (
                        "norm(sum(j: A(x, p, j)*(x[j] - y[j]))) <= sum(j: A(x, p, j)*norm(x[j] - y[j]))",
                        rule(
                            "norm of a weighted sum",
                            leaf(),
                            e="fn(j: A(x, p, j))",
                            u="fn(j: x[j] - y[j])",
                            new={"x": "r"},
                        ),
                    ),
                    (
                        "sum(j: A(x, p, j)*(max(k: norm(x[k] - y[k])) - norm(x[j] - y[j]))) >= 0",
                        rule(
                            "positive sum",
                            have(
                                [
                                    (
                                        "norm(x[r] - y[r]) <= max(k: norm(x[k] - y[k]))",
                                        rule("below the greatest", e="fn(k: norm(x[k] - y[k]))", y="r"),
                                    ),
                                    ("A(x, p, r) > 0", leaf()),
                                ],
                                leaf("1: A(x, p, r) > 0; norm(x[r] - y[r]) <= max(k: norm(x[k] - y[k]))"),
                            ),
                            e="fn(j: A(x, p, j)*(max(k: norm(x[k] - y[k])) - norm(x[j] - y[j])))",
                            new={"x": "r"},
                        ),
                    ),
                ],
                leaf(
                    "1: norm(sum(j: A(x, p, j)*(x[j] - y[j]))) <= sum(j: A(x, p, j)*norm(x[j] - y[j]))",
                    "1: sum(j: A(x, p, j)*(max(k: norm(x[k] - y[k])) - norm(x[j] - y[j]))) >= 0",
                ),
            ),
        ),
    ],
    instance=still(EAST, SLOPE, beta=LOG2, y=[WEST, NORTH]),
    twin=Variant(
        "half of the greatest", {"<= max(j: norm": "<= 1/2*max(j: norm"}, still(EAST, EAST, beta=LOG2, y=[WEST, WEST])
    ),
)
