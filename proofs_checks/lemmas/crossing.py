"""What moves from one side of a level to the other comes by the level."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import cases, define, enter, have, leaf, rule

_LENGTH = "sqrt((z - l)^2)"

_SQUARE = enter(
    "every",
    have(
        ["z - l != 0"],
        cases(
            "z - l",
            have(["z - l > 0"], leaf("1: z - l > 0; z - l > 0")),
            leaf("1: z - l < 0; z - l < 0"),
        ),
    ),
)

formal(
    "LEM-no-crossing",
    title="A number that starts above a level and is never at it stays above it",
    statement={
        "letters": ["z: moving number; l: number"],
        "given": ["at_start(z > l)", "always(z != l)"],
        "show": ["always(z > l)"],
    },
    proof=define(
        [f"side := (z - l)/{_LENGTH}"],
        have(
            [
                ("always((z - l)^2 > 0)", _SQUARE),
                ("start(side) > 0", enter("start", leaf())),
                ("always(side >= start(side))", rule("monotone", leaf(), z="side")),
            ],
            enter(
                "every",
                have(
                    [("side > 0", leaf("1: side >= start(side)", "1: start(side) > 0"))],
                    leaf(f"1: side > 0; {_LENGTH} > 0"),
                ),
            ),
        ),
    ),
)
