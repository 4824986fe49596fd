"""The definitions that proofs are about are those of the maps that are simulated: as text, and in values of balls.

One more number type is an expression that writes itself down, so that a map prints its own definition. Arrays hold one
entry per vector and per operator (d = 1), and two representatives stand for all tokens: the token `i`, counted 0 times,
and a summed token, whose count is `SUMMED`. A sum over representatives is then a sum over tokens.
"""

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx

from attnverify.stability.models import maps
from attnverify.stability.numbers import exp
from attnverify.verify.formal import all_formal
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.statements import read
from attnverify.verify.registry import load

TOKEN = "\x01"  # the summed token of an expression whose sum is still open
_NAMES = "jklmnopqrst"


@dataclass(frozen=True)
class Expression:
    """A printed number, vector, row x^T P, operator or count.

    kind : "number", "vector", "row" (text with the hole @ for what it is multiplied by), "operator" (text with the hole
        _ for its argument; a form has the hole @ as well) or "count".
    text : in the statement language of `verify`.
    sums : the binders of sums that are still open: TOKEN, or a text such as "h in heads".
    """

    kind: str
    text: str
    sums: tuple[str, ...] = ()
    adds: bool = False

    def closed(self) -> "Expression":
        """The same with its open sums written out; addition ends their scope."""
        kind, text = ("number", "1") if self.kind == "count" else (self.kind, self.text)
        for binder in self.sums:
            if binder == TOKEN:
                binder = next(name for name in _NAMES if f"{name}:" not in text and f"[{name}]" not in text)
                text = text.replace(TOKEN, binder)
            text = f"sum({binder}: {text})"
        return Expression(kind, text, adds=self.adds and not self.sums)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, (int, Fraction)):
            return self.closed() if other == 0 else NotImplemented
        if not isinstance(other, Expression):
            return NotImplemented
        left, right = self.closed(), other.closed()
        return Expression(left.kind, f"{left.text} + {right.text}", adds=True)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, (int, Fraction)):
            return 0 if other == 0 else NotImplemented
        return _product(self, other) if isinstance(other, Expression) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if not isinstance(other, Expression):
            return NotImplemented
        below = other.closed()
        if self.kind == "vector" and below.text == f"sqrt(dot({self.text}, {self.text}))":
            return Expression("vector", f"unit({self.text})", self.sums)
        above = Expression("number", "1", self.sums) if self.kind == "count" else self
        return Expression(above.kind, f"{_factor(above)}/{_factor(below)}", above.sums)

    def __rtruediv__(self, other: Any) -> Any:
        return 0 if isinstance(other, (int, Fraction)) and other == 0 else NotImplemented

    def exp(self) -> "Expression":
        """The exponential."""
        return Expression("number", f"exp({self.text})", self.sums)

    def sqrt(self) -> "Expression":
        """The square root."""
        return Expression("number", f"sqrt({self.closed().text})")


SUMMED = Expression("count", "1", (TOKEN,))


def _product(a: Expression, b: Expression) -> Expression:
    sums = (*a.sums, *b.sums)
    kinds = {a.kind, b.kind}
    if "count" in kinds:
        value = b if a.kind == "count" else a
        return Expression(value.kind, value.text, sums, value.adds)
    if "operator" in kinds:
        operator, vector = (a, b) if a.kind == "operator" else (b, a)
        kind = "row" if "@" in operator.text else "vector"
        return Expression(kind, operator.text.replace("_", vector.text), sums)
    if "row" in kinds:
        row, vector = (a, b) if a.kind == "row" else (b, a)
        return Expression("number", row.text.replace("@", vector.text), sums)
    if kinds == {"vector"}:
        return Expression("number", f"dot({a.text}, {b.text})", sums)
    number, value = (b, a) if a.kind == "vector" else (a, b)
    return Expression(value.kind, f"{_factor(number)}*{_factor(value)}", sums)


def _factor(term: Expression) -> str:
    return f"({term.text})" if term.adds else term.text


MAPS = ("oja", "attention", "layer", "causal")


def definition(name: str) -> str:
    """The image of token i under a map of `maps`, as text in the letters X, V, P, alpha (and mask).

    name : "oja", "attention" (one head), "layer" (several heads), "causal" (weights mask[i, j], of which the lower
        triangle of ones is one case).
    """
    X = _array(Expression("vector", "X[i]"), Expression("vector", f"X[{TOKEN}]")).reshape(2, 1)
    counts = _array(0, SUMMED)
    alpha = Expression("number", "alpha")
    V, P = Expression("operator", "V(_)"), Expression("operator", "dot(_, P(@))")
    if name == "oja":
        image = maps.oja_map(X, _matrix(V), alpha, counts=counts)
    elif name == "attention":
        image = maps.attention_map(X, _matrix(P), _matrix(V), alpha, counts=counts)
    elif name == "layer":
        heads = Expression("operator", "V[h](_)", ("h in heads",)), Expression("operator", "dot(_, P[h](@))")
        values, forms = (_matrix(operator)[np.newaxis] for operator in heads)
        image = maps.attention_map(X, forms, values, alpha, counts=counts)
    else:
        mask = _array(Expression("number", "mask[i, i]"), Expression("number", f"mask[i, {TOKEN}]"))
        odds = exp(maps.logits(X, _matrix(P))) * mask
        weights = maps.normalise_rows(odds, counts=counts)
        image = maps.normalise(maps.attention_step(X, weights, _matrix(V), alpha))
    return str(image[0, 0].text)


def _array(*entries: Any) -> Any:
    array = np.empty(len(entries), dtype=object)
    array[:] = entries
    return array


def _matrix(entry: Expression) -> Any:
    return _array(entry).reshape(1, 1)


load()
SPHERES = "fn(X: forall i: dot(X[i], X[i]) == 1)"
# The first claim about each map, in the letters of its definition.
STATED = {
    name: next(
        claim.statement
        for claim in all_formal().values()
        if claim.module.startswith("attnverify.proofs_checks.power_method")
        and any(
            text.startswith(f"{name}(X, i) = unit(") and "F(" not in text for text in claim.statement.get("maps", ())
        )
    )
    for name in MAPS
}


@pytest.fixture(autouse=True)
def _precision() -> Any:
    before, ctx.prec = ctx.prec, 256
    yield
    ctx.prec = before


@pytest.mark.parametrize("name", MAPS)
def test_the_model_of_the_proofs_is_the_printed_definition(name: str) -> None:
    stated = STATED[name]
    printed = f"printed(X, i) = {definition(name)} on {SPHERES}"
    scope = read({**stated, "maps": [*stated["maps"], printed], "show": "alpha == alpha"}).scope
    assert scope.names["printed"][0] is scope.names[name][0]


def ball(rng: random.Random, *shape: int) -> Any:
    entries = [arb(rng.randint(-9, 9)) / arb(rng.randint(1, 9)) for _ in range(int(np.prod(shape)))]
    return np.array(entries, dtype=object).reshape(shape)


def value(tree: Any, at: dict[str, Any]) -> Any:
    """The value of a printed text: numbers are balls, vectors arrays of balls, indices integers."""
    kind = tree[0]
    if kind == "num":
        return arb(int(tree[1]))
    if kind == "name":
        return at[tree[1]]
    if kind == "index":
        return at[tree[1][1]][tuple(value(index, at) for index in tree[2])]
    if kind == "bind":
        ((name, scope),) = tree[2]
        size = at["sizes"]["heads" if scope else "tokens"]
        terms = [value(tree[3], {**at, name: k}) for k in range(size)]
        return sum(terms[1:], terms[0])
    if kind in ("+", "*", "/"):
        left, right = value(tree[1], at), value(tree[2], at)
        if kind == "+":
            return left + right
        if kind == "/":
            return left / right
        return right * left if isinstance(right, np.ndarray) else left * right
    assert kind == "call", tree
    arguments = [value(argument, at) for argument in tree[2]]
    word = tree[1][1] if tree[1][0] == "name" else ""
    if word == "exp":
        return arguments[0].exp()
    if word == "dot":
        return np.dot(*arguments)
    if word == "unit":
        return arguments[0] / np.dot(arguments[0], arguments[0]).sqrt()
    return value(tree[1], at) @ arguments[0]


def simulated(name: str, X: Any, P: Any, V: Any, alpha: Any) -> Any:
    if name == "oja":
        return maps.oja_map(X, V, alpha)
    return maps.attention_map(X, P, V, alpha, causal=name == "causal")


def disagreement(name: str, text: str, runs: int = 6) -> bool:
    """Whether the text and the function differ somewhere at random rational points; insists on sharp balls."""
    rng, tree = random.Random(name), parse(text)
    for run in range(runs):
        N, d, H = (3, 3, 2) if run == 0 else (rng.randint(1, 4), rng.randint(1, 3), rng.randint(1, 3))
        heads = (H,) if name == "layer" else ()
        X, P, V, alpha = ball(rng, N, d), ball(rng, *heads, d, d), ball(rng, *heads, d, d), arb(rng.randint(1, 9)) / 7
        tri = np.tri(N, dtype=int).astype(object)
        at = {"X": X, "P": P, "V": V, "alpha": alpha, "mask": tri, "sizes": {"tokens": N, "heads": H}}
        try:
            expected = simulated(name, X, P, V, alpha)
        except (ValueError, ZeroDivisionError):
            continue
        for i in range(N):
            for mine, other in zip(value(tree, {**at, "i": i}), expected[i], strict=True):
                difference = mine - other
                if not difference.contains(0):
                    return True
                assert difference.rad() < arb("1e-40") or not other.is_finite()
    return False


@pytest.mark.parametrize("name", MAPS)
def test_the_printed_definition_has_the_values_of_the_map(name: str) -> None:
    assert not disagreement(name, definition(name))


@pytest.mark.parametrize(("name", "right", "wrong"), [
    ("oja", "alpha*", "alpha*alpha*"), ("oja", "/sum(j: 1)", ""),
    ("attention", "dot(X[i], P(X[k]))", "dot(X[k], P(X[i]))"),
    ("layer", "P[h](X[k])", "P[h](X[i])"), ("causal", "*mask[i, k]/", "/"),
])  # fmt: skip
def test_a_wrong_definition_is_noticed(name: str, right: str, wrong: str) -> None:
    text = definition(name)
    assert right in text
    assert disagreement(name, text.replace(right, wrong))
