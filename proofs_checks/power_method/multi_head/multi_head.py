"""Section 2.1.1 and Supplement D.4.1: consensus points of the multi-head map, and its reduction to the Oja map there.

At equal tokens all logits of a token are equal, so every head's weights are 1/N; their derivatives sum to zero over j
and multiply equal tokens, so they cancel. What remains of the heads is F = sum_h V_h. Both facts are differentiated
from the definition, with arbitrary heads and a symbolic number N of tokens (`multi_head_setting`). The normalisation
is the same function of y in both maps, so equal y and dy give equal Jacobians, ambient and tangent.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.consensus import consensus_spectrum as cs
from proofs_checks.power_method.multi_head import multi_head_setting as heads
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SIZES = ("alpha > 0", "integer(N)", "N >= 1", "integer(H)", "H >= 1", "integer(d)", "d >= 2")
INSTANCE = {"alpha": "1/4", "N": 5, "H": 3, "d": 4}
SMALLEST = {"alpha": 1, "N": 2, "H": 2, "d": 3}
DERIVED = "SymPy differentiates the definition of both maps"
FORMULA = "SymPy: closed derivative formula of the attention weights"
SCOPE = f"all N >= 1, {heads.EVERY}"


@illustration(
    "POW-2.1.att",
    title="The attention weights become uniform at consensus",
    statement=(
        "With full attention, let the logits of each token in some head lie in an interval of length r. Then $e^{-r}/N"
        r" \le A_{ij} \le e^r/N$; $r = \|P\|\max_{jl}\|x_j - x_l\|$ will do (Cauchy-Schwarz), which tends to 0 as the"
        r" tokens approach each other, so A tends to $\mathbf{1}\mathbf{1}^T/N$ with an error of first order in their"
        r" distances. The mean seen by token i differs from $\frac1N\sum_jx_j$ by $\sum_j(A_{ij} - \frac1N)(x_j - z)$"
        " for every z: second order."
    ),
    source=Source(PAPER, "Section 2.1.1, D.4.1, Lemma 9"),
    kind="identity",
)
def uniform_limit(power: str = "1") -> Iterator[Evidence]:
    """w is the odds of one token and S the sum of all N; w_low <= odds <= w_high = R w_low with R = e^r."""
    s = symbols()
    R, w, low, total = sp.symbols("R w w_low S", positive=True)
    scope = "all N >= 1, every P, every head, all tokens (not only near consensus)"
    given = [R >= 1, s.N >= 1, w >= low, w <= R * low, total >= s.N * low, total <= s.N * R * low]
    # The twin's R**(1/2) is written as R with R**2 in its place among the hypotheses.
    half = sp.Rational(power) != 1
    stated = [relation.subs(R, R**2) for relation in given] if half else given
    weight, x, z = sp.symbols("A x z", real=True)
    share = weight * x - x / s.N - (weight - 1 / s.N) * z
    X, n = np.array([[sp.Integer(1), sp.Integer(0)]], dtype=object), np.array([s.N], dtype=object)
    A = st.attention_weights(X, heads.logit_matrices(2)[0], counts=n)
    found = conjunction(
        {
            "A_ij <= R/N": decide.inequality(w / total <= R / s.N, stated, scope=scope, degree=3),
            "A_ij >= 1/(R N)": decide.inequality(w / total >= 1 / (R * s.N), stated, scope=scope, degree=3),
            "at consensus the N equal weights sum to one": decide.identity({"N A_ij": (A[0, 0], 1)}, scope=scope),
            "each token's share in sum_j A_ij x_j - mean, as sum_j (A_ij - 1/N) z = 0": decide.identity(
                {"(A - 1/N)(x - z)": (share, (weight - 1 / s.N) * (x - z))}, scope=scope
            ),
        },
        scope=scope,
    )
    yield found


def _reduction(lost: int) -> dict[str, tuple[Any, Any]]:
    """y and dy of the two-head map against the Oja map with F, at N equal tokens e_1, moved along each coordinate."""
    s, x = symbols(), heads.unit(0)
    V, P = heads.value_matrices(), heads.logit_matrices()
    F = V[0] + (1 - lost) * V[1]
    tokens, counts = x[np.newaxis, :], np.array([s.N], dtype=object)
    multi, single = heads.attention(P, V), heads.oja(F)
    pairs = {"y": (sp.Matrix(multi(tokens, counts)), sp.Matrix(single(tokens, counts)))}
    for b in range(3):
        answers = [heads.moved(step, tokens, counts, 0, heads.unit(b)) for step in (multi, single)]
        pairs[f"dy, one token moved along coordinate {b}"] = (sp.Matrix(answers[0]), sp.Matrix(answers[1]))
    return pairs


def _by_formula(lost: int) -> dict[str, tuple[Any, Any]]:
    """The same through the closed formula of dA, for one arbitrary head among the others."""
    s, x = symbols(), heads.unit(0)
    V, P = heads.value_matrices()[0], heads.logit_matrices()[0]
    tokens, counts = np.stack([x, x]), np.array([1, s.N - 1], dtype=object)
    A = st.attention_weights(tokens, P, counts=counts)
    pairs = {}
    for b in range(3):
        D = np.stack([heads.unit(b), 0 * heads.unit(b)])
        dA = st.linearisation.weights_derivative(tokens, D, A, P)
        head = st.models.mixed_values(D, A, V) + st.models.mixed_values(tokens, dA, V)
        mean = st.models.token_mean(D, counts=counts) @ V.T
        claimed = np.repeat((1 - lost) * mean, 2, axis=0)
        pairs[f"contribution of a head, one token moved along coordinate {b}"] = (sp.Matrix(head), sp.Matrix(claimed))
    return pairs


@illustration(
    "POW-2.1.red",
    title="Reduction to the Oja map near a consensus",
    statement=(
        "At every consensus state X (all tokens equal to a unit vector x, eigenvector or not) the multi-head map with"
        " full attention and arbitrary $P_h$ and $V_h$ has the same image and the same first derivative, with respect"
        r" to all tokens in all directions, as the Oja map with $F = \sum_hV_h$, where $x + \alpha Fx \neq 0$."
    ),
    source=Source(PAPER, "Section 2.1.1, D.4.1"),
    kind="spectrum",
)
def reduction(lost: int = 0) -> Iterator[Evidence]:
    for pairs, method in ((_reduction, DERIVED), (_by_formula, FORMULA)):
        yield cs.identity(pairs(lost), scope=SCOPE, method=method, sizes=SMALLEST)


@illustration(
    "POW-D4.1.jac",
    title="Multi-head Jacobian at a consensus",
    statement=(
        r"At a consensus equilibrium $x_i = v_k$, $Fv_k = \lambda_kv_k$ with $1 + \alpha\lambda_k > 0$ and F"
        " symmetric, the Jacobian of the multi-head map, ambient and tangent, is that of the Oja map with $V = F$,"
        r" for every choice of heads with $\sum_hV_h = F$, and the tangent spectrum is that of Lemma 3."
    ),
    source=Source(PAPER, "D.4.1"),
    kind="identity",
)
def jacobian(lost: int = 0, seed: int = 0) -> Iterator[Evidence]:
    for pairs, method in ((_reduction, DERIVED), (_by_formula, FORMULA)):
        yield cs.identity(pairs(lost), scope=SCOPE, method=method, sizes=SMALLEST)
    yield _explicit(lost)
    yield decide.exact_instances(
        lambda rng: _trial(rng, lost),
        scope="random heads (H <= 4) with symmetric sum, N <= 12, d <= 8, N d <= 40: the whole tangent spectrum",
        method="FLINT: exact characteristic polynomial of the tangent Jacobian",
        examples=8,
        seed=seed,
        hypotheses=SIZES,
    )


def _explicit(lost: int) -> Evidence:
    """Every entry of both normalised Jacobians at N = d = 2, where c = 1 + alpha lambda_k > 0 is the norm of y."""
    s, x = symbols(), heads.unit(0, 2)
    V, P = heads.value_matrices(2), heads.logit_matrices(2)
    V[1][:, 0] = (s.c - 1) / s.alpha * x - V[0][:, 0]
    state = st.State(np.stack([x, x]), np.array([1, 1], dtype=object))
    steps = (heads.attention(P, V), heads.oja(V[0] + V[1] - lost * V[1] @ np.diag([0, 1])))
    multi, single = (sp.Matrix(st.linearisation.differentiated_jacobian(step, state, [s.c] * 2)) for step in steps)
    scope = "N = 2, d = 2, H = 2, every entry of the heads a symbol, full ambient Jacobian"
    return cs.identity({"Df": (multi, single)}, scope=scope, method=DERIVED, sizes=SMALLEST, covers=False)


def _trial(rng: Any, lost: int) -> Any:
    """The tangent spectrum of a random multi-head system at a random consensus equilibrium."""
    d, N = cs.random_sizes(rng)
    H, instance, k = int(rng.integers(2, 5)), st.sampling.symmetric_instance(rng, d), int(rng.integers(0, d))
    alpha = st.sampling.rational(rng, 0, 3)
    c = 1 + alpha * instance.eigenvalues[k]
    if alpha == 0 or c <= 0:
        return decide.Trial(None, {})
    V, P = (
        np.array([[[st.sampling.rational(rng, -3, 3) for _ in range(d)] for _ in range(d)] for _ in range(H)])
        for _ in "VP"
    )
    V[0] = instance.V - np.sum(V[1:], axis=0)
    X = np.array([instance.basis[k]] * N, dtype=object)
    A = np.stack([st.uniform_weights(N)] * H)
    norms = np.array([c] * N, dtype=object)
    J = st.linearisation.tangent_jacobian(st.linearisation.attention_derivative(X, A, P, V, alpha, norms=norms), X)
    others = [value for j, value in enumerate(instance.eigenvalues) if j != k]
    modes = [((1 - lost + alpha * value) / c, None, 1) for value in others] + [(1 / c, None, (N - 1) * (d - 1))]
    holds = st.linearisation.characteristic_polynomial(J) == st.linearisation.polynomial_from_modes(modes)
    claimed = sum(value * multiplicity for value, _, multiplicity in modes)
    sizes = {"alpha": str(alpha), "N": N, "H": H, "d": d}
    matrix = [[str(entry) for entry in row] for row in J]
    return decide.Trial(holds, {**sizes, "J": matrix, "t": str(claimed)}, ["trace(J) != t"])


@illustration(
    "POW-D4.1.eq.repaired",
    title="Multi-head consensus equilibria, by the sign of 1 + alpha lambda",
    statement=(
        r"For $Fv = \lambda v$, $F = \sum_hV_h$ symmetric, the state with all tokens at the unit vector v gives $y_i ="
        r" (1 + \alpha\lambda)v$ under the multi-head map, for all heads: an equilibrium if $1 + \alpha\lambda > 0$"
        r" (as for every $\lambda \ge 0$ and for every small $\alpha$). Where it is negative the map exchanges v and"
        " -v, where it is zero it is undefined there."
    ),
    source=Source(PAPER, "D.4.1"),
    kind="equilibrium",
    repairs="POW-D4.1.eq",
)
def equilibria(sign: int = 1) -> Iterator[Evidence]:
    s, x = symbols(), heads.unit(0)
    V, P = heads.value_matrices(), heads.logit_matrices()
    # The first column of F = V_1 + V_2 is lambda_k e_1; the heads themselves do not have e_1 as an eigenvector.
    V[1][:, 0] = s.lambda_k * x - V[0][:, 0]
    state = st.consensus(V, x, s.N)
    y = heads.attention(P, V)(state.tokens, state.counts)
    factor = 1 + sign * s.alpha * s.lambda_k
    found = conjunction(
        {
            "y": decide.identity({"y": (sp.Matrix(y), sp.Matrix(factor * state.tokens))}, scope=SCOPE),
            "lambda >= 0": decide.inequality(factor > 0, [s.alpha > 0, s.lambda_k >= 0], scope=SCOPE),
            "alpha |lambda| < 1": decide.inequality(
                factor > 0, [s.alpha > 0, sp.Abs(s.alpha * s.lambda_k) < 1], scope=SCOPE
            ),
        },
        scope=SCOPE,
    )
    yield found
