"""Exponentials lift what is above zero and lower what is below; a linear map takes zero to zero."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import cases, have, intro, leaf, rule

LIFT = "(exp(l) - 1)*l"

formal(
    "LEM-lifted",
    title="(exp(l) - 1) l is at least 0, and 0 for l = 0 only",
    statement={"letters": ["l: number"], "show": [f"{LIFT} >= 0", f"{LIFT} <= 0 => l == 0"]},
    proof=[
        have(
            [("1 + l <= exp(l)", rule("exp tangent", a="l"))],
            cases(
                "l",
                leaf("1: 1 + l <= exp(l); l >= 0", "1: sq l"),
                have(
                    [("exp(l) <= exp(0)", rule("exp monotone", leaf("1: l < 0"), a="l", b="0"))],
                    leaf("1: exp(l) <= exp(0); l < 0"),
                ),
            ),
        ),
        intro(
            "",
            have(
                [
                    ("1 + l <= exp(l)", rule("exp tangent", a="l")),
                    ("1 - l <= exp(-l)", rule("exp tangent", a="-l")),
                ],
                rule(
                    "square zero",
                    cases(
                        "l",
                        leaf("1: 1 + l <= exp(l); l >= 0", f"1: {LIFT} <= 0"),
                        leaf("1: 1 - l <= exp(-l); l < 0", f"1: {LIFT} <= 0; exp(-l) > 0"),
                    ),
                    a="l",
                ),
            ),
        ),
    ],
)

formal(
    "LEM-image-of-zero",
    title="A linear map takes zero to zero",
    statement={"letters": ["P: matrix; u, z: vector"], "given": ["u == 0"], "show": "dot(z, P(u)) == 0"},
    proof=leaf(use=["u == 0"]),
)
