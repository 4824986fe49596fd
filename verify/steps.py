"""The steps of a written proof, as data and in words. In `says` and `reason` formulas stand between backquotes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .kernel.contexts import ALMOST, EVERY, START, TIMELESS
from .kernel.terms import Letter, Sort

MOMENTS = {EVERY: "at every time", ALMOST: "at almost every time", START: "at the time 0", TIMELESS: ""}
_ORTHONORMAL = re.compile(r"dot\((\w+),(\w+)\)==([01])")
_WORDS = {
    "number": ("a number", "numbers"), "size": ("a whole number", "whole numbers"), "token": ("a token", "tokens"),
    "head": ("a head", "heads"), "direction": ("a direction", "directions"), "vector": ("a vector", "vectors"),
    "operator": ("a symmetric matrix", "symmetric matrices"), "matrix": ("a matrix", "matrices"),
    "formula": ("a property", "properties"), "map": ("a map", "maps"), "flow": ("a flow", "flows"),
}  # fmt: skip


@dataclass
class Step:
    """One step: what it says, why, and the steps that it needs.

    rule, lemma : the name of the rule or claim that is the reason, for a link; empty for other reasons.
    certificate : the sum that proves an arithmetic step, as in the proof.
    setting : whether it only says what is spoken of from here on; `phrase` is the same in a reason. case : whether it
        is one of several cases. closing : whether it shows what the step above it says.
    before : how many of the inner steps come before the reason; the others are its premises.
    """

    says: str
    reason: str = ""
    rule: str = ""
    lemma: str = ""
    certificate: Mapping[str, Any] = field(default_factory=dict)
    inner: list[Step] = field(default_factory=list)
    setting: bool = False
    phrase: str = ""
    case: bool = False
    closing: bool = False
    before: int = 0
    number: str = ""

    def close(self, last: Step, before: str = "") -> None:
        """Take the reason of `last`, which shows the same."""
        self.reason = f"{before}{last.reason}"
        self.rule, self.lemma, self.certificate = last.rule, last.lemma, last.certificate

    def to_data(self) -> dict[str, Any]:
        """The step as a JSON object."""
        made: dict[str, Any] = {"number": self.number, "says": self.says}
        for name in ("reason", "rule", "lemma", "certificate"):
            if getattr(self, name):
                made[name] = getattr(self, name)
        return {**made, "steps": [step.to_data() for step in self.inner]} if self.inner else made


def numbered(steps: list[Step], before: str = "") -> list[Step]:
    """The steps with numbers such as 2.1, in order."""
    for position, step in enumerate(steps, start=1):
        step.number = f"{before}{position}"
        numbered(step.inner, f"{step.number}.")
    return steps


def arithmetic(node: Mapping[str, Any], frame: Collection[str] = ()) -> str:
    """The reason of an arithmetic step, without its certificate. The equations of a frame are not told one by one."""
    terms: Sequence[Mapping[str, Any]] = node.get("terms", ())
    used = [f"`{equation}`" for equation in node.get("use", ()) if not _of_frame(equation, frame)]
    if len(used) < len(node.get("use", ())):
        used.append("the equations of the basis")
    using = f", with {listed(used)}" if used else ""
    if not terms:
        return f"arithmetic{using}"
    products = sum("eq" not in term for term in terms)
    equations = len(terms) - products
    counts = ((products, "product"), (equations, "equation"))
    parts = [f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts if count]
    return f"arithmetic{using} ({' and '.join(parts)})"


def _of_frame(equation: str, frame: Collection[str]) -> bool:
    """Whether an equation says that two vectors of a frame are orthonormal.

    >>> _of_frame("dot(e1, e2) == 0", ["e1", "e2"]), _of_frame("dot(e1, e2) == 1", ["e1", "e2"])
    (True, False)
    """
    match = _ORTHONORMAL.fullmatch(equation.replace(" ", ""))
    return match is not None and {match[1], match[2]} <= {*frame} and match[3] == str(int(match[1] == match[2]))


def sort_words(sort: Sort, many: bool = False) -> str:
    """A sort in words, with its article or in the plural."""
    head = sort[1] if sort[0] == "index" else sort[0]
    if head == "fn":
        return "functions" if many else "a function"
    words = _WORDS[head][many]
    group = sort[2] if sort[0] == "index" and sort[1] == "token" else ""
    return f"{words} of {group}" if group else words


def letters_said(letters: Sequence[Letter], verb: str) -> str:
    """New letters with their sorts: "`p`, `q` be any tokens" for the verb "be any", "tokens `p`, `q`" for none."""
    groups: dict[Sort, list[str]] = {}
    for letter in letters:
        groups.setdefault(letter.sort, []).append(f"`{letter.name}`")
    said = []
    for sort, names in groups.items():
        words, many = ", ".join(names), len(names) > 1
        kind = sort_words(sort, many)
        bare = kind if many else kind.removeprefix("a ")
        bare, _, group = bare.partition(" of ")
        group = f" of {group}" if group else ""
        if verb == "be any":
            said.append(f"{words} be any {bare}{group}")
        elif verb == "are":
            said.append(f"{'are' if many else 'is'} {kind} {words}")
        else:
            said.append(f"{bare} {words}{group}")
    return " and ".join(said)


def listed(texts: Iterable[str]) -> str:
    """Texts side by side in a sentence."""
    return ", ".join(texts)
