"""Supplement D.2, Lemma 6 and the polygonal part of Theorem 2: where polygonal points of the Oja map are unstable.

Two meanings of "unstable" are kept apart: not Lyapunov stable, and an eigenvalue outside the closed unit disc.
Eigenvalues equal to 1 belong to families of polygonal states and decide neither. The refutations use two antipodal
tokens off the eigenvectors of V, whose stability POW-N6.antipodal proves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.oja import polygonal_setting as setting
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

# alpha < 1/(2 |V|), the smallest of the paper's step bounds, even with the Frobenius norm, which is at least |V|.
SHORT_STEP = ("4*alpha**2*trace(V@V) < 1",)
_ALL = (*setting.OJA_STATE, *SHORT_STEP)
_OFF_AXES = (setting.U, setting.W)
_ON_AXES = (("1", "0"), ("0", "1"))


def _pair(diagonal: tuple[int, int], frame: Any, pairs: int) -> dict[str, Any]:
    """`pairs` tokens at u and at -u, V diagonal, and the exact tangent Jacobian J in the basis w at every token."""
    u, w = np.array([[sp.Rational(entry) for entry in row] for row in frame], dtype=object)
    alpha = sp.Rational(1, 8)
    data = setting.spectral_data(diagonal)
    X = st.antipodal(u, pairs).expand()
    derivative = st.linearisation.oja_derivative(
        X, np.array(data["V"], dtype=object), alpha, norms=np.array([1] * len(X))
    )
    J = setting.in_basis(derivative, X, [np.array([w])] * len(X))
    return {
        "alpha": "1/8",
        **data,
        "X": setting.exact(X),
        "u": list(frame[0]),
        "w": list(frame[1]),
        "J": setting.exact(J),
    }


def _contracting(diagonal: tuple[int, int], frame: Any, pairs: int, hypotheses: Any, says: str) -> Evidence:
    """A polygonal state all of whose tangent eigenvalues are 1 or in (-1, 1)."""
    N = 2 * pairs
    one = f"identity({N})"
    return decide.refutation(
        _pair(diagonal, frame, pairs),
        [
            "dot(w, V@w) < 0",
            "alpha**2*trace(V@V) < 1",
            f"J == {one} + alpha/{N}*dot(w, V@w)*{[[1] * N] * N}",
            f"rank(J - {one}) == 1",
            f"-2 < trace(J - {one}) < 0",
        ],
        hypotheses=[*hypotheses, *setting.unit_rows(N), "dot(u, w) == 0", "dot(w, w) == 1", "X[0] == u"],
        scope=f"N = {N}, d = 2, antipodal tokens",
        method=f"referee: exact tangent spectrum 1 ({N - 1} times) and 1 + alpha w^T V w < 1; {says}",
    )


_POLYGONAL = (
    r"Every state with $\sum_jx_j = 0$ is unstable for the Oja map, under Assumption 1 and for $\alpha < 1/(2\|V\|)$"
)
_LYAPUNOV = "Lyapunov stable by POW-N6.antipodal"


@illustration(
    "POW-L6",
    title="Polygonal points of the Oja map are unstable",
    statement=_POLYGONAL + ", if none of its tokens is an eigenvector of V. Unstable means not Lyapunov stable.",
    reading="R2: states with no token an eigenvector of V",
    source=Source(PAPER, "Lemma 6", reconstructed=True),
    kind="stability",
)
def lemma(diagonal: tuple[int, int] = (1, -1)) -> Iterator[Evidence]:
    yield _contracting(diagonal, _OFF_AXES, 1, (*_ALL, *setting.NO_EIGENVECTOR), _LYAPUNOV)


@illustration(
    "POW-L6.R1",
    title="All polygonal points of the Oja map are unstable",
    statement=_POLYGONAL + ". Unstable means not Lyapunov stable.",
    reading="R1: all such states",
    source=Source(PAPER, "Lemma 6", reconstructed=True),
    kind="stability",
    no_repair="POW-L6.repaired repairs both readings",
)
def lemma_all(diagonal: tuple[int, int] = (1, -1)) -> Iterator[Evidence]:
    yield _contracting(diagonal, _ON_AXES, 1, _ALL, _LYAPUNOV)


@illustration(
    "POW-T2.poly",
    title="Theorem 2: polygonal equilibria of the Oja map are unstable",
    statement=(
        r"Under Assumption 1 and for $\alpha < 1/(2\|V\|)$ no polygonal equilibrium, $\sum_jx_j = 0$, of the Oja map"
        " is Lyapunov stable, whatever the number N of tokens."
    ),
    reading="R1: unstable means not Lyapunov stable; step sizes RA (the witness satisfies RB and RC as well)",
    source=Source(PAPER, "Theorem 2", reconstructed=True),
    kind="stability",
)
def theorem(diagonal: tuple[int, int] = (1, -1)) -> Iterator[Evidence]:
    yield _contracting(diagonal, _OFF_AXES, 1, _ALL, _LYAPUNOV)


@illustration(
    "POW-T2.poly.R2",
    title="Polygonal equilibria of the Oja map have an eigenvalue outside the unit disc",
    statement=(
        r"Under Assumption 1 and for $\alpha < 1/(2\|V\|)$ the tangent Jacobian of the Oja map at every polygonal"
        r" equilibrium, $\sum_jx_j = 0$, of $N \ge 3$ tokens has an eigenvalue of modulus greater than 1."
    ),
    reading="R2: unstable means an eigenvalue outside the closed unit disc; N = 2 left out, where R1 fails already",
    source=Source(PAPER, "Theorem 2", reconstructed=True),
    kind="stability",
    no_repair="POW-L6.repaired says at which polygonal states such an eigenvalue exists",
)
def theorem_spectral(diagonal: tuple[int, int] = (1, -1)) -> Iterator[Evidence]:
    yield _contracting(diagonal, _OFF_AXES, 2, (*_ALL, "rows(X) >= 3"), "no eigenvalue outside the closed unit disc")


@illustration(
    "POW-L6.repaired",
    title="Non-collinear polygonal points of the Oja map are unstable",
    statement=(
        r"Let $\sum_jx_j = 0$ and let V be symmetric with $\lambda_1 > 0$. If the tokens are not all $\pm u$, the"
        r" tangent Jacobian of the Oja map has, for every $\alpha > 0$, an eigenvalue of at least $1 +"
        r" \alpha\lambda_1/(Na) > 1$, $a = v_1^TM^{-1}v_1$, $M = \sum_i(I - x_ix_i^T)$, and the state is unstable by"
        r" the indirect method. If all tokens are $\pm u$ and the compression of V to $u^\perp$ has the largest"
        r" eigenvalue $\nu_1 > 0$, the same holds with $1 + \alpha\nu_1$. If the compression has no positive"
        " eigenvalue, no tangent eigenvalue exceeds 1. (For how many exceed 1, see POW-N6.)"
    ),
    source=Source(PAPER, "Lemma 6", reconstructed=True),
    kind="stability",
    repairs="POW-L6",
)
def repaired_lemma(times: int = 1) -> Iterator[Evidence]:
    s = symbols()
    a, moved = sp.symbols("a e", positive=True)
    nu, mu = sp.symbols("nu_1 mu", real=True)
    scope = setting.ALL_OJA
    given = [s.alpha > 0, s.lambda_1 > 0, nu > 0, s.N >= 2, a * s.N >= 1]
    excess, flat = s.alpha * s.lambda_1 / (s.N * a), s.alpha * nu
    # <d, J d>/<d, d> at d_i = Pi_i M^-1 v_1, and at d_i = e times the top eigenvector of the compression.
    quotient = (a + s.alpha / s.N * s.lambda_1) / a
    collinear = (s.N * moved**2 + s.alpha / s.N * nu * (s.N * moved) ** 2) / (s.N * moved**2)
    yield conjunction(
        {
            "tokens not all +-u": decide.inequality(
                [quotient >= 1 + times * excess, 1 + excess > 1], given, scope=scope
            ),
            "all tokens +-u": decide.inequality([collinear >= 1 + times * flat, 1 + flat > 1], given, scope=scope),
            "no positive eigenvalue, none above 1": decide.inequality(
                1 + s.alpha / s.N * mu <= 1,
                [*given, mu <= 0],
                scope=scope,
            ),
        },
        scope=scope,
    )
