"""Theorem 4.2: consensus is uniformly exponentially stable as a set, within a right angle of the first token."""

from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import HEADS, HEADS_SOLUTION
from proofs_checks.consensus.proofs.theorem_4_2 import UNIT, WEIGHT, WEIGHTS, weighted
from proofs_checks.lemmas.farthest import COSINE, HALF, LOWEST
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, define, enter, have, intro, leaf, lemma, rule, take, unfold

BOUNDED = {
    "letters": ["M[head]: number; N: number"],
    "given": [
        "N == sum(j: 1)",
        "almost_always(forall h in heads, a in vector, b in vector:"
        " dot(a, a) == 1 and dot(b, b) == 1 => -M[h] <= dot(a, P[h](b)) <= M[h])",
    ],
}
_ALL = BOUNDED["given"][1]
DELTA = "sum(h in heads: exp(-2*M[h]))/(N*root)"
_LOGITS = "almost_always(forall j in upto(i): -M[h] <= dot(y[i], P[h](y[j])) <= M[h])"
_SHARE = "e(h, y, i, j)/sum(k in upto(i): e(h, y, i, k))"
_ROW = f"almost_always(forall j in upto(i): exp(-2*M[h])/sum(k in upto(i): 1) <= {_SHARE} <= 1)"
_EXCESS = "att(h, y, p, f) - exp(-2*M[h])/(N*root)"
_OWN = "e(h1, y, p, f)/sum(k in upto(p): e(h1, y, p, k))"
_COUNT = "sum(k in upto(p): 1)"
_MINE = f"exp(-2*M[h1])/{_COUNT} <= {_OWN}"


def floor(then: object) -> object:
    """The weight of the first token in every row, from the bound on P."""
    return have(
        [
            (
                f"forall h in heads, i: {_LOGITS}",
                intro(
                    "h1,p",
                    enter(
                        "ae",
                        intro(
                            "q", take(BOUNDED["given"][1][len("almost_always(") : -1], ["h1", "y[p]", "y[q]"], KNOWN)
                        ),
                    ),
                ),
            ),
            (
                f"forall h in heads, i: {_ROW}",
                intro("h1,p", lemma("LEM-softmax.row", l="fn(j: dot(y[p], P[h1](y[j])))", i="p", M="M[h1]")),
            ),
            (
                f"almost_always(forall i: {WEIGHT('i', 'f')} >= {DELTA})",
                enter(
                    "ae",
                    intro(
                        "p",
                        have(
                            [
                                (f"{_COUNT} <= sum(j: 1)", rule("part of a positive sum", e="fn(j: 1)", i="p")),
                                (
                                    f"sum(h in heads: {_EXCESS}) >= 0",
                                    rule(
                                        "positive sum, heads",
                                        have(
                                            [
                                                f"exp(-2*M[h1])/{_COUNT} <= {_OWN}",
                                                ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
                                            ],
                                            leaf(
                                                f"1: {_MINE}; 1/root > 0",
                                                f"1: 1/root > 0; exp(-2*M[h1]) > 0; 1/N > 0; 1/{_COUNT} > 0;"
                                                f" {_COUNT} <= sum(j: 1)",
                                                use=["N == sum(j: 1)"],
                                            ),
                                        ),
                                        new={"x": "h1"},
                                        e=f"fn(h in heads: {_EXCESS})",
                                    ),
                                ),
                            ],
                            leaf(f"1: sum(h in heads: {_EXCESS}) >= 0"),
                        ),
                    ),
                ),
            ),
        ],
        then,
    )


_D = "max(i: norm(y[i] - y[f]))"
_BEFORE = f"always({_D}^2 <= 2*start({_D})^2*exp(-2*{DELTA}*time))"

STABLE = f"at_start({_D}^2 < 2) => {_BEFORE}"
NEARER = f"forall z in vector: always({_D} <= 2*max(i: norm(y[i] - z)))"
_OF_Z = "max(i: norm(y[i] - z))"
_FAR = "norm(y[{0}] - y[f])".format
_WITHIN = f"{_FAR('x')} <= {_D}"
_INSIDE = rule("below the greatest", e=f"fn(i: {_FAR('i')})", y="x")
_NEARER = f"always({LOWEST} > 0) and always({LOWEST} <= 1) and decays({HALF}, 2*{DELTA})"
_FIRST_HALF = (
    f"start({HALF}) <= start({_D})^2/2",
    enter(
        "start",
        rule(
            "attained least",
            have(
                [
                    (_WITHIN, _INSIDE),
                    (f"{_D} >= 0", leaf(f"1: {_WITHIN}", f"1: {_FAR('x')} >= 0")),
                    f"{LOWEST} > 0",
                    f"{LOWEST} <= 1",
                ],
                define(
                    [f"low := {LOWEST}", f"wide := {_D}"],
                    leaf(
                        "1: 1/(1 + low) > 0; low > 0; low <= 1",
                        "1/2: wide >= 0; norm(y[x] - y[f]) <= wide",
                        "1/2: norm(y[x] - y[f]) >= 0; norm(y[x] - y[f]) <= wide",
                        f"eq -1: low == {COSINE('x')}",
                        use=[UNIT],
                    ),
                ),
            ),
            e=f"fn(k: {COSINE('k')})",
            C=f"{HALF} <= {_D}^2/2",
        ),
    ),
)
_HALF_POSITIVE = (
    f"start({HALF}) >= 0",
    enter("start", define([f"low := {LOWEST}"], leaf("1: low <= 1; 1/(1 + low) > 0"))),
)
_NOW = enter(
    "every",
    rule(
        "attained greatest",
        define(
            [f"low := {LOWEST}", f"wide := {_D}", f"half := {HALF}"],
            have(
                [
                    (f"low <= {COSINE('x')}", rule("above the least", e=f"fn(k: {COSINE('k')})", y="x")),
                    (f"wide^2 == 2 - 2*{COSINE('x')}", leaf(f"eq wide + {_FAR('x')}: wide == {_FAR('x')}", use=[UNIT])),
                ],
                leaf(
                    f"2: low <= {COSINE('x')}",
                    f"2: 1 + low > 0; half <= start(half)*exp(-(2*{DELTA})*time)",
                    f"2: low <= 1; start(half) >= 0; exp(-(2*{DELTA})*time) > 0",
                    f"4: start(half) <= start(wide)^2/2; exp(-(2*{DELTA})*time) > 0",
                    f"eq 1: wide^2 == 2 - 2*{COSINE('x')}",
                ),
            ),
        ),
        e=f"fn(i: {_FAR('i')})",
        C=f"{_D}^2 <= 2*start({_D})^2*exp(-2*{DELTA}*time)",
    ),
)
_START_NEAR = (
    f"at_start({LOWEST} > 0)",
    enter(
        "start",
        rule(
            "least, strict",
            have(
                [(_WITHIN, _INSIDE), (f"{_D} >= 0", leaf(f"1: {_WITHIN}", f"1: {_FAR('x')} >= 0"))],
                define(
                    [f"wide := {_D}"],
                    leaf(
                        "1/2: wide^2 < 2",
                        "1/2: wide >= 0; norm(y[x] - y[f]) <= wide",
                        "1/2: norm(y[x] - y[f]) >= 0; norm(y[x] - y[f]) <= wide",
                        use=[UNIT],
                    ),
                ),
            ),
            e=f"fn(k: {COSINE('k')})",
            b="0",
        ),
    ),
)
_NEARER_STILL = lemma(
    "LEM-leader.nearer", *4 * [KNOWN], enter("ae", intro(["p", ""], KNOWN)), leaf(), KNOWN, a=WEIGHTS, delta=DELTA
)


def _below(x: str) -> object:
    return rule("below the greatest", e="fn(i: norm(y[i] - z))", y=x)


formal(
    "CON-T4.2.f",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        BOUNDED,
        {
            "show": [
                STABLE,
                NEARER,
            ]
        },
    ),
    proof=[
        intro(
            "",
            weighted(
                floor(
                    have(
                        [
                            ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
                            _START_NEAR,
                            (_NEARER, _NEARER_STILL),
                            _FIRST_HALF,
                            _HALF_POSITIVE,
                        ],
                        unfold(f"decays({HALF}, 2*{DELTA})", _NOW),
                    )
                )
            ),
        ),
        intro(
            "z",
            enter(
                "every",
                rule(
                    "greatest",
                    have(
                        [
                            (
                                f"norm(y[x] - z) <= {_OF_Z}",
                                _below("x"),
                            ),
                            (
                                f"norm(y[f] - z) <= {_OF_Z}",
                                _below("f"),
                            ),
                            (
                                "norm(y[x] - z + -(y[f] - z)) <= norm(y[x] - z) + norm(-(y[f] - z))",
                                rule("triangle", u="y[x] - z", w="-(y[f] - z)"),
                            ),
                        ],
                        leaf(
                            "1: norm(y[x] - z + -(y[f] - z)) <= norm(y[x] - z) + norm(-(y[f] - z))",
                            f"1: norm(y[x] - z) <= {_OF_Z}",
                            f"1: norm(y[f] - z) <= {_OF_Z}",
                        ),
                    ),
                    e=f"fn(i: {_FAR('i')})",
                    b=f"2*{_OF_Z}",
                ),
            ),
        ),
    ],
    instance=heads(M=[6, 6], N=3),
    twin=Variant(
        "the distance of a consensus state itself", {f"2*{_OF_Z}": _OF_Z}, heads(2, M=[6, 6], N=2, y=[TOP, OPPOSITE])
    ),
)
