"""Theorems of analysis that proofs may use, as data; each cites where it is proved."""

from __future__ import annotations

from typing import Any

from attnverify.verify.kernel.saddle_theorems import STRICT_SADDLES

_GROUPS2 = "F: map E; S: state E; V: operator E; v: vector E; a, b, c, e: number -> number; r, s, p, q: number"
_SPECTRUM2 = "group_spectrum(F, S, V, v, a, b, c, e, r, s, p, q)"

THEOREMS: dict[str, dict[str, Any]] = {
    # time: everything else about flows is derived from the first two
    "monotone": {
        "letters": ["z: moving number"],
        "goal": "always(z >= start(z))",
        "premises": ["ae: rate(z) >= 0"],
        "cites": (
            "An absolutely continuous function is the integral of its derivative (Rudin, Real and Complex "
            "Analysis, Thm 7.18)."
        ),
    },
    "rate on a level": {
        "letters": ["z: moving number; m: number"],
        "goal": "rate(z) == 0",
        "premises": ["z == m"],
        "almost": True,
        "cites": "A function has derivative 0 at every accumulation point of a level set where it is differentiable;"
        " the isolated points are countable (Gilbarg and Trudinger, Lemma 7.7).",
    },
    "limit of a bounded length": {
        "letters": ["y: moving vector E; z: moving number; K: number"],
        "goal": "exists x in vector E, m in number: m <= K and always(norm(y - x) <= m - z) and tends(z, m)",
        "premises": ["every: z <= K", "ae: norm(rate(y)) <= rate(z)"],
        "cites": "An absolutely continuous function is the integral of its derivative (Rudin, Real and Complex"
        " Analysis, Thm 7.18); a bounded increasing function has a limit, and Cauchy's criterion.",
    },
    "one solution": {
        "letters": ["F: measurable flow E; S: state E; Q: vector E -> vector E; B, L: number -> number"],
        "goal": "one_solution(F, S)",
        "premises": [
            "new a, b: vector E |- dot(a, Q(b)) == dot(b, Q(a))",
            "forall i: dot(S[i], Q(S[i])) == 1",
            "timeless: new x[token]: measurable vector E; new T: number;"
            " almost_always(forall i: dot(x[i], Q(x[i])) == 1)"
            " |- almost_always(time <= T => forall i: dot(x[i], Q(F(x, i))) == 0 and norm(F(x, i)) <= B(T))",
            "timeless: new x[token], y[token]: measurable vector E; new c: measurable number; new T: number;"
            " almost_always(forall i: dot(x[i], Q(x[i])) == 1); almost_always(forall i: dot(y[i], Q(y[i])) == 1);"
            " almost_always(forall i: norm(x[i] - y[i]) <= c)"
            " |- almost_always(time <= T => forall i: norm(F(x, i) - F(y, i)) <= L(T)*c)",
        ],
        "sides": ["measurable_on(F, Q)"],
        "cites": (
            "A field that is measurable in time and, up to every time, bounded and Lipschitz in the state has one"
            " local solution from every state (Caratheodory: Hale, Ordinary Differential Equations, 1969, Thms I.5.1"
            " to I.5.3), here of the field continued to the states near its own by the radial projection; where it is"
            " tangent the solution stays on the quadrics, which are closed, and being bounded in speed it goes on for"
            " all times."
        ),
    },
    # finite dimension
    "limit point": {
        "letters": ["P(size, state E): formula; K: number"],
        "goal": "exists S in state E: forall e in number, m in size: e > 0"
        " => (exists n in size, X in state E: n >= m and P(n, X) and (forall i: norm(X[i] - S[i]) < e))",
        "premises": ["new n: size |- exists X in state E: P(n, X) and (forall i: norm(X[i]) <= K)"],
        "cites": "A sequence in a bounded set of a finite-dimensional space has a limit point (Bolzano and Weierstrass:"
        " Rudin, Principles of Mathematical Analysis, Thm 3.6).",
    },
    "inverse": {
        "letters": ["W: operator E; v: vector E; C: measurable formula"],
        "goal": "C",
        "premises": ["timeless: positive_definite(W)", "new z: vector E; W(z) == v |- C"],
        "cites": "An injective linear map of a finite-dimensional space is onto.",
    },
    "some bound": {
        "letters": ["U: matrix E; C: measurable formula"],
        "goal": "C",
        "premises": [
            "new K: number; K > 0; forall a in vector E, b in vector E: dot(a, U(b)) <= K*norm(a)*norm(b) |- C"
        ],
        "cites": "Linear maps of finite-dimensional spaces are bounded.",
    },
    "fewer dimensions": {
        "letters": ["V: matrix E -> E2; C: measurable formula"],
        "goal": "C",
        "premises": ["timeless: dim(E2) < dim(E)", "new x: vector E; x != 0; V(x) == 0 |- C"],
        "cites": "Rank and nullity (Horn and Johnson, Matrix Analysis, 0.2.3): dim ker V >= dim E - dim F > 0.",
    },
    "spectral gap": {
        "letters": ["U: operator E; v: vector E; lam: number; C: measurable formula"],
        "goal": "C",
        "premises": [
            "timeless: simple_top(U, v, lam)",
            "new g, rho: number; g > 0; rho >= 0;"
            " forall a in vector E: dot(v, a) == 0 => dot(a, U(a)) <= (lam - g)*dot(a, a);"
            " forall a in vector E, b in vector E: dot(v, a) == 0 and dot(v, b) == 0 => dot(a, U(b)) <= "
            "rho*norm(a)*norm(b) |- C",
        ],
        "cites": (
            "Spectral theorem for U on the complement of v, which U keeps (Horn and Johnson, Matrix "
            "Analysis, Thm 2.5.6)."
        ),
    },
    "Rayleigh": {
        "letters": ["V: operator E; v: vector E; lam, s, l: number; u: measurable vector E"],
        "goal": "s*dot(u, V(u)) <= l*dot(u, u)",
        "premises": [
            "timeless: V(v) == lam*v",
            "dot(v, u) == 0",
            "timeless: forall m in number: eigenvalue(V, v, m) => s*m <= l",
        ],
        "cites": "Spectral theorem for V on the complement of v, which V keeps (Horn and Johnson, Thm 4.2.2).",
    },
    # spectra of maps at equilibria
    "equal tokens": {
        "letters": ["F: map E; S: state E; V: operator E; v: vector E; lam, r, k, n: number"],
        "goal": "spectrum(F, S, V, v, fn(x: r + n*k*x), r)",
        "premises": [
            "V(v) == lam*v",
            "dot(v, v) == 1",
            "n == sum(j: 1)",
            "forall i: S[i] == v or S[i] == -v",
            "fixed(F, S)",
            "new i: token; new d[token]: vector E; forall h: dot(v, d[h]) == 0"
            " |- D(F, S, d, i) == r*d[i] + V(sum(j: k*d[j]))",
        ],
        "sides": ["spheres(F)"],
        "cites": (
            "On R^N (x) v-perp the derivative is r + k 11^T (x) V; 11^T has the eigenvalues N and 0; "
            "spectral theorem for V."
        ),
    },
    "equal tokens, any matrix": {
        "letters": ["F: map E; S: state E; U: matrix E; v: vector E; lam, r, k, n: number"],
        "goal": "matrix_spectrum(F, S, U, v, r, n*k)",
        "premises": [
            "U(v) == lam*v",
            "dot(v, v) == 1",
            "n == sum(j: 1)",
            "forall i: S[i] == v or S[i] == -v",
            "fixed(F, S)",
            "new i: token; new d[token]: vector E; forall h: dot(v, d[h]) == 0"
            " |- D(F, S, d, i) == r*d[i] + U(sum(j: k*d[j])) - dot(v, U(sum(j: k*d[j])))*v",
        ],
        "sides": ["spheres(F)"],
        "cites": (
            "On R^N (x) v-perp the derivative is r + k 11^T (x) Pi U, Pi the projector along v; the eigenvalues of"
            " Pi U there are those of U modulo v (Horn and Johnson, Matrix Analysis, 0.9.4)."
        ),
    },
    "triangular": {
        "letters": [
            "F: map E; S: state E; V: operator E; v: vector E; lam: number; r[token]: number; k[token, token]: number"
        ],
        "goal": "token_spectrum(F, S, V, v, fn(i in token, x in number: r[i] + k[i, i]*x))",
        "premises": [
            "V(v) == lam*v",
            "dot(v, v) == 1",
            "forall i: S[i] == v or S[i] == -v",
            "fixed(F, S)",
            "new i: token; new d[token]: vector E; forall h: dot(v, d[h]) == 0"
            " |- D(F, S, d, i) == r[i]*d[i] + V(sum(j: k[i, j]*d[j]))",
            "new i, j: token; i < j |- k[i, j] == 0",
        ],
        "sides": ["spheres(F)"],
        "cites": "A block triangular matrix has the eigenvalues of its diagonal blocks (Horn and Johnson, 0.9.4).",
    },
    "two groups": {
        "letters": ["F: map E; S: state E; V: operator E; v: vector E; lam, r, s, kaa, kab, kba, kbb, p, q: number"],
        "goal": (
            "group_spectrum(F, S, V, v, fn(x: r + p*kaa*x), fn(x: q*kab*x), fn(x: p*kba*x), fn(x: s + "
            "q*kbb*x), r, s, p, q)"
        ),
        "premises": [
            "V(v) == lam*v",
            "dot(v, v) == 1",
            "p == sum(h in G: 1)",
            "q == sum(h in H: 1)",
            "forall i: S[i] == v or S[i] == -v",
            "fixed(F, S)",
            "new i: G; new d[token]: vector E; forall h: dot(v, d[h]) == 0"
            " |- D(F, S, d, i) == r*d[i] + V(kaa*sum(h in G: d[h]) + kab*sum(h in H: d[h]))",
            "new i: H; new d[token]: vector E; forall h: dot(v, d[h]) == 0"
            " |- D(F, S, d, i) == s*d[i] + V(kba*sum(h in G: d[h]) + kbb*sum(h in H: d[h]))",
        ],
        "sides": ["spheres(F)", "partition(sum(h in G: 1), sum(h in H: 1), S)"],
        "cites": "R^p + R^q = constants on the two groups + zero sums within them; spectral theorem for V on v-perp.",
    },
    "symmetric derivative": {
        "letters": ["F: map E; S, d: state E; q: number"],
        "goal": "exists e in state E, m in number: m >= q and (exists i: e[i] != 0)"
        " and (forall i: dot(S[i], e[i]) == 0) and (forall i: D(F, S, e, i) == m*e[i])",
        "premises": [
            "fixed(F, S)",
            "forall i: dot(S[i], S[i]) == 1",
            "new a, b: state E; forall i: dot(S[i], a[i]) == 0; forall i: dot(S[i], b[i]) == 0"
            " |- sum(i: dot(D(F, S, a, i), b[i])) == sum(i: dot(a[i], D(F, S, b, i)))",
            "forall i: dot(S[i], d[i]) == 0",
            "exists i: d[i] != 0",
            "sum(i: dot(D(F, S, d, i), d[i])) >= q*sum(i: dot(d[i], d[i]))",
        ],
        "sides": ["spheres(F)", "normalised(F, S)"],
        "cites": (
            "The tangent derivative at a fixed point keeps the tangent space; the largest eigenvalue of a symmetric map"
            " is the largest Rayleigh quotient (Horn and Johnson, Thm 4.2.2)."
        ),
    },
    # discs
    "inside, two groups": {
        "letters": [_GROUPS2],
        "goal": "inside_disc(F, S)",
        "premises": [
            _SPECTRUM2,
            "new x: number; eigenvalue(V, v, x) |- abs(a(x) + e(x)) < 1 + (a(x)*e(x) - b(x)*c(x))",
            "new x: number; eigenvalue(V, v, x) |- a(x)*e(x) - b(x)*c(x) < 1",
            "p >= 2 |- abs(r) < 1",
            "q >= 2 |- abs(s) < 1",
        ],
        "cites": "Schur-Cohn (Jury) for real 2 x 2 matrices: Elaydi, An Introduction to Difference Equations (POW-SC).",
    },
    "Schur-Cohn, only if": {
        "letters": [_GROUPS2, "m: number"],
        "goal": "abs(a(m) + e(m)) < 1 + (a(m)*e(m) - b(m)*c(m)) and a(m)*e(m) - b(m)*c(m) < 1"
        " and (p >= 2 => abs(r) < 1) and (q >= 2 => abs(s) < 1)",
        "premises": [_SPECTRUM2, "inside_disc(F, S)", "eigenvalue(V, v, m)"],
        "cites": "Schur-Cohn (Jury) for real 2 x 2 matrices, the other direction (POW-SC).",
    },
    "outside, two groups": {
        "letters": [_GROUPS2, "m: number"],
        "goal": "outside_disc(F, S)",
        "premises": [
            _SPECTRUM2,
            "eigenvalue(V, v, m)",
            "abs(a(m) + e(m)) > 1 + (a(m)*e(m) - b(m)*c(m)) or a(m)*e(m) - b(m)*c(m) > 1"
            " or (p >= 2 and abs(r) > 1) or (q >= 2 and abs(s) > 1)",
        ],
        "cites": (
            "p(1) < 0 or p(-1) < 0 gives a real root of modulus above 1; the product of the roots is the determinant."
        ),
    },
    # stability of fixed points of maps
    "indirect method, stable": {
        "letters": ["F: map E; S: state E"],
        "goal": "asymptotically_stable(F, S)",
        "premises": ["fixed(F, S)", "inside_disc(F, S)"],
        "sides": ["spheres(F)", "unit_tokens(S)"],
        "cites": (
            "LaSalle, The Stability and Control of Discrete Processes, 1986; a norm in which the derivative contracts."
        ),
    },
    "indirect method, unstable": {
        "letters": ["F: map E; S: state E"],
        "goal": "not lyapunov(F, S)",
        "premises": ["fixed(F, S)", "outside_disc(F, S)"],
        "sides": ["spheres(F)", "unit_tokens(S)"],
        "cites": "A fixed point of a C^1 map with an eigenvalue of modulus above 1 is not Lyapunov stable: Robinson,"
        " Dynamical Systems, 1999, ch. V.",
    },
    **STRICT_SADDLES,
    # probability
    "normal pair": {
        "letters": [
            "y[token]: random vector E; f, g: state E -> number; i: token; u, w, a[token], b[token]: vector E;"
            " A, B, K: number"
        ],
        "goal": (
            "(forall s in number, t in number: normal(s*f(y) + t*g(y), s^2*A + 2*s*t*K + t^2*B))"
            " and (4*K^2 < (A + B)^2 => 0 <= probability(abs(f(y)) < abs(g(y)))"
            " and probability(abs(f(y)) < abs(g(y))) <= 1"
            " and sin(pi*(probability(abs(f(y)) < abs(g(y))) - 1/2)) == (B - A)/sqrt((A + B)^2 - 4*K^2)"
            " and (A < B => 1/2 < probability(abs(f(y)) < abs(g(y))))"
            " and (1/2 < probability(abs(f(y)) < abs(g(y))) => A < B))"
        ),
        "premises": [
            "independent(y)",
            "standard_normal(y)",
            "new x[token]: vector E |- f(x) == dot(u, x[i]) + sum(j: dot(a[j], x[j]))",
            "new x[token]: vector E |- g(x) == dot(w, x[i]) + sum(j: dot(b[j], x[j]))",
            "A == dot(u, u) + 2*dot(u, a[i]) + sum(j: dot(a[j], a[j]))",
            "B == dot(w, w) + 2*dot(w, b[i]) + sum(j: dot(b[j], b[j]))",
            "K == dot(u, w) + dot(u, b[i]) + dot(w, a[i]) + sum(j: dot(a[j], b[j]))",
        ],
        "cites": (
            "Linear forms of independent normal vectors are jointly normal, with these variances and this covariance"
            " (Feller II, III.6); two normal variables, here the difference and the sum, have one sign with the"
            " probability 1/2 + arcsin(correlation)/pi (Sheppard, Phil. Trans. A 192, 1899)."
        ),
    },
    "Wendel": {
        "letters": ["y[token]: random vector E; m, e: size"],
        "goal": "probability(exists w in vector E: forall i: dot(w, y[i]) > 0) == sum(k in 0..e: binomial(m, k))/2^m",
        "premises": ["m + 1 == sum(j: 1)", "e + 1 == dim(E)", "independent(y)", "uniform_on_sphere(y)"],
        "cites": "Wendel, A problem in geometric probability, Math. Scand. 11 (1962); Cover 1965.",
    },
}
