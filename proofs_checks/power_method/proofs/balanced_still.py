"""Near as many tokens at u as at -u: where the pull turns no token by more than e, the energy is at most N e.

For unit vectors a and b near u the pull g = <a, g> a + t has almost the same component along both:
(<a, g> - <b, g>)(1 + <a, b>) = <t_b, a> - <t_a, b>. The tokens are as many such vectors as opposites of such vectors,
so that the sum of <y, g> over all tokens is small, and that is twice the energy.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, leaf, lemma, rule, split

UNITS = ["dot(a, a) == 1", "dot(b, b) == 1", "dot(u, u) == 1"]
ASIDE = ["(g - dot(a, g)*a)", "(g - dot(b, g)*b)"]
GAP, SAME = "(dot(a, g) - dot(b, g))", "dot(a, b) >= 0"
TURN = f"({GAP}*(1 + dot(a, b)))"
P, Q = f"dot({ASIDE[1]}, a)", f"dot({ASIDE[0]}, b)"


def squared(length: str, bound: str) -> tuple[str, Tree]:
    """The square of a length that is at most a bound."""
    fact = f"norm{length} <= {bound}"
    product = leaf(f"1: {fact}; norm{length} >= 0", f"1: {fact}; {bound} >= 0")
    return f"dot({length}, {length}) <= ({bound})^2", have([f"norm{length} >= 0"], product)


NEAR = [squared("(a - u)", "1/2"), squared("(b - u)", "1/2")]
SMALL = [squared(aside, "e") for aside in ASIDE]
formal(
    "LEM-two-turns",
    title="Two unit vectors near a third that a pull hardly turns have almost the same part of it",
    statement={
        "letters": ["a, b, u, g: vector; e: number"],
        "given": [*UNITS, "norm(a - u) <= 1/2", "norm(b - u) <= 1/2", *[f"norm{aside} <= e" for aside in ASIDE]],
        "show": f"{GAP} <= 2*e",
    },
    proof=have(
        [
            (f"norm{ASIDE[0]} >= 0", KNOWN),
            ("e >= 0", leaf(f"1: norm{ASIDE[0]} <= e", f"1: norm{ASIDE[0]} >= 0")),
            *NEAR,
            *SMALL,
            (SAME, leaf(*[f"1: {fact}" for fact, _ in NEAR], "1/2: sq norm(a + b - 2*u)", "1/2:", use=UNITS)),
        ],
        rule(
            "below the square",
            leaf("2: e >= 0"),
            leaf(
                *[f"2: {fact}" for fact, _ in SMALL],
                f"2: sq norm({ASIDE[1]} - {P}*a)",
                f"2: sq norm({ASIDE[0]} - {Q}*b)",
                f"1: sq {P} + {Q}",
                f"2: {SAME}; sq {GAP}",
                f"1: sq {GAP}*dot(a, b)",
                use=UNITS,
            ),
            a=GAP,
            b="2*e",
        ),
    ),
    instance={"dim": 2, "letters": {"a": [1, 0], "b": ["24/25", "7/25"], "u": [1, 0], "g": [1, 0], "e": "7/25"}},
    twin=Variant(
        "at most e/10",
        {"<= 2*e": "<= e/10"},
        {"dim": 2, "letters": {"a": [1, 0], "b": ["24/25", "7/25"], "u": [1, 0], "g": [1, 0], "e": "7/25"}},
    ),
)

BALANCED: Part = {
    "letters": ["x[token]: vector", "k: token"],
    "given": ["forall i: dot(x[i], x[i]) == 1", "forall i: x[i] == x[k] or x[i] == -x[k]", "sum(j: x[j]) == 0"],
}
"""As many unit tokens at a vector as at its opposite; k is one of them."""
STILL: Part = {
    "letters": ["V: operator", "y[token]: vector", "e: number"],
    "where": [
        "N := sum(j: 1)",
        "pull := V(sum(j: y[j]))/N",
        "aside(i) := pull - dot(y[i], pull)*y[i]",
    ],
    "given": [
        "forall i: dot(y[i], y[i]) == 1",
        "forall i: norm(y[i] - x[i]) <= 1/2",
        "forall i: norm(aside(i)) <= e",
    ],
}
SHARE = "dot(y[{0}], pull) - dot(x[{0}], x[k])*dot(y[k], pull) <= 2*e".format
NEXT_TO = ["norm(y[t] - x[t]) <= 1/2", "norm(y[k] - x[k]) <= 1/2", "norm(aside(t)) <= e", "norm(aside(k)) <= e"]
TAKEN: Steps = [
    "dot(y[t], y[t]) == 1",
    "dot(y[k], y[k]) == 1",
    "dot(x[k], x[k]) == 1",
    *NEXT_TO,
]
ON_SIDE = have(
    [
        ("norm(y[t] - x[k]) <= 1/2", leaf(f"1: {NEXT_TO[0]}", use=["x[t] == x[k]"])),
        ("dot(y[t], pull) - dot(y[k], pull) <= 2*e", lemma("LEM-two-turns", a="y[t]", b="y[k]", u="x[k]", g="pull")),
    ],
    leaf("1: dot(y[t], pull) - dot(y[k], pull) <= 2*e", use=["x[t] == x[k]", "dot(x[k], x[k]) == 1"]),
)
OPPOSITE = have(
    [
        ("norm(-y[t] - x[k]) <= 1/2", leaf(f"1: {NEXT_TO[0]}", use=["x[t] == -x[k]"])),
        ("dot(-y[t], -y[t]) == 1", leaf(use=["dot(y[t], y[t]) == 1"])),
        ("norm(pull - dot(-y[t], pull)*(-y[t])) <= e", leaf(f"1: {NEXT_TO[2]}")),
        ("dot(y[k], pull) - dot(-y[t], pull) <= 2*e", lemma("LEM-two-turns", a="y[k]", b="-y[t]", u="x[k]", g="pull")),
    ],
    leaf("1: dot(y[k], pull) - dot(-y[t], pull) <= 2*e", use=["x[t] == -x[k]", "dot(x[k], x[k]) == 1"]),
)
SHARES = "sum(i: 2*e - (dot(y[i], pull) - dot(x[i], x[k])*dot(y[k], pull))) >= 0"
HERE: Part = {
    "tokens": 2,
    "dim": 2,
    "letters": {
        "V": [[1, 0], [0, -1]],
        "x": [[1, 0], [-1, 0]],
        "y": [[1, 0], [-1, 0]],
        "k": 0,
        "e": 0,
    },
}
formal(
    "LEM-balanced-still",
    title="Near as many tokens at u as at -u that a pull hardly turns the energy is small",
    statement=model(BALANCED, STILL, {"show": "dot(sum(j: y[j]), V(sum(j: y[j]))) <= 2*N^2*e"}),
    proof=have(
        [
            (
                SHARES,
                rule(
                    "positive sum",
                    have(
                        [
                            *TAKEN,
                            (SHARE("t"), split("x[t] == x[k] or x[t] == -x[k]", ON_SIDE, OPPOSITE)),
                        ],
                        leaf(f"1: {SHARE('t')}"),
                    ),
                    e="fn(i: 2*e - (dot(y[i], pull) - dot(x[i], x[k])*dot(y[k], pull)))",
                    new={"x": "t"},
                ),
            ),
            (
                "dot(x[k], sum(j: x[j])) == dot(x[k], 0*x[k])",
                lemma("LEM-same-dot", u="sum(j: x[j])", w="0*x[k]", z="x[k]"),
            ),
        ],
        leaf(f"1: N > 0; {SHARES}", "eq N*dot(y[k], pull): dot(x[k], sum(j: x[j])) == dot(x[k], 0*x[k])"),
    ),
    instance=HERE,
    twin=Variant(
        "without balance",
        {"sum(j: x[j]) == 0": "sum(j: 1) == 2"},
        {**HERE, "letters": {**HERE["letters"], "x": [[1, 0], [1, 0]], "y": [[1, 0], [1, 0]]}},
    ),
)
