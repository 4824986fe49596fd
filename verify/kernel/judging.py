"""The verdict on one claim in proof form, from its data alone: statement, proof or refutation, instance, twin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .atoms import forget
from .claims import Proof, check, conjunction
from .motions import refuted_by_motion
from .parsing import MAX_TEXT
from .proofs import Listener
from .refutation import judge_instance, unmet
from .rules import Rule
from .statements import FIELDS, Statement, closed, read
from .terms import Rejected, make

PROVED, CERTIFIED, TESTED, REFUTED, OPEN = "PROVED", "CERTIFIED", "TESTED", "REFUTED", "OPEN"
NO_INSTANCE = "no instance is given"
VACUOUS = "may be vacuous"
LEMMA = "LEM-"
REFUTATIONS = ({"instance"}, {"proof"}, {"proof", "case"}, {"motion"})
KEYS = ("statement", "proof", "instance", "twin", "refuted", "tested", "also", "unseen")
FEWEST = 10
# The work to see that what is proved is not false at the claim's own instance, which a sound proof makes superfluous.
_ALSO_SHOWN = 100_000


@dataclass(frozen=True)
class Judgement:
    """What the kernel says of a claim.

    verdict : PROVED, CERTIFIED (a bisection of a compact set was used), TESTED, REFUTED or OPEN. A proof that cites
        lemmas is worth what they are.
    reason : why it is OPEN, or what refutes it.
    axioms, lemmas : what the proof uses, by name and by id.
    undecided : what is given and could not be evaluated at the instance, so that nothing shows that it can hold, and
        what is shown under assumptions about motions that hold at none of the instances, those of "also" and of the
        twin among them, unless the claim says why not ("unseen"); NO_INSTANCE where there is none. Such a claim is
        OPEN, except for a lemma: whoever uses it proves what it asks.
    twin : "refuted", "not refuted", or "none"; `twin_fault` says what is wrong with it.
    """

    verdict: str
    reason: str = ""
    axioms: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    twin: str = "none"
    twin_fault: str = ""


def judge(
    data: Mapping[str, Any], lemma: Callable[[str], Rule], listener: Listener | None = None, id: str = ""
) -> Judgement:
    """Judge a claim; `lemma` gives the rule form of a claim that its proof cites. Never raises.

    listener : is told the walk through the proof, or through those of a refutation, as far as it goes.
    id : what the claim is called; LEM-... is a lemma.
    """
    forget()
    try:
        found = _judge(data, lemma, listener)
    except Rejected as error:
        return Judgement(OPEN, str(error))
    except (RecursionError, MemoryError) as error:
        return Judgement(OPEN, f"too large or nested too deeply ({type(error).__name__})")
    except Exception as error:  # what breaks the kernel proves nothing
        return Judgement(OPEN, f"the kernel failed: {type(error).__name__}: {error}"[:300])
    if found.verdict in (PROVED, CERTIFIED) and found.undecided and not id.startswith(LEMMA):
        why = found.undecided[0]
        why = why if why == NO_INSTANCE else f"at the instance {why!r} is not decided, or assumes what is not"
        return replace(found, verdict=OPEN, reason=f"{VACUOUS}: {why}")
    return found


def _judge(data: Mapping[str, Any], lemma: Callable[[str], Rule], listener: Listener | None) -> Judgement:
    for name in data:
        if name not in KEYS:
            raise Rejected(f"a claim in proof form has no field {str(name)[:40]!r}; allowed are {', '.join(KEYS)}")
    statement = read(data["statement"]) if "statement" in data else None
    if statement is None:
        raise Rejected("a claim in proof form has a statement")
    proof, refuted, tested = data.get("proof"), data.get("refuted"), data.get("tested")
    if [proof, refuted, tested].count(None) != 2:
        raise Rejected("a claim has a proof, or a refutation, or instances at which it was tested")
    if refuted is not None:
        return _refuted(statement, refuted, data, lemma, listener)
    if tested is not None:
        return _tested(statement, tested, data, lemma)
    undecided = (*_satisfied(statement, data.get("instance")), *_unmet(statement, data))
    found = check(statement, proof, lemma, listener)
    twin, fault = _twin(data, lemma)
    verdict = CERTIFIED if found.compact else PROVED
    return Judgement(verdict, "", _sorted(found.axioms), _sorted(found.lemmas), undecided, twin, fault)


def _sorted(names: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(names))


def _satisfied(statement: Statement, instance: Any) -> tuple[str, ...]:
    """What of `given` is undecided at the instance.

    Raises Rejected where some of `given` is false, or the statement.
    """
    if instance is None:
        return (NO_INSTANCE,) if statement.given else ()
    report = judge_instance(statement, instance, _ALSO_SHOWN, whole=False)
    for text, truth in report.given:
        if truth is False:
            raise Rejected(f"at the instance {text!r} is false")
    if report.refutes:
        broken = next(text for text, truth in report.show if truth is False)
        raise Rejected(f"at the instance everything given holds and {broken!r} is false")
    return tuple(text for text, truth in report.given if truth is None)


def _unmet(statement: Statement, data: Mapping[str, Any]) -> tuple[str, ...]:
    """What is shown under assumptions about motions that no instance is seen to meet, where nothing says why.

    Raises Rejected where the claim says why and all is met.
    """
    if data.get("instance") is None:
        return ()
    twin = data.get("twin")
    other = [twin["instance"]] if isinstance(twin, Mapping) and isinstance(twin.get("instance"), Mapping) else []
    found = unmet(statement, [data["instance"], *data.get("also", ()), *other])
    if data.get("unseen") and not found:
        raise Rejected("'unseen' says why an assumption is not seen to hold, but all hold at the instances")
    return () if data.get("unseen") else found


def _refuted(
    statement: Statement, refuted: Any, data: Mapping[str, Any], lemma: Callable[[str], Rule], listener: Listener | None
) -> Judgement:
    if not isinstance(refuted, Mapping) or set(refuted) not in REFUTATIONS:
        raise Rejected(
            "a refutation is {'instance': values}, {'motion': functions of time} or {'proof': tree, 'case': formulas}"
        )
    if "motion" in refuted:
        moved = refuted_by_motion(statement, refuted["motion"], lemma, listener)
        return Judgement(REFUTED, "it is proved to fail at the motion", _sorted(moved.axioms), _sorted(moved.lemmas))
    if "instance" in refuted:
        report = judge_instance(statement, refuted["instance"], whole=False)
        for text, truth in report.given:
            if truth is not True:
                raise Rejected(f"at the counterexample {text!r} is {'false' if truth is False else 'undecided'}")
        broken = [text for text, truth in report.show if truth is False]
        if not broken:
            raise Rejected("at the counterexample nothing that is claimed is false")
        return Judgement(REFUTED, f"at the counterexample {broken[0]!r} is false")
    goal = negated(statement, refuted)
    undecided = _satisfied(goal, data.get("instance"))
    if undecided:
        raise Rejected(
            f"the negation refutes only where everything given holds; undecided at the instance: {undecided[0]!r}"
        )
    found: Proof = check(goal, refuted["proof"], lemma, listener)
    reason = "the negation is proved, and what is given holds at the instance"
    return Judgement(REFUTED, reason, _sorted(found.axioms), _sorted(found.lemmas))


def _tested(statement: Statement, instances: Any, data: Mapping[str, Any], lemma: Callable[[str], Rule]) -> Judgement:
    """Evaluate the statement at every stored instance; all of it must be decided, and true."""
    if not isinstance(instances, list) or len(instances) < FEWEST:
        raise Rejected(f"at least {FEWEST} instances are tested")
    if len({repr(instance) for instance in instances}) < len(instances):
        raise Rejected("an instance is tested twice")
    for number, instance in enumerate(instances, start=1):
        report = judge_instance(statement, instance)
        for text, truth in (*report.given, *report.show):
            if truth is not True:
                raise Rejected(f"at instance {number} {text!r} is {'false' if truth is False else 'undecided'}")
    twin, fault = _twin(data, lemma)
    return Judgement(TESTED, f"true at {len(instances)} drawn instances", twin=twin, twin_fault=fault)


def negated(statement: Statement, refuted: Mapping[str, Any]) -> Statement:
    """The same hypotheses, and those of the case in which `refuted` works, with the negation of what was to be shown.

    Where all of them hold at some instance, the negation refutes the statement, whose hypotheses are among them.
    """
    case = refuted.get("case", ())
    if not isinstance(case, (list, tuple)) or not all(isinstance(text, str) for text in case):
        raise Rejected("'case' is a list of texts")
    goal = make("not", conjunction(statement.show))
    given = (*statement.given, *(closed(text, statement.scope) for text in case))
    texts = (*statement.given_texts, *case)
    return Statement(statement.scope, statement.letters, given, (goal,), texts, ("not the statement",))


def twin_statement(data: Mapping[str, Any]) -> dict[str, Any]:
    """The statement of the false twin: every replaced text occurs, and something changes."""
    twin = data["twin"]
    replace = twin.get("replace") if isinstance(twin, Mapping) else None
    if (
        not isinstance(replace, Mapping)
        or not replace
        or not all(isinstance(x, str) for pair in replace.items() for x in pair)
    ):
        raise Rejected("a twin says which texts are replaced by which")
    changed: dict[str, Any] = {}
    seen: set[str] = set()
    for name in FIELDS:
        found = data["statement"].get(name, [])
        texts = [found] if isinstance(found, str) else list(found)
        for position, text in enumerate(texts):
            for old, new in replace.items():
                if old and old in text:
                    seen.add(old)
                    if len(text) + text.count(old) * len(new) > MAX_TEXT:
                        raise Rejected(f"the twin makes a text longer than {MAX_TEXT} characters")
                    texts[position] = text = text.replace(old, new)
        changed[name] = texts
    missing = [old for old in replace if old not in seen]
    if missing:
        raise Rejected(f"the twin replaces {missing[0]!r}, which does not occur")
    return changed


def _twin(data: Mapping[str, Any], lemma: Callable[[str], Rule]) -> tuple[str, str]:
    """What becomes of the false twin, judged by its own hypotheses, and what is wrong with it."""
    if data.get("twin") is None:
        return "none", ""
    try:
        statement = read(twin_statement(data))
    except Rejected as error:
        return "not refuted", f"the twin: {error}"
    if data.get("proof") is not None:
        try:
            check(statement, data["proof"], lemma)
            return "not refuted", "the proof is accepted for the false twin as well"
        except (Rejected, RecursionError):
            pass
    instance = data["twin"].get("instance")
    if instance is None:
        return "not refuted", ""
    try:
        report = judge_instance(statement, instance, whole=False)
    except Rejected as error:
        return "not refuted", f"the twin's instance: {error}"
    return ("refuted" if report.refutes else "not refuted"), ""
