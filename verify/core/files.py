"""Files: derivations and statements as lines, each a JSON list; reading, accepting and judging them.

A derivation is accepted, rejected (with file, step and reason) or declined (too large); statements say what has to be
proved, refuted or satisfied, and never stand in the file that says how.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from . import schemas, words
from .steps import Derivation, Lemma
from .terms import NAMED, OPERATION_TABLE, Declined, O, Packed, Refused, Sort, State, is_index, is_space, packed

VERSION = 2
_MEANING = str(VERSION), OPERATION_TABLE, words.TABLE, schemas.TABLE, schemas.THEOREMS
TABLES = sha256("\n".join(_MEANING).encode()).hexdigest()
LARGEST_FILE, MEMORY, LONGEST_LINE, NESTED, RECURSION = 1 << 29, 1 << 28, 1 << 20, 2_000, 10_000
_LITERAL = re.compile(r"-?[0-9]{1,1000}(/(?!0+$)[0-9]{1,1000})?")
# arguments: s a sequent, t a term, n a name, S a sort, r renamed sorts, p parts, e equations; x* any number of x
STEPS = {
    "assume": "t", "disch": "st*", "mp": "ss*", "gen": "st*", "inst": "st*", "ax": "nt*", "def": "nS*", "cite": "nr",
    "ring": "tt", "comb": "tpe", "same": "sst", "ext": "st",
}  # fmt: skip


def arguments(step: str, length: int) -> str:
    """The kinds of the arguments of a step that has so many."""
    kinds = STEPS[step]
    return kinds[:-2] + kinds[-2] * max(0, length - len(kinds) + 2) if kinds[-1] == "*" else kinds


class Section(NamedTuple):
    """The lines of one derivation or statement list; `where` is for messages."""

    kind: str
    name: str
    where: str
    lines: tuple[bytes, ...]

    @property
    def id(self) -> str:
        return sha256(b"\n".join(self.lines)).hexdigest()


class Result(NamedTuple):
    """What became of a derivation: accept, reject or decline."""

    section: Section
    answer: str
    lemma: Lemma | None = None
    refusal: Refused | None = None


@contextmanager
def named(file: str) -> Iterator[None]:
    """What is refused here is refused of this file."""
    try:
        yield
    except Refused as error:
        error.file = error.file or file
        raise


# ---- lines


def _refuse(x: Any) -> Any:
    raise Refused(f"{str(x)[:50]} has no place in a line")


def row(line: bytes) -> list[Any]:
    """A JSON list that begins with a text; whoever reads its parts refuses what is no whole number, text or list."""
    if len(line) > LONGEST_LINE or (line.count(b"[") > NESTED and not line.startswith(b'["!comb"')):
        raise Declined("the line is too long")
    try:
        result = json.loads(line.decode("ascii"))
    except ValueError as error:
        raise Refused(f"no JSON: {error}") from None
    if not isinstance(result, list) or not result or not isinstance(result[0], str):
        raise Refused("a line is a list that begins with a name")
    return result


def _sort(x: Any) -> Sort:
    """A sort, or what else is no term; true and null are refused."""
    return tuple(map(_sort, x)) if isinstance(x, list) else x if type(x) in (str, int) else _refuse(x)


def _text(x: Any) -> str:
    return x if isinstance(x, str) else _refuse(x)


def _list(x: Any, length: int | None = None) -> list[Any]:
    return x if isinstance(x, list) and length in (None, len(x)) else _refuse(x)


def _lists(x: Any, length: int) -> list[list[Any]]:
    return [_list(y, length) for y in _list(x)]


def literal(x: Any) -> Fraction:
    """-?digits(/digits)?, at most 1000 digits each, not all of the latter 0."""
    if not isinstance(x, str) or not _LITERAL.fullmatch(x):
        raise Refused(f"{str(x)[:50]} is no number")
    above, _, below = x.partition("/")
    return Fraction(int(above), int(below or 1))


def sections(data: bytes, where: str) -> list[Section]:
    """The sections of a file, which may be compressed by xz."""
    with named(where):
        if data[:6] == b"\xfd7zXZ\x00":
            data = _decompressed(data)
        if len(data) > LARGEST_FILE:
            raise Declined("the file is too large")
        lines = data.removesuffix(b"\n").split(b"\n")
        heads = [k for k, line in enumerate(lines) if line.startswith((b'["derivation"', b'["statements"'))]
        if heads[:1] != [0]:
            raise Refused("the first line is no head")
    found = []
    for start, end in pairwise([*heads, len(lines)]):
        with named(place := f"{where} line {start + 1}"):
            kind, version, name = _list(row(lines[start]), 3)
            if version != VERSION or type(version) is not int:
                raise Refused(f"a {kind} of version {version}; this is version {VERSION}")
            found.append(Section(kind, _text(name), place, tuple(lines[start:end])))
    return found


def _decompressed(data: bytes) -> bytes:
    opened = lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY)
    try:
        data = opened.decompress(data, LARGEST_FILE + 1)
    except lzma.LZMAError as error:
        raise Refused(f"no xz: {error}") from None
    if len(data) <= LARGEST_FILE and (not opened.eof or opened.unused_data):
        raise Refused("no xz: it is cut off, or goes on")
    return data


def _back(k: Any, made: int, what: str) -> int:
    """The place of what stands k places back; 1 is the last."""
    if type(k) is not int or not 1 <= k <= made:
        raise Refused(f"there is no {what} {str(k)[:50]} back")
    return made - k


class Steps:
    """Makes the terms and the sequents of lines; a line names earlier ones by how far they are back."""

    def __init__(self, library: Any = None) -> None:
        self.state = State()
        self.derivation = Derivation(self.state, library)
        self.made: list[int] = []
        self._simple: Any = {"s": self._sequent, "t": self.at, "n": _text, "S": _sort}

    def at(self, k: Any) -> int:
        return self.made[_back(k, len(self.made), "term")]

    def line(self, line: bytes) -> None:
        op, *a = row(line)
        if op[:1] == "!":
            self.step(op[1:], a)
        else:
            self.add(op, a)

    def add(self, op: str, a: list[Any]) -> None:
        """Makes a term."""
        if op == "q":
            parts: Iterable[Any] = [literal(*_list(a, 1))]
        elif op == "lam":
            sort, body = _list(a, 2)
            parts = _sort(sort), self.at(body)
        else:
            parts = map(_sort if op in NAMED else self.at, a)
        self.made.append(self.state.make(op, *parts))

    def step(self, name: str, a: list[Any]) -> None:
        """Makes a sequent."""
        if name not in STEPS:
            raise Refused(f"there is no step {name[:50]}")
        kinds = arguments(name, len(a))
        if len(kinds) != len(a):
            raise Refused(f"{name} takes {len(kinds)} arguments, not {len(a)}")
        make = getattr(self.derivation, "define" if name == "def" else name)
        make(*[self._argument(k, x) for k, x in zip(kinds, a, strict=True)])

    def lemma(self) -> Lemma:
        """The last sequent."""
        if not self.derivation.sequents:
            raise Refused("there is no step")
        hypotheses, formula = self.derivation.sequents[-1]
        rows = sorted((packed(self.state, h) for h in hypotheses), key=str)
        return Lemma(tuple(rows), packed(self.state, formula), frozenset(self.derivation.rests_on))

    def _sequent(self, k: Any) -> int:
        return _back(k, len(self.derivation.sequents), "sequent")

    def _argument(self, kind: str, x: Any) -> Any:
        if kind in self._simple:
            return self._simple[kind](x)
        if kind == "r":
            names = {_text(old): _text(new) for old, new in _lists(x, 2)}
            return names if len(names) == len(x) else _refuse("a sort that is renamed twice")
        if kind == "p":
            s, t = self._sequent, self.at
            return [(literal(c), [*map(s, _list(ks))], [*map(t, _list(ss))]) for c, ks, ss in _lists(x, 3)]
        return [(self.at(f), self._sequent(k)) for f, k in _lists(x, 2)]


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

    def get(self, name: str) -> Lemma | None:
        """What a derivation that is cited proves (the checker is the library of its derivations)."""
        result = self.result(name) if name in self.sections else None
        if result and result.answer == "decline":
            raise Declined(f"the derivation {name} is declined")
        return result.lemma if result else None

    def result(self, name: str) -> Result:
        if name not in self._results:
            section, steps = self.sections[name], Steps(self)
            self._results[name] = Result(section, "reject")  # until it is read, so that no circle is accepted
            try:
                with deep():
                    for line in section.lines[1:]:
                        steps.line(line)
                    self._results[name] = Result(section, "accept", steps.lemma())
            except Refused as error:
                error.file, error.step = f"{section.name} ({section.where})", len(steps.derivation.sequents)
                answer = "decline" if isinstance(error, Declined) else "reject"
                self._results[name] = Result(section, answer, refusal=error)
        return self._results[name]

    def results(self) -> list[Result]:
        return [self.result(name) for name in self.sections]


# ---- judging statements

_KINDS = ("claim", "refute", "satisfy")  # to be proved, refuted, shown to hold somewhere


class Statement(NamedTuple):
    """What has to be shown: a closed formula, and the sorts that occur in it."""

    kind: str
    name: str
    formula: Packed

    @property
    def hash(self) -> str:
        """Of the formula, the tables that give it its meaning and the version of the core."""
        return sha256(json.dumps([TABLES, self.formula], default=str).encode()).hexdigest()


def statements(section: Section) -> list[Statement]:
    """The statements of a section."""
    terms, found = Steps(), []
    state = terms.state
    with named(section.where):
        for line in section.lines[1:]:
            op, *a = row(line)
            if op not in _KINDS:
                terms.add(op, a)
                continue
            name, k = _list(a, 2)
            t = terms.at(k)
            if state.sorts[t] != O or state.loose[t] or state.free[t]:
                raise Refused(f"the statement {name} is no closed formula")
            found.append(Statement(op, _text(name), packed(state, t)))
    return found


def sorts_in(rows: Packed) -> set[str]:
    """Index sorts and spaces that a term names."""

    def named(sort: Any) -> set[str]:
        if isinstance(sort, tuple):
            return set().union(*map(named, sort[1:]))
        return {sort} if is_index(sort) or is_space(sort) else set()

    return set().union(*(named(x) for op, *a in rows for x in (a[1:] if op in ("b", "v", "word") else a)))


def only_sizes(lemma: Lemma, allowed: Collection[str]) -> bool:
    """Whether each hypothesis is card[I] = n or dim[V] = n, n whole and at least 1, once for each of the sorts."""
    left = set(allowed)
    for rows in lemma.hypotheses:
        state, sorts = State(), sorts_in(rows) & left
        numbers = [row[1] for row in rows if row[0] == "q" and row[1].denominator == 1 and row[1] >= 1]
        if rows not in [packed(state, state.eq(state.size(s), state.number(n))) for s in sorts for n in numbers]:
            return False
        left -= sorts
    return True


def shows(lemma: Lemma, statement: Statement) -> bool:
    """Whether the last sequent is what the statement asks for."""
    if statement.kind == "claim":
        return not lemma.hypotheses and lemma.formula == statement.formula
    wanted = statement.formula
    if statement.kind == "refute":
        wanted = (*wanted, ("not", len(wanted) - 1))
    return lemma.formula == wanted and only_sizes(lemma, sorts_in(statement.formula))


def permitted(path: Path) -> frozenset[str]:
    """Names of schemas, theorems or groups of schemas, one a line; a group stands for its schemas."""
    names: set[str] = set()
    rows = {**schemas.SCHEMAS, **schemas.LITERATURE}
    for line in path.read_text("ascii", "replace").splitlines():
        members = {name for name, schema in rows.items() if line in (name, schema.group)}
        if not members:
            raise Refused(f"{path}: no schema, theorem or group {line!r}")
        names |= members
    return frozenset(names)


def read(path: Path) -> list[Section]:
    return sections(path.read_bytes(), str(path))
