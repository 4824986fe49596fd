"""Simulation 5.1.1 with value matrices that are not the identity: all tokens leave a hemisphere together (Figure 2).

At one place all tokens have equal weights, whatever P(t) is, and move by U_1 + U_2 alone. With that sum 7/12 - e1 e2^T
on the plane of e1 and e2 the place is (w, 1)/sqrt(1 + w^2), w = 1 - t/sqrt(3), which is outside the hemisphere about e1
from t = sqrt(3) on.
"""

from __future__ import annotations

from fractions import Fraction

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.models import MOVING
from proofs_checks.consensus.proofs.plane_motions import frame
from proofs_checks.consensus.simulations import printed
from verify.claim import Source
from verify.formal import formal, model
from verify.tactics.build import both, enter, intro, leaf, rule

_TOKENS = 10
_NAMES = ["e1", "e2", "e3"]
_FRAME = frame(_NAMES)


def _row(row: printed.Row) -> str:
    return " + ".join(f"({Fraction(x)})*{name}" for x, name in zip(row, _NAMES, strict=True))


def _terms(matrix: printed.Matrix, waves: tuple[printed.Wave, ...]) -> list[list[str]]:
    """D(t) P' by its rows."""
    return [
        [f"2*{wave}({k}*pi*time)", name, _row(row)] for (wave, k), name, row in zip(waves, _NAMES, matrix, strict=True)
    ]


def _printed(head: str, terms: list[list[str]]) -> str:
    """P of a head is the printed one at almost every time."""
    image = " + ".join(f"{number}*dot({row}, a)*{left}" for number, left, row in terms)
    return f"almost_always(forall a in vector: P[{head}](a) == {image})"


_P1, _P2 = _terms(printed.P_1, printed.D_1), _terms(printed.P_2, printed.D_2)
_ENTRIES = [f"-1/2 <= dot({a}, U[h]({b})) and dot({a}, U[h]({b})) <= 1/2" for a in _NAMES for b in _NAMES]
SIMULATION = {
    "spaces": ["E"],
    "letters": ["U[head]: matrix; P[head]: measurable matrix; e1, e2, e3, v: vector; root: number; f, g: head"],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "force(X, i) := sum(h in heads: sum(j: e(h, X, i, j)*U[h](X[j]))/(root*sum(k: e(h, X, i, k))))",
    ],
    "flows": ["valued(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": [
        "root > 0",
        "root^2 == dim(E)",
        "dim(E) == 3",
        f"sum(j: 1) == {_TOKENS}",
        "sum(h in heads: 1) == 2",
        "f < g",
        *_FRAME,
        _printed("f", _P1),
        _printed("g", _P2),
        *[f"forall h in heads: {entry}" for entry in _ENTRIES],
        "solves(valued, y)",
        "at_start(forall i: dot(v, y[i]) > 0)",
    ],
}


def _matrix(*rows: printed.Row) -> list[list[str]]:
    return [["1", name, _row(row)] for name, row in zip(_NAMES, rows, strict=True)]


_U1 = _matrix(("1/4", "-1/2", "1/3"), ("1/7", "1/3", "-1/5"), ("1/9", "-1/8", "1/2"))
_U2 = _matrix(("1/3", "-1/2", "1/5"), ("-1/7", "1/4", "1/2"), ("-1/9", "1/8", "-1/3"))
_PLACE = "(w*e1 + e2)/sqrt(1 + w^2)"
_EACH = [leaf(use=_FRAME)] * _TOKENS
_OUTSIDE = rule(
    "time goes on",
    enter(
        "every",
        leaf(f"1: dot(e1, {_PLACE}) > 0; sqrt(1 + w^2) > 0; sqrt(3) > 0", use=_FRAME),
    ),
    T="sqrt(3)",
    C="1 <= 0",
)

formal(
    "CON-S5.1.1.c.R1",
    title="Figure 2 with all other matrices random",
    sentence=(
        "In simulation 5.1.1 tokens that start in a hemisphere remain there, also when the value matrices U_1, U_2 are"
        " random with entries in [-0.5, 0.5]."
    ),
    reading='R1: "all other matrices" includes the value matrices; stated for every draw from the interval',
    source=Source(PAPER, "Section 5.1.1"),
    kind="invariance",
    no_repair="with U = I, as Assumption 3.1 asks, it is CON-S5.1.1.c; the assumption and random U exclude each other",
    statement=model(SIMULATION, MOVING, {"show": "always(forall i: dot(v, y[i]) > 0)"}),
    refuted={
        "motion": {
            "frame": _NAMES,
            "tokens": _TOKENS,
            "heads": 2,
            "where": ["w := 1 - time/sqrt(3)"],
            "letters": {
                "U": [_U1, _U2],
                "P": [_P1, _P2],
                **{name: name for name in _NAMES},
                "v": "e1",
                "root": "sqrt(3)",
                "f": 0,
                "g": 1,
                "y": [_PLACE] * _TOKENS,
            },
            "first": [["always(1 + w^2 > 0)", enter("every", leaf("1:", "1: sq w"))]],
            "given": [
                *[leaf()] * 6,
                *[leaf(use=_FRAME)] * len(_FRAME),
                *[enter("ae", intro("a", leaf()))] * 2,
                *[both(*[leaf(use=_FRAME)] * 4)] * 9,
                both(enter("every", both(*_EACH)), enter("ae", both(*_EACH))),
                enter("start", both(*_EACH)),
            ],
            "show": intro("", _OUTSIDE),
        }
    },
)
