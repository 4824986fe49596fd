"""Supplement D.3, Proposition 1: the matrix A(X) (x) V - diag(nu) (x) I.

(A (x) V) vec(X) and the stacked s_i are linear in each of A, V and X, so they agree for all sizes when they agree on
unit matrices A = E_ij, V = E_ab, X = E_lc. These have at most three different token indices and three different
coordinates, so generic symbols at N = d = 3 contain every case.
"""

from __future__ import annotations

SCOPE = "all N >= 1, all d >= 2, every V and P, all alpha > 0"
