"""Linearly independent tokens start in a common hemisphere, so that Figure 4 is implied (CON-S5.1.2.b.implied)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, absurd, enter, have, intro, leaf, lemma, obtain, rule, split

_SUM = "sum(k: dot(w, C[k])*x[k])"
_GRAM = f"forall C in state: m*sum(k: dot(w, C[k])^2) <= dot({_SUM}, {_SUM})"
_GIVEN = {"letters": ["x[token], w: vector; m: number"], "given": ["dot(w, w) == 1", "m > 0", _GRAM]}
_SHARED = "exists v in vector: forall k: dot(v, x[k]) > 0"
_NOT_OPPOSITE = "forall i, j: x[i] + x[j] != 0"
_HEMISPHERE = "at_start(forall i: dot(v, y[i]) > 0)"
_FROM_THERE = "at_start(forall i: y[i] == x[i]) => tends(sum(k: 1 - dot(y[k], y[f])), 0)"
_INDEPENDENT: dict[str, Any] = {"x": [[0, 1, 0, 0], ["3/5", "4/5", 0, 0], [0, 0, 0, 1]], "w": TOP, "m": "1/10"}

_SQUARES = "sum(k: dot(w, C[k])^2)"
_NONE = "forall k: dot(w, C[k]) == 0"
_ONLY_ZERO = intro(
    ["C", ""],
    have(
        [
            f"m*{_SQUARES} <= dot({_SUM}, {_SUM})",
            (f"m*{_SQUARES} <= 0", leaf(f"1: m*{_SQUARES} <= dot({_SUM}, {_SUM})", use=[f"{_SUM} == 0"])),
            (f"{_SQUARES} <= 0", leaf(f"1: m*{_SQUARES} <= 0; 1/m > 0")),
        ],
        intro(
            "p",
            have(
                [
                    (
                        f"{_SQUARES} >= dot(w, C[p])^2",
                        rule("term of a positive sum", leaf(), e="fn(k: dot(w, C[k])^2)", y="p", new={"x": "q"}),
                    )
                ],
                rule(
                    "square zero",
                    leaf(f"1: {_SQUARES} >= dot(w, C[p])^2", f"1: {_SQUARES} <= 0"),
                    a="dot(w, C[p])",
                ),
            ),
        ),
    ),
)
_PROVED = have([(f"forall C in state: {_SUM} == 0 => ({_NONE})", _ONLY_ZERO)], lemma("LEM-independent"))
_APART = intro(
    "p,q",
    have(
        ["dot(v, x[p]) > 0", "dot(v, x[q]) > 0"],
        split(
            "x[p] + x[q] == 0 or x[p] + x[q] != 0",
            have(
                [
                    (
                        "dot(v, x[p] + x[q]) == dot(v, 0*x[p])",
                        lemma("LEM-same-dot", KNOWN, u="x[p] + x[q]", w="0*x[p]", z="v"),
                    )
                ],
                absurd(
                    lemma(
                        "LEM-two-signs",
                        leaf("eq 1: dot(v, x[p] + x[q]) == dot(v, 0*x[p])"),
                        leaf("1: dot(v, x[p]) > 0", "1: dot(v, x[q]) > 0"),
                        a="-dot(v, x[p] + x[q])",
                    )
                ),
            ),
            KNOWN,
        ),
    ),
)
_LIMIT = intro(
    "",
    have(
        [(_SHARED, _PROVED)],
        obtain(
            _SHARED,
            "v",
            have(
                [(_HEMISPHERE, enter("start", intro("p", leaf("1: dot(v, x[p]) > 0", use=["y[p] == x[p]"]))))],
                lemma("CON-S5.1.2.b.hemisphere"),
            ),
        ),
    ),
)

formal(
    "CON-S5.1.2.b.implied.independent",
    title="Figure 4 from linearly independent tokens: they share a hemisphere, and E tends to 0",
    sentence=(
        r"Auto-regressive model, $U_\eta = I$, W = I, bounded P(t), all n, h: any linearly independent tokens (so $\ell"
        r" \le n + 1$ of them) lie in a common open hemisphere, no two of them opposite, and $\ell E$ tends to 0 from"
        " there."
    ),
    reading=(
        r"linearly independent: the Gram matrix is positive definite, $|\sum_kc_kx_k|^2 \ge m|c|^2$ for all c with some"
        r" m > 0; the numbers c are written $c_k = w^TC_k$ with a unit vector w"
    ),
    source=Source(PAPER, "Section 5.1.2, Figure 4"),
    kind="convergence",
    role="extension",
    statement=model(HEADS, HEADS_SOLUTION, BOUNDED_P, _GIVEN, {"show": [_SHARED, _NOT_OPPOSITE, _FROM_THERE]}),
    proof=[_PROVED, have([(_SHARED, _PROVED)], obtain(_SHARED, "v", _APART)), _LIMIT],
    instance=heads(K=6, **_INDEPENDENT),
    twin=Variant(
        "a positive semidefinite Gram matrix",
        {"m > 0": "m >= 0"},
        heads(K=6, **{**_INDEPENDENT, "m": 0, "x": [TOP, TOP, OPPOSITE]}),
    ),
)
