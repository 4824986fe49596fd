"""An eigenvalue of F + rho u w^T has a left eigenvector, too; vectors within 45 degrees of u are not orthogonal."""

from __future__ import annotations

from proofs_checks.lemmas.adjoints import FRAME
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, have, intro, leaf, lemma, obtain, rule, take, witness

_T = "(F({0}) + rho*dot(w, {0})*u - l*{0})".format
_U = "sum(k: dot(F(b[k]) + rho*dot(w, b[k])*u - l*b[k], {0})*b[k])".format
LEFT = "forall q in vector: dot(y, F(q)) + rho*dot(w, q)*dot(u, y) == l*dot(q, y)"
_COMPLETE = FRAME["given"][0]
_IN_COORDINATES = f"dot({_T('p')}, s) == dot({_T('sum(j: dot(b[j], p)*b[j])')}, s)"
_MOVED = have(
    [
        ("p == sum(j: dot(b[j], p)*b[j])", take(_COMPLETE, ["p"], KNOWN)),
        ("F(p) == F(sum(j: dot(b[j], p)*b[j]))", lemma("LEM-same-image", u="p", w="sum(j: dot(b[j], p)*b[j])", M="F")),
        *[
            (
                f"dot({z}, p) == dot({z}, sum(j: dot(b[j], p)*b[j]))",
                lemma("LEM-same-dot", u="p", w="sum(j: dot(b[j], p)*b[j])", z=z),
            )
            for z in ("w", "s")
        ],
        (
            "dot(s, F(p)) == dot(s, F(sum(j: dot(b[j], p)*b[j])))",
            lemma("LEM-same-dot", u="F(p)", w="F(sum(j: dot(b[j], p)*b[j]))", z="s"),
        ),
    ],
    leaf(
        "eq 1: dot(s, F(p)) == dot(s, F(sum(j: dot(b[j], p)*b[j])))",
        "eq rho*dot(u, s): dot(w, p) == dot(w, sum(j: dot(b[j], p)*b[j]))",
        "eq -l: dot(s, p) == dot(s, sum(j: dot(b[j], p)*b[j]))",
    ),
)
_ADJOINT = f"forall e1 in vector, e2 in vector: dot({_T('e1')}, e2) == dot(e1, {_U('e2')})"
_LOST = f"exists y in vector: y != 0 and {_U('y')} == 0"
formal(
    "LEM-left-eigenvector",
    title="An eigenvalue of F + rho u w^T is one of its transpose",
    statement=model(
        FRAME,
        {
            "letters": ["F: matrix; u, w, v: vector; rho, l: number"],
            "given": ["v != 0", "F(v) + rho*dot(w, v)*u == l*v"],
            "show": [f"exists y in vector: y != 0 and ({LEFT})"],
        },
    ),
    proof=have(
        [
            (_ADJOINT, intro("p,s", _MOVED)),
            (
                _LOST,
                lemma(
                    "LEM-adjoint.kernel",
                    T=f"fn(a in vector: {_T('a')})",
                    U=f"fn(a in vector: {_U('a')})",
                ),
            ),
        ],
        obtain(
            _LOST,
            "y",
            witness(
                "y",
                {
                    "both": [
                        KNOWN,
                        intro(
                            "p",
                            have(
                                [
                                    (f"dot({_T('p')}, y) == dot(p, {_U('y')})", take(_ADJOINT, ["p", "y"], KNOWN)),
                                    (
                                        f"dot(p, {_U('y')}) == dot(p, 0*y)",
                                        lemma("LEM-same-dot", u=_U("y"), w="0*y", z="p"),
                                    ),
                                ],
                                leaf(
                                    f"eq 1: dot({_T('p')}, y) == dot(p, {_U('y')})",
                                    f"eq 1: dot(p, {_U('y')}) == dot(p, 0*y)",
                                ),
                            ),
                        ),
                    ]
                },
            ),
        ),
    ),
)
_ACROSS = "({0} - dot(u, {0})*u)".format
_BESIDE = "dot({0} - dot(u, {0})*u, {0} - dot(u, {0})*u)".format
_Y, _A, _E = _BESIDE("y"), _BESIDE("a"), _BESIDE("e")
_SIZES, _GAMMA = "dot(a, a) + dot(e, e)", "(dot(u, a)^2 + dot(u, e)^2)"
_BELOW = f"dot(u, y)^2*dot(u, {{0}})^2 <= {_Y}*{{1}}".format


def _squares(x: str) -> Steps:
    """dot(u, y)^2 dot(u, x)^2 is at most the product of what y and x have across u."""
    ahead, behind = (
        f"dot({y}, {_ACROSS(x)}) <= norm({y})*norm({_ACROSS(x)})" for y in (_ACROSS("y"), f"-{_ACROSS('y')}")
    )
    return [
        (ahead, rule("Cauchy-Schwarz", u=_ACROSS("y"), w=_ACROSS(x))),
        (behind, rule("Cauchy-Schwarz", u=f"-{_ACROSS('y')}", w=_ACROSS(x))),
        (
            _BELOW(x, _BESIDE(x)),
            leaf(
                f"1: {ahead}; {behind}",
                f"eq 2*dot(u, y)*dot(u, {x}) - dot(y, {x}): dot(y, {x}) == 0",
                use=["dot(u, u) == 1"],
            ),
        ),
    ]


_STEEP = [(f"{_Y} < dot(u, y)^2", "dot(y, y) < 2*dot(u, y)^2"), (f"{_A} + {_E} < {_GAMMA}", f"{_SIZES} < 2*{_GAMMA}")]
formal(
    "LEM-not-across",
    title="A vector within 45 degrees of u is not orthogonal to a pair within 45 degrees of u",
    statement={
        "letters": ["u, y, a, e: vector"],
        "given": [
            "dot(u, u) == 1",
            "dot(y, y) < 2*dot(u, y)^2",
            f"{_SIZES} < 2*{_GAMMA}",
            "dot(y, a) == 0",
            "dot(y, e) == 0",
        ],
        "show": "1 <= 0",
    },
    proof=have(
        [
            *_squares("a"),
            *_squares("e"),
            *[(fact, leaf(f"1: {given}", use=["dot(u, u) == 1"])) for fact, given in _STEEP],
            ("dot(u, y)^2 > 0", leaf("1/2: dot(y, y) < 2*dot(u, y)^2", "1/2: dot(y, y) >= 0")),
        ],
        lemma(
            "LEM-two-signs",
            leaf(
                f"1: {_BELOW('a', _A)}",
                f"1: {_BELOW('e', _E)}",
                f"1: {_Y} < dot(u, y)^2; {_A} >= 0",
                f"1: {_Y} < dot(u, y)^2; {_E} >= 0",
            ),
            leaf(f"1: dot(u, y)^2 > 0; {_A} + {_E} < {_GAMMA}"),
            a=f"dot(u, y)^2*({_A} + {_E} - {_GAMMA})",
        ),
    ),
)
