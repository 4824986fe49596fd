"""The definitions that proofs are about are those of the maps that are simulated: as text, and in values of balls."""

import random
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx

from attnverify.stability.models import maps
from attnverify.stability.models.definitions import MAPS, definition
from attnverify.verify.formal import all_formal
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.statements import read
from attnverify.verify.registry import load

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


def test_a_name_that_is_no_map_is_refused() -> None:
    with pytest.raises(ValueError, match="no map 'rnn'; allowed are oja, attention, layer, causal"):
        definition("rnn")


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


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("oja", "alpha*", "alpha*alpha*"),
        ("oja", "/sum(j: 1)", ""),
        ("attention", "dot(X[i], P(X[k]))", "dot(X[k], P(X[i]))"),
        ("layer", "P[h](X[k])", "P[h](X[i])"),
        ("causal", "*mask[i, k]/", "/"),
    ],
)
def test_a_wrong_definition_is_noticed(name: str, right: str, wrong: str) -> None:
    text = definition(name)
    assert right in text
    assert disagreement(name, text.replace(right, wrong))
