"""Terms: simply typed, classical, one binder; bound letters are numbers, free ones are names with their sorts.

A term is an integer, its place in the tables of one `State`; equal terms are equal integers, and every term is beta-
and eta-normal. Sorts: "R" numbers, "N" sizes, "W" outcomes, "O" formulas, "I:name" a finite nonempty ordered set,
"V:name" a Euclidean space of dimension at least 1, ("fn", A, B) functions, ("lin", E, F) linear maps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .notation import INDEX, SPACE, VARIABLES, Reader, build, entries, instance
from .words import WORDS

Sort = Any  # a str or a tuple of sorts
Node = tuple[Any, ...]

R, N, O, W = "R", "N", "O", "W"  # noqa: E741
LARGEST = 1_000_000  # terms and substitutions of one state


class Refused(Exception):  # noqa: N818
    """What was written is no derivation; `file` and `step` say where."""

    def __init__(self, reason: str, step: int | None = None, file: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.step, self.file = reason, step, file

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
    if isinstance(sort, str):
        named = is_space(sort) or is_index(sort)
        return sort in (R, N, O, W) or (named and 2 < len(sort) <= 200 and sort.isascii() and sort.isprintable())
    if not (isinstance(sort, tuple) and len(sort) == 3):
        return False
    if sort[0] == "lin":
        return is_space(sort[1]) and is_space(sort[2]) and is_sort(sort[1]) and is_sort(sort[2])
    return sort[0] == "fn" and is_sort(sort[1]) and is_sort(sort[2])


def renamed(sort: Sort, names: dict[str, str]) -> Sort:
    """The sort with other index sorts and spaces."""
    return (sort[0], *(renamed(s, names) for s in sort[1:])) if isinstance(sort, tuple) else names.get(sort, sort)


# ---- operations: the sorts of their parts, and the sort they make

_VARIABLES: dict[str, Callable[[Sort], bool]] = {
    **dict.fromkeys(INDEX, is_index),
    **dict.fromkeys(SPACE, is_space),
    "Y": is_value,
    "X": lambda sort: sort == R or is_index(sort),
    "C": lambda sort: sort == N or is_index(sort),
}


def fits(wanted: Sort, given: Sort, sorts: dict[str, Sort]) -> bool:
    """Whether the sort is of the wanted form; what its variables stand for is kept in `sorts`."""
    if isinstance(wanted, tuple):
        same = isinstance(given, tuple) and given[0] == wanted[0]
        return same and fits(wanted[1], given[1], sorts) and fits(wanted[2], given[2], sorts)
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
        row = reader.sorts(), reader.sort()
        found |= dict.fromkeys(names.split(), row)
    return found


OPERATIONS: Mapping[str, tuple[list[Sort], Sort]] = MappingProxyType(_operations())
LEAVES = frozenset(("q", "b", "v", "zeroV", "dim", "word", *(op for op, (parts, _) in OPERATIONS.items() if not parts)))
_PLACES = {name: place for place, name in enumerate(WORDS)}


def _union(one: frozenset[Any], two: frozenset[Any]) -> frozenset[Any]:
    """One of the two where it has all of the other, so that many terms share a set."""
    return one if two <= one else two if one <= two else one | two


class State:
    """All tables of one derivation. No term outlives it, and after any exception it is thrown away.

    nodes[t] is (operation, parts): parts are terms, but for ("q", fraction), ("b", number, sort), ("v", name, sort),
    ("lam", sort, body), ("zeroV", sort), ("dim", sort) and ("word", name, *sorts). loose[t] are the bound letters of t
    that no binder of t binds, counted from outside t, and all are below reach[t]; free[t] are its free letters.
    """

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.sorts: list[Sort] = []
        self.loose: list[frozenset[tuple[int, Sort]]] = []
        self.reach: list[int] = []
        self.free: list[frozenset[int]] = []
        self.bodies: dict[int, int] = {}  # what a word stands for
        self.schemas: dict[tuple[Any, ...], int] = {}  # instances of schemas at sorts, as functions of their letters
        self._numbers: dict[Node, int] = {}
        self._substituted: dict[tuple[Any, ...], int] = {}
        self._kinds: dict[tuple[str, tuple[Sort, ...]], Sort] = {}  # of operations at sorts
        self._word = len(WORDS)  # only words before this one may be named

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
            return self.substituted(self.nodes[f][2], (x,)) if self.nodes[f][0] == "lam" else None
        sort, body = parts
        if not is_sort(sort) or any(k == 0 and s != sort for k, s in self.loose[body]):
            raise Refused(f"a letter bound as {sort} has another sort")
        inner, *a = self.nodes[body]
        if inner == "ap" and self.nodes[a[1]][:2] == ("b", 0) and not self.uses_bound(a[0]):
            return self.shifted(a[0], -1, 0)
        return None

    def _new(self, key: Node) -> int:
        op, *a = key
        number, reach = len(self.nodes), 0
        sort: Sort = None
        if number > LARGEST:
            raise Declined("too many terms")
        loose: frozenset[tuple[int, Sort]] = frozenset()
        free: frozenset[int] = frozenset()
        if op == "q":
            ok, sort = len(a) == 1 and type(a[0]) is Fraction, R
        elif op == "b":
            ok = len(a) == 2 and type(a[0]) is int and 0 <= a[0] < LARGEST and is_sort(a[1])
            sort, loose, reach = a[-1], frozenset([tuple(a)]), ok and a[0] + 1
        elif op == "v":
            ok, sort = len(a) == 2 and type(a[0]) is str and is_sort(a[1]), a[-1]
            free = frozenset([number])
        elif op in ("zeroV", "dim"):
            ok = len(a) == 1 and is_space(a[0]) and is_sort(a[0])
            sort = R if op == "dim" else a[0] if ok else None
        elif op == "word":
            ok, body = True, self._body(*a)
            sort = self.sorts[body]
            self.bodies[number := len(self.nodes)] = body
        elif op == "lam":
            ok, sort, free = True, ("fn", a[0], self.sorts[a[1]]), self.free[a[1]]
            if self.loose[a[1]]:
                loose, reach = frozenset((k - 1, s) for k, s in self.loose[a[1]] if k), self.reach[a[1]] - 1
        else:
            self._known(a, len(a))
            ok, sort = True, self._sort_of(op, a)
            for x in a:
                loose, free = _union(loose, self.loose[x]), _union(free, self.free[x])
                reach = max(reach, self.reach[x])
        if not ok:
            raise Refused(f"no such {op}")
        self._numbers[key] = number
        self.nodes.append(key)
        self.sorts.append(sort)
        self.loose.append(loose)
        self.reach.append(reach)
        self.free.append(free)
        return number

    def _sort_of(self, op: str, a: Sequence[int]) -> Sort:
        given = tuple([self.sorts[x] for x in a])
        if op == "ap":
            return given[0][2]
        if (op, given) not in self._kinds:
            if op not in OPERATIONS:
                raise Refused(f"no operation {op}")
            wanted, result = OPERATIONS[op]
            sorts: dict[str, Sort] = {}
            if len(wanted) != len(given) or not all(fits(w, g, sorts) for w, g in zip(wanted, given, strict=True)):
                raise Refused(f"{op} of {', '.join(map(str, given)) or 'nothing'}")
            self._kinds[op, given] = instance(result, sorts)
        return self._kinds[op, given]

    def parameters(self, name: str) -> tuple[str, ...] | None:
        """The names of the sorts of a word; None where there is no such word, or it is not made of earlier ones."""
        row = WORDS.get(name)
        return None if row is None else row[0]

    def _body(self, name: Any = None, *sorts: Sort) -> int:
        """The term that a word stands for, made of earlier words."""
        place = _PLACES.get(name, len(WORDS)) if isinstance(name, str) else len(WORDS)
        if place >= self._word:
            raise Refused(f"no word {name}")
        parameters, tree = WORDS[name]
        kinds = [is_index if p in INDEX else is_space for p in parameters]
        if len(sorts) != len(kinds) or not all(is_sort(s) and kind(s) for kind, s in zip(kinds, sorts, strict=True)):
            raise Refused(f"the word {name} is one of the sorts {' '.join(parameters)}, not of {sorts}")
        before, self._word = self._word, place
        body = build(self, tree, dict(zip(parameters, sorts, strict=True)))
        self._word = before
        return body

    def letter(self, name: str, sort: Sort) -> int:
        """A free letter; its name is any text that does not begin with #."""
        if not isinstance(name, str) or name[:1] == "#" or len(name) > 200:
            raise Refused(f"{str(name)[:50]} is no name of a letter")
        return self.make("v", name, sort)

    def number(self, value: Fraction | int) -> int:
        return self.make("q", Fraction(value))

    def lam(self, letter: int, body: int) -> int:
        """The function of a free letter."""
        self._known((letter, body), 2)
        if self.nodes[letter][0] != "v":
            raise Refused("only a letter can be bound")
        return self.make("lam", self.sorts[letter], self.closed(body, letter))

    def apply(self, f: int, *xs: int) -> int:
        """f applied to one term after the other, at once to as many as it has binders."""
        while xs:
            body, count = f, 0
            while count < len(xs) and self.nodes[body][:2] == ("lam", self.sorts[xs[count]]):
                body, count = self.nodes[body][2], count + 1
            f = self.substituted(body, xs[:count]) if count else self.make("ap", f, xs[0])
            xs = xs[max(1, count) :]
        return f

    # ---- substitution: the only traversals, and none of them knows an operation

    def uses_bound(self, t: int) -> bool:
        """Whether the bound letter 0 is loose in t."""
        return any(k == 0 for k, _ in self.loose[t])

    def rebuilt(self, t: int, part: Callable[[int], int]) -> int:
        """t with part(x) in the place of each part x."""
        op, *a = self.nodes[t]
        if op in LEAVES:
            return t
        return self.make(op, *(a[:1] if op == "lam" else ()), *[part(x) for x in a[op == "lam" :]])

    def shifted(self, t: int, by: int, start: int) -> int:
        """t with `by` added to the loose letters from `start` on."""
        return self._changed(t, "shift", by, start)

    def substituted(self, t: int, xs: tuple[int, ...]) -> int:
        """t with xs in the place of the loose letters 0, 1, ..., the last of xs for 0; those above are lowered."""
        return self._changed(t, "put", xs, 0)

    def closed(self, t: int, letter: int) -> int:
        """t, with its free letter as the bound letter 0; what is loose is raised to make place for it."""
        return self._changed(t, "close", letter, 0)

    def _changed(self, t: int, how: str, x: Any, k: int) -> int:
        """t under k binders more, changed as `shifted`, `substituted` and `closed` say."""
        if self.reach[t] <= k and (how != "close" or x not in self.free[t]):
            return t
        key = (how, t, x, k)
        found = self._substituted.get(key)
        if found is not None:
            return found
        op, *a = self.nodes[t]
        if op == "lam":
            found = self.make(op, a[0], self._changed(a[1], how, x, k + 1))
        elif op == "v":
            found = self.make("b", k, a[1])
        elif op != "b":
            found = self.make(op, *[self._changed(y, how, x, k) for y in a])
        elif how != "put":
            found = self.make(op, a[0] + (x if how == "shift" else 1), a[1])
        elif a[0] >= k + len(x):
            found = self.make(op, a[0] - len(x), a[1])
        else:
            s = x[k - 1 - a[0]]
            if a[1] != self.sorts[s]:
                raise Refused(f"a {self.sorts[s]} is put for a {a[1]}")
            found = self.shifted(s, k, 0)
        if len(self._substituted) > LARGEST:
            raise Declined("too many substitutions")
        self._substituted[key] = found
        return found

    # ---- short names

    def eq(self, a: int, b: int) -> int:
        return self.make("=", a, b)

    def plus(self, a: int, *more: int) -> int:
        """((a + b) + ...)."""
        for b in more:
            a = self.make("+", a, b)
        return a

    def times(self, *factors: int) -> int:
        """a*(b*...)."""
        result = factors[-1]
        for a in reversed(factors[:-1]):
            result = self.make("*", a, result)
        return result

    def minus(self, a: int, b: int) -> int:
        return self.plus(a, self.times(self.number(-1), b))

    def null_of(self, sort: Sort) -> int:
        """0 of the numbers or of a space."""
        return self.number(0) if sort == R else self.make("zeroV", sort)

    def every(self, sort: Sort) -> int:
        """The whole of an index sort, as a range."""
        return self.make("lam", sort, self.make("true"))

    def size(self, sort: Sort) -> int:
        """How many elements an index sort has."""
        return self.make("sum", self.every(sort), self.make("lam", sort, self.number(1)))

    def show(self, t: int, depth: int = 6) -> str:
        """A short text for messages; nothing is decided by it."""
        op, *a = self.nodes[t]
        if op in ("v", "word", "q"):
            return str(a[0])
        if op == "b":
            return f"'{a[0]}"
        if op in LEAVES:
            return str(op)
        if depth == 0:
            return "..."
        if op == "lam":
            return f"\\{self.show(a[1], depth - 1)}"
        parts = [self.show(x, depth - 1) for x in a]
        if len(parts) == 2 and (op in ("and", "or") or not op[0].isalpha()):
            return f"({parts[0]} {op} {parts[1]})"
        return f"{parts[0]}[{parts[1]}]" if op == "ap" else f"{op}({', '.join(parts)})"


# ---- terms as data: the same for equal terms of any two states

Packed = tuple[Node, ...]


def packed(state: State, t: int) -> Packed:
    """The nodes of t, parts before wholes, each once, in the order in which a reader from left to right meets them."""
    rows: list[Node] = []
    places: dict[int, int] = {}

    def place(x: int) -> int:
        if x not in places:
            op, *a = state.nodes[x]
            if op == "q":
                row: Node = ("q", str(a[0]))
            elif op in LEAVES:
                row = (op, *a)
            else:
                row = (op, a[0], place(a[1])) if op == "lam" else (op, *[place(y) for y in a])
            places[x] = len(rows)
            rows.append(row)
        return places[x]

    place(t)
    return tuple(rows)


def unpacked(state: State, rows: Packed, names: dict[str, str]) -> int:
    """The term, its index sorts and spaces renamed."""
    made: list[int] = []
    for op, *a in rows:
        named = 1 if op in ("b", "v", "word") else 0
        if op == "q":
            made.append(state.number(Fraction(a[0])))
        elif op in LEAVES:
            made.append(state.make(op, *a[:named], *(renamed(sort, names) for sort in a[named:])))
        elif op == "lam":
            made.append(state.make(op, renamed(a[0], names), made[a[1]]))
        else:
            made.append(state.make(op, *(made[x] for x in a)))
    return made[-1]
