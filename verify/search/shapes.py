"""What the given formulas of a statement say of single letters, so that points can be drawn that fulfil them."""

from dataclasses import dataclass, field
from fractions import Fraction

from attnverify.verify.kernel.facts import parts
from attnverify.verify.kernel.statements import Statement
from attnverify.verify.kernel.terms import Letter, Term, make, number
from attnverify.verify.search.terms_of import rational


@dataclass
class Shapes:
    """How the letters of a statement are drawn."""

    unit: set[Letter] = field(default_factory=set)
    simplex: set[Letter] = field(default_factory=set)
    semidefinite: set[Letter] = field(default_factory=set)
    low: dict[Letter, Fraction] = field(default_factory=dict)
    high: dict[Letter, Fraction] = field(default_factory=dict)
    equations: list[Term] = field(default_factory=list)
    bounds: list[tuple[Letter, Letter, str]] = field(default_factory=list)
    softmax: dict[Letter, Letter] = field(default_factory=dict)
    short: dict[Letter, Fraction] = field(default_factory=dict)
    contracting: dict[Letter, Fraction] = field(default_factory=dict)


def shapes(statement: Statement) -> Shapes:
    """What the given formulas say of single letters."""
    found = Shapes()
    for fact in statement.given:
        for part in parts(fact):
            f = part.formula
            if f.op not in ("==", "<", "<="):
                continue
            a, b = f.args
            if f.op == "==":
                if a.op == "dot" and a.args[0] is a.args[1] and _head(a.args[0]) and b.op == "num" and b.args[0] == 1:
                    found.unit.add(_head(a.args[0]))  # type: ignore[arg-type]
                elif a.op == "sum" and b.op == "num" and b.args[0] == 1 and _head(a.args[1]):
                    found.simplex.add(_head(a.args[1]))  # type: ignore[arg-type]
                elif a.op == "letter" and b.op == "sum" and b.args[1].op == "num" and b.args[1].args[0] == 1:
                    found.bounds.append((a, a, "count"))
                elif part.variables and (scores := _scores(a, b)) is not None:
                    found.softmax[_head(a)] = scores  # type: ignore[index]
                else:
                    found.equations.append(f)
                continue
            if spectral := _spectral(a, b, part.variables):
                A, value, word = spectral
                if isinstance(value, Letter):
                    found.bounds.append((value, A, word))
                elif (q := rational(value)) is not None and word == "spectral":
                    found.contracting[A] = q
                continue
            length = rational(b)
            v = _head(a.args[0]) if a.op == "norm" or (a.op == "dot" and a.args[0] is a.args[1]) else None
            if v is not None and length is not None:
                found.short[v] = length if a.op == "norm" else min(length, Fraction(1))
            found.bounds += [bound for bound in _bounding(a, b) if {*bound[:2]} <= {*statement.letters}]
            if a.op == "num" and a.args[0] == 0 and b.op == "dot" and b.args[1].op == "lin":
                head = _head(b.args[1].args[0])
                if head is not None and b.args[0] is b.args[1].args[1]:
                    found.semidefinite.add(head)
            for letter, low, value in ((_head(b), True, a), (_head(a), False, b)):
                q = rational(value)
                if letter is None or q is None:
                    continue
                kept, better = (found.low, max) if low else (found.high, min)
                kept[letter] = better(q, kept.get(letter, q))
    return found


def _scores(a: Term, b: Term) -> Letter | None:
    """The family z where a == b says p[i] == exp(z[i])/sum(j: exp(z[j])); None where it says something else."""
    if a.op != "ap" or b.op != "div" or b.args[0].op != "exp" or b.args[1].op != "sum":
        return None
    above, below = b.args[0].args[0], b.args[1].args[1]
    if above.op != "ap" or below.op != "exp" or below.args[0].op != "ap" or above.args[1] is not a.args[1]:
        return None
    heads = above.args[0], below.args[0].args[0]
    return heads[0] if heads[0] is heads[1] and isinstance(heads[0], Letter) else None


def _bounding(a: Term, b: Term) -> list[tuple[Letter, Letter, str]]:
    """What a <= b says of a single number beside a family: which one, which family, and how it is a bound."""
    if b.op == "letter" and a.op == "sub" and all(side.op == "ap" for side in a.args):
        one, other = map(_head, a.args)
        if not isinstance(b, Letter) or one is None or one is not other or _kind(one) != "number":
            return []
        return [(b, one, "spread")]
    head, inner = _head(b), _head(a.args[0] if a.op in ("abs", "norm") else a)
    if head is None or inner is None or head is inner:
        return []
    if a.op == "letter" and b.op == "ap" and inner.sort[0] == _kind(head) == "number":
        return [(inner, head, "least")]
    if b.op == "letter" and head.sort[0] == "number" and a.op in ("ap", "abs", "norm"):
        return [(head, inner, "length" if a.op == "norm" else "greatest")]
    return []


def _spectral(a: Term, b: Term, variables: tuple[Letter, ...]) -> tuple[Letter, Term, str] | None:
    """The operator whose images or whose form a <= b bounds for all vectors, by what, and from which side."""
    for form, other, word in ((a, b, "spectral"), (b, a, "spectral below")):
        image = form.args[0] if form.op == "norm" else form.args[1] if form.op == "dot" else form
        x = image.args[1] if image.op == "lin" else None
        if len(variables) != 1 or x is not variables[0] or (form.op == "dot" and form.args[0] is not x):
            continue
        squares = (make("dot", x, x), make("norm", x), make("pow", make("norm", x), 2))
        if isinstance(image.args[0], Letter) and other in squares:
            return image.args[0], number(1), word
        if isinstance(image.args[0], Letter) and other.op == "mul" and other.args[1] in squares:
            return image.args[0], other.args[0], word
    return None


def _kind(letter: Letter) -> str:
    """The kind of a member of a family."""
    sort = letter.sort
    while sort[0] == "fn":
        sort = sort[2]
    return str(sort[0])


def _head(term: Term) -> Letter | None:
    while term.op == "ap":
        term = term.args[0]
    return term if isinstance(term, Letter) else None
