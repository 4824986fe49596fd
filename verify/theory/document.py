"""A file of a theory as it is written: entries, their fields, the steps of their proofs, each with its place.

Read as far as it is asked for: a list of claims needs heads and words only.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from .text import Fault, Place, Text, balanced, cuts, items, joined, labelled, split

CLAUSES = ("by", "using", "norms", "times", "with", "new", "spaces")
PROSE = ("source", "kind", "role", "reading", "repairs", "no_repair", "says", "expected", "argued", "open", "arxiv")
STATED = ("spaces", "groups", "letters", "let", "maps", "flows", "states", "write", "given", "show")
PROOFS = ("first", "proof", "disproof")
KEYS = (*PROSE, *STATED, "instance", "also", "unseen", "motion", "twin", *PROOFS)
HEADS = ("paper", "use", "write", "context", "claim", "lemma")
_ALLOWED = {
    "paper": ("arxiv",),
    "context": (*STATED[:-1], "instance"),
    **dict.fromkeys(("claim", "lemma"), tuple(key for key in KEYS if key != "arxiv")),
}
# a clause stands behind two blanks; one will do where  with a = ...  can be nothing else
_CLAUSE = re.compile(rf"(?:(?<=  )|^)(?:{'|'.join(CLAUSES)})(?= )|(?<= )(?:with|new|spaces)(?= \w+ = )")
_SOURCE = re.compile(r"(?P<source>.*?)(?:; kind (?P<kind>[^;]*))?(?:; role (?P<role>[^;]*))?")
_SEMICOLON = re.compile(";")
_USES = re.compile(r"  +in +(.+)$")
_USED = re.compile(r"\w+(?:\(.*\))?")
_LET = re.compile(r"\w+(?:, *\w+)*")
_NUMBERS = re.compile(r"(\d+(?:\.\.\d+)?(?:, \d+(?:\.\.\d+)?)*): ")
_BULLETS = re.compile(rf"(?:- (?:{_NUMBERS.pattern})?)*")
_COLUMN = "a field begins in column 3, and goes on under its text"
_ALONE = re.compile(r"of (?:given )?\w+")
_OF = re.compile(rf"({_ALONE.pattern}): ")
_OPENINGS = {"proof": ("of ",), "disproof": ("at ", "as ", "where "), "first": ()}
BRANCHING = ("apply", "cases", "split", "both", "groups")
SETTING = ("let", "assume", "enter", "unfold", "witness", "obtain", "take", "left", "right", "absurd", "steps", "if")
WORDS = (*BRANCHING, *SETTING, "show")
_CLOSING = (*BRANCHING, "done", "as", "reason")
_BEGINS = re.compile(rf"(?:{'|'.join((*WORDS, 'as', 'done', *CLAUSES[:4]))})(?= |;|$)")
_BESIDE = re.compile(r"(?<=  )proof ")  # the first line of a proof may stand beside what it proves
_REASON = re.compile(rf"{_CLAUSE.pattern}|{_BESIDE.pattern}")


def near(word: str, words: Iterable[str]) -> str:
    """ "; did you mean ...?" where one of `words` is like `word`."""
    found = difflib.get_close_matches(word, list(words), n=1, cutoff=0.6)
    return f"; did you mean {found[0]!r}?" if found else ""


def indent(line: str) -> int:
    """How many blanks a line begins with."""
    return len(line) - len(line.lstrip(" "))


@dataclass(slots=True)
class Step:
    """A line of a proof. `word` says what it is: a keyword, "have" for a fact, "reason" for an end with a reason.

    text : what stands behind the keyword, before the clauses. clauses : by, using, with ... in order.
    inner : the proof of a fact. branches : the proofs under a step that divides the goal; numbers : of which of its
    parts each is, where that is said. comments : the lines above.
    """

    word: str
    text: Text
    whole: Text
    label: str = ""
    clauses: Mapping[str, Text] = field(default_factory=dict)
    inner: Sequence[Step] = ()
    branches: Sequence[Sequence[Step]] = ()
    numbers: list[Sequence[int]] = field(default_factory=list)
    comments: tuple[str, ...] = ()

    @property
    def closes(self) -> bool:
        """Whether the proof ends with it."""
        return self.word in _CLOSING or (self.word == "show" and bool(self.clauses))


Line = tuple[int, str]


class Field:
    """One field of an entry: its key, and its lines with their numbers."""

    def __init__(self, key: str, lines: list[Line], comments: tuple[str, ...] = ()) -> None:
        self.key, self.lines, self.comments = key, lines, comments

    @property
    def place(self) -> Place:
        """Where the key stands."""
        return self.lines[0][0], 3

    @cached_property
    def prose(self) -> str:
        """The text as one line of words."""
        first, *more = (line for _, line in self.lines)
        return " ".join(" ".join((first[2 + len(self.key) :], *more)).split())

    @cached_property
    def sourced(self) -> dict[str, str]:
        """The words of the field `source`, which may name the kind and the role as well."""
        found = _SOURCE.fullmatch(self.prose)
        return {key: text for key, text in found.groupdict().items() if text} if found else {}

    @cached_property
    def rows(self) -> list[Text]:
        """The rows of the field: a line in its column begins one, a deeper one goes on."""
        number, line = self.lines[0]
        start = 2 + len(self.key)
        first = line[start:]
        column = start + indent(first) if first.strip() else -1
        rows: list[list[tuple[int, int, str, str]]] = []
        if column >= 0:
            rows.append([(number, column + 1, first.strip(), "")])
        for number, line in self.lines[1:]:
            if not line.strip():
                continue
            here = indent(line)
            column = here if column < 0 else column
            if here > column and rows:
                rows[-1].append((number, here + 1, line.strip(), " "))
            else:
                rows.append([(number, here + 1, line.strip(), "")])
        return [joined(row) for row in rows]

    @cached_property
    def items(self) -> list[Text]:
        """What stands in the rows between `;`."""
        return [item for row in self.rows for item in items(balanced(row))]

    @cached_property
    def _opening(self) -> tuple[Text, Text, int]:
        """What a proof says it is of, its first line where that stands beside the key, and how many lines they take."""
        number, line = self.lines[0]
        start = 2 + len(self.key)
        rest = joined([(number, start + 1, line[start:], "")]).part(0)
        if not rest.startswith(_OPENINGS[self.key]):
            return rest.part(0, 0), rest, 1
        if beside := _OF.match(rest):
            return rest.part(0, beside.end(1)), rest.part(beside.end()), 1
        rows = [self.lines[0]]
        for more in self.lines[1:]:
            if indent(more[1]) < 8:
                break
            rows.append(more)
        further = ((n, indent(more) + 1, more.strip(), " ") for n, more in rows[1:])
        head = joined([(number, rest.at()[1], str(rest), ""), *further])
        if head.startswith("of ") and not _ALONE.fullmatch(head):
            raise head.fault(f"written  of LABEL, or  of given LABEL; got {head[:60]!r}")
        return head, rest.part(0, 0), len(rows)

    @property
    def head(self) -> Text:
        """What a proof is of, or what a refutation rests on."""
        return self._opening[0]

    @cached_property
    def steps(self) -> list[Step]:
        """The steps of a proof; raises Fault where they cannot be read."""
        _, first, taken = self._opening
        own = [(first.at()[0], " " * 4 + first)] if first else []
        return _Steps([*own, *self.lines[taken:]], first.at()[1] - 5 if first else 0).read()


@dataclass
class Entry:
    """What begins in column 1: a context, claim or lemma with fields, the names of a file, its paper, or comments."""

    word: str
    lines: list[Line]
    comments: tuple[str, ...] = ()
    apart: bool = False  # whether a blank line stands between the comments and the entry

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.lines[0][0], 1

    @cached_property
    def _heading(self) -> tuple[Text, Text | None, int]:
        """The head without its word, what it says after `in`, and how many lines they take."""
        rows = [self.lines[0]]
        for number, line in self.lines[1:]:
            if indent(line) < 6:
                break
            rows.append((number, line))
        text = joined(
            (n, indent(line) + 1, line.strip(), "  " if line.startswith(" " * 8 + "in ") else " ") for n, line in rows
        )
        rest = text.part(len(self.word))
        found = _USES.search(rest)
        return (rest.part(0, found.start()), rest.part(found.start(1)), len(rows)) if found else (rest, None, len(rows))

    @cached_property
    def name(self) -> Text:
        """The id of a claim, the name of anything else; for a context without its parameters."""
        return self._title[0]

    @property
    def title(self) -> str:
        """What stands behind the name and a colon."""
        return " ".join(self._title[1].split())

    @cached_property
    def _title(self) -> tuple[Text, str]:
        head = self._heading[0]
        name, _, title = head.partition(":")
        name = name.partition("(")[0] if self.word == "context" else name
        return head.part(0, len(name)), title.strip()

    @cached_property
    def parameters(self) -> list[str]:
        """The letters of a context."""
        inside = re.search(r"\(([^)]*)\)$", self._heading[0]) if self.word == "context" else None
        return [part.strip() for part in inside[1].split(",")] if inside else []

    @property
    def uses(self) -> list[Text]:
        """The contexts that it is in."""
        found = split(self._heading[1], ",") if self._heading[1] is not None else []
        for use in found:
            if not _USED.fullmatch(use):
                raise use.fault(f"the name of a context stands here, got {use[:60]!r}")
        return found

    @cached_property
    def definitions(self) -> list[Text]:
        """The items of `write` at the head of a file."""
        number, line = self.lines[0]
        column = 5 + indent(line[5:])
        lines = [(number, "  " + line), *((n, "  " + text) for n, text in self.lines[1:])]
        made = Field("write", lines)
        return [item.like(item) for item in made.items] if column else []

    @cached_property
    def fields(self) -> list[Field]:
        """The fields, in order; raises Fault where a line belongs to none."""
        found: list[Field] = []
        comments: list[str] = []
        allowed = _ALLOWED.get(self.word, ())
        for number, line in self.lines[self._heading[2] :]:
            here = indent(line)
            if not line.strip() and not found:
                continue
            if here == 2 and line.startswith("-- ", 2):
                comments.append(line.strip())
            elif here > 2 or not line.strip():
                least = 4 if found and found[-1].key in PROOFS else 8
                if not found or (line.strip() and here < least):
                    raise Fault((number, here + 1), f"{_COLUMN}, this begins in column {here + 1}")
                found[-1].lines.append((number, line))
            elif here == 2:
                key = line.split()[0]
                if key not in allowed:
                    kinds = f"a {self.word} has {', '.join(allowed)}" if allowed else f"{self.word!r} has no fields"
                    raise Fault((number, 3), f"no field {key!r} here{near(key, allowed)} ({kinds})")
                found.append(Field(key, [(number, line)], tuple(comments)))
                comments = []
            else:
                raise Fault((number, here + 1), f"{_COLUMN}, this begins in column {here + 1}")
        return found

    def field(self, key: str) -> Field | None:
        """The first field of a key."""
        return next((found for found in self.fields if found.key == key), None)


@dataclass
class Document:
    """A file: its entries in order. `file` is its name in messages."""

    file: str
    entries: list[Entry]
    tail: tuple[str, ...] = ()

    def entry(self, *words: str) -> Iterator[Entry]:
        """The entries of some kinds."""
        return (found for found in self.entries if found.word in words)


def read(text: str, file: str = "text") -> Document:
    """The entries of a file; raises Fault where a line belongs to none."""
    entries: list[Entry] = []
    comments: list[str] = []
    blank = False
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            blank = True
            if entries and not comments:
                entries[-1].lines.append((number, ""))
            continue
        if "\t" in line:
            raise Fault((number, line.index("\t") + 1), "a tabulator; only blanks indent")
        if line[0] != " ":
            if line.startswith("--"):
                if not re.match(r"--( |$)", line):
                    raise Fault((number, 1), 'a comment begins with "-- "')
                comments.append(line.rstrip())
            else:
                word = line.split()[0]
                if word not in HEADS:
                    raise Fault(
                        (number, 1), f"{word!r} begins nothing{near(word, HEADS)} (allowed are {', '.join(HEADS)})"
                    )
                entries.append(Entry(word, [(number, line.rstrip())], tuple(comments), bool(comments) and blank))
                comments = []
        elif comments or not entries:
            raise Fault((number, indent(line) + 1), "this belongs to no claim, lemma or context")
        else:
            entries[-1].lines.append((number, line.rstrip()))
        blank = False
    return Document(file, entries, tuple(comments))


class _Steps:
    """The lines of one proof, read from the top; `shift` is how far right the first line stands."""

    def __init__(self, lines: Sequence[Line], shift: int = 0) -> None:
        self._rows: list[tuple[int, Text, tuple[str, ...]]] = []
        self._at = 0
        rows: list[tuple[int, int, tuple[str, ...], list[tuple[int, int, str, str]]]] = []
        comments: list[str] = []
        for place, (number, line) in enumerate(lines):
            said, here = line.strip(), indent(line)
            if not said:
                continue
            if said.startswith("-- "):
                comments.append(said)
                continue
            column = here + 1 + (shift if place == 0 else 0)
            if rows and here >= rows[-1][1] + 4 and not comments:
                between = "  " if said.split(" ", 1)[0] in CLAUSES else " "
                rows[-1][3].append((number, column, said, between))
                continue
            bullets = _BULLETS.match(said)
            inside = here + 2 * bullets[0].count("- ") if bullets else here
            rows.append((here, inside, tuple(comments), [(number, column, said, "")]))
            comments = []
        for here, _, above, pieces in rows:
            self._rows.extend(_several(here, balanced(joined(pieces)), above))

    def read(self) -> list[Step]:
        """All of it."""
        steps = self._block(4)
        if self._at < len(self._rows):
            raise self._misplaced(4)
        return steps

    @property
    def _next(self) -> int:
        """Where the next line begins; -1 where there is none."""
        return self._rows[self._at][0] if self._at < len(self._rows) else -1

    def _misplaced(self, wanted: int) -> Fault:
        here, text, _ = self._rows[self._at]
        if text.startswith("- "):
            return text.fault("a branch, but the step above it does not divide the goal")
        return text.fault(
            f"stands in column {here + 1}, not {wanted + 1}; a proof of the line above stands 2 deeper, a line that"
            " goes on 4 or more"
        )

    def _block(self, column: int) -> list[Step]:
        steps: list[Step] = []
        while self._at < len(self._rows):
            here, text, comments = self._rows[self._at]
            if here < column or (here == column and text.startswith("- ")):
                break
            if here > column:
                raise self._misplaced(column)
            if steps and steps[-1].closes:
                raise text.fault(f"a line after {_named(steps[-1])}, which ends the proof")
            self._at += 1
            step = self._step(text, comments, column, first=not steps)
            steps.append(step)
        return steps

    def _step(self, text: Text, comments: tuple[str, ...], column: int, first: bool) -> Step:
        beside = next(cuts(text, _BESIDE), None)
        step = _read_step(text.part(0, beside.start()) if beside else text, first)
        step.comments = comments
        if beside:
            if step.word not in ("have", "show") or step.clauses:
                raise Fault(text.at(beside.start()), "a proof stands here beside no fact, or beside a reason")
            inside = column + 2 * (step.word == "have")
            self._rows[self._at : self._at] = _several(inside, text.part(beside.end()), ())
        branches: list[Sequence[Step]] = []
        if step.word in BRANCHING:
            while self._next == column and self._rows[self._at][1].startswith("- "):
                _, text, comments = self._rows[self._at]
                numbered = _NUMBERS.match(text, 2)
                self._rows[self._at] = (column + 2, text.part(numbered.end() if numbered else 2), comments)
                branches.append(self._block(column + 2))
                step.numbers.append(_whole_numbers(text.part(2), numbered[1]) if numbered else ())
            step.branches = branches
        elif step.word == "have" and not step.clauses and self._next == column + 2:
            step.inner = self._block(column + 2)
            if not step.inner:
                raise self._misplaced(column)
        return step


def _whole_numbers(text: Text, said: str) -> Sequence[int]:
    """The numbers that `3, 5..7` stands for, in order."""
    found: list[int] = []
    for part in said.split(", "):
        low, _, high = part.partition("..")
        found += range(int(low), min(int(high or low), int(low) + 99) + 1)
    if not found or found != sorted({*found}) or found[0] == 0 or len(found) > 99:
        raise text.fault(f"{said}: the numbers of premises, from 1 on, are said in order, as in  - 2, 4..6: ")
    return tuple(found)


def _named(step: Step) -> str:
    return repr(step.word) if step.word not in ("reason", "show") else "a reason for the goal"


def _several(column: int, text: Text, comments: tuple[str, ...]) -> Iterator[tuple[int, Text, tuple[str, ...]]]:
    """Steps that share a line; the last one alone has a reason, or branches below."""
    bullets = _BULLETS.match(text)
    start, inside = (len(bullets[0]), column + 2 * bullets[0].count("- ")) if bullets else (0, column)
    rest = text.part(start)
    begin, said = 0, comments
    for found in _ends(rest) if ";" in rest else ():
        part = rest.part(begin, found)
        yield (inside, part, said) if begin else (column, text.part(0, start + found), said)
        begin, said = found + 1, ()
    yield (inside, rest.part(begin), said) if begin else (column, text, said)


def _ends(rest: Text) -> Iterator[int]:
    """Where steps that share a line end."""
    reason = next(cuts(rest, _REASON), None)
    begin = 0
    for found in cuts(rest, _SEMICOLON):
        if reason and reason.start() < found.start():
            return
        word, _, said = rest.part(begin, found.start()).partition(" ")
        if word in (*CLAUSES, "apply", "cases", "split", "as"):
            return
        # what is assumed, shown or defined goes on until a word of a step
        lasting = word in ("assume", "show") or (word == "let" and ":=" in said)
        if lasting and not _BEGINS.match(rest.part(found.end())):
            continue
        yield found.start()
        begin = found.end()


def clauses(text: Text, *, headed: bool = False) -> tuple[Text, dict[str, Text]]:
    """What stands before the clauses, and what stands in each; raises Fault for one that is there twice.

    headed : whether something stands before them, as the rule does that is named "by continuity".
    """
    found = [match for match in cuts(text, _CLAUSE) if match.start() or not headed]
    head = text.part(0, found[0].start()) if found else text.part(0)
    said: dict[str, Text] = {}
    for match, following in zip(found, (*found[1:], None), strict=bool(found)):
        if match[0] in said:
            raise Fault(text.at(match.start()), f"{match[0]!r} stands here twice")
        said[match[0]] = text.part(match.end(), following.start() if following else None)
    return head, said


def _read_step(text: Text, first: bool) -> Step:
    word, _, _ = text.partition(" ")
    rest = text.part(len(word))
    if word in ("left", "right", "absurd", "done", "both", "groups"):
        if rest:
            raise rest.fault(f"nothing stands behind {word!r} in its line")
        return Step(word, rest, text)
    if word in ("apply", "show"):
        head, said = clauses(rest, headed=True)
        if word == "show" and not first:
            raise text.fault("'show' says what a branch is about, and stands first in it")
        return _needing(Step(word, head, text, clauses=said))
    if word in ("as", "cases", "split", *SETTING):
        if word == "if" and not first:
            raise text.fault("'if' says of which case a branch is, and stands first in it")
        if word == "let" and ":=" not in rest and not _LET.fullmatch(rest):
            raise rest.fault(f"names stand behind 'let', as in  let a, b  or  let a := TERM; got {rest[:60]!r}")
        if found := next(cuts(rest, _CLAUSE), None):
            raise Fault(rest.at(found.start()), f"no reason stands behind {word!r}")
        return _needing(Step(word, rest, text))
    head, said = clauses(text)
    if not head:
        if not said:
            raise text.fault("a step is missing here")
        return Step("reason", head, text, clauses=said)
    label, formula = labelled(head)
    return Step("have", formula, text, label, said)


def _needing(step: Step) -> Step:
    if not step.text:
        raise step.whole.fault(f"{step.word!r} needs something behind it")
    return step
