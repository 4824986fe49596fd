"""How far an average is from a vector: no further than every vector that is averaged."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.terms import Letter, Term, binder, make, number, opened, over, range_sort
from attnverify.verify.search.build import have, intro, rule
from attnverify.verify.search.inequalities import Small
from attnverify.verify.search.norms import addends, combined
from attnverify.verify.search.terms_of import Names, subterms

if TYPE_CHECKING:
    from attnverify.verify.search.proving import Prover

ZERO, ONE = number(0), number(1)


def by_average(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """norm(sum(p*x) - w) <= b from norm(x - w) <= b at every token, for weights p with sum 1; None where that fails."""
    length, bound = goal.args
    if goal.op != "<=" or length.op != "norm":
        return None
    for x, inner, apart, fact, proof in _averages(length, context, prover.small()):
        if x in bound.letters or prover.late():
            continue
        each = make("<=", make("norm", apart), bound)
        found = prover.prove(each, inner, depth + 1)
        if found is None:
            continue
        general, text = binder("forall", over(x.sort), x, each), Names(context).text
        steps = [(text(fact), proof), (text(general), intro([x.name], found))]
        return prover.after(steps, goal, context, depth, squares=False)
    return None


def _averages(length: Term, context: Context, small: Small) -> Iterator[tuple[Letter, Context, Term, Term, Any]]:
    """norm(sum(p*x) - w) <= sum(p*norm(x - w)), with what stands in the sum on the right."""
    for sign, total in [a for a in addends(length.args[0]) if a[1].op == "sum" and abs(a[0]) == 1]:
        scope = total.args[0]
        x, inner = Names(context).new(range_sort(scope))
        body = opened(total, x)
        if body.op != "mul" or scope.op != "over":
            continue
        weight, member = body.args
        positive = small(make("<=", ZERO, weight), inner)
        if positive is None or small(make("==", binder("sum", scope, x, weight), ONE), context) is None:
            continue
        rest = [(c * sign, w) for c, w in addends(length.args[0]) if w is not total]
        if any(total in subterms([w], ("sum",)) for _, w in rest):
            continue
        apart = combined([(Fraction(1), member), *rest])
        text = Names(context).text
        most = binder("sum", scope, x, make("mul", weight, make("norm", apart)))
        said = make("<=", make("norm", binder("sum", scope, x, make("mul", weight, apart))), most)
        families = [text(binder("fn", scope, x, part)) for part in (weight, apart)]
        name = "norm of a weighted sum" + ("" if x.sort[1] == "token" else ", heads")
        step = rule(name, positive, e=families[0], u=families[1], new={"x": x.name})
        own = small(make("<=", length, most), context.having([said]))
        if own is not None:
            yield x, inner, apart, make("<=", length, most), have([(text(said), step)], own)
