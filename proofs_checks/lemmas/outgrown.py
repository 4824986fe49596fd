"""A bounded number that grows wherever something that tends to zero is small enough is zero."""

from __future__ import annotations

from proofs_checks.lemmas.late import LATER, SOONER, after, before, level
from proofs_checks.lemmas.limits import soon
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    cases,
    enter,
    have,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    unfold,
    witness,
)

_HELD, _SHRUNK = f"exp(M*{SOONER})", f"exp(-k*{LATER})"
_W = f"z*{_HELD}*{_SHRUNK}"
_TOP = "exp(M*T)"
_R = f"B*{_TOP}*exp(-k*time)"


def _rates(sooner: int, later: int) -> Steps:
    """The rates of the two clocks, of which one stands and the other goes."""
    return [
        (f"rate({clock}) == {goes}", leaf(f"eq 1: rate({clock + ' - time' * goes}) == 0"))
        for clock, goes in ((SOONER, sooner), (LATER, later))
    ]


_GROWS = cases(
    "time - T",
    have(
        [
            *after(),
            level(f"{LATER} - time", "0"),
            level(SOONER, "T"),
            *_rates(0, 1)[1:],
            "abs(s - 0) < e",
            ("s - 0 <= abs(s - 0)", rule("absolute above", e="s - 0")),
            ("s < e", leaf("1: abs(s - 0) < e", "1: s - 0 <= abs(s - 0)")),
            "rate(z) >= k*z",
        ],
        leaf(f"1: {_HELD} > 0; {_SHRUNK} > 0; rate(z) >= k*z", use=[f"rate({SOONER}) == 0", f"rate({LATER}) == 1"]),
    ),
    have(
        [
            *before(),
            level(LATER, "T"),
            level(f"{SOONER} - time", "0"),
            *_rates(1, 0)[:1],
        ],
        leaf(f"1: {_HELD} > 0; {_SHRUNK} > 0; rate(z) >= -(M*z)", use=[f"rate({SOONER}) == 1", f"rate({LATER}) == 0"]),
    ),
)
_SMALL = unfold(
    "goal",
    witness(
        f"B*{_TOP}",
        witness(
            "k",
            both(
                leaf(f"1: B >= 0; {_TOP} > 0"),
                KNOWN,
                enter(
                    "every",
                    rule("absolute at most", leaf(), leaf(f"2: B >= 0; {_TOP} > 0; exp(-k*time) > 0"), e=_R, b=_R),
                ),
            ),
        ),
    ),
)
_TOPPED: Steps = [
    (f"{SOONER} <= T", rule("minimum below second", a="time", b="T")),
    (f"time <= {LATER}", rule("maximum above first", a="time", b="T")),
    (f"{_HELD} <= {_TOP}", rule("exp monotone", leaf(f"1: M >= 0; {SOONER} <= T"), a=f"M*{SOONER}", b="M*T")),
    (
        f"{_SHRUNK} <= exp(-k*time)",
        rule("exp monotone", leaf(f"1: k > 0; time <= {LATER}"), a=f"-k*{LATER}", b="-k*time"),
    ),
    (
        f"{_W} <= {_R}",
        leaf(
            f"1: z >= 0; {_SHRUNK} > 0; {_HELD} <= {_TOP}",
            f"1: z >= 0; {_TOP} > 0; {_SHRUNK} <= exp(-k*time)",
            f"1: z <= B; {_TOP} > 0; exp(-k*time) > 0",
        ),
    ),
]
_LIMIT = f"exists m in number: m <= B*{_TOP} and tends({_W}, m) and always({_W} <= m)"
_NOT_ABOVE = split(
    "0 < m or m <= 0",
    have(
        [
            (f"tends({_R} - {_W}, 0 - m)", lemma("LEM-tends.difference", a=_R, b=_W, p="0", q="m")),
            (
                f"not tends({_R} - {_W}, 0 - m)",
                lemma(
                    "LEM-kept-away",
                    leaf("1: 0 < m"),
                    enter("every", leaf(f"1: {_W} <= {_R}")),
                    z=f"{_R} - {_W}",
                    b="0",
                    c="0 - m",
                ),
            ),
        ],
        rule("contradiction", P=f"tends({_R} - {_W}, 0 - m)", C="m <= 0"),
    ),
    KNOWN,
)
_NONE: Tree = have(
    [
        ("B >= 0", enter("start", leaf("1: z >= 0", "1: z <= B"))),
        (f"exponentially_small({_R})", _SMALL),
        (f"tends({_R}, 0)", lemma("LEM-small.tends", z=_R)),
        (f"always({_W} <= {_R})", enter("every", have(_TOPPED, KNOWN))),
        ("always(time >= 0)", rule("time passes")),
        (
            f"always({_W} <= B*{_TOP})",
            enter(
                "every",
                have(
                    [("exp(-k*time) <= exp(0)", rule("exp monotone", leaf("1: k > 0; time >= 0"), a="-k*time", b="0"))],
                    leaf(f"1: {_W} <= {_R}", f"1: B >= 0; {_TOP} > 0; exp(-k*time) <= exp(0)"),
                ),
            ),
        ),
        (_LIMIT, lemma("LEM-monotone-limit", enter("ae", _GROWS), z=_W, K=f"B*{_TOP}")),
    ],
    obtain(
        _LIMIT,
        "m",
        have(
            [("m <= 0", _NOT_ABOVE)],
            enter("every", leaf(f"1: {_W} <= m; 1/({_HELD}*{_SHRUNK}) > 0", f"1: m <= 0; 1/({_HELD}*{_SHRUNK}) > 0")),
        ),
    ),
)

_GROWN = {
    "letters": ["z, s: moving number; B, M, k, e: number"],
    "given": [
        "e > 0",
        "k > 0",
        "M >= 0",
        "always(z >= 0)",
        "always(z <= B)",
        "tends(s, 0)",
        "almost_always(rate(z) >= -(M*z))",
        "almost_always(s < e => rate(z) >= k*z)",
    ],
}

formal(
    "LEM-outgrown.always",
    title="A bounded number that grows where something that tends to zero is small enough is zero",
    statement={**_GROWN, "show": ["always(z <= 0)"]},
    proof=soon("s", "0", "e", "T", KNOWN, _NONE),
)
formal(
    "LEM-outgrown",
    title="A bounded number that grows where something that tends to zero is small enough was zero at the start",
    statement={**_GROWN, "show": ["at_start(z <= 0)"]},
    proof=have([("always(z <= 0)", lemma("LEM-outgrown.always"))], enter("start", KNOWN)),
)
