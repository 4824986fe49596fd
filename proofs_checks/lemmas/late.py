"""What a number does from a moment T on: it stays where it is, or decays from there."""

from __future__ import annotations

from proofs_checks.lemmas.limit_sums import sides
from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, both, cases, enter, have, intro, leaf, obtain, rule, unfold, witness

LATER, SOONER = "max(time, T)", "min(time, T)"


def after() -> Steps:
    """At a time at or after T: max(time, T) is the time, min(time, T) is T, and their rates are known."""
    return [
        ("time >= T", leaf("1: time - T >= 0")),
        (f"{LATER} <= time", rule("maximum below", a="time", b="T", c="time")),
        (f"time <= {LATER}", rule("maximum above first", a="time", b="T")),
        (f"{LATER} - time == 0", rule("antisymmetry", KNOWN, KNOWN, a=f"{LATER} - time", b="0")),
        (f"T <= {SOONER}", rule("minimum above", a="time", b="T", c="T")),
        (f"{SOONER} <= T", rule("minimum below second", a="time", b="T")),
        (f"{SOONER} == T", rule("antisymmetry", a=SOONER, b="T")),
    ]


def before() -> Steps:
    """At a time before T."""
    return [
        (f"{LATER} <= T", rule("maximum below", leaf("1: time - T < 0"), KNOWN, a="time", b="T", c="T")),
        (f"T <= {LATER}", rule("maximum above second", a="time", b="T")),
        (f"{LATER} == T", rule("antisymmetry", a=LATER, b="T")),
        (f"{SOONER} <= time", rule("minimum below first", a="time", b="T")),
        (f"time <= {SOONER}", rule("minimum above", KNOWN, leaf("1: time - T < 0"), a="time", b="T", c="time")),
        (f"{SOONER} - time == 0", rule("antisymmetry", KNOWN, KNOWN, a=f"{SOONER} - time", b="0")),
    ]


def level(z: str, m: str) -> tuple[str, object]:
    """The rate on a level."""
    return (f"rate({z}) == 0", rule("rate on a level", z=z, m=m))


_POWER = f"exp(k*{LATER})"
_HELD = f"-(z*{_POWER})"

formal(
    "LEM-late-decay",
    title="A number that does not rise and decays from a moment on is exponentially small",
    statement={
        "letters": ["z: moving number; k, T: number"],
        "given": [
            "k > 0",
            "always(z >= 0)",
            "almost_always(rate(z) <= 0)",
            "almost_always(time >= T => rate(z) <= -(k*z))",
        ],
        "show": ["exponentially_small(z)"],
    },
    proof=have(
        [
            (
                f"always({_HELD} >= start({_HELD}))",
                rule(
                    "monotone",
                    cases(
                        "time - T",
                        have(
                            [*after()[:4], level(f"{LATER} - time", "0"), "rate(z) <= -(k*z)"],
                            leaf(
                                f"1: {_POWER} > 0; rate(z) <= -(k*z)",
                                f"eq k*z*{_POWER}: rate({LATER} - time) == 0",
                            ),
                        ),
                        have(
                            [*before()[:3], level(LATER, "T")],
                            leaf(f"1: {_POWER} > 0; rate(z) <= 0", f"eq k*z*{_POWER}: rate({LATER}) == 0"),
                        ),
                    ),
                    z=_HELD,
                ),
            ),
            (f"start(z*{_POWER}) >= 0", enter("start", leaf(f"1: z >= 0; {_POWER} > 0"))),
        ],
        unfold(
            "goal",
            witness(
                f"start(z*{_POWER})",
                witness(
                    "k",
                    both(
                        KNOWN,
                        KNOWN,
                        enter(
                            "every",
                            have(
                                [
                                    (f"time <= {LATER}", rule("maximum above first", a="time", b="T")),
                                    (
                                        f"exp(k*time) <= {_POWER}",
                                        rule(
                                            "exp monotone",
                                            leaf(f"1: k > 0; time <= {LATER}"),
                                            a="k*time",
                                            b=f"k*{LATER}",
                                        ),
                                    ),
                                    ("abs(z) <= z", rule("absolute at most", KNOWN, leaf("2: z >= 0"), e="z", b="z")),
                                ],
                                leaf(
                                    "1: abs(z) <= z",
                                    f"1: {_HELD} >= start({_HELD}); exp(-k*time) > 0",
                                    f"1: z >= 0; exp(k*time) <= {_POWER}; exp(-k*time) > 0",
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

_Y, _Z = "z*v", f"L*{SOONER}"
_ENDS = f"exists x in vector, m in number: m <= L*T and always(norm({_Y} - x) <= m - {_Z}) and tends({_Z}, m)"
_SIZE = "abs(rate(z)) <= L"
_BOUNDED: Steps = [
    *sides("rate(z)"),
    ("rate(z) <= L", leaf(f"1: {_SIZE}", "1: rate(z) <= abs(rate(z))")),
    ("-rate(z) <= L", leaf(f"1: {_SIZE}", "1: -(rate(z)) <= abs(rate(z))")),
]
NONNEGATIVE = (
    "0 <= L",
    have(
        [
            (
                "always(0 <= L)",
                rule(
                    "by continuity",
                    have(_BOUNDED, leaf("1/2: rate(z) <= L", "1/2: -rate(z) <= L")),
                    a="0",
                    b="L",
                ),
            )
        ],
        enter("start", KNOWN),
    ),
)
_MOVES = have(
    _BOUNDED,
    cases(
        "time - T",
        have(
            [
                *after()[:1],
                *after()[4:],
                level(SOONER, "T"),
                "rate(z) == 0",
                (f"norm(rate({_Y})) == 0", leaf(norms=["0"], use=["rate(z) == 0"])),
            ],
            leaf(f"eq 1: norm(rate({_Y})) == 0", f"eq -L: rate({SOONER}) == 0"),
        ),
        have(
            [
                *before()[3:],
                level(f"{SOONER} - time", "0"),
                (
                    f"norm(rate({_Y})) <= L",
                    rule(
                        "below the square",
                        KNOWN,
                        leaf("1: rate(z) <= L; -rate(z) <= L", use=["dot(v, v) == 1"]),
                        a=f"norm(rate({_Y}))",
                        b="L",
                    ),
                ),
            ],
            leaf(f"1: norm(rate({_Y})) <= L", f"eq -L: rate({SOONER} - time) == 0"),
        ),
    ),
)
_R = f"norm({_Y} - x)"


def _side(sign: str) -> Steps:
    return [
        (f"dot({sign}v, {_Y} - x) <= norm({sign}v)*{_R}", rule("Cauchy-Schwarz", u=f"{sign}v", w=f"{_Y} - x")),
        (f"norm({sign}v) == 1", leaf(norms=["1"], use=["dot(v, v) == 1"])),
    ]


def _below(sign: str) -> object:
    return leaf(
        f"1: dot({sign}v, {_Y} - x) <= norm({sign}v)*{_R}",
        f"1: {_R} <= 0",
        use=["dot(v, v) == 1", f"norm({sign}v) == 1"],
    )


formal(
    "LEM-late-constant",
    title="A number that does not move from a moment on is constant from there",
    statement={
        "letters": ["z: moving number; v: vector; L, T: number"],
        "given": [
            "dot(v, v) == 1",
            "almost_always(abs(rate(z)) <= L)",
            "almost_always(time >= T => rate(z) == 0)",
        ],
        "show": ["exists c in number: always(time >= T => z == c)"],
    },
    proof=have(
        [
            NONNEGATIVE,
            (
                _ENDS,
                rule(
                    "limit of a bounded length",
                    have(
                        [(f"{SOONER} <= T", rule("minimum below second", a="time", b="T"))],
                        leaf(f"1: 0 <= L; {SOONER} <= T"),
                    ),
                    _MOVES,
                    y=_Y,
                    z=_Z,
                    K="L*T",
                ),
            ),
        ],
        obtain(
            _ENDS,
            "x,m",
            witness(
                "dot(v, x)",
                enter(
                    "every",
                    intro(
                        "",
                        have(
                            [
                                (f"T <= {SOONER}", rule("minimum above", KNOWN, KNOWN, a="time", b="T", c="T")),
                                (
                                    f"{_R} <= 0",
                                    leaf(f"1: {_R} <= m - {_Z}", "1: m <= L*T", f"1: 0 <= L; T <= {SOONER}"),
                                ),
                                *_side(""),
                                *_side("-"),
                            ],
                            rule("antisymmetry", _below(""), _below("-"), a="z", b="dot(v, x)"),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
