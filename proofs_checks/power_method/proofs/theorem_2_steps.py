"""Theorem 2: its step bounds under the three readings, and what they give for consensus points."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import ONE_HEAD, instance
from proofs_checks.power_method.proofs.equilibrium_classes import LENGTH_OF_V
from proofs_checks.power_method.proofs.models import BASIS, OJA, Part, V, eigen, eigenvector, symmetric
from proofs_checks.power_method.proofs.oja_classes import CONSENSUS, ON_EIGENVECTOR, SMALL, VALUES, at_both
from proofs_checks.power_method.proofs.oja_classes import instance as on_sides
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, absurd, cases, have, intro, leaf, rule, take, unfold

LENGTH = LENGTH_OF_V["given"][1]
LOW: Part = {
    "letters": ["w: vector", "lam1, low: number"],
    "given": ["lam1 > 0", "eigenvector(V, w, low)"],
}
"""lam1 is positive and low is an eigenvalue, for instance lambda_1 and lambda_d."""


def low_by_length(then: Tree) -> Tree:
    """|low| <= |V|."""
    return unfold(
        "eigenvector(V, w, low)",
        have(
            [
                ("dot(w, w) > 0", rule("positive square", u="w")),
                ("abs(low)^2 == low^2", rule("absolute square", e="low")),
                (
                    "low^2 <= norm_of_V^2",
                    take(
                        LENGTH,
                        ["w"],
                        leaf(
                            "1: dot(V(w), V(w)) <= norm_of_V^2*dot(w, w)",
                            use=["V(w) == low*w"],
                            times=["dot(w, w)"],
                        ),
                    ),
                ),
                (
                    "abs(low) <= norm_of_V",
                    rule(
                        "below the square",
                        KNOWN,
                        leaf("1: low^2 <= norm_of_V^2", "eq 1: abs(low)^2 == low^2"),
                        a="abs(low)",
                        b="norm_of_V",
                    ),
                ),
            ],
            then,
        ),
    )


LARGE = {"V": symmetric(1, 2, -3), "lam1": 2, "w": BASIS[2], "low": -3, "norm_of_V": 3, "alpha": "1/7"}
formal(
    "POW-T2.alpha",
    statement=model(
        V,
        LENGTH_OF_V,
        LOW,
        {
            "show": [
                "abs(low) > lam1 => 1/(2*norm_of_V) < 2/(abs(low) - lam1)",
                "abs(low) > lam1 => alpha < 2/(abs(low) - lam1)",
            ]
        },
    ),
    proof=[
        intro(
            "",
            low_by_length(
                leaf(
                    "1: abs(low) <= norm_of_V",
                    "1: lam1 > 0",
                    "3: norm_of_V > 0",
                    times=["2*norm_of_V", "abs(low) - lam1"],
                )
            ),
        ),
        intro("", leaf("1: alpha < 1/(2*norm_of_V)", "1: 1/(2*norm_of_V) < 2/(abs(low) - lam1)")),
    ],
    instance=instance(LARGE),
    twin=Variant(
        "step sizes up to 4/|V|",
        {"alpha < 1/(2*norm_of_V)": "alpha < 4/norm_of_V"},
        instance({**LARGE, "V": symmetric(1, 2, -10), "low": -10, "norm_of_V": 10, "alpha": "3/10"}),
    ),
)

HALF = [
    *SMALL[:4],
    ("1/2 + alpha*lam > 0", leaf("1: alpha*norm_of_V < 1/2", "1: alpha > 0; -lam <= norm_of_V")),
    ("1/2 - alpha*lam > 0", leaf("1: alpha*norm_of_V < 1/2", "1: alpha > 0; lam <= norm_of_V")),
]
formal(
    "POW-T2.alpha.RA",
    statement=model(
        V,
        OJA,
        {key: value[:2] if key in ("letters", "given") else value for key, value in ON_EIGENVECTOR.items()},
        LENGTH_OF_V,
        {
            "letters": ["mu: number"],
            "given": ["-1 <= mu", "mu <= 1"],
            "show": ["1 + alpha*lam*mu > 0", f"fixed(oja, {CONSENSUS})", "fixed(oja, bipartite)"],
        },
    ),
    proof=[
        have(
            HALF,
            leaf("1/2:", "1/2: -1 <= mu; 1/2 + alpha*lam > 0", "1/2: mu <= 1; 1/2 - alpha*lam > 0"),
        ),
        have(SMALL, at_both(CONSENSUS, "1 + alpha*lam", "1 + alpha*lam")),
        have(
            [
                *SMALL,
                ("1 + u > 0", leaf("1: p > 0; 1 + alpha*lam > 0", "1: q > 0; 1 - alpha*lam > 0", times=["N"])),
                ("1 - u > 0", leaf("1: q > 0; 1 + alpha*lam > 0", "1: p > 0; 1 - alpha*lam > 0", times=["N"])),
            ],
            at_both("bipartite", "1 + u", "1 - u"),
        ),
    ],
    instance=on_sides(3, 1, {**{k: v for k, v in VALUES.items() if k != "x"}, "norm_of_V": 3, "mu": "1/2"}),
    twin=Variant(
        "step sizes up to 2/|V|",
        {"1/(2*norm_of_V)": "2/norm_of_V"},
        on_sides(3, 1, {"V": symmetric(2, 1, -3), "v": BASIS[2], "lam": -3, "alpha": "1/2", "norm_of_V": 3, "mu": 1}),
    ),
)

formal(
    "POW-T2.alpha.RB.repaired",
    statement=model(
        V,
        eigenvector(),
        {
            "letters": ["lam1, low: number"],
            "given": [
                "forall b in vector: dot(b, V(b)) >= low*dot(b, b)",
                "lam1 > 0",
                "low <= lam1",
                "alpha > 0",
                "low < 0 => alpha < 1/abs(low)",
            ],
            "show": ["c > 0", "abs(low) > lam1 => alpha < 2/(abs(low) - lam1)"],
        },
    ),
    proof=[
        take(
            "forall b in vector: dot(b, V(b)) >= low*dot(b, b)",
            ["v"],
            have(
                [("lam >= low", leaf("1: dot(v, V(v)) >= low*dot(v, v)", use=eigen()))],
                cases(
                    "low",
                    leaf("1:", "1: alpha > 0; lam >= low", "1: alpha > 0; low >= 0"),
                    have(
                        ["alpha < 1/abs(low)", ("alpha*(-low) < 1", leaf("1: alpha < 1/abs(low); low < 0"))],
                        leaf("1: alpha*(-low) < 1", "1: alpha > 0; lam >= low"),
                    ),
                ),
            ),
        ),
        intro(
            "",
            cases(
                "low",
                absurd(leaf("1: low <= lam1", times=["abs(low) - lam1"])),
                have(
                    ["alpha < 1/abs(low)", ("alpha*(-low) < 1", leaf("1: alpha < 1/abs(low); low < 0"))],
                    leaf("1:", "1: alpha*(-low) < 1", "1: alpha > 0; lam1 > 0", times=["abs(low) - lam1"]),
                ),
            ),
        ),
    ],
    instance=instance({**ONE_HEAD, "lam1": 2, "low": -3, "alpha": "1/4"}),
    twin=Variant(
        "the bound 2/|lambda_d|",
        {"1/abs(low)": "2/abs(low)"},
        instance({**ONE_HEAD, "v": BASIS[2], "lam": -3, "lam1": 2, "low": -3, "alpha": "1/2"}),
    ),
)
