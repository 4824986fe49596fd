"""Goals said otherwise, each by a step that leads back: squares, signs, cases, factors, definitions, contradiction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..kernel.atoms import Atom, Monomial, Poly, frozen
from ..kernel.contexts import Context
from ..kernel.polynomials import divided, single
from ..kernel.term_matching import is_number
from ..kernel.terms import NUMBER, Letter, Rejected, Term, binder, conjuncts, make, number, over, substituted
from .bisection import bisected
from .build import KNOWN, cases, for_every, have, intro, leaf, rule
from .enriching import widened
from .places import Place
from .reading import polynomial, term_of
from .terms_of import CURVED, Names, added, bounds, known_parts, subterms

if TYPE_CHECKING:
    from .proving import Prover

ZERO = number(0)
_FEW_LETTERS = (2, 3, 4)
_SIGN = 30_000  # steps for the sign of what a logarithm is of
_MOST_PIECES, _DEEP, _INSIDE, _SHARE = 5, 4, 2, 0.15
_NOT_PLAIN = ("exp", "log", "tanh", "sin", "cos", "sqrt", "abs", "max2", "min2", "div")


def by_definitions(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal with the members of a family, such as weights of softmax, replaced by what an equation says they are."""
    for fact, part in known_parts(context):
        family = defined(part.formula, part.variables) if not part.conditions else None
        if family is None or family not in goal.letters:
            continue
        x, value = part.variables[0], part.formula.args[1]
        other = _replaced(goal, family, lambda t, x=x, value=value: substituted(value, {x: t}))
        if other is None or family in other.letters:
            continue
        found = prover.prove(other, context, depth + 1)
        if found is not None:
            text = Names(context).text
            step = leaf(f"eq 1: {text(other)}" if goal.op == "==" else f"1: {text(other)}", use=[text(fact)])
            return have([(text(other), found)], step)
    return None


def defined(formula: Term, variables: Any) -> Letter | None:
    """The family that an equation defines, member by member."""
    if formula.op != "==" or len(variables) != 1 or not is_number(formula.args[0]):
        return None
    left, right = formula.args
    head = left.args[0] if left.op == "ap" and left.args[1] is variables[0] else None
    return head if isinstance(head, Letter) and head not in right.letters else None


def _replaced(term: Term, family: Letter, value: Any) -> Term | None:
    """The term with every member of the family replaced; None where a member is no plain one."""
    if term.op == "ap" and term.args[0] is family:
        return value(term.args[1])  # type: ignore[no-any-return]
    if isinstance(term, Letter) or not any(isinstance(part, Term) for part in term.args):
        return None if term is family else term
    args = [_replaced(part, family, value) if isinstance(part, Term) else part for part in term.args]
    return None if any(part is None for part in args) else make(term.op, *args)


def by_generalising(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal for every number in the place of a compound argument of a function, where no letter of it is left."""
    arguments = [t.args[0] for t in subterms([goal], CURVED) if not t.loose]
    for e in dict.fromkeys(a for a in arguments if not isinstance(a, Letter) and a.letters):
        x, inner = Names(context).new(NUMBER)
        claim = _exchanged(goal, e, x)
        if any(y in claim.letters for y in e.letters) or claim is goal:
            continue
        found = prover.prove(claim, inner, depth + 1)
        if found is not None:
            general = binder("forall", over(NUMBER), x, claim)
            return have([(Names(context).text(general), intro([x.name], found))], KNOWN)
    return None


def _exchanged(term: Term, old: Term, new: Term) -> Term:
    """The term with every occurrence of `old` replaced."""
    if term is old:
        return new
    if isinstance(term, Letter) or not any(isinstance(part, Term) for part in term.args):
        return term
    return make(term.op, *(_exchanged(part, old, new) if isinstance(part, Term) else part for part in term.args))


def by_content(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal without a factor of known sign that all its terms share."""
    if goal.op not in ("<", "<="):
        return None
    try:
        place = Place(context)
        value = place.poly(make("sub", goal.args[1], goal.args[0]))
        if not value or len(value) < 2:
            return None
        below = set.intersection(*({a for a, k in m if k < 0 and a.key[0] != "exp"} for m in value))
        for a in sorted(below, key=lambda a: a.number):
            divisor = term_of(a)
            if divisor is None or place.normaliser.knowledge.atom_sign(a) != ">":
                continue
            rest = polynomial(frozen(place.normaliser.times(value, single(a, 1))))
            found = prover.prove(make(goal.op, ZERO, rest), context, depth + 1)
            return None if found is None else _times(goal, make("div", number(1), divisor), rest, found, place)
        shared = set.intersection(*({a for a, k in m if k > 0} for m in value))
        for a in sorted(shared, key=lambda a: a.number):
            sign, factor = place.normaliser.knowledge.atom_sign(a), term_of(a)
            wanted = (">", "<") if goal.op == "<" else (">", ">=", "<", "<=")
            power = 1
            if sign not in wanted and goal.op == "<=" and all(dict(m)[a] >= 2 for m in value):
                sign, power = ">=", 2
            if sign not in wanted or factor is None or a.key[0] in ("recip", "unit"):
                continue
            quotient = divided(value, single(a, power), context.work)
            if quotient is None:
                continue
            factor = factor if power == 1 else make("pow", factor, power)
            rest = polynomial(frozen(quotient))
            if sign in ("<", "<="):
                rest, factor = make("neg", rest), make("neg", factor)
            found = prover.prove(make(goal.op, ZERO, rest), context, depth + 1)
            if found is not None:
                return _times(goal, factor, rest, found, place)
    except (Rejected, KeyError, NotImplementedError):
        return None
    return None


def _times(goal: Term, factor: Term, rest: Term, found: Any, place: Place) -> Any:
    """The proof of a product's sign from those of its factors, the first of which is known."""
    said = [place.text(make(goal.op, ZERO, t)) for t in (factor, rest)]
    return have([(said[0], KNOWN), (said[1], found)], leaf(f"1: {said[0]}; {said[1]}"))


def by_square(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """A number whose square is at most 0."""
    if goal.op not in ("==", "<=") or goal.args[1] is not ZERO:
        return None
    value = goal.args[0]
    below = make("<=", make("mul", value, value), ZERO)
    found = prover.after(prover.facts(below, context), below, context, squares=False)
    text = Names(context).text
    none = text(make("==", value, ZERO))
    return found and have([(none, rule("square zero", found, a=text(value)))], leaf(f"eq 1: {none}"))


def by_nonzero(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """An equation of numbers times a difference that is not zero."""
    if goal.op != "==":
        return None
    apart = make("sub", *goal.args)
    text = Names(context).text
    for relation in [part for fact in context.facts for part in conjuncts(fact) if part.op == "!="][:3]:
        if not is_number(relation.args[0]) or prover.late():
            continue
        factor = make("sub", *relation.args)
        other = make("==", make("mul", factor, apart), ZERO)
        found = prover.after(prover.facts(other, context), other, context, squares=False)
        if found is not None:
            first = leaf(f"eq -1: {text(other)}", times=[text(make("sub", *reversed(relation.args)))])
            second = leaf(f"eq 1: {text(other)}", times=[text(factor)])
            step = {"split": text(relation), "first": first, "second": second}
            return have([(text(other), found)], step)
    return None


def by_unequal(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal on both sides of a number that something is not equal to; None where one of them resists."""
    for relation in [part for fact in context.facts for part in conjuncts(fact) if part.op == "!="][:2]:
        orders = [make("<", *relation.args), make("<", *reversed(relation.args))]
        if not is_number(relation.args[0]) or any(context.known(order) for order in orders):
            continue
        proofs = prover.all_of([(goal, context.having([order])) for order in orders], depth)
        if proofs is not None:
            return {"split": Names(context).text(relation), "first": proofs[0], "second": proofs[1]}
    return None


def by_contradiction(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """What is known contradicts itself, or the negation of the goal."""
    found = absurd(prover, goal, context)
    if found is not None or goal.op not in ("<", "<=") or not goal.letters:
        return found
    a, b = goal.args
    value = make("sub", b, a) if goal.op == "<=" else make("sub", a, b)
    against = make("<", value, ZERO) if goal.op == "<=" else make("<=", ZERO, value)
    found = absurd(prover, goal, context.having([against]))
    if found is None:
        return None
    return cases(Names(context).text(value), *((KNOWN, found) if goal.op == "<=" else (found, KNOWN)))


def absurd(prover: Prover, goal: Term, context: Context) -> Any:
    """The goal from something positive that, by what else is known, is at most 0."""
    steps = prover.facts(goal, context)
    inner = widened(context, steps)
    facts = [part for fact in (*reversed(context.facts), *inner.facts) for part in conjuncts(fact)]
    orders = dict.fromkeys(fact for fact in facts if fact.op == "<" and is_number(fact.args[0]))
    strict = [f.args[1] if f.args[0] is ZERO else make("sub", *reversed(f.args)) for f in orders][:6]
    text = Names(context).text
    products = [(make("mul", strict[0], other), (strict[0], other)) for other in strict[1:]]
    for positive, factors in [*((f, (f,)) for f in (*strict, number(1))), *products] if facts else ():
        if prover.late():
            return None
        if not all(inner.known(make("<", ZERO, f)) for f in factors):
            continue
        found = prover.combine(make("<=", positive, ZERO), inner, squares=False, degree=2)
        if found is None:
            continue
        signs = [text(make("<", ZERO, f)) for f in factors]
        above = (text(make("<", ZERO, positive)), leaf(f"1: {'; '.join(signs)}"))
        same = rule("antisymmetry", found, KNOWN, a=text(positive), b="0")
        refuted = rule("contradiction", same, KNOWN, P=text(make("==", positive, ZERO)), C=text(goal))
        return have([*steps, *((said, KNOWN) for said in signs), above], refuted)
    return None


def by_discriminant(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """b^2 <= a c from a s^2 + 2 b s t + c t^2 >= 0 for all numbers s and t; None where that is not found."""
    square, product = goal.args
    root = square.args[0] if square.op == "pow" and square.args[1] == 2 else None
    root = square.args[0] if square.op == "mul" and square.args[0] is square.args[1] else root
    if goal.op != "<=" or root is None or product.op != "mul" or not subterms([product], ("sum", "dot", "norm")):
        return None
    a, c = product.args
    names, inner = Names(context).copies((Letter("s", NUMBER), Letter("t", NUMBER)))
    s, t = names.values()

    def form(p: Term, q: Term) -> Term:
        mixed = make("mul", make("mul", number(2), root), make("mul", p, q))
        return make("<=", ZERO, added((make("mul", a, make("pow", p, 2)), mixed, make("mul", c, make("pow", q, 2)))))

    found = prover.prove(form(s, t), inner, depth + 1)
    if found is None:
        return None
    general, proof = for_every([s, t], form(s, t), found)
    text, below = Names(context).text, make("neg", root)
    half = make("div", make("add", a, number(1)), number(2))
    none = text(make("==", c, ZERO))
    least, turned = text(make("<=", c, ZERO)), text(make("<=", ZERO, make("neg", c)))
    same = [(least, leaf(f"1: {turned}")), (none, rule("antisymmetry", KNOWN, KNOWN, a=text(c), b="0"))]
    flat = leaf(f"1: {text(form(below, half))}")
    flat["terms"].append({"eq": none, "by": text(make("sub", make("pow", half, 2), a))})
    curved = have([text(form(c, below))], leaf(f"1: {text(form(c, below))}", times=[text(c)]))
    end = text(form(ZERO, number(1)))
    sign = [(text(general), proof), (end, KNOWN), (text(make("<=", ZERO, c)), leaf(f"1: {end}"))]
    return have(sign, cases(text(make("neg", c)), have([*same, text(form(below, half))], flat), curved))


def by_isolating(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """c*r + rest >= 0 with c > 0 and r a product of roots, from (rest/c)^2 <= r^2; None where it is no such sum."""
    if goal.op not in ("<", "<=") or not subterms([goal], ("sqrt", "norm")):
        return None
    value = _difference(goal, context)
    rooted = [m for m in value if any(_is_root(a) for a, _ in m)]
    if len(rooted) != 1 or len(value) < 2 or not all(_is_root(a) for a, _ in rooted[0]):
        return None
    return _by_squares(prover, goal, context, depth, value, rooted)


def by_parts(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """p + rest >= 0 from rest^2 <= p^2, where the terms of p are known not to be negative; None where that fails."""
    value = _difference(goal, context) if goal.op in ("<", "<=") and depth <= _DEEP else {}
    sign = context.normaliser().knowledge.sign
    positive = [m for m, c in value.items() if c > 0 and sign({m: c}) in (">", ">=")]
    if not 1 < len(positive) < len(value) <= _MOST_PIECES:
        return None
    with prover.effort.within(_SHARE * prover.effort.left):
        return _by_squares(prover, goal, context, depth, value, positive)


def _difference(goal: Term, context: Context) -> Poly:
    place = Place(context)
    place.note([goal])
    return place.poly(make("sub", goal.args[1], goal.args[0])) or {}


def _by_squares(
    prover: Prover, goal: Term, context: Context, depth: int, value: Poly, positive: Sequence[Monomial]
) -> Any:
    """The goal from the square of the terms in `positive`, whose sum is known not to be negative, and of the rest."""
    c = value[positive[0]]
    try:
        product = polynomial(frozen({m: value[m] / c for m in positive}))
        bound = polynomial(frozen({m: -k / c for m, k in value.items() if m not in positive}))
    except (KeyError, NotImplementedError):
        return None
    said, text = make("<=", ZERO, product), Names(context).text
    sign = prover.small(said, context) if c > 0 else None
    if sign is None:
        return None
    squared = make(goal.op, make("mul", bound, bound), make("mul", product, product))
    found = prover.prove(squared, context.having([said]), depth + 1)
    if found is None:
        return None
    order = make(goal.op, bound, product)
    name = "strictly below the square" if goal.op == "<" else "below the square"
    step = rule(name, KNOWN, found, a=text(bound), b=text(product))
    return have([(text(said), sign), (text(order), step)], leaf(f"{c}: {text(order)}"))


def _is_root(a: Atom) -> bool:
    return bool(a.key[0] == "root")


def by_multiplier(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """p >= 0 from (x^2 + ... + z^2) p >= 0, and at the origin; None where that is not found."""
    if goal.op != "<=":
        return None
    value = Place(context).poly(make("sub", goal.args[1], goal.args[0])) or {}
    atoms = sorted({a for m in value for a, _ in m}, key=lambda a: a.number)
    if () in value or len(atoms) not in _FEW_LETTERS or any(k < 0 for m in value for _, k in m):
        return None
    letters = [t for a in atoms if a.key[0] == "l" and not a.indices and (t := term_of(a)) is not None]
    if len(letters) < len(atoms):
        return None
    text = Place(context).text
    total = added(make("pow", x, 2) for x in letters)
    positive, none = make("<", make("neg", total), ZERO), make("<=", ZERO, make("neg", total))
    scaled = make("<=", ZERO, make("mul", make("sub", goal.args[1], goal.args[0]), total))
    found = prover.combine(scaled, context.having([positive]), degree=0)
    if found is None:
        return None
    zeros = [make("==", x, ZERO) for x in letters]
    at_origin = prover.combine(goal, context.having([none, *zeros]), squares=False, degree=1)
    if at_origin is None:
        return None
    steps = []
    for x, zero in zip(letters, zeros, strict=True):
        others = [f"1: sq {text(y)}" for y in letters if y is not x]
        steps.append((text(zero), rule("square zero", leaf(f"1: {text(none)}", *others), a=text(x))))
    away = have([(text(scaled), found)], leaf(f"1: {text(scaled)}", times=[text(total)]))
    return cases(text(make("neg", total)), have(steps, at_origin), away)


def by_pieces(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal on every piece; None where one of them resists."""
    found = [t for t in subterms([goal], ("abs", "max2", "min2")) if not t.loose]
    if not 0 < len(found) <= _MOST_PIECES or goal.op == "==":
        return None
    return _on_pieces(prover, goal, context, [t.args[0] if t.op == "abs" else make("sub", *t.args) for t in found])


def _on_pieces(prover: Prover, goal: Term, context: Context, values: list[Term]) -> Any:
    if prover.late():
        return None
    if not values:
        return prover.after(prover.facts(goal, context), goal, context)
    value, *rest = values
    here, below = make("<=", ZERO, value), make("<", value, ZERO)
    if context.known(here) or context.known(below):
        return _on_pieces(prover, goal, context, rest)
    first = _on_pieces(prover, goal, context.having([here]), rest)
    second = None if first is None else _on_pieces(prover, goal, context.having([below]), rest)
    return None if second is None else cases(Names(context).text(value), first, second)


def by_radicands(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal where the numbers under its roots and logarithms have their sign; None where all have it already."""
    small, steps, facts, normaliser = prover.small, [], [], context.normaliser()
    for root in [t for t in subterms([goal], ("sqrt",)) if not t.loose]:
        claim = make("<=", ZERO, root.args[0])
        signed = all(a.key[0] != "sqrt" for m in normaliser.scalar(root) for a, _ in m)
        proof = None if signed or claim in context.facts else small(claim, context, True)
        if proof is not None:
            steps.append((Names(context).text(claim), proof))
            facts.append(claim)
    for claim in dict.fromkeys(make("<", ZERO, t.args[0]) for t in subterms([goal], ("log",)) if not t.loose):
        if claim in context.facts or context.known(claim) or small(claim, context) is not None:
            continue
        if prover.inside > _INSIDE:
            continue
        with prover.effort.within(_SIGN):
            proof = prover.prove(claim, context, depth + 3)
        if proof is not None:
            steps.append((Names(context).text(claim), proof))
            facts.append(claim)
    found = prover.prove(goal, context.having(facts), depth + 1) if facts else None
    return None if found is None else have(steps, found)


def by_signs(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """A product compared with 0: the sign of one factor decides that of the other."""
    if goal.op != "<=" or ZERO not in goal.args:
        return None
    positive = goal.args[0] is ZERO
    product = goal.args[1] if positive else goal.args[0]
    if product.op != "mul" or any(part.op == "num" for part in product.args):
        return None
    # the simpler factor is the one whose sign is assumed
    other, given = sorted(product.args, key=lambda t: (not subterms([t], _NOT_PLAIN), -t.size))
    text = Names(context).text
    branches = []
    for fact in (make("<=", ZERO, given), make("<", given, ZERO)):
        same = (fact.args[0] is ZERO) == positive
        wanted = make("<=", ZERO, other) if same else make("<=", other, ZERO)
        found = prover.prove(wanted, context.having([fact]), depth + 1)
        if found is None:
            return None
        branches.append(have([(text(wanted), found)], leaf(f"1: {text(fact)}; {text(wanted)}")))
    return cases(text(given), *branches)


def by_positive_factors(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """A relation times a length, a member of a family, what a logarithm is of, or a sum of products of families."""
    if goal.op == "==" or subterms([goal], ("sum", "max", "min")):
        return None
    text = Names(context).text
    lengths_ = [make("norm", u) for u in nonzero(context)[:2]]
    under = [t.args[0] for t in subterms([goal], ("log",)) if not isinstance(t.args[0], Letter)][:2]
    for factor in (*lengths_, *under, *_members(context), *_positive_sums(context)):
        if prover.late():
            return None
        positive, scaled = make("<", ZERO, factor), make(goal.op, *(make("mul", side, factor) for side in goal.args))
        if not context.known(positive):
            continue
        found = prover.small(scaled, context)
        found = found or prover.after(prover.facts(scaled, context), scaled, context, squares=False)
        if found is not None:
            steps = [(text(positive), KNOWN), (text(scaled), found)]
            return have(steps, leaf(f"1: {text(scaled)}", times=[text(factor)]))
    return None


def _members(context: Context) -> list[Term]:
    """Members of families whose sign is given, turned so that they are positive."""
    orders = [part for fact in context.facts for part in conjuncts(fact) if part.op == "<" and ZERO in part.args]
    found = [(a, b) for a, b in (part.args for part in orders) if "ap" in (a.op, b.op) and is_number(a)]
    return [b if a is ZERO else make("neg", a) for a, b in found][:2]


def nonzero(context: Context) -> list[Term]:
    """The vectors that facts say are not zero."""
    found = [part.args for fact in context.facts for part in conjuncts(fact) if part.op == "!="]
    return [a if b.op == "zero" else b for a, b in found if (a.op == "zero") != (b.op == "zero")]


def lengths(context: Context) -> list[tuple[str, Any]]:
    """That what is not zero has a length, and how long the image of an eigenvector is."""
    text, steps = Names(context).text, []
    equations = [part for known in context.facts for part in conjuncts(known) if part.op == "=="]
    for u in nonzero(context):
        said = make("<", ZERO, make("norm", u))
        if said not in context.facts:
            square = (f"dot({text(u)}, {text(u)}) > 0", rule("positive square", u=text(u)))
            steps.append((text(said), have([square], KNOWN)))
        for fact, (image, scaled) in [(f, sides) for f in equations for sides in (f.args, f.args[::-1])]:
            if image.op == "lin" and image.args[1] is u and scaled.op == "mul" and scaled.args[1] is u:
                said = make("==", make("norm", image), make("mul", make("abs", scaled.args[0]), make("norm", u)))
                if said not in context.facts:
                    steps.append((text(said), _image(text(image), text(scaled.args[0]), text(u), text(fact))))
    return steps


def _image(image: str, factor: str, u: str, fact: str) -> Any:
    """The proof of norm(A(u)) == |m| norm(u) where A(u) is m u."""
    sides = [f"norm({image})", f"abs({factor})*norm({u})"]
    square = f"abs({factor})^2 == ({factor})^2"
    orders = [
        rule("below the square", KNOWN, leaf(f"eq {sign}dot({u}, {u}): {square}", use=[fact]), a=a, b=b)
        for sign, (a, b) in (("", sides), ("-", sides[::-1]))
    ]
    same = rule("antisymmetry", *orders, a=sides[0], b=sides[1])
    return have([(square, rule("absolute square", e=factor))], same)


def _positive_sums(context: Context) -> Iterator[Term]:
    """The sums of one and of the products of two families of positive numbers."""
    families: list[Letter] = []
    for _, part in known_parts(context):
        f = part.formula
        if f.op != "<" or f.args[0] is not ZERO or len(part.variables) != 1 or f.args[1].op != "ap":
            continue
        head = f.args[1].args[0]
        if isinstance(head, Letter) and f.args[1].args[1] is part.variables[0] and head not in families:
            families.append(head)
    x = Letter("x", ("index", "token", ""))
    for k, first in enumerate(families[:3]):
        yield binder("sum", over(x.sort), x, make("ap", first, x))
        for second in families[k + 1 : 3]:
            yield binder("sum", over(x.sort), x, make("mul", make("ap", first, x), make("ap", second, x)))


def by_weights(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal about any positive weights in the place of those that an equation defines; None where that fails."""
    for fact, part in known_parts(context):
        family = defined(part.formula, part.variables) if not part.conditions else None
        if family is None or family not in goal.letters:
            continue
        rest = [f for f in context.facts if f is not fact]
        scores = part.formula.args[1].letters
        if any(x in t.letters for x in scores for t in (goal, *rest)):
            continue  # something more is said of the scores
        x, inner = Names(context).new(part.variables[0].sort)
        member, small, text = make("ap", family, x), prover.small, Names(context).text
        above, total = make("<", ZERO, member), make("==", binder("sum", over(x.sort), x, member), number(1))
        proofs = small(above, inner), small(total, context)
        if None in proofs:
            continue
        positive = binder("forall", over(x.sort), x, above)
        wider = Context(context.scope, (*rest, positive, total), context.moment, context.work)
        found = prover.prove(goal, wider, depth + 1)
        if found is not None:
            return have([(text(positive), intro([x.name], proofs[0])), (text(total), proofs[1])], found)
    return None


def by_boxes(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The leaf that decides the goal on the box; None where there is none."""
    if goal.op == "==":
        return None
    letters: dict[str, Any] = {}
    for letter in sorted(goal.letters, key=lambda x: x.serial):
        low, high = bounds(letter, context)
        if low is None or high is None or context.scope.names.get(letter.name) is not letter:
            return None
        letters[letter.name] = [str(low), str(high)]
    if subterms([goal], ("sum", "max", "min", "dot", "norm")):
        return None
    try:
        return bisected(letters, goal, context, Names(context).number, prover.late)
    except (Rejected, KeyError, RecursionError):
        return None


def by_curved_boxes(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The same for goals that are no polynomials."""
    return by_boxes(prover, goal, context, depth) if subterms([goal], CURVED) else None
