"""An equilibrium of the attention map at which the derivative contracts: the map contracts near it.

B(k, d) says that the tangent state d is in a ball of radius k of some norm, whichever suits the derivative.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.near_exponents import BOUND
from proofs_checks.power_method.proofs.models import ATTENTION, P, V
from proofs_checks.power_method.proofs.near_image import C2
from proofs_checks.power_method.proofs.near_normalised import REMAINDER
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, have, intro, leaf, lemma, take

BALLS = [
    "forall k in number, m in number, d in state: k <= m and B(k, d) => B(m, d)",
    "forall k in number, d in state: B(k, d) => (forall i: norm(d[i]) <= W*k)",
    "forall k in number, m in number, d in state, e in state: m >= 0 and B(k, d) and"
    " (forall i: norm(e[i] - d[i]) <= m) => B(k + W*m, e)",
]
TANGENT = "forall i: dot(S[i], d[i]) == 0"
CONTRACTS = f"forall k in number, d in state: k >= 0 and B(k, d) and ({TANGENT}) => B(q*k, fn(i: derived(d, i)))"
_C = "(1 + alpha*nu[{}])".format
_REMAINDER = REMAINDER.replace("(1 + alpha*nu)", _C("{0}")).format
_ROOM = f"(2*W*(1 + 12*p + 2*{C2}*b) + 8*M*W^3 + 1)"
EQUILIBRIUM: dict[str, Any] = model(
    V,
    P,
    ATTENTION,
    {
        "letters": ["S[token]: vector; nu[token], q, W, p, v, b, M, l: number; B(number, state): formula"],
        "where": [
            "past(i, u) := u - dot(S[i], u)*S[i]",
            "derived(d, i) := 1/(1 + alpha*nu[i])*(d[i] + alpha*sum(j: weight(S, i, j)*((dot(d[i], P(S[j]))"
            " + dot(S[i], P(d[j])))*past(i, V(S[j])) + past(i, V(d[j])))))",
        ],
        "given": [
            "alpha > 0",
            "forall i: dot(S[i], S[i]) == 1",
            "forall i: V(sum(j: weight(S, i, j)*S[j])) == nu[i]*S[i]",
            "forall i: 1 + alpha*nu[i] > 0",
            "0 <= q",
            "q < 1",
            "W >= 0",
            "p >= 0",
            "v >= 0",
            "b >= 0",
            "M >= 0",
            BOUND("P", "p"),
            BOUND("V", "v"),
            f"forall i: 1/{_C('i')} <= b",
            f"forall i: {_REMAINDER('i')} <= M",
            f"l*{_ROOM} <= 1 - q",
            *BALLS,
            CONTRACTS,
        ],
    },
)
SPHERE = "forall i: dot({0}[i], {0}[i]) == 1".format
SIDE = "forall i: dot(S[i], {0}[i]) > 0".format
OFF = "fn(i: {0}[i] - dot(S[i], {0}[i])*S[i])".format
IN = "({0}) and ({1}) and B({2}, {3})".format
INSIDE = IN(SPHERE("X"), SIDE("X"), "k", OFF("X"))
AFTER = IN(
    SPHERE("X").replace("X[i]", "value(attention, X, i)"),
    SIDE("X").replace("X[i]", "value(attention, X, i)"),
    "(1 + q)/2*k",
    OFF("X").replace("X[i]", "value(attention, X, i)"),
)
NEARER = f"forall X in state, k in number: k >= 0 => (k <= l => (({INSIDE}) => ({AFTER})))"

_NEW = "value(attention, X1, {0})".format
_OFF1 = "(X1[{0}] - dot(S[{0}], X1[{0}])*S[{0}])".format
_NEAR = have(
    [f"norm({_OFF1('t')}) <= W*k1"],
    lemma("LEM-off-axis.far", s="S[t]", x="X1[t]", a="W*k1"),
)

_FAR = "(2*(W*k1))"
_BEFORE = OFF("X1").replace("i", "h")
_AFTER = OFF("X1").replace("X1[i]", _NEW("i"))
_DERIVED = f"fn(i: derived({_BEFORE}, i))"
_SMALL: Steps = [
    ("W*k1 >= 0", leaf("1: W >= 0; k1 >= 0")),
    ("p*(W*k1) >= 0", leaf("1: p >= 0; W*k1 >= 0")),
    (f"{C2} >= 0", leaf("1:", "24: alpha > 0; v >= 0; p >= 0", "4: alpha > 0; v >= 0")),
    (f"{C2}*(W*k1) >= 0", leaf(f"1: {C2} >= 0; W*k1 >= 0")),
    (f"{C2}*(W*k1)*b >= 0", leaf(f"1: {C2}*(W*k1) >= 0; b >= 0")),
    ("M*W^2*(W*k1) >= 0", leaf("1: M >= 0; W*k1 >= 0; sq W")),
    (f"{C2}*W*b >= 0", leaf(f"1: {C2} >= 0; W >= 0; b >= 0")),
    (f"{_ROOM} > 0", leaf("1:", "2: W >= 0", "24: W >= 0; p >= 0", f"4: {C2}*W*b >= 0", "8: M >= 0; W >= 0; sq W")),
    (f"k1*{_ROOM} <= 1 - q", leaf(f"1: k1 <= l; {_ROOM} > 0", f"1: l*{_ROOM} <= 1 - q")),
]
_SHARES = {
    "W": "2: W*k1 >= 0",
    "p": "24: p*(W*k1) >= 0",
    "C": f"4: {C2}*(W*k1)*b >= 0",
    "M": "8: M*W^2*(W*k1) >= 0",
    "1": "1: k1 >= 0",
}


def _share(goal: str, without: str, *rest: str) -> tuple[str, Tree]:
    """One of the five parts of k1 times the room."""
    others = [fact for name, fact in _SHARES.items() if name != without]
    return goal, leaf(f"1: k1*{_ROOM} <= 1 - q", *others, *rest)


_PARTS: Steps = [
    _share(f"{_FAR} <= 1", "W", "1: 0 <= q"),
    _share("24*(p*(W*k1)) <= 1", "p", "1: 0 <= q"),
    _share(f"4*({C2}*(W*k1)*b) <= 1", "C", "1: 0 <= q"),
    _share("8*(M*W^2*(W*k1)) <= 1 - q", "M"),
]
_AT: Steps = [
    "dot(S[t], S[t]) == 1",
    f"{_C('t')} > 0",
    f"1/{_C('t')} <= b",
    (
        f"2*{C2}*{_FAR} <= {_C('t')}",
        leaf(f"1: 4*({C2}*(W*k1)*b) <= 1; {_C('t')} > 0", f"4: {C2}*(W*k1) >= 0; {_C('t')} > 0; 1/{_C('t')} <= b"),
    ),
    (f"12*p*{_FAR} <= 1", leaf("1: 24*(p*(W*k1)) <= 1")),
]
_NEXT = "(X1[t] + alpha*V(sum(j: weight(X1, t, j)*X1[j])))"
_REST = f"norm(past(t, unit({_NEXT})) - derived({_BEFORE}, t))"
_ONE = (
    f"(norm({_NEXT}) > 0 and dot(S[t], unit({_NEXT})) > 0) and {_REST} <= {_REMAINDER('t')}*{_FAR}^2",
    lemma("LEM-near-equilibrium", o="t", nu="nu[t]", Y="X1", r=_FAR),
)

_LEFT = f"norm({_NEW('i')} - dot(S[i], {_NEW('i')})*S[i] - derived({_BEFORE}, i)) <= M*{_FAR}^2"
_IMAGES: Steps = [
    ("forall i: dot({0}, {0}) == 1".format(_NEW("i")), intro("t", have([*_AT, _ONE], leaf()))),
    (f"forall i: dot(S[i], {_NEW('i')}) > 0", intro("t", have([*_AT, _ONE], KNOWN))),
    (
        f"forall i: {_LEFT}",
        intro(
            "t",
            have(
                [*_AT, _ONE, f"{_REMAINDER('t')} <= M"],
                leaf(f"1: {_REST} <= {_REMAINDER('t')}*{_FAR}^2", f"1: {_REMAINDER('t')} <= M; sq {_FAR}"),
            ),
        ),
    ),
]
_STEP = intro(
    "X1,k1,,,",
    have(
        [
            (f"forall i: norm({_OFF1('i')}) <= W*k1", take(BALLS[1], ["k1", _BEFORE], KNOWN)),
            (f"forall i: norm(X1[i] - S[i]) <= {_FAR}", intro("t", _NEAR)),
            *_SMALL,
            *_PARTS,
            *_IMAGES,
            ("forall i: dot(S[i], X1[i] - dot(S[i], X1[i])*S[i]) == 0", intro("t", leaf(use=["dot(S[t], S[t]) == 1"]))),
            (f"B(q*k1, {_DERIVED})", take(CONTRACTS, ["k1", _BEFORE], KNOWN)),
            (f"M*{_FAR}^2 >= 0", leaf(f"1: M >= 0; sq {_FAR}")),
            (
                f"B(q*k1 + W*(M*{_FAR}^2), {_AFTER})",
                take(BALLS[2], ["q*k1", f"M*{_FAR}^2", _DERIVED, _AFTER], KNOWN),
            ),
            (
                f"q*k1 + W*(M*{_FAR}^2) <= (1 + q)/2*k1",
                leaf("1/2: 8*(M*W^2*(W*k1)) <= 1 - q; k1 >= 0"),
            ),
            (
                f"B((1 + q)/2*k1, {_AFTER})",
                take(BALLS[0], [f"q*k1 + W*(M*{_FAR}^2)", "(1 + q)/2*k1", _AFTER], KNOWN),
            ),
        ],
        both(KNOWN, KNOWN, KNOWN),
    ),
)
formal(
    "LEM-attracting.step",
    title="Near an equilibrium at which the derivative contracts, one step of the attention map contracts",
    statement={
        **EQUILIBRIUM,
        "given": [fact for fact in EQUILIBRIUM["given"] if fact != "q < 1"],
        "show": [NEARER],
    },
    proof=_STEP,
)
