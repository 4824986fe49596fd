"""Unit vectors near one another, and the part of the one that is across the other."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, both, have, leaf, rule

_UNITS = ["dot(s, s) == 1", "dot(x, x) == 1"]
_OFF = "(x - dot(s, x)*s)"

formal(
    "LEM-off-axis.far",
    title="A unit vector on the side of another one is no farther from it than twice its part across",
    statement={
        "letters": ["s, x: vector; a: number"],
        "given": [*_UNITS, "dot(s, x) > 0", f"norm{_OFF} <= a"],
        "show": ["norm(x - s) <= 2*a"],
    },
    proof=have(
        [
            ("a >= 0", leaf(f"1: norm{_OFF} >= 0", f"1: norm{_OFF} <= a")),
            (f"norm{_OFF}^2 <= a^2", leaf(f"1: norm{_OFF} <= a; norm{_OFF} >= 0", f"1: norm{_OFF} <= a; a >= 0")),
            ("1 - dot(s, x) >= 0", leaf("1/2: sq norm(x - s)", use=_UNITS)),
        ],
        rule(
            "below the square",
            leaf("2: a >= 0"),
            leaf(f"2: norm{_OFF}^2 <= a^2", "2: 1 - dot(s, x) >= 0; dot(s, x) > 0", "2: sq a", use=_UNITS),
            a="norm(x - s)",
            b="2*a",
        ),
    ),
)

formal(
    "LEM-off-axis.near",
    title="A unit vector near another one is on its side, and its part across is short",
    statement={
        "letters": ["s, x: vector; a: number"],
        "given": [*_UNITS, "norm(x - s) <= a", "a <= 1"],
        "show": [f"dot(s, x) > 0 and norm{_OFF} <= a"],
    },
    proof=have(
        [
            (
                "norm(x - s)^2 <= 1",
                leaf(
                    "1: norm(x - s) <= a; norm(x - s) >= 0",
                    "1: a <= 1; norm(x - s) >= 0",
                    "1: norm(x - s) <= a",
                    "1: a <= 1",
                ),
            ),
            (
                f"norm{_OFF} <= norm(x - s)",
                rule(
                    "below the square", KNOWN, leaf("1: sq dot(s, x - s)", use=_UNITS), a=f"norm{_OFF}", b="norm(x - s)"
                ),
            ),
        ],
        both(
            leaf("1/2: norm(x - s)^2 <= 1", "1/2:", use=_UNITS),
            leaf(f"1: norm{_OFF} <= norm(x - s)", "1: norm(x - s) <= a"),
        ),
    ),
)
