"""Appendix B, the chain argument: near pairs across every cut put all tokens of the circle in an open half circle."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.half_circle import height
from proofs_checks.perspective.proofs.angles import FRAME
from proofs_checks.perspective.proofs.circle_turns import FLAT, ON_CIRCLE, PLACED
from proofs_checks.perspective.proofs.models import EAST, NORTH, USA, WEIGHTS
from proofs_checks.perspective.proofs.resting import RESTS, TOGETHER
from proofs_checks.perspective.proofs.tau import STAR, acute, in_cosine
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, witness


def _of(text: str) -> str:
    """A text about the coordinates X and Y, said of c and s."""
    return text.replace("X[", "c[").replace("Y[", "s[")


_HEIGHT = _of(height("p", "{0}")).format
_GAP = f"max(z - ({_HEIGHT('{0}')}), 0)".format
_MARK = f"1 - {_GAP('{0}')}/{_GAP('{0}')}".format
_HALF = "exists w in vector: forall i: dot(w, x[i]) > 0"


def _side(i: str) -> tuple[str, Tree]:
    h, mark = _HEIGHT(i), _MARK(i)
    said = f"({h} >= z => {mark} == 1) and ({h} < z => {mark} == 0) and ({mark} == 1 => {h} >= z)"
    return f"{said} and ({mark} == 0 => {h} < z) and ({mark} == 0 or {mark} == 1)", lemma("LEM-side", h=h)


_PAIR = f"exists i1, j1: {_MARK('i1')} == 1 and {_MARK('j1')} == 0 and c[i1]*c[j1] + s[i1]*s[j1] >= cos(tau)"
_CUTS = intro(
    ["p", "z", "k", "l", ""],
    have(
        [
            _side("k"),
            _side("l"),
            (
                _PAIR,
                lemma(
                    "LEM-circle-cut",
                    *[KNOWN] * 6,
                    leaf("1: cos(tau) > 0"),
                    KNOWN,
                    KNOWN,
                    intro("q", have([_side("q")], KNOWN)),
                    KNOWN,
                    KNOWN,
                    v=f"fn(i: {_MARK('i')})",
                    z="cos(tau)",
                ),
            ),
        ],
        obtain(
            _PAIR,
            "i,j",
            have([_side("i"), _side("j")], witness("i", witness("j", both(KNOWN, KNOWN, KNOWN)))),
        ),
    ),
)
_MIDDLE = f"exists p in number: forall i: {_HEIGHT('i')} > 0"

formal(
    "LEM-circle-chain",
    title="Tokens of the circle at which the Hessian is at most 0 lie in an open half circle where tau* is small",
    statement=model(
        WEIGHTS,
        USA,
        {
            "letters": ["x[token]: vector; a, b: vector; c[token], s[token], tau: number; m: size"],
            "given": [
                *FRAME,
                PLACED,
                ON_CIRCLE,
                "beta > 0",
                STAR("beta", "tau"),
                FLAT,
                "m + 1 == sum(j: 1)",
                "m*tau < pi",
            ],
            "show": [_HALF],
        },
    ),
    proof=have(
        [
            acute("tau"),
            in_cosine("beta", "tau"),
            (_MIDDLE, lemma("LEM-half-circle", KNOWN, KNOWN, KNOWN, KNOWN, _CUTS, X="c", Y="s")),
        ],
        obtain(
            _MIDDLE,
            "p",
            witness("cos(p)*a + sin(p)*b", intro("q", leaf(f"1: {_HEIGHT('q')} > 0", use=[PLACED, *FRAME]))),
        ),
    ),
)

_AT = "forall i: x[i] == cos(th[i])*a + sin(th[i])*b"
_SET = "(forall i: chi[i] == 0 or chi[i] == 1) and chi[k] == 1 and chi[l] == 0"
_APART = "(forall t in number: abs(t) <= pi and cos(t) == cos(th[{0}] - th[{1}]) => abs(t) <= tau)".format
_FOUND = f"exists i1, j1: chi[i1] == 1 and chi[j1] == 0 and cos(th[i1] - th[j1]) >= cos(tau) and {_APART('i1', 'j1')}"
_STAR = STAR("beta", "tau")
_NEAR_ANGLES = (
    "exists i1, j1: chi[i1] == 1 and chi[j1] == 0 and cos(th[i1])*cos(th[j1]) + sin(th[i1])*sin(th[j1]) >= cos(tau)"
)
_WITHIN = have(
    [
        ("cos(abs(t)) == cos(t)", lemma("LEM-absolute-angle", a="t")),
    ],
    lemma(
        "LEM-cosine-reflects",
        KNOWN,
        KNOWN,
        leaf(
            "1: cos(th[i] - th[j]) >= cos(tau)",
            "eq -1: cos(abs(t)) == cos(t)",
            "eq -1: cos(t) == cos(th[i] - th[j])",
        ),
        a="abs(t)",
        b="tau",
    ),
)
_DIFFERENCE = rule("cosine of a difference", a="th[i]", b="th[j]")
_COORDINATES: dict[str, Any] = {"c": "fn(i: cos(th[i]))", "s": "fn(i: sin(th[i]))"}
_FIRST = have(
    [
        acute("tau"),
        in_cosine("beta", "tau"),
        (
            _NEAR_ANGLES,
            lemma(
                "LEM-circle-cut",
                *[KNOWN] * 4,
                intro("q", leaf()),
                KNOWN,
                leaf("1: cos(tau) > 0"),
                *[KNOWN] * 5,
                v="chi",
                z="cos(tau)",
                **_COORDINATES,
            ),
        ),
    ],
    obtain(
        _NEAR_ANGLES,
        "i,j",
        have(
            [
                ("cos(th[i] - th[j]) == cos(th[i])*cos(th[j]) + sin(th[i])*sin(th[j])", _DIFFERENCE),
                (
                    "cos(th[i] - th[j]) >= cos(tau)",
                    leaf(
                        "1: cos(th[i])*cos(th[j]) + sin(th[i])*sin(th[j]) >= cos(tau)",
                        "eq -1: cos(th[i] - th[j]) == cos(th[i])*cos(th[j]) + sin(th[i])*sin(th[j])",
                    ),
                ),
            ],
            witness("i", witness("j", both(KNOWN, KNOWN, KNOWN, intro(["t", ""], _WITHIN)))),
        ),
    ),
)
_ALL_ANGLES = lemma(
    "LEM-circle-chain",
    *[KNOWN] * 4,
    intro("q", leaf()),
    *[KNOWN] * 4,
    leaf("1: m*tau < pi/2", "1/2: pi > 0"),
    **_COORDINATES,
)

_TURN = "pi/(2*m)"
_UNIT = leaf(use=[_AT, *FRAME])
_ENOUGH = have(
    [
        (f"0 < {_TURN}", leaf()),
        (f"{_TURN} <= pi/2", leaf("1: pi > 0; m >= 1", times=["2*m"])),
        (f"tau < {_TURN}", lemma("LEM-tau-below", a=_TURN)),
    ],
    leaf(f"1: tau < {_TURN}; m >= 1", f"1: tau < {_TURN}"),
)


def _angles(*th: Any, chi: list[int], **letters: Any) -> dict[str, Any]:
    """Tokens at angles that are multiples of pi."""
    places = {0: EAST, "pi": [-1, 0]}
    given = {"m": len(th) - 1, "k": 0, "l": 1, **letters}
    frame = {"a": EAST, "b": NORTH, "x": [places[t] for t in th]}
    return {"tokens": len(th), "dim": 2, "letters": {**given, **frame, "th": list(th), "chi": chi}}


formal(
    "PER-B.chain",
    statement=model(
        WEIGHTS,
        USA,
        {
            "letters": [
                "x[token]: vector; a, b: vector; th[token], chi[token], tau: number; k, l: token; m: size",
            ],
            "given": [*FRAME, _AT, "beta > 0", FLAT, "m + 1 == sum(j: 1)"],
            "show": [
                f"{_STAR} and {_SET} => ({_FOUND})",
                f"{_STAR} and m*tau < pi/2 => ({_HALF})",
                f"{_STAR} and m*tau < pi/2 and ({RESTS}) => ({TOGETHER})",
                f"{_STAR} and m >= 1 and beta > cos({_TURN})/sin({_TURN})^2 => m*tau < pi/2",
            ],
        },
    ),
    proof=[
        intro("", _FIRST),
        intro("", _ALL_ANGLES),
        intro(
            "",
            have([(_HALF, _ALL_ANGLES)], obtain(_HALF, "w", lemma("LEM-resting-cap", intro("q", _UNIT), KNOWN, KNOWN))),
        ),
        intro("", _ENOUGH),
    ],
    instance=_angles(0, 0, 0, chi=[1, 0, 0], beta="cos(1/2)/sin(1/2)^2", tau="1/2"),
    twin=Variant(
        "without the Hessian, at the end beta = 0",
        {"beta > 0": "beta >= 0", FLAT: "beta == beta", "tau < pi/2": "tau <= pi/2"},
        _angles(0, "pi", chi=[1, 0], beta=0, tau="pi/2"),
    ),
)
