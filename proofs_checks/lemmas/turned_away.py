"""A consensus of the Oja map does not attract where another eigenvalue, real or complex, is as large after the step."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.kept_away import OJA
from verify.formal import formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, rule, take

AT_V: dict[str, Any] = {
    "letters": ["F: matrix; v: vector; lam, alpha: number"],
    "where": ["consensus := fn(i: v)"],
    "maps": [OJA],
    "given": ["F(v) == lam*v", "dot(v, v) == 1", "1 + alpha*lam > 0"],
}
NOT_STABLE = {"show": ["not asymptotically_stable(oja, consensus)"]}
_SHIFTED = "(d + p/(s - lam)*v)"
_Z = f"fn(n in size: kappa^n*{_SHIFTED})"
_L = "(v - p/(s - lam)/dot(d, d)*d)"
_GROWS = "forall n in size: (kappa^n)^2 >= 1"
_RATIO = "kappa == (1 + alpha*s)/(1 + alpha*lam)"
_LONG = f"dot({_SHIFTED}, {_SHIFTED}) >= dot(d, d)"

formal(
    "LEM-real-eigenvalue-as-large",
    title="A consensus does not attract if another real eigenvalue is as large after the step",
    statement=model(
        AT_V,
        {
            "letters": ["d: vector; s, p, kappa: number"],
            "given": ["d != 0", "dot(v, d) == 0", "F(d) == s*d + p*v", "s != lam", _RATIO, "kappa^2 >= 1"],
        },
        NOT_STABLE,
    ),
    proof=have(
        [
            ("dot(d, d) > 0", rule("positive square", u="d")),
            (
                _GROWS,
                rule(
                    "induction",
                    leaf(),
                    leaf("1: (kappa^k)^2 >= 1; sq kappa", "1: kappa^2 >= 1"),
                    P="fn(n: (kappa^n)^2 >= 1)",
                    new={"n": "k"},
                ),
            ),
            ("norm(d) > 0", KNOWN),
            (_LONG, leaf("1: sq p/(s - lam)", use=["dot(v, d) == 0", "dot(v, v) == 1"])),
        ],
        lemma(
            "LEM-not-attracting",
            KNOWN,
            KNOWN,
            leaf(use=["dot(v, d) == 0", "dot(v, v) == 1"]),
            KNOWN,
            intro("k", leaf(use=["dot(v, d) == 0", "dot(v, v) == 1"])),
            intro("k", leaf(use=["F(d) == s*d + p*v", "F(v) == lam*v", _RATIO])),
            KNOWN,
            intro(
                "k",
                have(
                    ["(kappa^k)^2 >= 1"],
                    rule(
                        "below the square",
                        KNOWN,
                        leaf(f"1: {_LONG}; (kappa^k)^2 >= 1", f"1: {_LONG}", "1: (kappa^k)^2 >= 1; dot(d, d) > 0"),
                        a="norm(d)",
                        b=f"norm(kappa^k*{_SHIFTED})",
                    ),
                ),
            ),
            l=_L,
            z=_Z,
            m="norm(d)",
        ),
    ),
)

_TURN = "(cos({0}*theta)*c - sin({0}*theta)*d)".format
_ANGLES = (
    "cos({0} + {1}) == cos({0})*cos({1}) - sin({0})*sin({1})",
    "sin({0} + {1}) == sin({0})*cos({1}) + cos({0})*sin({1})",
)
_NEXT = " and ".join(text.format("k*theta", "theta") for text in _ANGLES)
_NEXT_ANGLE = [text.replace("k*theta + theta", "(k + 1)*theta") for text in _NEXT.split(" and ")]
PARTS = ["cos(theta) == (1 + alpha*s)/(rho*(1 + alpha*lam))", "sin(theta) == alpha*w/(rho*(1 + alpha*lam))"]
formal(
    "LEM-turned-away",
    title="A consensus does not attract if the linear step turns a plane beside it and does not shorten it more",
    statement=model(
        AT_V,
        {
            "letters": ["c, d, l: vector; s, w, rho, theta, m: number"],
            "given": [
                "F(c) == s*c - w*d",
                "F(d) == w*c + s*d",
                "dot(l, v) == 1",
                "dot(l, c) == 0",
                "dot(l, d) == 0",
                "rho >= 1",
                *PARTS,
                "m > 0",
                "forall x in number, y in number: x^2 + y^2 == 1 => norm(x*c - y*d) >= m",
            ],
        },
        NOT_STABLE,
    ),
    proof=have(
        [
            ("rho > 0", leaf("1: rho >= 1", "1:")),
            (
                "forall n in size: rho^n >= 1",
                rule(
                    "induction",
                    leaf(),
                    leaf("1: rho^k >= 1; rho >= 1", "1: rho^k >= 1", "1: rho >= 1"),
                    P="fn(n: rho^n >= 1)",
                    new={"n": "k"},
                ),
            ),
        ],
        lemma(
            "LEM-not-attracting",
            KNOWN,
            KNOWN,
            KNOWN,
            KNOWN,
            intro("k", leaf(use=["dot(l, c) == 0", "dot(l, d) == 0"])),
            intro(
                "k",
                have(
                    [
                        (_NEXT, lemma("LEM-sum-of-angles", u="k*theta", v="theta")),
                        *[
                            (text, leaf(f"eq 1: {known}"))
                            for text, known in zip(_NEXT_ANGLE, _NEXT.split(" and "), strict=True)
                        ],
                    ],
                    leaf(use=["F(c) == s*c - w*d", "F(d) == w*c + s*d", *_NEXT_ANGLE, *PARTS]),
                ),
            ),
            KNOWN,
            intro(
                "k",
                have(
                    [
                        "rho^k >= 1",
                        ("cos(k*theta)^2 + sin(k*theta)^2 == 1", rule("circle", a="k*theta")),
                        (
                            f"norm({_TURN('k')}) >= m",
                            take(
                                "forall x in number, y in number: x^2 + y^2 == 1 => norm(x*c - y*d) >= m",
                                ["cos(k*theta)", "sin(k*theta)"],
                                KNOWN,
                            ),
                        ),
                        (
                            f"norm(rho^k*{_TURN('k')}) == rho^k*norm({_TURN('k')})",
                            rule("norm scaled", u=_TURN("k"), k="rho^k"),
                        ),
                    ],
                    leaf(
                        f"1: norm({_TURN('k')}) >= m; rho^k >= 1",
                        f"1: norm({_TURN('k')}) >= m",
                        "1: m > 0; rho^k >= 1",
                        f"eq -1: norm(rho^k*{_TURN('k')}) == rho^k*norm({_TURN('k')})",
                    ),
                ),
            ),
            z=f"fn(n in size: rho^n*{_TURN('n')})",
        ),
    ),
)
