"""The tangent spectrum at a consensus, by routes that the claims about the Oja and the attention map share.

Every route speaks about c = |1 + alpha lambda_k| > 0 for one sign of 1 + alpha lambda_k. Valid for all N and d because
of the reduction in `derivations`: a token moved along v_j stays in the plane of v_k and v_j, and equal tokens are
exchangeable. Where the sign is negative one step exchanges v_k and -v_k; their tangent spaces are the same subspace of
R^(Nd), so the Jacobian still has eigenvectors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import derivations
from proofs_checks.power_method.symbols import symbols
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")

Pairs = dict[str, tuple[Any, Any]]
SMALLEST = {"N": 2, "d": 2}
SIZES = ((2, 2), (3, 2), (4, 2), (2, 3), (3, 3))


def factor(sign: int) -> Any:
    """|1 + alpha lambda_k| where 1 + alpha lambda_k has this sign."""
    s = symbols()
    return sign * (1 + s.alpha * s.lambda_k)


def in_eigenvalue(values: Any, sign: int) -> Any:
    """Expressions in c = |1 + alpha lambda_k|, written in alpha and lambda_k instead."""
    return sp.Matrix(np.atleast_2d(values)).subs(symbols().c, factor(sign))


def derived_block(dynamics: str, sign: int) -> Any:
    """The N x N block along v_j of the Jacobian derived from the definition of the "oja" or "attention" map."""
    return st.linearisation.directional_block(_jacobian(dynamics, sign), 1)


def splitting(dynamics: str, sign: int) -> Pairs:
    """What makes the block along v_j a block of its own, for every N: no radial component, and token symmetry."""
    leak = st.linearisation.directional_block(_jacobian(dynamics, sign), 0, 1)
    block = derived_block(dynamics, sign)
    pairs: Pairs = {what: (left, right) for what, left, right in block.reduction_identities()}
    pairs["a token moved along v_j gets no radial component"] = (leak.own[0] + leak.coupling[0, 0], sp.Integer(0))
    pairs["nor do the other tokens"] = (leak.coupling[0, 0], sp.Integer(0))
    return pairs


def moved_together(dynamics: str, sign: int, value: Any) -> Pairs:
    """Df[w] = value w for w_i = v_j at every token, from the closed derivative formula of the normalised map."""
    derivative = closed_derivative(dynamics, sign, [symbols().N])
    along_j = np.array([[0, 1]], dtype=object)
    return {"Df[w] = value w, every token along v_j": _eigen_pair(derivative, along_j, sign, value)}


def moved_apart(dynamics: str, sign: int, value: Any) -> Pairs:
    """Df[w] = value w for w = v_j at one token, -v_j at another, 0 at the N - 2 others: these span all zero sums."""
    derivative = closed_derivative(dynamics, sign, [1, 1, symbols().N - 2])
    apart = np.array([[0, 1], [0, -1], [0, 0]], dtype=object)
    return {"Df[w] = value w, two tokens apart along v_j": _eigen_pair(derivative, apart, sign, value)}


@cache
def explicit_jacobian(dynamics: str, N: int, d: int) -> Any:
    """The whole (Nd, Nd) Jacobian at the consensus on the first coordinate, differentiated entry by entry.

    Eigenvalues lambda_k, lambda_2, ..., lambda_d and, for "attention", every entry of P are symbols; 1 + alpha lambda_k
    is positive.
    """
    s = symbols()
    V = np.array(sp.diag((s.c - 1) / s.alpha, *other_eigenvalues(d)).tolist(), dtype=object)
    tokens = np.array([[sp.Integer(int(a == 0)) for a in range(d)]] * N, dtype=object)
    state = st.State(tokens, np.array([1] * N, dtype=object))
    P = np.array([[sp.Symbol(f"P_{a}{b}", real=True) for b in range(d)] for a in range(d)], dtype=object)

    def step(X: Any, _: Any) -> Any:
        if dynamics == "oja":
            return st.oja_step(X, V, s.alpha)
        return st.attention_step(X, st.attention_weights(X, P), V, s.alpha)

    return in_eigenvalue(st.linearisation.differentiated_jacobian(step, state, [s.c] * N), 1)


def other_eigenvalues(d: int) -> list[Any]:
    """lambda_2, ..., lambda_d."""
    return [sp.Symbol(f"lambda_{j}", real=True) for j in range(2, d + 1)]


def explicit_pairs(dynamics: str, sizes: Sequence[tuple[int, int]], weights: Sequence[int], value: Any) -> Pairs:
    """J w = value(lambda_j) w at explicit sizes, for every j and w_i = weights[i] v_j (0 beyond the given weights; a
    single weight is that of every token).
    """
    pairs: Pairs = {}
    for N, d in sizes:
        J = explicit_jacobian(dynamics, N, d)
        per_token = list(weights) * N if len(weights) == 1 else [*weights, *[0] * (N - len(weights))]
        for j, eigenvalue in enumerate(other_eigenvalues(d), start=1):
            w = sp.Matrix([weight if a == j else 0 for weight in per_token for a in range(d)])
            pairs[f"J w = value w at N = {N}, d = {d}, direction {j + 1}"] = (J * w, value(eigenvalue) * w)
    return pairs


def random_sizes(rng: Any, smallest: int = 2) -> tuple[int, int]:
    """(d, N) with smallest <= d <= 8, 2 <= N <= 12 and N d <= 40, which keeps exact arithmetic fast."""
    d = int(rng.integers(smallest, 9))
    return d, int(rng.integers(2, min(12, 40 // d) + 1))


def spectrum_trial(
    dynamics: str, together: Callable[[Any, Any, Any], Any], apart: Callable[[Any], Any]
) -> Callable[[Any], Any]:
    """A trial for `exact_instances`: the exact characteristic polynomial of the tangent Jacobian of a random V (and P),
    of sizes as in `random_sizes`, against the claimed values `together`(alpha, lambda_j, c) and `apart`(c).
    """

    def trial(rng: Any) -> Any:
        d, N = random_sizes(rng)
        instance, k = st.sampling.symmetric_instance(rng, d), int(rng.integers(0, d))
        alpha = st.sampling.rational(rng, 0, 3)
        c = abs(1 + alpha * instance.eigenvalues[k])
        if alpha == 0 or c == 0:
            return decide.Trial(None, {})
        X = np.array([instance.basis[k]] * N, dtype=object)
        J = st.linearisation.tangent_jacobian(_instance_derivative(dynamics, rng, X, instance.V, alpha), X)
        others = [j for j in range(d) if j != k]
        values = [together(alpha, instance.eigenvalues[j], c) for j in others]
        modes: list[Any] = [(value, None, 1) for value in values] + [(apart(c), None, (N - 1) * (d - 1))]
        holds = st.linearisation.characteristic_polynomial(J) == st.linearisation.polynomial_from_modes(modes)
        j = others[0]
        direction = st.linearisation.tangent_basis(X[0]) @ instance.basis[j]
        first = np.concatenate([direction, -direction, *[0 * direction] * (N - 2)])
        eigenvalues = {"lambda_k": instance.eigenvalues[k], "lambda_j": instance.eigenvalues[j]}
        sizes = {"alpha": alpha, "N": N, "d": d} | eigenvalues
        vectors = {"J": J, "w": np.tile(direction, N), "u": first, "mu": values[0], "nu": apart(c)}
        wrong = ["J@w != mu*w"] if any(J @ vectors["w"] != values[0] * vectors["w"]) else ["J@u != nu*u"]
        return decide.Trial(holds, {name: _exact(value) for name, value in (sizes | vectors).items()}, wrong)

    return trial


def identity(
    pairs: Pairs,
    *,
    scope: str,
    method: str,
    given: Sequence[Any] = (),
    covers: bool = True,
    sizes: Mapping[str, int] = SMALLEST,
) -> Evidence:
    """`decide.identity`, saying by which route the pairs were found and, in a refutation, at which sizes it stands."""
    found: Evidence = decide.identity(pairs, scope=scope, given=given, covers=covers)
    return replace(found, method=method)


def both_signs(pairs: Callable[[int], Pairs], *, scope: str, method: str) -> Evidence:
    """The identities `pairs`(+1) where 1 + alpha lambda_k > 0 and `pairs`(-1) where it is negative."""
    parts = {
        f"1 + alpha lambda_k {'>' if sign > 0 else '<'} 0": identity(
            pairs(sign), scope=scope, method=method, given=[factor(sign) > 0]
        )
        for sign in (1, -1)
    }
    return conjunction(parts, scope=scope, method=method)


def _jacobian(dynamics: str, sign: int) -> Any:
    derive: Mapping[str, Callable[[int], Any]] = {
        "oja": derivations.oja_consensus,
        "attention": derivations.attention_consensus,
    }
    return derive[dynamics](sign)


def closed_derivative(dynamics: str, sign: int, counts: list[Any]) -> Callable[[Any], Any]:
    """The derivative formula at copies of v_k with these multiplicities, coordinates (v_k, v_j)."""
    s = symbols()
    V = derivations.plane((sign * s.c - 1) / s.alpha, s.lambda_j)
    X = np.array([[sp.Integer(1), sp.Integer(0)]] * len(counts), dtype=object)
    multiplicity = np.array(counts, dtype=object)
    norms = np.array([s.c] * len(counts), dtype=object)
    if dynamics == "oja":
        return st.linearisation.oja_derivative(X, V, s.alpha, counts=multiplicity, norms=norms)
    P = derivations.generic_logits(sp.Symbol("P_kk"))
    weights = st.attention_weights(X, P, counts=multiplicity)
    return st.linearisation.attention_derivative(X, weights, P, V, s.alpha, norms=norms)


def _eigen_pair(derivative: Callable[[Any], Any], w: Any, sign: int, value: Any) -> tuple[Any, Any]:
    return in_eigenvalue(derivative(w), sign), sp.Matrix(value * w)


def _instance_derivative(dynamics: str, rng: Any, X: Any, V: Any, alpha: Any) -> Callable[[Any], Any]:
    if dynamics == "oja":
        return st.linearisation.oja_derivative(X, V, alpha)
    d = X.shape[1]
    P = np.array([[st.sampling.rational(rng, -3, 3) for _ in range(d)] for _ in range(d)], dtype=object)
    return st.linearisation.attention_derivative(X, st.uniform_weights(len(X)), P, V, alpha)


def _exact(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return [_exact(entry) for entry in value]
    return value if isinstance(value, int) else str(value)
