"""A proof as a reader would write it: numbered steps, each with its formula and its reason.

The steps are written down while the kernel walks the proof, so what is printed is what was checked.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .folding import Folder
from .kernel.contexts import FALSE, Context
from .kernel.judging import OPEN, REFUTED, Judgement, judge
from .kernel.proofs import Listener
from .kernel.rules import Rule
from .kernel.statements import read
from .kernel.terms import Letter, Rejected, Term, steps
from .steps import MOMENTS, Step, arithmetic, letters_said, listed, numbered

_CLOSING = ("leaf", "boxes", "known", "rule", "lemma", "cases", "split")
# Characters of a formula that is shown.
MAX_SAID = 6000
TELLING_STEPS = 600_000  # as many as judging a claim may take
_CASES = ("nonneg", "neg", "first", "second")


class _Block:
    """A step that is being proved, and the goal that its reasons are for."""

    def __init__(self, step: Step, goal: Term | None) -> None:
        self.step, self.goal = step, goal


@dataclass
class _Node:
    """A node that is being walked. `begun` is how many blocks began with it; `reason` is the step that it closes."""

    kind: str
    data: Mapping[str, Any]
    context: Context
    begun: int = 0
    reason: Step | None = None


class Telling:
    """Listens to a walk and writes down what it does. It counts its steps by itself, so that the walk takes as many.

    frame : the names of a basis, whose equations are not told one by one.
    trouble : why there are no steps, where they could not be written.
    """

    def __init__(self, frame: Collection[str] = ()) -> None:
        self.frame, self.trouble = frame, ""
        self._taken = 0
        self._folder = Folder()
        self._nodes: list[_Node] = []
        self._blocks: list[_Block] = []
        self._goals: list[_Block] = []

    def begins(self, kind: str, node: Mapping[str, Any], goal: Term, context: Context, last: str) -> None:
        """Write what leads to a node, and the reason if it is one."""
        if self.trouble:
            return
        before, limit = steps.done, steps.limit
        steps.done, steps.limit = self._taken, TELLING_STEPS
        try:
            self._write(kind, node, goal, context, last)
        except Rejected as error:
            self.trouble = f"the steps of the proof cannot be written: {error}"
        except RecursionError:
            self.trouble = "the steps of the proof cannot be written: nested too deeply"
        finally:
            self._taken = steps.done
            steps.done, steps.limit = before, limit

    def ends(self) -> None:
        """The node that began last is accepted."""
        if self.trouble:
            return
        node = self._nodes.pop()
        if node.kind == "leaf" and node.reason is not None:  # its fields are known to be what they should be now
            certificate = {name: node.data[name] for name in ("terms", "use", "norms", "times") if node.data.get(name)}
            node.reason.reason, node.reason.certificate = arithmetic(node.data, self.frame), certificate
        for _ in range(node.begun):
            _tidied(self._blocks.pop().step)

    def told(self, says: Sequence[str] = ()) -> list[Step]:
        """The numbered steps of what was accepted; raises Rejected where they could not be written.

        says : what each of the goals is called, where it is not told as a formula.
        """
        if self.trouble:
            raise Rejected(self.trouble)
        found = [goal.step for goal in self._goals]
        if says:
            for step, said in zip(found, says, strict=True):
                step.says = said
            _shortened(found)
        elif len(found) == 1 and found[0].inner and not found[0].case:
            whole = found[0]
            last = Step(whole.says, inner=whole.inner[whole.before :])
            last.close(whole)
            found = [*whole.inner[: whole.before], last] if whole.reason else whole.inner
        return numbered(found)

    def _write(self, kind: str, data: Mapping[str, Any], goal: Term, context: Context, last: str) -> None:
        before = len(self._blocks)
        if not self._nodes:
            self._goals.append(_Block(Step(f"`{self._text(goal, context)}`"), goal))
            self._blocks.append(self._goals[-1])
        elif (block := self._block(kind, goal, context, last)) is not None:
            self._blocks.append(block)
        node = _Node(kind, data, context)
        if kind in _CLOSING:
            self._close(node, goal)
        node.begun = len(self._blocks) - before
        self._nodes.append(node)

    # what is written before a node
    def _block(self, kind: str, goal: Term, context: Context, last: str) -> _Block | None:
        """The new step that the node proves; None where it goes on with the one that is being proved."""
        parent = self._nodes[-1]
        above, node, outside = parent.kind, parent.data, parent.context
        if above == "have" and last != ".":
            return self._begun(Step(f"`{node['have']}`"), goal)
        if above in ("cases", "split") and last in _CASES:
            return self._begun(Step(f"If `{self._text(context.facts[-1], context)}`:", case=True), goal)
        if above in ("both", "groups"):
            return self._begun(Step(f"`{self._text(goal, context)}`"), goal)
        if above in ("rule", "lemma"):
            if kind == "known":
                return None
            return self._begun(Step(f"{self._premise_said(outside, context)}`{self._text(goal, context)}`"), goal)
        if last == ".":
            self._setting(above, node, goal, context, outside)
        return None

    def _begun(self, step: Step, goal: Term) -> _Block:
        self._blocks[-1].step.inner.append(step)
        return _Block(step, goal)

    def _setting(self, above: str, node: Mapping[str, Any], goal: Term, context: Context, outside: Context) -> None:
        """The sentence that leads from the node above to what comes after it."""
        inner = self._blocks[-1].step.inner
        new = [fact for fact in context.facts if fact not in outside.facts] if above != "enter" else []
        facts = self._facts(new, context)
        if above == "intro":
            letters = self._new_letters(outside, context)
            said = [f"Let {letters_said(letters, 'be any')}{' with' if facts else ''}"] if letters else []
            said += [f"{'' if letters else 'Suppose '}{facts}"] if facts else []
            if said:
                phrase = f"for any {letters_said(letters, '')}" if letters and not facts else ""
                self._add_setting(f"{' '.join(said)}.", phrase)
        elif above == "enter" and MOMENTS[context.moment]:
            moment = MOMENTS[context.moment]
            inner.append(Step(f"{moment[0].upper()}{moment[1:]}:", setting=True, phrase=moment))
        elif above == "witness":
            inner.append(Step(f"Choose `{node['witness']}`.", setting=True))
        elif above == "obtain":
            letters = self._new_letters(outside, context)
            said_there = f"There {letters_said(letters, 'are')} with {facts}."
            if inner and inner[-1].says == f"`{node['obtain']}`":
                inner[-1].says = said_there
            else:
                inner.append(Step(said_there, setting=True))
        elif above == "take" and facts:
            values = listed(f"`{value}`" for value in node["values"])
            inner.append(Step(facts, f"`{node['take']}` at {values}"))
        elif above == "unfold":
            if node["unfold"] != "goal" and facts:
                inner.append(Step(facts, f"the definition of `{str(node['unfold']).partition('(')[0]}`"))
            elif node["unfold"] == "goal":
                definition = f"By definition: `{self._text(goal, context)}`"
                inner.append(Step(definition, setting=True, phrase="by definition"))
        elif above == "restate":
            inner.append(Step(f"In other words: `{node['restate']}`", setting=True))
        elif above == "define":
            texts = node["define"] if isinstance(node["define"], list) else [node["define"]]
            inner.append(Step(f"Write {listed(f'`{text}`' for text in texts)}.", setting=True))

    def _add_setting(self, said: str, phrase: str) -> None:
        """A sentence about new letters, joined to the one about the moment if that comes just before."""
        inner = self._blocks[-1].step.inner
        if inner and inner[-1].setting and inner[-1].says.endswith("time:"):
            moment = inner.pop()
            said = f"{moment.says[:-1]}, {said[0].lower()}{said[1:]}"
            phrase = f"{moment.phrase}, {phrase}" if phrase else ""
        inner.append(Step(said, setting=True, phrase=phrase))

    def _close(self, node: _Node, goal: Term) -> None:
        """Write the reason to the step that is being proved, or to a new one where the goal became another."""
        block = self._blocks[-1]
        said = Step("", closing=True, rule=str(node.data.get("rule", "")), lemma=str(node.data.get("lemma", "")))
        said.reason = {
            "leaf": "arithmetic",
            "known": "evident",
            "rule": f"rule: {said.rule}",
            "lemma": f"by {said.lemma}",
            "boxes": "interval arithmetic on boxes",
            "cases": "two cases",
            "split": "two cases",
        }[node.kind]
        if goal is block.goal and not block.step.reason:
            block.step.before = len(block.step.inner)
            block.step.close(said)
            node.reason = block.step
        elif node.kind != "known" or not self._nodes or self._nodes[-1].kind not in ("rule", "lemma"):
            said.says = "a contradiction" if goal is FALSE else f"`{self._text(goal, node.context)}`"
            block.step.inner.append(said)
            self._blocks.append(_Block(said, goal))
            node.reason = said

    # words
    def _text(self, term: Term, context: Context) -> str:
        return self._folder.text(term, context.scope)

    def _facts(self, facts: Iterable[Term], context: Context) -> str:
        return listed(dict.fromkeys(f"`{self._text(fact, context)}`" for fact in facts))

    def _new_letters(self, outside: Context, context: Context) -> list[Letter]:
        names = context.scope.names
        return [found for name, found in names.items() if name not in outside.scope.names and isinstance(found, Letter)]

    def _premise_said(self, outside: Context, context: Context) -> str:
        moment = MOMENTS[context.moment] if context.moment != outside.moment else ""
        letters = self._new_letters(outside, context)
        new = [] if moment else [fact for fact in context.facts if fact not in outside.facts]
        facts = self._facts(new, context)
        said = [moment, f"for any {letters_said(letters, '')}" if letters else ""]
        said.append(f"{'with' if letters else 'if'} {facts}" if facts else "")
        whole = " ".join(part for part in said if part)
        return f"{whole[0].upper()}{whole[1:]}: " if whole else ""


def _tidied(step: Step) -> None:
    """One inner step that only restates the step in its setting, put into the reason."""
    settings = [inner for inner in step.inner if inner.setting]
    others = [inner for inner in step.inner if not inner.setting]
    if step.reason or step.case or len(others) != 1 or not others[0].closing:
        return
    if all(setting.phrase for setting in settings):
        phrases = ", ".join(setting.phrase for setting in settings)
        step.close(others[0], f"{phrases}: " if phrases else "")
        step.inner = others[0].inner


def _motion_says(data: Mapping[str, Any]) -> list[str]:
    """What is proved of a motion that refutes: what helps, that everything given holds, and the negation."""
    statement, motion = read(data["statement"]), data["refuted"]["motion"]
    says = [f"`{pair[0]}`" for pair in motion.get("first", ())]
    says += [f"`{text}` along the motion" for text in statement.given_texts]
    return [*says, f"Not so: {listed(f'`{text}`' for text in statement.show_texts)}"]


def _shortened(steps: Iterable[Step]) -> None:
    """Replace what nobody reads: equations of a motion for many tokens, with everything written out."""
    for step in steps:
        if len(step.says) > MAX_SAID:
            step.says = f"What is to be shown, written out in {len(step.says)} characters"
        _shortened(step.inner)


class _Both:
    """Two listeners as one."""

    def __init__(self, *listeners: Listener) -> None:
        self._listeners = listeners

    def begins(self, kind: str, node: Mapping[str, Any], goal: Term, context: Context, last: str) -> None:
        for listener in self._listeners:
            listener.begins(kind, node, goal, context, last)

    def ends(self) -> None:
        for listener in self._listeners:
            listener.ends()


def judged(
    id: str, data: Mapping[str, Any], lemma: Callable[[str], Rule], also: Listener | None = None
) -> tuple[Judgement, Telling]:
    """What the kernel says of a claim in proof form, and what it told while it walked; `also` is told the same."""
    refuted = data.get("refuted")
    motion = refuted.get("motion") if isinstance(refuted, Mapping) else None
    telling = Telling(motion.get("frame", ()) if isinstance(motion, Mapping) else ())
    return judge(data, lemma, telling if also is None else _Both(telling, also), id), telling


def printed(data: Mapping[str, Any], verdict: str, telling: Telling) -> list[dict[str, Any]]:
    """The numbered steps of a claim in proof form, as JSON; empty where no proof is to be shown.

    verdict, telling : what came of judging this very data. Raises Rejected where the steps could not be written.
    """
    if verdict == OPEN:
        return []
    motion = verdict == REFUTED and "motion" in data["refuted"]
    return [step.to_data() for step in telling.told(_motion_says(data) if motion else ())]
