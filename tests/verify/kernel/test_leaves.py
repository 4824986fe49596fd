"""Certificates of arithmetic that are malformed, or use what is not known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import leaf

from .cases import FAMILY, X, attack

LEAVES: list[dict[str, Any]] = [
    attack("terms that are no list", "x > 0", {"leaf": "arithmetic", "terms": "1: x > 0"}, "'terms' is a list", "x > 0",
        **X),
    attack("a term that is a text", "x > 0", {"leaf": "arithmetic", "terms": ["x > 0"]}, "is an object", "x > 0", **X),
    attack("a term with an unknown field", "x > 0", {"leaf": "arithmetic", "terms": [{"c": "1", "fact": ["x > 0"]}]},
        "no field 'fact'", "x > 0", **X),
    attack("facts that are a text", "x > 0", {"leaf": "arithmetic", "terms": [{"c": "1", "facts": "x > 0"}]},
        "a list of texts", "x > 0", **X),
    attack("a fact that is not known", "x > 0", leaf("1: x > 0"), "used but not known here", **X),
    attack("a fact assumed in a leaf only", "x > 0", leaf("1: x > y", "1: y > 0"), "used but not known here: y > 0",
        "x > y", **X),
    attack("a fact that is no inequality", "x > 0", leaf("1: x == y"), "no inequality", "x == y", **X),
    attack("a fact that is a difference", "x > 0", leaf("1: x != 0"), "no inequality", "x != 0", **X),
    attack("a fact about tokens", "x > 0", leaf("1: i < k"), "no inequality", "i < k",
        letters="x: number; i, k: token"),
    attack("an equation that is not known", "x == y", leaf("eq: x == y"), "no known equation", **X),
    attack("an inequality as an equation", "x == y", leaf("eq: x <= y"), "no known equation", "x <= y", **X),
    attack("an equation of vectors with a cofactor", "dot(u, v) == 1", leaf("eq: u == v"), "no known equation",
        "u == v", "dot(v, v) == 1", **FAMILY),
    attack("an equation from inequalities", "x == y", leaf("1: x <= y"), "follows from equations only", "x <= y",
        "y <= x", **X),
    attack("a difference from a combination", "x != 0", leaf("1: x > 0"), "no combination", "x > 0", **X),
    attack("a coefficient that is no number", "x > 0", leaf("x: x > 0"), "positive rational", "x > 0", **X),
    attack("a coefficient 1/0", "x > 0", leaf("1/0: x > 0"), "positive rational", "x > 0", **X),
    attack("a coefficient that is true", "x > 0", {"leaf": "arithmetic", "terms": [{"c": True, "facts": ["x > 0"]}]},
        "positive rational", "x > 0", **X),
    attack("a coefficient with an exponent", "x > 0", leaf("1e3: x > 0"), "positive rational", "x > 0", **X),
    attack("a coefficient in other digits", "x > 0", leaf("\u0661: x > 0"), "positive rational", "x > 0", **X),
    attack("a coefficient of ten thousand digits", "x > 0",
        {"leaf": "arithmetic", "terms": [{"c": 10**10_000, "facts": ["x > 0"]}]}, "positive rational", "x > 0", **X),
    attack("a wrong coefficient", "2*x >= 0", leaf("1: x >= 0"), "what is left", "x >= 0", **X),
    attack("a square of a difference with the wrong sign", "x*y >= 0", leaf("1/2: sq x + y"), "what is left", **X),
    attack("a product of facts one of which is weak", "x*y > 0", leaf("1: x > 0; y >= 0"), "gives <= only", "x > 0",
        "y >= 0", **X),
    attack("a strict summand that is squared", "x*x > 0", leaf("1: x >= 0; x >= 0"), "gives <= only", "x >= 0", **X),
    attack("a product whose sign is wrong", "x*y <= 0", leaf("1: x >= 0; y >= 0"), "what is left", "x >= 0", "y >= 0",
        **X),
    attack("multiplying the goal by what may be negative", "x > 0", leaf("1: x*y > 0", times=["y"]),
        "not known to be positive", "x*y > 0", **X),
    attack("multiplying the goal by what may be zero", "x >= 0", leaf("1: x*y >= 0", times=["y"]),
        "not known to be positive", "x*y >= 0", "y >= 0", **X),
    attack("multiplying an equation by what may be zero", "x == 0", leaf("eq: x*y == 0", times=["y"]),
        "not known to be positive", "x*y == 0", **X),
    attack("multiplying by a vector", "x > 0", leaf("1: x > 0", times=["u"]), "wanted number", "x > 0",
        letters="x: number; u: vector"),
    attack("dividing by what may be zero", "x == y", leaf("eq 1/a: a*x == a*y"), "what is left", "a*x == a*y",
        letters="x, y, a: number"),
    attack("a named equation that is not known", "x == y", leaf(use=["x == y"]), "used but not known here", **X),
    attack("a named formula that is no equation", "x == y", leaf(use=["x <= y"]), "only an equation can be named",
        "x <= y", **X),
    attack("a named alternative", "x == y", leaf(use=["x == y or x == 0"]), "only an equation can be named",
        "x == y or x == 0", **X),
    attack("a conditional equation without its condition", "x == y", leaf(use=["x > 0 => x == y"]), "what is left",
        "x > 0 => x == y", **X),
    attack("an equation of the earlier tokens at any token", "c[k] == 1",
        leaf(use=["forall j in before(i): c[j] == 1"]), "what is left", "forall j in before(i): c[j] == 1", **FAMILY),
    attack("an equation of sums to be named", "x + y == 0", leaf(use=["x + y == a + b"]),
        "one side is a single quantity", "x + y == a + b", "a + b == 0", letters="x, y, a, b: number"),
    attack("an equation with a letter on one side only", "x == y", leaf(use=["forall s in number: x == s"]),
        "what is left|single quantity", "forall s in number: s > 0 => x == s", "forall s in number: x == s", **X),
    attack("names that are no list", "x == y", {"leaf": "arithmetic", "use": "x == y"}, "a list of texts", "x == y",
        **X),
]  # fmt: skip


@pytest.mark.parametrize("case", LEAVES, ids=lambda case: case["says"])
def test_a_false_certificate_is_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
