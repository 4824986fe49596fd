"""A limit on the arithmetic that one evaluation may ask for, counted in operations and digits, never in seconds."""

from fractions import Fraction

from attnverify.verify.referee.intervals import Number, ends
from attnverify.verify.referee.matrices import Array
from attnverify.verify.referee.syntax import GrammarError
from attnverify.verify.referee.work import spend

MAX_WORK = 2_000_000
# Fractions of this many binary digits cost about as much as small ones; beyond, the cost grows with the square.
_SMALL = 256


class Budget:
    """The work that is left; one unit is an operation on small fractions."""

    def __init__(self) -> None:
        self.left = MAX_WORK

    def spend(self, operations: int, bits: int = 0) -> None:
        """Account for `operations` on numbers of `bits` binary digits; raises GrammarError when nothing is left."""
        units = operations * (1 + (bits // _SMALL) ** 2)
        spend(4 * units)
        self.left -= units
        if self.left < 0:
            raise GrammarError(f"evaluating needs more than {MAX_WORK} operations")


def digits(array: Array | Number) -> int:
    """The binary digits of the longest entry."""
    if isinstance(array, tuple):
        return max(digits(entry) for entry in array)
    return max(_length(end) for end in ends(array))


def numbers(array: Array) -> int:
    """How many numbers the array holds."""
    return sum(len(row) if isinstance(row, tuple) else 1 for row in array)


def _length(x: Fraction) -> int:
    return x.numerator.bit_length() + x.denominator.bit_length()
