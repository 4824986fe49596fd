"""Sums, products and roots of exponentially small quantities."""

from proofs_checks.lemmas.small import ONE, TIME, named
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    both,
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

formal(
    "LEM-small.two",
    title="The sum of two exponentially small numbers is exponentially small",
    statement={
        "letters": ["z, w: moving number"],
        "given": ["exponentially_small(z)", "exponentially_small(w)"],
        "show": ["exponentially_small(z + w)"],
    },
    proof=have(
        [
            (f"exists K in number: K > 0 and {ONE}", lemma("LEM-small.one")),
            (f"exists K in number: K > 0 and {ONE.replace('z', 'w')}", lemma("LEM-small.one", z="w")),
            TIME,
        ],
        obtain(
            f"exists K in number: K > 0 and {ONE}",
            "A",
            obtain(
                f"exists K in number: K > 0 and {ONE.replace('z', 'w')}",
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
                                            (
                                                "-(time/A) <= -(1/(A + B)*time)",
                                                leaf("1: time >= 0; 1/A > 0; B > 0", times=["A + B"]),
                                            ),
                                            (
                                                "-(time/B) <= -(1/(A + B)*time)",
                                                leaf("1: time >= 0; 1/B > 0; A > 0", times=["A + B"]),
                                            ),
                                            (
                                                "exp(-(time/A)) <= exp(-(1/(A + B)*time))",
                                                rule("exp monotone", a="-(time/A)", b="-(1/(A + B)*time)"),
                                            ),
                                            (
                                                "exp(-(time/B)) <= exp(-(1/(A + B)*time))",
                                                rule("exp monotone", a="-(time/B)", b="-(1/(A + B)*time)"),
                                            ),
                                            (
                                                "abs(z) <= A*exp(-(1/(A + B)*time))",
                                                leaf(
                                                    "1: abs(z) <= A*exp(-(time/A))",
                                                    "1: A > 0; exp(-(time/A)) <= exp(-(1/(A + B)*time))",
                                                ),
                                            ),
                                            (
                                                "abs(w) <= B*exp(-(1/(A + B)*time))",
                                                leaf(
                                                    "1: abs(w) <= B*exp(-(time/B))",
                                                    "1: B > 0; exp(-(time/B)) <= exp(-(1/(A + B)*time))",
                                                ),
                                            ),
                                            ("z <= abs(z)", rule("absolute above", e="z")),
                                            ("-z <= abs(z)", rule("absolute above minus", e="z")),
                                            ("w <= abs(w)", rule("absolute above", e="w")),
                                            ("-w <= abs(w)", rule("absolute above minus", e="w")),
                                        ],
                                        rule(
                                            "absolute at most",
                                            leaf(
                                                "1: z <= abs(z)",
                                                "1: w <= abs(w)",
                                                "1: abs(z) <= A*exp(-(1/(A + B)*time))",
                                                "1: abs(w) <= B*exp(-(1/(A + B)*time))",
                                            ),
                                            leaf(
                                                "1: -z <= abs(z)",
                                                "1: -w <= abs(w)",
                                                "1: abs(z) <= A*exp(-(1/(A + B)*time))",
                                                "1: abs(w) <= B*exp(-(1/(A + B)*time))",
                                            ),
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
    "LEM-small.bounded-product",
    title="A bounded multiple of an exponentially small number is exponentially small",
    statement={
        "letters": ["z, w: moving number; B: number"],
        "given": ["exponentially_small(z)", "B >= 0", "always(abs(w) <= B)"],
        "show": ["exponentially_small(z*w)"],
    },
    proof=named(
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
    "LEM-small.root",
    title="A number is exponentially small if its square is",
    statement={
        "letters": ["r: moving number"],
        "given": ["exponentially_small(r*r)"],
        "show": ["exponentially_small(r)"],
    },
    proof=named(
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

formal(
    "LEM-small.constant",
    title="A constant below an exponentially small number is not positive",
    statement={
        "letters": ["r: moving number; c: number"],
        "given": ["exponentially_small(r)", "always(c <= r)"],
        "show": ["c <= 0"],
    },
    proof=have(
        [("tends(r, 0)", lemma("LEM-small.tends", z="r"))],
        split(
            "0 < c or c <= 0",
            have(
                [("not tends(r, 0)", lemma("LEM-kept-away", z="r", b="c", c="0"))],
                rule("contradiction", P="tends(r, 0)", C="c <= 0"),
            ),
            KNOWN,
        ),
    ),
)
