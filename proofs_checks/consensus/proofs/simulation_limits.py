"""What the theorems say of the simulations of Section 5.1: Figures 2 and 5, the limits of Figure 6, and Figure 4.

The printed data are cases: they bound P, and the printed U has a simple positive largest eigenvalue (CON-S5.1.3.b).
"""

from __future__ import annotations

from proofs_checks.consensus.proofs.first_two import LEVELS, uphill
from proofs_checks.consensus.proofs.heights import HEIGHTS
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, ON_SPHERE, OPPOSITE, TOP, causal, full, heads
from proofs_checks.consensus.proofs.models import (
    BOUNDED_P,
    CAUSAL,
    CAUSAL_SOLUTION,
    FULL,
    HEADS,
    HEADS_SOLUTION,
    HEMISPHERE,
    LEAST,
    SOLUTION,
)
from proofs_checks.consensus.proofs.one_point import ONE_POINT, TOGETHER
from proofs_checks.consensus.proofs.theorem_3_2 import LIMIT
from proofs_checks.consensus.proofs.theorem_4_2_repaired import TO_FIRST
from proofs_checks.consensus.proofs.theorem_4_5 import CONCLUSIONS
from proofs_checks.lemmas.causal import HEIGHTS as STAY
from proofs_checks.lemmas.second import SECOND
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, unfold

OUTSIDE = {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) != 0)"}

formal(
    "CON-S5.1.1.c",
    sentence=(
        "In the setting of simulation 5.1.1 with U = I and any bounded P(t) tokens that start in an open hemisphere"
        " remain there and converge to one point, exponentially."
    ),
    statement=model(FULL, SOLUTION, HEMISPHERE, LIMIT, {"show": ["always(forall i: dot(v, y[i]) > 0)", ONE_POINT]}),
    proof=[
        have([(HEIGHTS, lemma("CON-T3.2.a"))], KNOWN),
        have([(f"(start({LEAST}) > 0) and ({ONE_POINT}) and ({TOGETHER})", lemma("CON-T3.2.i"))], KNOWN),
    ],
    instance=full(K=6),
    twin=Variant("tokens outside a hemisphere", OUTSIDE, full(K=6, y=[ON_ELLIPSE, ON_ELLIPSE, [0, "-1/2", 0, 0]])),
)

_NEAR = "forall i: exponentially_small(norm(y[i] - v))"
_ALL = " and ".join(f"({text})" for text in CONCLUSIONS).replace("B[i]", "0").replace("B[j]", "0")
_SIMPLE = {"given": ["simple_top(U, v, lam)", "lam > 0"]}
_FIGURE_5 = [have([(_ALL, lemma("CON-T4.5.plus", B="fn(i: 0)"))], KNOWN)] * 2

formal(
    "CON-S5.1.3.c",
    sentence=(
        r"In the setting of simulation 5.1.3, U symmetric with a simple largest eigenvalue $\lambda > 0$, and any P(t),"
        r" tokens that start in $D^\ell(v)$ stay there and converge to v, exponentially."
    ),
    statement=model(CAUSAL, CAUSAL_SOLUTION, HEMISPHERE, _SIMPLE, {"show": [STAY, _NEAR]}),
    proof=_FIGURE_5,
    instance=causal(),
    twin=Variant("tokens outside the hemisphere", OUTSIDE, causal(y=[TOP, OPPOSITE, TOP])),
)

_OF_ALL = " and ".join(f"({text})" for text in [*LEVELS, uphill("v", "0", "v", "fn(i: v)")])

formal(
    "CON-S5.1.3.d.limits",
    title="Figure 6: V_1 does not increase, and V_1 and V_2 tend to 0",
    sentence=(
        r"In the setting of simulation 5.1.3, U symmetric with a simple largest eigenvalue $\lambda > 0$, and any P(t),"
        r" from $D^\ell(v)$: $V_1 = 1 - v^Ty_1$ does not increase, and $V_1$, $V_2$ tend to 0."
    ),
    statement=model(CAUSAL, CAUSAL_SOLUTION, HEMISPHERE, SECOND, _SIMPLE, {"show": LEVELS}),
    proof=[have([(_OF_ALL, lemma("CON-T4.5.g", w="v", t="0", x="fn(i: v)"))], KNOWN)] * 2,
    instance=causal(f=0, g=1),
    twin=Variant("tokens outside the hemisphere", OUTSIDE, causal(f=0, g=1, y=[TOP, OPPOSITE, TOP])),
)

_UNIT = "forall i: dot(y[i], y[i]) == 1"
_GAP = "norm(y[p] - y[f])"
_FAR = "dot(y[p] + y[f], y[p] + y[f]) >= 0"
_COSINES = "sum(k: 1 - dot(y[k], y[f]))"
_EACH = lemma(
    "LEM-tends.below",
    have(["forall i, j: tends(norm(y[i] - y[j]), 0)"], KNOWN),
    leaf(),
    enter(
        "every",
        rule(
            "below the square",
            leaf(),
            leaf(f"1/4: {_GAP} >= 0; {_GAP} >= 0; {_FAR}", use=[_UNIT]),
            a="abs(1 - dot(y[p], y[f]))",
            b=f"1*{_GAP}",
        ),
    ),
    z="1 - dot(y[p], y[f])",
    r=_GAP,
    c="1",
)
_TENDS_ALL = f"(always(forall i: dot(v, y[i]) > 0)) and ({TO_FIRST}) and (forall i, j: tends(norm(y[i] - y[j]), 0))"

formal(
    "CON-S5.1.2.b.hemisphere",
    title="Figure 4 from a common hemisphere: E tends to 0",
    sentence=(
        "In the setting of simulation 5.1.2, for any bounded P(t) and tokens that start in one open hemisphere, l times"
        " the misalignment E of (9) tends to 0. (That 50 random tokens of R^500 share a hemisphere is"
        " CON-S5.1.2.b.implied.)"
    ),
    statement=model(
        HEADS, HEADS_SOLUTION, BOUNDED_P, HEMISPHERE, {"letters": ["v: vector"], "show": [f"tends({_COSINES}, 0)"]}
    ),
    proof=unfold(
        "solves(auto, y)",
        have(
            [(_TENDS_ALL, lemma("CON-T4.2.repaired"))],
            lemma("LEM-tends.sum", intro("p", _EACH), z="fn(k: 1 - dot(y[k], y[f]))"),
        ),
    ),
    instance=heads(K=6, v=TOP),
    twin=Variant(
        "tokens outside a hemisphere", OUTSIDE, heads(K=6, v=TOP, y=[ON_SPHERE, ON_SPHERE, ["-3/5", "-4/5", 0, 0]])
    ),
)
