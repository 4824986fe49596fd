"""Exports an accepted derivation to Rocq, step by step: each step one lemma, each schema its lemma of Schemas.v.

A derivation is a module, which names those that it cites; its last sequent is its `theorem`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ..core.files import Checker, Section, Steps, deep, sections
from ..core.schemas import LITERATURE, SCHEMAS
from ..core.terms import N, O, R, Refused, Sort, W, fits, is_function, is_index, is_space, packed, renamed, unpacked
from ..derivations.stored import closed
from .abbreviations import Abbreviations, Letters
from .arithmetic import Arithmetic
from .print import CHOICES, INDICES, NAMES, VECTORS, Printer, identifier, leaves, places, sort_text, type_name

RULES = ("assume", "cite", "disch", "mp", "gen", "inst", "ax", "define", "ring", "comb", "same", "ext")
INHABITANTS = {R: "0", N: "0%nat", O: "True", W: "some_outcome"}

TAKEN = {"O", "R", "nat", "outcome", *NAMES.values(), *VECTORS.values(), *INDICES.values()}


def inhabitant(sort: Sort) -> str:
    """Some element of a sort, for letters that a derivation has met and lost."""
    if is_function(sort):
        return f"(fun _ => {inhabitant(sort[2])})"
    if isinstance(sort, tuple):
        return "(fun _ _ => 0)"
    if is_space(sort):
        return f"(@zeroV {type_name(sort)})"
    return f"(some {type_name(sort)})" if is_index(sort) else INHABITANTS[sort]


class Export:
    """The lemmas of one accepted derivation. Refused says what cannot be exported."""

    def __init__(self, section: Section, library: Checker) -> None:
        steps = Steps(library)
        self.library, self.state = library, steps.state
        self.sequents = steps.derivation.sequents
        self.log: list[tuple[str, tuple[Any, ...]]] = []
        self.places, self.letters = places(), list[tuple[int, ...]]()
        for rule in RULES:
            setattr(steps.derivation, rule, self._logged(rule, getattr(steps.derivation, rule)))
        for line in section.lines[1:]:
            steps.line(line)
        used = {s for sort in self.state.sorts for s in leaves(sort) if is_index(s) or is_space(s)}
        for id, names in (a for rule, a in self.log if rule == "cite"):  # of which the theorem may say nothing
            used |= {renamed(s, names) for s in exported(id, library).sorts}
        self.sorts: list[str] = sorted(used)
        names = [*map(type_name, self.sorts)]
        for name in names:
            if not re.fullmatch(r"[A-Za-z]\w*", name) or name in TAKEN or names.count(name) > 1:
                raise Refused(f"the sort {name} has no name in Rocq")

    def _logged(self, rule: str, method: Any) -> Any:
        def run(*a: Any) -> int:
            k: int = method(*a)
            self.log.append((rule, a))
            return k

        return run

    # ---- texts

    def term(self, t: int) -> str:
        return self.print.text(t, (), 0) if self.state.nodes[t][0] == "v" else f"({self.print.text(t)})"

    def hypotheses(self, k: int) -> list[int]:
        return sorted(self.sequents[k][0])

    def use(self, k: int, names: Mapping[int, str] | None = None) -> str:
        """The sequent k at the letters and hypotheses in scope."""
        given = [(names or {}).get(p, f"h{p}") for p in self.hypotheses(k)]
        return f"(s'{k} {' '.join([*map(self.print.letter, self.letters[k]), *given])})"

    def premises(self, rule: str, a: tuple[Any, ...]) -> list[int]:
        """The sequents that a step uses."""
        if rule == "comb":
            return [*(k for _, ks, _ in a[1] for k in ks), *(k for _, k in a[2])]
        return {"mp": list(a), "same": list(a[:2])}.get(rule, [a[0]] if rule in ("disch", "gen", "inst", "ext") else [])

    def named(self, rule: str, a: tuple[Any, ...]) -> list[int]:
        """The terms that a step names."""
        if rule == "comb":
            return [*(s for _, _, squares in a[1] for s in squares), *(f for f, _ in a[2])]
        return {"inst": list(a[1:]), "ax": list(a[1:]), "same": list(a[2:])}.get(rule, [])

    def schema(self, name: str, terms: tuple[int, ...]) -> str:
        schema = SCHEMAS.get(name) or LITERATURE[name]
        sorts: dict[str, Sort] = {}
        for (_, wanted), t in zip(schema.letters, terms, strict=True):
            fits(wanted, self.state.sort(t), sorts)
        special = [(s, sort) for s, sort in sorted(sorts.items()) if s in CHOICES and sort not in (R, N)]
        suffix = "".join("_V" if is_space(sort) else "_I" for _, sort in special)
        lemma = identifier(name) + suffix
        types = [
            sort_text(x, 9) if s in "AB" else type_name(x)
            for s, x in sorted(sorts.items())
            if x not in (R, N) or s in "AB"
        ]
        return " ".join([f"{self.places[lemma][0]}.{lemma}", *types, *map(self.term, terms)])

    def cited(self, id: str, names: Mapping[str, str] | None = None) -> str:
        """The theorem of another derivation, at its sorts, free letters and hypotheses as they are called here."""
        other, state = exported(id, self.library), self.state
        here = [
            unpacked(state, packed(other.state, t), dict(names or {})) for t in (*other.free(), *other.hypotheses(-1))
        ]
        letters, hypotheses = here[: len(other.free())], here[len(other.free()) :]
        sorts = [type_name(renamed(s, dict(names or {}))) for s in other.sorts]
        theorem = f"{module(id)}.theorem"
        return " ".join([theorem, *sorts, *map(self.print.letter, letters), *(f"h{p}" for p in hypotheses)])

    def free(self) -> list[int]:
        """The free letters of the last sequent."""
        hypotheses, formula = self.sequents[-1]
        return sorted(set().union(*(self.state.free[p] for p in (*hypotheses, formula))))

    def proof(self, k: int) -> str:
        rule, a = self.log[k]
        if rule == "assume":
            return f"exact h{a[0]}."
        if rule in ("disch", "gen") and len(a) == 1:
            return f"exact {self.use(a[0])}."
        if rule == "disch":
            given = " ".join(f"(h{p} : {self.print.text(p)})" for p in reversed(a[1:]))
            return f"exact (fun {given} => {self.use(a[0])})."
        if rule == "mp":
            return f"exact ({self.use(a[0])} {' '.join(map(self.use, a[1:]))})."
        if rule == "gen":
            bound = " ".join(f"({self.print.letter(x)} : {sort_text(self.state.sort(x))})" for x in reversed(a[1:]))
            return f"exact (fun {bound} => {self.use(a[0])})."
        if rule == "inst":
            return f"exact ({self.use(a[0])} {' '.join(map(self.term, a[1:]))})."
        if rule == "cite":
            return f"exact ({self.cited(*a)})."
        if rule == "ax":
            return f"exact ({self.schema(a[0], a[1:])})."
        if rule == "define":
            return "reflexivity."
        if rule == "same":
            return f"exact (eq_ind _ {self.term(a[2])} {self.use(a[1])} _ {self.use(a[0])})."
        if rule == "ext":
            x = f"{self.print.letter(a[1])} : {sort_text(self.state.sort(a[1]))}"
            return f"exact (functional_extensionality _ _ (fun {x} => {self.use(a[0])}))."
        return f"exact {self.arithmetic.equal(*a)}." if rule == "ring" else self.comb(*a)

    def comb(self, goal: int, parts: Any, equations: Any) -> str:
        """Two sides differ by parts that are not negative, by equations times factors, and by a number."""
        s, (op, a, b) = self.state, self.state.nodes[goal]
        sort = s.sort(a)
        facts = [self.part(*part) for part in parts] + [self.equation(f, k, sort) for f, k in equations]
        null, difference = s.null_of(sort), self.minus(b, a)
        rest = self.arithmetic.normal(self.minus(difference, s.plus(null, *(t for _, t, _ in facts))))
        x, y, *letters = [s.letter(f"z{k}", sort) for k in range(len(facts) + 2)]
        wanted, given = rest, rest
        for p, (_, t, _) in reversed([*zip(letters, facts, strict=True)]):
            wanted, given = s.plus(t, wanted), s.plus(p, given)
        formula = s.make("=>", s.eq(self.minus(y, x), given), s.make(op, x, y))
        for p, (relation, _, _) in zip(letters, facts, strict=True):
            formula = s.make("=>", s.eq(p, null) if relation == "=" else s.make(relation, null, p), formula)
        shape = self.arithmetic.shape([x, y, *letters], formula, "lra" if sort == R else "vanish")
        holes, proofs = " _" * (2 + len(facts)), " ".join(proof for *_, proof in reversed(facts))
        return f"exact ({shape}{holes} {proofs} {self.arithmetic.equal(difference, wanted)})."

    def minus(self, a: int, b: int) -> int:
        return self.state.plus(a, self.state.times(self.state.number(-1), b))

    def equation(self, f: int, k: int, sort: Sort) -> tuple[str, int, str]:
        """A factor times an equation, one of them of the given sort: it is 0."""
        s, (_, left, right) = self.state, self.state.nodes[self.sequents[k][1]]
        factors, lemma = [f, self.minus(right, left)], "nothing"
        if sort != R:
            lemma = "nothing_V"
            if s.sort(f) != R:
                factors, lemma = factors[::-1], "nothing_times"
        return "=", s.make("*", *factors), f"({lemma} _ _ _ {self.use(k)})"

    def part(self, c: Any, ks: Any, squares: Any) -> tuple[str, int, str]:
        """A product of a number, of differences and of squares: it is not negative, or positive."""
        s, relations = self.state, [self.state.nodes[self.sequents[k][1]] for k in ks]
        sharp = not squares and all(op == "<" for op, *_ in relations)
        weak = "" if sharp else "weak _ "
        product, fact = s.number(c), f"({weak}(ltac:(lra) : 0 < {c}))"
        times = "times_pos" if sharp else "times_nonneg"
        for k, (op, left, right) in zip(ks, relations, strict=True):
            side = "left_of" if op == "<=" else "strictly_left_of"
            factor = f"({side} _ _ {self.use(k)})"
            fact = f"({times} _ _ {fact} {factor if op == '<=' or sharp else f'({weak}{factor})'})"
            product = s.make("*", product, self.minus(right, left))
        for t in squares:
            fact = f"(times_nonneg _ _ {fact} (square _))"
            product = s.make("*", product, s.make("*", t, t))
        return "<" if sharp else "<=", product, fact

    def used(self, k: int) -> tuple[int, ...]:
        """The letters of a step: those of what it uses, and its own."""
        rule, a = self.log[k]
        hypotheses, formula = self.sequents[k]
        letters = {x for j in self.premises(rule, a) for x in self.letters[j]}
        letters -= set(a[1:]) if rule in ("gen", "ext") else set()
        return tuple(sorted(letters.union(*(self.state.free[t] for t in (*hypotheses, formula, *self.named(rule, a))))))

    def binders(self, letters: Iterable[int]) -> str:
        return "".join(f" ({self.print.letter(x)} : {sort_text(self.state.sort(x))})" for x in letters)

    def sequent(self, k: int, printer: Printer) -> str:
        given = [printer.text(p, (), 98) for p in self.hypotheses(k)]
        return " -> ".join([*given, printer.text(self.sequents[k][1], (), 99 if given else 200)])

    def text(self) -> str:
        """The lemmas and the theorem, in a section."""
        lines = ["Section Derivation."]
        self.print = Abbreviations(self.state, lines)
        self.arithmetic = Arithmetic(self.print)
        lines += [f"Variable {type_name(s)} : {'index' if is_index(s) else 'space'}." for s in self.sorts]
        for k in range(len(self.sequents)):
            self.letters.append(self.used(k))
            names = "".join(f" h{p}" for p in self.hypotheses(k))
            statement, proof = self.sequent(k, self.print), self.proof(k)  # what they name is added to the lines
            lines.append(f"Lemma s'{k}{self.binders(self.letters[k])} : {statement}.")
            lines.append(f"Proof. {f'intros{names}. ' if names else ''}{proof} Qed.")
        last, free = len(self.sequents) - 1, self.free()
        at = [self.print.letter(x) if x in free else inhabitant(self.state.sort(x)) for x in self.letters[last]]
        lines.append(f"Theorem theorem{self.binders(free)} : {self.sequent(last, Letters(self.state))}.")
        return "\n".join([*lines, f"Proof using All. exact (s'{last} {' '.join(at)}). Qed.", "End Derivation.\n"])


def module(id: str) -> str:
    """The name of a derivation in Rocq."""
    return f"d_{id[:16]}"


@cache
def exported(id: str, library: Checker) -> Export:
    """A derivation that the library accepts."""
    result = library.result(id)
    if result.answer != "accept":
        raise result.refusal or Refused(result.answer)
    with deep():
        return Export(library.sections[id], library)


def export(section: Section, library: Checker) -> str:
    """The Rocq text of a derivation, which begins with its name."""
    with deep():
        return f"(* {re.sub('[^ -~]|[(*)]', '', section.name)} *)\n{exported(section.id, library).text()}"


def together(library: Checker) -> str:
    """All derivations of a library as one file, what is cited first."""
    order = {s.id: s for last in library.sections.values() for s in closed(last, library)}
    texts = [f"Module {module(id)}.\n{export(s, library)}End {module(id)}.\n" for id, s in order.items()]
    return "From Attn Require Import Steps.\n" + "".join(texts)


if __name__ == "__main__":
    for file in sys.argv[1:]:
        print(together(Checker(sections(Path(file).read_bytes(), file))))
