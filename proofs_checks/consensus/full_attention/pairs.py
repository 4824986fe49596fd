"""From all sizes to one pair of tokens in R^3: the steps that every claim about the flow with U = I shares.

1. The velocity of a token is the sum, over heads and tokens j, of the velocity that the pair (i, j) alone causes. It is
the matrix product in `st.models.drive`, linear in the weights; the machine compares it with the sum for 3 tokens and 2
heads. 2. y -> x = Ry with R^2 = W takes the ellipsoid to the sphere, the flow and the map (1) to those with W = I and
the logit matrices R^-1 P R^-1, and v^T y to (R^-1 v)^T x. 3. Two tokens and the vector R^-1 v span at most three
dimensions. Their coordinates there are generic symbols, so an identity between inner products in R^3 holds in every
R^(n+1), n >= 1. 4. c = v^T y and g = <y_i, y_j>_W then are all that the heights depend on. |g| <= 1, and 1 - g = |y_i -
y_j|^2/2 vanishes exactly for equal tokens.
"""

from __future__ import annotations

from typing import Any

from attnverify.verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")

ALL = "all n, l, h >= 1, every metric W, all positive weights"
# Sizes: the sphere has dimension n, there are ell tokens and h heads.
SIZES = ("integer(n)", "n >= 1", "integer(ell)", "ell >= 1", "integer(h)", "h >= 1")
INSTANCE = {"n": 2, "ell": 4, "h": 2}


def alone(weight: Any) -> Any:
    """Weights (2, 2) under which token 0 attends to token 1 only."""
    zero = sp.Integer(0)
    return np.array([[zero, weight], [zero, zero]], dtype=object)


def unit_relations(Y: Any) -> list[tuple[Any, Any]]:
    """|y_i| = 1 for the generic tokens Y, as relations for `decide.identity`."""
    return [(y[0] ** 2, 1 - sum(y[1:] ** 2)) for y in Y]
