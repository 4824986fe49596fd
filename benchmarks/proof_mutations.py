"""Damages every accepted proof, one place at a time, and counts what the kernel does not notice.

`make bench-proofs`, or `python benchmarks/proof_mutations.py [ID ...] [--sample N]`. A step that can go without loss is
listed: it should be removed. Damages: an intermediate fact dropped, a premise left to what is known, a term of a
combination dropped, a factor of a product dropped, a named equation dropped, a hypothesis that nobody stated added.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from verify.formal import all_formal
from verify.kernel.claims import as_rule, check
from verify.kernel.rules import Rule
from verify.kernel.statements import Statement, read
from verify.kernel.terms import Rejected
from verify.referee.records import plain
from verify.registry import load
from verify.tactics.completion import Completer
from verify.tactics.pruning import pruned

KNOWN = {"known": True}


def damages(tree: Any) -> Iterator[tuple[str, str, Any]]:
    """Every damaged copy of a proof: the kind of damage, where, and the tree."""
    if isinstance(tree, list):
        for position, part in enumerate(tree):
            for kind, where, changed in damages(part):
                yield kind, where, [*tree[:position], changed, *tree[position + 1 :]]
        return
    if not isinstance(tree, Mapping):
        return
    if "have" in tree:
        yield "fact dropped", str(tree["have"]), tree["then"]
    if tree.get("leaf") == "arithmetic":
        yield from _damaged_leaf(tree)
    for name in ("rule", "lemma"):
        for position, part in enumerate(tree.get("premises", []) if name in tree else []):
            if part != KNOWN:
                premises = [*tree["premises"][:position], KNOWN, *tree["premises"][position + 1 :]]
                yield "premise dropped", f"{tree[name]} {position + 1}", {**tree, "premises": premises}
    for name, part in tree.items():
        if isinstance(part, (Mapping, list)) and name not in ("with", "new", "spaces", "terms"):
            for kind, where, changed in damages(part):
                yield kind, where, {**tree, name: changed}


def _damaged_leaf(tree: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    terms = tree.get("terms", [])
    for position, term in enumerate(terms):
        rest = [*terms[:position], *terms[position + 1 :]]
        yield "term dropped", str(term), {**tree, "terms": rest}
        facts = term.get("facts", [])
        for k in range(len(facts)):
            fewer = {**term, "facts": [*facts[:k], *facts[k + 1 :]]}
            yield "factor dropped", facts[k], {**tree, "terms": [*terms[:position], fewer, *terms[position + 1 :]]}
        if "facts" in term:
            more = {**term, "facts": [*facts, "1 <= 0"]}
            yield "hypothesis added", str(term), {**tree, "terms": [*terms[:position], more, *terms[position + 1 :]]}
    equations = tree.get("use", [])
    for k in range(len(equations)):
        yield "equation dropped", equations[k], {**tree, "use": [*equations[:k], *equations[k + 1 :]]}
    yield "hypothesis added", "to the equations", {**tree, "use": [*equations, "0 == 1"]}


def main() -> int:
    """Print what went unnoticed, and a table; exit with 1 if anything did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--sample", type=int, default=0, help="so many damages of each claim, drawn at random")
    given = parser.parse_args()
    load()
    claims = all_formal()
    completer = Completer(lambda id: claims[id])
    cached: dict[str, Rule] = {}

    def lemma(id: str) -> Rule:
        if id not in cached:
            cached[id] = as_rule(id, read(plain(claims[id].statement)))
        return cached[id]

    tried: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for id in given.ids or claims:
        if claims[id].proof is None:
            continue
        try:
            statement = read(plain(claims[id].statement))
            proof = plain(pruned(statement, plain(completer.completed(id, claims[id].proof)), lemma))
        except Rejected as error:
            print(f"{id}: not accepted: {error}")
            continue
        found = list(damages(proof))
        if given.sample:
            found = random.Random(0).sample(found, min(given.sample, len(found)))
        for kind, where, damaged in found:
            tried[kind] += 1
            if _accepted(statement, damaged, lemma):
                missed[kind] += 1
                print(f"{id}: {kind} without loss: {where[:150]}", flush=True)
    for kind, count in sorted(tried.items()):
        print(f"{kind:18} {count:6} tried, {missed[kind]:4} unnoticed")
    return 1 if missed else 0


def _accepted(statement: Statement, proof: Any, lemma: Any) -> bool:
    try:
        check(statement, proof, lemma)
    except (Rejected, RecursionError):
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
