"""Theorem 4.5 whole: at v and at -v."""

from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, causal
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION
from proofs_checks.consensus.proofs.theorem_4_5 import CONCLUSIONS
from proofs_checks.consensus.proofs.theorem_4_5_minus import AT_MINUS
from verify.formal import Variant, formal, model
from verify.tactics.build import intro, lemma

AT_PLUS = " and ".join(f"({text})" for text in CONCLUSIONS)
WHOLE = model(
    CAUSAL,
    CAUSAL_SOLUTION,
    {
        "letters": ["B[token]: number"],
        "given": ["simple_top(U, v, lam)", "lam > 0"],
        "show": [
            f"at_start(forall i: dot(v, y[i]) > 0) => {AT_PLUS}",
            f"at_start(forall i: dot(v, y[i]) < 0) => {AT_MINUS}",
        ],
    },
)
BOTH = [intro("", lemma("CON-T4.5.plus")), intro("", lemma("CON-T4.5.minus"))]
OUTSIDE = Variant(
    "tokens outside the hemisphere",
    {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) != 0)"},
    causal(B=[1, 4, 16], y=[TOP, OPPOSITE, TOP]),
)

formal(
    "CON-T4.5",
    sentence=(
        r"Auto-regressive model (6), W = I, h = 1, U constant and symmetric with simple largest eigenvalue"
        r" $\lambda > 0$ and unit eigenvector v, P any measurable function for which solutions exist, bounded or not."
        r" Then (v, ..., v) is an equilibrium; the tokens of $D^\ell(v) = \{v^Ty_i > 0\}$ stay in it and converge to v"
        r" exponentially. It is stable, uniformly in the initial time: with a number R that depends on U alone the"
        r" bounds $|y_i/(v^Ty_i) - v| \le B_i$ hold at all times if they hold at the start and $RB_j \le \lambda B_i$"
        r" for j < i. The same holds of -v."
    ),
    statement=WHOLE,
    proof=BOTH,
    instance=causal(B=[1, 4, 16]),
    twin=OUTSIDE,
)
