"""Files that somebody wrote to break the referee: one line or one named claim, in bounded memory, never a traceback."""

import copy
import json

import pytest

from attnverify.verify.decision import decide
from attnverify.verify.ledger import build, file_text
from attnverify.verify.referee.files import MAX_BYTES, MAX_CLAIMS
from attnverify.verify.referee.records import digest


@pytest.fixture
def ledger(make):
    claim = make()
    return json.loads(json.dumps(build([claim], {claim.id: decide(claim)}, 0)))


def _ledger(claims):
    more = '"seed": 0, "versions": {}, "papers": [], "seal": ""'
    return f'{{"format": "attnverify-ledger", "version": 3, {more}, "claims": {claims}}}'


@pytest.mark.parametrize("text", [
    b"", b"\xff\xfe", b"[" * 1_000_000, b'{"a":' * 200_000, b" " * (MAX_BYTES + 1),
    b'"' + b"x" * (MAX_BYTES - 2) + b'"', _ledger("NaN"), _ledger("[-Infinity]"), _ledger("[1e400]"),
    _ledger("[" + "9" * 100_000 + "]"), _ledger('[{"id": "A", "id": "B"}]'), _ledger("{}"), _ledger("null"),
    _ledger("[]"), _ledger("[1]").replace("3,", "[3],"), _ledger("[1]").replace("3,", '"' + "3" * 100_000 + '",'),
    _ledger("[1]").replace('"version"', '"seal": 1, "seal"'),
], ids=range(17))  # fmt: skip
def test_what_is_no_ledger_is_one_line(rechecked, text):
    code, lines = rechecked(text)
    assert code == 2
    assert len(lines) == 1
    assert len(lines[0]) < 3_000
    assert lines[0].startswith("error: ")


SMALL = ["{}", "[]", "0", '""', "[[],[],[]]"]


@pytest.mark.parametrize("items", [*([item] for item in SMALL), SMALL])
def test_many_small_things(rechecked, items):
    """Too many of each are refused, and as many as are allowed of all together fail, as does the seal."""
    count, code = (4_000_000 // len(items[0]), 2) if len(items) == 1 else (MAX_CLAIMS // len(items), 1)
    found, lines = rechecked(_ledger("[" + ",".join(items * count) + "]"))
    assert found == code
    assert lines[-1].endswith(f"{MAX_CLAIMS + 1} FAILED" if code == 1 else f"at most {MAX_CLAIMS} are rechecked")


def _with(ledger, **changes):
    return {**copy.deepcopy(ledger["claims"][0]), **changes}


WRONG = [None, True, 7, -0.5, "x" * 50_000, [], {}, [[[]]], {"says": {}}, ["x"] * 20_000]
FIELDS = ["evidence", "twin", "argument", "formal", "verdict", "expected", "role", "form", "title", "as_printed"]


def test_wrong_types_are_failed_claims(rechecked, ledger):
    """Each of them by its own line; None is what a computed claim has as `formal`, and no premises what it rests on."""
    changes = [{field: value} for field in FIELDS for value in WRONG if field != "formal" or value]
    changes += [{"rests_on": value} for value in WRONG if value]
    claims = [_with(ledger, id=f"TST-{number}", **change) for number, change in enumerate(changes)]
    claims += [_with(ledger, id=value) for value in WRONG]
    for claim in claims:
        try:
            claim["digest"] = digest(claim)
        except (AttributeError, TypeError):  # evidence of another type has no digest
            continue
    code, lines = rechecked(file_text({**ledger, "claims": claims}))
    assert code == 1
    assert lines[-1] == f"{len(claims)} FAILED"
    assert len(lines) == len(claims) + 1
    assert max(map(len, lines)) < 3_000
