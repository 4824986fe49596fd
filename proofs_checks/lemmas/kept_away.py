"""A consensus of the Oja map does not attract where the map has an orbit that begins near it and is kept away.

The orbit is that of equal tokens, unit(v + eps z_n), for a sequence z_n that grows by the linear step over that of v.
"""

from __future__ import annotations

from proofs_checks.lemmas.matrix_powers import ALL_NEAR, EPS, LENGTH, NEAR_FROM, ORBIT, POSITIVE, STARTS_NEAR, TENDS
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, define, have, intro, leaf, lemma, obtain, restate, rule, take

OJA = "oja(X, i) = unit(X[i] + alpha*F(sum(j: X[j])/sum(j: 1))) on fn(X: forall i: dot(X[i], X[i]) == 1)"
GIVEN = [
    "F(v) == lam*v",
    "dot(v, v) == 1",
    "dot(l, v) == 1",
    "1 + alpha*lam > 0",
    "forall n in step: dot(l, z[n]) == 0",
    "forall n in step: z[n + 1] == 1/(1 + alpha*lam)*(z[n] + alpha*F(z[n]))",
]
_PLACED, _NEXT = "(v + eps(d)*z[k])", "(v + eps(d)*z[k + 1])"
_IMAGE = f"(unit{_PLACED} + alpha*F(sum(j: unit{_PLACED})/sum(j: 1)))"
_RATIO = f"(1 + alpha*lam)*norm{_NEXT}/norm{_PLACED}"
_COMPONENT = leaf(use=["dot(l, v) == 1", "dot(l, z[k]) == 0", "dot(l, z[k + 1]) == 0"])
_STEP = "z[k + 1] == 1/(1 + alpha*lam)*(z[k] + alpha*F(z[k]))"
_STEPPED = have(
    [(f"dot(l, z[{n}]) == 0", take(GIVEN[4], [n], KNOWN)) for n in ("k", "k + 1")]
    + [
        (_STEP, take(GIVEN[5], ["k"], KNOWN)),
        (f"norm{_PLACED} > 0", lemma("LEM-direction.length", _COMPONENT, u=_PLACED)),
        (f"norm{_NEXT} > 0", lemma("LEM-direction.length", _COMPONENT, u=_NEXT)),
        (f"{_RATIO} > 0", leaf(f"1: 1 + alpha*lam > 0; norm{_NEXT} > 0", times=[f"norm{_PLACED}"])),
        (
            f"norm{_IMAGE} > 0 and unit{_IMAGE} == unit{_NEXT}",
            lemma(
                "LEM-along",
                leaf(use=["F(v) == lam*v", _STEP]),
                KNOWN,
                leaf(),
                y=_IMAGE,
                x=f"unit{_NEXT}",
                r=_RATIO,
            ),
        ),
    ],
    restate(f"unit{_NEXT} == unit{_IMAGE}", KNOWN),
)
_ATTRACTED = rule(
    "attracted",
    KNOWN,
    STARTS_NEAR,
    _STEPPED,
    F="oja",
    S="consensus",
    x=ORBIT,
    new={"d": "d", "n": "k", "i": "t"},
)
_SHIFT = "norm(v + eps(d)*z[k] - v) <= 2*(1 + norm(l))*small"
_SCALED = LENGTH.replace("z[0]", "z[k]")
_LATE = rule(
    "some element",
    have(
        [
            (
                "norm(unit(v + eps(d)*z[k]) - v) < small",
                take(
                    "forall n in size: n >= k => (forall i: norm(unit(v + eps(d)*z[n]) - v) < small)", ["k", "t"], KNOWN
                ),
            ),
            (
                "2*norm(l)*small <= 1",
                leaf("1:", "1: norm(l) >= 0", "1: eps(d)*m > 0", times=["1 + norm(l)", "1 + eps(d)*m"]),
            ),
            ("2*(1 + norm(l))*small < eps(d)*m", leaf("1: eps(d)*m > 0; eps(d)*m > 0", times=["1 + eps(d)*m"])),
            ("dot(l, z[k]) == 0", take(GIVEN[4], ["k"], KNOWN)),
            (
                _SHIFT,
                lemma(
                    "LEM-direction.back",
                    KNOWN,
                    KNOWN,
                    leaf(use=["dot(l, v) == 1", "dot(l, z[k]) == 0"]),
                    KNOWN,
                    KNOWN,
                    u="v + eps(d)*z[k]",
                    k="small",
                ),
            ),
            (_SCALED, rule("norm scaled", u="z[k]", k="eps(d)")),
            ("norm(z[k]) >= m", take("forall n in step: norm(z[n]) >= m", ["k"], KNOWN)),
        ],
        lemma(
            "LEM-two-signs",
            leaf("1: eps(d) > 0; norm(z[k]) >= m"),
            leaf(f"1: {_SHIFT}", "1: 2*(1 + norm(l))*small < eps(d)*m", f"eq -1: {_SCALED}"),
            a="eps(d)*norm(z[k]) - eps(d)*m",
        ),
    ),
    C="1 <= 0",
    new={"x": "t"},
)
formal(
    "LEM-not-attracting",
    title="A consensus does not attract equal tokens that the linear step keeps away from it",
    statement={
        "letters": ["F: matrix; v, l, z[step]: vector; lam, alpha, m: number"],
        "where": ["consensus := fn(i: v)", f"eps(d) := {EPS}"],
        "maps": [OJA],
        "given": [*GIVEN, "m > 0", "forall n in step: norm(z[n]) >= m"],
        "show": ["not asymptotically_stable(oja, consensus)"],
    },
    proof=intro(
        "",
        have(
            [(TENDS, _ATTRACTED)],
            obtain(
                TENDS,
                "d",
                define(
                    ["small := eps(d)*m/(2*(1 + norm(l))*(1 + eps(d)*m))"],
                    have(
                        [
                            POSITIVE,
                            ("eps(d)*m > 0", leaf("1: eps(d) > 0; m > 0")),
                            ("small > 0", leaf("1/2: eps(d)*m > 0", times=["1 + norm(l)", "1 + eps(d)*m"])),
                        ],
                        take(ALL_NEAR, ["small"], obtain(NEAR_FROM("small"), "k", _LATE)),
                    ),
                ),
            ),
        ),
    ),
    instance={
        "tokens": 2,
        "dim": 2,
        "letters": {
            "F": [[1, 0], [0, 1]],
            "v": [1, 0],
            "l": [1, 0],
            "lam": 1,
            "alpha": 1,
            "m": 1,
            "z": {"always": [0, 1]},
        },
    },
    twin=Variant(
        "a sequence that may vanish",
        {"m > 0": "m >= 0"},
        {
            "tokens": 2,
            "dim": 2,
            "letters": {
                "F": [[1, 0], [0, 0]],
                "v": [1, 0],
                "l": [1, 0],
                "lam": 1,
                "alpha": 1,
                "m": 0,
                "z": {"always": [0, 0]},
            },
        },
    ),
)
