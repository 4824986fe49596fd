"""Sections 2.1.1 and 2.1.3: one token, symmetric F: the component along v_1, and how fast it separates from the
next.

Valid for all d: with x = sum_j x_j v_j and squared norm 1, the squared correlation with v_1 after the step is
m_1^2 x_1^2 / S, S = sum_j m_j^2 x_j^2, m_j the factor of component j; and m_1^2 - S = sum_j (m_1^2 - m_j^2)
x_j^2 is looked at term by term.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.examples import exact_texts
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SOURCE = Source(PAPER, "Section 2.1.1", reconstructed=True)
SLOW = Source(PAPER, "Section 2.1.3")
SCOPE = "N = 1 (or all tokens equal), all d >= 2, every symmetric F, every unit token with 0 < |x_1| < 1"


def _gain(first: Any, other: Any, given: list[Any], loss: int = 1) -> dict[str, Evidence]:
    """Steps of: the squared correlation with v_1 does not decrease. `loss` multiplies it as it was before."""
    x, m_1, total = sp.symbols("x_j m_1 total", real=True)
    return {
        "a term (m_1^2 - m_j^2) x_j^2 of m_1^2 - S, for every other j": decide.inequality(
            (first**2 - other**2) * x**2 > 0, [*given, x**2 > 0], scope=SCOPE, degree=4
        ),
        "so the squared correlation m_1^2 x_1^2 / S exceeds x_1^2": decide.inequality(
            m_1**2 * x**2 / total > loss * x**2, [m_1**2 > total, total > 0, x**2 > 0], scope=SCOPE
        ),
    }


@illustration(
    "POW-2.1.amp",
    title="The principal component is amplified most",
    statement=(
        r"Without residual and attention, $x^+ = Fx/\|Fx\|$ with F symmetric multiplies the component along"
        r" $v_j$ by $\lambda_j$ up to a common factor; if $|\lambda_1| > |\lambda_j|$ for all $j \ne 1$, a unit"
        " token with $0 < |v_1^Tx| < 1$ comes strictly closer to the line of $v_1$: $|v_1^Tx^+| > |v_1^Tx|$."
    ),
    reading="R2: factor lambda_j, moduli compared",
    source=SOURCE,
    kind="inequality",
)
def by_modulus(loss: int = 1) -> Iterator[Evidence]:
    s = symbols()
    yield conjunction(_gain(s.lambda_1, s.lambda_j, [s.lambda_j**2 < s.lambda_1**2], loss), scope=SCOPE)


@illustration(
    "POW-2.1.amp.R1",
    title="The principal component is amplified most, eigenvalues compared with their signs",
    statement=(
        r"If $\lambda_1 > \lambda_j$ for all $j \ne 1$ (F symmetric, $\lambda_1 > 0$), a step without residual"
        " does not lower the correlation of a token with $v_1$."
    ),
    reading="R1: factor lambda_j, eigenvalues compared with their signs",
    source=SOURCE,
    kind="inequality",
)
def by_sign(moduli: bool = False) -> Iterator[Evidence]:
    s = symbols()
    x_1, x_j = sp.symbols("x_1 x_j", real=True)
    order = s.lambda_j**2 < s.lambda_1**2 if moduli else s.lambda_j < s.lambda_1
    # a token in the plane of v_1 and v_j: squared correlation after and before
    after = s.lambda_1**2 * x_1**2 / (s.lambda_1**2 * x_1**2 + s.lambda_j**2 * x_j**2)
    given = [s.lambda_1 > 0, order, x_1**2 > 0, x_j**2 > 0]
    yield decide.inequality(after >= x_1**2 / (x_1**2 + x_j**2), given, scope=SCOPE, degree=5)


@illustration(
    "POW-2.1.amp.R1.repaired",
    title="With the skip connection, eigenvalues compared with their signs",
    statement=(
        r"Let $\lambda_1 > 0$, $\lambda_1 > \lambda_j$ for all $j \ne 1$. With the residual, $x^+ \propto (I +"
        r" \alpha F)x$, F symmetric, a unit token with $0 < |v_1^Tx| < 1$ comes strictly closer to the line of"
        r" $v_1$ for every $\alpha > 0$ with $\alpha(-\lambda_j - \lambda_1) < 2$ for all j; no bound is needed"
        r" if $|\lambda_j| \le \lambda_1$."
    ),
    source=SOURCE,
    kind="inequality",
    repairs="POW-2.1.amp.R1",
)
def with_residual_by_sign(bound: int = 2) -> Iterator[Evidence]:
    s = symbols()
    given = [s.alpha > 0, s.lambda_1 > 0, s.lambda_j < s.lambda_1, s.alpha * (-s.lambda_j - s.lambda_1) < bound]
    yield conjunction(_gain(1 + s.alpha * s.lambda_1, 1 + s.alpha * s.lambda_j, given), scope=SCOPE)


@illustration(
    "POW-2.1.amp.R3",
    title="The principal component is amplified most, with the residual",
    statement=(
        r"With the residual, $y = (I + \alpha F)x$, F symmetric, the component along $v_j$ is multiplied by $1 +"
        r" \alpha\lambda_j$; if $\|(I + \alpha F)u\| \le |1 + \alpha\lambda_1|\|u\|$ for all u, that is $|1 +"
        r" \alpha\lambda_j| \le |1 + \alpha\lambda_1|$ for all j, a unit token comes no further from the line of"
        r" $v_1$: $(v_1^Ty)^2 \ge (v_1^Tx)^2\|y\|^2$."
    ),
    reading=(
        "R3: factor 1 + alpha lambda_j, moduli compared; decided here: no further from the line; strictly closer,"
        " under strict inequalities, is POW-2.1.amp.step"
    ),
    source=SOURCE,
    kind="inequality",
)
def with_residual(loss: int = 1, seed: int = 0) -> Iterator[Evidence]:
    s = symbols()
    first, other = 1 + s.alpha * s.lambda_1, 1 + s.alpha * s.lambda_j
    yield conjunction(_gain(first, other, [other**2 < first**2], loss), scope=SCOPE)

    def trial(rng: Any) -> Any:
        d = int(rng.integers(2, 7))
        instance, alpha, X = (
            st.sampling.symmetric_instance(rng, d),
            st.sampling.rational(rng, 1, 3),
            st.sampling.orthogonal(rng, d)[:1],
        )
        factors = 1 + alpha * instance.eigenvalues
        v = instance.basis[0]
        if not all(abs(factor) < factors[0] for factor in factors[1:]) or not 0 < abs(X[0] @ v) < 1:
            return decide.Trial(None, {})
        y = st.oja_step(X, instance.V, alpha)[0]
        values = {"v": exact_texts(v), "x": exact_texts(X[0]), "y": exact_texts(y)}
        holds = (y @ v) ** 2 > loss * (X[0] @ v) ** 2 * (y @ y)
        return decide.Trial(bool(holds), values, [f"dot(y, v)**2 <= {loss}*dot(x, v)**2*dot(y, y)"])

    yield decide.exact_instances(
        trial, scope="N = 1, d <= 6", method="Fractions: the map in exact arithmetic", seed=seed
    )


@illustration(
    "POW-C3.slow",
    title="Close eigenvalues separate slowly",
    statement=(
        r"Let F be symmetric. For equal tokens with $v_1^Tx \ne 0$ the ratio of the components along $v_2$ and $v_1$ is"
        r" multiplied by $r = (1 + \alpha\lambda_2)/(1 + \alpha\lambda_1) = 1 - s$, $s = \alpha(\lambda_1 -"
        r" \lambda_2)/(1 + \alpha\lambda_1)$, in every layer ($0 < 1 + \alpha\lambda_2 < 1 + \alpha\lambda_1$), and"
        r" $r^t \ge 1 - ts$: to shrink the ratio to the fraction $\epsilon$ of its start takes at least $t \ge (1 -"
        r" \epsilon)/s$ layers, a number that grows without bound as $\lambda_2 \to \lambda_1$."
    ),
    source=SLOW,
    kind="convergence",
)
def slow(speed: Any = 1) -> Iterator[Evidence]:
    s, t = symbols(), sp.Symbol("t", integer=True, nonnegative=True)
    first, second = 1 + s.alpha * s.lambda_1, 1 + s.alpha * s.lambda_j
    x_1, x_2, norm = sp.symbols("x_1 x_2 norm", real=True)
    gap, power, rate = sp.symbols("gap power rate", real=True)
    loss = s.alpha * (s.lambda_1 - s.lambda_j) / first
    claimed = sp.Rational(speed)
    yield conjunction(
        {
            "one layer multiplies the ratio by r": decide.identity(
                {"ratio": ((second * x_2 / norm) / (first * x_1 / norm), (second / first) * (x_2 / x_1))}, scope=SCOPE
            ),
            "r = 1 - s": decide.identity({"r": (second / first, 1 - loss)}, scope=SCOPE),
            "0 < s < 1": decide.inequality(
                [loss > 0, loss < 1], [s.lambda_j < s.lambda_1, second > 0, first > 0], scope=SCOPE
            ),
            "induction from t to t + 1: (1 - s) r^t >= 1 - (t + 1)s": decide.inequality(
                (1 - gap) * power >= 1 - (t + 1) * claimed * gap,
                [power >= 1 - t * claimed * gap, gap > 0, gap < 1, t >= 0],
                scope=SCOPE,
            ),
            "so reaching the fraction needs t s >= 1 - fraction": decide.inequality(
                t * gap >= 1 - rate, [power <= rate, power >= 1 - t * gap], scope=SCOPE
            ),
        },
        scope=f"{SCOPE}; all t",
    )
