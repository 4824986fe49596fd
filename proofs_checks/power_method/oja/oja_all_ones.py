"""Supplement D.2, proof of Lemma 5: is the all-ones vector an eigenvector of the linearisation at a bipartite state?

Only where D does not tell the two groups apart, that is for p = q; otherwise the eigenvectors of the coupled part are
constant on each group, with different values.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER, derivations
from proofs_checks.power_method.oja.oja_bipartite import (
    SIZES,
    given,
    scaling,
    uneven_counterexample,
)
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")


def _all_ones(expansion: str, balanced: bool) -> Iterator[Evidence]:
    """Whether the matrix sends the all-ones vector to a multiple of itself: both groups must get the same entry."""
    s = symbols()
    p = s.q if balanced else s.p
    image = [entry.subs(s.p, p) * (1 + s.alpha * s.lambda_j) for entry in scaling(expansion)]
    yield uneven_counterexample(
        sp.Ne(image[0], image[1], evaluate=False),
        "the image of the all-ones vector has unequal entries at p = 2, q = 1",
    )


_ONES = (
    r"The matrix $D(I + (\alpha\lambda_j/N)\,11^T)$ of the linearised Oja map at a bipartite point has, also"
    " for more tokens at $v_k$ than at $-v_k$, an eigenvalue that belongs to the vector of all ones (and which"
    " exceeds 1 in modulus for a suitable j)."
)


@illustration(
    "POW-L5.ones",
    title="All-ones eigenvector at a bipartite point",
    statement=_ONES,
    reading="R1: D exact",
    source=Source(PAPER, "Lemma 5, proof", reconstructed=True),
    kind="spectrum",
)
def all_ones(balanced: bool = False) -> Iterator[Evidence]:
    yield from _all_ones("exact", balanced)


@illustration(
    "POW-L5.ones.R2",
    title="All-ones eigenvector, first-order D",
    statement=_ONES + " Here D is expanded to first order.",
    reading="R2: D expanded to first order",
    source=Source(PAPER, "Lemma 5, proof", reconstructed=True),
    kind="spectrum",
    no_repair="POW-L5.ones.repaired repairs both readings: it speaks about the exact D",
)
def all_ones_first_order(balanced: bool = False) -> Iterator[Evidence]:
    yield from _all_ones("first order", balanced)


@illustration(
    "POW-L5.ones.repaired",
    title="Group-constant eigenvectors at a bipartite point",
    statement=(
        r"Where both factors $1 \pm u$ are positive, the matrix $D(I + (\alpha\lambda_j/N)\,11^T)$, D exact, maps"
        " vectors that are constant on each of the two groups to such vectors, by the 2 x 2 matrix $B_j$; for p = q"
        r" the all-ones vector is an eigenvector with eigenvalue $1 + \alpha\lambda_j$; in general, with $\mu ="
        r" (p-q)/N$, $\det((1 + \alpha\lambda_j)I - B_j) = -\alpha^2\mu^2\lambda_k(1 + \alpha\lambda_j)(\lambda_k -"
        r" \lambda_j + \alpha\lambda_j\lambda_k)/(1-u^2)$, so that for $p \ne q$ this number is an eigenvalue only"
        " where one of these factors vanishes. (Which eigenvalue exceeds 1 then: POW-L5.R3.repaired.)"
    ),
    source=Source(PAPER, "Lemma 5, proof", reconstructed=True),
    kind="spectrum",
    repairs="POW-L5.ones",
)
def group_constant(residual: int = 1) -> Iterator[Evidence]:
    s = symbols()
    block = st.linearisation.directional_block(derivations.oja_bipartite(), 1)
    B = sp.Matrix(block.quotient())
    value = residual + s.alpha * s.lambda_j
    mu = (s.p - s.q) / (s.p + s.q)
    u = s.alpha * s.lambda_k * mu
    gap = s.lambda_k - s.lambda_j + s.alpha * s.lambda_j * s.lambda_k
    balanced = B.subs(s.p, s.q) * sp.Matrix([1, 1])
    yield conjunction(
        {
            "the block is permutation symmetric and splits for every p, q": decide.identity(
                {says: (left, right) for says, left, right in block.reduction_identities()}, scope=SIZES
            ),
            "p = q: the all-ones vector": decide.identity(
                {"B 1 = value 1": (balanced, value * sp.Matrix([1, 1]))}, given=given(), scope=SIZES
            ),
            "in general": decide.identity(
                {
                    "det(value I - B_j)": (
                        (value * sp.eye(2) - B).det(),
                        -(s.alpha**2) * mu**2 * s.lambda_k * (1 + s.alpha * s.lambda_j) * gap / (1 - u**2),
                    )
                },
                given=given(),
                scope=SIZES,
            ),
        },
        scope=SIZES,
    )
