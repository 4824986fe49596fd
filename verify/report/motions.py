"""The motion that refutes a claim: its tokens, its frame, and what every letter of the statement is along it."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, exp, log, sin, sqrt, tanh
from typing import Any

from markupsafe import Markup

from ..counting import counted
from ..kernel.parsing import Tree, parse
from ..kernel.terms import Rejected
from .statements import name, statement


@dataclass(frozen=True)
class Motion:
    """What a reader sees of a motion.

    setting : the numbers of tokens and heads and the frame, in words. where, letters : formulas. image : the tokens in
    the plane of the first two vectors of the frame, as SVG; empty where their formulas are not plain functions of time.
    """

    setting: Markup
    where: tuple[Markup, ...]
    letters: tuple[Markup, ...]
    image: Markup


def motion(entry: Mapping[str, Any]) -> Motion | None:
    """The motion at which a claim of a ledger is proved to fail; None where there is none."""
    data = entry["proof"]["data"] if "proof" in entry else {}
    found = (data.get("refuted") or {}).get("motion")
    if not found:
        return None
    sizes = ", ".join(counted(found.get(f"{word}s", 1), word) for word in ("token", "head"))
    frame = Markup(", ").join(statement(vector) for vector in found["frame"])
    return Motion(
        Markup("{}, in the space with the orthonormal basis {}").format(sizes, frame),
        tuple(statement(text) for text in found.get("where", ())),
        tuple(line for letter, value in found["letters"].items() for line in _lines(letter, value)),
        _image(found),
    )


def _lines(letter: str, value: Any) -> Iterator[Markup]:
    """What a letter stands for; a family has a line for every member, if that is more than another name.

    A whole number is an index, a text a term, a list of lists of texts an operator or a matrix, other lists families.
    """
    if isinstance(value, int):
        yield Markup("{} is number {}").format(name(letter), value + 1)
    elif isinstance(value, str):
        if value != letter.replace("_", ""):
            yield Markup("{} = {}").format(name(letter), statement(value))
    elif all(isinstance(part, list) and part and isinstance(part[0], str) for part in value):
        yield Markup("{} = {}").format(name(letter), Markup(" + ").join(map(_term, value)) or "0")
    else:
        for number, item in enumerate(value, start=1):
            yield from _lines(f"{letter}_{number}", item)


def _term(term: Sequence[str]) -> Markup:
    """number * identity, number * left <left, .>, or number * left <right, .>."""
    number, *sides = term
    factor = Markup("") if number == "1" and sides else _factor(number)
    if not sides:
        return Markup("{} I").format(factor)
    return Markup("{} {} ⟨{}, ·⟩").format(factor, _factor(sides[0]), statement(sides[-1]))


def _factor(text: str) -> Markup:
    return statement(text) if text.isalnum() else Markup("({})").format(statement(text))


_FUNCTIONS = {"exp": exp, "sqrt": sqrt, "sin": sin, "cos": cos, "log": log, "tanh": tanh}
_OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": operator.pow}
_SPAN, _FRAMES, _RADIUS = 6.0, 60, 90


def _image(found: Mapping[str, Any]) -> Markup:
    """The paths of the tokens, each from a ring to a disc; the unit circle beneath."""
    try:
        where = dict(map(_definition, found.get("where", ())))
        moving = [parse(text) for value in found["letters"].values() for text in _texts(value, found["frame"], where)]
        span = _SPAN
        while True:
            times = [span * k / _FRAMES for k in range(_FRAMES + 1)]
            paths = [[complex(_at(tree, t, where, found["frame"])) for t in times] for tree in moving]
            largest = max((abs(z) for path in paths for z in path), default=0.0)
            if largest <= 3:
                break
            span /= 2
    except (Rejected, ArithmeticError, ValueError, KeyError, TypeError, RecursionError):
        return Markup("")
    paths = [path for path in {tuple(path): path for path in paths}.values() if max(abs(z) for z in path) > 0]
    if not any(abs(path[-1] - path[0]) > 1e-6 for path in paths):
        return Markup("")
    scale = _RADIUS / max(1.0, largest)
    lines = Markup("").join(_path([z * scale for z in path]) for path in paths)
    said = "Tokens and vectors in the plane of e1 (to the right) and e2 (upwards), from time 0 (rings)"
    said += f" to {span:.2g} (discs)"
    return Markup(
        '<figure class="picture"><svg viewBox="-100 -100 200 200" width="200" height="200" role="img" aria-label="{}">'
        '<circle r="{:.1f}" fill="none" stroke="currentColor" stroke-opacity=".3"/>{}</svg>'
        "<figcaption>{}. An illustration, not evidence.</figcaption></figure>"
    ).format(said, scale, lines, said)


def _texts(value: Any, frame: Sequence[str], where: Mapping[str, Tree]) -> Iterator[str]:
    """The texts of vectors among what a letter stands for: one, or those of a family."""
    for text in [value] if isinstance(value, str) else value if isinstance(value, list) else ():
        if isinstance(text, str) and isinstance(_at(parse(text), 0.0, where, frame), complex):
            yield text


def _definition(text: str) -> tuple[str, Tree]:
    head, _, body = text.partition(":=")
    return head.strip(), parse(body.strip())


def _at(tree: Tree, t: float, where: Mapping[str, Tree], frame: Sequence[str]) -> Any:
    """A number, or a vector as a complex number: its parts along the first two vectors of the frame."""
    kind, *parts = tree
    if kind == "num":
        return float(parts[0])
    if kind == "name":
        if parts[0] in frame:
            return (1 + 0j, 1j, 0j, 0j)[min(frame.index(parts[0]), 3)]
        return t if parts[0] == "time" else _at(where[parts[0]], t, where, frame)
    if kind == "neg":
        return -_at(parts[0], t, where, frame)
    if kind == "call":
        return _FUNCTIONS[parts[0][1]](_at(parts[1][0], t, where, frame))
    return _OPERATORS[kind](*(_at(part, t, where, frame) for part in parts))


def _path(points: Sequence[complex]) -> Markup:
    line = " ".join(f"{z.real:.1f},{-z.imag:.1f}" for z in points)
    ring, disc = points[0], points[-1]
    return Markup(
        '<polyline points="{}" fill="none" stroke="currentColor" stroke-width="2"/>'
        '<circle cx="{:.1f}" cy="{:.1f}" r="5" fill="none" stroke="currentColor"/>'
        '<circle cx="{:.1f}" cy="{:.1f}" r="4" fill="currentColor"/>'
    ).format(line, ring.real, -ring.imag, disc.real, -disc.imag)
