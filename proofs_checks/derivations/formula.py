"""A formula of a paper beside what SymPy derives from the definition."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp


@dataclass(frozen=True)
class Formula:
    """says : what it is about, in words. claims : the ids whose texts contain it. derived, claimed : expressions or
    matrices of one shape. relations : pairs (a, b) of an expression a that equals b, such as x_2**2 and 1 - x_1**2.
    """

    says: str
    claims: tuple[str, ...]
    derived: Any
    claimed: Any
    relations: tuple[tuple[Any, Any], ...] = ()

    def residual(self) -> Any:
        """derived - claimed, brought to one fraction whose numerator is reduced by the relations: zero if they agree.

        Raises ValueError where the shapes differ.
        """
        left, right = (
            np.atleast_2d(np.array(sp.Matrix(np.atleast_2d(x)).tolist())) for x in (self.derived, self.claimed)
        )
        if left.shape != right.shape:
            raise ValueError(
                f"{self.says}: derived is {left.shape} and claimed {right.shape}; both must have one shape"
            )
        return sp.Matrix(*left.shape, [self._reduced(a - b) for a, b in zip(left.flat, right.flat, strict=True)])

    def _reduced(self, difference: Any) -> Any:
        numerator, denominator = sp.fraction(sp.cancel(sp.together(sp.sympify(difference))))
        for square, value in self.relations:
            numerator = sp.rem(sp.expand(numerator), sp.expand(square - value), *square.free_symbols)
        return sp.simplify(numerator / denominator)

    def holds(self) -> bool:
        """Whether the two agree identically."""
        return all(entry == 0 for entry in self.residual())


def symbols(names: str, **assumptions: bool) -> Any:
    """Real symbols, which one call each gives the same meaning in every module."""
    return sp.symbols(names, **({"real": True} | assumptions))


def failing(formulas: list[Formula]) -> list[str]:
    """What the formulas that do not hold are about."""
    return [formula.says for formula in formulas if not formula.holds()]
