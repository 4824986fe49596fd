"""Refutations: the negation of a closed statement, from an instance at which what is given holds and the rest fails.

The last sequent is `not F`, F the statement, under nothing but `card[I] = n` and `dim[V] = d` for sorts that F names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.files import sorts_in
from ..core.terms import is_index, packed
from ..kernel.claims import conjunction
from ..kernel.contexts import TIMELESS, Context
from ..kernel.elaboration import Elaborator as Reader
from ..kernel.judging import negated
from ..kernel.motions import Motion
from ..kernel.parsing import parse
from ..kernel.polynomials import Work
from ..kernel.proofs import CLAIM_WORK
from ..kernel.scopes import Scope
from ..kernel.statements import Statement, closed
from ..kernel.terms import MEASURABLE, MOVING, NUMBER, RANDOM, Letter, make
from ..kernel.terms import Sort as KernelSort
from .eigenvalues import Eigenvalues
from .emit import Failed, R
from .facts import Place
from .statement import Declined, core_sort


class Refutations(Eigenvalues):
    """Refutes one statement."""

    measured = True

    def refutation(self, statement: Statement, data: Mapping[str, Any]) -> int:
        """The negation of the closed formula of a statement, from its data in the language of the kernel."""
        refuted = data["refuted"]
        formula = self.statement(statement)
        if "motion" in refuted:
            return self._by_motion(statement, formula, refuted["motion"])
        general = None
        if "proof" in refuted:
            general = self.claim(negated(statement, refuted), refuted["proof"])
        instance = refuted.get("instance", data.get("instance"))
        if instance is None:
            raise Declined("a refutation without an instance")
        self._read(statement, formula, instance)
        h = self.assume(formula)
        k = self._at_instance(statement, h)
        if general is None:
            no = self.refuted(self.here, self.f(k))
        else:
            no = self._at_instance(negated(statement, refuted), general)
        k = self.conflict(k, no)
        return self.leave(self._some_derivatives(self.by("not", (formula,), self.disch(k, formula))))

    # motions
    def _by_motion(self, statement: Statement, formula: int, data: Mapping[str, Any]) -> int:
        """The negation, as everything given is proved at a motion, written out, and the negation of what is shown."""
        named = sorts_in(packed(self.state, formula))
        space = core_sort(("vector", next(iter(statement.scope.spaces), "")))
        for kind in ("token", "head"):
            if f"I:{kind}" in named:
                self.count(f"I:{kind}", data.get(f"{kind}s", 1))
        motion = Motion(statement, data)
        place = Place((), motion.scope)
        if space in named:
            self.frame(space, motion.dimension)
            frame = [motion.scope.names[name] for name in data["frame"]]
            self.letters |= dict(zip(frame, self.frames[space], strict=True))
            for fact in motion.facts:
                place = place.having(self.prove(self.here, self.core(fact, place)))
        context = Context(motion.scope, tuple(motion.facts), TIMELESS, Work(CLAIM_WORK))
        for text, proof in data.get("first", ()):
            fact = closed(text, motion.scope)
            place, context = place.having(*self.parts_of(self.walk(proof, fact, place))), context.having([fact])
        motion.read(statement, data["letters"], context)
        letters, hypotheses, _ = self.parts(statement)
        h = self.assume(formula)
        by_letter = {self.letter(letter): letter for letter in statement.letters}
        k = self.inst(h, *[self._moving_value(motion, by_letter, x) for x in letters])
        given = list(zip(statement.given, data.get("given", ()), strict=True))
        for _ in range(len(hypotheses) - len(given)):
            k = self.mp(k, self.prove(place, self.node(self.f(k))[1]))
        for fact, proof in given:
            written = motion.written(fact)
            made = self.walk(proof, written, place)
            k = self.mp(k, self.carried(place, self.node(self.f(k))[1], self.core(written, place), made, True))
        shown = conjunction(tuple(motion.written(part) for part in statement.show))
        no = self.walk(data["show"], make("not", shown), place)
        k = self.conflict(self.carried(place, self.f(k), self.core(shown, place), k, False), no)
        return self.leave(self.by("not", (formula,), self.disch(k, formula)))

    def _moving_value(self, motion: Motion, by_letter: Mapping[int, Letter], x: int) -> int:
        """A closed term for a letter of the statement."""
        letter = by_letter.get(x)
        if letter is None:
            raise Declined(f"a value for {self.node(x)[1]}")
        timed = letter.level in (MOVING, MEASURABLE)

        def value(key: tuple[Any, ...], sort: KernelSort) -> int:
            if sort[0] == "fn":
                members = motion.indices[sort[1][1]]
                return self.family_of(self.members[core_sort(sort[1])], [value((*key, i), sort[2]) for i in members])
            found = motion.table[key]
            if sort[0] == "index":
                return self.members[core_sort(sort)][motion.indices[sort[1]].index(found)]
            if isinstance(found, list):
                return self._moving_map(found, core_sort(("vector", motion.space)), timed)
            return self.bind(R, lambda t: self.term(found, t)) if timed else self.term(found, None)

        return value((letter,), letter.sort)

    def _moving_map(self, terms: list[tuple[Any, ...]], space: str, timed: bool) -> int:
        """A matrix of a motion: number*left*<right, .>, or number*. ."""

        def image(t: int | None, u: int) -> int:
            parts = []
            for c, *ends in terms:
                factor = self.term(c, t)
                if ends:
                    factor = self.make("*", factor, self.make("dot", self.term(ends[-1], t), u))
                parts.append(self.make("*", factor, self.term(ends[0], t) if ends else u))
            return self.add(*parts) if parts else self.make("zeroV", space)

        if timed:
            return self.moving_map(space, space, image)
        return self.linear_map(space, lambda u: image(None, u))

    def carried(self, place: Place, p: int, w: int, k: int, up: bool) -> int:
        """A formula at an instance from the same one written out, or that from it unless `up`."""
        if p == w:
            return k
        equal = self._simpler(p)
        if equal is not None:
            q = self.node(self.f(equal))[2]
            if up:
                return self.convert(self.sym(equal), self.carried(place, q, w, k, True))
            return self.carried(place, q, w, self.convert(equal, k), False)
        (op, *a), (other, *b) = self.node(p), self.node(w)
        if op in ("all", "ex") and self.sort(a[0])[1] in self.members:
            return self._each_carried(place, p, w, k, up)
        sides = a if up else b

        def inside(n: int, h: int, *at: int) -> int:
            return self.carried(place, self.ap(a[n], *at), self.ap(b[n], *at), h, up)

        if op == "and" and other == "all":  # of a positive definite form its symmetry is not written out
            if up:
                return self.conj(self.prove(self.here, a[0]), self.carried(place, a[1], w, k, True))
            return self.carried(place, a[1], w, self.right(k), False)
        if op == "not" and other == "not":
            return self.refute(sides[0], lambda h: self.conflict(self.carried(place, a[0], b[0], h, not up), k))
        if op == other == "and":
            left, right = self.left(k), self.right(k)
            return self.conj(inside(0, left), inside(1, right))
        if op == other == "or":
            return self.either(
                k,
                p if up else w,
                lambda h: self.by("or left", sides, inside(0, h)),
                lambda h: self.by("or right", sides, inside(1, h)),
            )
        if op == other == "=>":
            j = self.mp(k, self.carried(place, a[0], b[0], self.assume(sides[0]), not up))
            return self.disch(inside(1, j), sides[0])
        if op == other and op in ("all", "ex"):
            x = self.fresh(self.sort(a[0])[1], "x")
            if op == "all":
                return self.gen(inside(0, self.inst(k, x), x), x)
            return self.obtain(k, x, self.make("ex", sides[0]), lambda h: self.witness(sides[0], x, inside(0, h, x)))
        if op == other == "ae":

            def body(inner: Place) -> int:
                t = inner.time
                one, two = self.ap(a[0], t), self.ap(b[0], t)
                return self.carried(inner, one, two, self.sure(inner, two if up else one), up)

            return self.almost_every_time(place.having(k), body)
        if op in ("=", "<", "<=") and self.sort(a[0]) in self.members:
            held, j = self.decided(self.here, p)
            if held:
                return j if up else self.prove(self.here, w)
            return self.anything(p, k, self.refuted(self.here, w)) if up else self.anything(w, k, j)
        if op == "slope" and up:
            return self._slope_carried(place, a, w, k)
        equal = self.needed(self.alike(p, w) or self.same_formula(place, p, w), "a motion", p, w)
        return self.convert(self.sym(equal) if up else equal, k)

    def _slope_carried(self, place: Place, parts: Sequence[int], w: int, k: int) -> int:
        """slope f t v, from `rate g t = u`, f and v being g and u laid out."""
        f, t, v = parts
        g, u = self.node(self.node(w)[1])[1], self.node(w)[2]
        found = self.slope(place, g) if self.is_op(self.node(w)[1], "rate") else None
        function, value = self.alike(f, g), self.alike(v, u)
        if found is None or function is None or value is None:
            return self.slope_is(place, lambda equal: self.carried(place, equal, w, k, True), f, t, v)
        same = self.trans(self.trans(self.sym(self.by("rate", (g, t, found[0]), found[1])), k), self.sym(value))
        return self.slope_by(same, found[1], function)

    def _each_carried(self, place: Place, p: int, w: int, k: int, up: bool) -> int:
        """A quantifier over the members as a conjunction or a disjunction of those that are in its range."""
        op, predicate = self.node(p)
        sort = self.sort(predicate)[1]
        inside: list[tuple[int, int, int | None, int]] = []  # member, what is said of it, its range, the sequent
        out: dict[int, int] = {}
        for x in self.members[sort]:
            said = self.ap(predicate, x)
            ranged = self._ranged(op, predicate)
            if ranged:
                held, j = self.decided(place, self.node(said)[1])
                if held:
                    inside.append((x, self.node(said)[2], self.node(said)[1], j))
                else:
                    out[x] = j
            else:
                inside.append((x, said, None, 0))
        parts = [w]
        for _ in inside[1:]:
            parts[:1] = self.node(parts[0])[1:]
        if op == "all" and up:
            ks = self._split_left(k, len(inside))
            made = {}
            for (x, q, r, _), y, j in zip(inside, parts, ks, strict=True):
                j = self.carried(place, q, y, j, True)
                made[x] = j if r is None else self.disch(j, r)

            def at(x: int) -> int:
                if x in made:
                    return made[x]
                premise, q = self.node(self.ap(predicate, x))[1:]
                return self.disch(self.anything(q, self.assume(premise), out[x]), premise)

            return self.each(sort, predicate, at)
        if op == "all":
            if not inside:
                return self.prove(place, w)
            js = []
            for (x, q, r, own), y in zip(inside, parts, strict=True):
                j = self.inst(k, x)
                js.append(self.carried(place, q, y, self.mp(j, own) if r is not None else j, False))
            total = js[0]
            for j in js[1:]:
                total = self.conj(total, j)
            return total
        if not up or not inside:
            raise Failed("a motion: some token")
        return self._some_carried(place, predicate, list(zip(inside, parts, strict=True)), k)

    def _some_carried(
        self, place: Place, predicate: int, parts: list[tuple[tuple[int, int, int | None, int], int]], k: int
    ) -> int:
        """ex P, from the disjunction of what it says of members."""

        def one(n: int, h: int) -> int:
            (x, q, r, own), y = parts[n]
            j = self.carried(place, q, y, h, True)
            return self.witness(predicate, x, j if r is None else self.conj(own, j))

        def act(j: int, n: int) -> int:
            if n == 0:
                return one(0, j)
            return self.either(j, self.make("ex", predicate), lambda h: act(h, n - 1), lambda h: one(n, h))

        return act(k, len(parts) - 1)

    def _ranged(self, op: str, predicate: int) -> bool:
        """Whether a quantifier is over a part of the members: those before one, or up to one."""
        x = self.fresh(self.sort(predicate)[1], "x")
        said = self.node(self.ap(predicate, x))
        condition = self.node(said[1]) if said[0] == ("=>" if op == "all" else "and") else ("",)
        return condition[0] in ("<", "<=") and condition[1] == x

    def _split_left(self, k: int, count: int) -> list[int]:
        """The parts of ((a and b) and c) ..., so many."""
        found: list[int] = []
        for _ in range(count - 1):
            found.insert(0, self.right(k))
            k = self.left(k)
        return [k, *found]

    def _at_instance(self, statement: Statement, k: int) -> int:
        """What a closed statement shows at the instance, where what it gives holds."""
        letters, hypotheses, _ = self.parts(statement)
        k = self.inst(k, *[self._value_of(x) for x in letters])
        for _ in hypotheses:
            k = self.mp(k, self.prove(self.here, self.node(self.f(k))[1]))
        return k

    # the instance
    def _read(self, statement: Statement, formula: int, data: Mapping[str, Any]) -> None:
        """The sizes of the sorts that the formula names, and the values of the letters."""
        tokens, spaces = data.get("tokens", 1), statement.scope.spaces or ("",)
        self._groups = {name: tokens[name] for name in statement.scope.groups}
        sizes = {"I:token": sum(self._groups.values()) or tokens, "I:head": data.get("heads", 1)}
        for field, kind in (("dim", ("vector",)), ("directions", ("index", "direction"))):
            found = data.get(field, 1)
            sizes |= {core_sort((*kind, x)): found[x] if isinstance(found, Mapping) else found for x in spaces}
        named = sorts_in(packed(self.state, formula))
        for sort, n in sizes.items():
            if sort in named:
                (self.count if is_index(sort) else self.frame)(sort, n)
        self._data = data.get("letters", {})
        self._terms: dict[int, int] = {}
        self._by_letter = {self.letter(letter): letter for letter in statement.letters}
        self._scope = Scope(spaces=statement.scope.spaces, groups=statement.scope.groups)

    def _value_of(self, x: int) -> int:
        """A closed term for a letter of the statement."""
        if x not in self._terms:
            self._terms[x] = self._new_value(x)
        return self._terms[x]

    def given_values(self) -> list[int]:
        return list(self._terms.values())

    def _new_value(self, x: int) -> int:
        if x in self.derivatives.values():
            self.here = self.here.having(self.some_of(self.some_derivative(x), x))
            return x
        letter = self._by_letter.get(x)
        if letter is None:
            name = self.node(x)[1]
            if name.startswith("group "):
                return self._group_at(name.removeprefix("group "))
            raise Declined(f"a value for {name}")
        if letter.level == RANDOM:
            return self._random_letter(letter)
        if letter.sort[0] in ("map", "flow"):
            raise Declined("a value of a map")
        return self._family_value(letter, self._data[letter.name])

    def _random_letter(self, letter: Letter) -> int:
        """Random tokens of the law that an instance names."""
        law = {"uniform_on_sphere": "uniform law", "standard_normal": "normal law"}.get(self._data[letter.name])
        if law is None:
            raise Declined("a law of random letters")
        space = core_sort(letter.sort[2])
        y, h = self.having_some(self.by(law, (self.members["I:token"][0], self.frames[space][0])), letter.name)
        self.here = self.here.having(*self.parts_of(h))
        return y

    def _group_at(self, name: str) -> int:
        names = list(self._groups)
        start = sum(self._groups[other] for other in names[: names.index(name)])
        xs = self.members["I:token"][start : start + self._groups[name]]
        return self.bind("I:token", lambda x: self.one_of(x, xs))

    def _family_value(self, letter: Letter, data: Any) -> int:
        """A family over indices and, where it moves, over time."""
        indices: list[int] = []
        timed = letter.level in (MOVING, MEASURABLE)

        def value(sort: KernelSort, found: Any, at: list[int]) -> int:
            if sort[0] == "fn" and sort[1][0] == "index" and not isinstance(found, str):
                i = self.fresh(core_sort(sort[1]), "i")
                indices.append(i)
                xs = self.members[core_sort(sort[1])]
                parts = [value(sort[2], part, at) for part in found]
                del indices[len(indices) :]
                return self.family_of(xs, parts)
            if sort[0] == "fn" and isinstance(found, Mapping):
                inner = value(sort[2], found["always"], at)
                return self.bind("N", lambda _: inner)
            if sort[0] == "fn":
                term = Reader(self._scope).check(parse(found), sort)
                return self.term(term, None)
            made = self._single_value(sort, found)
            return self.bind(R, lambda _: made) if timed else made

        return value(letter.sort, data, [])

    def _single_value(self, sort: KernelSort, found: Any) -> int:
        kind = sort[0]
        if kind == "number":
            made = self._number_of(found)
            self.numbers.append(made)
            return made
        if kind == "size":
            return self.above(self.make("zero"), int(found))
        if kind == "index":
            return self.members[core_sort(sort)][int(found)]
        if kind == "vector":
            return self.vector_of(core_sort(sort), [self._number_of(part) for part in found])
        if kind in ("operator", "matrix"):
            rows = [[None if part in (0, "0") else self._number_of(part) for part in row] for row in found]
            self.numbers += [c for row in rows for c in row if c is not None]
            source, target = core_sort(("vector", sort[1])), core_sort(("vector", sort[-1]))
            return self.operator(source, target, rows)
        raise Declined(f"a value of {kind}")

    def _number_of(self, found: Any) -> int:
        if isinstance(found, str):
            term = self.term(Reader(self._scope).check(parse(found), NUMBER), None)
            p = self.poly(term)
            return self.number(p.get((), 0)) if set(p) <= {()} else term
        return self.number(found)
