"""Statements that are empty, false at the smallest sizes, or say more than they need, and some that are none of it."""

import pytest

from attnverify.verify.auditing import audit
from attnverify.verify.lemmas.files import lemma

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
    result = attnverify("audit", "CON-T4.2.repaired", "--steps", "9000")
    assert "! spare   'root^2 == dim(E)' is not needed" in result.output
    assert result.exit_code == 1
    assert attnverify("audit", "CON-T4.2").exit_code == attnverify("audit", "no.toml").exit_code == 2
