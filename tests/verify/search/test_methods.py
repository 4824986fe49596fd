"""The methods of deciding one by one: arrays, pairs, slopes, semidefinite forms, decrease, words."""

import json
import operator
import random
from fractions import Fraction
from itertools import pairwise

import pytest

from attnverify.verify.kernel.atoms import atom
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.showing import written
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.lemmas.arrays import ARRAY_WORDS, array, written_out
from attnverify.verify.lemmas.files import KEYS, lemma
from attnverify.verify.lemmas.words import ALLOWED
from attnverify.verify.referee.lemmas import judged
from attnverify.verify.search.combination import _hopeless, combination
from attnverify.verify.search.deciding import STEPS, decide_lemma
from attnverify.verify.search.effort import Effort
from attnverify.verify.search.places import Column
from attnverify.verify.search.semidefinite import Line, block, ldl, solve

LETTERS = {"A": "matrix 2", "B": "matrix 2 x 3", "x": "vector 3", "S": "symmetric 2", "P": "psd 3"}
ARRAYS = {name: array(name, word, str) for name, word in LETTERS.items()}


@pytest.mark.parametrize(("text", "out"), [
    ("x[0] + 1 > 0", "x_0 + 1 > 0"), ("S[1, 0] == S[0, 1]", "S_0_1 == S_0_1"),
    ("trace(A) >= 1/2", "A_0_0 + A_1_1 >= 1/2"), ("det(A) < 0", "A_0_0*A_1_1 + (-A_0_1)*A_1_0 < 0"),
    ("B(x)[1] == 0", "B_1_0*x_0 + B_1_1*x_1 + B_1_2*x_2 == 0"), ("transpose(B)[2, 1] == B[1, 2]", "B_1_2 == B_1_2"),
    ("dot(x, 2*x) >= 0", "x_0*(2*x_0) + x_1*(2*x_1) + x_2*(2*x_2) >= 0"), ("A - identity(2) == S", None),
    ("forall t in number: t*A[0, 0] <= t^2", "forall t in number: t*A_0_0 <= t^2"), ("y > 0", "y > 0"),
])  # fmt: skip
def test_formulas_are_written_out_by_entries(text, out):
    found = written(written_out(parse(text), ARRAYS))
    assert found == out if out else found.count("==") == 4


def test_a_semidefinite_matrix_is_a_product_with_its_transpose():
    P = ARRAYS["P"]
    assert P.letters == ("P_L00", "P_L10", "P_L11", "P_L20", "P_L21", "P_L22")
    values = dict(zip(P.letters, map(Fraction, (2, -1, 3, 5, 0, 7)), strict=True))
    entries = {}
    for name, tree in P.definitions:
        factors = [term.split("*") for term in written(tree).split(" + ")]
        entries[name] = sum(values[a] * values[b] for a, b in factors)
    assert entries == {"P_0_0": 4, "P_0_1": -2, "P_0_2": 10, "P_1_1": 10, "P_1_2": -5, "P_2_2": 74}


@pytest.mark.parametrize(("text", "said"), [
    ("A > 0", "no > of a 2 x 2 matrix and a number"), ("A + x == A", "no + of a 2 x 2 matrix and a 3 vector"),
    ("A(x)[0] > 0", "no product of a 2 x 2 matrix and a 3 vector"), ("A*S == S", "a product of matrices is A(B)"),
    ("det(B) > 0", "det of what is no square matrix"), ("x[3] > 0", "no entry x[3]"),
    ("exp(A) == A", "no exp of arrays"), ("trace(x) > 0", "trace of what is no square matrix"),
    ("forall x in number: x > 0", "x is an array, or a word for arrays, and a bound letter"),
    ("dot(x, B(x)) > 0", "two vectors of one size are needed"),
])  # fmt: skip
def test_what_has_no_meaning_is_refused_in_one_line(text, said):
    with pytest.raises(Rejected) as error:
        written_out(parse(text), ARRAYS)
    assert said in str(error.value)


@pytest.mark.parametrize("word", ["psd 5", "matrix 0", "matrix 2 x 9", "vector 0"])
def test_sizes_are_bounded(word):
    with pytest.raises(Rejected, match="allowed are 1 to 4"):
        array("A", word, str)


@pytest.mark.parametrize("word", [word.strip("'") for word in ARRAY_WORDS])
def test_every_word_declares_an_array(word):
    assert array("A", word, str) is not None


# Lemmas as one types them, each with a false neighbour: classical inequalities, cases, ways to restate a goal.
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
    "discriminant": ({"x": "reals", "y": "reals"}, [],
        "sum(i: exp((x[i] + y[i])/2))^2 <= sum(i: exp(x[i]))*sum(i: exp(y[i]))",
        "2*sum(i: exp((x[i] + y[i])/2))^2 <= sum(i: exp(x[i]))*sum(i: exp(y[i]))"),
    "positive part": ({**NUMBERS, "x": "real", "y": "real"}, ["a*b >= x^2", "c*d >= y^2"], "a*c + 2*x*y + b*d >= 0",
        "a*c + 3*x*y + b*d >= 0"),
    "cofactor": ({"a": "positive", **dict.fromkeys("bcxy", "real")}, ["a*c > b^2", "x != 0"],
        "a*x^2 + 2*b*x*y + c*y^2 > 0", "a*x^2 + 3*b*x*y + c*y^2 > 0"),
    "eigenvalue": ({"A": "row-stochastic", "x": "reals", "m": "real", "k": "token"},
        ["forall i: sum(j: A[i, j]*x[j]) == m*x[i]", "x[k] > 0", "forall j: x[j] <= x[k]"], "m <= 1", "m <= 1/2"),
    "product of sums": ({"a": "nonnegatives", "b": "nonnegatives"}, [],
        "sum(i: a[i]*b[i]) <= sum(i: a[i])*sum(i: b[i])", "2*sum(i: a[i]*b[i]) <= sum(i: a[i])*sum(i: b[i])"),
    "kernel of a form": ({"A": "psd operator", "v": "vector"}, ["dot(v, A(v)) == 0"], "||A(v)|| == 0", "||v|| == 0"),
    "two averages": ({"p": "weights", "q": "weights", "x": "vectors", "R": "positive"}, ["forall j: ||x[j]|| <= R"],
        "||sum(j: p[j]*x[j]) - sum(j: q[j]*x[j])|| <= R*sum(j: |p[j] - q[j]|)",
        "||sum(j: p[j]*x[j]) - sum(j: q[j]*x[j])|| <= R/2*sum(j: |p[j] - q[j]|)"),
    "greatest of a multiple": ({"z": "reals", "b": "positive"}, [], "b*max(j: z[j]) <= logsumexp(b*z)",
        "logsumexp(b*z) <= b*max(j: z[j])"),
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
    found = decide_lemma(lemma({"letters": letters, "given": given, "show": show}, "stated"))
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
    assert decide_lemma(lemma(statement, "x"), most=60_000).verdict == "OPEN"


def test_what_resists_is_told_with_what_was_assumed_on_the_way():
    given = ["forall k in size: s[k] > 0", "forall k in size: s[k + 1] <= s[k] - c*s[k]^2"]
    letters = {"s": "sequence", "c": "positive", "n": "size"}
    found = decide_lemma(
        lemma({"letters": letters, "given": given, "show": "1/s[n] >= 1/s[0] + c*n"}, "x"), most=60_000
    )
    assert found.reason.startswith("no proof found: the steps are over (4 goals); none of ")
    assert found.resisted == (
        "1/s[0] + c*(m1 + 1) <= 1/s[m1 + 1], where 1/s[0] + c*m1 <= 1/s[m1]",
        "1/s[0] + c*n <= 1/s[n]",
    )


def test_half_a_unit_is_no_integer():
    half = lemma({"letters": INTEGERS, "given": ["2*n == 1"], "show": "n != 0"}, "x")
    assert decide_lemma(half, most=90_000).verdict == "OPEN"  # of nothing nothing is proved


# Inequalities by the sign of a derivative: found, rest on two theorems, and no proof of anything else.
ONE_REAL, NONNEGATIVE = {"x": "real"}, {"x": "nonnegative"}
TRUE = [
    (NONNEGATIVE, "sin(x) <= x"), (NONNEGATIVE, "exp(x) >= 1 + x + x^2/2"), (NONNEGATIVE, "tanh(x) <= x"),
    (NONNEGATIVE, "log(1 + x) >= x - x^2/2"), (ONE_REAL, "1 - cos(x) <= x^2/2"),
    ({"x": "real", "y": "real"}, "abs(tanh(x) - tanh(y)) <= abs(x - y)"),
]  # fmt: skip
FALSE = [
    (ONE_REAL, "sin(x) <= x"), (ONE_REAL, "exp(x) >= 1 + x + x^2/2"), (NONNEGATIVE, "tanh(x) <= 99/100*x"),
    (NONNEGATIVE, "tanh(x) >= x - x^3/4"), (ONE_REAL, "1 - cos(x) <= 49/100*x^2"),
    ({"x": "real", "y": "real"}, "abs(tanh(x) - tanh(y)) <= 9/10*abs(x - y)"),
]  # fmt: skip


def by_slopes(letters, show, most=STEPS):
    pytest.importorskip("clarabel")
    return decide_lemma(lemma({"letters": letters, "show": show}, "x"), most=most)


@pytest.mark.parametrize(("letters", "show"), TRUE)
def test_it_is_proved_and_says_what_it_rests_on(letters, show):
    found = by_slopes(letters, show)
    assert (found.verdict, found.axioms) == ("PROVED", ("monotone", "rate on a level"))


@pytest.mark.parametrize(("letters", "show"), FALSE)
def test_a_near_miss_is_not_proved(letters, show):
    assert by_slopes(letters, show, 60_000).verdict in ("REFUTED", "OPEN")


@pytest.mark.parametrize(("old", "new"), [
    ("s >= 0 =>", "s >= 1 =>"), ("1 + (-1)*cos(s)", "(-1) + cos(s)"), ("min(time, 1)", "min(time, 2)"),
    ('"T": "1"', '"T": "2"'), ("rate on a level", "monotone"), ("(-1)*sin", "(-2)*sin"),
])  # fmt: skip
def test_a_changed_proof_is_refused(old, new):
    data = json.loads(json.dumps(by_slopes(NONNEGATIVE, "sin(x) <= x").data))
    text = json.dumps(data["proof"])
    changed = text.replace(old, new)
    assert changed != text
    assert judged({**data, "proof": json.loads(changed)}).verdict == "OPEN"


def test_the_proof_of_one_inequality_is_none_of_another():
    data = json.loads(json.dumps(by_slopes(NONNEGATIVE, "sin(x) <= x").data))
    for show in ("sin(x) <= x/2", "sin(x) < x", "x <= sin(x)"):
        assert judged({**data, "statement": {**data["statement"], "show": [show]}}).verdict == "OPEN"
    assert judged({**data, "statement": {**data["statement"], "given": []}}).verdict == "OPEN"


X = atom("test", "x")
ONE, LINEAR, SQUARE = (), ((X, 1),), ((X, 2),)
BASIS = {(0, 0): {ONE: Fraction(1)}, (0, 1): {LINEAR: Fraction(2)}, (1, 1): {SQUARE: Fraction(1)}}


def later():
    return Effort(900_000)


def total(found, size=2):
    """The polynomial that the squares of a solution are, by its coefficients."""
    sums = [Fraction(0)] * (2 * size - 1)
    for _, squares in found[1]:
        for d, v in squares:
            for i, a in enumerate(v):
                for j, b in enumerate(v):
                    sums[i + j] += d * a * b
    return sums


def test_ldl_gives_the_matrix_again():
    matrix = [[Fraction(4), Fraction(2)], [Fraction(2), Fraction(3)]]
    parts = ldl(matrix)
    assert [[sum(d * v[i] * v[j] for d, v in parts) for j in range(2)] for i in range(2)] == matrix
    assert ldl([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(3)]]) is None
    assert ldl([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(3)]]) is None


@pytest.mark.parametrize("coefficients", [(1, -2, 1), (5, 2, 3), (2, 0, 0)])
def test_a_square_is_found_exactly(coefficients):
    pytest.importorskip("clarabel")
    target = {m: Fraction(c) for m, c in zip((ONE, LINEAR, SQUARE), coefficients, strict=True) if c}
    found = solve(target, [], [block(0, 2, BASIS)], False, later())
    assert total(found) == [Fraction(c) for c in coefficients]


def test_what_is_negative_somewhere_is_not_found():
    pytest.importorskip("clarabel")
    target = {ONE: Fraction(-1, 100), SQUARE: Fraction(1)}
    assert solve(target, [], [block(0, 2, BASIS)], False, later()) is None


def test_a_strict_goal_needs_a_strict_column():
    pytest.importorskip("clarabel")
    target = {ONE: Fraction(1), SQUARE: Fraction(1)}
    one = Line(0, {ONE: Fraction(1)}, False, True)
    found = solve(target, [one], [block(0, 2, BASIS)], True, later())
    assert found[0][0][0] > 0
    assert solve({SQUARE: Fraction(1)}, [one], [block(0, 2, BASIS)], True, later()) is None


# A maximum of functions along a field: proved, refuted at an exact state, left open, or refused.
PLANE = {"x": "real", "y": "real"}
AVERAGING = {"x": "reals", "A": "row-stochastic"}


def made(letters, pieces, field, given=()):
    return lemma({"letters": letters, "pieces": pieces, "field": field, "given": list(given)}, "decrease")


def by_decrease(*args):
    found = decide_lemma(made(*args))
    if found.data is not None:
        assert judged(found.data).verdict == found.verdict
    return found


@pytest.mark.parametrize("args", [
    (PLANE, ["x^2", "y^2"], {"x": "-x + y", "y": "x - y"}),
    (AVERAGING, ["for k: x[k]"], {"x[i]": "sum(j: A[i, j]*(x[j] - x[i]))"}),
    ({"v": "vector", "y": "vector"}, ["dot(y, y)"], {"y": "dot(v, y)*v - dot(v, v)*y"}),
    ({"x": "real"}, ["x/(1 + x^2)"], {"x": "-x^2"}, ["-1 <= x", "x <= 1"]),
], ids=["plane", "averaging", "Oja", "quotient"])  # fmt: skip
def test_what_does_not_rise_is_proved(args):
    found = by_decrease(*args)
    assert found.verdict == "PROVED", found.resisted


@pytest.mark.parametrize("args", [
    (PLANE, ["x^2", "y^2"], {"x": "-x + 2*y", "y": "x - y"}),
    (PLANE, ["x^2"], {"x": "-x + y", "y": "x - y"}),
    (AVERAGING, ["for k: x[k]"], {"x[i]": "x[i] - sum(j: A[i, j]*x[j])"}),
], ids=["plane", "one piece only", "away from the average"])  # fmt: skip
def test_what_rises_somewhere_is_refuted_at_an_exact_state(args):
    found = by_decrease(*args)
    assert found.verdict == "REFUTED"
    assert found.data["refuted"]["instance"]["letters"]["x"]


def test_what_resists_is_open():
    found = decide_lemma(made({"x": "real"}, ["-x^2*sin(x)"], {"x": "x"}, ["0 <= x", "x <= 1"]), most=60_000)
    assert found.verdict == "OPEN"
    assert found.data is None


def test_the_statement_has_a_line_for_every_piece_and_every_divisor():
    shown = made({"x": "real", "y": "positive"}, ["x/y", "x^2"], {"x": "-x"}).data["show"]
    assert shown == ["y != 0", "x^2 <= x/y => (-x)/y <= 0", "x/y <= x^2 => 2*x^1*(-x) <= 0"]


@pytest.mark.parametrize(("letters", "pieces", "field", "said"), [
    (PLANE, ["abs(x)"], {"x": "-x"}, "pieces: abs has corners where its argument moves"),
    (PLANE, ["max(x, y)"], {"x": "1"}, "pieces: max2 has corners"),
    (AVERAGING, ["max(k: x[k])"], {"x[i]": "1"}, "pieces: max has corners"),
    (PLANE, ["x + time"], {"x": "0"}, "without time"),
    ({"z": "reals", "p": "softmax of z"}, ["for k: p[k]"], {"z[i]": "1"}, "p has no rate, but an equation ties it"),
    (PLANE, ["x^2"], {"z": "-x"}, "field: 'z' is no letter; write x, or x"),
    (PLANE, ["x^2"], {"x[i]": "-x"}, "field: x is no family over tokens"),
    (PLANE, [], {"x": "-x"}, "pieces: at least one is needed"),
    (PLANE, ["x^2"], "-x", "'field' is a table"),
    (AVERAGING, ["for x: x[x]"], {"x[i]": "0"}, "x is a letter already"),
    (AVERAGING, ["for k: x[k]"], {"x[i]": "-x[i]", "x[j]": "x[j]"}, "field: x has two rates; 'x[j]' is one too many"),
    (AVERAGING, ["for k: x[k]"], {"x[i]": "-x[i]", "x[ i ]": "x[i]"}, "field: x has two rates"),
    (PLANE, ["x"], {"x": "-1", " x": "1"}, "field: x has two rates"),
    (PLANE, ["x"], {"2*x": "-1"}, "field: '2*x' is no letter"),
    ({"x": "vector 2"}, ["x[0]"], {"x": "0"}, "a number is needed, got an array"),
])  # fmt: skip
def test_bad_input_is_named(letters, pieces, field, said):
    with pytest.raises(Rejected) as error:
        made(letters, pieces, field)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_constant_beside_a_corner_is_no_corner():
    assert by_decrease(PLANE, ["abs(y) + x^2"], {"x": "-x"}).verdict == "PROVED"


def test_show_and_pieces_exclude_each_other():
    with pytest.raises(Rejected, match="and not both"):
        lemma({"letters": PLANE, "pieces": ["x"], "field": {"x": "-x"}, "show": "x == x"}, "decrease")


def read(**data):
    return lemma({"show": "1 > 0", **data}, "x")


def test_words_become_sorts_and_given_formulas():
    words = {"p": "weights", "c": "(0, 1]", "N": "number of tokens", "s": "softmax of z", "z": "numbers in [-c, 2*c)"}
    made = read(letters=words)
    assert made.data["letters"] == [
        "p[token]: number", "c: number", "N: number", "s[token]: number", "z[token]: number",
    ]  # fmt: skip
    assert made.data["given"] == [
        "forall i: p[i] >= 0", "sum(i: p[i]) == 1", "0 < c", "c <= 1", "N == sum(j: 1)",
        "forall i: s[i] == exp(z[i])/sum(j: exp(z[j]))", "forall i: -c <= z[i]", "forall i: z[i] < 2*c",
    ]  # fmt: skip
    assert made.own["0 < c"] == made.own["c <= 1"] == 'c = "(0, 1]"'


@pytest.mark.parametrize("word", [word for word in ALLOWED if " such as" not in word and not word.startswith("'")])
def test_every_word_is_read_by_the_kernel(word):
    made = lemma({"letters": {"A": word}, "show": "1 > 0"}, "x")
    assert made.statement.letters[0].name == ("A_above" if word == "integer" else "A")


@pytest.mark.parametrize(("data", "said"), [
    ({"letters": {"x": "complex"}, "show": "x == x"}, "letters: x: no word 'complex'; allowed are real"),
    ({"letters": {"x": 3}, "show": "x == x"}, "letters: x: a word in quotes is needed"),
    ({"letters": {"x y": "real"}, "show": "1 > 0"}, "letters: 'x y' is no name"),
    ({"letters": "x: number"}, "'show' is missing"),
    ({"letters": "x: number", "show": "x > y"}, "show: 'x > y': 'y' is not declared"),
    ({"letters": "x: number", "shows": "x > 0"}, "no field 'shows'; allowed are " + ", ".join(KEYS[:3])),
    ({"letters": "x: number", "show": 3}, "'show' is a text or a list of texts"),
    ({"letters": "x: number", "show": "x == x", "instance": 3}, "'instance' is a table"),
])  # fmt: skip
def test_bad_words_are_named(data, said):
    with pytest.raises(Rejected) as error:
        lemma(data, "x")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


# Letters that are words of the kernel, or names that the program gives: each is one letter, and another than the rest.
SINGLE = ("D", "D_", "time", "time_", "rate", "a", "i", "i_", "p", "k", "for", "iff_", "x_0", "n_above")
NAMES = {
    **dict.fromkeys(SINGLE, "real"), "j": "reals", "w": "weights", "s": "softmax of j", "A": "psd operator",
    "x": "vector 2", "n": "integer", "P": "psd 2",
}  # fmt: skip


def test_letters_keep_apart_whatever_their_names():
    chain = " and ".join(f"{a} != {b}" for a, b in pairwise(SINGLE))
    made = read(letters=NAMES, show=f"{chain} and x[0] != x_0 and n != n_above and P[0, 1] != P[1, 1]")
    names = [letter.name for letter in made.statement.letters]
    assert len(set(names)) == len(names)
    (shown,) = made.statement.show
    pairs, part = [], shown
    while part.op == "and":
        part, last = part.args
        pairs.append(last)
    assert all(pair.args[0] is not pair.args[1] for pair in (part, *pairs))
    assert {"D_", "D_1", "time_", "time_1"} <= set(names)


@pytest.mark.parametrize(("letters", "more", "shown"), [
    ({"D": "positive"}, {"show": "D^2 <= D"}, "D_^2 <= D_"),
    ({"D": "reals", "i": "token"}, {"show": "forall k: D[k]<=D[i]"}, "forall k: D_[k] <= D_[i]"),
    ({"x": "real"}, {"show": "forall rate in number: rate > x iff rate-x > 0"}, None),
    ({"D": "real"}, {"show": "(forall D in number: D >= 0) or D > 0"}, "(forall D_1 in number: D_1 >= 0) or D_ > 0"),
    ({"D": "real"}, {"where": "c(time) := time*D", "show": "c(D) > 0"}, "c(D_) > 0"),
    ({"x": "real"}, {"where": "rate := x+1", "show": "rate > 0"}, "rate_ > 0"),
    ({"x": "vector 2"}, {"where": "f(u) := u*x[1]", "show": "f(2)  == x[0]"}, "f(2) == x_0"),
    ({"x": "real"}, {"show": "x  >  0 iff -x < 0.50"}, "x  >  0 iff -x < 0.50"),
])  # fmt: skip
def test_formulas_are_those_of_the_file_with_other_names_where_needed(letters, more, shown):
    made = read(letters=letters, **more)
    assert made.data["show"] == [shown or "forall rate_ in number: rate_ > x iff rate_ - x > 0"]


@pytest.mark.parametrize(("data", "said"), [
    ({"letters": {"exp": "real"}, "show": "exp > 0"}, "'exp' is a word of the language"),
    ({"letters": {"iff": "real"}, "show": "1 > 0"}, "'iff' is a word of the language"),
    ({"letters": {"x": "real"}, "show": "x > 0 iff x > 1 iff x > 2"}, "iff does not chain"),
    ({"letters": {"x": "[0, 1 or 2]"}}, "wanted formula"),
    ({"letters": {"x": "[0, 1"}}, "no word '[0, 1'"),
    ({"letters": {"x": "softmax of"}}, "no word 'softmax of'"),
    ({"letters": {"x": "vector 2"}, "where": "x := 3"}, "'x' is declared twice"),
    ({"letters": {"x": "vector 2"}, "show": "x_0 > 0"}, "'x_0' is not declared"),
    ({"letters": {"n": "integer"}, "show": "n_above > 0"}, "'n_above' is not declared"),
    ({"letters": {"det": "real", "A": "matrix 2"}}, "'det' is a word of the language of arrays"),
    ({"letters": {"A": "matrix 2"}, "show": "forall det in number: det > 0"}, "a word for arrays, and a bound letter"),
    ({"letters": {"D": "real"}, "maps": "F(X, i) = X[i] on fn(X: 1 == 1)"}, "have no meaning there"),
    ({"letters": {"x": "real"}, "spaces": "E: 0 == 1"}, "'E: 0 == 1' is no name"),
    ({"letters": {"x": "real"}, "groups": ["A", "B or"]}, "'B or' is no name"),
    ({"letters": {"α": "real"}}, "'α' is no name; one is of a to z"),
    ({"letters": {"x": "real"}, "instance": {"letters": {"y": 1}}}, "instance: no letter 'y' in the file"),
    ({"letters": {"x": "real"}, "instance": {"letters": {}}}, "no value for x"),
    ({"letters": {"x": "real"}, "instance": {"letters": {"x": 0.5}}}, "a number is an integer or a text"),
    ({"letters": {"x": "vector 2"}, "instance": {"letters": {"x": [1]}}}, "instance: x: its entries are needed"),
    ({"letters": {"x": "real"}, "show": "x" + " + 1" * 3000 + " > 0"}, "nested too deeply"),
])  # fmt: skip
def test_what_has_no_meaning_is_refused_in_one_line_where_words_have_none(data, said):
    with pytest.raises(Rejected) as error:
        read(**data)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_an_instance_is_given_in_the_letters_of_the_file():
    letters = {"D": "real", "x": "vector 2", "S": "symmetric 2", "P": "psd 2"}
    values = {"D": 2, "x": [1, "1/2"], "S": [[1, 2], [2, 3]], "P": [[1], [2, 3]]}
    made = read(letters=letters, instance={"letters": values})
    assert made.instance["letters"] == {
        "D_": 2, "x_0": 1, "x_1": "1/2", "S_0_0": 1, "S_0_1": 2, "S_1_1": 3, "P_L00": 1, "P_L10": 2, "P_L11": 3,
    }  # fmt: skip
    with pytest.raises(Rejected, match="S: a symmetric matrix is needed"):
        read(letters=letters, instance={"letters": {**values, "S": [[1, 2], [3, 4]]}})


XS = {"x": "real"}


@pytest.mark.parametrize(("false", "true"), [
    ({"letters": XS, "show": "(x > 0 iff x > 1) and 0 == 1"}, {"letters": XS, "show": "(x > 0 iff -x < 0) and 0 == 0"}),
    ({"letters": XS, "show": "x^2 == 1 iff x == 1"}, {"letters": XS, "show": "2*x == 2 iff x == 1"}),
    ({"letters": XS, "show": "(x > 0 iff x > 1) or 0 == 1"}, {"letters": XS, "show": "(x > 0 iff -x < 0) or 0 == 1"}),
    ({"letters": XS, "given": "x > 0 => (x > 1 iff x > 1)", "show": "0 == 1"},
     {"letters": XS, "given": "x > 0 and (x > 0 iff x > 1)", "show": "x > 1"}),
    ({"letters": XS, "where": "P(y) := (y > 0 iff y > 1) and 1 == 1", "show": "P(x)"},
     {"letters": XS, "where": "P(y) := (y > 0 iff -y < 0) and 1 == 1", "show": "P(x)"}),
    ({"letters": {"D": "real", "D_": "real"}, "show": "D == D_"},
     {"letters": {"D": "real", "D_": "real"}, "given": "D == D_", "show": "D - D_ == 0"}),
    ({"letters": {"time": "positive", "time_": "negative"}, "show": "time == time_"},
     {"letters": {"time": "positive", "time_": "negative"}, "show": "time > time_"}),
    ({"letters": {"i": "positive", "w": "weights", "j": "real"}, "show": "sum(k: w[k]) == j"},
     {"letters": {"i": "positive", "w": "weights", "j": "real"}, "show": "sum(k: i*w[k]) == i"}),
    ({"letters": {"x_0": "real", "x": "vector 2"}, "show": "x[0] == x_0"},
     {"letters": {"x_0": "real", "x": "vector 2"}, "given": "x[0] == x_0", "show": "2*x_0 == 2*x[0]"}),
])  # fmt: skip
def test_nothing_false_follows_from_how_a_file_is_read(false, true):
    assert decide_lemma(lemma(false, "false"), most=90_000).verdict in ("REFUTED", "OPEN")
    assert decide_lemma(lemma(true, "true")).verdict == "PROVED"


PAPER = {
    "k": "token", "p": "weights", "z": "reals", "y": "real", "x": "vectors", "u": "vector", "A": "operator",
    "s": "sequence", "w": "sequence of vectors", "n": "size",
}  # fmt: skip


@pytest.mark.parametrize(("show", "judged"), [
    ("exists c > 0: c*y < 1", "exists c in number: c > 0 and c*y < 1"),
    ("forall a, b >= 0: a*b >= 0", "forall a in number: a >= 0 => forall b in number: b >= 0 => a*b >= 0"),
    ("forall a, b in vector: a == b", None),
    ("forall 0 < c <= 1: c < y", "forall c in number: 0 < c <= 1 => c < y"),
    ("forall i, 0 < c < 1: z[i] < c", "forall i: forall c in number: 0 < c < 1 => z[i] < c"),
    ("forall a, b in vector, a != b: a == u", "forall a in vector, b in vector: a != b => a == u"),
    ("forall c in (0, 1]: c < y", "forall c in number: 0 < c <= 1 => c < y"),
    ("exists t in (-inf, y): t < 0", "exists t in number: t < y and t < 0"),
    ("forall t in (-inf, inf): t < 0", "forall t in number: t < 0"),
    ("forall v in vector, v != 0: dot(v, v) > 0", "forall v in vector: v != 0 => dot(v, v) > 0"),
    ("exists m in size, m >= 1: m < y", "exists m in size: m >= 1 and m < y"),
    ("forall j < k: z[j] > 0", "forall j in before(k): z[j] > 0"),
    ("forall i, j <= i: z[j] > 0", "forall i: forall j in upto(i): z[j] > 0"),
    ("forall j != k: z[j] > 0", "forall j: j != k => z[j] > 0"),
    ("exists j != k: z[j] > 0", "exists j: j != k and z[j] > 0"),
    ("exists j > k: z[j] > 0", "exists j: j > k and z[j] > 0"),
    ("forall j < y: j > 0", "forall j in number: j < y => j > 0"),
    ("sum(j < k: p[j]) <= 1", "sum(j in before(k): p[j]) <= 1"),
    ("sum(j > k: p[j]) <= 1", "sum(j: p[j]) - sum(j in upto(k): p[j]) <= 1"),
    ("sum(j >= k: p[j]) <= 1", "sum(j: p[j]) - sum(j in before(k): p[j]) <= 1"),
    ("sum(j != k: p[j]) <= 1", "sum(j: p[j]) - p[k] <= 1"),
    ("norm(sum(j != k: p[j]*x[j])) <= 1", "norm(sum(j: p[j]*x[j]) - p[k]*x[k]) <= 1"),
    ("sum(i, j != i: p[j]*p[i]) <= 1", "sum(i: sum(j: p[j]*p[i]) - p[i]*p[i]) <= 1"),
    ("max(j <= k: z[j]) >= z[k]", "max(j in upto(k): z[j]) >= z[k]"),
    ("exists k: z[k] > y", "exists k_: z[k_] > y"),
    ("forall k: softmax(z)[k] <= y and (exists y > 0: y < 1)",
     "forall k_: exp(z[k_])/sum(j: exp(z[j])) <= y and (exists y_ in number: y_ > 0 and y_ < 1)"),
    ("softmax(z)[k] <= 1", "exp(z[k])/sum(j: exp(z[j])) <= 1"),
    ("softmax(y*z - 2)[k] <= 1", "exp(y*z[k] - 2)/sum(j: exp(y*z[j] - 2)) <= 1"),
    ("forall j: softmax(z)[j] <= 1", "forall j: exp(z[j])/sum(j_: exp(z[j_])) <= 1"),
    ("logsumexp(z) >= z[k]", "log(sum(j: exp(z[j]))) >= z[k]"),
    ("logsumexp(y*z - 2) >= y", "log(sum(j: exp(y*z[j] - 2))) >= y"),
    ("z[argmax(z)] >= z[k]", "max(i: z[i]) >= z[k]"),
    ("z[argmin(z)] <= z[k]", "min(i: z[i]) <= z[k]"),
    ("|y - 1| <= 1 + |y|", "abs(y - 1) <= 1 + abs(y)"),
    ("||u + x[k]|| <= ||u|| + ||x[k]||", "norm(u + x[k]) <= norm(u) + norm(x[k])"),
    ("||y| - |z[k]|| <= |y - z[k]|", "abs(abs(y) - abs(z[k])) <= abs(y - z[k])"),
    ("|||u|| - 1|^2 >= 0", "abs(norm(u) - 1)^2 >= 0"),
    ("norm(A(u)) <= norm(A)*norm(u)", "norm(A(u)) <= norm_A*norm(u)"),
    ("||A(u)|| <= ||A||*||u||", "norm(A(u)) <= norm_A*norm(u)"),
    ("eventually m: s[m] < 1", "exists m_0 in size: forall m in size: m_0 <= m => s[m] < 1"),
    ("converges(s, y)",
     "forall e in number: e > 0 => exists m in size: forall n_ in size: m <= n_ => abs(s[n_] - y) < e"),
    ("converges(w, u)",
     "forall e in number: e > 0 => exists m in size: forall n_ in size: m <= n_ => norm(w[n_] - u) < e"),
])  # fmt: skip
def test_what_papers_write_is_a_formula_of_the_kernel(show, judged):
    made = read(letters=PAPER, show=show)
    assert made.data["show"] == [judged or show]
    assert made.own.get(judged) == (show if judged else None)


@pytest.mark.parametrize(("show", "said"), [
    ("max(j != k: z[j]) >= 0", "which may be empty"), ("max(j < k: z[j]) >= 0", "which may be none"),
    ("sum(j <= 5: z[j]) >= 0", "sum over j with a condition on numbers"),
    ("sum(j in (0, 1]: j) >= 0", "sum over j with a condition on numbers"),
    ("sum(i != j: z[i]*z[j]) >= 0", "'j' is not declared"),
    ("sum(j != max(k, k): z[j]) >= 0", "a letter is needed there"),
    ("forall t in [0, inf]: t >= 0", "no number is infinite"), ("forall c > 0, c in number: c > 0", "bound twice"),
    ("|y - 1 <= 1", "expected '|'"), ("|" * 60 + "y" + "|" * 59 + " > 0", "expected '|'"),
    ("softmax(z) == z", "a member of it"), ("softmax(u)[k] <= 1", "u is no family of numbers"),
    ("logsumexp(y) <= 1", "y is no family of numbers"),
    ("x[argmax(z)] == u", "may be any of several tokens"), ("trace(A) >= 0", "of any dimension; give A a size"),
    ("det(A) >= 0", "of any dimension; give A a size"),
    ("converges(z, 0)", "a letter declared as a sequence is needed"),
    ("forall A in number: norm(A) > 0", "A_ is number, wanted vector"),
])  # fmt: skip
def test_what_could_be_read_in_two_ways_is_refused(show, said):
    with pytest.raises(Rejected) as error:
        read(letters=PAPER, show=show)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


HOLDS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "!=": operator.ne}


@pytest.mark.parametrize("order", HOLDS)
def test_a_condition_on_tokens_is_what_it_says_at_points(order):
    a = [3, -1, 5, 2]
    for k in range(4):
        these = [a[j] for j in range(4) if HOLDS[order](j, k)]
        shown = {
            f"sum(j {order} k: a[j]) == {sum(these)}": True,
            f"forall j {order} k: a[j] > 0": all(x > 0 for x in these),
            f"exists j {order} k: a[j] > 2": any(x > 2 for x in these),
        }
        for show, truth in shown.items():
            made = read(letters={"a": "reals", "k": "token"}, show=show.replace("== -", "== 0 - "))
            report = judge_instance(made.statement, {"tokens": 4, "letters": {"a": a, "k": k}})
            assert report.show[0][1] is truth, (show, k)


def test_an_interval_without_ends_and_the_norm_of_an_operator_are_given():
    made = read(
        letters={"x": "[0, inf)", "z": "numbers in (-inf, 1]", "y": "(-inf, inf)", "D": "operator"}, show="norm(D) > x"
    )
    assert made.data["given"] == [
        "0 <= x", "forall i: z[i] <= 1", "norm_D >= 0", "forall v in vector: norm(D_(v)) <= norm_D*norm(v)",
        "exists v in vector: dot(v, v) <= 1 and norm(D_(v)) == norm_D",
    ]  # fmt: skip
    assert made.own["norm_D >= 0"] == "norm(D)"


def test_an_instance_may_name_an_integer():
    assert lemma({"letters": {"n": "integer"}, "show": "n == n", "instance": {"letters": {"n": -3}}}, "x").instance == {
        "letters": {"n_above": 0, "n_below": 3}
    }
    with pytest.raises(Rejected, match="instance: n is '1/2'; a whole number is needed"):
        lemma({"letters": {"n": "integer"}, "show": "n == n", "instance": {"letters": {"n": "1/2"}}}, "x")


def test_signs_rule_out_only_what_the_program_rules_out(monkeypatch):
    r, ruled = random.Random(0), 0
    polynomials = [{k: Fraction(c) for k in range(3) if (c := r.choice((-2, -1, 0, 0, 1)))} for _ in range(600)]
    for value, *parts in zip(*[iter(polynomials)] * 4, strict=True):
        columns = [Column((), part, False, equation="e" if r.random() < 0.2 else "") for part in parts]
        hopeless = _hopeless(value, columns)
        with monkeypatch.context() as patch:
            patch.setattr("attnverify.verify.search.combination._hopeless", lambda value, columns: False)
            found = combination(value, columns, strict=False)
        assert not (hopeless and found is not None), (value, columns)
        ruled += hopeless and {k for part in parts for k in part} >= {*value}
    assert ruled > 20
