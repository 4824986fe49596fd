"""A token that misses consensus starts in the span of the earlier ones (CON-X9.span)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.cascade_step import AWAY, drawn
from proofs_checks.consensus.proofs.exceptional_token import NOT_NEGATIVE, OFF_EACH, OPPOSITE_BY, opposed
from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from proofs_checks.consensus.proofs.same_start import LATER, MISSED, SOURCE, STRENGTH, row
from proofs_checks.consensus.proofs.theorem_4_2 import LOWER, WEIGHT
from proofs_checks.lemmas.cascade_limit import OFF_SUM, OFFS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, enter, have, intro, leaf, lemma, rule

_ACROSS = "forall j in before({0}): dot(w, y[j]) == 0".format
_ALWAYS = "forall j in before({0}): always(dot(w, y[j]) == 0)".format
_EACH = "i < g => always(dot(w, y[i]) == 0)"
LED: list[Tree] = [KNOWN, enter("every", KNOWN), enter("ae", KNOWN), *[KNOWN] * 3]
_S = f"({OFF_SUM} + {OPPOSITE_BY('y')})"
CLOSE: Steps = [
    (OFFS, lemma("LEM-cascade.offs")),
    (f"tends({_S}, 0)", lemma("LEM-tends.two", a=OFF_SUM, b=OPPOSITE_BY("y"))),
    NOT_NEGATIVE,
    OFF_EACH,
    opposed("y"),
    *row("g"),
]


def placed(i: str) -> dict[str, Any]:
    """What the letters of LEM-off-span and LEM-off-side stand for at token i."""
    return {"u": f"y[{i}]", "a": f"fn(j: {WEIGHT(i, 'j')})", "g": i, "S": STRENGTH}


def opposite(name: str, *more: Tree) -> Tree:
    """The lemma LEM-off-span or LEM-off-side for token g, to which all earlier ones come to be opposite."""
    return lemma(
        name,
        *LED,
        *[KNOWN] * 3,
        enter("every", intro("p", KNOWN)),
        enter("every", leaf(f"1: {OFF_SUM} >= 0", f"1: {OPPOSITE_BY('y')} >= 0")),
        *more,
        s=_S,
        delta=LOWER("g"),
        **placed("g"),
    )


_NEXT = intro(
    "",
    have(
        [
            (_ALWAYS("x"), intro("p", have([("p < g", lemma("LEM-token-order", a="p", b="x", c="g"))], KNOWN))),
            (f"always({_ACROSS('x')})", enter("every", intro("p", KNOWN))),
            *row("x"),
        ],
        lemma("LEM-off-span.stays", *LED, enter("start", KNOWN), **placed("x")),
    ),
)
_WITHIN = have(
    [
        (f"forall i: {_EACH}", rule("strong induction", _NEXT, P=f"fn(i: {_EACH})")),
        (_ALWAYS("g"), intro("p", KNOWN)),
        (f"always({_ACROSS('g')})", enter("every", intro("p", KNOWN))),
        *CLOSE,
    ],
    opposite("LEM-off-span"),
)
_REST = heads(g=2, K=6, y=[TOP, TOP, OPPOSITE], w=[0, 1, 2, 0])

formal(
    "CON-X9.span",
    title="A token that misses consensus over a convergent state of the earlier ones starts in their span",
    sentence=(
        r"Auto-regressive model, $U_\eta = I$, W = I, bounded P(t), all n, h and $\ell$: if the tokens before token i"
        " converge to $y_1$ and token i does not, it starts across every vector across which all of them start, that"
        " is in their span; with three tokens, in the plane of the first two."
    ),
    source=SOURCE,
    kind="convergence",
    role="extension",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        BOUNDED_P,
        LATER,
        MISSED,
        {
            "letters": ["w: vector"],
            "given": [f"at_start({_ACROSS('g')})"],
            "show": ["at_start(dot(w, y[g]) == 0)"],
        },
    ),
    proof=have([(AWAY, lemma("CON-X9.opposite"))], drawn(_WITHIN)),
    instance=_REST,
    twin=Variant(
        "in every plane through them",
        {_ACROSS("g"): "forall j in before(f): dot(w, y[j]) == 0"},
        heads(g=2, K=6, y=[TOP, TOP, OPPOSITE], w=TOP),
    ),
)
