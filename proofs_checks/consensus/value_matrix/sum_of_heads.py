"""Several heads whose sum satisfies the hypotheses of Theorem 4.5: the hemisphere is not attracted to consensus.

n = 1, l = 2, h = 2: U_1 = [[1, k], [k, 0]], U_2 = [[1, -k], [-k, 0]] with k = 3, U_1 + U_2 = diag(2, 0), v = e_1, and
P_h = log(2) M_h with M_1 = -5 I, M_2 = 5 I. The first token v is at rest, so the second one moves on the circle by an
autonomous scalar equation. Its height falls at (3/5, 4/5) and rises at (-3/5, 4/5): the arc between them is invariant,
and a token that starts in it, at the height 3/5 > 0, never comes near v.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix.counterexample import counterexample
from proofs_checks.consensus.value_matrix.several_heads import BELIEF
from proofs_checks.examples import exact_texts
from verify.claim import Source
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

_TEXT = (
    r"Theorem 4.5 with U replaced by $\sum_\eta U_\eta$ (symmetric, simple largest eigenvalue $\lambda > 0$,"
    r" eigenvector v) holds for $h \ge 2$: from $D^\ell(v)$ all tokens converge to v."
)


def _weights(y: list[Fraction], base: int) -> list[Fraction]:
    """Attention of token 2 at y on v and on itself for P = log(2) base I; base (v^T y - 1) must be an integer."""
    ratio = Fraction(2) ** int(base * (y[0] - 1))
    return [ratio / (1 + ratio), 1 / (1 + ratio)]


def trapped_token(k: int) -> Iterator[Evidence]:
    """The invariant arc of the module's docstring, for the off-diagonal entry k."""
    U1, U2 = [[1, k], [k, 0]], [[1, -k], [-k, 0]]
    y, z = [Fraction(3, 5), Fraction(4, 5)], [Fraction(-3, 5), Fraction(4, 5)]
    heads = np.array([U1, U2], dtype=object)
    P = np.array([-5, 5], dtype=object)[:, np.newaxis, np.newaxis] * sp.log(2) * np.eye(2, dtype=int)
    rates = []
    for point in (y, z):
        Y = np.array([[1, 0], [sp.Rational(*q.as_integer_ratio()) for q in point]], dtype=object)
        rates.append(st.velocity(Y, st.head_weights(Y, P, causal=True), heads))
    field = "({0}[0]*v + {0}[1]*{2}) + U2@({1}[0]*v + {1}[1]*{2})"
    at_y, at_z = f"(U1@{field.format('A1', 'A2', 'y')})", f"(U1@{field.format('B1', 'B2', 'z')})"
    yield counterexample(
        {
            "the first token is at rest; the heights of the model at the ends of the arc": decide.identity(
                {
                    "first token": (sp.Matrix(rates[0][0]), sp.zeros(2, 1)),
                    "at (3/5, 4/5)": (rates[0][1, 0], -76 * sp.sqrt(2) / 625),
                    "at (-3/5, 4/5)": (rates[1][1, 0], 16352 * sp.sqrt(2) / 32125),
                },
                scope="this system",
            )
        },
        {
            "U1": U1,
            "U2": U2,
            "v": [1, 0],
            "lam": 2,
            "y": exact_texts(np.array(y, dtype=object)),
            "z": exact_texts(np.array(z, dtype=object)),
            "M1": [[-5, 0], [0, -5]],
            "M2": [[5, 0], [0, 5]],
            **{name: exact_texts(np.array(_weights(y, base), dtype=object)) for name, base in (("A1", -5), ("A2", 5))},
            **{name: exact_texts(np.array(_weights(z, base), dtype=object)) for name, base in (("B1", -5), ("B2", 5))},
        },
        [
            *(f"{A}[0] == {A}[1]*2**(dot(z, {M}@v) - dot(z, {M}@z))" for A, M in (("B1", "M1"), ("B2", "M2"))),
            "B1[0] + B1[1] == 1",
            "B2[0] + B2[1] == 1",
            "dot(z, z) == 1",
            f"dot(v, {at_y} - dot(y, {at_y})*y) < 0",
            f"dot(v, {at_z} - dot(z, {at_z})*z) > 0",
            "dot(v, z) < dot(v, y)",
            "y[1] > 0",
            "z[1] > 0",
        ],
        scope=f"n = 1, l = 2, h = 2, k = {k}: the arc from (3/5, 4/5) to (-3/5, 4/5) is invariant",
        says="y_1 = v rests, and y_2 never leaves an arc without v",
        method="exact evaluation of the model; a scalar equation with inward field at both ends",
    )


@illustration(
    "CON-T4.5.i.R2",
    title="Several heads with a good sum: the hemisphere",
    statement=_TEXT,
    source=BELIEF,
    reading="the hemisphere of attraction when only the sum of the heads satisfies the hypotheses",
    kind="stability",
    no_repair="CON-T4.5.i (a common leading eigenvector) and CON-T4.5.i.R1 (local stability) are what is true",
)
def hemisphere_of_a_sum(k: int = 3) -> Iterator[Evidence]:
    yield from trapped_token(k)


@illustration(
    "CON-H.11",
    title="Theorem 4.5 for the sum of several heads",
    statement=_TEXT,
    source=Source(PAPER, "Theorem 4.5, hypothesis h = 1"),
    kind="stability",
    role="dropped",
)
def without_one_head(k: int = 3) -> Iterator[Evidence]:
    yield from trapped_token(k)
