"""Finitely many exponentially small quantities share one constant; so does their sum."""

from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    absurd,
    both,
    cases,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    take,
    unfold,
    witness,
)

_BOUND = "always(abs(r[{0}]) <= {1}*exp(-(time/{1})))".format
_EACH = "K > 0 and always(abs(r[j]) <= K*exp(-(time/K)))"
_FACT = f"forall j in before(i): {_EACH}"
_ALL = "exists K in number: K > 0 and (forall j in before(i): always(abs(r[j]) <= K*exp(-(time/K))))"
_LARGER = have(
    [
        ("t > 0", leaf("1: s > 0", "1: s <= t")),
        ("always(time >= 0)", rule("time passes")),
    ],
    both(
        KNOWN,
        enter(
            "every",
            have(
                [
                    ("-(time/s) <= -(time/t)", leaf("1: time >= 0; 1/s > 0; 1/t > 0; s <= t")),
                    ("exp(-(time/s)) <= exp(-(time/t))", rule("exp monotone", a="-(time/s)", b="-(time/t)")),
                ],
                leaf(
                    "1: abs(r[x]) <= s*exp(-(time/s))",
                    "1: s > 0; exp(-(time/s)) <= exp(-(time/t))",
                    "1: s <= t; exp(-(time/t)) > 0",
                ),
            ),
        ),
    ),
)

formal(
    "LEM-small.common",
    title="Finitely many exponentially small numbers have one common bound",
    statement={
        "letters": ["r[token]: moving number; i: token"],
        "given": ["forall j in before(i): exponentially_small(r[j])"],
        "show": [_ALL],
    },
    proof=have(
        [
            (
                f"exists K in number: {_FACT}",
                rule(
                    "common bound, before",
                    lemma("LEM-small.one", z="r[x]"),
                    _LARGER,
                    P="fn(j, K: K > 0 and always(abs(r[j]) <= K*exp(-(time/K))))",
                ),
            )
        ],
        obtain(
            f"exists K in number: {_FACT}",
            "K",
            cases(
                "-K",
                witness("1", both(KNOWN, intro("x", take(_FACT, ["x"], absurd(leaf("1: -K >= 0", times=["K"])))))),
                witness("K", both(leaf("1: -K < 0"), intro("x", take(_FACT, ["x"], KNOWN)))),
            ),
        ),
    ),
)

formal(
    "LEM-small.sum",
    title="A finite sum of exponentially small numbers is exponentially small",
    statement={
        "letters": ["r[token]: moving number; i: token"],
        "given": ["forall j in before(i): exponentially_small(r[j])"],
        "show": ["exponentially_small(sum(j in before(i): r[j]))"],
    },
    proof=have(
        [(_ALL, lemma("LEM-small.common"))],
        obtain(
            _ALL,
            "K",
            unfold(
                "goal",
                witness(
                    "sum(j in before(i): K)",
                    witness(
                        "1/K",
                        both(
                            rule("positive sum, before", leaf("1: K > 0"), e="fn(j: K)"),
                            KNOWN,
                            enter(
                                "every",
                                have(
                                    [
                                        (
                                            f"sum(j in before(i): K*exp(-(time/K)) {sign} r[j]) >= 0",
                                            rule(
                                                "positive sum, before",
                                                have(
                                                    [
                                                        ("abs(r[x]) <= K*exp(-(time/K))", KNOWN),
                                                        (f"{opposite}r[x] <= abs(r[x])", rule(name, e="r[x]")),
                                                    ],
                                                    leaf(
                                                        "1: abs(r[x]) <= K*exp(-(time/K))",
                                                        f"1: {opposite}r[x] <= abs(r[x])",
                                                    ),
                                                ),
                                                e=f"fn(j: K*exp(-(time/K)) {sign} r[j])",
                                            ),
                                        )
                                        for sign, opposite, name in (
                                            ("-", "", "absolute above"),
                                            ("+", "-", "absolute above minus"),
                                        )
                                    ],
                                    rule(
                                        "absolute at most",
                                        leaf("1: sum(j in before(i): K*exp(-(time/K)) - r[j]) >= 0"),
                                        leaf("1: sum(j in before(i): K*exp(-(time/K)) + r[j]) >= 0"),
                                        e="sum(j in before(i): r[j])",
                                        b="sum(j in before(i): K)*exp(-(1/K*time))",
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
