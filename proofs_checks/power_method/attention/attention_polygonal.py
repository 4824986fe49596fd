"""Supplement D.3, Lemma 15 and Theorem 3 (polygonal part): polygonal points of the attention map can be stable.

At sum_j A_ij x_j = 0 the tangent Jacobian is J = I + alpha K exactly, with K independent of alpha: the derivative of
the attention is of the same order in alpha as the rest. The witnesses are two antipodal groups with u^T P u = 0,
where K has closed form (POW-L15.bound.repaired), and a square in space. All their logits are 0, so A is uniform and K
rational.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.oja import polygonal_setting as setting
from verify.claim import Source
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")

_SPACE: dict[str, Any] = {
    "V": [[2, -3, -3], [-3, 0, -1], [-3, -1, 0]],
    "lam": [5, 1, -4],
    "Q": [[2, -1, -1], [0, 1, -1], [1, 1, 1]],
    "P": [[0, 0, 0], [0, 0, 0], [6, -6, 0]],
}


def rate(data: dict[str, Any], state: Any, turn: int) -> dict[str, Any]:
    """The witness's values: X, A, P and K = (J - I)/alpha in the bases of `tangent_basis`; P times `turn`."""
    P, X = turn * setting.rational_matrix(data["P"]), state.expand()
    st.states.require_attention_balance(state, P)
    A = st.uniform_weights(len(X))
    # J is affine in alpha (POW-L15.bound.repaired), so alpha = 1 gives K.
    derivative = st.linearisation.attention_derivative(
        X, A, P, setting.rational_matrix(data["V"]), 1, norms=np.array([1] * len(X))
    )
    K = st.linearisation.tangent_jacobian(derivative, X) - np.eye(len(X) * (X.shape[1] - 1), dtype=int)
    return {**data, "P": setting.exact(P), "X": setting.exact(X), "A": setting.exact(A), "K": setting.exact(K)}


def antipodal(hypotheses: Sequence[str], turn: int, pairs: int = 1, alpha: str = "") -> Evidence:
    """`pairs` tokens at u and as many at -u: asymptotically stable at `alpha`, or for all small alpha when it is empty.

    The tangent bases are w = (-3/5, 4/5) at u and -w at -u, up to sign; K is symmetric in the tokens of a pole.
    """
    u, w = setting.frame()
    state = st.antipodal(u, pairs)
    values = rate(setting.TILTED, state, turn) | {"u": list(setting.U), "w": list(setting.W)}
    N = 2 * pairs
    if alpha:
        values["alpha"] = alpha
    stable = ["Abs(1 + alpha*rate_1) < 1", "Abs(1 + alpha*rate_2) < 1"] if alpha else []
    values |= {"rate_1": _pair(w, u, turn)[0], "rate_2": _pair(w, u, turn)[1], "rate_3": _pair(w, u, turn)[2]}
    one = f"identity({N})"
    factors = f"(K - rate_1*{one})@(K - rate_2*{one})"
    if pairs > 1:
        factors += f"@(K - rate_3*{one})"
        stable = [*stable, "Abs(1 + alpha*rate_3) < 1"] if alpha else stable
    return decide.refutation(
        values,
        [
            "rate_1 == dot(w, V@w) + dot(w, V@u)*dot(w, P@u)",
            "rate_2 == dot(w, V@u)*(dot(w, P@u) + dot(u, P@w))",
            "rate_3 == dot(w, V@u)*dot(w, P@u)",
            f"{factors} == 0",
            "rate_1 < 0",
            "rate_2 < 0",
            *(["rate_3 < 0"] if pairs > 1 else []),
            *stable,
        ],
        hypotheses=[
            *hypotheses,
            *setting.unit_rows(N),
            *setting.off_eigenvectors(N),
            "X@P@transpose(X) == 0",
            f"A == 1/{N}*{[[1] * N] * N}",
        ],
        scope=f"N = {N}, d = 2, antipodal tokens off the eigenvectors of V, V positive definite",
        method="referee: every tangent eigenvalue 1 + alpha rate_i lies in (-1, 1) "
        + (f"at alpha = {alpha}" if alpha else "for all small alpha")
        + ", so the state is asymptotically stable by the indirect method",
    )


def _pair(w: Any, u: Any, turn: int) -> tuple[str, str, str]:
    V, P = setting.rational_matrix(setting.TILTED["V"]), turn * setting.rational_matrix(setting.TILTED["P"])
    h, g, r, back = w @ V @ w, w @ V @ u, w @ P @ u, u @ P @ w
    return str(h + g * r), str(g * (r + back)), str(g * r)


def _space_square(hypotheses: Sequence[str], turn: int) -> Evidence:
    """Four tokens +-e_1, +-e_2 in R^3: a family of two dimensions, attracting in all other directions."""
    state = st.square([1, 0, 0], [0, 1, 0])
    one = "identity(8)"
    return decide.refutation(
        rate(_SPACE, state, turn),
        [
            f"K@(K + 6*{one})@(4*K@K@K + 20*K@K + 19*K + 20*{one}) == 0",
            "rank(K) == 6",
            "19*20 > 4*20",  # Hurwitz: the roots of 4 s^3 + 20 s^2 + 19 s + 20 have negative real parts
        ],
        hypotheses=[
            *hypotheses,
            *setting.unit_rows(4),
            *setting.off_eigenvectors(4),
            "X@P@transpose(X) == 0",
            f"A == 1/4*{[[1] * 4] * 4}",
        ],
        scope="N = 4, d = 3, a square of tokens off the eigenvectors of V",
        method="referee: K is semisimple with eigenvalue 0 along the two-dimensional family {+-a, +-b} of such states,"
        " all others have negative real part: Lyapunov stable for all small alpha (reduction principle)",
    )


_LEMMA = (
    r"Every state with $\sum_jA_{ij}x_j = 0$ for all i is unstable (not Lyapunov stable) for the attention map, under"
    " Assumption 1"
)
_SOURCE = Source(PAPER, "Lemma 15", reconstructed=True)


@illustration(
    "POW-L15",
    title="Polygonal points of the attention map are unstable",
    statement=_LEMMA + r", for every P, if no token is an eigenvector of V and $\alpha$ is small enough.",
    reading="R2 together with R3: small step sizes, no token an eigenvector of V",
    source=_SOURCE,
    kind="stability",
)
def lemma(turn: int = 1) -> Iterator[Evidence]:
    yield antipodal((*setting.SMALL_STEPS, *setting.NO_EIGENVECTOR), turn)
    yield _space_square((*setting.SMALL_STEPS, *setting.NO_EIGENVECTOR), turn)


@illustration(
    "POW-L15.R1",
    title="Polygonal points of the attention map are unstable, all step sizes",
    statement=_LEMMA + r", for every P and every $\alpha > 0$.",
    reading="R1: all P, all alpha",
    source=_SOURCE,
    kind="stability",
    no_repair="POW-L15.repaired repairs all readings",
)
def lemma_all_steps(turn: int = 1) -> Iterator[Evidence]:
    yield antipodal(setting.ATTENTION_STATE, turn, alpha="1/10")


@illustration(
    "POW-L15.R2",
    title="Polygonal points of the attention map are unstable, small step sizes",
    statement=_LEMMA + r", for every P, if $\alpha$ is small enough.",
    reading="R2: small alpha",
    source=_SOURCE,
    kind="stability",
    no_repair="POW-L15.repaired repairs all readings",
)
def lemma_small_steps(turn: int = 1) -> Iterator[Evidence]:
    yield antipodal(setting.SMALL_STEPS, turn)


@illustration(
    "POW-L15.R3",
    title="Polygonal points of the attention map off the eigenvectors are unstable",
    statement=_LEMMA + r", for every P and every $\alpha > 0$, if no token is an eigenvector of V.",
    reading="R3: tokens not eigenvectors of V",
    source=_SOURCE,
    kind="stability",
    no_repair="POW-L15.repaired repairs all readings",
)
def lemma_off_eigenvectors(turn: int = 1) -> Iterator[Evidence]:
    yield antipodal((*setting.ATTENTION_STATE, *setting.NO_EIGENVECTOR), turn, alpha="1/10")


@illustration(
    "POW-T3.poly",
    title="Theorem 3: polygonal equilibria of the attention map are unstable",
    statement=(
        r"Under Assumption 1 (and $\alpha < 2/(|\lambda_d| - \lambda_1)$ if $|\lambda_d| > \lambda_1$) every"
        r" polygonal equilibrium of the attention map, $\sum_jA_{ij}x_j = 0$ for all i, is unstable (not Lyapunov"
        " stable), for every P."
    ),
    source=Source(PAPER, "Theorem 3", reconstructed=True),
    kind="stability",
    no_repair="POW-L15.repaired repairs this part of Theorem 3 as well",
)
def theorem(turn: int = 1) -> Iterator[Evidence]:
    hypotheses = (*setting.ATTENTION_STATE, "alpha*Max(-lam[rows(V) - 1] - lam[0], 0) < 2")
    yield antipodal(hypotheses, turn, pairs=2, alpha="1/10")
