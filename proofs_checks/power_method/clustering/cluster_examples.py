"""Exact clustering equilibria of the attention map, and the relations by which the referee re-decides them.

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
        return st.State(fractions(self.tokens), fractions(self.counts))

    def weights(self) -> Any:
        """The total attention weights: (m, m)."""
        return st.states.power_weights(self.state(), fractions(self.M), Fraction(self.base))

    def values(self) -> dict[str, Any]:
        """Everything `equilibrium` speaks about; nu_i = x_i . s_i whether or not the state is an equilibrium."""
        X, A, V, M = self.state().tokens, self.weights(), fractions(self.V), fractions(self.M)
        nu = np.sum(X * st.models.mixed_values(X, A, V), axis=-1)
        return {
            "X": texts(X),
            "n": texts(self.state().counts),
            "V": texts(V),
            "M": texts(M),
            "base": self.base,
            "L": texts(st.models.logits(X, M)),
            "A": texts(A),
            "nu": texts(nu),
            "alpha": self.alpha,
        }


# Two clusters, V symmetric and positive definite, stable.
TWO = Example(
    tokens=[["1", "0"], ["-4/5", "3/5"]],
    counts=[1, 1],
    V=[["104/35", "-33/35"], ["-33/35", "66/35"]],
    M=[["3", "22/3"], ["4", "46/3"]],
    base=2,
)
# At t = log 3: four clusters, stable.
FOUR = Example(
    tokens=[["1", "0"], ["-1", "0"], ["0", "1"], ["0", "-1"]],
    counts=[1, 1, 1, 1],
    V=[["1", "1"], ["1", "-1"]],
    M=[["-1", "-1"], ["-1", "1"]],
    base=3,
)


def equilibrium(m: int, suffix: str = "") -> list[str]:
    """Relations over `Example.values` (names with `suffix`): A = A(X) for P = log(base) M; y_i = r_i x_i, r_i > 0."""
    X, A, L, n, nu = (f"{name}{suffix}" for name in ("X", "A", "L", "n", "nu"))
    found = [f"{X}@M@transpose({X}) == {L}", f"{A}@ones({m}) == 1", f"{A}@{X}@transpose(V) == diag({nu})@{X}"]
    found += [f"alpha*{nu} > -1", "alpha > 0", f"{n} >= 1"]
    for i in range(m):
        found.append(f"dot({X}[{i}], {X}[{i}]) == 1")
        found += [f"integer({n}[{i}])"] + [f"dot({X}[{i}], {X}[{j}]) < 1" for j in range(i)]
        for j in range(1, m):
            found.append(f"{A}[{i}][{j}]*{n}[0] == {A}[{i}][0]*{n}[{j}]*base**({L}[{i}][{j}] - {L}[{i}][0])")
    return found


def fractions(rows: Any) -> Any:
    """Texts or integers as an array of fractions."""
    return st.as_array(np.vectorize(Fraction, otypes=[object])(np.asarray(rows, dtype=object)))


def texts(array: Any) -> Any:
    """An exact array as nested lists of texts."""
    return [texts(entry) for entry in array] if isinstance(array, np.ndarray) else str(array)
