"""Proposition 3.4 for any probability measure, the law of y(s), s uniform on [0, 1]: point masses maximise the energy.

The inner integral at a, up to s, is what J(a) moves by, beside the integrand at a fixed point x; the outer one is H's.
"""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    absurd,
    both,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    witness,
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


BOUND = "forall a in vector: dot(a, a) == 1 => {0} <= exp(beta)".format(PHI("a"))
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


def no_mass(moved: str, named: str, now: list[str], least: Tree) -> tuple[str, Tree]:
    """What lacks nothing in the end lacks nothing at almost any time."""
    return f"almost_always(time < 1 => rate({moved}) == 0)", lemma(
        "LEM-no-mass",
        enter("start", leaf(use=["J(v) == 0"] if "J(v)" in moved else ["H == 0"])),
        enter("ae", intro("", KNOWN)),
        intro("r", enter("every", intro("", have(now, leaf(use=[*now, "time == r"]))))),
        least,
        A=moved,
        h=f"fn(r in number: {named})",
    )


REACHES = f"exists v in vector: dot(v, v) == 1 and {PHI('v')} == {TOP}"
OUTER_NOW = OUTER[len("almost_always(") : -1]
FULL = f"{ENERGY} == {MAXIMUM}"
SOMEWHERE = split(
    f"({REACHES}) or not ({REACHES})",
    KNOWN,
    have(
        [
            (
                "always(1 <= time)",
                rule(
                    "by continuity",
                    split(
                        "time < 1 or 1 <= time",
                        have(
                            [
                                f"rate({REST}) == 0",
                                OUTER_NOW,
                                (f"{PHI('y')} == {TOP}", leaf(f"eq -1: rate({REST}) == 0", f"eq -1: {OUTER_NOW}")),
                                (REACHES, witness("y", both(KNOWN, KNOWN))),
                            ],
                            rule("contradiction", P=REACHES, C="1 <= time"),
                        ),
                        KNOWN,
                    ),
                    a="1",
                    b="time",
                ),
            )
        ],
        enter("start", absurd(leaf("1: 1 <= time"))),
    ),
)
RATE_AT_V = f"rate(J(v)) == {E('v', 'y')} - {E('v', 'x')}"
ONE_PLACE = enter(
    "ae",
    intro(
        "",
        have(
            [
                f"rate({LACK('v')}) == 0",
                RATE_AT_V,
                (f"{TOP} <= {E('v', 'y')}", leaf(f"eq 1: rate({LACK('v')}) == 0", f"eq 1: {RATE_AT_V}")),
                ("beta <= beta*dot(v, y)", rule("exp reflects", a="beta", b="beta*dot(v, y)")),
            ],
            rule(
                "equal vectors",
                leaf("2: beta <= beta*dot(v, y); 1/beta > 0", use=["dot(v, v) == 1", "dot(y, y) == 1"]),
                u="y",
                w="v",
            ),
        ),
    ),
)
ATTAINED = have(
    [
        no_mass(
            REST,
            f"r*({TOP} - {PHI('x')}) - h(r)",
            ["h(r) == H"],
            leaf(f"eq -2*beta: {FULL}"),
        ),
        (REACHES, SOMEWHERE),
    ],
    obtain(
        REACHES,
        "v",
        have(
            [
                *moving("v"),
                rising("v"),
                no_mass(
                    LACK("v"),
                    f"r*({TOP} - {E('v', 'x')}) - j(v, r)",
                    ["j(v, r) == J(v)"],
                    leaf(f"eq -1: {PHI('v')} == {TOP}"),
                ),
            ],
            witness("v", both(KNOWN, ONE_PLACE)),
        ),
    ),
)


def grown(moved: str, named: str, speed: str, facts: Steps, use: list[str]) -> Tree:
    """What moves at one speed between the times 0 and 1 has the value of the speed in the end."""

    def side(sign: str, first: str, last: str) -> tuple[str, Tree]:
        return f"{first} <= {last}", lemma(
            "LEM-between",
            leaf(),
            leaf("1:"),
            enter("ae", intro("", have(["y == v", *facts], leaf(use=["y == v", *use])))),
            *(
                enter(
                    "every",
                    intro(
                        "",
                        have(
                            [f"{named.format(t)} == {moved}"],
                            leaf(use=[f"{named.format(t)} == {moved}", f"time == {t}"]),
                        ),
                    ),
                )
                for t in "01"
            ),
            z=f"{sign}({moved} - time*({speed}))",
            r="0",
            T="1",
            b=first,
            c=last,
        )

    zero, one = named.format("0"), named.format("1")
    end = f"({one} - ({speed}))"
    return have(
        [
            (
                f"{zero} == 0",
                enter(
                    "start",
                    have(
                        [f"{zero} == {moved}", f"{moved} == 0"],
                        leaf(f"eq 1: {zero} == {moved}", f"eq 1: {moved} == 0"),
                    ),
                ),
            ),
            side("", zero, end),
            side("-", f"-{zero}", f"-{end}"),
        ],
        rule(
            "antisymmetry",
            leaf(f"1: -{zero} <= -{end}", f"eq 1: {zero} == 0"),
            leaf(f"1: {zero} <= {end}", f"eq -1: {zero} == 0"),
            a=one,
            b=speed,
        ),
    )


ALL_AT_V = f"forall a in vector: {PHI('a')} == {E('a', 'v')}"
AT_A = f"rate(J(a)) == {E('a', 'y')} - {E('a', 'x')}"
INNER_END = f"j(a, 1) == {E('a', 'v')} - {E('a', 'x')}"
OUTER_END = f"h(1) == {TOP} - {PHI('x')}"
POINT_MASS = obtain(
    f"exists v in vector: {AT_V}",
    "v",
    have(
        [
            (
                ALL_AT_V,
                intro(
                    "a",
                    have(
                        [
                            *moving("a"),
                            (
                                INNER_END,
                                grown("J(a)", "j(a, {0})", f"{E('a', 'v')} - {E('a', 'x')}", [(AT_A, KNOWN)], [AT_A]),
                            ),
                        ],
                        leaf(f"eq 1: {INNER_END}"),
                    ),
                ),
            ),
            (
                OUTER_END,
                grown(
                    "H",
                    "h({0})",
                    f"{TOP} - {PHI('x')}",
                    [
                        (OUTER_NOW, KNOWN),
                        (f"{PHI('y')} == {E('y', 'v')}", take(ALL_AT_V, ["y"], KNOWN)),
                        (
                            f"rate(H) == {TOP} - {PHI('x')}",
                            leaf(
                                f"eq 1: {OUTER_NOW}",
                                f"eq 1: {PHI('y')} == {E('y', 'v')}",
                                use=["y == v", "dot(v, v) == 1"],
                            ),
                        ),
                    ],
                    [f"rate(H) == {TOP} - {PHI('x')}"],
                ),
            ),
        ],
        leaf(f"eq 1/(2*beta): {OUTER_END}"),
    ),
)
POINT: dict[str, Any] = {
    "dim": 1,
    "letters": {
        "beta": "log(2)",
        "x": [1],
        "y": [1],
        "J": "fn(a in vector: 0)",
        "j": "fn(a in vector, r in number: 0)",
        "H": 0,
        "h": "fn(r in number: 0)",
    },
}

formal(
    "PER-P3.4.max",
    statement={
        "letters": [
            "beta: number; x: vector; y: measurable vector; J(vector): moving number; j(vector, number): number",
            "H: moving number; h(number): number",
        ],
        "where": [
            "Phi(a) := exp(beta*dot(a, x)) + j(a, 1)",
            "energy := (Phi(x) + h(1))/(2*beta)",
        ],
        "given": [
            "beta > 0",
            "almost_always(dot(y, y) == 1)",
            "forall a in vector: at_start(J(a) == 0)",
            INNER,
            "at_start(H == 0)",
            "almost_always(rate(H) == Phi(y) - Phi(x))",
        ],
        "show": [
            f"forall a in vector: dot(a, a) == 1 => almost_always(exp(beta*dot(a, y))/(2*beta) <= {MAXIMUM})",
            f"{NAMED} => energy <= {MAXIMUM}",
            f"{NAMED} => (energy == {MAXIMUM} => (exists v in vector: {AT_V}))"
            f" and ((exists v in vector: {AT_V}) => energy == {MAXIMUM})",
        ],
    },
    proof=[
        intro(
            ["a", ""],
            enter(
                "ae",
                have(
                    [below("a", "y", ["dot(a, a) == 1", "dot(y, y) == 1"])],
                    leaf(f"1/2: {E('a', 'y')} <= {TOP}; 1/beta > 0"),
                ),
            ),
        ),
        intro("", have(BOUNDED, LEAST)),
        intro("", have(BOUNDED, both(intro("", ATTAINED), intro("", POINT_MASS)))),
    ],
    instance=POINT,
    twin=Variant("half of the bound", {f"<= {MAXIMUM}": f"<= {MAXIMUM}/2"}, POINT),
)
