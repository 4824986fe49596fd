"""Section 2.3: flows of smooth fields on the state space.

The steps from a Lipschitz bound to unique solutions for all times are those of `setting.lipschitz`.
"""

from __future__ import annotations

from collections.abc import Iterator

import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import EXISTENCE
from attnverify.proofs_checks.consensus.setting.lipschitz import existence_steps
from attnverify.proofs_checks.consensus.symbols import product
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

sp = lazy("sympy")

SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1")


@claim(
    "CON-2.3.a",
    title="Smooth fields on the state space have flows for all times",
    statement=(
        r"Every smooth vector field on $(E_W^n)^l$ has a flow defined for all $\tau \in R$. In the coordinates"
        r" $W^{1/2}y$ the field X is Lipschitz: $X \circ \pi$ is smooth on the shell $|x_j| \ge 1/2$; a segment"
        r" between tokens at distance at most 1 stays in the shell, where the derivative is bounded on $|x_j| \le 1$"
        r" by some L; for larger distances $|X - X'| \le 2B \le 2B|y - z|$. The rest is an extension to a bounded"
        r" Lipschitz field on all of space, successive approximation, and invariance of the state space. (Of a field"
        " that depends on t, measurability in t and a Lipschitz bound free of t suffice: CON-A6.)"
    )
    + missing(EXISTENCE),
    source=Source(PAPER, "Section 2.3, first paragraph"),
    kind="invariance",
    hypotheses=SIZES,
    instance={"n": 2, "l": 4},
    twin=Twin("x/|x| is 1-Lipschitz for |x| >= 1/2", {"stretch": 1}),
    expected=Verdict.ARGUED,
)
def complete(stretch: int = 2) -> Iterator[Evidence]:
    s, g, distance, B = sp.symbols("s g distance B", real=True)
    scope = "all n, l >= 1, every W, every smooth vector field"
    x, y = generic.array("x", 2), generic.array("y", 2)
    between = (1 - s) * x + s * y
    yield conjunction(
        {
            "a point of the segment between two unit vectors": decide.identity(
                {"square": (product(between, between), 1 - s * (1 - s) * product(x - y, x - y))},
                relations=[(x[0] ** 2, 1 - x[1] ** 2), (y[0] ** 2, 1 - y[1] ** 2)],
                scope=scope,
            ),
            "it is in the shell: |x - y| <= 1 gives at least 3/4 > 1/4": decide.inequality(
                1 - s * (1 - s) * g >= sp.Rational(3, 4),
                [s >= 0, s <= 1, g >= 0, g <= 1],
                squares=(2 * s - 1,),
                scope=scope,
            ),
            "|X - X'| <= 2 B <= 2 B |y - z| for |y - z| >= 1": decide.inequality(
                2 * B * distance >= 2 * B, [distance >= 1, B >= 0], scope=scope
            ),
            **existence_steps(scope, stretch),
        },
        scope=scope,
    )
