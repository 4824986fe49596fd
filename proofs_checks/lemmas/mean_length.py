"""The mean of unit vectors that are drawn to it grows longer, to a limit; what is left bounds the squared speeds."""

from __future__ import annotations

from proofs_checks.lemmas.mean_flow import MEAN, PLACES, RATES
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, leaf, lemma, obtain, rule, witness

PLACED, RATED = " and ".join(PLACES), " and ".join(RATES[:2])
FACTS = [
    (PLACED, lemma("LEM-mean-flow.places")),
    (RATED, lemma("LEM-mean-flow.rates")),
    (RATES[2], lemma("LEM-mean-flow.slow")),
]
DRIFTING = {**MEAN, "given": [*MEAN["given"][:2], MEAN["given"][3]]}  # whatever the tokens do beside their mean
AWAY = {"given": ["at_start(q > 0)"]}
GROWS = ["always(f >= 0)", "always(q >= start(q))", "start(q) > 0"]
LONG = "exists m in number: m <= 1 and tends(norm(M), m) and always(norm(M) <= m)"
LEFT = (
    "exists m in number: tends(norm(M), m) and always(norm(M) <= m) and m <= 1 and tends(f, 0)"
    " and always(f*f <= 48*(m - norm(M)))"
)
_SQUARE = "exists m in number: m <= 2*12*c^2 and tends(2*12*q, m) and tends(f*f, 0) and always(f*f <= m - 2*12*q)"
_GROWN = [
    (
        "always(f >= 0)",
        enter(
            "every",
            have(
                [("sum(j: d(j)) >= 0", rule("positive sum", leaf("1: 0 <= d(p)"), e="fn(j: d(j))", new={"x": "p"}))],
                leaf("2: 1/n > 0; sum(j: d(j)) >= 0"),
            ),
        ),
    ),
    ("always(q >= start(q))", rule("monotone", leaf("1: f >= 0", "eq -1: rate(q) == f"), z="q")),
    ("start(q) > 0", enter("start", KNOWN)),
]

formal(
    "LEM-mean-flow.grows",
    title="Unit vectors that are drawn to their mean: it never grows shorter",
    statement=model(DRIFTING, AWAY, {"show": [" and ".join(GROWS)]}),
    proof=have([*FACTS[:2], *_GROWN], both(*[KNOWN] * 3)),
)

formal(
    "LEM-mean-flow.length",
    title="Unit vectors that are drawn to their mean: its length has a limit, and what is left bounds the speeds",
    statement=model(MEAN, AWAY, {"show": [LEFT]}),
    proof=have(
        [
            *FACTS,
            (" and ".join(GROWS), lemma("LEM-mean-flow.grows")),
            (
                "always(norm(M) > 0)",
                enter(
                    "every",
                    rule(
                        "strictly below the square",
                        leaf(),
                        leaf("1: q >= start(q)", "1: start(q) > 0"),
                        a="0",
                        b="norm(M)",
                    ),
                ),
            ),
            (
                "always(norm(M) <= 1)",
                enter("every", rule("below the square", leaf("1:"), leaf("1: q <= 1"), a="norm(M)", b="1")),
            ),
            (
                LONG,
                lemma(
                    "LEM-monotone-limit",
                    enter("ae", leaf("1/2: f >= 0", "eq -1/2: rate(q) == f", times=["norm(M)"])),
                    z="norm(M)",
                    K="1",
                ),
            ),
        ],
        obtain(
            LONG,
            "c",
            have(
                [
                    (
                        _SQUARE,
                        lemma(
                            "LEM-barbalat.square",
                            enter(
                                "ae",
                                have(
                                    [
                                        (
                                            "abs(f) <= f",
                                            rule("absolute at most", leaf(), leaf("2: f >= 0"), e="f", b="f"),
                                        ),
                                        ("f <= abs(f)", rule("absolute above", e="f")),
                                        ("abs(f) == f", rule("antisymmetry", a="abs(f)", b="f")),
                                    ],
                                    leaf("eq 1: rate(q) == f", "eq -1: abs(f) == f"),
                                ),
                            ),
                            enter("every", leaf("1: norm(M) <= c; norm(M) <= c", "2: norm(M) <= c; norm(M) >= 0")),
                            KNOWN,
                            f="f",
                            J="q",
                            K="c^2",
                            L="12",
                        ),
                    ),
                ],
                obtain(
                    _SQUARE,
                    "m",
                    witness(
                        "c",
                        both(
                            KNOWN,
                            KNOWN,
                            KNOWN,
                            lemma("LEM-tends.root", r="f"),
                            enter(
                                "every",
                                leaf(
                                    "1: f*f <= m - 2*12*q",
                                    "1: m <= 2*12*c^2",
                                    "24: norm(M) <= c; norm(M) <= 1",
                                    "24: norm(M) <= c; c <= 1",
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
