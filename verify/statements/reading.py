"""A user's statement from a TOML file or a table: parsed, bounded, never executed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.referee.syntax import FUNCTIONS, GrammarError, Node, names, parse
from verify.statements.domains import Domain, StatementError, read_domain, read_rational
from verify.statements.scalars import Scalars, entry_name
from verify.statements.sizes import measured
from verify.statements.statement import Relation, Statement, relations

MAX_BYTES = 64_000
MAX_LINE = 500
MAX_TEXT = 4_000
MAX_VARIABLES = 24
MAX_RELATIONS = 24
MAX_DIGITS = 100
_KEYS = ("title", "variables", "given", "show", "box", "instance", "squares")


def read_file(path: Path) -> Statement:
    """The statement in the TOML file `path`; raises StatementError with one line for whatever is wrong with it."""
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise StatementError(f"cannot be read: {error.strerror}") from error
    if len(content) > MAX_BYTES:
        raise StatementError(f"longer than {MAX_BYTES} bytes")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise StatementError(f"is not text: byte {error.start} is no UTF-8") from error
    # The TOML reader's work grows with the square of a line's dotted keys.
    long = next((n for n, line in enumerate(text.split("\n"), start=1) if len(line) > MAX_LINE), 0)
    if long:
        raise StatementError(f"line {long} is longer than {MAX_LINE} characters")
    try:
        data = tomllib.loads(text, parse_float=str)
    except RecursionError as error:
        raise StatementError("is nested too deeply") from error
    except ValueError as error:
        raise StatementError(f"is not TOML: {' '.join(str(error).split())[:200]}") from error
    return read_table(data)


def read_table(data: Mapping[str, Any]) -> Statement:
    """The statement in a table with `variables`, `show` and, if wanted, `given`, `box`, `title`, `instance`, `squares`.

    >>> read_table({"variables": {"x": "positive"}, "show": "x + 1/x >= 2"}).hypotheses()
    ['x > 0']

    Raises StatementError with one line: the field, the value, what is allowed.
    """
    try:
        return _statement(data)
    except RecursionError as error:
        raise StatementError("an expression is nested too deeply") from error


def _statement(data: Mapping[str, Any]) -> Statement:
    for key in data:
        if key not in _KEYS:
            raise StatementError(f"unknown field {key[:60]!r}; allowed are {', '.join(_KEYS)}")
    domains = _domains(data.get("variables"))
    scalars = Scalars({name: domain.size for name, domain in domains.items()})
    given, show = (tuple(_stated(data.get(key, []), key, scalars)) for key in ("given", "show"))
    if not show:
        raise StatementError("'show' is missing; give a relation such as 'x**2 >= 0', or a list of them")
    title = data.get("title", "")
    if not isinstance(title, str) or len(title) > 300 or not title.isprintable():
        raise StatementError("'title' must be one line of at most 300 characters")
    return Statement(
        title,
        domains,
        given,
        show,
        _box(data.get("box", {}), domains),
        _instance(data.get("instance", {}), domains),
        tuple(_squares(data.get("squares", []), scalars)),
    )


def _domains(data: object) -> dict[str, Domain]:
    if not isinstance(data, dict) or not data:
        raise StatementError("'variables' must be a table with at least one variable, such as x = \"real\"")
    if len(data) > MAX_VARIABLES:
        raise StatementError(f"'variables' has {len(data)} entries; at most {MAX_VARIABLES} are read")
    domains: dict[str, Domain] = {}
    for name, given in data.items():
        if not _is_name(name):
            raise StatementError(
                f"variable {name[:40]!r}: a name is at most 30 letters, digits and single underscores, begins with a "
                "letter, does not end with an underscore, and is no function of the language"
            )
        domains[name] = read_domain(given, name)
    taken = [scalar for name, domain in domains.items() for scalar in domain.scalars(name)]
    twice = next((scalar for scalar in taken if taken.count(scalar) > 1), None)
    if twice:
        raise StatementError(f"variable {twice!r} is also the name of a matrix's entry; rename one of them")
    return domains


def _is_name(name: str) -> bool:
    try:
        node = parse(name) if len(name) <= 30 else None
    except GrammarError:
        return False
    # Names that end with an underscore are what solvers call their own.
    return node == Node("name", name=name) and not name.endswith("_") and name not in FUNCTIONS


def _texts(data: object, where: str) -> list[str]:
    items = [data] if isinstance(data, str) else data
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise StatementError(f"{where!r} is {str(data)[:60]!r}; a text or a list of texts is needed")
    if len(items) > MAX_RELATIONS:
        raise StatementError(f"{where!r} has {len(items)} entries; at most {MAX_RELATIONS} are read")
    for item in items:
        if len(item) > MAX_TEXT:
            raise StatementError(f"{where!r} has an entry of {len(item)} characters; at most {MAX_TEXT} are read")
    return items


def _stated(data: object, where: str, scalars: Scalars) -> Iterator[Relation]:
    for text in _texts(data, where):
        yield from _relations(text, scalars, where)


def _relations(text: str, scalars: Scalars, where: str) -> list[Relation]:
    """The relations of a chain such as 0 < x < 1."""
    try:
        node = _parsed(text)
        if node.kind != "compare":
            raise GrammarError("not a relation; allowed are == != < <= > >= between numbers")
        found = relations(node, scalars)
        for relation in found:
            measured(relation.left)
            measured(relation.right)
        return found
    except GrammarError as error:
        raise _unread(where, text, error) from error


def _unread(where: str, text: str, error: GrammarError) -> StatementError:
    said = str(error) if text[:40] in str(error) else f"{error}, in {text[:80]!r}"
    return StatementError(f"{where}: {' '.join(said.split())}")


def _parsed(text: str) -> Node:
    node = parse(text)
    stack = [node]
    while stack:
        part = stack.pop()
        if part.kind == "number" and len(str(part.value)) > MAX_DIGITS:
            raise GrammarError(f"a number of more than {MAX_DIGITS} digits")
        stack.extend(part.args)
    return node


def _box(data: object, domains: Mapping[str, Domain]) -> dict[str, tuple[Fraction, Fraction]]:
    if not isinstance(data, dict):
        raise StatementError("'box' must be a table such as x = [0, 1]")
    box = {}
    for name, ends in data.items():
        if name not in domains or domains[name].size:
            allowed = ", ".join(known for known, domain in domains.items() if not domain.size)
            raise StatementError(f"box.{name[:40]}: no such number; allowed are {allowed or 'none'}")
        if not isinstance(ends, list) or len(ends) != 2:
            raise StatementError(f"box.{name} is {str(ends)[:60]!r}; two ends such as [0, '1/2'] are needed")
        low, high = (read_rational(end, f"box.{name}") for end in ends)
        if low >= high:
            raise StatementError(f"box.{name} is [{low}, {high}]; the lower end comes first, and the ends differ")
        box[name] = (low, high)
    return box


def _instance(data: object, domains: Mapping[str, Domain]) -> dict[str, Fraction]:
    if not isinstance(data, dict):
        raise StatementError("'instance' must be a table such as x = '1/2'")
    values: dict[str, Fraction] = {}
    for name, given in data.items():
        if name not in domains:
            raise StatementError(f"instance.{name[:40]}: no such variable; allowed are {', '.join(domains)}")
        side = domains[name].size
        if not side:
            values[name] = read_rational(given, f"instance.{name}")
            continue
        if not isinstance(given, list) or [len(row) if isinstance(row, list) else 0 for row in given] != [side] * side:
            raise StatementError(f"instance.{name} must have {side} rows of {side} numbers")
        rows = [[read_rational(entry, f"instance.{name}") for entry in row] for row in given]
        if any(rows[i][j] != rows[j][i] for i in range(side) for j in range(i)):
            raise StatementError(f"instance.{name} is not symmetric")
        values.update({entry_name(name, i, j): rows[i][j] for i in range(side) for j in range(i, side)})
    missing = [scalar for name, domain in domains.items() for scalar in domain.scalars(name) if scalar not in values]
    if values and missing:
        raise StatementError(f"'instance' gives no value for {missing[0]}; give one for every variable")
    return values


def _squares(data: object, scalars: Scalars) -> Iterator[Node]:
    for text in _texts(data, "squares"):
        try:
            node = scalars.number(_parsed(text))
            measured(node)
        except GrammarError as error:
            raise _unread("squares", text, error) from error
        if Relation(node, "==", node).needs() or not names(text):
            raise StatementError(f"squares: {text[:80]!r} is not a polynomial in the variables")
        yield node
