"""Every rule of the kernel has a page that can be printed, whether a claim of the ledger uses it or not."""

from __future__ import annotations

from attnverify.verify.kernel.rules import rules
from attnverify.verify.report.rules import Rules


def test_every_rule_has_a_page() -> None:
    pages = Rules([{"id": "A-1", "proof": {"steps": [{"rule": name} for name in rules()]}}]).pages
    assert set(pages) == set(rules())
    for name, rule in rules().items():
        assert list(pages[name].users) == ["A-1"], name
        assert pages[name].goal, name
        assert len(pages[name].sides) == len(rule.sides), name
