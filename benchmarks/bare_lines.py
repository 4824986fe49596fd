"""Lines of the texts, drawn by a seed, found anew without what their locks say: how many, and what it takes.

`python benchmarks/bare_lines.py [LINES] [SEED]`: lines that give no reason; `--leaves`: also steps of arithmetic,
without the facts that they name; `--list` names each line.
"""

import random
import statistics
import sys
import time
from collections.abc import Mapping
from typing import Any

from attnverify.verify.formal import all_formal
from attnverify.verify.kernel.atoms import forget
from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.rules import rules
from attnverify.verify.kernel.terms import Rejected, Term, steps
from attnverify.verify.proof_decision import cited
from attnverify.verify.registry import load
from attnverify.verify.theory.claims import TextClaim
from attnverify.verify.theory.completion import Completer, complete
from attnverify.verify.theory.elaboration import KNOWN, Node, nodes


class Finder(Completer):
    """A walk through a claim that looks for the chosen lines anew. found : (key, whether, seconds, steps) of each."""

    def __init__(self, claim: TextClaim, chosen: set[str]) -> None:
        super().__init__(cited, claim.above())
        self.chosen = chosen
        self.found: list[tuple[str, bool, float, int]] = []

    def walk(self, node: Any, goal: Term, context: Context, place: tuple[str, ...] = ()) -> None:
        if isinstance(node, Node) and node.key in self.chosen:
            self.chosen.discard(node.key)
            start, before = time.process_time(), steps.done
            tree = self.prover.line(goal, context)
            self.found.append((node.key, tree is not None, time.process_time() - start, steps.done - before))
        super().walk(node, goal, context, place)


def bare(claim: TextClaim, leaves: bool) -> list[str]:
    """The keys of the lines that give no reason and that the lock fills, and of steps of arithmetic."""
    every = [node for tree in claim.trees.values() for node in nodes(tree)]
    bare = [node.key for node in every if node.gap == "end" and node.entry and node.asked == KNOWN]
    return bare + [node.key for node in every if leaves and node.gap and "leaf" in node.asked]


def drawn(claims: Mapping[str, TextClaim], count: int, seed: int, leaves: bool) -> dict[str, set[str]]:
    """So many of these lines, by claim."""
    every = [(id, key) for id, claim in sorted(claims.items()) for key in bare(claim, leaves)]
    chosen: dict[str, set[str]] = {}
    for id, key in random.Random(seed).sample(every, count):
        chosen.setdefault(id, set()).add(key)
    return chosen


def main() -> None:
    """Print what was found of each line, or of all."""
    numbers = [int(a) for a in sys.argv[1:] if a[:2] != "--"]
    count, seed = [*numbers, *(300, 0)[len(numbers) :]]
    load()
    rules()
    claims = {id: claim for id, claim in all_formal().items() if isinstance(claim, TextClaim) and not claim.in_words}
    found: list[tuple[str, bool, float, int]] = []
    for id, keys in sorted(drawn(claims, count, seed, "--leaves" in sys.argv).items()):
        forget()
        finder = Finder(claims[id], keys)
        try:
            complete(claims[id], finder)
        except Rejected as error:
            print(f"{id}: {error}", flush=True)
        for key, *rest in finder.found:
            found.append((f"{id} {key}", *rest))
            if "--list" in sys.argv:
                print(f"{id} {key} {rest[0]!s:5} {rest[1]:6.2f} s {rest[2]:9} steps", flush=True)
    taken = [seconds for _, _, seconds, _ in found]
    quick = sum(row[1] and row[2] <= 2 for row in found)
    right, middle = sum(row[1] for row in found), statistics.median(taken)
    print(f"{right} of {len(found)} lines found, {quick} within 2 s;", end=" ")
    print(f"{sum(taken):.0f} s, {middle:.2f} s median, {max(taken):.1f} s most")


if __name__ == "__main__":
    main()
