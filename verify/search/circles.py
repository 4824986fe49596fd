"""Sines and cosines: they lie on a circle, and those of sums and differences are known."""

from collections.abc import Iterator
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.terms import Term, make, number
from attnverify.verify.search.build import leaf, rule
from attnverify.verify.search.inequalities import Small
from attnverify.verify.search.inside import for_every, under
from attnverify.verify.search.terms_of import Names, subterms


def circle(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """Sines and cosines lie on a circle, and those of sums are known."""
    text = Names(context).text
    arguments = [t.args[0] for t in subterms([goal, *context.facts], ("sin", "cos")) if not t.loose]
    for a in dict.fromkeys(arguments):
        yield from _on_the_circle(a, text)
        if a.op == "mul" and a.args[0] is number(2):
            a = make("add", a.args[1], a.args[1])
        if a.op in ("add", "sub", "neg"):
            first, second = a.args if a.op != "neg" else (number(0), a.args[0])
            if a.op == "add":
                second = make("neg", second)
                yield from _of_difference(make("cos", second), number(0), second.args[0], text)
                yield from _of_difference(make("sin", second), number(0), second.args[0], text)
            for name in ("cos", "sin"):
                yield from _of_difference(make(name, a), first, second, text)


def _on_the_circle(a: Term, text: Any) -> Iterator[tuple[Term, Any]]:
    squares = (make("pow", make(op, a), 2) for op in ("cos", "sin"))
    circle = make("==", make("add", *squares), number(1))
    yield circle, rule("circle", a=text(a))
    for name, other in (("cos", "sin"), ("sin", "cos")):
        for sign, low, high in (("-", make(name, a), number(1)), ("+", number(-1), make(name, a))):
            squared = [f"1/2: sq 1 {sign} {name}({text(a)})", f"1/2: sq {other}({text(a)})"]
            yield make("<=", low, high), leaf(*squared, f"eq -1/2: {text(circle)}")


def _of_difference(said: Term, a: Term, b: Term, text: Any) -> Iterator[tuple[Term, Any]]:
    """The cosine or sine of a number that is a - b, by those of a and b."""
    parts_ = [("cos", "cos", "add", "sin", "sin"), ("sin", "cos", "sub", "cos", "sin")]
    p, q, op, r, s = parts_[said.op == "sin"]
    value = make(op, make("mul", make(p, a), make(q, b)), make("mul", make(r, a), make(s, b)))
    name = "cosine of a difference" if said.op == "cos" else "sine of a difference"
    yield make("==", said, value), rule(name, a=text(a), b=text(b))


def inside_sums(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """The same of what stands inside sums, for every token."""
    done: list[Term] = []
    for letters, inner, term in [*under([goal], context, ("sin", "cos"))][:6]:
        a, text = term.args[0], Names(inner).text
        parts = list(a.args) if a.op == "sub" else [a]
        for b in parts:
            own = [x for x in letters if x in b.letters]
            if own and b not in done:
                done.append(b)
                said = make("==", make("add", *(make("pow", make(op, b), 2) for op in ("cos", "sin"))), number(1))
                yield for_every(own, said, rule("circle", a=text(b)))
        if a.op == "sub":
            for claim, proof in _of_difference(term, a.args[0], a.args[1], text):
                yield for_every(letters, claim, proof)
