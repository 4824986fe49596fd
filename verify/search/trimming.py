"""A step with the stated facts that it names, and those that these rest on; with all of them where that is too few."""

import json
from collections.abc import Sequence
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.proofs import Walker
from attnverify.verify.kernel.terms import Rejected, Term
from attnverify.verify.search.build import have


def trimmed(steps: Sequence[tuple[str, Any]], then: Any, goal: Term, context: Context) -> Any:
    """`then` after those of the steps that it needs."""
    kept: list[tuple[str, Any]] = []
    named = json.dumps(then)
    for text, proof in reversed(steps):
        if json.dumps(text)[1:-1] in named:
            kept.insert(0, (text, proof))
            named += json.dumps(proof)
    if len(kept) < len(steps):
        tree = have(kept, then)
        if accepts(tree, goal, context):
            return tree
    return have(steps, then)


def accepts(tree: Any, goal: Term, context: Context) -> bool:
    """Whether the kernel accepts the tree as a proof of the goal."""
    try:
        Walker(lambda _: (_ for _ in ()).throw(Rejected("no lemma")), context.work).walk(tree, goal, context)
    except (Rejected, RecursionError):
        return False
    return True
