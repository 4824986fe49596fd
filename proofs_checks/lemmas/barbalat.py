"""Barbalat's lemma: a number with a bounded rate whose size has a finite integral tends to zero, and how fast."""

from __future__ import annotations

from proofs_checks.lemmas.limit_sums import sides
from proofs_checks.lemmas.limits import soon
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    cases,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    witness,
)

INTEGRAL = {
    "letters": ["f, J: moving number; K, L: number"],
    "given": ["almost_always(rate(J) == abs(f))", "always(J <= K)", "almost_always(abs(rate(f)) <= L)"],
}
_STEEP = "abs(rate(f)) <= L"
_BOUND = (
    "0 <= L",
    have(
        [
            (
                "always(0 <= L)",
                rule(
                    "by continuity",
                    have(
                        [_STEEP, *sides("rate(f)")],
                        leaf(f"1: {_STEEP}", "1/2: rate(f) <= abs(rate(f))", "1/2: -(rate(f)) <= abs(rate(f))"),
                    ),
                    a="0",
                    b="L",
                ),
            )
        ],
        enter("start", KNOWN),
    ),
)
_SPENT, _TOTAL = "2*L*J - f*f", "2*L*J + f*f"


def _rises(sign: int) -> Tree:
    """2 L J + f f (or 2 L J - f f) does not fall."""
    up, down = ("rate(f)", "-(rate(f))") if sign < 0 else ("-(rate(f))", "rate(f)")
    parts = [("f", "f >= 0", up), ("-(f)", "f < 0", down)]
    return have(
        ["rate(J) == abs(f)", _STEEP, *sides("f"), *sides("rate(f)")],
        cases(
            "f",
            *(
                leaf(
                    f"2: 0 <= L; {size} <= abs(f)",
                    f"2: {where}; {_STEEP}",
                    f"2: {where}; {slope} <= abs(rate(f))",
                    "eq -2*L: rate(J) == abs(f)",
                )
                for size, where, slope in parts
            ),
        ),
    )


def _limit(z: str, K: str, rises: Tree, bounded: Tree, m: str, then: Tree) -> Tree:
    """A letter m for the limit of z, which does not fall and stays below K."""
    fact = f"exists m0 in number: m0 <= {K} and tends({z}, m0) and always({z} <= m0)"
    found = lemma("LEM-monotone-limit", enter("ae", rises), enter("every", bounded), z=z, K=K)
    return have([(fact, found)], obtain(fact, m, then))


_J_RISES = have(
    ["rate(J) == abs(f)", *sides("f")],
    leaf("1/2: f <= abs(f)", "1/2: -(f) <= abs(f)", "eq -1: rate(J) == abs(f)"),
)
_K = "c/(c + 1)"
_FAR = have(
    ["abs(f*f - (c)) < c/2", *sides("(f*f - (c))"), ("abs(f)^2 == f^2", rule("absolute square", e="f"))],
    rule(
        "below the square",
        leaf(),
        leaf(
            "1: abs(f*f - (c)) < c/2",
            "1: -((f*f - (c))) <= abs((f*f - (c)))",
            f"1/2: c > 0; sq {_K}",
            "1/2: c > 0; sq 1/(c + 1)",
            "eq 1: abs(f)^2 == f^2",
        ),
        a=_K,
        b="abs(f)",
    ),
)
_STEADY = soon(
    "f*f",
    "c",
    "c/2",
    "T",
    leaf("1/2: c > 0"),
    have(
        [
            (
                f"{_K} <= 0",
                lemma(
                    "LEM-no-steady-rise",
                    KNOWN,
                    enter("ae", _J_RISES),
                    enter(
                        "ae",
                        intro(
                            "",
                            have(
                                ["rate(J) == abs(f)", (f"{_K} <= abs(f)", _FAR)],
                                leaf(f"1: {_K} <= abs(f)", "eq -1: rate(J) == abs(f)"),
                            ),
                        ),
                    ),
                    z="J",
                    T="T",
                    K="K",
                    k=_K,
                ),
            )
        ],
        absurd(leaf(f"1: {_K} <= 0", times=[_K])),
    ),
)

formal(
    "LEM-finite-integral",
    title="If the size of a number has a finite integral and its square has a limit, that is zero",
    statement={
        "letters": ["f, J: moving number; K, c: number"],
        "given": [*INTEGRAL["given"][:2], "tends(f*f, c)"],
        "show": ["c == 0"],
    },
    proof=rule(
        "antisymmetry",
        cases("-c", leaf("1: -c >= 0"), have([("c > 0", leaf("1: -c < 0"))], _STEADY)),
        cases(
            "c",
            KNOWN,
            have(
                [
                    ("0 > c", leaf("1: c < 0")),
                    ("not tends(f*f, c)", lemma("LEM-kept-away", KNOWN, enter("every", leaf()), z="f*f", b="0", c="c")),
                ],
                rule("contradiction", P="tends(f*f, c)", C="0 <= c"),
            ),
        ),
        a="c",
        b="0",
    ),
)

_SAME = enter("every", leaf("eq 1: w - m == 0"))

formal(
    "LEM-barbalat.square",
    title="A number with a bounded rate whose size has a finite integral: its square is at most what is left of that",
    statement={
        **INTEGRAL,
        "show": ["exists m in number: m <= 2*L*K and tends(2*L*J, m) and tends(f*f, 0) and always(f*f <= m - 2*L*J)"],
    },
    proof=have(
        [
            _BOUND,
            (f"always({_SPENT} >= start({_SPENT}))", rule("monotone", _rises(-1), z=_SPENT)),
        ],
        _limit(
            "2*L*J",
            "2*L*K",
            have([("rate(J) >= 0", _J_RISES)], leaf("2: 0 <= L; rate(J) >= 0")),
            leaf("2: 0 <= L; J <= K"),
            "m",
            _limit(
                _TOTAL,
                f"4*L*K - start({_SPENT})",
                _rises(1),
                leaf(f"1: {_SPENT} >= start({_SPENT})", "4: 0 <= L; J <= K"),
                "w",
                have(
                    [
                        (
                            f"tends({_TOTAL} - 2*L*J, w - m)",
                            lemma("LEM-tends.difference", a=_TOTAL, b="2*L*J", p="w", q="m"),
                        ),
                        "tends(f*f, w - m)",
                        ("w - m == 0", lemma("LEM-finite-integral", c="w - m")),
                        ("tends(f*f, 0)", lemma("LEM-tends.same", KNOWN, _SAME, a="f*f", b="f*f", c="w - m", d="0")),
                    ],
                    witness(
                        "m",
                        both(
                            KNOWN,
                            KNOWN,
                            KNOWN,
                            enter("every", leaf(f"1: {_TOTAL} <= w", "eq 1: w - m == 0")),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
