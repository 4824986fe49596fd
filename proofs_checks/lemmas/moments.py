"""Every moment comes: what is said of one moment only is said."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    absurd,
    cases,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)

_SIDE = "1/(T - time)"
_RISES = f"{_SIDE} >= start({_SIDE})"
_LEFT = "(T - time)^2/T"
_BEFORE = f"T - time >= {_LEFT}"

formal(
    "LEM-reached",
    title="Every moment comes",
    statement={
        "letters": ["T: number; C: formula"],
        "given": ["T > 0", "always(time == T => C)"],
        "show": ["C"],
    },
    proof=split(
        "C or not C",
        KNOWN,
        rule(
            "time goes on",
            have(
                [
                    (
                        "always(time != T)",
                        enter(
                            "every",
                            split(
                                "time == T or time != T",
                                have(["C"], rule("contradiction", P="C", C="time != T")),
                                KNOWN,
                            ),
                        ),
                    ),
                    ("always(T - time != 0)", enter("every", have(["time != T"], KNOWN))),
                    (f"always({_RISES})", rule("monotone", leaf(f"1: sq {_SIDE}"), z=_SIDE)),
                ],
                enter(
                    "every",
                    have(
                        [(_BEFORE, leaf(f"1: {_RISES}; sq T - time"))],
                        cases(
                            "time - T",
                            absurd(
                                have(
                                    [(f"{_LEFT} > 0", leaf("1: (T - time)^2 > 0; 1/T > 0"))],
                                    leaf(f"1: {_BEFORE}", "1: time - T >= 0", times=[_LEFT]),
                                )
                            ),
                            leaf("1: time - T < 0"),
                        ),
                    ),
                ),
            ),
            T="T",
        ),
    ),
)

_LATE = "forall r in number: r >= T and r > 0 => abs(F(r) - c) < e"
_FROM_START = "forall r in number: always(time == r => u == F(r))"
_FROM_LATER = "forall r in number: always(s + time == r => v == F(r))"

formal(
    "LEM-later",
    title="What is counted from a later moment has the same limit",
    statement={
        "letters": ["F(number), s, c: number; u, v: moving number"],
        "given": ["s >= 0", _FROM_START, _FROM_LATER, "tends(u, c)"],
        "show": ["tends(v, c)"],
    },
    proof=unfold(
        "tends(u, c)",
        unfold(
            "goal",
            intro(
                ["e", ""],
                have(
                    [
                        ("exists T in number: always(time >= T => abs(u - c) < e)", KNOWN),
                        ("always(time >= 0)", rule("time passes")),
                    ],
                    obtain(
                        "exists T in number: always(time >= T => abs(u - c) < e)",
                        "T",
                        have(
                            [
                                (
                                    _LATE,
                                    intro(
                                        ["r", ""],
                                        lemma(
                                            "LEM-reached",
                                            KNOWN,
                                            enter(
                                                "every",
                                                intro(
                                                    "",
                                                    have(
                                                        [
                                                            ("time >= T", leaf("1: r >= T", "eq -1: time == r")),
                                                            "abs(u - c) < e",
                                                            "u == F(r)",
                                                        ],
                                                        leaf("1: abs(u - c) < e", use=["u == F(r)"]),
                                                    ),
                                                ),
                                            ),
                                            T="r",
                                            C="abs(F(r) - c) < e",
                                        ),
                                    ),
                                )
                            ],
                            witness(
                                "max(T, 1)",
                                enter(
                                    "every",
                                    intro(
                                        "",
                                        have(
                                            [
                                                ("T <= max(T, 1)", rule("maximum above first", a="T", b="1")),
                                                ("1 <= max(T, 1)", rule("maximum above second", a="T", b="1")),
                                                (
                                                    "s + time >= T",
                                                    leaf("1: s >= 0", "1: time >= max(T, 1)", "1: T <= max(T, 1)"),
                                                ),
                                                (
                                                    "s + time > 0",
                                                    leaf(
                                                        "1: s >= 0", "1: time >= max(T, 1)", "1: 1 <= max(T, 1)", "1:"
                                                    ),
                                                ),
                                                ("abs(F(s + time) - c) < e", take(_LATE, ["s + time"], KNOWN)),
                                                (
                                                    "v == F(s + time)",
                                                    take(
                                                        "forall r in number: s + time == r => v == F(r)",
                                                        ["s + time"],
                                                        KNOWN,
                                                    ),
                                                ),
                                            ],
                                            leaf("1: abs(F(s + time) - c) < e", use=["v == F(s + time)"]),
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
