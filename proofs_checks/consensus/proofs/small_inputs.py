"""Remark 4.7, repaired: b comes to a ball around 1 where |e| is small and b(0) above the unstable root.

With |e| <= g c (1 - c^2)/root, the cubic b (1 - b^2) - c (1 - c^2) has the factors c - b and b^2 + b c + c^2 - 1, whose
positive root is `low`: from b(0) > low the distance c - b shrinks exponentially as long as it is positive.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import OPPOSITE, causal
from proofs_checks.consensus.proofs.models import CAUSAL_SOLUTION, TURNING
from proofs_checks.consensus.proofs.tracking import EIGHT, FIRST_TOKEN, SIDE, UNIT, B
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, unfold, witness

_INPUT = "dot(rate(v), y[f])"
_EDGE = "low^2 + low*c + c^2 == 1"
_SMALL: dict[str, Any] = {
    "letters": ["g, c, low, eps: number"],
    "given": [
        "g > 0",
        "almost_always(forall b in vector: dot(v, b) == 0 => dot(b, U(b)) <= (lam - g)*dot(b, b))",
        f"almost_always(-{_INPUT} <= eps)",
        "eps <= g*c*(1 - c^2)/root",
        "0 < low and low < c",
        _EDGE,
        f"at_start({B} > low)",
    ],
}
_FLOOR = f"min(start({B}), c)"
_K = f"(g/root*({_FLOOR}^2 + {_FLOOR}*c + c^2 - 1))"
_M = f"max(c - start({B}), 0)"
_SQUARES = f"{B}^2 + {B}*c + c^2 - 1"
_GAIN = f"rate({B}) >= g/root*(c - {B})*({_SQUARES})"
_RATE = have(
    [
        (f"dot(v, ({SIDE})) == 0", leaf(use=UNIT)),
        f"dot(({SIDE}), U(({SIDE}))) <= (lam - g)*dot(({SIDE}), ({SIDE}))",
    ],
    leaf(
        f"1: 1/root > 0; {B} > 0; dot(({SIDE}), U(({SIDE}))) <= (lam - g)*dot(({SIDE}), ({SIDE}))",
        f"1: -{_INPUT} <= eps",
        "1: eps <= g*c*(1 - c^2)/root",
        f"eq -1: {EIGHT}",
        use=["U(v) == lam*v", *UNIT],
    ),
)
_FLOORS = [
    (f"{_FLOOR} <= c", rule("minimum below second", a=f"start({B})", b="c")),
    (f"{_FLOOR} <= start({B})", rule("minimum below first", a=f"start({B})", b="c")),
    (
        f"low < {_FLOOR}",
        rule("minimum strictly above", enter("start", KNOWN), KNOWN, a=f"start({B})", b="c", c="low"),
    ),
]
_STAYS = lemma(
    "LEM-barrier",
    enter("start", leaf(f"1: {_FLOOR} <= start({B})")),
    KNOWN,
    enter(
        "ae",
        intro(
            "",
            have(
                [
                    (f"{B} > 0", leaf(f"1: {B} > low", "1: low > 0")),
                    (_GAIN, _RATE),
                    (f"c - {B} >= 0", leaf(f"1: {B} < {_FLOOR}", f"1: {_FLOOR} <= c")),
                ],
                leaf(
                    f"1: {_GAIN}",
                    f"1: g > 0; 1/root > 0; c - {B} >= 0; {B} > low; {B} > 0",
                    f"1: g > 0; 1/root > 0; c - {B} >= 0; {B} > low; low > 0",
                    f"1: g > 0; 1/root > 0; c - {B} >= 0; {B} > low; low < c",
                    f"1: g > 0; 1/root > 0; c - {B} >= 0; {B} > low; low > 0",
                    f"eq -g/root*(c - {B}): {_EDGE}",
                ),
            ),
        ),
    ),
    z=B,
    m=_FLOOR,
    l="low",
)
_W = f"(c - {B})*exp({_K}*time)"
_FALLS = lemma(
    "LEM-barrier",
    enter("start", leaf(f"1: c - start({B}) <= {_M}")),
    leaf(),
    enter(
        "ae",
        intro(
            "",
            have(
                [
                    (f"{B} > 0", leaf(f"1: {B} >= {_FLOOR}", f"1: low < {_FLOOR}", "1: low > 0")),
                    (_GAIN, _RATE),
                    (f"{_W} > 0", leaf(f"1: -({_W}) < -{_M}", f"1: 0 <= {_M}")),
                    (f"c - {B} > 0", leaf(f"1: {_W} > 0; exp(-{_K}*time) > 0")),
                ],
                leaf(
                    f"1: {_GAIN}; exp({_K}*time) > 0",
                    f"1: g > 0; 1/root > 0; c - {B} > 0; exp({_K}*time) > 0; {B} >= {_FLOOR}; {B} > 0",
                    f"1: g > 0; 1/root > 0; c - {B} > 0; exp({_K}*time) > 0; {B} >= {_FLOOR}; {_FLOOR} > 0",
                    f"1: g > 0; 1/root > 0; c - {B} > 0; exp({_K}*time) > 0; {B} >= {_FLOOR}; c > 0",
                ),
            ),
        ),
    ),
    z=f"-({_W})",
    m=f"-{_M}",
    l=f"-{_M} - 1",
)
_LATE = f"{_M}/({_K}*q)"
_ENDS = unfold(
    "goal",
    intro(
        ["q", ""],
        witness(
            _LATE,
            enter(
                "every",
                intro(
                    "",
                    have(
                        [(f"1 + {_K}*time <= exp({_K}*time)", rule("exp tangent", a=f"{_K}*time"))],
                        leaf(
                            f"1: -({_W}) >= -{_M}; exp(-{_K}*time) > 0",
                            f"1: q > 0; 1 + {_K}*time <= exp({_K}*time); exp(-{_K}*time) > 0",
                            f"1: q > 0; {_K} > 0; time >= {_LATE}; exp(-{_K}*time) > 0",
                            f"1: q > 0; exp(-{_K}*time) > 0",
                        ),
                    ),
                ),
            ),
        ),
    ),
)
_POSITIVE = [
    ("c > 0", leaf("1: low > 0", "1: low < c")),
    (f"{_FLOOR} > 0", leaf(f"1: low < {_FLOOR}", "1: low > 0")),
    (
        f"{_K} > 0",
        leaf(
            f"1: g > 0; 1/root > 0; low < {_FLOOR}; {_FLOOR} > 0",
            f"1: g > 0; 1/root > 0; low < {_FLOOR}; low > 0",
            f"1: g > 0; 1/root > 0; low < {_FLOOR}; c > 0",
            f"eq -g/root: {_EDGE}",
        ),
    ),
    (f"0 <= {_M}", rule("maximum above second", a=f"c - start({B})", b="0")),
    (f"c - start({B}) <= {_M}", rule("maximum above first", a=f"c - start({B})", b="0")),
]

formal(
    "CON-R4.7.c.repaired",
    sentence=(
        r"Gap at least g > 0, $-e = -\dot v^Ty \le \epsilon \le s g c(1 - c^2)$, $s = 1/\sqrt{n+1}$, $c \in"
        r" {]}1/\sqrt3, 1[$, and $c_- < c$ the positive root of $x^2 + xc + c^2 = 1$, the other one with $x(1 - x^2) ="
        r" c(1 - c^2)$. From every $b(0) > c_-$ follows $b \ge \min(b(0), c)$ for all times and $\liminf b \ge c$: b"
        " converges to the ball of radius 1 - c around 1."
    ),
    statement=model(
        TURNING,
        CAUSAL_SOLUTION,
        FIRST_TOKEN,
        _SMALL,
        {"show": [f"always({B} >= {_FLOOR})", f"limsup_at_most(c - {B}, 0)"]},
    ),
    proof=[
        have([(f"almost_always({EIGHT})", lemma("CON-R4.7.a")), *_FLOORS], unfold("solves(causal, y)", _STAYS)),
        have(
            [(f"almost_always({EIGHT})", lemma("CON-R4.7.a")), *_FLOORS, *_POSITIVE],
            unfold("solves(causal, y)", have([(f"always(-({_W}) >= -{_M})", _FALLS)], _ENDS)),
        ),
    ],
    instance=causal(f=0, g="1/2", c="5/7", low="3/7", eps=0),
    twin=Variant(
        "tokens in the opposite hemisphere",
        {f"at_start({B} > low)": f"at_start({B} != low)"},
        causal(f=0, g="1/2", c="5/7", low="3/7", eps=0, y=[OPPOSITE] * 3),
    ),
)
