"""Formulas as papers write them, read as trees of the kernel's language: conditions beside bound letters, intervals,
bars, softmax, norms of operators. Each stands for one formula of the kernel, which is printed and judged; what could be
read in two ways is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from ..kernel.parsing import Reader, Tree
from ..kernel.showing import show
from ..kernel.terms import Rejected, Sort
from ..kernel.vocabulary import SORT_NAMES
from .trees import fresh, names, renamed

ORDERS = ("<", "<=", ">", ">=", "!=")
# Of what is no text of the kernel: a condition or an interval before the colon of a binder, bars.
SPECIAL = re.compile(
    r"\||\b(?:forall|exists)\b[^:]*?(?:[<>]|!=|\bin *[\[(])|\b(?:sum|max|min)\([^:()]*(?:[<>]|!=)|\beventually\b",
    re.ASCII,
)
# Of what is read by what the letters are.
TYPED = re.compile(r"\b(?:softmax|logsumexp|argmax|argmin|converges)\(|(?:\bnorm\(|\|\|)\w+(?:\)|\|\|)", re.ASCII)
_SPECIAL = ("such", "interval", "given")
_NUMBER: Tree = ("sort", ("number",))
_SIZE: Tree = ("sort", ("size",))
_MOST_BARS = 200
# What a word of this language says of a letter, in the place of its sort.
TOKEN, FAMILY, SEQUENCE, VECTORS = "token", "family", "sequence", "vectors"
OPERATOR, ARRAY, OTHER = "operator", "array", "other"
_KINDS = {(("size",), "number"): SEQUENCE, (("size",), "vector"): VECTORS, (("index", "token", ""), "number"): FAMILY}


def norm_of(name: str) -> str:
    """What stands in a tree for the norm of an operator: no name that a file can say."""
    return f"norm {name}"


class Unseen(Rejected):
    """What cannot be read where it is not known what a letter is."""


def kind_of(sort: Sort) -> str:
    """What a letter of this sort is."""
    if sort[0] == "fn":
        return _KINDS.get((sort[1], sort[2][0]), OTHER)
    return OPERATOR if sort[0] in ("operator", "matrix") else TOKEN if sort[:2] == ("index", "token") else OTHER


def tree_of(text: str, kinds: Mapping[str, str] | None = None) -> Tree:
    """The tree of the kernel's language that a formula or term stands for; see `Written` for `kinds`."""
    reader = Written(text, kinds)
    tree = reader.expression()
    reader.end()
    return reader.plain(tree)


class Written(Reader):
    """Reads what the kernel reads, and more, which `plain` turns into trees of the kernel.

    kinds : what the letters are, TOKEN to OTHER; empty where that is not known.
    """

    def __init__(self, text: str, kinds: Mapping[str, str] | None = None) -> None:
        super().__init__(text)
        self.kinds, self._bars = kinds or {}, 0

    # more than the kernel's grammar: ranges ("such", order, a) and ("interval", order, a, order, b), ends None
    def expression(self) -> Tree:
        """A formula or a term; `eventually n: P` is one."""
        if self.peek() != "eventually" or self.peek(2) != ":":
            return super().expression()
        self.next()
        name = self.name()
        self.next(":")
        body = self.expression()
        start = self._new(f"{name}_0", body, ("name", name))
        late = ("=>", ("<=", ("name", start), ("name", name)), body)
        return ("bind", "exists", ((start, _SIZE),), ("bind", "forall", ((name, _SIZE),), late))

    def binds(self) -> tuple[tuple[str, Tree | None], ...]:
        """`x, y >= 0, j != k, t in (0, 1], 0 < c < 1, v in vector, v != 0`: names with their ranges or conditions."""
        found: list[tuple[str, Tree | None]] = []
        while True:
            where: Tree | None = None
            start = self.at
            prefixed = self.peek()[:1].isdigit() or self.peek() == "-"
            if prefixed:
                low, order, name = self._sum(), self._order(), self.name()
                after = self.next() if self.peek() in ORDERS else None
                where = ("interval", order, low, after, self._sum() if after else None)
            else:
                name = self.name()
                start = self.at
                if self.take("in"):
                    where = self.range()
                elif self.peek() in ORDERS:
                    where = ("such", self.next(), self._sum())
            again = any(name == other for other, _ in found)
            if again and (where is None or where[0] not in _SPECIAL):
                raise self.error(f"{name!r} is bound twice")
            found.append((name, ("given", *conditions(("name", name), where)) if again and where else where))
            k, said = len(found) - 1, self.tokens[start : self.at]
            shared = where is not None and not again and not prefixed
            while shared and k and found[k - 1][1] is None and found[k - 1][0] not in said:
                k -= 1
                found[k] = (found[k][0], where)
            if not self.take(","):
                return tuple(found)

    def _order(self) -> str:
        if self.peek() not in ORDERS[:2]:
            raise self.error("a bound is followed by < or <=")
        return self.next()

    def range(self) -> Tree:
        """What a bound letter runs over; an interval of numbers is one."""
        if self.peek() in ("[", "(") and self._comma_ahead():
            return self.interval()
        return super().range()

    def _comma_ahead(self) -> bool:
        depth = 0
        for token in self.tokens[self.at :]:
            depth += (token in "([") - (token in ")]")
            if depth == 1 and token == ",":
                return True
            if depth == 0:
                return False
        return False

    def interval(self) -> Tree:
        """`[a, b)`: ends of -inf and inf are none, and are open."""
        opening = self.next() if self.peek() in ("[", "(") else self.next("[")
        low = None if self._infinite("-", "inf") else self.expression()
        self.next(",")
        high = None if self._infinite("inf") else self.expression()
        closing = self.next() if self.peek() in ("]", ")") else self.next("]")
        if (low is None and opening == "[") or (high is None and closing == "]"):
            raise self.error("no number is infinite; the interval is open there")
        return ("interval", "<=" if opening == "[" else "<", low, "<=" if closing == "]" else "<", high)

    def _infinite(self, *said: str) -> bool:
        found = all(self.peek(k) == word for k, word in enumerate(said)) and self.peek(len(said)) in (",", "]", ")")
        self.at += len(said) if found else 0
        return found

    def _primary(self) -> Tree:
        if self.peek() != "|":
            return super()._primary()
        at, depth = self.at, self.depth
        for bars, word in ((2, "norm"), (1, "abs")):
            try:
                for _ in range(bars):
                    self.next("|")
                inside = self.expression()
                for _ in range(bars):
                    self.next("|")
                return ("call", ("name", word), (inside,))
            except Rejected:
                self._bars += 1
                if bars == 1 or self._bars > _MOST_BARS:
                    raise
                self.at, self.depth = at, depth
        raise self.error("a bar that is not closed")

    # trees of the kernel
    def plain(self, tree: Tree, bound: Mapping[str, str] | None = None) -> Tree:
        """The tree of the kernel that a tree of this language stands for; `bound` says what the bound letters are."""
        bound = bound or {}
        kind = tree[0]
        if kind in ("num", "name", "sort"):
            return tree
        for word, extreme in (("argmax", "max"), ("argmin", "min")):
            if tree == ("index", tree[1], (("call", ("name", word), (tree[1],)),)) and tree[1][0] == "name":
                i = self._new("i", tree[1])
                return ("bind", extreme, ((i, None),), ("index", tree[1], (("name", i),)))
        if kind in ("index", "call"):
            return self._applied(kind, tree[1], tuple(self.plain(part, bound) for part in tree[2]), bound)
        if kind == "bind":
            return self._bound(tree[1], tree[2], tree[3], bound)
        return (kind, *(self.plain(part, bound) if isinstance(part, tuple) else part for part in tree[1:]))

    def _bound(self, kind: str, binds: tuple[Any, ...], body: Tree, bound: Mapping[str, str]) -> Tree:
        inner, ranged = dict(bound), []
        for name, where in binds:
            if where and where[0] in _SPECIAL:
                break
            ranged.append((name, where if where is None or where[0] == "sort" else self.plain(where, inner)))
            inner[name] = _of_range(where)
        rest = binds[len(ranged) :]
        if ranged:
            within = self._bound(kind, rest, body, inner) if rest else self.plain(body, inner)
            return ("bind", kind, tuple(ranged), within)
        (name, where), rest = rest[0], rest[1:]
        token = where[0] == "such" and self._is_token(kind, where[2], bound)
        if where[0] != "given":
            inner[name] = TOKEN if token else OTHER
        within = self._bound(kind, rest, body, inner) if rest else self.plain(body, inner)
        if token:
            return _of_tokens(kind, name, where[1], self.plain(where[2], bound), within)
        if kind not in ("forall", "exists"):
            raise Rejected(f"{kind} over {name} with a condition on numbers; it runs over tokens, before(k) or 0..n")
        said = [
            (order, self.plain(a, inner), self.plain(b, inner)) for order, a, b in conditions(("name", name), where)
        ]
        if said:
            condition = reduce(lambda p, q: ("and", p, q), said)
            within = ("=>" if kind == "forall" else "and", condition, within)
        return within if where[0] == "given" else ("bind", kind, ((name, _NUMBER),), within)

    def _is_token(self, kind: str, other: Tree, bound: Mapping[str, str]) -> bool:
        """Whether what is compared with `other` in a binder is a token. Raises Rejected where that is not known."""
        if other[0] != "name":
            return kind not in ("forall", "exists") and other[0] != "num"
        known = self._known(other, bound)
        if known is None and kind in ("forall", "exists"):
            raise Unseen(f"whether {other[1]} is a token or a number is not seen here; say `in token` or `in number`")
        return known == TOKEN or (known is None and kind not in ("forall", "exists"))

    def _new(self, name: str, *trees: Tree) -> str:
        """A name that is none of a letter of the file, nor one of the trees."""
        return fresh(name, {*self.kinds, *(found for tree in trees for found in names(tree))})

    def _known(self, tree: Tree, bound: Mapping[str, str]) -> str | None:
        """What a letter is, where that is known."""
        return (bound.get(tree[1]) or self.kinds.get(tree[1])) if tree[0] == "name" else None

    def _applied(self, kind: str, head: Tree, args: tuple[Tree, ...], bound: Mapping[str, str]) -> Tree:
        word = head[1] if head[0] == "name" and head[1] not in bound and head[1] not in self.kinds else ""
        if kind == "call" and word == "converges" and len(args) == 2:
            return self._converges(*args, bound)
        if kind == "call" and word and len(args) == 1:
            return self._word(word, args[0], bound)
        if kind == "index" and len(args) == 1 and head[0] == "call" and head[1] == ("name", "softmax") and self.kinds:
            (scores,) = head[2]
            if self._known(scores, bound) != ARRAY:
                return self._softmax(self.plain(scores, bound), args[0], bound)
        return (kind, self.plain(head, bound), args)

    def _softmax(self, scores: Tree, k: Tree, bound: Mapping[str, str]) -> Tree:
        j = self._new("j", scores, k)
        exp = ("name", "exp")
        whole = ("bind", "sum", ((j, None),), ("call", exp, (self._family(scores, ("name", j), bound),)))
        return ("/", ("call", exp, (self._family(scores, k, bound),)), whole)

    def _family(self, scores: Tree, k: Tree, bound: Mapping[str, str]) -> Tree:
        """The member k of what softmax and logsumexp are of."""
        member = self._member(scores, k, bound)
        if member is None or member == scores:
            raise Rejected(f"{show(scores)} is no family of numbers, nor a sum or a multiple of such")
        return member

    def _member(self, family: Tree, k: Tree, bound: Mapping[str, str]) -> Tree | None:
        """The member k of a family of numbers, or of a sum or a multiple of families; None of what is neither."""
        kind = family[0]
        known = self._known(family, bound)
        if known == FAMILY:
            return ("index", family, (k,))
        if kind == "index":
            return ("index", family[1], (*family[2], k))
        if kind in ("num", "call") or (kind == "name" and known == OTHER):
            return family
        if kind in ("+", "-", "*", "/", "neg"):
            members = [self._member(part, k, bound) for part in family[1:]]
            return None if None in members else (kind, *members)
        return None

    def _word(self, word: str, arg: Tree, bound: Mapping[str, str]) -> Tree:
        known = self._known(arg, bound)
        if word == "norm" and known == OPERATOR:
            return ("name", norm_of(arg[1]))
        if word in ("trace", "det") and known == OPERATOR:
            raise Rejected(f"{word} of an operator of any dimension; give {arg[1]} a size, such as 'matrix 3'")
        if word == "logsumexp" and known != ARRAY and self.kinds:
            j = self._new("j", arg)
            exp = ("call", ("name", "exp"), (self._family(arg, ("name", j), bound),))
            return ("call", ("name", "log"), (("bind", "sum", ((j, None),), exp),))
        if word in ("argmax", "argmin") and self.kinds:
            least = "<=" if word == "argmax" else ">="
            raise Rejected(
                f'{word} may be any of several tokens; declare k = "token" with forall i: z[i] {least} z[k] given'
            )
        if word == "softmax" and known == FAMILY:
            raise Rejected("softmax(z) is a family of numbers; say a member of it, softmax(z)[k]")
        return ("call", ("name", word), (arg,))

    def _converges(self, x: Tree, limit: Tree, bound: Mapping[str, str]) -> Tree:
        """For every e > 0 there is an n from which on x[n] is nearer to the limit than e."""
        known = self._known(x, bound)
        if known not in (SEQUENCE, VECTORS):
            raise Rejected(f"converges({show(x)}, ...): a letter declared as a sequence is needed")
        e, n, start = (self._new(name, x, limit) for name in "enm")
        apart = ("-", ("index", x, (("name", n),)), limit)
        near = ("<", ("call", ("name", "abs" if known == SEQUENCE else "norm"), (apart,)), ("name", e))
        late: Tree = ("bind", "forall", ((n, _SIZE),), ("=>", ("<=", ("name", start), ("name", n)), near))
        positive = (">", ("name", e), ("num", Fraction(0)))
        return ("bind", "forall", ((e, _NUMBER),), ("=>", positive, ("bind", "exists", ((start, _SIZE),), late)))


def _of_range(where: Tree | None) -> str:
    if where is None or where[0] in ("before", "upto"):
        return TOKEN
    # a single word that is no sort of the kernel is a group of tokens
    return TOKEN if where[0] == "sort" and (where[1][0] == "token" or where[1][0] not in SORT_NAMES) else OTHER


def conditions(x: Tree, where: Tree) -> list[Tree]:
    """What an interval or a condition in a binder says of x."""
    if where[0] == "given":
        return list(where[1:])
    if where[0] == "such":
        return [(where[1], x, where[2])]
    _, first, low, last, high = where
    ends = [(first, low, x)] if low is not None else []
    return ends if high is None else [*ends, (last, x, high)]


def _of_tokens(kind: str, j: str, order: str, k: Tree, body: Tree) -> Tree:
    """A binder over the tokens j that stand in an order to the token k."""

    def over(scope: Tree | None) -> Tree:
        return ("bind", kind, ((j, scope),), body)

    if order in ("<", "<="):
        if order == "<" and kind in ("max", "min", "diam"):
            raise Rejected(f"{kind} over the tokens before one, which may be none")
        return over(("before" if order == "<" else "upto", k))
    if kind in ("forall", "exists"):
        condition = (order, ("name", j), k)
        return ("bind", kind, ((j, None),), ("=>" if kind == "forall" else "and", condition, body))
    if kind != "sum":
        raise Rejected(f"{kind} over a part of the tokens, which may be empty; a sum may be of such a part")
    if order != "!=":
        return ("-", over(None), over(("upto" if order == ">" else "before", k)))
    if k[0] != "name":
        raise Rejected(f"sum over what differs from {show(k)}; a letter is needed there")
    return ("-", over(None), renamed(body, {j: k[1]}, {k[1]}, {*names(body), j, k[1]}))
