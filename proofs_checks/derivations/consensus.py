"""The consensus x_i = v_k of the Oja map and of the attention map: Jacobian, spectrum, step size.

Equal tokens are exchangeable, and a token that moves along v_j stays in the plane of v_k and v_j, on which V is
diag(lambda_k, lambda_j). So two coordinates, one moved token and N - 1 others with a symbolic N carry every N and d.

    df_i/dx_h = Pi (delta_ih I + (alpha/N) V)/c,        c = 1 + alpha lambda_k > 0,  Pi = I - v_k v_k^T
    (1 + alpha lambda_j)/c    once for each j != k      every token along v_j
    1/c                       (N - 1)(d - 1) times      token differences
    stable at v_1             for alpha < 2/(|lambda_d| - lambda_1), or always if |lambda_d| <= lambda_1

Source: arXiv 2605.25619, Lemmas 2, 3, 4 and 11.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.derivations.formula import Formula, symbols
from attnverify.proofs_checks.derivations.grouped import GroupedJacobian, directional_block, grouped_jacobian

ALPHA, C = symbols("alpha c", positive=True)
LAMBDA_J, LAMBDA_1, LAMBDA_D = symbols("lambda_j lambda_1 lambda_d")
N = symbols("N", integer=True, positive=True)
LAMBDA_K = (C - 1) / ALPHA
MAPS = ("oja", "attention")
Modes = Callable[[Any, Sequence[Any], Any, Any], Sequence[Any]]


@cache
def jacobian(dynamics: str) -> GroupedJacobian:
    """All blocks of the Jacobian of the normalised map at the consensus on v_k, in the coordinates (v_k, v_j).

    dynamics : "oja", or "attention" with an arbitrary P.  Raises ValueError for another name.
    """
    V = np.array([[LAMBDA_K, sp.Integer(0)], [sp.Integer(0), LAMBDA_J]], dtype=object)
    P = np.array([symbols("P_kk P_kj"), symbols("P_jk P_jj")], dtype=object)

    def step(X: Any, counts: Any) -> Any:
        if dynamics == "oja":
            return st.models.oja_step(X, V, ALPHA, counts=counts)
        return st.models.attention_step(X, st.models.attention_weights(X, P, counts=counts), V, ALPHA)

    if dynamics not in MAPS:
        raise ValueError(f"dynamics is {dynamics!r}; allowed are {', '.join(MAPS)}")
    return grouped_jacobian(step, st.consensus(V, [1, 0], N), [C])


def claimed_block(own: bool, shares: Any = N) -> Any:
    """Pi (delta I + (alpha/shares) V)/c : (2, 2); the block of a token with itself, or with another."""
    V = sp.diag(LAMBDA_K, LAMBDA_J)
    return sp.diag(0, 1) * (int(own) * sp.eye(2) + ALPHA / shares * V) / C


def blocks(dynamics: str, block: Callable[[bool], Any] = claimed_block) -> list[Formula]:
    """The blocks as derived, beside `block`(own); the attention map has those of the Oja map, whatever P is."""
    found, ids = jacobian(dynamics), ("POW-L2", "POW-L3.jac") if dynamics == "oja" else ("POW-L11", "POW-L11.R2")
    return [
        Formula(f"{dynamics}: a token with itself", ids, found.own[0], block(True)),
        Formula(f"{dynamics}: two tokens", ids, found.same[0], block(False)),
    ]


def spectrum(dynamics: str, modes: Modes = st.linearisation.consensus_modes) -> list[Formula]:
    """The eigenvalues along v_j: on equal tokens, on zero sums, and that the block splits so for every N."""
    block = directional_block(jacobian(dynamics), 1)
    together, apart = modes(LAMBDA_K, [LAMBDA_J], N, ALPHA)
    splits = [
        Formula(f"{dynamics}: {says}", ("POW-L3.class2", "POW-L3.class3"), left, right)
        for says, left, right in block.reduction_identities()
    ]
    leak = directional_block(jacobian(dynamics), 0, 1)
    return [
        *splits,
        Formula(f"{dynamics}: nothing along v_k", ("POW-L3.class2",), leak.quotient()[0, 0], 0),
        Formula(f"{dynamics}: {together.perturbation}", ("POW-L3.class2",), block.quotient()[0, 0], together.trace),
        Formula(f"{dynamics}: {apart.perturbation}", ("POW-L3.class3",), block.own[0], apart.trace),
        Formula(f"{dynamics}: how often", ("POW-L3.class3",), block.classes()[0][1], apart.multiplicity),
    ]


def step_bound(bound: Callable[[Sequence[Any]], Any] | None = None) -> list[Formula]:
    """Where the eigenvalue of v_d reaches -1, solved for alpha; and how far the others stay inside the unit disc.

    bound : of (lambda_1, lambda_d), by default 2/(-lambda_d - lambda_1); it counts where lambda_d < -lambda_1.
    """
    first, last = 1 + ALPHA * LAMBDA_1, 1 + ALPHA * LAMBDA_D
    claimed = 2 / (-LAMBDA_D - LAMBDA_1) if bound is None else bound((LAMBDA_1, LAMBDA_D))
    (reached,) = sp.solve(sp.Eq(last / first, -1), ALPHA) or [sp.nan]
    room = ALPHA * (LAMBDA_1 - LAMBDA_J) * (2 - ALPHA * (-LAMBDA_J - LAMBDA_1))
    return [
        Formula("the step size at which -1 is reached", ("POW-L4.sharp",), reached, claimed),
        Formula(
            "|1 + alpha lambda_j| < 1 + alpha lambda_1 below it: the difference of the squares",
            ("POW-L4.stable",),
            first**2 - (1 + ALPHA * LAMBDA_J) ** 2,
            room,
        ),
    ]


def circle_of_period_two(bound: Any = 2) -> Formula:
    """At the bound a step takes the consensus on C v_1 + S v_d to the one on C v_1 - S v_d: two steps are the
    identity."""
    cosine, sine = symbols("C S")
    V = np.array([[LAMBDA_1, sp.Integer(0)], [sp.Integer(0), LAMBDA_D]], dtype=object)
    alpha = bound / (-LAMBDA_D - LAMBDA_1)
    y = st.models.oja_step(np.array([[cosine, sine]], dtype=object), V, alpha, counts=np.array([N], dtype=object))[0]
    turned = (LAMBDA_1 - LAMBDA_D) / (-LAMBDA_D - LAMBDA_1)
    return Formula("one step at the bound", ("POW-L4.sharp",), y, [turned * cosine, -turned * sine])


def formulas(dynamics: str) -> list[Formula]:
    """Everything above."""
    return [*blocks(dynamics), *spectrum(dynamics), *step_bound(), circle_of_period_two()]
