"""Refutations: the negation of a closed statement, from an instance at which what is given holds and the rest fails.

The last sequent is `not F`, F the statement, under nothing but `card[I] = n` and `dim[V] = d` for sorts that F names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attnverify.verify.core.terms import is_index, is_space
from attnverify.verify.derivations.emit import R
from attnverify.verify.derivations.instances import Instances
from attnverify.verify.derivations.statement import Declined, core_sort
from attnverify.verify.kernel.elaboration import Elaborator as Reader
from attnverify.verify.kernel.judging import negated
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.scopes import Scope
from attnverify.verify.kernel.statements import Statement
from attnverify.verify.kernel.terms import MEASURABLE, MOVING, NUMBER, RANDOM, Letter
from attnverify.verify.kernel.terms import Sort as KernelSort


class Refutations(Instances):
    """Refutes one statement."""

    def refutation(self, statement: Statement, data: Mapping[str, Any]) -> int:
        """The negation of the closed formula of a statement, from its data in the language of the kernel."""
        refuted = data["refuted"]
        if "motion" in refuted:
            raise Declined("a motion")
        formula = self.statement(statement)
        general = None
        if "proof" in refuted:
            general = self.claim(negated(statement, refuted), refuted["proof"])
        instance = refuted.get("instance", data.get("instance"))
        if instance is None:
            raise Declined("a refutation without an instance")
        self._read(statement, formula, instance)
        letters = self.parts(statement)[0]
        values = [self._value_of(x) for x in letters]
        h = self.assume(formula)
        k = self._given(self.inst(h, *values), len(self.parts(statement)[1]))
        if general is None:
            k = self.anything(self.false, k, self.refuted(self.here, self.f(k)))
        else:
            raise Declined("a case")
        return self.leave(self.by("not", (formula,), self.disch(k, formula)))

    def _given(self, k: int, count: int) -> int:
        """What is shown, from what is given and holds."""
        for _ in range(count):
            k = self.mp(k, self.prove(self.here, self.node(self.f(k))[1]))
        return k

    # the instance
    def _read(self, statement: Statement, formula: int, data: Mapping[str, Any]) -> None:
        """The sizes of the sorts that the formula names, and the values of the letters."""
        tokens, spaces = data.get("tokens", 1), statement.scope.spaces or ("",)
        self._groups = dict(tokens) if isinstance(tokens, Mapping) else {}
        sizes = {
            "I:token": sum(tokens.values()) if isinstance(tokens, Mapping) else tokens,
            "I:head": data.get("heads", 1),
        }
        for name, field, sort in (("dim", data.get("dim", 1), "vector"), ("directions", data.get("directions", 1), "")):
            del name
            for space in spaces:
                kernel_sort = ("vector", space) if sort else ("index", "direction", space)
                sizes[core_sort(kernel_sort)] = field[space] if isinstance(field, Mapping) else field
        named = self._sorts_of(formula)
        for sort, n in sizes.items():
            if sort in named:
                if n < 1:
                    raise Declined("a space of dimension 0")
                (self.count if is_index(sort) else self.frame)(sort, n)
        self._data = data.get("letters", {})
        self._by_letter = {self.letter(letter): letter for letter in statement.letters}
        self._scope = Scope(spaces=statement.scope.spaces, groups=statement.scope.groups)

    def _sorts_of(self, formula: int) -> set[str]:
        found: set[str] = set()
        seen: set[int] = set()

        def look(sort: Any) -> None:
            if isinstance(sort, tuple):
                for part in sort[1:]:
                    look(part)
            elif is_index(sort) or is_space(sort):
                found.add(sort)

        stack = [formula]
        while stack:
            t = stack.pop()
            if t in seen:
                continue
            seen.add(t)
            op, *args = self.node(t)
            if op in ("b", "v"):
                look(args[1])
            elif op in ("zeroV", "dim"):
                look(args[0])
            elif op == "word":
                for sort in args[1:]:
                    look(sort)
            elif op == "lam":
                look(args[0])
                stack.append(args[1])
            elif op != "q":
                stack += args
        return found

    def _value_of(self, x: int) -> int:
        """A closed term for a letter of the statement."""
        letter = self._by_letter.get(x)
        if letter is None:
            name, sort = self.node(x)[1:]
            if name.startswith("group "):
                return self._group_at(name.removeprefix("group "))
            raise Declined(f"a value for {name}")
        if letter.level == RANDOM:
            raise Declined("random letters")
        if letter.sort[0] in ("map", "flow"):
            raise Declined("a value of a map")
        return self._family_value(letter, self._data[letter.name])

    def _group_at(self, name: str) -> int:
        start = 0
        for group, size in self._groups.items():
            if group == name:
                xs = self.members["I:token"][start : start + size]
                return self.bind("I:token", lambda x: self.one_of(x, xs))
            start += size
        raise Declined("a group without tokens")

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
                return self._family_of(xs, parts)
            if sort[0] == "fn" and isinstance(found, Mapping):
                inner = value(sort[2], found["always"], at)
                return self.bind("N", lambda _: inner)
            if sort[0] == "fn":
                term = Reader(self._scope).check(parse(found), sort)
                return self.term(term, None)
            made = self._single_value(sort, found)
            return self.bind(R, lambda _: made) if timed else made

        return value(letter.sort, data, [])

    def _family_of(self, xs: Sequence[int], parts: Sequence[int]) -> int:
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

    def _single_value(self, sort: KernelSort, found: Any) -> int:
        kind = sort[0]
        if kind == "number":
            made = self._number_of(found)
            self.numbers.append(made)
            return made
        if kind == "size":
            size = self.make("zero")
            for _ in range(int(found)):
                size = self.make("succ", size)
            return size
        if kind == "index":
            return self.members[core_sort(sort)][found]
        if kind == "vector":
            return self.vector_of(core_sort(sort), [self._number_of(part) for part in found])
        if kind in ("operator", "matrix"):
            rows = [[None if part in (0, "0") else self._number_of(part) for part in row] for row in found]
            self.numbers += [c for row in rows for c in row if c is not None]
            source, target = core_sort(("vector", sort[1])), core_sort(("vector", sort[-1]))
            return self.operator(source, target, rows)
        raise Declined(f"a value of {kind}")

    def vector_of(self, space: str, coefficients: Sequence[int]) -> int:
        """A vector by its coordinates, without those that are 0."""
        es = self.frames[space]
        parts = [
            e if c == self.one else self.make("*", c, e)
            for c, e in zip(coefficients, es, strict=True)
            if c != self.zero
        ]
        return self.add(*parts) if parts else self.make("zeroV", space)

    def _number_of(self, found: Any) -> int:
        if isinstance(found, str):
            term = self.term(Reader(self._scope).check(parse(found), NUMBER), None)
            p = self.poly(term)
            return self.number(p.get((), 0)) if set(p) <= {()} else term
        return self.number(found)


__all__ = ["Refutations"]
