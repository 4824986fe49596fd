"""Prints a theory: one layout for each text, decided here alone."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

from ..kernel.terms import Rejected
from .document import BRANCHING, CLAUSES, PROOFS, PROSE, SETTING, Document, Entry, Field, Step, indent
from .formulas import canonical
from .text import Fault, Text, cuts, halves, items, labelled, split

WIDTH = 120
_REASONS = 44  # the column where short reasons begin
_NAMED = re.compile(r"rule [\w', -]+|lemma \S+|boxes.*")
_ASSIGNED = re.compile(r"(?:^|, )([A-Za-z_]\w*) = ")
_PAUSES = (",", ";", "|", " and", " or", "=>", ":=")


def printed(document: Document) -> str:
    """The file in its one layout; raises Fault where a formula in it cannot be read."""
    parts = [_with_comments(entry) for entry in document.entries]
    text = "\n\n".join(parts)
    if document.tail:
        text += "\n\n" + "\n".join(document.tail)
    return text + "\n"


def _with_comments(entry: Entry) -> str:
    above = [*entry.comments, *([""] if entry.apart else [])]
    return "\n".join([*above, *_entry(entry)])


def formula(text: Text) -> str:
    """A formula in its one spelling; raises Fault where it cannot be read."""
    try:
        return canonical(str(text))
    except Rejected as error:
        raise unreadable(text, error) from error


def unreadable(text: Text, error: object) -> Fault:
    """The fault of a formula, at the word that it is about."""
    word = re.search(r"(?: at|: ) ?'([^']+)'", str(error))
    hint = f"; two blanks stand before {word[1]!r}" if word and word[1] in CLAUSES else ""
    return Fault(text.at(max(0, text.find(word[1])) if word else 0), f"{error}{hint}  in  {text[:100]}")


# the layout of lines
def wrapped(first: str, text: str, column: int, width: int = WIDTH) -> list[str]:
    """`text` behind `first` in as few lines as can be; it goes on at `column`.

    They end outside as many brackets as that allows, and rather at a comma or a connective than within a relation.
    """
    line = first + text
    if len(line) <= width:
        return [line]
    depth, ends, costs = 0, [-1], [0]
    for k, sign in enumerate(line):
        depth += (sign in "([") - (sign in ")]")
        if sign == " " and k >= len(first) + 8 and line[k - 1] not in " -":
            ends.append(k)
            costs.append(4 * depth + 2 * (not line.endswith(_PAUSES, 0, k)))
    ends, costs = [*ends, len(line)], [*costs, 0]
    best = [(0, 0, 0)] * len(ends)  # of what stands behind an end: how many lines, what they cost, minus the next end
    for i in reversed(range(len(ends) - 1)):
        room = ends[i] + 1 + width - (column if i else 0)
        fit = [*takewhile(lambda j: ends[j] <= room, range(i + 1, len(ends)))] or [i + 1]  # noqa: B023 used at once
        best[i] = min((best[j][0] + 1, best[j][1] + costs[j], -j) for j in fit)
    lines, i = [], 0
    while i < len(ends) - 1:
        start, i = i, -best[i][2]
        lines.append(" " * column + line[ends[start] + 1 : ends[i]].strip() if start else line[: ends[i]].rstrip())
    return lines


def _filled(first: str, words: str, column: int) -> list[str]:
    """Prose, as many words a line as there is room for."""
    lines, line, empty = [], first, True
    for word in words.split():
        if not empty and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line, empty = " " * column, True
        line += word if empty else f" {word}"
        empty = False
    return [*lines, line]


def _key(key: str) -> str:
    return f"  {key:<8} "


# entries
def _entry(entry: Entry) -> Iterator[str]:
    if entry.word == "write":
        rows = [_definition(item) for item in entry.definitions]
        for number, row in enumerate(rows):
            yield from wrapped("write  " if not number else " " * 7, row, 11)
        return
    parameters = f"({', '.join(entry.parameters)})" if entry.parameters else ""
    head = f"{entry.word} {entry.name}{parameters}" + (f": {entry.title}" if entry.title else "")
    uses = f"in {', '.join(_use(use) for use in entry.uses)}" if entry.uses else ""
    if uses and len(head) + 8 + len(uses) <= WIDTH:
        yield f"{head}        {uses}"
    else:
        yield from _filled("", head, 6)
        if uses:
            yield from wrapped("        ", uses, 8)
    joined = {"kind", "role"} if entry.field("source") else set()
    for field in entry.fields:
        if field.key in joined:
            continue
        yield from (f"  {line}" for line in field.comments)
        if field.key == "source":
            yield from _source(entry, field)
        else:
            yield from _field(field)


def _source(entry: Entry, field: Field) -> Iterator[str]:
    """Where a claim stands, of what kind it is and what it has to do with its paper, in one line."""
    said = dict(field.sourced)
    for other in filter(None, map(entry.field, ("kind", "role"))):
        yield from (f"  {line}" for line in other.comments)
        said[other.key] = other.prose
    words = [text if name == "source" else f"{name} {text}" for name, text in said.items()]
    yield from _filled(_key("source"), "; ".join(words), 11)


def _use(use: Text) -> str:
    return re.sub(r"\s*,\s*", ", ", str(use))


def _definition(item: Text) -> str:
    parts = halves(item, ":=")
    if parts is None:
        raise item.fault("a name is written NAME := TERM")
    return f"{_blanks(parts[0])} := {formula(parts[1])}"


def _blanks(text: str) -> str:
    return " ".join(text.split())


def _field(field: Field) -> Iterator[str]:
    key = field.key
    if key in (*PROSE, "unseen"):
        yield from _filled(_key(key), field.prose, 11)
    elif key in PROOFS:
        yield from _proof(field)
    elif key in ("instance", "also", "motion"):
        for number, row in enumerate(_rows(field)):
            yield from wrapped(_key(key) if not number else " " * 11, row, 13)
    elif key == "twin":
        yield from _twin(field)
    else:
        yield from _items(key, [_item(key, item) for item in field.items])


def _item(key: str, item: Text) -> str:
    if key in ("let", "write"):
        return _definition(item)
    if key in ("given", "show"):
        label, text = labelled(item)
        return (f"{label}: " if label else "") + formula(text)
    return _blanks(item)


def _items(key: str, items: Iterable[str]) -> Iterator[str]:
    """Items of a field, short ones together."""
    rows: list[str] = []
    for item in items:
        alone = not rows or 11 + len(rows[-1]) + 3 + len(item) > WIDTH
        rows[len(rows) - (not alone) :] = [item if alone else f"{rows[-1]};  {item}"]
    for number, row in enumerate(rows):
        yield from wrapped(_key(key) if not number else " " * 11, row, 13)


def _rows(field: Field) -> list[str]:
    """The values of an instance go on in one line; those of a motion stand in rows."""
    if field.key == "motion":
        return [";  ".join(value(item) for item in items(row)) for row in field.rows]
    return ["; ".join(value(item) for item in field.items)]


def value(item: Text) -> str:
    """One value of an instance or motion, with canonical formulas in its lists."""
    parts = halves(item, ":=")
    if parts is not None:
        return _definition(item)
    parts = halves(item, " = ")
    if parts is None:
        return _blanks(item)
    name, given = parts
    always = "always " if given.startswith("always ") else ""
    return f"{name} = {always}{_valued(given.part(len(always)))}"


def _valued(text: Text) -> str:
    if text.startswith("[") and text.endswith("]"):
        inside = text.part(1, -1)
        return f"[{', '.join(_valued(part) for part in split(inside, ',')) if inside else ''}]"
    return formula(text)


def _twin(field: Field) -> Iterator[str]:
    """What it says, the replacements and the values, as much a line as there is room for."""
    says, pairs, values = twin_parts(field)
    rows = [_blanks(says)]
    for number, pair in enumerate(map(_blanks, pairs)):
        plain = not re.search('[";]', pair + rows[-1].removeprefix(_blanks(says)))
        line = f"{rows[-1]}{'  ' if not number else '; '}{pair}"
        beside = plain and len(rows) == 1 and len(line) + 11 <= WIDTH
        rows[len(rows) - beside :] = [line if beside else pair]
    if values:
        at = "at " + "; ".join(value(item) for item in values)
        beside = len(rows[-1]) + 13 + len(at) <= WIDTH and '"' not in rows[-1].removeprefix(_blanks(says))
        rows[len(rows) - beside :] = [f"{rows[-1]}  {at}" if beside else at]
    for number, row in enumerate(rows):
        yield from wrapped(_key("twin") if not number else " " * 11, row, 13)


def twin_parts(field: Field) -> tuple[Text, list[Text], list[Text]]:
    """What a twin says, its replacements, and its values."""
    if not field.rows:
        raise Fault(field.place, "a twin says in quotes what is changed")
    first, *rows = field.rows
    end = re.match(r'".*?"(?=  |$)|as \S+$', first)
    if end is None:
        raise first.fault("a twin says in quotes what is changed, and goes on behind two blanks")
    says = first.part(0, end.end())
    pairs: list[Text] = []
    values: list[Text] = []
    for number, row in enumerate((first.part(len(says)), *rows)):
        found = re.search(r"(?:^|  )at ", row)
        said = row.part(0, found.start()) if found else row
        pairs += [] if not said else [said] if number else items_of(said)
        values += items(row.part(found.end())) if found else []
    return says, pairs, values


def items_of(text: Text) -> list[Text]:
    """What `;` separates, brackets or not: parts of formulas may have open ones."""
    ends = [found.start() for found in re.finditer(";", text)]
    parts = (text.part(a + bool(a), b) for a, b in zip((0, *ends), (*ends, None), strict=True))
    return list(filter(None, parts))


# proofs
def _proof(field: Field) -> Iterator[str]:
    key, head = field.key, field.head
    if head.startswith(("at ", "as ")):
        at = "at " if head.startswith("at ") else ""
        yield from wrapped(_key(key), at + "; ".join(map(value, items(head.part(len(at))))), 13)
        return
    steps = field.steps
    lines = list(block(steps, 4))
    if head.startswith("where "):
        yield from wrapped(_key(key), "where " + "; ".join(formula(item) for item in items(head.part(6))), 13)
    else:
        name = f"  {key} {_blanks(head)}" if head else f"  {key}"
        first = f"{name}: " if head else _key(key)
        if _first_beside(steps, lines, len(first)):
            yield first + _tight(lines.pop(0))
        else:
            yield name
    yield from lines


def _first_beside(steps: Sequence[Step], lines: Sequence[str], column: int) -> bool:
    """Whether the first line of a proof stands beside its key: it is all, or says what the proof begins with."""
    if not lines or column + len(lines[0]) - 4 > WIDTH or steps[0].comments:
        return False
    whole = len(lines) == 1 or indent(lines[1]) < 8
    return len(lines) == 1 or (whole and steps[0].word in (*SETTING, *BRANCHING, "have"))


def block(steps: Sequence[Step], column: int) -> list[str]:
    """The lines of a proof."""
    lines: list[str] = []
    before: Step | None = None
    if steps and steps[0].word == "show" and not steps[0].clauses:
        beside = _beside(f"show {formula(steps[0].text)}", steps[1:], column, column)
        if beside:
            return [" " * column + comment for comment in steps[0].comments] + beside
    for step in steps:
        lines += [" " * column + comment for comment in step.comments]
        made = _step(step, column)
        first = _tight(made[0])
        if before and _shares(before, step, made) and len(lines[-1]) + 2 + len(first) <= WIDTH:
            lines[-1] += f"; {first}"
            lines += made[1:]
        else:
            lines += made
        bare = step.word in SETTING or (step.word in ("have", "show") and not (step.inner or step.clauses))
        before = step if bare and len(made) == 1 else None
    return lines


def _tight(line: str) -> str:
    return re.sub(" {3,}", "  ", line.strip())


def _shares(before: Step, step: Step, made: Sequence[str]) -> bool:
    """Whether a step may stand behind another one: its reason is seen to be its own, and lists of facts have an end."""
    if step.comments or (len(made) > 1 and step.word not in BRANCHING) or step.word == "show":
        return False
    if step.word in BRANCHING and len(wrapped("", f"{step.word} {_said(step)}", 0)) > 1:
        return False
    if before.word == "show":  # a fact there would be read as another goal
        return step.word in (*SETTING, *BRANCHING)
    if before.word == "have":  # a reason there would be read as that of the fact
        return step.word not in ("reason", "as", "done") and not (step.clauses or step.inner)
    return step.word != "have" or not (before.word == "assume" or ":=" in before.text)


def _beside(head: str, inner: Sequence[Step], column: int, inside: int) -> list[str]:
    """What is shown with the first line of its proof beside it, where there is room.

    It is the whole proof, or says what that of a fact begins with, whose other lines stand `inside`.
    """
    if not inner or inner[0].word in ("reason", "done") or inner[0].comments:
        return []
    first, *more = block(inner, inside)
    begins = inside > column and inner[0].word in (*SETTING, *BRANCHING)
    if "  proof " in first or (more and (not begins or indent(more[0]) > inside + 2)):
        return []
    made = _reasoned(head, [("proof", [_tight(first)])], column)
    return [*made, *more] if len(made) == len(wrapped(" " * column, head, column + 6)) else []


def _step(step: Step, column: int) -> list[str]:
    if step.word in ("have", "reason", "show", "apply"):
        head = {"show": "show ", "apply": "apply "}.get(step.word, "")
        text = _blanks(step.text) if step.word == "apply" else formula(step.text) if step.text else ""
        label = f"{step.label}: " if step.label else ""
        if step.inner and (beside := _beside(f"{label}{text}", step.inner, column, column + 2)):
            return beside
        lines = _reasoned(f"{head}{label}{text}", _reason(step), column)
    else:
        lines = wrapped(" " * column, f"{step.word} {_said(step)}".rstrip(), column + 6)
    if step.inner:
        lines += block(step.inner, column + 2)
    for branch, numbers in zip(step.branches, step.numbers or [()] * len(step.branches), strict=True):
        first, *more = block(branch, column + 2) or [" " * (column + 2) + "done"]
        if first.strip().startswith("-- "):
            comments = [line for line in (first, *more) if line.strip().startswith("-- ")]
            lines += [line[2:] for line in comments]
            first, *more = (first, *more)[len(comments) :]
        lines += [f"{' ' * column}- {_numbered(numbers)}{first.lstrip()}", *more]
    return lines


def _numbered(numbers: Sequence[int]) -> str:
    """What stands before a branch: `3, 5..7: ` for the premises that it proves."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    said = (str(span[0]) + (f"..{span[-1]}" if len(span) > 1 else "") for span in spans)
    return f"{', '.join(said)}: " if spans else ""


def _said(step: Step) -> str:
    """What stands behind the keyword of a step, in its one spelling."""
    word, text = step.word, step.text
    if word in ("witness", "cases", "split", "if") or (word == "unfold" and text != "goal"):
        return formula(text)
    if word == "let" and ":=" in text:
        return "; ".join(_definition(item) for item in items(text))
    if word == "assume":
        return "; ".join(
            (f"{label}: " if label else "") + (str(said) if said.isdigit() else formula(said))
            for label, said in map(labelled, items(text))
        )
    if word == "obtain" and (parts := halves(text, " from ")):
        return f"{_blanks(parts[0])} from {formula(parts[1])}"
    if word == "take" and (found := list(cuts(text, re.compile(" at ")))):
        values = split(text.part(found[-1].end()), " | ")
        return f"{formula(text.part(0, found[-1].start()))} at {' | '.join(map(formula, values))}"
    return _blanks(text)


Clause = tuple[str, list[str]]


def _reason(step: Step) -> list[Clause]:
    """The clauses of a step in their order, each as the parts between its bars."""
    found = []
    for word in CLAUSES:
        if word in step.clauses:
            found.append((word, _CLAUSES[word](step.clauses[word])))
    return found


def _products(text: Text) -> list[str]:
    if text.startswith(("rule ", "lemma ", "boxes ")) or text == "boxes":
        if not _NAMED.fullmatch(named := _blanks(text)):
            raise text.fault(f"the name of a rule or lemma stands here, got {named[:60]!r}")
        return [named]
    return [_product(part) for part in split(text, " | ")]


def _product(text: Text) -> str:
    parts = halves(text, ":") if text.startswith("eq") else None
    if parts is not None:
        cofactor, fact = parts[0].part(2), parts[1]
        return f"eq {formula(cofactor)}: {formula(fact)}" if cofactor and cofactor != "1" else f"eq: {formula(fact)}"
    return "; ".join(f"sq {formula(part.part(3))}" if part.startswith("sq ") else formula(part) for part in items(text))


def assignments(text: Text) -> list[tuple[str, Text]]:
    """`a = TERM, b = TERM`: the names and the terms; raises Fault where one has no name."""
    found = list(cuts(text, _ASSIGNED))
    if not found or found[0].start():
        raise text.fault(f"letters are given as  a = TERM, b = TERM; got {text[:60]!r}")
    ends = [match.start() for match in found[1:]]
    return [(match[1], text.part(match.end(), end)) for match, end in zip(found, (*ends, None), strict=True)]


_CLAUSES: dict[str, Callable[[Text], list[str]]] = {
    "by": _products,
    **dict.fromkeys(("using", "norms", "times"), lambda text: [formula(part) for part in split(text, " | ")]),
    "with": lambda text: [", ".join(f"{name} = {formula(term)}" for name, term in assignments(text))],
    **dict.fromkeys(("new", "spaces"), lambda text: [_blanks(text)]),
}


def _reasoned(text: str, reason: Sequence[Clause], column: int) -> list[str]:
    """A fact and its reason: in one line, or the clauses deeper under it."""
    flat = "  ".join(f"{word} {' | '.join(parts)}" for word, parts in reason)
    if text and flat:
        for gap in (2 if text.startswith("apply ") else max(2, _REASONS - column - len(text)), 2):
            line = f"{' ' * column}{text}{' ' * gap}{flat}"
            if len(line) <= WIDTH:
                return [line]
    lines = wrapped(" " * column, text, column + 6) if text else []
    for word, parts in reason:
        made = _clause(word, parts, column + 4 if lines else column, column)
        if lines and len(made) == 1 and len(lines[-1]) + 2 + len(made[0].strip()) <= WIDTH:
            lines[-1] += f"  {made[0].strip()}"
        else:
            lines += made
    return lines


def _clause(word: str, parts: Sequence[str], first: int, column: int) -> list[str]:
    lines, line = [], f"{' ' * first}{word} "
    for number, part in enumerate(parts):
        if number and len(line) + 3 + len(part) > WIDTH - 2:
            lines.append(f"{line} |")
            line = " " * (column + 6) + part
        else:
            line += f" | {part}" if number else part
        if len(line) > WIDTH - 2:
            *full, line = wrapped("", line, column + 8, WIDTH - 2)
            lines += full
    return [*lines, line]
