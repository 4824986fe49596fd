"""Whether what is given contradicts itself, as far as a small search sees it: to name it, and to prove nothing."""

from ..kernel.contexts import EVERY, START, TIMELESS, Context
from ..kernel.polynomials import Work
from ..kernel.statements import Statement
from ..kernel.terms import NUMBER, Rejected, Sort, Term, fresh, make, number, substituted
from .combining import combine_named
from .effort import Effort
from .terms_of import known_parts

_WORK, _STEPS = 2_000_000, 60_000
_NEVER = make("<", number(0), number(0))


def contradictory(statement: Statement) -> tuple[str, ...]:
    """Facts that follow at once from what is given and contradict each other, now or at any time; none if none is seen.

    What is said of all tokens, numbers or vectors is looked at for one of them.
    """
    scope = statement.scope.extended()
    any_of: dict[Sort, Term] = {}

    def anything(sort: Sort) -> Term:
        if sort not in any_of:
            name = next(f"any{k}" for k in range(len(any_of), 10_000) if f"any{k}" not in scope.names)
            letter = fresh(name, sort)
            scope.declare(name, letter)
            any_of[sort] = letter
        return any_of[sort]

    numbers = [letter.name for letter in statement.letters if letter.sort == NUMBER]
    for moment in (TIMELESS, START, EVERY):
        context = Context(scope, statement.given, TIMELESS, Work(_WORK))
        if moment != TIMELESS:
            context = context.at(moment)
        for part in [part for _, part in known_parts(context)]:
            values = {x: anything(x.sort) for x in part.variables}
            if all(context.known(substituted(c, values)) for c in part.conditions):
                context = context.having([substituted(part.formula, values)])
        try:
            found = combine_named(_NEVER, context, Effort(_STEPS), {"terms": [f"sq {name}" for name in numbers]})
        except Rejected:
            continue
        if found is not None:
            named = (
                [*term.get("facts", ()), *([term["eq"]] if "eq" in term else ())] for term in found.get("terms", [])
            )
            return tuple(dict.fromkeys(text for texts in named for text in texts))
    return ()
