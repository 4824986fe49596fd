"""Near (v, ..., v) the tangents of a causal flow decay together, each in a box of its own size, at half the own rate.

As long as all tangents are at most 1, no height is above twice another one; the forcing by earlier tokens then takes at
most half of what the own weight of a token gives.
"""

from __future__ import annotations

from proofs_checks.lemmas.causal import CASCADE, CAUSAL_WEIGHTS, GAP, HEIGHTS, HEMISPHERE, ROWS, SIZE, UNIT, slope
from proofs_checks.lemmas.causal_own import OWN
from verify.formal import formal, model
from verify.tactics.build import Steps, enter, have, intro, leaf, lemma, rule

LARGEST = f"max(m: {SIZE('m')}/B[m])"
BOXES = {
    "letters": ["B[token]: number"],
    "given": [
        "forall i: B[i] > 0",
        "forall i: forall j in before(i): 4*rho*s*B[j] <= g*delta*B[i]",
        f"at_start(forall i, j: 2*B[i]*{SIZE('j')} <= B[j])",
    ],
}
_RATIO = f"fn(i: {SIZE('i')}/B[i])"
_H = "dot(v, y[{0}])".format
_TOP, _LIMIT = "max(m: B[m])", f"start({LARGEST}) + 1/(2*max(m: B[m]))"
_PULL = f"a[x, {{0}}]*{_H('{0}')}/{_H('x')}".format
_SPARE = f"a[x, {{0}}]*g*delta/(2*s)*{SIZE('x')} - rho*{_PULL('{0}')}*{SIZE('{0}')}".format
_ONE: Steps = [
    "a[x, q] > 0",
    f"{_H('q')} > 0",
    "B[q] > 0",
    (f"{_H('q')} <= 1", leaf("1/2: dot(y[q] - v, y[q] - v) >= 0", use=[UNIT, "dot(v, v) == 1"])),
    f"{SIZE('q')}/B[q] <= {SIZE('x')}/B[x]",
    (f"{SIZE('q')} <= B[q]*{SIZE('x')}/B[x]", leaf(f"1: B[q] > 0; {SIZE('q')}/B[q] <= {SIZE('x')}/B[x]")),
    "4*rho*s*B[q] <= g*delta*B[x]",
]
_WIDEST: Steps = [
    f"{_H('x')} > 0",
    "B[x] > 0",
    (f"{LARGEST} >= {SIZE('x')}/B[x]", rule("below the greatest", e=_RATIO, y="x")),
    (f"{LARGEST} <= {SIZE('x')}/B[x]", rule("greatest", e=_RATIO, b=f"{SIZE('x')}/B[x]", new={"x": "q"})),
    (f"{LARGEST} == {SIZE('x')}/B[x]", rule("antisymmetry", a=LARGEST, b=f"{SIZE('x')}/B[x]")),
    (f"B[x] <= {_TOP}", rule("below the greatest", e="B", y="x")),
    f"start({LARGEST})*B[x] <= 1/2",
    (
        f"{SIZE('x')} <= 1",
        leaf(
            f"1: B[x] > 0; {LARGEST} < {_LIMIT}",
            f"1: B[x] > 0; {LARGEST} >= {SIZE('x')}/B[x]",
            f"1: start({LARGEST})*B[x] <= 1/2",
            f"1/2: 1/{_TOP} > 0; B[x] <= {_TOP}",
        ),
    ),
    (
        f"1/{_H('x')} <= 2",
        rule(
            "below the square",
            leaf(),
            leaf(
                f"1: {SIZE('x')} <= 1",
                f"1: {SIZE('x')} <= 1; {SIZE('x')} >= 0",
                "2:",
                use=[UNIT, "dot(v, v) == 1"],
            ),
            a=f"1/{_H('x')}",
            b="2",
        ),
    ),
    (
        f"sum(j in before(x): {_SPARE('j')}) >= 0",
        rule(
            "positive sum, before",
            have(
                _ONE,
                leaf(
                    f"1/2: a[x, q] > 0; 1/s > 0; 1/B[x] > 0; {SIZE('x')} >= 0; 4*rho*s*B[q] <= g*delta*B[x]",
                    f"2: a[x, q] > 0; rho >= 0; {SIZE('q')} <= B[q]*{SIZE('x')}/B[x]",
                    f"1: a[x, q] > 0; rho >= 0; {SIZE('q')} >= 0; 1/{_H('x')} <= 2",
                    f"1: a[x, q] > 0; rho >= 0; {SIZE('q')} >= 0; 1/{_H('x')} > 0; {_H('q')} <= 1",
                ),
            ),
            i="x",
            new={"x": "q"},
            e=f"fn(j: {_SPARE('j')})",
        ),
    ),
    (
        f"sum(j in before(x): {_PULL('j')}) >= 0",
        rule(
            "positive sum, before",
            have(["a[x, q] > 0", f"{_H('q')} > 0"], leaf(f"1: a[x, q] > 0; {_H('q')} > 0; 1/{_H('x')} > 0")),
            i="x",
            new={"x": "q"},
            e=f"fn(j: {_PULL('j')})",
        ),
    ),
    f"rate({SIZE('x')}) <= {slope('x')}",
    "a[x, x] >= delta",
    "a[x, x] > 0",
    "sum(j in upto(x): a[x, j]) == s",
]
_FALLS = f"rate({LARGEST}) <= -(g*delta/2*{LARGEST})"
_NEAR = (
    f"almost_always({LARGEST} < {_LIMIT} => {_FALLS})",
    lemma(
        "LEM-greatest",
        enter(
            "ae",
            intro(
                ["", "x", ""],
                have(
                    _WIDEST,
                    leaf(
                        f"1: 1/B[x] > 0; rate({SIZE('x')}) <= {slope('x')}",
                        f"1: 1/B[x] > 0; sum(j in before(x): {_SPARE('j')}) >= 0",
                        f"1: 1/B[x] > 0; lam >= 0; {SIZE('x')} >= 0; sum(j in before(x): {_PULL('j')}) >= 0",
                        f"1: 1/B[x] > 0; g > 0; {SIZE('x')} >= 0; a[x, x] >= delta",
                        f"1/2: 1/B[x] > 0; g > 0; delta > 0; 1/s > 0; a[x, x] > 0; {SIZE('x')} >= 0",
                        f"eq g*delta/(2*s)*{SIZE('x')}/B[x]: {ROWS('x')}",
                        f"eq g*delta/2: {LARGEST} == {SIZE('x')}/B[x]",
                    ),
                ),
            ),
        ),
        w=_RATIO,
        b=f"-(g*delta/2*{LARGEST})",
        C=f"{LARGEST} < {_LIMIT}",
    ),
)
_STARTS = (
    f"forall i: start({LARGEST})*B[i] <= 1/2",
    intro(
        "p",
        enter(
            "start",
            rule(
                "attained greatest",
                have(
                    [f"2*B[p]*{SIZE('x')} <= B[x]", "B[x] > 0"],
                    leaf(f"1/2: 1/B[x] > 0; 2*B[p]*{SIZE('x')} <= B[x]", f"eq B[p]: {LARGEST} == {SIZE('x')}/B[x]"),
                ),
                e=_RATIO,
                C=f"{LARGEST}*B[p] <= 1/2",
            ),
        ),
    ),
)
_LARGEST_POSITIVE = (
    f"always({LARGEST} >= 0)",
    enter(
        "every",
        rule(
            "some element",
            have(
                [
                    "B[x] > 0",
                    (f"{LARGEST} >= {SIZE('x')}/B[x]", rule("below the greatest", e=_RATIO, y="x")),
                ],
                leaf(f"1: {LARGEST} >= {SIZE('x')}/B[x]", f"1: {SIZE('x')} >= 0; 1/B[x] > 0"),
            ),
            C=f"{LARGEST} >= 0",
        ),
    ),
)

formal(
    "LEM-causal.near",
    title="A weighted maximum of the tangents decays at half the rate of a single token",
    statement=model(
        CAUSAL_WEIGHTS,
        HEMISPHERE,
        GAP,
        OWN,
        {"given": ["lam >= 0", "g > 0", "s > 0"]},
        BOXES,
        {"show": [f"decays({LARGEST}, g*delta/2)"]},
    ),
    proof=have(
        [
            (HEIGHTS, lemma("LEM-causal.heights")),
            (CASCADE, lemma("LEM-causal.tangents")),
            (
                f"{_TOP} > 0",
                rule(
                    "some element",
                    have(
                        ["B[x] > 0", (f"B[x] <= {_TOP}", rule("below the greatest", e="B", y="x"))],
                        leaf("1: B[x] > 0", f"1: B[x] <= {_TOP}"),
                    ),
                    C=f"{_TOP} > 0",
                ),
            ),
            _STARTS,
            _NEAR,
            _LARGEST_POSITIVE,
            (
                f"always(-{LARGEST} >= -start({LARGEST}))",
                lemma(
                    "LEM-barrier",
                    enter("start", leaf()),
                    leaf(f"1/2: 1/{_TOP} > 0"),
                    enter(
                        "ae",
                        intro(
                            "",
                            have(
                                [(f"{LARGEST} < {_LIMIT}", leaf(f"1: -{LARGEST} > -({_LIMIT})")), _FALLS],
                                leaf(f"1: {_FALLS}", f"1/2: g > 0; delta > 0; {LARGEST} >= 0"),
                            ),
                        ),
                    ),
                    z=f"-{LARGEST}",
                    m=f"-start({LARGEST})",
                    l=f"-({_LIMIT})",
                ),
            ),
        ],
        lemma(
            "LEM-comparison",
            enter(
                "ae",
                have(
                    [
                        (f"{LARGEST} < {_LIMIT}", leaf(f"1: -{LARGEST} >= -start({LARGEST})", f"1/2: 1/{_TOP} > 0")),
                        _FALLS,
                    ],
                    leaf(f"1: {_FALLS}"),
                ),
            ),
            z=LARGEST,
            k="g*delta/2",
        ),
    ),
)
