"""Every rule of logic at random instances: where the premises are true the conclusion is, by the kernel's evaluator.

Without one premise some instance is found at which the others hold and the conclusion fails. The statements are written
from the catalogue itself. Rules that prove any formula C are read as the existence that they use.
"""

import random
import re
from typing import Any

import pytest

from attnverify.verify.kernel.catalogue import LOGIC
from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.rules import _variants
from attnverify.verify.kernel.statements import Statement, read
from attnverify.verify.kernel.terms import FORMULA, Sort

from .test_every_premise import closed_form

ENTRIES = dict(_variants(LOGIC))
TIME = re.compile(r"always|rate|time|start|ae:|probability")
FORMULAS = ("fn(k: forall j: k <= j)", "fn(k: exists j: j < k)", "fn(k: 0 <= 1)", "fn(k: 1 <= 0)")
HIGHER = ("common bound", "induction", "contradiction", "tokens in order")  # of all numbers, of any formula, or of none
NOWHERE = ("exp of log", "log tangent")  # without its premise nothing is known of a logarithm, so nothing fails


def rewritten(entry: dict[str, Any]) -> dict[str, Any]:
    """A rule without a formula C: its last premise is `new letters; facts |- C`, so such letters exist."""
    text = str(entry.get("premises", [""])[-1:])
    if entry["goal"] != "C" or "|- C" not in text:
        return entry
    *others, last = entry["premises"]
    parts = [part.strip() for part in last.rpartition("|-")[0].split(";") if part.strip()]
    names = [part[4:] for part in parts if part.startswith("new ")]
    facts = [part for part in parts if not part.startswith("new ")] or ["0 <= 1"]
    sorts = {name.strip(): d.partition(":")[2].strip() for d in names for name in d.partition(":")[0].split(",")}
    bound = ", ".join(f"{name}1 in {sort}" for name, sort in sorts.items())
    goal = f"exists {bound}: {' and '.join(f'({fact})' for fact in facts)}"
    for name in sorts:
        goal = re.sub(rf"\b{name}\b", f"{name}1", goal)
    letters = [re.sub(r"(, |; )?\bC: measurable formula", "", text) for text in entry["letters"]]
    return {**entry, "letters": [text for text in letters if text], "goal": goal, "premises": others}


def statement(name: str, without: int = -1) -> Statement:
    entry = rewritten(ENTRIES[name])
    premises = [closed_form(text, False)[0] for text in entry.get("premises", [])]
    letters = [re.sub(r"\b(measurable|moving) ", "", text) for text in entry.get("letters", [])]
    return read(
        {
            "spaces": ["E", "E2"] if "E2" in str(entry) else ["E"],
            "groups": ["G", "H"] if re.search(r"\b[GH]\b", str(entry)) else [],
            "letters": letters,
            "given": [text for number, text in enumerate(premises) if number != without],
            "show": [entry["goal"]],
        }
    )


def value(r: random.Random, sort: Sort, sizes: dict[str, Any]) -> Any:
    """A small random value of a sort; values repeat often, so that equations hold now and then."""
    kind = sort[0]
    if kind == "number":
        return str(r.choice((-3, -2, -1, 0, 1, 1, 2, 3))) if r.random() < 0.8 else r.choice(("1/2", "-1/2", "3/2"))
    if kind == "size":
        return r.randrange(4)
    if kind == "index":
        if sort[1] == "token" and sort[2]:
            start = 0 if sort[2] == "G" else sizes["tokens"]["G"]
            return start + r.randrange(sizes["tokens"][sort[2]])
        return r.randrange(indices(sort, sizes))
    if kind == "vector":
        return [value(r, ("number",), sizes) for _ in range(dimension(sizes))]
    if kind in ("operator", "matrix"):
        n = range(dimension(sizes))
        rows = [[value(r, ("number",), sizes) for _ in n] for _ in n]
        return rows if kind == "matrix" else [[rows[max(i, j)][min(i, j)] for j in n] for i in n]
    if sort[1] == ("size",):
        return f"fn(n: {value(r, ('number',), sizes)} + {value(r, ('number',), sizes)}*n)"
    if sort[2] == FORMULA:
        return r.choice(FORMULAS)
    return [value(r, sort[2], sizes) for _ in range(indices(sort[1], sizes))]


def dimension(sizes: dict[str, Any]) -> int:
    dim = sizes["dim"]
    return int(dim["E"] if isinstance(dim, dict) else dim)


def indices(sort: Sort, sizes: dict[str, Any]) -> int:
    """How many heads, directions or tokens of a group an index may stand for."""
    if sort[1] in ("head", "direction"):
        return int(sizes["heads"] if sort[1] == "head" else sizes["directions"][sort[2]])
    tokens = sizes["tokens"]
    if sort[2]:
        return int(tokens[sort[2]])
    return sum(tokens.values()) if isinstance(tokens, dict) else int(tokens)


def instance(r: random.Random, made: Statement) -> dict[str, Any]:
    grouped = bool(made.scope.groups)
    sizes: dict[str, Any] = {
        "tokens": {"G": r.randint(1, 2), "H": r.randint(1, 2)} if grouped else r.randint(1, 3),
        "heads": r.randint(1, 2),
        "dim": r.randint(1, 2),
    }
    if len(made.scope.spaces) > 1:
        other = r.randint(1, 3)
        sizes |= {"dim": {"E": sizes["dim"], "E2": other}, "directions": {"E": 1, "E2": other}}
    equal: dict[Sort, Any] = {}
    letters = {}
    for letter in made.letters:
        again = letter.sort in equal and r.random() < 0.3
        letters[letter.name] = equal[letter.sort] if again else value(r, letter.sort, sizes)
        equal[letter.sort] = letters[letter.name]
    return {**sizes, "letters": letters}


NAMES = [
    name
    for name, entry in ENTRIES.items()
    if not TIME.search(f"{entry['goal']} {entry.get('premises', '')}")
    and not re.search(r"F: map", str(entry.get("letters")))
    and not name.startswith(HIGHER)
]


def judged(name: str, draws: int, without: int = -1) -> tuple[int, int]:
    """At how many of the drawn instances everything given is true, and at how many the rule fails there."""
    made = statement(name, without)
    r = random.Random(name)
    holds = fails = 0
    for _ in range(draws):
        report = judge_instance(made, instance(r, made))
        holds += report.satisfies
        fails += report.refutes
        if without >= 0 and fails:
            break
    return holds, fails


@pytest.mark.parametrize("name", NAMES)
def test_the_conclusion_holds(name: str) -> None:
    holds, fails = judged(name, 60)
    assert holds or judged(name, 600)[0]
    assert not fails


@pytest.mark.parametrize(
    ("name", "number"),
    [(n, k) for n in NAMES if n not in NOWHERE for k in range(len(rewritten(ENTRIES[n]).get("premises", [])))],
)
def test_without_a_premise_it_fails(name: str, number: int) -> None:
    assert judged(name, 1_500, without=number)[1]
