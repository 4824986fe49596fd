"""Appendix B on the circle: large beta, by the chain of near tokens across every cut."""

from __future__ import annotations

from proofs_checks.lemmas.arc_growth import ALONG
from proofs_checks.perspective.proofs.angles import FRAME
from proofs_checks.perspective.proofs.circle_turns import FLAT, NEAR_PAIR
from proofs_checks.perspective.proofs.models import STATE, UNIT, USA, WEIGHTS
from proofs_checks.perspective.proofs.resting import RESTS
from proofs_checks.perspective.proofs.saddles import NO_CLUSTER
from proofs_checks.perspective.proofs.scheme import STEEP
from proofs_checks.perspective.proofs.tau import of_cosine, root
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, split, witness

_ROOT = root("beta")
_ANGLE = f"exists t in number: 0 <= t and t <= pi and cos(t) == {_ROOT}"
STAR = "exists t in number: 0 <= t and t < pi/2 and cos(t) > 0 and beta*(1 - cos(t)^2) == cos(t)"

formal(
    "LEM-star-angle",
    title="The angle beyond which turning a token away raises the energy to second order",
    statement={"letters": ["beta: number"], "given": ["beta > 0"], "show": [STAR]},
    proof=have(
        [
            of_cosine(),
            (_ANGLE, lemma("LEM-arccosine", leaf(f"1: 0 < {_ROOT}", "1:"), leaf(f"1: {_ROOT} < 1"), c=_ROOT)),
            ("cos(pi/2) == 0", rule("quarter turn")),
        ],
        obtain(
            _ANGLE,
            "t",
            witness(
                "t",
                both(
                    KNOWN,
                    lemma(
                        "LEM-cosine-reflects.strictly",
                        KNOWN,
                        leaf("1/2: pi > 0"),
                        leaf(f"1: 0 < {_ROOT}", f"eq -1: cos(t) == {_ROOT}", "eq 1: cos(pi/2) == 0"),
                        a="t",
                        b="pi/2",
                    ),
                    leaf(f"1: 0 < {_ROOT}", f"eq -1: cos(t) == {_ROOT}"),
                    leaf(f"eq 1: beta*(1 - {_ROOT}^2) == {_ROOT}", use=[f"cos(t) == {_ROOT}"]),
                ),
            ),
        ),
    ),
)


SPAN = "forall c in vector: c == dot(a, c)*a + dot(b, c)*b"
_PLACED = "forall i: x[i] == dot(a, x[i])*a + dot(b, x[i])*b"
_ON_CIRCLE = "forall i: dot(a, x[i])^2 + dot(b, x[i])^2 == 1"
_PLACE = "dot(a, x[q])*a + dot(b, x[q])*b"
_SQUARE = f"dot(x[q], x[q]) == dot(x[q], {_PLACE})"


def _in_frame(text: str) -> str:
    """A text about coordinates, about the products with the frame."""
    for old, new in (("X[", "dot(a, x["), ("Y[", "dot(b, x["), ("c[", "dot(a, x["), ("s[", "dot(b, x[")):
        parts = text.split(old)
        text = parts[0] + "".join(new + part.replace("]", "])", 1) for part in parts[1:])
    return text


def _height(i: str) -> str:
    return ALONG(f"dot(a, x[{i}])", f"dot(b, x[{i}])", "p")


def _mark(i: str) -> str:
    gap = f"max(z - ({_height(i)}), 0)"
    return f"1 - {gap}/{gap}"


def _side(i: str) -> tuple[str, Tree]:
    """What the mark says."""
    h, mark = _height(i), _mark(i)
    said = f"({h} >= z => {mark} == 1) and ({h} < z => {mark} == 0) and ({mark} == 1 => {h} >= z)"
    return f"{said} and ({mark} == 0 => {h} < z) and ({mark} == 0 or {mark} == 1)", lemma("LEM-side", h=h, z="z")


_PAIR = _in_frame(
    NEAR_PAIR.replace("v[i1]", _mark("i1")).replace("v[j1]", _mark("j1")).replace("] >= z", "] >= cos(t)")
)
_ACROSS = intro(
    ["p", "z", "k", "l", ""],
    have(
        [
            _side("k"),
            _side("l"),
            (
                _PAIR,
                lemma(
                    "LEM-circle-cut",
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    intro("q", have([_side("q")], KNOWN)),
                    KNOWN,
                    KNOWN,
                    c="fn(i: dot(a, x[i]))",
                    s="fn(i: dot(b, x[i]))",
                    v=f"fn(i: {_mark('i')})",
                    z="cos(t)",
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
_HALF = f"exists p in number: forall i: {_height('i')} > 0"
_ABOVE = "forall i: dot(cos(p)*a + sin(p)*b, x[i]) > 0"
_CHAIN = have(
    [
        (
            _HALF,
            lemma(
                "LEM-half-circle",
                KNOWN,
                KNOWN,
                KNOWN,
                KNOWN,
                _ACROSS,
                X="fn(i: dot(a, x[i]))",
                Y="fn(i: dot(b, x[i]))",
                tau="t",
            ),
        ),
    ],
    obtain(
        _HALF,
        "p",
        have(
            [
                (_ABOVE, intro("q", have([f"{_height('q')} > 0"], leaf(f"1: {_height('q')} > 0")))),
                ("forall i, j: x[i] == x[j]", lemma("LEM-resting-half-space", g="cos(p)*a + sin(p)*b")),
            ],
            obtain(
                NO_CLUSTER,
                "u,w",
                have(["x[u] == x[w]"], rule("contradiction", P="x[u] == x[w]", C="1 <= 0")),
            ),
        ),
    ),
)
_SLOPE = "sum(i: dot(D(usa, x, h, i), h[i]))"
_FLAT = (
    FLAT,
    intro(
        ["h", ""],
        split(
            f"{_SLOPE} > 0 or {_SLOPE} <= 0",
            have(
                [(STEEP("x"), witness("h", both(KNOWN, KNOWN)))],
                rule("contradiction", P=STEEP("x"), C=f"{_SLOPE} <= 0"),
            ),
            KNOWN,
        ),
    ),
)

formal(
    "LEM-rising-circle",
    title="On the circle, where the chain of near tokens is short, only clusters have no rising direction",
    statement=model(
        WEIGHTS,
        USA,
        STATE,
        {
            "letters": ["a, b: vector; t: number; m: size"],
            "given": [
                *FRAME,
                SPAN,
                RESTS,
                NO_CLUSTER,
                "beta > 0",
                "0 <= t",
                "cos(t) >= 0",
                "beta*(1 - cos(t)^2) == cos(t)",
                "m + 1 == sum(j: 1)",
                "m*t < pi",
            ],
            "show": [STEEP("x")],
        },
    ),
    proof=have(
        [
            (_PLACED, intro("q", KNOWN)),
            (
                _ON_CIRCLE,
                intro(
                    "q",
                    have(
                        [(_SQUARE, lemma("LEM-same-dot", u="x[q]", w=_PLACE, z="x[q]"))],
                        leaf(f"eq -1: {_SQUARE}", use=[UNIT]),
                    ),
                ),
            ),
        ],
        split(f"({STEEP('x')}) or not ({STEEP('x')})", KNOWN, {"absurd": have([_FLAT], _CHAIN)}),
    ),
)
