"""The region on which a token is drawn to the first one, as far as what its predecessors do allows."""

from __future__ import annotations

from proofs_checks.lemmas.cascade import DELTA, OFF, C
from proofs_checks.lemmas.leader import LEADER, SIGNS
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    absurd,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    unfold,
    witness,
)

_A = "sum(j in before(g): a[g, j])"
_COUNT = "sum(j in before(g): 1)"
NEAR = f"forall j in before(g): {DELTA(OFF('j'))} <= 1 - r^2"
WEIGHTED = {
    "letters": ["f, g: token; S, delta: number"],
    "given": [
        "forall i: f <= i",
        "almost_always(forall j in before(g): a[g, j] <= S)",
        f"almost_always({_A} >= delta)",
        "delta > 0",
    ],
}
REGION = {
    "letters": ["T, r, c0: number"],
    "given": ["r > 0", "T >= 0", "c0 > -r", f"always(time >= T => {NEAR})", f"always(time == T => {C} == c0)"],
}

formal(
    "LEM-now",
    title="Every moment comes, the first one as well",
    statement={
        "letters": ["T: number; C: formula"],
        "given": ["T >= 0", "always(time == T => C)"],
        "show": ["C"],
    },
    proof=split(
        "T <= 0 or 0 < T",
        have(
            [
                (
                    "at_start(C)",
                    enter(
                        "start",
                        have(
                            [
                                (
                                    "time == T",
                                    rule("antisymmetry", leaf("1: T >= 0"), leaf("1: T <= 0"), a="time", b="T"),
                                )
                            ],
                            KNOWN,
                        ),
                    ),
                )
            ],
            enter("start", KNOWN),
        ),
        lemma("LEM-reached"),
    ),
)

_W = "(c0 + r)"
_M = f"min(min(e, r), {_W})"
_L = f"(r - {_M}/2)"
_MARGIN = [
    (f"{_W} > 0", leaf("1: c0 > -r")),
    ("min(e, r) > 0", rule("minimum strictly above", a="e", b="r", c="0")),
    (f"{_M} > 0", rule("minimum strictly above", a="min(e, r)", b=_W, c="0")),
    (f"{_M} <= min(e, r)", rule("minimum below first", a="min(e, r)", b=_W)),
    (f"{_M} <= {_W}", rule("minimum below second", a="min(e, r)", b=_W)),
    ("min(e, r) <= e", rule("minimum below first", a="e", b="r")),
    ("min(e, r) <= r", rule("minimum below second", a="e", b="r")),
    (f"{_L} > 0", leaf("1/2: r > 0", f"1/2: {_M} <= min(e, r)", "1/2: min(e, r) <= r")),
    (f"r - {_L} > 0", leaf(f"1/2: {_M} > 0")),
]
_STEADY = f"delta*(r^2 - {_L}^2)"
_RISES = enter(
    "ae",
    intro(
        ["", ""],
        have(
            [
                (NEAR, intro("p", KNOWN)),
                f"rate({C}) >= {_A}*(1 - {C}^2 - (1 - r^2))",
                (f"r^2 - {_L}^2 <= 1 - {C}^2 - (1 - r^2)", leaf(f"1: {C} < {_L}; -{_L} < {C}")),
                (f"r^2 - {_L}^2 > 0", leaf(f"1: r - {_L} > 0; r > 0", f"1: r - {_L} > 0; {_L} > 0")),
            ],
            leaf(
                f"1: rate({C}) >= {_A}*(1 - {C}^2 - (1 - r^2))",
                f"1: {_A} >= delta; r^2 - {_L}^2 > 0",
                f"1: {_A} >= delta; r^2 - {_L}^2 <= 1 - {C}^2 - (1 - r^2)",
                f"1: delta > 0; r^2 - {_L}^2 <= 1 - {C}^2 - (1 - r^2)",
            ),
        ),
    ),
)
_BELOW = f"always(time >= T => {C} <= -{_L})"
_ABOVE = f"exists R in number: always(time >= R => {C} >= {_L} - e/4)"
_NEVER = absurd(
    lemma(
        "LEM-now",
        KNOWN,
        enter(
            "every",
            intro(
                "",
                have(
                    [
                        f"{C} == c0",
                        ("time >= T", leaf("eq -1: time == T")),
                        f"{C} <= -{_L}",
                        (f"c0 + {_L} <= 0", leaf(f"1: {C} <= -{_L}", f"eq -1: {C} == c0")),
                        (f"c0 + {_L} > 0", leaf(f"1/2: {_M} > 0", f"1: {_M} <= {_W}")),
                    ],
                    lemma("LEM-two-signs", leaf(f"1: c0 + {_L} <= 0"), leaf(f"1: c0 + {_L} > 0"), a=f"-(c0 + {_L})"),
                ),
            ),
        ),
        T="T",
        C="1 <= 0",
    )
)
_GAIN = f"limsup_at_most(1 - {C}, 1 - r)"

formal(
    "LEM-cascade.region",
    title="From the region a token comes as near to the first one as its predecessors are",
    statement=model(LEADER, SIGNS, WEIGHTED, REGION, {"show": [_GAIN]}),
    proof=have(
        [
            (f"almost_always(abs(rate({C})) <= S*{_COUNT})", lemma("LEM-cascade.speed")),
            (
                f"almost_always(({NEAR}) => rate({C}) >= {_A}*(1 - {C}^2 - (1 - r^2)))",
                lemma("LEM-cascade.rate", q="1 - r^2"),
            ),
        ],
        unfold(
            "goal",
            intro(
                ["e", ""],
                have(
                    [
                        *_MARGIN,
                        (
                            f"{_STEADY} > 0",
                            leaf(f"1: delta > 0; r - {_L} > 0; r > 0", f"1: delta > 0; r - {_L} > 0; {_L} > 0"),
                        ),
                        (
                            f"({_BELOW}) or ({_ABOVE})",
                            lemma(
                                "LEM-either-end",
                                KNOWN,
                                KNOWN,
                                leaf("1/4: e > 0"),
                                KNOWN,
                                _RISES,
                                z=C,
                                l=_L,
                                L=f"S*{_COUNT}",
                                k=_STEADY,
                                e="e/4",
                            ),
                        ),
                    ],
                    split(
                        f"({_BELOW}) or ({_ABOVE})",
                        _NEVER,
                        obtain(
                            _ABOVE,
                            "R1",
                            witness(
                                "R1",
                                enter(
                                    "every",
                                    intro(
                                        "",
                                        have(
                                            [f"{C} >= {_L} - e/4"],
                                            leaf(
                                                f"1: {C} >= {_L} - e/4",
                                                f"1/2: {_M} <= min(e, r)",
                                                "1/2: min(e, r) <= e",
                                                "1/4: e > 0",
                                            ),
                                        ),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
