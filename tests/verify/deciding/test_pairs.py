"""Lemmas as one types them, each with a false neighbour: classical inequalities, cases, ways to restate a goal."""

import pytest

from attnverify.verify.deciding.deciding import decide_lemma
from attnverify.verify.deciding.files import lemma
from attnverify.verify.referee.lemmas import judged

NUMBERS, REAL = dict.fromkeys("abcd", "nonnegative"), dict.fromkeys("xyz", "real")
UNITS, SIZES = dict.fromkeys("xyz", "unit vector"), {"n": "size", "x": "real"}
SPACE = {"x": "vector 3", "y": "vector 3"}
AVERAGES = {"A": "row-stochastic", "x": "vectors", "w": "vector", "R": "nonnegative"}
INTEGERS = {"n": "integer", "m": "integer", "x": "real"}
KERNEL = {"A": "symmetric operator", "u": "vector", "v": "vector", "a": "real", "b": "real"}
EIGEN = ["A(u) == a*u", "A(v) == b*v"]
BOUND = ["forall a in vector: dot(a, A(a)) <= L*dot(a, a)"]
# Letters, what is given, what is true; where there is one, a neighbour that is not.
PAIRS = {
    # classical inequalities, with explicit vectors and matrices
    "arithmetic and geometric mean of four": (NUMBERS, [], "((a + b + c + d)/4)^4 >= a*b*c*d",
        "((a + b + c + d)/5)^4 >= a*b*c*d"),
    "Cauchy-Schwarz by entries": (SPACE, [], "dot(x, y) <= norm(x)*norm(y)", "dot(x, y) >= norm(x)*norm(y)"),
    "triangle by entries": (SPACE, [], "norm(x + y) <= norm(x) + norm(y)", None),
    "two points of an ellipse": ({"v": "vector 2", "y": "vector 2", "W": "psd 2"},
        ["dot(v, W(v)) == 1", "dot(y, W(y)) == 1"], "dot(v, W(y)) <= 1", None),
    "trace of a product": ({"A": "psd 3", "B": "psd 3"}, [], "trace(A(B)) >= 0", None),
    "Jacobian of softmax": ({"z": "reals", "p": "softmax of z", "u": "reals"}, [],
        "sum(i: p[i]*u[i]^2) - sum(i: p[i]*u[i])^2 <= sum(i: u[i]^2)/2", None),
    "averages keep a distance": (AVERAGES, ["forall j: norm(x[j] - w) <= R"],
        "forall k: norm(sum(j: A[k, j]*x[j]) - w) <= R", "forall k: norm(sum(j: A[k, j]*x[j]) - w) <= R/2"),
    "a chord of exp": ({"t": "[0, 1]", "a": "real", "b": "real"}, [],
        "exp(t*a + (1 - t)*b) <= t*exp(a) + (1 - t)*exp(b)", None),
    "the logarithm is Lipschitz": ({"x": "real", "y": "real", "m": "positive"}, ["x >= y", "y >= m"],
        "log(x) - log(y) <= (x - y)/m", None),
    # cases by order and by what is given, sums of squares, induction over a letter, roots as counterexamples
    "one of two orders": (REAL, [], "x <= y or y <= x", "x < y or y < x"),
    "one of three": (REAL, [], "x < 0 or x == 0 or x > 0", "x < 0 or x == 1 or x > 0"),
    "excluded middle": (REAL, [], "x >= y or not x >= y", "x >= y or not x <= y"),
    "three alternatives, one inside": (REAL, [], "(x < 1 or y > 2) or (x >= 1 and y <= 2)",
        "(x < 1 or y > 2) or y < 2"),
    "a sign of what is not zero": (REAL, [], "x != 0 => x < 0 or x > 0", "x != 1 => x < 0 or x > 0"),
    "the sign of a reciprocal": (REAL, ["x != 0"], "1/x < 0 or 1/x > 0", "1/x < 0 or 1/x > 1"),
    "what is not below": (REAL, [], "not (x < 1) iff x >= 1", "not (x < 1) iff x > 1"),
    "not not": (REAL, ["not not x > 1"], "x^2 > 1", "x^2 > 2"),
    "an alternative that is given": (REAL, ["x == 1 or x == -1"], "x^2 == 1", "x == 1"),
    "given alternatives, turned": (REAL, ["x > 0 or y > 0"], "y > 0 or x > 0", "x > 0 or z > 0"),
    "a contradiction inside": (REAL, [], "x > 0 and x < 0 => 1 == 2", "x > 0 and x < 1 => 1 == 2"),
    "a sum of squares": (REAL, ["x^2 + y^2 <= 0"], ["x == 0", "y == 0"], ["x == z", "y == 0"]),
    "where a sum of squares is zero": (REAL, [], "x*x + y*y == 0 iff x == 0 and y == 0",
        "x*x + y*y == 0 iff x == 0 or y == 0"),
    "a square below another": (REAL, ["x^2 + y^2 <= z", "z <= 0"], "y == 0", "z < 0"),
    "powers of two": (SIZES, [], "2^n >= n + 1", "2^n >= 2*n + 1"),
    "powers of nothing": (SIZES, ["n >= 1"], "0^n == 0", "1^n == 0"),
    "induction with what is given": (SIZES, ["x >= 1"], "x^n >= 1", "x^n >= x"),
    "the logarithm of a sum": (REAL, [], "log(exp(x) + exp(y)) > max(x, y)", "log(exp(x) + exp(y)) > max(x, y) + 1/2"),
    "three correlations": (UNITS, [], "1 + 2*dot(x, y)*dot(y, z)*dot(x, z) >= dot(x, y)^2 + dot(y, z)^2 + dot(x, z)^2",
        "1 + dot(x, y)*dot(y, z)*dot(x, z) >= dot(x, y)^2 + dot(y, z)^2 + dot(x, z)^2"),
    "a root of two": (REAL, ["x*x == 2", "x > 0", "y == 2*x"], "y > 2", "y < 2"),
    "a root of two that is excluded": ({"x": "positive"}, [], "x^2 != -2", "x^2 != 2"),
    "a strict order that is an equation at a root": ({"x": "positive"}, ["x^2 <= 2"], "x^4 <= 4", "3*x^2 < 6"),
    "an equation that is a condition": (REAL, [], "x*x == 3 and x > 0 => x < 2", "x*x == 3 and x > 0 => x > 2"),
    "roots of roots": (REAL, ["x*x == 2", "(y - x)*(y - x) == 2", "z > 0", "y > z"], "x > 0", "y < 2"),
    # what is to exist and what is known to exist, double sums, sums over the past, operators that are bounded
    "a constant": (REAL, [], "exists c > 0: c*x^2 <= x^4 + 1", "exists c > 0: c*x^2 < 0"),
    "a middle": (REAL, [], "exists t in [0, 1]: t*x + (1 - t)*y == (x + y)/2", "exists t in [0, 1]: t*x == x + 1"),
    "a common bound": (NUMBERS, ["a > 0", "b > 0"], "exists r > 0: r <= a and r <= b",
        "exists r > 0: r <= a and r <= c"),
    "between": (REAL, ["x < y"], "exists z in number: x < z and z < y", "exists z in number: x < z and z < x"),
    "a vector": (KERNEL, [], "exists w in vector: dot(w, u) == ||u||^2 and ||w|| <= ||u||", None),
    "a token above the mean": ({"z": "reals", "p": "weights"}, [], "exists i: z[i] >= sum(j: p[j]*z[j])",
        "exists i: z[i] > sum(j: p[j]*z[j])"),
    "a multiple that exists": (REAL, ["exists t in [0, 1]: y == t*x"], "|y| <= |x|", "y <= x"),
    "Gram": ({"a": "reals", "x": "vectors"}, [], "sum(i, j: a[i]*a[j]*dot(x[i], x[j])) >= 0",
        "sum(i, j != i: a[i]*a[j]*dot(x[i], x[j])) >= 0"),
    "two norms": ({"a": "nonnegatives"}, [], "sum(i: a[i]^2) <= sum(i: a[i])^2", "sum(i: a[i])^2 <= sum(i: a[i]^2)"),
    "the past": ({"p": "weights", "k": "token"}, [], "sum(j < k: p[j]) <= 1", "sum(j < k: p[j]) < 1"),
    "averages of the past": ({"a": "nonnegatives", "v": "reals", "c": "real", "k": "token"}, ["forall j: v[j] <= c"],
        "sum(j <= k: a[j]*v[j]) <= c*sum(j <= k: a[j])", "sum(j <= k: a[j]*v[j]) <= c*sum(j < k: a[j])"),
    "the greatest factor": (KERNEL, ["forall w in vector: norm(A(w)) <= b*norm(w)"],
        "forall m in number, w in vector, w != 0: A(w) == m*w => |m| <= b",
        "forall m in number, w in vector: A(w) == m*w => |m| <= b"),
    "the least bound": (KERNEL | {"B": "operator"}, ["forall v in vector: ||B(v)|| <= b*||v||", "b >= 0"], "||B|| <= b",
        "||B|| < b + ||B(u)||"),
    "contractions": (KERNEL, ["forall v in vector: ||A(v)|| <= ||v||"], "||A(A(u))|| <= ||u||",
        "||A(A(u))|| <= ||u||/2"),
    "near vectors": (KERNEL, ["||u|| <= 1", "||v|| <= 1"], "||u - v|| <= 2", "||u - v|| <= 3/2"),
    "decreasing": ({"s": "sequence", "n": "size"}, ["forall k in size: s[k + 1] <= s[k]"], "s[n] <= s[0]",
        "s[n] < s[0]"),
    # each way to restate a goal and each kind of fact, on the smallest lemma that needs it
    "definition": ({"z": "reals", "p": "softmax of z", "k": "token"}, [], "p[k] > 0", "p[k] > 1"),
    "common factor": ({"r": "[0, 1]", "K": "(0, 2]"}, [], "K*r/2*(1 - r^2) <= r", "K*r*(1 - r^2) <= r"),
    "contradiction": ({"s": "real", "b": "positive"}, ["s^2 + s + b == 0"], "s < 0", "s < -1/2"),
    "not zero": (KERNEL, [*EIGEN, "a != b"], "dot(u, v) == 0", "dot(u, u) == 0"),
    "image": ({"A": "psd operator", "v": "vector", "L": "positive"}, BOUND, "dot(A(v), A(v)) <= L*dot(v, A(v))",
        "dot(A(v), A(v)) <= L/2*dot(v, A(v))"),
    "exchanged sums": ({"W": "symmetric matrix", "x": "reals"}, [], "sum(i: sum(j: W[i, j]*(x[j] - x[i]))) == 0",
        "sum(i: sum(j: W[i, j]*(x[j] + x[i]))) == 0"),
    "pairs": ({"z": "reals", "n": "number of tokens"}, [], "sum(i: exp(z[i]))*sum(i: z[i]) <= n*sum(i: exp(z[i])*z[i])",
        "sum(i: exp(z[i]))*sum(i: z[i]) <= sum(i: exp(z[i])*z[i])"),
    "absolute values": ({"p": "weights", "q": "weights"}, [], "sum(i: abs(p[i] - q[i])) <= 2",
        "sum(i: abs(p[i] - q[i])) <= 1"),
    "roots": ({"x": "nonnegative", "y": "nonnegative"}, ["x <= y"], "sqrt(x) <= sqrt(y)", "sqrt(y) <= sqrt(x)"),
    "sizes": ({"n": "size"}, [], "n*(n - 1) >= 0", "n*(n - 2) >= 0"),
    "greater of two": ({"x": "real", "y": "real"}, [], "x - 1 < max(x, y)", "x + 1 < max(x, y)"),
    "divisor": ({"a": "positive", "b": "positive"}, [], "a/(a + b) < 1", "a/(a + b) < 1/2"),
    "circle": ({"w": "real", "x": "real"}, ["w > 1"], "w - sin(x) > 0", "w - 2*sin(x) > 0"),
    "average of logarithms": ({"p": "weights", "x": "positives"}, [],
        "sum(i: p[i]*log(x[i])) <= log(sum(i: p[i]*x[i]))", "sum(i: p[i]*log(x[i])) >= log(sum(i: p[i]*x[i]))"),
    # matrices and vectors of a given size
    "trace of a product of two": (dict.fromkeys("AB", "psd 2"), [], "trace(A(B)) >= 0", None),
    "trace of a product with a symmetric one": ({"A": "psd 2", "B": "symmetric 2"}, [], "trace(A(B)) == trace(B(A))",
        "trace(A(B)) >= 0"),
    "determinant and trace": ({"P": "psd 2"}, [], "4*det(P) <= trace(P)^2", "5*det(P) <= trace(P)^2"),
    "Cauchy-Schwarz of a matrix": ({"P": "psd 2", "x": "vector 2", "y": "vector 2"}, [],
        "dot(x, P(y))^2 <= dot(x, P(x))*dot(y, P(y))", None),
    "products of matrices": (dict.fromkeys("AB", "matrix 2"), [], "det(A(B)) == det(A)*det(B)", "A(B) == B(A)"),
    # integers of either sign, as differences of two whole numbers: what holds of them and not of all numbers
    "two in a row": (INTEGERS, [], "n*(n + 1) >= 0", "n >= 0"),
    "an integer and its square": (INTEGERS, [], "abs(n) <= n^2", "n^2 > n"),
    "an integer that is not zero": (INTEGERS, ["n != 0"], "n^2 >= 1", "n <= 0"),
    "the next integer": (INTEGERS, ["m < n"], "m + 1 <= n", "m + 2 <= n"),
    "between two integers": (INTEGERS, ["m - 1 < n", "n < m + 1"], "n == m", None),
}  # fmt: skip
MOTZKIN = "x^4*y^2 + x^2*y^4 - {}*x^2*y^2*z^2 + z^6 >= 0".format


def decided(letters, given, show):
    pytest.importorskip("clarabel")
    found = decide_lemma(lemma({"letters": letters, "given": given, "show": show}, "stated"), 60)
    if found.data is not None:
        assert judged(found.data).verdict == found.verdict
    return found.verdict


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_true_is_proved_and_its_neighbour_is_refuted(name):
    letters, given, true, false = PAIRS[name]
    assert decided(letters, given, true) == "PROVED"
    assert false is None or decided(letters, given, false) == "REFUTED"


@pytest.mark.deep
def test_the_form_of_motzkin_is_proved():
    assert decided(REAL, [], MOTZKIN(3)) == "PROVED"


def test_less_than_the_form_of_motzkin_is_refuted():
    assert decided(REAL, [], MOTZKIN(4)) == "REFUTED"


def test_a_letter_for_which_nothing_is_drawn_leaves_it_open():
    statement = {"letters": ["f: number -> number"], "show": "f(0) >= 0"}
    assert decide_lemma(lemma(statement, "x"), 2).verdict == "OPEN"


def test_half_a_unit_is_no_integer():
    half = lemma({"letters": INTEGERS, "given": ["2*n == 1"], "show": "n != 0"}, "x")
    assert decide_lemma(half, 3).verdict == "OPEN"  # of nothing nothing is proved
