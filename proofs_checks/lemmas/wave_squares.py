"""Waves whose frequencies are multiples of one another, and the common periods of two waves."""

from __future__ import annotations

from proofs_checks.lemmas.turns import added
from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, have, leaf, lemma, rule

_Z, _W = "cos(4*pi*t)", "sin(4*pi*t)"
_ONE = f"{_Z}^2 + {_W}^2 == 1"
CHEBYSHEV = {8: f"2*{_Z}^2 - 1", 12: f"4*{_Z}^3 - 3*{_Z}", 20: f"16*{_Z}^5 - 20*{_Z}^3 + 5*{_Z}"}
SQUARES = [
    *(f"cos({k}*pi*t) == {text}" for k, text in CHEBYSHEV.items()),
    *(f"2*cos({k}*pi*t)^2 == 1 + cos({2 * k}*pi*t)" for k in (6, 10)),
    *(f"2*sin({k}*pi*t)^2 == 1 - cos({2 * k}*pi*t)" for k in (6, 10)),
]


def _sum(a: int, b: int) -> tuple[str, Tree]:
    parts = [text.replace(f"({a}*pi*t + {b}*pi*t)", f"({a + b}*pi*t)") for text in added(f"{a}*pi*t", f"{b}*pi*t")]
    return " and ".join(parts), lemma("LEM-sum-of-angles", u=f"{a}*pi*t", v=f"{b}*pi*t")


def _equations(a: int, b: int) -> list[str]:
    return _sum(a, b)[0].split(" and ")


_FACTS: Steps = [
    (_ONE, rule("circle", a="4*pi*t")),
    *(_sum(a, b) for a, b in ((4, 4), (8, 4), (12, 8), (6, 6), (10, 10))),
    *((f"cos({k}*pi*t)^2 + sin({k}*pi*t)^2 == 1", rule("circle", a=f"{k}*pi*t")) for k in (6, 10)),
]
_SIN_8, _SIN_12 = f"sin(8*pi*t) == 2*{_Z}*{_W}", f"sin(12*pi*t) == {_W}*(4*{_Z}^2 - 1)"
_COS = {k: f"cos({k}*pi*t) == {text}" for k, text in CHEBYSHEV.items()}
_HALVED = {k: f"cos({k}*pi*t)^2 + sin({k}*pi*t)^2 == 1" for k in (6, 10)}
_STEPS: Steps = [
    *_FACTS,
    (_COS[8], leaf(f"eq 1: {_equations(4, 4)[0]}", f"eq -1: {_ONE}")),
    (_SIN_8, leaf(f"eq 1: {_equations(4, 4)[1]}")),
    (_COS[12], leaf(f"eq 1: {_equations(8, 4)[0]}", f"eq -2*{_Z}: {_ONE}", use=[_COS[8], _SIN_8])),
    (_SIN_12, leaf(f"eq 1: {_equations(8, 4)[1]}", use=[_COS[8], _SIN_8])),
    (
        _COS[20],
        leaf(
            f"eq 1: {_equations(12, 8)[0]}",
            f"eq -2*{_Z}*(4*{_Z}^2 - 1): {_ONE}",
            use=[_COS[8], _SIN_8, _COS[12], _SIN_12],
        ),
    ),
    *(
        (f"2*cos({k}*pi*t)^2 == 1 + cos({2 * k}*pi*t)", leaf(f"eq -1: {_equations(k, k)[0]}", f"eq 1: {_HALVED[k]}"))
        for k in (6, 10)
    ),
    *(
        (f"2*sin({k}*pi*t)^2 == 1 - cos({2 * k}*pi*t)", leaf(f"eq 1: {_equations(k, k)[0]}", f"eq 1: {_HALVED[k]}"))
        for k in (6, 10)
    ),
]

formal(
    "LEM-wave-squares",
    title="Waves of the simulations in terms of cos(4 pi t)",
    statement={"letters": ["t: number"], "show": SQUARES},
    proof=[have(_STEPS, KNOWN)] * len(SQUARES),
)


def _at(t: str) -> str:
    """What a period T says at a time."""
    return f"A*cos(M*({t} + T)) + B*cos(m*({t} + T)) == A*cos(M*({t})) + B*cos(m*({t}))"


def _both(f: str) -> Steps:
    """The cosines at the two sides of T."""
    plus = f"cos({f}*T + {f}*h) == cos({f}*T)*cos({f}*h) - sin({f}*T)*sin({f}*h)"
    minus = f"cos({f}*T - {f}*h) == cos({f}*T)*cos({f}*h) + sin({f}*T)*sin({f}*h)"
    whole = f"{plus} and sin({f}*T + {f}*h) == sin({f}*T)*cos({f}*h) + cos({f}*T)*sin({f}*h)"
    return [
        (whole, lemma("LEM-sum-of-angles", u=f"{f}*T", v=f"{f}*h")),
        (minus, rule("cosine of a difference", a=f"{f}*T", b=f"{f}*h")),
        (f"cos(-({f}*h)) == cos({f}*h) and sin(-({f}*h)) == -sin({f}*h)", lemma("LEM-minus-angle", a=f"{f}*h")),
    ]


def _equal(f: str) -> list[str]:
    return [
        f"cos({f}*T + {f}*h) == cos({f}*T)*cos({f}*h) - sin({f}*T)*sin({f}*h)",
        f"cos({f}*T - {f}*h) == cos({f}*T)*cos({f}*h) + sin({f}*T)*sin({f}*h)",
        f"cos(-({f}*h)) == cos({f}*h)",
    ]


_USED = [*_equal("M"), *_equal("m"), "cos(m*h) == 0"]
_LONG = "(cos(M*T) - 1)*(A*cos(M*h)) == 0"
_TERMS = [f"eq 1/2: {_at('h')}", f"eq 1/2: {_at('-h')}"]
_WHOLE: Steps = [
    *_both("M"),
    *_both("m"),
    (_LONG, leaf(*_TERMS, use=_USED)),
    ("cos(M*T) == 1", leaf("eq 1/A*(1/cos(M*h)): " + _LONG)),
]

formal(
    "LEM-two-waves",
    title="A period of the sum of two waves is one of each",
    statement={
        "letters": ["A, B, M, m, h, T: number"],
        "given": ["cos(m*h) == 0", "A != 0", "cos(M*h) != 0", "B != 0", _at("h"), _at("-h"), _at("0")],
        "show": ["cos(M*T) == 1", "cos(m*T) == 1"],
    },
    proof=[
        have(_WHOLE, KNOWN),
        have(
            _WHOLE,
            leaf(f"eq 1/B: {_at('0')}", use=["cos(M*T) == 1"]),
        ),
    ],
)
