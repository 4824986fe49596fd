"""Finitely many numbers leave a gap below one of them."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, obtain, rule, split, take, witness

_FAR = "t > 0 and (mu[{0}] >= mu[lead] or mu[{0}] <= mu[lead] - 1/t)".format
_ALL_FAR = f"exists t in number: forall k in direction: {_FAR('k')}"
_SOME_GAP = split(
    "mu[lead] <= mu[q] or mu[q] < mu[lead]",
    witness("1", both(leaf("1:"), {"left": leaf("1: mu[lead] <= mu[q]")})),
    have(
        [("mu[lead] - mu[q] > 0", leaf("1: mu[q] < mu[lead]"))],
        witness("1/(mu[lead] - mu[q])", both(leaf("1: 1/(mu[lead] - mu[q]) > 0"), {"right": leaf()})),
    ),
)
_WIDER = have(
    [("t2 > 0", leaf("1: t1 > 0", "1: t1 <= t2"))],
    both(
        KNOWN,
        split(
            "mu[q] >= mu[lead] or mu[q] <= mu[lead] - 1/t1",
            {"left": KNOWN},
            {"right": leaf("1: mu[q] <= mu[lead] - 1/t1", "1: t1 <= t2; 1/t1 > 0; 1/t2 > 0")},
        ),
    ),
)
_GAP: tuple[str, Tree] = (
    _ALL_FAR,
    rule(
        "common bound, directions",
        _SOME_GAP,
        _WIDER,
        P=f"fn(k in direction, t in number: {_FAR('k')})",
        new={"x": "q", "s": "t1", "t": "t2"},
    ),
)

_AT = f"forall k in direction: {_FAR('k').replace('t >', 'T >').replace('1/t', '1/T')}"
_POSITIVE = have([("T > 0", take(_AT, ["lead"], KNOWN))], leaf("1: 1/T > 0"))

formal(
    "LEM-gap-below",
    title="Finitely many numbers leave a gap below one of them",
    statement={
        "letters": ["mu[direction]: number; lead: direction"],
        "show": ["exists g in number: g > 0 and (forall k in direction: mu[k] >= mu[lead] or mu[k] <= mu[lead] - g)"],
    },
    proof=have([_GAP], obtain(_ALL_FAR, "T", witness("1/T", both(_POSITIVE, intro("q", KNOWN))))),
)
