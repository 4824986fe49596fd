"""Where the truncated Jacobian of Lemma 2 is judged by the true one: at y_i = c_i x_i there is no error term.

At consensus, bipartite and polygonal points of the Oja map y_i = c_i x_i; the tangent Jacobian with the exact norm, and
with unit tokens put in first, is (1/c_i) Pi_i (d_i + (alpha/N) V sum d), and the eigenvalues are those of the paper.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_unstable import BLOCK, spectrum_proof
from proofs_checks.power_method.proofs.consensus_steps import spectrum
from proofs_checks.power_method.proofs.consensus_steps import spectrum_proof as consensus_spectrum_proof
from proofs_checks.power_method.proofs.inverse_norms import MEAN, OJA_UNIT, expanded, first_unit
from proofs_checks.power_method.proofs.models import BASIS, Part, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, have, intro, leaf, lemma, take

SIDES: Part = {
    "groups": ["A", "B"],
    "letters": ["v: vector", "lam: number", "x[token], d[token]: vector", "c_of[token]: number"],
    "where": [
        "p := sum(h in A: 1)",
        "q := sum(h in B: 1)",
        "N := p + q",
        "c := 1 + alpha*lam",
        "u := alpha*lam*(p - q)/N",
        "consensus := fn(i: v)",
        "dy(i) := d[i] + alpha/N*V(sum(h: d[h]))",
        "tangent(i) := 1/c_of[i]*(dy(i) - dot(x[i], dy(i))*x[i])",
    ],
    "states": ["bipartite: A -> v, B -> -v"],
    "given": [
        "V(v) == lam*v",
        "dot(v, v) == 1",
        "alpha > 0",
        "forall i: dot(x[i], x[i]) == 1",
        "forall i: dot(x[i], d[i]) == 0",
        "forall i: x[i] + alpha*V(sum(j: x[j])/sum(j: 1)) == c_of[i]*x[i]",
        "forall i: c_of[i] > 0",
    ],
}
STATE, AT_EQUILIBRIUM = SIDES["given"][3:5], SIDES["given"][5]
ENTRIES = ", ".join(f"fn(l: {entry}(l))" for entry in ("b11", "b12", "b21", "b22"))
GROUPS = f"group_spectrum(oja, bipartite, V, v, {ENTRIES}, 1/(1 + u), 1/(1 - u), p, q)"
PULL = "V(sum(j: x[j])) == (c_of[t] - 1)/(alpha/N)*x[t]"
ONE_HALF = "V(sum(j in A: x[j])) == (c_of[t] - 1)/(alpha/N)*x[t] - V(sum(j in B: x[j]))"
SQUARE = "c_of[t]^2 > 0"


def at_token() -> Tree:
    """The derivative at a token that the pull leaves where it is."""
    return intro(
        "t",
        take(
            AT_EQUILIBRIUM,
            ["t"],
            have(
                [
                    (PULL, lemma("LEM-solved", x="x[t]", g="V(sum(j: x[j]))", k="alpha/N", c="c_of[t]")),
                    ONE_HALF,
                    "c_of[t] > 0",
                    (SQUARE, leaf("1: c_of[t] > 0; c_of[t] > 0")),
                ],
                leaf(use=[ONE_HALF, *STATE], norms=["c_of[t]"]),
            ),
        ),
    )


FOUR = {
    "tokens": {"A": 3, "B": 1},
    "dim": 3,
    "letters": {
        "V": symmetric(2, 1, -3),
        "alpha": "1/8",
        "v": BASIS[0],
        "lam": 2,
        "x": [BASIS[0]] * 3 + [["-2/3", "-2/3", "-1/3"]],
        "d": [BASIS[1], BASIS[2], ["1/3", "-2/3", "2/3"], BASIS[1]],
        "c_of": ["9/8"] * 3 + ["7/8"],
    },
}
formal(
    "POW-L2.exact",
    statement=model(
        V,
        OJA_UNIT,
        SIDES,
        BLOCK,
        {
            "show": [
                "forall i: D(oja, x, d, i) == tangent(i)",
                "forall i: D(unit_first, x, d, i) == tangent(i)",
                f"c > 0 => {spectrum('oja')}",
                f"1 + u > 0 and 1 - u > 0 => {GROUPS}",
            ]
        },
    ),
    proof=[
        at_token(),
        at_token(),
        intro("", consensus_spectrum_proof("oja", "V")),
        intro("", spectrum_proof()),
    ],
    instance=FOUR,
    twin=Variant("the truncated norm instead", {first_unit("unit_first", MEAN): expanded("unit_first", MEAN)}, FOUR),
)
