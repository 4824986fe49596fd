"""Section 2 and 2.1.1: almost global consensus fails, because other states attract an open set of tokens."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.false_readings import AXES, plane
from proofs_checks.power_method.proofs.models import CAUSAL, LAYER, F, P, Part, V
from proofs_checks.power_method.proofs.two_heads import IN_LAYOUT, LAYOUT, LEAST, NONSINGULAR, PRINCIPAL, STEP_BOUND
from verify.claim import Source
from verify.formal import formal, model

EQUAL = "fn(X: forall i, j: X[i] == X[j])"
AT_V = "fn(X: (forall i: X[i] == v) or (forall i: X[i] == -v))"
TWO_TOKENS: Part = {"tokens": 2, "heads": 2, "dim": 4, "directions": 2, "letters": IN_LAYOUT}
THEOREM_1 = model(LAYOUT, F, LAYER, NONSINGULAR, PRINCIPAL)

formal(
    "POW-2.0.R2",
    statement=model(THEOREM_1, {"show": f"almost_all_reach(layer, {EQUAL})"}),
    refuted={"instance": TWO_TOKENS},
)

formal(
    "POW-2.1.gen.ae.R2",
    statement=model(THEOREM_1, STEP_BOUND, {"show": f"almost_all_reach(layer, {AT_V})"}),
    refuted={"instance": {**TWO_TOKENS, "letters": {**IN_LAYOUT, **LEAST}}},
)

formal(
    "POW-DISC2.R2",
    statement=model(THEOREM_1, {"show": f"almost_all_reach(layer, {EQUAL})"}),
    refuted={"instance": TWO_TOKENS},
)

formal(
    "POW-2.1.gen.causal.R2",
    statement=model(
        V,
        P,
        CAUSAL,
        {
            "letters": ["v: vector", "lam, norm_of_V: number"],
            "given": [
                "simple_top(V, v, lam)",
                "lam > 0",
                "forall u in vector: V(u) == 0 => u == 0",
                "alpha > 0",
                "norm_of_V > 0",
                "forall u in vector: dot(V(u), V(u)) <= norm_of_V^2*dot(u, u)",
                "alpha < 1/(2*norm_of_V)",
            ],
            "show": f"almost_all_reach(causal, {AT_V})",
        },
    ),
    refuted={
        "instance": plane(
            {
                "V": [[1, 0], [0, "1/2"]],
                "P": [["log(3)", 0], [0, "log(3)"]],
                "alpha": "1/4",
                "mask": [[1, 0], [1, 1]],
                "v": AXES[0],
                "lam": 1,
                "norm_of_V": 1,
            },
            tokens=2,
        )
    },
)

formal(
    "POW-T1.all.R2",
    title="Long sequences of identical layers align almost all tokens",
    sentence=(
        r"Multi-head map, H >= 2 heads of rank at most d/H, $F = \sum_hV_h$ symmetric and nonsingular with"
        r" $\lambda_1 > 0$ simple and $\alpha|\lambda_j| < 1$: from almost all initial tokens all tokens"
        " converge to $v_1$ or all to $-v_1$."
    ),
    reading="R2: from almost all initial states",
    source=Source(PAPER, "Section 2.1.1, after Theorem 1"),
    kind="convergence",
    no_repair="POW-T1.all is the local statement",
    statement=model(
        THEOREM_1,
        {
            "given": [
                "sum(h in heads: 1) >= 2",
                "alpha*lam < 1",
                "forall m in number: eigenvalue(F, v, m) => -1 < alpha*m",
            ],
            "show": f"almost_all_reach(layer, {AT_V})",
        },
    ),
    refuted={"instance": TWO_TOKENS},
)
