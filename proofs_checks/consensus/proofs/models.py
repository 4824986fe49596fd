"""The two models of the paper as parts of statements: full attention (6) in any metric, and the auto-regressive one.

The space E is R^(n+1), so that dim(E) = n + 1; `root` is its square root. P may change with time in any measurable way.
"""

FULL = {
    "spaces": ["E"],
    "letters": ["W: operator; P[head]: measurable matrix; v: vector; root: number"],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))",
        "force(X, i) := sum(h in heads, j: att(h, X, i, j)*X[j])",
    ],
    "flows": ["six(X, i) = force(X, i) - dot(X[i], W(force(X, i)))*X[i] on fn(X: forall i: dot(X[i], W(X[i])) == 1)"],
    "given": ["positive_definite(W)", "root > 0", "root^2 == dim(E)"],
}

CAUSAL = {
    "spaces": ["E"],
    "letters": ["U: operator; P: measurable matrix; v: vector; lam, root: number"],
    "where": [
        "e(X, i, j) := exp(dot(X[i], P(X[j])))",
        "att(X, i, j) := e(X, i, j)/(root*sum(k in upto(i): e(X, i, k)))",
        "force(X, i) := sum(j in upto(i): att(X, i, j)*U(X[j]))",
    ],
    "flows": ["causal(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": ["U(v) == lam*v", "dot(v, v) == 1", "root > 0", "root^2 == dim(E)"],
}

# Remark 4.7: U, its eigenvector and its eigenvalue change with time
TURNING = {
    **CAUSAL,
    "letters": ["U: measurable operator; P: measurable matrix; v: moving vector; lam: measurable number; root: number"],
    "given": ["almost_always(U(v) == lam*v)", "always(dot(v, v) == 1)", "root > 0", "root^2 == dim(E)"],
}
MOVING = {"letters": ["y[token]: moving vector"]}
SOLUTION = {**MOVING, "given": ["solves(six, y)"]}
CAUSAL_SOLUTION = {**MOVING, "given": ["solves(causal, y)"]}
HEMISPHERE = {"given": ["at_start(forall i: dot(v, y[i]) > 0)"]}
LEAST = "min(k: dot(v, y[k]))"

# Section 4.1: the same with several heads and U = I
HEADS = {
    "spaces": ["E"],
    "letters": ["P[head]: measurable matrix; root: number; f: token"],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k in upto(i): e(h, X, i, k)))",
        "force(X, i) := sum(h in heads, j in upto(i): att(h, X, i, j)*X[j])",
    ],
    "flows": ["auto(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": ["root > 0", "root^2 == dim(E)", "forall i: f <= i"],
}
HEADS_SOLUTION = {**MOVING, "given": ["solves(auto, y)"]}
BOUNDED_P = {
    "letters": ["K: number"],
    "given": ["almost_always(forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= K*norm(a)*norm(b))"],
}
