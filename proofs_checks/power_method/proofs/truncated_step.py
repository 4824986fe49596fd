"""A unit vector pushed and normalised: how far the derivative is off where the inverse norm is truncated.

With L = |y| the image is y/L and the truncated one n y = (n L) y/L; (n L)^2 - 1 is of third order in the push, and so
is its derivative along a tangent vector, 2 n G.
"""

from __future__ import annotations

import re

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, have, leaf, lemma, rule

LETTERS = {
    "letters": ["x, s, delta, ds: vector; alpha, K: number"],
    "where": [
        "sigma := dot(x, s)",
        "tau := dot(s, s)",
        "p := dot(x, ds) + dot(delta, s)",
        "u := dot(s, ds)",
        "n := 1 - alpha*sigma + alpha^2*(3/2*sigma^2 - tau/2)",
        "dn := -alpha*p + alpha^2*(3*sigma*p - u)",
        "y := x + alpha*s",
        "dy := delta + alpha*ds",
        "length := norm(y)",
        "exact := 1/length*dy - dot(y, dy)*(1/length)^3*y",
        "truncated := n*dy + dn*y",
        "m := alpha*norm(s)",
        "e := alpha*K",
    ],
    "given": [
        "dot(x, x) == 1",
        "dot(x, delta) == 0",
        "alpha > 0",
        "K > 0",
        "e <= 1/2",
        "norm(s) <= K",
        "norm(ds) <= K",
        "norm(delta) <= 1",
    ],
}
UNIT, TANGENT = LETTERS["given"][:2]
FACTOR = "(n*length - 1)"
LEADING, THIRD = "((15/2*sigma^2 - 3/2*tau)*p - 3*sigma*u)", "(3*sigma*tau*p + 3/2*(sigma^2 - tau)*u)"
G = f"(alpha^3*{LEADING} + alpha^4*{THIRD})"


def product(u: str, w: str, sizes: tuple[str, str], bound: str) -> Steps:
    """A scalar product and its negative are at most the product of the bounds of the lengths."""
    terms = [f"1: norm({u}) >= 0; norm({w}) <= {sizes[1]}", f"1: {sizes[1]} > 0; norm({u}) <= {sizes[0]}"]
    plus, minus = f"dot({u}, {w}) <= norm({u})*norm({w})", f"dot(-{u}, {w}) <= norm(-{u})*norm({w})"
    return [
        (plus, rule("Cauchy-Schwarz", u=u, w=w)),
        (minus, rule("Cauchy-Schwarz", u=f"-{u}", w=w)),
        (f"dot({u}, {w}) <= {bound}", leaf(f"1: {plus}", *terms)),
        (f"-dot({u}, {w}) <= {bound}", leaf(f"1: {minus}", *terms)),
    ]


def times(a: str, most: str, b: str, least: str) -> Steps:
    """|a| <= most and |b| <= least bound the product from both sides."""
    both = [(s, t) for s in ("", "-") for t in ("", "-")]
    fact = {(s, t): f"{s}{a} <= {most}; {t}{b} <= {least}" for s, t in both}
    return [
        (f"{a}*{b} <= {most}*({least})", leaf(f"1/2: {fact['', '-']}", f"1/2: {fact['-', '']}")),
        (f"-{a}*{b} <= {most}*({least})", leaf(f"1/2: {fact['', '']}", f"1/2: {fact['-', '-']}")),
    ]


def written(text: str, x: str, delta: str, s: str, ds: str) -> str:
    """`text` in the words of LETTERS, written out at a token x, its perturbation, its pull and that's."""
    for definition in reversed(LETTERS["where"]):
        name, _, meaning = definition.partition(" := ")
        text = re.sub(rf"\b{name}\b", f"({meaning})", text)
    values = {"x": x, "delta": delta, "s": s, "ds": ds}
    return re.sub(r"\b(x|delta|s|ds)\b", lambda found: values[found[0]], text)


def difference(x: str, delta: str, s: str, ds: str) -> str:
    """The truncated derivative less the exact one."""
    return written("truncated - exact", x, delta, s, ds)


formal(
    "LEM-derivative-split",
    title="What a multiplied vector adds to the derivative of its direction",
    statement={
        "letters": ["y, dy: vector; n, dn, r, G: number"],
        "given": ["G == r^2*dn + n*dot(y, dy)", "r > 0"],
        "where": ["of_unit := 1/r*dy - dot(y, dy)*(1/r)^3*y"],
        "show": "n*dy + dn*y - of_unit == (n*r - 1)*of_unit + G*(1/r)^2*y",
    },
    proof=leaf(use=["G == r^2*dn + n*dot(y, dy)"]),
    instance={"dim": 2, "letters": {"y": [3, 4], "dy": [1, 0], "n": 1, "dn": 2, "r": 5, "G": 53}},
)

formal(
    "LEM-truncated-direction",
    title="A multiple of a vector less its direction, by the square of its length",
    statement={
        "letters": ["y: vector; n, E: number"],
        "given": ["E == n^2*norm(y)^2 - 1", "norm(y) > 0", "n > 0"],
        "show": "n*y - unit(y) == E/(1 + n*norm(y))*unit(y)",
    },
    proof=leaf(use=["E == n^2*norm(y)^2 - 1"]),
    instance={"dim": 2, "letters": {"y": [3, 4], "n": 1, "E": 24}},
)

formal(
    "LEM-short-push",
    title="A unit vector pushed by at most a half keeps half its length",
    statement={
        "letters": ["x, s: vector; alpha: number"],
        "given": [UNIT, "alpha > 0", "alpha*norm(s) <= 1/2"],
        "show": "dot(x + alpha*s, x + alpha*s) >= 1/4",
    },
    proof=have(
        [
            ("norm(x) == 1", leaf(use=[UNIT])),
            ("dot(-x, s) <= norm(-x)*norm(s)", rule("Cauchy-Schwarz", u="-x", w="s")),
            ("norm(s) + dot(x, s) >= 0", leaf("1: dot(-x, s) <= norm(-x)*norm(s)", use=[UNIT])),
            ("1/2 - alpha*norm(s) >= 0", leaf("1: alpha*norm(s) <= 1/2")),
        ],
        leaf(
            "1: 1/2 - alpha*norm(s) >= 0; 1/2 - alpha*norm(s) >= 0",
            "1: 1/2 - alpha*norm(s) >= 0",
            "2: alpha > 0; norm(s) + dot(x, s) >= 0",
            use=[UNIT],
        ),
    ),
    instance={"dim": 2, "letters": {"x": [1, 0], "s": ["3/5", "4/5"], "alpha": "1/2"}},
)

STEPS: Steps = [
    ("norm(x) == 1", leaf(use=[UNIT])),
    ("norm(x) <= 1", leaf("eq 1: norm(x) == 1")),
    ("e > 0", leaf("1: alpha > 0; K > 0")),
    ("m <= e", leaf("1: alpha > 0; norm(s) <= K")),
    ("m >= 0", leaf("1: alpha > 0; norm(s) >= 0")),
    *product("x", "s", ("1", "K"), "K"),
    *product("x", "ds", ("1", "K"), "K"),
    *product("delta", "s", ("1", "K"), "K"),
    *product("s", "ds", ("K", "K"), "K^2"),
    ("p <= 2*K", leaf("1: dot(x, ds) <= K", "1: dot(delta, s) <= K")),
    ("-p <= 2*K", leaf("1: -dot(x, ds) <= K", "1: -dot(delta, s) <= K")),
    ("tau <= K^2", leaf("1: norm(s) <= K; norm(s) >= 0", "1: norm(s) <= K; K > 0")),
    ("norm(s) - sigma >= 0", leaf("1: dot(x, s) <= norm(x)*norm(s)", use=[UNIT])),
    ("norm(s) + sigma >= 0", leaf("1: dot(-x, s) <= norm(-x)*norm(s)", use=[UNIT])),
    ("tau - sigma^2 >= 0", leaf("1: norm(s) - sigma >= 0; norm(s) + sigma >= 0")),
    ("1/2 - m >= 0", leaf("1: m <= e", "1: e <= 1/2")),
    ("dot(y, y) >= 1/4", lemma("LEM-short-push", KNOWN, KNOWN, leaf("1: 1/2 - m >= 0"))),
    ("length > 0", KNOWN),
]
SIZES: Steps = [
    ("15/2*sigma^2 - 3/2*tau <= 6*K^2", leaf("15/2: tau - sigma^2 >= 0", "6: tau <= K^2")),
    ("-(15/2*sigma^2 - 3/2*tau) <= 6*K^2", leaf("3/2: tau <= K^2", "15/2: sq sigma", "9/2: sq K")),
    *times("(15/2*sigma^2 - 3/2*tau)", "6*K^2", "p", "2*K"),
    *times("sigma", "K", "u", "K^2"),
    *times("sigma", "K", "p", "2*K"),
    ("-tau <= K^2", leaf("1: sq norm(s)", "1: sq K")),
    *times("(sigma*p)", "2*K^2", "tau", "K^2"),
    ("sigma^2 - tau <= K^2", leaf("1: tau - sigma^2 >= 0", "1: sq K")),
    ("-(sigma^2 - tau) <= K^2", leaf("1: tau <= K^2", "1: sq sigma")),
    *times("(sigma^2 - tau)", "K^2", "u", "K^2"),
]


def bounded(sign: str, other: str) -> Tree:
    return leaf(
        f"1: alpha > 0; alpha > 0; alpha > 0; {other}(15/2*sigma^2 - 3/2*tau)*p <= 6*K^2*(2*K)",
        f"3: alpha > 0; alpha > 0; alpha > 0; {sign}sigma*u <= K*(K^2)",
        f"3: alpha > 0; alpha > 0; alpha > 0; alpha > 0; {other}(sigma*p)*tau <= 2*K^2*(K^2)",
        f"3/2: alpha > 0; alpha > 0; alpha > 0; alpha > 0; {other}(sigma^2 - tau)*u <= K^2*(K^2)",
        "15/2: e > 0; e > 0; e > 0; e <= 1/2",
        "1/4: e > 0; e > 0; e > 0",
    )


SQUARED = f"{G}^2 <= 361*e^6"
SERIES = f"n > 0 and abs(n^2*length^2 - 1) <= 6*m^3 and abs({FACTOR}) <= 6*m^3"
ENDS: Steps = [
    (f"{G} <= 19*e^3", bounded("-", "")),
    (f"-{G} <= 19*e^3", bounded("", "-")),
    (SQUARED, leaf(f"1: {G} <= 19*e^3; -{G} <= 19*e^3")),
    (SERIES, lemma("POW-L2.series", KNOWN, KNOWN, leaf("1: 1/2 - m >= 0", "1/2:"))),
    (f"abs({FACTOR}) <= 6*m^3", KNOWN),
    (f"abs({FACTOR})^2 == {FACTOR}^2", rule("absolute square", e=FACTOR)),
    ("m^3 <= e^3", leaf("1: m <= e; m >= 0; m >= 0", "1: m <= e; m >= 0; e > 0", "1: m <= e; e > 0; e > 0")),
    (
        f"{FACTOR}^2 <= 36*e^6",
        leaf(
            f"eq 1: abs({FACTOR})^2 == {FACTOR}^2",
            f"1: abs({FACTOR}) <= 6*m^3; abs({FACTOR}) >= 0",
            f"6: abs({FACTOR}) <= 6*m^3; m >= 0; m >= 0; m >= 0",
            "36: m^3 <= e^3; m >= 0; m >= 0; m >= 0",
            "36: m^3 <= e^3; e > 0; e > 0; e > 0",
        ),
    ),
    ("norm(alpha*ds) == alpha*norm(ds)", rule("norm scaled", u="ds", k="alpha")),
    ("norm(delta + alpha*ds) <= norm(delta) + norm(alpha*ds)", rule("triangle", u="delta", w="alpha*ds")),
    (
        "norm(dy) <= 3/2",
        leaf(
            "1: norm(delta + alpha*ds) <= norm(delta) + norm(alpha*ds)",
            "eq 1: norm(alpha*ds) == alpha*norm(ds)",
            "1: norm(delta) <= 1",
            "1: alpha > 0; norm(ds) <= K",
            "1: e <= 1/2",
        ),
    ),
    ("dot(dy, dy) <= 9/4", leaf("1: norm(dy) <= 3/2; norm(dy) >= 0", "3/2: norm(dy) <= 3/2")),
    ("1/length > 0", KNOWN),
    ("(1/length)^2 <= 4", leaf("4: dot(y, y) >= 1/4; 1/length > 0; 1/length > 0")),
    ("dot(exact, exact) == dot(dy, dy)*(1/length)^2 - dot(y, dy)^2*(1/length)^4", leaf()),
    (
        "dot(exact, exact) <= 9",
        leaf(
            "eq 1: dot(exact, exact) == dot(dy, dy)*(1/length)^2 - dot(y, dy)^2*(1/length)^4",
            "1: sq dot(y, dy)*(1/length)^2",
            "1: dot(dy, dy) <= 9/4; 1/length > 0; 1/length > 0",
            "9/4: (1/length)^2 <= 4",
        ),
    ),
    (
        f"norm({FACTOR}*exact) <= 18*e^3",
        rule(
            "below the square",
            leaf("18: e > 0; e > 0; e > 0"),
            leaf(
                f"1: {FACTOR}^2 <= 36*e^6; sq norm(exact)",
                "36: dot(exact, exact) <= 9; e > 0; e > 0; e > 0; e > 0; e > 0; e > 0",
            ),
            a=f"norm({FACTOR}*exact)",
            b="18*e^3",
        ),
    ),
    (
        f"norm({G}*(1/length)^2*y) <= 38*e^3",
        rule(
            "below the square",
            leaf("38: e > 0; e > 0; e > 0"),
            leaf(
                f"1: {SQUARED}; 1/length > 0; 1/length > 0",
                "361: (1/length)^2 <= 4; e > 0; e > 0; e > 0; e > 0; e > 0; e > 0",
            ),
            a=f"norm({G}*(1/length)^2*y)",
            b="38*e^3",
        ),
    ),
    (f"length^2*dn + n*dot(y, dy) == {G}", leaf(use=[UNIT, TANGENT])),
    (
        f"truncated - exact == {FACTOR}*exact + {G}*(1/length)^2*y",
        lemma("LEM-derivative-split", leaf(f"eq -1: length^2*dn + n*dot(y, dy) == {G}"), r="length", G=G),
    ),
    (
        f"norm({FACTOR}*exact + {G}*(1/length)^2*y) <= norm({FACTOR}*exact) + norm({G}*(1/length)^2*y)",
        rule("triangle", u=f"{FACTOR}*exact", w=f"{G}*(1/length)^2*y"),
    ),
    (
        f"norm(truncated - exact) == norm({FACTOR}*exact + {G}*(1/length)^2*y)",
        lemma("LEM-same-norm", u="truncated - exact", w=f"{FACTOR}*exact + {G}*(1/length)^2*y"),
    ),
]
formal(
    "LEM-truncated-step",
    title="The derivative of a push with truncated inverse norm is right up to the third order",
    statement={**LETTERS, "show": "norm(truncated - exact) <= 56*e^3"},
    proof=have(
        [*STEPS, *SIZES, *ENDS],
        leaf(
            f"eq 1: norm(truncated - exact) == norm({FACTOR}*exact + {G}*(1/length)^2*y)",
            f"1: norm({FACTOR}*exact + {G}*(1/length)^2*y) <= norm({FACTOR}*exact) + norm({G}*(1/length)^2*y)",
            f"1: norm({FACTOR}*exact) <= 18*e^3",
            f"1: norm({G}*(1/length)^2*y) <= 38*e^3",
        ),
    ),
    instance={
        "dim": 2,
        "letters": {"x": [1, 0], "s": ["3/5", "4/5"], "delta": [0, 1], "ds": [0, 1], "alpha": "1/2", "K": 1},
    },
    twin=Variant(
        "sigma^2/2 for 3 sigma^2/2",
        {"3/2*sigma^2": "1/2*sigma^2"},
        {
            "dim": 2,
            "letters": {"x": [1, 0], "s": [1, 0], "delta": [0, 1], "ds": [0, 0], "alpha": "1/1000", "K": 1},
        },
    ),
)
