"""On which side of 1 the eigenvalues of the 2 x 2 block of two groups lie, and when none is at most -1."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.schur_cohn import ABOVE, BELOW, DETERMINANT, INSIDE, MATRIX, OFF
from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, cases, have, intro, leaf, lemma, rule, take

BLOCK: dict[str, Any] = {
    "letters": ["alpha, lam, m, p, q, E: number"],
    "where": [
        "E1 := p*E + q",
        "E2 := q*E + p",
        "x := p*E - q",
        "y := q*E - p",
        "W := p*q*(E^2 - 1)",
        "a11 := p*E/E1",
        "a12 := q/E1",
        "a21 := p/E2",
        "a22 := q*E/E2",
        "c1 := 1 + alpha*lam*(a11 - a12)",
        "c2 := 1 + alpha*lam*(a22 - a21)",
        "b11 := (1 + alpha*m*a11)/c1",
        "b12 := alpha*m*a12/c1",
        "b21 := alpha*m*a21/c2",
        "b22 := (1 + alpha*m*a22)/c2",
    ],
    "given": ["alpha > 0", "p > 0", "q > 0", "E > 0", "c1 > 0", "c2 > 0"],
}
"""The block of the eigenvalue m at p tokens at an eigenvector and q at its opposite; x, y: the sides of the groups."""

SHIFT = "(-1 - z)"
ROOT = "(b11 - z)*(b22 - z) - b12*b21 == 0"
NO_FLIP = f"forall z in number: {ROOT} => z > -1"
formal(
    "LEM-no-flip",
    title="A block with positive I + B has no eigenvalue at most -1",
    statement={**MATRIX, "given": [BELOW, "b11 > -1", "b22 > -1"], "show": [NO_FLIP]},
    proof=intro(
        "z,",
        cases(
            SHIFT,
            absurd(
                lemma(
                    "LEM-two-signs",
                    leaf(
                        f"1: {SHIFT} >= 0; b11 > -1",
                        f"1: {SHIFT} >= 0; b22 > -1",
                        f"1: sq {SHIFT}",
                        f"eq 1: {ROOT}",
                    ),
                    leaf(f"1: {BELOW}"),
                    a="b12*b21 - (1 + b11)*(1 + b22)",
                )
            ),
            leaf(f"1: {SHIFT} < 0"),
        ),
    ),
)
SPREAD = "((b11 - b22)^2 + 4*b12*b21)"
LOWER = f"((b11 + b22 - sqrt({SPREAD}))/2)"
formal(
    "LEM-no-flip.if",
    title="A block without an eigenvalue at most -1 has positive I + B",
    statement={**MATRIX, "given": [OFF, NO_FLIP], "show": [BELOW, "b11 > -1", "b22 > -1"]},
    proof=[
        have(
            [
                (f"{SPREAD} >= 0", leaf("1: sq b11 - b22", f"4: {OFF}")),
                f"sqrt({SPREAD}) >= 0",
                (f"{LOWER} > -1", take(NO_FLIP, [LOWER], have([(ROOT.replace("z", LOWER), leaf())], KNOWN))),
            ],
            then,
        )
        for then in (
            leaf(f"1: {LOWER} > -1; {LOWER} > -1", f"1: {LOWER} > -1; sqrt({SPREAD}) >= 0"),
            *(
                have(
                    [
                        (
                            f"{other} <= sqrt({SPREAD})",
                            rule("below the square", KNOWN, leaf(f"4: {OFF}"), a=other, b=f"sqrt({SPREAD})"),
                        )
                    ],
                    leaf(f"1: {LOWER} > -1", f"1/2: {other} <= sqrt({SPREAD})"),
                )
                for other in ("b22 - b11", "b11 - b22")
            ),
        )
    ],
)

GAP = "(lam - m)*(lam*x*y - m*W)"
FIRST = "lam*x - m*p*E"
SECOND = "lam*y - m*q*E"


def block(given: list[str], show: list[str]) -> dict[str, Any]:
    """A statement about the block; E > 1 says that E > 0."""
    shared = [fact for fact in BLOCK["given"] if fact != "E > 0" or "E > 1" not in given]
    return {**BLOCK, "given": [*shared, *given], "show": show}


formal(
    "LEM-block-side",
    title="What an eigenvalue below 1 says of the block of two groups",
    statement=block([], [f"{ABOVE} => {GAP} > 0", f"b11 < 1 => {FIRST} > 0", f"b22 < 1 => {SECOND} > 0"]),
    proof=[
        intro("", leaf(f"1: {ABOVE}; c1 > 0; c2 > 0; E1 > 0; E2 > 0; 1/alpha > 0; 1/alpha > 0")),
        intro("", leaf("1: b11 < 1; c1 > 0; E1 > 0; 1/alpha > 0")),
        intro("", leaf("1: b22 < 1; c2 > 0; E2 > 0; 1/alpha > 0")),
    ],
)

SIDES = {
    "first": ("lam > 0", "x > 0", "y > 0", "E > 1", "m < lam", "m*W < lam*x*y"),
    "last": ("lam < 0", "x < 0", "y < 0", "E < 1", "lam < m", "lam*x*y < m*W"),
}
ODDS = {"first": "E^2 - 1", "last": "1 - E^2"}
for side, (sign, left, right, odds, near, far) in SIDES.items():
    formal(
        f"LEM-block-side.{side}",
        title=f"When the eigenvalues of the block of two groups are below 1, for {sign}",
        statement=block(list(SIDES[side]), [ABOVE, "b11 < 1", "b22 < 1", "1/c1 < 1", "1/c2 < 1"]),
        proof=[
            leaf(f"1: {near}; {far}; alpha > 0; alpha > 0", times=["c1", "c2", "E1", "E2"]),
            *(
                have(
                    [(f"{ODDS[side]} > 0", leaf(f"1: {odds}; E + 1 > 0"))],
                    leaf(
                        f"1: {far}; E > 0; alpha > 0", f"1: {sign}; sq {number}; alpha > 0", times=[*scale, ODDS[side]]
                    ),
                )
                for number, scale in (("x", ["c1", "E1", "q"]), ("y", ["c2", "E2", "p"]))
            ),
            leaf(f"1: {sign}; {left}; alpha > 0", times=["c1", "E1"]),
            leaf(f"1: {sign}; {right}; alpha > 0", times=["c2", "E2"]),
        ],
    )

ENTRIES: dict[str, Any] = {name: name for name in ("b11", "b12", "b21", "b22")}
NUMBERS: dict[str, Any] = {name: name for name in ("alpha", "lam", "m", "p", "q", "E")}
OFF_SIGN = (OFF, leaf("1: a12 > 0; a21 > 0; sq alpha*m", times=["c1", "c2"]))
ARRIVED = [INSIDE, f"{DETERMINANT} < 1"]
SEEN = [f"{GAP} > 0", f"{FIRST} > 0", f"{SECOND} > 0"]
formal(
    "LEM-block-side.seen",
    title="What an inside spectrum says at one eigenvalue of the block of two groups",
    statement=block(ARRIVED, [" and ".join(f"({part})" for part in (*SEEN, NO_FLIP))]),
    proof=have(
        [
            OFF_SIGN,
            (
                f"{ABOVE} and {BELOW} and (b11 < 1 and b22 < 1) and (b11 > -1 and b22 > -1)",
                lemma("LEM-schur-cohn", **ENTRIES),
            ),
            (
                f"({ABOVE} => {SEEN[0]}) and (b11 < 1 => {SEEN[1]}) and (b22 < 1 => {SEEN[2]})",
                lemma("LEM-block-side", **NUMBERS),
            ),
            (NO_FLIP, lemma("LEM-no-flip", **ENTRIES)),
        ],
        KNOWN,
    ),
)
for side, given in SIDES.items():
    formal(
        f"LEM-block-side.{side}.if",
        title=f"When the eigenvalues of the block of two groups are inside the disc, for {given[0]}",
        statement=block([*given, NO_FLIP], [f"({ARRIVED[0]}) and {ARRIVED[1]}"]),
        proof=have(
            [
                OFF_SIGN,
                (
                    f"{ABOVE} and b11 < 1 and b22 < 1 and 1/c1 < 1 and 1/c2 < 1",
                    lemma(f"LEM-block-side.{side}", **NUMBERS),
                ),
                (f"{BELOW} and b11 > -1 and b22 > -1", lemma("LEM-no-flip.if", **ENTRIES)),
                (" and ".join(ARRIVED), lemma("LEM-schur-cohn.if", **ENTRIES)),
            ],
            KNOWN,
        ),
    )

GROWS = ("1 + a <= exp(a)", rule("exp tangent"))
FALLS = ("1 - a <= exp(-a)", rule("exp tangent", a="-a"))
formal(
    "LEM-odds",
    title="The square of an exponential and 1",
    statement={
        "letters": ["a: number"],
        "where": ["E := exp(a)^2"],
        "show": ["a > 0 => E > 1", "a < 0 => E < 1", "E > 1 => a > 0", "E < 1 => a < 0"],
    },
    proof=[
        intro("", have([GROWS], leaf("1: 1 + a <= exp(a); exp(a) + 1 > 0", "1: a > 0; exp(a) + 1 > 0"))),
        intro(
            "", have([FALLS], leaf("1: 1 - a <= exp(-a); E > 0; exp(-a) + 1 > 0", "1: -a > 0; exp(-a) + 1 > 0; E > 0"))
        ),
        intro(
            "",
            cases(
                "-a",
                absurd(
                    lemma(
                        "LEM-two-signs",
                        have(
                            [FALLS],
                            leaf("1: 1 - a <= exp(-a); E > 0; exp(-a) + 1 > 0", "1: -a >= 0; exp(-a) + 1 > 0; E > 0"),
                        ),
                        leaf("1: E > 1"),
                        a="1 - E",
                    )
                ),
                leaf("1: -a < 0"),
            ),
        ),
        intro(
            "",
            cases(
                "a",
                absurd(
                    lemma(
                        "LEM-two-signs",
                        have([GROWS], leaf("1: 1 + a <= exp(a); exp(a) + 1 > 0", "1: a >= 0; exp(a) + 1 > 0")),
                        leaf("1: E < 1"),
                        a="E - 1",
                    )
                ),
                KNOWN,
            ),
        ),
    ],
)
