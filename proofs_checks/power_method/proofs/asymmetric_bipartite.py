"""D.4.3 at bipartite points: what Lemma 12 becomes for a value matrix that is not symmetric.

v is a right eigenvector. The derivative of the attention is along v and drops out (POW-L12.datt); the rest of the
derivative is that of Lemma 12 with V projected across v.
"""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.bipartite import NOT_SYMMETRIC
from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, POINT, POSITIVE, instance
from proofs_checks.power_method.proofs.bipartite_steps import TANGENT
from proofs_checks.power_method.proofs.models import ATTENTION
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import groups, intro, leaf, unfold

MEAN = "V(sum(j: weight(bipartite, i, j)*d[j]))"
MOVED = "D(attention, bipartite, d, i) == 1/{0}*(d[i] + alpha*(" + f"{MEAN} - dot(v, {MEAN})*v))"
ACROSS = {**NOT_SYMMETRIC, "d": [[0, 1, 0], [0, 2, 1], [0, 0, 1], [0, 1, -1]]}
formal(
    "POW-D4.3.bip",
    title="The derivative at a bipartite point of an asymmetric value matrix",
    sentence=(
        r"Let $Vv_k = \lambda_kv_k$, V symmetric or not, and $c_1, c_2 > 0$. The bipartite state with p tokens at $v_k$"
        r" and q at $-v_k$ is an equilibrium of the attention map for every P, and along tangent perturbations the"
        r" derivative is $(1/c_i)(\delta_i + \alpha\Pi V\sum_jA_{ij}\delta_j)$ with $\Pi = I - v_kv_k^T$: that of"
        r" Lemma 12 with $\Pi V$ in the place of V. (The spectra of Lemmas 5 and 14 are proved for symmetric V only.)"
    ),
    source=Source(PAPER, "D.4.3 (extension)"),
    kind="identity",
    role="extension",
    statement=model(
        {"letters": ["V, P: matrix", "alpha: number"]},
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        {
            "letters": ["d[token]: vector"],
            "given": [TANGENT],
            "show": [
                "fixed(attention, bipartite)",
                f"forall i in A: {MOVED.format('c1')}",
                f"forall i in B: {MOVED.format('c2')}",
            ],
        },
    ),
    proof=[
        unfold(
            "goal",
            groups(intro("t", leaf(use=POINT, norms=["c1"])), intro("t", leaf(use=POINT, norms=["c2"]))),
        ),
        intro("t", leaf(use=[*POINT, TANGENT], norms=["c1"])),
        intro("t", leaf(use=[*POINT, TANGENT], norms=["c2"])),
    ],
    instance=instance(3, 1, ACROSS),
    twin=Variant("without the projector", {f" - dot(v, {MEAN})*v": ""}, instance(3, 1, ACROSS)),
)
