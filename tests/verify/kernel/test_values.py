"""Normal forms, enclosures and signs of exact numbers against a library for balls and against their own definition."""

import random
from fractions import Fraction

import pytest

from attnverify.verify.kernel import functions
from attnverify.verify.kernel.signs import enclosure, inverse, is_zero, sign
from attnverify.verify.kernel.values import MAX_BITS, Exhausted, Number, Undecided, atom, meter, number, of, reduced


@pytest.fixture(autouse=True)
def _work() -> None:
    meter.start()


def drawn(draw: random.Random) -> tuple[Number, str]:
    """A random number and a text that mpmath evaluates."""
    q = Fraction(draw.randint(1, 20), draw.randint(1, 9))
    text = f"mpf({q.numerator})/{q.denominator}"
    name = draw.choice(["exp", "log", "sqrt", "tanh", "sin", "cos", "pi", "rational", "nested"])
    if name == "pi":
        return functions.pi() * number(q), f"pi*{text}"
    if name == "rational":
        return number(q), text
    if name == "nested":
        return functions.sqrt(number(q) + functions.exp(number(q))), f"sqrt({text} + exp({text}))"
    return getattr(functions, name)(number(q)), f"{name}({text})"


def test_enclosures_contain_the_value() -> None:
    mpmath = pytest.importorskip("mpmath")
    mpmath.mp.dps = 120
    draw = random.Random(11)
    scope = {"mpf": mpmath.mpf, "pi": mpmath.pi}
    scope |= {name: getattr(mpmath, name) for name in ("exp", "log", "sqrt", "tanh", "sin", "cos")}
    for _ in range(120):
        (x, s), (y, t), (z, u) = drawn(draw), drawn(draw), drawn(draw)
        value = eval(f"({s})*({t}) - ({u})", scope)
        number_ = x * y - z
        low, high = enclosure(number_, 200)
        assert low <= high
        assert mpmath.mpf(low.numerator) / low.denominator <= value + mpmath.mpf(10) ** -110
        assert mpmath.mpf(high.numerator) / high.denominator >= value - mpmath.mpf(10) ** -110
        assert high - low < Fraction(1, 2**150)
        if abs(value) > 1e-100:
            assert sign(number_) == (1 if value > 0 else -1)


def test_field_laws_on_normal_forms() -> None:
    draw = random.Random(12)
    for _ in range(60):
        (x, _), (y, _), (z, _) = drawn(draw), drawn(draw), drawn(draw)
        assert is_zero((x + y) * z - x * z - y * z)
        if sign(x * y + z) != 0:
            assert is_zero(inverse(x * y + z) * (x * y + z) - number(1))
            assert is_zero(x * inverse(x * y + z) + z * inverse(x * y + z) - (x + z) * inverse(x * y + z))


def test_functional_equations() -> None:
    draw = random.Random(13)
    for _ in range(40):
        (x, _), (y, _) = drawn(draw), drawn(draw)
        assert is_zero(functions.exp(x + y) - functions.exp(x) * functions.exp(y))
        if sign(x) > 0:
            root = functions.sqrt(x)
            assert is_zero(root * root - x)
            assert sign(root) == 1
            assert is_zero(functions.exp(functions.log(x)) - x)


def test_poles_and_domains() -> None:
    zero = functions.sqrt(number(2)) * functions.sqrt(number(2)) - number(2)
    for act in (inverse, functions.log):
        with pytest.raises(Undecided):
            act(zero)
    with pytest.raises(Undecided):
        functions.sqrt(number(-1))
    assert is_zero(functions.sqrt(zero))
    tiny = number(Fraction(1, 10**30)) - functions.exp(number(-80))
    assert sign(tiny) == 1
    assert sign(inverse(tiny) - number(10**30)) == 1


def test_what_the_enclosures_cannot_tell_is_undecided() -> None:
    """Equal numbers of different normal form: sqrt(3 + 2 sqrt 2) = 1 + sqrt 2."""
    left = functions.sqrt(number(3) + number(2) * functions.sqrt(number(2)))
    right = number(1) + functions.sqrt(number(2))
    assert not is_zero(left - right)
    with pytest.raises(Undecided, match="too close to zero"):
        sign(left - right)
    assert sign(left - right + number(Fraction(1, 10**100))) == 1


def test_bound_letters_have_no_sign() -> None:
    x = of(atom("var", "x"))
    assert is_zero(x * x - x * x)
    for act in (sign, inverse, functions.log, functions.sqrt):
        with pytest.raises(Undecided):
            act(x)
    with pytest.raises(Undecided):
        enclosure(functions.exp(x), 64)
    assert is_zero(functions.exp(x) * functions.exp(-x) - number(1))


def test_work_is_bounded() -> None:
    x = sum((functions.exp(number(Fraction(1, k))) for k in range(2, 12)), number(0))
    with pytest.raises(Exhausted):
        x.power(64)
    meter.start()
    with pytest.raises(Undecided, match="digits"):
        number(10**64).power(10**6)


def test_powers_of_roots_have_a_greatest_number_of_digits() -> None:
    for whole in (MAX_BITS, -MAX_BITS):
        with pytest.raises(Undecided, match="digits"):
            reduced({atom("root", 2): Fraction(whole)})
    assert is_zero(reduced({atom("root", 2): Fraction(9, 2)}) - number(16) * functions.sqrt(number(2)))
