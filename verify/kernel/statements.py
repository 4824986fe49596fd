"""A statement: typed letters, definitions, maps and flows, what is given, and what is to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from .declarations import declare_letters, define
from .definitions import definitions
from .elaboration import Elaborator
from .moments import level, speaks_of_time, under_time
from .parsing import Reader, parse
from .scopes import Scope
from .terms import (
    CONSTANT,
    FORMULA,
    NUMBER,
    RANDOM,
    TOKEN,
    Letter,
    Rejected,
    Sort,
    Term,
    abstract,
    apply,
    fresh,
    make,
    over,
)

FIELDS = ("spaces", "groups", "letters", "where", "maps", "flows", "states", "given", "show")


@dataclass(frozen=True)
class Statement:
    """A statement that was read and typed.

    letters : the declared letters, in order.
    given, show : closed formulas; `show` is a list, of which later ones may use earlier ones.
    """

    scope: Scope
    letters: tuple[Letter, ...]
    given: tuple[Term, ...]
    show: tuple[Term, ...]
    given_texts: tuple[str, ...]
    show_texts: tuple[str, ...]


def read(data: Mapping[str, Any]) -> Statement:
    """The statement written in `data`, whose keys are FIELDS and whose values are lists of texts.

    Raises Rejected with the field and the text that cannot be read.
    """
    if not isinstance(data, Mapping):
        raise Rejected("a statement is an object")
    for name in data:
        if name not in FIELDS:
            raise Rejected(f"statement: no field {str(name)[:40]!r}; allowed are {', '.join(FIELDS)}")
    texts = {name: _texts(data, name) for name in FIELDS}
    scope = Scope(definitions=definitions())
    for kind in ("spaces", "groups"):
        for name in texts[kind]:
            _at(kind, name, lambda name=name: scope.unused(name))
            setattr(scope, kind, (*getattr(scope, kind), name))
    letters: list[Letter] = []
    for text in texts["letters"]:
        letters.extend(_at("letters", text, lambda text=text: declare_letters(text, scope)))
    for name, add in (("where", define), ("maps", _map), ("flows", _flow), ("states", _state)):
        for text in texts[name]:
            _at(name, text, lambda text=text, add=add: add(text, scope))
    given = tuple(_at("given", text, lambda text=text: closed(text, scope)) for text in texts["given"])
    show = tuple(_at("show", text, lambda text=text: closed(text, scope)) for text in texts["show"])
    if not show:
        raise Rejected("statement: 'show' is empty; state what is claimed")
    return Statement(scope, tuple(letters), given, show, texts["given"], texts["show"])


def closed(text: str, scope: Scope) -> Term:
    """A formula that speaks of no single moment."""
    term = Elaborator(scope).formula(parse(text))
    if level(term) != CONSTANT:
        raise Rejected("speaks of a moment: always, at_start or the like is missing")
    return term


def _dynamics(text: str, scope: Scope, kind: str) -> None:
    """`F(X, i) = e on S`; `F[a](X, i) = e on S` is a map for every number a."""
    reader = Reader(text)
    name = reader.name()
    parameters = [reader.name()] if kind == "map" and reader.take("[") else []
    if parameters:
        reader.next("]")
    reader.next("(")
    state = reader.name()
    reader.next(",")
    token = reader.name()
    reader.next(")")
    reader.next("=")
    body = reader.expression()
    reader.next("on")
    manifold = reader.expression()
    reader.end()
    space = scope.space(())
    state_sort: Sort = ("fn", TOKEN, ("vector", space))
    for used in (state, token, *parameters):
        scope.unused(used)
        if [state, token, *parameters].count(used) > 1:
            raise Rejected(f"{used!r} is bound twice")
    whole, letter, numbers = fresh(state, state_sort), fresh(token, TOKEN), [fresh(a, NUMBER) for a in parameters]
    bound = {state: (whole, state_sort), token: (letter, TOKEN), **{n.name: (n, NUMBER) for n in numbers}}
    inner = Elaborator(scope, bound)
    image = inner.check(body, ("vector", space))
    on = Elaborator(scope).check(manifold, ("fn", state_sort, FORMULA))
    if kind == "map" and level(image) != CONSTANT:
        raise Rejected("the body of a map moves; only flows may")
    if level(image) == RANDOM:
        raise Rejected("the body of a flow is random")
    if speaks_of_time(on):
        raise Rejected("the set of a map or flow speaks of time; it is the same at all times")
    if any(under_time(image, read) for read in (whole, *numbers)) or under_time(apply(on, whole), whole):
        raise Rejected("the state is read over time; a map or flow sees it at one time")
    rule = make("fn", over(state_sort), abstract(make("fn", over(TOKEN), abstract(image, letter)), whole))
    made = make(kind, rule, on)
    sort: Sort = (kind, space)
    for number in numbers:
        made, sort = make("fn", over(NUMBER), abstract(made, number)), ("fn", NUMBER, sort)
    scope.declare(name, (made, sort))


_map, _flow = partial(_dynamics, kind="map"), partial(_dynamics, kind="flow")


def _state(text: str, scope: Scope) -> None:
    """`S: A -> u, B -> w`: the tokens of every group at one vector."""
    reader = Reader(text)
    name = reader.name()
    reader.next(":")
    space = scope.space(())
    parts = {}
    while True:
        group = reader.name()
        reader.next("->")
        parts[group] = Elaborator(scope).check(reader.expression(), ("vector", space))
        if not reader.take(","):
            break
    reader.end()
    if tuple(parts) != scope.groups:
        raise Rejected(f"a state names every group once, in the declared order: {', '.join(scope.groups) or 'none'}")
    if any(level(part) != CONSTANT for part in parts.values()):
        raise Rejected("a state moves")
    scope.declare(name, (make("cases", scope.groups, *parts.values()), ("fn", TOKEN, ("vector", space))))


def _texts(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    found = data.get(name, [])
    if isinstance(found, str):
        found = [found]
    if not isinstance(found, (list, tuple)) or not all(isinstance(item, str) for item in found):
        raise Rejected(f"statement: {name!r} is a list of texts")
    return tuple(found)


def _at(name: str, text: str, act: Any) -> Any:
    try:
        return act()
    except Rejected as error:
        raise Rejected(f"{name}: {text[:120]!r}: {error}") from error
    except RecursionError as error:
        raise Rejected(f"{name}: {text[:120]!r}: nested too deeply") from error
