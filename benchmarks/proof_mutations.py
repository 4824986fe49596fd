"""Damages every accepted proof of a ledger, one place at a time, and counts what the kernel does not notice.

`make bench-proofs`, or `python benchmarks/proof_mutations.py ledger.json [ID ...]`. What can go without loss is listed:
it should be removed. Damages: a step dropped (an intermediate fact, an instance taken, a definition unfolded ...), a
premise left to what is known, a term of a combination, a factor of a product or a named equation dropped, a hypothesis
that nobody stated added to an arithmetic step.

Whether a node of a proof is accepted depends on the node, its goal and its context. So every proof is walked once, and
a damaged node is tried where it stood; what is accepted there is tried again in the whole proof.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from attnverify.verify.kernel.claims import as_rule, check
from attnverify.verify.kernel.contexts import TIMELESS, Context
from attnverify.verify.kernel.judging import negated
from attnverify.verify.kernel.polynomials import Work
from attnverify.verify.kernel.proofs import Walker
from attnverify.verify.kernel.rules import Rule
from attnverify.verify.kernel.statements import Statement, read
from attnverify.verify.kernel.terms import Rejected, Term

KNOWN = {"known": True}
_WORK = 10**12
Data = Mapping[str, Any]


class _Standing(Walker):
    """A walk that remembers of every node where it stood."""

    def __init__(self, lemma: Callable[[str], Rule]) -> None:
        super().__init__(lemma, Work(_WORK))
        self.stood: list[tuple[Data, Term, Context]] = []

    def walk(self, node: Any, goal: Term, context: Context, place: tuple[str, ...] = ()) -> None:
        self.stood.append((node, goal, context))
        super().walk(node, goal, context, place)


def damages(node: Data) -> Iterator[tuple[str, str, Any]]:
    """Every damage of this one node: its kind, where, and the node."""
    for step in ("have", "take", "unfold", "restate", "define", "obtain", "groups"):
        if step in node and "then" in node:
            yield "step dropped", f"{step} {node[step]}", node["then"]
    if node.get("leaf") == "arithmetic":
        yield from _damaged_leaf(node)
    for name in ("rule", "lemma"):
        for position, part in enumerate(node.get("premises", []) if name in node else []):
            if part != KNOWN:
                premises = [*node["premises"][:position], KNOWN, *node["premises"][position + 1 :]]
                yield "premise dropped", f"{node[name]} {position + 1}", {**node, "premises": premises}


def _damaged_leaf(node: Data) -> Iterator[tuple[str, str, Any]]:
    terms = node.get("terms", [])
    for position, term in enumerate(terms):
        rest = [*terms[:position], *terms[position + 1 :]]
        yield "term dropped", str(term), {**node, "terms": rest}
        facts = term.get("facts", [])
        for k in range(len(facts)):
            fewer = {**term, "facts": [*facts[:k], *facts[k + 1 :]]}
            yield "factor dropped", facts[k], {**node, "terms": [*terms[:position], fewer, *terms[position + 1 :]]}
        if "facts" in term:
            more = {**term, "facts": [*facts, "1 <= 0"]}
            yield "hypothesis added", str(term), {**node, "terms": [*terms[:position], more, *terms[position + 1 :]]}
    equations = node.get("use", [])
    for k in range(len(equations)):
        yield "equation dropped", equations[k], {**node, "use": [*equations[:k], *equations[k + 1 :]]}
    yield "hypothesis added", "to the equations", {**node, "use": [*equations, "0 == 1"]}


def examined(id: str) -> tuple[Counter[str], list[tuple[str, str]]]:
    """How often each damage of a claim's proof was tried, and which went unnoticed."""
    data = _claims()[id]
    statement, proof = read(data["statement"]), data.get("proof")
    if proof is None:
        statement, proof = negated(statement, data["refuted"]), data["refuted"]["proof"]
    proofs = proof if isinstance(proof, list) else [proof]
    walk = _Standing(_rule)
    context = Context(statement.scope, statement.given, TIMELESS, walk.work)
    for goal, tree in zip(statement.show, proofs, strict=True):
        walk.walk(tree, goal, context)
        context = context.having([goal])
    tried: Counter[str] = Counter()
    missed = []
    for node, goal, context in walk.stood:
        for kind, where, damaged in damages(node):
            tried[kind] += 1
            whole = [_with(tree, node, damaged) for tree in proofs]
            if _stands(damaged, goal, context, walk.work) and _accepted(statement, whole):
                missed.append((kind, where))
    return tried, missed


def _stands(node: Any, goal: Term, context: Context, work: Work) -> bool:
    try:
        Walker(_rule, work).walk(node, goal, context)
    except (Rejected, RecursionError):
        return False
    return True


def _accepted(statement: Statement, proofs: list[Any]) -> bool:
    try:
        check(statement, proofs, _rule)
    except (Rejected, RecursionError):
        return False
    return True


def _with(tree: Any, node: Any, other: Any) -> Any:
    """`tree` with one node, by identity, exchanged."""
    if tree is node:
        return other
    if isinstance(tree, Mapping):
        return {name: _with(part, node, other) for name, part in tree.items()}
    return [_with(part, node, other) for part in tree] if isinstance(tree, list) else tree


_ledger = Path("ledger.json")


@cache
def _claims() -> Mapping[str, Data]:
    claims = json.loads(_ledger.read_text(encoding="utf-8"))["claims"]
    return {data["id"]: data["proof"]["data"] for data in claims if data.get("proof")}


@cache
def _rule(id: str) -> Rule:
    return as_rule(id, read(_claims()[id]["statement"]))


def _start(ledger: Path) -> None:
    global _ledger
    _ledger = ledger


def main() -> int:
    """Print what went unnoticed, and a table; exit with 1 if anything did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ledger", type=Path, help="what `attnverify run --json` wrote")
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    _start(given.ledger)
    ids = [id for id, data in _claims().items() if "proof" in data or "proof" in data.get("refuted", {})]
    ids = [id for id in ids if not given.ids or id in given.ids]
    tried: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    with ProcessPoolExecutor(given.jobs, initializer=_start, initargs=(given.ledger,)) as pool:
        for id, (own, unnoticed) in zip(ids, pool.map(examined, ids), strict=True):
            tried += own
            for kind, where in unnoticed:
                missed[kind] += 1
                print(f"{id}: {kind} without loss: {where[:150]}", flush=True)
    print(f"{len(ids)} proofs")
    for kind, count in sorted(tried.items()):
        print(f"{kind:18} {count:6} tried, {missed[kind]:4} unnoticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
