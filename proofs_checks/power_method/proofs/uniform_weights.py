"""Section 2.1.1: the attention weights become uniform as the tokens approach each other, and at which rate."""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, both, have, intro, leaf, rule, take

ROW = "sum(k: exp(l(i, k)))"
BOUNDED = "forall u in vector, w in vector: dot(u, P(w)) <= bound*norm(u)*norm(w)"
WITHIN = "forall i, j, k: l(i, j) - l(i, k) <= r"
ONE_ROW = "sum(k: exp(l(s, k)))"
ABOVE = "sum(k: exp(r)*exp(l(s, k)) - exp(l(s, t))) >= 0"
BELOW = "sum(k: exp(l(s, t))*exp(r) - exp(l(s, k))) >= 0"


formal(
    "POW-2.1.att",
    statement={
        "letters": ["x[token]: vector", "P: matrix", "r, bound: number", "z: vector"],
        "where": [
            "l(i, j) := dot(x[i], P(x[j]))",
            f"A(i, j) := exp(l(i, j))/{ROW}",
            "N := sum(k: 1)",
        ],
        "given": [BOUNDED, "forall i: norm(x[i]) == 1"],
        "show": [
            f"({WITHIN}) => (forall i, j: exp(-r)/N <= A(i, j) and A(i, j) <= exp(r)/N)",
            "forall i, j, k: l(i, j) - l(i, k) <= bound*diam(h: x[h])",
            "forall i: sum(j: A(i, j)*x[j]) - sum(j: x[j])/N == sum(j: (A(i, j) - 1/N)*(x[j] - z))",
        ],
    },
    proof=[
        intro(
            ",s,t",
            have(
                [
                    (
                        ABOVE,
                        rule(
                            "positive sum",
                            take(
                                WITHIN,
                                ["s", "t", "m"],
                                have(
                                    [
                                        (
                                            "exp(l(s, t)) <= exp(r + l(s, m))",
                                            rule(
                                                "exp monotone",
                                                leaf("1: l(s, t) - l(s, m) <= r"),
                                                a="l(s, t)",
                                                b="r + l(s, m)",
                                            ),
                                        )
                                    ],
                                    leaf("1: exp(l(s, t)) <= exp(r + l(s, m))"),
                                ),
                            ),
                            e="fn(k: exp(r)*exp(l(s, k)) - exp(l(s, t)))",
                            new={"x": "m"},
                        ),
                    ),
                    (
                        BELOW,
                        rule(
                            "positive sum",
                            take(
                                WITHIN,
                                ["s", "m", "t"],
                                have(
                                    [
                                        (
                                            "exp(l(s, m)) <= exp(r + l(s, t))",
                                            rule(
                                                "exp monotone",
                                                leaf("1: l(s, m) - l(s, t) <= r"),
                                                a="l(s, m)",
                                                b="r + l(s, t)",
                                            ),
                                        )
                                    ],
                                    leaf("1: exp(l(s, m)) <= exp(r + l(s, t))"),
                                ),
                            ),
                            e="fn(k: exp(l(s, t))*exp(r) - exp(l(s, k)))",
                            new={"x": "m"},
                        ),
                    ),
                ],
                both(
                    leaf(f"1: {BELOW}; exp(-r) > 0; 1/N > 0; 1/{ONE_ROW} > 0"),
                    leaf(f"1: {ABOVE}; 1/N > 0; 1/{ONE_ROW} > 0"),
                ),
            ),
        ),
        intro(
            "s,t,m",
            take(
                BOUNDED,
                ["x[s]", "x[t] - x[m]"],
                have(
                    [
                        ("norm(x[s]) == 1", KNOWN),
                        (
                            "bound >= 0",
                            take(
                                BOUNDED,
                                ["x[s]", "x[s]"],
                                take(
                                    BOUNDED,
                                    ["-x[s]", "x[s]"],
                                    leaf(
                                        "1/2: dot(x[s], P(x[s])) <= bound*norm(x[s])*norm(x[s])",
                                        "1/2: dot(-x[s], P(x[s])) <= bound*norm(-x[s])*norm(x[s])",
                                        use=["norm(x[s]) == 1"],
                                    ),
                                ),
                            ),
                        ),
                        (
                            "norm(x[t] - x[m]) <= diam(h: x[h])",
                            rule("within the diameter", q="fn(h: x[h])", y="t", z="m"),
                        ),
                    ],
                    leaf(
                        "1: dot(x[s], P(x[t] - x[m])) <= bound*norm(x[s])*norm(x[t] - x[m])",
                        "1: norm(x[t] - x[m]) <= diam(h: x[h]); bound >= 0",
                        use=["norm(x[s]) == 1"],
                    ),
                ),
            ),
        ),
        intro("s", leaf()),
    ],
    instance=plane(
        {"x": [[1, 0], ["3/5", "4/5"]], "P": [["log(2)", 0], [0, "log(2)"]], "r": "log(3)", "bound": 1, "z": [1, 2]},
        tokens=2,
    ),
    twin=Variant(
        "A_ij <= e^(r/2)/N",
        {"A(i, j) <= exp(r)/N": "A(i, j) <= exp(r/2)/N"},
        plane(
            {
                "x": [[1, 0], [-1, 0], [-1, 0], [-1, 0]],
                "P": [["log(2)", 0], [0, "log(2)"]],
                "r": "2*log(2)",
                "bound": 1,
                "z": [1, 2],
            },
            tokens=4,
        ),
    ),
)
