"""Cases by order and by what is given, sums of squares, induction over a letter, roots as counterexamples."""

import pytest

from verify.deciding.deciding import decide_lemma
from verify.deciding.files import lemma
from verify.referee.lemmas import judged

REAL = dict.fromkeys("xyz", "real")
UNITS = dict.fromkeys("xyz", "unit vector")
SIZES = {"n": "size", "x": "real"}
# What is true, and a neighbour that is not.
PAIRS = {
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
    "roots of roots": (REAL, ["x*x == 2", "(y - x)*(y - x) == 2", "z > 0", "y > z"], "x > 0", "y < 2"),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_true_is_proved_and_its_neighbour_is_refuted(name):
    pytest.importorskip("clarabel")
    letters, given, true, false = PAIRS[name]
    for show, verdict in ((true, "PROVED"), (false, "REFUTED")):
        found = decide_lemma(lemma({"letters": letters, "given": given, "show": show}, name), 30)
        assert found.verdict == verdict, (show, found.reason, found.resisted)
        assert judged(found.data).verdict == verdict
