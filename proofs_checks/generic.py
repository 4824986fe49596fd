"""Generic quantities of a statement: arrays of symbols, and conditions that stay visible to a witness."""

from typing import Any

from attnverify.verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")


def array(name: str, *shape: int) -> Any:
    """An array of real symbols name_0_0, name_0_1, ..., of dtype object.

    >>> array("x", 1, 2)
    array([[x_0_0, x_0_1]], dtype=object)
    """
    found = np.empty(shape, dtype=object)
    for index in np.ndindex(*shape):
        found[index] = sp.Symbol("_".join([name, *map(str, index)]), real=True)
    return found


def at_least(symbol: Any, bound: int) -> Any:
    """symbol >= bound, kept as a relation where the assumptions on the symbol imply it, so that a witness names it.

    >>> at_least(sp.Symbol("N", positive=True), 0)
    N >= 0
    """
    return sp.Ge(symbol, bound, evaluate=False)


def positive(symbol: Any) -> Any:
    """symbol > 0, kept as a relation like `at_least`."""
    return sp.Gt(symbol, 0, evaluate=False)
