"""A proof as a reader would write it: numbered steps, each with its formula and its reason.

The steps are recorded while the kernel walks the proof, so what is printed is what was checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.kernel.contexts import ALMOST, EVERY, START, TIMELESS, Context
from verify.kernel.printing import text as written
from verify.kernel.proofs import Walker
from verify.kernel.rules import Rule
from verify.kernel.statements import Statement
from verify.kernel.terms import Term, range_sort

_MOMENTS = {EVERY: "at every time", ALMOST: "at almost every time", START: "at the time 0", TIMELESS: ""}
_SILENT = ("intro", "enter", "define", "both", "groups", "take", "unfold", "restate", "obtain", "witness", "absurd")


@dataclass
class Step:
    """One step: its number, what it says, why, and the steps that it needs.

    rule, lemma : the name of the rule or claim that is the reason, for a link; empty for other reasons.
    """

    number: str
    says: str
    reason: str = ""
    rule: str = ""
    lemma: str = ""
    inner: list[Step] = field(default_factory=list)

    def lines(self, depth: int = 0) -> Iterator[str]:
        """The step and what it needs, indented."""
        reason = f"   [{self.reason}]" if self.reason else ""
        yield f"{'  ' * depth}{self.number}  {self.says}{reason}"
        for step in self.inner:
            yield from step.lines(depth + 1)

    def to_data(self) -> dict[str, Any]:
        """The step as a JSON object."""
        made: dict[str, Any] = {"number": self.number, "says": self.says, "reason": self.reason}
        for name in ("rule", "lemma"):
            if getattr(self, name):
                made[name] = getattr(self, name)
        return {**made, "steps": [step.to_data() for step in self.inner]} if self.inner else made


class _Recording(Walker):
    """A walk that writes down what it does."""

    def __init__(self, lemma: Callable[[str], Rule]) -> None:
        super().__init__(lemma)
        self.open: list[list[Step]] = [[]]

    def walk(self, node: Any, goal: Term, context: Context, place: tuple[str, ...] = ()) -> None:
        kind = next((name for name in self.NODES if name in node), "") if isinstance(node, Mapping) else ""
        if kind == "have":
            self._recorded_have(node, goal, context, place)
            return
        if kind == "known" and len(self.open) > 1:
            super().walk(node, goal, context, place)
            return
        step = self._step(kind, node, goal, context)
        if step is None:
            super().walk(node, goal, context, place)
            return
        siblings = self.open[-1]
        step.number = self._number(len(siblings) + 1)
        siblings.append(step)
        self.open.append(step.inner)
        try:
            super().walk(node, goal, context, place)
        finally:
            self.open.pop()

    def _number(self, position: int) -> str:
        return (
            ".".join(str(len(level)) for level in self.open[:-1]) + ("." if len(self.open) > 1 else "") + str(position)
        )

    def _recorded_have(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        inner = node.get("by", {"known": True})
        step = Step(self._number(len(self.open[-1]) + 1), _at(str(node["have"]), context))
        self.open[-1].append(step)
        self.open.append(step.inner)
        original = self.walk
        depth = len(self.open)

        def walked(sub: Any, target: Term, where: Context, at: tuple[str, ...] = ()) -> None:
            if len(self.open) == depth and sub is node.get("then"):
                self.open.pop()
            original(sub, target, where, at)

        self.walk = walked  # type: ignore[method-assign]
        try:
            Walker.walk(self, node, goal, context, place)
        finally:
            self.walk = original  # type: ignore[method-assign]
            del self.open[depth - 1 :]
        if len(step.inner) == 1 and step.inner[0].says == step.says:
            only = step.inner[0]
            step.reason, step.rule, step.lemma, step.inner = only.reason, only.rule, only.lemma, only.inner
        elif not step.inner and not step.reason:
            step.reason = _reason(inner)

    def _step(self, kind: str, node: Any, goal: Term, context: Context) -> Step | None:
        if kind in ("leaf", "rule", "lemma", "known"):
            return Step(
                "", _at(written(goal), context), _reason(node), str(node.get("rule", "")), str(node.get("lemma", ""))
            )
        if kind == "intro":
            said = _introduced(node, goal)
            return Step("", said) if said else None
        if kind in ("cases", "split"):
            return Step("", f"Two cases: {node[kind]}" + (" is at least 0, or is negative" if kind == "cases" else ""))
        if kind == "witness":
            return Step("", f"Take {node['witness']}", "existence")
        if kind == "obtain":
            return Step("", f"Let {', '.join(node.get('as', []))} be such that {node['obtain']}", "known")
        if kind == "take":
            return Step("", f"{node['take']}, for {', '.join(node.get('values', []))}", "known")
        if kind == "define":
            texts = node["define"] if isinstance(node["define"], list) else [node["define"]]
            return Step("", f"Write {'; '.join(texts)}")
        if kind == "enter":
            return Step("", f"Consider {_MOMENTS.get(node['enter'], '') or 'all times together'}")
        return None


def _introduced(node: Mapping[str, Any], goal: Term) -> str:
    names = node["intro"] if isinstance(node["intro"], list) else [node["intro"]]
    said = []
    for name in names:
        if goal.op == "forall" and name:
            sort = range_sort(goal.args[0])
            said.append(f"{name} be any {sort[1] if sort[0] == 'index' else sort[0]}")
            goal = goal.args[1]
        else:
            goal = goal.args[1] if goal.op == "implies" else goal.args[0] if goal.op == "not" else goal
    return f"Let {', '.join(said)}" if said else ""


def _at(said: str, context: Context) -> str:
    moment = _MOMENTS[context.moment]
    return f"{said}   ({moment})" if moment else said


def _reason(node: Mapping[str, Any]) -> str:
    if "rule" in node:
        return f"rule: {node['rule']}"
    if "lemma" in node:
        return f"by {node['lemma']}"
    if "leaf" in node:
        return _arithmetic(node)
    return "known" if "known" in node else ""


def _arithmetic(node: Mapping[str, Any]) -> str:
    parts = []
    for term in node.get("terms", []):
        if "eq" in term:
            parts.append(f"({term.get('by', '1')})*[{term['eq']}]")
            continue
        factors = [
            *(f"[{fact}]" for fact in term.get("facts", [])),
            *(f"({square})^2" for square in term.get("squares", [])),
        ]
        parts.append("*".join([str(term.get("c", "1")), *factors]))
    said = f"arithmetic: {' + '.join(parts)}" if parts else "arithmetic"
    return f"{said}, using {'; '.join(node['use'])}" if node.get("use") else said


def outline(statement: Statement, proof: Any, lemma: Callable[[str], Rule]) -> list[Step]:
    """The steps of an accepted proof; raises Rejected where it is not accepted."""
    walker = _Recording(lemma)
    proofs = proof if isinstance(proof, list) else [proof]
    context = Context(statement.scope, statement.given, TIMELESS, walker.work)
    found: list[Step] = []
    for number, (goal, tree) in enumerate(zip(statement.show, proofs, strict=True), start=1):
        walker.open = [[]]
        walker.walk(tree, goal, context, (f"goal {number}",) if len(proofs) > 1 else ())
        steps = walker.open[0]
        if len(proofs) > 1:
            found.append(Step(f"({number})", statement.show_texts[number - 1], inner=steps))
        else:
            found.extend(steps)
        context = context.having([goal])
    return found
