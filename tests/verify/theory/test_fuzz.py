"""Drawn texts: printing and reading are each other's inverse; a damaged text is an error at its place, or a text."""

import random
from contextlib import suppress

import pytest

from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.theory.document import read
from attnverify.verify.theory.formulas import canonical
from attnverify.verify.theory.printer import printed
from attnverify.verify.theory.text import Fault

from .texts import SAMPLE, section

LETTERS = ("a", "b", "x", "lam", "y[i]", "f(a, b)", "norm(v - w)", "sum(j: y[j])", "time")
WORDS = (r"$\lambda_1 > 0$", "the", "bound -- with dashes", "of", "a;b", "(open", '"said"', "in", "proof")


class Drawn:
    """One text, drawn from the grammar."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *options):
        return self.random.choice(options)

    def many(self, make, least=1, most=3):
        return [make() for _ in range(self.random.randint(least, most))]

    def term(self, depth=0):
        if depth > 2 or self.random.random() < 0.4:
            return self.pick(*LETTERS, str(self.random.randint(0, 12)), "0.25", "1/3")
        left, right = self.term(depth + 1), self.term(depth + 1)
        return self.pick(
            f"({left}) {self.pick('+', '-', '*', '/')} ({right})", f"-({left})", f"({left})^2", f"exp({left})"
        )

    def formula(self, depth=0):
        if depth > 1 or self.random.random() < 0.6:
            return f"{self.term(1)} {self.pick('<', '<=', '==', '>', '!=')} {self.term(1)}"
        left, right = self.formula(depth + 1), self.formula(depth + 1)
        joined = f"({left}) {self.pick('and', 'or', '=>')} ({right})"
        return self.pick(joined, f"not ({left})", f"forall i: {left}", f"(exists z in number, k in upto(i): {left})")

    def labelled(self):
        return self.pick("", "", "", f"{self.pick('short', 'wide', 'high_2')}: ") + self.formula()

    def reason(self):
        products = " | ".join(
            self.many(lambda: self.pick(f"{self.formula(1)}; wide", f"sq {self.term()}", f"eq {self.term()}: high_2"))
        )
        by = self.pick(
            f"by {products}",
            "by lemma grows",
            f"by rule same token  with i = {self.term()}, P = fn(j: {self.formula()})",
        )
        return self.pick("", f"  {by}", f"  using {self.formula()}  times {self.term()}", f"  {by}")

    def steps(self, column, depth=0):
        lines = []
        for _ in range(self.random.randint(0, 3)):
            said = self.pick(
                f"{self.labelled()}{self.reason()}",
                f"let {self.pick('p', 'p, q', f'r := {self.term()}')}",
                f"assume {self.labelled()}",
                f"{self.formula()}  proof enter ae; {self.formula()}; by lemma grows",
                f"let p; {self.formula()}; unfold goal",
                f"enter ae; witness {self.term()}; left",
                f"take wide at {self.term()} | {self.term()}",
                f"obtain z from {self.formula()}",
                f"-- {self.pick(*WORDS)}\n{' ' * column}unfold goal",
            )
            lines.append(" " * column + said)
        if depth < 2 and self.random.random() < 0.5:
            head, count = self.pick(
                (f"cases {self.term()}", 2), (f"split {self.formula()}", 2), ("both", 2), ("apply least", 1)
            )
            lines.append(" " * column + head)
            if head.startswith("cases") and self.random.random() < 0.5:
                lines.append(f"{' ' * column}- if {head[6:]} {self.pick('>= 0', '< 0')}; left")
                return lines
            for _ in range(count):
                first, *rest = [f"{' ' * (column + 2)}show {self.formula()}", *self.steps(column + 2, depth + 1)]
                lines += [f"{' ' * column}- {first.lstrip()}", *rest]
        else:
            lines.append(" " * column + self.pick("done", f"by {self.formula()}", "as earlier"))
        return lines

    def entry(self, number):
        lines = [f"lemma l{number}: {self.pick(*WORDS)}{self.pick('', '        in one')}"]
        lines.append("  says     " + " ".join(self.many(lambda: self.pick(*WORDS), 1, 60)))
        lines.append("  letters  " + self.pick("; ", ";\n           ").join(["a, b: number", "y[token]: number"]))
        lines.append(f"  write    t{number}(p) := {self.term()}")
        lines += ["  given    " + self.pick(";  ", "\n           ").join(self.many(self.labelled))]
        lines += [
            f"  show     {self.formula()}",
            f"  instance a = {self.pick('3', '-1/2', '[1, [log(2), 0]]')}; tokens 2",
        ]
        lines += [f'  twin     "{self.pick("more", "less")}"  a -> b  at the instance', "  proof"]
        return "\n".join([*lines, *self.steps(4)])

    def text(self):
        entries = [self.entry(k) for k in range(self.random.randint(1, 3))]
        return "\n\n".join(["context one\n  letters  c: number", *entries]) + "\n"


def holds(seed):
    """Whether a drawn text, and damaged ones, are read as they should be."""
    drawn = Drawn(seed)
    text = drawn.text()
    try:
        once = printed(read(text))
    except Fault as error:
        raise AssertionError(f"seed {seed}: {error}\n{text}") from error
    assert printed(read(once)) == once, f"seed {seed}"
    first, second = (data(text), data(once))
    assert spelt(first) == spelt(second), f"seed {seed}"
    for _ in range(4):
        at = drawn.random.randrange(len(once))
        much = drawn.random.randint(0, 4)
        new = drawn.pick("", " ", "\n", "- ", "  by ", "(", "]", ";", ":", " -> ", '"', "\t", "let ", "é", "\n\n  ")
        damaged = once[:at] + new + once[at + much :]
        lines = damaged.count("\n") + 1
        for found in data(damaged).values():
            if isinstance(found, Fault):
                assert found.place <= (lines, 10**6), f"seed {seed}: {found.place}"
                assert min(found.place) >= 1
        with suppress(Fault):
            printed(read(damaged))


def data(text):
    """What the claims of a text are, or why they cannot be read."""
    try:
        claims = section(text).claims
    except Fault as error:
        return {"": error}
    found = {}
    for id, claim in claims.items():
        try:
            found[id] = claim.data()
        except Fault as error:
            found[id] = error
    return found


def spelt(found):
    """Data with formulas in their one spelling; only that there is a fault, where there is one."""

    def same(value):
        if isinstance(value, dict):
            return {key: same(part) for key, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [same(part) for part in value]
        if not isinstance(value, str):
            return value
        name, sign, term = value.rpartition(" := ")
        try:
            return f"{name}{sign}{canonical(term)}"
        except Rejected:
            return " ".join(value.split())

    return {id: "fault" if isinstance(one, Fault) else same(one) for id, one in found.items()}


@pytest.mark.parametrize("seed", range(40))
def test_drawn_texts_are_read_as_they_are_printed(seed):
    holds(seed)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(20))
def test_many_drawn_texts_are_read_as_they_are_printed(part):
    for seed in range(1000 * part, 1000 * (part + 1)):
        holds(1_000_000 + seed)


def test_every_prefix_of_the_sample_is_a_text_or_an_error_at_its_place():
    for end in range(0, len(SAMPLE), 7):
        for found in data(SAMPLE[:end]).values():
            if isinstance(found, Fault):
                assert found.place[0] <= SAMPLE[:end].count("\n") + 1
