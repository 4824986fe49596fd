"""Remark 2.2: which results for N = pi_W hold for standard layer normalisation with gamma = gamma_0 1.

Section 2.3 needs that y -> N(y + tau f) is the identity at tau = 0 on the surface of the tokens, N(N(x)) = N(x). With
H = I - 11^T/(n+1), the projection onto the hyperplane 1^T z = 0, and rho = sqrt(n+1) gamma_0, N(x) = beta + rho pi(H
x).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.examples import exact_texts
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Remark 2.2")
# x, its image y = N(x), and N(y); m is the mean and s the standard deviation of each.
DATA = (
    "integer(n)",
    "n >= 1",
    "g0 != 0",
    "rows(x) == n + 1",
    "mx*(n + 1) == dot(x, ones(rows(x)))",
    "sx > 0",
    "sx**2*(n + 1) == dot(x - mx*ones(rows(x)), x - mx*ones(rows(x)))",
    "y == (g0/sx)*(x - mx*ones(rows(x))) + beta",
    "my*(n + 1) == dot(y, ones(rows(y)))",
    "sy > 0",
    "sy**2*(n + 1) == dot(y - my*ones(rows(y)), y - my*ones(rows(y)))",
    "again == (g0/sy)*(y - my*ones(rows(y))) + beta",
)


def twice(pattern: tuple[int, ...]) -> dict[str, Any]:
    """The values of DATA for x = (1, 1, -1, -1), gamma_0 = 1 and beta = 3/4 pattern, computed by N itself."""
    x = np.array([Fraction(entry) for entry in (1, 1, -1, -1)], dtype=object)
    beta = np.array([Fraction(3 * entry, 4) for entry in pattern], dtype=object)
    gamma = np.array([Fraction(1)] * 4, dtype=object)
    y = st.layers.layer_norm(x, gamma, beta)
    values: dict[str, Any] = {"n": 3, "g0": 1, "beta": exact_texts(beta)}
    for name, token in (("x", x), ("y", y)):
        variance = st.layers.token_variance(token).item()
        deviation = sp.sqrt(sp.Rational(str(variance)))
        values |= {name: exact_texts(token), f"m{name}": str(np.sum(token) / 4), f"s{name}": str(deviation)}
    return values | {"again": exact_texts(st.layers.layer_norm(y, gamma, beta))}


@illustration(
    "CON-R2.2.e",
    title="The results hold for layer normalisation with any shift",
    statement=(
        r"For $\gamma = \gamma_01$, $\gamma_0 \ne 0$, and any $\beta$, the results for $N = \pi_W$ also hold for this"
        r" N; in particular $y \mapsto N(y + \tau f)$ is the identity at $\tau = 0$ on the surface of the tokens, as"
        r" the passage to the continuous model in Section 2.3 needs: N(N(x)) = N(x)."
    ),
    reading="already with gamma_0 > 0; for gamma_0 < 0 it fails for beta = 0 as well, N(N(x)) = -N(x)",
    source=SOURCE,
    kind="invariance",
)
def any_shift(pattern: tuple[int, ...] = (1, -1, 1, -1)) -> Iterator[Evidence]:
    yield decide.refutation(
        twice(pattern),
        ["again != y"],
        hypotheses=DATA,
        scope="n = 3, gamma_0 = 1, beta not along 1: a token on the surface is moved by N at tau = 0",
        method="exact evaluation of N and N o N",
    )


@illustration(
    "CON-R2.2.e.repaired",
    title="The step with layer normalisation is the map (1), in one dimension less",
    statement=(
        r"Let $\gamma = \gamma_01$ with $\gamma_0 > 0$, $\beta = b1$ and $n \ge 2$; $\rho = \sqrt{n+1}\gamma_0$. The"
        r" image of N is $\beta + \rho S$, S the unit (n-1)-sphere of the hyperplane $1^Tz = 0$; N is the identity"
        r" there, so $N \circ N = N$; and in the coordinates $u = (y - \beta)/\rho$ the step $y_i \mapsto N(y_i +"
        r" \tau\sum_\eta \sum_j\alpha_{ij}^\eta y_j)$ is $u_i \mapsto \pi(u_i + \tau\sum_\eta\sum_j\alpha_{ij}^\eta"
        r" u_j)$, the map (1) on S with the same weights, whatever b. So the results with U = I that hold for all"
        r" weights with positive lower bounds hold with n - 1 in the place of n, the row sums staying $1/\sqrt{n+1}$."
    ),
    source=SOURCE,
    kind="invariance",
    repairs="CON-R2.2.e",
)
def one_dimension_less(turn: int = 1) -> Iterator[Evidence]:
    """Entry by entry; `size` is |gamma_0| = turn gamma_0, z an entry of H x, length = |H x|, root = sqrt(n+1)."""
    n, root, length = sp.symbols("n root length", positive=True)
    g0, b, z, u, w, tau, weight = sp.symbols("g0 b z u w tau weight", real=True)
    scope = "all n >= 2, every b, gamma_0 > 0, every weight, step size and state"
    size, rho = turn * g0, root * g0
    yield conjunction(
        {
            "N(x) - beta = rho pi(H x), as sigma = |H x|/sqrt(n + 1)": decide.identity(
                {"entry": (g0 * z / (length / root), rho * (z / length))}, scope=scope
            ),
            "rho > 0": decide.inequality(rho > 0, [size > 0], scope=scope),
            "on the surface N is the identity: y = b + g0 z with z of mean 0 and deviation 1": decide.identity(
                {"entry": (g0 * (g0 * z) / size + b, b + g0 * z)}, given=[size > 0], scope=scope
            ),
            "H removes b: the mean of b + rho u is b, the entries of u adding up to 0": decide.identity(
                {"H y": (b + rho * u - ((n + 1) * b + rho * 0) / (n + 1), rho * u)}, scope=scope
            ),
            "H of a step, one term of its sum: rho times the step of u; pi removes rho": decide.identity(
                {
                    "linear": (
                        (b + rho * u) + tau * weight * (b + rho * w) - (b + tau * weight * b),
                        rho * (u + tau * weight * w),
                    )
                },
                scope=scope,
            ),
        },
        scope=scope,
    )
    yield decide.exact_instances(
        _idempotent, scope="n = 3, beta = b 1, rational tokens with rational sigma", method="Fractions: N itself"
    )


def _idempotent(rng: Any) -> Any:
    a, b, g0 = (Fraction(int(rng.integers(1, 20)), int(rng.integers(1, 9))) for _ in range(3))
    signs = rng.permutation([1, 1, -1, -1])
    x = np.array([a * int(sign) + b for sign in signs], dtype=object)
    gamma, beta = np.array([g0] * 4, dtype=object), np.array([b] * 4, dtype=object)
    y = st.layers.layer_norm(x, gamma, beta)
    again = st.layers.layer_norm(y, gamma, beta)
    holds = bool(np.all(again == y))
    return decide.Trial(holds, {"y": exact_texts(y), "again": exact_texts(again)}, ["again != y"])
