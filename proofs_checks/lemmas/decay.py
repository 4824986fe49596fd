"""Differential inequalities that make a moving number decay."""

from verify.formal import formal
from verify.tactics.build import KNOWN, both, define, enter, have, leaf, obtain, rule, unfold, witness

formal(
    "LEM-comparison",
    title="The comparison lemma: a linear differential inequality gives an exponential bound",
    statement={
        "letters": ["z: moving number; k: number"],
        "given": ["almost_always(rate(z) <= -(k*z))"],
        "show": ["decays(z, k)"],
    },
    proof=unfold(
        "goal",
        have(
            [
                (
                    "always(-(z*exp(k*time)) >= -start(z))",
                    rule("monotone", leaf("1: rate(z) <= -(k*z); exp(k*time) > 0"), z="-(z*exp(k*time))"),
                )
            ],
            enter("every", leaf("1: -(z*exp(k*time)) >= -start(z)", times=["exp(k*time)"])),
        ),
    ),
)

_MODERATE = "(1 + r)*exp(c*C/d*exp(-(d*time)))"

formal(
    "LEM-forced",
    title="A stable linear inequality with an exponentially small force",
    statement={
        "letters": ["r, m: moving number; k, c: number"],
        "given": [
            "always(r >= 0)",
            "k > 0",
            "c >= 0",
            "exponentially_small(m)",
            "always(m >= 0)",
            "almost_always(rate(r) <= -(k*r) + c*m*(1 + r))",
        ],
        "show": ["exponentially_small(r)"],
    },
    proof=unfold(
        "exponentially_small(m)",
        obtain(
            "exists C in number, d in number: C >= 0 and d > 0 and always(abs(m) <= C*exp(-d*time))",
            "C,d",
            have(
                [
                    ("always(time >= 0)", rule("time passes")),
                    (
                        "always(m <= C*exp(-(d*time)))",
                        enter(
                            "every",
                            have(
                                [("m <= abs(m)", rule("absolute above", e="m"))],
                                leaf("1: m <= abs(m)", "1: abs(m) <= C*exp(-d*time)"),
                            ),
                        ),
                    ),
                    # r stays below a constant: 1 + r times a bounded factor does not increase
                    (
                        f"always(-({_MODERATE}) >= start(-({_MODERATE})))",
                        rule(
                            "monotone",
                            leaf(
                                "1: rate(r) <= -(k*r) + c*m*(1 + r); exp(c*C/d*exp(-(d*time))) > 0",
                                "1: k > 0; r >= 0; exp(c*C/d*exp(-(d*time))) > 0",
                                "1: c >= 0; m <= C*exp(-(d*time)); exp(c*C/d*exp(-(d*time))) > 0",
                                "1: c >= 0; m <= C*exp(-(d*time)); r >= 0; exp(c*C/d*exp(-(d*time))) > 0",
                            ),
                            z=f"-({_MODERATE})",
                        ),
                    ),
                    (
                        "exists B in number: B > 0 and always(1 + r <= B)",
                        witness(
                            f"start({_MODERATE})",
                            both(
                                enter("start", leaf("1: r >= 0; exp(c*C/d) > 0", "1: exp(c*C/d) > 0")),
                                enter(
                                    "every",
                                    have(
                                        [
                                            (
                                                "1 + c*C/d*exp(-(d*time)) <= exp(c*C/d*exp(-(d*time)))",
                                                rule("exp tangent", a="c*C/d*exp(-(d*time))"),
                                            )
                                        ],
                                        leaf(
                                            f"1: -({_MODERATE}) >= start(-({_MODERATE}))",
                                            "1: 1 + c*C/d*exp(-(d*time)) <= exp(c*C/d*exp(-(d*time)))",
                                            "1: 1 + c*C/d*exp(-(d*time)) <= exp(c*C/d*exp(-(d*time))); r >= 0",
                                            "1: c >= 0; C >= 0; 1/d > 0; exp(-(d*time)) > 0",
                                            "1: c >= 0; C >= 0; 1/d > 0; exp(-(d*time)) > 0; r >= 0",
                                        ),
                                    ),
                                ),
                            ),
                        ),
                    ),
                    (
                        "exists e in number: e > 0 and e < k and e <= d",
                        witness(
                            "k*d/(k + d)",
                            both(
                                leaf(),
                                leaf("1: k > 0; k > 0", times=["k + d"]),
                                leaf("1: d > 0; d > 0", times=["k + d"]),
                            ),
                        ),
                    ),
                ],
                obtain(
                    "exists B in number: B > 0 and always(1 + r <= B)",
                    "B",
                    obtain(
                        "exists e in number: e > 0 and e < k and e <= d",
                        "e",
                        define(
                            ["K := c*C*B/(k - e)", "h := exp(k*time)*(K*exp(-(e*time)) - r)"],
                            have(
                                [
                                    ("k - e > 0", leaf("1: e < k")),
                                    (
                                        "always(h >= start(h))",
                                        rule(
                                            "monotone",
                                            have(
                                                [
                                                    ("-(d*time) <= -(e*time)", leaf("1: e <= d; time >= 0")),
                                                    (
                                                        "exp(-(d*time)) <= exp(-(e*time))",
                                                        rule("exp monotone", a="-(d*time)", b="-(e*time)"),
                                                    ),
                                                ],
                                                leaf(
                                                    "1: rate(r) <= -(k*r) + c*m*(1 + r); exp(k*time) > 0",
                                                    "1: c >= 0; m >= 0; 1 + r <= B; exp(k*time) > 0",
                                                    "1: c >= 0; B > 0; m <= C*exp(-(d*time)); exp(k*time) > 0",
                                                    "1: c >= 0; B > 0; C >= 0; exp(-(d*time)) <= exp(-(e*time));"
                                                    " exp(k*time) > 0",
                                                ),
                                            ),
                                            z="h",
                                        ),
                                    ),
                                    ("start(r) >= 0", enter("start", KNOWN)),
                                    ("K >= 0", leaf("1: c >= 0; C >= 0; B > 0; 1/(k - e) > 0")),
                                ],
                                unfold(
                                    "goal",
                                    witness(
                                        "start(r) + K",
                                        witness(
                                            "e",
                                            both(
                                                leaf("1: start(r) >= 0", "1: K >= 0"),
                                                KNOWN,
                                                enter(
                                                    "every",
                                                    have(
                                                        [
                                                            ("-(k*time) <= -(e*time)", leaf("1: e < k; time >= 0")),
                                                            (
                                                                "exp(-(k*time)) <= exp(-(e*time))",
                                                                rule("exp monotone", a="-(k*time)", b="-(e*time)"),
                                                            ),
                                                        ],
                                                        leaf(
                                                            "1: h >= start(h); exp(-(k*time)) > 0",
                                                            "1: start(r) >= 0; exp(-(k*time)) <= exp(-(e*time))",
                                                            "1: K >= 0; exp(-(k*time)) > 0",
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
            ),
        ),
    ),
)
