"""Sums over the directions: their order, and what is positive in them."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, have, leaf, rule, split, witness

_SOME = "exists k in direction: a[k] > 0"

formal(
    "LEM-positive-term",
    title="A positive sum over the directions has a positive term",
    statement={
        "letters": ["a[direction]: number"],
        "given": ["sum(k in direction: a[k]) > 0"],
        "show": [_SOME],
    },
    proof=split(
        f"({_SOME}) or not ({_SOME})",
        KNOWN,
        absurd(
            have(
                [
                    (
                        "sum(k in direction: -a[k]) >= 0",
                        rule(
                            "positive sum, directions",
                            split(
                                "a[q] > 0 or a[q] <= 0",
                                have(
                                    [(_SOME, witness("q", KNOWN))],
                                    rule("contradiction", P=_SOME, C="-a[q] >= 0"),
                                ),
                                leaf("1: a[q] <= 0"),
                            ),
                            e="fn(k in direction: -a[k])",
                            new={"x": "q"},
                        ),
                    )
                ],
                leaf("1: 1/sum(k in direction: a[k]) > 0; sum(k in direction: -a[k]) >= 0"),
            )
        ),
    ),
)

formal(
    "LEM-directions-last",
    title="A sum over directions and pairs of tokens, the directions first or last",
    statement={
        "letters": ["a(direction, token, token): number"],
        "show": [
            "sum(k in direction: sum(i, j: a(k, i, j))) == sum(i: sum(j: sum(k in direction: a(k, i, j))))",
        ],
    },
    proof=leaf(),
)
