"""Supplement D.3, Lemma 10 and the proof of Lemma 15: derivatives of the attention weights, for all N and d.

Why this covers all sizes. The dimension enters only through the numbers u_l = delta^T P x_l and w = x_i^T P delta
when one token moves along delta. Tokens other than i, j and h enter a row of the softmax only through sums over them,
which are symbols here; so every N is covered, and the index patterns (i, j, h) are finitely many. Sums over all
tokens of a row are a linear functional <.> on functions of the token; writing it by its values on monomials is valid
for every N.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "all N >= 1, all d >= 1, every P, every state, every perturbation of the tokens"
# (row i, entry j, moved token h) up to the names of the tokens.
PATTERNS = ("iii", "iji", "iih", "ihh", "ijh")


@illustration(
    "POW-L10.datt",
    title="Derivative of the attention weights",
    statement=(
        r"For full softmax attention $\partial A_{ij}/\partial x_h = A_{ij}\,[\delta_{ih}(Px_j - \sum_l A_{il}Px_l) +"
        r" (\delta_{jh} - A_{ih})P^Tx_i]$, and $\sum_j \partial A_{ij}/\partial x_h = 0$."
    ),
    source=Source(PAPER, "Lemma 10, proof", reconstructed=True),
    kind="identity",
)
def weights_derivative(own_weight: bool = False, seed: int = 0) -> Iterator[Evidence]:
    N = sp.Symbol("N", integer=True)
    odds, rest = _odds("ijh"), sp.Symbol("rest", real=True)
    given = [*(value > 0 for value in odds.values()), rest > 0, N >= 2]
    u, w, A_ih = sp.symbols("u w A_ih", real=True)
    yield conjunction(
        {
            "every index pattern, SymPy differentiating the softmax": decide.identity(
                {f"(i, j, h) = {tuple(p)}": (_differentiated(p), _claimed(p, own_weight)) for p in PATTERNS},
                given=given,
                scope=SCOPE,
            ),
            "the sum over j vanishes": decide.identity(
                {
                    "sum_j A_ij (u_j - <u>)": (mean(u - mean(u)), sp.Integer(0)),
                    "sum_j A_ij (delta_jh - A_ih) w": (A_ih * w - mean(sp.Integer(1)) * A_ih * w, sp.Integer(0)),
                },
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
    yield _trials(_printed_derivative if not own_weight else _misprinted_derivative, "dA", seed)


def mean(expr: Any) -> Any:
    """<expr> = sum_l A_il expr(token l) for polynomials in the token variables x, u, w; sum_l A_il = 1."""
    terms = sp.Poly(expr, *sp.symbols("x u w", real=True)).terms()
    names = {powers: "m_" + "".join(map(str, powers)) for powers, _ in terms}
    one = sp.Integer(1)
    return sum(
        (c * (sp.Symbol(names[powers], real=True) if any(powers) else one) for powers, c in terms), sp.Integer(0)
    )


def _odds(tokens: str) -> dict[str, Any]:
    """exp(logit) of row i on the named tokens."""
    return {name: sp.Symbol(f"a_{name}", real=True) for name in dict.fromkeys(tokens)}


def _differentiated(pattern: str) -> Any:
    """d/dt of A_ij at x_h + t delta; the tokens without a name have the odds rest + t drift in all."""
    i, j, h = tuple(pattern)
    t, square = sp.symbols("t square", real=True)
    rest, drift, w = sp.symbols("rest drift w", real=True)
    moving = {}
    for name, odd in _odds(pattern).items():
        u = sp.Symbol(f"u_{name}", real=True)
        logit = (u if h == i else 0) * t + (w if name == h else 0) * t + (square * t**2 if name == h == i else 0)
        moving[name] = odd * sp.exp(logit)
    total = sum(moving.values()) + rest + (drift * t if h == i else 0)
    return sp.diff(moving[j] / total, t).subs(t, 0)


def _claimed(pattern: str, own_weight: bool) -> Any:
    i, j, h = tuple(pattern)
    odds = _odds(pattern)
    rest, drift, w = sp.symbols("rest drift w", real=True)
    u = {name: sp.Symbol(f"u_{name}", real=True) for name in odds}
    total = sum(odds.values()) + rest
    mean_u = (sum(odds[name] * u[name] for name in odds) + drift) / total
    first = u[j] - mean_u if h == i else 0
    return odds[j] / total * (first + (int(j == h) - odds[j if own_weight else h] / total) * w)


def _printed_derivative(X: Any, D: Any, A: Any, P: Any, *, own_weight: bool = False) -> Any:
    """sum_h dA_ij/dx_h [delta_h] by the printed formula : (N, N), token by token."""
    found = np.zeros(A.shape, dtype=object)
    for i, j in np.ndindex(*A.shape):
        own = D[i] @ P @ (X[j] - A[i] @ X)
        others = sum((int(j == h) - A[i, j if own_weight else h]) * (X[i] @ P @ D[h]) for h in range(len(X)))
        found[i, j] = A[i, j] * (own + others)
    return found


def _misprinted_derivative(X: Any, D: Any, A: Any, P: Any) -> Any:
    return _printed_derivative(X, D, A, P, own_weight=True)


def _trials(claimed: Any, what: str, seed: int) -> Evidence:
    """The claimed array against `st.linearisation.weights_derivative` (for "mixed", times the tokens), at random."""

    def trial(rng: Any) -> Any:
        N, d = int(rng.integers(2, 13)), int(rng.integers(2, 9))

        def entries(*shape: int) -> Any:
            return np.array(
                [st.sampling.rational(rng, -3, 3, 3) for _ in range(int(np.prod(shape)))], dtype=object
            ).reshape(shape)

        X, D, P = entries(N, d), entries(N, d), entries(d, d)
        A = st.normalise_rows(entries(N, N) ** 2 + 1)
        found = st.linearisation.weights_derivative(X, D, A, P)
        holds = np.all((found @ X if what == "mixed" else found) == claimed(X, D, A, P))
        return decide.Trial(bool(holds), {"N": N, "d": d})

    evidence: Evidence = decide.exact_instances(
        trial,
        scope="2 <= N <= 12, 2 <= d <= 8, random tokens, perturbations and P, any positive weights",
        method="Python fractions: against the derivative that the Jacobians use",
        examples=6,
        seed=seed,
    )
    return evidence


@illustration(
    "POW-L10.lin",
    title="Bilinear form of the attention term",
    statement=(
        r"$\sum_j dA_{ij}x_j = C_iP^T\delta_i + \sum_j A_{ij}(x_j - \bar x_i)\,x_i^TP\delta_j$ with $\bar x_i = \sum_j"
        r" A_{ij}x_j$ and $C_i = \sum_j A_{ij}x_jx_j^T - \bar x_i\bar x_i^T$."
    ),
    source=Source(PAPER, "Lemma 15, proof (uses eq. (16))", reconstructed=True),
    kind="identity",
)
def bilinear_form(sign: int = -1, seed: int = 0) -> Iterator[Evidence]:
    N = sp.Symbol("N", integer=True)
    # One component of the tokens; u_j = delta_i^T P x_j and w_j = x_i^T P delta_j, so dl_ij = u_j + w_j.
    x, u, w = sp.symbols("x u w", real=True)
    found = mean((u + w - mean(u + w)) * x)
    claimed = mean(x * u) + sign * mean(x) * mean(u) + mean((x - mean(x)) * w)
    yield decide.identity({"one component": (found, claimed)}, given=[N >= 1], scope=SCOPE)
    yield _trials(lambda X, D, A, P: _bilinear(X, D, A, P, sign), "mixed", seed)


def _bilinear(X: Any, D: Any, A: Any, P: Any, sign: int) -> Any:
    rows = []
    for i, weights in enumerate(A):
        centre = weights @ X
        C = (X.T * weights) @ X + sign * np.outer(centre, centre)
        rows.append(C @ P.T @ D[i] + (weights * (D @ P.T @ X[i])) @ (X - centre))
    return np.stack(rows)
