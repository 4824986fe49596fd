"""A consensus of the Oja map does not attract where a complex eigenvalue beside it is as large after the step."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.turned_away import AT_V, NOT_STABLE, PARTS
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, cases, have, intro, leaf, lemma, rule, split

_A, _B, _AB = "dot(a, a)", "dot(b, b)", "dot(a, b)"
_GRAM = f"({_A}*{_B} - {_AB}^2)"
_EIGEN = ["F(a) == s*a - w*b + p*v", "F(b) == w*a + s*b + q*v"]
_ACROSS = ["dot(v, a) == 0", "dot(v, b) == 0"]
PLANE: dict[str, Any] = {
    "letters": ["a, b: vector; s, w, p, q: number"],
    "given": ["a != 0 or b != 0", *_ACROSS, *_EIGEN, "w != 0"],
}


def _dotted(with_: str, left: str, right: str) -> tuple[str, Tree]:
    """An equation of vectors, multiplied by a vector."""
    return f"dot({with_}, {left}) == dot({with_}, {right})", lemma("LEM-same-dot", u=left, w=right, z=with_)


_NO_TURN = rule("contradiction", P="w == 0", C=f"{_GRAM} > 0")
_WITHOUT_A = have(
    [
        _dotted("b", "F(a)", "s*a - w*b + p*v"),
        (f"w*{_B} == 0", leaf("eq 1: dot(b, F(a)) == dot(b, s*a - w*b + p*v)", use=["a == 0", *_ACROSS])),
    ],
    split(
        "a != 0 or b != 0",
        rule("contradiction", P="a == 0", C=f"{_GRAM} > 0"),
        have(
            [(f"{_B} > 0", rule("positive square", u="b")), ("w == 0", leaf(f"eq 1: w*{_B} == 0", times=[_B]))],
            _NO_TURN,
        ),
    ),
)
_SAME = f"{_A}*b == {_AB}*a"
_IMAGES = f"F({_A}*b) == F({_AB}*a)"
_PARALLEL = have(
    [
        (_SAME, rule("equal vectors", leaf(f"1: {_A} > 0; -{_GRAM} >= 0"), u=f"{_A}*b", w=f"{_AB}*a")),
        (_IMAGES, lemma("LEM-same-image", u=f"{_A}*b", w=f"{_AB}*a", M="F")),
        _dotted("a", f"F({_A}*b)", f"F({_AB}*a)"),
        (f"{_A}^2 + {_AB}^2 > 0", leaf(f"1: {_A} > 0; {_A} > 0", f"1: sq {_AB}")),
        (
            "w == 0",
            leaf(
                f"eq 1: dot(a, F({_A}*b)) == dot(a, F({_AB}*a))", use=[*_EIGEN, *_ACROSS], times=[f"{_A}^2 + {_AB}^2"]
            ),
        ),
    ],
    _NO_TURN,
)
formal(
    "LEM-turned-plane",
    title="The real and the imaginary part of an eigenvector that is not real are independent",
    statement=model(
        {"letters": ["F: matrix; v: vector"]},
        PLANE,
        {"show": [f"{_GRAM} > 0"]},
    ),
    proof=split(
        "a == 0 or a != 0",
        _WITHOUT_A,
        have([(f"{_A} > 0", rule("positive square", u="a"))], cases(f"-{_GRAM}", _PARALLEL, leaf(f"1: -{_GRAM} < 0"))),
    ),
)

_DELTA = "((s - lam)^2 + w^2)"
_X, _Y = f"(((s - lam)*p + w*q)/{_DELTA})", f"(((s - lam)*q - w*p)/{_DELTA})"
_C, _D = f"(a + {_X}*v)", f"(b + {_Y}*v)"
_L = f"(v - ({_X}*{_B} - {_Y}*{_AB})/{_GRAM}*a - ({_Y}*{_A} - {_X}*{_AB})/{_GRAM}*b)"
_ROOM = f"{_GRAM}/({_A} + {_B})"
_TURNED = f"(x*{_C} - y*{_D})"
_LONG = "dot(x*a - y*b, x*a - y*b)"
formal(
    "LEM-complex-eigenvalue-as-large",
    title="A consensus does not attract if a complex eigenvalue beside it is as large after the step",
    statement=model(AT_V, PLANE, {"letters": ["rho, theta: number"], "given": ["rho >= 1", *PARTS]}, NOT_STABLE),
    proof=have(
        [
            (f"{_GRAM} > 0", lemma("LEM-turned-plane")),
            ("w^2 > 0", KNOWN),
            (f"{_DELTA} > 0", leaf("1: w^2 > 0", "1: sq s - lam")),
            (
                f"{_A} + {_B} > 0",
                split(
                    "a != 0 or b != 0",
                    have([(f"{_A} > 0", rule("positive square", u="a"))], leaf(f"1: {_A} > 0", f"1: {_B} >= 0")),
                    have([(f"{_B} > 0", rule("positive square", u="b"))], leaf(f"1: {_B} > 0", f"1: {_A} >= 0")),
                ),
            ),
            (f"{_ROOM} > 0", leaf(f"1: {_GRAM} > 0", times=[f"{_A} + {_B}"])),
        ],
        lemma(
            "LEM-turned-away",
            KNOWN,
            KNOWN,
            KNOWN,
            leaf(use=[*_EIGEN, "F(v) == lam*v"]),
            leaf(use=[*_EIGEN, "F(v) == lam*v"]),
            leaf(use=[*_ACROSS, "dot(v, v) == 1"]),
            leaf(use=[*_ACROSS, "dot(v, v) == 1"]),
            leaf(use=[*_ACROSS, "dot(v, v) == 1"]),
            KNOWN,
            KNOWN,
            KNOWN,
            KNOWN,
            intro(
                ["x", "y", ""],
                have(
                    [
                        (
                            f"{_LONG} >= {_ROOM}",
                            leaf(
                                f"1: sq x*{_A} - y*{_AB}",
                                f"1: sq y*{_B} - x*{_AB}",
                                f"eq -{_GRAM}: x^2 + y^2 == 1",
                                times=[f"{_A} + {_B}"],
                            ),
                        ),
                        (
                            f"dot({_TURNED}, {_TURNED}) >= {_LONG}",
                            leaf(f"1: sq x*{_X} - y*{_Y}", use=[*_ACROSS, "dot(v, v) == 1"]),
                        ),
                    ],
                    rule(
                        "below the square",
                        KNOWN,
                        leaf(f"1: {_LONG} >= {_ROOM}", f"1: dot({_TURNED}, {_TURNED}) >= {_LONG}"),
                        a=f"sqrt({_ROOM})",
                        b=f"norm({_TURNED})",
                    ),
                ),
            ),
            c=_C,
            d=_D,
            l=_L,
            m=f"sqrt({_ROOM})",
        ),
    ),
)
