"""Exponentially small quantities: one constant for bound and rate, sums, products, limits, many at once."""

from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, both, cases, enter, have, intro, leaf, lemma, obtain, rule, split, take, unfold, witness

_ONE = "always(abs(z) <= K*exp(-(time/K)))"
_COMMON = "always(abs(r[j]) <= K*exp(-(time/K)))"
_TIME = ("always(time >= 0)", rule("time passes"))


def _given(z: str, C: str, d: str) -> str:
    return f"exists C in number, d in number: C >= 0 and d > 0 and always(abs({z}) <= C*exp(-(d*time)))".replace("C ", f"{C} ")


def _named(z: str, then: object, names: str = "C,d") -> object:
    """The constants behind `exponentially_small(z)`, under the two names given."""
    return unfold(
        f"exponentially_small({z})",
        obtain(f"exists C in number, d in number: C >= 0 and d > 0 and always(abs({z}) <= C*exp(-d*time))", names, then),
    )


formal(
    "LEM-small.one",
    statement={
        "letters": ["z: moving number"],
        "given": ["exponentially_small(z)"],
        "show": [f"exists K in number: K > 0 and {_ONE}"],
    },
    proof=_named(
        "z",
        have(
            [("C + 1/d > 0", leaf("1: C >= 0", "1: 1/d > 0")), _TIME],
            witness(
                "C + 1/d",
                both(
                    KNOWN,
                    enter(
                        "every",
                        have(
                            [
                                (
                                    "-(d*time) <= -(time/(C + 1/d))",
                                    leaf("1: time >= 0; C >= 0; d > 0", times=["C + 1/d"]),
                                ),
                                (
                                    "exp(-(d*time)) <= exp(-(time/(C + 1/d)))",
                                    rule("exp monotone", a="-(d*time)", b="-(time/(C + 1/d))"),
                                ),
                            ],
                            leaf(
                                "1: abs(z) <= C*exp(-(d*time))",
                                "1: C >= 0; exp(-(d*time)) <= exp(-(time/(C + 1/d)))",
                                "1: 1/d > 0; exp(-(time/(C + 1/d))) > 0",
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-small.bounded-product",
    statement={
        "letters": ["z, w: moving number; B: number"],
        "given": ["exponentially_small(z)", "B >= 0", "always(abs(w) <= B)"],
        "show": ["exponentially_small(z*w)"],
    },
    proof=_named(
        "z",
        unfold(
            "goal",
            witness(
                "B*C",
                witness(
                    "d",
                    both(
                        leaf("1: B >= 0; C >= 0"),
                        KNOWN,
                        enter(
                            "every",
                            have(
                                [
                                    ("z <= abs(z)", rule("absolute above", e="z")),
                                    ("-z <= abs(z)", rule("absolute above minus", e="z")),
                                    ("w <= abs(w)", rule("absolute above", e="w")),
                                    ("-w <= abs(w)", rule("absolute above minus", e="w")),
                                    ("B - w >= 0", leaf("1: w <= abs(w)", "1: abs(w) <= B")),
                                    ("B + w >= 0", leaf("1: -w <= abs(w)", "1: abs(w) <= B")),
                                ],
                                rule(
                                    "absolute at most",
                                    leaf(
                                        "1/2: z <= abs(z); B + w >= 0",
                                        "1/2: -z <= abs(z); B - w >= 0",
                                        "1: B >= 0; abs(z) <= C*exp(-(d*time))",
                                    ),
                                    leaf(
                                        "1/2: z <= abs(z); B - w >= 0",
                                        "1/2: -z <= abs(z); B + w >= 0",
                                        "1: B >= 0; abs(z) <= C*exp(-(d*time))",
                                    ),
                                    e="z*w",
                                    b="B*C*exp(-d*time)",
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-small.below",
    statement={
        "letters": ["z, r: moving number; c: number"],
        "given": ["exponentially_small(r)", "c >= 0", "always(abs(z) <= c*r)"],
        "show": ["exponentially_small(z)"],
    },
    proof=_named(
        "r",
        unfold(
            "goal",
            witness(
                "c*C",
                witness(
                    "d",
                    both(
                        leaf("1: c >= 0; C >= 0"),
                        KNOWN,
                        enter(
                            "every",
                            have(
                                [("r <= abs(r)", rule("absolute above", e="r"))],
                                leaf(
                                    "1: abs(z) <= c*r",
                                    "1: c >= 0; r <= abs(r)",
                                    "1: c >= 0; abs(r) <= C*exp(-(d*time))",
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-small.two",
    statement={
        "letters": ["z, w: moving number"],
        "given": ["exponentially_small(z)", "exponentially_small(w)"],
        "show": ["exponentially_small(z + w)"],
    },
    proof=have(
        [
            (f"exists K in number: K > 0 and {_ONE}", lemma("LEM-small.one")),
            (f"exists K in number: K > 0 and {_ONE.replace('z', 'w')}", lemma("LEM-small.one", z="w")),
            _TIME,
        ],
        obtain(
            f"exists K in number: K > 0 and {_ONE}",
            "A",
            obtain(
                f"exists K in number: K > 0 and {_ONE.replace('z', 'w')}",
                "B",
                unfold(
                    "goal",
                    witness(
                        "A + B",
                        witness(
                            "1/(A + B)",
                            both(
                                leaf("1: A > 0", "1: B > 0"),
                                KNOWN,
                                enter(
                                    "every",
                                    have(
                                        [
                                            ("-(time/A) <= -(1/(A + B)*time)", leaf("1: time >= 0; 1/A > 0; B > 0", times=["A + B"])),
                                            ("-(time/B) <= -(1/(A + B)*time)", leaf("1: time >= 0; 1/B > 0; A > 0", times=["A + B"])),
                                            ("exp(-(time/A)) <= exp(-(1/(A + B)*time))", rule("exp monotone", a="-(time/A)", b="-(1/(A + B)*time)")),
                                            ("exp(-(time/B)) <= exp(-(1/(A + B)*time))", rule("exp monotone", a="-(time/B)", b="-(1/(A + B)*time)")),
                                            ("abs(z) <= A*exp(-(1/(A + B)*time))", leaf("1: abs(z) <= A*exp(-(time/A))", "1: A > 0; exp(-(time/A)) <= exp(-(1/(A + B)*time))")),
                                            ("abs(w) <= B*exp(-(1/(A + B)*time))", leaf("1: abs(w) <= B*exp(-(time/B))", "1: B > 0; exp(-(time/B)) <= exp(-(1/(A + B)*time))")),
                                            ("z <= abs(z)", rule("absolute above", e="z")),
                                            ("-z <= abs(z)", rule("absolute above minus", e="z")),
                                            ("w <= abs(w)", rule("absolute above", e="w")),
                                            ("-w <= abs(w)", rule("absolute above minus", e="w")),
                                        ],
                                        rule(
                                            "absolute at most",
                                            leaf("1: z <= abs(z)", "1: w <= abs(w)", "1: abs(z) <= A*exp(-(1/(A + B)*time))", "1: abs(w) <= B*exp(-(1/(A + B)*time))"),
                                            leaf("1: -z <= abs(z)", "1: -w <= abs(w)", "1: abs(z) <= A*exp(-(1/(A + B)*time))", "1: abs(w) <= B*exp(-(1/(A + B)*time))"),
                                            e="z + w",
                                            b="(A + B)*exp(-(1/(A + B))*time)",
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

formal(
    "LEM-small.tends",
    statement={"letters": ["z: moving number"], "given": ["exponentially_small(z)"], "show": ["tends(z, 0)"]},
    proof=_named(
        "z",
        unfold(
            "goal",
            intro(
                ["e", ""],
                witness(
                    "C/(d*e)",
                    enter(
                        "every",
                        intro(
                            "",
                            have(
                                [
                                    ("1 + d*time <= exp(d*time)", rule("exp tangent", a="d*time")),
                                    ("C <= d*e*time", leaf("1: d > 0; e > 0; time >= C/(d*e)")),
                                    ("abs(z) < e", leaf("1: abs(z) <= C*exp(-(d*time)); exp(d*time) > 0", "1: C <= d*e*time", "1: e > 0; 1 + d*time <= exp(d*time)", "1: e > 0", times=["exp(d*time)"])),
                                ],
                                leaf("1: abs(z) < e"),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-small.decays",
    statement={
        "letters": ["z: moving number; k: number"],
        "given": ["decays(z, k)", "k > 0", "always(z >= 0)"],
        "show": ["exponentially_small(z)"],
    },
    proof=unfold(
        "decays(z, k)",
        unfold(
            "goal",
            witness(
                "start(z)",
                witness(
                    "k",
                    both(
                        enter("start", leaf("1: z >= 0")),
                        KNOWN,
                        enter("every", leaf("1: z <= start(z)*exp(-k*time)")),
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-kept-away",
    statement={
        "letters": ["z: moving number; b, c: number"],
        "given": ["b > c", "always(z >= b)"],
        "show": ["not tends(z, c)"],
    },
    proof=intro(
        "",
        unfold(
            "tends(z, c)",
            take(
                "forall e in number: e > 0 => (exists T in number: always(time >= T => abs(z - c) < e))",
                ["b - c"],
                obtain(
                    "exists T in number: always(time >= T => abs(z - c) < b - c)",
                    "T",
                    rule(
                        "time goes on",
                        enter(
                            "every",
                            split(
                                "time < T or T <= time",
                                KNOWN,
                                have(
                                    ["abs(z - c) < b - c", ("z - c <= abs(z - c)", rule("absolute above", e="z - c"))],
                                    absurd(
                                        leaf("1: z - c <= abs(z - c)", "1: z >= b", times=["b - c - abs(z - c)"])
                                    ),
                                ),
                            ),
                        ),
                        T="T",
                        C="1 <= 0",
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-small.root",
    statement={
        "letters": ["r: moving number"],
        "given": ["always(r >= 0)", "exponentially_small(r*r)"],
        "show": ["exponentially_small(r)"],
    },
    proof=_named(
        "r*r",
        unfold(
            "goal",
            witness(
                "C + 1",
                witness(
                    "d/2",
                    both(
                        leaf("1: C >= 0", "1:"),
                        leaf("1/2: d > 0"),
                        enter(
                            "every",
                            rule(
                                "below the square",
                                leaf("1: C >= 0; exp(-(d/2*time)) > 0", "1: exp(-(d/2*time)) > 0"),
                                have(
                                    [("r*r <= abs(r*r)", rule("absolute above", e="r*r"))],
                                    leaf(
                                        "1: r*r <= abs(r*r)",
                                        "1: abs(r*r) <= C*exp(-d*time)",
                                        "1: C >= 0; exp(-(d*time)) > 0",
                                        "1: C >= 0; C >= 0; exp(-(d*time)) > 0",
                                        "1: exp(-(d*time)) > 0",
                                    ),
                                ),
                                a="abs(r)",
                                b="(C + 1)*exp(-(d/2)*time)",
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
