"""The ledger of a statement is rechecked by the referee; a changed digit is caught."""

import copy
import re

import pytest

from verify.referee.certificates import Status, recheck
from verify.referee.ledgers import Outcome, recheck_ledger
from verify.statements.deciding import decide_statement
from verify.statements.reading import read_table
from verify.statements.record import ledger
from verify.verdict import Rung

TABLES = {
    "proved": {"variables": {"a": "positive", "l": "positive"}, "given": "a*l < 2", "show": "Abs(1 - a*l) < 1"},
    "certified": {"variables": {"x": "[1, 2]"}, "show": "exp(x) < 2*x**2 + 1"},
    "refuted": {"variables": {"x": "positive", "n": "integer"}, "show": "x + n > 1/7"},
    "open": {"variables": {"x": "real"}, "given": "x**2 < 0", "show": "x > 1"},
}


def written(rung):
    statement = read_table(TABLES[rung])
    return ledger(statement, decide_statement(statement), "my lemma-1")


@pytest.mark.parametrize("rung", TABLES)
def test_every_verdict_is_rechecked(rung):
    found = written(rung)
    claim, verdict = found["claims"][0], Rung(rung).argued.value
    assert (claim["id"], claim["verdict"], claim["expected"]) == ("DECIDE-my.lemma.1", verdict, verdict)
    assert claim["evidence"][0]["rung"] == rung
    assert claim["twin"]["rejected"] is (rung != "open")
    expected = Outcome.OPEN if verdict == "OPEN" else Outcome.CONFIRMED
    assert [report.outcome for report in recheck_ledger(found)] == [expected]


def _places(data, path=()):
    """Every place inside nested data that holds a digit."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _places(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from _places(value, (*path, number))
    elif isinstance(data, str):
        yield from ((path, at.start()) for at in re.finditer(r"\d", data))


def _flipped(data, path, at):
    data = copy.deepcopy(data)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    text = inner[path[-1]]
    inner[path[-1]] = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
    return data


@pytest.mark.parametrize("rung", ["proved", "certified", "refuted"])
def test_a_flipped_digit_anywhere_is_caught(rung):
    found = written(rung)
    places = list(_places(found["claims"][0]))
    assert len(places) > 10
    for path, at in places:
        changed = {**found, "claims": [_flipped(found["claims"][0], path, at)]}
        assert recheck_ledger(changed)[0].outcome is Outcome.FAILED, path


def test_even_without_the_seal_the_algebra_catches_a_changed_coefficient():
    certificate = written("proved")["claims"][0]["evidence"][0]["certificate"]
    places = [(path, at) for path, at in _places(certificate) if "coefficient" in path]
    assert places
    for path, at in places:
        assert recheck(_flipped(certificate, path, at)).status is Status.FAILED
