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
from fractions import Fraction
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.auto_regressive import pairs
from attnverify.proofs_checks.consensus.auto_regressive.exceptional_solution import DOMAIN, EXAMPLE
from attnverify.proofs_checks.consensus.missing import DEPENDENCE, EXISTENCE
from attnverify.proofs_checks.consensus.refutations import completed
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction, open_
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Rung, Verdict

np = lazy("numpy")
sp = lazy("sympy")

ALL = "all n, h >= 1, every bounded measurable P(t), y_2 other than y_1 and -y_1"
ZERO = "n = 1, l = 3, h = 1, P = 0, y_1 = e_1, y_2 = e_2"


def _moved(token: Any, variable: Any, rate: Any) -> Any:
    return sp.Matrix([sp.diff(entry, variable) * rate for entry in token])


def strict_exits(edge: str) -> dict[str, Evidence]:
    """Step 1, with the upper face z = edge * u, from the definition of the model with arbitrary causal weights."""
    u, z = sp.symbols("u z", real=True)
    A = pairs.causal_weights(1, 3)[0]
    field = st.velocity(st.decrease.wedge_tokens(u, z), A)
    rates = st.decrease.wedge_rates(u, z, A)
    face = sp.Rational(edge)
    on_lower, on_upper = (st.decrease.wedge_rates(u, at, A) for at in (sp.Integer(0), face * u))
    Y = np.array([[*row, sp.Integer(0)] for row in st.decrease.wedge_tokens(u, z)], dtype=object)
    inside = [u > 0, *(weight > 0 for weight in (A[1, 0], A[2, 0], A[2, 1]))]
    return {
        "the plane is invariant": decide.identity(
            {f"token {i + 1}": (st.velocity(Y, A)[i, 2], sp.Integer(0)) for i in range(3)}, scope=ALL
        ),
        "u' and z'": decide.identity(
            {
                "token 2": (sp.Matrix(field[1]), _moved(st.decrease.half_angle_point(u), u, rates[0])),
                "token 3": (sp.Matrix(field[2]), _moved(-st.decrease.half_angle_point(z), z, rates[1])),
            },
            scope=ALL,
        ),
        "z = 0 is left downwards": decide.inequality(on_lower[1] < 0, inside, scope=ALL),
        "the upper face is left upwards": decide.inequality(
            on_upper[1] - face * on_upper[0] > 0, inside, degree=4, scope=ALL
        ),
        "in the wedge |y_3 + y_1|^2 <= 4 u^2": decide.inequality(
            4 * u**2 >= 4 * z**2 / (1 + z**2), [z >= 0, z <= u, u > 0], degree=4, scope=ALL
        ),
    }


def degenerate() -> dict[str, Evidence]:
    """y_2 = -y_1 never moves; y_2 = y_1 acts as y_1 does, so that y_3 behaves as a second token."""
    Y, units = pairs.tokens("y_1", "y_3")
    e, y = Y
    return {
        "y_2 = -y_1 stays": decide.identity(
            {"pair term": (sp.Matrix(pairs.pair_term(-e, e)), sp.zeros(3, 1))}, relations=units[:1], scope=ALL
        ),
        "y_2 = y_1: each pair term of c_3 is 1 - c_3^2": decide.identity(
            {"y_1 . pair term": (e @ pairs.pair_term(y, e), 1 - (e @ y) ** 2)}, relations=units, scope=ALL
        ),
    }


@claim(
    "CON-X9",
    title="The complement of the basin for two and three tokens",
    statement=(
        r"For every bounded P, all n and h: for $\ell = 2$ exactly $y_2 = -y_1$ does not reach consensus. For $\ell ="
        r" 3$ over $y_2 \ne \pm y_1$ exactly one $y_3$ does not; it lies in the plane of $y_1, y_2$, strictly between"
        r" $-y_1$ and $-y_2$ on the shorter arc, and converges to $-y_1$. Over $y_2 = y_1$ it is $-y_1$, over $y_2 ="
        r" -y_1$ no $y_3$ reaches it. For every $\ell \ge 2$ the complement contains $\{y_2 = -y_1\}$, of codimension"
        r" n, and has at most one point on each sphere $S^n$ over a convergent state of the earlier tokens, that is"
        r" codimension n fibre by fibre. (Proved for every $\ell$: at most one, CON-X9.most; where it converges to,"
        r" CON-X9.opposite; that it is in the span of the earlier ones, CON-X9.span, on their other side, CON-X9.side,"
        r" and for $\ell = 3$ strictly between $-y_1$ and $-y_2$, CON-X9.between; and exactly one over equal earlier"
        r" tokens, CON-X9.equal. What remains is that for $\ell = 3$ there is one over $y_2 \ne \pm y_1$, and the words"
        " on codimension.)"
    )
    + missing(EXISTENCE, DEPENDENCE),
    source=Source(PAPER, "beyond the text, extends Theorem 4.2"),
    kind="convergence",
    role="extension",
    hypotheses=("integer(n)", "n >= 1", "integer(h)", "h >= 1", "u > 0", "z > 0", "z < u"),
    instance={"n": 2, "h": 2, "u": 1, "z": "1/4"},
    twin=Twin("the upper face z = u/2", {"edge": "1/2"}),
    expected=Verdict.ARGUED,
    rests_on=(
        "CON-A6",
        "CON-T4.2.a",
        "CON-T4.2.c",
        "CON-T4.2.e",
        "CON-X9.between",
        "CON-X9.equal",
        "CON-X9.most",
        "CON-X9.opposite",
        "CON-X9.side",
        "CON-X9.span",
    ),
)
def complement(edge: str = "1") -> Iterator[Evidence]:
    yield conjunction({**strict_exits(edge), **degenerate(), **pairs.least_weight(ALL)}, scope=ALL)
    yield bracket()


def bracket() -> Evidence:
    """A narrow bracket for P = 0, whose two curves have exits decided by Sturm sequences."""
    found = st.decrease.exceptional_bracket(Fraction(1))
    low, high = found.heights
    method = "SymPy: Sturm sequences of the exit polynomials of two curves"
    if (
        st.decrease.exit_direction(found.below, found.start) != -1
        or st.decrease.exit_direction(found.above, found.start) != 1
    ):
        return open_(ZERO, method, "an exit is not strict", covers=False)
    reason = f"the exceptional y_3 has {float(low):.6f} < tan(zeta/2) < {float(high):.6f}"
    return Evidence(Rung.CERTIFIED, ZERO, method, covers=False, reason=reason)


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
    rests_on=("CON-X9",),
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
    yield decide.smt(exits, inside, scope=ZERO + "; the exits, second route", covers=False)
