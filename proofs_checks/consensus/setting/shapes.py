"""Section 2.2: shapes and index ranges of the displays (1) and (4).

A shape is a pair of symbols in n, l, w. A product is defined when the inner sizes agree identically, a
sum when both do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import verify.deciders as decide
from proofs_checks.consensus import PAPER
from verify.claim import Source
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(w)", "w >= 1", "integer(h)", "h >= 1")


@dataclass(frozen=True)
class Shape:
    """A matrix of which only the shape is known, with the equations its construction needs.

    needs : sentence -> two sizes that must be equal.
    """

    name: str
    rows: Any
    columns: Any
    needs: tuple[tuple[str, tuple[Any, Any]], ...] = ()

    def __matmul__(self, other: Shape) -> Shape:
        name = f"{self.name} {other.name}"
        inner = ((f"inner sizes of {name}", (self.columns, other.rows)),)
        return Shape(f"({name})", self.rows, other.columns, (*self.needs, *other.needs, *inner))

    def __add__(self, other: Shape) -> Shape:
        name = f"{self.name} + {other.name}"
        sizes = ((f"rows of {name}", (self.rows, other.rows)), (f"columns of {name}", (self.columns, other.columns)))
        return Shape(f"({name})", self.rows, self.columns, (*self.needs, *other.needs, *sizes))

    @property
    def T(self) -> Shape:
        """The transpose."""
        return Shape(f"{self.name}^T", self.columns, self.rows, self.needs)

    def is_(self, rows: Any, columns: Any) -> dict[str, tuple[Any, Any]]:
        """All equations of the construction, and those that say that the result has the given shape."""
        result = {f"rows of {self.name}": (self.rows, rows), f"columns of {self.name}": (self.columns, columns)}
        return dict(self.needs) | result


@illustration(
    "CON-E1.a",
    title="All products of the displays are defined",
    statement=(
        r"With $Q, K, V \in M_{w\times(n+1)}$, $W_\eta \in M_{(n+1)\times w}$, $x \in M_{(n+1)\times l}$ and $D \in"
        r" M_{l\times l}$ every product and sum in (1), (4) and the multi-head display is defined, $z \in M_{w\times"
        r" l}$, and the argument of $\pi_W$ is in $R^{n+1}$."
    ),
    source=Source(PAPER, "equations (1), (4)"),
    kind="typo-check",
)
def shapes(flipped: bool = False) -> Iterator[Evidence]:
    n, tokens, w = sp.symbols("n l w", integer=True, positive=True)
    Q, K, V = (Shape(name, w, n + 1) for name in "QKV")
    W, x, D = Shape("W", n + 1, w), Shape("x", n + 1, tokens), Shape("D", tokens, tokens)
    W = Shape("W", w, n + 1) if flipped else W
    y = Shape("y", n + 1, 1)
    logits = x.T @ K.T @ Q @ x
    weights = Shape("exp", logits.rows, logits.columns, logits.needs)
    z = V @ x @ D @ weights
    yield decide.identity(
        {
            **logits.is_(tokens, tokens),
            **z.is_(w, tokens),
            **(x + W @ z).is_(n + 1, tokens),
            **(y.T @ K.T @ Q @ y).is_(1, 1),
            **(y + W @ V @ y).is_(n + 1, 1),
        },
        scope="all n, l, w, h >= 1 (the display of one head; heads are summed)",
    )


_RANGES = (
    r"The index ranges of the displays are consistent: heads are summed over $\eta = 1, \dots, h$, tokens are indexed"
    r" by $i, j, l = 1, \dots, \ell$,"
)


@illustration(
    "CON-E1.b",
    title="The range of the output weights",
    statement=_RANGES + r" and the output weights are $W_\eta$ for $1 \le \eta \le \ell$: each $W_\eta$ used is given.",
    reading="the most charitable one: only the output weights that are used in a sum have to be given",
    source=Source(PAPER, "Section 2.2, output weights"),
    kind="typo-check",
)
def printed_range(last: str = "l") -> Iterator[Evidence]:
    yield decide.refutation(
        {"n": 3, "l": 2, "w": 4, "h": 3, "eta": 3},
        [f"eta > {last}"],
        hypotheses=(*SIZES, "integer(eta)", "1 <= eta <= h"),
        scope="l = 2 tokens, h = 3 heads: the sum uses W_3, which is not given",
        method="exact comparison of the ranges",
    )


@illustration(
    "CON-E1.b.repaired",
    title="The range of the output weights, repaired",
    statement=(
        r"With heads summed over $\eta = 1, \dots, h$ and output weights $W_\eta$ for $1 \le \eta \le h$ each $W_\eta$"
        " used is given."
    ),
    source=Source(PAPER, "Section 2.2, output weights"),
    kind="typo-check",
    repairs="CON-E1.b",
)
def repaired_range(last: str = "h") -> Iterator[Evidence]:
    sizes = {name: sp.Symbol(name, integer=True) for name in ("l", "h", "eta")}
    eta, heads = sizes["eta"], sizes["h"]
    yield decide.inequality(
        eta <= sizes[last],
        [eta >= 1, eta <= heads, heads >= 1, sizes["l"] >= 1],
        scope="all l, h >= 1 and every head of the sum",
    )
