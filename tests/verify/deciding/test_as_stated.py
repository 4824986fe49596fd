"""Classical inequalities as one types them, with explicit vectors and matrices: decided without hints."""

import pytest

from verify.deciding.deciding import decide_lemma
from verify.deciding.files import lemma
from verify.referee.lemmas import judged

NUMBERS = dict.fromkeys("abcd", "nonnegative")
REAL = dict.fromkeys("xyz", "real")
QUICK = {
    "arithmetic and geometric mean of four": ([], "((a + b + c + d)/4)^4 >= a*b*c*d", NUMBERS),
    "Cauchy-Schwarz by entries": ([], "dot(x, y) <= norm(x)*norm(y)", {"x": "vector 3", "y": "vector 3"}),
    "triangle by entries": ([], "norm(x + y) <= norm(x) + norm(y)", {"x": "vector 3", "y": "vector 3"}),
    "two points of an ellipse": (["dot(v, W(v)) == 1", "dot(y, W(y)) == 1"], "dot(v, W(y)) <= 1",
        {"v": "vector 2", "y": "vector 2", "W": "psd 2"}),
    "trace of a product": ([], "trace(A(B)) >= 0", {"A": "psd 3", "B": "psd 3"}),
    "Jacobian of softmax": ([], "sum(i: p[i]*u[i]^2) - sum(i: p[i]*u[i])^2 <= sum(i: u[i]^2)/2",
        {"z": "reals", "p": "softmax of z", "u": "reals"}),
    "averages keep a distance": (["forall j: norm(x[j] - w) <= R"], "forall k: norm(sum(j: A[k, j]*x[j]) - w) <= R",
        {"A": "row-stochastic", "x": "vectors", "w": "vector", "R": "nonnegative"}),
    "a chord of exp": ([], "exp(t*a + (1 - t)*b) <= t*exp(a) + (1 - t)*exp(b)",
        {"t": "[0, 1]", "a": "real", "b": "real"}),
    "the logarithm is Lipschitz": (["x >= y", "y >= m"], "log(x) - log(y) <= (x - y)/m",
        {"x": "real", "y": "real", "m": "positive"}),
}  # fmt: skip
SLOW = {"Motzkin's form": ([], "x^4*y^2 + x^2*y^4 - 3*x^2*y^2*z^2 + z^6 >= 0", REAL)}
FALSE = {
    "Motzkin's form, less": ([], "x^4*y^2 + x^2*y^4 - 4*x^2*y^2*z^2 + z^6 >= 0", REAL),
    "four numbers, less": ([], "((a + b + c + d)/5)^4 >= a*b*c*d", NUMBERS),
    "reversed by entries": ([], "dot(x, y) >= norm(x)*norm(y)", {"x": "vector 3", "y": "vector 3"}),
    "averages come nearer": (["forall j: norm(x[j] - w) <= R"], "forall k: norm(sum(j: A[k, j]*x[j]) - w) <= R/2",
        {"A": "row-stochastic", "x": "vectors", "w": "vector", "R": "nonnegative"}),
}  # fmt: skip


def verdict(given, show, letters):
    pytest.importorskip("clarabel")
    found = decide_lemma(lemma({"given": given, "show": show, "letters": letters}, "stated"), 60)
    if found.data is not None:
        assert judged(found.data).verdict == found.verdict
    return found.verdict


@pytest.mark.parametrize("name", QUICK)
def test_quick_ones_are_proved(name):
    assert verdict(*QUICK[name]) == "PROVED"


@pytest.mark.deep
@pytest.mark.parametrize("name", SLOW)
def test_slow_ones_are_proved(name):
    assert verdict(*SLOW[name]) == "PROVED"


@pytest.mark.parametrize("name", FALSE)
def test_false_ones_are_refuted(name):
    assert verdict(*FALSE[name]) == "REFUTED"
