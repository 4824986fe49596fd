"""Tokens by their rank: how many come before one, and an indicator of equal tokens."""

from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, both, have, intro, leaf, lemma, obtain, rule, split, witness

RANK = "sum(earlier in before({0}): 1)".format
_RISES = f"{{0}} < {{1}} => {RANK('{0}')} + 1 <= {RANK('{1}')}".format
_NEXT = f"{RANK('p')} == sum(k in upto({{0}}): 1)".format
_BETWEEN = "exists y: y < p and i < y"
_NONE_ABOVE = have(
    [
        (
            _NEXT("x"),
            rule(
                "one more token",
                KNOWN,
                split(
                    "y <= x or x < y",
                    KNOWN,
                    absurd(
                        have(
                            [f"{RANK('x')} + 1 <= {RANK('y')}", f"{RANK('y')} <= {RANK('x')}"],
                            leaf(f"1: {RANK('x')} + 1 <= {RANK('y')}", f"1: {RANK('y')} <= {RANK('x')}"),
                        )
                    ),
                ),
                i="x",
                j="p",
                e="fn(k: 1)",
                new={"x": "y"},
            ),
        ),
        f"{RANK('i')} <= {RANK('x')}",
    ],
    leaf(f"eq -1: {_NEXT('x')}", f"1: {RANK('i')} <= {RANK('x')}"),
)
_LAST_BEFORE = rule(
    "one more token",
    KNOWN,
    split(
        "c <= i or i < c",
        KNOWN,
        have([(_BETWEEN, witness("c", both(KNOWN, KNOWN)))], rule("contradiction", P=_BETWEEN, C="c <= i")),
    ),
    i="i",
    j="p",
    e="fn(k: 1)",
    new={"x": "c"},
)
_TALLEST = f"forall j in upto(p): {RANK('j')} <= {RANK('{0}')}".format
_SELF = have(
    [
        (
            _TALLEST("p"),
            rule(
                "same token",
                KNOWN,
                KNOWN,
                KNOWN,
                i="x",
                j="p",
                P=f"fn(h: forall j in upto(p): {RANK('j')} <= {RANK('h')})",
            ),
        )
    ],
    split(
        f"({_BETWEEN}) or not ({_BETWEEN})",
        obtain(
            _BETWEEN,
            "y",
            have(
                [f"{RANK('i')} + 1 <= {RANK('y')}", f"{RANK('y')} <= {RANK('p')}"],
                leaf(f"1: {RANK('i')} + 1 <= {RANK('y')}", f"1: {RANK('y')} <= {RANK('p')}"),
            ),
        ),
        have([(_NEXT("i"), _LAST_BEFORE)], leaf(f"eq -1: {_NEXT('i')}")),
    ),
)

formal(
    "LEM-rank",
    title="Fewer tokens come before an earlier token",
    statement={"show": [f"forall j: forall i: {_RISES('i', 'j')}"]},
    proof=rule(
        "strong induction",
        intro(
            ["i", ""],
            rule(
                "attained greatest, upto",
                split("p <= x or x < p", _SELF, _NONE_ABOVE),
                i="p",
                e=f"fn(j: {RANK('j')})",
                C=f"{RANK('i')} + 1 <= {RANK('p')}",
            ),
        ),
        P=f"fn(j: forall i: {_RISES('i', 'j')})",
        new={"x": "p"},
    ),
)

SAME = f"max(0, 1 - abs({RANK('{0}')} - {RANK('{1}')}))".format
RANKS = f"forall j: forall i: {_RISES('i', 'j')}"
_CHANGE = f"({RANK('p')} - {RANK('q')})"


def _different(earlier: str, later: str, above: str, sign: str) -> object:
    """The indicator of two tokens in order is 0."""
    return have(
        [
            (f"{RANK(earlier)} + 1 <= {RANK(later)}", KNOWN),
            (f"{sign}{_CHANGE} <= abs{_CHANGE}", rule(above, e=_CHANGE)),
        ],
        rule(
            "antisymmetry",
            rule(
                "maximum below",
                leaf(),
                leaf(f"1: {sign}{_CHANGE} <= abs{_CHANGE}", f"1: {RANK(earlier)} + 1 <= {RANK(later)}"),
                a="0",
                b=f"1 - abs{_CHANGE}",
                c="0",
            ),
            rule("maximum above first", a="0", b=f"1 - abs{_CHANGE}"),
            a=SAME("p", "q"),
            b="0",
        ),
    )


formal(
    "LEM-same-token",
    title="The indicator of equal tokens, from their ranks",
    statement={"show": [f"forall i: {SAME('i', 'i')} == 1", f"forall i, j: i != j => {SAME('i', 'j')} == 0"]},
    proof=[
        intro(
            "i",
            rule(
                "antisymmetry",
                rule("maximum below", leaf("1:"), leaf(), a="0", b=f"1 - abs({RANK('i')} - {RANK('i')})", c="1"),
                have(
                    [
                        (
                            f"1 - abs({RANK('i')} - {RANK('i')}) <= {SAME('i', 'i')}",
                            rule("maximum above second", a="0", b=f"1 - abs({RANK('i')} - {RANK('i')})"),
                        )
                    ],
                    KNOWN,
                ),
                a=SAME("i", "i"),
                b="1",
            ),
        ),
        have(
            [(RANKS, lemma("LEM-rank"))],
            intro(
                ["p", "q", ""],
                split(
                    "p < q or q <= p",
                    _different("p", "q", "absolute above minus", "-"),
                    split(
                        "q < p or p <= q",
                        _different("q", "p", "absolute above", ""),
                        have(
                            [("p == q", rule("same token", KNOWN, KNOWN, KNOWN, i="p", j="q", P="fn(h: p == h)"))],
                            rule("contradiction", P="p == q", C=f"{SAME('p', 'q')} == 0"),
                        ),
                    ),
                ),
            ),
        ),
    ],
)
