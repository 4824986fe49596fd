"""A vector that is pushed along a unit vector: how near its direction comes to that line."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import have, leaf, lemma, rule

_LENGTH = "norm(y + k*u)"
_AGAINST = "dot(-u, y) <= norm(-u)*norm(y)"
_APART = f"{_LENGTH}^2 >= (k - norm(y))^2"
_SINE = "norm(unit(y + k*u) - dot(u, unit(y + k*u))*u)"

formal(
    "LEM-pushed",
    title="The sine of the angle between y + k u and the line of u is at most |y|/k",
    statement={
        "letters": ["u, y: vector", "k: number"],
        "given": ["dot(u, u) == 1", "k > norm(y)"],
        "show": [f"{_LENGTH} > 0", f"{_SINE} <= norm(y)/k"],
    },
    proof=[
        have(
            [
                ("k > 0", leaf("1: k > norm(y)", "1: norm(y) >= 0")),
                (_AGAINST, rule("Cauchy-Schwarz", u="-u", w="y")),
                (_APART, leaf(f"2: {_AGAINST}; k > 0", use=["dot(u, u) == 1"])),
            ],
            rule(
                "strictly below the square",
                leaf(),
                leaf("1: k > norm(y); k > norm(y)", f"1: {_APART}"),
                a="0",
                b=_LENGTH,
            ),
        ),
        have(
            [("k > 0", leaf("1: k > norm(y)", "1: norm(y) >= 0"))],
            rule(
                "below the square",
                leaf(),
                leaf("1: sq dot(y, y) + k*dot(u, y)", times=["k^2", _LENGTH, _LENGTH], use=["dot(u, u) == 1"]),
                a=_SINE,
                b="norm(y)/k",
            ),
        ),
    ],
    instance={"dim": 2, "letters": {"u": ["3/5", "4/5"], "y": [1, 2], "k": 5}},
    twin=Variant(
        "half the bound",
        {"<= norm(y)/k": "<= norm(y)/(2*k)"},
        {"dim": 2, "letters": {"u": [1, 0], "y": [-1, 1], "k": 2}},
    ),
)

_FAR = "k > norm(y)*(1 + 1/s)"
formal(
    "LEM-pushed.far",
    title="A push that is long enough brings the direction as near to the line of u as one likes",
    statement={
        "letters": ["u, y: vector", "k, s: number"],
        "given": ["dot(u, u) == 1", "s > 0", _FAR],
        "show": [f"{_SINE} <= s"],
    },
    proof=have(
        [
            ("k > norm(y)", leaf(f"1: {_FAR}", "1: norm(y) >= 0; 1/s > 0")),
            ("k > 0", leaf("1: k > norm(y)", "1: norm(y) >= 0")),
            (f"{_LENGTH} > 0 and {_SINE} <= norm(y)/k", lemma("LEM-pushed")),
            ("norm(y)/k <= s", leaf(f"1: {_FAR}; s > 0", "1: norm(y) >= 0; s > 0", times=["k"])),
        ],
        leaf(f"1: {_SINE} <= norm(y)/k", "1: norm(y)/k <= s"),
    ),
    instance={"dim": 2, "letters": {"u": [1, 0], "y": [3, 4], "k": 16, "s": "1/2"}},
    twin=Variant(
        "a quarter of the length",
        {"(1 + 1/s)": "(1 + 1/(4*s))"},
        {"dim": 2, "letters": {"u": [1, 0], "y": [-3, 4], "k": "25/3", "s": "1/2"}},
    ),
)

formal(
    "LEM-pushed.side",
    title="A dominant push decides on which side a vector comes to lie",
    statement={
        "letters": ["u, y: vector", "k: number"],
        "given": ["dot(u, u) == 1", "k > norm(y)"],
        "show": ["dot(u, unit(y + k*u)) > 0"],
    },
    proof=have(
        [
            (f"{_LENGTH} > 0 and {_SINE} <= norm(y)/k", lemma("LEM-pushed")),
            (_AGAINST, rule("Cauchy-Schwarz", u="-u", w="y")),
        ],
        leaf(
            f"1: k > norm(y); 1/{_LENGTH} > 0",
            f"1: {_AGAINST}; 1/{_LENGTH} > 0",
            use=["dot(u, u) == 1"],
        ),
    ),
    instance={"dim": 2, "letters": {"u": [1, 0], "y": [-3, 4], "k": 6}},
    twin=Variant(
        "half as long a push",
        {"k > norm(y)": "k > norm(y)/2"},
        {"dim": 2, "letters": {"u": [1, 0], "y": [-3, 4], "k": "13/5"}},
    ),
)
