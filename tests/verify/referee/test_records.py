import json

import pytest

from attnverify.verify.evidence import Evidence
from attnverify.verify.referee.records import RecordError, digest, plain, record, restored
from attnverify.verify.verdict import Rung


def test_evidence_survives_as_json(proved):
    for item in (proved(checked_by="referee", seconds=0.25), Evidence(Rung.OPEN, "s", "m", crashed=True)):
        assert restored(json.loads(json.dumps(record(item)))) == item


@pytest.mark.parametrize(("field", "value"), [
    ("rung", "TRUE"),
    ("rung", ["proved"]),
    ("scope", None),
    ("covers", 1),
    ("certificate", "trust me"),
    ("seconds", True),
    ("crashed", "no"),
    ("checked_by", 7),
])  # fmt: skip
def test_a_wrong_field_is_named(proved, field, value):
    with pytest.raises(RecordError, match=field):
        restored({**record(proved()), field: value})


def test_what_is_no_object_is_no_evidence():
    with pytest.raises(RecordError, match="not an object"):
        restored("PROVED")


@pytest.mark.parametrize("data", [float("inf"), {"a": object()}, {1, 2}, b"bytes"])
def test_only_plain_data_is_plain(data):
    with pytest.raises(RecordError, match="not plain JSON"):
        plain(data)


def test_the_digest_sees_everything_but_timings(proved):
    claim = {"id": "TST-1", "verdict": "PROVED", "evidence": [record(proved())]}
    seal = digest(claim)
    assert digest({**claim, "digest": seal}) == seal
    assert digest({**claim, "evidence": [record(proved(seconds=9.0))]}) == seal
    assert digest({**claim, "verdict": "TESTED"}) != seal
    assert digest({**claim, "evidence": [record(proved(scope="more"))]}) != seal
