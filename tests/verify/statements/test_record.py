"""The ledger of a statement is rechecked by the referee; a changed digit is caught."""

import copy
import re

import pytest

from verify.referee.certificates import Status, recheck
from verify.referee.ledgers import Outcome, recheck_ledger
from verify.statements.deciding import decide_statement
from verify.statements.reading import read_table
from verify.statements.record import ledger

TABLES = {
    "PROVED": {"variables": {"a": "positive", "l": "positive"}, "given": "a*l < 2", "show": "Abs(1 - a*l) < 1"},
    "CERTIFIED": {"variables": {"x": "[1, 2]"}, "show": "exp(x) < 2*x**2 + 1"},
    "REFUTED": {"variables": {"x": "positive", "n": "integer"}, "show": "x + n > 1/7"},
    "OPEN": {"variables": {"x": "real"}, "given": "x**2 < 0", "show": "x > 1"},
}


def written(verdict):
    statement = read_table(TABLES[verdict])
    return ledger(statement, decide_statement(statement), "my lemma-1")


@pytest.mark.parametrize("verdict", TABLES)
def test_every_verdict_is_rechecked(verdict):
    found = written(verdict)
    claim = found["claims"][0]
    assert (claim["id"], claim["verdict"], claim["expected"]) == ("DECIDE-my.lemma.1", verdict, verdict)
    assert claim["twin"]["rejected"]
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


@pytest.mark.parametrize("verdict", ["PROVED", "CERTIFIED", "REFUTED"])
def test_a_flipped_digit_anywhere_is_caught(verdict):
    found = written(verdict)
    places = list(_places(found["claims"][0]))
    assert len(places) > 10
    for path, at in places:
        changed = {**found, "claims": [_flipped(found["claims"][0], path, at)]}
        assert recheck_ledger(changed)[0].outcome is Outcome.FAILED, path


def test_even_without_the_seal_the_algebra_catches_a_changed_coefficient():
    certificate = written("PROVED")["claims"][0]["evidence"][0]["certificate"]
    places = [(path, at) for path, at in _places(certificate) if "coefficient" in path]
    assert places
    for path, at in places:
        assert recheck(_flipped(certificate, path, at)).status is Status.FAILED
