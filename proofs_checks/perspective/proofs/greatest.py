"""Proposition 3.4 for any probability measure, the law of y(s), s uniform on [0, 1]: the greatest energy.

The inner integral at a, up to s, is what J(a) moves by, beside the integrand at a fixed point x; the outer one is H's.
"""

from __future__ import annotations

from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    enter,
    have,
    intro,
    leaf,
    lemma,
    rule,
    take,
)

TOP = "exp(beta)"
MAXIMUM = f"{TOP}/(2*beta)"
E = "exp(beta*dot({0}, {1}))".format
PHI = f"({E('{0}', 'x')} + j({{0}}, 1))".format
INNER = "forall a in vector: almost_always(rate(J(a)) == exp(beta*dot(a, y)) - exp(beta*dot(a, x)))"
OUTER = f"almost_always(rate(H) == {PHI('y')} - {PHI('x')})"
NAMED = (
    "(forall a in vector, r in number: always(time == r => j(a, r) == J(a)))"
    " and (forall r in number: always(time == r => h(r) == H))"
)
ENERGY = f"({PHI('x')} + h(1))/(2*beta)"
AT_V = "dot(v, v) == 1 and almost_always(time < 1 => y == v)"


def below(a: str, b: str, units: list[str]) -> tuple[str, Tree]:
    """The integrand is at most exp(beta)."""
    step = leaf(f"1/2: beta > 0; dot({a} - {b}, {a} - {b}) >= 0", use=units)
    return f"{E(a, b)} <= {TOP}", rule("exp monotone", step, a=f"beta*dot({a}, {b})", b="beta")


def moving(a: str) -> Steps:
    """What is known of the inner integral at a point."""
    return [
        (f"at_start(J({a}) == 0)", KNOWN),
        (f"start(J({a})) == 0", enter("start", KNOWN)),
        (f"almost_always(rate(J({a})) == {E(a, 'y')} - {E(a, 'x')})", KNOWN),
        (f"always(time == 1 => j({a}, 1) == J({a}))", KNOWN),
    ]


LACK = "time*(exp(beta) - exp(beta*dot({0}, x))) - J({0})".format
REST = f"time*({TOP} - {PHI('x')}) - H"


def rising(a: str) -> tuple[str, Tree]:
    """The inner integral lacks more and more of its greatest value."""
    rate = f"rate(J({a})) == {E(a, 'y')} - {E(a, 'x')}"
    fact, proof = below(a, "y", [f"dot({a}, {a}) == 1", "dot(y, y) == 1"])
    return f"almost_always(rate({LACK(a)}) >= 0)", enter(
        "ae", have([rate, (fact, proof)], leaf(f"1: {fact}", use=[rate]))
    )


BOUND = f"forall a in vector: dot(a, a) == 1 => {PHI('a')} <= {TOP}"
BOUNDED: Steps = [
    (
        BOUND,
        intro(
            ["a", ""],
            have(
                [
                    *moving("a"),
                    rising("a"),
                    (f"always({LACK('a')} >= start({LACK('a')}))", rule("monotone", KNOWN, z=LACK("a"))),
                ],
                lemma(
                    "LEM-reached",
                    leaf("1:"),
                    enter(
                        "every",
                        intro(
                            "",
                            have(
                                ["j(a, 1) == J(a)"],
                                leaf(
                                    f"1: {LACK('a')} >= start({LACK('a')})",
                                    use=["start(J(a)) == 0", "time == 1", "j(a, 1) == J(a)"],
                                ),
                            ),
                        ),
                    ),
                    T="1",
                    C=f"{PHI('a')} <= {TOP}",
                ),
            ),
        ),
    ),
    ("start(H) == 0", enter("start", KNOWN)),
    (
        f"almost_always(rate({REST}) >= 0)",
        enter(
            "ae",
            have(
                [(f"{PHI('y')} <= {TOP}", take(BOUND, ["y"], KNOWN)), OUTER[len("almost_always(") : -1]],
                leaf(f"1: {PHI('y')} <= {TOP}", use=[OUTER[len("almost_always(") : -1]]),
            ),
        ),
    ),
    (f"always({REST} >= start({REST}))", rule("monotone", KNOWN, z=REST)),
]
LEAST = lemma(
    "LEM-reached",
    leaf("1:"),
    enter(
        "every",
        intro(
            "",
            have(
                ["h(1) == H"],
                leaf(
                    f"1/2: {REST} >= start({REST}); 1/beta > 0",
                    use=["start(H) == 0", "time == 1", "h(1) == H"],
                ),
            ),
        ),
    ),
    T="1",
    C=f"{ENERGY} <= {MAXIMUM}",
)
