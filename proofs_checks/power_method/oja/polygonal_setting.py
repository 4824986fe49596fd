"""Polygonal states, sum_j x_j = 0 (Oja map) or sum_j A_ij x_j = 0 (attention map): what their claims share.

Why three coordinates carry every N and d. At such a state y_i = x_i, so an entry (a, b) of a Jacobian block of token
i involves the coordinates a, b and that of x_i alone, and V only through its entries there: an orthonormal basis with
x_i first, one coordinate a and one coordinate b are the general case. The Oja image of a token depends on the other
tokens through their sum, so these are one representative -x_i/(N - 1) with multiplicity N - 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import stability as st
from proofs_checks.power_method.symbols import symbols
from verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")

ALL_OJA = "all N >= 2, all d >= 2, every symmetric V, all alpha > 0, every state with sum_j x_j = 0"

# Assumption 1 in the referee's language: the rows of Q are independent eigenvectors of V, lam their eigenvalues.
ASSUMPTION_1 = (
    "transpose(V) == V",
    "V@transpose(Q) == transpose(Q)@diag(lam)",
    "det(Q) != 0",
    "lam <= lam[0]",
    "lam[0] > 0",
    "rank(V - lam[0]*identity(rows(V))) == rows(V) - 1",
    "det(V) != 0",
)
# Each row of X is a unit vector; witnesses list that row by row.
TOKENS = ("rows(X) >= 2", "cols(X) == rows(V)", "trace(X@transpose(X)) == rows(X)")
OJA_STATE = ("alpha > 0", *ASSUMPTION_1, *TOKENS, "ones(rows(X))@X == 0")
ATTENTION_STATE = ("alpha > 0", *ASSUMPTION_1, *TOKENS, "A@ones(rows(X)) == 1", "A > 0", "A@X == 0")

SMALL_STEPS = ATTENTION_STATE[1:]  # a statement about all small alpha: alpha is no datum of it
NO_EIGENVECTOR = ("rank([X[0], V@X[0]]) == 2", "rank([X[1], V@X[1]]) == 2")

U = ("4/5", "3/5")
W = ("-3/5", "4/5")


def frame() -> Any:
    """The rational orthonormal basis u, w of R^2 : (2, 2), as rows; neither is an eigenvector of a diagonal matrix."""
    return np.array([[sp.Rational(entry) for entry in row] for row in (U, W)], dtype=object)


def unit_rows(count: int) -> list[str]:
    """The relations that say that the rows of X are unit vectors."""
    return [f"dot(X[{i}], X[{i}]) == 1" for i in range(count)]


def off_eigenvectors(count: int) -> list[str]:
    """The relations that say that no row of X is an eigenvector of V."""
    return [f"rank([X[{i}], V@X[{i}]]) == 2" for i in range(count)]


def rational_matrix(rows: Sequence[Sequence[Any]]) -> Any:
    """Texts and integers as an exact array."""
    return np.array([[sp.Rational(str(entry)) for entry in row] for row in rows], dtype=object)


def exact(array: Any) -> Any:
    """An exact array as nested lists of texts, for a witness."""
    return [exact(entry) if isinstance(entry, np.ndarray) else str(entry) for entry in array]


def spectral_data(diagonal: Sequence[int]) -> dict[str, Any]:
    """V diagonal, with `lam` in decreasing order and the eigenvectors `Q`: the names of ASSUMPTION_1."""
    d = len(diagonal)
    order = sorted(range(d), key=lambda a: -diagonal[a])
    return {
        "V": [[diagonal[a] if a == b else 0 for b in range(d)] for a in range(d)],
        "lam": [diagonal[a] for a in order],
        "Q": [[int(a == b) for b in range(d)] for a in order],
    }


# V positive definite and P = 5 (w u^T + u w^T): u^T P u = 0, so antipodal tokens at u are a polygonal state.
TILTED: dict[str, Any] = {
    "V": [[2, 0], [0, 1]],
    "lam": [2, 1],
    "Q": [[1, 0], [0, 1]],
    "P": [["-24/5", "7/5"], ["7/5", "24/5"]],
}


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


def in_basis(derivative: Any, X: Any, bases: Any) -> Any:
    """The tangent Jacobian in the given bases, one (d-1, d) array per token, exact."""
    columns = []
    for i, basis in enumerate(bases):
        for direction in basis:
            D = X - X
            D[i] = direction
            image = derivative(D)
            columns.append(np.concatenate([rows @ image[m] for m, rows in enumerate(bases)]))
    return np.stack(columns, axis=1)
