from pathlib import Path

import pytest

from attnverify.verify.report.contents import MEANINGS, Contents

ROOT = Path(__file__).parents[3]


@pytest.fixture
def contents(small_ledger):
    return Contents(small_ledger)


def test_counts_and_groups(contents):
    found = {word: count for word, count in contents.counts.items() if count}
    assert found == {"ARGUED": 3, "TESTED": 1, "ARGUED FALSE": 2, "OPEN": 3}
    assert contents.counts_by_paper["notes"] == {**dict.fromkeys(contents.counts, 0), "TESTED": 1}
    assert [entry["id"] for entry in contents.failing] == ["TST-3", "TST-4"]
    assert contents.printed == {"true": 2, "false": 2, "unclear": 3}
    assert contents.truths["reconstructed"] == {"true": 0, "false": 0, "unclear": 1}
    assert contents.kinds == ["identity", "stability"]
    assert contents.unexpected == []


def test_links_between_claims(contents):
    assert contents.repairs == {"TST-3": "TST-3.repaired"}
    assert contents.used_by["TST-1"] == ["TST-2", "TST-3", "TST-4", "TST-6"]
    assert contents.addresses("claims/")["TST-1"] == "claims/TST-1.html"


def test_what_rests_on_something_is_a_level_above_it(contents):
    assert [[entry["id"] for entry in level] for level in contents.levels] == [
        ["TST-1", "TST-5", "TST-7"],
        ["TST-2", "TST-3", "TST-4", "TST-6", "TST-8"],
        ["TST-3.repaired"],
    ]


def test_the_meanings_are_those_of_the_readme():
    readme = (ROOT / "README.md").read_text()
    for verdict, meaning in MEANINGS.items():
        assert f"| {verdict} | {meaning} |" in readme
