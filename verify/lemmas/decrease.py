"""A maximum of functions along a field: the statement that it does not rise, as lines of a lemma.

V = max_i V_i of smooth functions has the upper Dini derivative D+V = max of grad V_i . f over the pieces that attain
the maximum (Danskin). So V does not rise where every piece that is the largest has a derivative of at most 0. The
derivatives are those of the kernel, by syntax; what a piece divides by has to be nonzero, and is claimed first.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ..kernel.derivatives import CORNERS, derivative
from ..kernel.elaboration import Elaborator
from ..kernel.facts import parts
from ..kernel.parsing import Tree, parse
from ..kernel.printing import text as written
from ..kernel.scopes import Scope
from ..kernel.statements import Statement
from ..kernel.terms import NUMBER, TOKEN, Letter, Rejected, Term, binder, fresh, make, number, over, substituted
from ..search.terms_of import plainly, subterms

ZERO = number(0)


@dataclass(frozen=True)
class _Piece:
    value: Term
    token: Letter | None

    def at(self, token: Letter) -> Term:
        return self.value if self.token is None else substituted(self.value, {self.token: token})


def decrease(
    statement: Statement, pieces: Sequence[tuple[Sequence[str], Tree]], field: Sequence[tuple[str, Tree, Tree]]
) -> list[tuple[int, str]]:
    """The lines to show: of every piece that it is defined, and where it is the largest, a derivative of at most 0.

    pieces : the token k of "for k: ...", if any, and a number in the letters of the statement. field : the rates of
    letters that move: as it was written, the letter x or the member x[i] of a family, and the rate. Returned is every
    line with the number of its piece. Raises Rejected for what has no meaning, for two rates of one letter, and for
    pieces with corners, such as absolute values.
    """
    scope = statement.scope
    if not pieces:
        raise Rejected("pieces: at least one is needed")
    read = [_piece(tokens, tree, scope) for tokens, tree in pieces]
    rates: dict[Letter, tuple[Term, Letter | None]] = {}
    for said, member, rate in field:
        letter, found = _rate(said, member, rate, statement)
        if letter in rates:
            raise Rejected(f"field: {letter.name} has two rates; {said[:40]!r} is one too many")
        rates[letter] = found
    for piece in read:
        _refuse_tied(piece, statement, rates)
    lines = [(number, line) for number, piece in enumerate(read) for line in _defined(piece)]
    lines += [(number, _falls(piece, read, rates)) for number, piece in enumerate(read)]
    return [(number, _said(line, scope)) for number, line in lines]


def _said(line: Term, scope: Scope) -> str:
    """The formula as text, which is read again as the same formula."""
    line = _by_digits(line)
    text = written(line, [*scope.names, *scope.spaces, *scope.groups])
    if Elaborator(scope).formula(parse(text)) is not line:
        raise Rejected(f"pieces: the statement cannot be written down: {text[:120]}")
    return text


def _by_digits(term: Term) -> Term:
    """The term with its numbers as they are read: a sign and a fraction bar are operations."""
    if term.op == "num" and term.args[0] < 0:
        return make("neg", _by_digits(number(-term.args[0])))
    if term.op == "num" and term.args[0].denominator != 1:
        return make("div", number(term.args[0].numerator), number(term.args[0].denominator))
    if isinstance(term, Letter) or not any(isinstance(part, Term) for part in term.args):
        return term
    return make(term.op, *(_by_digits(part) if isinstance(part, Term) else part for part in term.args))


def _piece(tokens: Sequence[str], tree: Tree, scope: Scope) -> _Piece:
    token, inner = _declared(tokens[0], scope) if tokens else (None, scope)
    return _Piece(Elaborator(inner).check(tree, NUMBER), token)


def _declared(name: str, scope: Scope) -> tuple[Letter, Scope]:
    if name in scope.names:
        raise Rejected(f"{name} is a letter already; another name is needed for a token")
    token, inner = fresh(name, TOKEN), scope.extended()
    inner.declare(name, token)
    return token, inner


def _rate(said: str, member: Tree, rate: Tree, statement: Statement) -> tuple[Letter, tuple[Term, Letter | None]]:
    names = [tree[1] for tree in (member[1], *member[2]) if tree[0] == "name"] if member[0] == "index" else [member[1]]
    letter = next((x for x in statement.letters if x.name == names[0]), None) if names else None
    if letter is None or len(names) != (1 if member[0] == "name" else 2):
        raise Rejected(f"field: {said[:40]!r} is no letter; write x, or x[i] for the members of a family")
    if member[0] == "name":
        return letter, (Elaborator(statement.scope).check(rate, letter.sort), None)
    if letter.sort[:2] != ("fn", TOKEN):
        raise Rejected(f"field: {letter.name} is no family over tokens")
    token, inner = _declared(names[1], statement.scope)
    return letter, (Elaborator(inner).check(rate, letter.sort[2]), token)


def _falls(piece: _Piece, pieces: Sequence[_Piece], rates: Mapping[Letter, tuple[Term, Letter | None]]) -> Term:
    """Where the piece is the largest, its derivative along the field is at most 0."""

    def slope(term: Term) -> Term | None:
        if term.op in CORNERS and any(x in rates for x in term.letters):
            raise Rejected(f"pieces: {term.op} has corners where its argument moves; write it as several pieces")
        if isinstance(term, Letter):
            return rates[term][0] if term in rates and rates[term][1] is None else None
        head = term.args[0] if term.op == "ap" else None
        rate, token = rates.get(head, (None, None)) if isinstance(head, Letter) else (None, None)
        return None if rate is None or token is None else substituted(rate, {token: term.args[1]})

    claim = make("<=", plainly(derivative(piece.value, slope)), ZERO)
    for other in reversed(pieces):
        if other is piece and piece.token is None:
            continue
        token = fresh("m", TOKEN)
        below = make("<=", other.at(token), piece.value)
        claim = make("implies", below if other.token is None else binder("forall", over(TOKEN), token, below), claim)
    return claim if piece.token is None else binder("forall", over(TOKEN), piece.token, claim)


def _refuse_tied(piece: _Piece, statement: Statement, moving: Collection[Letter]) -> None:
    """Letters without a rate are constant: none that an equation ties to what moves may stand in a piece."""
    if subterms([piece.value], ("time", "start", "rate")):
        raise Rejected("pieces: a number of the state alone is needed, without time")
    tied = set(moving)
    equations = [p.formula for f in statement.given for p in parts(f) if p.formula.op == "=="]
    while True:
        more = {x for e in equations if tied & set(e.letters) for x in e.letters if x.sort[0] != "index"}
        if more <= tied:
            break
        tied |= more
    wrong = sorted(x.name for x in piece.value.letters if x in tied and x not in moving)
    if wrong:
        raise Rejected(f"pieces: {wrong[0]} has no rate, but an equation ties it to what moves; write out what it is")


def _defined(piece: _Piece) -> list[Term]:
    """What the piece divides by is not 0, and what it takes a root or a logarithm of is positive."""
    found = []
    for t in subterms([piece.value], ("div", "log", "sqrt")):
        divisor = t.args[1] if t.op == "div" else t.args[0]
        if divisor.loose:
            raise Rejected("pieces: a quotient, root or logarithm inside a sum; say it as a letter of its own")
        if divisor.op == "num" and (t.op != "div" or divisor.args[0]):
            continue
        claim = make("!=", divisor, ZERO) if t.op == "div" else make("<", ZERO, divisor)
        found.append(claim if piece.token is None else binder("forall", over(TOKEN), piece.token, claim))
    return found
