"""Files: derivations and statements as lines, each a JSON list; reading, accepting and judging them.

A file is a list of sections, each with a head line ["derivation", 2, name] or ["statements", 2, name]. The identity of
a section is the SHA-256 of its lines. A derivation is accepted, rejected (with file, step and reason) or declined (too
large); statements say what has to be proved, refuted or satisfied, and never stand in the file that says how.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

from . import schemas, words
from .steps import Derivation, Lemma
from .terms import OPERATION_TABLE, Declined, O, Packed, Refused, Sort, State, is_index, is_space, packed, unpacked

VERSION = 2
TABLES = sha256(
    "\n".join((str(VERSION), OPERATION_TABLE, words.TABLE, schemas.TABLE, schemas.THEOREMS)).encode()
).hexdigest()
LARGEST_FILE, MEMORY, LONGEST_LINE, NESTED, RECURSION = 1 << 29, 1 << 28, 1 << 20, 2_000, 10_000
_LITERAL = re.compile(r"-?[0-9]{1,1000}(/[0-9]{1,1000})?")
# arguments: s a sequent, t a term, n a name, S a sort, r renamed sorts, p parts, e equations; x* any number of x
STEPS = {
    "assume": "t",
    "disch": "st*",
    "mp": "ss*",
    "gen": "st*",
    "inst": "st*",
    "ax": "nt*",
    "def": "nS*",
    "cite": "nr",
    "ring": "tt",
    "comb": "tpe",
    "same": "sst",
    "ext": "st",
}


def arguments(step: str, length: int) -> str:
    """The kinds of the arguments of a step that has so many."""
    kinds = STEPS[step]
    return kinds[:-2] + kinds[-2] * max(0, length - len(kinds) + 2) if kinds[-1] == "*" else kinds


@dataclass(frozen=True)
class Section:
    """The lines of one derivation or statement list; `where` is for messages."""

    kind: str
    name: str
    where: str
    lines: tuple[bytes, ...]

    @property
    def label(self) -> str:
        return f"{self.name} ({self.where})"

    @property
    def id(self) -> str:
        return sha256(b"\n".join(self.lines)).hexdigest()


@dataclass(frozen=True)
class Result:
    """What became of a derivation: accept, reject or decline."""

    section: Section
    answer: str
    lemma: Lemma | None = None
    refusal: Refused | None = None


# ---- lines


def _refuse(text: str) -> Any:
    raise Refused(f"{text[:50]} has no place in a line")


def _whole(text: str) -> int:
    return int(text) if len(text) < 10 and text[0] != "-" else _refuse(text)


_JSON = json.JSONDecoder(
    parse_int=_whole,
    parse_float=_refuse,
    parse_constant=_refuse,
    object_pairs_hook=lambda pairs: _refuse(str(dict(pairs))),
)


def row(line: bytes) -> list[Any]:
    """A JSON list of short whole numbers, texts and lists; anything else is refused."""
    if len(line) > LONGEST_LINE or (line.count(b"[") > NESTED and not line.startswith(b'["!comb"')):
        raise Declined("the line is too long")
    try:
        result = _JSON.decode(line.decode("ascii"))
    except ValueError as error:
        raise Refused(f"no JSON: {error}") from None
    if not isinstance(result, list) or not result or not isinstance(result[0], str):
        raise Refused("a line is a list that begins with a name")
    return result


def _sort(x: Any) -> Sort:
    return tuple(_sort(y) for y in x) if isinstance(x, list) else x


def _text(x: Any) -> str:
    return x if isinstance(x, str) else _refuse(str(x))


def _list(x: Any, length: int | None = None) -> list[Any]:
    return x if isinstance(x, list) and length in (None, len(x)) else _refuse(str(x))


def literal(x: Any) -> Fraction:
    """-?digits(/digits)?, at most 1000 digits each."""
    if not isinstance(x, str) or not _LITERAL.fullmatch(x):
        raise Refused(f"{str(x)[:50]} is no number")
    above, _, below = x.partition("/")
    if below and not int(below):
        raise Refused("a denominator is 0")
    return Fraction(int(above), int(below or 1))


def sections(data: bytes, where: str) -> list[Section]:
    """The sections of a file, which may be compressed by xz."""
    if data[:6] == b"\xfd7zXZ\x00":
        opened = lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY)
        try:
            data = opened.decompress(data, LARGEST_FILE + 1)
        except lzma.LZMAError as error:
            raise Refused(f"no xz: {error}", file=where) from None
        if len(data) <= LARGEST_FILE and (not opened.eof or opened.unused_data):
            raise Refused("no xz: it is cut off, or goes on", file=where)
    if len(data) > LARGEST_FILE:
        raise Declined("the file is too large", file=where)
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    heads = [k for k, line in enumerate(lines) if line.startswith((b'["derivation"', b'["statements"'))]
    if not heads or heads[0] != 0:
        raise Refused("the first line is no head", file=where)
    found = []
    for start, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        try:
            kind, version, name = _list(row(lines[start]), 3)
            if kind not in ("derivation", "statements") or version != VERSION or type(version) is not int:
                raise Refused(f"a {kind} of version {version}; this is version {VERSION}")
            found.append(Section(kind, _text(name), f"{where} line {start + 1}", tuple(lines[start:end])))
        except Refused as error:
            raise Refused(error.reason, file=f"{where} line {start + 1}") from None
    return found


class _Terms:
    """Makes the terms of lines; a line names earlier terms by how far they are back."""

    def __init__(self) -> None:
        self.state = State()
        self.made: list[int] = []

    def at(self, k: Any) -> int:
        """The term that stands k places back; 1 is the last."""
        if type(k) is not int or not 1 <= k <= len(self.made):
            raise Refused(f"there is no term {str(k)[:50]} back")
        return self.made[-k]

    def add(self, op: str, a: Sequence[Any]) -> None:
        state = self.state
        if op == "q":
            t = state.number(literal(*_list(a, 1)))
        elif op == "v":
            name, sort = _list(a, 2)
            t = state.letter(name, _sort(sort))
        elif op == "b":
            k, sort = _list(a, 2)
            if type(k) is not int:
                raise Refused(f"no such b: {str(k)[:50]}")
            t = state.make("b", k, _sort(sort))
        elif op in ("zeroV", "dim", "word"):
            t = state.make(op, *map(_sort, a))
        elif op == "lam":
            sort, body = _list(a, 2)
            t = state.make("lam", _sort(sort), self.at(body))
        else:
            t = state.make(op, *map(self.at, a))
        self.made.append(t)


class Steps(_Terms):
    """Makes the sequents of lines that begin with !."""

    def __init__(self, library: Any) -> None:
        super().__init__()
        self.derivation = Derivation(self.state, library)
        self.read: dict[str, Callable[[Any], Any]] = {
            "s": self._sequent,
            "t": self.at,
            "n": _text,
            "S": _sort,
            "r": lambda x: self._names(_list(x)),
            "p": lambda x: [self._part(*_list(y, 3)) for y in _list(x)],
            "e": lambda x: [(self.at(_list(y, 2)[0]), self._sequent(y[1])) for y in _list(x)],
        }

    def line(self, line: bytes) -> None:
        op, *a = row(line)
        if op[:1] == "!":
            self.step(op[1:], a)
        else:
            self.add(op, a)

    def lemma(self) -> Lemma:
        """The last sequent."""
        if not self.derivation.sequents:
            raise Refused("there is no step")
        hypotheses, formula = self.derivation.sequents[-1]
        rows = sorted((packed(self.state, h) for h in hypotheses), key=str)
        return Lemma(tuple(rows), packed(self.state, formula), frozenset(self.derivation.rests_on))

    def step(self, name: str, a: list[Any]) -> None:
        if name not in STEPS:
            raise Refused(f"there is no step {name[:50]}")
        kinds = arguments(name, len(a))
        if len(kinds) != len(a):
            raise Refused(f"{name} takes {len(kinds)} arguments, not {len(a)}")
        make = getattr(self.derivation, "define" if name == "def" else name)
        make(*[self.read[k](x) for k, x in zip(kinds, a, strict=True)])

    def _sequent(self, k: Any) -> int:
        made = len(self.derivation.sequents)
        if type(k) is not int or not 1 <= k <= made:
            raise Refused(f"there is no sequent {str(k)[:50]} back")
        return made - k

    def _part(self, c: Any, ks: Any, squares: Any) -> tuple[Fraction, list[int], list[int]]:
        return literal(c), [self._sequent(k) for k in _list(ks)], [self.at(s) for s in _list(squares)]

    def _names(self, pairs: list[Any]) -> dict[str, str]:
        names = {_text(_list(pair, 2)[0]): _text(pair[1]) for pair in pairs}
        if len(names) != len(pairs):
            raise Refused("a sort is renamed twice")
        return names


def _checked(section: Section, library: Any) -> Lemma:
    """The last sequent of a derivation; Refused says where it fails."""
    steps = Steps(library)
    try:
        for line in section.lines[1:]:
            steps.line(line)
    except Refused as error:
        error.file, error.step = section.label, len(steps.derivation.sequents)
        raise
    return steps.lemma()


# ---- accepting derivations


@contextmanager
def deep() -> Iterator[None]:
    """Room for deep terms; beyond it, or beyond the memory, the answer is Declined."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, RECURSION))
    try:
        yield
    except (RecursionError, MemoryError):
        raise Declined("too deep, or too large for this machine") from None
    finally:
        sys.setrecursionlimit(limit)


class Checker:
    """Accepts derivations; those that they cite are found by identity among the same sections, and checked first."""

    def __init__(self, all_sections: Iterable[Section]) -> None:
        self.sections = {s.id: s for s in all_sections if s.kind == "derivation"}
        self._results: dict[str, Result] = {}
        self._open: list[str] = []

    def get(self, name: str) -> Lemma | None:
        """What a derivation that is cited proves (the checker is the library of its derivations)."""
        if name in self._open:
            raise Refused(f"derivations cite each other in a circle: {name}")
        if name not in self.sections:
            return None
        result = self.result(name)
        if result.answer == "decline":
            raise Declined(f"the derivation {name} is declined")
        return result.lemma

    def result(self, name: str) -> Result:
        if name not in self._results:
            section = self.sections[name]
            self._open.append(name)
            try:
                with deep():
                    self._results[name] = Result(section, "accept", _checked(section, self))
            except Refused as error:
                error.file = error.file or section.label
                answer = "decline" if isinstance(error, Declined) else "reject"
                self._results[name] = Result(section, answer, refusal=error)
            finally:
                self._open.pop()
        return self._results[name]

    def results(self) -> list[Result]:
        return [self.result(name) for name in self.sections]


# ---- judging statements

_KINDS = ("claim", "refute", "satisfy")  # to be proved, refuted, shown to hold somewhere


@dataclass(frozen=True)
class Statement:
    """What has to be shown: a closed formula, and the sorts that occur in it."""

    kind: str
    name: str
    formula: Packed

    @property
    def hash(self) -> str:
        """Of the formula, the tables that give it its meaning and the version of the core."""
        return sha256(json.dumps([TABLES, self.formula]).encode()).hexdigest()


def statements(section: Section) -> list[Statement]:
    """The statements of a section."""
    terms, found = _Terms(), []
    for line in section.lines[1:]:
        try:
            op, *a = row(line)
            if op not in _KINDS:
                terms.add(op, a)
                continue
            name, k = _list(a, 2)
            t = terms.at(k)
            state = terms.state
            if state.sorts[t] != O or state.loose[t] or state.free[t]:
                raise Refused(f"the statement {name} is no closed formula")
            found.append(Statement(op, _text(name), packed(state, t)))
        except Refused as error:
            error.file = section.where
            raise
    return found


def sorts_in(rows: Packed) -> set[str]:
    """Index sorts and spaces that a term names."""
    found: set[str] = set()
    parts = [part for op, *a in rows for part in (a[1:] if op in ("b", "v", "word") else a)]
    while parts:
        part = parts.pop()
        if isinstance(part, tuple):
            parts += part[1:]
        elif is_index(part) or is_space(part):
            found.add(part)
    return found


def only_sizes(lemma: Lemma, allowed: Collection[str]) -> bool:
    """Whether each hypothesis is card[I] = n or dim[V] = n, n whole and at least 1, once for each of the sorts."""
    found: set[str] = set()
    for rows in lemma.hypotheses:
        state = State()
        t = unpacked(state, rows, {})
        op, *parts = state.nodes[t]
        value = state.nodes[parts[1]] if op == "=" else ("",)
        sorts = sorts_in(rows)
        if value[0] != "q" or len(sorts) != 1:
            return False
        (sort,) = sorts
        size = state.size(sort) if is_index(sort) else state.make("dim", sort)
        n = value[1]
        if t != state.eq(size, state.number(n)) or n.denominator != 1 or n < 1 or sort in found or sort not in allowed:
            return False
        found.add(sort)
    return True


def shows(lemma: Lemma, statement: Statement) -> bool:
    """Whether the last sequent is what the statement asks for."""
    if statement.kind == "claim":
        return not lemma.hypotheses and lemma.formula == statement.formula
    wanted = statement.formula
    if statement.kind == "refute":
        state = State()
        wanted = packed(state, state.make("not", unpacked(state, wanted, {})))
    return lemma.formula == wanted and only_sizes(lemma, sorts_in(statement.formula))


def permitted(path: Path) -> frozenset[str]:
    """Names of schemas, theorems or groups of schemas, one a line; a group stands for its schemas."""
    names: set[str] = set()
    rows = {**schemas.SCHEMAS, **schemas.LITERATURE}
    for line in _bytes(path).decode("ascii", "replace").splitlines():
        members = {line} & set(rows) | {name for name, schema in rows.items() if schema.group == line}
        if not members:
            raise Refused(f"no schema, theorem or group {line!r}", file=str(path))
        names |= members
    return frozenset(names)


def read(path: Path) -> list[Section]:
    return sections(_bytes(path), str(path))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Refused(f"cannot be read: {error.strerror}", file=str(path)) from None
