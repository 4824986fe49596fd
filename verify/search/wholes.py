"""Whole numbers in strict order are at least 1 apart."""

from collections.abc import Iterator
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.terms import SIZE, Letter, Term, conjuncts, make, number
from attnverify.verify.search.build import KNOWN, have, leaf, rule
from attnverify.verify.search.places import Place
from attnverify.verify.search.reading import term_of
from attnverify.verify.search.terms_of import Names, Small, added

_MOST = 4


def wholes(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """Sizes in order are at least 1 apart, and so are sums and differences of sizes."""
    text = Names(context).text
    for fact in [part for known in context.facts for part in conjuncts(known) if part.op == "<"]:
        less = _sizes_apart(fact, context)
        if less is not None:
            a, b = less.args
            step = rule("next size", KNOWN, m=text(a), n=text(b))
            before = [] if less == fact else [(text(less), leaf(f"1: {text(fact)}"))]
            yield make("<=", make("add", a, number(1)), b), have(before, step)


def _sizes_apart(fact: Term, context: Context) -> Term | None:
    """A strict order of whole numbers, with what is subtracted on the other side; None for other numbers."""
    if not any(x.sort == SIZE for x in fact.letters):
        return None
    above: list[Term] = []
    below: list[Term] = []
    for m, c in (Place(context).poly(make("sub", fact.args[1], fact.args[0])) or {}).items():
        body = term_of(m[0][0]) if len(m) == 1 and m[0][1] == 1 else None
        if c.denominator != 1 or (m and (body is None or not _is_size(body))):
            return None
        terms = [number(abs(c))] if body is None else [body] * min(abs(int(c)), _MOST)
        if body is not None and abs(c) > len(terms):
            return None
        (above if c > 0 else below).extend(terms)
    a, b = map(added, (below, above))
    return make("<", a, b)


def _is_size(term: Term) -> bool:
    if term.op == "num":
        return bool(term.args[0] >= 0 and term.args[0].denominator == 1)
    return term.sort == SIZE if isinstance(term, Letter) else term.op == "add" and all(map(_is_size, term.args))
