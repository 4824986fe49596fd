"""From what was found of many claims to their verdicts: premises first, and none from a check that cannot fail."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..evidence import Combined
from ..verdict import Verdict

EVERYTHING = "everything that the statement quantifies over"
# How good the premises of a verdict must be at least, and what the claim says of one that is not.
_NEEDED = {
    **dict.fromkeys((Verdict.PROVED, Verdict.CERTIFIED, Verdict.REFUTED), (Verdict.CERTIFIED, "its proof cites")),
    **dict.fromkeys((Verdict.ARGUED, Verdict.ARGUED_FALSE), (Verdict.ARGUED, "rests on")),
    Verdict.TESTED: (Verdict.TESTED, "rests on"),
}


@dataclass(frozen=True)
class Basis:
    """Everything the verdict of one claim is computed from.

    found : what the kernel, the argument or the check says of it, the claims that it rests on taken at their word.
    rests_on : ids of these claims.
    fault : why the check itself cannot be trusted; empty when it told its false twin from the claim.
    """

    found: Combined
    rests_on: tuple[str, ...] = ()
    fault: str = ""


def conclude(bases: Mapping[str, Basis]) -> dict[str, Combined]:
    """The verdict of every claim, in the order of `bases`.

    Raises ValueError with one line when a claim rests on one that is not among `bases`, or on itself.
    """
    order = grounded(bases)
    adrift = sorted(set(bases) - set(order))
    if adrift:
        raise ValueError(f"claim {adrift[0]!r} rests on itself or on a claim that is not decided")
    concluded: dict[str, Combined] = {}
    for name in order:
        concluded[name] = _concluded(bases[name], concluded)
    return {name: concluded[name] for name in bases}


def _concluded(basis: Basis, others: Mapping[str, Combined]) -> Combined:
    """A claim is worth nothing where its check cannot be trusted, or where one that it rests on is not good enough."""
    found = basis.found
    if found.verdict is Verdict.OPEN:
        return found
    if basis.fault:
        return Combined(Verdict.OPEN, "the whole claim", basis.fault)
    needed, says = _NEEDED[found.verdict]
    for premise in basis.rests_on:
        other = others[premise].verdict
        if other.strength < needed.strength:
            return Combined(Verdict.OPEN, found.scope, f"{says} {premise}, which is {other.value}")
        if found.verdict is Verdict.PROVED and other is Verdict.CERTIFIED:
            found = replace(found, verdict=Verdict.CERTIFIED)
    return found


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


def twin_fault(says: str, verdict: Verdict, trouble: str = "") -> str:
    """Why the check failed to reject its false twin; empty when it did reject it, and left it open.

    says : what was changed in the twin.  verdict : what the check made of it.  trouble : an exception, which rejects
    nothing.
    """
    if trouble:
        return f"the check does not reject its false twin ({says}): {trouble}"
    if verdict is Verdict.OPEN:
        return ""
    return f"the check cannot fail: it says {verdict.value} of its false twin ({says}) as well"
