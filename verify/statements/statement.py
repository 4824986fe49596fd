"""A user's statement: for all values in the domains at which everything is defined, the givens imply what is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from verify.referee.syntax import Node, parse
from verify.statements.domains import Domain
from verify.statements.scalars import Scalars
from verify.statements.writing import written

_NEGATED = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@dataclass(frozen=True, slots=True)
class Relation:
    """left operator right, both scalar."""

    left: Node
    operator: str
    right: Node

    @property
    def text(self) -> str:
        """The relation in the referee's language."""
        return f"{written(self.left)} {self.operator} {written(self.right)}"

    @property
    def difference(self) -> str:
        """The text of left - right."""
        return written(Node("sum", (self.left, self.right), operators=("-",)))

    @property
    def negated(self) -> Relation:
        """What holds where this one fails."""
        return Relation(self.left, _NEGATED[self.operator], self.right)

    def needs(self) -> list[Relation]:
        """Where both sides have a value: divisors not zero, radicands not negative, logarithms of positive numbers."""
        return [*_needs(self.left), *_needs(self.right)]


@dataclass(frozen=True)
class Statement:
    """For all values in the domains and in the box, wherever it is defined: given implies every relation of show.

    instance : values of the scalars at which all of that holds, if the user gave one.
    squares : expressions whose squares a proof may use.
    """

    title: str
    domains: Mapping[str, Domain]
    given: tuple[Relation, ...]
    show: tuple[Relation, ...]
    box: Mapping[str, tuple[Fraction, Fraction]] = field(default_factory=dict)
    instance: Mapping[str, Fraction] = field(default_factory=dict)
    squares: tuple[Node, ...] = ()

    @property
    def scalars(self) -> list[str]:
        """The numbers it speaks about: its scalar variables, and the entries of its matrices."""
        return [scalar for name, domain in self.domains.items() for scalar in domain.scalars(name)]

    @property
    def integers(self) -> list[str]:
        """The variables that are integers."""
        return [name for name, domain in self.domains.items() if domain.kind == "integer"]

    def conditions(self) -> list[Relation]:
        """The givens with what they need to be defined, the domains and the box; integers apart."""
        needs = [need for relation in self.given for need in relation.needs()]
        return _unique([*self._ranges(), *self.given, *needs])

    def hypotheses(self) -> list[str]:
        """What a witness must satisfy, in the referee's language; what is to be shown must have a value there too."""
        return [*(part.text for part in self.conditions()), *(f"integer({name})" for name in self.integers)]

    def needs(self) -> list[Relation]:
        """Where everything that is to be shown has a value."""
        return _unique([need for goal in self.show for need in goal.needs()])

    def scope(self) -> str:
        """What the statement quantifies over, in words."""
        words = f"all {', '.join(domain.says(name) for name, domain in self.domains.items())}"
        if self.box:
            words += " in the box " + ", ".join(f"{low} <= {name} <= {high}" for name, (low, high) in self.box.items())
        where = [part.text for part in self.given]
        needs = [*(part for relation in self.given for part in relation.needs()), *self.needs()]
        words += f" with {' and '.join(dict.fromkeys(where))}" if where else ""
        return words + (f", wherever {' and '.join(part.text for part in _unique(needs))}" if needs else "")

    def ranges_of(self, name: str) -> list[Relation]:
        """What the domain of a variable says, as relations."""
        domain = self.domains[name]
        scalars = Scalars({name: domain.size})
        return [part for text in domain.relations(name) for part in relations(parse(text), scalars)]

    def _ranges(self) -> Iterator[Relation]:
        for name in self.domains:
            yield from self.ranges_of(name)
            if name in self.box:
                low, high = self.box[name]
                yield from relations(parse(f"{low} <= {name} <= {high}"), Scalars({name: 0}))


def relations(node: Node, scalars: Scalars) -> list[Relation]:
    """The relations between neighbours of a chain such as 0 < x < 1; raises GrammarError as `scalars` does."""
    sides = [scalars.number(part) for part in node.args]
    return [Relation(x, operator, y) for operator, (x, y) in zip(node.operators, pairwise(sides), strict=True)]


def _unique(items: list[Relation]) -> list[Relation]:
    return list({relation.text: relation for relation in items}.values())


def _needs(node: Node) -> Iterator[Relation]:
    """Where the expression is defined, from the inside out."""
    for part in node.args:
        yield from _needs(part)
    zero = Node("number")
    if node.kind == "product":
        for operator, part in zip(node.operators, node.args[1:], strict=True):
            if operator == "/" and not _is_positive(part):
                yield Relation(part, "!=", zero)
    if node.kind == "power" and node.args[1].value < 0:
        yield Relation(node.args[0], "!=", zero)
    if node.kind == "call" and node.name in ("log", "sqrt") and not _is_positive(node.args[0]):
        yield Relation(node.args[0], ">" if node.name == "log" else ">=", zero)


def _is_positive(node: Node) -> bool:
    return node.kind == "number" and node.value > 0
