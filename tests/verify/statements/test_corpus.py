"""Statements of the field with pinned verdicts; every ledger of one is rechecked."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from verify.referee.ledgers import Outcome, recheck_ledger
from verify.statements.deciding import decide_statement
from verify.statements.reading import read_table
from verify.statements.record import ledger
from verify.verdict import Rung

CORPUS = tomllib.loads(Path(__file__).with_name("corpus.toml").read_text(), parse_float=str)["statement"]


def test_the_corpus_is_large_and_mixed():
    assert len({item["name"] for item in CORPUS}) == len(CORPUS) >= 60
    found = Counter(item["verdict"] for item in CORPUS)
    assert min(found[verdict] for verdict in ("PROVED", "CERTIFIED", "REFUTED", "OPEN")) >= 4
    for item in CORPUS:
        assert item["verdict"] in (("PROVED", "CERTIFIED", "OPEN") if item["truth"] else ("REFUTED", "OPEN"))


@pytest.mark.parametrize("item", CORPUS, ids=lambda item: item["name"])
def test_the_verdict_is_the_pinned_one_and_rechecks(item):
    statement = read_table({key: value for key, value in item.items() if key not in ("name", "truth", "verdict")})
    written = ledger(statement, decide_statement(statement), item["name"])
    claim, rung = written["claims"][0], Rung[item["verdict"]]
    assert claim["verdict"] == rung.argued.value, claim["reason"]
    assert claim["evidence"][0]["rung"] == rung.value
    (report,) = recheck_ledger(written)
    assert report.outcome is not Outcome.FAILED, report.detail
