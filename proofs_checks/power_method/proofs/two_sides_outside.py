"""Equilibria of the Oja map with all tokens at v and -v, in whichever order: a move along another eigenvector grows.

z is an eigenvector of V across v, with the eigenvalue m. With p tokens at v, moved by a z, and q at -v, moved by b z,
the derivative is the matrix B of POW-L5.block on (a, b).
"""

from __future__ import annotations

import re

from proofs_checks.lemmas.odd_signs import ON_LINE, side
from proofs_checks.power_method.proofs.bipartite_unstable import BLOCK, IS_FAR, OFF_SIGN, REAL
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, obtain, rule, witness

MOVE: Part = {
    "letters": ["v, z, x[token]: vector", "lam, m: number"],
    "given": [
        "alpha > 0",
        "V(v) == lam*v",
        "dot(v, v) == 1",
        "V(z) == m*z",
        "dot(v, z) == 0",
        "z != 0",
        "fixed(oja, x)",
    ],
}
EIGEN = MOVE["given"][1:5]
C = "(1 + alpha*lam)"
AT_V = "forall i: x[i] == v"
UNITS = "forall i: dot(x[i], x[i]) == 1"
GROWS = f"(1 + alpha*m)/{C}"
formal(
    "LEM-equal-outside",
    title="Where all tokens are at an eigenvector, a larger eigenvalue makes one of the Oja map above 1",
    statement=model(V, OJA, MOVE, {"given": [AT_V, "m > lam", "1 + alpha*lam > 0"], "show": ["outside_disc(oja, x)"]}),
    proof=have(
        [
            (f"{GROWS} > 1", leaf("1: alpha > 0; m > lam", times=[C])),
            (UNITS, intro("t", have(["x[t] == v"], leaf(use=["x[t] == v", EIGEN[1]])))),
        ],
        rule(
            "outside, eigenvector",
            KNOWN,
            intro("t", have(["x[t] == v"], leaf(use=["x[t] == v", "dot(v, z) == 0"]))),
            rule("some element", witness("t", KNOWN), C="exists i in token: z != 0", new={"x": "t"}),
            have(["x[t] == v"], leaf(use=["x[t] == v", AT_V, *EIGEN], norms=["1 + alpha*lam"])),
            leaf(f"1: {GROWS} > 1"),
            F="oja",
            S="x",
            d="fn(h: z)",
            m=GROWS,
            new={"i": "t"},
        ),
    ),
)

LARGER = "m > 0 or p != q and lam > 0 and m < lam"
NUMBERS = ["alpha > 0", "p > 0", "q > 0", "1 + u > 0", "1 - u > 0", LARGER]
WHERE = ["N := p + q", "u := alpha*lam*(p - q)/N", *BLOCK["where"]]
formal(
    "LEM-two-sides-root",
    title="The matrix on two sides of an eigenvector has a real eigenvalue above 1",
    statement={"letters": ["alpha, lam, m, p, q: number"], "where": WHERE, "given": NUMBERS, "show": [REAL("m")]},
    proof=have([IS_FAR, OFF_SIGN], lemma("LEM-real-root", a="b11(m)", b="b12(m)", c="b21(m)", e="b22(m)")),
    instance={"letters": {"alpha": "1/4", "lam": 2, "m": -1, "p": 3, "q": 2}},
)

SIDE = "(1 {0} dot(v, x[{1}]))/2".format
COUNTS = ["p := sum(j: (1 + dot(v, x[j]))/2)", "q := sum(j: (1 - dot(v, x[j]))/2)"]
MEAN = "sum(j: x[j]) == (p - q)*v"
ALONG = "sum(j: x[j]) == sum(j: dot(v, x[j])*v)"
SUM_OF_TOKENS = (
    MEAN,
    have(
        [
            (
                ALONG,
                rule(
                    "equal vector sums",
                    side("x[k]", *[leaf(use=[f"x[k] == {place}", EIGEN[1]]) for place in ("v", "-v")]),
                    e="x",
                    f="fn(j: dot(v, x[j])*v)",
                    new={"x": "k"},
                ),
            )
        ],
        leaf(use=[ALONG]),
    ),
)
TWO_SIDES: Part = {"where": [*COUNTS, *WHERE], "given": [ON_LINE("x"), "1 + u > 0", "1 - u > 0"]}
PUSH = f"(a*{SIDE('+', '{0}')} + b*{SIDE('-', '{0}')})*z".format
MOVED = f"D(oja, x, fn(h: {PUSH('h')}), {{0}})".format
AT = {"v": "(b11(m)*a + b12(m)*b)*z", "-v": "(b21(m)*a + b22(m)*b)*z"}
LENGTHS = {"v": "1 + u", "-v": "1 - u"}
formal(
    "LEM-two-sides-push",
    title="The derivative of the Oja map at tokens on two sides of an eigenvector, along another one",
    statement=model(
        V,
        OJA,
        MOVE,
        TWO_SIDES,
        {
            "letters": ["a, b: number"],
            "show": [f"forall i: x[i] == {place} => {MOVED('i')} == {image}" for place, image in AT.items()],
        },
    ),
    proof=[
        have(
            [SUM_OF_TOKENS],
            intro("t,", leaf(use=[f"x[t] == {place}", MEAN, *EIGEN], norms=[length])),
        )
        for place, length in LENGTHS.items()
    ],
)


def count(sign: str, name: str, token: str) -> tuple[str, Tree]:
    """There is a token on this side."""
    at, total = SIDE(sign, token), f"sum(j: {SIDE(sign, 'j')})"
    at_v, opposite = (leaf("1:", use=["x[k] == v", EIGEN[1]]), leaf(use=["x[k] == -v", EIGEN[1]]))
    if sign == "-":
        at_v, opposite = (leaf(use=["x[k] == v", EIGEN[1]]), leaf("1:", use=["x[k] == -v", EIGEN[1]]))
    own = f"x[{token}] == {'' if sign == '+' else '-'}v"
    return f"{name} > 0", have(
        [
            (
                f"{total} >= {at}",
                rule(
                    "term of a positive sum",
                    side("x[k]", at_v, opposite),
                    e=f"fn(j: {SIDE(sign, 'j')})",
                    y=token,
                    new={"x": "k"},
                ),
            )
        ],
        leaf(f"1: {total} >= {at}", "1:", use=[own, EIGEN[1]]),
    )


ROOT = "(b11(m) - r)*(b22(m) - r) - b12(m)*b21(m) == 0"
PUSHES = {"a": "b12(m)", "b": "r - b11(m)"}


def pushed(text: str) -> str:
    """A text about a and b, for the eigenvector of the matrix with the eigenvalue r."""
    return re.sub(r"\b[ab]\b", lambda found: f"({PUSHES[found.group(0)]})", text)


def grown(place: str) -> Tree:
    """The derivative multiplies the push by r at a token on one side."""
    factor, scalar = (pushed(text).removesuffix("*z") for text in (AT[place], PUSH("t")))
    image = f"{pushed(MOVED('t'))} == {pushed(AT[place])}"
    sides = leaf(*([] if place == "v" else [f"eq -1: {ROOT}"]), use=[f"x[t] == {place}", EIGEN[1]])
    return have(
        [image, (f"{factor} == r*{scalar}", sides)],
        lemma("LEM-multiple-along", u=pushed(MOVED("t")), w="z", k=factor, r="r", c=scalar),
    )


formal(
    "LEM-multiple-along",
    title="Equal factors make equal multiples",
    statement={
        "letters": ["u, w: vector; k, r, c: number"],
        "given": ["u == k*w", "k == r*c"],
        "show": ["u == r*(c*w)"],
    },
    proof=leaf(use=["u == k*w", "k == r*c"]),
)
ACTS = [f"(forall i: x[i] == {place} => {pushed(MOVED('i'))} == {pushed(image)})" for place, image in AT.items()]
SHARE = "alpha*q/N/(1 + u)"
FIRST = pushed(PUSH("s"))
formal(
    "LEM-two-sides-outside",
    title="Where tokens are at an eigenvector and its opposite, another one makes an eigenvalue of the Oja map above 1",
    statement=model(
        V,
        OJA,
        MOVE,
        {"where": TWO_SIDES["where"]},
        {
            "letters": ["s, o: token"],
            "given": [
                ON_LINE("x"),
                "x[s] == v",
                "x[o] == -v",
                "1 + alpha*lam > 0",
                "1 - alpha*lam > 0",
                "m != 0",
                LARGER,
            ],
            "show": ["outside_disc(oja, x)"],
        },
    ),
    proof=have(
        [
            count("+", "p", "s"),
            count("-", "q", "o"),
            ("1 + u > 0", leaf("1: p > 0; 1 + alpha*lam > 0", "1: q > 0; 1 - alpha*lam > 0", times=["N"])),
            ("1 - u > 0", leaf("1: q > 0; 1 + alpha*lam > 0", "1: p > 0; 1 - alpha*lam > 0", times=["N"])),
            (REAL("m"), lemma("LEM-two-sides-root", p="p", q="q")),
            (f"{SHARE} > 0", leaf("1: alpha > 0; q > 0; 1/N > 0; 1/(1 + u) > 0")),
            ("m*m > 0", leaf()),
            ("b12(m)^2 > 0", leaf(f"1: m*m > 0; {SHARE} > 0; {SHARE} > 0")),
            ("dot(z, z) > 0", rule("positive square", u="z")),
            (UNITS, intro("t", side("x[t]", *[leaf(use=[f"x[t] == {place}", EIGEN[1]]) for place in AT]))),
        ],
        obtain(
            REAL("m"),
            "r",
            have(
                [
                    (" and ".join(ACTS), lemma("LEM-two-sides-push", a=PUSHES["a"], b=PUSHES["b"])),
                    (
                        f"{FIRST} != 0",
                        rule(
                            "nonzero vector",
                            leaf("1: b12(m)^2 > 0; dot(z, z) > 0", use=["x[s] == v", EIGEN[1]]),
                            u=FIRST,
                        ),
                    ),
                ],
                rule(
                    "outside, eigenvector",
                    KNOWN,
                    intro("t", side("x[t]", *[leaf(use=[f"x[t] == {place}", EIGEN[3]]) for place in AT])),
                    witness("s", KNOWN),
                    side("x[t]", *[grown(place) for place in AT]),
                    leaf("1: r > 1"),
                    F="oja",
                    S="x",
                    d=f"fn(h: {pushed(PUSH('h'))})",
                    m="r",
                    new={"i": "t"},
                ),
            ),
        ),
    ),
)
