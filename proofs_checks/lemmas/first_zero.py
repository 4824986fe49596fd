"""A symmetric 2 x 2 matrix that moves along a line from a positive diagonal one: positive definite up to the first zero
of its determinant."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, both, cases, have, intro, leaf, take

MINORS = "2*t1 + alpha*x1 > 0 and (2*t1 + alpha*x1)*(2*t2 + alpha*x2) > (alpha*y)^2"
UP_TO = "forall z in number: 0 <= z and z <= alpha => (2*t1 + z*x1)*(2*t2 + z*x2) > (z*y)^2"
FIRST, DETERMINANT = "2*t1 + alpha*x1 > 0", "(2*t1 + alpha*x1)*(2*t2 + alpha*x2) > (alpha*y)^2"
SECOND = "2*t2 + alpha*x2 > 0"
LAST = "2*t1 + alpha*x1"

formal(
    "LEM-first-zero",
    title="Positive definite up to the first zero of the determinant",
    statement={
        "letters": ["alpha, t1, t2, x1, x2, y: number"],
        "given": ["alpha > 0", "t1 > 0", "t2 > 0"],
        "show": [f"{MINORS} => ({UP_TO})", f"({UP_TO}) => {MINORS}"],
    },
    proof=[
        intro(
            ",z,",
            have(
                [(SECOND, leaf(f"1: {DETERMINANT}", "1: sq alpha*y", times=[LAST])), ("alpha - z >= 0", KNOWN)],
                cases(
                    "z - alpha",
                    have(
                        [("z > 0", leaf("1: z - alpha >= 0", "1: alpha > 0"))],
                        leaf(
                            "4: alpha - z >= 0; alpha - z >= 0; t1 > 0; t2 > 0",
                            f"2: {FIRST}; t2 > 0; z >= 0; alpha - z >= 0",
                            f"2: {SECOND}; t1 > 0; z >= 0; alpha - z >= 0",
                            f"1: {DETERMINANT}; z > 0; z > 0",
                            times=["alpha", "alpha"],
                        ),
                    ),
                    leaf(
                        "4: z - alpha < 0; z - alpha < 0; t1 > 0; t2 > 0",
                        f"2: {FIRST}; t2 > 0; z >= 0; alpha - z >= 0",
                        f"2: {SECOND}; t1 > 0; z >= 0; alpha - z >= 0",
                        f"1: {DETERMINANT}; z >= 0; z >= 0",
                        times=["alpha", "alpha"],
                    ),
                ),
            ),
        ),
        intro(
            "",
            have(
                [(DETERMINANT, take(UP_TO, ["alpha"], KNOWN))],
                both(
                    cases(
                        f"-({LAST})",
                        have(
                            [
                                ("-x1 > 0", leaf("2: t1 > 0", f"1: -({LAST}) >= 0", times=["alpha"])),
                                ("-2*t1/x1 <= alpha", leaf(f"1: -({LAST}) >= 0", times=["-x1"])),
                                ("0 <= -2*t1/x1", leaf("2: t1 > 0", times=["-x1"])),
                            ],
                            take(
                                UP_TO,
                                ["-2*t1/x1"],
                                absurd(
                                    have(
                                        [
                                            (
                                                "0 - (-2*t1/x1*y)^2 > 0",
                                                leaf("1: (2*t1 + -2*t1/x1*x1)*(2*t2 + -2*t1/x1*x2) > (-2*t1/x1*y)^2"),
                                            )
                                        ],
                                        leaf("1: sq 2*t1/x1*y", times=["0 - (-2*t1/x1*y)^2"]),
                                    )
                                ),
                            ),
                        ),
                        KNOWN,
                    ),
                    KNOWN,
                ),
            ),
        ),
    ],
)
