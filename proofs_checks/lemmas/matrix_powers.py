"""Powers of a matrix with a spectral radius below 1 vanish: asymptotic stability of a fixed direction, read off."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    both,
    define,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    restate,
    rule,
    take,
    unfold,
    witness,
)

SMALLER = "forall s in number, w in number: other_eigenvalue(F, v, s, w) => s^2 + w^2 < lam^2"
LATE = "exists s in size: forall n in size: n >= s => {} < e".format
GIVEN = [
    "F(v) == mu*v",
    "dot(v, v) == 1",
    "dot(l, v) == 1",
    "lam != 0",
    SMALLER,
    "forall n in step: dot(l, z[n]) == 0",
    "forall n in step: z[n + 1] == 1/lam*F(z[n])",
]
WHERE = ["N := sum(j: 1)", "m(X) := sum(j: X[j])/N"]
DEFLATED = [
    "deflated(X, i) = unit(dot(l, m(X))*v + 1/lam*F(m(X) - dot(l, m(X))*v)) on fn(X: forall i: dot(X[i], X[i]) == 1)"
]
EPS = "(d/(4*(1 + d)*(1 + norm(z[0]))))"
ORBIT = "fn(d in number, n in size, i in token: unit(v + eps(d)*z[n]))"
FIXED = unfold("goal", intro("t", leaf(use=["F(v) == mu*v", *GIVEN[1:3]], norms=["1"])))
SPECTRUM = (
    "matrix_spectrum(deflated, consensus, F, v, 0, 1/lam)",
    rule(
        "equal tokens, any matrix",
        KNOWN,
        KNOWN,
        KNOWN,
        intro("t", KNOWN),
        FIXED,
        leaf(use=["F(v) == mu*v", *GIVEN[1:3], "forall h: dot(v, delta[h]) == 0"], norms=["1"]),
        F="deflated",
        S="consensus",
        U="F",
        lam="mu",
        r="0",
        k="1/(lam*N)",
        n="N",
        new={"i": "t", "d": "delta"},
    ),
)
STABLE = (
    "asymptotically_stable(deflated, consensus)",
    rule(
        "indirect method, stable",
        FIXED,
        rule(
            "inside, any matrix",
            KNOWN,
            take(SMALLER, ["s1", "w1"], leaf("1: s1^2 + w1^2 < lam^2", times=["lam^2"])),
            KNOWN,
            F="deflated",
            S="consensus",
            U="F",
            r="0",
            k="1/lam",
            new={"s": "s1", "w": "w1"},
        ),
        F="deflated",
        S="consensus",
    ),
)
PLACED, NEXT = "(v + eps*y)", "(v + eps*x)"
IMAGE = f"(dot(l, sum(j: unit{PLACED})/N)*v + 1/lam*F(sum(j: unit{PLACED})/N - dot(l, sum(j: unit{PLACED})/N)*v))"
COMPONENT = leaf(use=["dot(l, v) == 1", "dot(l, y) == 0", "dot(l, x) == 0"])
formal(
    "LEM-powers-vanish.step",
    title="The direction of an eigenvector plus a vector off it under a map without the eigenvalue",
    statement={
        "letters": ["F: matrix; v, l, x, y: vector; mu, lam, eps: number"],
        "where": WHERE,
        "maps": DEFLATED,
        "given": [*GIVEN[:3], "dot(l, y) == 0", "dot(l, x) == 0", "x == 1/lam*F(y)"],
        "show": [f"forall i: unit{NEXT} == value(deflated, fn(h: unit{PLACED}), i)"],
    },
    proof=have(
        [
            (f"norm{PLACED} > 0", lemma("LEM-direction.length", COMPONENT, u=PLACED)),
            (f"norm{NEXT} > 0", lemma("LEM-direction.length", COMPONENT, u=NEXT)),
            (f"norm{NEXT}/norm{PLACED} > 0", leaf(f"1: norm{NEXT} > 0", times=[f"norm{PLACED}"])),
            (
                f"norm{IMAGE} > 0 and unit{IMAGE} == unit{NEXT}",
                lemma(
                    "LEM-along",
                    leaf(use=["dot(l, y) == 0", "x == 1/lam*F(y)", *GIVEN[:3]]),
                    KNOWN,
                    leaf(),
                    y=IMAGE,
                    x=f"unit{NEXT}",
                    r=f"norm{NEXT}/norm{PLACED}",
                ),
            ),
        ],
        intro("t", restate(f"unit{NEXT} == unit{IMAGE}", KNOWN)),
    ),
)
POSITIVE = ("eps(d) > 0", leaf("1/4: d > 0", times=["1 + d", "1 + norm(z[0])"]))
LENGTH = "norm(eps(d)*z[0]) == eps(d)*norm(z[0])"
STEPPED = "forall i: unit(v + eps(d)*z[k + 1]) == value(deflated, fn(h: unit(v + eps(d)*z[k])), i)"
STARTS_NEAR = have(
    [
        POSITIVE,
        (LENGTH, rule("norm scaled", u="z[0]", k="eps(d)")),
        (
            "eps(d)*norm(z[0]) <= 1/2",
            leaf(
                "1/2:",
                "1/2: norm(z[0]) >= 0",
                "1/2: d > 0",
                "1/4: d > 0; norm(z[0]) >= 0",
                times=["1 + d", "1 + norm(z[0])"],
            ),
        ),
        (
            "eps(d)*norm(z[0]) < d/2",
            leaf(
                "1/2: d > 0",
                "1/4: d > 0; norm(z[0]) >= 0",
                "1/2: d > 0; d > 0",
                "1/2: d > 0; d > 0; norm(z[0]) >= 0",
                times=["1 + d", "1 + norm(z[0])"],
            ),
        ),
        ("norm(eps(d)*z[0]) <= 1/2", leaf("1: eps(d)*norm(z[0]) <= 1/2", f"eq 1: {LENGTH}")),
        (
            "norm(v + eps(d)*z[0]) >= 1/2 and norm(unit(v + eps(d)*z[0]) - v) <= 2*norm(eps(d)*z[0])",
            lemma("LEM-direction.near", w="eps(d)*z[0]"),
        ),
    ],
    both(
        intro("t", leaf()),
        intro(
            "t",
            leaf(
                "1: norm(unit(v + eps(d)*z[0]) - v) <= 2*norm(eps(d)*z[0])",
                "2: eps(d)*norm(z[0]) < d/2",
                f"eq 2: {LENGTH}",
            ),
        ),
    ),
)
"""The first state of ORBIT is on the sphere and within d of v."""
ATTRACTED = rule(
    "attracted",
    KNOWN,
    STARTS_NEAR,
    have(
        [(f"dot(l, z[{n}]) == 0", take(GIVEN[5], [n], KNOWN)) for n in ("k", "k + 1")]
        + [
            ("z[k + 1] == 1/lam*F(z[k])", take(GIVEN[6], ["k"], KNOWN)),
            (STEPPED, lemma("LEM-powers-vanish.step", x="z[k + 1]", y="z[k]", eps="eps(d)")),
        ],
        take(STEPPED, ["t"], KNOWN),
    ),
    F="deflated",
    S="consensus",
    x=ORBIT,
    new={"d": "d", "n": "k", "i": "t"},
)
NEAR_FROM = "(exists s in size: forall n in size: n >= s => (forall i: norm(unit(v + eps(d)*z[n]) - v) < {}))".format
ALL_NEAR = f"forall e in number: e > 0 => {NEAR_FROM('e')}"
TENDS = f"exists d in number: d > 0 and ({ALL_NEAR})"
NEAR = "forall n in size: n >= s => (forall i: norm(unit(v + eps(d)*z[n]) - v) < small)"
SHIFT = "norm(v + eps(d)*z[k] - v) <= 2*(1 + norm(l))*small"
LENGTH_LATE = LENGTH.replace("z[0]", "z[k]")
LATE_STEP = have(
    [
        (
            "norm(unit(v + eps(d)*z[k]) - v) < small",
            take("forall i: norm(unit(v + eps(d)*z[k]) - v) < small", ["t"], KNOWN),
        ),
        (
            "2*norm(l)*small <= 1",
            leaf("1:", "1: norm(l) >= 0", "1: eps(d)*r > 0", times=["1 + norm(l)", "1 + eps(d)*r"]),
        ),
        ("2*(1 + norm(l))*small < eps(d)*r", leaf("1: eps(d)*r > 0; eps(d)*r > 0", times=["1 + eps(d)*r"])),
        ("dot(l, z[k]) == 0", take(GIVEN[5], ["k"], KNOWN)),
        (
            SHIFT,
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
        (LENGTH_LATE, rule("norm scaled", u="z[k]", k="eps(d)")),
    ],
    leaf(f"1: {SHIFT}", "1: 2*(1 + norm(l))*small < eps(d)*r", f"eq -1: {LENGTH_LATE}", times=["eps(d)"]),
)
LATE_STEPS = take(NEAR, ["k"], rule("some element", LATE_STEP, C="norm(z[k]) < r", new={"x": "t"}))
CONCLUDED = define(
    ["small := eps(d)*r/(2*(1 + norm(l))*(1 + eps(d)*r))"],
    have(
        [
            POSITIVE,
            ("eps(d)*r > 0", leaf("1: eps(d) > 0; r > 0")),
            ("small > 0", leaf("1/2: eps(d)*r > 0", times=["1 + norm(l)", "1 + eps(d)*r"])),
        ],
        take(ALL_NEAR, ["small"], obtain(NEAR_FROM("small"), "s", witness("s", intro("k,", LATE_STEPS)))),
    ),
)
formal(
    "LEM-powers-vanish.matrix",
    title="Powers of a matrix tend to zero off an eigenvector, if its other eigenvalues are below 1 in modulus",
    statement={
        "letters": ["F: matrix; v, l, z[step]: vector; mu, lam: number"],
        "where": [*WHERE, "consensus := fn(i: v)", f"eps(d) := {EPS}"],
        "maps": DEFLATED,
        "given": GIVEN,
        "show": [f"forall e in number: e > 0 => ({LATE('norm(z[n])')})"],
    },
    proof=have([SPECTRUM, STABLE, (TENDS, ATTRACTED)], obtain(TENDS, "d", intro("r,", CONCLUDED))),
    instance={
        "tokens": 1,
        "dim": 2,
        "letters": {
            "F": [[3, 0], [0, 1]],
            "v": [1, 0],
            "l": [1, 0],
            "mu": 3,
            "lam": 2,
            "z": {"always": [0, 0]},
        },
    },
)
