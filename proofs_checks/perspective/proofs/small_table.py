"""PER-N3 in figures: up to which beta the explicit condition (n - 1) tanh(beta) < 1 holds."""

from __future__ import annotations

from proofs_checks.perspective.proofs.chain_table import around
from verify.formal import Variant, formal
from verify.tactics.build import Tree, both, boxes, intro
from verify.verdict import Verdict

ROWS = {3: "0.5493", 4: "0.3465", 5: "0.2554", 8: "0.1438", 16: "0.06676", 32: "0.03226"}


def crossing(n: int, figures: str) -> str:
    """Below and above the threshold."""
    low, high = around(figures)
    return f"(beta <= {low} => {n - 1}*tanh(beta) < 1) and (beta >= {high} => {n - 1}*tanh(beta) > 1)"


def crossed(figures: str) -> Tree:
    """On both boxes."""
    low, high = around(figures)
    return both(intro("", boxes(beta=("0", str(low)))), intro("", boxes(beta=(str(high), "10"))))


formal(
    "PER-N3.table",
    title="The explicit condition for small beta, in figures",
    sentence=r"For $0 \leq \beta \leq 10$: $(n-1)\tanh\beta < 1$ for $\beta \leq b$ and $> 1$ for $\beta \geq b + u$,"
    r" $u$ a unit of the last figure of $b$, for $n$ and $b$ as follows: "
    + ", ".join(f"${n}$: ${figures}$" for n, figures in ROWS.items())
    + ".",
    statement={
        "letters": ["beta: number"],
        "given": ["0 <= beta", "beta <= 10"],
        "show": [crossing(n, figures) for n, figures in ROWS.items()],
    },
    proof=[crossed(figures) for figures in ROWS.values()],
    instance={"letters": {"beta": 1}},
    twin=Variant("up to beta = 1", {"beta <= 5493/10000": "beta <= 1"}, {"letters": {"beta": 1}}),
    expected=Verdict.CERTIFIED,
)
