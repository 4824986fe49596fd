"""Two solutions of (6) on the sphere with the same start are the same, for bounded P(t), U(t) (CON-A6.unique)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.field_lipschitz import LIPSCHITZ
from proofs_checks.consensus.proofs.instances import LOGITS, ON_SPHERE, TOP
from proofs_checks.consensus.proofs.two_solutions import APART, FIELDS, LONG, TWO_SOLUTIONS, far, parting
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import both, enter, have, intro, leaf, rule, unfold

_CLOSE = f"decays({APART}, -{LIPSCHITZ})"
_EQUAL = "forall i: x[i] == y[i]"
_GROWN = f"-({APART}*exp(-({LIPSCHITZ}*time)))"
_BOUND = unfold(
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
        r"On the sphere, full and auto-regressive, bounded measurable P(t) and U(t), $|x^TP_\eta y| \le p_\eta|x||y|$,"
        r" $|U_\eta x| \le u_\eta|x|$: two solutions of (6) satisfy $d(x(t), y(t)) \le e^{Lt}d(x(0), y(0))$, d the"
        r" largest distance of a token, $L = \sum_\eta u_\eta(2p_\eta + 2)/\sqrt{n+1}$; so with the same start they are"
        " the same."
    ),
    reading="the uniqueness in CON-A6, on the sphere; not decided here: that a solution exists, other ellipsoids",
    statement={
        **TWO_SOLUTIONS,
        "show": [
            f"solves({field}, x) and solves({field}, y) => {_CLOSE} and (at_start({_EQUAL}) => always({_EQUAL}))"
            for field in FIELDS
        ],
    },
    proof=[
        intro("", unfold(f"solves({f}, x)", unfold(f"solves({f}, y)", have(parting(f), both(_BOUND, _SAME)))))
        for f in FIELDS
    ],
    instance=_INSTANCE,
    twin=Variant("solutions that come together", {"2*p[h] + 2": "-2*p[h] - 2"}, _INSTANCE),
)
