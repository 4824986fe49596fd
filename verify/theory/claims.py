"""Claims as their texts state them: contexts and names put together, data for the kernel made when it is asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..argument import Argument, argument
from ..claim import Paper, Source
from ..formal import Formal, Variant
from ..kernel.showing import written
from ..kernel.terms import Rejected
from ..lemmas.notation import OPERATOR
from ..lemmas.words import declared_kinds, operator_norm
from ..verdict import Verdict
from .document import STATED, Document, Entry, Field, near, read
from .elaboration import CLAIM_ID, Elaboration, Node
from .formulas import Names, norm_name
from .printer import twin_parts, unreadable
from .text import Fault, Text, halves, items, labelled, split

_FIELDS = {key: key for key in STATED if key != "write"} | {"let": "where"}
_PLACES = ("letters", "spaces", "groups")
_COUNTED = ("tokens", "heads", "directions", "dim")
_WORD = re.compile(r"[A-Za-z_]\w*")
_NORM = re.compile(r"\bnorm_\w+")
_INTEGER = re.compile(r"-?\d+")
_QUOTED = re.compile(r'"(.*)" -> "(.*)"')
_ANGLE = re.compile(r"\s*(\w+) from (.+) at rate (.+)")
_INDEX = re.compile(r"\b(?:token|head)\b")
Lock = Mapping[str, Mapping[str, Any]]


class Section:
    """One file: its contexts, names and claims, with what it sees of other files.

    folder : where what it uses is named from. outer : the files whose contexts and names it may use, nearest last.
    module : what its claims are declared in.
    """

    def __init__(
        self, document: Document, path: Path, folder: Path, lock: str, paper: Paper, outer: list[Section], module: str
    ) -> None:
        self.document, self.path, self.paper, self.outer, self.module = document, path, paper, outer, module
        self.folder, self._lock = folder, lock

    @cached_property
    def lock(self) -> Lock:
        """What was found for what the texts leave out; lines that cannot be read say nothing."""
        found: dict[str, Mapping[str, Any]] = {}
        for line in self._lock.splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if isinstance(entry, dict):
                found.update((name, value) for name, value in entry.items() if isinstance(value, dict))
        return found

    @cached_property
    def contexts(self) -> dict[str, Entry]:
        """The contexts that can be used here, by name."""
        found = {name: entry for section in self.outer for name, entry in section.contexts.items()}
        for entry in self.document.entry("context"):
            found[str(entry.name)] = entry
        return found

    @cached_property
    def names(self) -> Names:
        """The names for terms that can be used in the whole file."""
        names = Names(*(section.names for section in self.outer))
        for entry in self.document.entry("write"):
            for item in entry.definitions:
                _define(names, item)
        return names

    @cached_property
    def claims(self) -> dict[str, TextClaim]:
        """The claims and lemmas, by id; raises Fault where two have one id."""
        found: dict[str, TextClaim] = {}
        try:
            for entry in self.document.entry("claim", "lemma"):
                claim = TextClaim(self, entry)
                if claim.id in found:
                    raise entry.name.fault(f"{claim.id!r} stands above already, in line {found[claim.id].line}")
                found[claim.id] = claim
        except Fault as error:
            error.file = self.document.file
            raise
        return found

    def known(self, name: str) -> TextClaim | None:
        """The claim with this id, or the lemma with this name, of this file or of one that it uses."""
        own = self.claims.get(name) or self.claims.get(f"LEM-{name}")
        return own or next(filter(None, (section.known(name) for section in self.outer)), None)

    def claim(self, name: Text) -> TextClaim:
        """The claim or lemma of this file that a text names."""
        found = self.known(str(name))
        if found is None:
            names = (id.removeprefix("LEM-") for id in self.claims)
            raise name.fault(f"no claim {str(name)!r} in this file{near(name, names)}")
        return found


def _define(names: Names, item: Text) -> None:
    try:
        names.define(item)
    except Rejected as error:
        raise unreadable(item, error) from error


class TextClaim(Formal):
    """A claim whose data are made from its text; asking for them raises Fault where the text is wrong."""

    def __init__(self, section: Section, entry: Entry) -> None:
        name = str(entry.name)
        if entry.word == "claim" and not CLAIM_ID.fullmatch(name):
            raise entry.name.fault(f"the id of a claim is like PAPER-L3.class2, got {name!r}")
        if entry.word == "lemma" and (CLAIM_ID.fullmatch(name) or not re.fullmatch(r"\S+", name)):
            raise entry.name.fault(f"the name of a lemma is in small letters, like top-others, got {name!r}")
        id = name if entry.word == "claim" else f"LEM-{name}"
        said = {"id": id, "module": section.module, "line": entry.place[0], "section": section, "entry": entry}
        for key, value in said.items():
            object.__setattr__(self, key, value)

    section: Section
    entry: Entry

    @property
    def file(self) -> str:
        """The file that it stands in, as it is shown."""
        return self.section.document.file

    @property
    def text(self) -> Path:
        """The file that it stands in."""
        return self.section.path

    # words
    @cached_property
    def words(self) -> Mapping[str, Any]:
        """Title, sentence, source and the like, as far as they are said."""
        said: dict[str, str] = {}
        for field in self.entry.fields:
            if field.key in _WORDS:
                said |= field.sourced if field.key == "source" else {field.key: field.prose}
        words: dict[str, Any] = {"title": self.entry.title} if self.entry.title else {}
        for key, text in said.items():
            words["sentence" if key == "says" else key] = text
        if "source" in words:
            label = said["source"].removesuffix(", reconstructed")
            words["source"] = Source(self.section.paper, label, label != said["source"])
        return words

    @cached_property
    def expected(self) -> Verdict:
        """The pinned verdict."""
        field = self.entry.field("expected")
        if field is None and self.argument:
            return self.argument.verdict
        if field is None:
            return Verdict.OPEN if self.open else Verdict.REFUTED if self.entry.field("disproof") else Verdict.PROVED
        if field.prose not in Verdict.__members__:
            raise Fault(field.place, f"no verdict {field.prose!r}; allowed are {', '.join(Verdict.__members__)}")
        return Verdict[field.prose]

    @property
    def open(self) -> str:
        """Why nothing is stated, where the claim is left open."""
        field = self.entry.field("open")
        return field.prose if field else ""

    @cached_property
    def also(self) -> Sequence[Mapping[str, Any]]:
        """Further instances; each changes some values of the instance."""
        base = self.instance
        return [self._instance(field.items, base) for field in self.entry.fields if field.key == "also"]

    @cached_property
    def unseen(self) -> str:
        """Why an assumption about motions holds at no instance, where the text says so."""
        field = self.entry.field("unseen")
        return field.prose if field else ""

    @cached_property
    def argument(self) -> Argument | None:
        """The argument that joins other claims to its sentence, where it has one instead of a proof."""
        field = self.entry.field("argued")
        if field is None:
            return None
        found = argument(field.prose)
        if found is None:
            raise Fault(field.place, "an argument is  argued by ID, lemma-name: WORDS, or  argued false by ID: WORDS")
        ids = (name if CLAIM_ID.fullmatch(name) else f"LEM-{name}" for name in found.rests_on)
        return replace(found, rests_on=tuple(ids))

    @property
    def in_words(self) -> bool:
        """Whether there is nothing for the kernel to judge: the claim is open, or argued."""
        return bool(self.open or self.argument)

    def above(self) -> list[str]:
        """The lemmas of its file that stand above it, the nearest first: a search may cite them."""
        ids = list(self.section.claims)
        return [id for id in reversed(ids[: ids.index(self.id)]) if id.startswith("LEM-")]

    # the statement
    @cached_property
    def _fields(self) -> list[Field]:
        """The fields of its contexts, each context once and those that it is in before it, then its own."""
        found: list[Field] = []
        self._gather(self.entry.uses, {}, set(), found)
        return [*found, *self.entry.fields]

    def _gather(self, uses: Sequence[Text], renamed: Mapping[str, str], seen: set[str], found: list[Field]) -> None:
        for use in uses:
            said = _renamed(use, renamed)
            if said in seen:
                continue
            name, _, rest = said.partition("(")
            context = self.section.contexts.get(name)
            if context is None:
                raise use.fault(f"no context {name!r}{near(name, self.section.contexts)}")
            given = [part.strip() for part in rest.removesuffix(")").split(",")] if rest else context.parameters
            if len(given) != len(context.parameters):
                raise use.fault(f"the context {name} has {len(context.parameters)} letters, here are {len(given)}")
            inner = {a: b for a, b in zip(context.parameters, given, strict=True) if a != b}
            seen.add(said)
            self._gather(context.uses, inner, seen, found)
            found.extend(_other(field, inner) for field in context.fields)

    @cached_property
    def _stated(self) -> tuple[dict[str, list[str]], dict[str, str], Names, dict[tuple[str, str], Text], list[str]]:
        """The statement, the facts by label, the names, where each text stands, and the labels of the goals."""
        names = Names(self.section.names, kinds=lambda: self._kinds)
        for field in self._fields:
            if field.key == "write":
                for item in field.items:
                    _define(names, item)
        reading = Elaboration(names, {}, {}, lambda *_: None)
        stated: dict[str, list[str]] = {}
        labels: dict[str, str] = {}
        places: dict[tuple[str, str], Text] = {}
        goals: list[str] = []
        for field in self._fields:
            if field.key not in _FIELDS:
                continue
            key = _FIELDS[field.key]
            for item in field.items:
                label, text = labelled(item) if key in ("given", "show") else ("", item)
                if key in ("given", "show"):
                    made = reading.formula(text)
                else:
                    made = reading.definition(item) if key == "where" else " ".join(item.split())
                if label:
                    if labels.get(label, made) != made:
                        raise item.fault(f"the label {label!r} stands above already, for {labels[label][:60]}")
                    labels[label] = made
                if key == "show":
                    goals.append(label)
                stated.setdefault(key, []).append(made)
                places[key, made] = text
        said = {word for found in stated.values() for text in found for word in _NORM.findall(text)}
        for x in (x for x, kind in self._kinds.items() if kind == OPERATOR and norm_name(x) in said) if said else ():
            if norm_name(x) not in self._kinds:
                stated["letters"].append(f"{norm_name(x)}: number")
                norm = operator_norm(x, norm_name(x), {*self._kinds, norm_name(x)})
                stated["given"] = [*stated.get("given", ()), *map(written, norm)]
        if "show" not in stated:
            raise Fault(
                self.entry.place, f"{self.id} shows nothing; needed is a field 'show', or words with 'argued' or 'open'"
            )
        return stated, labels, names, places, goals

    @cached_property
    def _kinds(self) -> Mapping[str, str]:
        """What its letters are, for formulas that are read by that; nothing where they cannot be read."""
        said = (tuple(" ".join(i.split()) for f in self._fields if f.key == key for i in f.items) for key in _PLACES)
        with suppress(Rejected):
            return declared_kinds(*said)
        return {}

    @property
    def statement(self) -> Mapping[str, Any]:
        """The statement, as the kernel reads it."""
        return self._stated[0]

    @property
    def labels(self) -> Mapping[str, str]:
        """The formulas that have a label in the statement."""
        return self._stated[1]

    @property
    def names(self) -> Names:
        """The names for terms."""
        return self._stated[2]

    def place(self, key: str, text: str) -> Text | None:
        """Where a text of the statement stands."""
        return self._stated[3].get((key, text))

    # proofs
    @cached_property
    def trees(self) -> dict[str, Node]:
        """The trees of its proofs by their names in the lock; a goal without a proof of its own is all to be found."""
        stated, _, _, _, goals = self._stated
        reading = self.reading
        found: dict[str, Node] = {}
        fields = [field for field in self.entry.fields if field.key in ("first", "proof", "disproof")]
        for field in fields:
            if field.key == "disproof" and field.head.startswith(("at ", "as ")):
                if field.steps:
                    raise Fault(field.place, "a refutation by an instance has no steps")
                continue
            name = self._named(field, goals, stated)
            if name in found:
                raise Fault(field.place, f"a second {name.removeprefix(self.id).strip() or 'proof'}")
            found[name] = reading.tree(field.steps, name, Text.of(name, ((0, *field.place),)))
        given = range(1, len(stated.get("given", ())) + 1) if self.entry.field("motion") else ()
        wanted = [f"{self.id} of given {k}" for k in given]
        if any(field.key == "proof" for field in fields) and not self.entry.field("disproof"):
            wanted += self.goals
        for name in wanted:
            if name not in found:
                found[name] = reading.tree([], name, Text.of(name, ((0, *self.entry.place),)))
        return found

    @cached_property
    def reading(self) -> Elaboration:
        """What reads its formulas, with its names and labels."""
        return Elaboration(self.names, self.labels, self.section.lock, self._steps_of)

    @property
    def goals(self) -> list[str]:
        """The names of the proofs of its goals."""
        labels = self._stated[4]
        names = [f"{self.id} of {label or k}" for k, label in enumerate(labels, start=1)]
        return names if len(names) > 1 else [self.id]

    def _named(self, field: Field, goals: Sequence[str], stated: Mapping[str, Sequence[str]]) -> str:
        head = str(field.head)
        if field.key == "first":
            return f"{self.id} first"
        if field.key == "disproof":
            return f"{self.id} disproof" if self.entry.field("motion") else self.id
        if not head:
            if len(goals) > 1:
                wanted = ", ".join(label or str(k) for k, label in enumerate(goals, start=1))
                raise Fault(field.place, f"{len(goals)} goals; say  proof of  one of {wanted}")
            return self.id
        of = head.removeprefix("of ").strip()
        if of.startswith("given "):
            return f"{self.id} of given {self._number(field, of[6:].strip(), stated.get('given', []), self.labels)}"
        number = goals.index(of) + 1 if of in goals else int(of) if of.isdigit() else 0
        if not 0 < number <= len(goals):
            raise field.head.fault(
                f"no goal {of!r}{near(of, goals)}; the goals are {', '.join(filter(None, goals)) or len(goals)}"
            )
        return f"{self.id} of {goals[number - 1] or number}" if len(goals) > 1 else self.id

    def _number(self, field: Field, said: str, given: Sequence[str], labels: Mapping[str, str]) -> int:
        number = given.index(labels[said]) + 1 if labels.get(said) in given else int(said) if said.isdigit() else 0
        if not 0 < number <= len(given):
            raise field.head.fault(f"no hypothesis {said!r}{near(said, labels)}; there are {len(given)}")
        return number

    def _steps_of(self, name: str, where: str) -> Node | None:
        other = self.section.known(where)
        if other is None:
            return None
        if other is not self:
            _ = other.trees
        return other.reading.named.get(name)

    @cached_property
    def proof(self) -> Any:
        """The proof tree, or a list of them, one for each goal; None where the claim is refuted or left to a search."""
        if self.entry.field("disproof") or not self.entry.field("proof"):
            return None
        trees = [self.trees[name] for name in self.goals]
        return trees if len(trees) > 1 else trees[0]

    @cached_property
    def refuted(self) -> Mapping[str, Any] | None:
        """The refutation, where there is one."""
        field = self.entry.field("disproof")
        if field is None:
            return None
        head = field.head
        if head.startswith(("at ", "as ")):
            return {"instance": self._instance(items(head.part(3) if head.startswith("at ") else head), None)}
        motion = self.entry.field("motion")
        if motion:
            return {"motion": self._motion(motion, self.trees[f"{self.id} disproof"])}
        proof = self.trees[self.id]
        case = {"case": [self.reading.formula(item) for item in items(head.part(6))]} if head else {}
        return {**case, "proof": proof}

    # values
    @cached_property
    def instance(self) -> Mapping[str, Any] | None:
        """The values at which everything given holds, those of its contexts and its own; none without an own field."""
        if self.entry.field("instance") is None:
            return None
        found: Mapping[str, Any] | None = None
        for field in self._fields:
            if field.key == "instance":
                found = self._instance(field.items, found)
        return found

    def _instance(self, said: Sequence[Text], base: Mapping[str, Any] | None) -> dict[str, Any]:
        if [str(item) for item in said] == ["nothing"]:
            return dict(base or {})
        made: dict[str, Any] = {key: value for key, value in (base or {}).items() if key != "letters"}
        letters: dict[str, Any] = dict((base or {}).get("letters", {}))
        for item in said:
            word, _, rest = item.partition(" ")
            if word == "as" and rest:
                other = self.section.claim(item.part(3)).instance or {}
                made |= {key: value for key, value in other.items() if key != "letters"}
                letters |= other.get("letters", {})
            elif word == "without" and rest:
                (letters if rest in letters else made).pop(rest, None)
            elif word == "angle" and not rest.startswith("="):
                made["angles"] = {**made.get("angles", {}), **self._angle(item.part(len(word)))}
            elif word in _COUNTED and not rest.startswith("="):
                made[word] = _counted(item.part(len(word)))
            else:
                parts = halves(item, " = ")
                if parts is None or not parts[0].isidentifier():
                    raise item.fault(f"a value is written  NAME = VALUE, or  tokens 2; got {item[:60]!r}")
                letters[str(parts[0])] = self._value(parts[1])
        return {**made, "letters": letters} if letters else made

    def _angle(self, text: Text) -> dict[str, list[str]]:
        """`NAME from START at rate RATE`."""
        found = _ANGLE.fullmatch(text)
        if found is None:
            raise text.fault(f"an angle is written  angle NAME from START at rate RATE; got {text[:60]!r}")
        start, rate = (self.reading.formula(text.part(*found.span(k))) for k in (2, 3))
        return {found[1]: [start, rate]}

    def _value(self, text: Text, *, numbers: bool = True) -> Any:
        if text.startswith("always "):
            return {"always": self._value(text.part(7))}
        if text.startswith("["):
            if not text.endswith("]"):
                raise text.fault(f"a list that does not end: {text[:60]!r}")
            inside = text.part(1, -1)
            return [self._value(part, numbers=numbers) for part in split(inside, ",")] if inside else []
        if _INTEGER.fullmatch(text) and numbers:
            return int(text)
        return self.reading.formula(text)

    @cached_property
    def twin(self) -> Variant | None:
        """The false twin."""
        field = self.entry.field("twin")
        if field is None:
            return None
        first, pairs, said = twin_parts(field)
        if first.startswith("as "):
            return self.section.claim(first.part(3)).twin
        if not (first.startswith('"') and first.endswith('"') and len(first) > 2):
            raise first.fault('a twin begins with words in quotes that say what is changed, such as  "a bound of 3"')
        replaced: dict[str, str] = {}
        for pair in pairs:
            quoted = _QUOTED.fullmatch(pair)
            becomes = halves(pair, " becomes ")
            if quoted:
                replaced[quoted[1]] = quoted[2]
            elif becomes and str(becomes[0]) in self.labels:
                replaced[self.labels[str(becomes[0])]] = self.reading.formula(becomes[1])
            elif " -> " in pair:
                old, _, new = pair.partition(" -> ")
                replaced[old] = new
            else:
                raise pair.fault("a row of a twin is  TEXT -> TEXT, LABEL becomes FORMULA, or  at VALUES")
        self._occurring(replaced, pairs)
        base = self.instance if said[:1] == ["the instance"] else None
        instance = self._instance(said[1:] if base is not None else said, base) if said else None
        return Variant(str(first[1:-1]), replaced, instance)

    def _occurring(self, replaced: Mapping[str, str], rows: Sequence[Text]) -> None:
        texts = [text for stated in self.statement.values() for text in stated]
        for old in replaced:
            if not any(old in text for text in texts):
                first = rows[0] if rows else Text.of("", ((0, *self.entry.place),))
                row = next((row for row in rows if old in row), first)
                raise row.fault(f"the twin replaces {old!r}, which does not stand in the statement{near(old, texts)}")

    def _motion(self, field: Field, proof: Node) -> dict[str, Any]:
        made: dict[str, Any] = {}
        letters: dict[str, Any] = {}
        places = {
            name
            for item in self.statement.get("letters", [])
            if _INDEX.match(item.partition(":")[2].strip())
            for name in _WORD.findall(item.partition(":")[0])
        }
        for item in field.items:
            word, _, rest = item.partition(" ")
            parts = halves(item, " = ")
            if halves(item, ":=") is not None:
                made.setdefault("where", []).append(self.reading.definition(item))
            elif word == "frame":
                made["frame"] = [str(name) for name in split(item.part(6), ",")]
            elif word in ("tokens", "heads") and rest.isdigit():
                made[word] = int(rest)
            elif parts is not None:
                letters[str(parts[0])] = self._value(parts[1], numbers=str(parts[0]) in places)
            else:
                raise item.fault(
                    f"a motion has  frame e1, e2; tokens 2; NAME := TERM; LETTER = VALUE; got {item[:60]!r}"
                )
        made["letters"] = letters
        if f"{self.id} first" in self.trees:
            made["first"] = list(_facts(self.trees[f"{self.id} first"]))
        given = self.statement.get("given", [])
        made["given"] = [self.trees[f"{self.id} of given {k}"] for k in range(1, len(given) + 1)]
        made["show"] = proof
        return made


_WORDS = ("source", "kind", "role", "reading", "repairs", "no_repair", "says")


def _facts(node: Any) -> Iterator[list[Any]]:
    """The facts in a row, each with its proof."""
    while "have" in node:
        yield [node["have"], node["by"]]
        node = node["then"]


def _counted(text: Text) -> Any:
    """`2`, or `A 2, B 3` by group."""
    if text.isdigit():
        return int(text)
    made = {}
    for part in split(text, ","):
        name, _, number = part.partition(" ")
        if not (_WORD.fullmatch(name) and number.isdigit()):
            raise part.fault(f"a number is needed, or numbers by group such as  A 2, B 3; got {part[:40]!r}")
        made[name] = int(number)
    return made


def _renamed(text: str, letters: Mapping[str, str]) -> str:
    return _WORD.sub(lambda found: letters.get(found[0], found[0]), text) if letters else text


def _other(field: Field, letters: Mapping[str, str]) -> Field:
    """A field with other letters."""
    if not letters:
        return field
    start, lines = 2 + len(field.key), []
    for k, (number, line) in enumerate(field.lines):
        said = _renamed(line[start:], letters)
        lines.append((number, said if k else line[:start] + said))
    return Field(field.key, lines, field.comments)


def load(folder: Path, module: str) -> list[Section]:
    """The files below a folder, in order. Raises Fault, with its file, where the entries of one cannot be read."""
    sections: dict[Path, Section] = {}
    folder = folder.resolve()
    for path in sorted(folder.rglob("*.proof")):
        _section(path, folder, module, sections)
    return list(sections.values())


def load_file(path: Path) -> Section:
    """One file, with the contexts of its folder and of those above, as far as they have some; raises as `load`."""
    whole = path.resolve()
    return _section(whole, _root(whole), "", {}, str(path))


def _root(path: Path) -> Path:
    root = path.parent
    while (root.parent / "contexts.proof").exists():
        root = root.parent
    return root


def section_of(text: str, path: Path, lock: str = "", folder: Path | None = None) -> Section:
    """A text that might stand in a file, with its lock, below its package's folder. Raises Fault as `load` does."""
    whole = path.resolve()
    return _made(read(text, str(path)), whole, folder or _root(whole), "", {}, lock)


def _section(path: Path, folder: Path, module: str, sections: dict[Path, Section], shown: str = "") -> Section:
    """The text at a resolved path below a resolved folder."""
    if path in sections:
        return sections[path]
    if module:
        shown = f"{module.removeprefix('attnverify.')}/{path.relative_to(folder).as_posix()}"
    shown = shown or str(path)
    lock = path.with_suffix(".lock")
    found = lock.read_text(encoding="utf-8", errors="replace") if lock.exists() else ""
    try:
        made = _made(read(path.read_text(encoding="utf-8-sig"), shown), path, folder, module, sections, found)
    except Fault as error:
        error.file = error.file or shown
        raise
    except UnicodeDecodeError as error:
        fault = Fault((1, 1), f"no text in UTF-8: {error.reason}")
        fault.file = shown
        raise fault from error
    sections[path] = made
    return made


def _made(
    document: Document, path: Path, folder: Path, module: str, sections: dict[Path, Section], lock: str
) -> Section:
    inside = [folder, *(place for place in reversed(path.parents) if folder in place.parents)]
    shared = [place / "contexts.proof" for place in inside]
    above = [_section(other, folder, module, sections) for other in shared if other != path and other.exists()]
    for entry in document.entry("use"):
        other = folder / f"{entry.name}.proof"
        if not other.exists():
            raise entry.name.fault(f"no file {entry.name}.proof below {folder.name or 'this folder'}")
        above.insert(0, _section(other, folder, module, sections))
    paper = next((section.paper for section in reversed(above) if section.paper.name), Paper("", ""))
    for entry in document.entry("paper"):
        arxiv = entry.field("arxiv")
        paper = Paper(str(entry.name), entry.title, arxiv.prose if arxiv else "")
    where = ".".join((*filter(None, (module,)), *path.relative_to(folder).with_suffix("").parts))
    return Section(document, path, folder, lock, paper, above, where)
