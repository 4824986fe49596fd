"""Reading the fields of a certificate, and the order of the findings."""

import pytest

from attnverify.verify.referee.findings import Finding, MalformedError, Status, field, texts, worst


def test_fields_are_typed() -> None:
    assert field({"n": 1}, "n", int) == 1
    assert texts({"names": ["a"]}, "names") == ["a"]
    for data, name in (({"n": True}, "n"), ({}, "n"), ({"n": "1"}, "n")):
        with pytest.raises(MalformedError, match="'n'"):
            field(data, name, int)
    with pytest.raises(MalformedError, match="texts are needed"):
        texts({"names": [1]}, "names")


def test_worst() -> None:
    order = [Status.CONFIRMED, Status.WORD, Status.SAMPLED, Status.FAILED]
    for i in range(1, 5):
        assert worst([Finding(status, "") for status in order[:i]]).status is order[i - 1]
