"""Two tokens under full attention (CON-H.1, CON-H.3): the rate of their cosine; the model is written out."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import LOGITS, METRIC, ON_ELLIPSE, diagonal
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, absurd, both, enter, have, intro, leaf, obtain, rule, split, take, unfold

Part = dict[str, Any]
# y and z are the two tokens; a(h) is the weight that y gives to itself, b(h) that it gives to z, c(h) and d(h) those
# that z gives to y and to itself.
PAIR: Part = {
    "spaces": ["E"],
    "letters": ["W: operator; y, z: moving vector; root: number"],
    "where": [
        "odds(h, p, q) := exp(logit(h, p, q))",
        "a(h) := odds(h, y, y)/(root*(odds(h, y, y) + odds(h, y, z)))",
        "b(h) := odds(h, y, z)/(root*(odds(h, y, y) + odds(h, y, z)))",
        "c(h) := odds(h, z, y)/(root*(odds(h, z, y) + odds(h, z, z)))",
        "d(h) := odds(h, z, z)/(root*(odds(h, z, y) + odds(h, z, z)))",
        "forcey := sum(h in heads: a(h)*valued(h, y) + b(h)*valued(h, z))",
        "forcez := sum(h in heads: c(h)*valued(h, y) + d(h)*valued(h, z))",
        "g := dot(y, W(z))",
    ],
    "given": [
        "root > 0",
        "root^2 == dim(E)",
        "always(dot(y, W(y)) == 1 and dot(z, W(z)) == 1)",
        "almost_always(rate(y) == forcey - dot(y, W(forcey))*y)",
        "almost_always(rate(z) == forcez - dot(z, W(forcez))*z)",
    ],
}
_RATES = ["rate(y) == forcey - dot(y, W(forcey))*y", "rate(z) == forcez - dot(z, W(forcez))*z"]
_UNITS = ["dot(y, W(y)) == 1", "dot(z, W(z)) == 1"]
ANY_LOGITS: Part = {"letters": ["P[head]: measurable matrix"], "where": ["logit(h, p, q) := dot(p, P[h](q))"]}


def instance(heads: int, letters: Part) -> Part:
    """The metric of the other instances in R^4."""
    return {"heads": heads, "dim": 4, "letters": {"W": METRIC, "root": 2, **letters}}


_BRACKET = "sum(h in heads: u[h]*(b(h) + c(h)))"
_SCALAR: Part = {"letters": ["u[head]: measurable number"], "where": ["valued(h, x) := u[h]*x"]}
_APART: Part = {"P": LOGITS, "u": [2, -3], "y": ON_ELLIPSE, "z": [0, "-1/2", 0, 0]}
_EQUATION = f"almost_always(rate(g) == (1 - g^2)*{_BRACKET})"
_MOVES_OFF = f"almost_always({_BRACKET} <= 0) and at_start(y - z != 0) => not tends(norm(y - z), 0)"
_SLOPE = _EQUATION[len("almost_always(") : -1]
# D = |y(0) - z(0)|^2 in the metric; near each other at the distance D/(K + D) the tokens could not be.
_START = "(2 - 2*start(g))"
_NEAR = f"{_START}/(K + {_START})"
_TENDS = "forall e in number: e > 0 => (exists T in number: always(time >= T => abs(norm(y - z) - 0) < e))"
_CLOSE = f"exists T in number: always(time >= T => abs(norm(y - z) - 0) < {_NEAR})"
_OVER = f"1/({_START} - K*{_NEAR}) > 0"
_LATE = have(
    [
        f"abs(norm(y - z) - 0) < {_NEAR}",
        ("norm(y - z) <= abs(norm(y - z) - 0)", rule("absolute above", e="norm(y - z) - 0")),
        "dot(y - z, W(y - z)) <= K*norm(y - z)*norm(y - z)",
        "g <= start(g)",
        (
            f"norm(y - z) < {_NEAR}",
            leaf(f"1: abs(norm(y - z) - 0) < {_NEAR}", "1: norm(y - z) <= abs(norm(y - z) - 0)"),
        ),
        (
            f"{_START} <= K*norm(y - z)*norm(y - z)",
            leaf("1: dot(y - z, W(y - z)) <= K*norm(y - z)*norm(y - z)", "2: g <= start(g)", use=_UNITS),
        ),
        (f"1 - {_NEAR} > 0", leaf(f"1: K > 0; 1/(K + {_START}) > 0")),
        (f"{_START} - K*{_NEAR} > 0", leaf(f"1: {_START} > 0; {_START} > 0; 1/(K + {_START}) > 0")),
    ],
    leaf(
        f"1: {_OVER}; {_START} <= K*norm(y - z)*norm(y - z)",
        f"1: {_OVER}; K > 0; norm(y - z) < {_NEAR}; norm(y - z) >= 0",
        f"1: {_OVER}; K > 0; norm(y - z) < {_NEAR}; {_NEAR} > 0",
        f"1: {_OVER}; K > 0; {_NEAR} > 0; 1 - {_NEAR} > 0",
    ),
)
_NOT_TOGETHER = intro(
    ["", ""],
    have(
        [
            (
                "always(-g >= start(-g))",
                rule(
                    "monotone",
                    have(
                        [
                            (
                                "dot(y, W(z))^2 <= dot(y, W(y))*dot(z, W(z))",
                                rule(
                                    "Cauchy-Schwarz, form",
                                    intro("p", rule("nonnegative form", W="W", u="p")),
                                    u="y",
                                    w="z",
                                ),
                            ),
                            ("1 - g^2 >= 0", leaf("1: dot(y, W(z))^2 <= dot(y, W(y))*dot(z, W(z))", use=_UNITS)),
                        ],
                        leaf(f"1: 1 - g^2 >= 0; {_BRACKET} <= 0", f"eq 1: {_SLOPE}"),
                    ),
                    z="-g",
                ),
            ),
            ("always(g <= start(g))", enter("every", leaf("1: -g >= start(-g)"))),
            (
                f"{_START} > 0",
                enter(
                    "start",
                    have(
                        [("dot(y - z, W(y - z)) > 0", rule("positive form", W="W", u="y - z"))],
                        leaf("1: dot(y - z, W(y - z)) > 0", use=_UNITS),
                    ),
                ),
            ),
        ],
        rule(
            "some bound",
            unfold(
                "tends(norm(y - z), 0)",
                have(
                    [
                        (f"K + {_START} > 0", leaf("1: K > 0", f"1: {_START} > 0")),
                        (f"{_NEAR} > 0", leaf(f"1: {_START} > 0; 1/(K + {_START}) > 0")),
                    ],
                    take(
                        _TENDS,
                        [_NEAR],
                        obtain(
                            _CLOSE,
                            "T",
                            rule(
                                "time goes on",
                                enter("every", split("time < T or T <= time", KNOWN, absurd(_LATE))),
                                C="1 <= 0",
                            ),
                        ),
                    ),
                ),
            ),
            U="W",
            C="1 <= 0",
        ),
    ),
)

formal(
    "CON-H.1.scalar",
    statement=model(ANY_LOGITS, _SCALAR, PAIR, {"given": ["positive_definite(W)"], "show": [_EQUATION, _MOVES_OFF]}),
    proof=[enter("ae", leaf(use=[*_RATES, *_UNITS])), _NOT_TOGETHER],
    instance=instance(2, _APART),
    twin=Variant("the cube of the cosine", {"(1 - g^2)": "(1 - g^3)"}, instance(2, _APART)),
)

# U is skew-symmetric, as the rotation of the plane by a right angle is, and P = 0.
_RESTS: Part = {
    "W": diagonal(1, 1, 1, 1),
    "U": [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    "y": ["3/5", 0, "4/5", 0],
    "z": ["-3/5", 0, "4/5", 0],
}
_SKEW = "forall p in vector: dot(p, U(p)) == 0"
_EUCLIDEAN = "forall p in vector: W(p) == p"

formal(
    "CON-H.1.rotation",
    statement=model(
        {
            "letters": ["U: matrix"],
            "where": ["H := sum(h in heads: 1)", "logit(h, p, q) := 0", "valued(h, x) := U(x)"],
            "given": [
                _SKEW,
                _EUCLIDEAN,
            ],
        },
        PAIR,
        {"show": ["almost_always(rate(g) == 0)"]},
    ),
    proof=enter(
        "ae",
        have(
            ["dot(y + z, U(y + z)) == 0"],
            leaf("eq H/(2*root)*(1 - g): dot(y + z, U(y + z)) == 0", use=[*_RATES, *_UNITS, _EUCLIDEAN]),
        ),
    ),
    instance=instance(1, _RESTS),
    twin=Variant("the rate of the angle", {"rate(g) == 0": "rate(g) + g == 0"}, instance(1, _RESTS)),
)

# One head, U = I and P(t) = beta(t) I on the sphere, of any dimension.
_PULL = "exp(-beta*(1 - g))/root"
_ONE_HEAD = "sum(h in heads: 1) == 1"
_SQUARES = ["dot(y, y) == 1", "dot(z, z) == 1"]
_LENGTHS = [(square, leaf(f"eq 1: {unit}", use=[_EUCLIDEAN])) for square, unit in zip(_SQUARES, _UNITS, strict=True)]
_TOGETHER: Part = {"W": diagonal(1, 1, 1, 1), "beta": "log(2)", "y": ["3/5", 0, "4/5", 0], "z": ["3/5", 0, "4/5", 0]}

formal(
    "CON-H.3.pull",
    title="The pull between two tokens when P grows",
    statement=model(
        {
            "letters": ["beta: measurable number"],
            "where": ["logit(h, p, q) := beta*dot(p, q)", "valued(h, x) := x"],
            "given": [_EUCLIDEAN, _ONE_HEAD],
        },
        PAIR,
        {
            "show": [
                "almost_always(forall h in heads: rate(g) == 2*b(h)*(1 - g^2) and b(h) == c(h))",
                f"almost_always(forall h in heads: b(h) <= {_PULL})",
            ]
        },
    ),
    proof=[
        enter(
            "ae",
            have(
                _LENGTHS,
                intro(
                    "h1",
                    both(
                        leaf(use=[*_RATES, *_SQUARES, _EUCLIDEAN, _ONE_HEAD]),
                        leaf(use=[*_SQUARES, _EUCLIDEAN]),
                    ),
                ),
            ),
        ),
        enter(
            "ae", have(_LENGTHS, intro("h1", leaf(f"1: {_PULL} > 0; b(h1) > 0; root > 0", use=[*_SQUARES, _EUCLIDEAN])))
        ),
    ],
    instance=instance(1, _TOGETHER),
    twin=Variant("half the bound", {"b(h) <= ": "2*b(h) < "}, instance(1, _TOGETHER)),
)
