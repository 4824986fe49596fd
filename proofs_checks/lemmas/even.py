"""Where values to both sides of a point are equal, the tangent is level in that direction."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, have, leaf, rule, take

LAW = (
    "forall w in vector: norm(w - p) <= 1 => 0 <= L(w) - L(p) - dot(f, w - p)"
    " and L(w) - L(p) - dot(f, w - p) <= C*dot(w - p, w - p)"
)
EVEN = "forall t in number: L(p + t*g) == L(p - t*g)"
SHARE = "(1/(1 + C + dot(g, g)))"
RIGHT, LEFT = f"(p + {SHARE}*g)", f"(p - {SHARE}*g)"


def near(w: str) -> Steps:
    """The bounds of the tangent at a point that is near."""
    gap = f"(L({w}) - L(p) - dot(f, {w} - p))"
    bounds: Tree = take(LAW, [w], KNOWN)
    length = rule(
        "below the square",
        leaf("1:"),
        leaf(f"1: {SHARE}*dot(g, g) <= 1", f"1: {SHARE} <= 1; {SHARE}*dot(g, g) >= 0"),
        a=f"norm({w} - p)",
        b="1",
    )
    return [
        (f"norm({w} - p) <= 1", length),
        (f"0 <= {gap} and {gap} <= C*dot({w} - p, {w} - p)", bounds),
    ]


_WHOLE = "1 + C + dot(g, g)"
formal(
    "LEM-even.level",
    title="What is even along a line through a point has no slope there",
    statement={
        "letters": ["L(vector): number; f, p, g: vector; C: number"],
        "given": ["C > 0", LAW, EVEN, "dot(f, g) == dot(g, g)"],
        "show": ["g == 0"],
    },
    proof=have(
        [
            (f"{_WHOLE} > 0", leaf("1:", "1: C > 0", "1: dot(g, g) >= 0")),
            (f"{SHARE} > 0", leaf()),
            (f"{SHARE} <= 1", leaf("1: C > 0", "1: dot(g, g) >= 0", times=[_WHOLE])),
            (f"{SHARE}*dot(g, g) >= 0", leaf(f"1: {SHARE} > 0; dot(g, g) >= 0")),
            (f"{SHARE}*dot(g, g) <= 1", leaf("1: C > 0", "1:", times=[_WHOLE])),
            (f"C*{SHARE} <= 1", leaf("1: dot(g, g) >= 0", "1:", times=[_WHOLE])),
            *near(RIGHT),
            *near(LEFT),
            (f"L({RIGHT}) == L({LEFT})", take(EVEN, [SHARE], KNOWN)),
        ],
        rule(
            "equal vectors",
            leaf(
                f"1: 0 <= L({RIGHT}) - L(p) - dot(f, {RIGHT} - p); 1/{SHARE} > 0",
                f"1: L({LEFT}) - L(p) - dot(f, {LEFT} - p) <= C*dot({LEFT} - p, {LEFT} - p); 1/{SHARE} > 0",
                f"1: C*{SHARE} <= 1; dot(g, g) >= 0",
                f"eq 1/{SHARE}: L({RIGHT}) == L({LEFT})",
                "eq -2: dot(f, g) == dot(g, g)",
            ),
            u="g",
            w="0",
        ),
    ),
)
