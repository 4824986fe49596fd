"""An exact clustering equilibrium of the attention map.

P = log(base) M with rational tokens and integer differences of the logits in units of log(base), so the attention
weights are rational. Existence is shown by one example; each holds for every multiple of the stated cluster sizes,
because the total weights on the clusters depend on the ratios of the sizes alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import attnverify.stability as st
from attnverify.verify.lazy import lazy

np = lazy("numpy")


@dataclass(frozen=True)
class Example:
    """tokens (m, d), cluster sizes, V, M and base as texts or integers; P = log(base) M."""

    tokens: Sequence[Sequence[Any]]
    counts: Sequence[int]
    V: Sequence[Sequence[Any]]
    M: Sequence[Sequence[Any]]
    base: int | str
    alpha: str = "1/10"

    def state(self) -> Any:
        """The tokens with their multiplicities."""
        return st.states.State(fractions(self.tokens), fractions(self.counts))

    def weights(self) -> Any:
        """The total attention weights: (m, m)."""
        return st.states.power_weights(self.state(), fractions(self.M), Fraction(self.base))


# Two clusters, V symmetric and positive definite, stable.
TWO = Example(
    tokens=[["1", "0"], ["-4/5", "3/5"]],
    counts=[1, 1],
    V=[["104/35", "-33/35"], ["-33/35", "66/35"]],
    M=[["3", "22/3"], ["4", "46/3"]],
    base=2,
)


def fractions(rows: Any) -> Any:
    """Texts or integers as an array of fractions."""
    return st.numbers.as_array(np.vectorize(Fraction, otypes=[object])(np.asarray(rows, dtype=object)))
