"""Products and exact arrays of the setting."""

from typing import Any

import attnverify.stability as st
from attnverify.verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")


def metric(d: int, *, units: int = 0) -> Any:
    """A symmetric matrix of real symbols W_a_b, a <= b: (d, d). The first `units` basis vectors have |e_k|_W = 1.

    >>> metric(2, units=1)
    array([[1, W_0_1],
           [W_0_1, W_1_1]], dtype=object)
    """
    W = np.empty((d, d), dtype=object)
    for a, b in np.ndindex(d, d):
        W[a, b] = sp.Symbol(f"W_{min(a, b)}_{max(a, b)}", real=True)
    for k in range(units):
        W[k, k] = sp.Integer(1)
    return W


def product(x: Any, z: Any, W: Any = None) -> Any:
    """<x, z>_W of two vectors, as a scalar."""
    return st.models.inner(x, z, W).item()


def exact(nested: Any) -> Any:
    """An array of SymPy rationals from nested lists of integers and texts such as "3/5".

    >>> exact([["3/5", 1]])
    array([[3/5, 1]], dtype=object)
    """
    return np.vectorize(sp.Rational, otypes=[object])(np.array(nested, dtype=object))


def unit(d: int, k: int = 0) -> Any:
    """The basis vector e_{k+1}, exact: (d,)."""
    return exact([int(a == k) for a in range(d)])
