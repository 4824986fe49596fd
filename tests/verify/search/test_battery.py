"""The batteries of lemmas: what is true is proved, what is false is refuted, and nothing is the other way round."""

import copy
import json
import tomllib
from pathlib import Path

import pytest

from attnverify.verify.lemmas.files import lemma
from attnverify.verify.referee.lemmas import judged as recheck
from attnverify.verify.search.deciding import decide_lemma
from attnverify.verify.search.proving import REFUSED

TABLES = tomllib.loads((Path(__file__).parent / "lemmas.toml").read_text(encoding="utf-8"))
LEMMAS = [(table, name) for table, rows in TABLES.items() for name in rows]


def decided(table, name):
    pytest.importorskip("clarabel")
    fields = {key: value for key, value in TABLES[table][name].items() if key in ("letters", "given", "show")}
    return decide_lemma(lemma(fields, name))


def no_float(part):
    if isinstance(part, dict):
        return all(map(no_float, part.values()))
    if isinstance(part, list):
        return all(map(no_float, part))
    return not isinstance(part, float)


def expect(table, name):
    row, found = TABLES[table][name], decided(table, name)
    assert REFUSED not in found.reason
    if row.get("open"):
        assert found.verdict == "OPEN"
        return
    assert found.verdict in (("PROVED", "CERTIFIED") if row["truth"] else ("REFUTED",)), found.resisted
    written = json.loads(json.dumps(found.data))
    assert no_float(written)
    assert recheck(written).verdict == found.verdict


@pytest.mark.parametrize(("table", "name"), [key for key in LEMMAS if TABLES[key[0]][key[1]].get("quick")])
def test_quick_ones_are_decided_as_stated(table, name):
    expect(table, name)


@pytest.mark.deep
@pytest.mark.parametrize(("table", "name"), LEMMAS)
def test_every_one_is_decided_as_stated(table, name):
    expect(table, name)


COUNTS = {  # how many are true, false, decided by no method yet; an open one leaves its count when a method decides it
    "battery": (74, 26, 0), "held_out": (70, 20, 2), "held_out_2": (40, 10, 0), "held_out_3": (47, 12, 1),
    "held_out_4": (41, 11, 3), "held_out_5": (42, 11, 0), "held_out_6": (17, 8, 0), "numbers": (63, 37, 4),
    "published": (54, 15, 2), "published_2": (36, 15, 5),
}  # fmt: skip


def test_the_tables_are_whole_have_sources_and_few_open_lemmas():
    for table, (true, false, unknown) in COUNTS.items():
        rows = TABLES[table].values()
        assert [row["truth"] for row in rows].count(True) == true
        assert len(rows) == true + false
        assert sum(row.get("open", False) for row in rows) == unknown <= 0.15 * true
        assert table == "numbers" or all(row["source"] for row in rows)
    assert set(TABLES) == set(COUNTS)


def leaves(tree):
    if isinstance(tree, dict):
        if "leaf" in tree:
            yield tree
        for part in tree.values():
            yield from leaves(part)
    elif isinstance(tree, list):
        for part in tree:
            yield from leaves(part)


@pytest.mark.parametrize("name", ["bilinear", "circle-product", "young-vectors"])
def test_a_changed_coefficient_is_caught(name):
    data = json.loads(json.dumps(decided("battery", name).data))
    terms = [term for leaf in leaves(data["proof"]) for term in leaf["terms"] if "c" in term]
    assert terms
    for term in terms:
        kept, term["c"] = term["c"], "7/3"
        assert recheck(data).verdict == "OPEN"
        term["c"] = kept
    assert recheck(data).verdict == "PROVED"


@pytest.mark.parametrize("name", ["bilinear", "ellipsoid", "circle-product"])
def test_a_dropped_hypothesis_is_caught(name):
    data = json.loads(json.dumps(decided("battery", name).data))
    for position in range(len(data["statement"]["given"])):
        less = copy.deepcopy(data)
        del less["statement"]["given"][position]
        if name == "bilinear" and "lam > 0" in data["statement"]["given"][position]:
            continue  # it follows from the two bounds
        assert recheck(less).verdict == "OPEN", data["statement"]["given"][position]


def test_another_conclusion_is_caught():
    data = json.loads(json.dumps(decided("battery", "circle-product").data))
    data["statement"]["show"] = ["p*q <= 1/3"]
    assert recheck(data).verdict == "OPEN"


def test_a_moved_counterexample_is_caught():
    data = json.loads(json.dumps(decided("battery", "circle-sum-false").data))
    data["refuted"]["instance"]["letters"]["p"] = "1"
    assert recheck(data).verdict == "OPEN"
