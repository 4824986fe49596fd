"""Section 2, equations (1) and (3): the multi-head layer map and its symmetries.

Valid for all N, d, H: every sum over tokens, coordinates and heads is compared term by term, with one symbol
per entry, so the number of terms does not matter. An orthogonal Q enters through its Gram entries sum_e Q_ea
Q_eb, which are 1 for a = b and 0 otherwise; both patterns are checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.examples import equal, example
from proofs_checks.power_method import PAPER
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "all N, d, H >= 1, every P_h, V_h and alpha > 0, every state at which no y_i is zero"


def _flip(sign: int) -> dict[str, tuple[Any, Any]]:
    x, z, P, V, A, alpha, rest = sp.symbols("x_ia x_jb P_ab V_ab A_ij alpha rest", real=True)
    y = x + alpha * (V * A * z + rest)
    return {
        "logits: a term of x_i P x_j": ((-x) * P * (-z), x * P * z),
        "y_i, with the attention unchanged": ((-x) + alpha * (V * A * (-z) - rest), sign * y),
    }


def _permutation() -> dict[str, tuple[Any, Any]]:
    e, f, x, z, mass, rest = sp.symbols("e_1 e_2 x_1 x_2 mass rest", real=True)
    mixed = (e * x + f * z + rest) / (e + f + mass)
    exchanged = (f * z + e * x + rest) / (f + e + mass)
    return {"sum over the tokens when two of them change places": (exchanged, mixed)}


def _orthogonal() -> dict[str, tuple[Any, Any]]:
    x, P, z, Q, V, y, w = sp.symbols("x_a P_bc z_d Q_ea V_ab y_a y_b", real=True)
    pairs: dict[str, tuple[Any, Any]] = {}
    for first in (1, 0):
        for second in (1, 0):
            gram = f"Gram entries {first}, {second}"
            pairs[f"a term of the logits, {gram}"] = (
                first * x * P * z * second,
                x * P * z if first * second else sp.S(0),
            )
        pairs[f"a term of V_h x_j, Gram entry {first}"] = (Q * V * first * z, Q * V * z if first else sp.S(0))
        pairs[f"a term of the squared norm, Gram entry {first}"] = (first * y * w, y * w if first else sp.S(0))
    return pairs


def _trial(rng: Any) -> Any:
    """Exact random layers: the step of the transformed state against the transformed step, three symmetries at once."""
    N, d, H = (int(rng.integers(2, top)) for top in (7, 6, 4))
    X, P, V = (st.as_array(rng.integers(-3, 4, shape)) for shape in ((N, d), (H, d, d), (H, d, d)))
    Q, order, alpha = st.sampling.orthogonal(rng, d), rng.permutation(N), st.sampling.rational(rng, 1, 3)
    turned = (-X[order]) @ Q.T
    logits, moved = st.models.logits(X, P)[:, order][:, :, order], st.models.logits(turned, Q @ P @ Q.T)
    if not np.array_equal(logits, moved):
        return equal(logits[0], moved[0])
    A = st.normalise_rows(st.as_array(rng.integers(1, 9, (H, N, N))))
    before = st.attention_step(X, A, V, alpha)
    after = st.attention_step(turned, A[:, order][:, :, order], Q @ V @ Q.T, alpha)
    return equal(after, -before[order] @ Q.T)


@illustration(
    "POW-EQ1",
    title="The multi-head layer map and its symmetries",
    statement=(
        r"The layer $x_i^+ = y_i/\|y_i\|$, $y_i = x_i + \alpha\sum_h\sum_j A^h_{ij}V_hx_j$, $A^h$ the row"
        r" softmax of $x_i^TP_hx_j$, maps states of unit tokens with all $y_i \ne 0$ to states of unit tokens."
        r" It commutes with $X \mapsto -X$, with permutations of the tokens (full attention), and with"
        r" orthogonal changes of basis $x \mapsto Qx$, $V_h \mapsto QV_hQ^T$, $P_h \mapsto QP_hQ^T$. There are"
        r" states with some $y_i = 0$, where it is not defined: all tokens at an eigenvector of $\sum_hV_h$"
        r" with eigenvalue $-1/\alpha$."
    ),
    reading="each V_h contains the output matrix",
    source=Source(PAPER, "Section 2, equations (1), (3)", reconstructed=True),
    kind="identity",
)
def layer_map(sign: int = -1, seed: int = 0) -> Iterator[Evidence]:
    y, norm, total, alpha = sp.symbols("y_a norm total alpha", positive=True)
    yield conjunction(
        {
            "the image lies on the sphere": decide.identity(
                {
                    "sum of squares over the squared norm": (total / norm**2, sp.Integer(1)),
                    "a term": (y**2 / norm**2, (y / norm) ** 2),
                },
                relations=[(norm**2, total)],
                scope=SCOPE,
            ),
            "X -> -X": decide.identity(_flip(sign), scope=SCOPE),
            "permutations": decide.identity(_permutation(), scope=SCOPE),
            "orthogonal changes of basis": decide.identity(_orthogonal(), scope=SCOPE),
            "y = 0 at consensus with eigenvalue -1/alpha": decide.identity(
                {"y": (y + alpha * (-1 / alpha) * y, sp.Integer(0))}, scope=SCOPE
            ),
        },
        scope=SCOPE,
        method="SymPy: term by term",
    )
    yield decide.exact_instances(
        _trial,
        scope="N <= 6, d <= 5, H <= 3: all three symmetries at once",
        method="Fractions: the map in exact arithmetic",
        examples=12,
        seed=seed,
    )
    heads = [[["-1/2", 0], [0, 1]], [["-1/2", 0], [0, 1]]]
    yield example(
        {"alpha": 1, "N": 3, "H": 2, "V_1": heads[0], "V_2": heads[1], "x": [1, 0]},
        ["dot(x, x) == 1", "x + alpha*((V_1 + V_2)@x) == 0*x"],
        scope="a state where the map is undefined: N = 3 equal tokens, d = 2, H = 2",
        method="exact example",
    ).narrowed("a state where the map is undefined: N = 3 equal tokens, d = 2, H = 2")
