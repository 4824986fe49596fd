"""Supplement D.3, proof of Lemma 15 and Remark 9: what its perturbation and its estimate of the attention term
establish.

At sum_j A_ij x_j = 0 every y_i is x_i, so a tangent perturbation moves token i by Pi_i (d_i + alpha V(...)): affine
in alpha without remainder. A token's image involves its own direction, one coordinate moved and one observed; p
tokens at u and p at -u are two representatives with symbolic multiplicity. So three coordinates (u, m, n) carry all p
and d.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
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


@illustration(
    "POW-L15.bound",
    title="The attention-derivative term is negligible for small steps",
    statement=(
        r"At a polygonal state of the attention map, $\sum_jA_{ij}x_j = 0$, the derivative of the attention enters"
        r" the projected linearisation only by a term $\alpha\,(\text{bounded matrix})$, and for small $\alpha$ it"
        " cannot prevent the divergence of the mode in which all components are equal, which grows without that"
        " term."
    ),
    reading=(
        "refuted in its second half, for a mode in which all tokens move along one vector w across them, which need not"
        r" be the direction $v_1$; the first half, that the term is $\alpha$ times a matrix independent of $\alpha$, is"
        " part of POW-L15.bound.repaired"
    ),
    source=Source(PAPER, "Lemma 15, proof", reconstructed=True),
    kind="spectrum",
)
def negligible(turn: int = 1) -> Iterator[Evidence]:
    """All tokens moved along w, two antipodal tokens: the multiplier 1 + alpha k, and 1 + alpha h without the term."""
    u, w = setting.frame()
    V, P = setting.rational_matrix(setting.TILTED["V"]), turn * setting.rational_matrix(setting.TILTED["P"])
    state = st.states.require_attention_balance(st.antipodal(u), P)
    X = state.expand()
    derivative = st.linearisation.attention_derivative(X, st.uniform_weights(2), P, V, 1, norms=np.array([1, 1]))
    moved = derivative(np.stack([w, w])) - np.stack([w, w])
    yield decide.refutation(
        {
            **setting.spectral_data([2, 1]),
            "P": setting.exact(P),
            "X": setting.exact(X),
            "A": [["1/2", "1/2"]] * 2,
            "u": list(setting.U),
            "w": list(setting.W),
            "h": str(w @ V @ w),
            "k": str(w @ moved[0]),
            "moved": setting.exact(moved),
        },
        [
            "h == dot(w, V@w)",
            "k == h + dot(w, V@u)*dot(w, P@u)",
            "moved == k*[w, w]",
            "h > 0",
            "k < 0",
        ],
        hypotheses=[*setting.SMALL_STEPS, *setting.NO_EIGENVECTOR, *setting.unit_rows(2), "X@P@transpose(X) == 0"],
        scope="N = 2, d = 2, V = diag(2, 1), all alpha > 0: 1 + alpha h > 1 without the term, 1 + alpha k < 1 with it",
        method="referee: exact multipliers of the all-equal mode; both parts are proportional to alpha",
    )


@cache
def _antipodal_blocks() -> Any:
    """Blocks of the attention map at p tokens u = e_1 and p tokens -u, u^T P u = 0, from its definition."""
    s = symbols()
    zero, one = sp.Integer(0), sp.Integer(1)
    V, P = setting.generic("V"), setting.generic("P")
    P[0, 0] = zero
    state = st.State(
        np.array([[one, zero, zero], [-one, zero, zero]], dtype=object), np.array([s.p, s.p], dtype=object)
    )

    def step(X: Any, n: Any) -> Any:
        return st.attention_step(X, st.attention_weights(X, P, counts=n), V, s.alpha)

    return st.linearisation.grouped_jacobian(step, state, [one, one])


def antipodal_modes(back: int) -> dict[str, tuple[Any, Any]]:
    """The three kinds of tangent modes at antipodal groups, entry patterns (m, m) and (n, m); `back` scales u^T P m."""
    s = symbols()
    V, P = setting.generic("V"), setting.generic("P")
    blocks = _antipodal_blocks()
    own, same, cross = blocks.own[0], blocks.same[0], blocks.cross[0, 1]
    tangent = np.ix_([1, 2], [1])
    identity = np.eye(3, dtype=int)
    g, r, back_row = V[:, :1], P[:, :1].T, back * P[:1, :]
    together = own + (s.p - 1) * same + s.p * cross
    opposite = own + (s.p - 1) * same - s.p * cross
    return {
        "all tokens along delta": (together[tangent], (identity + s.alpha * (V + g @ r))[tangent]),
        "poles along delta and -delta": (opposite[tangent], (identity + s.alpha * (g @ (r + back_row)))[tangent]),
        "differences within a pole": ((own - same)[tangent], (identity + s.alpha * (g @ r))[tangent]),
    }


@illustration(
    "POW-L15.bound.repaired",
    title="The attention-derivative term is of the same order in the step size",
    statement=(
        r"At a polygonal state of the attention map the tangent Jacobian is, exactly, $I + \alpha(K_1 + K_2)$ with"
        r" $K_1$ from the fixed weights and $K_2$ from the derivative of the attention, both independent of $\alpha$,"
        r" $K_2$ linear in P at given weights: its relative weight does not vanish with $\alpha$. At p tokens u and p"
        r" tokens -u with $u^TPu = 0$, with C the compression of V to $u^\perp$, g, r, l the parts of $Vu$, $Pu$,"
        r" $P^Tu$ there, and $\delta$ in $u^\perp$: all tokens along $\delta$ give $\delta + \alpha(C + gr^T)\delta$,"
        r" opposite poles $\delta + \alpha g(r + l)^T\delta$, differences within a pole $\delta + \alpha gr^T\delta$."
    ),
    source=Source(PAPER, "Lemma 15, proof", reconstructed=True),
    kind="spectrum",
    repairs="POW-L15.bound",
)
def same_order(back: int = 1) -> Iterator[Evidence]:
    s = symbols()
    scope = "all N >= 2, d >= 2, every V and P, all alpha > 0; the modes: all p >= 1, u^T P u = 0"
    given = [s.alpha > 0, s.p >= 1]
    zero, one = sp.Integer(0), sp.Integer(1)
    x = np.array([[one, zero, zero]], dtype=object)
    change = np.array([sp.symbols("d_0 d_1 d_2", real=True)], dtype=object)
    force = np.array([sp.symbols("f_0 f_1 f_2", real=True)], dtype=object)
    moved = st.linearisation.normalised_derivative(x, change + s.alpha * force, norms=np.array([one]))
    tokens, moves = setting.generic("x"), setting.generic("D")
    first, second, A = setting.generic("P"), setting.generic("R"), setting.generic("A")
    both = st.linearisation.weights_derivative(tokens, moves, A, first + second)
    apart = st.linearisation.weights_derivative(tokens, moves, A, first) + st.linearisation.weights_derivative(
        tokens, moves, A, second
    )
    modes = antipodal_modes(back)
    yield conjunction(
        {
            "y_i = x_i: affine in alpha, no remainder": decide.identity(
                {"Pi (d + alpha f)": (sp.Matrix(moved), sp.Matrix((change + s.alpha * force) @ setting.projector()))},
                scope=scope,
            ),
            "the derivative of the attention is linear in P": decide.identity(
                {"dA": (sp.Matrix(both), sp.Matrix(apart))}, scope=scope
            ),
            "antipodal groups, mode by mode": decide.identity(
                {says: (sp.Matrix(left), sp.Matrix(right)) for says, (left, right) in modes.items()},
                given=given,
                scope=scope,
            ),
        },
        scope=scope,
        method="SymPy differentiates the definition",
    )


@illustration(
    "POW-R9",
    title="The perturbation of Lemma 15 is intrinsic",
    statement=(
        r"The perturbation with $\delta_i = v_1$ for every token, used for polygonal states none of whose tokens is"
        r" an eigenvector of V, satisfies $\delta_i \perp x_i$."
    ),
    source=Source(PAPER, "Remark 9"),
    kind="identity",
)
def intrinsic(u: tuple[str, ...] = setting.U, diagonal: tuple[int, ...] = (2, 1)) -> Iterator[Evidence]:
    d = len(u)
    values = {
        **setting.spectral_data(diagonal),
        "P": [[0] * d] * d,
        "X": [list(u), [str(-sp.Rational(entry)) for entry in u]],
        "A": [["1/2", "1/2"]] * 2,
    }
    yield decide.refutation(
        values,
        ["dot(Q[0], X[0]) != 0"],
        hypotheses=[
            *setting.SMALL_STEPS,
            *setting.NO_EIGENVECTOR,
            *setting.unit_rows(2),
            "X@P@transpose(X) == 0",
            "dot(Q[0], Q[0]) == 1",
        ],
        scope="N = 2, two antipodal tokens",
        method="referee: inner product of v_1 with a token",
    )


@illustration(
    "POW-R9.repaired",
    title="When the perturbation of Lemma 15 is intrinsic",
    statement=(
        r"For unit vectors x and $v_1$, $v_1 = \Pi v_1 + (x^Tv_1)x$: the perturbation $v_1$ is tangent at x iff $x^Tv_1"
        r" = 0$; its projection $\Pi v_1$ always is, with $\|\Pi v_1\|^2 = 1 - (x^Tv_1)^2$."
    ),
    source=Source(PAPER, "Remark 9"),
    kind="identity",
    repairs="POW-R9",
)
def projected(power: int = 2) -> Iterator[Evidence]:
    """In the plane of x and v_1 = (1, 0); t is the tangent of half their angle, any angle but pi (where Pi v_1 = 0)."""
    t = sp.Symbol("t", real=True)
    c, sn = (1 - t**2) / (1 + t**2), 2 * t / (1 + t**2)
    x, v = np.array([c, sn], dtype=object), np.array([sp.Integer(1), sp.Integer(0)], dtype=object)
    tangent = v - (x @ v) * x
    yield decide.identity(
        {
            "the radial part of v_1": (v @ x, c),
            "Pi v_1 is tangent": (tangent @ x, sp.Integer(0)),
            "|Pi v_1|^2": (tangent @ tangent, 1 - c**power),
        },
        given=[t >= 0],
        scope="all d >= 2, all unit vectors x and v_1: in their plane",
    )
