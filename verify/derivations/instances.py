"""What is claimed at an instance: counted tokens, a frame of a space, closed terms for the letters of a statement.

From `card[I] = n` there are n tokens in their order and no others; from `dim[V] = d` there is an orthonormal frame of d
vectors that spans the space. Both are derived, and so is every operator of given rows. What is to be shown at the
instance is then computed: ranges are written out, operators are applied, vectors are combinations of the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, TypeVar

from ..core.terms import LEAVES, Refused
from ..kernel.scopes import Scope
from .emit import Equality, Failed, Part, R, Whole
from .enclosures import Enclosures
from .facts import Place
from .maps import unfolded, unfolding
from .polynomials import Poly, plus, times, without
from .solutions import Measurable

_SEARCHED = tuple(Fraction(n) for n in ("0", "1", "-1", "2", "-2", "1/2", "-1/2", "3", "-3", "1/4"))
_SHARES = tuple(Fraction(1, 4**n) for n in range(6))
Option = TypeVar("Option")


class Instances(Enclosures):
    """Formulas at an instance.

    members : the tokens, heads, directions of a sort, in order. frames : the frame of a space. What was obtained on the
    way is discharged by `leave`.
    """

    def __init__(self, state: Any, library: Any, lemma: Any) -> None:
        super().__init__(state, library, lemma)
        self.members: dict[str, list[int]] = {}
        self.frames: dict[str, list[int]] = {}
        self._only: dict[str, int] = {}  # all x. x = x1 or x = x2 or ...
        self._spans: dict[str, int] = {}  # all u. u = dot(e1, u)*e1 + ...
        self._less: dict[tuple[int, int], int] = {}
        self.ground: dict[int, int] = {}  # equations of atoms
        self._acts: dict[int, int] = {}  # all u. lin(U, u) = ...
        self._made_operators: dict[Any, int] = {}
        self._leaving: list[Callable[[int], int]] = []
        self.here = Place((), Scope())
        self.numbers: list[int] = []  # that may be witnesses
        self._conditional: dict[int, bool] = {}
        self._laid: dict[int, int | None] = {}
        self._sums: dict[tuple[int, Any], int] = {}  # by ranges and what is summed
        self._contradicting = False

    # letters of which something is obtained
    def having_some(self, k: int, name: str) -> tuple[int, int]:
        """A new letter x and P x, from ex P; what is shown with it is shown without it by `leave`."""
        x = self.fresh(self.sort(self.node(self.f(k))[1])[1], name)
        return x, self.some_of(k, x)

    def some_of(self, k: int, x: int) -> int:
        """P x from ex P, for a letter that occurs nowhere yet."""
        predicate = self.node(self.f(k))[1]
        p = self.ap(predicate, x)
        self._leaving.append(lambda j: self.by("ex elim", (predicate, self.f(j)), self.gen(self.disch(j, p), x), k))
        return self.assume(p)

    def leave(self, k: int) -> int:
        """The same without the letters that were obtained."""
        for act in reversed(self._leaving):
            k = act(k)
        return k

    # tokens
    def count(self, sort: str, n: int) -> None:
        """n elements of an index sort, in order, and no others, from its size."""
        one = self.bind(sort, lambda _: self.one)
        where = self.bind(sort, lambda _: self.make("true"))
        size = self.assume(self.eq(self.make("sum", where, one), self.number(n)))
        xs: list[int] = []
        inside: list[int] = []  # that x is in the range without those before it
        least: list[int] = []
        for left in range(n, 0, -1):
            x, h = self.having_some(self._least(where, self._some_left(where, one, size)), sort[2:])
            taken, where = self.taken(where, one, x, self.left(h))
            rest = self.make("sum", where, one)
            size = self.comb(self.eq(rest, self.number(left - 1)), (), [size, self.off(taken)])
            xs, inside, least = [*xs, x], [*inside, self.left(h)], [*least, self.right(h)]
        self.members[sort] = xs
        self._only[sort] = self._no_others(sort, xs, where, one, size)
        for k, y in enumerate(xs):
            h = inside[k]
            for j in range(k - 1, -1, -1):
                other, h, x = self.right(h), self.left(h), xs[j]
                unequal = self.refute(self.eq(x, y), lambda i, o=other: self.conflict(self.sym(i), o))  # type: ignore[misc]
                self._less[x, y] = self.by("strict", (x, y), self.mp(self.inst(least[j], y), h), unequal)

    def _some_left(self, where: int, one: int, size: int) -> int:
        """ex(where), whose number is not 0."""
        x = self.fresh(self.sort(where)[1], "x")

        def none(h: int) -> int:
            p = self.ap(where, x)
            k = self.gen(self.refute(p, lambda j: self.conflict(self.witness(where, x, j), h)), x)
            zero = self.by("sum empty", (where, one), k)
            return self.absurd(self.make("ex", where), (), [zero, self.off(size)])

        return self.classical(self.make("ex", where), none)

    def _least(self, where: int, some: int) -> int:
        """ex x. A x and all y. A y => x <= y, from ex(A)."""
        sort = self.sort(where)[1]
        x, y = self.fresh(sort, "x"), self.fresh(sort, "y")

        def least(z: int) -> int:
            every = self.every(sort, lambda w: self.make("=>", self.ap(where, w), self.le(z, w)))
            return self.make("and", self.ap(where, z), every)

        predicate = self.bind(sort, least)
        goal = self.make("ex", predicate)

        def none(h: int) -> int:
            """Nothing is in the range, by induction: what has nothing before it would be the least."""
            before = self.every(sort, lambda w: self.make("=>", self.lt(w, x), self.no(self.ap(where, w))))
            b = self.assume(before)

            def wrong(j: int) -> int:
                p = self.ap(where, y)
                g = self.assume(p)
                least = self.le(x, y)
                above = self.contrary(least, lambda i: self.anything(least, g, self.mp(self.inst(b, y), i)))
                all_above = self.gen(self.disch(above, p), y)
                return self.conflict(self.witness(predicate, x, self.conj(j, all_above)), h)

            step = self.gen(self.disch(self.refute(self.ap(where, x), wrong), before), x)
            nothing = self.by("strong induction", (self.lam(x, self.no(self.ap(where, x))),), step)
            return self.obtain(some, y, goal, lambda j: self.anything(goal, j, self.inst(nothing, y)))

        return self.classical(goal, none)

    def _no_others(self, sort: str, xs: list[int], where: int, one: int, size: int) -> int:
        """all x. x = x1 or ..., from the range of all but these, which has the size 0."""
        x, z = self.fresh(sort, "x"), self.fresh(sort, "z")
        goal = self.one_of(x, xs)

        def outside(h: int) -> int:
            k = self.truth
            for y in xs:
                no = self.refute(self.eq(x, y), lambda j, y=y: self.conflict(self._is_one(x, xs, y, j), h))  # type: ignore[misc]
                k = self.conj(k, no)
            taken, rest = self.taken(where, one, x, k)
            unit = self.gen(self.disch(self.weak(self.unit), self.ap(rest, z)), z)
            return self.absurd(goal, [self.unit, self.by("sum mono", (rest, one), unit)], [size, self.off(taken)])

        return self.gen(self.classical(goal, outside), x)

    def one_of(self, x: int, xs: Sequence[int]) -> int:
        """x = x1 or (x = x2 or ...)."""
        goal = self.eq(x, xs[-1])
        for y in reversed(xs[:-1]):
            goal = self.make("or", self.eq(x, y), goal)
        return goal

    def _is_one(self, x: int, xs: Sequence[int], y: int, k: int) -> int:
        """x = x1 or ..., from x = y, one of them."""
        if len(xs) == 1:
            return k
        sides = self.eq(x, xs[0]), self.one_of(x, xs[1:])
        return self.by("or left", sides, k) if xs[0] == y else self.by("or right", sides, self._is_one(x, xs[1:], y, k))

    def each(self, sort: str, predicate: int, body: Callable[[int], int]) -> int:
        """all x. P x, from P at every member."""
        x, xs = self.fresh(sort, "x"), self.members[sort]
        k = self.inst(self._only[sort], x)

        def at(n: int, h: int) -> int:
            return self.replace(self.sym(h), body(xs[n]), predicate)

        return self.gen(self.any_of(k, self.ap(predicate, x), len(xs), at), x)

    # spaces
    def frame(self, space: str, d: int) -> None:
        """An orthonormal frame that spans a space, from its dimension."""
        size = self.assume(self.eq(self.make("dim", space), self.number(d)))
        self.ground[self.make("dim", space)] = size
        sizes = [self.make("zero")]
        for _ in range(d):
            sizes.append(self.make("succ", sizes[-1]))
        reals = []
        for n, m in enumerate(sizes):
            size_is = self.eq(self.make("real", m), self.number(n))
            reals.append(self.needed(self.equal(self.here, size_is), "a size", m))
        whole = self.comb(self.eq(self.make("real", sizes[d]), self.make("dim", space)), (), [reals[d], self.off(size)])
        e, h = self.having_some(self.by("basis", (self.make("zeroV", space), sizes[d]), whole), "e")
        normal, complete = unfolded(self, self.left(h)), unfolded(self, self.right(h))

        def below(n: int) -> int:
            goal = self.lt(self.make("real", sizes[n]), self.make("real", sizes[d]))
            return self.comb(goal, (), [reals[n], self.off(reals[d])])

        def unequal(i: int, j: int) -> int:
            def wrong(h: int) -> int:
                k = self.under(h, lambda n: self.make("real", n))
                c = self.number(1 if i > j else -1)
                eqs = [(c, k), (c, reals[j]), (self.number(-1 if i > j else 1), reals[i])]
                return self.absurd(self.false, (), eqs)

            return self.refute(self.eq(sizes[i], sizes[j]), wrong)

        dots: dict[tuple[int, int], int] = {}
        for i, j in product(range(d), repeat=2):
            k = self.mp(self.inst(normal, sizes[i], sizes[j]), below(i), below(j))
            args = (self.eq(sizes[i], sizes[j]), self.one, self.zero)
            held = self.refl(sizes[i]) if i == j else unequal(i, j)
            dots[i, j] = self.trans(k, self.by("ite true" if i == j else "ite false", args, held))
        vectors = [self.ap(e, m) for m in sizes[:d]]
        spans = self._spanned(space, vectors, dots, complete, e, sizes)
        self._frame_letters(space, vectors, dots, spans)

    def _frame_letters(self, space: str, vectors: list[int], dots: dict[tuple[int, int], int], spans: int) -> None:
        """Letters for the vectors of the frame, of which nothing is assumed but the equations of a frame."""
        d = len(vectors)
        letters = [self.fresh(space, "e") for _ in vectors]
        assumed, proofs = [], []
        for i in range(d):
            for j in range(i, d):
                p = self.eq(self.make("dot", letters[i], letters[j]), self.number(int(i == j)))
                assumed.append(p)
                proofs.append(dots[i, j])
                a = self.atom(self.make("dot", letters[i], letters[j]))
                self.ground[a] = self.comb(self.eq(a, self.number(int(i == j))), (), [self.assume(p)])
        p = self.every(
            space, lambda u: self.eq(u, self.combination([self.make("dot", x, u) for x in letters], letters))
        )
        assumed.append(p)
        proofs.append(spans)
        self.frames[space], self._spans[space] = letters, self.assume(p)

        def left(k: int) -> int:
            k = self.inst(self.gen(self.disch(k, *assumed), *letters), *vectors)
            return self.mp(k, *proofs)

        self._leaving.append(left)

    def family_of(self, xs: Sequence[int], parts: Sequence[int]) -> int:
        """The function of an index with these values."""
        if len(set(parts)) == 1:
            return self.bind(self.sort(xs[0]), lambda _: parts[0])
        x = self.fresh(self.sort(xs[0]), "i")
        inner: list[int] = []
        sort = self.sort(parts[0])
        while isinstance(sort, tuple) and sort[0] == "fn":
            inner.append(self.fresh(sort[1], "j"))
            sort = sort[2]
        result = self.ap(parts[-1], *inner)
        for y, part in reversed(list(zip(xs, parts, strict=True))[:-1]):
            result = self.make("ite", self.eq(x, y), self.ap(part, *inner), result)
        for letter in (*reversed(inner), x):
            result = self.lam(letter, result)
        return result

    def vector_of(self, space: str, coefficients: Sequence[int]) -> int:
        """A vector by its coordinates, without those that are 0."""
        pairs = zip(coefficients, self.frames[space], strict=True)
        parts = [e if c == self.one else self.make("*", c, e) for c, e in pairs if c != self.zero]
        return self.add(*parts) if parts else self.make("zeroV", space)

    def combination(self, coefficients: Sequence[int], vectors: Sequence[int]) -> int:
        """c1*e1 + ..., as it stands."""
        return self.add(*[self.make("*", c, e) for c, e in zip(coefficients, vectors, strict=True)])

    def _spanned(
        self, space: str, vectors: list[int], dots: dict[tuple[int, int], int], complete: int, e: int, sizes: list[int]
    ) -> int:
        """all u. u = dot(e1, u)*e1 + ..., as the rest is orthogonal to all of the frame."""
        d = len(vectors)
        u, n = self.fresh(space, "u"), self.fresh("N", "n")
        whole = self.combination([self.make("dot", x, u) for x in vectors], vectors)
        rest = self.minus(u, whole)
        limit = self.make("real", sizes[d])

        def orthogonal(m: int) -> int:
            return self.eq(self.make("dot", rest, self.ap(e, m)), self.zero)

        def said(m: int) -> int:
            return self.make("=>", self.lt(self.make("real", m), limit), orthogonal(m))

        h = self.assume(self.lt(self.make("real", self.above(n, d)), limit))
        parts: list[Whole] = [(1, [h], []), (1, [self.by("real nonneg", (n,))], [])]
        wrong = self.needed(self.equal(self.here, self.lt(self.zero, self.zero), parts), "a size", n)
        k = self.gen(self.disch(self.clash(orthogonal(self.above(n, d)), wrong), self.f(h)), n)
        for i in reversed(range(d)):
            eqs = [(self.neg(self.make("dot", x, u)), dots[j, i]) for j, x in enumerate(vectors)]
            at_zero = self.disch(self.comb(orthogonal(sizes[i]), (), eqs), self.lt(self.make("real", sizes[i]), limit))
            predicate, m = self.lam(n, said(self.above(n, i))), self.fresh("N", "n")
            after = self.gen(self.disch(self.inst(k, m), self.ap(predicate, m)), m)
            k = self.by("induction", (predicate,), at_zero, after)
        zero = self.mp(self.inst(complete, rest), k)
        return self.gen(self.comb(self.eq(u, whole), (), [zero]), u)

    def operator(self, source: str, target: str, rows: Sequence[Sequence[int | None]]) -> int:
        """A linear map with these rows over the frames; None is an entry 0."""
        key = (source, target, tuple(map(tuple, rows)))
        if key not in self._made_operators:
            es, fs = self.frames[source], self.frames[target]

            def image(u: int) -> int:
                parts = [
                    self.make("*", self.make("*", c, self.make("dot", es[j], u)), fs[i])
                    for i, row in enumerate(rows)
                    for j, c in enumerate(row)
                    if c is not None
                ]
                return self.add(*parts) if parts else self.make("zeroV", target)

            self._made_operators[key] = self.linear_map(source, image)
        return self._made_operators[key]

    def linear_map(self, source: str, image: Callable[[int], int]) -> int:
        """A linear map with this image of every vector."""
        f = self.bind(source, image)
        made, acts = self.having_some(self.by("operator", (f,), self._is_linear(source, f)), "U")
        self._acts[made] = acts
        return made

    def moving_map(self, source: str, target: str, image: Callable[[int, int], int]) -> int:
        """A linear map at every time, with this image of every vector then."""
        t, u = self.fresh(R, "t"), self.fresh(source, "u")
        sort = ("lin", source, target)
        made = self.fresh(sort, "U")
        said = self.lam(made, self.make("all", self.lam(u, self.eq(self.make("lin", made, u), image(t, u)))))
        exists = self.by("operator", (self.lam(u, image(t, u)),), self._is_linear(source, self.lam(u, image(t, u))))
        assert self.f(exists) == self.make("ex", said)
        chosen, acts = self.having_some(self.by("choice", (self.lam(t, said),), self.gen(exists, t)), "U")
        self._acts[chosen] = acts
        return chosen

    def _is_linear(self, source: str, f: int) -> int:
        a, b, c = self.fresh(source, "a"), self.fresh(source, "b"), self.fresh(R, "c")
        whole = self.ap(f, self.add(a, self.make("*", c, b)))
        return self.gen(self.step("ring", whole, self.add(self.ap(f, a), self.make("*", c, self.ap(f, b)))), a, b, c)

    # computing
    def _atom_equation(self, place: Place, a: int) -> int | None:
        return self._computed(place, a) or super()._atom_equation(place, a)

    def _vector_equation(self, place: Place, a: int) -> int | None:
        return self._computed(place, a) or super()._vector_equation(place, a)

    def _computed(self, place: Place, a: int) -> int | None:
        if a in self.ground:
            return self.ground[a]
        found = self.chosen(a)
        if found is not None:
            return found
        op, *args = self.node(a)
        if op == "lin":
            return self._image(a)
        if op in ("sum", "max", "min") and self.sort(args[0])[1] in self.members:
            return self._sum_out(a) if op == "sum" else self._extremum_out(place, op, a)
        if op == "exp" and self.is_op(args[0], "log"):
            inside = self.node(args[0])[1]
            k = self.positive(place, inside)
            return None if k is None else self.by("log", (inside,), k)
        return None

    def laid_out(self, t: int) -> int | None:
        """t = t', where sums are written out and maps applied, and nothing else is done; None where that is t."""
        if t not in self._laid:
            self._laid[t] = self._lay_out(t)
        return self._laid[t]

    def _lay_out(self, t: int) -> int | None:
        total = self.chosen(t) if self.node(t)[0] in ("ite", "ap") else None
        current = t if total is None else self.node(self.f(total))[2]
        op, *args = self.node(current)
        if op in LEAVES:
            return total
        steps: list[int | None] = []
        if op == "lam":
            x = self.fresh(args[0])
            inside = self.laid_out(self.ap(current, x))
            steps.append(None if inside is None else self.step("ext", inside, x))
        elif op != "sum":
            for n, part in enumerate(args):
                k = self.laid_out(part)
                if k is not None:
                    steps.append(self.of_part(op, args, n, k))
                    args[n] = self.node(self.f(k))[2]
            current = self.ap(*args) if op == "ap" else self.make(op, *args)
        if self.is_op(current, "sum") and self.sort(args[0])[1] in self.members:
            steps.append(self._sum_out(current))
        elif self.is_op(current, "lin"):
            steps.append(self._image(current))
        found = [k for k in steps if k is not None]
        for k in found:
            total = self._further(total, k)
        if found and total is not None and op != "lam":
            total = self._further(total, self.laid_out(self.node(self.f(total))[2]))
        return total

    def evaluated(self, place: Place, t: int) -> int | None:
        """t = t', in normal form as by `normal`, but part by part, so that what is known is a number early."""
        return place.once("evaluated", t, lambda: self._evaluate(place, t))

    def _evaluate(self, place: Place, t: int) -> int | None:
        op, *args = self.node(t)
        first = self.chosen(t) if op in ("ite", "ap") else None
        if op == "sum" and self.sort(args[0])[1] in self.members:
            first = self._sum_out(t)
        if first is not None:
            return self._further(first, self.evaluated(place, self.node(self.f(first))[2]))
        if op not in ("+", "*", "lin", "dot", "norm", "inv", "exp", "log", "sqrt"):
            return self.normal(place, t)
        if op in ("+", "*"):
            args = self.flat(t, op)
        ks = [None if (op, n) == ("lin", 0) else self.evaluated(place, part) for n, part in enumerate(args)]
        new = [part if k is None else self.node(self.f(k))[2] for part, k in zip(args, ks, strict=True)]
        if op == "+":
            return self._settled_as(place, t, self.add(*new), [k for k in ks if k is not None])
        if op == "*":  # a' b' - a b = b (a' - a) + a' (b' - b)
            others = [(*new[:n], *args[n + 1 :]) for n in range(len(args))]
            eqs = [(self.mul(*rest), k) for rest, k in zip(others, ks, strict=True) if k is not None]
            return self._settled_as(place, t, self.mul(*new), eqs)
        total: int | None = None
        for n, k in enumerate(ks):
            if k is not None:
                x = self.fresh(self.sort(args[n]))
                function = self.lam(x, self.eq(t, self.make(op, *new[:n], x, *args[n + 1 :])))
                total = self.replace(k, self.refl(t) if total is None else total, function)
        s = self.make(op, *new)
        image = self._image(s) if op == "lin" else None
        if image is not None:
            s = self.node(self.f(image))[2]
        return self._settled_as(place, t, s, [k for k in (total, image) if k is not None])

    def _settled_as(self, place: Place, t: int, s: int, eqs: Sequence[Equality]) -> int | None:
        """t in normal form, from equations by which it is s."""
        if self.is_vector(t):
            v, found = self.reduced_vector(place, self.vec(s))
            value = self.vec_term(v, self.sort(t))
        else:
            p, more = self.reduced(place, self.poly(s))
            value, found = self.term_of(p), self._written(more)
        return None if value == t else self.comb(self.eq(t, value), (), [*eqs, *found])

    def _further(self, j: int | None, k: int | None) -> int | None:
        """a = c from a = b and b = c, where they are there."""
        return k if j is None else j if k is None else self.trans(j, k)

    def _image(self, t: int) -> int | None:
        """What a map that was made does with a vector."""
        made, u = self.node(t)[1:]
        if made in self._acts:
            return self.inst(self._acts[made], u)
        op, *args = self.node(made)
        return self.inst(self._acts[args[0]], args[1], u) if op == "ap" and args[0] in self._acts else None

    def alike(self, p: int, q: int) -> int | None:
        """p = q, where only laying p out makes a difference."""
        k = self.laid_out(p)
        other = p if k is None else self.node(self.f(k))[2]
        if other != q:
            try:
                same = self.step("ring", other, q)
            except Refused:
                return None
            k = same if k is None else self.trans(k, same)
        return self.refl(p) if k is None else k

    def chosen(self, t: int) -> int | None:
        """t = t', where closed conditions are decided; None where there are none."""
        total: int | None = None
        current = t
        while (s := self._choice_in(current)) is not None:
            if self.is_op(s, "lam"):
                y = self.fresh(self.node(s)[1])
                equal = self.step("ext", self.needed(self.chosen(self.ap(s, y)), "a choice", s), y)
            else:
                p, a, b = self.node(s)[1:]
                held, k = self.decided(self.here, p)
                equal = self.by("ite true" if held else "ite false", (p, a, b), k)
            if s != current:
                equal = self.under(equal, partial(self._with, current, s))
            total = equal if total is None else self.trans(total, equal)
            current = self.node(self.f(total))[2]
        return total

    def _choice_in(self, t: int) -> int | None:
        """A choice by a condition on members, or a function with one, that names no bound letter; the innermost."""
        if not self._has_condition(t):
            return None
        op, *args = self.node(t)
        for part in args[1:] if op == "lam" else args:
            found = self._choice_in(part)
            if found is not None:
                return found
        if self.state.loose[t]:
            return None
        if op == "lam":
            x = self.fresh(args[0])
            return t if self._choice_in(self.ap(t, x)) is not None else None
        if op != "ite":
            return None
        decidable = all(x in self.members.get(self.sort(x), (x,)) for x in self.state.free[args[0]])
        return t if decidable else None

    def _has_condition(self, t: int) -> bool:
        if t not in self._conditional:
            op, *args = self.node(t)
            parts = [] if op in LEAVES else args[1:] if op == "lam" else args
            self._conditional[t] = op == "ite" or any(map(self._has_condition, parts))
        return self._conditional[t]

    def _sum_out(self, t: int) -> int:
        """A sum written out, as sums of whatever over this range are."""
        _, where, values = self.node(t)
        key = where, self.sort(values)
        if key not in self._sums:
            e = self.fresh(self.sort(values), "e")
            self._sums[key] = self.gen(self._sum_over(self.make("sum", where, e)), e)
        return self.inst(self._sums[key], values)

    def _sum_over(self, t: int) -> int:
        _, where, values = self.node(t)
        xs = self.members[self.sort(where)[1]]
        taken, eqs = list[int](), list[int]()
        rest = where
        outside: dict[int, int] = {}
        for x in xs:
            inside, k = self.decided(self.here, self.ap(where, x))
            if not inside:
                outside[x] = k
                continue
            for y in taken:
                k = self.conj(k, self.refuted(self.here, self.eq(x, y)))
            step, rest = self.taken(rest, values, x, k)
            eqs.append(step)
            taken.append(x)

        def empty(x: int) -> int:
            def wrong(h: int) -> int:
                for y in reversed(taken):
                    if y == x:
                        return self.conflict(self.refl(x), self.right(h))
                    h = self.left(h)
                return self.conflict(h, outside[x])

            return self.refute(self.ap(rest, x), wrong)

        y = self.fresh(self.sort(where)[1], "x")
        nothing = self.each(self.sort(where)[1], self.lam(y, self.no(self.ap(rest, y))), empty)
        eqs.append(self.by("sum empty", (rest, values), nothing))
        parts = [self.ap(values, x) for x in taken]
        whole = self.add(*parts) if parts else self.nothing(self.sort(t))
        return self.comb(self.eq(t, whole), (), eqs)

    def _extremum_out(self, place: Place, op: str, t: int) -> int | None:
        """The greatest or the least of finitely many numbers as one of them."""
        _, where, values = self.node(t)
        sort = self.sort(where)[1]
        if op == "min":
            negated = self.bind(sort, lambda x: self.neg(self.ap(values, x)))
            k = self._extremum_out(place, "max", self.make("max", where, negated))
            if k is None:
                return None
            best = self.neg(self.node(self.f(k))[2])
            return self.comb(self.eq(t, best), (), [self.by("min", (where, values)), self.off(k)])
        ins, outs = dict[int, int](), dict[int, int]()
        for x in self.members[sort]:
            held, k = self.decided(self.here, self.ap(where, x))
            (ins if held else outs)[x] = k
        if not ins:
            return None
        best = next(iter(ins))
        for x in ins:
            if self.decided(place, self.lt(self.ap(values, best), self.ap(values, x)))[0]:
                best = x
        high = self.ap(values, best)
        goal = self.eq(t, high)
        above = self.by("max above", (where, values, best), ins[best])

        def bounded(y: int) -> int:
            p, below = self.ap(where, y), self.le(self.ap(values, y), high)
            k = self.prove(place, below) if y in ins else self.anything(below, self.assume(p), outs[y])
            return self.disch(k, p)

        z = self.fresh(sort, "y")
        said = self.lam(z, self.make("=>", self.ap(where, z), self.le(self.ap(values, z), high)))
        bound = self.each(sort, said, bounded)
        attained = self.by("max attained", (where, values), self.witness(where, best, ins[best]))

        def at(h: int) -> int:
            below = self.mp(self.inst(bound, z), self.left(h))
            k = self.comb(self.le(t, high), [below], [self.right(h)])
            return self.by("antisym", (t, high), k, above)

        return self.obtain(attained, z, goal, at)

    # deciding
    def first(self, way: Callable[[Option], int], options: Iterable[Option]) -> int | None:
        """What is found by the first option by which it is; None where all fail."""
        for option in options:
            with suppress(Failed):
                return way(option)
        return None

    def decided(self, place: Place, p: int) -> tuple[bool, int]:
        """Whether a formula holds, and the sequent of it or of its negation. Raises Failed where that is not found."""
        kept: dict[int, tuple[bool, int] | None] = place.kept.setdefault("decided", {})
        if p not in kept:
            kept[p] = None
            try:
                kept[p] = True, self.prove(place, p)
            except Failed:
                kept[p] = False, self.refuted(place, p)
        return self.needed(kept[p], "not decided", p)

    def prove(self, place: Place, p: int) -> int:
        """A formula that holds. Raises Failed where no derivation is found."""
        return self._both_ways(place, p, True)

    def refuted(self, place: Place, p: int) -> int:
        """The negation of a formula that does not hold. Raises Failed where no derivation is found."""
        return self._both_ways(place, p, False)

    def _both_ways(self, place: Place, p: int, wanted: bool) -> int:
        kept: dict[int, int | Failed] = place.kept.setdefault("shown" if wanted else "refuted", {})
        if p not in kept:
            kept[p] = Failed(f"asks for itself: {self.state.show(p)[:200]}")
            try:
                kept[p] = self._shown_at(place, p) if wanted else self._refuted_at(place, p)
            except Failed as error:
                kept[p] = error
        found = kept[p]
        if isinstance(found, Failed):
            raise found
        return found

    def _simpler(self, p: int) -> int | None:
        """P = Q, where Q is P with its conditions decided, or its word unfolded."""
        found = self.chosen(p)
        if found is None and self.node(self.applied(p)[0])[0] == "word":
            found = unfolding(self, p)
        return found

    def _shown_at(self, place: Place, p: int) -> int:
        fact = next((k for k in place.facts if self.f(k) == p), None)
        if fact is not None:
            return fact
        if self.node(self.applied(p)[0])[:2] == ("word", "measurable"):
            return self._laid_out(self.node(p)[2], p, Measurable(self).number, place)
        equal = self._simpler(p)
        if equal is not None:
            return self.convert(self.sym(equal), self.prove(place, self.node(self.f(equal))[2]))
        op, *args = self.node(p)
        if op == "true":
            return self.truth
        if op == "and":
            return self.conj(self.prove(place, args[0]), self.prove(place, args[1]))
        if op == "or":
            return self._one_side(place, *args)
        if op == "=>":
            return self._implied(place, *args)
        if op == "not":
            return self.refuted(place, args[0])
        if op == "all":
            return self._all(place, args[0])
        if op == "ex":
            return self._witnessed(place, args[0])
        if op == "ae":
            return self.almost_every_time(place, lambda inner: self.prove(inner, self.ap(args[0], inner.time)))
        if op in ("=", "<", "<="):
            return self._relation(place, p, True)
        if op == "moving":
            return self._moving(place, args[0])
        if op == "slope":
            return self.slope_is(place, lambda goal: self.prove(place, goal), *args)
        return self.needed(self.known(place, p), "not shown", p)

    def _refuted_at(self, place: Place, p: int) -> int:
        equal = self._simpler(p)
        if equal is not None:
            k = self.refuted(place, self.node(self.f(equal))[2])
            return self.refute(p, lambda h: self.conflict(self.convert(equal, h), k))
        op, *args = self.node(p)
        if op == "not":
            k = self.prove(place, args[0])
            return self.refute(p, lambda h: self.conflict(k, h))
        if op == "and":
            return self._one_fails(place, p, *args)
        if op == "or":
            one, two = self.refuted(place, args[0]), self.refuted(place, args[1])
            return self.refute(
                p,
                lambda h: self.either(h, self.false, lambda j: self.conflict(j, one), lambda j: self.conflict(j, two)),
            )
        if op == "=>":
            premise, k = self.prove(place, args[0]), self.refuted(place, args[1])
            return self.refute(p, lambda h: self.conflict(self.mp(h, premise), k))
        if op == "all":
            return self._counterexample(place, p, args[0])
        if op == "ex":
            return self._none(place, p, args[0])
        if op == "ae":
            return self._never(place, p, args[0])
        if op in ("=", "<", "<="):
            return self._relation(place, p, False)
        if op == "false":
            return self.by("not", (p,), self.disch(self.assume(p), p))
        raise Failed(f"not refuted: {self.state.show(p)[:200]}")

    def _one_side(self, place: Place, a: int, b: int) -> int:
        sides = ("or left", a), ("or right", b)
        found = self.first(lambda side: self.by(side[0], (a, b), self.prove(place, side[1])), sides)
        return found or self.either(
            self.excluded(a),
            self.make("or", a, b),
            lambda h: self.by("or left", (a, b), h),
            lambda h: self.by("or right", (a, b), self.assuming(place, h, b, lambda inner: self.prove(inner, b))),
        )

    def _one_fails(self, place: Place, p: int, a: int, b: int) -> int:
        def fails(n: int) -> int:
            k = self.refuted(place, (a, b)[n])
            return self.refute(p, lambda h: self.conflict((self.left, self.right)[n](h), k))

        return self.first(fails, (0, 1)) or self._against_itself(place, p)

    def _implied(self, place: Place, p: int, q: int) -> int:
        h = self.assume(p)
        try:
            no = self.refuted(place, p)
        except Failed:
            return self.disch(self.assuming(place, h, q, lambda inner: self.prove(inner, q)), p)
        return self.disch(self.anything(q, h, no), p)

    # quantifiers
    def _all(self, place: Place, predicate: int) -> int:
        sort = self.sort(predicate)[1]
        if sort in self.members:
            return self.each(sort, predicate, lambda x: self.prove(place, self.ap(predicate, x)))
        if sort in self.frames:
            return self._by_coordinates(predicate, lambda u: self.prove(place, self.ap(predicate, u)))
        x = self.fresh(sort, "x")
        return self.gen(self.prove(place, self.ap(predicate, x)), x)

    def _by_coordinates(self, predicate: int, body: Callable[[int], int]) -> int:
        """all u. P u, from P of every combination of the frame."""
        space = self.sort(predicate)[1]
        es = self.frames[space]
        cs = [self.fresh(R, "c") for _ in es]
        k = self.gen(body(self.combination(cs, es)), *cs)
        u = self.fresh(space, "u")
        k = self.inst(k, *[self.make("dot", e, u) for e in es])
        return self.gen(self.replace(self.sym(self.inst(self._spans[space], u)), k, predicate), u)

    def _witnesses(self, predicate: int) -> Iterator[int]:
        sort = self.sort(predicate)[1]
        if sort in self.members:
            yield from self.members[sort]
        elif sort in self.frames:
            es = self.frames[sort]
            yield from es
            yield self.make("zeroV", sort)
            for coefficients in product((1, 0, -1, 2, -2), repeat=len(es)):
                if len(es) < 4 and sum(c != 0 for c in coefficients) > 1:
                    yield self.combination([self.number(c) for c in coefficients], es)
        elif isinstance(sort, tuple) and sort[0] == "fn" and sort[1] in self.members and sort[2] in self.frames:
            space = sort[2]
            signed = [self.make("*", self.number(-1), e) for e in self.frames[space]]
            values = (self.make("zeroV", space), *self.frames[space], *signed)
            for parts in product(values, repeat=len(self.members[sort[1]])):
                yield self.family_of(self.members[sort[1]], parts)
        elif sort == R:
            yield from dict.fromkeys([*self.numbers, *map(self.number, _SEARCHED)])
        elif sort == "N":
            n = self.make("zero")
            for _ in range(4):
                yield n
                n = self.make("succ", n)

    def _witnessed(self, place: Place, predicate: int) -> int:
        def at(w: int) -> int:
            return self.witness(predicate, w, self.prove(place, self.ap(predicate, w)))

        return self.needed(self.first(at, self._witnesses(predicate)), "no witness", predicate)

    def _counterexample(self, place: Place, p: int, predicate: int) -> int:
        def at(w: int) -> int:
            k = self.refuted(place, self.ap(predicate, w))
            return self.refute(p, lambda h: self.conflict(self.inst(h, w), k))

        found = self.first(at, (*self._distances_in(predicate), *self._witnesses(predicate)))
        if found is None and self.sort(predicate)[1] in self.members:  # not all together
            return self._against_itself(place, p)
        return self.needed(found, "no counterexample", predicate)

    def _distances_in(self, predicate: int) -> Iterator[int]:
        """Numbers that decide what holds for all of them: where a limit begins, and what it stays above."""
        if self.sort(predicate)[1] != R:
            return
        e = self.fresh(R, "e")
        stack = [self.ap(predicate, e)]
        for s in sorted(self.state.free[stack[0]]):
            if self.sort(s) == R and s != e:
                yield self.add(self.mul(s, s), self.one)
        while stack:
            op, *args = self.node(stack.pop())
            if op == "<" and e in self.state.free[args[1]] and not any(self.state.loose[x] for x in args):
                yield self.minus(args[0], self._put(args[1], e, self.zero))
            if op in ("all", "ex", "=>", "and"):
                stack += args
            elif op == "lam":
                stack.append(args[1])

    def _none(self, place: Place, p: int, predicate: int) -> int:
        """not ex P."""
        sort = self.sort(predicate)[1]
        x = self.fresh(sort, "x")
        never = self.lam(x, self.no(self.ap(predicate, x)))
        k = self._all(place, never)
        return self.refute(p, lambda h: self.obtain(h, x, self.false, lambda j: self.conflict(j, self.inst(k, x))))

    def _never(self, place: Place, p: int, predicate: int) -> int:
        """not ae P, where P fails at every time."""
        t = self.fresh(R, "t")

        def body(inner: Place) -> int:
            q = self.ap(predicate, inner.time)
            k = self.refuted(inner, q)
            return self.disch(self.conflict(self.assume(q), k), q)

        k = self.almost_every_time(place, body)
        never = self.lam(t, self.false)
        return self.refute(
            p, lambda h: self.conflict(self.by("ae mp", (predicate, never), k, h), self.step("ax", "ae not never"))
        )

    # what is assumed
    def assuming(self, place: Place, k: int, goal: int, body: Callable[[Place], int]) -> int:
        """The goal, at the place where k holds, taken apart."""
        equal = self._simpler(self.f(k))
        if equal is not None:
            return self.assuming(place, self.convert(equal, k), goal, body)
        op, *args = self.node(self.f(k))
        under = partial(self.assuming, place, goal=goal, body=body)
        if op == "and":
            left = self.left(k)
            return self.assuming(place, left, goal, lambda inner: self.assuming(inner, self.right(k), goal, body))
        if op == "or":
            return self.either(k, goal, under, under)
        if op == "ex":
            return self._assuming_some(place, k, args[0], goal, body)
        return body(self._with_fact(place, k))

    def _assuming_some(self, place: Place, k: int, predicate: int, goal: int, body: Callable[[Place], int]) -> int:
        sort = self.sort(predicate)[1]
        x = self.fresh(sort, "x")
        if sort not in self.frames:
            return self.obtain(k, x, goal, lambda h: self.assuming(place, h, goal, body))
        follows = self.lam(x, self.make("=>", self.ap(predicate, x), goal))

        def at(u: int) -> int:
            p = self.ap(predicate, u)
            return self.disch(self.assuming(place, self.assume(p), goal, body), p)

        each = self._by_coordinates(follows, at)
        return self.obtain(k, x, goal, lambda h: self.mp(self.inst(each, x), h))

    def _with_fact(self, place: Place, k: int) -> Place:
        """The place with a fact, its coordinates where it is about vectors, and what it makes of letters."""
        op, *args = self.node(self.f(k))
        if op == "not" and self.is_op(args[0], "=") and self.is_vector(self.node(args[0])[1]):
            return place.having(k, self._length_above(k))
        if op == "=" and self.is_vector(args[0]):
            sort = self.sort(args[0])
            place = place.having(k)
            for e in self.frames[sort]:
                place = self._solving_for(place, self.under(k, partial(self.make, "dot", e)))
            return place
        if op == "=" and self.sort(args[0]) == R:
            return self._solving_for(place.having(k), k)
        if op == "all" and (sort := self.sort(args[0])[1]) in self.members:
            for x in self.members[sort]:
                j = self.inst(k, x)
                if self.is_op(self.f(j), "=>"):
                    try:
                        j = self.mp(j, self.prove(self.here, self.node(self.f(j))[1]))
                    except Failed:
                        continue
                place = self._with_fact(place, j)
            return place
        return place.having(k)

    def _length_above(self, k: int) -> int:
        """0 < dot(u, u) from not v = w, u = w - v."""
        a, b = self.node(self.node(self.f(k))[1])[1:]
        u = self.minus(b, a)
        square = self.make("dot", u, u)
        goal = self.lt(self.zero, square)

        def flat(h: int) -> int:
            zero = self.by("dot zero", (u,), h)
            return self.anything(goal, self.comb(self.eq(a, b), (), [self.off(zero)]), k)

        return self.contrary(goal, flat)

    def _solving_for(self, place: Place, k: int) -> Place:
        """With an equation of numbers that is linear in a letter, to rewrite this letter."""
        a, b = self.node(self.f(k))[1:]
        t, normal = self.settled(place, self.minus(b, a))
        p, zero = self.poly(t), self.comb(self.eq(t, self.zero), (), [self.off(j) for j in (k, *normal)])
        if not p:
            return place
        for m, c in sorted(p.items(), reverse=True):
            if len(m) == 1 and self.is_op(m[0], "v") and sum(m[0] in n for n in p) == 1:
                rest = self.term_of({n: -d / c for n, d in p.items() if n != m})
                solved = self.comb(self.eq(m[0], rest), (), [(self.number(1 / c), zero)])
                return place.using([solved], []).having(solved)
        return place.having(zero)

    def _contradiction(self, place: Place) -> int:
        """false, where what is known does not hold together; nothing is looked for in the same way inside."""
        if self._contradicting:
            raise Failed("no contradiction")
        self._contradicting = True
        try:
            return self._contradicted(place)
        finally:
            self._contradicting = False

    def _contradicted(self, place: Place) -> int:
        def contrary(k: int) -> int:
            p = self.f(k)
            if self.is_op(p, "not"):
                return self.conflict(self.prove(self._without(place, k), self.node(p)[1]), k)
            return self.conflict(k, self.refuted(self._without(place, k), p))

        return self.needed(self.first(contrary, place.facts), "no contradiction")

    def _without(self, place: Place, k: int) -> Place:
        return Place(tuple(j for j in place.facts if j != k), place.scope, place.now, place.almost, place.use)

    # relations
    def _relation(self, place: Place, p: int, wanted: bool) -> int:
        op, a, b = self.node(p)
        sort = self.sort(a)
        found: int | None
        if sort in self.members:
            found = self._order(p, op, a, b, wanted)
        elif sort == R:
            found = self._number_relation(place, p, op, a, b, wanted)
        elif self.is_vector(a):
            found = self._same_vector(place, p, a, b) if wanted else self._different(place, p, a, b)
        elif sort == "O" and wanted:
            held, k = self.decided(place, a)
            j = self.prove(place, b) if held else self.refuted(place, b)
            found = self.iff(
                a, b, lambda h: j if held else self.anything(b, h, k), lambda h: k if held else self.anything(a, h, j)
            )
        else:
            found = self.known(place, p if wanted else self.no(p))
        return self.needed(found, "not shown" if wanted else "not refuted", p)

    def _order(self, p: int, op: str, a: int, b: int, wanted: bool) -> int | None:
        """Relations of members."""
        xs = self.members[self.sort(a)]
        if a not in xs or b not in xs:
            return None
        i, j = xs.index(a), xs.index(b)
        if ((op == "=" and i == j) or (op == "<" and i < j) or (op == "<=" and i <= j)) != wanted:
            return None
        if i == j:
            if wanted:
                return self.refl(a) if op == "=" else self.reflexive(a)
            return self.step("ax", "irrefl", a)
        less = self._less[(a, b) if i < j else (b, a)]
        if wanted:
            return less if op == "<" else self.by("weaken", (a, b), less)
        if op == "=":
            return self.distinct(less, p)
        low, high = (a, b) if i < j else (b, a)

        def wrong(h: int) -> int:  # high < low, or high <= low
            weak = h if op == "<=" else self.by("weaken", (high, low), h)
            equal = self.by("antisym", (low, high), self.by("weaken", (low, high), less), weak)
            return self.conflict(equal, self.distinct(less, self.f(equal)))

        return self.refute(p, wrong)

    def _number_relation(self, place: Place, p: int, op: str, a: int, b: int, wanted: bool) -> int | None:
        t = self.minus(b, a)
        normal = self.evaluated(place, t)
        s = t if normal is None else self.node(self.f(normal))[2]
        value = self.poly(s)
        eqs = [] if normal is None else [normal]
        if set(value) <= {()}:
            c = value.get((), Fraction(0))
            if (c == 0 if op == "=" else c > 0 or (c == 0 and op == "<=")) != wanted:
                return None
            if wanted:
                return self.comb(p, (), [self.off(k) for k in eqs])
            scale = self.number(1 if c < 0 else -1)

            def wrong(h: int) -> int:
                goal = self.lt(self.zero, self.zero)
                if op == "=":
                    return self.clash(self.false, self.comb(goal, (), [(scale, k) for k in (h, *eqs)]))
                return self.clash(self.false, self.comb(goal, [h], eqs))

            return self.refute(p, wrong)
        if wanted and op == "=":
            return self.equal(place, p)
        if op == "=":
            return self.known(place, self.no(p)) or self._against_itself(place, p)
        if not wanted:
            other = self.make("<=" if op == "<" else "<", b, a)
            k = self._inequality(place, other)
            return None if k is None else self.refute(p, lambda h: self.absurd(self.false, [h, k]))
        return self._inequality(place, p)

    def _inequality(self, place: Place, p: int) -> int | None:
        for way in (self._by_squares, self._by_schwarz, self._by_signs):
            found = way(place, p)
            if found is not None:
                return found
        return self.known(place, p)

    def _same_vector(self, place: Place, p: int, a: int, b: int) -> int | None:
        k = self.evaluated(place, self.minus(b, a))
        if k is not None and not self.vec(self.node(self.f(k))[2]):
            return self.comb(p, (), [self.off(k)])
        return self.equal(place, p)

    def _different(self, place: Place, p: int, a: int, b: int) -> int | None:
        """not a = b, of vectors: in a coordinate."""

        def along(e: int) -> int:
            k = self.refuted(place, self.eq(self.make("dot", e, a), self.make("dot", e, b)))
            return self.refute(p, lambda h: self.conflict(self.under(h, partial(self.make, "dot", e)), k))

        return self.first(along, self.frames.get(self.sort(a), ())) or self._against_itself(place, p)

    def _against_itself(self, place: Place, p: int) -> int:
        """not P, as P contradicts itself."""
        return self.refute(p, lambda h: self.assuming(place, h, self.false, self._contradiction))

    def _by_squares(self, place: Place, p: int) -> int | None:
        """An inequality between quadratic polynomials in letters, as a sum of squares and of what is positive."""
        op, a, b = self.node(p)
        t, normal = self.settled(place, self.minus(b, a))
        q, eqs = self.poly(t), [self.off(k) for k in normal]
        if not all(len(m) <= 2 and all(self.is_op(x, "v") for x in m) for m in q):
            return None
        if op == "<=":
            squares = self._squares_of(q)
            if squares is not None:
                return self.comb(p, [(c, [], [s]) for c, s in squares], eqs)
        for k in place.facts:
            side, low, *_ = self.node(self.f(k))
            if side not in (("<",) if op == "<" else ("<", "<=")) or self.sort(low) != R:
                continue
            other, more = self.settled(place, self.difference(k))
            for share in _SHARES:
                squares = self._squares_of(plus(q, self.poly(other), -share))
                if squares is not None:
                    parts: list[Part] = [(share, [k]), *((c, [], [s]) for c, s in squares)]
                    return self.comb(p, parts, [*eqs, *((self.number(share), j) for j in more)])
        return None

    def _squares_of(self, q: Poly) -> list[tuple[Fraction, int]] | None:
        """A quadratic polynomial as a sum of positive multiples of squares; None where it is none."""
        found: list[tuple[Fraction, int]] = []
        q = dict(q)
        while q:
            square = next((m for m in sorted(q) if len(m) == 2 and m[0] == m[1]), None)
            if square is None:
                c = q.pop((), Fraction(0))
                if q or c < 0:
                    return None
                return [*found, (c, self.one)] if c else found
            x, c = square[0], q[square]
            if c < 0:
                return None
            form = {without(m, x): d / (2 * c) for m, d in q.items() if x in m and m != square}
            form[x,] = Fraction(1)
            found.append((c, self.term_of(form)))
            q = plus(q, times(form, form), -c)
        return found

    def _by_schwarz(self, place: Place, p: int) -> int | None:
        """dot(a, z) <= c norm(a) norm(b) from dot(z, z) <= c^2 dot(b, b)."""
        op, low, high = self.node(p)
        if op != "<=" or not self.is_op(low, "dot"):
            return None
        factors = self.flat(high, "*")
        lengths = [self.node(x)[1] for x in factors if self.is_op(x, "norm")]
        if len(lengths) != 2 or lengths[0] == lengths[1]:
            return None
        rest = [x for x in factors if not self.is_op(x, "norm")]
        c = self.mul(*rest) if rest else self.one
        u, z = self.node(low)[1:]
        if u not in lengths:
            u, z = z, u
        if u not in lengths:
            return None
        b = lengths[1 - lengths.index(u)]
        try:
            weak = self.prove(place, self.le(self.zero, c))
            squares = self.prove(place, self.le(self.make("dot", z, z), self.mul(c, c, self.make("dot", b, b))))
        except Failed:
            return None
        one, two = self.by("norm", (u,)), self.by("norm", (b,))
        schwarz, pos = self.by("Schwarz", (u, z)), self.by("dot pos", (u,))
        goal = self.le(self.mul(low, low), self.mul(high, high))
        # high high = c c (u u) (b b) by the two lengths
        nu = self.mul(self.make("norm", u), self.make("norm", u))
        eqs = [
            (self.neg(self.mul(c, c, nu)), self.left(two)),
            (self.neg(self.mul(c, c, self.make("dot", b, b))), self.left(one)),
        ]
        k = self.comb(goal, [schwarz, (1, [pos, squares])], eqs)
        nonnegative = self.comb(self.le(self.zero, high), [(1, [weak, self.right(one), self.right(two)])])
        return self.below_square(p, nonnegative, k)

    def _by_signs(self, place: Place, p: int) -> int | None:
        """A sum of squares of letters with closed coefficients, none of them negative."""
        op, a, b = self.node(p)
        t, normal = self.settled(place, self.minus(b, a))
        q = self.poly(t)
        terms: dict[tuple[int, ...], Poly] = {}
        for m, c in q.items():
            letters = tuple(x for x in m if self.is_op(x, "v"))
            terms.setdefault(letters, {})[tuple(x for x in m if not self.is_op(x, "v"))] = c
        if op != "<=" or not all(len(m) in (0, 2) and len(set(m)) < 2 for m in terms):
            return None
        parts: list[Part] = []
        for m, coefficient in terms.items():
            own = self.sign(place, self.term_of(coefficient))
            if own is None or own[0] not in (">", ">="):
                return None
            parts.append((1, [own[1]], [*m[:1]]))
        return self.comb(p, parts, [self.off(k) for k in normal])

    # derivatives
    def at_members(self, place: Place, goal: int) -> int:
        """A goal about any indices, from the goal at all members."""
        others = [x for x in sorted(self.state.free[goal]) if x not in self.members.get(self.sort(x), (x,))]
        if not others:
            return self.prove(place, goal)
        x = others[0]
        predicate = self.lam(x, goal)
        k = self.each(self.sort(x), predicate, lambda y: self.at_members(place, self.ap(predicate, y)))
        return self.inst(k, x)

    def _condition(self, place: Place, op: str, value: int) -> int | None:
        try:
            return self.at_members(self.here, self._allows(op, value))
        except Failed:
            return super()._condition(place, op, value)

    def positive_length(self, place: Place, u: int) -> int | None:
        try:
            return self.at_members(self.here, self.lt(self.zero, self.make("dot", u, u)))
        except Failed:
            return super().positive_length(place, u)

    # time
    def _moving(self, place: Place, f: int) -> int:
        return self._laid_out(f, self.make("moving", f), self.moving_here, place)

    def _laid_out(self, f: int, p: int, found: Callable[[Place, int], int], place: Place) -> int:
        """P f, found of what f is when it is written out."""
        equal = self.laid_out(f)
        if equal is None:
            return found(place, f)
        k = found(place, self.node(self.f(equal))[2])
        op, *parts = self.node(p)
        return self.replace(self.sym(equal), k, lambda x: self.make(op, *[x if a == f else a for a in parts]))

    def slope_is(self, place: Place, proved: Callable[[int], int], f: int, t: int, v: int) -> int:
        """slope f t v, where the slope that is found was proved to be v."""
        equal = self.laid_out(f)
        g = f if equal is None else self.node(self.f(equal))[2]
        found = self.needed(self.slope(place, g), "no slope", g)
        return self.slope_by(proved(self.eq(found[0], v)), found[1], equal)

    def slope_by(self, same: int, k: int, equal: int | None) -> int:
        """slope f t v from `slope g t u`, u = v, and f = g where that is another function."""
        v, (_, g, t, _) = self.node(self.f(same))[2], self.node(self.f(k))
        k = self.replace(same, k, lambda x: self.make("slope", g, t, x))
        return k if equal is None else self.replace(self.sym(equal), k, lambda y: self.make("slope", y, t, v))
