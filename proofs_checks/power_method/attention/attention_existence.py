"""Lemma 8 and Remark 5: which classes of equilibria of the attention map are not empty.

Consensus, bipartite and polygonal states sit on the line of one unit vector u = e_1, all copies of a representative
are exchangeable, and V, P enter through their compression to the plane of u and V u: two coordinates carry all N and
d.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.oja import polygonal_setting as setting
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

_SOURCE = Source(PAPER, "Lemma 8, Remark 5", reconstructed=True)
# det [u, V u] at the two tokens of the clustering state.
_AREAS = ("-33/35", "9/35")
Pairs = dict[str, tuple[Any, Any]]


def _stepped(tokens: Any, counts: list[Any], P: Any, V: Any) -> Any:
    X, n = np.array(tokens, dtype=object), np.array(counts, dtype=object)
    return st.attention_step(X, st.attention_weights(X, P, counts=n), V, symbols().alpha)


def eigenvector_classes() -> Pairs:
    """y_i = c_i x_i at p tokens on v_k and q on -v_k (q = 0 apart), V v_k = lambda_k v_k, every P."""
    s = symbols()
    zero, one = sp.Integer(0), sp.Integer(1)
    V, P = setting.generic("V", 2), setting.generic("P", 2)
    V[0, 0], V[1, 0], P[0, 0] = s.lambda_k, zero, sp.log(s.g)
    consensus = _stepped([[one, zero]], [s.N], P, V)
    bipartite = _stepped([[one, zero], [-one, zero]], [s.p, s.q], P, V)
    c1, c2 = st.states.GroupWeights(s.p, s.q, s.g**2).factors(s.alpha, s.lambda_k)
    return {
        "consensus": (sp.Matrix(consensus), sp.Matrix([[1 + s.alpha * s.lambda_k, 0]])),
        "bipartite": (sp.Matrix(bipartite), sp.Matrix([[c1, 0], [-c2, 0]])),
    }


def polygonal_class(quadratic: Any = 0) -> Pairs:
    """y_i = x_i at p tokens u and p tokens -u, when u^T P u = `quadratic` is 0, every V."""
    s = symbols()
    zero, one = sp.Integer(0), sp.Integer(1)
    V, P = setting.generic("V", 2), setting.generic("P", 2)
    P[0, 0] = sp.sympify(quadratic)
    X = [[one, zero], [-one, zero]]
    return {"polygonal": (sp.Matrix(_stepped(X, [s.p, s.p], P, V)), sp.Matrix(X))}


def _clustering(nu: Any) -> Pairs:
    """Two clusters of p tokens each, at angle arccos(-4/5): y_i = (1 + alpha nu_i) x_i; V positive definite."""
    s = symbols()
    V = np.array(sp.Matrix([[104, -33], [-33, 66]]) / 35)
    P = np.array(sp.log(2) * sp.Matrix([[3, sp.Rational(22, 3)], [4, sp.Rational(46, 3)]]))
    U = np.array([[sp.Integer(1), sp.Integer(0)], [sp.Rational(-4, 5), sp.Rational(3, 5)]], dtype=object)
    Y = _stepped(U, [s.p, s.p], P, V)
    factors = 1 + s.alpha * np.array(nu, dtype=object)
    return {"clustering": (sp.Matrix(Y), sp.Matrix(factors[:, np.newaxis] * U))}


@claim(
    "POW-L8.exist",
    title="Every class of equilibria occurs",
    statement=(
        "For suitable V, P and step size the attention map has consensus, bipartite, polygonal and clustering"
        r" equilibria: $y_i = c_ix_i$ with $c_i > 0$ for $x_i = v_k$; for $x_i = \pm v_k$; with $\sum_jA_{ij}x_j ="
        " 0$; and with tokens at (1, 0) and (-4/5, 3/5), which are no eigenvectors of V, for V = [[104, -33], [-33,"
        " 66]]/35 (symmetric, positive definite) and P = log 2 [[3, 22/3], [4, 46/3]]."
    ),
    reading="R1: for suitable V and P",
    source=_SOURCE,
    kind="equilibrium",
    hypotheses=("alpha > 0", "integer(p)", "p >= 1"),
    instance={"alpha": "1/10", "p": 2},
    twin=Twin("nu_2 = 2 instead of 11/5 at the clustering state", {"nu": ("1", "2")}),
    expected=Verdict.ARGUED,
)
def each_class(nu: tuple[str, str] = ("1", "11/5")) -> Iterator[Evidence]:
    s = symbols()
    scope = "each class by an exact family: all N, p, q for the first three, p tokens per cluster in d = 2 for the last"
    values = [sp.Rational(entry) for entry in nu]
    given = [sp.Gt(s.alpha, 0, evaluate=False), sp.Ge(s.p, 1, evaluate=False)]
    V = sp.Matrix([[104, -33], [-33, 66]]) / 35
    crosses = [sp.Matrix.hstack(u, V * u).det() for u in (sp.Matrix([1, 0]), sp.Matrix([-4, 3]) / 5)]
    yield conjunction(
        {
            "the clustering state is an equilibrium": decide.identity(_clustering(values), given=given, scope=scope),
            "with positive factors": decide.inequality(
                [sp.Gt(1 + s.alpha * value, 0, evaluate=False) for value in values], given, scope=scope
            ),
            "its tokens are no eigenvectors of V: u and V u span an area that is not 0": decide.identity(
                {
                    f"det [u, V u], area {area}": (cross, sp.Rational(area))
                    for cross, area in zip(crosses, _AREAS, strict=True)
                },
                scope=scope,
            ),
            "consensus and bipartite states": decide.identity(eigenvector_classes(), scope=scope),
            "polygonal states": decide.identity(polygonal_class(), scope=scope),
        },
        scope=scope,
    )


_R2_HYPOTHESES = (*setting.ASSUMPTION_1, "integer(N)", "N >= 2", "rows(P) == rows(V)", "cols(P) == rows(V)")


@claim(
    "POW-L8.exist.R2",
    title="Every class of equilibria occurs for every V and P",
    statement=(
        "For every V of Assumption 1, every P and every N >= 2, each of the four classes of equilibria of the"
        " attention map is non-empty, in particular the polygonal one."
    ),
    reading="R2: for every V and P",
    source=_SOURCE,
    kind="equilibrium",
    hypotheses=_R2_HYPOTHESES,
    instance={**setting.spectral_data([3, 1]), "P": [[1, 2], [2, -1]], "N": 4},
    twin=Twin("an indefinite P", {"diagonal": (1, -1)}),
    expected=Verdict.ARGUED_FALSE,
    rests_on=("POW-N6.attention",),
)
def each_class_always(diagonal: tuple[int, int] = (1, 1)) -> Iterator[Evidence]:
    yield decide.refutation(
        {**setting.spectral_data([2, 1]), "P": [[diagonal[0], 0], [0, diagonal[1]]], "N": 3},
        ["det(P + transpose(P)) > 0", "trace(P) > 0"],
        hypotheses=_R2_HYPOTHESES,
        scope="d = 2, any N (here 3): no polygonal equilibrium",
        method="referee: P + P^T is positive definite, which POW-N6.attention excludes",
    )


@claim(
    "POW-L8.exist.R2.repaired",
    title="Which classes occur for every V and P",
    statement=(
        r"For every V with $Vv_k = \lambda_kv_k$ and every P, consensus at $v_k$ is an equilibrium if $1 +"
        r" \alpha\lambda_k > 0$, and every bipartite state at $v_k$ if $\alpha|\lambda_k| < 1$. For N = 2p, the"
        r" tokens $\pm u$, p each, form a polygonal equilibrium whenever $u^TPu = 0$; such a unit vector u exists"
        r" unless $P + P^T$ is definite. If $P + P^T \succ 0$ there is no polygonal equilibrium for any N."
    ),
    source=_SOURCE,
    kind="equilibrium",
    hypotheses=("alpha > 0", "integer(p)", "p >= 1"),
    instance={"alpha": "1/3", "p": 2},
    twin=Twin("u^T P u = log 2", {"odds": 2}),
    expected=Verdict.ARGUED,
    rests_on=("POW-N6.attention",),
    repairs="POW-L8.exist.R2",
)
def always(odds: int = 1) -> Iterator[Evidence]:
    s = symbols()
    scope = (
        "all N >= 1, p, q >= 1, d >= 2, every V and P; a form that takes both signs vanishes on the connected sphere"
    )
    gamma = sp.Symbol("gamma", real=True)
    given = [sp.Gt(s.alpha, 0, evaluate=False), sp.Ge(s.p, 1, evaluate=False)]
    x = sp.Symbol("x", real=True)  # alpha lambda_k
    yield conjunction(
        {
            "antipodal groups with u^T P u = 0": decide.identity(
                polygonal_class(sp.log(odds)), given=given, scope=scope
            ),
            "y_i = c_i x_i on an eigenvector": decide.identity(eigenvector_classes(), scope=scope),
            "c_i = 1 + alpha lambda_k gamma_i > 0": decide.inequality(
                1 + x * gamma > 0, [x < 1, x > -1, gamma < 1, gamma > -1], scope=scope
            ),
        },
        scope=scope,
    )
