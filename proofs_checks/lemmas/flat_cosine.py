"""The square of a sine is at least that of the angle times the cosine."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, have, leaf, lemma, rule

_C, _S = "cos(t/2)", "sin(t/2)"
_COS, _SIN = f"cos(t) == {_C}^2 - {_S}^2", f"sin(t) == 2*{_S}*{_C}"
_ONE = f"{_C}^2 + {_S}^2 == 1"
_LOW = f"t/2*{_C} <= {_S}"

formal(
    "LEM-flat-cosine",
    title="Up to a right angle the square of the sine is at least the square of the angle times the cosine",
    statement={"letters": ["t: number"], "given": ["0 <= t", "t < pi/2"], "show": ["t^2*cos(t) <= sin(t)^2"]},
    proof=have(
        [
            (
                "cos(t/2 + t/2) == cos(t/2)*cos(t/2) - sin(t/2)*sin(t/2)"
                " and sin(t/2 + t/2) == sin(t/2)*cos(t/2) + cos(t/2)*sin(t/2)",
                lemma("LEM-sum-of-angles", u="t/2", v="t/2"),
            ),
            (_COS, leaf("eq 1: cos(t/2 + t/2) == cos(t/2)*cos(t/2) - sin(t/2)*sin(t/2)")),
            (_SIN, leaf("eq 1: sin(t/2 + t/2) == sin(t/2)*cos(t/2) + cos(t/2)*sin(t/2)")),
            (_ONE, rule("circle", a="t/2")),
            (_LOW, lemma("LEM-tangent-above", leaf("1/2: 0 <= t"), leaf("1/2: t < pi/2", "1/4: pi > 0"), a="t/2")),
            ("cos(t) > 0", rule("acute angle", leaf("1: 0 <= t", "1/2: pi > 0"), KNOWN, a="t")),
            (
                f"{_C} > 0",
                rule("acute angle", leaf("1/2: 0 <= t", "1/2: pi > 0"), leaf("1/2: t < pi/2", "1/4: pi > 0"), a="t/2"),
            ),
            (f"t/2*{_C} >= 0", leaf(f"1/2: 0 <= t; {_C} > 0")),
            (f"{_S} >= 0", leaf(f"1: {_LOW}", f"1: t/2*{_C} >= 0")),
            (f"{_S}^2 - (t/2*{_C})^2 >= 0", leaf(f"1: {_LOW}; {_S} >= 0", f"1: {_LOW}; t/2*{_C} >= 0")),
            (f"{_C}^2 > 0", leaf(f"1: {_C} > 0; {_C} > 0")),
        ],
        leaf(
            f"4: {_S}^2 - (t/2*{_C})^2 >= 0; cos(t) > 0",
            f"4: sq {_S}^3",
            times=[f"{_C}^2"],
            use=[_SIN, _COS],
        ),
    ),
)
