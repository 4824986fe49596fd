"""The map (1) with a symmetric value matrix (CON-B2.value): the threshold of the step for the first token."""

from __future__ import annotations

from proofs_checks.consensus.proofs.instances import diagonal
from proofs_checks.consensus.proofs.value_steps import EIGEN, FIRST, KEPT, OTHER, SHOWN, SMALL, STEPS, VALUES, topped
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, obtain, rule, split, take, witness

_PM = "(p(m) + t*U(p(m)))"
_RECURSION = "p(m + 1) == 1/(1 + t*lam)*(p(m) + t*U(p(m)))"
_LAYER = f"{_RECURSION} and dot(v, y[m + 1, f]) > 0 and dot(y[m + 1, f], y[m + 1, f]) == 1"

_ABOVE = "forall a in vector: dot(v, a) == 0 => t*dot(a, U(a)) <= (c - 1)*dot(a, a)"
_BELOW = "forall a in vector: dot(v, a) == 0 => -(t*dot(a, U(a))) <= (c + 1)*dot(a, a)"
_LOWEST = "-1*dot(b, U(b)) <= -low*dot(b, b)"
_Q = "(c/(1 + t*lam))"
_RANGE = "c > 0 and c < 1 + t*lam and 1 + t*(lam - g) <= c and -(1 + t*low) <= c"
_SOME = f"exists c in number: {_RANGE}"
_ROOM = [
    ("t > 0", leaf("1: tau > 0; 1/root > 0")),
    (
        "2 + t*(lam + low) > 0",
        split(
            SMALL[1:-1],
            leaf("2:", "1: t > 0; lam + low >= 0"),
            leaf("1: -tau*(lam + low) < 2*root; 1/root > 0"),
        ),
    ),
    ("1 + t*lam > 0", leaf("1:", "1: t > 0; lam >= 0")),
    (_SOME, lemma("LEM-step-factor", t="t")),
]
_FORMS = [
    (
        _ABOVE,
        intro(
            ["b", ""],
            have(
                ["dot(b, U(b)) <= (lam - g)*dot(b, b)"],
                leaf("1: t > 0; dot(b, U(b)) <= (lam - g)*dot(b, b)", "1: 1 + t*(lam - g) <= c; dot(b, b) >= 0"),
            ),
        ),
    ),
    (
        _BELOW,
        intro(
            ["b", ""],
            have(
                [
                    (
                        _LOWEST,
                        rule(
                            "Rayleigh",
                            KNOWN,
                            KNOWN,
                            intro(["m", ""], have(["low <= m"], leaf("1: low <= m"))),
                            V="U",
                            s="-1",
                            l="-low",
                            u="b",
                        ),
                    )
                ],
                leaf(
                    f"1: t > 0; {_LOWEST}",
                    "1: -(1 + t*low) <= c; dot(b, b) >= 0",
                ),
            ),
        ),
    ),
]
_KEEPS = "dot(v, y[{0}, f]) > 0 and dot(y[{0}, f], y[{0}, f]) == 1 and norm(p({0})) <= q^{0}*norm(p(0))".format
_NARROWS = [
    ("dot(v, p(m)) == 0", leaf(use=["dot(v, v) == 1"])),
    (f"dot({_PM}, {_PM}) <= c^2*dot(p(m), p(m))", lemma("LEM-narrowed", u="p(m)", c="c")),
    (
        f"norm({_PM}) <= c*norm(p(m))",
        rule(
            "below the square",
            leaf("1: c > 0; norm(p(m)) >= 0"),
            leaf(f"1: dot({_PM}, {_PM}) <= c^2*dot(p(m), p(m))"),
            a=f"norm({_PM})",
            b="c*norm(p(m))",
        ),
    ),
    (f"norm(p(m + 1)) == norm(1/(1 + t*lam)*{_PM})", lemma("LEM-same-norm", u="p(m + 1)", w=f"1/(1 + t*lam)*{_PM}")),
    (f"norm(1/(1 + t*lam)*{_PM}) == 1/(1 + t*lam)*norm({_PM})", rule("norm scaled", leaf(), u=_PM, k="1/(1 + t*lam)")),
    (
        "norm(p(m + 1)) <= q*norm(p(m))",
        leaf(
            f"1: norm({_PM}) <= c*norm(p(m)); 1/(1 + t*lam) > 0",
            f"eq 1: norm(p(m + 1)) == norm(1/(1 + t*lam)*{_PM})",
            f"eq 1: norm(1/(1 + t*lam)*{_PM}) == 1/(1 + t*lam)*norm({_PM})",
            f"eq -norm(p(m)): q == {_Q}",
        ),
    ),
]
_ALL_STEPS = rule(
    "induction",
    both(KNOWN, KNOWN, leaf()),
    have(
        [(_LAYER, take(FIRST, ["m"], KNOWN)), *_NARROWS],
        both(KNOWN, KNOWN, leaf("1: norm(p(m + 1)) <= q*norm(p(m))", "1: q >= 0; norm(p(m)) <= q^m*norm(p(0))")),
    ),
    P=f"fn(n in size: {_KEEPS('n')})",
    new={"n": "m"},
)
_HEIGHT = "dot(v, y[m, f])"
_AWAY = "norm(y[m, f] - v) <= norm(p(m))"
_NEARER = rule(
    "below the square",
    KNOWN,
    leaf(
        f"1: 1/{_HEIGHT} > 0; 1/{_HEIGHT} > 0; sq 1 - {_HEIGHT}",
        f"2: 1/{_HEIGHT} > 0; sq 1 - {_HEIGHT}",
        use=["dot(v, v) == 1", "dot(y[m, f], y[m, f]) == 1"],
    ),
    a="norm(y[m, f] - v)",
    b="norm(p(m))",
)
_NEAR_ALL = intro(
    "m",
    have([(_KEEPS("m"), KNOWN), (_AWAY, _NEARER)], leaf(f"1: {_AWAY}", "1: norm(p(m)) <= q^m*norm(p(0))")),
)
_FOUND = f"exists q in number: q == {_Q}"
_GOAL = SHOWN[2].split(" => ", 1)[1][1:-1]
_CONVERGES = topped(
    intro(
        "",
        have(
            [(FIRST, lemma("CON-B2.value.first")), ("simple_top(U, v, lam)", KNOWN)],
            rule(
                "spectral gap",
                KNOWN,
                have(
                    _ROOM,
                    obtain(
                        _SOME,
                        "c",
                        have(
                            [*_FORMS, (_FOUND, witness(_Q, KNOWN))],
                            obtain(
                                _FOUND,
                                "q",
                                have(
                                    [
                                        ("q >= 0", leaf("1: c > 0; 1/(1 + t*lam) > 0", f"eq -1: q == {_Q}")),
                                        ("q < 1", leaf("1: c < 1 + t*lam; 1/(1 + t*lam) > 0", f"eq 1: q == {_Q}")),
                                        (f"forall n in size: {_KEEPS('n')}", _ALL_STEPS),
                                    ],
                                    witness("q", both(KNOWN, KNOWN, _NEAR_ALL)),
                                ),
                            ),
                        ),
                    ),
                ),
                U="U",
                v="v",
                lam="lam",
                C=_GOAL,
            ),
        ),
    )
)

_MULTIPLE = "exists k in number: k^2 >= 1 and p({0}) == k*w".format
_STAYS = (
    "dot(v, y[{0}, f]) > 0 and dot(y[{0}, f], y[{0}, f]) == 1 and (exists k in number: k^2 >= 1 and p({0}) == k*w)"
).format
_NEXT = "k*(1 + t*low)/(1 + t*lam)"
_FAR = "-t*(lam + low) >= 2"
_START = "y[0, f] == unit_of(v + w)"
_BASE = have(
    [
        ("dot(v + w, v + w) == 2", leaf(use=[*EIGEN, *OTHER])),
        ("dot(v + w, v + w) > 0", leaf("2:", "eq -1: dot(v + w, v + w) == 2")),
    ],
    both(
        leaf("1: 1/sqrt(dot(v + w, v + w)) > 0", use=[_START, *EIGEN, *OTHER]),
        KNOWN,
        witness("1", both(leaf(), leaf(use=[_START, *EIGEN, *OTHER]))),
    ),
)
_AGAIN = [
    (
        f"1/(1 + t*lam)*{_PM} == {_NEXT}*w",
        lemma("LEM-stepped-multiple", u="p(m)", m="low", c="1/(1 + t*lam)"),
    ),
    (f"p(m + 1) == {_NEXT}*w", lemma("LEM-same-vector", u="p(m + 1)", w=f"1/(1 + t*lam)*{_PM}", z=f"{_NEXT}*w")),
    ("lam - low >= 0", leaf(f"1: {_FAR}; 1/t > 0", "2: 1/t > 0", "2: lam >= 0")),
    (
        f"({_NEXT})^2 >= 1",
        leaf(
            "1: k^2 >= 1; sq (1 + t*low)/(1 + t*lam)",
            f"1: {_FAR}; lam - low >= 0; t > 0; 1/(1 + t*lam) > 0; 1/(1 + t*lam) > 0",
        ),
    ),
]
_STEP_AGAIN = obtain(
    _MULTIPLE("m"),
    "k",
    have(
        [(_LAYER, take(FIRST, ["m"], KNOWN)), *_AGAIN],
        both(KNOWN, KNOWN, witness(_NEXT, both(KNOWN, KNOWN))),
    ),
)
_SQUARES = [
    ("dot(p(m), p(m)) == dot(p(m), k*w)", lemma("LEM-same-dot", u="p(m)", w="k*w", z="p(m)")),
    ("dot(k*w, p(m)) == dot(k*w, k*w)", lemma("LEM-same-dot", u="p(m)", w="k*w", z="k*w")),
]
_LOW = f"1 - 2*{_HEIGHT}^2 >= 0"
_APART = obtain(
    _MULTIPLE("m"),
    "k",
    have(
        [
            *_SQUARES,
            (
                _LOW,
                leaf(
                    f"1: k^2 >= 1; {_HEIGHT} > 0; {_HEIGHT} > 0",
                    f"eq -{_HEIGHT}^2: {_SQUARES[0][0]}",
                    f"eq -{_HEIGHT}^2: {_SQUARES[1][0]}",
                    use=["dot(v, v) == 1", "dot(y[m, f], y[m, f]) == 1", *OTHER],
                ),
            ),
        ],
        rule(
            "below the square",
            KNOWN,
            leaf(
                f"3/4: {_LOW}",
                f"3/2: sq {_HEIGHT} - 2/3",
                "1/3:",
                use=["dot(v, v) == 1", "dot(y[m, f], y[m, f]) == 1"],
            ),
            a="1/2",
            b="norm(y[m, f] - v)",
        ),
    ),
)
_PARTS = topped(
    intro(
        "",
        have(
            [
                (FIRST, lemma("CON-B2.value.first")),
                ("t > 0", leaf("1: tau > 0; 1/root > 0")),
                ("1 + t*lam > 0", leaf("1:", "1: t > 0; lam >= 0")),
                (_FAR, leaf("1: -tau*(lam + low) >= 2*root; 1/root > 0")),
                (
                    f"forall n in size: {_STAYS('n')}",
                    rule("induction", _BASE, _STEP_AGAIN, P=f"fn(n in size: {_STAYS('n')})", new={"n": "m"}),
                ),
            ],
            intro("m", have([(_STAYS("m"), KNOWN)], _APART)),
        ),
    )
)

formal(
    "CON-B2.value",
    sentence=(
        r"Map (1) under the hypotheses of Theorem 4.5, one head with $WV = \tau U$, U symmetric, $Uv = \lambda v$,"
        r" $\lambda \ge 0$ the simple largest eigenvalue: $b_i^+ > 0$ for every $\tau > 0$ if all $b_i > 0$, full or"
        r" auto-regressive. With auto-regressive weights $p_1 = y_1/b_1 - v$ obeys $p_1^+ = (I + \tau'U)p_1/(1 +"
        r" \tau'\lambda)$, $\tau' = \tau/\sqrt{n+1}$, while $b_1 > 0$; the first token converges to v from all"
        r" $b_1 > 0$, geometrically, if $\lambda + \lambda_{\min} \ge 0$ or $\tau|\lambda + \lambda_{\min}| <"
        r" 2\sqrt{n+1}$, and else it does not: started along v plus a unit eigenvector of $\lambda_{\min}$ it stays at"
        r" least 1/2 away."
    ),
    statement={**STEPS, "show": SHOWN},
    instance=VALUES,
    twin=Variant(
        "a negative largest eigenvalue",
        {"lam >= 0": "lam >= -1"},
        {
            **VALUES,
            "letters": {**VALUES["letters"], "U": diagonal(-1, -2, -3, -3), "lam": -1, "low": -3, "w": [0, 0, 1, 0]},
        },
    ),
    proof=[KEPT, have([(FIRST, lemma("CON-B2.value.first"))], KNOWN), _CONVERGES, _PARTS],
)
