"""Sections 2.1.1 and D.4.2: for which step sizes the principal consensus is stable, and what the other conditions do.

The spectrum at the consensus is derived in `nonsymmetric`, single- or multi-head; what is left are inequalities
between the eigenvalues of F. A bipartite example shows that the condition of Theorem 3 on alpha is not necessary.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import examples
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.consensus import consensus_step_size as steps
from proofs_checks.power_method.convergence.nonsymmetric import consensus_jacobian
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")


@illustration(
    "POW-2.1.gen.alpha.repaired",
    title="Local consensus for every step size where lambda_1 is the spectral radius",
    statement=(
        r"Let $\lambda_1 > 0$ be simple and the spectral radius of the symmetric F, $-\lambda_1 \le \lambda_j <"
        r" \lambda_1$. The consensus at $v_1$ is locally asymptotically stable for every $\alpha > 0$ (indirect"
        " method)."
    ),
    reading="the principal eigenvalue is the spectral radius; local convergence",
    source=Source(PAPER, "Section 2.1.1, last paragraph"),
    kind="stability",
    repairs="POW-2.1.gen.alpha",
)
def every_step(radius: str = "1") -> Iterator[Evidence]:
    s = symbols()
    given = [*steps.ordered(s.lambda_j), s.lambda_d >= -sp.Rational(radius) * s.lambda_1]
    spectrum = {"tangent Jacobian": consensus_jacobian(2, 3, 1 / s.N)}
    for decider in steps.deciders():
        inside = steps.inside_disc(decider, given, steps.EVERY)
        yield conjunction(inside | spectrum, scope=steps.EVERY)


@illustration(
    "POW-2.1.gen.alpha.R2",
    title="Local consensus for every step size under Assumption 1",
    statement=(
        r"For symmetric F with $\lambda_1 > 0$ simple and larger than all other eigenvalues the consensus at $v_1$ is"
        r" locally asymptotically stable for every $\alpha > 0$."
    ),
    reading="R2: the principal eigenvalue is the largest one, as in Assumption 1",
    source=Source(PAPER, "Section 2.1.1, last paragraph"),
    kind="stability",
    no_repair="POW-L4.stable and POW-T3.cons have the sharp condition",
)
def every_step_by_value(bounded: bool = False) -> Iterator[Evidence]:
    """The refutation is a tangent eigenvalue outside the closed disc, so instability."""
    s = symbols()
    given = [*steps.ordered(s.lambda_j), *([steps.within_bound(2)] if bounded else [])]
    closed = sp.Abs(1 + s.alpha * s.lambda_j) <= 1 + s.alpha * s.lambda_1
    yield decide.inequality(closed, given, scope=steps.EVERY)


@illustration(
    "POW-D4.2",
    title="Which step conditions are needed, and which are only sufficient",
    statement=(
        r"For the consensus at $v_1$, $\lambda_1 > 0$ simple, a step condition is needed only when $|\lambda_d| >"
        r" \lambda_1$. The condition $\alpha < 1/|\lambda_k|$ on bipartite points is only sufficient: with $V ="
        r" \mathrm{diag}(1, 1/4)$, $e^{2a} = 9$, p = q = 3 and $\alpha = 2 > 1/\lambda_1$ the bipartite state on $v_1$"
        " is an equilibrium and satisfies all Schur-Cohn conditions."
    ),
    source=Source(PAPER, "D.4.2"),
    kind="step-size bound",
)
def only_sufficient(alpha: str = "2") -> Iterator[Evidence]:
    size, first, other = sp.Rational(alpha), sp.Integer(1), sp.Rational(1, 4)
    weights = st.states.GroupWeights(sp.Integer(3), sp.Integer(3), sp.Integer(9))
    values = {"alpha": size, "lambda_1": 1, "lambda_2": other, "E": 9, "p": 3, "q": 3}
    values |= {"A": sp.Matrix(weights.matrix), "B": sp.Matrix(weights.block(other, first, size))}
    values["c"] = weights.factors(first, size)[0]
    scope = "the equilibrium with six tokens, V = diag(1, 1/4), alpha = 2"
    relations = [
        "A[0][0] == p*E/(p*E + q)", "A[1][1] == q*E/(q*E + p)", "A@ones(2) == 1",
        "c == 1 + alpha*lambda_1*(A[0][0] - A[0][1])", "c > 1", "c*B == identity(2) + alpha*lambda_2*A",
        "Abs(det(B)) < 1", "Abs(trace(B)) < 1 + det(B)", "alpha*lambda_1 >= 1",
    ]  # fmt: skip
    yield examples.example(values, relations, scope=scope, method="referee: exact Schur-Cohn conditions")
