"""The cosine falls strictly from 0 to pi, so that it tells the angles there apart."""

from __future__ import annotations

from proofs_checks.lemmas.angles import cosine_of_difference
from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, absurd, cases, have, leaf, lemma, rule

_MIDDLE, _HALF = "(a + b)/2", "(b - a)/2"
_NEGATIVE = f"-({_HALF})"
_TWO = [cosine_of_difference(_MIDDLE, _HALF, "a"), cosine_of_difference(_MIDDLE, _NEGATIVE, "b")]

formal(
    "LEM-cosine-falls",
    title="The cosine falls strictly from 0 to pi",
    statement={"letters": ["a, b: number"], "given": ["0 <= a", "a < b", "b <= pi"], "show": ["cos(b) < cos(a)"]},
    proof=have(
        [
            (
                f"sin({_MIDDLE}) > 0",
                lemma(
                    "LEM-sine-positive", leaf("1/2: a < b", "1: 0 <= a"), leaf("1/2: a < b", "1: b <= pi"), a=_MIDDLE
                ),
            ),
            (
                f"sin({_HALF}) > 0",
                lemma(
                    "LEM-sine-positive",
                    leaf("1/2: a < b"),
                    leaf("1/2: 0 <= a", "1/2: b <= pi", "1/2: pi > 0"),
                    a=_HALF,
                ),
            ),
            *_TWO,
            (
                f"cos({_NEGATIVE}) == cos({_HALF}) and sin({_NEGATIVE}) == -sin({_HALF})",
                lemma("LEM-minus-angle", a=_HALF),
            ),
        ],
        leaf(
            f"2: sin({_MIDDLE}) > 0; sin({_HALF}) > 0",
            f"eq -1: {_TWO[0][0]}",
            f"eq 1: {_TWO[1][0]}",
            use=[f"cos({_NEGATIVE}) == cos({_HALF})", f"sin({_NEGATIVE}) == -sin({_HALF})"],
        ),
    ),
)

_SAME = have([("a == b", rule("antisymmetry", KNOWN, leaf("1: a - b >= 0"), a="a", b="b"))], leaf(use=["a == b"]))
formal(
    "LEM-cosine-falls.weakly",
    title="The cosine does not rise from 0 to pi",
    statement={"letters": ["a, b: number"], "given": ["0 <= a", "a <= b", "b <= pi"], "show": ["cos(b) <= cos(a)"]},
    proof=cases(
        "a - b",
        _SAME,
        have(
            [("cos(b) < cos(a)", lemma("LEM-cosine-falls", KNOWN, leaf("1: a - b < 0"), KNOWN))],
            leaf("1: cos(b) < cos(a)"),
        ),
    ),
)


def _reflects(id: str, relation: str, title: str, proof: Tree) -> None:
    """The angle with the larger cosine is the smaller one."""
    formal(
        id,
        title=title,
        statement={
            "letters": ["a, b: number"],
            "given": ["a <= pi", "0 <= b", f"cos(b) {relation} cos(a)"],
            "show": [f"a {relation} b"],
        },
        proof=proof,
    )


_FALLS = ("cos(a) < cos(b)", lemma("LEM-cosine-falls", KNOWN, leaf("1: b - a < 0"), KNOWN, a="b", b="a"))
_FALLS_WEAKLY = (
    "cos(a) <= cos(b)",
    lemma("LEM-cosine-falls.weakly", KNOWN, leaf("1: a - b >= 0"), KNOWN, a="b", b="a"),
)

_reflects(
    "LEM-cosine-reflects",
    "<=",
    "An angle with a cosine at least as large is at most as large",
    cases(
        "b - a",
        leaf("1: b - a >= 0"),
        have([_FALLS], absurd(lemma("LEM-two-signs", leaf("1: cos(b) <= cos(a)"), KNOWN, a="cos(a) - cos(b)"))),
    ),
)
_reflects(
    "LEM-cosine-reflects.strictly",
    "<",
    "The angle with the larger cosine is the smaller one",
    cases(
        "a - b",
        have([_FALLS_WEAKLY], absurd(lemma("LEM-two-signs", leaf("1: cos(a) <= cos(b)"), KNOWN, a="cos(b) - cos(a)"))),
        leaf("1: a - b < 0"),
    ),
)

formal(
    "LEM-one-angle",
    title="An angle from 0 to pi is known by its cosine",
    statement={
        "letters": ["a, b: number"],
        "given": ["0 <= a", "a <= pi", "0 <= b", "b <= pi", "cos(a) == cos(b)"],
        "show": ["a == b"],
    },
    proof=rule(
        "antisymmetry",
        lemma("LEM-cosine-reflects", KNOWN, KNOWN, leaf("eq -1: cos(a) == cos(b)")),
        lemma("LEM-cosine-reflects", KNOWN, KNOWN, leaf("eq 1: cos(a) == cos(b)"), a="b", b="a"),
        a="a",
        b="b",
    ),
)
