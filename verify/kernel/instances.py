"""Values for all letters of a statement, read from plain data and checked against the sorts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .clock import on_circles, time
from .duals import ONE, ZERO, Dual
from .elaboration import Elaborator
from .parsing import parse
from .scopes import Scope, said
from .signs import is_zero
from .statements import Statement
from .terms import MOVING, NUMBER, RANDOM, SIZE, TOKEN, Letter, Rejected, Sort, Term, fresh
from .values import Number, Undecided, atom, number, of

MAX_SIZE, MAX_DIMENSION, MAX_BITS = 64, 32, 4_000
FIELDS = ("tokens", "heads", "directions", "dim", "angles", "letters")

LAWS = ("uniform_on_sphere", "standard_normal")

Evaluate = Callable[[Term, "Instance", Any], Any]

_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Law:
    """Independent random vectors, one for every token, all of the law `name`, one of LAWS; none of them has a value."""

    name: str

    def __call__(self, token: int) -> Any:
        raise Undecided("random")


@dataclass(frozen=True)
class Moving:
    """The value of a letter that moves: `at` gives it at a moment."""

    at: Callable[[Any], Any]


@dataclass
class Instance:
    """Sizes and values.

    tokens : tokens by group, numbered through from 0 in the declared order of the groups; all of them under "".
    heads, directions : how many there are; 0 where none are given.
    dims : dimension by space.
    angles : functions of time, by a letter for each.
    values : by letter: a Number, a position, a tuple of Numbers, a tuple of rows, a function of positions or Numbers; a
        Moving one.
    """

    tokens: dict[str, range] = field(default_factory=dict)
    heads: int = 0
    directions: dict[str, int] = field(default_factory=dict)
    dims: dict[str, int] = field(default_factory=dict)
    angles: dict[Letter, Moving] = field(default_factory=dict)
    values: dict[Letter, Any] = field(default_factory=dict)

    def positions(self, sort: Sort) -> range:
        """The indices of an index sort. Raises Rejected where the instance gives no number for it."""
        if sort[1] == "token":
            found = self.tokens.get(sort[2], range(0))
        else:
            found = range(self.heads if sort[1] == "head" else self.directions.get(sort[2], 0))
        if not found:
            raise Rejected(f"instance: {sort[1]}s are spoken of, but their number is not given")
        return found

    def dim(self, space: str) -> int:
        """The dimension of a space. Raises Rejected where the instance gives none."""
        if space not in self.dims:
            raise Rejected(f"instance: no dimension{f' of {space}' if space else ''} is given ('dim')")
        return self.dims[space]


def read_instance(statement: Statement, data: Mapping[str, Any], evaluate: Evaluate) -> Instance:
    """The instance written in `data`: {"tokens": 3 or {"A": 2, "B": 1}, "heads": 2, "directions": 3, "dim": 2 or
    {"E": 2, "F": 1}, "angles": {name: [start, rate]}, "letters": {name: value}}.

    A number is an integer or a text such as "1/3" or "log(3)/2"; a vector is a list of numbers; an operator or matrix
    is a list of rows; a family is a list over its index; an index is its position from 0; a function is a text
    "fn(x: ...)", a family over steps {"always": value}.
    A letter that moves is given as a constant or by texts that speak of the `time`, such as "exp(-time)"; these are
    made of continuous functions, and refused where they are not found to be defined at every time from 0. They may
    speak of angles, functions of time that start at a number and whose rate is a smooth function of the points on the
    circle at all angles: such functions exist (Picard and Lindelof, on a compact product of circles).
    Maps and flows have no value; random vectors may have a law, one of LAWS, and are independent.

    Raises Rejected with the place of the first datum that does not fit.
    """
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise Rejected("instance: an object is needed")
    for key in data:
        if key not in FIELDS:
            raise Rejected(f"instance: no field {key[:40]!r}; allowed are {', '.join(FIELDS)}")
    scope = statement.scope
    instance = Instance()
    if "tokens" in data:
        instance.tokens = _tokens(data["tokens"], scope.groups)
    if "heads" in data:
        instance.heads = _whole(data["heads"], "heads", 1, MAX_SIZE)
    spaces = scope.spaces or ("",)
    if "directions" in data:
        instance.directions = _by_name(data["directions"], "directions", spaces)
    if "dim" in data:
        instance.dims = _by_name(data["dim"], "dim", spaces)
    for space in sorted(scope.bases & set(instance.directions)):
        if instance.directions[space] != instance.dims.get(space):
            raise Rejected(f"instance: {instance.directions[space]} directions of {space}; as many as its dimension")
    given = data.get("letters", {})
    if not isinstance(given, Mapping):
        raise Rejected("instance: 'letters' is an object")
    readable = Scope(spaces=scope.spaces, groups=scope.groups)

    def reader(moment: Any) -> _Reader:
        return _Reader(instance, readable, evaluate, moment)

    _angles(data.get("angles", {}), instance, readable, evaluate)
    moving_words = {"time", *(letter.name for letter in instance.angles)}
    names = {letter.name: letter for letter in statement.letters}
    for name in given:
        if name not in names:
            raise Rejected(f"instance: no letter {str(name)[:40]!r} in the statement")
    for name, letter in names.items():
        if letter.level == RANDOM:
            if name in given:
                instance.values[letter] = _law(given[name], letter.sort, name)
        elif letter.sort[0] in ("map", "flow"):
            if name in given:
                raise Rejected(f"instance: {name} is {said(letter.sort)} and has no value")
        elif name not in given:
            raise Rejected(f"instance: no value for {name}: {said(letter.sort)}")
        elif letter.level == MOVING and set(_WORD.findall(repr(given[name]))) & moving_words:
            instance.values[letter] = _moving(reader, given[name], letter.sort, name)
        else:
            instance.values[letter] = reader(None).value(given[name], letter.sort, name)
    return instance


def _moving(reader: Callable[[Any], _Reader], found: Any, sort: Sort, name: str) -> Moving:
    moving = Moving(lambda moment: reader(moment).value(found, sort, name))
    for moment in (ZERO, time()):
        try:
            moving.at(moment)
        except Undecided as error:
            raise Rejected(f"instance: {name} has no value at every time: {error}") from error
    return moving


def _angles(found: Any, instance: Instance, scope: Scope, evaluate: Evaluate) -> None:
    if not isinstance(found, Mapping) or not all(isinstance(a, list) and len(a) == 2 for a in found.values()):
        raise Rejected("instance: 'angles' has a list of two texts for every name: the start and the rate")
    start = _Reader(instance, scope, evaluate, None)
    begins = {name: start.value(first, NUMBER, name) for name, (first, _) in found.items()}
    letters = {name: fresh(name, NUMBER, MOVING) for name in found}
    for name, letter in letters.items():
        scope.declare(name, letter)
        later = of(atom("angle", name))

        def at(moment: Any, name: str = name, later: Number = later) -> Any:
            if isinstance(moment, Dual):
                return Dual(later, _Reader(instance, scope, evaluate, moment.value).value(found[name][1], NUMBER, name))
            if moment.rational == 0:
                return begins[name]
            if not moment.moves:
                raise Undecided("an angle at a single moment")
            return later

        instance.angles[letter] = Moving(at)
    for name, letter in letters.items():
        try:
            rate = instance.angles[letter].at(Dual(time(), ONE)).slope
        except Undecided as error:
            raise Rejected(f"instance: the rate of {name} has no value: {error}") from error
        if not on_circles(rate):
            raise Rejected(f"instance: the rate of {name} is no function of sines and cosines of the angles")


def _law(found: Any, sort: Sort, name: str) -> Law:
    if sort[:2] != ("fn", TOKEN) or sort[2][0] != "vector":
        raise Rejected(f"instance: {name} is random and has no value")
    if found not in LAWS:
        raise Rejected(
            f"instance: {name} is random and has no value, got {_shown(found)}; a law is {' or '.join(LAWS)}"
        )
    return Law(found)


def _tokens(found: Any, groups: tuple[str, ...]) -> dict[str, range]:
    if not groups:
        return {"": range(_whole(found, "tokens", 1, MAX_SIZE))}
    if not isinstance(found, Mapping) or tuple(sorted(found)) != tuple(sorted(groups)):
        raise Rejected(f"instance: tokens: a number for every group is needed: {', '.join(groups)}")
    ranges, start = {}, 0
    for group in groups:
        size = _whole(found[group], f"tokens of {group}", 1, MAX_SIZE)
        ranges[group] = range(start, start + size)
        start += size
    return {"": range(start), **ranges}


def _by_name(found: Any, name: str, spaces: tuple[str, ...]) -> dict[str, int]:
    if isinstance(found, Mapping):
        if set(found) != set(spaces):
            raise Rejected(f"instance: {name}: a number for every space is needed: {', '.join(spaces)}")
        return {space: _whole(found[space], f"{name} of {space}", 1, MAX_DIMENSION) for space in spaces}
    return dict.fromkeys(spaces, _whole(found, name, 1, MAX_DIMENSION))


def _whole(found: Any, place: str, least: int, most: int) -> int:
    if type(found) is not int or not least <= found <= most:
        raise Rejected(f"instance: {place}: {_shown(found)}; allowed are whole numbers from {least} to {most}")
    return found


def _shown(found: Any) -> str:
    """A datum for a message; never long, whatever it is."""
    if isinstance(found, str):
        return repr(found[:40])
    if isinstance(found, (list, tuple, Mapping)):
        return f"a {'table' if isinstance(found, Mapping) else 'list'} of {len(found)}"
    if isinstance(found, int) and found.bit_length() > 100:
        return f"an integer of {found.bit_length()} binary digits"
    return str(found)[:40]


class _Reader:
    """Reads values of a sort at a moment; `place` names the letter and the position inside it."""

    def __init__(self, instance: Instance, scope: Scope, evaluate: Evaluate, moment: Any) -> None:
        self.instance, self.scope, self.evaluate, self.moment = instance, scope, evaluate, moment

    def value(self, found: Any, sort: Sort, place: str) -> Any:
        """The value of `sort` written as `found`."""
        kind = sort[0]
        if kind in ("number", "size"):
            return self._number(found, place, kind == "size")
        if kind == "index":
            allowed = self.instance.positions(sort)
            return _whole(found, place, allowed.start, allowed.stop - 1)
        if kind == "vector":
            return self._list(found, self.instance.dim(sort[1]), NUMBER, place)
        if kind in ("operator", "matrix"):
            rows = self._list(found, self.instance.dim(sort[-1]), ("vector", sort[1]), place)
            if kind == "operator":
                _check_symmetry(rows, place)
            return rows
        if kind == "fn" and sort[1][0] == "index" and not isinstance(found, str):
            positions = self.instance.positions(sort[1])
            members = self._list(found, len(positions), sort[2], place)
            return dict(zip(positions, members, strict=True)).__getitem__
        if kind == "fn" and sort[1] == SIZE and isinstance(found, Mapping) and set(found) == {"always"}:
            inner = self.value(found["always"], sort[2], place)
            return lambda _: inner
        if kind == "fn" and isinstance(found, str):
            return self._term(found, sort, place)
        raise Rejected(f"instance: {place}: a value of {said(sort)} cannot be written as {_shown(found)}")

    def _list(self, found: Any, length: int, sort: Sort, place: str) -> tuple[Any, ...]:
        if not isinstance(found, (list, tuple)) or len(found) != length:
            what = f"{len(found)} entries" if isinstance(found, (list, tuple)) else _shown(found)
            raise Rejected(f"instance: {place}: a list of {length} is needed, got {what}")
        return tuple(self.value(item, sort, f"{place}[{position}]") for position, item in enumerate(found))

    def _number(self, found: Any, place: str, size: bool) -> Number:
        if type(found) is int and found.bit_length() <= MAX_BITS:
            result = number(found)
        elif isinstance(found, str):
            result = self._term(found, NUMBER, place)
        else:
            raise Rejected(f"instance: {place}: {_shown(found)}; a number is an integer or a text")
        if size and ((q := result.rational) is None or q.denominator != 1 or q < 0):
            raise Rejected(f"instance: {place}: {_shown(found)}; a size is a whole number from 0")
        return result

    def _term(self, text: str, sort: Sort, place: str) -> Any:
        try:
            return self.evaluate(Elaborator(self.scope).check(parse(text), sort), self.instance, self.moment)
        except Rejected as error:
            raise Rejected(f"instance: {place}: {text[:40]!r}: {error}") from error
        except Undecided as error:
            if self.moment is not None:
                raise
            raise Rejected(f"instance: {place}: {text[:40]!r} has no value: {error}") from error


def _check_symmetry(rows: tuple[tuple[Number, ...], ...], place: str) -> None:
    for i, row in enumerate(rows):
        for j in range(i):
            if not is_zero(row[j] - rows[j][i]):
                raise Rejected(f"instance: {place}: not symmetric in row {i}, column {j}; an operator is symmetric")
