"""What was taken out of a proof is written down in short, and gives the shorter proof back."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from verify import proof_decision
from verify.proof_decision import decide_proof
from verify.registry import find, load
from verify.tactics.build import KNOWN, have, leaf, take
from verify.tactics.removals import digest, record_text, recorded, removals, shortened

SIMPLE = leaf("1: a > 0; b > 0", "1: a > 0", use=["a == b", "b == c"])
NESTED = have(["a > 0", ("b > 0", leaf("1: a > 0"))], {"both": [SIMPLE, leaf()]})
TAKEN = take("forall x: f(x) > 0", {"x": "a"}, SIMPLE)


@pytest.mark.parametrize(("before", "after", "expected"), [
    (SIMPLE, SIMPLE, []),
    (SIMPLE, KNOWN, [" known"]),
    (SIMPLE, {**SIMPLE, "use": ["b == c"]}, ["/use 0"]),
    (SIMPLE, {name: part for name, part in SIMPLE.items() if name != "terms"}, ["/terms gone"]),
    (SIMPLE, {**SIMPLE, "terms": [{"c": "1", "facts": ["b > 0"]}]}, ["/terms 1", "/terms/0/facts 0"]),
    (TAKEN, SIMPLE, [" then"]),
    (NESTED, {"both": [SIMPLE, KNOWN]}, [" then", "/then then", "/then*2/both/1 known"]),
    (NESTED, {**NESTED, "then": {"both": [SIMPLE, leaf()]}}, ["/then then"]),
    ({"have": "a > 0", "then": SIMPLE}, {"have": "a > 0", "by": KNOWN, "then": SIMPLE}, ["/by known"]),
    ([NESTED, TAKEN], [NESTED, SIMPLE], ["/1 then"]),
])  # fmt: skip
def test_removals_give_the_shorter_proof_back(before: Any, after: Any, expected: list[str]) -> None:
    assert removals(before, after) == expected
    assert shortened(before, expected) == after


@pytest.mark.parametrize(("before", "after"), [
    (SIMPLE, TAKEN),
    (SIMPLE, {**SIMPLE, "use": ["b == c", "a == b"]}),
    (SIMPLE, {**SIMPLE, "use": ["b == d"]}),
    (SIMPLE, {**SIMPLE, "norms": ["a"]}),
    (TAKEN, {**TAKEN, "take": "forall x: f(x) > 1"}),
    ([SIMPLE], [SIMPLE, SIMPLE]),
])  # fmt: skip
def test_what_is_no_shorter_proof_has_none(before: Any, after: Any) -> None:
    assert removals(before, after) is None


@pytest.mark.parametrize("removed", ["/no/such/place known", "/use 7", "/use", "", "/leaf then", "/then*2 then"])
def test_a_place_that_is_not_there_changes_nothing(removed: str) -> None:
    assert shortened(SIMPLE, [removed]) == SIMPLE


def test_a_digest_tells_data_apart() -> None:
    assert digest(SIMPLE) == digest(json.loads(json.dumps(SIMPLE)))
    assert len({digest(SIMPLE), digest(TAKEN), digest(SIMPLE, TAKEN), digest([SIMPLE, TAKEN])}) == 4


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of no claims, for a record."""
    (tmp_path / "recording").mkdir()
    (tmp_path / "recording" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    recorded.cache_clear()
    yield tmp_path / "recording" / "removals.json"
    recorded.cache_clear()
    sys.modules.pop("recording", None)


def test_a_record_is_read_as_it_was_written(package: Path) -> None:
    package.write_text(record_text({"B": ["12", "/then known"], "A": ["34"], "C": []}))
    assert recorded("recording") == {"A": ["34"], "B": ["12", "/then known"]}
    assert package.read_text().splitlines()[1:3] == ['"A": ["34"],', '"B": ["12", "/then known"]']


@pytest.mark.parametrize("text", [None, "", "[]", "{", "null", "\x00"])
def test_what_is_no_record_counts_as_nothing_recorded(package: Path, text: str | None) -> None:
    if text is not None:
        package.write_text(text)
    assert recorded("recording") == {}


def test_an_entry_of_another_type_counts_as_not_recorded(package: Path) -> None:
    package.write_text(json.dumps({"A": "", "B": 5, "C": None, "D": {"a": 1}, "E": [None], "F": [["x"]], "G": ["x"]}))
    assert recorded("recording") == {"G": ["x"]}


def test_nothing_is_recorded_where_there_is_no_such_package() -> None:
    assert recorded("no_such_package") == {}


ID = "CON-T3.2.a"


class Searched(Exception):  # noqa: N818 - a signal, no error
    """The search for what can go was started."""


def with_entry(entry: list[Any], monkeypatch: pytest.MonkeyPatch, *, search: bool) -> Any:
    def stop(*_: Any) -> Any:
        raise Searched

    load(instances=False)
    monkeypatch.setattr(proof_decision, "recorded", lambda package: {ID: entry} if package == "proofs_checks" else {})
    if not search:
        monkeypatch.setattr(proof_decision, "pruned", stop)
    return decide_proof(find(ID))


def test_what_is_recorded_is_not_searched_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    afresh = with_entry([], monkeypatch, search=True)
    assert len(afresh.removed) > 1
    assert with_entry(list(afresh.removed), monkeypatch, search=False) == afresh


@pytest.mark.parametrize("entry", [
    lambda made: ["0" * 16, *made[1:]],  # another proof
    lambda made: [made[0], " known"],  # not accepted: what is to be shown is not known
    lambda made: [],
])  # fmt: skip
def test_a_record_that_does_not_fit_is_passed_over(entry: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    afresh = with_entry([], monkeypatch, search=True)
    assert with_entry(entry(afresh.removed), monkeypatch, search=True) == afresh
    with pytest.raises(Searched):
        with_entry(entry(afresh.removed), monkeypatch, search=False)
