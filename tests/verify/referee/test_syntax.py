"""The parser refuses whatever is outside the language, quickly and with one line."""

import subprocess
import sys

import pytest

from attnverify.verify.referee.syntax import GrammarError, names, parse

HOSTILE = [
    "(" * 5000 + "1" + ")" * 5000, "[" * 5000, "2**" * 5000 + "2", "1" * 10**7, "1" * 5000, "x.__class__",
    "__import__('os')", "x__y", "os(1)", "eval(1)", "f'{x}'", "lambda x: x", "x if y else z", "x = 1", "x; y", "1e-5",
    "0x10", "x[0][1][2]", "sqrt", "sqrt(1, 2)", "Max()", "1 +", "", "a b", "[1, 2", "x ! y", "1 < 2 + (3 < 4)", "é",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_refuses_what_is_outside_the_language(text: str) -> None:
    with pytest.raises(GrammarError) as caught:
        parse(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_long_flat_sum_is_read() -> None:
    tree = parse("+".join(["x"] * 20_000))
    assert (tree.kind, len(tree.args)) == ("sum", 20_000)


def test_precedence() -> None:
    assert parse("-x**2") == parse("-(x**2)")
    assert parse("a - b + c").operators == ("-", "+")
    assert parse("a**b**c") == parse("a**(b**c)")
    assert parse("2**-1").args[1].kind == "negative"


def test_names_leaves_functions_out() -> None:
    assert names("rank(M) + exp(a*x_1) == [1, b][0]") == {"M", "a", "x_1", "b"}


def test_the_referee_imports_the_standard_library_alone() -> None:
    code = (
        "import sys, verify.referee.certificates as c\n"
        "c.recheck({'kind': 'witness', 'values': {}, 'hypotheses': [], 'violates': ['exp(1) > 2']})\n"
        "bad = {'sympy', 'numpy', 'scipy', 'z3', 'flint', 'mpmath', 'hypothesis'} & set(sys.modules)\n"
        "assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
