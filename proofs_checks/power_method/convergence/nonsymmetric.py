"""Sections 2.1.1, D.4.2 and D.4.3: consensus for layer matrices that need not be symmetric, and for every step size.

The Jacobian is derived from the definition of the multi-head map at equal tokens v_1, F v_1 = lambda_1 v_1, with
generic P_h and V_h. Coordinates v_1, a, b carry every d (an entry of a block involves two coordinates beside v_1); N
- 1 equal tokens have a symbolic multiplicity; the heads enter through a sum of terms of one form, so two show the
pattern, and one head is two of which one vanishes. With F_c the compression of F to the complement of v_1 the blocks
are (delta_ih I + (alpha/N) F_c)/(1 + alpha lambda_1): tokens together have the eigenvalues of (I + alpha F_c)/(1 +
alpha lambda_1), differences 1/(1 + alpha lambda_1). F is block triangular in these coordinates, so F_c has the other
eigenvalues of F, defective or complex ones included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.positive_forms import positive_by
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "all N >= 1, d >= 2, every P, every F, symmetric or not, with F v_1 = lambda_1 v_1; single- and multi-head"
SOURCE = Source(PAPER, "Section 2.1.1, D.4.3")


@cache
def consensus_jacobian(heads: int, d: int, share: Any) -> Evidence:
    """The tangent Jacobian at equal tokens v_1; `share` is the claimed weight of F_c between two tokens."""
    s = symbols()
    V, P = generic.array("V", heads, d, d), generic.array("P", heads, d, d)
    for a in range(d):
        V[-1, a, 0] = (s.c - 1) / s.alpha * int(a == 0) - sum(V[h, a, 0] for h in range(heads - 1))
    state = st.consensus(V, [1] + [0] * (d - 1), s.N)

    def step(X: Any, n: Any) -> Any:
        return st.attention_step(X, st.attention_weights(X, P, counts=n), V, s.alpha)

    found = st.linearisation.grouped_jacobian(step, state, [s.c])
    own, same = sp.Matrix(found.own[0]), sp.Matrix(found.same[0])
    rest = sp.Matrix(np.sum(V, axis=0))[1:, 1:] * s.alpha / s.c
    return decide.identity(
        {
            "two tokens": (same[1:, 1:], rest * share),
            "one token": (own[1:, 1:], sp.eye(d - 1) / s.c + rest * share),
            "no radial part": (sp.Matrix([own[0, 1:], same[0, 1:]]), sp.zeros(2, d - 1)),
        },
        given=[s.N >= 2],
        scope=SCOPE,
    )


def inside_disc(given: Sequence[Any], *, positive: bool = True, strict: bool = True) -> Evidence:
    """|1 + alpha (x + iy)| < |1 + alpha lambda_1|.

    strict : where not, <= is asked for; its refutation is an eigenvalue outside the closed disc, so instability.
    """
    s = symbols()
    x, y = sp.symbols("x y", real=True)
    signs = [generic.positive(s.alpha), *([s.lambda_1 > 0] if positive else [])]
    left, right = (1 + s.alpha * x) ** 2 + s.alpha**2 * y**2, (1 + s.alpha * s.lambda_1) ** 2
    goal = left < right if strict else left <= right
    return decide.inequality(goal, [*signs, *given], scope=SCOPE)


def dominated(radius: str) -> dict[str, Evidence]:
    """Both classes of eigenvalues are inside the disc if |lambda_j| < radius lambda_1 (true for radius = 1)."""
    s = symbols()
    x, y = sp.symbols("x y", real=True)
    bound = (sp.Rational(radius) * s.lambda_1) ** 2
    given = [s.lambda_1 > 0, x**2 + y**2 < bound]
    return {
        "Re lambda_j < lambda_1": positive_by(
            s.lambda_1 - x,
            lambda ell, h, u, w: (h + u**2 + w**2) / (2 * ell),
            positive={"ell": s.lambda_1, "h": s.lambda_1**2 - x**2 - y**2},
            real={"u": s.lambda_1 - x, "w": y},
            scope=SCOPE,
        ),
        "|1 + alpha lambda_j| < 1 + alpha lambda_1": inside_disc([x**2 + y**2 < bound, x < s.lambda_1]),
        "1/(1 + alpha lambda_1) < 1": decide.inequality(1 + s.alpha * s.lambda_1 > 1, given[:1], scope=SCOPE),
    }


@illustration(
    "POW-2.1.gen.nonsym",
    title="Local consensus for a non-symmetric layer matrix",
    statement=(
        r"Let $\lambda_1 > 0$ be a simple real eigenvalue of F with $|\lambda_j| < \lambda_1$ for all other, possibly"
        r" complex or defective eigenvalues, and $v_1$ its unit right eigenvector. For every $\alpha > 0$, all P and"
        " full attention the consensus at $v_1$ is locally asymptotically stable (indirect method): its tangent"
        r" eigenvalues are $(1 + \alpha\lambda_j)/(1 + \alpha\lambda_1)$ and, $(N-1)(d-1)$ times, $1/(1 +"
        r" \alpha\lambda_1)$."
    ),
    reading="R2: dominance by modulus with a positive principal eigenvalue; local convergence",
    source=SOURCE,
    kind="stability",
)
def by_modulus(radius: str = "1") -> Iterator[Evidence]:
    parts = {"tangent Jacobian": consensus_jacobian(2, 3, 1 / symbols().N), **dominated(radius)}
    yield conjunction(parts, scope=SCOPE)


@illustration(
    "POW-2.1.gen.nonsym.R1",
    title="Local consensus, dominance by real part",
    statement=(
        r"If $\lambda_1 > 0$ and $\mathrm{Re}\,\lambda_j < \lambda_1$ for all other eigenvalues of F, the consensus at"
        r" $v_1$ is locally asymptotically stable for every $\alpha > 0$."
    ),
    reading="R1: dominance by real part",
    source=SOURCE,
    kind="stability",
)
def by_real_part(modulus: bool = False) -> Iterator[Evidence]:
    s = symbols()
    x, y = sp.symbols("x y", real=True)
    yield inside_disc([x < s.lambda_1, *([x**2 + y**2 < s.lambda_1**2] if modulus else [])], strict=False)


@illustration(
    "POW-2.1.gen.nonsym.R1.repaired",
    title="Local consensus, dominance by real part, with a step bound",
    statement=(
        r"If $\lambda_1 > 0$ and $\mathrm{Re}\,\lambda_j < \lambda_1$, the consensus at $v_1$ is locally"
        r" asymptotically stable for all $\alpha > 0$ with $\alpha(|\lambda_j|^2 - \lambda_1^2) < 2(\lambda_1 -"
        r" \mathrm{Re}\lambda_j)$ for all $j \ne 1$, in particular for all small ones."
    ),
    reading="R1: dominance by real part",
    source=SOURCE,
    kind="step-size bound",
    repairs="POW-2.1.gen.nonsym.R1",
)
def by_real_part_repaired(bound: int = 2) -> Iterator[Evidence]:
    s = symbols()
    x, y = sp.symbols("x y", real=True)
    given = [x < s.lambda_1, s.alpha * (x**2 + y**2 - s.lambda_1**2) < bound * (s.lambda_1 - x)]
    parts = {
        "tangent Jacobian": consensus_jacobian(2, 3, 1 / s.N),
        "|1 + alpha lambda_j| < 1 + alpha lambda_1": inside_disc(given),
        "1/(1 + alpha lambda_1) < 1": decide.inequality(1 + s.alpha * s.lambda_1 > 1, [s.lambda_1 > 0], scope=SCOPE),
    }
    yield conjunction(parts, scope=SCOPE)


@illustration(
    "POW-2.1.gen.nonsym.R3",
    title="Local consensus, dominance by modulus, any sign",
    statement=(
        r"If $\lambda_1$ is real with $|\lambda_j| < |\lambda_1|$ for all other eigenvalues of F, of either sign, and"
        r" $1 + \alpha\lambda_1 > 0$, the consensus at $v_1$ is locally asymptotically stable."
    ),
    reading="R3: dominance by modulus, any sign",
    source=SOURCE,
    kind="stability",
    no_repair="POW-2.1.gen.nonsym is the statement for positive lambda_1",
)
def any_sign(positive: bool = False) -> Iterator[Evidence]:
    s = symbols()
    x, y = sp.symbols("x y", real=True)
    given = [x**2 + y**2 < s.lambda_1**2, 1 + s.alpha * s.lambda_1 > 0]
    yield inside_disc(given + ([x < s.lambda_1] if positive else []), positive=positive, strict=False)


def _trial(rng: Any) -> Any:
    """Random rational heads, P and step: the tangent characteristic polynomial against the eigenvalues of F."""
    heads, N, d = int(rng.integers(1, 4)), int(rng.integers(2, 6)), int(rng.integers(2, 5))
    alpha = st.sampling.rational(rng, 1, 3)
    basis = st.sampling.orthogonal(rng, d)
    draw = np.array(
        [[[st.sampling.rational(rng, -2, 2, 3) for _ in range(d)] for _ in range(d)] for _ in range(2 * heads)]
    )
    V, P = draw[:heads], draw[heads:]
    first = st.sampling.rational(rng, 1, 4)
    # The last head makes v_1, the first row of the basis, an eigenvector of the sum.
    V[-1] = V[-1] + np.outer(first * basis[0] - np.sum(V, axis=0) @ basis[0], basis[0])
    F, c = np.sum(V, axis=0), 1 + alpha * first
    X = np.array([basis[0]] * N, dtype=object)
    A = np.stack([st.uniform_weights(N)] * heads)
    J = st.linearisation.tangent_jacobian(
        st.linearisation.attention_derivative(X, A, P, V, alpha, norms=np.array([c] * N, dtype=object)), X
    )
    compressed = basis[1:] @ F @ basis[1:].T
    moving = st.linearisation.characteristic_polynomial((np.eye(d - 1, dtype=int) + alpha * compressed) / c)
    claimed = moving * st.linearisation.polynomial_from_modes([(1 / c, None, (N - 1) * (d - 1))])
    return decide.Trial(bool(st.linearisation.characteristic_polynomial(J) == claimed), {"alpha": str(alpha)})


@illustration(
    "POW-D4.3",
    title="An asymmetric value matrix changes little at consensus",
    statement=(
        r"For the multi-head map (21), any $P_h$ and $V_h$ with $F = \sum_hV_h$, symmetric or not, let $\lambda_1 > 0$"
        r" be a simple eigenvalue of F, larger than every other $|\lambda_j|$, and $v_1$ its unit right eigenvector."
        r" For every $\alpha > 0$ the consensus at $v_1$ has the tangent Jacobian of the Oja map with F and is locally"
        " asymptotically stable."
    ),
    reading=(
        "consensus under a strictly dominant eigenvalue, and its local stability; the derivative at bipartite points"
        " is POW-D4.3.bip"
    ),
    source=Source(PAPER, "D.4.3"),
    kind="stability",
)
def asymmetric(missing: int = 0, seed: int = 0) -> Iterator[Evidence]:
    parts = {"tangent Jacobian": consensus_jacobian(2, 3, 1 / (symbols().N - missing)), **dominated("1")}
    yield conjunction(parts, scope=SCOPE)
    yield decide.exact_instances(
        _trial,
        scope="random rational heads, H = 1..3, N = 2..5, d = 2..4: the whole characteristic polynomial",
        method="FLINT: exact characteristic polynomials",
        examples=8,
        seed=seed,
    )
