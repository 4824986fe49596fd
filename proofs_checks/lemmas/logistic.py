"""A cosine that is drawn to 1: z' = a (1 - z^2) with a bounded from below."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule

_EQUATION = "rate(z) == a*(1 - z^2)"
_HALF = "(1 - z)/(1 + z)"

formal(
    "LEM-cosine",
    title="A cosine that is drawn to 1",
    statement={
        "letters": ["z: moving number; a: measurable number; delta: number"],
        "given": [
            "delta > 0",
            f"almost_always({_EQUATION})",
            "almost_always(a >= delta)",
            "always(z <= 1)",
            "at_start(z > -1)",
        ],
        "show": ["always(1 + z > 0)", f"decays({_HALF}, 2*delta)", "exponentially_small(1 - z)"],
    },
    proof=[
        lemma(
            "LEM-positive",
            enter("start", leaf("1: z > -1")),
            enter(
                "ae",
                intro(
                    "",
                    leaf(
                        "1: a >= delta; 1 + z > 0; z <= 1",
                        "1: delta > 0; 1 + z > 0; z <= 1",
                        f"eq -1: {_EQUATION}",
                    ),
                ),
            ),
            z="1 + z",
            k="0",
        ),
        lemma(
            "LEM-comparison",
            enter("ae", leaf("2: a >= delta; z <= 1; 1/(1 + z) > 0", f"eq -2/(1 + z)^2: {_EQUATION}")),
            z=_HALF,
            k="2*delta",
        ),
        have(
            [
                (f"always({_HALF} >= 0)", enter("every", leaf("1: z <= 1; 1/(1 + z) > 0"))),
                (
                    f"exponentially_small({_HALF})",
                    lemma("LEM-small.decays", KNOWN, leaf("2: delta > 0"), z=_HALF, k="2*delta"),
                ),
            ],
            lemma(
                "LEM-small.below",
                KNOWN,
                leaf(),
                enter(
                    "every",
                    rule(
                        "absolute at most",
                        leaf("1: z <= 1; z <= 1; 1/(1 + z) > 0"),
                        leaf("1: z <= 1", "2: z <= 1; 1/(1 + z) > 0"),
                        e="1 - z",
                        b=f"2*{_HALF}",
                    ),
                ),
                z="1 - z",
                r=_HALF,
                c="2",
            ),
        ),
    ],
)
