"""A 2 x 2 matrix with b12 b21 >= 0: its eigenvalues are in the open unit disc exactly if I - B and I + B have positive
entries on the diagonal and positive determinants."""

from __future__ import annotations

import re
from typing import Any

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, both, cases, have, intro, leaf, lemma, rule

OFF = "b12*b21 >= 0"
ABOVE = "(1 - b11)*(1 - b22) > b12*b21"
BELOW = "(1 + b11)*(1 + b22) > b12*b21"
TRACE, DETERMINANT = "b11 + b22", "(b11*b22 - b12*b21)"
INSIDE = f"abs({TRACE}) < 1 + {DETERMINANT}"
MATRIX = {"letters": ["b11, b12, b21, b22: number"]}

formal(
    "LEM-schur-cohn",
    title="Both eigenvalues inside the disc make I - B and I + B positive",
    statement={
        **MATRIX,
        "given": [OFF, INSIDE, f"{DETERMINANT} < 1"],
        "show": [ABOVE, BELOW, "b11 < 1 and b22 < 1", "b11 > -1 and b22 > -1"],
    },
    proof=[
        have(
            [(f"{TRACE} <= abs({TRACE})", rule("absolute above", e=TRACE))],
            leaf(f"1: {TRACE} <= abs({TRACE})", f"1: {INSIDE}"),
        ),
        have(
            [(f"-({TRACE}) <= abs({TRACE})", rule("absolute above minus", e=TRACE))],
            leaf(f"1: -({TRACE}) <= abs({TRACE})", f"1: {INSIDE}"),
        ),
        both(
            *(
                cases(
                    f"{other} - 1",
                    leaf(f"1: {ABOVE}", f"1: {DETERMINANT} < 1", f"1: {other} - 1 >= 0"),
                    leaf(f"1: {ABOVE}", f"1: {OFF}", times=[f"1 - {other}"]),
                )
                for other in ("b22", "b11")
            )
        ),
        both(
            *(
                cases(
                    f"-1 - {other}",
                    leaf(f"1: {BELOW}", f"1: {DETERMINANT} < 1", f"1: -1 - {other} >= 0"),
                    leaf(f"1: {BELOW}", f"1: {OFF}", times=[f"1 + {other}"]),
                )
                for other in ("b22", "b11")
            )
        ),
    ],
)

formal(
    "LEM-schur-cohn.if",
    title="Positive I - B and I + B put both eigenvalues inside the disc",
    statement={
        **MATRIX,
        "given": [OFF, ABOVE, BELOW, "b11 < 1", "b22 < 1", "b11 > -1", "b22 > -1"],
        "show": [INSIDE, f"{DETERMINANT} < 1"],
    },
    proof=[
        rule("absolute", leaf(f"1: {ABOVE}"), leaf(f"1: {BELOW}"), e=TRACE, b=f"1 + {DETERMINANT}"),
        leaf("1/2: b11 < 1; b22 > -1", "1/2: b11 > -1; b22 < 1", f"1: {OFF}"),
    ],
)

ENTRIES: dict[str, Any] = {
    "b11": "((1 + alpha*m*a11)/c1)",
    "b12": "(alpha*m*a12/c1)",
    "b21": "(alpha*m*a21/c2)",
    "b22": "((1 + alpha*m*a22)/c2)",
}
"""The block of a state of two groups for the eigenvalue m of V: total weights a11 ... a22, factors c1 and c2."""


def block(text: str) -> str:
    """A text about b11 ... b22, of that block."""
    for name, entry in ENTRIES.items():
        text = text.replace(name, entry)
    return text


S11, S22, S12 = "(lam*(a11 - a12)*t1 - m*K)", "(lam*(a22 - a21)*t2 - m*K)", "(-m*k)"
R11, R22 = "(2*t1 + alpha*(lam*(a11 - a12)*t1 + m*K))", "(2*t2 + alpha*(lam*(a22 - a21)*t2 + m*K))"
R12 = "(alpha*(m*k))"
DEFINITE = f"{S11} > 0 and {S11}*{S22} > {S12}^2 and ({R11} > 0 and {R11}*{R22} > {R12}^2)"
STATE = {
    "letters": ["alpha, lam, m, a11, a12, a21, a22, c1, c2, t1, t2, K, k: number"],
    "given": [
        "alpha > 0",
        "c1 == 1 + alpha*lam*(a11 - a12)",
        "c2 == 1 + alpha*lam*(a22 - a21)",
        "c1 > 0",
        "c2 > 0",
        "a12 > 0",
        "a21 > 0",
        "t1 > 0",
        "t2 > 0",
        "t1*a11 == K",
        "t2*a22 == K",
        "t1*t2*a12*a21 == k^2",
    ],
}
PAIR = {
    "letters": ["u1, u2, w, h1, h2, X1, X2, X3: number"],
    "given": ["w >= 0", "h1 > 0", "h2 > 0", "X1 == h1*u1", "X2 == h2*u2", "X3^2 == h1*h2*w"],
}
FORWARD = "u1 > 0 and u1*u2 > w => X1 > 0 and X1*X2 > X3^2"
BACK = "X1 > 0 and X1*X2 > X3^2 => u1 > 0 and u2 > 0 and u1*u2 > w"
USE = ["X1 == h1*u1", "X2 == h2*u2"]
formal(
    "LEM-scaled",
    title="Two leading minors stay positive when rows and columns are scaled",
    statement={**PAIR, "show": [FORWARD, BACK]},
    proof=[
        intro(
            "",
            both(
                leaf("1: u1 > 0; h1 > 0", use=USE),
                leaf("1: u1*u2 > w; h1 > 0; h2 > 0", "eq 1: X3^2 == h1*h2*w", use=USE),
            ),
        ),
        intro(
            "",
            have(
                [
                    ("u1 > 0", leaf("1: X1 > 0", use=USE, times=["h1"])),
                    ("u1*u2 > w", leaf("1: X1*X2 > X3^2", "eq -1: X3^2 == h1*h2*w", use=USE, times=["h1", "h2"])),
                ],
                both(KNOWN, leaf("1: u1*u2 > w", "1: w >= 0", times=["u1"]), KNOWN),
            ),
        ),
    ],
)


def scaled(text: str, sign: str) -> str:
    """A text of LEM-scaled for I - B and S (sign -) or I + B and R."""
    return re.sub(rf"\b({'|'.join(SCALES[sign])})\b", lambda found: str(SCALES[sign][found[0]]), text)


OFF_BLOCK = block("b12*b21")
SCALES: dict[str, dict[str, Any]] = {
    "-": {
        "u1": block("(1 - b11)"),
        "u2": block("(1 - b22)"),
        "w": f"({OFF_BLOCK})",
        "h1": "(c1*t1/alpha)",
        "h2": "(c2*t2/alpha)",
        "X1": S11,
        "X2": S22,
        "X3": S12,
    },
    "+": {
        "u1": block("(1 + b11)"),
        "u2": block("(1 + b22)"),
        "w": f"({OFF_BLOCK})",
        "h1": "(c1*t1)",
        "h2": "(c2*t2)",
        "X1": R11,
        "X2": R22,
        "X3": R12,
    },
}
FIRST, SECOND, TWO, SQUARE = STATE["given"][1], STATE["given"][2], STATE["given"][10], STATE["given"][11]
ONE = STATE["given"][9]


def both_ways(sign: str) -> tuple[str, Tree]:
    """The minors of S (sign -) or R are positive exactly if those of I - B or I + B are."""
    by, c = ("-m", "/alpha") if sign == "-" else ("alpha*m", "")
    proof = lemma(
        "LEM-scaled",
        KNOWN,
        KNOWN,
        KNOWN,
        leaf(f"eq -t1{c}: {FIRST}", f"eq -({by}): {ONE}"),
        leaf(f"eq -t2{c}: {SECOND}", f"eq -({by}): {TWO}"),
        leaf(f"eq -m^2{'*alpha^2' if sign == '+' else ''}: {SQUARE}"),
        **SCALES[sign],
    )
    return f"({scaled(FORWARD, sign)}) and ({scaled(BACK, sign)})", proof


OFF_SIGN = (f"{OFF_BLOCK} >= 0", leaf("1: a12 > 0; a21 > 0; sq alpha*m", times=["c1", "c2"]))
BLOCKS = block(f"{ABOVE} and {BELOW} and (b11 < 1 and b22 < 1) and (b11 > -1 and b22 > -1)")
ARRIVED = [block(INSIDE), block(f"{DETERMINANT} < 1")]
MINORS = [f"{S11} > 0", f"{S11}*{S22} > {S12}^2", f"{R11} > 0", f"{R11}*{R22} > {R12}^2"]
formal(
    "LEM-bipartite-block",
    title="The block at a state of two groups: inside the disc only if two symmetric matrices are positive definite",
    statement={**STATE, "given": [*STATE["given"], *ARRIVED], "show": DEFINITE},
    proof=have(
        [OFF_SIGN, (BLOCKS, lemma("LEM-schur-cohn", **ENTRIES)), both_ways("-"), both_ways("+")],
        KNOWN,
    ),
)
for name, number in (("trace", 0), ("determinant", 1)):
    formal(
        f"LEM-bipartite-block.{name}",
        title="The block at a state of two groups: inside the disc if two symmetric matrices are positive definite",
        statement={**STATE, "given": [*STATE["given"], *MINORS], "show": ARRIVED[number]},
        proof=have(
            [
                OFF_SIGN,
                both_ways("-"),
                both_ways("+"),
                (" and ".join(ARRIVED), lemma("LEM-schur-cohn.if", **ENTRIES)),
            ],
            KNOWN,
        ),
    )

formal(
    "LEM-above-one",
    title="A factor above 1",
    statement={
        "letters": ["c, alpha, x: number"],
        "given": ["c > 0", "alpha > 0", "c == 1 + alpha*x", "abs(1/c) < 1"],
        "show": "x > 0",
    },
    proof=have(
        [
            ("1/c <= abs(1/c)", rule("absolute above", e="1/c")),
            ("c > 1", leaf("1: 1/c <= abs(1/c)", "1: abs(1/c) < 1", times=["1/c"])),
        ],
        leaf("1: c > 1", "eq 1: c == 1 + alpha*x", times=["alpha"]),
    ),
)
formal(
    "LEM-below-one",
    title="The inverse of a factor above 1",
    statement={
        "letters": ["c, alpha, x: number"],
        "given": ["c > 0", "alpha > 0", "c == 1 + alpha*x", "x > 0"],
        "show": "abs(1/c) < 1",
    },
    proof=rule(
        "absolute",
        leaf("1: alpha > 0; x > 0", "eq -1: c == 1 + alpha*x", times=["c"]),
        leaf("1:", "1: 1/c > 0"),
        e="1/c",
        b="1",
    ),
)
