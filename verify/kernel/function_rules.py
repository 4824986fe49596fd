"""Rules of logic, as data: exponentials, vectors and forms, time, what words for maps mean, probability."""

from __future__ import annotations

from typing import Any

FUNCTIONS: dict[str, dict[str, Any]] = {
    # exponentials
    "exp monotone": {"letters": ["a, b: measurable number"], "goal": "exp(a) <= exp(b)", "premises": ["a <= b"]},
    "exp strictly monotone": {"letters": ["a, b: measurable number"], "goal": "exp(a) < exp(b)", "premises": ["a < b"]},
    "exp reflects": {"letters": ["a, b: measurable number"], "goal": "a <= b", "premises": ["exp(a) <= exp(b)"]},
    "exp tangent": {"letters": ["a: measurable number"], "goal": "1 + a <= exp(a)"},
    "exp of log": {"letters": ["a: measurable number"], "goal": "exp(log(a)) == a", "premises": ["a > 0"]},
    "log of exp": {"letters": ["a: measurable number"], "goal": "log(exp(a)) == a"},
    "log tangent": {"letters": ["a: measurable number"], "goal": "log(a) <= a - 1", "premises": ["a > 0"]},
    "tanh": {"letters": ["a: measurable number"], "goal": "tanh(a) == (exp(2*a) - 1)/(exp(2*a) + 1)"},
    "circle": {"letters": ["a: measurable number"], "goal": "cos(a)^2 + sin(a)^2 == 1"},
    "cosine of a difference": {
        "letters": ["a, b: measurable number"],
        "goal": "cos(a - b) == cos(a)*cos(b) + sin(a)*sin(b)",
    },
    "sine of a difference": {
        "letters": ["a, b: measurable number"],
        "goal": "sin(a - b) == sin(a)*cos(b) - cos(a)*sin(b)",
    },
    "quarter turn": {"goal": "cos(pi/2) == 0"},
    "acute angle": {"letters": ["a: measurable number"], "goal": "cos(a) > 0", "premises": ["-pi/2 < a", "a < pi/2"]},
    # vectors and forms
    "equal vectors": {
        "letters": ["u, w: measurable vector E"],
        "goal": "u == w",
        "premises": ["dot(u - w, u - w) <= 0"],
    },
    "nonzero vector": {"letters": ["u: measurable vector E"], "goal": "u != 0", "premises": ["dot(u, u) > 0"]},
    "positive square": {"letters": ["u: measurable vector E"], "goal": "dot(u, u) > 0", "premises": ["u != 0"]},
    "Cauchy-Schwarz": {"letters": ["u, w: measurable vector E"], "goal": "dot(u, w) <= norm(u)*norm(w)"},
    "Cauchy-Schwarz, form": {
        "letters": ["u, w: measurable vector E; W: measurable operator E"],
        "goal": "dot(u, W(w))^2 <= dot(u, W(u))*dot(w, W(w))",
        "premises": ["forall a in vector E: dot(a, W(a)) >= 0"],
    },
    "triangle": {"letters": ["u, w: measurable vector E"], "goal": "norm(u + w) <= norm(u) + norm(w)"},
    "norm scaled": {
        "letters": ["u: measurable vector E; k: measurable number"],
        "goal": "norm(k*u) == k*norm(u)",
        "premises": ["k >= 0"],
    },
    "norm of a weighted sum": {
        "letters": ["e[SORT]: measurable number; u[SORT]: measurable vector E"],
        "goal": "norm(sum(j in RANGE: e[j]*u[j])) <= sum(j in RANGE: e[j]*norm(u[j]))",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] >= 0"],
    },
    "nonnegative form": {
        "letters": ["W: operator E; u: measurable vector E"],
        "goal": "dot(u, W(u)) >= 0",
        "premises": ["positive_definite(W)"],
    },
    "positive form": {
        "letters": ["W: operator E; u: measurable vector E"],
        "goal": "dot(u, W(u)) > 0",
        "premises": ["positive_definite(W)", "u != 0"],
    },
    "identity": {
        "letters": ["C: measurable formula"],
        "goal": "C",
        "premises": ["new I: operator E; forall a in vector E: I(a) == a |- C"],
    },
    "positive definite": {
        "letters": ["W: operator E"],
        "goal": "positive_definite(W)",
        "premises": ["new u: vector E; u != 0 |- dot(u, W(u)) > 0"],
    },
    # time
    "by continuity": {"letters": ["a, b: moving number"], "goal": "always(a <= b)", "premises": ["ae: a <= b"]},
    "differentiate": {
        "letters": ["a, b: moving number"],
        "goal": "rate(a) == rate(b)",
        "premises": ["timeless: always(a == b)"],
        "almost": True,
    },
    "differentiate vectors": {
        "letters": ["a, b: moving vector E"],
        "goal": "rate(a) == rate(b)",
        "premises": ["timeless: always(a == b)"],
        "almost": True,
    },
    "time passes": {"goal": "always(time >= 0)"},
    "time goes on": {"letters": ["T: number; C: formula"], "goal": "C", "premises": ["timeless: always(time < T)"]},
    # maps: what the words mean
    "inside, one class": {
        "letters": ["F: map E; S: state E; V: operator E; v: vector E; f: number -> number; g: number"],
        "goal": "inside_disc(F, S)",
        "premises": ["spectrum(F, S, V, v, f, g)", "new x: number; eigenvalue(V, v, x) |- abs(f(x)) < 1", "abs(g) < 1"],
    },
    "inside, token by token": {
        "letters": ["F: map E; S: state E; V: operator E; v: vector E; f(token, number): number"],
        "goal": "inside_disc(F, S)",
        "premises": [
            "token_spectrum(F, S, V, v, f)",
            "new i: token; new x: number; eigenvalue(V, v, x) |- abs(f(i, x)) < 1",
        ],
    },
    "inside, any matrix": {
        "letters": ["F: map E; S: state E; U: matrix E; v: vector E; r, k: number"],
        "goal": "inside_disc(F, S)",
        "premises": [
            "matrix_spectrum(F, S, U, v, r, k)",
            "new s, w: number; other_eigenvalue(U, v, s, w) |- (r + k*s)^2 + (k*w)^2 < 1",
            "abs(r) < 1",
        ],
    },
    "inside, every eigenvalue": {
        "letters": ["F: map E; S: state E"],
        "goal": "inside_disc(F, S)",
        "premises": [
            "fixed(F, S)",
            "new a, b: state E; new r, w: number; forall i: dot(S[i], a[i]) == 0; forall i: dot(S[i], b[i]) == 0;"
            " exists i: a[i] != 0 or b[i] != 0; forall i: D(F, S, a, i) == r*a[i] - w*b[i];"
            " forall i: D(F, S, b, i) == w*a[i] + r*b[i] |- r^2 + w^2 < 1",
        ],
        "sides": ["spheres(F)", "unit_tokens(S)"],
    },
    "outside, one class": {
        "letters": ["F: map E; S: state E; V: operator E; v: vector E; f: number -> number; g, m: number"],
        "goal": "outside_disc(F, S)",
        "premises": ["spectrum(F, S, V, v, f, g)", "eigenvalue(V, v, m)", "abs(f(m)) > 1"],
    },
    "outside, token by token": {
        "letters": ["F: map E; S: state E; V: operator E; v: vector E; f(token, number): number; m: number; y: token"],
        "goal": "outside_disc(F, S)",
        "premises": ["token_spectrum(F, S, V, v, f)", "eigenvalue(V, v, m)", "abs(f(y, m)) > 1"],
    },
    "outside, eigenvector": {
        "letters": ["F: map E; S, d: state E; m: number"],
        "goal": "outside_disc(F, S)",
        "premises": [
            "fixed(F, S)",
            "forall i: dot(S[i], d[i]) == 0",
            "exists i: d[i] != 0",
            "new i: token |- D(F, S, d, i) == m*d[i]",
            "abs(m) > 1",
        ],
        "sides": ["spheres(F)", "unit_tokens(S)"],
    },
    "asymptotically stable is Lyapunov stable": {
        "letters": ["F: map E; S: state E"],
        "goal": "lyapunov(F, S)",
        "premises": ["asymptotically_stable(F, S)"],
    },
    "attracted": {
        "letters": ["F: map E; S: state E; x(number, size, token): vector E"],
        "goal": "exists d in number: d > 0 and (forall e in number: e > 0"
        " => (exists s in size: forall n in size: n >= s => (forall i: norm(x(d, n, i) - S[i]) < e)))",
        "premises": [
            "asymptotically_stable(F, S)",
            "new d: number; d > 0 |- on(F, fn(i: x(d, 0, i))) and (forall i: norm(x(d, 0, i) - S[i]) < d)",
            "new d: number; new n: size; new i: token; d > 0 |- x(d, n + 1, i) == value(F, fn(h: x(d, n, h)), i)",
        ],
    },
    "trapped": {
        "letters": ["F: map E; S: state E; P(number, state E): formula"],
        "goal": "lyapunov(F, S)",
        "premises": [
            "fixed(F, S)",
            "new e: number; e > 0 |- exists d in number: d > 0"
            " and (forall X in state E: on(F, X) and (forall i: norm(X[i] - S[i]) < d) => P(e, X))",
            "new e: number; new X: state E; e > 0; on(F, X); P(e, X)"
            " |- on(F, fn(i: value(F, X, i))) and P(e, fn(i: value(F, X, i)))",
            "new e: number; new X: state E; e > 0; on(F, X); P(e, X) |- forall i: norm(X[i] - S[i]) < e",
        ],
    },
    "near a stable state": {
        "letters": ["F: map E; S: state E; A(state E): formula; e: number"],
        "goal": "not almost_all_reach(F, A)",
        "premises": [
            "on(F, S)",
            "lyapunov(F, S)",
            "e > 0",
            "new X: state E; forall i: norm(X[i] - S[i]) < e |- not A(X)",
        ],
        "sides": ["spheres(F)"],
    },
    "stable orbits": {
        "letters": ["F: map E; S: state E; e: number; P(state E), C: formula"],
        "goal": "C",
        "premises": [
            "lyapunov(F, S)",
            "e > 0",
            "new d: number; d > 0 |- exists X in state E: on(F, X) and (forall i: norm(X[i] - S[i]) < d) and P(X)",
            "new y[step, token]: vector E; on(F, fn(i: y[0, i])); P(fn(i: y[0, i]));"
            " forall n in step, i: y[n + 1, i] == value(F, fn(h: y[n, h]), i);"
            " forall n in step, i: norm(y[n, i] - S[i]) < e |- C",
        ],
    },
    "circle of period two": {
        "letters": ["F: map E; v, w: vector E"],
        "goal": "not asymptotically_stable(F, fn(i: v))",
        "premises": [
            "dot(v, v) == 1",
            "dot(w, w) == 1",
            "dot(v, w) == 0",
            "new i: token; new c, s: number; c^2 + s^2 == 1; c > 0 |- value(F, fn(h: c*v + s*w), i) == c*v - s*w",
        ],
        "sides": ["spheres(F)"],
    },
    # probability
    "certain event": {
        "letters": ["C: random formula"],
        "goal": "probability(C) == 1",
        "premises": ["almost_surely(C)"],
    },
}
