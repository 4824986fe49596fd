"""General facts about numbers, vectors and sizes at the values to which the goal applies the same functions."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.facts import Part
from attnverify.verify.kernel.terms import Letter, Term, make, substituted
from attnverify.verify.search.build import KNOWN
from attnverify.verify.search.inequalities import Small
from attnverify.verify.search.terms_of import known_parts, subterms

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
            value = _matched(pattern.args[1], term.args[1], x) if pattern.args[0] is term.args[0] else None
            if value is not None and value not in found:
                found.append(value)
    if x.sort[0] == "vector":
        found += [make("sub", a, b) for a, b in itertools.combinations(found[:3], 2)]
    return found


def _matched(pattern: Term, term: Term, x: Letter) -> Term | None:
    """The value of x that makes the pattern the term."""
    if pattern is x:
        return term
    if pattern.op != term.op or len(pattern.args) != len(term.args):
        return None
    values = [
        _matched(p, t, x)
        for p, t in zip(pattern.args, term.args, strict=True)
        if isinstance(p, Term) and x in p.letters
    ]
    same = all(
        p is t or p == t or (isinstance(p, Term) and x in p.letters)
        for p, t in zip(pattern.args, term.args, strict=True)
    )
    return values[0] if same and len(values) == 1 else None
