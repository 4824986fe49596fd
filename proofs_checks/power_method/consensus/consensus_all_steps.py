"""The exact stability range of the principal consensus in alpha, beyond the paper: V may be non-symmetric.

V is real with unit right eigenvector v_1 for lambda_1 > 0, and M is its compression to the complement of v_1. V is
block triangular there, so M has the other eigenvalues lambda_j, and the rest of V never enters the tangent Jacobian. A
token moved along a unit u orthogonal to v_1 stays in the span of v_1, u and V u: three coordinates carry the
computation for every d, with u along the second and M u = m_uu u + m_wu w. The eigenvalues of (I + alpha M)/c are
(1 + alpha lambda_j)/c by spectral mapping. Outside the range the consensus is not asymptotically stable already on the
consensus set, where the map is projectively linear: the part of x along an eigenvector (or eigenplane) of lambda_j,
relative to the part along v_1, does not shrink. So nothing is inconclusive at the boundary.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.consensus import consensus_spectrum as cs
from proofs_checks.power_method.consensus import consensus_step_size as steps
from proofs_checks.power_method.consensus.oja_consensus import DERIVED, FLINT, FORMULA
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Lemma 4, D.4.3 (extension)")
ALL_REAL = (
    "all N >= 1, all d >= 2, every real V with a unit right eigenvector v_1 for lambda_1 > 0, real or complex lambda_j"
)


def real_imaginary() -> tuple[Any, Any]:
    """Real and imaginary part of lambda_j."""
    return sp.Symbol("re_j", real=True), sp.Symbol("im_j", real=True)


@illustration(
    "POW-N3",
    title="Consensus stability for every step size and complex eigenvalues",
    statement=(
        r"Let V be real, not necessarily symmetric, with a simple eigenvalue $\lambda_1 > 0$ and unit right eigenvector"
        r" $v_1$. The consensus at $v_1$ of the Oja map is asymptotically stable iff $|1 + \alpha\lambda_j| < 1 +"
        r" \alpha\lambda_1$ for every other, possibly complex eigenvalue, that is iff"
        r" $\alpha(|\lambda_j|^2 - \lambda_1^2) < 2(\lambda_1 - \mathrm{Re}\lambda_j)$. For $|\lambda_j| \le \lambda_1$"
        r" this always holds, for $|\lambda_j| > \lambda_1$ up to"
        r" $\alpha = 2(\lambda_1 - \mathrm{Re}\lambda_j)/(|\lambda_j|^2 - \lambda_1^2)$, which is 4/33 for"
        r" $\lambda_1 = 1$ and $1/2 \pm 3i$; among real $\lambda_j < \lambda_1$ the smallest decides."
    ),
    source=SOURCE,
    kind="step-size bound",
    role="extension",
)
def all_steps(factor: int = 2) -> Iterator[Evidence]:
    s = symbols()
    re, im = real_imaginary()
    principal = 1 + s.alpha * s.lambda_1
    gap = principal**2 - (1 + s.alpha * re) ** 2 - (s.alpha * im) ** 2
    slack = factor * (s.lambda_1 - re) - s.alpha * (re**2 + im**2 - s.lambda_1**2)
    simple = [s.lambda_1 > 0, (re - s.lambda_1) ** 2 + im**2 > 0]
    within = [*simple, re**2 + im**2 <= s.lambda_1**2]
    real = (
        slack.subs({re: s.lambda_j, im: 0}),
        (s.lambda_1 - s.lambda_j) * (factor - s.alpha * (-s.lambda_j - s.lambda_1)),
    )
    example = {s.lambda_1: 1, re: sp.Rational(1, 2), im: 3, s.alpha: sp.Rational(4, 33)}
    # Of the conditions alpha (-lambda_j - lambda_1) < 2 that of lambda_d has the larger left side.
    real_order = s.alpha * (s.lambda_j - s.lambda_d) >= 0

    shared = {
        "the ratio to v_1 on the consensus set is multiplied by |1 + alpha lambda_j|/(1 + alpha lambda_1)": cs.identity(
            _ratio(), scope=ALL_REAL, method="SymPy: one exact step"
        ),
        "the example is on the boundary at 4/33": decide.identity(
            {"slack": (slack.subs(example), sp.Integer(0))}, scope=ALL_REAL
        ),
        "a real lambda_j < lambda_1: slack > 0 is alpha (-lambda_j - lambda_1) < 2": decide.identity(
            {"slack, with the positive factor lambda_1 - lambda_j": real}, scope=ALL_REAL
        ),
    }
    exact = {"(1 + alpha lambda_1)^2 - |1 + alpha lambda_j|^2 = alpha slack": (gap, s.alpha * slack)}
    derived = {
        "criterion": decide.identity(exact, given=simple, scope=ALL_REAL),
        "|lambda_j| <= lambda_1: Re lambda_j < lambda_1": decide.inequality(
            s.lambda_1 * (s.lambda_1 - re) > 0, within, scope=ALL_REAL
        ),
        "|lambda_j| <= lambda_1: every alpha": decide.inequality(slack > 0, [*within, re < s.lambda_1], scope=ALL_REAL),
        "real eigenvalues: the smallest decides": decide.inequality(
            real_order, [s.lambda_d <= s.lambda_j], scope=ALL_REAL
        ),
        "differences contract": decide.inequality(principal > 1, simple[:1], scope=ALL_REAL),
        "tangent Jacobian": cs.identity(_derived_tangent(), scope=ALL_REAL, method=DERIVED),
    }
    yield conjunction(derived | shared, scope=ALL_REAL)

    formula = {
        "slack > 0 suffices": decide.smt(gap > 0, [*simple, slack > 0], scope=ALL_REAL),
        "slack > 0 is necessary": decide.smt(slack > 0, [*simple, gap > 0], scope=ALL_REAL),
        "|lambda_j| <= lambda_1: every alpha": decide.smt(slack > 0, within, scope=ALL_REAL),
        "real eigenvalues: the smallest decides": decide.smt(real_order, [s.lambda_d <= s.lambda_j], scope=ALL_REAL),
        "differences contract": decide.smt(principal > 1, simple[:1], scope=ALL_REAL),
        "tangent Jacobian": cs.identity(_formula_tangent(), scope=ALL_REAL, method=FORMULA),
    }
    yield conjunction(formula | shared, scope=ALL_REAL)

    scope = "the tangent spectrum for random non-symmetric V with complex eigenvalues, N <= 12, d <= 8, N d <= 40"
    yield decide.exact_instances(_trial, scope=scope, method=FLINT, examples=10)


@illustration(
    "POW-N3.cycle",
    title="Beyond the step bound the 2-cycle at v_d takes over",
    statement=(
        r"For symmetric V with $\lambda_1 > 0$, $\lambda_d$ simple and $\alpha > 2/(|\lambda_d| - \lambda_1)$,"
        r" $|\lambda_d| > \lambda_1$: the consensus 2-cycle $v_d \leftrightarrow -v_d$ of the Oja map is asymptotically"
        r" stable, while the consensus at $v_1$ is unstable."
    ),
    source=SOURCE,
    kind="stability",
    role="extension",
)
def cycle(bound: int = 2) -> Iterator[Evidence]:
    s = symbols()
    last = -(1 + s.alpha * s.lambda_d)
    order = [s.lambda_1 > 0, s.lambda_d < s.lambda_j, s.lambda_j <= s.lambda_1]
    given = [*order, s.alpha * (-s.lambda_d - s.lambda_1) > bound]
    scope = "all N >= 1, all d >= 2, every symmetric V with lambda_1 > 0 and lambda_d simple, every alpha > alpha*"
    for decider in steps.deciders():
        parts = {
            "|1 + alpha lambda_j| < |1 + alpha lambda_d|": decider(
                sp.Abs(1 + s.alpha * s.lambda_j) < last, given, scope=scope
            ),
            "1 < |1 + alpha lambda_d|": decider(last > 1, given, scope=scope),
            "at v_1 the eigenvalue along v_d is below -1": decider(last > 1 + s.alpha * s.lambda_1, given, scope=scope),
        }
        yield conjunction(parts, scope=scope)


@illustration(
    "POW-N3.flip",
    title="At the step bound the consensus states of a half circle are mirrored, and back",
    statement=(
        r"For symmetric V with $0 < \lambda_1 < |\lambda_d|$, $\lambda_d < 0$ and $\alpha = 2/(|\lambda_d| -"
        r" \lambda_1)$ the Oja map sends the consensus at $C v_1 + S v_d$ to that at $C v_1 - S v_d$ and back, for all"
        " $C^2 + S^2 = 1$ with $C > 0$."
    ),
    source=SOURCE,
    kind="invariance",
    role="extension",
)
def flip(bound: int = 2) -> Iterator[Evidence]:
    yield steps.circle_of_period_two(bound)


def _value_matrix() -> Any:
    """V in the basis v_1, u, w: the first column is that of an eigenvector, the rest is generic."""
    rows = [[symbols().lambda_1, *sp.symbols("r_u r_w")], [0, *sp.symbols("m_uu m_uw")], [0, *sp.symbols("m_wu m_ww")]]
    return np.array(rows, dtype=object)


def _derived_tangent() -> cs.Pairs:
    """All tokens along u answer with (I + alpha M) u/c, differences along u with u/c, nothing along v_1."""
    s = symbols()
    V = _value_matrix()
    V[0, 0] = (s.c - 1) / s.alpha
    state = st.consensus(V, [1, 0, 0], s.N)
    found = st.linearisation.grouped_jacobian(lambda X, n: st.oja_step(X, V, s.alpha, counts=n), state, [s.c])
    pairs: cs.Pairs = {}
    for a, (name, own) in enumerate((("v_1", 0), ("u", 1), ("w", 0))):
        block = st.linearisation.directional_block(found, a, 1)
        together = 0 if a == 0 else (own + s.alpha * V[a, 1]) / s.c
        pairs[f"tokens together, component along {name}"] = (block.quotient()[0, 0], sp.sympify(together))
        pairs[f"differences, component along {name}"] = (block.own[0], own / s.c)
    return pairs | _spectral_mapping()


def _formula_tangent() -> cs.Pairs:
    """As `_derived_tangent`, by the closed derivative formula."""
    s = symbols()
    V = _value_matrix()
    V[0, 0] = (s.c - 1) / s.alpha
    pairs: cs.Pairs = {}
    for says, rows, counts in (
        ("tokens together", [[0, 1, 0]], [s.N]),
        ("two tokens apart", [[0, 1, 0], [0, -1, 0], [0, 0, 0]], [1, 1, s.N - 2]),
    ):
        w, n = np.array(rows, dtype=object), np.array(counts, dtype=object)
        X, norms = np.array([[1, 0, 0]] * len(rows), dtype=object), np.array([s.c] * len(rows), dtype=object)
        image = st.linearisation.oja_derivative(X, V, s.alpha, counts=n, norms=norms)(w)
        answer = w + (s.alpha * np.array([[0, V[1, 1], V[2, 1]]], dtype=object) if len(rows) == 1 else 0)
        pairs[says] = (sp.Matrix(image), sp.Matrix(answer) / s.c)
    return pairs | _spectral_mapping()


def _spectral_mapping() -> cs.Pairs:
    """(I + alpha M)/c has the eigenvalues (1 + alpha lambda)/c, for every 2 x 2 M with eigenvalues re +- i im."""
    s = symbols()
    re, im = real_imaginary()
    z, h, b = sp.symbols("z h b")
    M = sp.Matrix([[re + h, b], [-(im**2 + h**2) / b, re - h]])
    polynomial = (z * sp.eye(2) - (sp.eye(2) + s.alpha * M) / s.c).det()
    return {"spectral mapping": (polynomial, (z - (1 + s.alpha * re) / s.c) ** 2 + (s.alpha * im / s.c) ** 2)}


def _ratio() -> cs.Pairs:
    """One step of a consensus x_1 v_1 + x_2 Re v_j + x_3 Im v_j, in these (not orthogonal) coordinates."""
    s = symbols()
    re, im = real_imaginary()
    x = sp.symbols("x_1 x_2 x_3")
    V = np.array([[s.lambda_1, 0, 0], [0, re, -im], [0, im, re]], dtype=object)
    y = st.oja_step(np.array([x], dtype=object), V, s.alpha, counts=np.array([s.N], dtype=object))[0]
    modulus = (1 + s.alpha * re) ** 2 + (s.alpha * im) ** 2
    return {
        "along v_1": (y[0], (1 + s.alpha * s.lambda_1) * x[0]),
        "across, squared": (y[1] ** 2 + y[2] ** 2, modulus * (x[1] ** 2 + x[2] ** 2)),
    }


def _trial(rng: Any) -> Any:
    """The exact characteristic polynomial at a random V with eigenvalues lambda_1, re +- i im and real ones."""
    d, N = cs.random_sizes(rng, smallest=3)
    principal, re, im = (
        st.sampling.rational(rng, 1, 4),
        st.sampling.rational(rng, -4, 4),
        st.sampling.rational(rng, 1, 4),
    )
    others = [st.sampling.rational(rng, -4, 4) for _ in range(d - 3)]
    alpha = st.sampling.rational(rng, 1, 3)
    triangular = np.diag(np.array([principal, re, re, *others], dtype=object))
    for a in range(d):
        for b in range(a + 1, d):
            triangular[a, b] = st.sampling.rational(rng, -2, 2)
    triangular[1, 2], triangular[2, 1] = -im, im
    Q = st.sampling.orthogonal(rng, d)
    V = Q.T @ triangular @ Q
    X = np.array([Q[0]] * N, dtype=object)
    J = st.linearisation.tangent_jacobian(st.linearisation.oja_derivative(X, V, alpha), X)
    c = 1 + alpha * principal
    pair = (2 * (1 + alpha * re) / c, ((1 + alpha * re) ** 2 + (alpha * im) ** 2) / c**2, 1)
    modes = [pair, *((((1 + alpha * other) / c), None, 1) for other in others), (1 / c, None, (N - 1) * (d - 1))]
    holds = st.linearisation.characteristic_polynomial(J) == st.linearisation.polynomial_from_modes(modes)
    names = {"alpha": alpha, "lambda_1": principal, "re_j": re, "im_j": im, "N": N, "d": d, "t": pair[0], "m": pair[1]}
    values = {**names, "J": [[str(entry) for entry in row] for row in J]}
    return decide.Trial(holds, values, ["det(J@J - t*J + m*identity((d - 1)*N)) != 0"])
