"""A lemma in a TOML file: read as syntax trees, bounded, never executed.

What the kernel judges is made from the trees of the user's formulas. Letters keep their names unless those are words of
the kernel; whatever is named here, such as the entries of a matrix, has a name that does not occur in the file.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ..kernel.declarations import definition
from ..kernel.definitions import definitions
from ..kernel.evaluation import evaluated
from ..kernel.instances import read_instance
from ..kernel.parsing import Tree, parse
from ..kernel.scopes import NAME
from ..kernel.showing import written
from ..kernel.statements import FIELDS, Statement, read
from ..kernel.terms import Rejected
from ..kernel.values import meter
from ..kernel.vocabulary import RESERVED, SORT_NAMES, SYNTAX
from .arrays import FUNCTIONS, written_out
from .decrease import decrease
from .notation import Written, norm_of, tree_of
from .trees import fresh, names, renamed
from .words import declared_kinds, expanded, kinds, operator_norm

MAX_BYTES, MAX_LINE = 64_000, 4_000
KEYS = (*FIELDS, "title", "instance", "using", "by", "pieces", "field")
# Words that formulas of a lemma may contain; a letter cannot have such a name.
_WRITTEN = (*SYNTAX, *SORT_NAMES, "unit", "dot", "norm", "abs", "exp", "log", "sqrt", "tanh", "sin", "cos", "pi")
_Found = TypeVar("_Found")
_Said = TypeVar("_Said")


@dataclass(frozen=True)
class Lemma:
    """A lemma: its title, the texts that the kernel reads, the statement they make.

    instance : a point of the author's at which everything given holds; None where there is none.
    using : vectors and numbers whose squares a proof may use. by : claims of the library that it may cite.
    table : what the file says. own : for lines of `data` that are not lines of the file, those they come from.
    """

    title: str
    data: Mapping[str, list[str]]
    statement: Statement
    instance: Mapping[str, Any] | None
    using: tuple[str, ...]
    by: tuple[str, ...]
    table: Mapping[str, Any]
    own: Mapping[str, str]


@dataclass(frozen=True)
class _Line:
    """A line of the file: its text; the name that it defines, if any; its tree, a function of what it binds."""

    text: str
    head: str
    tree: Tree


def read_lemma(path: Path) -> Lemma:
    """The lemma in the file; raises Rejected with one line for whatever is wrong with it."""
    text = ""
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise Rejected(f"longer than {MAX_BYTES} bytes")
        text = content.decode("utf-8-sig")
        # The TOML reader's work grows with the square of a line's dotted keys.
        long = next((n for n, line in enumerate(text.split("\n"), start=1) if len(line) > MAX_LINE), 0)
        if long:
            raise Rejected(f"line {long} is longer than {MAX_LINE} characters")
        data = tomllib.loads(text, parse_float=str)
    except OSError as error:
        raise Rejected(f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Rejected(f"is not text: byte {error.start} is no UTF-8") from error
    except RecursionError as error:
        raise Rejected("is nested too deeply") from error
    except ValueError as error:
        raise Rejected(f"is not TOML: {_cause(text, str(error))}") from error
    return lemma(data, path.stem)


def _cause(text: str, said: str) -> str:
    """What the TOML reader says, or the sign at which it stopped where nobody sees that it is none of TOML."""
    place = re.search(r"at line (\d+), column (\d+)", said)
    if place:
        row, column = map(int, place.groups())
        rest = text.split("\n")[row - 1][column - 1 :].lstrip()
        if rest and not rest[0].isascii():
            return (
                f"line {row}: {rest[0]!r} outside of quotes; names are of a to z, A to Z, digits and _, such as alpha"
            )
    return " ".join(said.split())[:200]


def lemma(data: Mapping[str, Any], name: str) -> Lemma:
    """The lemma that a table says, called `name` where it has no title; raises Rejected where it is none."""
    try:
        return _lemma(data, name)
    except RecursionError as error:
        raise Rejected("is nested too deeply") from error


def _lemma(data: Mapping[str, Any], name: str) -> Lemma:
    title = _checked(data, name)
    table = isinstance(data.get("letters"), Mapping)
    words = _words(data["letters"]) if table else {}
    keys = [key for key in (*FIELDS, "using", "pieces") if key in data and not (table and key == "letters")]
    texts = {key: _texts(key, data[key]) for key in keys}
    known = {**kinds(words), **declared_kinds(*(tuple(texts.get(key, ())) for key in ("letters", "spaces", "groups")))}
    lines = {key: [_at(key, text, partial(act, known)) for text in texts.get(key, [])] for key, act in _READ.items()}
    rates = [
        (_at("field", a, partial(tree_of, kinds=known)), _at("field", b, partial(tree_of, kinds=known)), a, b)
        for a, b in _rates(data)
    ]
    book = _Book(data, words, [line.head for line in lines["where"]])
    trees = [*(line.tree for found in lines.values() for line in found), *(tree for rate in rates for tree in rate[:2])]
    book.add_norms(known, {name for tree in trees for name in names(tree)})
    if book.called or book.made.arrays:
        book.refuse_clashes([*words, *(line.head for line in lines["where"])], texts)

    def judged(key: str) -> list[tuple[str, str]]:
        """The lines of a field as they are judged, each with the line of the file."""
        return [(_at(key, line, book.judged), line.text) for line in lines[key]]

    word = {x: f'{x} = "{said}"' for x, said in words.items()} | {norm_of(x): f"norm({x})" for x in known}
    made = {key: [(text, text) for text in texts.get(key, ())] for key in FIELDS}
    made["letters"] += [(line, word[x]) for x, line in book.made.letters]
    where = [(f"{head} := {_put(value)}", word[x]) for x, head, value in book.made.where]
    made["where"] = [*where, *judged("where")]
    made["given"] = [*((_put(formula), word[x]) for x, formula in book.made.given), *judged("given")]
    made["show"] = judged("show")
    if "pieces" in data:
        before = read({**_firsts(made), "show": ["0 <= 0"]})
        pieces = [_at("pieces", line, lambda line: _opened(book.tree(line.tree))) for line in lines["pieces"]]

        def own_letters(text: str, tree: Tree) -> Tree:
            return _at("field", text, lambda _: book.tree(tree))

        moving = [(said, own_letters(said, a), own_letters(rate, b)) for a, b, said, rate in rates]
        made["show"] = [(line, texts["pieces"][number]) for number, line in decrease(before, pieces, moving)]
    statement = read(_firsts(made))
    instance = book.instance(data.get("instance"))
    if instance is not None:
        meter.start()
        read_instance(statement, instance, evaluated)
    using = tuple(line for line, _ in judged("using"))
    own = {line: mine for pairs in made.values() for line, mine in pairs if line != mine}
    by = tuple(_texts("by", data.get("by", [])))
    return Lemma(title, _firsts(made), statement, instance, using, by, dict(data), own)


class _Book:
    """What the letters of a file are called in the statement, and what their words stand for."""

    def __init__(self, data: Mapping[str, Any], words: Mapping[str, str], heads: Sequence[str]) -> None:
        kernel = {*RESERVED, *definitions()}
        self.words, self.taken = words, {*_names(data), *kernel}
        words_of_kernel = kernel.difference(_WRITTEN) if words else set()
        # a bound letter that is called as a letter of the file is another one
        self.avoid = {*words_of_kernel, *words}
        self.called = {x: self.new(x) for x in (*words, *heads) if x in words_of_kernel}
        self.made = expanded(words, self.called, self.new, self.taken)

    def add_norms(self, letters: Iterable[str], used: Container[str]) -> None:
        """A letter for the norm of every operator of which the file speaks, with what is true of it."""
        for x in (x for x in letters if norm_of(x) in used):
            name = self.called[norm_of(x)] = self.new(f"norm_{x}")
            self.made.letters.append((norm_of(x), f"{name}: number"))
            self.made.given += [(norm_of(x), tree) for tree in operator_norm(self.called.get(x, x), name, self.taken)]

    def new(self, name: str) -> str:
        """A name that nothing has."""
        found = fresh(name, self.taken)
        self.taken.add(found)
        return found

    def refuse_clashes(self, own: Sequence[str], texts: Mapping[str, Sequence[str]]) -> None:
        """Raise Rejected where one name would mean two things."""
        for key in ("maps", "flows", "states"):
            if texts.get(key):
                raise Rejected(f"{key}: letters that are arrays, or words of the language, have no meaning there")
        for name in own:
            if self.made.arrays and name in FUNCTIONS:
                raise Rejected(f"letters: {name!r} is a word of the language of arrays")
        declared = Counter([*own, *texts.get("spaces", ()), *texts.get("groups", ())])
        for name in declared - Counter(set(declared)):
            raise Rejected(f"letters: {name!r} is declared twice")

    def tree(self, own: Tree) -> Tree:
        """A tree of the file in the letters of the statement."""
        return written_out(renamed(own, self.called, self.avoid, self.taken), self.made.arrays)

    def judged(self, line: _Line) -> str:
        """A line as the kernel reads it: that of the file, unless something in it is written otherwise."""
        tree = self.tree(line.tree)
        if tree == line.tree and line.head not in self.called and _is_plain(line):
            return line.text
        bound, body = _opened(tree)
        if not line.head:
            return _put(body)
        head = self.called.get(line.head, line.head)
        return f"{head}({', '.join(bound)}) := {_put(body)}" if bound else f"{head} := {_put(body)}"

    def instance(self, found: Any) -> Mapping[str, Any] | None:
        """An instance of the file in the letters of the statement."""
        if found is None:
            return None
        letters = found.get("letters", {}) if isinstance(found, Mapping) else None
        if not isinstance(letters, Mapping):
            raise Rejected("'instance' is a table, with a table 'letters'")
        if not self.words:
            return dict(found)
        values: dict[str, Any] = {}
        for name, value in letters.items():
            if name not in self.words:
                raise Rejected(f"instance: no letter {str(name)[:40]!r} in the file")
            called = str(self.called.get(name, name))
            if called in self.made.arrays:
                values |= self.made.arrays[called].instance(name, value)
            elif name in self.made.integers:
                if type(value) is not int:
                    raise Rejected(f"instance: {name} is {str(value)[:40]!r}; a whole number is needed")
                values |= dict(zip(self.made.integers[name], (max(value, 0), max(-value, 0)), strict=True))
            else:
                values[called] = value
        return {**found, "letters": values}


def _firsts(made: Mapping[str, Sequence[tuple[str, str]]]) -> dict[str, list[str]]:
    return {key: [line for line, _ in pairs] for key, pairs in made.items() if pairs}


def _put(tree: Tree) -> str:
    """A tree as text, which is read again as that tree."""
    text = written(tree)
    if parse(text) != tree:
        raise Rejected(f"cannot be written down: {text[:120]}")
    return text


def _opened(tree: Tree) -> tuple[list[str], Tree]:
    """What a line binds as a whole, and its body."""
    return ([name for name, _ in tree[2]], tree[3]) if tree[:2] == ("bind", "line") else ([], tree)


def _is_plain(line: _Line) -> bool:
    """Whether the kernel reads a line of the file as what it says."""
    try:
        return (_bound(*definition(line.text)[1:]) if line.head else parse(line.text)) == line.tree
    except Rejected:
        return False


def _formula(known: Mapping[str, str], text: str) -> _Line:
    return _Line(text, "", tree_of(text, known))


def _definition(known: Mapping[str, str], text: str) -> _Line:
    """`c(i) := e`."""
    said, sign, value = text.partition(":=")
    head, bound, _ = definition(f"{said}{sign} 0" if sign else text)
    return _Line(text, head, _bound(bound, tree_of(value, known)))


def _piece(known: Mapping[str, str], text: str) -> _Line:
    """A number, or `for k: e`."""
    reader = Written(text, known)
    bound = []
    if reader.peek() == "for" and reader.peek(2) == ":":
        reader.next()
        bound.append(reader.name())
        if bound[0] in known:
            raise Rejected(f"{bound[0]} is a letter already; another name is needed for a token")
        reader.next(":")
    body = reader.plain(reader.expression())
    reader.end()
    return _Line(text, "", _bound(bound, body))


def _bound(names: Sequence[str], body: Tree) -> Tree:
    return ("bind", "line", tuple((name, None) for name in names), body) if names else body


_READ: dict[str, Callable[[Mapping[str, str], str], _Line]] = {
    **dict.fromkeys(("given", "show", "using"), _formula),
    "where": _definition,
    "pieces": _piece,
}


def _at(key: str, said: _Said, act: Callable[[_Said], _Found]) -> _Found:
    """What comes of a line; what is wrong with it is said with the line."""
    text = said.text if isinstance(said, _Line) else str(said)
    try:
        return act(said)
    except Rejected as error:
        raise Rejected(f"{key}: {text[:120]!r}: {error}") from error
    except RecursionError as error:
        raise Rejected(f"{key}: {text[:120]!r}: nested too deeply") from error


def _checked(data: Mapping[str, Any], name: str) -> str:
    """The title of a table that has the fields it should have."""
    if "variables" in data:
        raise Rejected("'variables' is of an older language; declare [letters], and write abs, max, ^ and A[0, 1]")
    for key in data:
        if key not in KEYS:
            raise Rejected(f"no field {key[:40]!r}; allowed are {', '.join(KEYS)}")
    if ("show" in data) == ("pieces" in data):
        raise Rejected("'show' is missing; state what is claimed, or 'pieces' and their 'field', and not both")
    if ("pieces" in data) != ("field" in data):
        raise Rejected("'pieces' and 'field' go together: functions, and how the letters move")
    title = data.get("title", name)
    if not isinstance(title, str):
        raise Rejected("'title' is a text")
    return title


def _words(letters: Mapping[str, Any]) -> dict[str, str]:
    """The lines of a table of letters, by letter."""
    for name, word in letters.items():
        if name == "inf":
            raise Rejected("letters: inf is infinity, the end of an interval that has none")
        if not NAME.fullmatch(name):
            raise Rejected(f"letters: {name[:40]!r} is no name; one is of a to z, A to Z, digits and _, such as alpha")
        if not isinstance(word, str):
            raise Rejected(f"letters: {name}: a word in quotes is needed, got {str(word)[:40]!r}")
    return dict(letters)


def _rates(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    field = data.get("field", {})
    if not isinstance(field, Mapping) or not all(isinstance(rate, str) for rate in field.values()):
        raise Rejected("'field' is a table that says the rates of letters, each as a text")
    return list(field.items())


def _texts(key: str, found: Any) -> list[str]:
    texts = [found] if isinstance(found, str) else found
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Rejected(f"{key!r} is a text or a list of texts, got {str(found)[:40]!r}")
    return texts


def _names(found: Any) -> Iterator[str]:
    """Whatever could be a name in a table, in whatever place."""
    if isinstance(found, str):
        yield from NAME.findall(found)
    elif isinstance(found, Mapping):
        for key, part in found.items():
            yield from (*_names(key), *_names(part))
    elif isinstance(found, list):
        for part in found:
            yield from _names(part)
