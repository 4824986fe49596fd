"""Theorem 1: which consensus points of the multi-head map are stable.

At a consensus its Jacobian is that of the Oja map with F (POW-D4.1.jac), so the eigenvalues are those of Lemma 3; what
remains are the inequalities between the eigenvalues of F. Stability and instability by the indirect method.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.consensus import consensus_step_size as steps
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SOURCE = Source(PAPER, "Theorem 1, D.4.1", reconstructed=True)
EVERY = (
    "all N >= 1, all d >= 2, all H >= 1, every P_h, all V_h (symmetric or not) with a symmetric sum F whose lambda_1"
    " > 0 is simple"
)
INSTANCE = {**steps.INSTANCE, "H": 2}
SIZES = {**steps.SIZES, "H": 2}


@illustration(
    "POW-T1.stable",
    title="Theorem 1, the principal consensus of the multi-head map is stable",
    statement=(
        r"For the multi-head map with full attention, let $F = \sum_hV_h$ be symmetric with $\lambda_1 > 0$ simple,"
        r" and $\alpha < 2/(|\lambda_d| - \lambda_1)$ where $|\lambda_d| > \lambda_1$. Then the consensus at $v_1$,"
        " and that at $-v_1$, is locally asymptotically stable."
    ),
    reading="R1: the step condition as stated",
    source=SOURCE,
    kind="stability",
)
def stable(bound: int = 2) -> Iterator[Evidence]:
    s = symbols()
    given = [*steps.ordered(s.lambda_j), steps.within_bound(bound)]
    for decider in steps.deciders():
        yield conjunction(steps.inside_disc(decider, given, EVERY), scope=EVERY)


@illustration(
    "POW-T1.stable.R2",
    title="Theorem 1 for small step sizes",
    statement=(
        r"For the multi-head map with full attention, let $F = \sum_hV_h$ be symmetric with $\lambda_1 > 0$ simple."
        r" For all small enough $\alpha$, for instance $\alpha < 2/|\lambda_d|$ and every $\alpha$ if $\lambda_d ="
        r" 0$, the consensus at $\pm v_1$ is locally asymptotically stable."
    ),
    reading="R2: only alpha small enough",
    source=SOURCE,
    kind="stability",
)
def stable_for_small_steps(bound: int = 2) -> Iterator[Evidence]:
    s = symbols()
    given = [*steps.ordered(s.lambda_j), sp.Abs(s.alpha * s.lambda_d) < bound]
    for decider in steps.deciders():
        yield conjunction(steps.inside_disc(decider, given, EVERY), scope=EVERY)


@illustration(
    "POW-T1.unstable",
    title="Theorem 1, the other consensus points of the multi-head map are unstable",
    statement=(
        r"Under the assumptions of Theorem 1 every consensus equilibrium of the multi-head map at $v_k$, $k \neq 1$"
        r" ($1 + \alpha\lambda_k > 0$), is unstable: it has the eigenvalue $(1 + \alpha\lambda_1)/(1 +"
        r" \alpha\lambda_k) > 1$, for every $\alpha$. Where $1 + \alpha\lambda_k < 0$ the point is no equilibrium"
        " but on a 2-cycle, which is unstable as well for the step sizes of Theorem 1."
    ),
    source=SOURCE,
    kind="stability",
)
def unstable(bound: int = 2) -> Iterator[Evidence]:
    scope: Any = f"{EVERY}; 1 + alpha lambda_k positive (equilibrium) or negative (2-cycle)"
    for decider in steps.deciders():
        yield conjunction(steps.unstable_points(decider, bound, scope), scope=scope)
