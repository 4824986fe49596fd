"""What motions share: an orthonormal frame, the Euclidean metric, and why it is positive definite."""

from __future__ import annotations

from verify.tactics.build import Tree, have, intro, leaf, rule


def frame(names: list[str]) -> list[str]:
    """The equations of an orthonormal frame."""
    return [f"dot({a}, {b}) == {int(a == b)}" for a in names for b in names if a <= b]


def euclid(names: list[str]) -> list[list[str]]:
    """W = I."""
    return [["1", name, name] for name in names]


def definite(names: list[str]) -> Tree:
    """W = I is positive definite, by coordinates."""
    square = f"dot(q, q) == {' + '.join(f'dot({name}, q)^2' for name in names)}"
    return intro(
        ["q", ""],
        have(
            [("dot(q, q) > 0", rule("positive square", u="q")), square],
            leaf("1: dot(q, q) > 0", f"eq 1: {square}"),
        ),
    )


FRAME, EUCLID, DEFINITE = frame(["e1", "e2"]), euclid(["e1", "e2"]), definite(["e1", "e2"])
