"""Known inequalities about exponentials, logarithms, sines and cosines, inside sums and outside, with their proofs."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from ..kernel.contexts import Context
from ..kernel.terms import Letter, Term, binder, make, number, opened, over, range_sort, substituted
from .build import KNOWN, for_every, have, intro, leaf, rule
from .inside import ONE, ZERO, Fact
from .places import Place
from .reading import term_of
from .terms_of import Names, Small, numbers_of_facts, subterms, under


def exponentials(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """The order of exponentials whose arguments are ordered, and their tangents at 0."""
    text = Names(context).text
    found = subterms([goal], ("exp",))
    arguments = list(dict.fromkeys([*(t.args[0] for t in found if not t.loose), *_exponents(goal, context)]))
    arguments += [make("mul", number(2), t.args[0]) for t in subterms([goal], ("tanh",)) if not t.loose]
    arguments += [part for a in arguments if a.op == "add" for part in a.args]
    general: list[tuple[Letter, Context, Term]] = []
    for total in subterms([goal, *context.facts], ("sum", "max", "min")):
        if total.loose or total.args[0].op != "over":
            continue
        x, inner = Names(context).new(range_sort(total.args[0]))
        for t in subterms([opened(total, x)], ("exp",)):
            if not t.loose and x in t.letters:
                general.append((x, inner, t.args[0]))
    for a, b in itertools.permutations(arguments[:8], 2):
        for op, name in (("<", "exp strictly monotone"), ("<=", "exp monotone")):
            proof = small(make(op, a, b), context)
            if proof is not None:
                yield make(op, make("exp", a), make("exp", b)), rule(name, proof, a=text(a), b=text(b))
                break
    for a in arguments[:6]:
        zero = number(0)
        for u, w in ((a, zero), (zero, a)):
            proof = small(make("<=", u, w), context)
            if proof is not None:
                yield make("<=", make("exp", u), make("exp", w)), rule("exp monotone", proof, a=text(u), b=text(w))
    bounds = [*(t for t in subterms([goal], ("max", "min")) if not t.loose), *numbers_of_facts(context)]
    for x, inner, e in general[:3]:
        own = Names(inner).text
        for b in [*arguments[:4], *bounds[:6]]:
            for u, w in ((e, b), (b, e)):
                proof = small(make("<=", u, w), inner)
                if proof is not None:
                    claim = binder("forall", over(x.sort), x, make("<=", make("exp", u), make("exp", w)))
                    yield claim, intro([x.name], rule("exp monotone", proof, a=own(u), b=own(w)))
    for a in arguments[:4]:
        yield make("<=", make("add", number(1), a), make("exp", a)), rule("exp tangent", a=text(a))
        minus = make("neg", a)
        yield make("<=", make("add", number(1), minus), make("exp", minus)), rule("exp tangent", a=text(minus))


def _exponents(goal: Term, context: Context) -> list[Term]:
    """The exponents of the monomials of a goal whose divisors are cleared."""
    place = Place(context)
    difference = place.poly(make("sub", goal.args[1], goal.args[0]))
    found: list[Term] = []
    for m in place.cleared(difference)[0] if difference else {}:
        total: Term | None = None
        for a, k in m:
            inside = term_of(a) if a.key[0] == "exp" and not a.indices else None
            if inside is not None:
                part = inside.args[0] if k == 1 else make("mul", number(k), inside.args[0])
                total = part if total is None else make("add", total, part)
        if total is not None and total not in found:
            found.append(total)
    return found


def logarithms(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    text = Names(context).text
    for term in subterms([goal, *context.facts], ("log",)):
        if term.loose:
            continue
        a = term.args[0]
        positive = small(make("<", number(0), a), context)
        if positive is not None:
            yield make("==", make("exp", term), a), rule("exp of log", positive, a=text(a))
            yield make("<=", term, make("sub", a, number(1))), rule("log tangent", positive, a=text(a))


def tangents(goal: Term, context: Context, small: Small) -> Iterator[Fact]:
    """Tangents of exp and log inside sums, at 0 and 1 and at what stands outside."""
    text = Names(context).text
    outside = [t.args[0] for t in subterms([goal], ("exp",)) if not t.loose][:4]
    for a in outside:
        for b in outside:
            if a is not b:
                yield _tangent(make("sub", a, b), text)
                if b.op in ("add", "sub"):
                    yield _scaled_tangent(a, b, text)
    for letters, inner, term in [*under([goal], context, ("exp",))][:3]:
        for b in outside:
            yield for_every(letters, *_tangent(make("sub", term.args[0], b), Names(inner).text))
    scales = [t.args[0] for t in subterms([goal], ("log",)) if not t.loose][:3]
    for a in scales:
        yield from _log_tangents([], context, a, scales, small)
    found = [*under([goal], context, ("log",))][:3]
    raised = [*under([goal], context, ("exp",))][:3]
    for letters, inner, term in found:
        names = [dict(zip(xs, letters, strict=False)) for xs, _, _ in found]
        alike = [[x.sort for x in xs] == [x.sort for x in letters] for xs, _, _ in found]
        own = [substituted(t.args[0], n) for (_, _, t), n, fits in zip(found, names, alike, strict=True) if fits]
        weights = [
            substituted(t.args[0], dict(zip(xs, letters, strict=True)))
            for xs, _, t in raised
            if [x.sort for x in xs] == [x.sort for x in letters]
        ]
        yield from _log_tangents(letters, inner, term.args[0], [*scales, *own], small, weights)


def _tangent(a: Term, text: Any) -> Fact:
    return make("<=", make("add", ONE, a), make("exp", a)), rule("exp tangent", a=text(a))


def _scaled_tangent(a: Term, b: Term, text: Any) -> Fact:
    """exp(b)*(1 + a - b) <= exp(a)."""
    tangent = _tangent(make("sub", a, b), text)
    positive = make("<", ZERO, make("exp", b))
    claim = make("<=", make("mul", make("exp", b), tangent[0].args[0]), make("exp", a))
    said = text(tangent[0])
    return claim, have([(said, tangent[1])], leaf(f"1: {text(positive)}; {said}"))


def _log_tangents(
    letters: Sequence[Letter],
    inner: Context,
    a: Term,
    scales: Sequence[Term],
    small: Small,
    raised: Sequence[Term] = (),
) -> Iterator[Fact]:
    """1 + t <= exp(t) where t is the logarithm of a, of 1/a, of a/s, s/a, 1/(a s), exp(e)/a and exp(e)/(a s)."""
    text = Names(inner).text
    if small(make("<", ZERO, a), inner) is None:
        return
    log = make("log", a)
    ways: list[tuple[Term, Term, list[Term]]] = [(make("neg", log), make("div", ONE, a), [a])]
    ways += [(log, a, [a])] if letters else []
    ways += [(make("sub", e, log), make("div", make("exp", e), a), [a]) for e in raised]
    for s in scales:
        if s is a or small(make("<", ZERO, s), inner) is None:
            continue
        other = make("log", s)
        ways += [
            (make("sub", log, other), make("div", a, s), [a, s]),
            (make("sub", other, log), make("div", s, a), [a, s]),
            (make("neg", make("add", log, other)), make("div", ONE, make("mul", a, s)), [a, s]),
        ]
        ways += [
            (make("sub", e, make("add", log, other)), make("div", make("exp", e), make("mul", a, s)), [a, s])
            for e in raised
        ]
    for t, value, logs in ways:
        facts: list[Any] = []
        for q in logs:
            facts.append((text(make("<", ZERO, q)), small(make("<", ZERO, q), inner)))
            facts.append((f"exp(log({text(q)})) == {text(q)}", rule("exp of log", KNOWN, a=text(q))))
        tangent = (f"1 + ({text(t)}) <= exp({text(t)})", rule("exp tangent", a=text(t)))
        claim, use = make("<=", make("add", ONE, t), value), [said for said, _ in facts[1::2]]
        proof = have([*facts, tangent], leaf(f"1: {tangent[0]}", use=use))
        if value.op == "div" and value.args[1] in logs and subterms(value.args[1:], ("add", "sub")):
            scaled = make("<=", make("mul", value.args[1], claim.args[0]), value.args[0])
            said = f"1: {text(claim)}; {text(make('<', ZERO, value.args[1]))}"
            yield for_every(letters, scaled, have([(text(claim), proof)], leaf(said)))
        yield for_every(letters, claim, proof)


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


def hyperbolic(goal: Term, context: Context, small: Small) -> Iterator[Fact]:
    """What tanh is in terms of exp."""
    text = Names(context).text
    for term in subterms([goal, *context.facts], ("tanh",)):
        if not term.loose:
            a = term.args[0]
            double = make("exp", make("mul", number(2), a))
            value = make("div", make("sub", double, number(1)), make("add", double, number(1)))
            yield make("==", term, value), rule("tanh", a=text(a))
