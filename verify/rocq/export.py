"""Exports an accepted derivation to Rocq, step by step: each step one lemma, each schema its lemma of Schemas.v."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attnverify.verify.core.files import Checker, Section, Steps, row, sections
from attnverify.verify.core.schemas import LITERATURE, SCHEMAS
from attnverify.verify.core.terms import (
    N,
    O,
    R,
    Refused,
    Sort,
    State,
    W,
    fits,
    is_function,
    is_index,
    is_space,
    packed,
    renamed,
    unpacked,
)
from attnverify.verify.rocq.print import (
    CHOICES,
    INDICES,
    NAMES,
    VECTORS,
    Printer,
    identifier,
    leaves,
    places,
    sort_text,
)

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
        return f"(@zeroV {sort[2:]})"
    return f"(some {sort[2:]})" if is_index(sort) else INHABITANTS[sort]


class _Letters(Printer):
    """Free letters have names of their own."""

    def parts(self, t: int, bound: tuple[str, ...]) -> tuple[str, int]:
        return (self.letter(t), 0) if self.state.nodes[t][0] == "v" else super().parts(t, bound)

    def letter(self, t: int) -> str:
        return re.sub(r"\W", "_", f"{self.state.nodes[t][1]}_{t}")


class Export:
    """The lemmas of one derivation, and of those that it cites. Refused says what cannot be exported."""

    def __init__(self, section: Section, library: Checker, others: dict[str, Export]) -> None:
        steps = Steps(library)
        self.state: State = steps.state
        self.sequents = steps.derivation.sequents
        self.log: list[tuple[str, tuple[Any, ...]]] = []
        self.others, self.places, self.letters = others, places(), list[tuple[int, ...]]()
        for rule in RULES:
            setattr(steps.derivation, rule, self._logged(rule, getattr(steps.derivation, rule)))
        for line in section.lines[1:]:
            op, *a = row(line)
            if op == "!cite" and a[0] not in others:
                others[a[0]] = Export(library.sections[a[0]], library, others)
            steps.line(line)
        self.name = f"d{len(others)}"
        self.print = _Letters(self.state)
        found = sorted({s for sort in self.state.sorts for s in leaves(sort) if is_index(s) or is_space(s)})
        for s in found:
            if not re.fullmatch(r"[A-Za-z]\w*", s[2:]) or s[2:] in TAKEN:
                raise Refused(f"the name of the sort {s} is no name in Rocq")
        self.sorts = found

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
        return f"({self.name}'{k} {' '.join([*map(self.print.letter, self.letters[k]), *given])})"

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
            sort_text(x, 9) if s in "AB" else x[2:] for s, x in sorted(sorts.items()) if x not in (R, N) or s in "AB"
        ]
        return " ".join([f"{self.places[lemma][0]}.{lemma}", *types, *map(self.term, terms)])

    def cited(self, name: str, names: Mapping[str, str] | None = None) -> str:
        """The theorem of another derivation, at its sorts, free letters and hypotheses as they are called here."""
        other, state = self.others[name], self.state
        here = [
            unpacked(state, packed(other.state, t), dict(names or {})) for t in (*other.free(), *other.hypotheses(-1))
        ]
        letters, hypotheses = here[: len(other.free())], here[len(other.free()) :]
        sorts = [renamed(s, dict(names or {}))[2:] for s in other.sorts]
        return " ".join([other.name, *sorts, *map(self.print.letter, letters), *(f"h{p}" for p in hypotheses)])

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
        return "normal." if rule == "ring" else self.comb(*a)

    def comb(self, goal: int, parts: Any, equations: Any) -> str:
        """Facts that the parts are not negative and the equations 0; the goal is linear in them."""
        facts = [self.part(*part) for part in parts]
        vector = is_space(self.state.sort(self.state.nodes[goal][1]))
        for f, k in equations:
            factor, equation = self.term(f), self.use(k)
            if vector and is_space(self.state.sort(f)):
                factor = f"({factor} c)"
            elif vector:
                equation = f"(f_equal (fun u => u c) {equation})"
            facts.append(f"(nothing _ _ {factor} {equation})")
        start = "apply vector_eq; intro c. " if vector else ""
        return f"{start}{' '.join(f'generalize {fact}.' for fact in facts)} combine."

    def part(self, c: Any, ks: Any, squares: Any) -> str:
        """The proof that a product is not negative, or positive."""
        relations = [self.state.nodes[self.sequents[k][1]][0] for k in ks]
        sharp = not squares and "<=" not in relations
        weak = "" if sharp else "weak _ "
        fact = f"({weak}(ltac:(lra) : 0 < {c}))"
        product = "times_pos" if sharp else "times_nonneg"
        for k, relation in zip(ks, relations, strict=True):
            side = "left_of" if relation == "<=" else "strictly_left_of"
            factor = f"({side} _ _ {self.use(k)})"
            fact = f"({product} _ _ {fact} {factor if relation == '<=' or sharp else f'({weak}{factor})'})"
        for s in squares:
            fact = f"(times_nonneg _ _ {fact} (square {self.term(s)}))"
        return fact

    def used(self, k: int) -> tuple[int, ...]:
        """The letters of a step: those of what it uses, and its own."""
        rule, a = self.log[k]
        hypotheses, formula = self.sequents[k]
        letters = {x for j in self.premises(rule, a) for x in self.letters[j]}
        letters -= set(a[1:]) if rule in ("gen", "ext") else set()
        return tuple(sorted(letters.union(*(self.state.free[t] for t in (*hypotheses, formula, *self.named(rule, a))))))

    def binders(self, letters: Iterable[int]) -> str:
        return "".join(f" ({self.print.letter(x)} : {sort_text(self.state.sort(x))})" for x in letters)

    def sequent(self, k: int) -> str:
        given = [self.print.text(p, (), 98) for p in self.hypotheses(k)]
        return " -> ".join([*given, self.print.text(self.sequents[k][1], (), 99 if given else 200)])

    def text(self, name: str) -> str:
        """The lemmas and the theorem, in a section of their own."""
        lines = [f"Section {name}."]
        lines += [f"Variable {s[2:]} : {'index' if is_index(s) else 'space'}." for s in self.sorts]
        for k in range(len(self.sequents)):
            self.letters.append(self.used(k))
            given = "".join(f" h{p}" for p in self.hypotheses(k))
            lines.append(f"Lemma {self.name}'{k}{self.binders(self.letters[k])} : {self.sequent(k)}.")
            lines.append(f"Proof. {f'intros{given}. ' if given else ''}{self.proof(k)} Qed.")
        last, free = len(self.sequents) - 1, self.free()
        at = [self.print.letter(x) if x in free else inhabitant(self.state.sort(x)) for x in self.letters[last]]
        lines.append(f"Theorem {name}{self.binders(free)} : {self.sequent(last)}.")
        return "\n".join([*lines, f"Proof using All. exact ({self.name}'{last} {' '.join(at)}). Qed.", f"End {name}."])


def export(section: Section, among: Iterable[Section] = ()) -> str:
    """The Rocq file of an accepted derivation; those that it cites are found among the given ones."""
    library, others = Checker([section, *among]), dict[str, Export]()
    result = library.result(section.id)
    if result.answer != "accept":
        raise result.refusal or Refused(result.answer)
    main, name = Export(section, library, others), identifier(re.sub(r"\W", "_", section.name))
    texts = [other.text(other.name) for other in others.values()] + [main.text(name)]
    return "\n".join(["From Attn Require Import Steps.", *texts, f"Print Assumptions {name}."]) + "\n"


if __name__ == "__main__":
    for file in sys.argv[1:]:
        found = sections(Path(file).read_bytes(), file)
        for each in found:
            if each.kind == "derivation":
                print(export(each, found))
