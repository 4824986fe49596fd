"""Nothing false is proved, and what is true beside it is; truths at instances are right: one corpus, a row a claim."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from attnverify.verify.kernel.statements import FIELDS, read
from attnverify.verify.search.build import KNOWN, leaf

Case = dict[str, Any]
CORPUS = Path(__file__).parent / "corpus"
STANDS_FOR = {"@known": KNOWN, "@leaf": leaf()}


def written_out(tree: Any) -> Any:
    """A proof without what is written short in the corpus."""
    if isinstance(tree, dict):
        return {name: written_out(part) for name, part in tree.items()}
    if isinstance(tree, list):
        return [written_out(part) for part in tree]
    return STANDS_FOR.get(tree, tree) if isinstance(tree, str) else tree


def put(made: Any, path: str, value: Any) -> None:
    """Another value at a place such as `proof.premises.0`; None takes away what stands there."""
    *way, last = [int(name) if name.isdigit() else name for name in path.split(".")]
    for name in way:
        made = made[name]
    if value is None:
        del made[last]
    else:
        made[last] = value


def changed(row: Case, by_name: dict[str, Case]) -> Iterator[Case]:
    """A row as it is, or a claim for each text to be shown, or as one like another row.

    Of that one texts are replaced (a claim for each of several), and parts are put.
    """
    if "each" in row:
        yield from ({"proof": "@leaf", "given": [], **row, "show": show} for show in row.pop("each"))
        return
    name, texts, parts = (row.pop(field, None) for field in ("like", "change", "put"))
    for which in range(max((len(new) for new in (texts or {}).values() if isinstance(new, list)), default=1)):
        text = json.dumps(by_name[name] if name else {"proof": "@leaf", "given": []})
        for old, new in (texts or {}).items():
            assert old in text, f"{old!r} is no text of {name!r}"
            text = text.replace(old, new[which] if isinstance(new, list) else new)
        made = json.loads(text)
        for path, value in (parts or {}).items():
            put(made, path, value)
        if name:
            made = {field: part for field, part in made.items() if field != "axioms"} | {"says": f"{name}, changed"}
        yield {**made, **row}


def texts(name: str) -> list[Case]:
    """The rows of a file of the corpus, a line each, as they are written."""
    return [json.loads(line) for line in (CORPUS / name).read_text().splitlines() if line.startswith("{")]


def rows(name: str, by_name: dict[str, Case]) -> list[Case]:
    """The claims of a file of the corpus; those that say what they are, are added to `by_name`."""
    found = []
    for row in texts(name):
        made = list(changed(row, by_name))
        by_name |= {case["says"]: case for case in made if "says" in case}
        found += map(written_out, made)
    return found


NAMED: dict[str, Case] = {}
TRUE, FALSE = rows("true.rows", NAMED), rows("false.rows", NAMED)
LONG: list[Case] = [
    {"letters": "x: number", "given": "x > 0", "show": show, "match": match, "proof": proof}
    for show, match, proof in (
        ("x > " + "0 + " * 20_000 + "0", "characters|words", leaf()),
        ("x > " + "x + " * 3_500 + "x", "nested too deeply|work|what is left|not evident", leaf()),
        (f"x > {'1' * 2_000}", "digits", leaf()),
        ("x > 0", "positive rational", {"leaf": "arithmetic", "terms": [{"c": 10**10_000, "facts": ["x > 0"]}]}),
    )
]
ODD: list[Any] = [
    None, 5, "x", [], {}, {"leaf": None}, {"leaf": "arithmetic", "terms": 5}, {"leaf": "arithmetic", "terms": [5]},
    {"leaf": "arithmetic", "terms": [{"c": "1/0"}]}, {"leaf": "arithmetic", "terms": [{"c": -1}]},
    {"leaf": "arithmetic", "terms": [{"eq": 5}]}, {"leaf": "arithmetic", "terms": [{"facts": [5]}]},
    {"leaf": "arithmetic", "use": "x"}, {"leaf": "arithmetic", "use": [5]}, {"leaf": "arithmetic", "norms": [None]},
    {"leaf": "arithmetic", "times": {}}, {"boxes": None}, {"boxes": None, "letters": {"x": 5}},
    {"boxes": None, "letters": {"x": ["0"]}}, {"boxes": None, "letters": {"x": [0, 1]}},
    {"boxes": None, "letters": {"x": ["0", "1"]}}, {"boxes": [[]], "letters": {"x": ["0", "1"]}},
    {"boxes": None, "letters": {"5": ["0", "1"]}}, {"intro": None, "then": {}}, {"intro": [None], "then": {}},
    {"intro": 5, "then": {}}, {"intro": {}}, {"both": 5}, {"groups": None}, {"enter": [], "then": {}},
    {"enter": {}, "then": {}}, {"witness": None, "then": {}}, {"have": None, "then": {}}, {"have": "x > 0"},
    {"have": "x", "then": {}}, {"cases": None}, {"cases": "x"}, {"split": None}, {"obtain": None, "as": None},
    {"obtain": "exists y in number: y == x", "as": [5], "then": {}}, {"take": 5, "values": 5},
    {"take": "x > 0", "values": [5]}, {"take": "x > 0", "values": []}, {"unfold": None}, {"unfold": "x > 0"},
    {"restate": None}, {"absurd": None}, {"define": None, "then": {}}, {"define": [5], "then": {}},
    {"define": "c := ", "then": {}}, {"define": "c = 1", "then": {}}, {"rule": None}, {"rule": []},
    {"rule": "antisymmetry", "with": {"a": 5, "b": "x"}}, {"rule": "antisymmetry", "with": 5},
    {"rule": "antisymmetry", "with": {"a": "x", "b": "x"}, "premises": 5},
    {"rule": "antisymmetry", "with": {"a": "x", "b": "x"}, "spaces": {"E": 5}},
    {"rule": "antisymmetry", "with": {"a": "x", "b": "x"}, "spaces": {"E": []}},
    {"rule": "antisymmetry", "with": {"a": "x", "b": "x"}, "new": {"x": []}},
    {"rule": "positive sum", "with": {"e": "fn(i: 1)"}, "new": {"x": []}},
    {"rule": "positive sum", "with": {"e": "fn(i: 1)"}, "new": {"x": 5}}, {"lemma": None}, {"lemma": "nope"},
    {"lemma": "claim"}, {"known": 5}, {"known": True, "leaf": "arithmetic"}, {"left": {}}, {"right": None}, {"says": 5},
    {"have": "x^64^64 > 0", "then": {"known": True}},
    {"have": "(x+1)^64*(x+2)^64*(x+3)^64 > 0", "then": {"known": True}},
    {"intro": ["a", "a", "a", "a", "a", "a", "a", "a", "a", "a"], "then": {}},
    {"leaf": "arithmetic", "terms": [{"c": float("nan")}]}, {"leaf": "arithmetic", "terms": [{"c": "1" * 2_000}]},
    {"leaf": "arithmetic", "terms": [{"c": 10**5_000}]}, {True: True}, {"rule": "x" * 10**5},
    {"have": "(" * 90 + "x > 0" + ")" * 90, "then": {}}, {"have": "(" * 500 + "x > 0" + ")" * 500, "then": {}},
    {"have": "x" + "+x" * 5_000 + " > 0", "then": {"known": True}},
    {"have": "not " * 5_000 + "x > 0", "then": {"known": True}},
    {"have": "9" * 999 + "^64 > 0", "then": {"known": True}},
    {"have": "(x+1)^64*(x+2)^64*(x+3)^64 > 0", "then": {"known": True}},
]  # fmt: skip


def name(case: Case) -> str:
    return str(case.get("says") or f"{case['given']} {case['show']}")[:99]


@pytest.mark.parametrize("case", [*FALSE, *LONG], ids=name)
def test_refused(case: Case, refused: Callable[[Case], None]) -> None:
    if "match" not in case:
        read({name: value for name, value in case.items() if name in FIELDS})
    refused({"match": "", **case})


@pytest.mark.parametrize("case", TRUE, ids=name)
def test_accepted(case: Case, accepted: Callable[[Case], Any]) -> None:
    found = accepted(case).axioms
    assert found == set(case.get("axioms", found))


@pytest.mark.parametrize("row", texts("truths.rows"), ids=lambda row: row["says"])
def test_truths_at_an_instance(row: Case, truths: Callable[..., list[bool | None]]) -> None:
    statement = {"letters": [], **{field: row[field] for field in FIELDS if field in row}}
    where = {field: row[field] for field in ("tokens", "dim", "heads", "directions") if field in row}
    asked = dict(row["truths"])
    if row.get("negated"):
        asked |= {f"not ({formula})": None if truth is None else not truth for formula, truth in asked.items()}
    found = {formula: truths(formula, "", row.get("values"), statement=statement, **where)[0] for formula in asked}
    assert found == asked


@pytest.mark.parametrize("node", ODD, ids=lambda node: type(node).__name__)
def test_odd_data_are_refused_in_one_line(node: Any, refused: Callable[[Case], None]) -> None:
    refused({"letters": ["x: number"], "show": ["x > 0"], "proof": node, "match": r"^[^\n]{1,2000}$"})
