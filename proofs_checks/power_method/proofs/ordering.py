"""Section 2: which eigenvalue a layer with skip connection amplifies most, and when the two orders agree."""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import AXES, plane
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, both, have, leaf, rule, take

FRAME = ["dot(e1, e1) == 1", "dot(e2, e2) == 1", "dot(e1, e2) == 0"]
BOUND = "alpha*(sigma^2 + omega^2 - rho^2 - tau^2) < 2*(rho - sigma)"
formal(
    "POW-ORD",
    statement={
        "letters": ["alpha, rho, tau, sigma, omega: number", "e1, e2: vector"],
        "where": ["F(u) := dot(e1, u)*e1 - 2*dot(e2, u)*e2"],
        "given": [
            "alpha > 0",
            BOUND,
            *FRAME,
        ],
        "show": [
            "(1 + alpha*rho)^2 + (alpha*tau)^2 > (1 + alpha*sigma)^2 + (alpha*omega)^2",
            "F(e1) == 1*e1 and F(e2) == (-2)*e2 and 1 > -2 and abs(-2) > 1",
        ],
    },
    proof=[
        leaf(f"1: alpha > 0; {BOUND}"),
        both(leaf(use=FRAME), leaf(use=FRAME), KNOWN, KNOWN),
    ],
    instance=plane({"alpha": "1/4", "rho": 1, "tau": 0, "sigma": -2, "omega": 0, "e1": AXES[0], "e2": AXES[1]}),
    twin=Variant(
        "for steps up to twice that bound",
        {"< 2*(rho - sigma)": "< 4*(rho - sigma)"},
        plane({"alpha": 3, "rho": 1, "tau": 0, "sigma": -2, "omega": 0, "e1": AXES[0], "e2": AXES[1]}),
    ),
)

OTHERS = "forall m in number: eigenvalue(F, v, m) => low <= m and m < lam"
formal(
    "POW-ORD.R2.repaired",
    statement={
        "letters": ["F: operator", "v: vector", "lam, low, alpha, mu: number"],
        "given": [OTHERS, "lam > 0", "alpha > 0", "alpha*(abs(low) - lam) < 2", "eigenvalue(F, v, mu)"],
        "show": "abs(1 + alpha*mu) < abs(1 + alpha*lam)",
    },
    proof=have(
        [("1 + alpha*lam > 0", leaf("1:", "1: alpha > 0; lam > 0"))],
        take(
            OTHERS,
            ["mu"],
            have(
                [("-low <= abs(low)", rule("absolute above minus", e="low"))],
                rule(
                    "absolute",
                    leaf("1: alpha > 0; mu < lam"),
                    leaf("1: alpha*(abs(low) - lam) < 2", "1: alpha > 0; -low <= abs(low)", "1: alpha > 0; low <= mu"),
                    e="1 + alpha*mu",
                    b="1 + alpha*lam",
                ),
            ),
        ),
    ),
    instance=plane({"F": [[1, 0], [0, -2]], "v": AXES[0], "lam": 1, "low": -2, "alpha": "1/2", "mu": -2}),
    twin=Variant(
        "up to alpha(|lambda_d| - lambda_1) < 3",
        {"< 2": "< 3"},
        plane({"F": [[1, 0], [0, -2]], "v": AXES[0], "lam": 1, "low": -2, "alpha": "5/2", "mu": -2}),
    ),
)
