"""Theorem 3.2 for P that does not grow too fast (CON-H.3.repaired): the integral of exp(-2M) takes the part of time."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.heights import HEIGHTS, WEIGHT, WEIGHTED
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, LEAST, SOLUTION
from proofs_checks.consensus.proofs.rate import BELOW_C, STILL
from proofs_checks.lemmas.projected_distance import DIAMETER, NEAR
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    define,
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

_SHARES = "sum(h in heads: exp(-2*M[h]))"
_LOGITS = (
    "forall h in heads, a in vector, b in vector: dot(a, W(a)) == 1 and dot(b, W(b)) == 1"
    " => -M[h] <= dot(a, P[h](b)) <= M[h]"
)
# I is the integral of the sum of exp(-2 M_h), or less
GROWING = {
    "letters": ["M[head]: measurable number; I: moving number; N, C: number; z: vector"],
    "given": [
        f"almost_always({_LOGITS})",
        "at_start(I == 0)",
        f"almost_always(rate(I) <= {_SHARES})",
        "N == sum(j: 1)",
        "W(z) == v",
        "C > 0",
        "C^2 >= dot(v, z)",
    ],
}
_FACTOR = f"start({LEAST})/(C*root)"
_DECAYS = f"always({DIAMETER} <= start({DIAMETER})*exp(-({_FACTOR}*I)))"
_INFINITE = "forall b in number: exists T in number: always(time >= T => I >= b)"
_TOGETHER = "forall i, j: tends(norm(y[i] - y[j]), 0)"
_DELTA = f"{_SHARES}/(N*root)"
_FLOOR: Steps = [
    ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
    (
        "forall h in heads, i: almost_always(forall j: exp(-2*M[h])/N"
        " <= e(h, y, i, j)/sum(k: e(h, y, i, k)) <= exp(2*M[h])/N)",
        intro(
            "h1,p",
            lemma(
                "LEM-softmax",
                enter("ae", intro("q", take(_LOGITS, ["h1", "y[p]", "y[q]"], KNOWN))),
                l="fn(j: dot(y[p], P[h1](y[j])))",
                M="M[h1]",
            ),
        ),
    ),
    (
        f"almost_always(forall i, j: {WEIGHT} >= {_DELTA})",
        enter(
            "ae",
            intro(
                "p,q",
                have(
                    [
                        (
                            "sum(h in heads: att(h, y, p, q) - exp(-2*M[h])/(N*root)) >= 0",
                            rule(
                                "positive sum, heads",
                                have(
                                    ["exp(-2*M[x])/N <= e(x, y, p, q)/sum(k: e(x, y, p, k))"],
                                    leaf("1: exp(-2*M[x])/N <= e(x, y, p, q)/sum(k: e(x, y, p, k)); 1/root > 0"),
                                ),
                                e="fn(h in heads: att(h, y, p, q) - exp(-2*M[h])/(N*root))",
                            ),
                        )
                    ],
                    leaf("1: sum(h in heads: att(h, y, p, q) - exp(-2*M[h])/(N*root)) >= 0"),
                ),
            ),
        ),
    ),
    (
        f"almost_always({_DELTA} >= 0)",
        enter(
            "ae",
            have(
                [(f"{_SHARES} >= 0", rule("positive sum, heads", leaf(), e="fn(h in heads: exp(-2*M[h]))"))],
                leaf(f"1: {_SHARES} >= 0; 1/N > 0; 1/root > 0"),
            ),
        ),
    ),
    BELOW_C,
]

_NARROWS = have(
    [
        (WEIGHTED, lemma("CON-E6.weights")),
        (f"{_FACTOR} > 0", leaf(f"1: start({LEAST}) > 0; 1/C > 0; 1/root > 0")),
    ],
    unfold(
        "solves(six, y)",
        have(
            _FLOOR,
            lemma(
                "LEM-projected.falling",
                *9 * [KNOWN],
                enter("start", leaf(use=["I == 0"])),
                enter("ae", define([f"factor := {_FACTOR}"], leaf(f"1: factor > 0; rate(I) <= {_SHARES}"))),
                a=f"fn(i, j: {WEIGHT})",
                delta=_DELTA,
                I=f"{_FACTOR}*I",
            ),
        ),
    ),
)
_PAIR = "norm(y[s] - y[t])"
_SIZE = f"B*start({DIAMETER})"
_LATE = have(
    [
        f"{_PAIR} <= B*{DIAMETER}",
        f"{DIAMETER} <= start({DIAMETER})*exp(-({_FACTOR}*I))",
        f"I >= ({_SIZE} + 1)/(r*{_FACTOR})",
        (f"1 + {_FACTOR}*I <= exp({_FACTOR}*I)", rule("exp tangent", a=f"{_FACTOR}*I")),
        (
            f"{_PAIR} < r",
            leaf(
                f"1: {_PAIR} <= B*{DIAMETER}; exp({_FACTOR}*I) > 0",
                f"1: B > 0; {DIAMETER} <= start({DIAMETER})*exp(-({_FACTOR}*I)); exp({_FACTOR}*I) > 0",
                f"1: r > 0; 1 + {_FACTOR}*I <= exp({_FACTOR}*I)",
                f"1: r > 0; {_FACTOR} > 0; I >= ({_SIZE} + 1)/(r*{_FACTOR})",
                "1: r > 0",
                "1:",
                times=[f"exp({_FACTOR}*I)"],
            ),
        ),
    ],
    rule("absolute", leaf(f"1: {_PAIR} < r"), leaf(f"1: {_PAIR} >= 0", "1: r > 0"), e=f"{_PAIR} - 0", b="r"),
)
_TENDS = intro(
    ["", "s", "t"],
    have(
        [
            (HEIGHTS, lemma("CON-T3.2.a")),
            (f"{_FACTOR} > 0", leaf(f"1: start({LEAST}) > 0; 1/C > 0; 1/root > 0")),
            (_DECAYS, _NARROWS),
            *_FLOOR[-1:],
        ],
        unfold(
            "solves(six, y)",
            have(
                [(NEAR, lemma("LEM-projected.near"))],
                obtain(
                    NEAR,
                    "B",
                    unfold(
                        "goal",
                        intro(
                            ["r", ""],
                            take(
                                _INFINITE,
                                [f"({_SIZE} + 1)/(r*{_FACTOR})"],
                                obtain(
                                    _INFINITE.partition(": ")[2].replace(">= b", f">= ({_SIZE} + 1)/(r*{_FACTOR})"),
                                    "T",
                                    witness("T", enter("every", intro("", _LATE))),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

_VALUES: dict[str, Any] = {"M": [6, 6], "N": 3, "z": [1, "1/4", 0, 0], "C": 2}

formal(
    "CON-H.3.repaired",
    statement=model(
        FULL, SOLUTION, HEMISPHERE, GROWING, {"show": [HEIGHTS, _DECAYS, f"({_INFINITE}) => ({_TOGETHER})"]}
    ),
    proof=[lemma("CON-T3.2.a"), have([(HEIGHTS, lemma("CON-T3.2.a"))], _NARROWS), _TENDS],
    instance=full(**_VALUES, I=0),
    twin=Variant(
        "tokens that do not attract each other",
        {**STILL, "at_start(I == 0)": "at_start(I == 1)"},
        full(**_VALUES, I=1, y=[ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]]),
    ),
)
