"""An angle between its sine and its tangent."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, rule, take

_S = "(2*a*time/(1 + time))"
_POSITIVE = "forall q in number: 0 <= q and q <= pi => sin(q) >= 0"
_BOUNDED = "forall q in number: cos(q) <= 1"


def _at_one(z: str, rate: Tree, goal: str) -> Tree:
    """What rises from 0 on the way from 0 to 2 a is not negative halfway."""
    return have(
        [
            ("always(time >= 0)", rule("time passes")),
            (_POSITIVE, intro(["q", ""], lemma("LEM-sine-nonnegative", a="q"))),
            (_BOUNDED, intro("q", _COSINE)),
            (f"always({z} >= start({z}))", rule("monotone", rate, z=z)),
        ],
        lemma(
            "LEM-reached",
            leaf("1:"),
            enter("every", intro("", leaf(f"1: {z} >= start({z})", use=["time == 1"]))),
            T="1",
            C=goal,
        ),
    )


_COSINE = rule("below the square", leaf("1:"), leaf("1: sq sin(q)"), a="cos(q)", b="1")
_INSIDE = [
    (f"0 <= {_S}", leaf("2: 0 <= a; time >= 0", times=["1 + time"])),
    (f"{_S} <= pi", leaf("2: a <= pi/2; time >= 0", "1: pi > 0", times=["1 + time"])),
]

formal(
    "LEM-sine-below",
    title="A sine is at most its angle",
    statement={"letters": ["a: number"], "given": ["0 <= a"], "show": ["sin(a) <= a"]},
    proof=_at_one(
        f"{_S} - sin({_S})",
        have(
            [(f"cos({_S}) <= 1", take(_BOUNDED, [_S], KNOWN))],
            leaf(f"2: cos({_S}) <= 1; 0 <= a; 1/(1 + time) > 0; 1/(1 + time) > 0"),
        ),
        "a - sin(a) >= 0",
    ),
)

formal(
    "LEM-tangent-above",
    title="An angle of at most pi/2 is at most its tangent",
    statement={"letters": ["a: number"], "given": ["0 <= a", "a <= pi/2"], "show": ["a*cos(a) <= sin(a)"]},
    proof=_at_one(
        f"sin({_S}) - {_S}*cos({_S})",
        have(
            [*_INSIDE, (f"sin({_S}) >= 0", take(_POSITIVE, [_S], KNOWN))],
            leaf(f"2: sin({_S}) >= 0; 0 <= {_S}; 0 <= a; 1/(1 + time) > 0; 1/(1 + time) > 0"),
        ),
        "sin(a) - a*cos(a) >= 0",
    ),
)

_H = "(a/2)"
formal(
    "LEM-square-below",
    title="An acute angle squared, times its cosine, is at most its sine squared",
    statement={"letters": ["a: number"], "given": ["0 <= a", "a <= pi/2"], "show": ["a^2*cos(a) <= sin(a)^2"]},
    proof=have(
        [
            (
                f"cos({_H} + {_H}) == cos({_H})*cos({_H}) - sin({_H})*sin({_H})"
                f" and sin({_H} + {_H}) == sin({_H})*cos({_H}) + cos({_H})*sin({_H})",
                lemma("LEM-sum-of-angles", u=_H, v=_H),
            ),
            (
                f"{_H}*cos({_H}) <= sin({_H})",
                lemma("LEM-tangent-above", leaf("1/2: 0 <= a"), leaf("1/2: a <= pi/2", "1/4: pi > 0"), a=_H),
            ),
            (
                f"cos({_H}) > 0",
                rule("acute angle", leaf("1/2: 0 <= a", "1/2: pi > 0"), leaf("1/2: a <= pi/2", "1/4: pi > 0"), a=_H),
            ),
            (
                "a*(1 + cos(a))/2 <= sin(a)",
                leaf(
                    f"2: {_H}*cos({_H}) <= sin({_H}); cos({_H}) > 0",
                    f"eq -1: sin({_H} + {_H}) == sin({_H})*cos({_H}) + cos({_H})*sin({_H})",
                    f"eq {_H}: cos({_H} + {_H}) == cos({_H})*cos({_H}) - sin({_H})*sin({_H})",
                ),
            ),
            ("-cos(a) <= 1", rule("below the square", leaf("1:"), leaf("1: sq sin(a)"), a="-cos(a)", b="1")),
            ("a*(1 + cos(a))/2 >= 0", leaf("1/2: 0 <= a; -cos(a) <= 1")),
        ],
        leaf(
            "1: a*(1 + cos(a))/2 <= sin(a); a*(1 + cos(a))/2 <= sin(a)",
            "2: a*(1 + cos(a))/2 <= sin(a); a*(1 + cos(a))/2 >= 0",
            "1/4: sq a*(1 - cos(a))",
        ),
    ),
)
