"""(B.3) from (B.4): averages over random skew matrices, whose entries are functions of a number s uniform on [0, 1].

An expectation is an integral over [0, 1]: S adds up the difference of a product of two entries from its expectation, I
and K those of the two averages; each is back at 0 at the time 1 if and only if that is the expectation.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.averaged import BASIS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, define, enter, have, intro, leaf, lemma, rule, take

ALL = "forall k in direction, l in direction, p in direction, q in direction"
COVARIANCE = "(dot(b[k], b[p])*dot(b[l], b[q]) - dot(b[k], b[q])*dot(b[l], b[p]))"
PAIRS = f"{ALL}: rate(S[k, l, p, q]) == B[k, l]*B[p, q] - {COVARIANCE}"
BACK = f"always(time == 1 => ({ALL}: S[k, l, p, q] == 0))"
UNIT_BASIS = BASIS["given"][0]
TURN = "sum(k in direction, l in direction: B[k, l]*dot(b[l], {0})*dot(b[k], {1}))".format
TWICE = "sum(l in direction, k in direction, q in direction: B[k, l]*B[l, q]*dot(b[q], {0})*dot(b[k], {1}))".format
_IN = "k in direction, l in direction, p in direction, q in direction"
SQUARED = f"sum({_IN}: S[k, l, p, q]*dot(b[l], {{0}})*dot(b[k], {{1}})*dot(b[q], {{0}})*dot(b[p], {{1}}))".format
CHAINED = "sum(l in direction, k in direction, q in direction: S[k, l, l, q]*dot(b[q], {0})*dot(b[k], {1}))".format
SINE = "(dot({0}, {0})*dot({1}, {1}) - dot({0}, {1})^2)".format
D = "sum(k in direction: 1)"
TOGETHER = "sum(k in direction, p in direction: dot(b[k], b[p])*dot(b[k], {0})*dot(b[p], {1}))".format
ISOMETRY = f"forall g in vector, c in vector: {TOGETHER('g', 'c')} == dot(g, c)"


def spread(u: str) -> str:
    """A vector in the basis."""
    return f"sum(k in direction: dot(b[k], {u})*b[k])"


KEPT = intro(
    ["g", "c"],
    have(
        [
            (f"g == {spread('g')}", KNOWN),
            (f"c == {spread('c')}", KNOWN),
            (f"dot(g, c) == dot(g, {spread('c')})", lemma("LEM-same-dot", u="c", w=spread("c"), z="g")),
            (
                f"dot({spread('c')}, g) == dot({spread('c')}, {spread('g')})",
                lemma("LEM-same-dot", u="g", w=spread("g"), z=spread("c")),
            ),
        ],
        leaf(
            f"eq -1: dot(g, c) == dot(g, {spread('c')})",
            f"eq -1: dot({spread('c')}, g) == dot({spread('c')}, {spread('g')})",
        ),
    ),
)


def together(u: str, w: str) -> tuple[str, Tree]:
    """The basis keeps products."""
    return f"{TOGETHER(u, w)} == dot({u}, {w})", take(ISOMETRY, [u, w], KNOWN)


def squared(u: str, w: str) -> tuple[str, Tree]:
    """How the sum of the covariances moves that makes the square of a product."""
    same = [together(w, w), together(u, u), together(w, u)]
    (ww, _), (uu, _), (wu, _) = same
    fact = f"rate({SQUARED(u, w)}) == {TURN(u, w)}^2 - {SINE(u, w)}"
    return fact, have(
        same,
        define(
            [f"first := {TOGETHER(u, u)}", f"mixed := {TOGETHER(w, u)}"],
            leaf(
                f"eq -first: {ww}",
                f"eq -dot({w}, {w}): {uu}",
                f"eq mixed: {wu}",
                f"eq dot({w}, {u}): {wu}",
                use=[PAIRS],
            ),
        ),
    )


PARSEVAL = "forall g in vector, c in vector: sum(l in direction: dot(b[l], g)*dot(b[l], c)) == dot(g, c)"


def chained(u: str, w: str) -> tuple[str, Tree]:
    """How the sum of the covariances moves that makes the square of a matrix."""
    fact = f"rate({CHAINED(u, w)}) == {TWICE(u, w)} + ({D} - 1)*dot({u}, {w})"
    through = f"sum(l in direction: dot(b[l], {spread(w)})*dot(b[l], {spread(u)})) == dot({spread(w)}, {spread(u)})"
    same = together(w, u)
    return fact, have(
        [same, (through, take(PARSEVAL, [spread(w), spread(u)], KNOWN))],
        define(
            [f"many := {D}"],
            leaf(f"eq -1: {through}", f"eq many - 1: {same[0]}", use=[PAIRS, UNIT_BASIS]),
        ),
    )


UNITS = ["forall i: dot(x[i], x[i]) == 1"]
BASIC: Steps = [
    (ISOMETRY, KEPT),
    (PARSEVAL, intro(["g", "c"], lemma("LEM-Parseval", KNOWN, q="g", z="c"))),
]


def equal(moved: str, made: str, speed: tuple[str, Tree], own: str) -> Tree:
    """What moves as the sum does, and starts with it, is the sum."""
    sides: Steps = []
    for sign, first, last in (("", "-1", "1"), ("-", "1", "-1")):
        z = f"{sign}({moved} - {made})"
        step = have([own, speed], leaf(f"eq {first}: {own}", f"eq {last}: {speed[0]}", use=UNITS))
        sides.append((f"always({z} >= start({z}))", rule("monotone", step, z=z)))
    gap = f"({moved} - {made})"
    begun = f"start({gap}) == 0"
    return have(
        [*BASIC, (begun, enter("start", leaf(use=[f"{moved} == 0", f"{ALL}: S[k, l, p, q] == 0"]))), *sides],
        enter(
            "every",
            rule(
                "antisymmetry",
                leaf(f"1: -{gap} >= start(-{gap})", f"eq 1: {begun}"),
                leaf(f"1: {gap} >= start({gap})", f"eq -1: {begun}"),
                a=moved,
                b=made,
            ),
        ),
    )


X, Y = "x[s]", "x[t]"
OWN = {
    "I": "rate(I[{0}, {1}]) == turn(x[{0}], x[{1}])^2 - (1 - dot(x[{0}], x[{1}])^2)",
    "K": "rate(K[{0}, {1}]) == twice(x[{0}], x[{1}]) + (dims - 1)*dot(x[{0}], x[{1}])",
}
MADE = {
    "I": equal("I[s, t]", SQUARED(X, Y), squared(X, Y), OWN["I"].format("s", "t")),
    "K": equal("K[s, t]", CHAINED(X, Y), chained(X, Y), OWN["K"].format("s", "t")),
}
SAME = {"I": f"I[s, t] == {SQUARED(X, Y)}", "K": f"K[s, t] == {CHAINED(X, Y)}"}
SUMS: Steps = [(f"forall s, t: always({SAME[name]})", intro(["s", "t"], MADE[name])) for name in "IK"]
NONE = f"{ALL}: S[k, l, p, q] == 0"
GONE = (NONE, intro(["k", "l", "p", "q"], KNOWN))
OVER = "forall i, j: I[i, j] == 0 and K[i, j] == 0"
DONE = f"always(time == 1 => ({OVER}))"
AVERAGES = have(
    SUMS,
    enter(
        "every",
        intro(
            "",
            have(
                [GONE],
                intro(["s", "t"], have(list(SAME.values()), both(*(leaf(use=[NONE, SAME[name]]) for name in "IK")))),
            ),
        ),
    ),
)
CUT = "chi[i]*(1 - chi[j])*exp(beta*dot(x[i], x[j]))"
B4 = f"sum(i, j: {CUT}*(beta*turn(x[i], x[j])^2 + twice(x[i], x[j]))) <= 0"
B3 = f"sum(i, j: {CUT}*((dims - 1)*dot(x[i], x[j]) - beta*(1 - dot(x[i], x[j])^2))) >= 0"
TOTAL = f"sum(i, j: {CUT}*(beta*I[i, j] + K[i, j]))"
LESS = f"sum(i, j: {CUT}*(beta*(1 - dot(x[i], x[j])^2) - (dims - 1)*dot(x[i], x[j])))"
FALLS = f"-({TOTAL} + time*{LESS})"
RATES = [f"forall i, j: {OWN[name].format('i', 'j')}" for name in "IK"]
BEGUN = [f"forall i, j: {name}[i, j] == 0" for name in "IK"]
FOLLOWS = intro(
    "",
    have(
        [
            (DONE, AVERAGES),
            (
                f"start({FALLS}) == 0",
                enter("start", leaf(use=BEGUN)),
            ),
            (f"always({FALLS} >= start({FALLS}))", rule("monotone", leaf(f"1: {B4}", use=RATES), z=FALLS)),
        ],
        lemma(
            "LEM-reached",
            leaf("1:"),
            enter(
                "every",
                intro(
                    "",
                    have(
                        [(fact, intro(["i", "j"], KNOWN)) for fact in BEGUN],
                        leaf(
                            f"1: {FALLS} >= start({FALLS})",
                            f"eq -1: start({FALLS}) == 0",
                            use=[*BEGUN, "time == 1"],
                        ),
                    ),
                ),
            ),
            T="1",
            C=B3,
        ),
    ),
)
EAST, NORTH = [1, 0], [0, 1]
ZEROS: Any = [[[[0, 0]] * 2] * 2] * 2
SQUARE: dict[str, Any] = {
    "dim": 2,
    "directions": 2,
    "tokens": 2,
    "letters": {
        "beta": "log(2)",
        "b": [EAST, NORTH],
        "B": [[0, -1], [1, 0]],
        "S": ZEROS,
        "x": [EAST, ["3/5", "4/5"]],
        "chi": [1, 0],
        "I": [[0, 0]] * 2,
        "K": [[0, 0]] * 2,
    },
}

READING = (
    "an expectation is an integral over [0, 1], on which the entries are functions; that the entries above the diagonal"
    " are independent with mean 0 and variance 1 enters by the expectations of products of two entries; chi is 1 on S"
    " and 0 elsewhere"
)
RANDOM = {
    "letters": [
        "B[direction, direction]: measurable number",
        "S[direction, direction, direction, direction], I[token, token], K[token, token]: moving number",
    ],
    "where": [f"turn(g, c) := {TURN('g', 'c')}", f"twice(g, c) := {TWICE('g', 'c')}"],
    "given": [
        f"at_start({NONE})",
        f"almost_always({PAIRS})",
        *(f"at_start({fact})" for fact in BEGUN),
        *(f"almost_always({rate})" for rate in RATES),
    ],
}
"""A random matrix, what its products of entries add up to, and what the two averages add up to."""
SHOWN = [
    f"forall s, t: always({SAME['I']} and {SAME['K']})",
    f"{BACK} => {DONE}",
    f"{BACK} => (almost_always({B4}) => {B3})",
]

formal(
    "PER-B.3.averages",
    title="The averages over random skew matrices, and (B.3) from (B.4)",
    sentence=r"Averages over skew $B$ with independent entries of mean 0 and variance 1 above the diagonal: $E\langle"
    r" Bx, y\rangle^2 = \sin^2\angle(x, y)$, $E\langle B^2x, y\rangle = -(d-1)\langle x, y\rangle$ for unit $x, y$, and"
    r" (B.3) follows from (B.4).",
    reading=READING,
    statement=model(
        BASIS,
        {"letters": ["x[token]: vector; beta, chi[token]: number"], "given": UNITS},
        RANDOM,
        {"show": SHOWN},
    ),
    proof=[
        have(SUMS, intro(["s", "t"], enter("every", both(KNOWN, KNOWN)))),
        intro("", AVERAGES),
        intro("", FOLLOWS),
    ],
    instance=SQUARE,
    twin=Variant(
        "from any start",
        {"at_start(forall i, j: I[i, j] == 0)": "at_start(forall i, j: I[i, j] >= 0)"},
        {**SQUARE, "letters": {**SQUARE["letters"], "I": [[1, 0], [0, 0]]}},
    ),
)
