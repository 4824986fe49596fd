"""A number that rises at a rate that dies out exponentially has a limit; and a number near the start of its course."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, both, enter, have, leaf, lemma, obtain, rule, unfold, witness

_TOP = "exp(K/k)"
_LEFT = "exp(K/k*exp(-k*time))"
_FALLS = f"z*{_LEFT}"
_REST = f"K*{_TOP}/k*exp(-k*time)"
_R = "norm(z*v - s)"
_C = "dot(v, s)"
_SIDES = [
    (f"dot(v, z*v - s) <= norm(v)*{_R}", rule("Cauchy-Schwarz", u="v", w="z*v - s")),
    (f"dot(-v, z*v - s) <= norm(-v)*{_R}", rule("Cauchy-Schwarz", u="-v", w="z*v - s")),
    ("norm(v) == 1", leaf(norms=["1"], use=["dot(v, v) == 1"])),
    ("norm(-v) == 1", leaf(norms=["1"], use=["dot(v, v) == 1"])),
    (f"z - {_C} <= {_R}", leaf(f"1: dot(v, z*v - s) <= norm(v)*{_R}", use=["dot(v, v) == 1", "norm(v) == 1"])),
    (f"-(z - {_C}) <= {_R}", leaf(f"1: dot(-v, z*v - s) <= norm(-v)*{_R}", use=["dot(v, v) == 1", "norm(-v) == 1"])),
]
_BOUNDED = enter(
    "every",
    have(
        [
            (f"1 + K/k*exp(-k*time) <= {_LEFT}", rule("exp tangent", a="K/k*exp(-k*time)")),
            (
                f"1 <= {_LEFT}",
                leaf(f"1: 1 + K/k*exp(-k*time) <= {_LEFT}", "1: K >= 0; 1/k > 0; exp(-k*time) > 0"),
            ),
        ],
        leaf(f"1: z > 0; 1 <= {_LEFT}", f"1: -({_FALLS}) >= start(-({_FALLS}))", f"eq {_TOP}: start(z) == 1"),
    ),
)
_SLOW = enter(
    "ae",
    have(
        [
            "0 <= rate(z)",
            "rate(z) <= K*exp(-k*time)*z",
            ("norm(rate(z*v)) == rate(z)", leaf(norms=["rate(z)"], use=["dot(v, v) == 1"])),
        ],
        leaf(
            "eq 1: norm(rate(z*v)) == rate(z)",
            "1: rate(z) <= K*exp(-k*time)*z",
            f"1: K >= 0; exp(-k*time) > 0; z <= {_TOP}",
        ),
    ),
)
_SMALL = unfold(
    "goal",
    witness(
        f"K*{_TOP}/k",
        witness("k", both(leaf(f"1: K >= 0; {_TOP} > 0; 1/k > 0"), KNOWN, enter("every", leaf(f"1: {_R} <= {_REST}")))),
    ),
)
_CLOSE = enter(
    "every",
    have(
        _SIDES,
        rule(
            "absolute at most",
            leaf(f"1: z - {_C} <= {_R}"),
            leaf(f"1: -(z - {_C}) <= {_R}"),
            e=f"z - {_C}",
            b=f"1*{_R}",
        ),
    ),
)

formal(
    "LEM-settles",
    title="A number that rises at a rate that dies out exponentially has a limit",
    statement={
        "letters": ["z: moving number; k, K: number; v: vector"],
        "given": [
            "k > 0",
            "K >= 0",
            "dot(v, v) == 1",
            "at_start(z == 1)",
            "always(z > 0)",
            "almost_always(0 <= rate(z) and rate(z) <= K*exp(-k*time)*z)",
        ],
        "show": ["exists C in number: C >= 1 and tends(z, C)"],
    },
    proof=have(
        [
            ("start(z) == 1", enter("start", KNOWN)),
            ("always(z >= start(z))", rule("monotone", KNOWN)),
            (
                f"always(-({_FALLS}) >= start(-({_FALLS})))",
                rule("monotone", leaf(f"1: {_LEFT} > 0; rate(z) <= K*exp(-k*time)*z"), z=f"-({_FALLS})"),
            ),
            (f"always(z <= {_TOP})", _BOUNDED),
            (f"almost_always(norm(rate(z*v)) <= K*{_TOP}*exp(-k*time))", _SLOW),
            (
                f"exists s in vector: always(norm(z*v - s) <= {_REST})",
                lemma("LEM-small-speed", y="z*v", c=f"K*{_TOP}", k="k"),
            ),
        ],
        obtain(
            f"exists s in vector: always(norm(z*v - s) <= {_REST})",
            "s",
            have(
                [
                    (f"exponentially_small({_R})", _SMALL),
                    (f"always(abs(z - {_C}) <= 1*{_R})", _CLOSE),
                    (
                        f"exponentially_small(z - {_C})",
                        lemma("LEM-small.below", KNOWN, leaf("1:"), KNOWN, z=f"z - {_C}", r=_R, c="1"),
                    ),
                    (f"tends(z - {_C}, 0)", lemma("LEM-small.tends", z=f"z - {_C}")),
                    (
                        f"1 - {_C} <= 0",
                        lemma(
                            "LEM-small.constant",
                            KNOWN,
                            enter(
                                "every",
                                have(
                                    _SIDES,
                                    leaf(f"1: z - {_C} <= {_R}", "1: z >= start(z)", "eq -1: start(z) == 1"),
                                ),
                            ),
                            c=f"1 - {_C}",
                            r=_R,
                        ),
                    ),
                ],
                witness(
                    _C,
                    both(
                        leaf(f"1: 1 - {_C} <= 0"),
                        unfold(f"tends(z - {_C}, 0)", unfold("goal", KNOWN)),
                    ),
                ),
            ),
        ),
    ),
)

_E = "exp(beta)"
_B = f"(F*n*{_E})"
_L = f"(n*beta*{_E} + n - 1)"
_BOUNDS = "F*(1 - g) <= rate(g) and rate(g) <= F*exp(beta*g)*((n - 1)*g + 1)"
_LOW = f"g - F*time + F*{_B}/2*time^2"
_HIGH = f"F*time + F*{_L}*{_B}/2*time^2 - g"
_UPPER = "rate(g) <= F*exp(beta*g)*((n - 1)*g + 1)"
_STEEP = [
    (f"exp(beta*g) <= {_E}", rule("exp monotone", leaf("1: beta >= 0; g <= 1"), a="beta*g", b="beta")),
    ("1 - beta*g <= exp(-(beta*g))", rule("exp tangent", a="-(beta*g)")),
    (
        f"exp(beta*g) <= 1 + beta*g*{_E}",
        leaf(
            "1: 1 - beta*g <= exp(-(beta*g)); exp(beta*g) > 0",
            f"1: beta >= 0; 0 <= g; exp(beta*g) <= {_E}",
        ),
    ),
]
_PLACE = ("(n - 1)*g + 1 > 0", leaf("1: n >= 1; 0 <= g", "1:"))

formal(
    "LEM-near-start",
    title="A number near the start of its course, to second order",
    statement={
        "letters": ["beta, n, F: number; g: moving number"],
        "given": [
            "beta >= 0",
            "n >= 1",
            "F > 0",
            "at_start(g == 0)",
            "always(0 <= g and g <= 1)",
            f"almost_always({_BOUNDS})",
        ],
        "show": ["exists C in number: always(abs(g - F*time) <= C*time^2)"],
    },
    proof=have(
        [
            ("start(g) == 0", enter("start", KNOWN)),
            ("always(time >= 0)", rule("time passes")),
            (
                f"always({_B}*time - g >= start({_B}*time - g))",
                rule(
                    "monotone",
                    have(
                        [_UPPER, *_STEEP[:1], _PLACE],
                        leaf(
                            f"1: {_UPPER}",
                            f"1: F > 0; exp(beta*g) <= {_E}; (n - 1)*g + 1 > 0",
                            f"1: F > 0; {_E} > 0; n >= 1; g <= 1",
                        ),
                    ),
                    z=f"{_B}*time - g",
                ),
            ),
            (
                f"always(g <= {_B}*time)",
                enter("every", leaf(f"1: {_B}*time - g >= start({_B}*time - g)", "eq 1: start(g) == 0")),
            ),
            (
                f"always({_LOW} >= start({_LOW}))",
                rule(
                    "monotone",
                    have(
                        ["F*(1 - g) <= rate(g)"],
                        leaf("1: F*(1 - g) <= rate(g)", f"1: F > 0; g <= {_B}*time"),
                    ),
                    z=_LOW,
                ),
            ),
            (
                f"always({_HIGH} >= start({_HIGH}))",
                rule(
                    "monotone",
                    have(
                        [_UPPER, *_STEEP, _PLACE],
                        leaf(
                            f"1: {_UPPER}",
                            f"1: F > 0; exp(beta*g) <= 1 + beta*g*{_E}; (n - 1)*g + 1 > 0",
                            f"1: F > 0; n >= 1; beta >= 0; {_E} > 0; 0 <= g; g <= 1",
                            f"1: F > 0; n >= 1; g <= {_B}*time",
                            f"1: F > 0; n >= 1; beta >= 0; {_E} > 0; g <= {_B}*time",
                            f"1: F > 0; beta >= 0; {_E} > 0; g <= {_B}*time",
                        ),
                    ),
                    z=_HIGH,
                ),
            ),
        ],
        witness(
            f"F*({_L} + 1)*{_B}/2",
            enter(
                "every",
                rule(
                    "absolute at most",
                    leaf(
                        f"1: {_HIGH} >= start({_HIGH})",
                        "eq 1: start(g) == 0",
                        f"1/2: F > 0; F > 0; n >= 1; {_E} > 0; sq time",
                        f"1/2: F > 0; F > 0; {_E} > 0; sq time",
                    ),
                    leaf(
                        f"1: {_LOW} >= start({_LOW})",
                        "eq -1: start(g) == 0",
                        f"1/2: F > 0; F > 0; n >= 1; n >= 1; {_E} > 0; sq time",
                        f"1/2: F > 0; F > 0; n >= 1; {_E} > 0; sq time",
                        f"1/2: F > 0; F > 0; n >= 1; n >= 1; {_E} > 0; {_E} > 0; beta >= 0; sq time",
                        f"1: F > 0; F > 0; n >= 1; {_E} > 0; {_E} > 0; beta >= 0; sq time",
                        f"1/2: F > 0; F > 0; {_E} > 0; {_E} > 0; beta >= 0; sq time",
                    ),
                    e="g - F*time",
                    b=f"F*({_L} + 1)*{_B}/2*time^2",
                ),
            ),
        ),
    ),
)
