"""From the evidence of many claims to their verdicts: premises first, and no verdict from a check that cannot fail."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from attnverify.verify.evidence import Combined, Evidence, combine
from attnverify.verify.verdict import Rung, Verdict

EVERYTHING = "everything that the statement quantifies over"


@dataclass(frozen=True)
class Proved:
    """What the kernel says of a claim in proof form: its verdict is this, where the lemmas are what they should be."""

    verdict: Verdict
    reason: str
    lemmas: tuple[str, ...]


@dataclass(frozen=True)
class Basis:
    """Everything the verdict of one claim is computed from.

    evidence : what the check found, already judged.
    rests_on : ids of the claims that a proof of this one uses.
    fault : why the check itself cannot be trusted; empty when it told its false twin from the claim.
    proved : for a claim in proof form, what the kernel says; the evidence then decides nothing.
    argued : for a claim that is argued from those of `rests_on`, its verdict where all of them hold.
    """

    evidence: tuple[Evidence, ...]
    rests_on: tuple[str, ...] = ()
    fault: str = ""
    proved: Proved | None = None
    argued: Verdict | None = None


def conclude(bases: Mapping[str, Basis]) -> dict[str, Combined]:
    """The combined verdict of every claim, in the order of `bases`.

    Raises ValueError with one line when a claim rests on one that is not among `bases`, or on itself.
    """
    order = grounded(bases)
    adrift = sorted(set(bases) - set(order))
    if adrift:
        raise ValueError(f"claim {adrift[0]!r} rests on itself or on a claim that is not decided")
    concluded: dict[str, Combined] = {}
    for name in order:
        basis = bases[name]
        if basis.proved is not None:
            concluded[name] = _from_kernel(basis.proved, concluded)
            continue
        if basis.argued is not None:
            concluded[name] = _argued(basis.argued, [(item, concluded[item].verdict) for item in basis.rests_on])
            continue
        found = combine(basis.evidence, [(item, concluded[item].verdict) for item in basis.rests_on])
        concluded[name] = _with_fault(found, basis.fault) if basis.fault else found
    return {name: concluded[name] for name in bases}


def _from_kernel(proved: Proved, concluded: Mapping[str, Combined]) -> Combined:
    """A proof is worth what the weakest lemma is that it cites, and nothing where one of them is not proved."""
    if proved.verdict is Verdict.OPEN:
        return Combined(Verdict.OPEN, EVERYTHING, proved.reason)
    verdict = proved.verdict
    for lemma in proved.lemmas:
        found = concluded[lemma].verdict
        if found not in (Verdict.PROVED, Verdict.CERTIFIED):
            return Combined(Verdict.OPEN, EVERYTHING, f"its proof cites {lemma}, which is {found.value}")
        if found is Verdict.CERTIFIED and verdict is Verdict.PROVED:
            verdict = Verdict.CERTIFIED
    return Combined(verdict, EVERYTHING, proved.reason)


def _argued(verdict: Verdict, premises: Sequence[tuple[str, Verdict]]) -> Combined:
    """An argument is worth nothing where one of the claims that it joins is not at least argued itself."""
    for name, found in premises:
        if found.strength < Verdict.ARGUED.strength:
            return Combined(Verdict.OPEN, EVERYTHING, f"its argument rests on {name}, which is {found.value}")
    return Combined(verdict, EVERYTHING)


def _with_fault(found: Combined, fault: str) -> Combined:
    """The verdict where the false twin was not rejected: a counterexample stands by itself, nothing else does."""
    if found.verdict.fails:
        return Combined(found.verdict, found.scope, f"{found.reason or 'an exact counterexample'}; but {fault}")
    return Combined(Verdict.OPEN, "the whole claim", fault)


def grounded(bases: Mapping[str, Basis]) -> list[str]:
    """The claims all of whose premises are there, however deep, each after its premises."""
    open_premises = {name: len(set(basis.rests_on)) for name, basis in bases.items()}
    used_by: dict[str, list[str]] = {}
    for name, basis in bases.items():
        for premise in set(basis.rests_on):
            used_by.setdefault(premise, []).append(name)
    order = [name for name, count in open_premises.items() if count == 0]
    for name in order:  # grows while it is read
        for user in used_by.get(name, ()):
            open_premises[user] -= 1
            if open_premises[user] == 0:
                order.append(user)
    return order


def vouchers(evidence: Sequence[Evidence], verdict: Verdict) -> str:
    """Who vouches for the evidence that carries `verdict`; what is weaker or narrower does not speak here."""
    names = dict.fromkeys(item.checked_by for item in evidence if carries(item, verdict))
    return "; ".join(names)


def carries(item: Evidence, verdict: Verdict) -> bool:
    """Whether this piece of evidence, by itself, reaches the claim's `verdict`."""
    if verdict.fails or item.rung is Rung.REFUTED:
        return verdict is item.rung.argued
    return verdict.holds and item.covers and item.rung.argued.strength >= verdict.strength


def twin_fault(says: str, verdict: Verdict, expected: Verdict, trouble: str = "") -> str:
    """Why the check failed to reject its false twin; empty when it did reject it.

    says : what was changed in the twin.
    verdict : what the check made of the twin.
    expected : the pinned verdict of the claim. The twin of a claim that is expected to be refuted is a true variant,
        which must not be refuted; every other twin must not hold.
    trouble : an exception, or a proof of the twin beside a refutation; neither is a rejection.
    """
    if trouble:
        return f"the check does not reject its false twin ({says}): {trouble}"
    accepted = verdict.fails if expected.fails else verdict.holds
    if not accepted:
        return ""
    return f"the check cannot fail: it says {verdict.value} of its false twin ({says}) as well"
