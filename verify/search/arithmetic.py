"""Looks for the certificate of an arithmetic step: a sum of products of known facts, by linear programming.

Floating point proposes the products; their coefficients are solved exactly; the kernel decides.
"""

from collections.abc import Mapping
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.leaves import texts
from attnverify.verify.kernel.polynomials import add
from attnverify.verify.kernel.term_matching import is_number
from attnverify.verify.kernel.terms import Term
from attnverify.verify.search.columns import Read, Search
from attnverify.verify.search.combination import combination


def find(node: Mapping[str, Any], goal: Term, context: Context, formula: Read, number: Read) -> dict[str, Any] | None:
    """A leaf that proves `goal`, a relation, in `context`; None if none is found.

    node : {"auto": hints, "use", "norms", "times", "degree"}. A hint is a product of facts joined by ";", in which
    "sq e" is a square; "eq e: fact" is an equation with its cofactor.
    """
    plain = {
        "leaf": "arithmetic",
        "use": texts(node, "use"),
        "norms": texts(node, "norms"),
        "times": texts(node, "times"),
    }
    named = [formula(t) for t in plain["use"]]
    normaliser = context.normaliser(named, [number(t) for t in plain["norms"]])
    if not (is_number(goal.args[0]) and is_number(goal.args[1])):
        return plain
    value = add(normaliser.scalar(goal.args[1]), normaliser.scalar(goal.args[0]), -1)
    for t in plain["times"]:
        value = normaliser.times(value, normaliser.scalar(number(t)))
    if normaliser.is_zero(value) and goal.op != "<":
        return plain
    sign = normaliser.knowledge.sign(value)
    if goal.op != "==" and sign in {"<": (">",), "<=": (">", ">="), "!=": (">", "<", "!=")}[goal.op]:
        return plain
    search = Search(context, normaliser, formula, number, named)
    value, lifted = search.cleared(value)
    if lifted:
        plain["times"] = [*plain["times"], *lifted]
    for degree in range(1, int(node.get("degree", 2)) + 1):
        products = search.columns(texts(node, "auto"), degree, goal.op == "==", value)
        found = combination(value, products, goal.op == "<", normaliser)
        if found is not None:
            return {**plain, "terms": [column.term(c) for c, column in found]}
    return None
