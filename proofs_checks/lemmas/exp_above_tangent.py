"""The exponential lies above its tangent at 0, strictly away from 0."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import cases, have, leaf, rule

_HALF = "1 + a/2 <= exp(a/2)"

formal(
    "LEM-exp-above-tangent",
    title="The exponential lies strictly above its tangent at 0",
    statement={"letters": ["a: number"], "given": ["a != 0"], "show": ["1 + a < exp(a)"]},
    proof=cases(
        "1 + a/2",
        have(
            [(_HALF, rule("exp tangent", a="a/2")), "exp(a/2) > 0", "a^2 > 0"],
            leaf(f"1: {_HALF}; exp(a/2) > 0", f"1: {_HALF}; 1 + a/2 >= 0", "1/4: a^2 > 0"),
        ),
        leaf("1: exp(a) > 0", "2: 1 + a/2 < 0", "1:"),
    ),
    instance={"letters": {"a": "log(2)"}},
    twin=Variant("at 0 as well", {"a != 0": "a >= 0"}, {"letters": {"a": 0}}),
)
