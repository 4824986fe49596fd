"""Supplement D.2, Lemma 6 and its proof: the linearisation of the Oja map at sum_j x_j = 0, and the mode that grows.

There y_i = x_i, so the linearisation is exact in alpha. With S(delta) = sum_j delta_j on tangent perturbations it is
J = I + (alpha/N) S^T V S. Sums over tokens enter through sum_i x_i x_i^T alone: what is summed is affine in x_i
x_i^T, an identity in the plane of x_i and one other vector w, so it holds for all N and d. With M = S S^T = N I -
sum_i x_i x_i^T, w = M^-1 v_1 and a = v_1^T M^-1 v_1, the tangent perturbation delta_i = Pi_i w adds up to v_1 and has
squared length a.
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


def blocks(power: int) -> dict[str, tuple[Any, Any]]:
    """The blocks of the Jacobian against Pi_i (delta_ih I + (alpha/N^power) V): every entry pattern."""
    s = symbols()
    own, other = setting.oja_blocks()
    V, Pi = setting.generic("V", symmetric=True), setting.projector()
    share = s.alpha / s.N**power
    return {
        "block of a token with itself": (sp.Matrix(own), sp.Matrix(Pi @ (np.eye(3, dtype=int) + share * V))),
        "block of two tokens": (sp.Matrix(other), sp.Matrix(Pi @ (share * V))),
    }


def second_moment() -> dict[str, tuple[Any, Any]]:
    """Pi w and |Pi w|^2 are affine in x x^T, for a unit x: what makes S S^T = N I - sum_i x_i x_i^T."""
    c, sn = sp.symbols("x_1 x_2", real=True)
    w = np.array(sp.symbols("w_1 w_2", real=True), dtype=object)
    x = np.array([c, sn], dtype=object)
    projected = w - x * (x @ w)
    G = np.outer(x, x)
    return {
        "Pi w = w - (x x^T) w": (sp.Matrix(projected), sp.Matrix(w - G @ w)),
        "Pi w is tangent": (x @ projected, sp.Integer(0)),
        "|Pi w|^2 = w.w - w^T (x x^T) w": (projected @ projected, w @ w - w @ G @ w),
    }


def on_circle() -> list[tuple[Any, Any]]:
    """x_1^2 + x_2^2 = 1."""
    c, sn = sp.symbols("x_1 x_2", real=True)
    return [(c**2, 1 - sn**2)]


@illustration(
    "POW-L6.lin",
    title="Linearisation at polygonal points of the Oja map",
    statement=(
        r"At a state with $\sum_j x_j = 0$ the Oja map has $\|y_i\| = 1$ and its derivative on tangent perturbations"
        r" is $\delta_i^+ = \delta_i + (\alpha/N)\,\Pi_i V \sum_j \delta_j$, for every $\alpha$ (not only to first"
        r" order in $\alpha$)."
    ),
    source=Source(PAPER, "Lemma 6, proof", reconstructed=True),
    kind="identity",
)
def linearisation(power: int = 1) -> Iterator[Evidence]:
    s = symbols()
    given = [s.alpha > 0, s.N >= 2]
    yield decide.identity(blocks(power), given=given, scope=setting.ALL_OJA)

    # Second route: the closed derivative formula, all tokens moved at once; token i sees only their total movement.
    zero, one = sp.Integer(0), sp.Integer(1)
    V, Pi = setting.generic("V", symmetric=True), setting.projector()
    delta = np.array([zero, *sp.symbols("delta_1 delta_2", real=True)], dtype=object)
    total = np.array(sp.symbols("S_0 S_1 S_2", real=True), dtype=object)
    X = np.array([[one, zero, zero], [-one / (s.N - 1), zero, zero]], dtype=object)
    counts = np.array([one, s.N - 1], dtype=object)
    derivative = st.linearisation.oja_derivative(X, V, s.alpha, counts=counts, norms=np.array([one, 1 / (s.N - 1)]))
    image = derivative(np.stack([delta, (total - delta) / (s.N - 1)]))[0]
    expected = delta + s.alpha / s.N**power * (Pi @ V @ total)
    yield decide.identity(
        {"delta_i+ from delta_i and the sum": (sp.Matrix(image), sp.Matrix(expected))},
        given=given,
        scope=setting.ALL_OJA,
    )
    yield from _explicit(power)


def _explicit(power: int) -> Iterator[Evidence]:
    """Antipodal pairs, a triangle and a square, every coordinate of every token differentiated, V symbolic."""
    s = symbols()
    pairs = {}
    for name, (X, J) in _explicit_jacobians().items():
        (N, d), V = X.shape, setting.generic("V", X.shape[1], symmetric=True)
        identity = np.eye(d, dtype=int)
        rows = [
            [
                (identity - np.outer(x, x)) @ (identity * int(i == h) + s.alpha * V / sp.Integer(N) ** power)
                for h in range(N)
            ]
            for i, x in enumerate(X)
        ]
        pairs[name] = (sp.Matrix(J), sp.Matrix(np.block(rows)))
    yield decide.identity(
        pairs, given=[s.alpha > 0], scope=f"antipodal pairs, triangle, square: {', '.join(pairs)}", covers=False
    )


@cache
def _explicit_jacobians() -> dict[str, tuple[Any, Any]]:
    u, w = setting.frame()
    states = {
        "N = 2, d = 2": st.antipodal(u),
        "N = 2, d = 3": st.antipodal([0, *u]),
        "N = 3, d = 2": st.regular_polygon(3),
        "N = 4, d = 2": st.square(u, w),
    }
    found = {}
    for name, state in states.items():
        X = np.array([[sp.sympify(str(entry)) for entry in row] for row in state.expand()], dtype=object)
        V, ones = setting.generic("V", X.shape[1], symmetric=True), [sp.Integer(1)] * len(X)

        def step(Z: Any, _: Any, V: Any = V) -> Any:
            return st.oja_step(Z, V, symbols().alpha)

        found[name] = (X, st.linearisation.differentiated_jacobian(step, st.State(X, np.array(ones)), ones))
    return found


_SQUARE = (("4/5", "3/5"), ("-4/5", "-3/5"), ("-3/5", "4/5"), ("3/5", "-4/5"))
_MODE_HYPOTHESES = (*setting.OJA_STATE, "v_1 == Q[0]", "dot(v_1, v_1) == 1", *setting.NO_EIGENVECTOR)


def _mode_values(tokens: Any) -> dict[str, Any]:
    data = setting.spectral_data([3, 1, -2][: len(tokens[0])])
    return {"alpha": "1/8", **data, "X": [list(token) for token in tokens], "v_1": data["Q"][0]}


def _tangent(tokens: Any, method: str) -> Evidence:
    """The perturbation v_1 at every token against tangency, for a polygonal state without eigenvectors of V."""
    return decide.refutation(
        _mode_values(tokens),
        ["dot(X[0], v_1) != 0", "rank([v_1, v_1 + alpha*lam[0]*(v_1 - dot(X[0], v_1)*X[0])]) == 2"],
        hypotheses=[*_MODE_HYPOTHESES, *setting.unit_rows(len(tokens)), *setting.off_eigenvectors(len(tokens))],
        scope="a square of four tokens, none an eigenvector of V",
        method=method,
    )


@illustration(
    "POW-L6.mode",
    title="Unstable mode used in the proof of Lemma 6",
    statement=(
        r"At a polygonal state of the Oja map none of whose tokens is an eigenvector of V, perturbations $\delta_i ="
        r" z_i v_1$ are tangent, stay of this form, and obey $z^+ = (I + (\alpha\lambda_1/N)\,\mathrm{diag}(1 -"
        r" (v_1^Tx_i)^2)\,11^T)z$."
    ),
    source=Source(PAPER, "Lemma 6, proof", reconstructed=True),
    kind="spectrum",
)
def mode(tokens: Any = _SQUARE) -> Iterator[Evidence]:
    yield _tangent(tokens, "referee: the perturbation has a radial part, and its image leaves the line of v_1")


@illustration(
    "POW-L6.mode.repaired",
    title="A growing tangent perturbation at polygonal points",
    statement=(
        r"Let V be symmetric, $Vv_1 = \lambda_1v_1$, $\|v_1\| = 1$ and $\lambda_1 > 0$. At a polygonal state of the Oja"
        r" map whose tokens are not all $\pm u$, put $M = \sum_i \Pi_i$, which is positive definite, $w = M^{-1}v_1$"
        r" and $a = v_1^TM^{-1}v_1$. The perturbation $\delta_i = \Pi_i w$ is tangent and $\langle\delta,"
        r" J\delta\rangle/\langle\delta,\delta\rangle = 1 + \alpha\lambda_1/(Na) > 1$ with the symmetric tangent"
        " Jacobian J, which therefore has an eigenvalue at least that large (Rayleigh), for every step size."
    ),
    source=Source(PAPER, "Lemma 6, proof", reconstructed=True),
    kind="spectrum",
    repairs="POW-L6.mode",
)
def growing_mode(power: int = 1) -> Iterator[Evidence]:
    s = symbols()
    scope = f"{setting.ALL_OJA}, tokens not all +-u"
    a = sp.Symbol("a", positive=True)
    given = [s.alpha > 0, s.lambda_1 > 0, s.N >= 2, a * s.N >= 1]
    quotient = (a + s.alpha / s.N * s.lambda_1) / a
    bound = 1 + s.alpha * s.lambda_1 / (s.N**power * a)
    yield conjunction(
        {
            "the quadratic form of J is |delta|^2 + (alpha/N) S^T V S, symmetric": decide.identity(
                symmetric_form(), scope=scope
            ),
            "S S^T = M: Pi w is affine in x x^T": decide.identity(second_moment(), relations=on_circle(), scope=scope),
            "M is positive definite unless every x_i = +-u": decide.identity(
                definite(), relations=on_circle(), scope=scope
            ),
            "Rayleigh quotient, with |delta|^2 = w.Mw = a and S = Mw = v_1": decide.identity(
                {"quotient": (quotient, bound)}, given=given, scope=scope
            ),
            "it exceeds 1": decide.inequality(bound > 1, given, scope=scope),
        },
        scope=scope,
    )


def symmetric_form() -> dict[str, tuple[Any, Any]]:
    """delta_i . Pi_i z = delta_i . z for tangent delta_i.

    So <eta, J delta> = sum_i eta_i.delta_i + (alpha/N) S(eta)^T V S(delta).
    """
    zero = sp.Integer(0)
    delta = np.array([zero, *sp.symbols("delta_1 delta_2", real=True)], dtype=object)
    z = np.array(sp.symbols("z_0 z_1 z_2", real=True), dtype=object)
    eta = np.array(sp.symbols("eta_0 eta_1 eta_2", real=True), dtype=object)
    V = setting.generic("V", symmetric=True)
    return {
        "delta.Pi z = delta.z": (delta @ (setting.projector() @ z), delta @ z),
        "the form is symmetric": (z @ V @ eta, eta @ V @ z),
    }


def definite() -> dict[str, tuple[Any, Any]]:
    """e.Pi e = 1 - (e.x)^2 is the square of the component of e that is orthogonal to x; zero iff x = +-e."""
    c, sn = sp.symbols("x_1 x_2", real=True)
    return {"1 - (e.x)^2 = x_2^2 for e = (1, 0)": (1 - c**2, sn**2)}
