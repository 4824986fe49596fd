"""Syntax trees as text, for error messages."""

from __future__ import annotations

from verify.kernel.parsing import Tree


def show(tree: Tree) -> str:
    """A syntax tree as text, shortened."""
    return _shown(tree)[:160]


def _shown(tree: Tree) -> str:
    kind = tree[0]
    if kind == "num":
        return str(tree[1])
    if kind == "name":
        return str(tree[1])
    if kind in ("index", "call"):
        opening, closing = ("[", "]") if kind == "index" else ("(", ")")
        return f"{_shown(tree[1])}{opening}{', '.join(map(_shown, tree[2]))}{closing}"
    if kind == "neg":
        return f"-{_shown(tree[1])}"
    if kind == "not":
        return f"not {_shown(tree[1])}"
    if kind == "bind":
        binds = ", ".join(name if scope is None else f"{name} in {_said_range(scope)}" for name, scope in tree[2])
        return f"{tree[1]}({binds}: {_shown(tree[3])})"
    return f"({_shown(tree[1])} {kind} {_shown(tree[2])})"


def _said_range(tree: Tree) -> str:
    if tree[0] == "sort":
        return " ".join(tree[1])
    if tree[0] == "span":
        return f"{_shown(tree[1])}..{_shown(tree[2])}"
    return f"{tree[0]}({_shown(tree[1])})"
