"""SA at two betas: the common product with the larger one is not larger, because it is pulled back in proportion."""

from __future__ import annotations

import re

from proofs_checks.perspective.proofs.common_product import LAW, law
from proofs_checks.perspective.proofs.phase_curve import BETWEEN, INSIDE
from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, enter, have, intro, leaf, lemma, rule

_BETA = {"g": "b", "h": "c"}


def _named(text: str, x: str) -> str:
    """What is said of beta and g, said of x and its beta."""
    return re.sub(r"\bg\b", x, text.replace("beta", _BETA[x]))


OBEY = [f"almost_always(rate({x}) == {_named(LAW['sa'], x)})" for x in _BETA]
STARTED = {
    "letters": ["b, c, n: number; g, h: moving number"],
    "given": ["0 <= b", "b < c", "n >= 1", "at_start(g == 0)", "at_start(h == 0)"],
}


def inside(x: str) -> tuple[str, Tree]:
    """Where a common product is, and how fast it rises."""
    said = [_named(f"{law(flow)} => {INSIDE} and {BETWEEN[flow]}", x) for flow in ("sa", "usa")]
    both_flows = " and ".join(f"({text})" for text in said)
    return said[0].split(" => ", 1)[1], have(
        [(both_flows, lemma("PER-6.12.sandwich", beta=_BETA[x], g=x))],
        KNOWN,
    )


def below(x: str) -> str:
    """(n - 1) x + 1."""
    return f"((n - 1)*{x} + 1)"


def over(beta: str, x: str) -> str:
    """What the rate of the common product is divided by."""
    return f"(exp({beta}*(1 - {x})) + n - 1)"


def positive(beta: str, x: str) -> tuple[str, Tree]:
    """It is positive."""
    return f"{over(beta, x)} > 0", leaf(f"1: exp({beta}*(1 - {x})) > 0", "1: n >= 1")


def most(beta: str, x: str) -> tuple[str, Tree]:
    """It is at least n."""
    one = (f"exp(0) <= exp({beta}*(1 - {x}))", rule("exp monotone", a="0", b=f"{beta}*(1 - {x})"))
    return f"{over(beta, x)} >= n", have([one], KNOWN)


NONNEGATIVE = ("c >= 0", leaf("1: b < c", "1: 0 <= b"))
G, H = over("c", "g"), over("c", "h")
_B, _GAP, _DRAW = over("b", "g"), "(h - g)", f"(1 - g)*{below('g')}"
_TANGENT, _MOST = "1 + c*(g - h) <= exp(c*(g - h))", "exp(c*(1 - g)) <= exp(c)"
_LESS, _PART = f"{_B} <= {G}", f"{G} - {H} <= c*exp(c)*{_GAP}"
_SMALLER, _ONE = f"(1 - h)*{below('h')} <= {_DRAW} + n*{_GAP}", f"{_DRAW}/({G}*{H}) <= 1"
_AT_LEAST = f"rate(g) >= 2*{_DRAW}/{G}"
_SLOPE: Steps = [
    most("c", "g"),
    most("c", "h"),
    positive("b", "g"),
    positive("c", "g"),
    positive("c", "h"),
    (
        _LESS,
        have(
            [
                (
                    "exp(b*(1 - g)) <= exp(c*(1 - g))",
                    rule("exp monotone", leaf("1: b < c; g < 1"), a="b*(1 - g)", b="c*(1 - g)"),
                )
            ],
            KNOWN,
        ),
    ),
    (_TANGENT, rule("exp tangent", a="c*(g - h)")),
    (_MOST, rule("exp monotone", a="c*(1 - g)", b="c")),
    (_PART, leaf(f"1: {_TANGENT}; exp(c*(1 - g)) > 0", f"1: {_MOST}; c >= 0; g <= h")),
    (
        _AT_LEAST,
        leaf(
            f"2: {_LESS}; g < 1; n >= 1; 0 <= g; 1/{_B} > 0; 1/{G} > 0",
            f"2: {_LESS}; g < 1; 1/{_B} > 0; 1/{G} > 0",
            f"eq -1: rate(g) == 2*{_DRAW}/{_B}",
        ),
    ),
    (_SMALLER, leaf("1: g <= h; 0 <= g; n >= 1", "1: g <= h; 0 <= h; n >= 1", "2: g <= h")),
    (
        _ONE,
        leaf(
            f"1: {G} >= n; {H} > 0",
            f"1: {H} >= n; n >= 1",
            f"1: {H} >= n",
            "1: n >= 1; n >= 1",
            "1: n >= 1",
            "1: n >= 1; g < 1",
            "1: 0 <= g; 0 <= g; n >= 1",
            "1: 0 <= g",
            times=[G, H],
        ),
    ),
]
_PULLED = leaf(
    f"1: {_AT_LEAST}",
    f"2: {_SMALLER}; 1/{H} > 0",
    f"2: 1/{H} <= 1/{G} + c*exp(c)*{_GAP}/({G}*{H}); {_DRAW} >= 0",
    f"2: n/{H} <= 1; g <= h",
    f"2: {_ONE}; c >= 0; exp(c) > 0; g <= h",
    f"eq 1: rate(h) == 2*(1 - h)*{below('h')}/{H}",
)

formal(
    "LEM-slower",
    title="At a larger beta the common product is not larger",
    statement={**STARTED, "given": [*STARTED["given"], *OBEY], "show": ["always(g - h >= 0)"]},
    proof=have(
        [NONNEGATIVE, inside("g"), inside("h")],
        lemma(
            "LEM-linear-bound",
            enter("start", leaf(use=["h == 0"])),
            enter("ae", intro("", have(_SLOPE, _PULLED))),
            z="g - h",
            k="2 + 2*c*exp(c)",
        ),
    ),
)
