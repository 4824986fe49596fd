"""Vectors and matrices of a given size: formulas with them, written out by entries before the kernel reads them.

A positive semidefinite matrix is L L' with L lower triangular (Horn and Johnson, Matrix Analysis, 7.2.9): its letters
are the entries of L, and definitions say what its own entries are. So every value of the letters is such a matrix.
"""

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ..kernel.parsing import Tree
from ..kernel.showing import show
from ..kernel.terms import Rejected

MOST = 4
ARRAY_WORDS = ("'vector 3'", "'matrix 2'", "'matrix 2 x 3'", "'symmetric 3'", "'psd 3'")
_WORD = re.compile(r"(?:(vector|symmetric|psd|matrix) (\d+)|matrix (\d+) x (\d+))")
_ZERO, _ONE = ("num", 0), ("num", 1)


@dataclass(frozen=True)
class Array:
    """A vector or a matrix of a given size: its entries as trees, a list or a list of rows; the letters it is made of.

    factors : of a positive semidefinite matrix the letters of its lower triangular factor, row by row.
    """

    value: Any
    letters: tuple[str, ...]
    definitions: tuple[tuple[str, Tree], ...] = ()
    factors: tuple[tuple[str, ...], ...] = ()

    def instance(self, name: str, found: Any) -> dict[str, Any]:
        """The values of its letters where its entries, or those of its factor, are `found`; raises Rejected."""
        shape = [[("name", x) for x in row] for row in self.factors] or self.value
        values: dict[str, Any] = {}

        def match(part: Any, value: Any) -> None:
            if isinstance(part, tuple):
                if values.setdefault(part[1], value) != value:
                    raise Rejected(f"instance: {name}: a symmetric matrix is needed, got {value!s:.40} beside another")
            elif isinstance(value, list) and len(value) == len(part):
                for one, other in zip(part, value, strict=True):
                    match(one, other)
            else:
                what = "the rows of its lower triangular factor" if self.factors else "its entries"
                raise Rejected(f"instance: {name}: {what} are needed, {len(part)} of them, got {value!s:.40}")

        match(shape, found)
        return values


def array(name: str, word: str, new: Callable[[str], str]) -> Array | None:
    """The array that a word declares; None where it declares none. Raises Rejected for sizes that are not read.

    new : makes a name that nothing has.
    """
    found = _WORD.fullmatch(word)
    if found is None:
        return None
    kind, side, rows, columns = found.groups()
    n, m = (int(side), 0 if kind == "vector" else int(side)) if kind else (int(rows), int(columns))
    if not 1 <= n <= MOST or ((m or kind != "vector") and not 1 <= m <= MOST):
        raise Rejected(f"letters: {name}: a size in {word!r}; allowed are 1 to {MOST}")
    if kind == "vector":
        letters = tuple(new(f"{name}_{i}") for i in range(n))
        return Array([("name", x) for x in letters], letters)
    made: dict[tuple[int, int], str] = {}
    for i, j in itertools.product(range(n), range(m)):
        turned = kind in ("symmetric", "psd") and j < i
        made[i, j] = made[j, i] if turned else new(f"{name}_{i}_{j}")
    value = [[("name", made[i, j]) for j in range(m)] for i in range(n)]
    if kind != "psd":
        return Array(value, tuple(dict.fromkeys(made.values())))
    rows_ = tuple(tuple(new(f"{name}_L{i}{j}") for j in range(i + 1)) for i in range(n))
    entries = tuple(
        (made[i, j], _sum([("*", ("name", x), ("name", y)) for x, y in zip(rows_[i], rows_[j], strict=False)]))
        for i, j in itertools.combinations_with_replacement(range(n), 2)
    )
    return Array(value, tuple(itertools.chain(*rows_)), entries, rows_)


def written_out(tree: Tree, arrays: Mapping[str, Array]) -> Tree:
    """A number or formula without its arrays. Raises Rejected where shapes do not fit."""
    return _scalar(tree, arrays) if arrays else tree


def _scalar(tree: Tree, arrays: Mapping[str, Array]) -> Tree:
    found = _value(tree, arrays)
    if isinstance(found, list):
        raise Rejected(f"a number is needed, got an array: {show(tree)}")
    number: Tree = found
    return number


def _value(tree: Tree, arrays: Mapping[str, Array]) -> Any:
    """A tree without arrays, or a list of them, or a list of rows."""
    kind = tree[0]
    if kind == "num":
        return tree
    if kind == "name":
        return arrays[tree[1]].value if tree[1] in arrays else tree
    if kind == "index":
        return _member(tree, arrays)
    if kind == "call":
        return _called(tree, arrays)
    if kind in ("neg", "not"):
        return _each(lambda x: (kind, x), _value(tree[1], arrays))
    if kind == "bind":
        clash = next((name for name, _ in tree[2] if name in arrays or name in FUNCTIONS), None)
        if clash:
            raise Rejected(f"{clash} is an array, or a word for arrays, and a bound letter")
        binds = tuple((name, scope if scope is None else _scope(scope, arrays)) for name, scope in tree[2])
        return (*tree[:2], binds, _scalar(tree[3], arrays))
    a, b = (_value(part, arrays) for part in tree[1:])
    return _combined(kind, a, b)


def _scope(tree: Tree, arrays: Mapping[str, Array]) -> Tree:
    return tree if tree[0] == "sort" else (tree[0], *(_scalar(part, arrays) for part in tree[1:]))


def _combined(kind: str, a: Any, b: Any) -> Any:
    shapes = _shape(a), _shape(b)
    if shapes == ((), ()):
        return (kind, a, b)
    if kind in ("+", "-", "==") and shapes[0] == shapes[1]:
        entries = [(kind, x, y) for x, y in zip(_flat(a), _flat(b), strict=True)]
        return reduce(lambda x, y: ("and", x, y), entries) if kind == "==" else _shaped(entries, shapes[0])
    if kind == "*" and () in shapes:
        factor, other = (a, b) if shapes[0] == () else (b, a)
        return _each(lambda x: ("*", factor, x), other)
    if kind == "/" and shapes[1] == ():
        return _each(lambda x: ("/", x, b), a)
    raise Rejected(f"no {kind} of {_said(shapes[0])} and {_said(shapes[1])}; a product of matrices is A(B)")


def _member(tree: Tree, arrays: Mapping[str, Array]) -> Any:
    head = _value(tree[1], arrays)
    if not isinstance(head, list):
        return ("index", head, tuple(_scalar(part, arrays) for part in tree[2]))
    for part in tree[2]:
        if not isinstance(head, list) or part[0] != "num" or part[1].denominator != 1 or part[1] >= len(head):
            raise Rejected(f"no entry {show(tree)}; positions are whole numbers from 0")
        head = head[int(part[1])]
    return head


def _called(tree: Tree, arrays: Mapping[str, Array]) -> Any:
    head, args = tree[1], [_value(part, arrays) for part in tree[2]]
    name = head[1] if head[0] == "name" and head[1] not in arrays else ""
    if name == "identity" and len(tree[2]) == 1 and tree[2][0][0] == "num" and 1 <= tree[2][0][1] <= MOST:
        n = int(tree[2][0][1])
        return [[_ONE if i == j else _ZERO for j in range(n)] for i in range(n)]
    if name and not any(isinstance(part, list) for part in args):
        return ("call", head, tuple(args))
    if name in _OF_ARRAYS:
        return _OF_ARRAYS[name](*args)
    if name:
        raise Rejected(f"no {name} of arrays; allowed are {', '.join(_OF_ARRAYS)}, A(x) and A(B)")
    matrix = _value(head, arrays)
    if len(args) != 1 or len(_shape(matrix)) != 2 or not _shape(args[0]) or _shape(matrix)[1] != _shape(args[0])[0]:
        shapes = " and ".join(_said(_shape(part)) for part in (matrix, *args))
        raise Rejected(f"no product of {shapes}: {show(tree)}")
    (right,) = args
    if len(_shape(right)) == 1:
        return [_dot(row, right) for row in matrix]
    return [[_dot(row, column) for column in zip(*right, strict=True)] for row in matrix]


def _dot(*vectors: Any) -> Tree:
    if len(vectors) != 2 or any(len(_shape(list(v))) != 1 for v in vectors) or len(vectors[0]) != len(vectors[1]):
        raise Rejected(f"dot of {' and '.join(_said(_shape(v)) for v in vectors)}; two vectors of one size are needed")
    return _sum([("*", x, y) for x, y in zip(*vectors, strict=True)])


def _norm(*args: Any) -> Tree:
    return ("call", ("name", "sqrt"), (_dot(*args, *args),))


def _softmax(*args: Any) -> list[Tree]:
    if len(args) != 1 or len(_shape(args[0])) != 1:
        raise Rejected("softmax of what is no vector")
    powers: list[Tree] = [("call", ("name", "exp"), (x,)) for x in args[0]]
    return [("/", power, _sum(powers)) for power in powers]


def _trace(*args: Any) -> Tree:
    (a,) = _squares("trace", args)
    return _sum([a[i][i] for i in range(len(a))])


def _transpose(*args: Any) -> Any:
    if len(args) != 1 or len(_shape(args[0])) != 2:
        raise Rejected("transpose of what is no matrix")
    return [list(column) for column in zip(*args[0], strict=True)]


def _det(*args: Any) -> Tree:
    (a,) = _squares("det", args)
    if len(a) == 1:
        return a[0][0]  # type: ignore[no-any-return]
    terms: list[Tree] = []
    for j, entry in enumerate(a[0]):
        minor = _det([[x for k, x in enumerate(row) if k != j] for row in a[1:]])
        terms.append(("*", ("neg", entry) if j % 2 else entry, minor))
    return _sum(terms)


def _squares(name: str, args: Sequence[Any]) -> Sequence[Any]:
    if len(args) != 1 or len(_shape(args[0])) != 2 or len(set(_shape(args[0]))) != 1:
        raise Rejected(f"{name} of what is no square matrix")
    return args


_OF_ARRAYS: dict[str, Callable[..., Any]] = {
    "dot": _dot,
    "norm": _norm,
    "softmax": _softmax,
    "trace": _trace,
    "transpose": _transpose,
    "det": _det,
}
# The words that formulas with arrays have beside those of all formulas.
FUNCTIONS = ("trace", "transpose", "det", "identity")


def _sum(terms: Sequence[Tree]) -> Tree:
    return reduce(lambda x, y: ("+", x, y), terms)


def _each(change: Callable[[Tree], Tree], value: Any) -> Any:
    return [_each(change, part) for part in value] if isinstance(value, list) else change(value)


def _shape(value: Any) -> tuple[int, ...]:
    return (len(value), *_shape(value[0])) if isinstance(value, list) else ()


def _said(shape: tuple[int, ...]) -> str:
    return f"a {' x '.join(map(str, shape))} {'matrix' if len(shape) == 2 else 'vector'}" if shape else "a number"


def _flat(value: Any) -> list[Tree]:
    return [tree for part in value for tree in _flat(part)] if isinstance(value, list) else [value]


def _shaped(entries: list[Tree], shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return entries
    return [entries[i * shape[1] : (i + 1) * shape[1]] for i in range(shape[0])]
