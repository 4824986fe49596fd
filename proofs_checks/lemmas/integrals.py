"""An integral of exponentials of a point's products has a tangent everywhere, with a quadratic remainder."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, both, cases, enter, have, intro, leaf, lemma, rule, witness

S = "(dot(w, u) - dot(z, u))"
A, B = "exp(dot(z, u))", "exp(dot(w, u))"
MOST = "exp(R*(norm(z) + 1))"
SQUARE = "dot(w - z, w - z)"
LENGTHS = "norm(w - z)*norm(u)"
SPEED = f"({B} - {A} - {A}*{S})"
FALL = f"{A} - {B} + {B}*{S} >= 0"
OFF = {"w": "exp(dot(w, b))", "z": "exp(dot(z, b))"}
RATES = [f"rate(J(w)) == {B} - {OFF['w']}", f"rate(J(z)) == {A} - {OFF['z']}", f"rate(M) == {A}*u - {OFF['z']}*b"]


def at_most(point: str, near: Tree) -> Steps:
    """The exponential of the product with a point that is not far from z."""
    product = f"dot({point}, u)"
    return [
        (f"{product} <= norm({point})*norm(u)", rule("Cauchy-Schwarz", u=point, w="u")),
        (f"norm({point}) <= norm(z) + 1", near),
        (
            f"{product} <= R*(norm(z) + 1)",
            leaf(
                f"1: {product} <= norm({point})*norm(u)",
                f"1: norm(u) >= 0; norm({point}) <= norm(z) + 1",
                "1: norm(u) <= R; norm(z) >= 0",
                "1: norm(u) <= R",
            ),
        ),
        (f"exp({product}) <= {MOST}", rule("exp monotone", a=product, b="R*(norm(z) + 1)")),
    ]


NEAR = leaf("1: norm(z + (w - z)) <= norm(z) + norm(w - z)", "1: norm(w - z) <= 1")
SIZES: Steps = [
    *RATES,
    "norm(u) <= R",
    ("norm(z + (w - z)) <= norm(z) + norm(w - z)", rule("triangle", u="z", w="w - z")),
    *at_most("z", leaf("1: 1 > 0")),
    *at_most("w", NEAR),
    (f"1 + {S} <= exp({S})", rule("exp tangent", a=S)),
    (f"1 - {S} <= exp(-{S})", rule("exp tangent", a=f"-{S}")),
    ("R + norm(u) >= 0", leaf("1: norm(u) <= R", "2: norm(u) >= 0")),
    (f"{S} <= {LENGTHS}", rule("Cauchy-Schwarz", u="w - z", w="u")),
    (f"-{S} <= {LENGTHS}", rule("Cauchy-Schwarz", u="z - w", w="u")),
    (
        f"{S}^2 <= R^2*{SQUARE}",
        leaf(
            f"1: {LENGTHS} - {S} >= 0; {LENGTHS} + {S} >= 0",
            "1: R - norm(u) >= 0; R + norm(u) >= 0; sq norm(w - z)",
        ),
    ),
    (FALL, leaf(f"1: {B} > 0; 1 - {S} <= exp(-{S})")),
    (f"{SPEED} >= 0", leaf(f"1: {A} > 0; 1 + {S} <= exp({S})")),
    (
        f"{SPEED} <= {MOST}*{S}^2",
        cases(
            S,
            leaf(f"1: {FALL}", f"1: {S} >= 0; {FALL}", f"1: {B} <= {MOST}; sq {S}"),
            leaf(f"1: {FALL}", f"1: {S} < 0; {SPEED} >= 0", f"1: {A} <= {MOST}; sq {S}"),
        ),
    ),
]
GAP = "(P(w) - P(z) - dot(F, w - z))"
REST = f"(J(w) - J(z) - dot(M, w - z) + time*({OFF['w']} - {OFF['z']} - {OFF['z']}*dot(b, w - z)))"
BOUND = f"R^2*{MOST}"
OVER = f"{BOUND}*{SQUARE}*time - {REST}"
STARTS = ["start(J(w)) == 0", "start(J(z)) == 0", "start(M) == 0"]

AT_ONE = ["j(w) == J(w)", "j(z) == J(z)", "m == M"]
ENDS = [*STARTS, *AT_ONE, "time == 1"]
SHOWN = f"0 <= {GAP} and {GAP} <= ({BOUND} + 1)*{SQUARE}"

formal(
    "LEM-integral.tangent",
    title="An integral of exponentials of products has a tangent",
    statement={
        "letters": [
            "u: measurable vector; J(vector): moving number; M: moving vector; j(vector): number",
            "m, z, b: vector; R: number",
        ],
        "where": ["P(a) := exp(dot(a, b)) + j(a)", "F := exp(dot(z, b))*b + m"],
        "given": [
            "almost_always(norm(u) <= R)",
            "forall a in vector: at_start(J(a) == 0)",
            "forall a in vector: almost_always(rate(J(a)) == exp(dot(a, u)) - exp(dot(a, b)))",
            "at_start(M == 0)",
            f"almost_always(rate(M) == {A}*u - {OFF['z']}*b)",
            "forall a in vector: always(time == 1 => j(a) == J(a))",
            "always(time == 1 => m == M)",
        ],
        "show": [
            "exists C in number: C > 0 and (forall w in vector: norm(w - z) <= 1 =>"
            f" 0 <= {GAP} and {GAP} <= C*{SQUARE})"
        ],
    },
    proof=witness(
        f"{BOUND} + 1",
        both(
            leaf(f"1: sq R; {MOST} > 0", "1:"),
            intro(
                ["w", ""],
                have(
                    [
                        *((f"at_start(J({x}) == 0)", KNOWN) for x in "wz"),
                        *((f"always(time == 1 => j({x}) == J({x}))", KNOWN) for x in "wz"),
                        (f"almost_always({RATES[0]})", KNOWN),
                        (f"almost_always({RATES[1]})", KNOWN),
                        *((fact, enter("start", leaf(use=["J(w) == 0", "J(z) == 0", "M == 0"]))) for fact in STARTS),
                        (
                            f"always({REST} >= start({REST}))",
                            rule("monotone", have(SIZES, leaf(f"1: {SPEED} >= 0", use=RATES)), z=REST),
                        ),
                        (
                            f"always({OVER} >= start({OVER}))",
                            rule(
                                "monotone",
                                have(
                                    SIZES,
                                    leaf(
                                        f"1: {SPEED} <= {MOST}*{S}^2",
                                        f"1: {MOST} > 0; {S}^2 <= R^2*{SQUARE}",
                                        use=RATES,
                                    ),
                                ),
                                z=OVER,
                            ),
                        ),
                    ],
                    lemma(
                        "LEM-reached",
                        leaf("1:"),
                        enter(
                            "every",
                            intro(
                                "",
                                have(
                                    AT_ONE,
                                    both(
                                        leaf(f"1: {REST} >= start({REST})", use=ENDS),
                                        leaf(f"1: {OVER} >= start({OVER})", f"1: {SQUARE} >= 0", use=ENDS),
                                    ),
                                ),
                            ),
                        ),
                        T="1",
                        C=SHOWN,
                    ),
                ),
            ),
        ),
    ),
)

LOW = "exp(-(norm(z)*R))"
LEVEL = f"rate(I) == {A} - {OFF['z']}"
RISES = f"I + time*({OFF['z']} - {LOW})"

formal(
    "LEM-integral.positive",
    title="An integral of exponentials of products is positive",
    statement={
        "letters": ["u: measurable vector; I: moving number; i: number; z, b: vector; R: number"],
        "given": [
            "almost_always(norm(u) <= R)",
            "at_start(I == 0)",
            f"almost_always({LEVEL})",
            "always(time == 1 => i == I)",
        ],
        "show": [f"{OFF['z']} + i > 0"],
    },
    proof=have(
        [
            ("start(I) == 0", enter("start", KNOWN)),
            (
                f"always({RISES} >= start({RISES}))",
                rule(
                    "monotone",
                    have(
                        [
                            LEVEL,
                            "norm(u) <= R",
                            ("dot(-z, u) <= norm(-z)*norm(u)", rule("Cauchy-Schwarz", u="-z", w="u")),
                            (
                                f"{LOW} <= {A}",
                                rule(
                                    "exp monotone",
                                    leaf("1: dot(-z, u) <= norm(-z)*norm(u)", "1: norm(z) >= 0; norm(u) <= R"),
                                    a="-(norm(z)*R)",
                                    b="dot(z, u)",
                                ),
                            ),
                        ],
                        leaf(f"1: {LOW} <= {A}", use=[LEVEL]),
                    ),
                    z=RISES,
                ),
            ),
        ],
        lemma(
            "LEM-reached",
            leaf("1:"),
            enter(
                "every",
                intro(
                    "",
                    have(
                        ["i == I"],
                        leaf(
                            f"1: {RISES} >= start({RISES})",
                            f"1: {LOW} > 0",
                            use=["start(I) == 0", "i == I", "time == 1"],
                        ),
                    ),
                ),
            ),
            T="1",
            C=f"{OFF['z']} + i > 0",
        ),
    ),
)
