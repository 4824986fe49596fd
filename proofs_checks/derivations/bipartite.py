"""The bipartite state, p tokens at v_k and q at -v_k, of the Oja map and of the attention map.

As at the consensus two coordinates carry every d, and symbols every p and q. With a = v_k^T P v_k and E = e^(2a) (the
Oja map: E = 1) the groups attend to one another with alpha_gh, a row of which sums to one:

    c_1 = 1 + alpha lambda_k (alpha_11 - alpha_12),   c_2 = 1 + alpha lambda_k (alpha_22 - alpha_21),   both positive
    B_j = [[1 + alpha lambda_j alpha_11, alpha lambda_j alpha_12]/c_1, [alpha lambda_j alpha_21, 1 + ...]/c_2]
    both roots of z^2 - tr B_j z + det B_j     once for each j != k     tokens of a group together along v_j
    1/c_1, 1/c_2                               (p-1)(d-1), (q-1)(d-1)   differences within a group
    det B_j = (1 + alpha lambda_j)(1 + alpha lambda_j kappa)/(c_1 c_2),  kappa = alpha_11 + alpha_22 - 1

Both factors are positive for alpha < 1/|lambda_k|, and the roots of B_j lie inside the unit disc exactly where
1 - tr + det, 1 + tr + det and 1 - det are positive (Schur and Cohn).

Source: arXiv 2605.25619, Lemmas 5, 9, 12, 13, 14 and Theorem 3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.derivations.formula import Formula, symbols

ALPHA, G = symbols("alpha g", positive=True)
LAMBDA_J, LAMBDA_K = symbols("lambda_j lambda_k")
P_TOKENS, Q_TOKENS = symbols("p q", integer=True, positive=True)
MAPS = ("oja", "attention")
Modes = Callable[[Any, Sequence[Any], Any, Any], Sequence[Any]]


def weights(dynamics: str) -> st.states.GroupWeights:
    """The attention between the groups; g = e^a is any positive number, and 1 for the Oja map."""
    return st.states.GroupWeights(P_TOKENS, Q_TOKENS, sp.Integer(1) if dynamics == "oja" else G**2)


@cache
def jacobian(dynamics: str) -> st.linearisation.Linearisation:
    """The linearisation of the normalised map where both factors are positive, in the coordinates (v_k, v_j).

    dynamics : "oja", or "attention" with P arbitrary but for v_k^T P v_k = log g.  ValueError for another name.
    """
    if dynamics not in MAPS:
        raise ValueError(f"dynamics is {dynamics!r}; allowed are {', '.join(MAPS)}")
    V = np.array([[LAMBDA_K, sp.Integer(0)], [sp.Integer(0), LAMBDA_J]], dtype=object)
    P = np.array([[sp.log(G), symbols("P_kj")], list(symbols("P_jk P_jj"))], dtype=object)

    def layer(X: Any, counts: Any) -> Any:
        if dynamics == "oja":
            return st.oja_map(X, V, ALPHA, counts=counts)
        return st.attention_map(X, P, V, ALPHA, counts=counts)

    factors = weights(dynamics).factors(LAMBDA_K, ALPHA)
    state = st.bipartite(V, [1, 0], P_TOKENS, Q_TOKENS)
    return st.linearise(layer, state, manifold="sphere", assuming=[c > 0 for c in factors])


def claimed_block(dynamics: str) -> Any:
    """B_j : (2, 2)."""
    return weights(dynamics).block(LAMBDA_J, LAMBDA_K, ALPHA)


def blocks(dynamics: str, block: Callable[[str], Any] = claimed_block) -> list[Formula]:
    """The action on tokens of a group together, beside `block`."""
    ids = ("POW-L5.lin",) if dynamics == "oja" else ("POW-L12.jac", "POW-L14.class2")
    # The tangent bases of v_k and of -v_k are both v_j.
    return [Formula(f"{dynamics}: the two groups along v_j", ids, jacobian(dynamics).parts[0].matrix, block(dynamics))]


def spectrum(dynamics: str, modes: Modes = st.linearisation.bipartite_modes) -> list[Formula]:
    """Trace and determinant of the derived 2 x 2 block, and the eigenvalues within the groups, with multiplicities."""
    whole, *apart = jacobian(dynamics).parts
    both, *within = modes(LAMBDA_K, [LAMBDA_J], weights(dynamics), ALPHA)
    z = symbols("z")
    formulas = [
        Formula(
            f"{dynamics}: the characteristic polynomial",
            ("POW-L14.class2",),
            (z * sp.eye(2) - sp.Matrix(whole.matrix)).det(),
            z**2 - both.trace * z + both.determinant,
        )
    ]
    for part, mode in zip(apart, within, strict=True):
        formulas.append(Formula(f"{dynamics}: {mode.perturbation}", ("POW-L14.class3",), part.matrix, mode.trace))
        formulas.append(Formula(f"{dynamics}: how often", ("POW-L14.class3",), part.multiplicity, mode.multiplicity))
    return formulas


def step_bound(limit: Any = 1) -> list[Formula]:
    """c_1 and c_2 at alpha |lambda_k| = limit: from there on one of them can vanish, below it none does.

    The smallest factor over E > 0 is approached as E -> 0 or infinity: 1 - alpha |lambda_k| on one side.
    """
    x = symbols("x")
    c1, _ = st.states.GroupWeights(P_TOKENS, Q_TOKENS, G**2).factors(x / ALPHA, ALPHA)
    ends = [sp.limit(c1, G, end) for end in (0, sp.oo)]
    return [
        Formula("the factor where the own group gets nothing", ("POW-L13",), ends[0], limit - x),
        Formula("the factor where it gets everything", ("POW-L13",), ends[1], limit + x),
        Formula(
            "between them it is monotone: the slope in E has one sign",
            ("POW-L13.sharp",),
            sp.diff(c1, G),
            4 * x * P_TOKENS * Q_TOKENS * G / (P_TOKENS * G**2 + Q_TOKENS) ** 2,
        ),
    ]


def schur_cohn(slacks: Callable[[Any, Any], Sequence[Any]] = st.linearisation.schur_cohn_slacks) -> list[Formula]:
    """p(1), p(-1) and 1 - det of p(z) = z^2 - trace z + det, for roots r e^(+-i phi) and for real roots r, s."""
    r, s, turn = symbols("r s phi")
    values = []
    for first, second in ((r, s), (r * sp.exp(sp.I * turn), r * sp.exp(-sp.I * turn))):
        found = slacks(first + second, first * second)
        expected = ((1 - first) * (1 - second), (1 + first) * (1 + second), 1 - first * second)
        values += [
            Formula(f"slack {k + 1}", ("POW-T3.bip",), sp.expand(a), sp.expand(b))
            for k, (a, b) in enumerate(zip(found, expected, strict=True))
        ]
    return values


def formulas(dynamics: str) -> list[Formula]:
    """Everything above."""
    return [*blocks(dynamics), *spectrum(dynamics), *step_bound(), *schur_cohn()]
