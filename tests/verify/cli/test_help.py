"""The help of every command, with an example that it takes."""

import re
import shlex
from unicodedata import normalize

import click
import pytest

from attnverify.verify.auditing import audit
from attnverify.verify.cli import _COMMANDS, main
from attnverify.verify.cli.plain_text import plain
from attnverify.verify.formal import all_formal
from attnverify.verify.lemmas.files import lemma
from attnverify.verify.registry import load
from attnverify.verify.theory.nearest import nearest


@pytest.mark.parametrize("name", _COMMANDS)
def test_every_help_has_an_example_that_the_command_takes(attnverify, name):
    shown = attnverify(name, "--help").output
    examples = re.findall(rf"attnverify {name} ([^\n]*)", shown.partition("\n")[2])
    assert examples
    assert "None" not in shown
    command = main.get_command(click.Context(main), name)
    for example in examples:
        assert command.make_context(name, shlex.split(example)).params


def test_without_a_command_it_says_which_there_are(attnverify):
    result = attnverify()
    assert result.exit_code == 0
    assert all(f"\n  {name} " in result.output for name in _COMMANDS)


# Find.
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


# Plain text.
@pytest.mark.parametrize(("text", "shown"), [
    (r"$\dot y_{ij} = \bar\alpha_{21}(1 - c_2^2)$", "ẏᵢⱼ = ᾱ₂₁(1 − c₂²)"),
    (r"$\|V\| \le |\lambda_d|-\lambda_1$, $-1 < a-b$", "‖V‖ ≤ |λ_d| − λ₁, −1 < a − b"),
    (r"$\sum_{j \le i} e^{-\beta(t+1)}x_j^\top y$", "∑_(j ≤ i)e^(−β(t + 1))xⱼᵀy"),
    (r"$\frac{a+b}{2c}\sqrt{x}$, $\frac12$", "(a + b)/(2c) √x, 1/2"),
    (r"$\mathrm{dist}(y, C) \to \arg\max_i \tanh a_i$", "dist(y, C) → arg maxᵢ tanh aᵢ"),
    (r"$x^* \ne \pm v^\perp$", "x* ≠ ±v^⟂"),
    (r"$\begin{pmatrix} a & b \\ c & d \end{pmatrix}$", "(a b; c d)"),
    (r"costs 5$, or $\nonsense{x}$", r"costs 5$, or $\nonsense{x}$"),
    ("no formula: x_1 <= 2", "no formula: x_1 <= 2"),
])  # fmt: skip
def test_formulas_as_a_terminal_shows_them(text, shown):
    assert plain(text) == normalize("NFC", shown)


# Statements that are empty, false at the smallest sizes, or say more than they need, and some that are none of it.
UNIT = {"u": "unit vector", "v": "unit vector"}


@pytest.mark.parametrize(("table", "wrong", "other"), [
    ({"given": ["x > 1", "x^2 < 1"], "show": "x == 7", "letters": {"x": "real"}}, {"empty"}, ""),
    ({"given": ["x > 1", "exp(x) < 2"], "show": "x == 7", "letters": {"x": "real"}}, {"empty"}, ""),
    ({"given": "n == sum(j: 1)", "show": "n >= 2", "letters": {"n": "number of tokens", "x": "vectors"}},
        {"false", "whole"}, "with tokens = 1, at"),
    ({"given": "dot(u, v) == 0", "show": "norm(u + v)^2 == 2", "letters": UNIT}, set(),
        "with dim = 1: everything given",),
    ({"given": ["x > 0", "x < 9"], "show": "x^3 + x >= 0", "letters": {"x": "real"}}, {"spare"},
        "'x < 9' is not needed",),
    ({"given": "x >= 0", "show": "0 <= x", "letters": {"x": "real"}}, set(), "'0 <= x' with <: REFUTED"),
    ({"given": "x >= 1", "show": "0 <= x", "letters": {"x": "real"}}, set(), "'0 <= x' with <: PROVED"),
])  # fmt: skip
def test_what_an_author_should_look_at(table, wrong, other):
    found = list(audit(lemma(table, "mine"), None, 30_000))
    assert {one.what for one in found if one.wrong} == wrong
    assert other in "\n".join(one.text for one in found)


def test_a_claim_is_audited_by_its_own_proof(attnverify):
    result = attnverify("audit", "CON-T3.2.a", "--steps", "9000")
    assert "! spare   'root^2 == dim(E)' is not needed" in result.output
    assert result.exit_code == 1
    assert attnverify("audit", "CON-T4.2").exit_code == attnverify("audit", "no.toml").exit_code == 2
