"""Statements whose truth is known by construction: none that is false is proved, none that is true is refuted."""

import random
from fractions import Fraction

import pytest

from verify.deciding.deciding import decide_lemma
from verify.deciding.files import lemma
from verify.referee.lemmas import judged as recheck

SECONDS = 1.5


def number(r):
    return r.choice([Fraction(1), Fraction(2), Fraction(3), Fraction(1, 2), Fraction(3, 4), Fraction(5, 3)])


def polynomial(r):
    """A sum of squares, or one with a negative constant where all squares vanish."""
    a, b = r.randint(-3, 3), r.randint(-3, 3)
    square = f"(x - ({a}))^2 + {number(r)}*(y - ({b}))^2"
    return {"x": "real", "y": "real"}, [], f"{square} >= {{gap}}", lambda gap: gap <= 0


def vectors(r):
    """A squared length of a combination, which can be zero."""
    a, b = r.choice([-2, -1, 1, 2]), r.choice([-2, -1, 1, 2])
    w = f"({a})*u + ({b})*v"
    return {"u": "vector", "v": "vector"}, [], f"dot({w}, {w}) >= {{gap}}", lambda gap: gap <= 0


def units(r):
    """Twice a scalar product of unit vectors, whose greatest value is 2."""
    c = number(r)
    return (
        {"u": "unit vector", "v": "unit vector"},
        [],
        f"{2 * c}*dot(u, v) <= {2 * c} - ({{gap}})",
        lambda gap: gap <= 0,
    )


def operators(r):
    """A form of a semidefinite operator, which can be zero."""
    return {"A": "psd operator", "u": "vector"}, [], f"{number(r)}*dot(u, A(u)) >= {{gap}}", lambda gap: gap <= 0


def weights(r):
    """An average of numbers in an interval, which can be at its end."""
    low, high = r.randint(-3, 0), r.randint(1, 3)
    text = f"sum(i: p[i]*x[i]) <= {high} - ({{gap}})"
    return {"p": "weights", "x": f"numbers in [{low}, {high}]"}, [], text, lambda gap: gap <= 0


def variances(r):
    """A second moment about any number, which can be zero."""
    a = r.randint(-2, 2)
    return {"p": "weights", "x": "reals"}, [], f"sum(i: p[i]*(x[i] - ({a}))^2) >= {{gap}}", lambda gap: gap <= 0


def extrema(r):
    """The spread of numbers, which can be zero."""
    return {"x": "reals"}, [], f"{number(r)}*(max(i: x[i]) - min(i: x[i])) >= {{gap}}", lambda gap: gap <= 0


def exponentials(r):
    """The tangent of exp at a, which touches it."""
    a = r.randint(-2, 2)
    return {"x": "real"}, [], f"exp(x - ({a})) >= 1 + x - ({a}) + ({{gap}})", lambda gap: gap <= 0


def rows(r):
    """The entries of a row-stochastic matrix, which can be 1."""
    return {"A": "row-stochastic"}, [], "forall i, j: A[i, j] <= 1 - ({gap})", lambda gap: gap <= 0


def absolutes(r):
    """The triangle inequality for numbers, which can be an equation."""
    a = r.randint(1, 3)
    text = f"abs(x + {a}*y) + ({{gap}}) <= abs(x) + {a}*abs(y)"
    return {"x": "real", "y": "real"}, [], text, lambda gap: gap <= 0


def equations(r):
    """A product on a circle: at most half of the squared radius, with equality."""
    c = r.randint(1, 4)
    text = f"x*y <= {Fraction(c * c, 2)} - ({{gap}})"
    return {"x": "real", "y": "real"}, [f"x^2 + y^2 == {c * c}"], text, lambda gap: gap <= 0


FAMILIES = (
    polynomial,
    vectors,
    units,
    operators,
    weights,
    variances,
    extrema,
    exponentials,
    rows,
    absolutes,
    equations,
)
GAPS = (Fraction(0), Fraction(-1), Fraction(-1, 7), Fraction(1, 7), Fraction(1), Fraction(1, 1000))


def judged(seed):
    """The truth of a drawn statement, and the verdict."""
    r = random.Random(seed)
    family = FAMILIES[seed % len(FAMILIES)]
    letters, given, text, holds = family(r)
    gap = r.choice(GAPS)
    made = lemma({"letters": letters, "given": given, "show": text.format(gap=gap)}, f"{family.__name__}-{seed}")
    found = decide_lemma(made, SECONDS, seed)
    if found.data is not None:
        assert recheck(found.data).verdict == found.verdict
    return holds(gap), found.verdict, made.data


def check(seeds):
    counts = {}
    for seed in seeds:
        truth, verdict, data = judged(seed)
        assert (truth, verdict) not in ((True, "REFUTED"), (False, "PROVED"), (False, "CERTIFIED")), data
        counts[truth, verdict] = counts.get((truth, verdict), 0) + 1
    return counts


@pytest.mark.parametrize("start", range(0, 2 * len(FAMILIES), len(FAMILIES)))
def test_nothing_is_decided_the_wrong_way_round(start):
    counts = check(range(start, start + len(FAMILIES)))
    assert sum(counts.values()) == len(FAMILIES)
    assert counts.get((True, "PROVED"), 0) + counts.get((False, "REFUTED"), 0) > 0


@pytest.mark.deep
@pytest.mark.parametrize("start", range(100, 5100, 100))
def test_nothing_is_decided_the_wrong_way_round_at_length(start):
    assert sum(check(range(start, start + 100)).values()) == 100
