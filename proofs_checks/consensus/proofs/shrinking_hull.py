"""The hull of the projected tokens shrinks in every open hemisphere that contains them, strictly where they differ."""

from __future__ import annotations

from proofs_checks.consensus.proofs.heights import HEIGHTS, WEIGHTED
from proofs_checks.consensus.proofs.instances import full
from proofs_checks.consensus.proofs.models import FULL, SOLUTION
from proofs_checks.consensus.proofs.projected import AHEAD, HEIGHT, HULL, PROJECTED, W
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, enter, have, intro, leaf, lemma, obtain, rule

_APART = f"exists i, j: {HEIGHT('i')} < {HEIGHT('j')}"
_FALLS = f"rate({HULL}) < 0"
_FLOW = WEIGHTED[len("almost_always(") : -1]
_TERM = f"{W('x', '{0}')}*({HEIGHT('x')} - {HEIGHT('{0}')})".format
_TOUCHES = f"rate({HULL} - {HEIGHT('x')}) == 0"


def _below(q: str) -> Steps:
    return [
        (f"{HEIGHT(q)} <= {HULL}", rule("below the greatest", e=f"fn(j: {HEIGHT('j')})", y=q)),
        (f"{HEIGHT(q)} <= {HEIGHT('x')}", leaf(f"1: {HEIGHT(q)} <= {HULL}", f"eq 1: {HULL} == {HEIGHT('x')}")),
        (f"{W('x', q)} > 0", leaf()),
    ]


# x is the highest token in the direction u, s is lower than t
_DRAWN = have(
    [
        *_below("s"),
        *_below("t"),
        (
            f"sum(j: {_TERM('j')}) >= {_TERM('s')}",
            rule(
                "term of a positive sum",
                have(_below("r"), leaf(f"1: {W('x', 'r')} > 0; {HEIGHT('r')} <= {HEIGHT('x')}")),
                e=f"fn(j: {_TERM('j')})",
                y="s",
                new={"x": "r"},
            ),
        ),
        (_TOUCHES, rule("rate on a level", z=f"{HULL} - {HEIGHT('x')}", m="0")),
        (f"rate({HEIGHT('x')}) == -sum(j: {_TERM('j')})", leaf(use=[_FLOW])),
    ],
    leaf(
        f"1: sum(j: {_TERM('j')}) >= {_TERM('s')}",
        f"1: {W('x', 's')} > 0; {HEIGHT('s')} < {HEIGHT('t')}",
        f"1: {W('x', 's')} > 0; {HEIGHT('t')} <= {HEIGHT('x')}",
        f"eq 1: {_TOUCHES}",
        f"eq 1: rate({HEIGHT('x')}) == -sum(j: {_TERM('j')})",
    ),
)
_STRICT = enter(
    "ae",
    intro(
        "",
        obtain(_APART, "s,t", rule("attained greatest", _DRAWN, e=f"fn(j: {HEIGHT('j')})", C=_FALLS)),
    ),
)
_X1 = [
    f"almost_always(({AHEAD}) => ({PROJECTED}))",
    f"almost_always(({AHEAD}) => (forall i, j: {W('i', 'j')} > 0))",
    f"at_start({AHEAD}) => (forall u in vector: almost_always(rate({HULL}) <= 0))",
]
_ALL = (" and ".join(f"({text})" for text in _X1), lemma("CON-X1"))

formal(
    "CON-Y.c.repaired",
    statement=model(
        FULL,
        SOLUTION,
        {
            "show": [
                *_X1,
                f"at_start({AHEAD}) => (forall u in vector: almost_always(({_APART}) => {_FALLS}))",
            ]
        },
    ),
    proof=[
        *[have([_ALL], KNOWN)] * len(_X1),
        intro(
            "",
            have([(WEIGHTED, lemma("CON-E6.weights")), (HEIGHTS, lemma("CON-T3.2.a"))], intro("u", _STRICT)),
        ),
    ],
    instance=full(),
    twin=Variant("strictly at every time", {f"rate({HULL}) <= 0": f"rate({HULL}) < 0"}, full()),
)
