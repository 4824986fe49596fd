"""General facts about numbers, vectors and sizes at the values to which the goal applies the same functions."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.facts import Part
from attnverify.verify.kernel.term_matching import match_terms
from attnverify.verify.kernel.terms import Letter, Term, make, substituted
from attnverify.verify.search.build import KNOWN
from attnverify.verify.search.terms_of import Small, known_parts, subterms

_MOST = 8


def instances(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """The instances of general facts about what functions and operators make of anything."""
    general = [part for _, part in known_parts(context) if _is_general(part)]
    ground = [fact for fact in context.facts if fact.op not in ("forall", "implies")]
    applied = [t for t in subterms([goal, *ground], ("ap", "lin")) if not t.loose]
    for part in general:
        choices = [_values(x, part, applied) for x in part.variables]
        for chosen in itertools.islice(itertools.product(*choices), _MOST):
            names: dict[Letter, Term] = dict(zip(part.variables, chosen, strict=True))
            said = substituted(part.formula, names)
            if all(context.known(substituted(c, names)) for c in part.conditions) and context.known(said):
                yield said, KNOWN


def _is_general(part: Part) -> bool:
    sorts = {x.sort[0] for x in part.variables}
    return bool(sorts) and sorts <= {"number", "vector", "size"} and part.formula.op in ("<", "<=", "==")


def _values(x: Letter, part: Part, applied: Sequence[Term]) -> list[Term]:
    """What x has to be for a function in the fact to be applied as it is in the goal; differences of such vectors."""
    found: list[Term] = []
    for pattern in subterms([part.formula], ("ap", "lin")):
        for term in applied:
            same = pattern.args[0] is term.args[0] and x in pattern.args[1].letters
            match = match_terms(pattern.args[1], term.args[1], frozenset((x,)), {}) if same else None
            if match and match[x] not in found:
                found.append(match[x])
    if x.sort[0] == "vector":
        found += [make("sub", a, b) for a, b in itertools.combinations(found[:3], 2)]
    return found
