"""E -> 0 does not mean convergence to an equilibrium: a consensus that turns for ever."""

from verify.formal import formal
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, obtain, rule, unfold, witness

_STATEMENT = {
    "spaces": ["F"],
    "letters": ["P[head], U[head]: measurable matrix; root: number; f: token; y[token]: moving vector"],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "force(X, i) := sum(h in heads, j: e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))*U[h](X[j]))",
        "E(X) := 1 - sum(k: dot(X[k], X[f])/(norm(X[k])*norm(X[f])))/sum(k: 1)",
        "all(s) := sum(h in heads: U[h](s))",
    ],
    "flows": ["six(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": ["root > 0", "root^2 == dim(F)", "forall i: f <= i", "solves(six, y)", "tends(E(y), 0)"],
    "show": [
        "exists s in vector: dot(s, s) == 1 and almost_always(all(s) - dot(s, all(s))*s == 0)"
        " and (forall i: tends(norm(y[i] - s), 0))"
    ],
}
_FRAME = ["dot(e1, e1) == 1", "dot(e2, e2) == 1", "dot(e1, e2) == 0"]
_CIRCLE = "cos(angle)^2 + sin(angle)^2 == 1"
_UNIT = "dot(point, point) == 1"
_E = "1 - (dot(point, point)/(norm(point)*norm(point)) + dot(point, point)/(norm(point)*norm(point)))/(1 + 1)"
_QUARTER = "(1*dot(e1, s)*e2 + (-1)*dot(e2, s)*e1)"
_FIELD = f"({_QUARTER} - dot(s, {_QUARTER})*s)"


_TENDS = "tends(norm(point - s), 0)"
_FOUND = f"exists s in vector: dot(s, s) == 1 and almost_always({_FIELD} == 0) and ({_TENDS} and {_TENDS})"
_SOLVES = both(
    enter("every", both(KNOWN, KNOWN)),
    enter("ae", both(leaf(use=_FRAME), leaf(use=_FRAME))),
)
_LENGTH = ("dot(point, point) > 0", leaf("1:", f"eq -1: {_UNIT}"))
_ZERO = have(
    [_LENGTH, (f"{_E} == 0", leaf())],
    rule(
        "absolute at most",
        leaf(f"eq -1: {_E} == 0"),
        leaf(f"eq 1: {_E} == 0"),
        e=_E,
        b="0*exp(-1*time)",
    ),
)
_VANISHES = have(
    [
        ("always(dot(point, point) > 0)", enter("every", _LENGTH[1])),
        (
            f"exponentially_small({_E})",
            unfold("goal", witness("0", witness("1", both(leaf(), leaf(), enter("every", _ZERO))))),
        ),
    ],
    lemma("LEM-small.tends", z=_E),
)


def _flat(z: str) -> tuple[str, object]:
    """The field at s has no component along z."""
    return (f"dot({z}, {_FIELD}) == dot({z}, 0*e1)", lemma("LEM-same-dot", u=_FIELD, w="0*e1", z=z))


_NEVER = obtain(
    _FOUND,
    "s",
    have(
        [
            (f"{_FIELD} == 0", enter("ae", KNOWN)),
            _flat("e1"),
            _flat("e2"),
            ("dot(e2, s) == 0", leaf(f"eq -1: {_flat('e1')[0]}", use=_FRAME)),
            ("dot(e1, s) == 0", leaf(f"eq 1: {_flat('e2')[0]}", use=_FRAME)),
            (
                "always(norm(point - s) >= 1)",
                enter(
                    "every",
                    rule(
                        "below the square",
                        KNOWN,
                        leaf(
                            "1: sq cos(angle)",
                            "1: sq sin(angle)",
                            use=["dot(e1, s) == 0", "dot(e2, s) == 0", "dot(s, s) == 1", *_FRAME],
                        ),
                        a="1",
                        b="norm(point - s)",
                    ),
                ),
            ),
            ("not tends(norm(point - s), 0)", lemma("LEM-kept-away", z="norm(point - s)", b="1", c="0")),
        ],
        rule("contradiction", P="tends(norm(point - s), 0)", C="1 <= 0"),
    ),
)

formal(
    "CON-E9.c.R1",
    statement=_STATEMENT,
    refuted={
        "motion": {
            "frame": ["e1", "e2"],
            "tokens": 2,
            "heads": 1,
            "where": ["angle := time/sqrt(2)", "point := cos(angle)*e1 + sin(angle)*e2"],
            "letters": {
                "P": [[]],
                "U": [[["1", "e2", "e1"], ["-1", "e1", "e2"]]],
                "root": "sqrt(2)",
                "f": 0,
                "y": ["point", "point"],
            },
            "first": [
                (f"always({_CIRCLE})", enter("every", rule("circle", a="angle"))),
                (f"always({_UNIT})", enter("every", leaf(f"eq 1: {_CIRCLE}", use=_FRAME))),
            ],
            "given": [KNOWN, KNOWN, KNOWN, _SOLVES, _VANISHES],
            "show": intro([""], _NEVER),
        }
    },
)
