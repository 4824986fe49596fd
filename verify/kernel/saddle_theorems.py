"""Theorems on analytic ascent, as data: where single trajectories end, and where almost all of them do."""

from __future__ import annotations

from typing import Any

STRICT_SADDLES: dict[str, dict[str, Any]] = {
    "strict saddles": {
        "letters": ["F: flow E; e: state E -> number; w(state E, token): number; P(state E): formula"],
        "goal": "almost_all_converge(F, P)",
        "premises": [
            "new X: state E; forall i: dot(X[i], X[i]) == 1 |- forall i: dot(X[i], F(X, i)) == 0 and w(X, i) > 0",
            "timeless: new Y[token]: moving vector E; always(forall i: dot(Y[i], Y[i]) == 1)"
            " |- almost_always(rate(e(Y)) == sum(i: w(Y, i)*dot(F(Y, i), rate(Y[i]))))",
            "new X: state E; forall i: dot(X[i], X[i]) == 1; forall i: F(X, i) == 0; not P(X)"
            " |- exists d in state E: (forall i: dot(X[i], d[i]) == 0)"
            " and sum(i: w(X, i)*dot(D(F, X, d, i), d[i])) > 0",
        ],
        "sides": ["analytic(F, e, w)"],
        "cites": (
            "F is the gradient of the analytic e in the analytic metric w on a compact manifold: every trajectory"
            " converges (Lojasiewicz, 1963; Absil, Mahony and Andrews, SIAM J. Optim. 16, 2005), and almost none to a"
            " critical point where the Hessian has a positive eigenvalue (Shub, Global Stability of Dynamical Systems,"
            " Thm III.7)."
        ),
    },
    "strict saddles, one limit": {
        "letters": ["x[step, token]: vector E; e: state E -> number; g(state E, token): vector E; c, k: number"],
        "goal": "exists S in state E: (forall i: dot(S[i], S[i]) == 1) and (forall i: g(S, i) == 0)"
        " and (forall r in number: r > 0"
        " => (exists s in size: forall n in size: n >= s => (forall i: norm(x[n, i] - S[i]) < r)))",
        "premises": [
            "forall n in step, i: dot(x[n, i], x[n, i]) == 1",
            "timeless: new Y[token]: moving vector E; always(forall i: dot(Y[i], Y[i]) == 1)"
            " |- almost_always(rate(e(Y)) == sum(i: dot(g(Y, i), rate(Y[i]))))",
            "c > 0",
            "forall n in step: e(x[n + 1]) - e(x[n]) >= c*sum(i: dot(x[n + 1, i] - x[n, i], x[n + 1, i] - x[n, i]))",
            "forall n in step: sum(i: dot(g(x[n], i), g(x[n], i)))"
            " <= k*sum(i: dot(x[n + 1, i] - x[n, i], x[n + 1, i] - x[n, i]))",
        ],
        "sides": ["analytic(e, g)"],
        "cites": (
            "A step raises the analytic e by c times its square and is not short against the gradient g, which with it"
            " tends to zero: Absil, Mahony and Andrews, SIAM J. Optim. 16 (2005), Thm 3.2; Attouch, Bolte and Svaiter,"
            " Math. Program. 137 (2013), Thm 2.9."
        ),
    },
    "strict saddles, maps": {
        "letters": ["F: map E; P(state E): formula"],
        "goal": "almost_all_converge(F, P)",
        "premises": [
            "new X: state E; forall i: dot(X[i], X[i]) == 1 |- forall i: dot(F(X, i), F(X, i)) == 1",
            "new x[step, token]: vector E; forall n in step, i: dot(x[n, i], x[n, i]) == 1;"
            " forall n in step, i: x[n + 1, i] == F(x[n], i)"
            " |- exists S in state E: forall r in number: r > 0"
            " => (exists s in size: forall n in size: n >= s => (forall i: norm(x[n, i] - S[i]) < r))",
            "new X, d: state E; forall i: dot(X[i], X[i]) == 1; forall i: dot(X[i], d[i]) == 0;"
            " forall i: D(F, X, d, i) == 0 |- forall i: d[i] == 0",
            "new X: state E; forall i: dot(X[i], X[i]) == 1; fixed(F, X); not P(X) |- outside_disc(F, X)",
        ],
        "sides": ["analytic(F)"],
        "cites": (
            "Every orbit converges, to a fixed point; F is a local diffeomorphism of a compact manifold, so that almost"
            " no orbit has a limit where the derivative has an eigenvalue of modulus above 1 (Shub, Global Stability of"
            " Dynamical Systems, Thm III.7; Lee et al., First-order methods almost always avoid strict saddle points,"
            " Math. Program. 176, 2019)."
        ),
    },
}
