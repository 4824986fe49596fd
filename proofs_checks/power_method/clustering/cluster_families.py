"""Two families of clustering equilibria in closed form, four clusters on the axes and mirror pairs.

For every number n of tokens per cluster, as in `stable_clusters`. The hyperbolic tangent T of the logit scale t is
carried as a symbol in which the attention weights are rational.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.examples import example
from proofs_checks.power_method.clustering import cluster_examples
from proofs_checks.power_method.clustering.clustering import EXACT
from proofs_checks.power_method.clustering.stable_clusters import NOTE, derived, exactly
from proofs_checks.power_method.symbols import symbols
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


@illustration(
    "POW-N8.four",
    title="Four stable clusters on the axes",
    statement=(
        r"Let $V = [[1, 1], [1, -1]]$, $P = -tV$ with $t > 0$, $T = \tanh t$, $\alpha T < 1$, and n tokens at each"
        r" of $\pm e_1, \pm e_2$. The state is an equilibrium with $\nu_i = -T$; with $c = 1 - \alpha T$ the tangent"
        r" eigenvalues are $(1 - \alpha t)/c$ (once, and 4(n - 1) times within the clusters), $(1 + \alpha T -"
        r" 2\alpha t)/c$ and $(1 - \alpha t \pm (\alpha/\sqrt2)(1 - Tt))/c$. All are below 1 iff $t > T$ and $|1 -"
        r" Tt| < \sqrt2\,(t - T)$; at t = log 3 and $\alpha = 1/10$ all lie inside the unit disc: asymptotically"
        " stable (indirect method)."
    ),
    source=NOTE,
    kind="stability",
    role="extension",
)
def four_clusters(sign: int = -1) -> Iterator[Evidence]:
    s = symbols()
    t, T, z = sp.Symbol("t", positive=True), sp.Symbol("T", real=True), sp.Symbol("z", real=True)
    n = sp.Symbol("n", integer=True, positive=True)
    X, V = _axes()
    state = st.State(X, np.array([n] * 4, dtype=object))
    # The logits are t or -t; with e^(2t) = (1 + T)/(1 - T) the weights are rational in T.
    odds = np.where((X @ V @ X.T).astype(int) > 0, 1 - T, 1 + T)
    A = np.vectorize(sp.cancel, otypes=[object])(st.normalise_rows(odds, counts=state.counts))
    nu = np.array([-T] * 4, dtype=object)
    c = 1 - s.alpha * T
    S = st.models.mixed_values(X, A, V)
    claimed = st.states.cluster_jacobian(state, A, -t * V, V, s.alpha, nu)
    first, second, third = (1 - s.alpha * t) / c, (1 + s.alpha * T - 2 * s.alpha * t) / c, (1 - s.alpha * t) / c
    spread = s.alpha**2 * (1 + sign * T * t) ** 2 / (2 * c**2)
    scope = "every t > 0, every n >= 1, all alpha > 0 with alpha tanh t < 1"
    characteristic = sp.Matrix(z * np.eye(4, dtype=int) - claimed.reduced).det(method="berkowitz")
    reduced, within = _derived_on_axes()
    in_g = {T: _tanh(s.g), t: sp.log(s.g)}
    slack, gap = s.alpha * (t - T), sp.Symbol("gap", real=True)  # gap = 2 (t - T)^2 - (1 - T t)^2
    conditions = [t > T, 2 * (t - T) ** 2 > (1 - T * t) ** 2]
    given = [s.alpha > 0, t > 0, T > 0, T < 1, s.alpha * T < 1]
    yield conjunction(
        {
            "equilibrium": decide.identity({"s_i = -T x_i": (sp.Matrix(S), sp.Matrix(-T * X))}, scope=scope),
            "Jacobian, differentiated from the definition": decide.identity(
                {
                    "reduced": (sp.Matrix(reduced), sp.Matrix(claimed.reduced).subs(in_g)),
                    **{f"within cluster {i}": (within[i][0, 0], claimed.within[i][0, 0].subs(in_g)) for i in range(4)},
                },
                scope=scope,
            ),
            "eigenvalues": decide.identity(
                {
                    "det(z I - J)": (characteristic, (z - first) * (z - second) * ((z - third) ** 2 - spread)),
                    **{f"within cluster {i}": (claimed.within[i][0, 0], first) for i in range(4)},
                },
                scope=scope,
            ),
            "1 - eigenvalue": decide.identity(
                {
                    "first": (1 - first, slack / c),
                    "second": (1 - second, 2 * slack / c),
                    "third pair, h^2 = 1/2": (
                        (1 - third) ** 2 - spread,
                        s.alpha**2 * (2 * (t - T) ** 2 - (1 + sign * T * t) ** 2) / (2 * c**2),
                    ),
                },
                scope=scope,
            ),
            "the slacks are positive under the two conditions": decide.inequality(
                [slack > 0, s.alpha**2 * (2 * (t - T) ** 2 - (1 - T * t) ** 2) > 0], [*given, *conditions], scope=scope
            ),
            "only under them": decide.inequality(
                [t > T, gap > 0], [*given, slack > 0, s.alpha**2 * gap > 0], scope=scope
            ),
            "log 3": _at_log_3(scope),
        },
        scope=scope,
    )


def _axes() -> tuple[Any, Any]:
    """Tokens and V."""
    four = cluster_examples.FOUR
    return exactly(four.state().tokens), exactly(cluster_examples.fractions(four.V))


@cache
def _derived_on_axes() -> tuple[Any, list[Any]]:
    """The Jacobian at P = -log(g) V, differentiated from the definition."""
    s, (X, V) = symbols(), _axes()
    nu = np.array([-_tanh(s.g)] * 4, dtype=object)
    return derived(X, -sp.log(s.g) * V, V, s.alpha, nu, sp.Symbol("n", integer=True, positive=True))


def _tanh(g: Any) -> Any:
    return (g**2 - 1) / (g**2 + 1)


def _at_log_3(scope: str) -> Evidence:
    values = cluster_examples.FOUR.values() | {"T": "4/5", "c": "23/25", "t": "log(3)"}
    spread = "alpha*(1 - T*t)/sqrt(2)"
    tops = ["1 - alpha*t", "1 + alpha*T - 2*alpha*t", f"1 - alpha*t + {spread}", f"1 - alpha*t - {spread}"]
    inside = [f"Abs({top}) < c" for top in tops]
    return example(
        values,
        [*cluster_examples.equilibrium(4), "nu == -T", "c == 1 - alpha*T", "t > T", *inside],
        scope=scope,
        method=EXACT,
    )


@illustration(
    "POW-N8.pairs",
    title="Mirror pairs: a closed-form family, and one that is stable",
    statement=(
        r"Let $V = \mathrm{diag}(\mu_c, \mu_s)$, $P = \mathrm{diag}(p_c, p_s)$ and n tokens at each of $(c_0, s_0)$"
        r" and $(-c_0, s_0)$, $c_0^2 + s_0^2 = 1$, $c_0s_0 \neq 0$. It is an equilibrium of the attention map iff"
        r" $\mu_c\tanh(p_cc_0^2) = \mu_s$ and $1 + \alpha\mu_s > 0$. One token per cluster can be asymptotically"
        r" stable with $\mu_s < 0$: $V = \mathrm{diag}(1, -3/5)$, $P = \mathrm{diag}(-\frac{25}9\log2, 10)$, $c_0 ="
        r" 3/5$, $\alpha = 1/10$."
    ),
    source=NOTE,
    kind="stability",
    role="extension",
)
def mirror_pairs(sign: int = 1) -> Iterator[Evidence]:
    s = symbols()
    c_0, s_0, mu_c, mu_s, p_c, p_s = sp.symbols("c_0 s_0 mu_c mu_s p_c p_s", real=True)
    n, T = sp.Symbol("n", integer=True, positive=True), sp.Symbol("T", real=True)
    X, V = np.array([[c_0, s_0], [-c_0, s_0]], dtype=object), np.array([[mu_c, sp.Integer(0)], [sp.Integer(0), mu_s]])
    counts = np.array([n, n], dtype=object)
    # Within a row the logits differ by 2 p_c c_0^2, so the odds are 1 + T and 1 - T with T = tanh(p_c c_0^2).
    L = st.models.logits(X, np.array([[p_c, sp.Integer(0)], [sp.Integer(0), p_s]], dtype=object))
    A = st.normalise_rows(np.array([[1 + T, 1 - T], [1 - T, 1 + T]], dtype=object), counts=counts)
    S = st.models.mixed_values(X, A, V)
    scope = "all n >= 1, all alpha > 0, every c_0, s_0 on the circle off the axes, every mu_c, mu_s, p_c, p_s"
    pairs = {
        "difference of the logits in row 1": (L[0, 0] - L[0, 1], 2 * p_c * c_0**2),
        "difference of the logits in row 2": (L[1, 1] - L[1, 0], 2 * p_c * c_0**2),
        "across x_1, s_1 has c_0 s_0 (mu_s - mu_c T)": (
            X[0, 0] * S[0, 1] - X[0, 1] * S[0, 0],
            c_0 * s_0 * (mu_s - sign * mu_c * T),
        ),
        "across x_2": (X[1, 0] * S[1, 1] - X[1, 1] * S[1, 0], -c_0 * s_0 * (mu_s - sign * mu_c * T)),
    }
    on_line = {
        "nu_1 = mu_s": (X[0] @ S[0] - mu_s, c_0**2 * (mu_c * T - mu_s)),
        "nu_2 = mu_s": (X[1] @ S[1] - mu_s, c_0**2 * (mu_c * T - mu_s)),
    }
    circle = [(s_0**2, 1 - c_0**2)]
    given = [s.alpha > 0, sp.Ne(c_0, 0), sp.Ne(s_0, 0)]
    yield conjunction(
        {
            "equilibrium condition": decide.identity(pairs, given=given, scope=scope),
            "the scalars": decide.identity(on_line, relations=circle, scope=scope),
            "the example": _stable_pair(scope),
        },
        scope=scope,
    )


def _stable_pair(scope: str) -> Evidence:
    """tanh(z) = -3/5 for z = -log 2, so A = [[1/5, 4/5], [4/5, 1/5]]; two tokens, two tangent eigenvalues."""
    X = exactly(np.array([["3/5", "4/5"], ["-3/5", "4/5"]], dtype=object))
    V, A = sp.diag(1, sp.Rational(-3, 5)), exactly(np.array([["1/5", "4/5"], ["4/5", "1/5"]], dtype=object))
    V, P = (np.array(matrix.tolist(), dtype=object) for matrix in (V, sp.diag(-sp.Rational(25, 9) * sp.log(2), 10)))
    nu, alpha = exactly(np.array(["-3/5", "-3/5"], dtype=object)), sp.Rational(1, 10)
    claimed = st.states.cluster_jacobian(st.State(X, np.array([1, 1], dtype=object)), A, P, V, alpha, nu)
    tokens = st.State(X, np.array([1, 1], dtype=object))

    def step(tokens: Any, n: Any) -> Any:
        return st.attention_step(tokens, st.attention_weights(tokens, P), V, alpha)

    ambient = st.linearisation.differentiated_jacobian(step, tokens, list(1 + alpha * nu))
    tangent = sp.diag(*(sp.Matrix(st.linearisation.tangent_basis(x)) for x in X))
    values = {
        "X": cluster_examples.texts(X),
        "V": cluster_examples.texts(V),
        "A": cluster_examples.texts(A),
        "P": cluster_examples.texts(P),
        "nu": cluster_examples.texts(nu),
        "alpha": "1/10",
        "J": [[str(sp.expand(entry)) for entry in row] for row in claimed.reduced],
    }
    relations = [
        "A@X@transpose(V) == diag(nu)@X",
        "A@ones(2) == 1",
        "alpha*nu > -1",
        # X P X^T differs within row i by -+ 2 log 2 = log(1/4), the ratio of the weights.
        "A[0][0] == 1/4*A[0][1]",
        "A[1][1] == 1/4*A[1][0]",
        "2*(25/9)*X[0][0]**2 == 2",
        "det(J) < 1",
        "trace(J) < 1 + det(J)",
        "-trace(J) < 1 + det(J)",
    ]
    return conjunction(
        {
            "tangent Jacobian, differentiated from the definition": decide.identity(
                {"J": (tangent * sp.Matrix(ambient) * tangent.T, sp.Matrix(claimed.reduced))}, scope=scope
            ),
            "equilibrium inside the unit disc": example(values, relations, scope=scope, method=EXACT),
        },
        scope=scope,
    )
