"""The rule "normal pair": what it says of drawn systems, weakened copies of it, and proofs that it must not give."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from proofs_checks.power_method.proofs import isotropic_tokens
from verify.formal import all_formal
from verify.kernel.claims import Library
from verify.kernel.refutation import judge_instance
from verify.kernel.statements import read
from verify.kernel.terms import Rejected
from verify.tactics.build import KNOWN, leaf, rule

PAIR: dict[str, Any] = {
    "letters": ["y[token]: random vector; i: token; u: vector; z: moving number; c: random number"],
    "given": ["independent(y)", "standard_normal(y)"],
}
SAMPLES = 40_000


def said(u: Any, w: Any, a: Any, b: Any, i: int) -> dict[str, float]:
    """Variances, covariance and probability of the forms u.y_i + sum a_j.y_j and w.y_i + sum b_j.y_j, by the rule."""
    A = u @ u + 2 * u @ a[i] + np.sum(a * a)
    B = w @ w + 2 * w @ b[i] + np.sum(b * b)
    C = u @ w + u @ b[i] + w @ a[i] + np.sum(a * b)
    ratio = (B - A) / math.sqrt((A + B) ** 2 - 4 * C**2)
    return {"A": A, "B": B, "C": C, "p": 0.5 + math.asin(ratio) / math.pi}


def weakened(u: Any, w: Any, a: Any, b: Any, i: int) -> list[dict[str, float]]:
    """The same with a part of the rule left out."""
    right = said(u, w, a, b, i)
    ratio = (right["B"] - right["A"]) / (right["A"] + right["B"])
    return [
        right | {"A": right["A"] - 2 * u @ a[i]},
        right | {"B": right["B"] - w @ w},
        right | {"C": right["C"] - w @ a[i]},
        right | {"p": 0.5 + math.asin(ratio) / math.pi},
    ]


def agrees(found: dict[str, float], y: Any, u: Any, w: Any, a: Any, b: Any, i: int) -> bool:
    """Whether drawn tokens y : (samples, N, d) have these moments, within five standard errors."""
    f = y[:, i] @ u + np.einsum("snd,nd->s", y, a)
    g = y[:, i] @ w + np.einsum("snd,nd->s", y, b)
    drawn = {"A": f * f, "B": g * g, "C": f * g, "p": np.abs(f) < np.abs(g)}
    return all(
        abs(np.mean(values) - found[name]) < 5 * np.std(values) / math.sqrt(SAMPLES) for name, values in drawn.items()
    )


def drawn_system(seed: int) -> tuple[Any, tuple[Any, Any, Any, Any, int]]:
    """Three standard normal tokens in the plane, and two forms."""
    rng = np.random.default_rng(seed)
    y = rng.standard_normal((SAMPLES, 3, 2))
    u, w = rng.choice([-1, 1], 2) + 0.2, rng.choice([-1, 1], 2) + 0.3
    a, b = rng.normal(size=(2, 3, 2)) + 0.5
    return y, (u, w, a, b, int(rng.integers(3)))


def test_drawn_tokens_have_these_moments_and_not_those_of_weakened_rules() -> None:
    systems = [drawn_system(seed) for seed in range(4)]
    assert all(agrees(said(*system), y, *system) for y, system in systems)
    for number in range(4):
        assert not all(agrees(weakened(*system)[number], y, *system) for y, system in systems)


FORM: dict[str, Any] = {
    "f": "fn(X in state: dot(u, X[i]))", "g": "fn(X in state: dot(u, X[i]))", "a": "fn(j: 0*u)", "b": "fn(j: 0*u)",
}  # fmt: skip
LAW = (
    "(forall s in number, t in number: normal(s*dot(u, y[i]) + t*dot(u, y[i]), s^2*{A} + 2*s*t*{A} + t^2*{A}))"
    " and (4*{A}^2 < ({A} + {A})^2 => 0 <= {p} and {p} <= 1"
    " and sin(pi*({p} - 1/2)) == ({A} - {A})/sqrt(({A} + {A})^2 - 4*{A}^2) and ({A} < {A} => 1/2 < {p})"
    " and (1/2 < {p} => {A} < {A}))"
)


def one(A: str) -> dict[str, Any]:
    """The rule for one form twice, with the variance A."""
    p = "probability(abs(dot(u, y[i])) < abs(dot(u, y[i])))"
    premises = (KNOWN, KNOWN, leaf(), leaf(), leaf(), leaf(), leaf())
    proof = rule("normal pair", *premises, u="u", w="u", A=A, B=A, K=A, **FORM)
    return {**PAIR, "show": [LAW.format(A=A, p=p)], "proof": proof}


def test_one_form_has_its_variance(accepted: Callable[[Any], Any], refused: Callable[[Any], None]) -> None:
    assert accepted(one("dot(u, u)")).axioms == {"normal pair"}
    refused(one("(2*dot(u, u))") | {"match": "normal pair 5"})
    for number, given in enumerate(PAIR["given"]):
        left = [text for text in PAIR["given"] if text != given]
        refused({**one("dot(u, u)"), "given": left, "match": f"normal pair {number + 1}.*not known here"})
    uniform = ["independent(y)", "uniform_on_sphere(y)"]
    refused({**one("dot(u, u)"), "given": uniform, "match": "normal pair 2.*not known here"})


@pytest.mark.parametrize(("fact", "match"), [
    ("normal(z, 1)", "normal of something that moves"),
    ("normal(dot(u, y[i]), c)", "normal of something that moves"),
    ("normal(dot(u, y[i]), dot(u, y[i]))", "normal of something that moves"),
    ("dot(u, y[i]) > 0", "speaks of a moment"),
])  # fmt: skip
def test_a_law_is_said_of_random_numbers_with_a_constant_variance(fact: str, match: str) -> None:
    with pytest.raises(Rejected, match=match):
        read({**PAIR, "show": [fact]})


def test_at_an_instance_random_vectors_have_a_law_and_no_value() -> None:
    statement = read(
        {
            **PAIR,
            "show": ["uniform_on_sphere(y)", "probability(dot(u, y[i]) > 0) == 1/2", "normal(dot(u, y[i]), 1)"],
        }
    )
    letters = {"i": 0, "u": [1, 0], "z": 0}
    here = {"tokens": 2, "dim": 2, "letters": {**letters, "y": "standard_normal"}}
    report = judge_instance(statement, here)
    assert [truth for _, truth in report.given] == [True, True]
    assert [truth for _, truth in report.show] == [False, None, None]
    without = judge_instance(statement, {**here, "letters": letters})
    assert [truth for _, truth in without.given] == [None, None]
    for law in ("normal", [[1, 0], [0, 1]]):
        with pytest.raises(Rejected, match="y is random and has no value"):
            judge_instance(statement, {**here, "letters": {**letters, "y": law}})
    with pytest.raises(Rejected, match="c is random and has no value"):
        judge_instance(statement, {**here, "letters": {**letters, "c": "standard_normal"}})


def test_every_hypothesis_of_the_closed_form_is_needed() -> None:
    claim = all_formal()[isotropic_tokens.CLAIM.id]
    needed = []
    for given in claim.statement["given"]:
        left = [text for text in claim.statement["given"] if text != given]
        data = {"statement": {**claim.statement, "given": left}, "proof": claim.proof}
        try:
            Library({claim.id: data}.__getitem__).proof(claim.id)
        except Rejected:
            needed.append(given)
    # that e is a basis makes M the mean square length; the proof itself sums over the directions only
    assert [text for text in claim.statement["given"] if text not in needed] == [
        "d == dim(E)",
        "forall k in direction, l in direction: k != l => dot(e[k], e[l]) == 0",
    ]
