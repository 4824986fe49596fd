"""The shared routes to the consensus spectrum agree with each other and with floating-point differentiation."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

import stability as st
from proofs_checks.power_method.consensus import consensus_spectrum as cs
from proofs_checks.power_method.symbols import symbols

AT = {"alpha": sp.Rational(1, 3), "lambda_k": sp.Rational(1, 2), "lambda_2": sp.Integer(-2)}


@pytest.mark.parametrize("dynamics", ["oja", "attention"])
def test_explicit_jacobian_is_the_floating_point_one(dynamics):
    s = symbols()
    J = cs.explicit_jacobian(dynamics, 2, 2)
    P = np.array([[0.3, -0.7], [1.1, 0.2]])
    at = {s.alpha: AT["alpha"], s.lambda_k: AT["lambda_k"], cs.other_eigenvalues(2)[0]: AT["lambda_2"]}
    at |= {symbol: P[int(symbol.name[2]), int(symbol.name[3])] for symbol in J.free_symbols if symbol.name[:2] == "P_"}
    exact = np.array(J.subs(at).evalf(30).tolist(), dtype=float)

    V, alpha = np.diag([0.5, -2.0]), 1 / 3

    def image(flat):
        X = flat.reshape(2, 2)
        found = st.oja_map(X, V, alpha) if dynamics == "oja" else st.attention_map(X, P, V, alpha)
        return found.reshape(-1)

    centre, step = np.array([1.0, 0.0, 1.0, 0.0]), 1e-6
    columns = [(image(centre + step * e) - image(centre - step * e)) / (2 * step) for e in np.eye(4)]
    assert np.allclose(exact, np.stack(columns, axis=1), atol=1e-8)


@pytest.mark.parametrize("dynamics", ["oja", "attention"])
@pytest.mark.parametrize("sign", [1, -1])
def test_block_for_explicit_tokens_is_the_symbolic_one(dynamics, sign):
    s = symbols()
    at = {s.alpha: sp.Rational(1, 2), s.c: sp.Rational(3, 4), s.lambda_j: sp.Integer(-3)}
    found = cs.derived_block(dynamics, sign)
    dense = st.linearisation.BlockConstant(found.own, found.coupling, np.array([3])).dense()
    numbers = sp.Matrix(dense.tolist()).subs(at).subs(s.N, 3)
    expected = (sp.eye(3) - sp.ones(3, 3) / 2) / sp.Rational(3, 4)
    assert numbers == expected


def test_trial_accepts_the_spectrum_and_gives_a_checkable_witness_against_a_wrong_one():
    right = cs.spectrum_trial("oja", lambda alpha, other, c: (1 + alpha * other) / c, lambda c: 1 / c)
    wrong = cs.spectrum_trial("oja", lambda alpha, other, c: (1 + alpha * other) / c, lambda c: 2 / c)
    assert right(np.random.default_rng(1)).holds is True
    outcome = wrong(np.random.default_rng(1))
    assert outcome.holds is False
    J, u = (np.array(outcome.values[name], dtype=object) for name in ("J", "u"))
    exact = np.frompyfunc(Fraction, 1, 1)
    assert any(exact(J) @ exact(u) != Fraction(outcome.values["nu"]) * exact(u))
