"""The rules of inference, as data. LOGIC is sound by inspection; THEOREMS are theorems of analysis, each with a reference.

letters : schema letters with sort and level. A `moving` letter is locally absolutely continuous: the node that uses the
    rule proves it. `measurable` letters may be anything at the moment where the rule is used.
premises : "moment: new x: sort; fact; fact |- goal". Without a moment the premise is proved where the rule stands;
    "ae:" is almost every time, "every:" every time, "start:" the time 0, "timeless:" no moment.
sides : conditions that are computed (`verify/kernel/conditions.py`).
almost : the goal holds at almost every time only.

A rule over RANGE exists once for every kind of range; MEMBER[x] says what it means that x is in it, and SORT what x is.
"""

from __future__ import annotations

from typing import Any

# suffix: more letters, sort of an element, the range, what membership means
RANGES: dict[str, tuple[list[str], str, str, str]] = {
    "tokens": ([], "token", "token", ""),
    "before": (["i: token"], "token", "before(i)", "x < i"),
    "upto": (["i: token"], "token", "upto(i)", "x <= i"),
    "heads": ([], "head", "heads", ""),
    "group": ([], "token G", "G", ""),
}
_NONEMPTY = ("tokens", "upto", "heads", "group")

LOGIC: dict[str, dict[str, Any]] = {
    # finite sums and extrema
    "positive sum": {
        "letters": ["e[SORT]: measurable number"],
        "goal": "sum(j in RANGE: e[j]) >= 0",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] >= 0"],
    },
    "strictly positive sum": {
        "letters": ["e[SORT]: measurable number"],
        "goal": "sum(j in RANGE: e[j]) > 0",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] > 0"],
        "ranges": _NONEMPTY,
    },
    "equal sums": {
        "letters": ["e[SORT], f[SORT]: measurable number"],
        "goal": "sum(j in RANGE: e[j]) == sum(j in RANGE: f[j])",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] == f[x]"],
    },
    "equal vector sums": {
        "letters": ["e[SORT], f[SORT]: measurable vector E"],
        "goal": "sum(j in RANGE: e[j]) == sum(j in RANGE: f[j])",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] == f[x]"],
    },
    "term of a positive sum": {
        "letters": ["e[SORT]: measurable number; y: SORT"],
        "goal": "sum(j in RANGE: e[j]) >= e[y]",
        "premises": ["MEMBERS[y]", "new x: SORT; MEMBER[x] |- e[x] >= 0"],
        "ranges": ("tokens", "upto", "before", "heads", "group"),
    },
    "least": {
        "letters": ["e[SORT]: measurable number; b: measurable number"],
        "goal": "min(j in RANGE: e[j]) >= b",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] >= b"],
        "ranges": _NONEMPTY,
    },
    "least, strict": {
        "letters": ["e[SORT]: measurable number; b: measurable number"],
        "goal": "min(j in RANGE: e[j]) > b",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] > b"],
        "ranges": _NONEMPTY,
    },
    "greatest": {
        "letters": ["e[SORT]: measurable number; b: measurable number"],
        "goal": "max(j in RANGE: e[j]) <= b",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] <= b"],
        "ranges": _NONEMPTY,
    },
    "greatest, strict": {
        "letters": ["e[SORT]: measurable number; b: measurable number"],
        "goal": "max(j in RANGE: e[j]) < b",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] < b"],
        "ranges": _NONEMPTY,
    },
    "above the least": {
        "letters": ["e[SORT]: measurable number; y: SORT"],
        "goal": "min(j in RANGE: e[j]) <= e[y]",
        "premises": ["MEMBERS[y]"],
        "ranges": _NONEMPTY,
    },
    "below the greatest": {
        "letters": ["e[SORT]: measurable number; y: SORT"],
        "goal": "e[y] <= max(j in RANGE: e[j])",
        "premises": ["MEMBERS[y]"],
        "ranges": _NONEMPTY,
    },
    "attained least": {
        "letters": ["e[SORT]: measurable number; C: measurable formula"],
        "goal": "C",
        "premises": ["new x: SORT; MEMBER[x]; min(j in RANGE: e[j]) == e[x]; forall j in RANGE: e[x] <= e[j] |- C"],
        "ranges": _NONEMPTY,
    },
    "attained greatest": {
        "letters": ["e[SORT]: measurable number; C: measurable formula"],
        "goal": "C",
        "premises": ["new x: SORT; MEMBER[x]; max(j in RANGE: e[j]) == e[x]; forall j in RANGE: e[j] <= e[x] |- C"],
        "ranges": _NONEMPTY,
    },
    "within the diameter": {
        "letters": ["q[SORT]: measurable vector E; y, z: SORT"],
        "goal": "norm(q[y] - q[z]) <= diam(j in RANGE: q[j])",
        "premises": [],
        "ranges": ("tokens", "heads", "group"),
    },
    "attained diameter": {
        "letters": ["q[SORT]: measurable vector E; C: measurable formula"],
        "goal": "C",
        "premises": ["new x, y: SORT; diam(j in RANGE: q[j]) == norm(q[x] - q[y]) |- C"],
        "ranges": ("tokens", "heads", "group"),
    },
    "common bound": {
        "letters": ["P(SORT, number): formula"],
        "goal": "exists b in number: forall j in RANGE: P(j, b)",
        "premises": [
            "new x: SORT; MEMBER[x] |- exists b in number: P(x, b)",
            "new x: SORT; new s, t: number; MEMBER[x]; P(x, s); s <= t |- P(x, t)",
        ],
    },
    "some element": {
        "letters": ["C: measurable formula"],
        "goal": "C",
        "premises": ["new x: SORT; MEMBER[x] |- C"],
        "ranges": _NONEMPTY,
    },
    "strong induction": {
        "letters": ["P(token): measurable formula"],
        "goal": "forall j: P(j)",
        "premises": ["new x: token; forall k in before(x): P(k) |- P(x)"],
    },
    "induction": {
        "letters": ["P(size): measurable formula"],
        "goal": "forall n in size: P(n)",
        "premises": ["P(0)", "new n: size; P(n) |- P(n + 1)"],
    },
    "last term": {
        "letters": ["e[size]: measurable number; n: size"],
        "goal": "sum(k in 0..n + 1: e[k]) == sum(k in 0..n: e[k]) + e[n + 1]",
    },
    "first term": {"letters": ["e[size]: measurable number"], "goal": "sum(k in 0..0: e[k]) == e[0]"},
    "sizes are whole": {"letters": ["n: size"], "goal": "n == 0 or n >= 1"},
    "next size": {"letters": ["m, n: size"], "goal": "m + 1 <= n", "premises": ["m < n"]},
    "tokens in order": {
        "letters": ["i, j: token; C: measurable formula"],
        "goal": "C",
        "premises": ["i < j", "j <= i"],
    },
    "same token": {
        "letters": ["i, j: token; P(token): measurable formula"],
        "goal": "P(j)",
        "premises": ["i <= j", "j <= i", "P(i)"],
    },
    "one more token": {
        "letters": ["i, j: token; e[token]: measurable number"],
        "goal": "sum(k in before(j): e[k]) == sum(k in upto(i): e[k])",
        "premises": ["i < j", "new x: token; x < j |- x <= i"],
    },
    "contradiction": {"letters": ["P, C: measurable formula"], "goal": "C", "premises": ["P", "not P"]},
    # order
    "antisymmetry": {"letters": ["a, b: measurable number"], "goal": "a == b", "premises": ["a <= b", "b <= a"]},
    "below the square": {
        "letters": ["a, b: measurable number"],
        "goal": "a <= b",
        "premises": ["b >= 0", "a*a <= b*b"],
    },
    "strictly below the square": {
        "letters": ["a, b: measurable number"],
        "goal": "a < b",
        "premises": ["b >= 0", "a*a < b*b"],
    },
    "square zero": {"letters": ["a: measurable number"], "goal": "a == 0", "premises": ["a*a <= 0"]},
    "absolute": {"letters": ["e, b: measurable number"], "goal": "abs(e) < b", "premises": ["e < b", "-e < b"]},
    "absolute at most": {
        "letters": ["e, b: measurable number"],
        "goal": "abs(e) <= b",
        "premises": ["e <= b", "-e <= b"],
    },
    "absolute above": {"letters": ["e: measurable number"], "goal": "e <= abs(e)"},
    "absolute above minus": {"letters": ["e: measurable number"], "goal": "-e <= abs(e)"},
    "absolute square": {"letters": ["e: measurable number"], "goal": "abs(e)^2 == e^2"},
    "minimum below first": {"letters": ["a, b: measurable number"], "goal": "min(a, b) <= a"},
    "minimum below second": {"letters": ["a, b: measurable number"], "goal": "min(a, b) <= b"},
    "minimum above": {
        "letters": ["a, b, c: measurable number"],
        "goal": "c <= min(a, b)",
        "premises": ["c <= a", "c <= b"],
    },
    "minimum strictly above": {
        "letters": ["a, b, c: measurable number"],
        "goal": "c < min(a, b)",
        "premises": ["c < a", "c < b"],
    },
    "maximum above first": {"letters": ["a, b: measurable number"], "goal": "a <= max(a, b)"},
    "maximum above second": {"letters": ["a, b: measurable number"], "goal": "b <= max(a, b)"},
    "maximum below": {
        "letters": ["a, b, c: measurable number"],
        "goal": "max(a, b) <= c",
        "premises": ["a <= c", "b <= c"],
    },
    "maximum is one": {"letters": ["a, b: measurable number"], "goal": "max(a, b) == a or max(a, b) == b"},
    "minimum is one": {"letters": ["a, b: measurable number"], "goal": "min(a, b) == a or min(a, b) == b"},
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
        "sides": ["normalised(F)"],
    },
    "asymptotically stable is Lyapunov stable": {
        "letters": ["F: map E; S: state E"],
        "goal": "lyapunov(F, S)",
        "premises": ["asymptotically_stable(F, S)"],
    },
    # probability
    "certain event": {
        "letters": ["C: random formula"],
        "goal": "probability(C) == 1",
        "premises": ["almost_surely(C)"],
    },
}

_GROUPS2 = "F: map E; S: state E; V: operator E; v: vector E; a, b, c, e: number -> number; r, s, p, q: number"
_SPECTRUM2 = "group_spectrum(F, S, V, v, a, b, c, e, r, s, p, q)"

THEOREMS: dict[str, dict[str, Any]] = {
    # time: everything else about flows is derived from the first two
    "monotone": {
        "letters": ["z: moving number"],
        "goal": "always(z >= start(z))",
        "premises": ["ae: rate(z) >= 0"],
        "cites": "An absolutely continuous function is the integral of its derivative (Rudin, Real and Complex Analysis, Thm 7.18).",
    },
    "rate on a level": {
        "letters": ["z: moving number; m: number"],
        "goal": "rate(z) == 0",
        "premises": ["z == m"],
        "almost": True,
        "cites": "A function has derivative 0 at every accumulation point of a level set where it is differentiable;"
        " the isolated points are countable (Gilbarg and Trudinger, Lemma 7.7).",
    },
    # finite dimension
    "least form": {
        "letters": ["W: operator E; C: measurable formula"],
        "goal": "C",
        "premises": [
            "timeless: positive_definite(W)",
            "new mu: number; mu > 0; forall a in vector E: dot(a, W(a)) >= mu*dot(a, a) |- C",
        ],
        "cites": "A continuous function on the unit sphere of a finite-dimensional space has a least value.",
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
    "spectral gap": {
        "letters": ["U: operator E; v: vector E; lam: number; C: measurable formula"],
        "goal": "C",
        "premises": [
            "timeless: simple_top(U, v, lam)",
            "new g, rho: number; g > 0; rho >= 0;"
            " forall a in vector E: dot(v, a) == 0 => dot(a, U(a)) <= (lam - g)*dot(a, a);"
            " forall a in vector E, b in vector E: dot(v, a) == 0 and dot(v, b) == 0 => dot(a, U(b)) <= rho*norm(a)*norm(b) |- C",
        ],
        "cites": "Spectral theorem for U on the complement of v, which U keeps (Horn and Johnson, Matrix Analysis, Thm 2.5.6).",
    },
    "Rayleigh": {
        "letters": ["V: operator E; v: vector E; lam, l: number; u: measurable vector E"],
        "goal": "dot(u, V(u)) <= l*dot(u, u)",
        "premises": [
            "timeless: V(v) == lam*v",
            "dot(v, u) == 0",
            "timeless: forall m in number: eigenvalue(V, v, m) => m <= l",
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
        "sides": ["normalised(F)"],
        "cites": "On R^N (x) v-perp the derivative is r + k 11^T (x) V; 11^T has the eigenvalues N and 0; spectral theorem for V.",
    },
    "triangular": {
        "letters": [
            "F: map E; S: state E; V: operator E; v: vector E; lam: number; r[token]: number; k[token, token]: number"
        ],
        "goal": "token_spectrum(F, S, V, v, fn(i, x in number: r[i] + k[i, i]*x))",
        "premises": [
            "V(v) == lam*v",
            "dot(v, v) == 1",
            "forall i: S[i] == v or S[i] == -v",
            "fixed(F, S)",
            "new i: token; new d[token]: vector E; forall h: dot(v, d[h]) == 0"
            " |- D(F, S, d, i) == r[i]*d[i] + V(sum(j: k[i, j]*d[j]))",
            "new i, j: token; i < j |- k[i, j] == 0",
        ],
        "sides": ["normalised(F)"],
        "cites": "A block triangular matrix has the eigenvalues of its diagonal blocks (Horn and Johnson, 0.9.4).",
    },
    "two groups": {
        "letters": [
            "F: map E; S: state E; V: operator E; v: vector E; lam, r, s, kaa, kab, kba, kbb, p, q: number",
        ],
        "goal": "group_spectrum(F, S, V, v, fn(x: r + p*kaa*x), fn(x: q*kab*x), fn(x: p*kba*x), fn(x: s + q*kbb*x), r, s, p, q)",
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
        "sides": ["normalised(F)", "partition(sum(h in G: 1), sum(h in H: 1), S)"],
        "cites": "R^p + R^q = constants on the two groups + zero sums within them; spectral theorem for V on v-perp.",
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
        "cites": "Schur-Cohn (Jury) for real 2 x 2 matrices: Elaydi, An Introduction to Difference Equations, Thm 4.? (POW-SC).",
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
        "cites": "p(1) < 0 or p(-1) < 0 gives a real root of modulus above 1; the product of the roots is the determinant.",
    },
    # stability of fixed points of maps
    "indirect method, stable": {
        "letters": ["F: map E; S: state E"],
        "goal": "asymptotically_stable(F, S)",
        "premises": ["fixed(F, S)", "inside_disc(F, S)"],
        "sides": ["normalised(F)"],
        "cites": "LaSalle, The Stability and Control of Discrete Processes, 1986; a norm in which the derivative contracts.",
    },
    "indirect method, unstable": {
        "letters": ["F: map E; S: state E"],
        "goal": "not lyapunov(F, S)",
        "premises": ["fixed(F, S)", "outside_disc(F, S)"],
        "sides": ["normalised(F)"],
        "cites": "A fixed point of a C^1 map with an eigenvalue of modulus above 1 is not Lyapunov stable: Robinson,"
        " Dynamical Systems, 1999, ch. V.",
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
        "sides": ["normalised(F)"],
        "cites": "States c v + s w and c v - s w alternate, as near to v as one likes and never nearer; no spectrum is needed.",
    },
    # probability
    "Wendel": {
        "letters": ["y[token]: random vector E; m, e: size"],
        "goal": "probability(exists w in vector E: forall i: dot(w, y[i]) > 0) == sum(k in 0..e: binomial(m, k))/2^m",
        "premises": ["m + 1 == sum(j: 1)", "e + 1 == dim(E)", "independent(y)", "uniform_on_sphere(y)"],
        "cites": "Wendel, A problem in geometric probability, Math. Scand. 11 (1962); Cover 1965.",
    },
}
