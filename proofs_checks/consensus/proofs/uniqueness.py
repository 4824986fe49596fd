"""Two solutions of (6) on the sphere with the same start are the same, for bounded P(t), U(t) (CON-A6.unique)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import LOGITS, ON_SPHERE, TOP
from proofs_checks.consensus.proofs.two_solutions import APART, LIPSCHITZ, LONG, PARTING, TWO_SOLUTIONS, far
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import enter, have, intro, leaf, rule, unfold

_CLOSE = f"decays({APART}, -{LIPSCHITZ})"
_GROWN = f"-({APART}*exp(-({LIPSCHITZ}*time)))"
_BOUND = have(
    PARTING,
    unfold(
        "goal",
        have(
            [
                (
                    f"always({_GROWN} >= start({_GROWN}))",
                    rule(
                        "monotone",
                        leaf(f"1: rate({APART}) <= {LIPSCHITZ}*{APART}; exp(-({LIPSCHITZ}*time)) > 0"),
                        z=_GROWN,
                    ),
                )
            ],
            enter("every", leaf(f"1: {_GROWN} >= start({_GROWN}); exp({LIPSCHITZ}*time) > 0")),
        ),
    ),
)
_SAME = intro(
    "",
    have(
        [
            (_CLOSE, _BOUND),
            (
                f"start({APART}) <= 0",
                enter(
                    "start",
                    rule("greatest", leaf(use=["x[t] == y[t]"]), e="fn(o: norm(x[o] - y[o]))", b="0", new={"x": "t"}),
                ),
            ),
        ],
        unfold(
            _CLOSE,
            enter(
                "every",
                intro(
                    "q",
                    have(
                        [
                            far("q"),
                            (
                                f"{LONG} <= 0",
                                leaf(
                                    f"1: {far('q')[0]}",
                                    f"1: {APART} <= start({APART})*exp(-(-{LIPSCHITZ})*time)",
                                    f"1: start({APART}) <= 0; exp(-(-{LIPSCHITZ})*time) > 0",
                                ),
                            ),
                        ],
                        rule("equal vectors", leaf(f"1: {LONG} <= 0; {LONG} >= 0"), u="x[q]", w="y[q]"),
                    ),
                ),
            ),
        ),
    ),
)
_INSTANCE: dict[str, Any] = {
    "tokens": 2,
    "heads": 2,
    "dim": 4,
    "letters": {
        "P": LOGITS,
        "U": [[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]] * 2,
        "p": [6, 6],
        "u": [1, 1],
        "root": 2,
        "x": [ON_SPHERE] * 2,
        "y": [TOP] * 2,
    },
}

formal(
    "CON-A6.unique",
    title="Solutions of (6) on the sphere are unique, and depend on the start with an explicit constant",
    source=Source(PAPER, "equation (6); Assumptions 3.1, 4.1, 4.4"),
    kind="invariance",
    role="extension",
    sentence=(
        r"Full attention on the sphere, bounded measurable P(t) and U(t), $|x^TP_\eta y| \le p_\eta|x||y|$,"
        r" $|x^TU_\eta y| \le u_\eta|x||y|$: two solutions of (6) satisfy $d(x(t), y(t)) \le"
        r" e^{Lt}d(x(0), y(0))$, d the largest distance of a token, $L = \sum_\eta u_\eta(8p_\eta +"
        r" 2)/\sqrt{n+1}$; so with the same start they are the same."
    ),
    reading=(
        "the uniqueness in CON-A6, on the sphere, for full attention, with a constant of its own; not decided here:"
        " that a solution exists, other ellipsoids, the auto-regressive model"
    ),
    statement={
        **TWO_SOLUTIONS,
        "show": [_CLOSE, "at_start(forall i: x[i] == y[i]) => always(forall i: x[i] == y[i])"],
    },
    proof=[
        unfold("solves(six, x)", unfold("solves(six, y)", _BOUND)),
        unfold("solves(six, x)", unfold("solves(six, y)", _SAME)),
    ],
    instance=_INSTANCE,
    twin=Variant("solutions that come together", {"8*p[h] + 2": "-8*p[h] - 2"}, _INSTANCE),
)
