"""(4.3): tokens whose products are above 3/4 at some time tend to one point."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.later import FLOWS, LINK, LINKED, NOW, counted, now, solutions
from proofs_checks.perspective.proofs.models import EAST, LOG2, NORTH, SA, USA, WEIGHTS
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    take,
    unfold,
    witness,
)

CLOSE = "(forall i, j: dot(place(i, {0}), place(j, {0})) > 3/4)".format
ONE_POINT = "(exists v in vector: forall i: tends(norm(later(0)[i] - v), 0))"
CLUSTERS = (
    "exists z2 in vector, c2 in number, k2 in number: k2 > 0 and always(forall i: norm(x[i] - z2) <= c2*exp(-k2*time))"
)


def from_then(text: str, time: str) -> str:
    """A text about the motion x, of the motion that is counted from a time on."""
    return text.replace("x[", f"later({time})[")


def restarted(time: str) -> list[tuple[str, Tree] | str]:
    """From a time on the motion solves the flow."""
    return [(f"solves(sa, later({time}))", take(solutions("sa"), [time], KNOWN))]


def flows(fact: str, time: str) -> str:
    """A fact about a solution, of both flows, as lemmas have it."""
    return " and ".join(f"(solves({flow}, later({time})) => {from_then(fact, time)})" for flow in FLOWS)


def linked(s: str, left: str) -> Tree:
    """The distance of token p from v, counted from a time on."""
    rewritten = have([(f"{NOW(s, 'r')}", take(LINKED, [s, "r"], KNOWN))], leaf(use=[NOW(s, "r")]))
    first = have([("0 + time == r", leaf("eq 1: time == r"))], rewritten) if s == "0" else rewritten
    return intro("r", enter("every", intro("", first)))


def resting(*points: list[Any], **letters: Any) -> dict[str, Any]:
    """Tokens that rest, in coordinates."""
    still = [[f"fn(r in number: {number})" for number in point] for point in points]
    return {
        "tokens": len(points),
        "directions": 2,
        "dim": 2,
        "letters": {"beta": LOG2, "b": [EAST, NORTH], "c": still, "a": still, **letters},
    }


_ABOVE = f"at_start({from_then('forall i, j: dot(x[i], x[j]) > 0', 'm')})"
_PRODUCT = "dot(place(p, m), place(q, m)) > 3/4"
_START = enter(
    "start",
    intro("p,q", have([now("m", "m"), _PRODUCT], leaf(f"1: {_PRODUCT}", "3/4:", use=[NOW("m", "m")]))),
)
_FAR = "norm(later(m)[p] - z1)"
_SMALL = unfold(
    "goal",
    witness(
        "c1",
        witness(
            "k1",
            both(
                KNOWN,
                KNOWN,
                enter(
                    "every",
                    have(
                        [f"{_FAR} <= c1*exp(-k1*time)"],
                        rule(
                            "absolute at most",
                            leaf(f"1: {_FAR} <= c1*exp(-k1*time)"),
                            leaf(f"1: {_FAR} <= c1*exp(-k1*time)", f"2: {_FAR} >= 0"),
                            e=_FAR,
                            b="c1*exp(-(k1*time))",
                        ),
                    ),
                ),
            ),
        ),
    ),
)
_NONNEGATIVE = enter(
    "start",
    rule(
        "some element",
        have(
            ["norm(later(m)[u] - z1) <= c1*exp(-k1*time)"],
            leaf("1: norm(later(m)[u] - z1) <= c1*exp(-k1*time)", "1: norm(later(m)[u] - z1) >= 0"),
        ),
        new={"x": "u"},
        C="c1 >= 0",
    ),
)
_LIMIT = have(
    [
        (f"exponentially_small({_FAR})", _SMALL),
        (f"tends({_FAR}, 0)", lemma("LEM-small.tends", z=_FAR)),
    ],
    lemma(
        "LEM-sooner",
        linked("0", "0"),
        linked("m", "m"),
        KNOWN,
        F="fn(r in number: norm(place(p, r) - z1))",
        s="m",
        c="0",
        u="norm(later(0)[p] - z1)",
        v=_FAR,
    ),
)

formal(
    "LEM-close-products",
    title="Tokens cluster if their products are above 3/4 at some time",
    statement=model(
        WEIGHTS,
        counted("0"),
        SA,
        USA,
        {
            "letters": ["m: number"],
            "given": ["beta >= 0", LINK, solutions("sa"), "m >= 0", CLOSE("m")],
            "show": [ONE_POINT],
        },
    ),
    proof=have(
        [
            *restarted("m"),
            (_ABOVE, _START),
            (flows(f"({CLUSTERS})", "m"), lemma("PER-T4.2.alpha", x="later(m)", alpha="0")),
            from_then(CLUSTERS, "m"),
        ],
        obtain(
            from_then(CLUSTERS, "m"),
            ["z1", "c1", "k1"],
            have([("c1 >= 0", _NONNEGATIVE)], witness("z1", intro("p", _LIMIT))),
        ),
    ),
)
