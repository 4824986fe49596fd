"""The exponentials of tV and -tV, given by their columns, are inverse to each other."""

from proofs_checks.lemmas.linear_flows import SPLITS
from verify.formal import formal
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, take

_PARTS = "sum(k in direction: dot(b[k], c)*b[k])"
_PARSEVAL = "forall g in vector, c in vector: sum(l in direction: dot(b[l], c)*dot(g, b[l])) == dot(g, c)"
_SAME = f"dot(g, c) == dot(g, {_PARTS})"
_PLACED = "sum(l in direction: dot(b[l], v)*dot(q, W[l])) == sum(l in direction: dot(b[l], v)*dot(q, b[l]))"
_WHOLE = "sum(l in direction: dot(b[l], v)*dot(q, b[l])) == dot(q, v)"

formal(
    "LEM-Parseval.at",
    title="Scalar products by the coordinates of one vector",
    statement={"letters": ["b[direction]: vector"], "given": [SPLITS], "show": [_PARSEVAL]},
    proof=intro(
        "g,c",
        take(
            SPLITS,
            ["c"],
            have([(_SAME, lemma("LEM-same-dot", u="c", w=_PARTS, z="g"))], leaf(f"eq -1: {_SAME}")),
        ),
    ),
)

formal(
    "LEM-placed",
    title="Vectors at the places of a basis put every vector together again",
    statement={
        "letters": ["b[direction]: vector; W[direction], q, v: measurable vector"],
        "given": [SPLITS, "almost_always(forall l in direction: W[l] == b[l])"],
        "show": ["almost_always(sum(l in direction: dot(b[l], v)*dot(q, W[l])) == dot(q, v))"],
    },
    proof=have(
        [(_PARSEVAL, lemma("LEM-Parseval.at"))],
        enter(
            "ae",
            have(
                [
                    (
                        _PLACED,
                        rule(
                            "equal sums, directions",
                            have(["W[r] == b[r]"], leaf(use=["W[r] == b[r]"])),
                            e="fn(l in direction: dot(b[l], v)*dot(q, W[l]))",
                            f="fn(l in direction: dot(b[l], v)*dot(q, b[l]))",
                            new={"x": "r"},
                        ),
                    ),
                    (_WHOLE, take(_PARSEVAL, ["q", "v"], KNOWN)),
                ],
                leaf(f"eq 1: {_PLACED}", f"eq 1: {_WHOLE}"),
            ),
        ),
    ),
)

BOTH_WAYS = {
    "letters": ["b[direction]: vector; F[direction], B[direction]: moving vector; V: matrix"],
    "given": [
        SPLITS,
        "almost_always(forall k in direction: rate(F[k]) == V(F[k]))",
        "almost_always(forall k in direction: rate(B[k]) == -V(B[k]))",
        "at_start(forall k in direction: F[k] == b[k])",
        "at_start(forall k in direction: B[k] == b[k])",
    ],
}
_APPLIED = (
    "always(forall v in vector: V(sum(k in direction: dot(b[k], v)*F[k])) == sum(k in direction: dot(b[k], V(v))*F[k]))"
)
_IMAGE = "sum(k in direction: dot(b[k], B[l])*F[k])"
_LEFT, _RIGHT = f"V({_IMAGE})", "sum(k in direction: dot(b[k], V(B[l]))*F[k])"
_TURNED = f"almost_always({_LEFT} == {_RIGHT} => dot({_LEFT} - {_RIGHT}, {_LEFT}) == dot({_LEFT} - {_RIGHT}, {_RIGHT}))"
_NOW = f"dot({_LEFT} - {_RIGHT}, {_LEFT}) == dot({_LEFT} - {_RIGHT}, {_RIGHT})"
_START = "dot(sum(k in direction: dot(b[k], b[l])*b[k]) - b[l], b[l])"
_START += " == dot(sum(k in direction: dot(b[k], b[l])*b[k]) - b[l], sum(k in direction: dot(b[k], b[l])*b[k]))"
_RATES = ["forall k in direction: rate(F[k]) == V(F[k])", "forall k in direction: rate(B[k]) == -V(B[k])"]
_STARTS = ["forall k in direction: F[k] == b[k]", "forall k in direction: B[k] == b[k]"]

formal(
    "LEM-exponential.columns",
    title="The exponential of tV takes the columns of that of -tV back to the basis",
    statement={**BOTH_WAYS, "show": [f"forall l in direction: always({_IMAGE} - b[l] == 0)"]},
    proof=have(
        [
            (
                _APPLIED,
                lemma(
                    "LEM-exponential.applied",
                    KNOWN,
                    enter("ae", intro("c", leaf(use=_RATES[:1]))),
                    KNOWN,
                    B="F",
                    s="1",
                ),
            )
        ],
        intro(
            "l",
            have(
                [
                    (_TURNED, lemma("LEM-same-dot.now", u=_LEFT, w=_RIGHT, z=f"{_LEFT} - {_RIGHT}")),
                    (
                        _START,
                        take(
                            SPLITS,
                            ["b[l]"],
                            lemma(
                                "LEM-same-dot",
                                u="b[l]",
                                w="sum(k in direction: dot(b[k], b[l])*b[k])",
                                z="sum(k in direction: dot(b[k], b[l])*b[k]) - b[l]",
                            ),
                        ),
                    ),
                ],
                lemma(
                    "LEM-linear-zero",
                    enter(
                        "ae",
                        have(
                            [f"{_LEFT} == {_RIGHT}", _NOW],
                            rule(
                                "equal vectors",
                                leaf(f"eq 1: {_NOW}", use=_RATES),
                                u=f"rate({_IMAGE} - b[l])",
                                w=f"0*V({_IMAGE} - b[l])",
                            ),
                        ),
                    ),
                    enter(
                        "start",
                        rule("equal vectors", leaf(f"eq -1: {_START}", use=_STARTS), u=f"{_IMAGE} - b[l]", w="0"),
                    ),
                    y=f"{_IMAGE} - b[l]",
                    s="0",
                ),
            ),
        ),
    ),
)
