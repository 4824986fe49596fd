"""Discrete Theorem 3.2 from the first layer on (CON-B2.contraction): consensus is reached geometrically."""

from __future__ import annotations

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.layer_sequences import AT_REST, OPPOSITE, STEPS
from proofs_checks.consensus.proofs.layers import (
    DELTA,
    DIAM,
    FACTOR,
    INSIDE,
    KEEPS,
    LOW,
    POSITIVE,
    ROOM,
    SHARES,
    SHRINKS,
    TAKEN,
    WEIGHED,
    S,
)
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, have, leaf, lemma, rule, take

_LATER = f"(({INSIDE('n')}) and {LOW('n')} >= {LOW('0')}) and {DIAM('n')} <= f^n*{DIAM('0')}"
STARTED = f"f == {FACTOR(LOW('0'))}"
DECLINE = f"(0 <= f and f < 1) and (forall n in step: {_LATER})"
_FIRST = TAKEN.replace("n0", "0")


def _layered(then: Tree) -> Tree:
    return have([(f"({KEEPS}) and ({SHRINKS}) and ({SHARES})", lemma("CON-B2.layers"))], then)


_RANGE = have(
    [(f"{_FIRST} <= 1 and {_FIRST} > 0", take(SHARES, ["0"], KNOWN))],
    both(leaf(f"1: {_FIRST} <= 1", f"eq -1: {STARTED}"), leaf(f"1: {_FIRST} > 0", f"eq 1: {STARTED}")),
)
_STEPPED_ON = f"{DIAM('n0 + 1')} <= {FACTOR(LOW('n0'))}*{DIAM('n0')}"
_WIDE = f"{DIAM('n0')} >= 0"
_GEOMETRIC = rule(
    "induction",
    both(KNOWN, KNOWN, KNOWN, leaf()),
    have(
        [
            *POSITIVE[:3],
            WEIGHED,
            ROOM,
            (f"({INSIDE('n0 + 1')}) and {LOW('n0 + 1')} >= {LOW('n0')}", take(KEEPS, ["n0"], KNOWN)),
            (_STEPPED_ON, take(SHRINKS, ["n0"], KNOWN)),
            (
                _WIDE,
                rule(
                    "some element",
                    have(
                        [
                            (
                                f"norm(y[n0, p]/dot(v, y[n0, p]) - y[n0, p]/dot(v, y[n0, p])) <= {DIAM('n0')}",
                                rule("within the diameter", q="fn(j: y[n0, j]/dot(v, y[n0, j]))", y="p", z="p"),
                            )
                        ],
                        leaf(f"1: norm(y[n0, p]/dot(v, y[n0, p]) - y[n0, p]/dot(v, y[n0, p])) <= {DIAM('n0')}"),
                    ),
                    C=_WIDE,
                    new={"x": "p"},
                ),
            ),
            (
                f"{FACTOR(LOW('n0'))} <= f",
                leaf(
                    f"1: N > 0; tau > 0; {DELTA} > 0; {LOW('n0')} >= {LOW('0')}; 1/(C*(1 + tau*{S})) > 0",
                    f"eq -1: {STARTED}",
                ),
            ),
        ],
        both(
            KNOWN,
            KNOWN,
            leaf(f"1: {LOW('n0 + 1')} >= {LOW('n0')}", f"1: {LOW('n0')} >= {LOW('0')}"),
            leaf(
                f"1: {_STEPPED_ON}",
                f"1: {FACTOR(LOW('n0'))} <= f; {_WIDE}",
                f"1: 0 <= f; {DIAM('n0')} <= f^n0*{DIAM('0')}",
            ),
        ),
    ),
    P=f"fn(n in size: {_LATER})",
    new={"n": "n0"},
)

_LETTERS = {**AT_REST["letters"], "f": "1 - exp(-12)/8"}

formal(
    "CON-B2.contraction",
    title="Geometric contraction per layer",
    source=Source(PAPER, "equation (1), Theorem 3.2 (extension: the discrete map)"),
    kind="convergence",
    role="extension",
    sentence=(
        r"For the map (1) with $W_\eta V_\eta = \tau I$, $\tau > 0$, P that may differ from layer to layer, $|x^TP_\eta"
        r" y| \le M_\eta|x|_W|y|_W$, $a = \sum_\eta e^{-2M_\eta}/(\ell\sqrt{n+1})$, $s = h/\sqrt{n+1}$, q and C as in"
        r" CON-B1: from an open hemisphere, with the least height m at the start, $\mathrm{diam}\,q$ after k layers is"
        r" at most $f^k$ times what it was, $f = 1 - \frac{\ell\tau am}{C(1+\tau s)}$ in [0, 1), and no height is below"
        " m."
    ),
    statement={
        **STEPS,
        "letters": [*STEPS["letters"], "f: number"],
        "given": [*STEPS["given"], STARTED],
        "show": ["0 <= f and f < 1", f"forall n in step: {_LATER}"],
    },
    proof=[_layered(_RANGE), _layered(have([("0 <= f and f < 1", _RANGE)], _GEOMETRIC))],
    instance={**AT_REST, "letters": _LETTERS},
    twin=Variant(
        "tokens on both sides of the hyperplane",
        {"forall i: dot(v, y[0, i]) > 0": "forall i: dot(v, y[0, i]) != 0"},
        {**AT_REST, "letters": {**_LETTERS, **OPPOSITE, "f": "1 + exp(-12)/8"}},
    ),
)
