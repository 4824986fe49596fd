"""Atoms and polynomials of the normal form as terms again, for certificates that a tactic writes."""

from fractions import Fraction
from typing import Any

from ..kernel.atoms import Atom, Monomial
from ..kernel.normal import initials as initial_letters
from ..kernel.terms import Letter, Term, abstract, apply, fresh, make, number, over, substituted
from .terms_of import added, multiplied


def term_of(a: Atom) -> Term | None:
    """The number that an atom is; None where there is no short way to write it."""
    try:
        return _scalar(a)
    except (KeyError, NotImplementedError):
        return None


def _scalar(a: Atom) -> Term:
    kind, key = a.key[0], a.key
    if kind == "l":
        return _member(key)
    if kind == "exp":
        return make("exp", _monomial(key[1]))
    if kind == "root":
        return make("sqrt", polynomial(key[1]))
    if kind == "unit":
        return polynomial(key[1])
    if kind == "recip":
        return make("div", number(1), polynomial(key[1]))
    if kind == "dot":
        right = _vector(key[3])
        for head in reversed(key[2]):
            right = make("lin", _head(head), right)
        return make("dot", _vector(key[1]), right)
    if kind == "dot2":
        return make("dot", _vector(key[1]), _vector(key[2]))
    if kind == "S":
        return _sum(key[1], _monomial(key[2]))
    if kind == "abs":
        return make("abs", polynomial(key[1]))
    if kind in ("max", "min", "sum"):
        placeholder, where, body = key[1], key[2], key[3]
        return make(kind, _range(where), _closed(polynomial(body), placeholder))
    if kind == "diam":
        placeholder, where, body = key[1], key[2], key[3]
        return make(kind, _range(where), _closed(_combination(body), placeholder))
    if kind in ("time", "pi", "dim"):
        return make(kind, *key[1:])
    if kind in ("max2", "min2", "log", "tanh", "sin", "cos", "binomial", "sizepow"):
        return make(kind, *(polynomial(part) for part in key[1:]))
    if kind == "rate-of" and isinstance(key[1], Atom):
        return make("rate", _scalar(key[1]))
    if kind == "rate":
        return make("rate", _member(key[1:]))
    raise NotImplementedError(kind)


def polynomial(frozen: Any) -> Term:
    """A frozen polynomial as a term."""
    terms = []
    for m, c in frozen:
        body = _monomial(m)
        terms.append(body if c == 1 else number(c) if not m else make("mul", number(c), body))
    return added(terms)


def _monomial(m: Monomial) -> Term:
    above: list[Term] = []
    below: list[Term] = []
    for a, k in m:
        body = _scalar(a)
        power: Any = abs(k)
        if isinstance(power, Fraction) and power.denominator != 1:
            if a.key[0] != "exp":
                raise NotImplementedError("root")
            body, power = make("exp", make("mul", number(power), _monomial(a.key[1]))), 1
        (above if k > 0 else below).append(body if power == 1 else make("pow", body, int(power)))
    return make("div", multiplied(above), multiplied(below)) if below else multiplied(above)


def _member(key: tuple[Any, ...]) -> Term:
    starts = {late: early for early, late in initial_letters.items()}
    letter = key[1]
    term: Term = starts.get(letter, letter)
    for argument in key[2:]:
        term = apply(term, argument if isinstance(argument, Term) else _combination(argument))
    return make("start", term) if letter in starts else term


def _combination(frozen: Any) -> Term:
    """A frozen number or vector."""
    if not frozen or not isinstance(frozen[0][0], Atom):
        return polynomial(frozen)
    return added(make("mul", polynomial(p), _vector(b)) for b, p in frozen)


def _head(a: Atom) -> Term:
    term: Term = a.key[2]
    for argument in a.key[3:]:
        term = apply(term, argument)
    return term


def _vector(a: Atom) -> Term:
    kind, key = a.key[0], a.key
    if kind == "l":
        return _member(key)
    if kind == "rate":
        return make("rate", _member(key[1:]))
    if kind == "op":
        return make("lin", _head(key[1]), _vector(key[2]))
    if kind == "V":
        return _sum(key[1], make("mul", _monomial(key[2]), _vector(key[3])))
    if kind == "unit-vector":
        return make("unit", _combination(key[1]) if key[1] else make("zero", key[2]))
    raise NotImplementedError(kind)


def _sum(binders: Any, body: Term) -> Term:
    for placeholder, where in reversed(binders):
        body = make("sum", _range(where), _closed(body, placeholder))
    return body


def _closed(body: Term, placeholder: Letter) -> Term:
    named = fresh("x", placeholder.sort)
    return abstract(substituted(body, {placeholder: named}), named)


def _range(where: Any) -> Term:
    if where[0] == "over":
        return over(where[1])
    if where[0] == "span":
        return make("span", polynomial(where[1]), polynomial(where[2]))
    return make(where[0], where[1])
