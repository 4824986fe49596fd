"""Section 2.3: which U = W V' and which P = Q^T K arise from an inner dimension w.

Fewer inner dimensions lose a direction, by rank and nullity (CON-A5.needed); for w >= n + 1 there are factors.
"""

from collections.abc import Iterator

import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import MATRIX
from attnverify.proofs_checks.consensus.symbols import column
from attnverify.proofs_checks.examples import example
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

sp = lazy("sympy")


@claim(
    "CON-A5",
    title="Which inner dimensions allow U = I and P = I",
    statement=(
        r"$U_\eta = W_\eta V'_\eta$ with inner dimension w can equal $I_{n+1}$ if and only if $w \ge n+1$; so with w ="
        " (n+1)/h, the usual layout of h heads, only for h = 1, although the sum of the $U_\\eta$ over the heads can be"
        r" I. Likewise $P_\eta = Q_\eta^TK_\eta$ can equal $I_{n+1}$, or any nonsingular matrix, if and only if $w \ge"
        r" n+1$. Sufficiency: w = n+1 and $W_\eta = V'_\eta = I$; zero columns and rows for larger w. Necessity is"
        " CON-A5.needed."
    )
    + missing(MATRIX),
    source=Source(PAPER, "Section 2.3, definition of U and P"),
    kind="rank",
    hypotheses=("integer(n)", "n >= 1", "integer(w)", "w >= 1", "integer(h)", "h >= 1"),
    instance={"n": 3, "w": 2, "h": 2},
    twin=Twin("w >= n suffices", {"missing": 1}),
    expected=Verdict.ARGUED,
    rests_on=("CON-A5.needed",),
)
def inner_dimension(missing: int = 0) -> Iterator[Evidence]:
    n, h = sp.symbols("n h", real=True)
    scope = "all n, w, h >= 1"
    yield conjunction(
        {
            "w = n + 1 - missing suffices: W V' = I for these two factors, at n = 2": example(
                {
                    "W": [[1, 0, 0], [0, 1, 0], [0, 0, 1 - missing]],
                    "V": [[1, 0, 0], [0, 1, 0], [0, 0, 1 - missing]],
                },
                ["W@V == identity(3)"],
                scope="the identity as both factors, the same for every n",
                method="exact product",
            ),
            "w = n + 2 - missing, with a column and a row of zeros": example(
                {
                    "W": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1 - missing, 0]],
                    "V": [[1, 0, 0], [0, 1, 0], [0, 0, 1 - missing], [0, 0, 0]],
                },
                ["W@V == identity(3)"],
                scope="zeros added to the identity, the same for every n and w > n + 1",
                method="exact product",
            ),
            "(n + 1)/h >= n + 1 only for h = 1": decide.inequality(
                h <= 1, [h >= 1, n >= 1, (n + 1) / h >= n + 1], scope=scope
            ),
        },
        scope=scope,
    )
    yield example(
        {"W1": [[1, 0], [0, 1], [0, 0], [0, 0]], "W2": [[0, 0], [0, 0], [1, 0], [0, 1]]},
        ["W1@transpose(W1) + W2@transpose(W2) == identity(4)", "rank(W1@transpose(W1)) == 2"],
        scope="n = 3, h = 2, w = 2: the sum of two heads is I, neither head is",
        method="exact product",
    ).narrowed("n = 3, h = 2, w = 2")
    for size in (2, 3):
        left, right = generic.array("W", size, size - 1), generic.array("V", size - 1, size)
        scope = f"n = {size - 1}, w = {size - 1}"
        yield decide.identity({"det(W V')": (column(left @ right).det(), 0)}, scope=scope, covers=False)
