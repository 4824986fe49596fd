"""Known relations about what operators make of vectors, with their proofs."""

from collections.abc import Iterator
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.derivatives import vector_space
from attnverify.verify.kernel.terms import Term, make, number
from attnverify.verify.search.build import KNOWN, leaf, rule
from attnverify.verify.search.inequalities import Small
from attnverify.verify.search.terms_of import Names, known_parts, subterms


def images(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """|A v|^2 <= L <v, A v> where 0 <= A <= L, and equations of vectors times the vectors of the goal."""
    text, zero = Names(context).text, number(0)
    tops = [found for _, part in known_parts(context) for found in _above(part.formula, part.variables)]
    for image in [t for t in subterms([goal, *context.facts], ("lin",)) if not t.loose][:3]:
        for head, top in tops[:2]:
            if image.args[0] is not head or not context.known(make("<", zero, top)):
                continue
            v, square = image.args[1], make("dot", image, image)
            apart = make("sub", make("mul", top, v), image)
            facts = [
                make("<=", make("dot", image, make("lin", head, image)), make("mul", top, square)),
                make("<=", zero, make("dot", apart, make("lin", head, apart))),
            ]
            if all(map(context.known, facts)):
                proof = leaf(*(f"1: {text(fact)}" for fact in facts), times=[text(top)])
                yield make("<=", square, make("mul", top, make("dot", v, image))), proof
    yield from _forms(goal, context)
    others = [x for x in sorted(goal.letters, key=lambda x: x.serial) if x.sort[0] == "vector"]
    for fact in context.facts:
        if fact.op == "==" and vector_space(fact.args[0]) is not None:
            for w in others[:3]:
                if vector_space(w) == vector_space(fact.args[0]):
                    yield make("==", *(make("dot", side, w) for side in fact.args)), leaf(use=[text(fact)])


def _forms(goal: Term, context: Context) -> Iterator[tuple[Term, Any]]:
    """Cauchy-Schwarz for a semidefinite form."""
    text = Names(context).text
    for product in [t for t in subterms([goal], ("dot",)) if not t.loose and t.args[1].op == "lin"][:3]:
        u, (head, w) = product.args[0], product.args[1].args
        if u is w or not context.known(make("<=", number(0), make("dot", w, make("lin", head, w)))):
            continue
        square = make("mul", *(make("dot", v, make("lin", head, v)) for v in (u, w)))
        yield (
            make("<=", make("pow", product, 2), square),
            rule("Cauchy-Schwarz, form", KNOWN, u=text(u), w=text(w), W=text(head)),
        )


def _above(formula: Term, variables: Any) -> Iterator[tuple[Term, Term]]:
    """The operator A and the number L in dot(a, A(a)) <= L*dot(a, a), said of every vector a."""
    if formula.op != "<=" or len(variables) != 1 or variables[0].sort[0] != "vector":
        return
    (left, right), a = formula.args, variables[0]
    square = make("dot", a, a)
    for part in left.args[1:] if left.op == "dot" and right.op == "mul" and right.args[1] is square else ():
        if part.op == "lin" and left is make("dot", a, make("lin", part.args[0], a)):
            yield part.args[0], right.args[0]
