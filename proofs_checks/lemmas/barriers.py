"""What a moving number never crosses; each from the two axioms of time for the number cut off at the barrier."""

from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, cases, define, enter, have, intro, leaf, lemma, rule, split

_CUT_STARTS = enter(
    "start",
    have(
        [
            ("m <= min(z, m)", rule("minimum above", a="z", b="m", c="m")),
            ("min(z, m) <= cut", rule("maximum above first", a="min(z, m)", b="l")),
        ],
        leaf("1: m <= min(z, m)", "1: min(z, m) <= cut"),
    ),
)
_ABOVE = have(
    [
        ("m <= min(z, m)", rule("minimum above", a="z", b="m", c="m")),
        ("min(z, m) <= m", rule("minimum below second", a="z", b="m")),
        ("min(z, m) <= cut", rule("maximum above first", a="min(z, m)", b="l")),
        ("cut <= m", rule("maximum below", KNOWN, leaf("1: l < m"), a="min(z, m)", b="l", c="m")),
        ("cut == m", rule("antisymmetry", KNOWN, leaf("1: m <= min(z, m)", "1: min(z, m) <= cut"), a="cut", b="m")),
        ("rate(cut) == 0", rule("rate on a level", z="cut", m="m")),
    ],
    leaf("eq -1: rate(cut) == 0"),
)
_BELOW = have(
    [
        ("min(z, m) <= z", rule("minimum below first", a="z", b="m")),
        ("l <= cut", rule("maximum above second", a="min(z, m)", b="l")),
        ("cut <= l", rule("maximum below", leaf("1: min(z, m) <= z", "1: z <= l"), KNOWN, a="min(z, m)", b="l", c="l")),
        ("cut == l", rule("antisymmetry", a="cut", b="l")),
        ("rate(cut) == 0", rule("rate on a level", z="cut", m="l")),
    ],
    leaf("eq -1: rate(cut) == 0"),
)
_BETWEEN = have(
    [
        ("z <= min(z, m)", rule("minimum above", KNOWN, leaf("1: z < m"), a="z", b="m", c="z")),
        ("min(z, m) <= z", rule("minimum below first", a="z", b="m")),
        ("min(z, m) <= cut", rule("maximum above first", a="min(z, m)", b="l")),
        ("cut <= z", rule("maximum below", KNOWN, leaf("1: l < z"), a="min(z, m)", b="l", c="z")),
        (
            "cut - z == 0",
            rule("antisymmetry", KNOWN, leaf("1: z <= min(z, m)", "1: min(z, m) <= cut"), a="cut - z", b="0"),
        ),
        ("rate(cut - z) == 0", rule("rate on a level", z="cut - z", m="0")),
        "rate(z) >= 0",
    ],
    leaf("1: rate(z) >= 0", "eq -1: rate(cut - z) == 0"),
)

formal(
    "LEM-barrier",
    title="A number that cannot fall just below a level stays above it",
    statement={
        "letters": ["z: moving number; m, l: number"],
        "given": ["at_start(z >= m)", "m > l", "almost_always(z > l and z < m => rate(z) >= 0)"],
        "show": ["always(z >= m)"],
    },
    proof=define(
        ["cut := max(min(z, m), l)"],
        have(
            [
                ("start(cut) >= m", _CUT_STARTS),
                (
                    "almost_always(rate(cut) >= 0)",
                    enter("ae", cases("z - m", _ABOVE, cases("l - z", _BELOW, _BETWEEN))),
                ),
                ("always(cut >= start(cut))", rule("monotone", z="cut")),
            ],
            enter(
                "every",
                have(
                    [
                        ("min(z, m) <= z", rule("minimum below first", a="z", b="m")),
                        ("cut == min(z, m) or cut == l", rule("maximum is one", a="min(z, m)", b="l")),
                    ],
                    split(
                        "cut == min(z, m) or cut == l",
                        leaf(
                            "1: cut >= start(cut)", "1: start(cut) >= m", "1: min(z, m) <= z", "eq 1: cut == min(z, m)"
                        ),
                        absurd(
                            leaf(
                                "1: cut >= start(cut)",
                                "1: start(cut) >= m",
                                "eq 1: cut == l",
                                times=["m - l"],
                            )
                        ),
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-positive",
    title="A number that falls at most in proportion to itself stays positive",
    statement={
        "letters": ["z: moving number; k: number"],
        "given": ["at_start(z > 0)", "almost_always(z > 0 => rate(z) >= -(k*z))"],
        "show": ["always(z > 0)"],
    },
    proof=have(
        [
            ("start(z) > 0", enter("start", KNOWN)),
            (
                "always(z*exp(k*time) >= start(z))",
                lemma(
                    "LEM-barrier",
                    enter("start", leaf()),
                    KNOWN,
                    enter(
                        "ae",
                        intro(
                            "",
                            have(
                                [
                                    ("z > 0", leaf("1: z*exp(k*time) > 0", times=["exp(k*time)"])),
                                    "rate(z) >= -(k*z)",
                                ],
                                leaf("1: rate(z) >= -(k*z); exp(k*time) > 0"),
                            ),
                        ),
                    ),
                    z="z*exp(k*time)",
                    m="start(z)",
                    l="0",
                ),
            ),
        ],
        enter("every", leaf("1: z*exp(k*time) >= start(z)", "1: start(z) > 0", times=["exp(k*time)"])),
    ),
)

formal(
    "LEM-linear-bound",
    title="A number that is pulled up in proportion, where it is negative, stays nonnegative",
    statement={
        "letters": ["z: moving number; k: number"],
        "given": ["at_start(z >= 0)", "almost_always(z < 0 => rate(z) >= k*z)"],
        "show": ["always(z >= 0)"],
    },
    proof=define(
        ["cut := min(z, 0)"],
        have(
            [
                ("start(cut) >= 0", enter("start", rule("minimum above", a="z", b="0", c="0"))),
                (
                    "almost_always(rate(cut*exp(-k*time)) >= 0)",
                    enter(
                        "ae",
                        cases(
                            "z",
                            have(
                                [
                                    ("cut <= 0", rule("minimum below second", a="z", b="0")),
                                    ("0 <= cut", rule("minimum above", a="z", b="0", c="0")),
                                    ("cut == 0", rule("antisymmetry", a="cut", b="0")),
                                    ("rate(cut) == 0", rule("rate on a level", z="cut", m="0")),
                                ],
                                leaf("eq -exp(-k*time): rate(cut) == 0", "eq k*exp(-k*time): cut == 0"),
                            ),
                            have(
                                [
                                    ("cut <= z", rule("minimum below first", a="z", b="0")),
                                    ("z <= cut", rule("minimum above", KNOWN, leaf("1: z < 0"), a="z", b="0", c="z")),
                                    (
                                        "cut - z == 0",
                                        rule(
                                            "antisymmetry", leaf("1: cut <= z"), leaf("1: z <= cut"), a="cut - z", b="0"
                                        ),
                                    ),
                                    ("rate(cut - z) == 0", rule("rate on a level", z="cut - z", m="0")),
                                    "rate(z) >= k*z",
                                ],
                                leaf(
                                    "1: rate(z) >= k*z; exp(-k*time) > 0",
                                    "eq -exp(-k*time): rate(cut - z) == 0",
                                    "eq k*exp(-k*time): cut - z == 0",
                                ),
                            ),
                        ),
                    ),
                ),
                ("always(cut*exp(-k*time) >= start(cut))", rule("monotone", z="cut*exp(-k*time)")),
            ],
            enter(
                "every",
                have(
                    [("cut <= z", rule("minimum below first", a="z", b="0"))],
                    leaf(
                        "1: cut <= z; exp(-k*time) > 0",
                        "1: cut*exp(-k*time) >= start(cut)",
                        "1: start(cut) >= 0",
                        times=["exp(-k*time)"],
                    ),
                ),
            ),
        ),
    ),
)
