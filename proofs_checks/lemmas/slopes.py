"""The gradient of a linear function on the sphere gives its slope in every tangent direction."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, both, have, leaf, lemma, obtain, rule, split, take, witness

UNITS = ["dot(z, z) == 1", "dot(o, o) == 1", "dot(o, z) == 0"]
HELD = "(u - dot(o, u)*o)"
BOUND = f"abs(dot(Q(w), k) - dot(Q(o), k) - dot({HELD}, w - o)) <= s*norm(w - o)"
NEAR = "(forall w in vector: dot(w, w) == 1 and norm(w - o) < d => {0})".format
GIVEN = f"forall s in number: s > 0 => (exists d in number: d > 0 and {NEAR(BOUND)})"
MORE, C = "(dot(Q(z), k) - dot(z, u))", "dot(Q(o), k)"
AT_S = f"exists d in number: d > 0 and {NEAR(BOUND.replace('s*norm', f'({MORE}/4)*norm'))}"
SIZE = f"abs({C})"
LESS, SHORT = "(d/(4 + d))", "(m/(4*a + m))"
FOUND = f"exists t in number: t > 0 and t <= 1 and 2*t < d and 4*t*{SIZE} <= {MORE}"
W = "(((1 - t^2)*o + 2*t*z)/(1 + t^2))"
REST = f"(dot(Q({W}), k) - {C} - dot({HELD}, {W} - o))"

formal(
    "LEM-small-step",
    title="A step that is small in three ways",
    statement={
        "letters": ["d, m, a: number"],
        "given": ["d > 0", "m > 0", "a >= 0"],
        "show": ["exists t in number: t > 0 and t <= 1 and 2*t < d and 4*t*a <= m"],
    },
    proof=have(
        [
            ("4*a + m > 0", leaf("4: a >= 0", "1: m > 0")),
            (f"{LESS} > 0", leaf()),
            (f"{LESS} <= 1", leaf("4: 1 > 0", times=["4 + d"])),
            (f"2*{LESS} < d", leaf("1: d > 0; d > 0", "2: d > 0", times=["4 + d"])),
            (f"{SHORT} > 0", leaf("1: m > 0; 1/(4*a + m) > 0")),
            (f"{SHORT} <= 1", leaf("4: a >= 0", times=["4*a + m"])),
            (f"4*{SHORT}*a <= m", leaf("1: m > 0; m > 0", times=["4*a + m"])),
        ],
        witness(
            f"{LESS}*{SHORT}",
            both(
                leaf(f"1: {LESS} > 0; {SHORT} > 0"),
                leaf(f"1: {LESS} > 0; {SHORT} <= 1", f"1: {LESS} <= 1"),
                leaf(f"1: 2*{LESS} < d", f"2: {LESS} > 0; {SHORT} <= 1"),
                leaf(f"1: 4*{SHORT}*a <= m", f"4: {LESS} <= 1; {SHORT} > 0; a >= 0"),
            ),
        ),
    ),
)

_CONTRARY = have(
    [
        (f"{MORE}/4 > 0", leaf(f"1/4: {MORE} > 0")),
        (AT_S, take(GIVEN, [f"{MORE}/4"], KNOWN)),
    ],
    obtain(
        AT_S,
        "d",
        have(
            [(FOUND, lemma("LEM-small-step", KNOWN, KNOWN, leaf(), d="d", m=MORE, a=SIZE))],
            obtain(
                FOUND,
                "t",
                have(
                    [
                        ("1 + t^2 > 0", leaf("1: sq t", "1:")),
                        (f"dot({W}, {W}) == 1", leaf(use=UNITS)),
                        (
                            f"norm({W} - o) <= 2*t",
                            rule(
                                "below the square",
                                leaf("2: t > 0"),
                                leaf("4: t^2*t^2/(1 + t^2) >= 0", use=UNITS),
                                a=f"norm({W} - o)",
                                b="2*t",
                            ),
                        ),
                        (f"norm({W} - o) < d", leaf(f"1: norm({W} - o) <= 2*t", "1: 2*t < d")),
                        (
                            f"abs({REST}) <= {MORE}/4*norm({W} - o)",
                            take(NEAR(BOUND.replace("s*norm", f"({MORE}/4)*norm"))[1:-1], [W], KNOWN),
                        ),
                        (f"{REST} <= abs({REST})", rule("absolute above", e=REST)),
                        (
                            f"{REST} <= {MORE}*t/2",
                            leaf(
                                f"1: {REST} <= abs({REST})",
                                f"1: abs({REST}) <= {MORE}/4*norm({W} - o)",
                                f"1/4: {MORE} > 0; norm({W} - o) <= 2*t",
                            ),
                        ),
                        (f"{C} <= {SIZE}", rule("absolute above", e=C)),
                        (
                            f"(1 + t^2)*{REST} == 2*t*{MORE} - 2*t^2*{C}",
                            leaf(use=UNITS),
                        ),
                        (
                            f"(1 + t^2)*{MORE}*t <= 2*{MORE}*t",
                            leaf(f"1: {MORE} > 0; t > 0; t <= 1", f"1: {MORE} > 0; t > 0; t > 0; t <= 1"),
                        ),
                    ],
                    lemma(
                        "LEM-two-signs",
                        leaf(
                            f"1: 1 + t^2 > 0; {REST} <= {MORE}*t/2; 1/t > 0",
                            f"1/2: (1 + t^2)*{MORE}*t <= 2*{MORE}*t; 1/t > 0",
                            f"2: {C} <= {SIZE}; t > 0",
                            f"1/2: 4*t*{SIZE} <= {MORE}",
                            f"eq -1/t: (1 + t^2)*{REST} == 2*t*{MORE} - 2*t^2*{C}",
                        ),
                        leaf(f"1/2: {MORE} > 0"),
                        a=f"-{MORE}/2",
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-slope",
    title="The gradient of a linear function on the sphere is at least its slope in a tangent direction",
    statement={
        "letters": ["Q: matrix; k, u, o, z: vector"],
        "given": [*UNITS, GIVEN],
        "show": ["dot(Q(z), k) <= dot(z, u)"],
    },
    proof=split(
        "dot(z, u) < dot(Q(z), k) or dot(Q(z), k) <= dot(z, u)",
        have([(f"{MORE} > 0", leaf("1: dot(z, u) < dot(Q(z), k)"))], absurd(_CONTRARY)),
        KNOWN,
    ),
)
