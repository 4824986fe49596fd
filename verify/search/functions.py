"""Rules whose conclusion is the goal: absolute values, lengths, averages, exponentials, logarithms, maxima."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..kernel.contexts import Context
from ..kernel.terms import Letter, Term, binder, make, number, opened, over, range_sort
from .build import KNOWN, cases, have, intro, leaf, norm_of_sum, rule
from .norms import addends
from .restating import absurd
from .terms_of import Names, Small, combined, subterms

if TYPE_CHECKING:
    from .proving import Prover


def by_functions(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal by such a rule and a search for its premises; None where none applies."""
    a, b = goal.args
    text = Names(context).text
    strict = goal.op == "<"
    if goal.op == "==":
        return None
    if a.op == "abs":
        sides = prover.all_of([(make(goal.op, e, b), context) for e in (a.args[0], make("neg", a.args[0]))], depth)
        if sides is not None:
            return rule("absolute" if strict else "absolute at most", *sides, e=text(a.args[0]), b=text(b))
    if a.op == "max2":
        sides = prover.all_of([(make(goal.op, e, b), context) for e in a.args], depth)
        if sides is not None and strict:
            return _either(prover, goal, context, sides)
        if sides is not None:
            return rule("maximum below", *sides, a=text(a.args[0]), b=text(a.args[1]), c=text(b))
    if b.op == "min2":
        sides = prover.all_of([(make(goal.op, a, e), context) for e in b.args], depth)
        if sides is not None:
            name = "minimum strictly above" if strict else "minimum above"
            return rule(name, *sides, a=text(b.args[0]), b=text(b.args[1]), c=text(a))
    if b.op == "max2" or a.op == "min2":
        found = _by_one_of_two(prover, goal, context, depth)
        if found is not None:
            return found
    if {a.op, b.op} == {"exp"} or (a.op == "exp" and b is number(1)) or (b.op == "exp" and a is number(1)):
        low, high = (side.args[0] if side.op == "exp" else number(0) for side in goal.args)
        found = prover.prove(make(goal.op, low, high), context, depth + 1)
        if found is not None:
            name = "exp strictly monotone" if strict else "exp monotone"
            return rule(name, found, a=text(low), b=text(high))
    if subterms([goal], ("log",)):
        higher = make(goal.op, make("exp", a), make("exp", b))
        found = prover.after(prover.facts(higher, context), higher, context)
        if found is not None and not strict:
            return rule("exp reflects", found, a=text(a), b=text(b))
        if found is not None:  # else b <= a, and so exp(b) <= exp(a)
            lower = make("<=", make("exp", b), make("exp", a))
            inner = context.having([higher, make("<=", number(0), make("sub", a, b)), lower])
            against = absurd(prover, goal, inner)
            if against is not None:
                turned = have([(text(lower), rule("exp monotone", a=text(b), b=text(a)))], against)
                return have([(text(higher), found)], cases(text(make("sub", a, b)), turned, KNOWN))
    if a.op in ("norm", "sqrt") or b.op in ("norm", "sqrt"):
        positive = prover.prove(make("<=", number(0), b), context, depth + 1)
        if positive is not None:
            squares = make(goal.op, _square(a), _square(b))
            found = prover.after(prover.facts(squares, context), squares, context)
            found = prover.prove(squares, context, depth + 1) if found is None else found
            found = found and have([(text(squares), found)], leaf(f"1: {text(squares)}"))
            if found is not None:
                name = "strictly below the square" if strict else "below the square"
                return rule(name, positive, found, a=text(a), b=text(b))
    return None


def _product(v: Term, w: Term) -> Term:
    """dot(v, w), with what v and w are divided by outside; 1 for a vector that is divided by its length."""
    if v is w and v.op == "div" and v.args[1] is make("norm", v.args[0]):
        return number(1)
    if v.op == "div":
        return make("div", _product(v.args[0], w), v.args[1])
    return make("div", _product(w.args[0], v), w.args[1]) if w.op == "div" else make("dot", v, w)


def _square(a: Term) -> Term:
    """a^2; of the length of a sum as products of its parts, in which no length of a sum occurs."""
    if a.op != "norm":
        return ZERO if a is ZERO else make("mul", a, a)
    parts = list(addends(a.args[0]))
    terms = [(c * k, _product(v, w)) for c, v in parts for k, w in parts]
    return combined(terms)


def _either(prover: Prover, goal: Term, context: Context, sides: list[Any]) -> Any:
    """A maximum of two numbers is strictly below what both of them are strictly below, for it is one of them."""
    largest, bound = goal.args
    text = Names(context).text
    below = [make("<", part, bound) for part in largest.args]
    same = [make("==", largest, part) for part in largest.args]
    proofs = [prover.small(goal, context.having([*below, fact])) for fact in same]
    if any(proof is None for proof in proofs):
        return None
    either = text(make("or", *same))
    one = (either, rule("maximum is one", a=text(largest.args[0]), b=text(largest.args[1])))
    steps = [*((text(fact), side) for fact, side in zip(below, sides, strict=True)), one]
    return have(steps, {"split": either, "first": proofs[0], "second": proofs[1]})


def _by_one_of_two(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """A maximum on the greater side by one of its numbers, or a minimum on the smaller side."""
    a, b = goal.args
    text = Names(context).text
    extremum, name = (b, "maximum above") if b.op == "max2" else (a, "minimum below")
    for part, word in zip(extremum.args, ("first", "second"), strict=True):
        order = make(goal.op, *((a, part) if extremum is b else (part, b)))
        found = prover.prove(order, context, depth + 1)
        if found is not None:
            bound = make("<=", *((part, b) if extremum is b else (a, part)))
            step = rule(f"{name} {word}", a=text(extremum.args[0]), b=text(extremum.args[1]))
            return have([(text(order), found), (text(bound), step)], leaf(f"1: {text(order)}", f"1: {text(bound)}"))
    return None


ZERO, ONE = number(0), number(1)


def by_average(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """norm(sum(p*x) - w) <= b from norm(x - w) <= b at every token, for weights p with sum 1; None where that fails."""
    length, bound = goal.args
    if goal.op != "<=" or length.op != "norm":
        return None
    for x, inner, apart, fact, proof in _averages(length, context, prover.small):
        if x in bound.letters or prover.late():
            continue
        each = make("<=", make("norm", apart), bound)
        found = prover.prove(each, inner, depth + 1)
        if found is None:
            continue
        general, text = binder("forall", over(x.sort), x, each), Names(context).text
        steps = [(text(fact), proof), (text(general), intro([x.name], found))]
        return prover.after(steps, goal, context, squares=False)
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
        said, step = norm_of_sum(x, weight, apart, positive, Names(context).text)
        most = said.args[1]
        own = small(make("<=", length, most), context.having([said]))
        if own is not None:
            yield x, inner, apart, make("<=", length, most), have([(Names(context).text(said), step)], own)
