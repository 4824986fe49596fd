"""Tokens behind the same earlier ones: what starts together stays together; only one comes to be opposite to those."""

from __future__ import annotations

from proofs_checks.lemmas.same_leaders import ALL, FASTEST, NEAR, OPPOSED, PARTING, SLOWEST, SQUARE, TWO_LED
from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, rule, split

_E = "delta/(2*L + delta)"
_M = "2*(abs(S) + L)"
_GROWS = f"rate({SQUARE}) >= ((2 - s)*{ALL} - 2*L*s)*{SQUARE}"
_STARTS = have(
    [
        "s >= 0",
        (f"{_E} <= 1", leaf("2: L >= 0", times=["2*L + delta"])),
        ("s <= 1", leaf(f"1: s < {_E}", f"1: {_E} <= 1")),
        _GROWS,
    ],
    leaf(
        f"1: {_GROWS}",
        f"1: {SQUARE} >= 0; s <= 1; {ALL} >= delta",
        f"1: {SQUARE} >= 0; {ALL} >= delta",
        f"1: {SQUARE} >= 0; 2*L + delta > 0; s < {_E}",
    ),
)

_K = "2*(S + L)"
_FALLEN = f"-({SQUARE}*exp(-({_K})*time))"

formal(
    "LEM-same-start",
    title="Two tokens behind the same earlier ones that start at one place stay together",
    statement={
        **TWO_LED,
        "letters": [*TWO_LED["letters"], "S: number"],
        "given": [*TWO_LED["given"], f"almost_always({ALL} <= S)", "at_start(u == w)"],
        "show": ["always(u == w)"],
    },
    proof=have(
        [
            (PARTING, lemma("LEM-same-leaders")),
            (
                f"always({_FALLEN} >= start({_FALLEN}))",
                rule(
                    "monotone",
                    leaf(
                        f"1: exp(-({_K})*time) > 0; {FASTEST}",
                        f"2: exp(-({_K})*time) > 0; {SQUARE} >= 0; {ALL} <= S",
                    ),
                    z=_FALLEN,
                ),
            ),
            (f"start({_FALLEN}) == 0", enter("start", leaf(use=["u == w"]))),
        ],
        enter(
            "every",
            have(
                [(f"{_FALLEN} >= 0", leaf(f"1: {_FALLEN} >= start({_FALLEN})", f"eq -1: start({_FALLEN}) == 0"))],
                rule("equal vectors", leaf(f"1: {_FALLEN} >= 0; exp({_K}*time) > 0")),
            ),
        ),
    ),
)

formal(
    "LEM-one-missing",
    title="Two tokens behind the same earlier ones that both come to be opposite to them start at one place",
    statement={
        **TWO_LED,
        "letters": [*TWO_LED["letters"], "s: moving number; S, delta: number"],
        "given": [
            *TWO_LED["given"],
            "L >= 0",
            "delta > 0",
            f"almost_always({ALL} >= delta)",
            f"almost_always({ALL} <= S)",
            "tends(s, 0)",
            f"always({NEAR})",
            "always(s >= 0)",
        ],
        "show": ["at_start(u == w)"],
    },
    proof=have(
        [
            (PARTING, lemma("LEM-same-leaders")),
            (OPPOSED, lemma("LEM-same-leaders.opposed")),
            ("S <= abs(S)", rule("absolute above", e="S")),
            ("-S <= abs(S)", rule("absolute above minus", e="S")),
            (
                f"at_start({SQUARE} <= 0)",
                lemma(
                    "LEM-outgrown",
                    leaf("1: delta > 0; 1/(2*L + delta) > 0"),
                    KNOWN,
                    leaf("1: S <= abs(S)", "1: -S <= abs(S)", "2: L >= 0"),
                    enter("every", leaf(f"1: {SQUARE} >= 0")),
                    enter("every", leaf("1: dot(u + w, u + w) >= 0", use=["dot(u, u) == 1", "dot(w, w) == 1"])),
                    KNOWN,
                    enter(
                        "ae",
                        leaf(
                            f"1: {SLOWEST}",
                            f"2: {SQUARE} >= 0; {ALL} <= S",
                            f"2: {SQUARE} >= 0; S <= abs(S)",
                        ),
                    ),
                    enter("ae", intro("", _STARTS)),
                    z=SQUARE,
                    B="4",
                    M=_M,
                    k="delta",
                    e=_E,
                ),
            ),
        ],
        enter("start", rule("equal vectors", u="u", w="w")),
    ),
)

_TURN = "norm(a - b + (c + b)) <= norm(a - b) + norm(c + b)"

formal(
    "LEM-through",
    title="What is near something that is nearly opposite to a vector is nearly opposite to it",
    statement={
        "letters": ["a, b, c: moving vector; q: moving number"],
        "given": ["always(norm(a - b) + norm(a - b)^2/2 <= q)"],
        "show": ["always(norm(a + c) <= q + norm(c + b))"],
    },
    proof=enter(
        "every",
        have(
            [(_TURN, rule("triangle", u="a - b", w="c + b"))],
            leaf(f"1: {_TURN}", "1: norm(a - b) + norm(a - b)^2/2 <= q", "1/2: sq norm(a - b)"),
        ),
    ),
)


def _stays(s: str) -> Tree:
    """Where it starts it would stay, which is what it does."""
    uses = [f"s == {s}", "dot(e, e) == 1"]
    return lemma(
        "LEM-same-start",
        KNOWN,
        KNOWN,
        enter("every", leaf(use=uses)),
        KNOWN,
        enter("ae", leaf(use=[*uses, _PLACE])),
        KNOWN,
        enter("ae", leaf()),
        w="s*e",
        b="a",
        L="0",
    )


_PLACE = "forall j in before(g): y[j] == e"

formal(
    "LEM-same-place",
    title="A token that starts at the one place of all earlier ones, or at its antipode, stays there",
    statement={
        "letters": ["y[token], u: moving vector; a[token]: measurable number; g: token; e: vector; s, S: number"],
        "given": [
            *(text for text in TWO_LED["given"] if " w" not in text and "w," not in text and "b[" not in text),
            f"almost_always({ALL} <= S)",
            f"always({_PLACE})",
            "dot(e, e) == 1",
            "s == 1 or s == -1",
            "at_start(u == s*e)",
        ],
        "show": ["always(u == s*e)"],
    },
    proof=split("s == 1 or s == -1", _stays("1"), _stays("-1")),
)
