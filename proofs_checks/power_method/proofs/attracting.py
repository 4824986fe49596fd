"""An equilibrium of the attention map at which the derivative contracts attracts the orbits that begin near it."""

from __future__ import annotations

from proofs_checks.power_method.proofs.near_contracts import BALLS, EQUILIBRIUM, NEARER, OFF, SIDE, SPHERE
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, both, have, intro, leaf, lemma, obtain, rule, take, witness

SMALL = "forall m in number, e in state: m >= 0 and (forall i: norm(e[i]) <= m) => B(W*m, e)"
ORBIT = {
    "letters": ["x[step, token]: vector"],
    "given": [
        "forall n in step, i: x[n + 1, i] == value(attention, fn(h: x[n, h]), i)",
        SPHERE("x").replace("x[i]", "x[0, i]"),
    ],
}
ATTRACTED = (
    "forall e in number: e > 0"
    " => (exists s in size: forall n in size: n >= s => (forall i: norm(x[n, i] - {0}[i]) < e))"
).format
STEP = (NEARER, lemma("LEM-attracting.step"))
_RATE = "((1 + q)/2)"
_POWERS = f"forall e in number: e > 0 => (exists s in size: forall n in size: n >= s => {_RATE}^n < e)"


_GROWS, _, _MOVES = BALLS
_ORBIT = ORBIT["given"][0]


def _within(n: str, size: str) -> str:
    """The n-th state of the orbit is in the ball of that size around S."""
    sphere, side = (said("x").replace("x[i]", f"x[{n}, i]") for said in (SPHERE, SIDE))
    return f"({sphere}) and ({side}) and B({size}, {_off(n)})"


def _off(n: str) -> str:
    return OFF("x").replace("x[i]", f"x[{n}, i]")


_STATE = "fn(h: x[g, h])"
_VALUE = f"value(attention, {_STATE}, {{0}})".format
_MOVED = f"fn(i: {_VALUE('i')} - dot(S[i], {_VALUE('i')})*S[i])"
_SAME = ("x[g + 1, t] == " + _VALUE("t"), take(_ORBIT, ["g", "t"], KNOWN))
_TURNED = f"{_RATE}*({_RATE}^g*l)"
_NEXT = have(
    [
        (f"{_RATE}^g >= 0", take(f"forall n in size: {_RATE}^n >= 0", ["g"], KNOWN)),
        (f"{_RATE}^g <= 1", take(f"forall n in size: {_RATE}^n <= 1", ["g"], KNOWN)),
        (f"{_RATE}^g*l >= 0", leaf(f"1: {_RATE}^g >= 0; l > 0")),
        (f"{_RATE}^g*l <= l", leaf(f"1: {_RATE}^g <= 1; l > 0")),
        (
            f"({SPHERE('x').replace('x[i]', _VALUE('i'))}) and ({SIDE('x').replace('x[i]', _VALUE('i'))})"
            f" and B({_TURNED}, {_MOVED})",
            take(NEARER, [_STATE, f"{_RATE}^g*l"], KNOWN),
        ),
        (
            "forall i: norm(x[g + 1, i] - dot(S[i], x[g + 1, i])*S[i]"
            f" - ({_VALUE('i')} - dot(S[i], {_VALUE('i')})*S[i])) <= 0",
            intro("t", have([_SAME], leaf(use=[_SAME[0]]))),
        ),
        (f"B({_TURNED} + W*0, {_off('g + 1')})", take(_MOVES, [_TURNED, "0", _MOVED, _off("g + 1")], KNOWN)),
        (
            f"B({_RATE}^(g + 1)*l, {_off('g + 1')})",
            take(_GROWS, [f"{_TURNED} + W*0", f"{_RATE}^(g + 1)*l", _off("g + 1")], KNOWN),
        ),
    ],
    both(
        intro(
            "t",
            have(
                [_SAME, f"dot({_VALUE('t')}, {_VALUE('t')}) == 1"],
                leaf(f"eq 1: dot({_VALUE('t')}, {_VALUE('t')}) == 1", use=[_SAME[0]]),
            ),
        ),
        intro(
            "t",
            have([_SAME, f"dot(S[t], {_VALUE('t')}) > 0"], leaf(f"1: dot(S[t], {_VALUE('t')}) > 0", use=[_SAME[0]])),
        ),
        KNOWN,
    ),
)


def near(state: str, radius: str, size: str) -> Steps:
    """A state within `radius` of S is in the ball of that size."""
    token = state.format("t")
    off = f"fn(i: {state.format('i')} - dot(S[i], {state.format('i')})*S[i])"
    each = (
        f"dot(S[t], {token}) > 0 and norm({token} - dot(S[t], {token})*S[t]) <= {radius}",
        lemma("LEM-off-axis.near", s="S[t]", x=token, a=radius),
    )
    here: Steps = ["dot(S[t], S[t]) == 1", f"dot({token}, {token}) == 1", f"norm({token} - S[t]) <= {radius}", each]
    return [
        (f"forall i: dot(S[i], {state.format('i')}) > 0", intro("t", have(here, KNOWN))),
        (f"forall i: norm({off[6:-1]}) <= {radius}", intro("t", have(here, KNOWN))),
        (f"B(W*{radius}, {off})", take(SMALL, [radius, off], KNOWN)),
        (f"B({size}, {off})", take(_GROWS, [f"W*{radius}", size, off], KNOWN)),
    ]


_ALL = "forall n in size: " + _within("n", f"{_RATE}^n*l")
_START = have(near("x[0, {}]", "rho", f"{_RATE}^0*l"), both(KNOWN, KNOWN, KNOWN))
_POSITIVE = (f"0 <= {_RATE} and {_RATE} < 1", both(leaf("1/2: 0 <= q", "1/2:"), leaf("1/2: q < 1")))
_BOUNDS: Steps = [
    _POSITIVE,
    (
        f"forall n in size: {_RATE}^n >= 0",
        rule(
            "induction",
            leaf("1:"),
            leaf(f"1: {_RATE}^g >= 0; 0 <= {_RATE}"),
            P=f"fn(n: {_RATE}^n >= 0)",
            new={"n": "g"},
        ),
    ),
    (
        f"forall n in size: {_RATE}^n <= 1",
        rule(
            "induction",
            leaf(),
            have(
                [(f"{_RATE}^g >= 0", take(f"forall n in size: {_RATE}^n >= 0", ["g"], KNOWN))],
                leaf(f"1: {_RATE}^g <= 1", f"1: {_RATE}^g >= 0; {_RATE} < 1"),
            ),
            P=f"fn(n: {_RATE}^n <= 1)",
            new={"n": "g"},
        ),
    ),
    (_POWERS, lemma("LEM-powers-vanish", q=_RATE)),
]
_ROOM = "eps/(2*W*l + 1)"
_SOON = f"exists s in size: forall n in size: n >= s => {_RATE}^n < {_ROOM}"
_LATE = have(
    [
        (_within("g", f"{_RATE}^g*l"), take(_ALL, ["g"], KNOWN)),
        (
            f"forall i: norm(x[g, i] - dot(S[i], x[g, i])*S[i]) <= W*({_RATE}^g*l)",
            take(BALLS[1], [f"{_RATE}^g*l", _off("g")], KNOWN),
        ),
        (f"{_RATE}^g < {_ROOM}", take(f"forall n in size: n >= n1 => {_RATE}^n < {_ROOM}", ["g"], KNOWN)),
        ("W*l >= 0", leaf("1: W >= 0; l > 0")),
    ],
    intro(
        "t",
        have(
            [
                (
                    f"norm(x[g, t] - S[t]) <= 2*(W*({_RATE}^g*l))",
                    lemma("LEM-off-axis.far", s="S[t]", x="x[g, t]", a=f"W*({_RATE}^g*l)"),
                ),
                (f"{_RATE}^g*(2*W*l + 1) < eps", leaf(f"1: {_RATE}^g < {_ROOM}; 2*W*l + 1 > 0")),
                (f"{_RATE}^g >= 0", take(f"forall n in size: {_RATE}^n >= 0", ["g"], KNOWN)),
            ],
            leaf(
                f"1: norm(x[g, t] - S[t]) <= 2*(W*({_RATE}^g*l))",
                f"1: {_RATE}^g*(2*W*l + 1) < eps",
                f"1: {_RATE}^g >= 0",
            ),
        ),
    ),
)

formal(
    "LEM-attracting.orbit",
    title="Orbits that begin near an equilibrium at which the derivative contracts converge to it",
    statement=model(
        EQUILIBRIUM,
        ORBIT,
        {
            "letters": ["rho: number"],
            "given": ["l > 0", SMALL, "rho >= 0", "rho <= 1", "W*rho <= l", "forall i: norm(x[0, i] - S[i]) <= rho"],
            "show": [ATTRACTED("S")],
        },
    ),
    proof=have(
        [
            STEP,
            *_BOUNDS,
            (_ALL, rule("induction", _START, _NEXT, P=f"fn(n: {_within('n', f'{_RATE}^n*l')})", new={"n": "g"})),
        ],
        intro(
            "eps,",
            have(
                [
                    ("2*W*l + 1 > 0", leaf("2: W >= 0; l > 0", "1:")),
                    (f"{_ROOM} > 0", leaf("1: eps > 0; 1/(2*W*l + 1) > 0")),
                ],
                take(_POWERS, [_ROOM], obtain(_SOON, "n1", witness("n1", intro("g,", _LATE)))),
            ),
        ),
    ),
)
