"""Lemma 2, proof: the expansion of |y|^{-1} up to alpha^2 on a unit token, with an explicit remainder of third order.

With a = alpha <x, s> and m = alpha |s|, so that |a| <= m <= 1, the remainder n^2 |y|^2 - 1 is a polynomial in a and m;
6 m^3 plus or minus it has nonnegative coefficients in the Bernstein basis: products of m - a, m + a, m and 1 - m.
"""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, cases, have, leaf, lemma, rule

ABOVE = [
    ["1/2", "9/2", "0", "1"],
    ["3/4", "33/4", "9/2", "9/4", "3/2"],
    ["3/8", "21/4", "15/4", "9/2", "15/8", "3/4"],
    ["5/64", "33/32", "63/64", "23/16", "99/64", "9/32", "9/64"],
]
BELOW = [
    ["1", "0", "9/2", "1/2"],
    ["3/2", "3/4", "9", "27/4", "3/4"],
    ["3/4", "3/8", "15/2", "27/4", "15/4", "3/8"],
    ["7/64", "3/32", "117/64", "37/16", "81/64", "27/32", "3/64"],
]
"""Coefficients of (m + a)^i (m - a)^(k + 3 - i) (1 - m)^(3 - k), by k and i."""


def bernstein(table: list[list[str]]) -> Tree:
    """The combination with these coefficients."""
    terms = []
    for k, row in enumerate(table):
        for i, c in enumerate(row):
            if c != "0":
                facts = ["-m <= a"] * i + ["a <= m"] * (k + 3 - i) + ["m <= 1"] * (3 - k)
                terms.append(f"{c}: {'; '.join(facts)}")
    return leaf(*terms)


N = "(1 - a + 3/2*a^2 - m^2/2)"
SQUARE = "(1 + 2*a + m^2)"
ONE = {"letters": {"a": "1/4", "m": "1/2"}}
formal(
    "LEM-inverse-norm",
    title="The expansion of an inverse norm, in two numbers",
    statement={
        "letters": ["a, m: number"],
        "given": ["-m <= a", "a <= m", "m <= 1"],
        "show": [f"{N} > 0", f"{N}^2*{SQUARE} - 1 <= 6*m^3", f"{N}^2*{SQUARE} - 1 >= -6*m^3"],
    },
    proof=[
        leaf("1/3:", "3/2: sq a - 1/3", "1/4: m <= 1; -m <= a", "1/4: m <= 1; a <= m", "1/2: m <= 1"),
        bernstein(BELOW),
        bernstein(ABOVE),
    ],
    instance=ONE,
    twin=Variant("sigma^2/2 for 3 sigma^2/2", {"3/2*a^2": "1/2*a^2"}, {"letters": {"a": 1, "m": 1}}),
)


def in_numbers(a: str) -> list[str]:
    """The three facts of the lemma at a number."""
    n, square = f"(1 - {a} + 3/2*({a})^2 - m^2/2)", f"(1 + 2*({a}) + m^2)"
    return [f"{n} > 0", f"{n}^2*{square} - 1 <= 6*m^3", f"{n}^2*{square} - 1 >= -6*m^3"]


UNIT = "dot(x, x) == 1"
REMAINDER = "(n^2*length^2 - 1)"
FACTOR = "(n*length - 1)"
POSITIVE, LESS, MORE = "n > 0", f"{REMAINDER} <= 6*m^3", f"-{REMAINDER} <= 6*m^3"
AT_SIGMA = in_numbers("alpha*sigma")
STEPS: Steps = [
    ("norm(x) == 1", leaf(use=[UNIT])),
    ("m >= 0", leaf("1: alpha > 0; norm(s) >= 0")),
    ("sigma <= norm(x)*norm(s)", rule("Cauchy-Schwarz", u="x", w="s")),
    ("dot(x, -s) <= norm(x)*norm(-s)", rule("Cauchy-Schwarz", u="x", w="-s")),
    ("alpha*sigma <= m", leaf("1: alpha > 0; sigma <= norm(x)*norm(s)", use=[UNIT])),
    ("-m <= alpha*sigma", leaf("1: alpha > 0; dot(x, -s) <= norm(x)*norm(-s)", use=[UNIT])),
    (" and ".join(AT_SIGMA), lemma("LEM-inverse-norm", a="alpha*sigma", m="m")),
    (POSITIVE, leaf(f"1: {AT_SIGMA[0]}")),
    (LESS, leaf(f"1: {AT_SIGMA[1]}", use=[UNIT])),
    (MORE, leaf(f"1: {AT_SIGMA[2]}", use=[UNIT])),
    "length >= 0",
    "m^3 >= 0",
]
FIRST_POWER = cases(
    FACTOR,
    rule(
        "absolute at most",
        leaf(f"1: {LESS}", f"1: {FACTOR} >= 0; n > 0; length >= 0"),
        leaf(f"1: {FACTOR} >= 0", "6: m^3 >= 0"),
        e=FACTOR,
        b="6*m^3",
    ),
    rule(
        "absolute at most",
        leaf(f"1: {FACTOR} < 0", "6: m^3 >= 0"),
        leaf(f"1: {MORE}", f"1: {FACTOR} < 0; n > 0; length >= 0"),
        e=FACTOR,
        b="6*m^3",
    ),
)
HALF = {"dim": 2, "letters": {"x": [1, 0], "s": [1, 1], "alpha": "1/2"}}
formal(
    "POW-L2.series",
    statement={
        "letters": ["x, s: vector; alpha: number"],
        "where": [
            "sigma := dot(x, s)",
            "tau := dot(s, s)",
            "m := alpha*norm(s)",
            "n := 1 - alpha*sigma + alpha^2*(3/2*sigma^2 - tau/2)",
            "length := norm(x + alpha*s)",
        ],
        "given": [UNIT, "alpha > 0", "m <= 1"],
        "show": [POSITIVE, f"abs({REMAINDER}) <= 6*m^3", f"abs({FACTOR}) <= 6*m^3"],
    },
    proof=[
        have(STEPS, KNOWN),
        have(STEPS, rule("absolute at most", e=REMAINDER, b="6*m^3")),
        have(STEPS, FIRST_POWER),
    ],
    instance=HALF,
    twin=Variant(
        "sigma^2/2 for 3 sigma^2/2",
        {"3/2*sigma^2": "1/2*sigma^2"},
        {"dim": 1, "letters": {"x": [1], "s": [1], "alpha": 1}},
    ),
)
