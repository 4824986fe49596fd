import re
from unicodedata import normalize

import pytest

from attnverify.verify.report.relations import MAX_CHARACTERS, name, relation, value


def text(written):
    """What is read, without the marks."""
    plain = re.sub(r"<[^>]+>", "", written).replace("&lt;", "<").replace("&gt;", ">").replace("\xa0", " ")
    return normalize("NFKC", plain.replace("−", "-")).replace("-", "−")


@pytest.mark.parametrize(("source", "read"), [
    ("a - (b - c) != -(x + 1)", "a − (b − c) ≠ −(x + 1)"),
    ("-1*x == 1*u/4", "−x = u/4"),
    ("a*(-b) >= 2*3*x", "a(−b) ≥ 2·3x"),
    ("a + -b*c == 0", "a + (−bc) = 0"),
    ("(a + b)*c < (-x)**2", "(a + b)c < (−x)2"),
    ("a/b*c/d == sqrt(2)*x", "ac/(bd) = √2·x"),
    ("a*(b + c)/(2*x) > 0 ", "a(b + c)/(2x) > 0"),
    ("transpose(V)@V == identity(rows(V))", "VTV = Irows(V)"),
    ("dot(x, x) <= Max(Abs(y), 1)", "⟨x, x⟩ ≤ max(|y|, 1)"),
    ("0 < x < 1", "0 < x < 1"),
    ("integer(N)", "N ∈ Z"),
    ("X[0] == [1, 2]", "X0 = (1, 2)"),
    ("det([[1, 2], [3, 4]]) == -2", "det((1, 2; 3, 4)) = −2"),
])  # fmt: skip
def test_what_is_read_is_what_is_written(source, read):
    assert text(relation(source)) == read


def test_names_and_matrices():
    assert name("lambda_1") == "<var>𝜆<sub>1</sub></var>"
    assert name("V1") == "<var>𝑉<sub>1</sub></var>"
    assert text(name("x_1_j")) == "x1,j"
    assert text(value([["1/2", 0], [0, -1]])) == "(1/2, 0; 0, −1)"
    assert text(value([1, "x"])) == "(1, x)"


def test_values_and_names_that_are_none_stay_text():
    assert value([["<", 1]]) == "<code>[[&#39;&lt;&#39;, 1]]</code>"
    assert "<script" not in name("<script>_1")


@pytest.mark.parametrize("source", ["x <", "a.b", "<script>", "x + " * MAX_CHARACTERS + "1"])
def test_what_cannot_be_read_stays_text(source):
    written = relation(source)
    assert written.startswith("<code>")
    assert "<script" not in written
