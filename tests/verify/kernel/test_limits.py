"""What is as large as a limit allows is accepted, and what is larger by one is refused."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from attnverify.verify.kernel import boxes, polynomials, terms, values
from attnverify.verify.kernel.atoms import atom
from attnverify.verify.kernel.elementary import MAX_ANGLE, MAX_EXPONENT, exp_bounds, sin_bounds
from attnverify.verify.kernel.frames import MAX_COUNT, counted
from attnverify.verify.kernel.instances import MAX_BITS
from attnverify.verify.kernel.leaves import _MAX_DIGITS as MAX_COEFFICIENT
from attnverify.verify.kernel.leaves import positive
from attnverify.verify.kernel.parsing import MAX_DIGITS, MAX_TEXT, parse
from attnverify.verify.kernel.polynomials import Work, check_size, mul, single
from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected, make
from attnverify.verify.kernel.values import Undecided, number


def _instance(value: int) -> Any:
    return judge_instance(read({"letters": ["x: number"], "show": ["x == x"]}), {"letters": {"x": value}})


def _work(amount: int) -> None:
    Work(10).spend(amount)


def _term(size: int) -> Any:
    return make("dot", *(make("neg", terms.fresh(f"x{k}", terms.NUMBER)) for k in range(size)))


def _product(count: int) -> Any:
    """A product of `count` terms; both factors have two."""
    a, b, c = (single(atom("probe", k)) for k in "abc")
    return mul(polynomials.add(a, b), polynomials.add(b, c) if count == 4 else polynomials.add(a, b), Work(100))


SMALL = {  # what a limit is made in a test that would take long otherwise
    "MAX_TERMS": (polynomials, 3),
    "MAX_SIZE": (terms, 5),
    "MAX_BITS of values": (values, 300),
    "_MAX_BITS of boxes": (boxes, 64),
}
LIMITS: list[tuple[str, Callable[[int], Any], int, type[Exception]]] = [
    ("work", _work, 10, Rejected),
    ("MAX_TERMS", _product, 3, Rejected),
    ("MAX_SIZE", _term, 2, Rejected),
    ("numerator", lambda bits: check_size({(): Fraction(2 ** (bits - 1))}), polynomials.MAX_BITS, Rejected),
    ("denominator", lambda bits: check_size({(): Fraction(1, 2 ** (bits - 1))}), polynomials.MAX_BITS, Rejected),
    ("MAX_TEXT", lambda length: parse("x" + " " * (length - 1)), MAX_TEXT, Rejected),
    ("MAX_DIGITS", lambda length: parse("1" * length), MAX_DIGITS, Rejected),
    ("a coefficient", lambda length: positive("1" * length), MAX_COEFFICIENT, Rejected),
    ("a whole coefficient", lambda k: positive(10**MAX_COEFFICIENT - 1 + k), 0, Rejected),
    ("an integer of an instance", lambda bits: _instance(2 ** (bits - 1)), MAX_BITS, Rejected),
    ("tokens of a motion", lambda count: counted({"tokens": count}, "tokens", "token"), MAX_COUNT, Rejected),
    ("exp", lambda x: exp_bounds(Fraction(x), 8), MAX_EXPONENT, OverflowError),
    ("exp below 0", lambda x: exp_bounds(Fraction(-x), 8), MAX_EXPONENT, OverflowError),
    ("an angle", lambda x: sin_bounds(Fraction(x), 8), MAX_ANGLE, OverflowError),
    ("MAX_BITS of values", lambda bits: number(1) + number(2 ** (bits - 2)), 300, Undecided),
    ("_MAX_BITS of boxes", lambda bits: boxes._rounded((Fraction(0), Fraction(2 ** (bits - 1)))), 64, Rejected),
    ("digits below", lambda bits: boxes._rounded((Fraction(0), Fraction(1, 2 ** (bits - 1)))), 20_000, Rejected),
]


@pytest.mark.parametrize(("name", "do", "most", "error"), LIMITS, ids=[row[0] for row in LIMITS])
def test_a_limit(
    name: str, do: Callable[[int], Any], most: int, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    if name in SMALL:
        module, limit = SMALL[name]
        monkeypatch.setattr(module, name.split()[0], limit)
    do(most)
    with pytest.raises(error):
        do(most + 1)
