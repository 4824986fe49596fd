"""Rules, lemmas and claims whose conclusions look most like a formula: the same operations in the same places.

Names of letters do not count. A formula is a set of shapes, an operation with those just below it. What shares more of
them is nearer, seldom ones counting more, and less near the more it has beside them. Nothing is inferred by it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from math import log, sqrt

from ..formal import Formal
from ..kernel.catalogue import LOGIC, THEOREMS
from ..kernel.definitions import definitions
from ..kernel.parsing import Reader, Tree, parse
from ..kernel.terms import Rejected
from ..kernel.vocabulary import RESERVED

_PLAIN = ("letter", "number")
_JOINING = (*_PLAIN, "not", "and", "or", "iff", "forall", "exists", "neg", "always", "almost_always", "at_start")
_TURNED = {">": "<", ">=": "<="}


@dataclass(frozen=True)
class Entry:
    """A conclusion of something that a proof can cite, by its name there, with what it asks for."""

    cited: str
    title: str
    given: tuple[str, ...]
    show: str
    shapes: frozenset[str]


def nearest(formula: str, claims: Mapping[str, Formal], most: int) -> list[Entry]:
    """The nearest conclusion of each of the `most` nearest rules and claims to a formula of the proof language.

    claims : the claims by id, which may be cited unless they are refuted. What shares nothing is left out.
    Raises Rejected where the formula cannot be read.
    """
    asked = _read(formula)
    entries = [*_rules(), *_claims(claims)]
    seldom = Counter(shape for entry in entries for shape in entry.shapes)

    def weight(shape: str) -> float:
        return log(1 + len(entries) / (1 + seldom[shape])) ** 2

    best: dict[str, tuple[float, Entry]] = {}
    for entry in entries:
        found = sum(map(weight, asked & entry.shapes)) / sqrt(len(entry.shapes) or 1)
        if found > best.get(entry.cited, (0.0,))[0]:
            best[entry.cited] = found, entry
    return [entry for _, entry in sorted(best.values(), key=lambda pair: -pair[0])[:most]]


def _rules() -> Iterator[Entry]:
    for name, rule in {**LOGIC, **THEOREMS}.items():
        yield from _entries(f"rule {name}", "", rule.get("premises", ()), [rule["goal"]])


def _claims(claims: Mapping[str, Formal]) -> Iterator[Entry]:
    for id, claim in claims.items():
        if claim.refuted is None:
            said, title = claim.statement, str(claim.words.get("title", ""))
            yield from _entries(f"lemma {id.removeprefix('LEM-')}", title, said.get("given", ()), said.get("show", ()))


def _entries(cited: str, title: str, given: Iterable[str], show: Iterable[str]) -> Iterator[Entry]:
    """One for each conclusion; RANGE stands in a rule for every kind of range."""
    for text in show:
        with suppress(Rejected):
            yield Entry(cited, title, tuple(given), text, _read(text.replace(" in RANGE", "")))


@cache
def _read(formula: str) -> frozenset[str]:
    """The shapes of a formula, read once in a process: every line that is not found asks about all conclusions."""
    reader = Reader(formula)
    found = frozenset(_shapes(reader.expression()))
    reader.end()
    return found


def _shapes(tree: Tree) -> Iterator[str]:
    name, inside = operation(tree), below(tree)
    if name not in _PLAIN:
        yield name
        yield f"{name}({', '.join(sorted(map(operation, inside)))})"
    for part in inside:
        yield from _shapes(part)


def ends_in(formula: str) -> str:
    """The outermost operation beyond logic and arithmetic, or else the relation; raises Rejected."""
    level: Sequence[Tree] = [parse(formula)]
    relation = ""
    while level:
        found = [operation(tree) for tree in level]
        relation = relation or next((name for name in found if name in ("<", "<=", "==", "!=")), "")
        telling = next((name for name in found if name.isidentifier() and name not in _JOINING), "")
        if telling:
            return telling
        level = [part for tree in level for part in below(tree)]
    return relation or "logic"


def below(tree: Tree) -> tuple[Tree, ...]:
    """What stands just below the operation at the top."""
    kind = tree[0]
    if kind in ("name", "num", "sort"):
        return ()
    if kind in ("call", "index"):
        return tuple(tree[2])
    return (tree[3],) if kind == "bind" else tuple(part for part in tree[1:] if isinstance(part, tuple))


def operation(tree: Tree) -> str:
    """The operation at the top; every letter, family and function of one's own is the same."""
    kind = tree[0]
    if kind == "call" and tree[1][0] == "name" and (tree[1][1] in RESERVED or tree[1][1] in definitions()):
        return str(tree[1][1])
    if kind == "bind":
        return str(tree[1])
    if kind in ("call", "index", "name"):
        return _PLAIN[0]
    return _PLAIN[1] if kind == "num" else _TURNED.get(kind, str(kind))
