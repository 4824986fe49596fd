"""Theorem 3.2 with other value matrices (CON-H.1): a pair driven apart for ever.

On the circle, P = 0: with U = -I a symmetric pair (+-w, 1)/sqrt(1 + w^2) has w' = w/sqrt(2), and leaves the hemisphere.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.apart import never_meets
from proofs_checks.consensus.proofs.plane_motions import DEFINITE, EUCLID, FRAME
from proofs_checks.consensus.proofs.value_matrices import ANY_VALUE, CONSENSUS, LETTERS, STAYS, TRAJECTORY, VALUED
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, rule

_PAIR = ["(w*e1 + e2)/sqrt(1 + w^2)", "(-w*e1 + e2)/sqrt(1 + w^2)"]
_STARTS = enter("start", both(leaf(use=FRAME), leaf(use=FRAME)))


def driven_apart(heads: int, letters: dict[str, Any], given: list[Tree], show: Tree) -> dict[str, Any]:
    """The pair under value matrices whose sum is -I; `given` proves what is given of the value matrices."""
    return {
        "frame": ["e1", "e2"],
        "tokens": 2,
        "heads": heads,
        "where": ["w := exp(time/sqrt(2))/2"],
        "letters": {"W": EUCLID, "P": [[]] * heads, "v": "3/5*e1 + 4/5*e2", "root": "sqrt(2)", "y": _PAIR, **letters},
        "first": [],
        "given": [
            *given,
            DEFINITE,
            leaf(),
            leaf(),
            leaf(use=FRAME),
            both(
                enter("every", both(leaf(use=FRAME), leaf(use=FRAME))),
                enter("ae", both(leaf(use=FRAME), leaf(use=FRAME))),
            ),
            _STARTS,
        ],
        "show": show,
    }


_GAP = f"norm({_PAIR[0]} - {_PAIR[1]})"
_WIDE = (
    "always(w >= 1/2)",
    have(
        [("always(time >= 0)", rule("time passes"))],
        enter(
            "every",
            have(
                [("1 + time/sqrt(2) <= exp(time/sqrt(2))", rule("exp tangent", a="time/sqrt(2)"))],
                leaf("1/2: 1 + time/sqrt(2) <= exp(time/sqrt(2))", "1/2: time >= 0; 1/sqrt(2) > 0"),
            ),
        ),
    ),
)
_NORM = "1/sqrt(1 + w^2) > 0"
_APART = have(
    [_WIDE],
    never_meets(
        _GAP,
        "4/5",
        enter(
            "every",
            rule(
                "below the square",
                KNOWN,
                leaf(
                    f"84/25: {_NORM}; {_NORM}; w >= 1/2; w >= 1/2",
                    f"84/25: {_NORM}; {_NORM}; w >= 1/2",
                    f"1/5: {_NORM}; {_NORM}",
                    use=FRAME,
                ),
                a="4/5",
                b=_GAP,
            ),
        ),
    ),
)
_LEAVES = rule(
    "time goes on",
    enter(
        "every",
        have(
            [
                ("1 + time/sqrt(2) <= exp(time/sqrt(2))", rule("exp tangent", a="time/sqrt(2)")),
            ],
            leaf(
                f"10/3: dot(3/5*e1 + 4/5*e2, {_PAIR[1]}) > 0; sqrt(1 + w^2) > 0; sqrt(2) > 0",
                "1: 1 + time/sqrt(2) <= exp(time/sqrt(2)); sqrt(2) > 0",
                use=FRAME,
            ),
        ),
    ),
    T="5/3*sqrt(2)",
    C="1 <= 0",
)
_INITIAL: dict[str, tuple[int, dict[str, Any], list[Tree]]] = {
    "a": (1, {}, []),
    "e.negative": (2, {"u": ["1", "-2"]}, [{"right": leaf()}]),
}

for _letter, (_heads, _letters, _given) in _INITIAL.items():
    formal(
        f"CON-H.1.{_letter}",
        statement=model(LETTERS[_letter], VALUED, TRAJECTORY, {"show": [CONSENSUS]}),
        refuted={"motion": driven_apart(_heads, _letters, _given, intro("", _APART))},
    )
    formal(
        f"CON-H.1.{_letter}.hemisphere",
        statement=model(LETTERS[_letter], VALUED, TRAJECTORY, {"show": [STAYS]}),
        refuted={"motion": driven_apart(_heads, _letters, _given, intro("", _LEAVES))},
    )

_PARTS = f"almost_always(rate(dot({_PAIR[0]}, {_PAIR[1]})) < 0)"
_FOR_EVER = have(
    [
        (_PARTS, enter("ae", leaf(f"4: w > 0; w > 0; 1/sqrt(2) > 0; 1/(1 + w^2) > 0; {_NORM}; {_NORM}", use=FRAME))),
        (
            f"at_start({_PAIR[0]} - {_PAIR[1]} != 0)",
            enter("start", rule("nonzero vector", leaf(use=FRAME), u=f"{_PAIR[0]} - {_PAIR[1]}")),
        ),
        f"not {_PARTS}",
    ],
    rule("contradiction", P=_PARTS, C="1 <= 0"),
)

formal(
    "CON-Y.c.R1",
    statement=model(
        ANY_VALUE,
        VALUED,
        TRAJECTORY,
        {"show": ["forall i, j: at_start(y[i] - y[j] != 0) => not almost_always(rate(dot(y[i], y[j])) < 0)"]},
    ),
    refuted={"motion": driven_apart(1, {"U": [[["-1", "e1", "e1"], ["-1", "e2", "e2"]]]}, [], intro("", _FOR_EVER))},
)
