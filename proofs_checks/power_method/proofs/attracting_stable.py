"""An equilibrium of the attention map at which the derivative contracts is Lyapunov stable: balls that are not left."""

from __future__ import annotations

from proofs_checks.power_method.proofs.attracting import SMALL, STEP, near
from proofs_checks.power_method.proofs.near_contracts import BALLS, EQUILIBRIUM, NEARER, OFF, SIDE, SPHERE
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, both, have, intro, leaf, lemma, rule, take, unfold, witness

_SIZE = "min(l, {}/(4*W + 1))".format
_ROOM = _SIZE("eps")
_TRAP = f"fn(e, X: ({SIDE('X')}) and B({_SIZE('e')}, {OFF('X')}))"
_RADIUS = f"min(1, {_ROOM}/(W + 1))"
_POSITIVE: Steps = [
    ("4*W + 1 > 0", leaf("4: W >= 0", "1:")),
    ("W + 1 > 0", leaf("1: W >= 0", "1:")),
    ("eps/(4*W + 1) > 0", leaf("1: eps > 0; 1/(4*W + 1) > 0")),
    (f"{_ROOM} > 0", rule("minimum strictly above", a="l", b="eps/(4*W + 1)", c="0")),
    (f"{_ROOM} <= l", rule("minimum below first", a="l", b="eps/(4*W + 1)")),
    (f"{_ROOM} <= eps/(4*W + 1)", rule("minimum below second", a="l", b="eps/(4*W + 1)")),
]
_SHORT: Steps = [
    (f"{_ROOM}/(W + 1) > 0", leaf(f"1: {_ROOM} > 0; 1/(W + 1) > 0")),
    (f"{_RADIUS} > 0", rule("minimum strictly above", KNOWN, KNOWN, a="1", b=f"{_ROOM}/(W + 1)", c="0")),
    (f"{_RADIUS} <= 1", rule("minimum below first", a="1", b=f"{_ROOM}/(W + 1)")),
    (f"{_RADIUS} <= {_ROOM}/(W + 1)", rule("minimum below second", a="1", b=f"{_ROOM}/(W + 1)")),
    (f"{_RADIUS}*(W + 1) <= {_ROOM}", leaf(f"1: {_RADIUS} <= {_ROOM}/(W + 1); W + 1 > 0")),
    (f"W*{_RADIUS} <= {_ROOM}", leaf(f"1: {_RADIUS}*(W + 1) <= {_ROOM}", f"1: {_RADIUS} > 0")),
]
_CLOSE = f"forall i: norm(X1[i] - S[i]) <= {_RADIUS}"
_ENTERS = have(
    [*_POSITIVE, *_SHORT],
    witness(
        _RADIUS,
        both(
            KNOWN,
            intro(
                "X1,",
                have(
                    [
                        (
                            _CLOSE,
                            intro(
                                "t",
                                have([f"norm(X1[t] - S[t]) < {_RADIUS}"], leaf(f"1: norm(X1[t] - S[t]) < {_RADIUS}")),
                            ),
                        ),
                        *near("X1[{}]", _RADIUS, _ROOM),
                    ],
                    both(KNOWN, KNOWN),
                ),
            ),
        ),
    ),
)
_IMAGE = OFF("X1").replace("X1[i]", "value(attention, X1, i)")
_KEPT = have(
    [
        *_POSITIVE,
        (
            f"({SPHERE('X1').replace('X1[i]', 'value(attention, X1, i)')}) and"
            f" ({SIDE('X1').replace('X1[i]', 'value(attention, X1, i)')}) and B((1 + q)/2*{_ROOM}, {_IMAGE})",
            take(NEARER, ["X1", _ROOM], KNOWN),
        ),
        (f"(1 + q)/2*{_ROOM} <= {_ROOM}", leaf(f"1/2: q < 1; {_ROOM} > 0")),
        (f"B({_ROOM}, {_IMAGE})", take(BALLS[0], [f"(1 + q)/2*{_ROOM}", _ROOM, _IMAGE], KNOWN)),
    ],
    both(KNOWN, KNOWN, KNOWN),
)
_STAYS = have(
    [
        *_POSITIVE,
        (
            f"forall i: norm(X1[i] - dot(S[i], X1[i])*S[i]) <= W*{_ROOM}",
            take(BALLS[1], [_ROOM, OFF("X1")], KNOWN),
        ),
    ],
    intro(
        "t",
        have(
            [
                f"norm(X1[t] - dot(S[t], X1[t])*S[t]) <= W*{_ROOM}",
                (
                    f"norm(X1[t] - S[t]) <= 2*(W*{_ROOM})",
                    lemma("LEM-off-axis.far", s="S[t]", x="X1[t]", a=f"W*{_ROOM}"),
                ),
                (f"{_ROOM}*(4*W + 1) <= eps", leaf(f"1: {_ROOM} <= eps/(4*W + 1); 4*W + 1 > 0")),
            ],
            leaf(
                f"1: norm(X1[t] - S[t]) <= 2*(W*{_ROOM})",
                f"1/2: {_ROOM}*(4*W + 1) <= eps",
                f"1/2: {_ROOM} > 0",
                "1/2: eps > 0",
            ),
        ),
    ),
)
_SEEN = "V(sum(j: weight(S, t, j)*S[j]))"
_RESTS = unfold(
    "goal",
    intro(
        "t",
        have(
            [
                "dot(S[t], S[t]) == 1",
                f"{_SEEN} == nu[t]*S[t]",
                "1 + alpha*nu[t] > 0",
                (
                    f"unit(S[t] + alpha*{_SEEN}) == S[t]",
                    lemma("LEM-pulled-along", x="S[t]", g=_SEEN, k="alpha", r="nu[t]"),
                ),
            ],
            KNOWN,
        ),
    ),
)

formal(
    "LEM-attracting.stable",
    title="An equilibrium of the attention map at which the derivative contracts is Lyapunov stable",
    statement=model(
        EQUILIBRIUM, {"given": ["l > 0", SMALL], "show": ["fixed(attention, S)", "lyapunov(attention, S)"]}
    ),
    proof=[
        _RESTS,
        have(
            [STEP],
            rule(
                "trapped",
                KNOWN,
                _ENTERS,
                _KEPT,
                _STAYS,
                F="attention",
                S="S",
                P=_TRAP,
                new={"e": "eps", "X": "X1"},
            ),
        ),
    ],
)
