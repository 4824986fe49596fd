"""The flow of several heads, (2.7), with matrices that may depend on time, as a part of statements."""

HEADS = {
    "letters": ["Q[head], K[head], V[head]: measurable matrix"],
    "where": [
        "a(X, h, i, j) := exp(beta*dot(Q[h](X[i]), K[h](X[j])))",
        "pulled(X, h, i) := sum(j: a(X, h, i, j)*V[h](X[j]))/sum(k: a(X, h, i, k))",
    ],
    "flows": ["all(X, i) = tangent(X[i], sum(h in heads: pulled(X, h, i))) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
}
# up to the time T no matrix makes a vector longer than r times
BOUNDED = (
    "almost_always(time <= T => (forall h in heads, z in vector:"
    " norm(Q[h](z)) <= r*norm(z) and norm(K[h](z)) <= r*norm(z) and norm(V[h](z)) <= r*norm(z)))"
)
LOCALLY_BOUNDED = f"forall T in number: exists r in number: r >= 0 and {BOUNDED}"
