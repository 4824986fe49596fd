"""POW-N1: what the block B of an eigenvalue m at a bipartite state factorises into; its eigenvalues are real."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import (
    BIPARTITE,
    POINT,
    POSITIVE,
    instance,
    values,
)
from proofs_checks.power_method.proofs.bipartite_steps import fixed_proof
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, absurd, both, have, intro, leaf, lemma, rule, split, take, unfold

BLOCK: Part = {
    "letters": ["m: number"],
    "where": [
        "g1 := a11 - a12",
        "g2 := a22 - a21",
        "b11 := (1 + alpha*m*a11)/c1",
        "b12 := alpha*m*a12/c1",
        "b21 := alpha*m*a21/c2",
        "b22 := (1 + alpha*m*a22)/c2",
    ],
}
"""The entries of B for the eigenvalue m (Lemma 14), and the two gammas."""

FACTORS: Part = {
    "where": [
        "kappa := (g1 + g2)/2",
        "delta1 := p*exp(a) + q*exp(-a)",
        "delta2 := p*exp(-a) + q*exp(a)",
        "s11 := lam*g1*delta1/p - m*exp(a)",
        "s12 := -m*exp(-a)",
        "s22 := lam*g2*delta2/q - m*exp(a)",
        "plus := (1 + b11)*(1 + b22) - b12*b21",
    ]
}
TURNED = instance(3, 1, values(alpha=4, V=symmetric(-3, 1, 2), lam=-3))
HERE = instance(3, 1, values(m=1))

formal(
    "POW-N1",
    statement=model(
        V,
        P,
        BIPARTITE,
        POSITIVE,
        BLOCK,
        FACTORS,
        {
            "show": [
                "(1 - b11)*(1 - b22) - b12*b21 == alpha^2*(m - lam)*(kappa*m - g1*g2*lam)/(c1*c2)",
                "c1*c2*plus == 4 + 2*alpha*(2*kappa*lam + (1 + kappa)*m) + alpha^2*(m + lam)*(kappa*m + g1*g2*lam)",
                "p == q => c1*c2*plus == (2 + alpha*(lam*tanh(a) + m))*(2 + alpha*tanh(a)*(lam + m))",
                "1 - b11 == alpha/(c1*delta1)*s11*p and -b12 == alpha/(c1*delta1)*s12*q"
                " and -b21 == alpha/(c2*delta2)*s12*p and 1 - b22 == alpha/(c2*delta2)*s22*q",
            ]
        },
    ),
    proof=[
        leaf(),
        leaf(),
        intro(
            "",
            have(
                [("tanh(a) == (exp(2*a) - 1)/(exp(2*a) + 1)", rule("tanh"))],
                leaf(use=["p == q", "tanh(a) == (exp(2*a) - 1)/(exp(2*a) + 1)"]),
            ),
        ),
        both(leaf(), leaf(), leaf(), leaf()),
    ],
    instance=HERE,
    twin=Variant("kappa^2 for gamma_1 gamma_2", {"kappa*m - g1*g2*lam": "kappa*m - kappa^2*lam"}, HERE),
)

TRACE, DETERMINANT, SPREAD = "(b11 + b22)", "(b11*b22 - b12*b21)", "(b11 - b22)^2 + 4*b12*b21"
WEIGHTS = "alpha^2*m^2*a12*a21/(c1*c2)"
formal(
    "POW-N1.real",
    statement=model(
        V,
        P,
        BIPARTITE,
        POSITIVE,
        BLOCK,
        {
            "show": [
                f"{TRACE}^2 - 4*{DETERMINANT} == {SPREAD}",
                f"b12*b21 == {WEIGHTS}",
                f"{SPREAD} >= 0",
                f"forall z in number: z^2 - {TRACE}*z + {DETERMINANT}"
                f" == (z - ({TRACE} + sqrt({SPREAD}))/2)*(z - ({TRACE} - sqrt({SPREAD}))/2)",
            ]
        },
    ),
    proof=[
        leaf(),
        leaf(),
        have(
            [
                ("b12*b21 >= 0", leaf("1: a12 > 0; a21 > 0; sq alpha*m", times=["c1", "c2"])),
            ],
            leaf("1: sq b11 - b22", "4: b12*b21 >= 0"),
        ),
        lemma("LEM-real-roots", KNOWN, leaf(), tau=TRACE, Delta=DETERMINANT, spread=SPREAD),
    ],
    instance=HERE,
    twin=Variant("with 2 b_12 b_21", {"+ 4*b12*b21": "+ 2*b12*b21"}, HERE),
)

ANY_V: Part = {"letters": ["V: matrix", "alpha: number"]}
IMAGE = "{0} + alpha*V(sum(j: weight(bipartite, i, j)*bipartite[j]))"


def positive(factor: str, group: str, at: str) -> Tree:
    """A factor that is not zero is positive at a fixed state: a token of its group would change sides."""
    value = f"dot({at}, value(attention, bipartite, t))"
    turned = have(
        [
            (f"{value} == -1", leaf(use=POINT, norms=[f"-{factor}"])),
            (
                f"{value} == 1",
                take(
                    "forall i: value(attention, bipartite, i) == bipartite[i]",
                    ["t"],
                    have(
                        [
                            (
                                f"{value} == dot({at}, bipartite[t])",
                                lemma("LEM-same-dot", u="value(attention, bipartite, t)", w="bipartite[t]", z=at),
                            )
                        ],
                        leaf(f"eq 1: {value} == dot({at}, bipartite[t])", use=["dot(v, v) == 1"]),
                    ),
                ),
            ),
        ],
        leaf(f"eq 1/2: {value} == -1", f"eq -1/2: {value} == 1"),
    )
    return split(
        f"{factor} != 0",
        absurd(rule("some element, group", turned, C="1 <= 0", new={"x": "t"}, spaces={"G": group})),
        KNOWN,
    )


formal(
    "POW-N1.equilibrium",
    statement=model(
        ANY_V,
        P,
        ATTENTION,
        BIPARTITE,
        {
            "show": [
                f"forall i in A: {IMAGE.format('v')} == c1*v",
                f"forall i in B: {IMAGE.format('-v')} == c2*(-v)",
                "c1 > 0 and c2 > 0 => fixed(attention, bipartite)",
                "c1 != 0 and c2 != 0 => fixed(attention, bipartite) => c1 > 0 and c2 > 0",
                "c1 < 0 => (forall i in A: value(attention, bipartite, i) == -v)",
                "c2 < 0 => (forall i in B: value(attention, bipartite, i) == v)",
            ]
        },
    ),
    proof=[
        intro("t", leaf(use=POINT)),
        intro("t", leaf(use=POINT)),
        intro("", fixed_proof()),
        intro(",", unfold("fixed(attention, bipartite)", both(positive("c1", "A", "v"), positive("c2", "B", "-v")))),
        intro(",t", leaf(use=POINT, norms=["-c1"])),
        intro(",t", leaf(use=POINT, norms=["-c2"])),
    ],
    instance=TURNED,
    twin=Variant("a token with c_i < 0 stays on its side", {"i) == -v)": "i) == v)"}, TURNED),
)
