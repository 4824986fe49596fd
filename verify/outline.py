"""A proof as a reader would write it: numbered steps, each with its formula and its reason.

The steps are recorded while the kernel walks the proof, so what is printed is what was checked. Of a proof that it
judged just before, the walk goes through the branches once more without deciding their ends again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from verify.folding import Folder
from verify.kernel.contexts import FALSE, TIMELESS, Context
from verify.kernel.judging import negated
from verify.kernel.motions import obligations
from verify.kernel.polynomials import Work
from verify.kernel.proofs import Walker
from verify.kernel.rules import Rule
from verify.kernel.statements import Statement, read
from verify.kernel.terms import Letter, Rejected, Term
from verify.kernel.walking import CLAIM_WORK
from verify.steps import MOMENTS, Step, arithmetic, letters_said, listed, numbered

# Characters of a formula that is shown.
MAX_SAID = 6000
_CLOSING = ("leaf", "boxes", "known", "rule", "lemma", "cases", "split")
_CASES = ("nonneg", "neg", "first", "second")


class _Block:
    """A step that is being proved, and the goal that its reasons are for."""

    def __init__(self, step: Step, goal: Term | None) -> None:
        self.step, self.goal = step, goal


class _Recorder(Walker):
    """A walk that writes down what it does."""

    def __init__(self, lemma: Callable[[str], Rule], work: Work, frame: Collection[str] = ()) -> None:
        super().__init__(lemma, work)
        self.frame = frame
        self.folder = Folder()
        self.parents: list[tuple[str, Mapping[str, Any], Term, Context]] = []
        self.blocks: list[_Block] = []

    def walk(self, node: Any, goal: Term, context: Context, place: tuple[str, ...] = ()) -> None:
        kind = next((name for name in self.NODES if name in node), "") if isinstance(node, Mapping) else ""
        block = self._block(kind, goal, context, place[-1] if place else "")
        if block is not None:
            self.blocks.append(block)
        own = self._closed(kind, node, goal, context) if kind in _CLOSING else None
        if own is not None:
            self.blocks.append(own)
        self.parents.append((kind, node, goal, context))
        try:
            super().walk(node, goal, context, place)
        finally:
            self.parents.pop()
            if own is not None:
                self.blocks.pop()
            if block is not None:
                _tidied(self.blocks.pop().step)

    def prove(self, proof: Any, goal: Term, context: Context, place: tuple[str, ...]) -> Step:
        """The step that shows one goal of the statement."""
        whole = _Block(Step(f"`{self._text(goal, context)}`"), goal)
        self.blocks, self.parents = [whole], []
        self.walk(proof, goal, context, place)
        _tidied(whole.step)
        return whole.step

    # what is written before a node
    def _block(self, kind: str, goal: Term, context: Context, last: str) -> _Block | None:
        """The new step that the node proves; None where it goes on with the one that is being proved."""
        if not self.parents:
            return None
        above, node, _, outside = self.parents[-1]
        if above == "have" and last != ".":
            return self._begun(Step(f"`{node['have']}`"), goal)
        if above in ("cases", "split") and last in _CASES:
            return self._begun(Step(f"If `{self._text(context.facts[-1], context)}`:", case=True), goal)
        if above == "both":
            return self._begun(Step(f"`{self._text(goal, context)}`"), goal)
        if above in ("rule", "lemma"):
            if kind == "known":
                return None
            return self._begun(Step(f"{self._premise_said(outside, context)}`{self._text(goal, context)}`"), goal)
        if above == "groups":
            return self._begun(Step(f"`{self._text(goal, context)}`"), goal)
        if last == ".":
            self._setting(above, node, goal, context, outside)
        return None

    def _begun(self, step: Step, goal: Term) -> _Block:
        self.blocks[-1].step.inner.append(step)
        return _Block(step, goal)

    def _setting(self, above: str, node: Mapping[str, Any], goal: Term, context: Context, outside: Context) -> None:
        """The sentence that leads from the node above to what comes after it."""
        inner = self.blocks[-1].step.inner
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
        inner = self.blocks[-1].step.inner
        if inner and inner[-1].setting and inner[-1].says.endswith("time:"):
            moment = inner.pop()
            said = f"{moment.says[:-1]}, {said[0].lower()}{said[1:]}"
            phrase = f"{moment.phrase}, {phrase}" if phrase else ""
        inner.append(Step(said, setting=True, phrase=phrase))

    def _closed(self, kind: str, node: Mapping[str, Any], goal: Term, context: Context) -> _Block | None:
        """Write the reason to the step that is being proved, or to a new one where the goal became another."""
        block = self.blocks[-1]
        said = Step("", closing=True, rule=str(node.get("rule", "")), lemma=str(node.get("lemma", "")))
        if kind == "leaf":
            said.reason, said.certificate = arithmetic(node, self.frame), _certificate(node)
        else:
            said.reason = {
                "known": "evident",
                "rule": f"rule: {said.rule}",
                "lemma": f"by {said.lemma}",
                "boxes": "interval arithmetic on boxes",
                "cases": "two cases",
                "split": "two cases",
            }[kind]
        if goal is block.goal and not block.step.reason:
            block.step.before = len(block.step.inner)
            block.step.close(said)
            return None
        if kind == "known" and any(parent[0] in ("rule", "lemma") for parent in self.parents[-1:]):
            return None
        said.says = "a contradiction" if goal is FALSE else f"`{self._text(goal, context)}`"
        block.step.inner.append(said)
        return _Block(said, goal)

    # words
    def _text(self, term: Term, context: Context) -> str:
        return self.folder.text(term, context.scope)

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


class _Retelling(_Recorder):
    """The same for a proof that the kernel has accepted: what ends a branch is written down, not decided again."""

    def _end(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        pass

    _leaf = _boxes = _known = _end


def _certificate(node: Mapping[str, Any]) -> dict[str, Any]:
    return {name: node[name] for name in ("terms", "use", "norms", "times") if node.get(name)}


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


def outline(
    statement: Statement,
    proof: Any,
    lemma: Callable[[str], Rule],
    *,
    refuted: Mapping[str, Any] | None = None,
    judged: bool = False,
) -> list[Step]:
    """The numbered steps of an accepted proof, or of the negation's; raises Rejected where it is not accepted.

    judged : whether the kernel has accepted it already; then not every fault is noticed here.
    """
    recorder = (_Retelling if judged else _Recorder)(lemma, Work(CLAIM_WORK))
    statement = statement if refuted is None else negated(statement, refuted)
    proofs = proof if isinstance(proof, list) else [proof]
    context = Context(statement.scope, statement.given, TIMELESS, recorder.work)
    found: list[Step] = []
    for number, (goal, tree) in enumerate(zip(statement.show, proofs, strict=True), start=1):
        found.append(recorder.prove(tree, goal, context, (f"goal {number}",) if len(proofs) > 1 else ()))
        context = context.having([goal])
    if len(found) == 1 and found[0].inner and not found[0].case:
        whole = found[0]
        last = Step(whole.says, inner=whole.inner[whole.before :])
        last.close(whole)
        found = [*whole.inner[: whole.before], last] if whole.reason else whole.inner
    return numbered(found)


def motion_outline(
    statement: Statement, motion: Mapping[str, Any], lemma: Callable[[str], Rule], *, judged: bool = False
) -> list[Step]:
    """The numbered steps of a refutation by a motion: what helps, that everything given holds, and the negation."""
    recorder = (_Retelling if judged else _Recorder)(lemma, Work(CLAIM_WORK), motion["frame"])
    says = [f"`{pair[0]}`" for pair in motion.get("first", ())]
    says += [f"`{text}` along the motion" for text in statement.given_texts]
    says.append(f"Not so: {listed(f'`{text}`' for text in statement.show_texts)}")
    found = []
    for said, (place, proof, goal, context) in zip(says, obligations(statement, motion, recorder.work), strict=True):
        step = recorder.prove(proof, goal, context, (place,))
        step.says = said
        found.append(step)
    _shortened(found)
    return numbered(found)


def _shortened(steps: Iterable[Step]) -> None:
    """Replace what nobody reads: equations of a motion for many tokens, with everything written out."""
    for step in steps:
        if len(step.says) > MAX_SAID:
            step.says = f"What is to be shown, written out in {len(step.says)} characters"
        _shortened(step.inner)


def printed(data: Mapping[str, Any], verdict: str, lemma: Callable[[str], Rule]) -> list[dict[str, Any]]:
    """The numbered steps of a claim in proof form, as JSON; empty where no proof is to be shown.

    verdict : what the kernel has judged of this very data.
    """
    refuted = data.get("refuted") if verdict == "REFUTED" else None
    motion, tree = (refuted or {}).get("motion"), (refuted or data).get("proof")
    if verdict == "OPEN" or (tree is None and motion is None):
        return []
    statement = read(data["statement"])

    def told(judged: bool) -> list[Step]:
        if motion is not None:
            return motion_outline(statement, motion, lemma, judged=judged)
        return outline(statement, tree, lemma, refuted=refuted, judged=judged)

    try:
        steps = told(judged=True)
    except Rejected:  # what a step needs may be seen only after the ends before it
        steps = told(judged=False)
    return [step.to_data() for step in steps]
