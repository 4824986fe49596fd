"""Lemma 6.4, (6.6), for a negative alpha: it does not follow from x* being in the cone of the tokens."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import STATE, still
from verify.formal import formal, model

SIDE = ["-12/25", "9/25"]

formal(
    "PER-L6.4.65.cone",
    title="(6.6) for any point of the cone",
    sentence=r"For unit tokens in an open half space, a unit vector $x^*$ of their cone, $x^* = \sum_k\theta_kx_k$ with"
    r" $\theta_k \geq 0$, and a token $x_i$ of least height $\alpha = \langle x_i, x^*\rangle$: $\min_j\langle x_i,"
    r" x_j\rangle \leq \alpha$.",
    reading="(6.6) with what the printed derivation uses of the limit x*; for the limit itself where alpha is not"
    " negative see PER-L6.4.65.start, where alpha is negative it is not decided",
    role="dropped",
    statement=model(
        STATE,
        {
            "letters": ["z, w: vector; th[token]: number; p: token"],
            "given": [
                "dot(z, z) == 1",
                "forall i: dot(x[i], w) > 0",
                "forall i: th[i] >= 0",
                "z == sum(k: th[k]*x[k])",
                "forall i: dot(x[p], z) <= dot(x[i], z)",
            ],
            "show": ["exists j: dot(x[p], x[j]) <= dot(x[p], z)"],
        },
    ),
    refuted={
        "instance": still(
            [1, 0, 0],
            [*SIDE, "4/5"],
            [*SIDE, "-4/5"],
            z=["-4/5", "3/5", 0],
            w=[3, 5, 0],
            th=[0, "5/6", "5/6"],
            p=0,
        )
    },
    no_repair="for the limit itself where alpha is not negative it is PER-L6.4.65.start",
)
