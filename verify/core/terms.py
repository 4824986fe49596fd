"""Terms: simply typed, classical, one binder; bound letters are numbers, free ones are names with their sorts.

A term is an integer, its place in the tables of one `State`; equal terms are equal integers, and every term is beta-
and eta-normal. Sorts: "R" numbers, "N" sizes, "W" outcomes, "O" formulas, "I:name" a finite nonempty ordered set,
"V:name" a Euclidean space of dimension at least 1, ("fn", A, B) functions, ("lin", E, F) linear maps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .notation import INDEX, SPACE, VARIABLES, Reader, Tree, entries, instance
from .words import WORDS

Sort = Any  # a str or a tuple of sorts
Node = tuple[Any, ...]

R, N, O, W = "R", "N", "O", "W"  # noqa: E741
LARGEST = 1_000_000  # terms and substitutions of one state


class Refused(Exception):  # noqa: N818
    """What was written is no derivation; `file` and `step` say where."""

    file: str | None = None
    step: int | None = None

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        where = [f"file {self.file}"] * (self.file is not None) + [f"step {self.step}"] * (self.step is not None)
        return ": ".join([*where, self.reason])


class Declined(Refused):
    """What was written needs more work than a step or a file may take; nothing is said about it."""


# ---- sorts


def is_space(sort: Sort) -> bool:
    return isinstance(sort, str) and sort[:2] == "V:"


def is_index(sort: Sort) -> bool:
    return isinstance(sort, str) and sort[:2] == "I:"


def is_value(sort: Sort) -> bool:
    """Numbers and vectors: what can be added, and what can move."""
    return sort == R or is_space(sort)


def is_function(sort: Sort) -> bool:
    return isinstance(sort, tuple) and sort[0] == "fn"


def is_sort(sort: Sort) -> bool:
    """Whether this is a sort; names are printable ASCII, at most 200 characters."""
    if isinstance(sort, tuple) and len(sort) == 3 and is_sort(sort[1]) and is_sort(sort[2]):
        return sort[0] == "fn" or (sort[0] == "lin" and is_space(sort[1]) and is_space(sort[2]))
    named = is_space(sort) or is_index(sort)
    return sort in (R, N, O, W) or (named and 2 < len(sort) <= 200 and sort.isascii() and sort.isprintable())


def renamed(sort: Sort, names: Mapping[str, str]) -> Sort:
    """The sort with other index sorts and spaces."""
    return (sort[0], *(renamed(s, names) for s in sort[1:])) if isinstance(sort, tuple) else names.get(sort, sort)


# ---- operations: the sorts of their parts, and the sort they make

_VARIABLES: dict[str, Callable[[Sort], bool]] = (
    dict.fromkeys(INDEX, is_index)
    | dict.fromkeys(SPACE, is_space)
    | {"Y": is_value, "X": lambda sort: sort == R or is_index(sort), "C": lambda sort: sort == N or is_index(sort)}
)


def fits(wanted: Sort, given: Sort, sorts: dict[str, Sort]) -> bool:
    """Whether the sort is of the wanted form; what its variables stand for is kept in `sorts`."""
    if isinstance(wanted, tuple):
        return isinstance(given, tuple) and all(fits(w, g, sorts) for w, g in zip(wanted, given, strict=True))
    if wanted not in VARIABLES or wanted in sorts:
        return bool(sorts.get(wanted, wanted) == given)
    sorts[wanted] = given
    return wanted not in _VARIABLES or _VARIABLES[wanted](given)


OPERATION_TABLE = Path(__file__).with_name("operations.txt").read_text("ascii")


def _operations() -> dict[str, tuple[list[Sort], Sort]]:
    found: dict[str, tuple[list[Sort], Sort]] = {}
    for entry in entries(OPERATION_TABLE):
        names, _, text = entry.partition(": ")
        reader = Reader(text)
        found |= dict.fromkeys(names.split(), (reader.until(".", reader.sort), reader.sort()))
    return found


OPERATIONS: Mapping[str, tuple[list[Sort], Sort]] = MappingProxyType(_operations())
NAMED = frozenset(("q", "b", "v", "zeroV", "dim", "word"))  # what is made of names, sorts and numbers, not of terms
LEAVES = NAMED | {op for op, (parts, _) in OPERATIONS.items() if not parts}


def others(op: str, a: Sequence[Any]) -> int:
    """How many of the parts of a term are no terms; these stand first."""
    return len(a) if op in NAMED else op == "lam"


def _union(one: frozenset[Any], two: frozenset[Any]) -> frozenset[Any]:
    """One of the two where it has all of the other, so that many terms share a set."""
    return one if two <= one else two if one <= two else one | two


class State:
    """All tables of one derivation. No term outlives it, and after any exception it is thrown away.

    nodes[t] is (operation, parts): parts are terms, but for ("q", fraction), ("b", number, sort), ("v", name, sort),
    ("lam", sort, body), ("zeroV", sort), ("dim", sort) and ("word", name, *sorts). loose[t] are the bound letters of t
    that no binder of t binds, counted from outside t, free[t] its free letters.
    """

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.sorts: list[Sort] = []
        self.loose: list[frozenset[tuple[int, Sort]]] = []
        self.free: list[frozenset[int]] = []
        self.bodies: dict[int, int] = {}  # what a word stands for
        self.schemas: dict[tuple[Any, ...], int] = {}  # instances of schemas at sorts, as functions of their letters
        self._numbers: dict[Node, int] = {}
        self._substituted: dict[tuple[Any, ...], int] = {}
        self._kinds: dict[tuple[str, tuple[Sort, ...]], Sort] = {}  # of operations at sorts

    def sort(self, t: int) -> Sort:
        return self.sorts[t]

    # ---- making terms

    def make(self, op: str, *parts: Any) -> int:
        """The term op(parts), normal; Refused where the sorts do not fit."""
        found = self._numbers.get((op, *parts))
        if found is None and op in ("ap", "lam"):
            found = self._reduced(op, *parts)
        return found if found is not None else self._new((op, *parts))

    def _known(self, parts: Sequence[Any], count: int) -> None:
        if len(parts) != count or not all(type(x) is int and 0 <= x < len(self.nodes) for x in parts):
            raise Refused(f"{count} terms are asked for, not {parts}")

    def _reduced(self, op: str, *parts: Any) -> int | None:
        """What an application of a function, or a function that applies, is beta- or eta-equal to."""
        self._known(parts[op == "lam" :], 2 - (op == "lam"))
        if op == "ap":
            f, x = parts
            if not is_function(self.sorts[f]) or self.sorts[f][1] != self.sorts[x]:
                raise Refused(f"{self.show(f)} of sort {self.sorts[f]} is applied to a {self.sorts[x]}")
            return self._changed(self.nodes[f][2], (x,), -1) if self.nodes[f][0] == "lam" else None
        sort, body = parts
        if not is_sort(sort) or any(k == 0 and s != sort for k, s in self.loose[body]):
            raise Refused(f"a letter bound as {sort} has another sort")
        inner, *a = self.nodes[body]
        if inner == "ap" and self.nodes[a[1]][:2] == ("b", 0) and not self.uses_bound(a[0]):
            return self.shifted(a[0], -1, 0)
        return None

    def _new(self, key: Node) -> int:
        op, *a = key
        terms = a[others(op, a) :]
        self._known(terms, len(terms))
        sort = self._leaf(op, *a) if op in NAMED else self._sort_of(op, terms)
        number = len(self.nodes)
        if number > LARGEST:
            raise Declined("too many terms")
        loose: frozenset[tuple[int, Sort]] = frozenset()
        free: frozenset[int] = frozenset()
        for x in terms:
            loose, free = _union(loose, self.loose[x]), _union(free, self.free[x])
        if op == "lam":
            sort = ("fn", a[0], sort)
            loose = frozenset((k - 1, s) for k, s in loose if k) if loose else loose
        elif op == "b":
            loose = frozenset([(a[0], a[1])])
        elif op == "v":
            free = frozenset([number])
        self._numbers[key] = number
        self.nodes.append(key)
        self.sorts.append(sort)
        self.loose.append(loose)
        self.free.append(free)
        return number

    def _leaf(self, op: str, *a: Any) -> Sort:
        """The sort of a term without parts."""
        match op, a:
            case "q", (value,) if type(value) is Fraction:
                return R
            case "b", (k, sort) if type(k) is int and 0 <= k < LARGEST and is_sort(sort):
                return sort
            case "v", (name, sort) if type(name) is str and name[:1] != "#" and len(name) <= 200 and is_sort(sort):
                return sort
            case (("zeroV" | "dim"), (space,)) if is_space(space) and is_sort(space):
                return space if op == "zeroV" else R
            case "word", (name, *sorts):
                body = self._body(name, sorts)
                self.bodies[len(self.nodes)] = body
                return self.sorts[body]
        raise Refused(f"no such {op}")

    def _sort_of(self, op: str, a: Sequence[int]) -> Sort:
        given = tuple([self.sorts[x] for x in a])
        if op in ("ap", "lam"):
            return given[0][2] if op == "ap" else given[0]
        if (op, given) not in self._kinds:
            if op not in OPERATIONS:
                raise Refused(f"no operation {op}")
            wanted, result = OPERATIONS[op]
            sorts: dict[str, Sort] = {}
            if len(wanted) != len(given) or not all(fits(w, g, sorts) for w, g in zip(wanted, given, strict=True)):
                raise Refused(f"{op} of {', '.join(map(str, given)) or 'nothing'}")
            self._kinds[op, given] = instance(result, sorts)
        return self._kinds[op, given]

    def _body(self, name: Any, sorts: Sequence[Sort]) -> int:
        """The term that a word stands for. (A word that names itself, however deep, would be too deep.)"""
        if not isinstance(name, str) or name not in WORDS:
            raise Refused(f"no word {name}")
        parameters, tree = WORDS[name]
        known: dict[str, Sort] = {}
        right = [is_sort(s) and fits(p, s, known) for p, s in zip(parameters, sorts, strict=False)]
        if len(sorts) != len(parameters) or not all(right):
            raise Refused(f"the word {name} is one of the sorts {' '.join(parameters)}, not of {sorts}")
        return self.build(tree, known)

    def build(self, tree: Tree, sorts: Mapping[str, Sort], binders: tuple[tuple[str, Sort], ...] = ()) -> int:
        """The term that a tree says at these sorts, under binders of these letters, the innermost last."""
        kind, name, *rest = tree
        if kind == "number":
            return self.number(name)
        if kind == "zero":
            return self.null_of(sorts[name])
        if kind == "name":
            k = next(k for k, (letter, _) in enumerate(reversed(binders)) if letter == name)
            return self.make("b", k, binders[-1 - k][1])
        if kind == "apply":
            return self.make("ap", *(self.build(part, sorts, binders) for part in tree[1:]))
        if kind == "bind":
            letter, wanted, body = rest
            sort = instance(wanted, sorts)
            made = self.make("lam", sort, self.build(body, sorts, (*binders, (letter, sort))))
            return made if name == "\\" else self.make(name, made)
        arguments, given = rest
        if name in ("every", "card", "dim"):
            return (self.every if name == "every" else self.size)(sorts[given[0]])
        parts = [self.build(x, sorts, binders) for x in arguments]
        if name not in WORDS:
            return self.make(name, *parts)
        return self.apply(self.make("word", name, *(sorts[p] for p in given or WORDS[name][0])), *parts)

    def letter(self, name: str, sort: Sort) -> int:
        """A free letter; its name is any text that does not begin with #."""
        return self.make("v", name, sort)

    def number(self, value: Fraction | int) -> int:
        return self.make("q", Fraction(value))

    def lam(self, letter: int, body: int) -> int:
        """The function of a free letter."""
        self._known((letter, body), 2)
        if self.nodes[letter][0] != "v":
            raise Refused("only a letter can be bound")
        return self.make("lam", self.sorts[letter], self._changed(body, (), 1, letter=letter))

    def apply(self, f: int, *xs: int) -> int:
        """f applied to one term after the other, at once to as many as it has binders."""
        while xs:
            body, count = f, 0
            while count < len(xs) and self.nodes[body][:2] == ("lam", self.sorts[xs[count]]):
                body, count = self.nodes[body][2], count + 1
            f = self._changed(body, xs[:count], -count) if count else self.make("ap", f, xs[0])
            xs = xs[max(1, count) :]
        return f

    # ---- substitution: the only traversals, and none of them knows an operation

    def uses_bound(self, t: int) -> bool:
        """Whether the bound letter 0 is loose in t."""
        return any(k == 0 for k, _ in self.loose[t])

    def rebuilt(self, t: int, part: Callable[[int], int]) -> int:
        """t with part(x) in the place of each part x."""
        op, *a = self.nodes[t]
        k = others(op, a)
        return self.make(op, *a[:k], *[part(x) for x in a[k:]])

    def shifted(self, t: int, by: int, start: int) -> int:
        """t with `by` added to the loose letters from `start` on."""
        return self._changed(t, (), by, start)

    def _changed(self, t: int, xs: tuple[int, ...], by: int, k: int = 0, letter: int = -1) -> int:
        """t with xs for its loose letters k, k + 1, ..., the last of xs for k; those above go up by `by`.

        Beta reduction puts one xs or several and lowers the rest. A free `letter` that is to be bound becomes k.
        """
        if letter not in self.free[t] and all(j < k for j, _ in self.loose[t]):
            return t
        key = (t, xs, by, k, letter)
        found = self._substituted.get(key)
        if found is not None:
            return found
        op, *a = self.nodes[t]
        if op == "v":
            found = self.make("b", k, a[1])
        elif op != "b":
            binders = op == "lam"
            found = self.make(op, *a[:binders], *[self._changed(y, xs, by, k + binders, letter) for y in a[binders:]])
        elif a[0] >= k + len(xs):
            found = self.make(op, a[0] + by, a[1])
        else:
            s = xs[k - 1 - a[0]]
            if a[1] != self.sorts[s]:
                raise Refused(f"a {self.sorts[s]} is put for a {a[1]}")
            found = self.shifted(s, k, 0)
        if len(self._substituted) > LARGEST:
            raise Declined("too many substitutions")
        self._substituted[key] = found
        return found

    def eq(self, a: int, b: int) -> int:
        return self.make("=", a, b)

    def plus(self, *summands: int) -> int:
        """((a + b) + ...)."""
        return reduce(lambda a, b: self.make("+", a, b), summands)

    def times(self, *factors: int) -> int:
        """a*(b*...)."""
        return reduce(lambda b, a: self.make("*", a, b), reversed(factors))

    def null_of(self, sort: Sort) -> int:
        """0 of the numbers or of a space."""
        return self.number(0) if sort == R else self.make("zeroV", sort)

    def every(self, sort: Sort) -> int:
        """The whole of an index sort, as a range."""
        return self.make("lam", sort, self.make("true"))

    def size(self, sort: Sort) -> int:
        """How many elements an index sort has, or the dimension of a space."""
        if is_space(sort):
            return self.make("dim", sort)
        return self.make("sum", self.every(sort), self.make("lam", sort, self.number(1)))

    def show(self, t: int, depth: int = 6) -> str:
        """A short text for messages; nothing is decided by it."""
        op, *a = self.nodes[t]
        if op in LEAVES:
            return str(a[0] if a else op)
        parts = [self.show(x, depth - 1) if depth else "..." for x in a[others(op, a) :]]
        return f"{op}({', '.join(parts)})"


# ---- terms as data: the same for equal terms of any two states

Packed = tuple[Node, ...]


def packed(state: State, t: int) -> Packed:
    """The nodes of t, parts before wholes, each once, in the order in which a reader from left to right meets them."""
    rows: list[Node] = []
    places: dict[int, int] = {}

    def place(x: int) -> int:
        if x not in places:
            op, *a = state.nodes[x]
            k = others(op, a)
            row = (op, *a[:k], *map(place, a[k:]))
            places[x] = len(rows)
            rows.append(row)
        return places[x]

    place(t)
    return tuple(rows)


def unpacked(state: State, rows: Packed, names: Mapping[str, str]) -> int:
    """The term, its index sorts and spaces renamed."""
    made: list[int] = []
    for op, *a in rows:
        k, named = others(op, a), op in ("q", "b", "v", "word")
        sorts = [renamed(sort, names) for sort in a[named:k]]
        made.append(state.make(op, *a[:named], *sorts, *(made[x] for x in a[k:])))
    return made[-1]
