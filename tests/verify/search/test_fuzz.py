"""Statements whose truth is known by construction: none that is false is proved, none that is true is refuted."""

import random
from fractions import Fraction

import pytest

from attnverify.verify.lemmas.files import lemma
from attnverify.verify.referee.lemmas import judged as recheck
from attnverify.verify.search.deciding import decide_lemma
from attnverify.verify.search.proving import REFUSED

STEPS, FEW = 25_000, 6_000


def number(r):
    return r.choice([Fraction(1), Fraction(2), Fraction(3), Fraction(1, 2), Fraction(3, 4), Fraction(5, 3)])


def small(r, least=-3, most=3):
    return f"({r.randint(least, most)})"


def mean(r):
    """Weights of two numbers."""
    t = r.choice([Fraction(1, 2), Fraction(1, 3), Fraction(3, 4)])
    return f"{t}*x + {1 - t}*y"


def moment(x, y):
    """The covariance under the weights p."""
    return f"(sum(i: p[i]*{x}[i]*{y}[i]) - sum(i: p[i]*{x}[i])*sum(i: p[i]*{y}[i]))"


def never_above(gap):
    return gap <= 0


def never_other(gap):
    return gap == 0


MOVING = ["y: moving number", "c: number"]
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
    lambda r: ({"z": "reals", "k": "token"}, [], "softmax(z)[k] <= 1 - ({gap})"),
    lambda r: ({"z": "reals", "k": "token"}, [], "softmax(z)[k] > {gap}"),
    lambda r: ({"z": "reals", "k": "token"}, [], "logsumexp(z) >= z[k] + ({gap})"),
    lambda r: ({"z": "reals", "i": "token"}, [], "z[argmax(z)] >= z[i] + ({gap})"),
    lambda r: ({"a": "nonnegatives", "k": "token"}, [], "sum(j <= k: a[j]) >= a[k] + ({gap})"),
    lambda r: ({"a": "nonnegatives", "k": "token"}, [], "sum(j != k: a[j]) >= {gap}"),
    lambda r: ({"A": "operator", "x": "vector"}, [], "||A(x)|| <= ||A||*||x|| - ({gap})"),
    lambda r: ({"p": "weights", "x": "reals"}, [], "exists i: x[i] >= sum(j: p[j]*x[j]) + ({gap})"),
    lambda r: ({"p": "weights", "x": "vectors"}, [],
        "norm(sum(i: p[i]*x[i])) <= max(i: norm(x[i])) - ({gap})"),
    lambda r: ({"x": "reals"}, [], "exists j: forall i: x[i] <= x[j] - ({gap})"),
    lambda r: ({"x": "reals", "y": "reals"}, [], "max(i: x[i]) + max(j: y[j]) >= max(i: x[i] + y[i]) + ({gap})"),
    lambda r: ({"s": "sequence", "q": "[0, 1]", "n": "size"}, ["s[0] == 1", "forall k in size: s[k + 1] == q*s[k]"],
        "s[n] <= 1 - ({gap})"),
    lambda r: ({"n": "integer"}, [], "n^2 >= n + ({gap})"),
    lambda r: (X, [], f"exp({(c := number(r))}*x) + exp(-{c}*x) >= 2 + ({{gap}})"),
    lambda r: (X, [], "abs(tanh(x)) < 1 - ({gap})"),
    lambda r: ({"x": "real", "i": "real"}, [], f"exists y in number: {number(r)}*y^2 <= x^2 + i^2 - ({{gap}})"),
    lambda r: (MOVING, ["c >= 0", "almost_always(rate(y) == -c*y)", "at_start(y >= 0)"], "always(y >= {gap})"),
    lambda r: (MOVING, [f"almost_always(rate(y) >= {number(r)}*abs(y))"], "always(y >= start(y) + ({gap}))"),
    lambda r: (MOVING, [f"almost_always(rate(y) == -{number(r)}*y)"], "always(y^2 <= start(y)^2 - ({gap}))"),
    lambda r: (["u, w: moving vector"], ["almost_always(rate(u) == w - u)", "almost_always(rate(w) == u - w)"],
        "always(dot(u + w, u + w) <= start(dot(u + w, u + w)) - ({gap}))"),
    lambda r: ({"x": "reals", "f": "reals"}, ["forall i, j: x[i] <= x[j] => f[i] <= f[j]", "forall i: x[i] >= 0"],
        "sum(i, j: (x[i] - x[j])*(f[i] - f[j])) >= {gap}"),
    lambda r: ({"z": "reals", "b": "positive"}, [], f"{number(r)}*(logsumexp(b*z) - b*max(j: z[j])) >= {{gap}}"),
    lambda r: ({"z": "reals", "N": "number of tokens"}, [], "exists k: z[k] >= logsumexp(z) - log(N) + ({gap})"),
    lambda r: ({"p": "weights", "x": "reals", "y": "reals"}, [], f"{moment('x', 'x')}*{moment('y', 'y')} >= "
        f"({moment('x', 'y')})^2 + ({{gap}})"),
    lambda r: ({"a": "nonnegatives", "b": "nonnegatives"}, [],
        "sum(i: a[i])*sum(i: b[i]) >= sum(i: a[i]*b[i]) + ({gap})"),
    lambda r: ({"x": "positive", "y": "positive", "t": "[0, 1]"}, [],
        "log(t*x + (1 - t)*y) >= t*log(x) + (1 - t)*log(y) + ({gap})"),
    lambda r: ({"p": "weights", "q": "weights", "x": "vectors", "R": "positive"}, ["forall j: ||x[j]|| <= R"],
        "||sum(j: p[j]*x[j]) - sum(j: q[j]*x[j])|| <= R*sum(j: |p[j] - q[j]|) - ({gap})"),
    lambda r: ({"A": "psd operator", "v": "vector"}, ["dot(v, A(v)) == 0"], "||A(v)|| + ({gap}) <= 0"),
    lambda r: ({**dict.fromkeys("abcd", "nonnegative"), "x": "real", "y": "real"}, ["a*b >= x^2", "c*d >= y^2"],
        f"a*c + {number(r)}*(a*b - x^2) + 2*x*y + b*d >= {{gap}}"),
    lambda r: ({"A": "row-stochastic", "x": "reals"}, [],
        "min(k: sum(j: A[k, j]*x[j])) >= min(j: x[j]) + ({gap})"),
    lambda r: ({"w": "weights", "k": "token"}, [], "sum(j < k: w[j]) + w[k] + sum(j > k: w[j]) <= 1 - ({gap})"),
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
# Formulas without letters, each with whether it holds for N tokens and vectors of D numbers: parts of larger ones.
CLOSED = (
    lambda a, b, c, d, N, D: (f"exists x in number: x > {a} and x < {b}", a < b),
    lambda a, b, c, d, N, D: (f"forall x in [{a}, {b}]: x <= {c}", a > b or b <= c),
    lambda a, b, c, d, N, D: (f"exists x in [{a}, {b}): x >= {c}", max(a, c) < b),
    lambda a, b, c, d, N, D: (f"forall x in number: exists y in number: y >= {a}*x + {c}", True),
    lambda a, b, c, d, N, D: (f"exists y in number: forall x in number: y >= {a}*x + {c}", a == 0),
    lambda a, b, c, d, N, D: (f"exists y in number: forall x in [0, 1]: y >= {a}*x + {c}", True),
    lambda a, b, c, d, N, D: (f"forall x in number: (x - {a})*(x - {b}) >= {c}/4", -((a - b) ** 2) >= c),
    lambda a, b, c, d, N, D: (f"exists x in number: (x - {a})^2 + {b} <= 0", b <= 0),
    lambda a, b, c, d, N, D: (f"exists n in size: {a}*n + {b} > {c}", a > 0 or b > c),
    lambda a, b, c, d, N, D: (f"forall n in size: {a}*n + {b} >= {c}", a >= 0 and b >= c),
    lambda a, b, c, d, N, D: (f"forall n in size: 2*sum(k in 0..n: k) == n*(n + 1) + {a}", a == 0),
    lambda a, b, c, d, N, D: (
        f"forall u, v in vector: 2*dot(u, v) <= {a}*dot(u, u) + {d}*dot(v, v)",
        a > 0 and a * d >= 1,
    ),
    lambda a, b, c, d, N, D: (f"exists u, v in vector: dot(u, v) > {a}*norm(u)*norm(v)", a < 1),
    lambda a, b, c, d, N, D: ("exists u in vector: u != 0*u and (forall v in vector: dot(u, v) == 0)", False),
    lambda a, b, c, d, N, D: (
        f"exists u, v in vector: dot(u, u) == {d} and dot(v, v) == {d} and dot(u, v) == 0",
        D > 1,
    ),
    lambda a, b, c, d, N, D: (f"forall x in number: exp(x) >= x + {a}", a <= 1),
    lambda a, b, c, d, N, D: (f"exists x in number: exp(x) < {a}", a > 0),
    lambda a, b, c, d, N, D: (
        f"forall x > 0: log(x) <= {d}*x - {b}",
        b <= 1 if d == 1 else b <= 1.69 if d == 2 else b <= 2,
    ),
    lambda a, b, c, d, N, D: (f"forall x in number: tanh(x) < {a}", a >= 1),
    lambda a, b, c, d, N, D: (f"exists x in number: abs(tanh(x)) >= {a}", a < 1),
    lambda a, b, c, d, N, D: (f"forall x, y in number: max(x, y) >= {a}*x + (1 - {a})*y + {b}", a in (0, 1) and b <= 0),
    lambda a, b, c, d, N, D: (f"forall x in number: x^2 == ({a})^2 => abs(x) == {b}", abs(a) == b),
    lambda a, b, c, d, N, D: (f"forall x in number: x/x <= {a}", a >= 1),  # 0/0 is 0
    lambda a, b, c, d, N, D: (f"forall x in number, x != 0: x/x == {a}", a == 1),
    lambda a, b, c, d, N, D: (f"exists i, j: i != j or {a} > {b}", N > 1 or a > b),
    lambda a, b, c, d, N, D: (f"sum(i: 1) >= {a}", a <= N),
    lambda a, b, c, d, N, D: (f"forall i: sum(j != i: 1) >= {a} or (forall j: j == i)", N == 1 or a <= N - 1),
    lambda a, b, c, d, N, D: (f"exists m in size: forall n in size: n <= m + {a}", False),
    lambda a, b, c, d, N, D: (f"eventually n: n > {a}", True),
    lambda a, b, c, d, N, D: (f"forall x in number: x > {a} iff x > {b}", a == b),
    lambda a, b, c, d, N, D: (f"exists x in number: {a}*x + {b} == {c}", a != 0 or b == c),
    lambda a, b, c, d, N, D: (f"forall x in [{a}, {b}]: exists y in [{c}, {d}]: x == y", a > b or (c <= a and b <= d)),
    lambda a, b, c, d, N, D: (f"forall x in number: abs(x - {a}) + abs(x - {b}) >= {c}", abs(a - b) >= c),
    lambda a, b, c, d, N, D: (f"exists x in number: x^2 + {a}*x + {b} < 0", a * a > 4 * b),
    lambda a, b, c, d, N, D: (f"forall x > 0: x + {d}/x >= {c}", c <= 0 or 4 * d >= c * c),
    lambda a, b, c, d, N, D: (f"forall n in size: 2^n >= n + {a}", a <= 1),
    lambda a, b, c, d, N, D: (f"forall x in number: max(x, {a}) <= {b} iff x <= {b}", a <= b),
    lambda a, b, c, d, N, D: (f"forall x in number: cos(x)^2 + {a} <= 1", a <= 0),
    lambda a, b, c, d, N, D: (
        f"exists x in number: x > {a} and not (x >= {a} and x^2 >= {b})",
        b > 0 and (a < 0 or b > a * a),
    ),
)


MODELS = [(N, D) for N in (1, 2, 3) for D in (1, 2, 3)]  # with no more can two of the formulas differ


def logical(r, depth=2):
    """A closed formula, and whether it holds, one for each of the models."""
    word = r.choice(["atom", "not", "and", "or", "=>", "iff"]) if depth else "atom"
    if word == "atom":
        atom, letters = r.choice(CLOSED), [*(r.randint(-2, 2) for _ in "abc"), r.randint(1, 3)]
        return atom(*letters, 1, 1)[0], [atom(*letters, *model)[1] for model in MODELS]
    (p, one), (q, two) = logical(r, depth - 1), logical(r, depth - 1)
    if word == "not":
        return f"not ({p})", [not x for x in one]
    join = {"and": lambda x, y: x and y, "or": lambda x, y: x or y, "=>": lambda x, y: y or not x, "iff": bool.__eq__}
    return f"({p}) {word} ({q})", list(map(join[word], one, two))


ALL = [*((family, never_above) for family in FAMILIES), *OTHERS]
GAPS = (Fraction(0), Fraction(-1), Fraction(-1, 7), Fraction(1, 7), Fraction(1), Fraction(1, 1000))


def drawn(seed):
    """The truth of a drawn statement, and the statement."""
    r = random.Random(seed)
    if seed % 3 == 0:
        text, truth = logical(r)
        return all(truth), {"letters": {}, "show": text}
    family, holds = ALL[seed // 3 % len(ALL)]
    gap = r.choice(GAPS)
    letters, given, text = family(r)
    truth = holds(gap)
    beside = r.randint(0, 9)
    if isinstance(letters, dict) and beside < 3:  # a letter of which the statement says nothing, or too much
        letters, truth = {**letters, "o": "real"}, truth or beside == 0
        given = [*given, "o > 1", f"o < {1 if beside == 0 else 3}"]
    return truth, {"letters": letters, "given": given, "show": text.format(gap=gap)}


def judged(seed, most=STEPS):
    """The truth of a drawn statement, the verdict, and the statement."""
    truth, table = drawn(seed)
    made = lemma(table, f"drawn-{seed}")
    found = decide_lemma(made, seed=seed, most=most)
    assert REFUSED not in found.reason, made.data
    if found.data is not None:
        assert recheck(found.data).verdict == found.verdict
    return truth, found.verdict, made.data


def check(seeds, most=STEPS):
    counts = {}
    for seed in seeds:
        truth, verdict, data = judged(seed, most)
        assert (truth, verdict) not in ((True, "REFUTED"), (False, "PROVED"), (False, "CERTIFIED")), data
        counts[truth, verdict] = counts.get((truth, verdict), 0) + 1
    return counts


@pytest.mark.parametrize("start", range(0, 300, 100))
def test_nothing_is_decided_the_wrong_way_round(start):
    counts = check(range(start, start + 100), FEW)
    assert counts.get((True, "PROVED"), 0) > 10 < counts.get((False, "REFUTED"), 0)


@pytest.mark.deep
@pytest.mark.parametrize("start", range(300, 10_300, 100))
def test_nothing_is_decided_the_wrong_way_round_at_length(start):
    assert sum(check(range(start, start + 100)).values()) == 100
