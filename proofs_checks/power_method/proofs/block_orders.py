"""Appendix B: the reduced model from both block orders, for unit and for layer normalisation.

t is any output of the attention at unit tokens, s that of heads with softmax weights. Layer normalisation without mean
subtraction and affine parameters is root N with root = sqrt(d).
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from proofs_checks.power_method.proofs.models import Part
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, intro, leaf, lemma, restate

BLOCKS: Part = {
    "letters": ["z[token], t[token]: vector", "P[head], V[head]: matrix", "root: number"],
    "where": [
        "weight(scale, gain, h, i, j) := exp(scale*dot(gain*unit(z[i]), P[h](gain*unit(z[j]))))"
        "/sum(k: exp(scale*dot(gain*unit(z[i]), P[h](gain*unit(z[k])))))",
        "s(scale, gain, i) := sum(h in heads: V[h](sum(j: weight(scale, gain, h, i, j)*(gain*unit(z[j])))))",
        "reduced(alpha, scale, i) := unit(unit(z[i]) + alpha*s(scale, 1, i))",
    ],
    "given": [
        "forall i: norm(z[i]) > 0",
        "root > 0",
        "forall i: norm(z[i] + t[i]) > 0",
        "forall i: norm(root*unit(z[i]) + s(1, root, i)) > 0",
        "forall i: norm(z[i] + s(1, root, i)) > 0",
    ],
}


def rescaled(u: str, k: str) -> Tree:
    """The direction of u is that of k u."""
    return restate(f"unit({u}) == unit({k}*({u}))", lemma("LEM-unit-scaled", u=u, k=k))


VALUES = plane(
    {
        "z": [[2, 0], [0, 3]],
        "t": [[0, 1], [1, 0]],
        "P": [[[0, 0], [0, 0]]],
        "V": [[[0, 1], [1, 0]]],
        "root": 2,
    },
    tokens=2,
    heads=1,
)
formal(
    "POW-B1",
    statement=model(
        BLOCKS,
        {
            "show": [
                "forall i: unit(unit(z[i]) + t[i]) == unit(unit(z[i]) + 1*t[i])",
                "forall i: unit(z[i] + t[i]) == unit(unit(z[i]) + 1/norm(z[i])*t[i])",
                "forall i: unit(root*unit(z[i]) + s(1, root, i)) == reduced(1, root^2, i)",
                "forall i: unit(z[i] + s(1, root, i)) == reduced(root/norm(z[i]), root^2, i)",
            ],
        },
    ),
    proof=[
        intro("k", leaf()),
        intro("k", rescaled("z[k] + t[k]", "1/norm(z[k])")),
        intro("k", rescaled("root*unit(z[k]) + s(1, root, k)", "1/root")),
        intro("k", rescaled("z[k] + s(1, root, k)", "1/norm(z[k])")),
    ],
    instance=VALUES,
    twin=Variant("alpha = 1 for the pre-norm block as well", {"1/norm(z[i])*t[i]": "t[i]"}, VALUES),
)
