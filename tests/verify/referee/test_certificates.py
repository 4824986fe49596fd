"""Each kind of certificate is confirmed as it is, and no changed digit passes."""

from __future__ import annotations

from typing import Any

import pytest

from attnverify.verify.referee.certificates import Status, recheck

from .conftest import changed

IDENTITY = {
    "kind": "identity",
    "variables": ["c", "x"],
    "pairs": [{"says": "a power", "left": "c**4", "right": "(1 + 2*x)**2"}],
    "relations": [{"power": "c**2", "equals": "1 + 2*x"}],
}
WITNESS = {
    "kind": "witness",
    "values": {"x": "1/4", "M": [[1, 0], [0, 3]]},
    "hypotheses": ["x > 0", "M == transpose(M)"],
    "violates": ["x**2 < x", "det(M) == 3"],
}
SAMPLE = {"kind": "sample", "examples": 5, "discarded": 1, "seed": 0, "worst_margin": "0.1", "worst": {}}


def conjunction(*parts: Any) -> dict[str, Any]:
    return {"kind": "all", "steps": [{"says": f"step {i}", "certificate": part} for i, part in enumerate(parts)]}


def test_each_kind_is_found_as_it_is() -> None:
    found = [recheck(certificate).status for certificate in (IDENTITY, WITNESS, SAMPLE)]
    assert found == [Status.CONFIRMED, Status.CONFIRMED, Status.SAMPLED]


@pytest.mark.parametrize("tampered", [
    changed(IDENTITY, ("pairs", 0, "right"), "(1 + 3*x)**2"),
    changed(IDENTITY, ("pairs", 0, "left"), "c**5"),
    changed(IDENTITY, ("relations", 0, "equals"), "1 + 4*x"),
    changed(IDENTITY, ("relations",), []),
    changed(IDENTITY, ("variables",), ["c"]),
    changed(IDENTITY, ("pairs",), []),
    changed(IDENTITY, ("pairs", 0, "left"), "exp(c)"),
    changed(WITNESS, ("values", "x"), "5/4"),
    changed(WITNESS, ("values", "x"), 0.25),
    changed(WITNESS, ("values", "M", 0, 1), 1),
    changed(WITNESS, ("violates",), []),
    changed(WITNESS, ("violates", 0), "exp(x)*exp(-x) == 1"),
    changed(WITNESS, ("hypotheses", 0), "x > 1"),
    changed(WITNESS, ("hypotheses", 0), "__import__('os')"),
    changed(SAMPLE, ("examples",), 0),
    changed(SAMPLE, ("examples",), True),
    {"kind": "all", "steps": []},
    {"kind": "all", "steps": [{"says": "no certificate"}]},
    {"kind": "magic"},
    {}, None, [], "identity",
    {"kind": ["identity"]},
])  # fmt: skip
def test_tampering_fails_with_one_line(tampered: Any) -> None:
    finding = recheck(tampered)
    assert finding.status is Status.FAILED
    assert finding.detail
    assert "\n" not in finding.detail


def test_a_conjunction_is_as_good_as_its_worst_part() -> None:
    bad = changed(WITNESS, ("values", "x"), 2)
    assert recheck(conjunction(IDENTITY, WITNESS)).status is Status.CONFIRMED
    assert recheck(conjunction(IDENTITY, None)).status is Status.WORD
    assert recheck(conjunction(SAMPLE, None)).status is Status.SAMPLED
    assert recheck(conjunction(SAMPLE, None, bad, IDENTITY)).status is Status.FAILED
    assert recheck(conjunction(conjunction(IDENTITY), conjunction(bad))).status is Status.FAILED


def test_a_step_without_certificate_is_a_word_and_is_named() -> None:
    finding = recheck(conjunction(IDENTITY, None))
    assert finding.status is Status.WORD
    assert "step 1" in finding.detail


def test_deep_nesting_is_no_crash() -> None:
    nested: Any = IDENTITY
    for _ in range(3000):
        nested = conjunction(nested)
    assert recheck(nested).status is Status.FAILED


@pytest.mark.parametrize(("left", "relations"), [
    ("x + (c - 1)*d", [("c", "1"), ("d", "1/(c - 1)")]),  # the relation itself divides by zero
    ("x + (c - 1)/(c - 1)*(c + 1)/(c + 1)", [("c**2", "1")]),  # one of the two divisors is zero
    ("x*c/c*c/c", [("c**2", "0")]),
    ("x*d*d/d/d", [("d**2", "0")]),
    ("x*((c + 1)*d)**2/((c + 1)*d)", [("c**2", "1"), ("d**2", "c - 1")]),
])  # fmt: skip
def test_an_identity_that_is_defined_nowhere_is_no_identity(left: str, relations: list[tuple[str, str]]) -> None:
    certificate = {
        "kind": "identity",
        "variables": ["c", "d", "x"],
        "pairs": [{"says": "anything", "left": left, "right": "0"}],
        "relations": [{"power": power, "equals": equals} for power, equals in relations],
    }
    assert recheck(certificate).status is Status.FAILED


def test_an_identity_over_a_tower_of_roots_is_defined() -> None:
    certificate = {
        "kind": "identity",
        "variables": ["r", "s", "x"],
        "pairs": [{"says": "a quotient", "left": "(s**2 - x)/(r*s)", "right": "1/s"}],
        "relations": [{"power": "s**2", "equals": "r + x"}, {"power": "r**2", "equals": "1 - x**2"}],
    }
    assert recheck(certificate).status is Status.CONFIRMED


@pytest.mark.parametrize("certificate", [
    changed(IDENTITY, ("pairs", 0, "left"), f"(({'9' * 1900})**1000)**1000"),
    changed(WITNESS, ("violates",), ["(" + "@".join(["M"] * 200) + ")[0][0] > 0"]),
    changed(WITNESS, ("violates",), ["rank(M) == 5"]),
    changed(WITNESS, ("violates",), ["+".join(["exp(4000)*exp(-4000)"] * 8000) + " < 0"]),
], ids=["coefficients", "products", "rank", "exponentials"])  # fmt: skip
def test_hostile_arithmetic_is_given_up(certificate: dict[str, Any]) -> None:
    if certificate["kind"] == "witness":
        rows = [[f"{7 * i + j + 1}/{i + 3 * j + 2}" for j in range(128)] for i in range(128)]
        certificate["values"]["M"] = rows
        certificate["hypotheses"] = []
    found = recheck(certificate)
    assert found.status is Status.FAILED
    assert "more than" in found.detail
