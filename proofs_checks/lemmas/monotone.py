"""A bounded monotone number has a limit; it does not rise for ever; a difference of limits."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    both,
    enter,
    have,
    leaf,
    lemma,
    obtain,
    rule,
    witness,
)

_ENDS = "exists x in vector, m in number: m <= K and always(norm(0 - x) <= m - z) and tends(z, m)"
_BELOW = "exists m in number: m <= -K and tends(-z, m) and always(-z <= m)"

formal(
    "LEM-monotone-limit",
    title="A bounded number that does not fall has a limit, and is never above it",
    statement={
        "letters": ["z: moving number; K: number"],
        "given": ["almost_always(rate(z) >= 0)", "always(z <= K)"],
        "show": ["exists m in number: m <= K and tends(z, m) and always(z <= m)"],
    },
    proof=have(
        [(_ENDS, rule("limit of a bounded length", KNOWN, leaf("1: rate(z) >= 0"), y="0", z="z", K="K"))],
        obtain(
            _ENDS,
            "x,m",
            witness("m", both(KNOWN, KNOWN, enter("every", leaf("1: norm(0 - x) <= m - z", "1: norm(x) >= 0")))),
        ),
    ),
)

formal(
    "LEM-monotone-limit.falling",
    title="A number that does not rise and is bounded from below has a limit, and is never below it",
    statement={
        "letters": ["z: moving number; K: number"],
        "given": ["almost_always(rate(z) <= 0)", "always(z >= K)"],
        "show": ["exists m in number: m >= K and tends(z, m) and always(z >= m)"],
    },
    proof=have(
        [
            (
                _BELOW,
                lemma(
                    "LEM-monotone-limit",
                    enter("ae", leaf("1: rate(z) <= 0")),
                    enter("every", leaf("1: z >= K")),
                    z="-z",
                    K="-K",
                ),
            )
        ],
        obtain(
            _BELOW,
            "m",
            witness(
                "-m",
                both(
                    leaf("1: m <= -K"),
                    lemma("LEM-tends.opposite", c="m"),
                    enter("every", leaf("1: -z <= m")),
                ),
            ),
        ),
    ),
)
