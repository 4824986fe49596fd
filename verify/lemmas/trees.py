"""Names in syntax trees: which there are, new ones, and trees in which letters are called otherwise."""

import itertools
from collections.abc import Container, Iterator, Mapping

from ..kernel.parsing import Tree


def names(tree: Tree) -> Iterator[str]:
    """Every name in a tree, bound ones and those of ranges included."""
    if tree[0] == "name":
        yield tree[1]
    elif tree[0] == "bind":
        for name, scope in tree[2]:
            yield name
            yield from () if scope is None else names(scope)
        yield from names(tree[3])
    elif tree[0] == "sort":
        yield from tree[1]
    else:
        for part in tree[1:]:
            for inner in part if isinstance(part, tuple) and part and isinstance(part[0], tuple) else (part,):
                yield from names(inner) if isinstance(inner, tuple) and inner else ()


def fresh(name: str, taken: Container[str]) -> str:
    """The name, or one made from it, that is not taken."""
    tried = itertools.chain((name, f"{name}_"), (f"{name}_{k}" for k in itertools.count(1)))
    return next(other for other in tried if other not in taken)


def renamed(tree: Tree, new: Mapping[str, str], avoid: Container[str] = (), taken: Container[str] = ()) -> Tree:
    """The tree with its letters called otherwise, except inside binders that bind a letter of the same name."""
    return replaced(tree, {name: ("name", other) for name, other in new.items()}, avoid, taken)


def replaced(tree: Tree, values: Mapping[str, Tree], avoid: Container[str] = (), taken: Container[str] = ()) -> Tree:
    """The tree with letters replaced by terms, except inside binders that bind a letter of the same name.

    avoid : names that no letter may be bound under; such a one is bound under a name that is not taken.
    """

    def inner(part: Tree) -> Tree:
        return replaced(part, values, avoid, taken)

    kind = tree[0]
    if kind == "name":
        return values.get(tree[1], tree)
    if kind in ("num", "sort"):
        return tree
    if kind in ("index", "call"):
        return (kind, inner(tree[1]), tuple(map(inner, tree[2])))
    if kind != "bind":
        return (kind, *map(inner, tree[1:]))
    own, binds = dict(values), []
    for name, scope in tree[2]:
        range_ = None if scope is None else replaced(scope, own, avoid, taken)
        other = fresh(name, taken) if name in avoid else name
        own[name] = ("name", other)
        binds.append((other, range_))
    return (kind, tree[1], tuple(binds), replaced(tree[3], own, avoid, taken))
