"""Maps T, U of one space with <T x, y> = <x, U y>: they are linear and bounded; where U loses nothing T U is onto.

Coordinates are those along vectors b_1, ..., b_N that every vector splits along, an orthonormal basis for instance.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.token_basis import COMPLETE
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, obtain, rule, split, take, witness

ADJOINT = "forall e1 in vector, e2 in vector: dot(T(e1), e2) == dot(e1, U(e2))"
SWAPPED = "forall e1 in vector, e2 in vector: dot(U(e1), e2) == dot(e1, T(e2))"
LINEAR = "forall e1 in vector, e2 in vector, k1 in number, k2 in number: U(k1*e1 + k2*e2) == k1*U(e1) + k2*U(e2)"
BOUND = "forall e1 in vector: norm(U(e1)) <= K*norm(e1)"
INJECTIVE = "forall e1 in vector: e1 != 0 => U(e1) != 0"
PAIR: dict[str, Any] = {"letters": ["T(vector), U(vector): vector"], "given": [ADJOINT]}
FRAME: dict[str, Any] = {"letters": ["b[token]: vector"], "given": [COMPLETE]}

_GAP = "(U(l*p + r*q) - (l*U(p) + r*U(q)))"
formal(
    "LEM-adjoint.swapped",
    title="The adjoint of the adjoint",
    statement=model(PAIR, {"show": [SWAPPED]}),
    proof=intro("p,q", take(ADJOINT, ["q", "p"], leaf("eq -1: dot(T(q), p) == dot(q, U(p))"))),
)
formal(
    "LEM-adjoint.linear",
    title="A map that has an adjoint is linear",
    statement=model(PAIR, {"show": [LINEAR]}),
    proof=intro(
        "p,q,l,r",
        have(
            [
                (f"dot(T({_GAP}), {x}) == dot({_GAP}, U({x}))", take(ADJOINT, [_GAP, x], KNOWN))
                for x in ("l*p + r*q", "p", "q")
            ],
            rule(
                "equal vectors",
                leaf(
                    f"eq -1: dot(T({_GAP}), l*p + r*q) == dot({_GAP}, U(l*p + r*q))",
                    f"eq l: dot(T({_GAP}), p) == dot({_GAP}, U(p))",
                    f"eq r: dot(T({_GAP}), q) == dot({_GAP}, U(q))",
                ),
                u="U(l*p + r*q)",
                w="l*U(p) + r*U(q)",
            ),
        ),
    ),
)
_SIZE = "sum(k: dot(T(b[k]), T(b[k])))"
_PARSEVAL = "sum(j: dot(b[j], U(p))*dot(b[j], U(p))) == dot(U(p), U(p))"
_TERM = "dot(T(b[{0}]), T(b[{0}]))*dot(p, p) - dot(b[{0}], U(p))*dot(b[{0}], U(p))".format
_TERMS = f"sum(k: {_TERM('k')}) >= 0"
_AHEAD, _BEHIND = (f"dot({image}, p) <= norm({image})*norm(p)" for image in ("T(b[l])", "-T(b[l])"))
_EACH = take(
    ADJOINT,
    ["b[l]", "p"],
    have(
        [(_AHEAD, rule("Cauchy-Schwarz", u="T(b[l])", w="p")), (_BEHIND, rule("Cauchy-Schwarz", u="-T(b[l])", w="p"))],
        leaf(
            f"1: {_AHEAD}; {_BEHIND}",
            "eq -(dot(T(b[l]), p) + dot(b[l], U(p))): dot(T(b[l]), p) == dot(b[l], U(p))",
        ),
    ),
)
_LONGER = have(
    [
        (_PARSEVAL, lemma("LEM-basis.product", u="U(p)", w="U(p)")),
        (_TERMS, rule("positive sum", _EACH, e=f"fn(k: {_TERM('k')})", new={"x": "l"})),
    ],
    rule(
        "below the square",
        leaf(f"1: {_SIZE} >= 0; norm(p) >= 0", "1: norm(p) >= 0"),
        leaf(
            f"1: {_TERMS}",
            f"eq -1: {_PARSEVAL}",
            "1: sq norm(p)",
            f"1: {_SIZE} >= 0; sq norm(p)",
            f"1: {_SIZE} >= 0; {_SIZE} >= 0; sq norm(p)",
        ),
        a="norm(U(p))",
        b=f"(1 + {_SIZE})*norm(p)",
    ),
)
formal(
    "LEM-adjoint.bounded",
    title="A map that has an adjoint is bounded",
    statement=model(FRAME, PAIR, {"show": [f"exists K in number: K > 0 and ({BOUND})"]}),
    proof=have(
        [
            (
                f"{_SIZE} >= 0",
                rule("positive sum", leaf("1: sq norm(T(b[l]))"), e="fn(k: dot(T(b[k]), T(b[k])))", new={"x": "l"}),
            )
        ],
        witness(f"1 + {_SIZE}", both(leaf(f"1: {_SIZE} >= 0", "1:"), intro("p", _LONGER))),
    ),
)
FACTOR = "forall a in vector: mu*norm(a) <= norm(U(a))"
BELOW = f"exists mu in number: mu > 0 and ({FACTOR})"
_ON_SPHERE = "forall a in vector: dot(a, a) == 1 => mu <= norm(U(a))"
_LEAST = f"exists mu in number: mu > 0 and ({_ON_SPHERE})"
_SLOW = "forall a in vector, c in vector: dot(a, a) == 1 and dot(c, c) == 1 => norm(U(a)) <= norm(U(c)) + K*norm(a - c)"
_MOVES = intro(
    ["p", "q", ""],
    have(
        [
            ("norm(U(q) + U(p - q)) <= norm(U(q)) + norm(U(p - q))", rule("triangle", u="U(q)", w="U(p - q)")),
            "norm(U(p - q)) <= K*norm(p - q)",
            ("U(1*p) == U(q) + U(p - q)", take(LINEAR, ["q", "p - q", "1", "1"], KNOWN)),
            ("U(1*p) == U(p)", take(LINEAR, ["p", "p", "1", "0"], KNOWN)),
            ("U(p) == U(q) + U(p - q)", lemma("LEM-both-equal", a="U(1*p)", b="U(p)", c="U(q) + U(p - q)")),
            ("norm(U(p)) == norm(U(q) + U(p - q))", lemma("LEM-same-norm", u="U(p)", w="U(q) + U(p - q)")),
        ],
        leaf(
            "1: norm(U(q) + U(p - q)) <= norm(U(q)) + norm(U(p - q))",
            "1: norm(U(p - q)) <= K*norm(p - q)",
            "eq 1: norm(U(p)) == norm(U(q) + U(p - q))",
        ),
    ),
)
_POSITIVE = intro(
    ["p", ""],
    have(
        [
            ("p != 0", rule("nonzero vector", leaf("1:", "eq -1: dot(p, p) == 1"), u="p")),
            "U(p) != 0",
            ("dot(U(p), U(p)) > 0", rule("positive square", u="U(p)")),
        ],
        rule("strictly below the square", leaf(), leaf("1: dot(U(p), U(p)) > 0"), a="0", b="norm(U(p))"),
    ),
)
_STRETCHED = "norm(U(1/norm(p)*p))"
_ANY = have(
    [
        ("dot(p, p) > 0", rule("positive square", u="p")),
        ("0 < norm(p)", rule("strictly below the square", leaf(), leaf("1: dot(p, p) > 0"), a="0", b="norm(p)")),
        "dot(1/norm(p)*p, 1/norm(p)*p) == 1",
        f"mu <= {_STRETCHED}",
        ("U(1/norm(p)*p) == 1/norm(p)*U(p)", take(LINEAR, ["p", "p", "0", "1/norm(p)"], KNOWN)),
        (f"{_STRETCHED} == norm(1/norm(p)*U(p))", lemma("LEM-same-norm", u="U(1/norm(p)*p)", w="1/norm(p)*U(p)")),
        (
            "norm(1/norm(p)*U(p)) == 1/norm(p)*norm(U(p))",
            rule("norm scaled", leaf("1: 1/norm(p) > 0"), u="U(p)", k="1/norm(p)"),
        ),
    ],
    leaf(
        f"1: 0 < norm(p); mu <= {_STRETCHED}",
        f"eq norm(p): {_STRETCHED} == norm(1/norm(p)*U(p))",
        "eq norm(p): norm(1/norm(p)*U(p)) == 1/norm(p)*norm(U(p))",
    ),
)
_BOUNDED = f"exists K in number: K > 0 and ({BOUND})"
formal(
    "LEM-adjoint.least",
    title="A map that has an adjoint and loses nothing shortens no vector by more than some factor",
    statement=model(FRAME, PAIR, {"given": [INJECTIVE], "show": [BELOW]}),
    proof=have(
        [(LINEAR, lemma("LEM-adjoint.linear")), (_BOUNDED, lemma("LEM-adjoint.bounded"))],
        obtain(
            _BOUNDED,
            "K",
            have(
                [
                    (
                        _LEAST,
                        lemma(
                            "LEM-least-on-sphere",
                            leaf("1: K > 0"),
                            _MOVES,
                            _POSITIVE,
                            g="fn(a in vector: norm(U(a)))",
                            L="K",
                        ),
                    )
                ],
                obtain(
                    _LEAST,
                    "mu",
                    witness(
                        "mu",
                        both(
                            KNOWN,
                            intro("p", split("p == 0 or p != 0", leaf("1: norm(U(p)) >= 0", use=["p == 0"]), _ANY)),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
