"""Double sums over tokens said in another order, or with the two tokens of a symmetric number exchanged."""

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.term_matching import is_number
from attnverify.verify.kernel.terms import (
    Letter,
    Rejected,
    Term,
    binder,
    make,
    number,
    opened,
    over,
    range_sort,
    substituted,
)
from attnverify.verify.search.build import KNOWN, leaf, rule
from attnverify.verify.search.inequalities import Small
from attnverify.verify.search.parts_of import factors
from attnverify.verify.search.reading import term_of
from attnverify.verify.search.terms_of import Names, known_parts, subterms

_MOST = 6


def exchanged(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """A double sum in the other order, so that the inner sum may be one that an equation says; and by symmetry."""
    for total in _double(goal, context)[:_MOST]:
        x, inner = Names(context).new(range_sort(total.args[0]))
        once = opened(total, x)
        y, innermost = Names(inner).new(range_sort(once.args[0]))
        body = opened(once, y)
        other = binder("sum", once.args[0], y, binder("sum", total.args[0], x, body))
        yield make("==", total, other), leaf()
        for changed, fact, rest in _mirrored(body, x, y, innermost):
            text = Names(innermost).text
            step: Any = leaf(f"eq {text(rest)}: {text(fact)}")
            names = [Names(inner).text(binder("fn", once.args[0], y, b)) for b in (body, changed)]
            step = rule(_equal_sums(y), step, e=names[0], f=names[1], new={"x": y.name})
            sums = [binder("sum", once.args[0], y, b) for b in (body, changed)]
            names = [Names(context).text(binder("fn", total.args[0], x, s)) for s in sums]
            step = rule(_equal_sums(x), step, e=names[0], f=names[1], new={"x": x.name})
            yield make("==", total, binder("sum", total.args[0], x, sums[1])), step


def squares(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """A double sum of products of something of one token with the same of the other is a square."""
    found: list[Term] = []
    for total in _double(goal, context)[:_MOST]:
        x, inner = Names(context).new(range_sort(total.args[0]))
        once = opened(total, x)
        y, _ = Names(inner).new(range_sort(once.args[0]))
        own: list[Term] = []  # numbers of the first token, then a vector of it
        for f in factors(opened(once, y)):
            u = next((u for u in f.args if x in u.letters), None) if f.op == "dot" else None
            if u is not None and {u, substituted(u, {x: y})} == set(f.args):
                own.append(u)
            elif x in f.letters and y not in f.letters:
                own.insert(0, f)
        vectors = sum(not is_number(t) for t in own)
        root = binder("sum", over(x.sort), x, reduce(lambda a, b: make("mul", a, b), own)) if own else None
        if root is not None and vectors < 2 and root not in found:
            found.append(root)
            yield make("<=", number(0), make("dot", root, root) if vectors else make("pow", root, 2)), KNOWN


def _equal_sums(x: Letter) -> str:
    return "equal sums" if x.sort[1] == "token" and not x.sort[2] else "equal sums, heads"


def _double(goal: Term, context: Context) -> list[Term]:
    """The closed double sums of numbers: as they are written, and in the normal form."""
    written = [t for t in subterms([goal], ("sum",)) if not t.loose and is_number(t)]
    found = [t for t in written if _is_double(t)]
    found += [t for t in sums_of(goal, context, 2) if _is_double(t)]
    for total in _with_averages(written, context):
        found += [t for t in sums_of(total, context, 2) if _is_double(t)]
    return list(dict.fromkeys(found))


def _is_double(total: Term) -> bool:
    if total.args[0].op != "over":
        return False
    inner = total.args[1]
    return bool(inner.op == "sum" and inner.args[0].op == "over")


def sums_of(said: Term, context: Context, depth: int) -> Iterator[Term]:
    """The sums over so many tokens in the normal form of a relation of numbers, or of a number."""
    for side in said.args if said.op in ("<", "<=", "==") else (said,):
        try:
            p = context.normaliser().scalar(side)
        except Rejected:
            continue
        atoms = {a for m in p for a, _ in m if a.key[0] == "S" and len(a.key[1]) == depth}
        yield from (t for a in sorted(atoms, key=lambda a: a.number) if (t := term_of(a)) is not None)


def _with_averages(sums: Iterable[Term], context: Context) -> Iterator[Term]:
    """Sums in which the square of an average is replaced by the average of the squares that a fact puts above it."""
    for _, part in known_parts(context):
        f = part.formula
        if f.op != "<=" or len(part.variables) != 1 or part.conditions or f.args[0].op != "pow":
            continue
        for total in sums:
            if total.args[0].op != "over" or range_sort(total.args[0])[:2] != part.variables[0].sort[:2]:
                continue
            x, _ = Names(context).new(range_sort(total.args[0]))
            low, high = (substituted(side, {part.variables[0]: x}) for side in f.args)
            all_ = factors(opened(total, x))
            if low in all_:
                product = reduce(lambda a, b: make("mul", a, b), [high if t is low else t for t in all_])
                yield binder("sum", over(x.sort), x, product)


def _mirrored(body: Term, x: Letter, y: Letter, context: Context) -> Iterator[tuple[Term, Term, Term]]:
    """The body with one number said by an equation about the two tokens, that equation, and the rest of the body."""
    all_ = factors(body)
    coefficient = reduce(lambda a, b: make("mul", a, b), all_) if all_ else number(1)
    if coefficient is not body and context.normaliser().scalar(coefficient) != context.normaliser().scalar(body):
        return
    for _, part in known_parts(context):
        if part.formula.op != "==" or len(part.variables) != 2 or part.conditions:
            continue
        for first, second in ((x, y), (y, x)):
            equation = substituted(part.formula, dict(zip(part.variables, (first, second), strict=True)))
            left = factors(equation.args[0]) if is_number(equation.args[0]) else []
            if left and all(t in all_ for t in left):
                others = list(all_)
                for t in left:
                    others.remove(t)
                rest = reduce(lambda a, b: make("mul", a, b), others) if others else number(1)
                yield make("mul", equation.args[1], rest), equation, rest
