"""Linearisation of (6) at a consensus, full and auto-regressive, for all n, l and h.

Row i sees N tokens: N = l in the full model, N = i in the auto-regressive one. At a consensus y_j = v all its logits
are v^T P_h v, so every weight is 1/(N r), r = sqrt(n+1), whatever P(t) is. One token is moved; the other N - 1 are one
representative with the multiplicity N - 1 (a symbol), so differentiation of the definition gives the two blocks

    own    d y_i'/d y_i = (U_h/N - (v^T U_h v) I)/r,      cross    d y_i'/d y_j = U_h/(N r)      on the tangent space,

head by head, for generic P_h and U_h. An entry of a block involves v, a direction of motion and one of response: three
vectors, so coordinates in R^3 carry every n. The blocks are linear in U_h, so heads add up to U = sum of U_h.

U v = lambda v, U w_k = mu_k w_k: along w_k the linear system for the coefficients x_i is x' = (mu_k C - lambda)x/r,
with the matrix of means C: C_ij = 1/l (full), or 1/i for j <= i (auto-regressive, the Cesaro operator). Full: C has the
eigenvalue 1 at x = (1, ..., 1), and 0, l - 1 times, where sum x = 0. Auto-regressive: C is lower triangular with
eigenvalues 1/k, and x_i = binomial(i-1, k-1) is the eigenvector: with b = binomial(i-1, k-1), binomial(i, k) = (i/k) b
and binomial(i-1, k) = ((i-k)/k) b, so the partial sums S_i of x are binomial(i, k) by Pascal's rule, S_i/i = b/k.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.setting.existence import change_of_variables
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

ALL = "all n >= 1, l >= 1, h >= 1, every P(t), at every consensus that is an equilibrium"
SOURCE = Source(PAPER, "beyond the text: linearisation for Theorems 3.2, 4.2 and 4.5")
SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(i)", "i >= 1", "i <= l", "integer(h)", "h >= 1")
INSTANCE = {"n": 2, "l": 4, "i": 3, "h": 2}


def blocks(scope: str, share: int = 1) -> Evidence:
    """The blocks of the module's head, by differentiation of the model with a symbolic number of tokens."""
    N, r = sp.symbols("N r", positive=True)
    v = np.array([sp.Integer(1), sp.Integer(0), sp.Integer(0)], dtype=object)
    moved, P, U = generic.array("y", 1, 3), generic.array("p", 3, 3), generic.array("u", 3, 3)
    X = np.concatenate([moved, v[np.newaxis]])
    alpha = st.attention_weights(X, P, counts=np.array([1, N - 1], dtype=object)) / r
    field = st.velocity(X, alpha[np.newaxis], U[np.newaxis])
    at = dict(zip(moved[0], v, strict=True))
    pairs = {}
    for response in (1, 2):
        for motion in (1, 2):
            own, cross = (sp.diff(field[k, response], moved[0, motion]).subs(at) for k in (0, 1))
            pairs[f"own [{response}, {motion}]"] = (
                own,
                (share * U[response, motion] / N - U[0, 0] * int(response == motion)) / r,
            )
            pairs[f"cross [{response}, {motion}]"] = (cross, share * U[response, motion] / (N * r))
    return decide.identity(pairs, scope=scope)


def means(scope: str, extra: int = 0) -> dict[str, Evidence]:
    """Eigenvectors of the two matrices of means; `extra` is added to the index k of the eigenvalue 1/k."""
    i, k, b, first, second, N = sp.symbols("i k b x_1 x_2 N", positive=True)
    return {
        "Pascal: binomial(i, k) - binomial(i-1, k) = binomial(i-1, k-1) = b": decide.identity(
            {"partial sums": (i / k * b - (i - k) / k * b, b)}, scope=scope
        ),
        "the mean of the first i entries is b/k": decide.identity(
            {"S_i/i = x_i/k": (i / k * b / i, b / (k + extra))},
            given=[generic.at_least(k, 1), generic.at_least(i, 1)],
            scope=scope,
        ),
        "the eigenvector starts: S_k = x_k = 1": decide.identity(
            {"i = k, b = 1": ((i / k).subs(i, k), sp.Integer(1))}, scope=scope
        ),
        "full: (1, ..., 1) has the mean 1, (1, -1, 0, ...) the mean 0": decide.identity(
            {"ones": (N * first / N, first), "zero sum": ((first + second).subs(second, -first) / N, sp.Integer(0))},
            scope=scope,
        ),
    }


def instance_trial(rng: Any, *, causal: bool) -> Any:
    """The exact characteristic polynomial of (6), times sqrt(n+1), at a random consensus against the claimed spectrum.

    Symmetric sum of the value matrices with known spectrum; with two heads, neither of them is symmetric.
    """
    N, d, heads = int(rng.integers(2, 5)), int(rng.integers(2, 5)), int(rng.integers(1, 3))
    instance = st.sampling.symmetric_instance(rng, d)
    k = int(rng.integers(0, d))
    lam, v = instance.eigenvalues[k], instance.basis[k]
    P = np.array(
        [[[st.sampling.rational(rng, -2, 2) for _ in range(d)] for _ in range(d)] for _ in range(heads)], dtype=object
    )
    U = np.array([instance.V] if heads == 1 else [instance.V - P[1], P[1]], dtype=object)
    X = np.array([v] * N, dtype=object)
    A = st.normalise_rows(np.full((heads, N, N), Fraction(1), dtype=object), causal=causal)
    F = st.models.drive(X, A, U)

    def derivative(D: Any) -> Any:
        moved = st.models.drive(D, A, U) + st.models.drive(X, st.linearisation.weights_derivative(X, D, A, P), U)
        along = st.models.inner(D, F) + st.models.inner(X, moved)
        return moved - along[:, np.newaxis] * X - st.models.inner(X, F)[:, np.newaxis] * D

    others = [value for j, value in enumerate(instance.eigenvalues) if j != k]
    shares = [Fraction(1, i) for i in range(1, N + 1)] if causal else [Fraction(1)] + [Fraction(0)] * (N - 1)
    claimed = st.linearisation.polynomial_from_modes([(mu * share - lam, None, 1) for mu in others for share in shares])
    same = st.linearisation.characteristic_polynomial(st.linearisation.tangent_jacobian(derivative, X)) == claimed
    return decide.Trial(bool(same), {"N": N, "d": d, "heads": heads})


@illustration(
    "CON-B5",
    title="Spectra at consensus, full and auto-regressive, for every P(t)",
    statement=(
        r"At a consensus v with $Uv = \lambda v$, $U = \sum_\eta U_\eta$ symmetric with eigenvalues $\mu_k$ on"
        r" $v^\perp$, the linearisation of (6) is time-invariant for every P(t), with the eigenvalues, k = 1, ..., n:"
        r" full: $(\mu_k - \lambda)/\sqrt{n+1}$ and, $\ell - 1$ times, $-\lambda/\sqrt{n+1}$; auto-regressive:"
        r" $(\mu_k/i - \lambda)/\sqrt{n+1}$, i = 1, ..., l. For $U_\eta = I$, with $s = h/\sqrt{n+1}$: 0 (n times) and"
        " -s (n(l-1) times); auto-regressive $-s(1 - 1/i)$, n times each; for every metric W."
    ),
    source=SOURCE,
    kind="spectrum",
    role="extension",
)
def spectra(share: int = 1, seed: int = 0) -> Iterator[Evidence]:
    heads, i, r, mu, lam = sp.symbols("h i r mu lambda", positive=True)
    yield conjunction(
        {
            "the blocks": blocks(ALL, share),
            **means(ALL),
            **change_of_variables(ALL + "; identity value matrices: every metric W is the case W = I"),
            "heads add up: a block is linear in U_h": decide.identity(
                {"own": ((mu / i - lam) / r + (heads / i - heads) / r, ((mu + heads) / i - (lam + heads)) / r)},
                scope=ALL,
            ),
            "identity value matrices: lambda = mu = h": decide.identity(
                {"auto-regressive": ((heads / i - heads) / r, -heads / r * (1 - 1 / i))}, scope=ALL
            ),
        },
        scope=ALL,
    )
    for causal in (False, True):
        name = "auto-regressive" if causal else "full"
        yield decide.exact_instances(
            partial(instance_trial, causal=causal),
            scope=f"{name} model, l = 2..4, n + 1 = 2..4, h = 1, 2, random P, U: characteristic polynomials",
            method="FLINT: exact characteristic polynomials",
            examples=5,
            seed=seed,
        )


@illustration(
    "CON-B5.rate",
    title="Local rates at consensus in the auto-regressive model",
    statement=(
        r"Let $\lambda_2$ be the largest $\mu_k$. The largest eigenvalue of the auto-regressive linearisation is"
        r" $(\lambda_2 - \lambda)/\sqrt{n+1}$ if $\lambda_2 \ge 0$ and $(\lambda_2/\ell - \lambda)/\sqrt{n+1}$ if"
        r" $\lambda_2 < 0$. For $\lambda < 0$ all are negative if and only if $\lambda_2 < \ell\lambda$. For $U_\eta ="
        r" I$ the slowest disagreement decays at the rate s/2 (i = 2), with deviations $\delta_i \propto i - 1$."
    ),
    source=SOURCE,
    kind="stability",
    role="extension",
)
def rates(shift: int = 0) -> Iterator[Evidence]:
    length, i, mu, top, lam = sp.symbols("l i mu lambda_2 lambda", real=True)
    position = [i >= 1, length >= i, mu <= top]
    for decider in (decide.inequality, decide.smt):
        yield conjunction(
            {
                "lambda_2 >= 0: the first token is the slowest": decider(
                    mu / i - lam <= top - lam, [*position, top >= 0], scope=ALL
                ),
                "lambda_2 < 0: the last token is the slowest": decider(
                    mu / i - lam <= top / length - lam, [*position, top < 0], scope=ALL
                ),
                "lambda < 0: sufficient": decider(
                    mu / i - lam < 0, [*position, lam < 0, top < (length + shift) * lam], scope=ALL
                ),
                "lambda < 0: necessary": decider(
                    top / length - lam >= 0, [length >= 1, lam < 0, top >= (length + shift) * lam], scope=ALL
                ),
                "U = I: 1 - 1/i >= 1/2 for i >= 2": decider(1 - 1 / i >= sp.Rational(1, 2), [i >= 2], scope=ALL),
            },
            scope=ALL,
        )
    k = sp.Symbol("k", real=True)
    yield decide.identity(
        {
            "S_i/i = (i - 1)/2 for x_i = i - 1": (i * (i - 1) / 2 / i, (i - 1) / 2),
            "S grows by i": ((k + 1) * k / 2, k * (k - 1) / 2 + k),
        },
        scope="the slowest mode, every i",
        covers=False,
    )


@illustration(
    "CON-X5",
    title="Eigenvectors at consensus in closed form",
    statement=(
        r"In the full model the modes of $w_k$ are $(1, \dots, 1)$, with $(\mu_k - \lambda)/\sqrt{n+1}$, and all"
        r" zero-sum vectors, with $-\lambda/\sqrt{n+1}$. In the auto-regressive model the mode of $(\mu_k/m -"
        r" \lambda)/\sqrt{n+1}$ moves token i by $\binom{i-1}{m-1}w_k$, m = 1, ..., l. Nothing depends on P(t)."
    ),
    source=SOURCE,
    kind="spectrum",
    role="extension",
)
def eigenvectors(extra: int = 0) -> Iterator[Evidence]:
    yield conjunction({"the blocks": blocks(ALL), **means(ALL, extra)}, scope=ALL)
    cesaro = sp.Matrix(7, 7, lambda i, j: sp.Rational(1, i + 1) if j <= i else 0)
    modes = {m: sp.Matrix([comb(i, m - 1) for i in range(7)]) for m in range(1, 8)}
    yield decide.identity(
        {f"m = {m}": (cesaro * x, x / (m + extra)) for m, x in modes.items()}, scope="l = 7, all modes", covers=False
    )
