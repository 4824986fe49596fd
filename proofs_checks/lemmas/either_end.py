"""A number that rises steadily between -l and l from a moment on stays below -l from there, or ends near l."""

from __future__ import annotations

from proofs_checks.lemmas.cut import CUT, three
from proofs_checks.lemmas.late import NONNEGATIVE, SOONER, after, before, level
from proofs_checks.lemmas.limit_sums import sides
from proofs_checks.lemmas.limits import soon
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    absurd,
    cases,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    witness,
)

_CUT = CUT(z="z", l="l")
_SUM = f"{_CUT} + L*{SOONER}"
_SLOW = f"almost_always(abs(rate({_CUT})) <= L and (z*z >= l*l => rate({_CUT}) == 0))"
_ENDS = f"exists m in number: m <= l + L*T and tends({_SUM}, m) and always({_SUM} <= m)"
_END = "(m - L*T)"
_LATE = "max(T, R)"
_STILL = f"rate({SOONER}) == 0"
_FROM_T: Steps = [*after()[:1], *after()[4:]]


def _level(m: str) -> Tree:
    return have([level(_CUT, m)], leaf(f"eq -1: rate({_CUT}) == 0", f"eq -L: {_STILL}"))


_INSIDE = have(
    [level(f"{_CUT} - z", "0"), ("z < l", leaf("1: z - l < 0")), ("-l < z", leaf("1: -l - z < 0")), "rate(z) >= k"],
    leaf("1: rate(z) >= k", f"eq -1: rate({_CUT} - z) == 0", f"eq -L: {_STILL}", "1: k > 0"),
)
_INSIDE_STEADY = have(
    [level(f"{_CUT} - z", "0"), ("z < l", leaf("1: z - l < 0")), ("-l < z", leaf("1: -l - z < 0")), "rate(z) >= k"],
    leaf("1: rate(z) >= k", f"eq -1: rate({_CUT} - z) == 0", f"eq -L: {_STILL}"),
)
_RISING = (
    f"almost_always(rate({_SUM}) >= 0)",
    enter(
        "ae",
        cases(
            "time - T",
            have([*_FROM_T, level(SOONER, "T")], three(_level("l"), _level("-l"), _INSIDE)),
            have(
                [*before()[3:], level(f"{SOONER} - time", "0"), f"abs(rate({_CUT})) <= L", *sides(f"rate({_CUT})")],
                leaf(
                    f"1: abs(rate({_CUT})) <= L",
                    f"1: -(rate({_CUT})) <= abs(rate({_CUT}))",
                    f"eq -L: rate({SOONER} - time) == 0",
                ),
            ),
        ),
    ),
)
_LIMIT = (
    _ENDS,
    lemma(
        "LEM-monotone-limit",
        KNOWN,
        enter(
            "every",
            have(
                [
                    ("min(z, l) <= l", rule("minimum below second", a="z", b="l")),
                    (f"{_CUT} <= l", rule("maximum below", KNOWN, leaf("2: l > 0"), a="min(z, l)", b="-l", c="l")),
                    (f"{SOONER} <= T", rule("minimum below second", a="time", b="T")),
                ],
                leaf(f"1: {_CUT} <= l", f"1: 0 <= L; {SOONER} <= T"),
            ),
        ),
        z=_SUM,
        K="l + L*T",
    ),
)
_AT_T: Steps = [
    (f"T <= {SOONER}", rule("minimum above", KNOWN, KNOWN, a="time", b="T", c="T")),
    (f"{_CUT} <= {_END}", leaf(f"1: {_SUM} <= m", f"1: 0 <= L; T <= {SOONER}")),
]
_STAYS = enter(
    "every",
    intro(
        "",
        have(
            [*_AT_T, (f"{_CUT} <= -l", leaf(f"1: {_CUT} <= {_END}", f"1: -l - {_END} >= 0"))],
            cases(
                "-l - z",
                leaf("1: -l - z >= 0"),
                absurd(
                    have(
                        [
                            (
                                "-l < min(z, l)",
                                rule(
                                    "minimum strictly above",
                                    leaf("1: -l - z < 0"),
                                    leaf("2: l > 0"),
                                    a="z",
                                    b="l",
                                    c="-l",
                                ),
                            ),
                            (f"min(z, l) <= {_CUT}", rule("maximum above first", a="min(z, l)", b="-l")),
                        ],
                        leaf(f"1: min(z, l) <= {_CUT}", f"1: {_CUT} <= -l", times=["min(z, l) + l"]),
                    )
                ),
            ),
        ),
    ),
)


def _close(bound: str) -> Steps:
    """From max(T, R) on the cut is within `bound` of its limit."""
    return [
        (f"T <= {_LATE}", rule("maximum above first", a="T", b="R")),
        (f"R <= {_LATE}", rule("maximum above second", a="T", b="R")),
        ("time >= T", leaf(f"1: time >= {_LATE}", f"1: T <= {_LATE}")),
        ("time >= R", leaf(f"1: time >= {_LATE}", f"1: R <= {_LATE}")),
        f"abs({_SUM} - (m)) < {bound}",
        *sides(f"({_SUM} - (m))"),
        (f"{SOONER} <= T", rule("minimum below second", a="time", b="T")),
        *_AT_T,
        (
            f"{_CUT} > {_END} - {bound}",
            leaf(
                f"1: abs({_SUM} - (m)) < {bound}",
                f"1: -(({_SUM} - (m))) <= abs(({_SUM} - (m)))",
                f"1: 0 <= L; {SOONER} <= T",
            ),
        ),
    ]


_BOTTOM = f"({_END} + l)"
_STEADY = have(
    [*_close(_BOTTOM), (f"{SOONER} == T", rule("antisymmetry", a=SOONER, b="T")), level(SOONER, "T")],
    three(
        absurd(
            have(
                [(f"l - {_CUT} > 0", leaf(f"1: {_CUT} <= {_END}", f"1: {_END} - l < 0"))],
                leaf(f"eq -1: {_CUT} == l", times=[f"l - {_CUT}"]),
            )
        ),
        absurd(
            have(
                [(f"{_CUT} + l > 0", leaf(f"1: {_CUT} > {_END} - {_BOTTOM}"))],
                leaf(f"eq 1: {_CUT} == -l", times=[f"{_CUT} + l"]),
            )
        ),
        _INSIDE_STEADY,
    ),
)
_TOP = (
    f"{_END} >= l",
    cases(
        f"{_END} - l",
        leaf(f"1: {_END} - l >= 0"),
        soon(
            _SUM,
            "m",
            _BOTTOM,
            "R",
            leaf(f"1: -l - {_END} < 0"),
            have(
                [
                    (
                        "k <= 0",
                        lemma(
                            "LEM-no-steady-rise",
                            KNOWN,
                            KNOWN,
                            enter("ae", intro("", _STEADY)),
                            z=_SUM,
                            T=_LATE,
                            K="m",
                            k="k",
                        ),
                    )
                ],
                absurd(leaf("1: k <= 0", times=["k"])),
            ),
        ),
    ),
)
_D = "l*e/(l + e)"
_ARRIVES = soon(
    _SUM,
    "m",
    _D,
    "R",
    leaf("1: l > 0; e > 0; 1/(l + e) > 0"),
    witness(
        _LATE,
        enter(
            "every",
            intro(
                "",
                have(
                    [
                        *_close(_D),
                        (f"{_D} <= e", leaf("1: e > 0; e > 0", times=["l + e"])),
                        (f"{_D} <= l", leaf("1: l > 0; l > 0", times=["l + e"])),
                    ],
                    three(
                        leaf("1: z - l >= 0", "1: e > 0"),
                        absurd(
                            have(
                                [
                                    (
                                        f"{_CUT} + l > 0",
                                        leaf(
                                            f"1: {_CUT} > {_END} - {_D}", f"1: {_END} >= l", f"1: {_D} <= l", "1: l > 0"
                                        ),
                                    )
                                ],
                                leaf(f"eq 1: {_CUT} == -l", times=[f"{_CUT} + l"]),
                            )
                        ),
                        leaf(
                            f"1: {_CUT} > {_END} - {_D}", f"1: {_END} >= l", f"1: {_D} <= e", f"eq 1: {_CUT} - z == 0"
                        ),
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-either-end",
    title="A number that rises steadily between -l and l from a moment on stays below -l from there, or ends near l",
    statement={
        "letters": ["z: moving number; l, L, T, k, e: number"],
        "given": [
            "l > 0",
            "k > 0",
            "e > 0",
            "almost_always(abs(rate(z)) <= L)",
            "almost_always(time >= T => (z < l and -l < z => rate(z) >= k))",
        ],
        "show": ["always(time >= T => z <= -l) or (exists R in number: always(time >= R => z >= l - e))"],
    },
    proof=have(
        [NONNEGATIVE, (_SLOW, lemma("LEM-cut")), _RISING, _LIMIT],
        obtain(
            _ENDS,
            "m",
            cases(f"-l - {_END}", {"left": _STAYS}, {"right": have([_TOP], _ARRIVES)}),
        ),
    ),
)
