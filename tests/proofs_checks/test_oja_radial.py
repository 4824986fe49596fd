"""The continuations of the Oja map off the spheres: their radial derivatives, against floating-point differences."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

from proofs_checks.power_method.consensus.oja_radial import continued_jacobian
from proofs_checks.power_method.symbols import symbols

N, ALPHA = 3, 0.5


def continued(X, V, continuation):
    s = V @ X.mean(axis=0)
    Y = X + ALPHA * s
    along, size = X @ s, s @ s
    if continuation == "ambient":
        inverse = 1 / np.sqrt(np.sum(Y * Y, axis=1))
    elif continuation == "unit norm":
        inverse = 1 / np.sqrt(1 + 2 * ALPHA * along + ALPHA**2 * size)
    else:
        inverse = 1 - ALPHA * along + ALPHA**2 * (3 * along**2 - size) / 2
    return Y * inverse[:, np.newaxis]


@pytest.mark.parametrize("continuation", ["ambient", "unit norm", "truncated"])
@pytest.mark.parametrize(("sign", "lambda_k"), [(1, 1.0), (-1, -5.0)])
def test_derivative_of_each_continuation(continuation, sign, lambda_k):
    V = np.diag([lambda_k, 0.75])
    s = symbols()
    at = {s.alpha: sp.Rational(1, 2), s.c: sign * (1 + sp.Rational(1, 2) * sp.Integer(int(lambda_k))), s.N: N}
    at[s.lambda_j] = sp.Rational(3, 4)
    found = continued_jacobian(continuation, sign)
    X, step = np.array([[1.0, 0.0]] * N), 1e-6
    for a in range(2):
        E = np.zeros((N, 2))
        E[0, a] = step
        slope = (continued(X + E, V, continuation) - continued(X - E, V, continuation)) / (2 * step)
        for token, block in ((0, found.own[0]), (1, found.same[0])):
            exact = [float(sp.sympify(entry).subs(at)) for entry in block[:, a]]
            assert np.allclose(slope[token], exact, atol=1e-7)
