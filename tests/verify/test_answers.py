"""Verdicts from Python."""

from pathlib import Path

import pytest
import sympy as sp

from attnverify.verify.answers import decide, verdict
from attnverify.verify.verdict import Verdict

x, y = sp.symbols("x y", positive=True)
t = sp.Symbol("t", real=True)


def test_of_a_claim(project):
    project('declare("TST-1")(square)\ndeclare("TST-2", rests_on=["TST-1"])(square)\n')
    assert verdict("TST-2", jobs=0) is Verdict.ARGUED
    with pytest.raises(KeyError, match="TST-1"):
        verdict("TST-11", jobs=0)


@pytest.mark.parametrize(
    ("lemma", "found"),
    [
        (sp.Ge(t**2 + 1, 2 * t), "PROVED"), (sp.Gt(t**2 + 1, 2 * t), "REFUTED"),
        (sp.Le(sp.Abs(t), sp.Max(t, -t)), "PROVED"), (sp.Eq((x + y) ** 2, x**2 + 2 * x * y + y**2), "PROVED"),
        (sp.Ne(x, y), "REFUTED"), (sp.Ge(sp.exp(x), 1 + x), "PROVED"), (sp.Lt(x / y, x), "REFUTED"),
        ('show = "a^2 >= 0"\n[letters]\na = "real"\n', "PROVED"),
    ],
)  # fmt: skip
def test_of_a_lemma(lemma, found, tmp_path):
    assert decide(lemma, seconds=60).verdict == found
    if isinstance(lemma, str):
        path = tmp_path / "lemma.toml"
        path.write_text(lemma)
        assert decide(path).verdict == found


@pytest.mark.parametrize(
    ("lemma", "says"),
    [
        (sp.Gt(sp.Symbol("z"), 0), "the symbol z is not said to be real"), (x, "is no lemma"),
        ("show = ", "Invalid value"), ({"show": "a >"}, "show"), (Path("nowhere.toml"), "No such file"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_one_line(lemma, says):
    with pytest.raises(ValueError, match=says) as raised:
        decide(lemma)
    assert len(str(raised.value).splitlines()) == 1
