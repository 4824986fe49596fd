"""Supplement D.2, Lemma 4, second situation: what the consensus at v_k is when 1 + alpha lambda_k < 0.

One step maps every token to -v_k, so the state is no fixed point but one half of a 2-cycle, and its stability is that
of the second iterate. V and X stay explicit in the witness, so that the referee applies the map itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER, derivations
from proofs_checks.power_method.consensus import consensus_spectrum as cs
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Lemma 4, second situation", reconstructed=True)


@illustration(
    "POW-L4.neg",
    title="The consensus at v_k as an equilibrium for a negative factor",
    statement=(
        r"Under Assumption 1, for $k \neq 1$, $1 + \alpha\lambda_k < 0$ and $\alpha < 2/(|\lambda_d| - \lambda_1)$, the"
        r" state $x_i = v_k$ is an equilibrium of the Oja map (at which Lemma 3 gives the eigenvalues)."
    ),
    source=SOURCE,
    kind="equilibrium",
)
def negative(lambda_k: str = "-2") -> Iterator[Evidence]:
    V = st.as_array(sp.diag(1, sp.Rational(lambda_k)))
    state = st.consensus(V, [0, 1], 2)
    outcome = st.examine(state, lambda X, n: st.oja_step(X, V, sp.Integer(1), counts=n))
    values: dict[str, Any] = {
        "alpha": 1,
        "lambda_1": 1,
        "lambda_k": lambda_k,
        "N": 2,
        "V": sp.Matrix(V),
        "X": sp.Matrix(state.expand()),
        "r": sp.Abs(outcome.factors[0]),
    }
    # y = -r x with r > 0: the normalised image is -x, which differs from x.
    yield decide.refutation(
        values,
        ["r > 0", "X[0] + (alpha/N)*(V@(ones(N)@X)) == -r*X[0]"],
        scope="N = 2, V = diag(1, -2), alpha = 1, below the bound 2/(2 - 1) = 2: one step maps v_2 to -v_2",
        method="exact evaluation of one step",
    )


@illustration(
    "POW-L4.neg.repaired",
    title="The 2-cycle for a negative factor and its multipliers",
    statement=(
        r"For symmetric V and $1 + \alpha\lambda_k < 0$ the consensus states at $v_k$ and $-v_k$ of the Oja map form a"
        r" 2-cycle; its tangent multipliers are $((1 + \alpha\lambda_j)/(1 + \alpha\lambda_k))^2$ where all tokens move"
        r" together along $v_j$, for each $j \neq k$, and $1/(1 + \alpha\lambda_k)^2$ on the differences of tokens, a"
        " space of dimension $(N-1)(d-1)$: the squares of the eigenvalues of Lemma 3."
    ),
    source=SOURCE,
    kind="spectrum",
    repairs="POW-L4.neg",
)
def two_cycle(power: int = 2) -> Iterator[Evidence]:
    s = symbols()
    scope = "all N >= 1, all d >= 2, every symmetric V, all alpha with 1 + alpha lambda_k < 0"
    given = [cs.factor(-1) > 0]
    factor = cs.factor(-1)
    together, apart = ((1 + s.alpha * s.lambda_j) / factor) ** power, 1 / factor**power

    jacobians = [_jacobian_at(pole) for pole in (1, -1)]
    there, back = (st.linearisation.directional_block(found, 1) for found in jacobians)
    same = {
        "own blocks": tuple(sp.Matrix(found.own[0]) for found in jacobians),
        "blocks of two tokens": tuple(sp.Matrix(found.same[0]) for found in jacobians),
    }
    method = "SymPy differentiates both steps; reduction by token symmetry"
    parts = {
        "one step maps v_k to -v_k and back": cs.identity(_steps(), scope=scope, method=method),
        "the derivative at -v_k is that at v_k": cs.identity(same, scope=scope, method=method),
        "tokens together": cs.identity(
            {"product of both steps": (_in_eigenvalue(back.quotient()[0, 0] * there.quotient()[0, 0]), together)},
            scope=scope,
            method=method,
            given=given,
        ),
        "differences of tokens": cs.identity(
            {"product of both steps": (_in_eigenvalue(back.own[0] * there.own[0]), apart)},
            scope=scope,
            method=method,
            given=given,
        ),
        "the block along v_j stands alone for every N": cs.identity(
            cs.splitting("oja", -1), scope=scope, method=method
        ),
    }
    yield conjunction(parts, scope=scope, method=method)

    formula: cs.Pairs = {}
    for w, value in (([[0, 1], [0, 1], [0, 1]], together), ([[0, 1], [0, -1], [0, 0]], apart)):
        rows = np.array(w, dtype=object)
        counts = [1, 1, s.N - 2]
        derivative = cs.closed_derivative("oja", -1, counts)
        formula[f"D(f o f)[w] = value w for rows {w}"] = (
            cs.in_eigenvalue(derivative(derivative(rows)), -1),
            value * sp.Matrix(rows),
        )
    yield cs.identity(formula, scope=scope, method="SymPy: closed derivative formula, token by token", given=given)


def _jacobian_at(pole: int) -> Any:
    """The grouped Jacobian of one step at the consensus on pole * v_k where 1 + alpha lambda_k = -c."""
    s = symbols()
    V = derivations.plane((-s.c - 1) / s.alpha, s.lambda_j)
    state = st.consensus(V, [pole, 0], s.N)
    return st.linearisation.grouped_jacobian(lambda X, n: st.oja_step(X, V, s.alpha, counts=n), state, [s.c])


def _steps() -> cs.Pairs:
    """y = |1 + alpha lambda_k| times the opposite pole, from either pole."""
    s = symbols()
    V = derivations.plane(s.lambda_k, s.lambda_j)
    counts = np.array([s.N], dtype=object)
    pairs: cs.Pairs = {}
    for pole in (1, -1):
        y = st.oja_step(np.array([[pole, 0]], dtype=object), V, s.alpha, counts=counts)
        pairs[f"from {pole:+d} v_k"] = (sp.Matrix(y), cs.factor(-1) * sp.Matrix([[-pole, 0]]))
    return pairs


def _in_eigenvalue(value: Any) -> Any:
    return cs.in_eigenvalue([value], -1)[0, 0]
