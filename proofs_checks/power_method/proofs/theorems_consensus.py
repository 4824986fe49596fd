"""Theorems 1, 2 and 3 at consensus: the principal one is stable below the step bound, no other is."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import (
    ONE_HEAD,
    SEVERAL_HEADS,
    heads,
    instance,
)
from proofs_checks.power_method.proofs.cycle_steps import TWICE, all_unstable, all_unstable_proof, twice
from proofs_checks.power_method.proofs.models import (
    ATTENTION,
    BASIS,
    LAYER,
    OJA,
    P_VALUE,
    SUM_OF_HEADS,
    F,
    P,
    V,
    eigenvector,
    logits,
    symmetric,
)
from proofs_checks.power_method.proofs.step_size import UNDEFINED
from proofs_checks.power_method.proofs.step_size_steps import (
    BOUND_3,
    OTHER,
    OTHER_SMALLER,
    SMALLER,
    STABLE,
    TOO_LONG,
    fixed_proof,
    other,
    other_proof,
    principal,
    stable_by_norm,
    stable_proof,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, rule, unfold, witness

formal(
    "POW-T2.stable",
    statement=model(
        V,
        OJA,
        eigenvector(),
        {
            "letters": ["norm_of_V: number"],
            "given": [
                "lam > 0",
                "lam <= norm_of_V",
                "forall m in number: eigenvalue(V, v, m) => -norm_of_V <= m and m < lam",
                "alpha > 0",
                "alpha < 1/(2*norm_of_V)",
            ],
            "show": "asymptotically_stable(oja, consensus)",
        },
    ),
    proof=have(
        [("norm_of_V > 0", leaf("1: lam > 0", "1: lam <= norm_of_V"))],
        have(
            [("alpha*norm_of_V < 1/2", leaf("1: alpha < 1/(2*norm_of_V); norm_of_V > 0"))],
            stable_by_norm(),
        ),
    ),
    instance=instance({**ONE_HEAD, "norm_of_V": 3, "alpha": "1/7"}),
    twin=Variant(
        "the eigenvalue is not the largest",
        {"and m < lam": "and m < 2*lam"},
        instance({**ONE_HEAD, "lam": 2, "V": symmetric(2, 3, 1), "norm_of_V": 3, "alpha": "1/7"}),
    ),
)

ALL_OF_LEMMA_4 = (" and ".join(f"({part})" for part in [*all_unstable("oja"), UNDEFINED]), lemma("POW-L4.unst"))
CYCLE = {**ONE_HEAD, "lam": -1, "V": symmetric(-1, 2, -1), "top": 2, "low": -1, "alpha": "3/2"}
formal(
    "POW-T2.cons.RB",
    statement=model(V, OJA, TWICE, eigenvector(), other(), {"show": all_unstable("oja")}),
    proof=[have([ALL_OF_LEMMA_4], intro(names, KNOWN)) for names in ("", "", ",,")],
    instance=instance(CYCLE),
    twin=Variant("the other eigenvalue is smaller", SMALLER, instance(OTHER_SMALLER)),
)

formal(
    "POW-T1.stable",
    statement=model(
        F,
        LAYER,
        eigenvector("F"),
        principal("F"),
        {
            "where": ["antipode := fn(i: -v)"],
            "show": ["asymptotically_stable(layer, consensus)", "asymptotically_stable(layer, antipode)"],
        },
    ),
    proof=[
        stable_proof("layer", "F", *SUM_OF_HEADS),
        stable_proof("layer", "F", *SUM_OF_HEADS, state="antipode"),
    ],
    instance=instance({**SEVERAL_HEADS, "low": -3, "alpha": "3/2"}, tokens=3, heads=2),
    twin=Variant(
        "the bound 3/(|lambda_d| - lambda_1)",
        BOUND_3,
        instance({**SEVERAL_HEADS, "low": -3, "alpha": "5/2"}, tokens=3, heads=2),
    ),
)

formal(
    "POW-T1.unstable",
    statement=model(F, LAYER, twice("layer"), eigenvector("F"), other("F"), {"show": all_unstable("layer")}),
    proof=all_unstable_proof("layer", "F", *SUM_OF_HEADS),
    instance=instance(
        {
            **SEVERAL_HEADS,
            "F": symmetric(1, 2, -3),
            "V": heads(1, 2, -3),
            "P": [P_VALUE, logits(p02=("1", "2"), p11=("-1", "3"))],
            "lam": 1,
            "top": 2,
            "low": -3,
        },
        tokens=3,
        heads=2,
    ),
    twin=Variant(
        "the other eigenvalue is smaller",
        SMALLER,
        instance({**SEVERAL_HEADS, "top": 1, "low": -3}, tokens=3, heads=2),
    ),
)

formal(
    "POW-T3.cons.unstable",
    title="Theorem 3, the other consensus points of the attention map are unstable",
    sentence=(
        r"For the attention map with full attention and any P let V be symmetric with $\lambda_1 > 0$, and $k \neq 1$"
        r" with $\lambda_k < \lambda_1$. Where $1 + \alpha\lambda_k \neq 0$ the derivative at the consensus at $v_k$"
        r" has the eigenvalue $(1 + \alpha\lambda_1)/|1 + \alpha\lambda_k|$. Where $1 + \alpha\lambda_k > 0$ it"
        r" exceeds 1 and the consensus is an equilibrium that is not Lyapunov stable, for every $\alpha > 0$. Where it"
        r" is negative the consensus is no equilibrium but on a 2-cycle, which is not Lyapunov stable if $\alpha <"
        r" 2/(|\lambda_d| - \lambda_1)$ or $|\lambda_d| \leq \lambda_1$."
    ),
    statement=model(V, P, ATTENTION, twice("attention"), eigenvector(), other(), {"show": all_unstable("attention")}),
    proof=all_unstable_proof("attention"),
    instance=instance({**OTHER, "P": P_VALUE}),
    twin=Variant("the other eigenvalue is smaller", SMALLER, instance({**OTHER_SMALLER, "P": P_VALUE})),
)

formal(
    "POW-T3.cons.first",
    title="Theorem 3, the principal consensus of the attention map is stable",
    sentence=(
        r"For the attention map with full attention and any P, V symmetric with $\lambda_1 > 0$ simple, and $\alpha <"
        r" 2/(|\lambda_d| - \lambda_1)$ where $|\lambda_d| > \lambda_1$: the consensus at $v_1$ is locally"
        r" asymptotically stable."
    ),
    statement=model(
        V, P, ATTENTION, eigenvector(), principal(), {"show": "asymptotically_stable(attention, consensus)"}
    ),
    proof=stable_proof("attention"),
    instance=instance({**STABLE, "P": P_VALUE}),
    twin=Variant("the bound 3/(|lambda_d| - lambda_1)", BOUND_3, instance({**TOO_LONG, "P": P_VALUE})),
)

EQUILIBRIUM = "fixed(attention, {0}) and not lyapunov(attention, {0})".format
formal(
    "POW-T3.cons.second",
    title="Theorem 3, an eigenvector whose eigenvalue is not the largest",
    sentence=(
        r"For every P, $\alpha > 0$ and symmetric V with eigenvalues $\lambda_k < \lambda_1$, $1 + \alpha\lambda_k >"
        r" 0$: the consensus at $v_k$ is an equilibrium of the attention map that is not Lyapunov stable."
    ),
    statement=model(
        V,
        P,
        ATTENTION,
        eigenvector(),
        {
            "letters": ["top: number"],
            "given": ["top > lam", "eigenvalue(V, v, top)", "alpha > 0", "c > 0"],
            "show": EQUILIBRIUM("consensus"),
        },
    ),
    proof=both(fixed_proof("V"), other_proof("attention")),
    instance=instance({**ONE_HEAD, "lam": 1, "V": symmetric(1, 2, -3), "top": 2, "P": P_VALUE}),
    twin=Variant(
        "the other eigenvalue is smaller", {"top > lam": "top < lam"}, instance({**ONE_HEAD, "top": 1, "P": P_VALUE})
    ),
)

FIRST = "eigenvalue(V, vk, lam)"
ORTHOGONAL = have(
    [
        ("dot(vk, V(v)) == dot(V(vk), v)", leaf()),
        (
            "(lam - lamk)*dot(vk, v) == 0",
            leaf("eq: dot(vk, V(v)) == dot(V(vk), v)", use=["V(v) == lam*v", "V(vk) == lamk*vk"]),
        ),
        ("dot(vk, v) == 0", leaf("eq 1: (lam - lamk)*dot(vk, v) == 0", times=["lam - lamk"])),
    ],
    unfold("goal", witness("v", both(rule("nonzero vector", leaf("1:", use=["dot(v, v) == 1"]), u="v"), KNOWN, KNOWN))),
)
formal(
    "POW-T3.cons",
    statement=model(
        V,
        P,
        ATTENTION,
        eigenvector(),
        principal(),
        {
            "letters": ["vk: vector", "lamk: number"],
            "given": ["V(vk) == lamk*vk", "dot(vk, vk) == 1", "lamk < lam"],
            "show": [
                "asymptotically_stable(attention, consensus)",
                f"1 + alpha*lamk > 0 => {EQUILIBRIUM('fn(i: vk)')}",
            ],
        },
    ),
    proof=[
        lemma("POW-T3.cons.first"),
        intro("", have([(FIRST, ORTHOGONAL)], lemma("POW-T3.cons.second", v="vk", lam="lamk", top="lam"))),
    ],
    instance=instance({**STABLE, "P": P_VALUE, "vk": BASIS[1], "lamk": 1}),
    twin=Variant(
        "the bound 3/(|lambda_d| - lambda_1)",
        BOUND_3,
        instance({**TOO_LONG, "P": P_VALUE, "vk": BASIS[1], "lamk": 1}),
    ),
)
