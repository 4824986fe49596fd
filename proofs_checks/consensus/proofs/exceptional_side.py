"""A token that misses consensus starts on the other side of the earlier ones (CON-X9.side)."""

from __future__ import annotations

from proofs_checks.consensus.proofs.cascade_step import AWAY, drawn
from proofs_checks.consensus.proofs.exceptional_span import CLOSE, LED, opposite, placed
from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from proofs_checks.consensus.proofs.same_start import LATER, MISSED, SOURCE, row
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule

_SIDE = "forall j in before({0}): dot(w, y[j]) >= 0".format
_EACH = "i < g => always(dot(w, y[i]) >= 0)"
_NEXT = intro(
    "",
    have(
        [
            (
                "forall j in before(x): always(dot(w, y[j]) >= 0)",
                intro("p", have([("p < g", lemma("LEM-token-order", a="p", b="x", c="g"))], KNOWN)),
            ),
            (f"always({_SIDE('x')})", enter("every", intro("p", KNOWN))),
            *row("x"),
        ],
        lemma("LEM-off-side.stays", *LED, enter("start", KNOWN), **placed("x")),
    ),
)
_BEFORE_Q = intro("p", have([("p < g", lemma("LEM-token-order", a="p", b="l", c="g"))], KNOWN))
_OPPOSITE = have(
    [
        (f"forall i: {_EACH}", rule("strong induction", _NEXT, P=f"fn(i: {_EACH})")),
        ("forall j in before(g): always(dot(w, y[j]) >= 0)", intro("p", KNOWN)),
        (f"always({_SIDE('g')})", enter("every", intro("p", KNOWN))),
        ("forall j in before(l): always(dot(w, y[j]) >= 0)", _BEFORE_Q),
        (f"always({_SIDE('l')})", enter("every", intro("p", KNOWN))),
        *row("l"),
        ("always(dot(w, y[l]) > 0)", lemma("LEM-off-side.inside", *LED, KNOWN, **placed("l"))),
        *CLOSE,
    ],
    opposite("LEM-off-side", KNOWN, enter("ae", leaf()), KNOWN),
)

formal(
    "CON-X9.side",
    title="A token that misses consensus over a convergent state of the earlier ones starts on their other side",
    sentence=(
        r"Auto-regressive model, $U_\eta = I$, W = I, bounded P(t), all n, h and $\ell$: if the tokens before token i"
        " converge to $y_1$ and token i does not, then token i starts strictly outside of every closed half space"
        r" $\{w^Tx \ge 0\}$ in which all of them start, one of them strictly inside."
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
            "letters": ["w: vector; l: token"],
            "given": [f"at_start({_SIDE('g')})", "l < g", "at_start(dot(w, y[l]) > 0)"],
            "show": ["at_start(dot(w, y[g]) < 0)"],
        },
    ),
    proof=have([(AWAY, lemma("CON-X9.opposite"))], drawn(_OPPOSITE)),
    instance=heads(g=2, l=1, K=6, y=[TOP, TOP, OPPOSITE], w=[1, 1, 2, 0]),
    twin=Variant(
        "none of them strictly inside",
        {"dot(w, y[l]) > 0": "dot(w, y[l]) >= 0"},
        heads(g=2, l=1, K=6, y=[TOP, TOP, OPPOSITE], w=[0, 1, 2, 0]),
    ),
)
