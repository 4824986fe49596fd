"""Polygonal states, sum_j x_j = 0 (Oja map) or sum_j A_ij x_j = 0 (attention map): what their claims share.

Why three coordinates carry every N and d. At such a state y_i = x_i, so an entry (a, b) of a Jacobian block of token
i involves the coordinates a, b and that of x_i alone, and V only through its entries there: an orthonormal basis with
x_i first, one coordinate a and one coordinate b are the general case. The Oja image of a token depends on the other
tokens through their sum, so these are one representative -x_i/(N - 1) with multiplicity N - 1.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import attnverify.stability as st
from attnverify.proofs_checks.power_method.symbols import symbols
from attnverify.verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")

ALL_OJA = "all N >= 2, all d >= 2, every symmetric V, all alpha > 0, every state with sum_j x_j = 0"


def exact(array: Any) -> Any:
    """An exact array as nested lists of texts, for a witness."""
    return [exact(entry) if isinstance(entry, np.ndarray) else str(entry) for entry in array]


def generic(name: str, d: int = 3, symmetric: bool = False) -> Any:
    """A matrix of real symbols : (d, d)."""

    def symbol(a: int, b: int) -> Any:
        a, b = (min(a, b), max(a, b)) if symmetric else (a, b)
        return sp.Symbol(f"{name}_{a}{b}", real=True)

    return np.array([[symbol(a, b) for b in range(d)] for a in range(d)], dtype=object)


def projector(d: int = 3) -> Any:
    """I - x x^T for x = e_1 : (d, d)."""
    return np.diag([sp.Integer(int(a > 0)) for a in range(d)])


@cache
def oja_blocks() -> tuple[Any, Any]:
    """The blocks of token i with respect to itself and to another token, from the definition: (3, 3) each."""
    s = symbols()
    V = generic("V", symmetric=True)
    zero, one = sp.Integer(0), sp.Integer(1)
    rest = -one / (s.N - 1)
    state = st.State(np.array([[one, zero, zero], [rest, zero, zero]], dtype=object), np.array([one, s.N - 1]))
    found = st.linearisation.grouped_jacobian(
        lambda X, n: st.oja_step(X, V, s.alpha, counts=n), state, [one, 1 / (s.N - 1)]
    )
    return found.own[0], found.cross[0, 1]
