"""No false proof and no false counterexample among random polynomial statements of known truth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from verify.evidence import combine
from verify.statements.deciding import decide_statement
from verify.statements.reading import read_table

Polynomial = dict[tuple[int, ...], Fraction]

NAMES = ("x", "y", "z")


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    product: Polynomial = {}
    for m, a in p.items():
        for n, b in q.items():
            monomial = tuple(i + j for i, j in zip(m, n, strict=True))
            product[monomial] = product.get(monomial, Fraction(0)) + a * b
    return product


def plus(p: Polynomial, q: Polynomial, factor: Fraction = Fraction(1)) -> Polynomial:
    total = dict(p)
    for m, b in q.items():
        total[m] = total.get(m, Fraction(0)) + factor * b
    return total


def at(p: Polynomial, point: tuple[Fraction, ...]) -> Fraction:
    total = Fraction(0)
    for monomial, coefficient in p.items():
        for value, exponent in zip(point, monomial, strict=True):
            coefficient *= value**exponent
        total += coefficient
    return total


def text(p: Polynomial, names: tuple[str, ...]) -> str:
    terms = []
    for monomial, coefficient in sorted(p.items()):
        if coefficient:
            powers = [f"{name}**{e}" for name, e in zip(names, monomial, strict=True) if e]
            terms.append("*".join([f"({coefficient})", *powers]))
    return " + ".join(terms) or "0"


def _drawn(source: random.Random, variables: int, degree: int) -> Polynomial:
    """A polynomial with a few small integer coefficients, never zero."""
    found: Polynomial = {}
    while not any(found.values()):
        for _ in range(source.randint(1, 3)):
            left, monomial = degree, []
            for _ in range(variables):
                exponent = source.randint(0, left)
                left -= exponent
                monomial.append(exponent)
            source.shuffle(monomial)
            found[tuple(monomial)] = Fraction(source.randint(-4, 4))
    return found


def draw(seed: int) -> tuple[Mapping[str, Any], bool]:
    """A statement, and whether it is true."""
    source = random.Random(seed)
    variables = source.randint(1, 3)
    names = NAMES[:variables]
    constant = (0,) * variables
    kind = source.choice(("squares", "given", "planted", "planted", "integer", "identity"))
    squares = [_drawn(source, variables, 2 if variables < 3 else 1) for _ in range(source.randint(1, 3))]
    small = Fraction(source.randint(1, 20), source.choice((1, 7, 100)))
    domain, given = "real", []
    if kind in ("planted", "integer"):
        domain = "integer" if kind == "integer" else "real"
        size = 1 if kind == "integer" else source.choice((1, 2, 3, 7))
        point = tuple(Fraction(source.randint(-9, 9), size) for _ in names)
        squares = [plus(q, {constant: at(q, point)}, Fraction(-1)) for q in squares]
        goal = {constant: -small}  # at the point nothing else is left
        truth = False
    else:
        goal = {constant: small}
        truth = True
    for square in squares:
        goal = plus(goal, times(square, square))
    if kind == "given":
        bound = _drawn(source, variables, 1)
        given = [f"{text(bound, names)} >= 0"]
        # A bound that is a negative constant would contradict itself.
        if at(bound, (Fraction(0),) * variables) < 0:
            given = [f"{text(plus(bound, {constant: Fraction(9)}), names)} >= 0"]
            bound = plus(bound, {constant: Fraction(9)})
        goal = plus(goal, bound, Fraction(source.randint(1, 3)))
    shown = f"{text(goal, names)} {source.choice(('>', '>='))} 0"
    if kind == "identity":
        factored = " + ".join(f"({text(square, names)})**2" for square in squares)
        truth = source.random() < 0.5
        off = small if truth else small + Fraction(source.choice((-1, 1)), 1000)
        shown = f"{factored} + {off} == {text(goal, names)}"
    return {"variables": dict.fromkeys(names, domain), "given": given, "show": [shown]}, truth


def fuzz(seeds: range) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in seeds:
        table, truth = draw(seed)
        verdict = combine(decide_statement(read_table(table)).evidence).verdict
        assert verdict.value in (("ARGUED", "OPEN") if truth else ("ARGUED FALSE", "OPEN")), (seed, table, verdict)
        found[f"{truth}: {verdict.value}"] += 1
    return found


def test_a_few_random_statements():
    found = fuzz(range(40))
    assert found["True: ARGUED"] >= 10
    assert found["False: ARGUED FALSE"] >= 10
    assert found["True: OPEN"] + found["False: OPEN"] <= 4


@pytest.mark.deep
@pytest.mark.parametrize("start", range(1000, 3200, 100))
def test_thousands_of_random_statements(start):
    found = fuzz(range(start, start + 100))
    print(dict(found))
    assert found["True: OPEN"] + found["False: OPEN"] <= 10
