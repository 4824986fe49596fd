"""Heads of the multi-head map with arbitrary V_h and P_h: what claims about consensus and bipartite points share.

Why two heads stand for any number. y_i = x_i + alpha sum_h V_h sum_j A^h_ij x_j is a sum over heads, and so is its
derivative; each of the two heads is arbitrary here, so a statement about the contribution of one head among others
holds for each of H. A head that does nothing (V_h = 0) is included, and H = 1 with it.

Why three coordinates stand for d: a token moves along m, V_h m has a component along the
line of the state, one along m and a rest. The V_h and P_h are arbitrary matrices, not symmetric.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attnverify.stability as st
from attnverify.proofs_checks.power_method.symbols import symbols
from attnverify.verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")

Step = Callable[[Any, Any], Any]


def attention(P: Any, V: Any) -> Step:
    """The step of the attention map as a function of tokens and multiplicities; V and P for one head or several."""
    alpha = symbols().alpha
    return lambda X, n: st.attention_step(X, st.attention_weights(X, P, counts=n), V, alpha)


def moved(step: Step, tokens: Any, counts: Any, group: int, direction: Any) -> Any:
    """dy along one token of `group` that moves in `direction`, differentiated from the definition of the step.

    Returns the answers of that token, of the rest of its group and of the other groups, in this order: (m + 1, d).
    """
    eps = sp.Symbol("eps", real=True)
    order = [group, *(h for h in range(len(tokens)) if h != group)]
    X = np.concatenate([(tokens[group] + eps * direction)[np.newaxis, :], tokens[order]])
    sizes = np.array([1, counts[group] - 1, *counts[order[1:]]], dtype=object)
    return np.vectorize(lambda entry: sp.diff(entry, eps).subs(eps, 0), otypes=[object])(step(X, sizes))


def unit(a: int, d: int = 3) -> Any:
    """e_a : (d,)."""
    return np.array([sp.Integer(int(a == b)) for b in range(d)], dtype=object)
