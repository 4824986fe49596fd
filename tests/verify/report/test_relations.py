import re

import pytest

from verify.report.relations import MAX_CHARACTERS, name, relation, value


def text(written):
    """What is read, without the marks."""
    return re.sub(r"<[^>]+>", "", written).replace("&lt;", "<").replace("&gt;", ">")


@pytest.mark.parametrize(("source", "read"), [
    ("a - (b - c) != -(x + 1)", "a−(b−c)≠−(x+1)"),
    ("-1*x == 1*u/4", "−x=u4"),
    ("a*(-b) >= 2*3*x", "a(−b)≥2·3x"),
    ("a + -b*c == 0", "a+(−bc)=0"),
    ("(a + b)*c < (-x)**2", "(a+b)c<(−x)2"),
    ("transpose(V)@V == identity(rows(V))", "VTV=Irows(V)"),
    ("dot(x, x) <= Max(Abs(y), 1)", "⟨x,x⟩≤max(|y|,1)"),
    ("integer(N)", "N∈ℤ"),
    ("X[0] == [1, 2]", "X[0]=(1,2)"),
    ("det([[1, 2], [3, 4]]) == -2", "det((1234))=−2"),
])  # fmt: skip
def test_what_is_read_is_what_is_written(source, read):
    assert text(relation(source)) == read


def test_fractions_signs_roots_and_names():
    assert relation("-1/8") == '<math><mo form="prefix">−</mo><mfrac><mn>1</mn><mn>8</mn></mfrac></math>'
    assert "<mfrac><mrow><mi>a</mi><mi>c</mi></mrow><mrow><mi>b</mi><mi>d</mi></mrow></mfrac>" in relation("a/b*c/d")
    assert "<msqrt><mi>x</mi></msqrt>" in relation("sqrt(x) > 0")
    assert name("lambda_1") == "<math><msub><mi>λ</mi><mn>1</mn></msub></math>"
    assert name("V1") == "<math><msub><mi>V</mi><mn>1</mn></msub></math>"
    assert "<mo>,</mo>" in name("x_1_j")


def test_only_what_is_high_has_high_parentheses():
    assert '<mo stretchy="false">(</mo>' in relation("2*(a + b)")
    assert "<mo>(</mo>" in relation("2*(a/c + b)")


def test_matrices_as_values():
    written = value([["1/2", 0], [0, -1]])
    assert written.count("<mtr>") == 2
    assert "<mfrac><mn>1</mn><mn>2</mn></mfrac>" in written
    assert text(value([1, "x"])) == "(1,x)"


def test_values_and_names_that_are_none_stay_text():
    assert value([["<", 1]]) == "<code>[[&#39;&lt;&#39;, 1]]</code>"
    assert "<script" not in name("<script>_1")


@pytest.mark.parametrize("source", ["x <", "a.b", "<script>", "x + " * MAX_CHARACTERS + "1"])
def test_what_cannot_be_read_stays_text(source):
    written = relation(source)
    assert written.startswith("<code>")
    assert "<script" not in written
