"""Tangents of exp and log, inside sums and outside, at 0 and 1 and at what else stands there."""

from collections.abc import Iterator, Sequence
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.terms import Letter, Term, make, substituted
from attnverify.verify.search.build import KNOWN, have, leaf, rule
from attnverify.verify.search.inequalities import Small
from attnverify.verify.search.inside import ONE, ZERO, Fact, for_every, under
from attnverify.verify.search.terms_of import Names, subterms


def tangents(goal: Term, context: Context, small: Small) -> Iterator[Fact]:
    """Tangents of exp and log inside sums, at 0 and 1 and at what stands outside."""
    text = Names(context).text
    outside = [t.args[0] for t in subterms([goal], ("exp",)) if not t.loose][:4]
    for a in outside:
        for b in outside:
            if a is not b:
                yield _tangent(make("sub", a, b), text)
                if b.op in ("add", "sub"):
                    yield _scaled(a, b, text)
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


def _scaled(a: Term, b: Term, text: Any) -> Fact:
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
        proof = have([*facts, tangent], leaf(f"1: {tangent[0]}", use=[said for said, _ in facts[1::2]]))
        yield for_every(letters, make("<=", make("add", ONE, t), value), proof)
