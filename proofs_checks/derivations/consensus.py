"""The consensus x_i = v_k of the Oja map and of the attention map: Jacobian, spectrum, step size.

A token that moves along v_j stays in the plane of v_k and v_j, on which V is diag(lambda_k, lambda_j): two coordinates
carry every d. `linearise` differentiates the definition with a symbolic N.

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

ALPHA, C = symbols("alpha c", positive=True)
LAMBDA_J, LAMBDA_1, LAMBDA_D = symbols("lambda_j lambda_1 lambda_d")
N = symbols("N", integer=True, positive=True)
LAMBDA_K = (C - 1) / ALPHA
MAPS = ("oja", "attention")
Modes = Callable[[Any, Sequence[Any], Any, Any], Sequence[Any]]


@cache
def jacobian(dynamics: str) -> st.linearisation.Linearisation:
    """The linearisation of the normalised map at the consensus on v_k, in the coordinates (v_k, v_j).

    dynamics : "oja", or "attention" with an arbitrary P.  Raises ValueError for another name.
    """
    if dynamics not in MAPS:
        raise ValueError(f"dynamics is {dynamics!r}; allowed are {', '.join(MAPS)}")
    V = np.array([[LAMBDA_K, sp.Integer(0)], [sp.Integer(0), LAMBDA_J]], dtype=object)
    P = np.array([symbols("P_kk P_kj"), symbols("P_jk P_jj")], dtype=object)

    def layer(X: Any, counts: Any) -> Any:
        if dynamics == "oja":
            return st.oja_map(X, V, ALPHA, counts=counts)
        return st.attention_map(X, P, V, ALPHA, counts=counts)

    return st.linearise(layer, st.consensus(V, [1, 0], N), manifold="sphere")


def claimed_block(own: bool, shares: Any = N) -> Any:
    """(delta + (alpha/shares) lambda_j)/c, the tangent block of a token with itself, or with another."""
    return (int(own) + ALPHA / shares * LAMBDA_J) / C


def blocks(dynamics: str, block: Callable[[bool], Any] = claimed_block) -> list[Formula]:
    """Equal tokens and differences beside `block`(own); the attention map has what the Oja map has, whatever P is."""
    together, apart = jacobian(dynamics).parts
    ids = ("POW-L2", "POW-L3.jac") if dynamics == "oja" else ("POW-L11", "POW-L11.R2")
    return [
        Formula(f"{dynamics}: all tokens", ids, together.matrix, block(True) + (N - 1) * block(False)),
        Formula(f"{dynamics}: differences", ids, apart.matrix, block(True) - block(False)),
    ]


def spectrum(dynamics: str, modes: Modes = st.linearisation.consensus_modes) -> list[Formula]:
    """The eigenvalues along v_j, on equal tokens and on zero sums, and how often they occur, for every N."""
    formulas = []
    for part, mode in zip(jacobian(dynamics).parts, modes(LAMBDA_K, [LAMBDA_J], N, ALPHA), strict=True):
        ids = ("POW-L3.class2",) if part.multiplicity == 1 else ("POW-L3.class3",)
        formulas.append(Formula(f"{dynamics}: {mode.perturbation}", ids, part.matrix, mode.trace))
        formulas.append(Formula(f"{dynamics}: how often", ids, part.multiplicity, mode.multiplicity))
    return formulas


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
