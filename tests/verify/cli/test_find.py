import pytest

from attnverify.verify.formal import all_formal
from attnverify.verify.registry import load
from attnverify.verify.theory.nearest import nearest


@pytest.mark.parametrize(("formula", "cited"), [
    ("abs(dot(p, q)) <= norm(p)*norm(q)", "rule Cauchy-Schwarz"),
    ("R >= norm(sum(k in token: w[k]*x[k]))", "rule norm of a weighted sum"),
    ("not lyapunov(my_map, S)", "rule indirect method, unstable"),
    ("log(1 + t) <= 1 + t - 1", "rule log tangent"),
    ("exists x in number: 0 < x < 1 and 2*x == c*(x^2 + 1)", "lemma half-angle"),
])  # fmt: skip
def test_what_looks_most_like_a_formula(formula, cited):
    load()
    found = nearest(formula, all_formal(), 3)
    assert len(found) == 3
    assert found[0].cited == cited


@pytest.mark.parametrize(("arguments", "code", "said"), [
    (["norm(a + b) <= norm(a) + norm(b)"], 0, "rule triangle\n    show  norm(u + w) <= norm(u) + norm(w)\n"),
    (["x"], 0, "nothing has an operation in common"),
    (["x <"], 2, "Error: the formula cannot be read: unexpected end after 'x <'"),
])  # fmt: skip
def test_the_command(attnverify, arguments, code, said):
    result = attnverify("find", *arguments)
    assert result.exit_code == code
    assert said in result.output
