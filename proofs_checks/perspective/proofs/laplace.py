"""Section 9.4: Laplace's principle for any probability measure, as the law of y(s), s uniform on [0, 1]."""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, enter, have, intro, leaf, obtain, rule, split, take, witness

SUPPORT = "forall q in vector: supp(q) => m <= f(q)"
REACHED = "forall s in number: s > 0 => (exists q in vector: supp(q) and f(q) < m + s)"
BALL = "(norm(y - x) < r => rate(B(x, r)) == 1) and (norm(y - x) >= r => rate(B(x, r)) == 0)"
BALL_AT = BALL.replace(", r)", ", d)").replace("< r", "< d").replace(">= r", ">= d")
NEAR = "(forall u in vector: norm(u - x) < d => abs(f(u) - f(x)) < e)"
ANY_NEAR = "(forall u in vector: norm(u - q) < h => abs(f(u) - f(q)) < s)"
PREMISES = [
    f"(forall q in vector, s in number: s > 0 => (exists h in number: h > 0 and {ANY_NEAR}))",
    "(forall x in vector, r in number: r > 0 => at_start(B(x, r) == 0))",
    f"(forall x in vector, r in number: r > 0 => almost_always({BALL}))",
    "(forall x in vector, r in number: r > 0 => always(time == 1 => weight(x, r) == B(x, r)))",
]
RATE = "rate(J(a)) + 1 == exp(-(a*f(y)))"
LOW = "exp(-(a*m))"
HIGH = "exp(-(a*(m + 3/4*e)))"
UNDER = f"{LOW}*time - (time + J(a))"
OVER = f"time + J(a) - {HIGH}*B(x, d)"
BEGUN: Steps = [
    ("at_start(J(a) == 0)", KNOWN),
    ("start(J(a)) == 0", enter("start", KNOWN)),
    (f"almost_always({RATE})", KNOWN),
]


def most() -> tuple[str, Tree]:
    """The integrand is at most exp(-a m)."""
    below = f"exp(-(a*f(y))) <= {LOW}"
    facts: Steps = [
        "supp(y)",
        ("m <= f(y)", take(SUPPORT, ["y"], KNOWN)),
        (below, rule("exp monotone", leaf("1: a > 0; m <= f(y)"), a="-(a*f(y))", b="-(a*m)")),
        RATE,
    ]
    return f"always({UNDER} >= start({UNDER}))", rule(
        "monotone", have(facts, leaf(f"1: {below}", f"eq 1: {RATE}")), z=UNDER
    )


def least() -> tuple[str, Tree]:
    """Where y is in the ball, the integrand is at least exp(-a (m + 3 e/4))."""
    close = "abs(f(y) - f(x)) < 1/4*e"
    above = f"{HIGH} <= exp(-(a*f(y)))"
    inside: Steps = [
        "rate(B(x, d)) == 1",
        (close, take(NEAR.replace("< e)", "< 1/4*e)")[1:-1], ["y"], KNOWN)),
        ("f(y) - f(x) <= abs(f(y) - f(x))", rule("absolute above", e="f(y) - f(x)")),
        (
            above,
            rule(
                "exp monotone",
                leaf(f"1: a > 0; {close}", "1: a > 0; f(y) - f(x) <= abs(f(y) - f(x))", "1: a > 0; f(x) < m + 1/2*e"),
                a="-(a*(m + 3/4*e))",
                b="-(a*f(y))",
            ),
        ),
    ]
    step = split(
        "norm(y - x) < d or d <= norm(y - x)",
        have(inside, leaf(f"1: {above}", f"eq -1: {RATE}", use=["rate(B(x, d)) == 1"])),
        have(["rate(B(x, d)) == 0"], leaf("1: exp(-(a*f(y))) > 0", f"eq -1: {RATE}", use=["rate(B(x, d)) == 0"])),
    )
    return f"always({OVER} >= start({OVER}))", rule("monotone", have([RATE], step), z=OVER)


P = "weight(x, d)"
TOTAL = "(1 + J(a))"
SHOWN = f"abs(-log{TOTAL}/a - m) < e"
_LOGS: Steps = [
    (f"{P} == B(x, d)", KNOWN),
    (
        f"{TOTAL} >= {HIGH}*{P}",
        leaf(
            f"1: {OVER} >= start({OVER})",
            f"eq {HIGH}: {P} == B(x, d)",
            use=["start(J(a)) == 0", "start(B(x, d)) == 0", "time == 1"],
        ),
    ),
    (f"{TOTAL} > 0", leaf(f"1: {TOTAL} >= {HIGH}*{P}", f"1: {HIGH} > 0; {P} > 0")),
    (f"exp(log{TOTAL}) == {TOTAL}", rule("exp of log", a=TOTAL)),
    (f"exp(log({P})) == {P}", rule("exp of log", a=P)),
    (f"{TOTAL} <= {LOW}", leaf(f"1: {UNDER} >= start({UNDER})", use=["start(J(a)) == 0", "time == 1"])),
    (
        f"log{TOTAL} <= -(a*m)",
        rule(
            "exp reflects",
            leaf(f"1: {TOTAL} <= {LOW}", f"eq 1: exp(log{TOTAL}) == {TOTAL}"),
            a=f"log{TOTAL}",
            b="-(a*m)",
        ),
    ),
    (
        f"log({P}) - a*(m + 3/4*e) <= log{TOTAL}",
        rule(
            "exp reflects",
            leaf(f"1: {TOTAL} >= {HIGH}*{P}", f"eq -1: exp(log{TOTAL}) == {TOTAL}", f"eq {HIGH}: exp(log({P})) == {P}"),
            a=f"log({P}) - a*(m + 3/4*e)",
            b=f"log{TOTAL}",
        ),
    ),
    (f"-log({P}) <= abs(log({P}))", rule("absolute above minus", e=f"log({P})")),
    ("1/a > 0", leaf()),
]
FROM = f"4*abs(log({P}))/e + 1"
LIMIT = intro(
    ["a", ""],
    have(
        [
            (f"abs(log({P})) >= 0", leaf()),
            (f"{FROM} >= 1", leaf(f"4: abs(log({P})) >= 0; 1/e > 0")),
            ("a > 0", leaf(f"1: a > {FROM}", f"1: {FROM} >= 1", "1:")),
            *BEGUN,
            ("at_start(B(x, d) == 0)", KNOWN),
            ("start(B(x, d)) == 0", enter("start", KNOWN)),
            (f"almost_always({BALL_AT})", KNOWN),
            ("always(time == 1 => weight(x, d) == B(x, d))", KNOWN),
            most(),
            least(),
        ],
        enter(
            "every",
            intro(
                "",
                have(
                    _LOGS,
                    rule(
                        "absolute",
                        leaf(
                            f"1: log({P}) - a*(m + 3/4*e) <= log{TOTAL}; 1/a > 0",
                            f"1: -log({P}) <= abs(log({P})); 1/a > 0",
                            f"1/4: e > 0; a > {FROM}; 1/a > 0",
                            "1/4: e > 0; 1/a > 0",
                        ),
                        leaf(f"1: log{TOTAL} <= -(a*m); 1/a > 0", "1: e > 0"),
                        e=f"-log{TOTAL}/a - m",
                        b="e",
                    ),
                ),
            ),
        ),
    ),
)
_BALL = "exists h in number: h > 0 and " + ANY_NEAR.replace("- q)", "- x)").replace("f(q)", "f(x)").replace(
    "< s)", "< 1/4*e)"
).replace("norm(u - q)", "norm(u - x)")
_POINT = "exists q in vector: supp(q) and f(q) < m + 1/2*e"
PRINCIPLE = intro(
    ["", "e", ""],
    have(
        [
            ("1/2*e > 0", leaf("1/2: e > 0")),
            ("1/4*e > 0", leaf("1/4: e > 0")),
            (_POINT, take(REACHED, ["1/2*e"], KNOWN)),
        ],
        obtain(
            _POINT,
            "x",
            have(
                [(_BALL, take(PREMISES[0][1:-1], ["x", "1/4*e"], KNOWN))],
                obtain(
                    _BALL,
                    "d",
                    have(
                        [(f"{P} > 0", take("supp(x)", ["d"], KNOWN))],
                        witness(FROM, LIMIT),
                    ),
                ),
            ),
        ),
    ),
)
POINT: dict[str, Any] = {
    "dim": 1,
    "letters": {
        "f": "fn(x in vector: 0)",
        "y": [0],
        "J": "fn(a in number: 0)",
        "B": "fn(x in vector, r in number: 0)",
        "weight": "fn(x in vector, r in number: 1)",
        "m": 0,
    },
}

formal(
    "PER-9.4.laplace",
    statement={
        "letters": [
            "f(vector): number; y: measurable vector; J(number): moving number; B(vector, number): moving number",
            "weight(vector, number): number; m: number",
        ],
        "where": ["supp(x) := forall r in number: r > 0 => weight(x, r) > 0"],
        "given": [
            "forall a in number: at_start(J(a) == 0)",
            f"forall a in number: almost_always({RATE})",
            "almost_always(supp(y))",
            SUPPORT,
            REACHED,
        ],
        "show": [
            f"forall a in number: a > 0 => always(time == 1 => {TOTAL} <= {LOW})",
            f"{' and '.join(PREMISES)} => (forall e in number: e > 0 => (exists A in number:"
            f" forall a in number: a > A => always(time == 1 => {SHOWN})))",
        ],
    },
    proof=[
        intro(
            ["a", ""],
            have(
                [*BEGUN, most()],
                enter(
                    "every",
                    intro("", leaf(f"1: {UNDER} >= start({UNDER})", use=["start(J(a)) == 0", "time == 1"])),
                ),
            ),
        ),
        PRINCIPLE,
    ],
    instance=POINT,
    twin=Variant("half of it", {f"{TOTAL} <= {LOW}": f"{TOTAL} <= {LOW}/2"}, POINT),
)
