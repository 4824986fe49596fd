"""Causal attention at consensus: the derivative is triangular in the tokens, token i has the eigenvalues of its own."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import ONE_HEAD, TANGENT_DELTA, instance
from proofs_checks.power_method.proofs.models import CAUSAL, P_VALUE, P, V, eigen, eigenvector
from proofs_checks.power_method.proofs.step_size_steps import principal, product_bound
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, rule, split, take, unfold

FACTOR = "fn(i, x in number: (1 + alpha*x*mask[i, i]/position(i))/c)"
SPECTRUM = f"token_spectrum(causal, consensus, V, v, {FACTOR})"
SEEN = "forall i: position(i) >= 1"
ITSELF = "forall i: mask[i, i] == 1"

POSITIONS = [
    (ITSELF, intro("i1", take("forall i, j: j <= i => mask[i, j] == 1", ["i1", "i1"], KNOWN))),
    (
        SEEN,
        intro(
            "i1",
            have(
                [
                    (
                        "position(i1) >= mask[i1, i1]",
                        rule(
                            "term of a positive sum",
                            split(
                                "i1 < i2 or i2 <= i1",
                                take(
                                    "forall i, j: i < j => mask[i, j] == 0",
                                    ["i1", "i2"],
                                    leaf("eq -1: mask[i1, i2] == 0"),
                                ),
                                take(
                                    "forall i, j: j <= i => mask[i, j] == 1",
                                    ["i1", "i2"],
                                    leaf("1:", "eq -1: mask[i1, i2] == 1"),
                                ),
                            ),
                            e="fn(j: mask[i1, j])",
                            y="i1",
                            new={"x": "i2"},
                        ),
                    ),
                    "mask[i1, i1] == 1",
                ],
                leaf("1: position(i1) >= mask[i1, i1]", "eq -1: mask[i1, i1] == 1"),
            ),
        ),
    ),
]


def fixed_proof() -> Tree:
    """The consensus is fixed."""
    return unfold("goal", intro("t", leaf(use=eigen(), norms=["c"])))


def spectrum_proof() -> Tree:
    """One eigenvalue for every token and every eigenvalue of V on the complement of v."""
    return rule(
        "triangular",
        KNOWN,
        KNOWN,
        intro("t", KNOWN),
        fixed_proof(),
        leaf(use=[*eigen(), TANGENT_DELTA], norms=["c"]),
        take("forall i, j: i < j => mask[i, j] == 0", ["i1", "i2"], leaf(use=["mask[i1, i2] == 0"])),
        F="causal",
        S="consensus",
        r="fn(i: 1/c)",
        k="fn(i, j: alpha*mask[i, j]/(position(i)*c))",
        new={"i": "i1", "j": "i2", "d": "delta"},
    )


def inside() -> Tree:
    """|1 + alpha x/n| < c for the position n >= 1 of the token."""
    factor = "(1 + alpha*x*mask[i1, i1]/position(i1))/c"
    n = "position(i1) >= 1"
    last = {"times": ["c", "position(i1)"], "use": ["mask[i1, i1] == 1"]}
    return take(
        "forall m in number: eigenvalue(V, v, m) => low <= m and m < lam",
        ["x"],
        have(
            [n, "mask[i1, i1] == 1"],
            rule(
                "absolute",
                leaf("1: alpha > 0; x < lam", f"1: alpha > 0; lam > 0; {n}", **last),
                leaf(
                    "1: alpha*(-low - lam) < 2",
                    "1: alpha > 0; low <= x",
                    f"2: {n}",
                    f"1: alpha > 0; lam > 0; {n}",
                    **last,
                ),
                e=factor,
                b="1",
            ),
        ),
    )


CAUSAL_VALUES = {**ONE_HEAD, "P": P_VALUE, "mask": [[1, 0, 0], [1, 1, 0], [1, 1, 1]]}

formal(
    "POW-2.1.gen.causal.spectrum",
    title="Tangent spectrum of the causal attention map at a consensus",
    sentence=(
        r"Let V be symmetric, $Vv = \lambda v$, v a unit vector, $1 + \alpha\lambda > 0$: the tangent eigenvalues of"
        r" the causal attention map at the consensus at v are $(1 + \alpha\mu/i)/(1 + \alpha\lambda)$ for the positions"
        r" i and the eigenvalues $\mu$ of V on $v^\perp$, for every P. Every token sees itself."
    ),
    statement=model(V, P, CAUSAL, eigenvector(), {"given": ["c > 0"], "show": [ITSELF, SPECTRUM]}),
    proof=[POSITIONS[0][1], have([POSITIONS[1]], spectrum_proof())],
    instance=instance(CAUSAL_VALUES, tokens=3),
    twin=Variant(
        "every token sees all tokens",
        {"mask[i, i]/position(i))/c": "mask[i, i]/sum(j: 1))/c"},
        instance(CAUSAL_VALUES, tokens=3),
    ),
)

formal(
    "POW-2.1.gen.causal",
    statement=model(
        V,
        P,
        CAUSAL,
        eigenvector(),
        principal(),
        {"show": [SPECTRUM, "asymptotically_stable(causal, consensus)"]},
    ),
    proof=[
        have([*POSITIONS, ("c > 0", leaf("1:", "1: alpha > 0; lam > 0"))], spectrum_proof()),
        have(
            [*POSITIONS, ("c > 0", leaf("1:", "1: alpha > 0; lam > 0"))],
            product_bound(
                "lam",
                rule(
                    "indirect method, stable",
                    fixed_proof(),
                    rule(
                        "inside, token by token",
                        KNOWN,
                        inside(),
                        F="causal",
                        S="consensus",
                        f=FACTOR,
                        new={"i": "i1"},
                    ),
                    F="causal",
                    S="consensus",
                ),
            ),
        ),
    ],
    instance=instance({**CAUSAL_VALUES, "low": -3, "alpha": "3/2"}, tokens=3),
    twin=Variant(
        "the bound 3/(|lambda_d| - lambda_1)",
        {"alpha < 2/(abs(low) - lam)": "alpha < 3/(abs(low) - lam)"},
        instance({**CAUSAL_VALUES, "low": -3, "alpha": "5/2"}, tokens=3),
    ),
)
