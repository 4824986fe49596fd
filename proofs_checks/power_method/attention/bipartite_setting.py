"""The bipartite state of Lemmas 9 to 14, p tokens at +v_k and q at -v_k, as relations, symbols and derived Jacobians.

Why three coordinates carry every d. One token moves along a unit vector m orthogonal to v_k; V m has a component
along v_k, one along m and a rest, whose direction is the third coordinate. V v_k = lambda_k v_k is all that is used
of v_k, so V need not be symmetric. Only the compression of P to these coordinates enters, and it is arbitrary.
"""

from __future__ import annotations

from typing import Any

import attnverify.stability as st
from attnverify.proofs_checks.power_method.symbols import symbols
from attnverify.verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")


def weights() -> Any:
    """The group weights with symbolic p, q and E = g^2."""
    s = symbols()
    return st.states.GroupWeights(s.p, s.q, s.g**2)


def logit_matrix(a: Any, d: int = 3) -> Any:
    """An arbitrary P : (d, d), with v_k^T P v_k = a and symbols elsewhere."""
    P = [[sp.Symbol(f"P_{i}{j}", real=True) for j in range(d)] for i in range(d)]
    P[0][0] = a
    return np.array(P, dtype=object)
