"""Section 5.2: what a misalignment E = 1 - c can be when the cosine c has 16 bits, and what is rounded to 0."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, absurd, have, leaf, obtain, rule, split, take

NUMERATOR = "exists k in 1024..2047: {0} == k/2^11 or {0} == k/2^10"
POSSIBLE = "1 - {0} == 0 or 1 - {0} >= 1/2^11 or 1 - {0} <= -1/2^10"
NEAREST = "forall k in 1024..2047: abs(x - r) <= abs(x - k/2^11) and abs(x - r) <= abs(x - k/2^10)"


def first(then: Tree) -> Tree:
    """E is 0."""
    return {"left": {"left": then}}


def second(then: Tree) -> Tree:
    """E is positive."""
    return {"left": {"right": then}}


def third(then: Tree) -> Tree:
    """E is negative."""
    return {"right": then}


def values(c: str) -> Tree:
    """POSSIBLE for a number of the format: below 1/2 and from 2 on by its size, between them by its numerator."""
    by_numerator = split(
        f"{c} == k/2^11 or {c} == k/2^10",
        second(leaf("1/2048: k <= 2047", f"eq 1: {c} == k/2^11")),
        split(
            "k <= 1024 or 1024 < k",
            first(
                have(
                    [("k == 1024", rule("antisymmetry", a="k", b="1024"))],
                    leaf("eq -1/1024: k == 1024", f"eq -1: {c} == k/2^10"),
                )
            ),
            third(
                have(
                    [("1025 <= k", rule("next size", m="1024", n="k"))],
                    leaf("1/1024: 1025 <= k", f"eq -1: {c} == k/2^10"),
                )
            ),
        ),
    )
    return split(
        f"{c} < 1/2 or 1/2 <= {c}",
        second(leaf(f"1: {c} < 1/2", "1023/2048:")),
        split(
            f"{c} < 2 or 2 <= {c}",
            obtain(NUMERATOR.format(c), "k", by_numerator),
            third(leaf(f"1: 2 <= {c}", "1023/1024:")),
        ),
    )


NEAR = take(
    NEAREST,
    ["1024"],
    have(
        [("abs(x - 1) <= 1 - x", rule("absolute at most", leaf("2: x <= 1"), leaf(), e="x - 1", b="1 - x"))],
        leaf("1: abs(x - r) <= abs(x - 1)", "1: abs(x - 1) <= 1 - x"),
    ),
)
"""1 is of the format, and a nearest number is no farther than 1."""
BELOW = have(
    [("x - r <= abs(x - r)", rule("absolute above", e="x - r"))],
    leaf("1: x - r <= abs(x - r)", "1: abs(x - r) <= 1 - x"),
)
ABOVE = have(
    [("-(x - r) <= abs(x - r)", rule("absolute above minus", e="x - r"))],
    leaf("1: -(x - r) <= abs(x - r)", "1: abs(x - r) <= 1 - x"),
)
VALUES = {"c": "2047/2048", "x": "99993/100000", "r": 1}
formal(
    "CON-G5.2.half",
    statement={
        "letters": ["c, x, r: number"],
        "where": [f"half(e) := 1/2 <= e and e < 2 => ({NUMERATOR.format('e')})"],
        "given": ["half(c)", "1 - 1/2^12 < x", "x <= 1", "half(r)", NEAREST],
        "show": [POSSIBLE.format("c"), "1/2^11 > 48/100000", "1 - r == 0"],
    },
    proof=[
        values("c"),
        leaf(),
        have(
            [
                ("abs(x - r) <= 1 - x", NEAR),
                ("x - r <= 1 - x", BELOW),
                ("r - x <= 1 - x", ABOVE),
                (POSSIBLE.format("r"), values("r")),
            ],
            split(
                POSSIBLE.format("r"),
                split(
                    "1 - r == 0 or 1 - r >= 1/2^11",
                    KNOWN,
                    absurd(leaf("1/2: 1 - r >= 1/2^11", "1/2: x - r <= 1 - x", times=["x - (1 - 1/2^12)"])),
                ),
                absurd(leaf("1024: 1 - r <= -1/2^10", "1024: r - x <= 1 - x")),
            ),
        ),
    ],
    instance={"letters": VALUES},
    twin=Variant("at least 2^-10 below 1", {"1 - c >= 1/2^11": "1 - c >= 1/2^10"}, {"letters": VALUES}),
)
