"""Writes derivations for the tests of the core: each step is made by the core as it is written, and kept as a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attnverify.verify.core.files import Section
from attnverify.verify.core.steps import Derivation, Lemma
from attnverify.verify.core.terms import Sort, State
from attnverify.verify.derivations.writing import Lines


class Proof:
    """A derivation, and the steps and premises that proofs by hand are made of."""

    def __init__(self, library: Mapping[str, Lemma] | None = None) -> None:
        self.state = State()
        self.derivation = Derivation(self.state, library)
        self.steps: list[tuple[Any, ...]] = []
        self._fresh = 0

    def __getattr__(self, name: str) -> Any:
        """Makers of terms (all, eq, plus, ...) are those of the state."""
        return getattr(self.state, name)

    def step(self, rule: str, *a: Any) -> int:
        k: int = getattr(self.derivation, "define" if rule == "def" else rule)(*a)
        self.steps.append((rule, *a))
        return k

    def formula(self, k: int) -> int:
        return self.derivation.sequent(k)[1]

    def parts(self, t: int) -> tuple[Any, ...]:
        return self.state.nodes[t][1:]

    def number(self, x: Any) -> int:
        return self.state.number(Fraction(x))

    def no(self, p: int) -> int:
        return self.state.make("not", p)

    def le(self, a: int, b: int) -> int:
        return self.state.make("<=", a, b)

    def lt(self, a: int, b: int) -> int:
        return self.state.make("<", a, b)

    def bind(self, sort: Sort, f: Callable[[int], int]) -> int:
        """The function of a letter of `sort` whose value is f of it."""
        x = self.fresh(sort)
        return self.state.lam(x, f(x))

    def all(self, sort: Sort, f: Callable[[int], int]) -> int:
        return self.state.make("all", self.bind(sort, f))

    def implies(self, *formulas: int) -> int:
        """p => (q => ... r)."""
        result = formulas[-1]
        for p in reversed(formulas[:-1]):
            result = self.state.make("=>", p, result)
        return result

    def both(self, p: int, q: int) -> int:
        return self.state.make("and", p, q)

    def positive(self, a: int) -> int:
        return self.lt(self.number(0), a)

    def nonnegative(self, a: int) -> int:
        return self.le(self.number(0), a)

    def fresh(self, sort: Sort) -> int:
        self._fresh += 1
        return self.state.letter(f"x{self._fresh}", sort)

    # ---- steps

    def assume(self, p: int) -> int:
        return self.step("assume", p)

    def by(self, name: str, terms: Sequence[int] = (), *premises: int) -> int:
        k = self.step("ax", name, *terms)
        return self.step("mp", k, *premises) if premises else k

    def comb(self, goal: int, parts: Sequence[Any] = (), equations: Sequence[tuple[Any, int]] = ()) -> int:
        full = [(Fraction(p[0]), list(p[1]), list(p[2]) if len(p) > 2 else []) for p in parts]
        return self.step("comb", goal, full, [(f, k) for f, k in equations])

    def disch(self, k: int, *ps: int) -> int:
        return self.step("disch", k, *reversed(ps)) if ps else k

    def gen(self, k: int, *xs: int) -> int:
        return self.step("gen", k, *reversed(xs)) if xs else k

    def left(self, k: int) -> int:
        return self.by("left", self.parts(self.formula(k)), k)

    def right(self, k: int) -> int:
        return self.by("right", self.parts(self.formula(k)), k)

    def conj(self, *ks: int) -> int:
        result = ks[-1]
        for k in reversed(ks[:-1]):
            result = self.by("and", (self.formula(k), self.formula(result)), k, result)
        return result

    def cases(self, a: int, b: int, goal: int, low: Callable[[int], int], high: Callable[[int], int]) -> int:
        """The goal from a <= b and from b < a."""
        p, q = self.le(a, b), self.lt(b, a)
        one, two = self.disch(low(self.assume(p)), p), self.disch(high(self.assume(q)), q)
        return self.by("or elim", (p, q, goal), one, two, self.by("total", (a, b)))

    def absurd(self, goal: int, yes: int, no: int) -> int:
        return self.by("not elim", (self.formula(yes), goal), no, yes)

    def refute(self, k: int, p: int) -> int:
        """From p |- 0 < 0: not p."""
        false = self.absurd(self.state.make("false"), k, self.by("irrefl", (self.number(0),)))
        return self.by("not", (p,), self.disch(false, p))

    def some(self, k: int, then: Callable[[int, int], int]) -> int:
        """The formula that then(letter, number of P letter) has, from ex x. P x; it must not name the letter."""
        (P,) = self.parts(self.formula(k))
        x = self.fresh(self.state.sort(P)[1])
        p = self.state.apply(P, x)
        j = then(x, self.assume(p))
        return self.by("ex elim", (P, self.formula(j)), self.gen(self.disch(j, p), x), k)

    def unfold(self, k: int) -> int:
        """A word at arguments, as its formula."""
        word, arguments = self.formula(k), []
        while self.state.nodes[word][0] == "ap":
            arguments.insert(0, self.parts(word)[1])
            word = self.parts(word)[0]
        x = self.fresh(self.state.sort(word))
        template = self.state.lam(x, self.state.apply(x, *arguments))
        return self.step("same", self.step("def", *self.parts(word)), k, template)

    def fold(self, name: str, sorts: Sequence[Sort], arguments: Sequence[int], k: int) -> int:
        """The word at these arguments, from its formula."""
        word = self.state.make("word", name, *sorts)
        x = self.fresh(self.state.sort(word))
        equation = self.step("def", name, *sorts)
        turned = self.step("same", equation, self.step("ring", word, word), self.state.lam(x, self.state.eq(x, word)))
        return self.step("same", turned, k, self.state.lam(x, self.state.apply(x, *arguments)))

    def almost(self, t: int, facts: Sequence[int], body: Callable[[list[int], int], int]) -> int:
        """ae of what body gives at t from the facts `ae P` at t and 0 < t."""
        s = self.state
        at = [s.apply(self.parts(self.formula(k))[0], t) for k in facts]
        later = self.positive(t)
        k = body([self.assume(p) for p in at], self.assume(later))
        chain, tails = self.formula(k), []
        for p in reversed(at):
            tails.append(chain)
            chain = self.implies(p, chain)
        k = self.by("ae all", (s.lam(t, chain),), self.gen(self.disch(k, later, *at), t))
        for p, j, tail in zip(at, facts, reversed(tails), strict=True):
            k = self.by("ae mp", (s.lam(t, p), s.lam(t, tail)), k, j)
        return k

    # ---- lines

    def lines(self, name: str = "test") -> list[bytes]:
        """The derivation as lines."""
        lines = Lines(self.state, "derivation", name)
        for rule, *a in self.steps:
            lines.step(rule, tuple(a))
        return lines.lines

    def section(self, name: str = "test") -> Section:
        return Section("derivation", name, "test", tuple(self.lines(name)))
