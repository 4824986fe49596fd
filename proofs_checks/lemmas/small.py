"""Exponentially small quantities: one constant for bound and rate, bounds, limits."""

from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    absurd,
    both,
    enter,
    have,
    intro,
    leaf,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)

ONE = "always(abs(z) <= K*exp(-(time/K)))"
TIME = ("always(time >= 0)", rule("time passes"))


def named(z: str, then: object, names: str = "C,d") -> object:
    """The constants behind `exponentially_small(z)`, under the two names given."""
    return unfold(
        f"exponentially_small({z})",
        obtain(
            f"exists C in number, d in number: C >= 0 and d > 0 and always(abs({z}) <= C*exp(-d*time))", names, then
        ),
    )


formal(
    "LEM-small.one",
    title="An exponentially small number with a single constant",
    statement={
        "letters": ["z: moving number"],
        "given": ["exponentially_small(z)"],
        "show": [f"exists K in number: K > 0 and {ONE}"],
    },
    proof=named(
        "z",
        have(
            [("C + 1/d > 0", leaf("1: C >= 0", "1: 1/d > 0")), TIME],
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
    "LEM-small.below",
    title="What is below something exponentially small is exponentially small",
    statement={
        "letters": ["z, r: moving number; c: number"],
        "given": ["exponentially_small(r)", "c >= 0", "always(abs(z) <= c*r)"],
        "show": ["exponentially_small(z)"],
    },
    proof=named(
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
    "LEM-small.decays",
    title="A nonnegative number that decays is exponentially small",
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
    "LEM-small.tends",
    title="An exponentially small number tends to zero",
    statement={"letters": ["z: moving number"], "given": ["exponentially_small(z)"], "show": ["tends(z, 0)"]},
    proof=named(
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
                                    (
                                        "abs(z) < e",
                                        leaf(
                                            "1: abs(z) <= C*exp(-(d*time)); exp(d*time) > 0",
                                            "1: C <= d*e*time",
                                            "1: e > 0; 1 + d*time <= exp(d*time)",
                                            "1: e > 0",
                                            times=["exp(d*time)"],
                                        ),
                                    ),
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
    "LEM-kept-away",
    title="A number that stays above a level does not tend below it",
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
                                    absurd(leaf("1: z - c <= abs(z - c)", "1: z >= b", times=["b - c - abs(z - c)"])),
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
