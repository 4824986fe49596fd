"""Exact spectra of multi-head bipartite points, in the cases where the heads share their directions.

Derivatives of the step are differentiated from its definition along one tangent direction m, with symbolic group
sizes and two arbitrary heads (`multi_head_setting`). Across +-v the derivative of y/|y| is that of y divided by |y|.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.multi_head import multi_head_bipartite as bipartite
from proofs_checks.power_method.multi_head import multi_head_setting as heads
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

NOTE = Source(PAPER, "D.4.1 (extension)")


@illustration(
    "POW-N7.common",
    title="Heads that share v as an eigenvector of P_h and of its transpose",
    statement=(
        r"If $P_hv = P_h^Tv = av$ for all h and $Fv = \lambda v$, F symmetric with arbitrary $V_h$, then at p tokens v"
        r" and q tokens -v, where $1 + \alpha\lambda\gamma_i > 0$ for i = 1, 2, the image and the tangent derivative of"
        " the multi-head map are those of the single-head map with $V = F$ and $v^TPv = a$; the tangent"
        " spectrum is that of Lemma 14 with the eigenvalues of F."
    ),
    source=NOTE,
    kind="spectrum",
    role="extension",
)
def common_direction(lost: int = 0) -> Iterator[Evidence]:
    s, v = symbols(), heads.unit(0)
    V, P = heads.value_matrices(), heads.logit_matrices()
    P[:, 0, :], P[:, :, 0] = sp.Integer(0), sp.Integer(0)
    P[:, 0, 0] = sp.log(s.g)
    V[1][:, 0] = s.lambda_k * v - V[0][:, 0]
    F = V[0] + (1 - lost) * V[1]
    single_P = generic.array("P", 3, 3)
    single_P[0, 0] = sp.log(s.g)
    multi, single = heads.attention(P, V), heads.attention(single_P, F)
    tokens, counts = np.stack([v, -v]), np.array([s.p, s.q], dtype=object)
    pairs = {"y": (sp.Matrix(multi(tokens, counts)), sp.Matrix(single(tokens, counts)))}
    for group in range(2):
        # Across v: the single-head attention derivative is along V v, radial, and so is whatever its P does.
        answers = [heads.moved(step, tokens, counts, group, heads.unit(1))[:, 1:] for step in (multi, single)]
        pairs[f"dy across v, one token of group {group + 1} moved"] = (sp.Matrix(answers[0]), sp.Matrix(answers[1]))
    found = decide.identity(pairs, given=[s.alpha > 0, s.p >= 1, s.q >= 1], scope=bipartite.ALL)
    yield found


@illustration(
    "POW-N7.heads",
    title="Spectrum at equal groups when v is an eigenvector of every head",
    statement=(
        r"Let $V_hv = \mu_hv$ for all h, $P_h$ arbitrary, n tokens at each of v and -v, $T_h = \tanh(v^TP_hv)$ and"
        r" $c = 1 + \alpha\sum_h\mu_hT_h > 0$. The state is an equilibrium of the multi-head map. With $W_h$ the"
        r" compression of $V_h$ to $v^\perp$, its tangent eigenvalues are those of $(I + \alpha\sum_hW_h)/c$ (both"
        r" poles together), those of $(I + \alpha\sum_hT_hW_h)/c$ (poles apart) and $1/c$, 2(n-1)(d-1) times (within"
        " the poles)."
    ),
    source=NOTE,
    kind="spectrum",
    role="extension",
)
def eigenvector_of_every_head(weighted: int = 1, seed: int = 0) -> Iterator[Evidence]:
    s, v = symbols(), heads.unit(0)
    n, g = sp.Symbol("n", integer=True, positive=True), sp.symbols("g_1 g_2", positive=True)
    mu = sp.symbols("mu_1 mu_2", real=True)
    V, P = heads.value_matrices(), heads.logit_matrices()
    for h in range(2):
        V[h][:, 0] = mu[h] * v
        P[h][0, 0] = sp.log(g[h])
    T = [(value**2 - 1) / (value**2 + 1) for value in g]
    c = 1 + s.alpha * sum(m * t for m, t in zip(mu, T, strict=True))
    step, tokens, counts = heads.attention(P, V), np.stack([v, -v]), np.array([n, n], dtype=object)
    pairs: dict[str, tuple[Any, Any]] = {"y = c x": (sp.Matrix(step(tokens, counts)), sp.Matrix(c * tokens))}
    # Along m = e_2; the third coordinate stands for every other direction across v. The sums are over the answers to
    # one moved token; as both groups have the same sums with either sign, the row sums are equal to them.
    m = sp.Matrix([1, 0])
    even = m + s.alpha * sp.Matrix(V[0][1:, 1] + V[1][1:, 1])
    odd = m + s.alpha * sp.Matrix(sum(V[h][1:, 1] * (T[h] if weighted else 1) for h in range(2)))
    for group in range(2):
        own, same, other = (
            sp.Matrix(answer[1:]) / c for answer in heads.moved(step, tokens, counts, group, heads.unit(1))
        )
        pairs[f"together, group {group + 1}"] = (own + (n - 1) * same + n * other, even / c)
        pairs[f"apart, group {group + 1}"] = (own + (n - 1) * same - n * other, odd / c)
        pairs[f"within, group {group + 1}"] = (own - same, m / c)
    found = decide.identity(
        pairs,
        given=[s.alpha > 0, generic.at_least(n, 1)],
        scope=f"all n >= 1, {heads.EVERY} with V_h v = mu_h v",
    )
    yield found
    yield decide.exact_instances(
        lambda rng: _trial(rng, weighted),
        scope="random heads (H <= 3) with a common eigenvector, random P_h, n <= 4, d <= 5: the whole tangent spectrum",
        method="FLINT: exact characteristic polynomial of the tangent Jacobian",
        examples=8,
        seed=seed,
        hypotheses=("alpha > 0", "n >= 1"),
    )


def _trial(rng: Any, weighted: int) -> Any:
    """All tokens and heads explicit; the claimed spectrum from the compressions of the V_h to the complement of v."""
    d, n, H = int(rng.integers(2, 6)), int(rng.integers(1, 5)), int(rng.integers(1, 4))
    basis, alpha = st.sampling.orthogonal(rng, d), st.sampling.rational(rng, 0, 2)
    v, complement = basis[0], basis[1:]
    mu, g = ([st.sampling.rational(rng, low, 3) for _ in range(H)] for low in (-3, 0))
    if alpha == 0 or 0 in g:
        return decide.Trial(None, {})
    T = [(value**2 - 1) / (value**2 + 1) for value in g]
    c = 1 + alpha * sum(m * t for m, t in zip(mu, T, strict=True))
    if c <= 0:
        return decide.Trial(None, {})
    drawn, P = (
        np.array([[[st.sampling.rational(rng, -3, 3) for _ in range(d)] for _ in range(d)] for _ in mu]) for _ in "VP"
    )
    across = complement.T @ complement
    V = np.stack([M @ across + m * np.outer(v, v) for M, m in zip(drawn, mu, strict=True)])
    sides = np.array([1] * n + [-1] * n)
    A = np.stack(
        [st.normalise_rows(np.where(np.outer(sides, sides) > 0, value, 1 / value).astype(object)) for value in g]
    )
    X = sides[:, np.newaxis] * v
    J = st.linearisation.tangent_jacobian(
        st.linearisation.attention_derivative(X, A, P, V, alpha, norms=np.array([c] * len(X))), X
    )
    W = complement @ V @ complement.T
    eye = np.eye(d - 1, dtype=int)
    together = (eye + alpha * np.sum(W, axis=0)) / c
    apart = (eye + alpha * sum(w * (t if weighted else 1) for w, t in zip(W, T, strict=True))) / c
    claimed = st.linearisation.characteristic_polynomial(together) * st.linearisation.characteristic_polynomial(apart)
    claimed *= st.linearisation.polynomial_from_modes([(1 / c, None, 2 * (n - 1) * (d - 1))])
    total = np.trace(together) + np.trace(apart) + 2 * (n - 1) * (d - 1) / c
    values = {"alpha": str(alpha), "n": n, "t": str(total), "J": [[str(entry) for entry in row] for row in J]}
    return decide.Trial(st.linearisation.characteristic_polynomial(J) == claimed, values, ["trace(J) != t"])
