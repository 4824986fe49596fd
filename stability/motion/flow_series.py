"""Power series in time of the attention flow along a polynomial, with proved bounds of what is left out.

For a polynomial p(s) of degree n with exact coefficients, every quantity of the field along p is an analytic function
of s: logits, their exponentials, sums, quotients. Its coefficients up to n come from recursions in ball arithmetic, its
remainder on the real interval [0, h] from the absolute values of these coefficients, in floats rounded upwards:

- a product leaves out the products of coefficients whose degrees add up to more than n;
- e^L obeys k E_k = sum_j j L_j E_{k-j}, which bounds as many further coefficients as wanted, and the rest by a
  geometric series;
- a quotient M/S with polynomial part G is off by (M - G S)/S, and S is a sum of exponentials of bounded logits.

With p_{k+1} = the middle of F_k/(k + 1) the polynomial follows the solution, and the field along p minus p' is small:
the defect. No bound of it is guessed from the size of single coefficients.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, arb_mat

from attnverify.stability.float_balls import exp_above
from attnverify.stability.numbers import Array

# Floats are added and multiplied some thousand times in a row at most.
_UP = 1 + 2.0**-32


@dataclass(frozen=True)
class Matrices:
    """Matrices on a step: coefficients (K, H, d, d) of balls in s, K = 1 for constants, and remainders on [0, h].

    remainder : h -> (H, d, d) floats, a bound of what the first n + 1 coefficients leave out.
    """

    coefficients: Array
    remainder: Any


class FlowSeries:
    """The polynomial through Y : (N, d) of exact balls, and the series of the field of an attention flow along it.

    P : logits, U : values or None, as `Matrices`.  counts : multiplicities of the tokens.  n : the degree.
    """

    def __init__(
        self, Y: Array, P: Matrices, U: Matrices | None, *, n: int, causal: bool, counts: Array | None = None
    ) -> None:
        N, d = Y.shape
        H = P.coefficients.shape[1]
        self.n, self.P, self.U, self.root = n, P, U, arb(d).sqrt()
        self.factors = np.ones((N, N), dtype=int) if counts is None else np.tile(counts, (N, 1))
        if causal:
            self.factors = self.factors * np.tri(N, dtype=int)
        self.Y = _empty(n + 2, N, d)
        self.Y[0] = Y
        self.Q, self.G = _empty(H, n + 1, N, d), _empty(H, n + 1, N, d)
        self.L, self.E = _empty(H, n + 1, N, N), _empty(H, n + 1, N, N)
        self.M, self.S = _empty(H, n + 1, N, d), _empty(H, n + 1, N, 1)
        self.F, self.V, self.c = _empty(n + 1, N, d), _empty(n + 1, N, d), _empty(n + 1, N, 1)
        self.wrong = _empty(n + 1, N, d)
        for k in range(n + 1):
            self._extend(k)
        # The polynomial ends with degree n: the coefficient n of the field is all defect.
        self.wrong[n] = self.V[n]
        self.Y = self.Y[: n + 1]

    def _extend(self, k: int) -> None:
        """Coefficient k of everything, and coefficient k + 1 of the polynomial."""
        for h in range(len(self.L)):
            constant = len(self.P.coefficients) == 1
            P = self.P.coefficients[:, h]
            self.Q[h, k] = _product(self.Y[k], P[0]) if constant else _convolved(self.Y, P, k)
            L = _convolved(self.Q[h], np.swapaxes(self.Y, -1, -2), k)
            if k == 0:
                # A row may be shifted by a constant; the largest odds are then about 1.
                seen = np.where(self.factors > 0, L.astype(float), -np.inf)
                shift = np.where(np.isfinite(seen), seen, -np.inf).max(axis=1)
                L = L - np.array([arb(x) for x in shift], dtype=object)[:, np.newaxis]
                E = _masked(L, self.factors, lambda x: x.exp()) * self.factors
            else:
                terms = [j * self.L[h, j] * self.E[h, k - j] for j in range(1, k)]
                E = (sum(terms, k * L * self.E[h, 0])) / k
            self.L[h, k], self.E[h, k] = _masked(L, self.factors, lambda x: x), E
            self.M[h, k] = _convolved(self.E[h], self.Y, k)
            self.S[h, k] = np.sum(E, axis=-1, keepdims=True)
            known = [self.G[h, j] * self.S[h, k - j] for j in range(k)]
            self.G[h, k] = (self.M[h, k] - sum(known, arb(0))) / self.S[h, 0]
        self.F[k] = self._mixed(k) / self.root
        self.c[k] = sum(np.sum(self.Y[j] * self.F[k - j], axis=-1, keepdims=True) for j in range(k + 1))
        self.V[k] = self.F[k] - sum(self.c[j] * self.Y[k - j] for j in range(k + 1))
        self.Y[k + 1] = _map(self.V[k] / (k + 1), lambda x: x.mid())
        self.wrong[k] = self.V[k] - (k + 1) * self.Y[k + 1]

    def _mixed(self, k: int) -> Array:
        if self.U is None:
            return np.asarray(sum(self.G[:, k]))
        U = np.swapaxes(self.U.coefficients, -1, -2)
        if len(U) == 1:
            return np.asarray(sum(_product(G[k], u) for G, u in zip(self.G, U[0], strict=True)))
        return np.asarray(sum(_convolved(G, U[:, h], k) for h, G in enumerate(self.G)))

    def majorants(self) -> dict[str, Array]:
        """Upper bounds of the absolute values of all coefficients, in floats."""
        names = ("Y", "Q", "L", "E", "S", "G", "F", "c", "wrong")
        found = {name: _sizes(getattr(self, name)) for name in names}
        found["P"] = _sizes(np.moveaxis(self.P.coefficients, 0, 1))
        if self.U is not None:
            found["U"] = np.swapaxes(_sizes(np.moveaxis(self.U.coefficients, 0, 1)), -1, -2)
        return found

    def defect(self, sizes: dict[str, Array], h: float) -> float:
        """A bound of the Euclidean norm of the field along p minus p' on [0, h]; infinite where none is found.

        sizes : `majorants()`.
        """
        powers = h ** np.arange(self.n + 1) * _UP
        with np.errstate(all="ignore"):
            rest = self._remainder({name: _scaled(size, powers) for name, size in sizes.items()}, h)
            entries = np.sum(_scaled(sizes["wrong"], powers), axis=0) + rest
            found = float(np.sqrt(np.sum(entries**2)) * _UP)
        return found if np.isfinite(found) else float("inf")

    def _remainder(self, m: dict[str, Array], h: float) -> Array:
        """A bound of what the coefficients of the field leave out on [0, h] : (N, d)."""
        Y = m["Y"]
        none = np.zeros_like(Y[0])
        total = np.zeros_like(Y[0])
        columns, weights = np.swapaxes(Y, -1, -2), _lower(self.E[:, 0])
        for i in range(len(m["L"])):
            Q, L, E, S, G = (m[name][i] for name in ("Q", "L", "E", "S", "G"))
            Q_rest = _left_out(Y, none, m["P"][i], self.P.remainder(h)[i], self.n)
            L_rest = np.where(self.factors > 0, _left_out(Q, Q_rest, columns, none.T, self.n), 0.0)
            E_rest = _exponential_rest(L, L_rest, E)
            M_rest = _left_out(E, E_rest, Y, none, self.n)
            S_rest = np.sum(E_rest, axis=-1, keepdims=True)
            # (N, d) times (N, 1): the remainder of M - G S, over a lower bound of S.
            wrong = M_rest + _left_out(G, none, S, S_rest, self.n, entrywise=True)
            drop = np.sum(L[1:], axis=0) + L_rest
            G_rest = _UP * wrong / np.sum(weights[i] / exp_above(drop * _UP), axis=-1, keepdims=True)
            if self.U is None:
                total = total + G_rest
            else:
                total = total + _left_out(G, G_rest, m["U"][i], np.swapaxes(self.U.remainder(h)[i], -1, -2), self.n)
        F_rest = total * (_UP / float(self.root.abs_lower()))
        c_rest = np.sum(_left_out(Y, none, m["F"], F_rest, self.n, entrywise=True), axis=-1, keepdims=True)
        return np.asarray(_UP * (F_rest + _left_out(Y, none, m["c"], c_rest, self.n, entrywise=True)))


def _left_out(A: Array, A_rest: Array, B: Array, B_rest: Array, n: int, *, entrywise: bool = False) -> Array:
    """What the coefficients up to n of a product leave out, from majorants A, B : (K, ...) and remainders."""

    def times(a: Array, b: Array) -> Array:
        return a * b if entrywise else a @ b

    after = np.concatenate([np.cumsum(B[::-1], axis=0)[::-1], np.zeros_like(B[:1])])
    # The coefficient i of A meets those of B of degree above n - i.
    rest = np.array([after[min(n + 1 - i, len(B))] for i in range(len(A))])
    tails = np.sum(times(A, rest), axis=0)
    whole_A, whole_B = np.sum(A, axis=0), after[0]
    return np.asarray(_UP * (tails + times(A_rest, whole_B) + times(whole_A + A_rest, B_rest)))


def _exponential_rest(L: Array, L_rest: Array, E: Array) -> Array:
    """What the coefficients up to n of e^(L + a function bounded by L_rest) leave out : (N, N)."""
    n = len(L) - 1
    rates = L * np.arange(n + 1)[:, np.newaxis, np.newaxis]
    terms = list(E)
    for k in range(n + 1, 3 * n + 1):
        earlier = np.array(terms[k - n : k])[::-1]
        terms.append(_UP * np.sum(rates[1:] * earlier, axis=0) / k)
    # From here on every n further terms are smaller than the n before by the factor q at least.
    q = _UP * np.sum(rates, axis=0) / (3 * n + 1)
    last = np.max(np.array(terms[-n:]), axis=0)
    beyond = np.where(q < 0.9, n * last * q / np.maximum(1 - q, 0.05), np.inf)
    beyond = np.where(last == 0, 0.0, beyond)
    polynomial = _UP * (np.sum(np.array(terms[n + 1 :]), axis=0) + beyond)
    # e^x - 1 <= x/(1 - x)
    factor = np.where(L_rest < 0.5, L_rest / np.maximum(1 - L_rest, 0.25), np.inf)
    whole = np.sum(E, axis=0) + polynomial
    return np.asarray(_UP * (polynomial + np.where(whole == 0, 0.0, whole * factor)))


def _scaled(size: Array, powers: Array) -> Array:
    """Majorants times powers of h along the axis of the degree, which is the third from the end."""
    return np.asarray(size * powers[: size.shape[-3], np.newaxis, np.newaxis])


def _convolved(A: Array, B: Array, k: int) -> Array:
    """sum_j A_j B_{k-j} for coefficients A : (K, N, m) and B : (K', m, M), in one product."""
    low = max(0, k - len(B) + 1)
    left = np.concatenate(list(A[low : k + 1]), axis=1)
    right = np.concatenate([B[k - j] for j in range(low, k + 1)], axis=0)
    return _product(left, right)


def _product(A: Array, B: Array) -> Array:
    found = np.empty((len(A), B.shape[1]), dtype=object)
    found[:] = (arb_mat(A.tolist()) * arb_mat(B.tolist())).tolist()
    return found


def _empty(*shape: int) -> Array:
    return np.full(shape, arb(0), dtype=object)


def _map(X: Array, function: Any) -> Array:
    return np.asarray(np.frompyfunc(function, 1, 1)(X), dtype=object)


def _masked(X: Array, mask: Array, function: Any) -> Array:
    found = _empty(*X.shape)
    for index in np.ndindex(*X.shape):
        if mask[index]:
            found[index] = function(X[index])
    return found


def _sizes(X: Array) -> Array:
    """Floats above the absolute values."""
    return np.array([float(entry.abs_upper()) for entry in X.flat]).reshape(X.shape) * _UP + 1e-300


def _lower(X: Array) -> Array:
    """Floats below the absolute values."""
    return np.array([float(entry.abs_lower()) for entry in X.flat]).reshape(X.shape) / _UP
