"""Remarks of the paper word for word, without the conditions under which they become true; each is false."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.consensus_steps import NEGATIVE, SEVERAL_HEADS, instance, spectrum_proof
from proofs_checks.power_method.proofs.models import LAYER, P_VALUE, SUM_OF_HEADS, F, eigenvector, symmetric
from proofs_checks.power_method.proofs.not_almost_global import AT_V, EQUAL
from proofs_checks.power_method.proofs.step_size_steps import fixed_proof
from proofs_checks.power_method.proofs.two_heads import LEAST, NONSINGULAR, PRINCIPAL, STEP_BOUND, SYSTEM
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import have, leaf, rule, take

TWO_TOKENS = {"tokens": 2, "heads": 2, "dim": 4, "letters": SYSTEM}
ATTRACTOR = {**TWO_TOKENS, "letters": {**SYSTEM, "x": [[1, 0, 0, 0], [-1, 0, 0, 0]]}}

formal(
    "POW-2.0",
    title="Asymptotic consensus of the layer map",
    sentence=(
        "Without the feed-forward part the model tends, as the number of layers grows, to a state with all tokens"
        " equal, from almost all initial tokens."
    ),
    source=Source(PAPER, "Section 2"),
    kind="convergence",
    no_repair="POW-2.0.R1 is what random weights show, POW-N9.cone a condition under which consensus is certain",
    statement=model(F, LAYER, {"given": ["alpha > 0"], "show": f"almost_all_reach(layer, {EQUAL})"}),
    refuted={"instance": {**TWO_TOKENS, "letters": {k: x for k, x in SYSTEM.items() if k not in ("v", "lam")}}},
)

formal(
    "POW-2.1.gen.ae",
    title="Convergence from nearly any tokens",
    sentence=(
        "Under the assumptions of Theorem 1 nearly any initial token set, all but a set of measure zero, converges to"
        r" the principal direction $\pm v_1$, with one or several heads and full attention."
    ),
    source=Source(PAPER, "Section 2.1.1"),
    kind="convergence",
    no_repair="POW-2.1.gen.ae.R1 is what weak logits show",
    statement=model(F, LAYER, NONSINGULAR, PRINCIPAL, STEP_BOUND, {"show": f"almost_all_reach(layer, {AT_V})"}),
    refuted={"instance": {**TWO_TOKENS, "letters": {**SYSTEM, **LEAST}}},
)

formal(
    "POW-DISC3",
    title="The two principal consensus points are the only attractors",
    sentence=r"In the time-invariant case the consensus points at $\pm v_1$ are the only attractors.",
    source=Source(PAPER, "Discussion"),
    kind="experiment",
    no_repair="POW-DISC3.R1 is what was observed in a random ensemble",
    statement=model(
        F,
        LAYER,
        PRINCIPAL,
        {
            "letters": ["x[token]: vector"],
            "show": "asymptotically_stable(layer, x) => (forall i: x[i] == v) or (forall i: x[i] == -v)",
        },
    ),
    refuted={"instance": ATTRACTOR},
)

formal(
    "POW-2.1.gen.alpha",
    title="Local consensus for any step size",
    sentence=(
        r"Convergence to the principal direction, near the consensus at $v_1$, occurs for any $\alpha > 0$ under the"
        r" assumptions of Theorem 1 without its step bound: F symmetric and nonsingular, $\lambda_1 > 0$ simple."
    ),
    source=Source(PAPER, "Section 2.1.1, last paragraph"),
    kind="stability",
    statement=model(
        F,
        LAYER,
        NONSINGULAR,
        eigenvector("F"),
        {
            "given": ["simple_top(F, v, lam)", "lam > 0", "alpha > 0"],
            "show": "asymptotically_stable(layer, consensus)",
        },
    ),
    refuted={"instance": instance({**SEVERAL_HEADS, "alpha": "5/2"}, tokens=2, heads=2)},
)

RADIUS = "forall m in number: eigenvalue(F, v, m) => -lam <= m and m < lam"
formal(
    "POW-2.1.gen.alpha.repaired",
    statement=model(
        F,
        LAYER,
        eigenvector("F"),
        {
            "given": ["lam > 0", RADIUS, "alpha > 0"],
            "show": "asymptotically_stable(layer, consensus)",
        },
    ),
    proof=have(
        [("c > 0", leaf("1:", "1: alpha > 0; lam > 0"))],
        rule(
            "indirect method, stable",
            fixed_proof("F", *SUM_OF_HEADS),
            rule(
                "inside, one class",
                spectrum_proof("layer", "F", *SUM_OF_HEADS),
                take(
                    RADIUS,
                    ["x"],
                    rule(
                        "absolute",
                        leaf("1: alpha > 0; x < lam", times=["c"]),
                        leaf("2:", "1: alpha > 0; -lam <= x", times=["c"]),
                        e="(1 + alpha*x)/c",
                        b="1",
                    ),
                ),
                leaf("1: alpha > 0; lam > 0", times=["c"]),
                S="consensus",
                F="layer",
                V="F",
                f="fn(mu: (1 + alpha*mu)/c)",
                g="1/c",
            ),
            F="layer",
            S="consensus",
        ),
    ),
    instance=instance(
        {**SEVERAL_HEADS, "alpha": 5, "F": symmetric(2, 1, -2), "V": [symmetric(2, 0, -1), symmetric(0, 1, -1)]},
        tokens=2,
        heads=2,
    ),
    twin=Variant(
        "-2 lambda_1 <= lambda_j",
        {"-lam <= m": "-2*lam <= m"},
        instance({**SEVERAL_HEADS, "alpha": "5/2"}, tokens=2, heads=2),
    ),
)

formal(
    "POW-D4.1.eq",
    title="Multi-head consensus equilibria",
    sentence="Consensus states at eigenvectors of F are equilibria of the multi-head map (21).",
    source=Source(PAPER, "D.4.1"),
    kind="equilibrium",
    statement=model(F, LAYER, eigenvector("F"), {"given": ["alpha > 0"], "show": "fixed(layer, consensus)"}),
    refuted={
        "instance": instance(
            {
                **NEGATIVE,
                "F": NEGATIVE["V"],
                "V": [symmetric(-3, 0, 2), symmetric(0, 1, 0)],
                "P": [P_VALUE, P_VALUE],
            },
            tokens=2,
            heads=2,
        )
    },
)
