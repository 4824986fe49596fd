"""Every rule of the kernel has a page that can be printed, whether a claim of the ledger uses it or not."""

from __future__ import annotations

import pytest

from verify.kernel.rules import rules
from verify.report.rules import Rules


@pytest.mark.parametrize("name", rules())
def test_every_rule_has_a_page(name: str) -> None:
    page = Rules([{"id": "A-1", "proof": {"steps": [{"rule": name}]}}]).pages[name]
    assert list(page.users) == ["A-1"]
    assert page.goal
    assert len(page.sides) == len(rules()[name].sides)
