"""Each way to restate a goal and each kind of fact, on the smallest lemma that needs it, and its false neighbour."""

import pytest

from verify.deciding.deciding import decide_lemma
from verify.deciding.files import lemma

KERNEL = {"A": "symmetric operator", "u": "vector", "v": "vector", "a": "real", "b": "real"}
EIGEN = ["A(u) == a*u", "A(v) == b*v"]
BOUND = ["forall a in vector: dot(a, A(a)) <= L*dot(a, a)"]
CASES = {
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
}  # fmt: skip


def verdict(letters, given, show):
    pytest.importorskip("clarabel")
    return decide_lemma(lemma({"letters": letters, "given": given, "show": show}, "x"), 40).verdict


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_lemma_is_proved_and_its_neighbour_refuted(case):
    letters, given, true, false = case
    assert verdict(letters, given, true) == "PROVED"
    assert verdict(letters, given, false) == "REFUTED"


def test_a_letter_for_which_nothing_is_drawn_leaves_it_open():
    statement = {"letters": ["f: number -> number"], "show": "f(0) >= 0"}
    assert decide_lemma(lemma(statement, "x"), 2).verdict == "OPEN"
