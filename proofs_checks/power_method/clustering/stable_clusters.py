"""Asymptotically stable clustering equilibria of the attention map, exactly and certified.

The tangent space splits into perturbations equal within each cluster (the reduced matrix) and differences within one
cluster (`st.states.cluster_jacobian`). At the examples both are compared with the Jacobian that SymPy differentiates
from the definition, with a symbolic number n of tokens per cluster; so they hold for every n. Entries are linear in
log 2 or in t, with rational weights; the referee encloses the logarithm itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.examples import example
from proofs_checks.missing import missing
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.clustering import cluster_examples
from proofs_checks.power_method.clustering.clustering import EXACT
from proofs_checks.power_method.missing import CLUSTERS, ENCLOSED
from verify.claim import Source
from verify.evidence import Evidence, conjunction, open_
from verify.lazy import lazy
from verify.registry import illustration
from verify.verdict import Rung

flint = lazy("flint")
np = lazy("numpy")
sp = lazy("sympy")

NOTE = Source(PAPER, "Remark 5 (extension)")


def exactly(array: Any) -> Any:
    """Fractions as SymPy rationals."""
    return np.vectorize(lambda entry: sp.Rational(str(entry)), otypes=[object])(array)


def derived(tokens: Any, P: Any, V: Any, alpha: Any, nu: Any, count: Any) -> tuple[Any, list[Any]]:
    """Reduced matrix and within-cluster blocks, differentiated from the definition, `count` tokens per cluster.

    One token of cluster g moves to x_g + eps w along a tangent vector w; it, the rest of its cluster and the other
    clusters answer. As y_h = c_h x_h at the state, the derivative of y/|y| across x_h is that of y divided by c_h.
    """
    m, d = tokens.shape
    eps, bases = sp.Symbol("eps", real=True), [st.linearisation.tangent_basis(x) for x in tokens]
    reduced, within = np.empty((m * (d - 1), m * (d - 1)), dtype=object), []
    for g in range(m):
        order = [g, *(h for h in range(m) if h != g)]
        counts = np.array([1, count - 1, *[count] * (m - 1)], dtype=object)
        own = np.empty((d - 1, d - 1), dtype=object)
        for k, w in enumerate(bases[g]):
            X = np.concatenate([(tokens[g] + eps * w)[np.newaxis, :], tokens[order]])
            Y = st.attention_step(X, st.attention_weights(X, P, counts=counts), V, alpha)
            moved = np.vectorize(lambda entry: sp.diff(entry, eps).subs(eps, 0), otypes=[object])(Y)
            own[:, k] = bases[g] @ (moved[0] - moved[1]) / (1 + alpha * nu[g])
            for h, image in zip(order, moved[1:], strict=True):
                rows = slice(h * (d - 1), (h + 1) * (d - 1))
                # All tokens of cluster g move: `count` times what one does, and on cluster g its own answer as well.
                reduced[rows, g * (d - 1) + k] = bases[h] @ image * count / (1 + alpha * nu[h])
        rows = slice(g * (d - 1), (g + 1) * (d - 1))
        reduced[rows, rows] = reduced[rows, rows] + own
        within.append(own)
    return reduced, within


@illustration(
    "POW-N8",
    title="An asymptotically stable two-cluster equilibrium off the eigenvectors",
    statement=(
        r"For $V = \frac1{35}[[104, -33], [-33, 66]]$ (positive definite), $P = \log2\,[[3, 22/3], [4, 46/3]]$,"
        r" $\alpha = 1/10$ and n tokens at each of (1, 0) and (-4/5, 3/5), for every $n \ge 1$: the state is an"
        " equilibrium of the attention map, neither value is an eigenvector of V or the antipode of the other, and"
        " all tangent eigenvalues lie inside the unit disc, so it is locally asymptotically stable (indirect"
        " method)."
    ),
    source=NOTE,
    kind="stability",
    role="extension",
)
def two_clusters(alpha: str = "1/10") -> Iterator[Evidence]:
    two, n = cluster_examples.TWO, sp.Symbol("n", integer=True, positive=True)
    X, V, A = (exactly(array) for array in (two.state().tokens, cluster_examples.fractions(two.V), two.weights()))
    P = exactly(cluster_examples.fractions(two.M)) * sp.log(2)
    nu, step = (
        exactly(st.states.cluster_scalars(two.state(), two.weights(), cluster_examples.fractions(two.V))),
        sp.Rational(alpha),
    )
    claimed = st.states.cluster_jacobian(st.State(X, np.array([n, n])), A, P, V, step, nu)
    reduced, within = derived(X, P, V, step, nu, n)
    scope = "this V, P and alpha, every number n >= 1 of tokens per cluster"
    values = replace(two, alpha=alpha).values() | {
        "J": [[str(sp.expand(entry)) for entry in row] for row in claimed.reduced],
        "W": [str(sp.expand(block[0, 0])) for block in claimed.within],
    }
    inside = ["det(J) < 1", "trace(J) < 1 + det(J)", "-trace(J) < 1 + det(J)", "W < 1", "W > -1"]
    off = ["rank([X[0], V@X[0]]) == 2", "rank([X[1], V@X[1]]) == 2", "dot(X[0], X[1]) > -1"]
    positive = ["V == transpose(V)", "V[0][0] > 0", "det(V) > 0"]
    yield conjunction(
        {
            "tangent Jacobian, differentiated from the definition": decide.identity(
                {
                    "reduced": (sp.Matrix(reduced), sp.Matrix(claimed.reduced)),
                    "within cluster 1": (within[0][0, 0], claimed.within[0][0, 0]),
                    "within cluster 2": (within[1][0, 0], claimed.within[1][0, 0]),
                },
                scope=scope,
            ),
            "equilibrium with all eigenvalues inside (Schur-Cohn for the two roots of J)": example(
                values, [*cluster_examples.equilibrium(2), *positive, *off, *inside], scope=scope, method=EXACT
            ),
        },
        scope=scope,
    )


@illustration(
    "POW-N8.three",
    title="Three stable clusters, certified",
    statement=(
        "For $V = [[-2, 1], [1, 2]]$, $P = [[2, -1], [-2, -2]]$ and two tokens per cluster, a box of radius"
        " $10^{-25}$ around a point with the token angles -2.345900, 2.500726 and 0.369301 (truncated) contains"
        " exactly one equilibrium of the attention map. Its three values are distinct, none is an eigenvector of V,"
        r" and for $\alpha = 1/20$ all its tangent eigenvalues lie inside the unit disc: asymptotically stable"
        " (indirect method)." + missing(CLUSTERS, ENCLOSED)
    ),
    source=NOTE,
    kind="stability",
    role="extension",
)
def three_clusters(alpha: str = "1/20") -> Iterator[Evidence]:
    scope = "this V, P, alpha and cluster sizes (2, 2, 2)"
    method = "FLINT: Krawczyk's test, and enclosures of the Jacobian decided by Schur's recursion"
    V, P = [[-2, 1], [1, 2]], [[2, -1], [-2, -2]]
    angles = np.array([-2.34590062195043946, 2.50072620318952371, 0.36930180780586186])
    tokens = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    counts = np.array([2.0, 2.0, 2.0])
    A = st.attention_weights(tokens, np.array(P, dtype=float), counts=counts)
    nu = np.sum(tokens * st.models.mixed_values(tokens, A, np.array(V, dtype=float)), axis=1)
    logits, values = (
        np.array([[flint.arb(entry) for entry in row] for row in matrix], dtype=object) for matrix in (P, V)
    )
    found = st.states.certify_clusters(st.states.Candidate(tokens, nu, counts), logits, values)
    if found is None:
        yield open_(scope, method, "Krawczyk's test does not decide")
        return
    if not all(abs(x - start) < 1e-6 for x, start in zip(found.state.tokens.flat, tokens.flat, strict=True)):
        yield open_(scope, method, "the equilibrium found is not at the stated angles")
        return
    across = [
        x[0] * image[1] - x[1] * image[0]
        for x, image in zip(found.state.tokens, found.state.tokens @ values.T, strict=True)
    ]
    p, q = (flint.arb(int(part)) for part in (*alpha.split("/"), "1")[:2])
    stable = st.states.certified_stable(found, logits, values, p / q)
    if stable is not True or any(entry.contains(0) for entry in across):
        yield open_(scope, method, "a tangent eigenvalue or a factor is not certified to be admissible")
        return
    yield Evidence(
        Rung.CERTIFIED, scope, method, reason="no certificate: interval Newton is not repeated by the referee"
    )
