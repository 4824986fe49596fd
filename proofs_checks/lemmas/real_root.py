"""Real eigenvalues of 2 x 2 matrices whose entries off the diagonal have one sign."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, both, cases, have, leaf, rule, split, witness

FAR = "(1 - (a + e) + (a*e - b*c) < 0) or (a*e - b*c > 1 and a + e > 0)"
ROOT = "((a + e + root)/2)"
VALUES = {"letters": {"a": 2, "b": 1, "c": 1, "e": "1/2"}}
STEPS = [
    ("disc >= 0", leaf("1: sq a - e", "4: b*c >= 0")),
    ("root >= 0", KNOWN),
]
PAST_ONE = split(
    FAR,
    have(
        [
            (
                "2 - (a + e) < root",
                cases(
                    "2 - (a + e)",
                    rule(
                        "strictly below the square",
                        KNOWN,
                        leaf("4: 1 - (a + e) + (a*e - b*c) < 0"),
                        a="2 - (a + e)",
                        b="root",
                    ),
                    leaf("1: 2 - (a + e) < 0", "1: root >= 0"),
                ),
            )
        ],
        leaf("1/2: 2 - (a + e) < root"),
    ),
    have(
        [(f"{ROOT} >= 0", leaf("1/2: a + e > 0", "1/2: root >= 0"))],
        rule(
            "strictly below the square",
            KNOWN,
            leaf("1: a*e - b*c > 1", "1/2: a + e > 0; root >= 0", "1/2: disc >= 0"),
            a="1",
            b=ROOT,
        ),
    ),
)

formal(
    "LEM-real-root",
    title="A real eigenvalue above 1",
    statement={
        "letters": ["a, b, c, e: number"],
        "where": ["disc := (a - e)^2 + 4*b*c", "root := sqrt(disc)"],
        "given": ["b*c >= 0", FAR],
        "show": ["exists r in number: r > 1 and (a - r)*(e - r) - b*c == 0"],
    },
    proof=have([*STEPS, (f"{ROOT} > 1", PAST_ONE)], witness(ROOT, both(KNOWN, leaf()))),
    instance=VALUES,
)
