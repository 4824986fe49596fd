"""POW-S6: a larger gap steers one token more strongly, once its component along u has the sign of the push."""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, rule, split

TAU = ["tau(z) := dot(u, y) + alpha*z*g", "out(z) := unit(y + alpha*z*g*u)", "rest := norm(y - dot(u, y)*u)"]
LENGTH = "norm(y + alpha*{0}*g*u)"
LARGER = "dot(u, out(large))^2 > dot(u, out(small))^2"
MODULI = [f"abs(dot(u, out({r})))^2 == dot(u, out({r}))^2" for r in ("small", "large")]


def nonzero_length(r: str) -> tuple[str, Tree]:
    """The token is not zero before normalisation."""
    return f"{LENGTH.format(r)} > 0", rule(
        "strictly below the square",
        leaf(),
        leaf(f"1: sq tau({r})", "1: rest > 0; rest > 0", use=["dot(u, u) == 1"]),
        a="0",
        b=LENGTH.format(r),
    )


def beyond(sign: str) -> Tree:
    """A long enough push has the sign of g."""
    strong = f"{sign}alpha*small*g > abs(dot(u, y))"
    return have(
        [(strong, leaf(f"1: small > abs(dot(u, y))/(alpha*abs(g)); alpha > 0; {sign}g > 0"))],
        leaf(f"1: {strong}; {sign}g > 0", f"1: {'' if sign else '-'}dot(u, y) <= abs(dot(u, y)); {sign}g > 0"),
    )


MODULUS: list[tuple[str, Tree] | str] = [
    ("dot(u, y) <= abs(dot(u, y))", rule("absolute above", e="dot(u, y)")),
    ("-dot(u, y) <= abs(dot(u, y))", rule("absolute above minus", e="dot(u, y)")),
]
GROWS = have(
    [
        nonzero_length("small"),
        nonzero_length("large"),
        (
            LARGER,
            leaf(
                "2: alpha > 0; large > small; tau(small)*g > 0; rest > 0; rest > 0",
                "1: sq alpha*g*(large - small)*rest",
                times=[LENGTH.format(r) for r in ("small", "small", "large", "large")],
                use=["dot(u, u) == 1"],
            ),
        ),
        *(
            (fact, rule("absolute square", e=f"dot(u, out({r}))"))
            for fact, r in zip(MODULI, ("small", "large"), strict=True)
        ),
    ],
    rule(
        "strictly below the square",
        leaf(),
        leaf(f"1: {LARGER}", f"eq: {MODULI[0]}", f"eq -1: {MODULI[1]}"),
        a="abs(dot(u, out(small)))",
        b="abs(dot(u, out(large)))",
    ),
)
FAR = "rest*(1 + 1/e)"
GAP = f"(abs(dot(u, y)) + {FAR})/(alpha*abs(g))"


def decreasing(sign: str) -> Tree:
    """Beyond this gap the component along u, of the sign of g, exceeds rest (1 + 1/e)."""
    long = f"{sign}tau(r) > {FAR}"
    return have(
        [
            (
                f"{sign}alpha*r*g > abs(dot(u, y)) + {FAR}",
                leaf(f"1: r > {GAP}; alpha > 0; {sign}g > 0"),
            ),
            (
                long,
                leaf(
                    f"1: {sign}alpha*r*g > abs(dot(u, y)) + {FAR}",
                    f"1: {'' if sign else '-'}dot(u, y) <= abs(dot(u, y))",
                ),
            ),
            ("1/e > 0", KNOWN),
            (f"{FAR} > 0", leaf("1: rest > 0", "1: rest > 0; 1/e > 0")),
            ("tau(r)^2 > 0", leaf(f"1: {long}; {long}", f"2: {long}; {FAR} > 0", f"1: {FAR} > 0; {FAR} > 0")),
            (
                "e*tau(r)^2 > rest^2",
                leaf(
                    f"1: {long}; {long}; e > 0",
                    f"2: {long}; {FAR} > 0; e > 0",
                    "1: rest > 0; rest > 0",
                    "1: rest > 0; rest > 0; 1/e > 0",
                    "1: rest > 0; rest > 0; e > 0",
                ),
            ),
        ],
        leaf("1: e*tau(r)^2 > rest^2", times=["tau(r)^2"]),
    )


TO_ZERO = intro(",", have(MODULUS, split("g != 0", decreasing("-"), decreasing(""))))
APART = leaf("1: tau(small)*g > 0; tau(small)*g > 0", times=["g^2"])
SMALL = {"e": "1/2", "r": 4}
formal(
    "POW-S6",
    statement={
        "letters": ["y, u: vector", "g, alpha, small, large, e, r: number"],
        "where": TAU,
        "given": ["dot(u, u) == 1", "alpha > 0", "rest > 0", "g != 0", "small > 0", "large > small"],
        "show": [
            "y + alpha*small*g*u - tau(small)*u == y + alpha*large*g*u - tau(large)*u",
            "g*dot(u, y) >= 0 => tau(small)*g > 0",
            "small > abs(dot(u, y))/(alpha*abs(g)) => tau(small)*g > 0",
            "tau(small)*g > 0 => abs(dot(u, out(large))) > abs(dot(u, out(small)))",
            "tau(small)*g > 0 => 1 - dot(u, out(small))^2 <= rest^2/tau(small)^2",
            f"e > 0 => r > {GAP} => rest^2/tau(r)^2 < e",
        ],
    },
    proof=[
        leaf(),
        intro(
            "",
            split(
                "g != 0",
                leaf("1: g*dot(u, y) >= 0", "1: alpha > 0; small > 0; g < 0; g < 0"),
                leaf("1: g*dot(u, y) >= 0", "1: alpha > 0; small > 0; g > 0; g > 0"),
            ),
        ),
        intro(
            "",
            have(MODULUS, split("g != 0", beyond("-"), beyond(""))),
        ),
        intro("", GROWS),
        intro(
            "",
            have(
                [
                    nonzero_length("small"),
                    ("tau(small)^2 > 0", APART),
                ],
                leaf(
                    "1: sq rest^2",
                    times=["tau(small)^2", LENGTH.format("small"), LENGTH.format("small")],
                    use=["dot(u, u) == 1"],
                ),
            ),
        ),
        TO_ZERO,
    ],
    instance=plane({"y": ["3/5", "4/5"], "u": [1, 0], "g": 1, "alpha": 1, "small": 1, "large": 2, **SMALL}),
    twin=Variant(
        "also where the signs differ",
        {"tau(small)*g > 0 => abs": "tau(small)*g != 0 => abs"},
        plane({"y": ["-3/5", "4/5"], "u": [1, 0], "g": 1, "alpha": 1, "small": "1/5", "large": "3/5", **SMALL}),
    ),
)
