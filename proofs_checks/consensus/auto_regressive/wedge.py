"""Where the cascade breaks: the wedge between -y_1 and -y_2 and the exceptional third token in it.

u = tan(phi/2), z = tan(zeta/2): y_2 at the angle phi in (0, pi) from y_1, y_3 at pi + zeta, all in the plane of y_1 and
y_2, which is invariant. Let 0 <= z <= u(0) at t = 0.
1. On z = 0: z' < 0; on z = u: (z - u)' > 0; for all positive weights, with a positive bound where weights are >= a > 0.
2. The set of initial z whose solution leaves {0 <= z <= u} through z = 0, and the set of those that leave it through
   z = u, are open (continuous dependence, CON-A6, and strict exits), disjoint (the first exit decides) and contain 0
   and u(0). As [0, u(0)] is connected, some z in (0, u(0)) belongs to neither, and stays in the wedge for ever.
3. u = tan(phi/2) -> 0 (CON-T4.2.c), so z -> 0: y_3 -> -y_1, while y_2 -> y_1. There is one such y_3 only, in the whole
   sphere (CON-T4.2.e).

The same argument between two curves z = p(u) with strict exits encloses the exceptional z. For P = 0 the lines z =
19u/100 and z = 2u/7 are such curves on 0 < u <= 1 (phi <= pi/2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.auto_regressive.exceptional_solution import DOMAIN, EXAMPLE
from attnverify.proofs_checks.consensus.missing import DEPENDENCE
from attnverify.proofs_checks.consensus.refutations import completed
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

ZERO = "n = 1, l = 3, h = 1, P = 0, y_1 = e_1, y_2 = e_2"


def exit_rates(low: str, high: str) -> list[Any]:
    """z = low * u is left downwards and z = high * u upwards, for P = 0: two positive rational functions of u."""
    u = sp.Symbol("u", real=True)
    tokens = st.decrease.wedge_tokens(sp.Integer(1), sp.Integer(0))
    alpha = st.attention_weights(tokens, np.zeros((2, 2), dtype=object), causal=True)
    relations = []
    for slope, sign in ((sp.Rational(low), -1), (sp.Rational(high), 1)):
        rates = st.decrease.wedge_rates(u, slope * u, alpha)
        relations.append(sp.cancel(sign * (rates[1] - slope * rates[0])) > 0)
    return relations


# An arc of third tokens, with the ends Y[2] and Z[2], over one state of the first two.
ARC = (*DOMAIN, "Z[2] != -1*Y[0]", "dot(Z[2], Z[2]) == 1", "Z[0] == Y[0]", "Z[1] == Y[1]")
ARC_EXAMPLE = {**EXAMPLE, "Z": [[1, 0], ["3/5", "4/5"], ["-4/5", "3/5"]]}


@claim(
    "CON-T4.2.R1",
    title="Theorem 4.2 for constant P: the stated domain",
    statement=(
        r"For the auto-regressive model with $U_\eta = I$, W = I, h = 1 and constant P (the case of Remark 4.3) the"
        r" domain of attraction of $C_\ell$ contains $D^1_\ell$."
    )
    + missing(DEPENDENCE),
    reading="R1: constant P only. The witness is an arc of third tokens, P = 0: one strictly inside does not converge",
    source=Source(PAPER, "Theorem 4.2, Remark 4.3"),
    kind="stability",
    hypotheses=ARC,
    instance=ARC_EXAMPLE,
    twin=Twin("the lower line z = u/4, which is no strict exit", {"low": "1/4"}),
    expected=Verdict.ARGUED_FALSE,
    rests_on=("CON-A6", "CON-T4.2.c"),
    no_repair="CON-T4.2.repaired covers constant P",
)
def constant_logits(low: str = "19/100", high: str = "2/7") -> Iterator[Evidence]:
    u = sp.Symbol("u", real=True)
    exits, inside = exit_rates(low, high), [u > 0, u <= 1]
    steps = decide.inequality(exits, inside, degree=4, scope=ZERO)
    one = sp.Integer(1)
    Y, Z = (st.decrease.wedge_tokens(one, sp.Rational(slope) * one) for slope in (low, high))
    start = decide.refutation(
        {"n": 1, "h": 1, "low": low, "high": high, "Y": Y.tolist(), "Z": Z.tolist()},
        [
            "Y[0] == [1, 0]",
            "Y[1] == [0, 1]",
            "Y[2] == [-(1 - low**2)/(1 + low**2), -2*low/(1 + low**2)]",
            "Z[2] == [-(1 - high**2)/(1 + high**2), -2*high/(1 + high**2)]",
            "0 < low < high < 1",
        ],
        scope=ZERO,
        method="referee: the ends of the arc",
    )
    yield completed(start, steps, "P = 0, y_2 = e_2: a y_3 strictly between Y[2] and Z[2] converges to -y_1")
