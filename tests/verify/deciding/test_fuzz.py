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
        {"u": "unit vector", "v": "unit vector"}, [], f"{2 * c}*dot(u, v) <= {2 * c} - ({{gap}})", lambda gap: gap <= 0,
    )  # fmt: skip


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


def curves(r):
    """A function below its tangent at 0, where they touch."""
    c = number(r)
    said = r.choice(["sin(x) <= x", "tanh(x) <= x", "log(1 + x) <= x", "1 - exp(-x) <= x", "1 - cos(x) <= x^2/2"])
    left, _, right = said.partition(" <= ")
    return {"x": "nonnegative"}, [], f"{c}*({left}) <= {c}*({right}) - ({{gap}})", lambda gap: gap <= 0


def slopes(r):
    """A Lipschitz bound, which is an equation for equal numbers."""
    f = r.choice(["tanh", "sin"])
    c = r.choice([1, 2, Fraction(3, 2)])
    text = f"abs({f}(x) - {f}(y)) + ({{gap}}) <= {c}*abs(x - y)"
    return {"x": "real", "y": "real"}, [], text, lambda gap: gap <= 0


def cosines(r):
    """A cosine on a box, whose least value 0.5403... is at the ends."""
    return {"x": "[-1, 1]"}, [], "cos(x) > 54/100 + ({gap})", lambda gap: gap <= 0


def graphs(r):
    """The form of a graph, which can be zero."""
    text = f"{number(r)}*sum(i: sum(j: W[i, j]*(x[i] - x[j])^2)) >= {{gap}}"
    return {"W": "nonnegative matrix", "x": "reals"}, [], text, lambda gap: gap <= 0


def symmetric(r):
    """What symmetric coupling adds up to: nothing."""
    text = f"{number(r)}*sum(i: sum(j: W[i, j]*(x[j] - x[i]))) == {{gap}}"
    return {"W": "symmetric matrix", "x": "reals"}, [], text, lambda gap: gap == 0


def doubly(r):
    """The mean after averaging with a doubly stochastic matrix."""
    text = "sum(i: sum(j: A[i, j]*x[j])) >= sum(j: x[j]) + ({gap})"
    return {"A": "doubly stochastic", "x": "reals"}, [], text, lambda gap: gap <= 0


def softmaxes(r):
    """Softmax keeps the order of scores, which can be equal."""
    letters = {"z": "reals", "p": "softmax of z", "k": "token", "l": "token"}
    return letters, ["z[k] <= z[l]"], f"{number(r)}*(p[l] - p[k]) >= {{gap}}", lambda gap: gap <= 0


def divergences(r):
    """The Kullback-Leibler divergence, which is zero for equal weights."""
    letters = {"p": "positive weights", "q": "positive weights"}
    return letters, [], f"{number(r)}*sum(i: p[i]*log(p[i]/q[i])) >= {{gap}}", lambda gap: gap <= 0


def convex(r):
    """Jensen for exp, an equation for equal numbers."""
    text = "sum(i: p[i]*exp(x[i])) >= exp(sum(i: p[i]*x[i])) + ({gap})"
    return {"p": "weights", "x": "reals"}, [], text, lambda gap: gap <= 0


def variations(r):
    """The distance of two families of weights, which is 2 for different tokens."""
    return {"p": "weights", "q": "weights"}, [], "sum(i: abs(p[i] - q[i])) <= 2 - ({gap})", lambda gap: gap <= 0


def images(r):
    """An operator between 0 and L, at a vector that can be zero."""
    letters = {"A": "psd operator", "v": "vector", "L": "positive"}
    given = ["forall a in vector: dot(a, A(a)) <= L*dot(a, a)"]
    return letters, given, "L*dot(v, A(v)) - dot(A(v), A(v)) >= {gap}", lambda gap: gap <= 0


def eigenvectors(r):
    """Eigenvectors of different eigenvalues are orthogonal."""
    letters = {"A": "symmetric operator", "u": "vector", "v": "vector", "a": "real", "b": "real"}
    return letters, ["A(u) == a*u", "A(v) == b*v", "a != b"], "dot(u, v) == {gap}", lambda gap: gap == 0


def means(r):
    """The geometric mean below the arithmetic one, equal for equal numbers."""
    text = f"sqrt(x*y) <= ({number(r)} - 1 + x + y)/2 - ({{gap}})"
    shift = Fraction(text.split("(")[2].split(" ")[0]) - 1
    return {"x": "nonnegative", "y": "nonnegative"}, [], text, lambda gap: gap <= shift / 2


def powers(r):
    """Powers of a number up to 1, the first of which is 1."""
    return {"q": "[0, 1]"}, [], "forall n in size: q^n <= 1 - ({gap})", lambda gap: gap <= 0


def maxima(r):
    """The greater of two numbers above any average, equal for equal ones."""
    t = r.choice([Fraction(1, 2), Fraction(1, 3), Fraction(3, 4)])
    text = f"max(x, y) >= {t}*x + {1 - t}*y + ({{gap}})"
    return {"x": "real", "y": "real"}, [], text, lambda gap: gap <= 0


def log_sums(r):
    """The logarithm of a sum of exponentials above the maximum, equal for one token."""
    return {"z": "reals"}, [], "max(j: z[j]) <= log(sum(j: exp(z[j]))) - ({gap})", lambda gap: gap <= 0


def matrices(r):
    """The trace of a product of semidefinite matrices, which can be zero."""
    n = r.choice([2, 3])
    return {"A": f"psd {n}", "B": f"psd {n}"}, [], f"{number(r)}*trace(A(B)) >= {{gap}}", lambda gap: gap <= 0


def entries(r):
    """An entry of a semidefinite matrix below the mean of two diagonal ones, which can be an equation."""
    n = r.choice([2, 3])
    text = f"A[0, {n - 1}] <= (A[0, 0] + A[{n - 1}, {n - 1}])/2 - ({{gap}})"
    return {"A": f"psd {n}"}, [], text, lambda gap: gap <= 0


def products(r):
    """The norm of a product of explicit matrices with a vector: an identity."""
    text = "dot(A(x), A(x)) == dot(x, transpose(A)(A(x))) + ({gap})"
    return {"A": "matrix 2 x 3", "x": "vector 3"}, [], text, lambda gap: gap == 0


FAMILIES = (
    polynomial, vectors, units, operators, weights, variances, extrema, exponentials, rows, absolutes, equations,
    curves, slopes, cosines, graphs, symmetric, doubly, softmaxes, divergences, convex, variations, images,
    eigenvectors, means, powers, maxima, log_sums, matrices, entries, products,
)  # fmt: skip
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
