"""Full turns: sine and cosine have the period 2 pi, and no smaller one."""

from verify.formal import formal
from verify.tactics.build import both, have, leaf, lemma, rule

_RIGHT = "sin(pi/2) == 1 and cos(pi) == -1 and sin(pi) == 0"


def added(a: str, b: str) -> list[str]:
    """The cosine and the sine of a sum."""
    return [
        f"cos({a} + {b}) == cos({a})*cos({b}) - sin({a})*sin({b})",
        f"sin({a} + {b}) == sin({a})*cos({b}) + cos({a})*sin({b})",
    ]


_ONCE, _TWICE = added("a", "pi"), added("(a + pi)", "pi")
_FACTS = [
    (_RIGHT, lemma("LEM-right-angle")),
    (" and ".join(_ONCE), lemma("LEM-sum-of-angles", u="a", v="pi")),
    (" and ".join(_TWICE), lemma("LEM-sum-of-angles", u="a + pi", v="pi")),
]

formal(
    "LEM-full-turn",
    title="Sine and cosine are the same after a full turn",
    statement={"letters": ["a: number"], "show": ["cos(a + 2*pi) == cos(a)", "sin(a + 2*pi) == sin(a)"]},
    proof=[have(_FACTS, leaf(use=[_TWICE[k], *_ONCE, "cos(pi) == -1", "sin(pi) == 0"])) for k in range(2)],
)

_TURNED = "cos(a + 2*pi*{0}) == cos(a) and sin(a + 2*pi*{0}) == sin(a)".format
_PREVIOUS = "(a + 2*pi*n)"
_NEXT = f"cos({_PREVIOUS} + 2*pi) == cos({_PREVIOUS}) and sin({_PREVIOUS} + 2*pi) == sin({_PREVIOUS})"

formal(
    "LEM-turns",
    title="Sine and cosine are the same after any number of full turns",
    statement={"letters": ["a: number"], "show": [f"forall n in size: {_TURNED('n')}"]},
    proof=rule(
        "induction",
        both(leaf(), leaf()),
        have(
            [(_NEXT, lemma("LEM-full-turn", a="a + 2*pi*n"))],
            both(
                *(leaf(f"eq 1: {_NEXT.split(' and ')[k]}", f"eq 1: {_TURNED('n').split(' and ')[k]}") for k in range(2))
            ),
        ),
        P=f"fn(n in size: {_TURNED('n')})",
    ),
)

_DOUBLE = added("pi*T", "pi*T")[0]

formal(
    "LEM-part-of-a-turn",
    title="The cosine of a part of a turn is below 1",
    statement={"letters": ["T: number"], "given": ["0 < T", "T < 1"], "show": ["cos(2*pi*T) < 1"]},
    proof=have(
        [
            (" and ".join(added("pi*T", "pi*T")), lemma("LEM-sum-of-angles", u="pi*T", v="pi*T")),
            ("sin(pi*T) > 0", lemma("LEM-sine-positive", leaf("1: 0 < T; pi > 0"), leaf("1: T < 1; pi > 0"), a="pi*T")),
            ("cos(pi*T)^2 + sin(pi*T)^2 == 1", rule("circle", a="pi*T")),
        ],
        leaf("2: sin(pi*T) > 0; sin(pi*T) > 0", f"eq 1: {_DOUBLE}", "eq 1: cos(pi*T)^2 + sin(pi*T)^2 == 1"),
    ),
)
