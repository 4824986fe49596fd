"""Steps into the kernel's proof trees; what a text leaves out is taken from the lock, or by default.

Nothing is searched here and nothing judged: a tree says what to try, `verify.theory.completion` what else there is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2s
from itertools import pairwise
from typing import Any

from ..kernel.contexts import MOMENTS
from ..kernel.parsing import parse
from ..kernel.showing import written
from ..kernel.terms import Rejected
from .document import Step
from .formulas import Names
from .printer import assignments, unreadable
from .text import Fault, Text, cuts, halves, items, labelled, split

KNOWN = {"known": True}
CLAIM_ID = re.compile(r"[A-Z][A-Z0-9]*-\S+")
_AT = re.compile(" at ")
_LINKS = {"left": "left", "right": "right", "absurd": "absurd"}


class Node(dict[str, Any]):
    """A node of a proof tree, and what it was made of.

    step, place : the step, and where it stands. shows, assumes : what the text says is to be shown, or assumed, there.
    gap : what the text leaves out: "end" (how it is shown), "terms" (coefficients), "used" (letters, and which premises
    the branches are for), "parts" (which parts they are for); empty where nothing is. key, entry : its place in the
    lock, and what stands there. asked : what the text says, without the lock. branches : the
    proofs under it. numbers : of which premise each is, -1 where the text does not say.
    """

    __slots__ = ("asked", "assumes", "branches", "entry", "gap", "key", "numbers", "place", "shows", "step")

    def __init__(self, data: Mapping[str, Any], step: Step, gap: str = "", key: str = "") -> None:
        super().__init__(data)
        self.step, self.place, self.gap, self.key = step, step.whole.at(), gap, key
        self.shows: str = ""
        self.assumes: Sequence[str] = ()
        self.entry: Any = None
        self.asked: Mapping[str, Any] = dict(data) if gap else {}
        self.branches: Sequence[Node] = ()
        self.numbers: Sequence[int] = ()

    def fill(self, entry: Any) -> None:
        """Take what the lock says; an entry of another shape says nothing."""
        if self.gap in ("end", "terms") and isinstance(entry, Mapping):
            self.clear()
            self.update(entry)
        elif self.gap == "terms" and isinstance(entry, list) and len(entry) == len(self.asked["terms"]):
            self["terms"] = [
                term if "eq" in term else {**term, "c": c} for term, c in zip(self.asked["terms"], entry, strict=True)
            ]
        elif self.gap in ("used", "parts"):
            self._use(entry if isinstance(entry, Mapping) else {})
        else:
            return
        self.entry = entry

    def _use(self, entry: Mapping[str, Any]) -> None:
        """Take letters, and the branches as the proofs of these premises or parts out of so many.

        Where the goal is a part of what is cited, the whole of that is known first.
        """
        places, number = _placed(entry.get("at"), self.numbers)
        proofs: list[Any] = [KNOWN] * number
        for place, branch in zip(places, self.branches, strict=True):
            proofs[place] = branch
        found = entry.get("found")
        for place, tree in found.items() if isinstance(found, Mapping) else ():
            if place.isdigit() and int(place) < number and int(place) not in places:
                proofs[int(place)] = tree
        if self.gap == "parts":
            self[self.step.word] = proofs
            return
        self.clear()
        self.update(self.asked)
        for name in ("with", "new"):
            said = entry.get(name)
            letters = {**self.asked.get(name, {}), **(said if isinstance(said, Mapping) else {})}
            if letters:
                self[name] = letters
        if proofs:
            self["premises"] = proofs
        if isinstance(whole := entry.get("whole"), str):
            cited = dict(self)
            self.clear()
            self.update({"have": whole, "by": cited, "then": KNOWN})

    def copied(self, prefix: str, lock: Callable[[str], Any]) -> Node:
        """The same steps at another place, where the lock may say something else."""
        data = self.asked if self.gap == "used" and "have" in self else self  # found anew where it stands
        new = Node(data, self.step, self.gap, f"{prefix}/{self.key}" if self.gap else "")
        new.shows, new.assumes, new.numbers = self.shows, self.assumes, self.numbers
        new.branches = [branch.copied(prefix, lock) for branch in self.branches]
        own = {id(old): branch for old, branch in zip(self.branches, new.branches, strict=True)}

        def same(value: Any) -> Any:
            if isinstance(value, Node):
                return own[id(value)] if id(value) in own else value.copied(prefix, lock)
            return [same(part) for part in value] if isinstance(value, list) else value

        for name, value in data.items():
            new[name] = same(value)
        new.asked = dict(new) if new.gap else {}
        if new.gap and (found := lock(new.key)) is not None:
            new.fill(found)
        return new


def _placed(at: Any, numbers: Sequence[int]) -> tuple[Sequence[int], int]:
    """The premises that branches are for, and how many there are: those that are said, or the first ones."""
    branches = len(numbers)
    if isinstance(at, list) and len(at) == 2 and isinstance(at[0], list) and isinstance(at[1], int):
        places, number = at
        if len(places) == branches and all(isinstance(k, int) and 0 <= k < number for k in places) and number < 1000:
            return places, number
    if branches and min(numbers) >= 0 and len({*numbers}) == branches:
        return numbers, max(numbers) + 1
    return range(branches), branches


Shared = Callable[[str, str], Node | None]


class Elaboration:
    """The proofs of one claim: its names, its labels, and its part of the lock.

    names : what formulas are written with. labels : facts by label. shared : the tree of `as NAME in CLAIM`.
    """

    def __init__(self, names: Names, labels: Mapping[str, str], lock: Mapping[str, Any], shared: Shared) -> None:
        self.names, self.labels, self._lock, self._shared = names, dict(labels), lock, shared
        self.named: dict[str, Node] = {}
        self._own: Mapping[str, Any] = {}
        self._seen: Counter[str] = Counter()

    def tree(self, steps: Sequence[Step], name: str, whole: Text) -> Node:
        """The tree of one proof, whose entries in the lock stand under `name`."""
        found = self._lock.get(name)
        self._own, self._seen = found if isinstance(found, Mapping) else {}, Counter()
        return self._block(steps, name, Step("done", whole, whole))

    # formulas
    def formula(self, text: Text) -> str:
        """A formula with names written out."""
        if not text:
            raise text.fault("a formula is missing here")
        try:
            return self.names.expanded(text) if str(text) not in self.labels else self._no_formula(text)
        except Rejected as error:
            raise unreadable(text, error) from error

    def _no_formula(self, text: Text) -> str:
        raise text.fault(f"{text!r} is the label of a fact, not a formula; facts are cited by label, terms are not")

    def fact(self, text: Text) -> str:
        """A fact by its label, or a formula."""
        return self.labels.get(str(text)) or self.formula(text)

    # gaps
    def _gap(self, data: Mapping[str, Any], step: Step, gap: str, text: str) -> Node:
        digest = blake2s(" ".join(text.split()).encode(), digest_size=3).hexdigest()
        number = self._seen[digest]
        self._seen[digest] += 1
        node = Node(data, step, gap, f"{digest}.{number}" if number else digest)
        if gap in ("end", "terms") and (entry := self._own.get(node.key)) is not None:
            node.fill(entry)
        return node

    def _branched(self, data: Mapping[str, Any], step: Step, gap: str) -> Node:
        """A node with branches, each for a premise or part."""
        node = self._gap(data, step, gap, str(step.whole))
        stated = zip(step.branches, step.numbers, strict=True)
        every = [(branch, number) for branch, numbers in stated for number in numbers or (0,)]
        node.branches = [self._branch(branch, step, place) for place, (branch, _) in enumerate(every)]
        node.numbers = [number - 1 for _, number in every]
        node.fill(self._own.get(node.key))
        return node

    def _branch(self, steps: Sequence[Step], above: Step, number: int) -> Node:
        return self._block(steps, f"{above.whole} {number}", above)

    # steps
    def _block(self, steps: Sequence[Step], owner: str, above: Step) -> Node:
        nodes: list[Node] = []
        names: dict[str, int] = {}
        shows, place = "", None
        for step in steps:
            if step.word == "show":
                shows = owner = self.formula(step.text)
                place = step.text.at()
                if step.clauses:
                    nodes.append(self._reason(step))
            elif step.word == "steps":
                names[str(step.text)] = len(nodes)
            else:
                nodes.append(self._node(step, owner))
        last = next((step for step in reversed(steps) if step.word != "steps"), above)
        if not nodes or not last.closes:
            nodes.append(self._gap(KNOWN, last, "end", f"end {owner}"))
        for node, following in pairwise(nodes):
            node[_LINKS.get(node.step.word, "then")] = following
        for name, first in names.items():
            if first >= len(nodes) or name in self.named:
                raise last.whole.fault(f"{name!r} names other steps already; choose another name")
            self.named[name] = nodes[first]
        nodes[0].shows = shows
        nodes[0].place = place or nodes[0].place
        return nodes[0]

    def _node(self, step: Step, owner: str) -> Node:
        word, text = step.word, step.text
        if word == "have":
            fact = self.formula(text)
            if step.inner:
                by = self._block(step.inner, fact, step)
            elif step.clauses:
                by = self._reason(step)
            else:
                by = self._gap(KNOWN, step, "end", str(text))
            node = Node({"have": fact, "by": by}, step)
            if step.label:
                node["says"] = self._label(step.label, fact, step.whole)
            return node
        if word == "reason":
            return self._reason(step)
        if word == "done":
            return self._gap(KNOWN, step, "end", f"end {owner}")
        if word == "apply":
            return self._branched(self._used(text, step.clauses, "apply"), step, "used")
        if word in ("both", "groups"):
            return self._branched({}, step, "parts")
        if word in ("cases", "split"):
            return self._cases(step)
        if word == "as":
            return self._as(step)
        if word == "if":
            raise step.whole.fault("'if' says of which case a branch is, under 'cases' or 'split'")
        made: Node = Node({}, step) if word in _LINKS else getattr(self, f"_{word}")(step)
        return made

    def _label(self, label: str, fact: str, where: Text) -> str:
        if label in self.names:
            raise where.fault(f"the label {label!r} is a name of a term; choose another label")
        self.labels[label] = fact
        return label

    def _cases(self, step: Step) -> Node:
        parts = {"cases": ("nonneg", "neg"), "split": ("first", "second")}[step.word]
        said = self.formula(step.text) if step.word == "cases" else self.fact(step.text)
        node = Node({step.word: said}, step)
        branches = self._by_case(step, said)
        for number, part in enumerate(parts):
            node[part] = self._branch(branches[number], step, number)
        return node

    def _by_case(self, step: Step, said: str) -> list[Sequence[Step]]:
        """The branches of two cases; one that is not there has no steps."""
        if any(step.numbers):
            raise step.whole.fault(f"the branches of {step.word!r} have no numbers; one of them says  if CASE")
        given = [branch[0] if branch and branch[0].word == "if" else None for branch in step.branches]
        if len(given) > 2 or given == [None]:
            raise step.whole.fault(
                f"{step.word!r} has two branches, or one that says  if CASE, or none; here are {len(step.branches)}"
            )
        found: list[Sequence[Step]] = [(), ()]
        for number, (head, branch) in enumerate(zip(given, step.branches, strict=True)):
            if head is None:
                found[number] = branch
                continue
            cases = self._alternatives(step, said)
            case = written(_parsed(head.text, self.formula(head.text)))
            if case not in cases or (len(given) == 2 and case != cases[number]):
                raise head.text.fault(f"no case here; the cases are {' and '.join(cases)}")
            found[cases.index(case)] = branch[1:] or [Step("done", head.text, head.whole)]
        return found

    def _alternatives(self, step: Step, said: str) -> list[str]:
        """The two cases as they are written."""
        tree = _parsed(step.text, said)
        if step.word == "cases":
            zero = ("num", Fraction(0))
            return [written((">=", tree, zero)), written(("<", tree, zero))]
        if tree[0] == "!=":
            return [written(("<", *tree[1:])), written((">", *tree[1:]))]
        if tree[0] != "or":
            raise step.text.fault("no alternative:  split F or G")
        return [written(tree[1]), written(tree[2])]

    def _as(self, step: Step) -> Node:
        name, sign, where = step.text.partition(" in ")
        found = self._shared(name, where.strip()) if sign else self.named.get(name)
        if found is None:
            raise step.text.fault(
                f"no steps {name!r}{f' in {where}' if sign else ''} stand above; `steps {name}` names them"
            )
        return found.copied(self._gap(KNOWN, step, "", str(step.text)).key, self._own.get)

    # steps that go on
    def _let(self, step: Step) -> Node:
        if ":=" not in step.text:
            return Node({"intro": [str(name) for name in split(step.text, ",")]}, step)
        return Node({"define": [self.definition(item) for item in items(step.text)]}, step)

    def definition(self, item: Text) -> str:
        """`NAME := TERM` for the kernel."""
        parts = halves(item, ":=")
        if parts is None:
            raise item.fault("a definition is written NAME := TERM")
        return f"{parts[0]} := {self.formula(parts[1])}"

    def _assume(self, step: Step) -> Node:
        assumed: list[str] = []
        for item in items(step.text):
            label, said = labelled(item)
            if said.isdigit():
                assumed += [""] * min(int(said), 99)
                continue
            assumed.append(self.formula(said))
            if label:
                self._label(label, assumed[-1], item)
        node = Node({"intro": [""] * len(assumed)}, step)
        node.assumes = assumed
        return node

    def _enter(self, step: Step) -> Node:
        if step.text not in MOMENTS:
            raise step.text.fault(f"no moment {str(step.text)[:40]!r}; allowed are {', '.join(MOMENTS)}")
        return Node({"enter": str(step.text)}, step)

    def _unfold(self, step: Step) -> Node:
        return Node({"unfold": "goal" if step.text == "goal" else self.fact(step.text)}, step)

    def _witness(self, step: Step) -> Node:
        return Node({"witness": self.formula(step.text)}, step)

    def _obtain(self, step: Step) -> Node:
        parts = halves(step.text, " from ")
        if parts is None:
            raise step.text.fault("written  obtain LETTER from FACT")
        return Node({"obtain": self.fact(parts[1]), "as": [str(name) for name in split(parts[0], ",")]}, step)

    def _take(self, step: Step) -> Node:
        found = list(cuts(step.text, _AT))
        if not found:
            raise step.text.fault("written  take FACT at TERM | TERM")
        fact, values = step.text.part(0, found[-1].start()), step.text.part(found[-1].end())
        return Node({"take": self.fact(fact), "values": [self.formula(value) for value in split(values, " | ")]}, step)

    # reasons
    def _reason(self, step: Step) -> Node:
        by = step.clauses.get("by")
        found = re.match("(rule|lemma) ", by) if by is not None else None
        text = str(step.whole.part(len(step.label)))
        if by is not None and found:
            node = self._gap(self._used(by, step.clauses, "by"), step, "used", text)
            node.fill(self._own.get(node.key))
            return node
        for word in ("with", "new", "spaces"):
            if word in step.clauses:
                raise Fault(step.clauses[word].at(), f"{word!r} belongs to a rule or lemma")
        if by is not None and (by == "boxes" or by.startswith("boxes ")):
            sides = dict(map(_side, items(by.part(6))))
            return self._gap({"boxes": None, "letters": sides}, step, "end", text)
        data: dict[str, Any] = {"leaf": "arithmetic"}
        if by is not None:
            data["terms"] = [self._product(part) for part in split(by, " | ")]
        for word, name in (("using", "use"), ("norms", "norms"), ("times", "times")):
            if word in step.clauses:
                read = self.fact if word == "using" else self.formula
                data[name] = [read(part) for part in split(step.clauses[word], " | ")]
        return self._gap(data, step, "terms" if by is not None else "end", text)

    def _product(self, text: Text) -> dict[str, Any]:
        parts = halves(text, ":") if re.match(r"eq\b", text) else None
        if parts is not None:
            cofactor = parts[0].part(2)
            return {"eq": self.fact(parts[1]), "by": self.formula(cofactor) if cofactor else "1"}
        facts = [] if text == "1" else items(text)
        squares = [self.formula(part.part(3)) for part in facts if part.startswith("sq ")]
        made = {"c": "1", "facts": [self.fact(part) for part in facts if not part.startswith("sq ")]}
        return {**made, "squares": squares} if squares else made

    def _used(self, text: Text, said: Mapping[str, Text], word: str) -> dict[str, Any]:
        for clause in said:
            if clause not in ("with", "new", "spaces") and clause != word:
                raise Fault(said[clause].at(), f"{clause!r} does not belong to a rule or lemma")
        kind, name = ("lemma", text[6:]) if text.startswith("lemma ") else ("rule", text.removeprefix("rule "))
        name = " ".join(name.split())
        data: dict[str, Any] = {kind: claim_id(name) if kind == "lemma" else name}
        if "with" in said:
            data["with"] = {letter: self.formula(term) for letter, term in assignments(said["with"])}
        for clause in ("new", "spaces"):
            if clause in said:
                pairs = assignments(said[clause])
                data[clause] = {"" if a == "none" else a: "" if b == "none" else str(b) for a, b in pairs}
        return data


def _parsed(text: Text, said: str) -> Any:
    try:
        return parse(said)
    except Rejected as error:
        raise unreadable(text, error) from error


def claim_id(name: str) -> str:
    """The id of what is cited: that of a claim stands as it is, a lemma has a name."""
    return name if CLAIM_ID.fullmatch(name) else f"LEM-{name}"


def _side(text: Text) -> tuple[str, list[str]]:
    found = re.fullmatch(r"(\w+) in \[(.+)\]", text)
    ends = split(text.part(found.start(2), found.end(2)), ",") if found else []
    if not found or len(ends) != 2:
        raise text.fault("boxes are written  by boxes x in [0, 1]; y in [a, b]")
    return found[1], [str(end) for end in ends]


def nodes(tree: Any) -> Iterator[Node]:
    """The nodes of a tree that a text was made into, in order."""
    if isinstance(tree, Node):
        yield tree
    parts = tree.values() if isinstance(tree, Mapping) else tree if isinstance(tree, list) else ()
    for part in parts:
        yield from nodes(part)
