"""Table 1, column section 3, the conull set of the introduction, and what the summary page says of full attention."""

from __future__ import annotations

from collections.abc import Iterator

import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import NULL_SETS
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

sp = lazy("sympy")


@claim(
    "CON-I.a",
    title="The domain of Theorem 4.2 is conull",
    statement=(
        r"$D^1_\ell = \{y_j \ne -y_1, 2 \le j \le \ell\}$ has a complement of measure zero in $(S^n)^\ell$, $n \ge 1$:"
        r" it is the union of $\ell - 1$ smooth images of $(S^n)^{\ell-1}$, of dimension $n(\ell - 1) < n\ell$."
    )
    + missing(NULL_SETS),
    source=Source(PAPER, "Table 1, Theorem 4.2"),
    kind="identity",
    hypotheses=("integer(n)", "n >= 1", "integer(ell)", "ell >= 2"),
    instance={"n": 1, "ell": 3},
    twin=Twin("images of dimension n(l - 1) + 1", {"more": 1}),
    expected=Verdict.ARGUED,
)
def conull(more: int = 0) -> Iterator[Evidence]:
    """A smooth image of a manifold of smaller dimension is a null set, and so is a finite union of null sets."""
    n, ell = sp.symbols("n ell", integer=True)
    goal, given = n * (ell - 1) + more < n * ell, [n >= 1, ell >= 2]
    yield decide.inequality(goal, given, scope="all n >= 1, l >= 2")
