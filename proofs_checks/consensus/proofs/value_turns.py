"""Theorem 3.2 with other value matrices (CON-H.1): motions of the circle that leave the hemisphere.

P = 0; a token alone is drawn to the leading eigenvector of U, or goes round with a skew-symmetric U.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.plane_motions import DEFINITE, EUCLID, FRAME
from proofs_checks.consensus.proofs.value_matrices import LETTERS, STAYS, TRAJECTORY, VALUED
from verify.formal import formal, model
from verify.tactics.build import Tree, both, enter, have, intro, leaf, rule, witness

# One token alone, or all tokens at one place, follow (w, -1) under diag(3, 1), w = exp(2t/sqrt(2)).
_ALONE = "(-w*e1 + 2*e2)/sqrt(4 + w^2)"
_STRETCH = [["3", "e1", "e1"], ["1", "e2", "e2"]]
_STRETCHES = intro(
    ["u", ""],
    have(
        [("dot(u, u) > 0", rule("positive square", u="u")), "dot(u, u) == dot(e1, u)^2 + dot(e2, u)^2"],
        leaf("1: dot(u, u) > 0", "2: sq dot(e1, u)", "eq 1: dot(u, u) == dot(e1, u)^2 + dot(e2, u)^2"),
    ),
)


def drawn_over(heads: int, letters: dict[str, Any], given: list[Tree]) -> dict[str, Any]:
    """The token that is drawn to the leading eigenvector e1, across the boundary of its hemisphere."""
    return {
        "frame": ["e1", "e2"],
        "tokens": 1,
        "heads": heads,
        "where": ["w := exp(sqrt(2)*time)"],
        "letters": {
            "W": EUCLID,
            "P": [[]] * heads,
            "v": "3/5*e1 + 4/5*e2",
            "root": "sqrt(2)",
            "y": [_ALONE],
            **letters,
        },
        "given": [
            *given,
            DEFINITE,
            leaf(),
            leaf(),
            leaf(use=FRAME),
            both(enter("every", leaf(use=FRAME)), enter("ae", leaf(use=FRAME))),
            enter("start", leaf(use=FRAME)),
        ],
        "show": intro("", _OVER),
    }


_OVER = rule(
    "time goes on",
    enter(
        "every",
        have(
            [("1 + sqrt(2)*time <= exp(sqrt(2)*time)", rule("exp tangent", a="sqrt(2)*time"))],
            leaf(
                f"5/3: dot(3/5*e1 + 4/5*e2, {_ALONE}) > 0; sqrt(4 + w^2) > 0; 1/sqrt(2) > 0",
                "1: 1 + sqrt(2)*time <= exp(sqrt(2)*time); 1/sqrt(2) > 0",
                use=FRAME,
            ),
        ),
    ),
    T="5/3*(1/sqrt(2))",
    C="1 <= 0",
)
_NO_EIGENVECTOR = intro(
    "m",
    rule(
        "nonzero vector",
        leaf("1: sq m - 43/25", "576/625:", use=FRAME),
        u="3*dot(e1, 3/5*e1 + 4/5*e2)*e1 + 1*dot(e2, 3/5*e1 + 4/5*e2)*e2 - m*(3/5*e1 + 4/5*e2)",
    ),
)

formal(
    "CON-H.1.b.hemisphere",
    statement=model(LETTERS["b"], VALUED, TRAJECTORY, {"show": [STAYS]}),
    refuted={"motion": drawn_over(1, {"U": _STRETCH}, [_STRETCHES, _NO_EIGENVECTOR])},
)

# In two heads diag(2, 1) and diag(1, 0) have the same sum.
_HEADS = [[["2", "e1", "e1"], ["1", "e2", "e2"]], [["1", "e1", "e1"]]]

_DIFFERENT = {
    "left": {
        "right": witness(
            "e2",
            rule("nonzero vector", leaf("1:", use=FRAME), u="2*dot(e1, e2)*e1 + 1*dot(e2, e2)*e2 - 1*dot(e1, e2)*e1"),
        )
    }
}

formal(
    "CON-H.1.d.hemisphere",
    statement=model(LETTERS["d"], VALUED, TRAJECTORY, {"show": [STAYS]}),
    refuted={"motion": drawn_over(2, {"U": _HEADS}, [_DIFFERENT])},
)

# Two tokens at a right angle turn with the speed 1/(2*sqrt(2)) under the rotation U; the height of the second one falls
# as fast as that of the first is high.
_C, _S = "cos(time/(2*sqrt(2)))", "sin(time/(2*sqrt(2)))"
_TURNS = [f"{_C}*e1 + {_S}*e2", f"-{_S}*e1 + {_C}*e2"]
_FIRST, _SECOND = (f"dot(3/5*e1 + 4/5*e2, {y})" for y in _TURNS)
_FALLS = f"4/5 - 3/5*time/(2*sqrt(2)) - {_SECOND}"
_CROSSES = have(
    [
        (
            f"always({_FIRST} >= start({_FIRST}))",
            rule("monotone", leaf(f"1/2: {_SECOND} > 0; 1/sqrt(2) > 0", use=FRAME), z=_FIRST),
        ),
        (f"start({_FIRST}) == 3/5", leaf(use=FRAME)),
        (f"start({_FALLS}) == 0", leaf(use=FRAME)),
        (
            f"always({_FALLS} >= start({_FALLS}))",
            rule("monotone", leaf(f"1/2: {_FIRST} >= start({_FIRST}); 1/sqrt(2) > 0", use=FRAME), z=_FALLS),
        ),
    ],
    rule(
        "time goes on",
        enter(
            "every",
            leaf(f"10/3: {_FALLS} >= start({_FALLS}); sqrt(2) > 0", f"10/3: {_SECOND} > 0; sqrt(2) > 0", use=FRAME),
        ),
        T="8/3*sqrt(2)",
        C="1 <= 0",
    ),
)
_ROUND = {
    "frame": ["e1", "e2"],
    "tokens": 2,
    "heads": 1,
    "letters": {
        "W": EUCLID,
        "P": [[]],
        "U": [["1", "e2", "e1"], ["-1", "e1", "e2"]],
        "v": "3/5*e1 + 4/5*e2",
        "root": "sqrt(2)",
        "y": _TURNS,
    },
    "given": [
        intro("u", leaf(use=FRAME)),
        DEFINITE,
        leaf(),
        leaf(),
        leaf(use=FRAME),
        both(
            enter("every", both(leaf(use=FRAME), leaf(use=FRAME))), enter("ae", both(leaf(use=FRAME), leaf(use=FRAME)))
        ),
        enter("start", both(leaf(use=FRAME), leaf(use=FRAME))),
    ],
    "show": intro("", _CROSSES),
}

formal(
    "CON-H.1.c.hemisphere",
    statement=model(LETTERS["c"], VALUED, TRAJECTORY, {"show": [STAYS]}),
    refuted={"motion": _ROUND},
)
