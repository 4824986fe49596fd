"""Over a convergent state of the earlier tokens at most one place does not lead to consensus (CON-X9.most)."""

from __future__ import annotations

from proofs_checks.consensus.proofs.cascade_step import AWAY, FIRST, drawn
from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from proofs_checks.consensus.proofs.same_start import (
    COMMON,
    LATER,
    MISSED,
    OTHER,
    SAME,
    SOURCE,
    TWO_LED,
    placed,
    weights,
)
from proofs_checks.consensus.proofs.theorem_4_2 import LOWER
from proofs_checks.lemmas.cascade_limit import COMES, OFF_SUM, OFFS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf, lemma, unfold

_OFF = "norm(y[p] - y[f])"
OPPOSITE_BY = "norm({0}[g] + y[f])".format
_S = f"({OFF_SUM} + {OPPOSITE_BY('y')} + {OPPOSITE_BY('z')})"
NEAR = "norm(y[{0}] - y[f]) + norm(y[{0}] - y[f])^2/2".format


def opposed(x: str) -> tuple[str, Tree]:
    """The earlier tokens come to be opposite to token g of the solution x."""
    bound = f"{OFF_SUM} + {OPPOSITE_BY(x)}"
    through = lemma("LEM-through", a="y[p]", b="y[f]", c=f"{x}[g]", q=OFF_SUM)
    return f"forall j in before(g): always(norm(y[j] + {x}[g]) <= {bound})", intro("p", through)


def _summed(x: str, other: str) -> Tree:
    """The same with the sum that stands for both solutions."""
    return leaf(f"1: norm(y[p] + {x}[g]) <= {OFF_SUM} + {OPPOSITE_BY(x)}", f"1: {OPPOSITE_BY(other)} >= 0")


_BOTH_AWAY: Steps = [
    (f"always({SAME('g')})", lemma("CON-X9.earlier")),
    (
        COMES.replace("y[", "z["),
        intro(
            "p",
            lemma(
                "LEM-tends.same",
                KNOWN,
                enter("every", leaf(use=["y[p] == z[p]", "y[f] == z[f]"])),
                a=_OFF,
                b="norm(z[p] - z[f])",
                c="0",
                d="0",
            ),
        ),
    ),
    (AWAY, lemma("CON-X9.opposite")),
    (AWAY.replace("y[", "z["), lemma("CON-X9.opposite", y="z")),
    (
        f"tends({OPPOSITE_BY('z')}, 0)",
        lemma(
            "LEM-tends.same",
            KNOWN,
            enter("every", leaf(use=["y[f] == z[f]"])),
            a="norm(z[g] + z[f])",
            b=OPPOSITE_BY("z"),
            c="0",
            d="0",
        ),
    ),
]
_FIRST = f"{NEAR('f')} <= {OFF_SUM}"
NOT_NEGATIVE = (f"always({OFF_SUM} >= 0)", enter("every", have([_FIRST], leaf(f"1: {_FIRST}"))))
OFF_EACH = (f"forall j in before(g): always({NEAR('j')} <= {OFF_SUM})", intro("p", enter("every", KNOWN)))
_ONE_PLACE = have(
    [
        (OFFS, lemma("LEM-cascade.offs")),
        (f"tends({OFF_SUM} + {OPPOSITE_BY('y')}, 0)", lemma("LEM-tends.two", a=OFF_SUM, b=OPPOSITE_BY("y"))),
        (f"tends({_S}, 0)", lemma("LEM-tends.two", a=f"{OFF_SUM} + {OPPOSITE_BY('y')}", b=OPPOSITE_BY("z"))),
        NOT_NEGATIVE,
        OFF_EACH,
        opposed("y"),
        opposed("z"),
        *weights("g"),
    ],
    lemma(
        "LEM-one-missing",
        *TWO_LED,
        leaf(),
        KNOWN,
        KNOWN,
        KNOWN,
        KNOWN,
        enter("every", intro("p", both(_summed("y", "z"), _summed("z", "y")))),
        enter("every", leaf(f"1: {OFF_SUM} >= 0", f"1: {OPPOSITE_BY('y')} >= 0", f"1: {OPPOSITE_BY('z')} >= 0")),
        s=_S,
        delta=LOWER("g"),
        **placed("g"),
    ),
)
_MISSED_TOO = f"not {FIRST}".replace("y[", "z[")

formal(
    "CON-X9.most",
    title="Over a convergent state of the earlier tokens at most one place misses consensus, for every length",
    sentence=(
        r"Auto-regressive model, $U_\eta = I$, W = I, bounded P(t), all n, h and $\ell$: of two solutions in which the"
        " tokens before token i start equal and converge to $y_1$, and in neither of which token i converges to $y_1$,"
        " token i starts at the same place."
    ),
    reading="'at most one' of CON-X9, for every number of tokens; not decided here: that there is one",
    source=SOURCE,
    kind="convergence",
    role="extension",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        OTHER,
        BOUNDED_P,
        LATER,
        COMMON,
        MISSED,
        {"given": [_MISSED_TOO], "show": ["at_start(y[g] == z[g])"]},
    ),
    proof=have(_BOTH_AWAY, drawn(unfold("solves(auto, z)", _ONE_PLACE))),
    instance=heads(g=2, K=6, y=[TOP, TOP, OPPOSITE], z=[TOP, TOP, OPPOSITE]),
    twin=Variant(
        "one that reaches it as well",
        {_MISSED_TOO: "f < g"},
        heads(g=2, K=6, y=[TOP, TOP, OPPOSITE], z=[TOP] * 3),
    ),
)
