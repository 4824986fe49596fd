"""Formulas as texts: one spelling for each, and names for terms that are written out before the kernel sees them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from ..kernel.parsing import parse
from ..kernel.showing import written
from ..kernel.terms import Rejected
from ..lemmas.notation import SPECIAL, TYPED, Unseen, norm_of, tree_of
from ..lemmas.trees import names as names_of
from ..lemmas.trees import renamed, replaced
from .sums import marked, ranged, summed

Tree = tuple[Any, ...]
Kinds = Callable[[], Mapping[str, str]]
_WORD = re.compile(r"[A-Za-z_]\w*")


@lru_cache(maxsize=100_000)
def canonical(text: str) -> str:
    """A formula or term in its one spelling: as few brackets as can be. Raises Rejected where it cannot be read.

    What is read by what its letters are stays as it is.
    """
    try:
        return " ".join(text.split()) if TYPED.search(text) else written(_read(text))
    except Unseen:
        return " ".join(text.split())


def _read(text: str, kinds: Kinds | None = None) -> Tree:
    """The tree of a text: of the kernel's language, or of what papers write beside it."""
    if not (SPECIAL.search(text) or TYPED.search(text)):
        return parse(text)
    known = kinds() if kinds else {}
    norms = {norm_of(x): norm_name(x) for x in known if norm_name(x) not in known}
    return renamed(tree_of(text, known), norms)


def norm_name(operator: str) -> str:
    """What the letter for the norm of an operator is called."""
    return f"norm_{operator}"


class _Name:
    """What a name stands for: its parameters and its text, read when it is first used, with the names before it."""

    def __init__(self, parameters: Sequence[str], text: str, before: Mapping[str, _Name], kinds: Kinds | None) -> None:
        self.parameters, self._text, self._kinds = tuple(parameters), text, kinds
        self._before = {name: known for name, known in before.items() if name not in parameters}

    @cached_property
    def body(self) -> Tree:
        """The term with the names in it written out."""
        return _expanded(marked(_read(self._text, self._kinds)), self._before, frozenset(self.parameters))

    @cached_property
    def free(self) -> frozenset[str]:
        """The letters that it speaks of, besides its parameters."""
        return _free(self.body) - set(self.parameters)


class Names:
    """Names for terms, with or without parameters; what is written with them is read as if they were written out.

    kinds : what the letters are, where that is known.
    """

    def __init__(self, *outer: Names, kinds: Kinds | None = None) -> None:
        self._kinds = kinds
        self._known: dict[str, _Name] = {}
        for names in outer:
            self._known |= names._known
        self._texts: dict[str, str] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def define(self, text: str) -> None:
        """Add `NAME := TERM` or `NAME(PARAMETERS) := TERM`, in which earlier names may stand.

        Raises Rejected where it is no such thing; the term itself is read at its first use.
        """
        head, sign, body = text.partition(":=")
        found = re.fullmatch(r"([A-Za-z]\w*)(?:\((\w+(?:, *\w+)*)\))?", head.strip())
        if not sign or found is None:
            raise Rejected(f"a name is written NAME := TERM or NAME(a, b) := TERM, got {text[:60]!r}")
        parameters = [part.strip() for part in found[2].split(",")] if found[2] else []
        self._known[found[1]] = _Name(parameters, body.strip(), self._known, self._kinds)
        self._texts = {}

    def expanded(self, text: str) -> str:
        """A formula with the names written out; as it stands where none occurs in it."""
        if self._known.keys().isdisjoint(_WORD.findall(text)) and not (SPECIAL.search(text) or TYPED.search(text)):
            return text
        if text not in self._texts:
            self._texts[text] = written(summed(_expanded(_read(text, self._kinds), self._known, frozenset())))
        return self._texts[text]


def _expanded(tree: Tree, names: Mapping[str, _Name], bound: frozenset[str]) -> Tree:
    kind = tree[0]
    if kind == "num":
        return tree
    if kind == "name":
        return _instance(tree[1], (), names, bound) if tree[1] in names and tree[1] not in bound else tree
    if kind in ("call", "index"):
        arguments = tuple(_expanded(part, names, bound) for part in tree[2])
        head = tree[1]
        named = kind == "call" and head[0] == "name" and head[1] in names and head[1] not in bound
        if named and (names[head[1]].parameters or not arguments):
            return _instance(head[1], arguments, names, bound)
        return (kind, _expanded(head, names, bound), arguments)
    if kind == "bind":
        own = bound | {name for name, _ in tree[2]}
        binds = tuple((name, ranged(where, lambda part: _expanded(part, names, bound))) for name, where in tree[2])
        return (kind, tree[1], binds, _expanded(tree[3], names, own))
    return (kind, *(_expanded(part, names, bound) for part in tree[1:]))


def _instance(name: str, arguments: tuple[Tree, ...], names: Mapping[str, _Name], bound: frozenset[str]) -> Tree:
    found = names[name]
    parameters = found.parameters
    if len(arguments) != len(parameters):
        wanted = f"{name}({', '.join(parameters)})" if parameters else name
        raise Rejected(f"the name is {wanted}, with {len(parameters)} arguments; here it has {len(arguments)}")
    if not bound.isdisjoint(found.free):
        caught = min(found.free & bound)
        raise Rejected(f"the name {name} speaks of {caught}, which is bound here; give it a parameter")
    return _substituted(found.body, dict(zip(parameters, arguments, strict=True))) if arguments else found.body


def _free(tree: Tree) -> frozenset[str]:
    kind = tree[0]
    if kind == "name":
        return frozenset((tree[1],))
    if kind == "num":
        return frozenset()
    if kind in ("call", "index"):
        return frozenset().union(_free(tree[1]), *map(_free, tree[2]))
    if kind == "bind":
        ranges = [part for _, where in tree[2] if where and where[0] != "sort" for part in where[1:]]
        return (_free(tree[3]) - {name for name, _ in tree[2]}).union(*map(_free, ranges))
    return frozenset().union(*map(_free, tree[1:]))


def _substituted(tree: Tree, values: Mapping[str, Tree]) -> Tree:
    """Names replaced by terms; bound letters that occur in the terms are renamed."""
    used = frozenset().union(*map(_free, values.values()))
    return replaced(tree, values, used, {*used, *names_of(tree)})
