"""Statements whose truth is known by construction: none that is false is proved, none that is true is refuted."""

import random
from fractions import Fraction

import pytest

from attnverify.verify.lemmas.files import lemma
from attnverify.verify.referee.lemmas import judged as recheck
from attnverify.verify.search.deciding import REFUSED, decide_lemma

STEPS = 25_000


def number(r):
    return r.choice([Fraction(1), Fraction(2), Fraction(3), Fraction(1, 2), Fraction(3, 4), Fraction(5, 3)])


def small(r, least=-3, most=3):
    return f"({r.randint(least, most)})"


def mean(r):
    """Weights of two numbers."""
    t = r.choice([Fraction(1, 2), Fraction(1, 3), Fraction(3, 4)])
    return f"{t}*x + {1 - t}*y"


def never_above(gap):
    return gap <= 0


def never_other(gap):
    return gap == 0


X, XY, UV = {"x": "real"}, {"x": "real", "y": "real"}, {"u": "vector", "v": "vector"}
BOUND = ["forall a in vector: dot(a, A(a)) <= L*dot(a, a)"]
EIGEN = ["A(u) == a*u", "A(v) == b*v", "a != b"]
CURVES = ("sin(x)", "x"), ("tanh(x)", "x"), ("log(1 + x)", "x"), ("1 - exp(-x)", "x"), ("1 - cos(x)", "x^2/2")
SLOPES = [(f, c) for f in ("tanh", "sin") for c in (1, 2, Fraction(3, 2))]


def combination(r):
    w = f"({r.choice([-2, -1, 1, 2])})*u + ({r.choice([-2, -1, 1, 2])})*v"
    return f"dot({w}, {w})"


def interval(r):
    low, high = r.randint(-3, 0), r.randint(1, 3)
    return {"p": "weights", "x": f"numbers in [{low}, {high}]"}, [], f"sum(i: p[i]*x[i]) <= {high} - ({{gap}})"


def tangent(r):
    a = small(r, -2, 2)
    return X, [], f"exp(x - {a}) >= 1 + x - {a} + ({{gap}})"


def absolute(r):
    a = r.randint(1, 3)
    return XY, [], f"abs(x + {a}*y) + ({{gap}}) <= abs(x) + {a}*abs(y)"


def circle(r):
    c = r.randint(1, 4)
    return XY, [f"x^2 + y^2 == {c * c}"], f"x*y <= {Fraction(c * c, 2)} - ({{gap}})"


def curve(r):
    c, (below, above) = number(r), r.choice(CURVES)
    return {"x": "nonnegative"}, [], f"{c}*({below}) <= {c}*({above}) - ({{gap}})"


def slope(r):
    f, c = r.choice(SLOPES)
    return XY, [], f"abs({f}(x) - {f}(y)) + ({{gap}}) <= {c}*abs(x - y)"


def units(r):
    c = 2 * number(r)
    return {"u": "unit vector", "v": "unit vector"}, [], f"{c}*dot(u, v) <= {c} - ({{gap}})"


def trace(r):
    n = r.choice([2, 3])
    return {"A": f"psd {n}", "B": f"psd {n}"}, [], f"{number(r)}*trace(A(B)) >= {{gap}}"


def entry(r):
    n = r.choice([2, 3])
    return {"A": f"psd {n}"}, [], f"A[0, {n - 1}] <= (A[0, 0] + A[{n - 1}, {n - 1}])/2 - ({{gap}})"


# Each is an equation somewhere, so that it is true where the gap is not above 0; letters, what is given, what is said.
FAMILIES = (
    lambda r: (XY, [], f"(x - {small(r)})^2 + {number(r)}*(y - {small(r)})^2 >= {{gap}}"),
    lambda r: (UV, [], f"{combination(r)} >= {{gap}}"),
    *(units, interval, tangent, absolute, circle, curve, slope, trace, entry),
    lambda r: ({"A": "psd operator", "u": "vector"}, [], f"{number(r)}*dot(u, A(u)) >= {{gap}}"),
    lambda r: ({"p": "weights", "x": "reals"}, [], f"sum(i: p[i]*(x[i] - {small(r, -2, 2)})^2) >= {{gap}}"),
    lambda r: ({"x": "reals"}, [], f"{number(r)}*(max(i: x[i]) - min(i: x[i])) >= {{gap}}"),
    lambda r: ({"A": "row-stochastic"}, [], "forall i, j: A[i, j] <= 1 - ({gap})"),
    lambda r: ({"W": "nonnegative matrix", "x": "reals"}, [],
        f"{number(r)}*sum(i: sum(j: W[i, j]*(x[i] - x[j])^2)) >= {{gap}}"),
    lambda r: ({"A": "doubly stochastic", "x": "reals"}, [], "sum(i: sum(j: A[i, j]*x[j])) >= sum(j: x[j]) + ({gap})"),
    lambda r: ({"z": "reals", "p": "softmax of z", "k": "token", "l": "token"}, ["z[k] <= z[l]"],
        f"{number(r)}*(p[l] - p[k]) >= {{gap}}"),
    lambda r: ({"p": "positive weights", "q": "positive weights"}, [],
        f"{number(r)}*sum(i: p[i]*log(p[i]/q[i])) >= {{gap}}"),
    lambda r: ({"p": "weights", "x": "reals"}, [], "sum(i: p[i]*exp(x[i])) >= exp(sum(i: p[i]*x[i])) + ({gap})"),
    lambda r: ({"p": "weights", "q": "weights"}, [], "sum(i: abs(p[i] - q[i])) <= 2 - ({gap})"),
    lambda r: ({"A": "psd operator", "v": "vector", "L": "positive"}, BOUND,
        "L*dot(v, A(v)) - dot(A(v), A(v)) >= {gap}"),
    lambda r: ({"q": "[0, 1]"}, [], "forall n in size: q^n <= 1 - ({gap})"),
    lambda r: (XY, [], f"max(x, y) >= {mean(r)} + ({{gap}})"),
    lambda r: ({"z": "reals"}, [], "max(j: z[j]) <= log(sum(j: exp(z[j]))) - ({gap})"),
)  # fmt: skip
# Equations, and bounds that are not reached; with the gaps for which they are true.
OTHERS = (
    (lambda r: ({"W": "symmetric matrix", "x": "reals"}, [],
        f"{number(r)}*sum(i: sum(j: W[i, j]*(x[j] - x[i]))) == {{gap}}"), never_other),
    (lambda r: ({"A": "symmetric operator", **UV, "a": "real", "b": "real"}, EIGEN, "dot(u, v) == {gap}"), never_other),
    (lambda r: ({"A": "matrix 2 x 3", "x": "vector 3"}, [],
        "dot(A(x), A(x)) == dot(x, transpose(A)(A(x))) + ({gap})"), never_other),
    (lambda r: ({"x": "[-1, 1]"}, [], "cos(x) > 54/100 + ({gap})"), never_above),  # its least value is 0.5403...
    *((lambda r, c=c: ({"x": "nonnegative", "y": "nonnegative"}, [], f"sqrt(x*y) <= ({c} + x + y)/2 - ({{gap}})"),
       lambda gap, c=c: gap <= c / 2) for c in (Fraction(0), Fraction(-1, 4))),
)  # fmt: skip
ALL = [*((family, never_above) for family in FAMILIES), *OTHERS]
GAPS = (Fraction(0), Fraction(-1), Fraction(-1, 7), Fraction(1, 7), Fraction(1), Fraction(1, 1000))


def judged(seed):
    """The truth of a drawn statement, and the verdict."""
    r = random.Random(seed)
    family, holds = ALL[seed % len(ALL)]
    letters, given, text = family(r)
    gap = r.choice(GAPS)
    made = lemma({"letters": letters, "given": given, "show": text.format(gap=gap)}, f"drawn-{seed}")
    found = decide_lemma(made, seed=seed, most=STEPS)
    assert REFUSED not in found.reason, made.data
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


@pytest.mark.parametrize("start", range(0, 2 * len(ALL), len(ALL)))
def test_nothing_is_decided_the_wrong_way_round(start):
    counts = check(range(start, start + len(ALL)))
    assert sum(counts.values()) == len(ALL)
    assert counts.get((True, "PROVED"), 0) + counts.get((False, "REFUTED"), 0) > 0


@pytest.mark.deep
@pytest.mark.parametrize("start", range(100, 5100, 100))
def test_nothing_is_decided_the_wrong_way_round_at_length(start):
    assert sum(check(range(start, start + 100)).values()) == 100
