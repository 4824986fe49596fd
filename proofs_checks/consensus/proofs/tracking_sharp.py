"""The tracking bound of Remark 4.7 is sharp, and so is its threshold (CON-X8): eigenvectors turn uniformly in a plane.

v and w turn at the speed omega, y_1 = b v - c w stays behind. Its angle phi has the rate
b c' - c b', and sin 2 phi is 2 b c.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, obtain, rule, witness

_FLOW = "rate(y) == (U(y) - dot(y, U(y))*y)/root"
_PLACE = "y == b*v - c*w"
_G = "(lam - mu)"
_CRITICAL = f"{_G}/(2*root)"
_TANGENT = f"rate(c/b) == omega*(1 + (c/b)^2) - {_G}/root*(c/b)"
_ANGLE = f"b*rate(c) - c*rate(b) == omega - {_CRITICAL}*(2*b*c)"
_K = "(2*root*omega/(lam - mu))"
_REST = f"omega*(1 + x^2) - {_G}/root*x == 0"
_ATTAINED = (
    f"0 < omega and omega < {_CRITICAL} => (exists x in number: 0 < x and x < 1"
    f" and 2*x/(1 + x^2) == omega/({_CRITICAL}) and {_REST})"
)
_FASTER = f"b*rate(c) - c*rate(b) >= omega - {_CRITICAL}"
_FRAME = ["dot(v, v) == 1", "dot(w, w) == 1", "dot(v, w) == 0"]
_MOVES = ["rate(v) == omega*w", "rate(w) == -omega*v", "U(v) == lam*v", "U(w) == mu*w"]


_COORDINATES = [
    ("always(b == dot(v, y))", enter("every", leaf(use=[_PLACE, *_FRAME]))),
    ("always(-c == dot(w, y))", enter("every", leaf(use=[_PLACE, *_FRAME]))),
]
_B = "rate(b) == (lam - mu)*c^2*b/root - omega*c"
_C = "rate(c) == omega*b - (lam - mu)*b^2*c/root"
_FORM = ("dot(y, U(y)) == lam*b^2 + mu*c^2", leaf(use=[_PLACE, *_MOVES[2:], *_FRAME]))
_RATES = [
    ("rate(b) == rate(dot(v, y))", rule("differentiate", a="b", b="dot(v, y)")),
    ("rate(-c) == rate(dot(w, y))", rule("differentiate", a="-c", b="dot(w, y)")),
    _FORM,
    ("dot(v, U(y)) == lam*b", leaf(use=[_PLACE, *_MOVES[2:], *_FRAME])),
    ("dot(w, U(y)) == -mu*c", leaf(use=[_PLACE, *_MOVES[2:], *_FRAME])),
    ("dot(v, rate(y)) == (dot(v, U(y)) - dot(y, U(y))*dot(v, y))/root", leaf(use=[_FLOW])),
    ("dot(w, rate(y)) == (dot(w, U(y)) - dot(y, U(y))*dot(w, y))/root", leaf(use=[_FLOW])),
    ("dot(rate(v), y) == omega*dot(w, y)", leaf(use=_MOVES[:1])),
    ("dot(rate(w), y) == -omega*dot(v, y)", leaf(use=_MOVES[1:2])),
    ("b == dot(v, y)", KNOWN),
    ("-c == dot(w, y)", KNOWN),
]
_EQUATIONS = have(
    _RATES,
    both(
        leaf(
            f"eq 1: {_RATES[0][0]}",
            f"eq 1: {_RATES[5][0]}",
            f"eq 1: {_RATES[7][0]}",
            f"eq 1/root: {_RATES[3][0]}",
            f"eq -b/root: {_FORM[0]}",
            f"eq dot(y, U(y))/root - 0: {_RATES[9][0]}",
            f"eq -omega: {_RATES[10][0]}",
            "eq -lam*b/root: b^2 + c^2 == 1",
        ),
        leaf(
            f"eq -1: {_RATES[1][0]}",
            f"eq -1: {_RATES[6][0]}",
            f"eq -1: {_RATES[8][0]}",
            f"eq -1/root: {_RATES[4][0]}",
            f"eq -c/root: {_FORM[0]}",
            f"eq -dot(y, U(y))/root: {_RATES[10][0]}",
            f"eq -omega: {_RATES[9][0]}",
            "eq -mu*c/root: b^2 + c^2 == 1",
        ),
    ),
)


def _moving(then: Tree) -> Tree:
    """The rates of both coordinates."""
    return have(_COORDINATES, enter("ae", have([(f"{_B} and {_C}", _EQUATIONS)], then)))


_HALF = f"exists x in number: 0 < x and x < 1 and 2*x == {_K}*(1 + x^2)"
_RESTS = have(
    [
        ("1/(lam - mu) > 0", leaf()),
        (f"{_K} > 0", leaf("2: root > 0; 0 < omega; 1/(lam - mu) > 0")),
        (f"1 - {_K} > 0", leaf(f"2: root > 0; omega < {_CRITICAL}; 1/(lam - mu) > 0")),
        (_HALF, lemma("LEM-half-angle", KNOWN, leaf(f"1: 1 - {_K} > 0"), k=_K)),
    ],
    obtain(
        _HALF,
        "x",
        witness(
            "x",
            both(
                KNOWN,
                KNOWN,
                leaf(f"eq 1/(1 + x^2): 2*x == {_K}*(1 + x^2)"),
                leaf(f"eq -(lam - mu)/(2*root): 2*x == {_K}*(1 + x^2)"),
            ),
        ),
    ),
)

# Eigenvalues 3 and -2 in the plane of v and w, 7 and 1 across it. What moves rests at an instance: omega = 0.
_VALUE = [["-1/5", "12/5", 0, 0], ["12/5", "6/5", 0, 0], [0, 0, 4, 3], [0, 0, 3, 4]]
_VALUES: dict[str, Any] = {
    "dim": 4,
    "letters": {
        "U": _VALUE,
        "v": ["3/5", "4/5", 0, 0],
        "w": ["-4/5", "3/5", 0, 0],
        "y": ["3/5", "4/5", 0, 0],
        "b": 1,
        "c": 0,
        "lam": 3,
        "mu": -2,
        "omega": 0,
        "root": 2,
    },
}
_TURNS = leaf(f"eq b: {_C}", f"eq -c: {_B}", "eq omega: b^2 + c^2 == 1", "eq -(lam - mu)/root*b*c: b^2 + c^2 == 1")

formal(
    "CON-X8",
    title="The tracking bound is sharp, and so is its threshold",
    source=Source(PAPER, "Remark 4.7, with an explicit bound"),
    kind="inequality",
    role="extension",
    sentence=(
        r"Let v turn uniformly in a plane of U (that is n = 1, or a U that keeps the plane of v and w) with speed"
        r" $\omega$ and constant gap g, and let the first token be in this plane. Its angle $\varphi$ behind v has the"
        r" rate $\omega - \omega^*\sin2\varphi$, $\omega^* = g/(2\sqrt{n+1})$, and its tangent x the rate $\omega(1 +"
        r" x^2) - gx/\sqrt{n+1}$ where $v^Ty > 0$. For $0 < \omega < \omega^*$ the angle $\varphi^*$, $\sin2\varphi^* ="
        r" \omega/\omega^*$, is at rest: the bound of CON-B6 is attained. For every $\omega$ the angle grows at least"
        r" at the speed $\omega - \omega^*$: above $\omega^*$ tracking fails from every start."
    ),
    statement={
        "spaces": ["E"],
        "letters": [
            "U: measurable operator; v, w, y: moving vector; b, c: moving number; lam, mu, omega, root: number"
        ],
        "given": [
            "root > 0",
            "root^2 == dim(E)",
            "lam > mu",
            "always(dot(v, v) == 1 and dot(w, w) == 1 and dot(v, w) == 0)",
            "almost_always(U(v) == lam*v and U(w) == mu*w)",
            "almost_always(rate(v) == omega*w and rate(w) == -omega*v)",
            f"almost_always({_FLOW})",
            f"always({_PLACE})",
            "always(b^2 + c^2 == 1)",
        ],
        "show": [
            f"almost_always({_ANGLE})",
            f"almost_always(b > 0 => {_TANGENT})",
            _ATTAINED,
            f"almost_always({_FASTER})",
        ],
    },
    proof=[
        _moving(_TURNS),
        _moving(
            intro(
                "",
                leaf(f"eq 1/b: {_C}", f"eq -c/b^2: {_B}", "eq -(lam - mu)/root*c/b: b^2 + c^2 == 1"),
            )
        ),
        intro("", _RESTS),
        _moving(
            have(
                [(_ANGLE, _TURNS)],
                leaf("1/2: lam > mu; 1/root > 0; sq b - c", f"eq -1: {_ANGLE}", f"eq {_CRITICAL}: b^2 + c^2 == 1"),
            )
        ),
    ],
    instance=_VALUES,
    twin=Variant("a lower rate of the angle", {"*(2*b*c)": "*(2*b*c) - 1"}, _VALUES),
)
