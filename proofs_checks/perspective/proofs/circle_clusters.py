"""Theorem 5.1 on the circle: for large beta a critical point at which the Hessian is at most 0 is a cluster."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.angles import FRAME
from proofs_checks.perspective.proofs.circle_turns import FLAT
from proofs_checks.perspective.proofs.models import EAST, NORTH, STATE, USA, WEIGHTS
from proofs_checks.perspective.proofs.resting import RESTS, TOGETHER
from proofs_checks.perspective.proofs.tau import STAR, acute, in_cosine
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
)

PLANE = "forall i: x[i] == dot(x[i], a)*a + dot(x[i], b)*b"
ON_PLANE = model(WEIGHTS, USA, STATE, {"letters": ["a, b: vector"], "given": [*FRAME, PLANE]})
_NONE_OR_ONE = "sum(j: 1) == 0 or sum(j: 1) >= 1"
_COUNTED = have(
    [(_NONE_OR_ONE, rule("sizes are whole", n="sum(j: 1)")), ("sum(j: 1) > 0", leaf())],
    split(
        _NONE_OR_ONE,
        absurd(lemma("LEM-two-signs", leaf("eq 1: sum(j: 1) == 0"), leaf("1: sum(j: 1) > 0"), a="-sum(j: 1)")),
        KNOWN,
    ),
)
_LESS = "exists m in size: m + 1 == sum(j: 1)"
_HALF = "exists w in vector: forall i: dot(w, x[i]) > 0"
_SPLIT = "dot(x[q], x[q]) == dot(x[q], dot(x[q], a)*a + dot(x[q], b)*b)"
UNIT_SPLIT = intro(
    "q",
    have(
        [
            "x[q] == dot(x[q], a)*a + dot(x[q], b)*b",
            (_SPLIT, lemma("LEM-same-dot", u="x[q]", w="dot(x[q], a)*a + dot(x[q], b)*b", z="x[q]")),
        ],
        leaf(f"eq -1: {_SPLIT}", "eq 1: dot(x[q], x[q]) == 1"),
    ),
)

formal(
    "LEM-circle-clusters",
    title="A critical point of the circle at which the Hessian is at most 0 is a cluster where tau* is small",
    statement=model(
        ON_PLANE,
        {
            "letters": ["tau: number"],
            "given": ["beta > 0", STAR("beta", "tau"), "(n - 1)*tau < pi", FLAT, RESTS],
            "show": [TOGETHER],
        },
    ),
    proof=have(
        [("sum(j: 1) >= 1", _COUNTED), (_LESS, lemma("LEM-one-less", n="sum(j: 1)"))],
        obtain(
            _LESS,
            "m",
            have(
                [
                    (
                        _HALF,
                        lemma(
                            "LEM-circle-chain",
                            *[KNOWN] * 4,
                            UNIT_SPLIT,
                            *[KNOWN] * 4,
                            leaf("1: (n - 1)*tau < pi", "eq tau: m + 1 == sum(j: 1)"),
                            c="fn(i: dot(x[i], a))",
                            s="fn(i: dot(x[i], b))",
                        ),
                    )
                ],
                obtain(_HALF, "w", lemma("LEM-resting-cap")),
            ),
        ),
    ),
)

THERE = f"exists t in number: {STAR('beta', 't')}"
_STEPS: list[tuple[str, Tree]] = [acute("tau"), in_cosine("beta", "tau")]
_NEAR = "(n - 1)*tau < pi"
_LARGE = rule(
    "strictly below the square",
    leaf("1: pi > 0"),
    leaf(
        "1: beta >= n^2/pi^2; pi > 0; pi > 0",
        "2: sum(j: 1) >= 1",
        "1:",
        "1: beta*tau^2 <= 1; sq n - 1",
        times=["beta"],
    ),
    a="(n - 1)*tau",
    b="pi",
)
_SQUARED = have(
    [
        ("tau^2*cos(tau) <= sin(tau)^2", lemma("LEM-square-below", KNOWN, leaf("1: tau < pi/2"), a="tau")),
    ],
    leaf(
        "1: tau^2*cos(tau) <= sin(tau)^2; beta > 0",
        "eq 1: beta*sin(tau)^2 == cos(tau)",
        times=["cos(tau)"],
    ),
)


def _clustered(id: str, title: str, sentence: str, bound: list[str], near: list[tuple[str, Tree]], tokens: int) -> None:
    """A claim about critical points of the circle at which the Hessian is at most 0."""
    west = [-1, 0]
    letters: dict[str, Any] = {"beta": 1, "a": EAST, "b": NORTH}
    formal(
        id,
        title=title,
        sentence=sentence,
        reading="the Hessian is the form of the derivative of the field of USA, n times the gradient",
        role="extension",
        statement=model(ON_PLANE, {"given": [*bound, FLAT, RESTS], "show": [TOGETHER]}),
        proof=have(
            [*near[:-1], (THERE, lemma("LEM-tau-star"))],
            obtain(THERE, "tau", have([*_STEPS, near[-1]], lemma("LEM-circle-clusters"))),
        ),
        instance={"tokens": tokens, "dim": 2, "letters": {**letters, "x": [EAST] * tokens}},
        twin=Variant(
            "without the Hessian",
            {FLAT: "beta == beta"},
            {"tokens": tokens, "dim": 2, "letters": {**letters, "x": [*[EAST] * (tokens - 1), west]}},
        ),
    )


_POSITIVE = [("sum(j: 1) >= 1", _COUNTED), ("beta > 0", leaf("1: beta >= n^2/pi^2", "1: n^2/pi^2 > 0"))]

_clustered(
    "PER-T5.1.circle",
    "On the circle, for beta of at least n^2/pi^2, a critical point that is no cluster is a strict saddle",
    r"For $n$ tokens on the circle and $\beta \geq n^2/\pi^2$: a critical point of $E_\beta$ at which the Hessian is at"
    r" most 0 is a cluster: every other critical point is a strict saddle, as Theorem 5.1 needs for $d = 2$.",
    ["beta >= n^2/pi^2"],
    [*_POSITIVE, (_NEAR, have([("beta*tau^2 <= 1", _SQUARED)], _LARGE))],
    2,
)

_TURN = "pi/(n - 1)"
_SHORT = have(
    [(f"tau < {_TURN}", lemma("LEM-tau-below", a=_TURN))],
    leaf(f"1: tau < {_TURN}; n - 1 > 0"),
)
_BOUND = f"beta > cos({_TURN})/sin({_TURN})^2"

_clustered(
    "PER-N2.circle",
    "On the circle, with the constant of the chain, a critical point that is no cluster is a strict saddle",
    r"For $n \geq 3$ tokens on the circle and $\beta > \cos(\pi/(n-1))/\sin^2(\pi/(n-1))$: a critical point of"
    r" $E_\beta$ at which the Hessian is at most 0 is a cluster.",
    ["n >= 3", _BOUND],
    [
        ("n - 1 >= 2", leaf("1: n >= 3")),
        ("n - 1 > 0", leaf("1: n - 1 >= 2", "2:")),
        (f"0 < {_TURN}", leaf()),
        (f"{_TURN} <= pi/2", leaf("1/2: pi > 0; n - 1 >= 2", times=["n - 1"])),
        (f"sin({_TURN}) > 0", lemma("LEM-sine-positive", KNOWN, leaf(f"1: {_TURN} <= pi/2", "1/2: pi > 0"), a=_TURN)),
        (f"1 - cos({_TURN})^2 > 0", leaf(f"1: sin({_TURN}) > 0; sin({_TURN}) > 0")),
        ("cos(pi/2) == 0", rule("quarter turn")),
        (
            f"cos({_TURN}) >= cos(pi/2)",
            lemma("LEM-cosine-falls.weakly", KNOWN, KNOWN, leaf("1/2: pi > 0"), a=_TURN, b="pi/2"),
        ),
        (f"beta*sin({_TURN})^2 > cos({_TURN})", leaf(f"1: {_BOUND}; sin({_TURN}) > 0; sin({_TURN}) > 0")),
        (
            "beta > 0",
            leaf(
                f"1: beta*sin({_TURN})^2 > cos({_TURN})",
                f"1: cos({_TURN}) >= cos(pi/2)",
                "eq -1: cos(pi/2) == 0",
                times=[f"sin({_TURN})", f"sin({_TURN})"],
            ),
        ),
        (_NEAR, _SHORT),
    ],
    3,
)

_clustered(
    "PER-N8.positive",
    "Three tokens on the circle, beta > 0: a critical point that is no cluster is a strict saddle",
    r"For three tokens on the circle and $\beta > 0$: a critical point of $E_\beta$ at which the Hessian is at most 0"
    r" is a cluster.",
    ["n == 3", "beta > 0"],
    [(_NEAR, leaf("2: tau < pi/2", "eq tau: n == 3"))],
    3,
)
