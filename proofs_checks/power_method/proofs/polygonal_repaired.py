"""Lemma 6 repaired: polygonal states off one line are unstable, those on one line where V is positive across it."""

from __future__ import annotations

import re

from proofs_checks.power_method.proofs.average_definite import AVERAGE, OFF
from proofs_checks.power_method.proofs.models import OJA, Part, V
from proofs_checks.power_method.proofs.polygonal import POLYGON, STATE, instance
from proofs_checks.power_method.proofs.polygonal_unstable import FIXED
from verify.formal import Variant, all_formal, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, have, intro, leaf, lemma, obtain, rule, split, take, witness

TOP: Part = {"letters": AVERAGE["letters"], "given": AVERAGE["given"][:5]}
LINE: Part = {"letters": ["y, z: vector", "nu, s: number"]}
QUOTIENT = "(1 + alpha*lam1/(N*dot(v1, w)))"
LARGE = (
    f"(exists e in state, m in number: m >= {QUOTIENT} and (exists i: e[i] != 0)"
    " and (forall i: dot(x[i], e[i]) == 0) and (forall i: D(oja, x, e, i) == m*e[i]))"
)
OFF_LINE = f"exists w in vector: W(w) == v1 and {QUOTIENT} > 1 and {LARGE}"
ON_LINE = "(forall i: x[i] == y or x[i] == -y)"
ACROSS = "dot(y, z) == 0 and z != 0 and V(z) == nu*z + s*y and nu > 0"
NEGATIVE = "(forall b in vector: dot(y, b) == 0 => dot(b, V(b)) <= 0)"
MODE = "(forall i: dot(x[i], e[i]) == 0) and (exists i: e[i] != 0) and (forall i: D(oja, x, e, i) == m*e[i])"
GROWS = "(forall i: D(oja, x, fn(h: z), i) == (1 + alpha*nu)*z)"
UNSTABLE = "not lyapunov(oja, x)"
IMAGE = "V(z) == nu*z + s*y"
TANGENT = "forall i: dot(x[i], e[i]) == 0"


def side(token: str, *proofs: Tree) -> Tree:
    """A token is at y or at -y."""
    return split(f"x[{token}] == y or x[{token}] == -y", *proofs)


def along(sign: str) -> Tree:
    """The derivative at a token on either side, for all tokens moved by z."""
    length = leaf("eq 1: dot(x[t], x[t]) == 1", use=[f"x[t] == {sign}y"])
    use = [*STATE, f"x[t] == {sign}y", "dot(y, y) == 1", "dot(y, z) == 0", IMAGE]
    return have(["dot(x[t], x[t]) == 1", ("dot(y, y) == 1", length)], leaf(use=use, norms=["1"]))


def tangent(sign: str) -> Tree:
    """What is tangent at a token is across the line."""
    return leaf(f"eq {sign}1: dot(x[t], e[t]) == 0", use=[f"x[t] == {sign}y"])


SQUARES = "sum(i: dot(e[i], e[i]))"
WHOLE = "sum(i: e[i])"
IMAGES = "sum(i: dot(e[i], D(oja, x, e, i))) == sum(i: dot(e[i], m*e[i]))"
PULL = f"dot({WHOLE}, V({WHOLE})) <= 0"
LENGTHS: Steps = [
    (
        IMAGES,
        rule(
            "equal sums",
            have(
                [("D(oja, x, e, t) == m*e[t]", take("forall i: D(oja, x, e, i) == m*e[i]", ["t"], KNOWN))],
                lemma("LEM-same-dot", u="D(oja, x, e, t)", w="m*e[t]", z="e[t]"),
            ),
            e="fn(i: dot(e[i], D(oja, x, e, i)))",
            f="fn(i: dot(e[i], m*e[i]))",
            new={"x": "t"},
        ),
    ),
    (
        f"{SQUARES} > 0",
        obtain(
            "exists i: e[i] != 0",
            "k",
            have(
                [
                    ("dot(e[k], e[k]) > 0", rule("positive square", u="e[k]")),
                    (
                        f"{SQUARES} >= dot(e[k], e[k])",
                        rule(
                            "term of a positive sum",
                            leaf("1: sq norm(e[h])"),
                            e="fn(i: dot(e[i], e[i]))",
                            y="k",
                            new={"x": "h"},
                        ),
                    ),
                ],
                leaf("1: dot(e[k], e[k]) > 0", f"1: {SQUARES} >= dot(e[k], e[k])"),
            ),
        ),
    ),
]
AT_MOST_ONE = leaf(
    f"eq -1: {IMAGES}",
    f"1: alpha > 0; 1/N > 0; {PULL}",
    use=[*STATE, TANGENT],
    norms=["1"],
    times=[SQUARES],
)
BOUNDED = have(
    [
        (TANGENT, intro("t", KNOWN)),
        (
            "forall i: dot(y, e[i]) == 0",
            intro("t", have(["dot(x[t], e[t]) == 0"], side("t", tangent(""), tangent("-")))),
        ),
        (f"dot(y, {WHOLE}) == 0", leaf(use=["forall i: dot(y, e[i]) == 0"])),
        (PULL, take(NEGATIVE, [WHOLE], KNOWN)),
        *LENGTHS,
    ],
    AT_MOST_ONE,
)


def unstable_along(map_: str, moved: Tree, *, d: str = "e", m: str = "m", some: Tree = KNOWN) -> Tree:
    """x is unstable: the derivative at a token t takes d to m d (`moved`), abs(m) > 1, some token moves (`some`)."""
    outside = rule("outside, eigenvector", KNOWN, KNOWN, some, moved, KNOWN, F=map_, S="x", d=d, m=m, new={"i": "t"})
    return rule("indirect method, unstable", KNOWN, outside, F=map_, S="x")


RATE = "(1 + alpha*nu)"
ALONG_LINE = intro(",,t", have([IMAGE, "dot(y, z) == 0"], side("t", along(""), along("-"))))
ORTHOGONAL = [leaf(use=[f"x[t] == {sign}y", "dot(y, z) == 0"]) for sign in ("", "-")]
UNSTABLE_LINE = intro(
    ",",
    have(
        [
            ("fixed(oja, x)", FIXED),
            (GROWS, intro("t", KNOWN)),
            ("forall i: dot(x[i], z) == 0", intro("t", have(["dot(y, z) == 0"], side("t", *ORTHOGONAL)))),
            (f"{RATE} > 1", leaf("1: alpha > 0; nu > 0")),
        ],
        unstable_along(
            "oja",
            take(GROWS, ["t"], KNOWN),
            d="fn(h: z)",
            m=RATE,
            some=rule("some element", witness("t", KNOWN), C="exists i in token: z != 0", new={"x": "t"}),
        ),
    ),
)
MODES = intro(
    ",,e,m,",
    have(
        [
            (NEGATIVE, intro("c,", KNOWN)),
            ("exists i: e[i] != 0", KNOWN),
            ("forall i: D(oja, x, e, i) == m*e[i]", intro("t", KNOWN)),
        ],
        BOUNDED,
    ),
)


def in_letters(text: str) -> str:
    """A goal of the lemma in the letters of this statement."""
    for old, new in (("z in", "h in"), ("W(z)", "W(h)"), ("delta(i)", "Pi(i, w)"), ("a > 0", "dot(v1, w) > 0")):
        text = text.replace(old, new)
    return re.sub(r"\bq\b", QUOTIENT, text)


MODE_FACTS = " and ".join(f"({in_letters(text)})" for text in all_formal()["POW-L6.mode.repaired"].statement["show"])


def from_mode(goal: str, then: Tree) -> Tree:
    """The perturbation of the lemma, made from M^{-1} v1."""
    return intro(
        "",
        have(
            [("positive_definite(W)", lemma("LEM-average-definite"))],
            rule(
                "inverse",
                KNOWN,
                have([(MODE_FACTS, lemma("POW-L6.mode.repaired")), (LARGE, KNOWN), f"{QUOTIENT} > 1"], then),
                W="W",
                v="v1",
                C=goal,
                new={"z": "w"},
            ),
        ),
    )


BEYOND = obtain(
    LARGE,
    "e,m",
    have(
        [("fixed(oja, x)", FIXED), ("m > 1", leaf(f"1: m >= {QUOTIENT}", f"1: {QUOTIENT} > 1")), "abs(m) > 1"],
        unstable_along("oja", take("forall i: D(oja, x, e, i) == m*e[i]", ["t"], KNOWN)),
    ),
)
VALUES = {
    "V": [[2, 0], [0, -1]],
    "alpha": "3",
    "x": [["3/5", "4/5"], ["-3/5", "-4/5"], ["1", "0"], ["-1", "0"]],
    "W": [["32/25", "-24/25"], ["-24/25", "68/25"]],
    "v1": [1, 0],
    "lam1": 2,
    "y": [0, 1],
    "z": [1, 0],
    "nu": 2,
    "s": 0,
}
NO_EIGENVALUE_ABOVE = f"{ON_LINE} => {NEGATIVE} => (forall e in state, m in number: {MODE} => m <= 1)"
formal(
    "POW-L6.repaired",
    statement=model(
        V,
        OJA,
        POLYGON,
        TOP,
        LINE,
        {
            "show": [
                f"({OFF}) => ({OFF_LINE})",
                f"({OFF}) => {UNSTABLE}",
                f"{ON_LINE} => {ACROSS} => {GROWS}",
                f"{ON_LINE} => {ACROSS} => {UNSTABLE}",
                NO_EIGENVALUE_ABOVE,
            ]
        },
    ),
    proof=[
        from_mode(OFF_LINE, witness("w", both(KNOWN, KNOWN, KNOWN))),
        from_mode(UNSTABLE, BEYOND),
        ALONG_LINE,
        UNSTABLE_LINE,
        MODES,
    ],
    instance=instance(VALUES),
    twin=Variant(
        "twice the factor on one line",
        {f"== {RATE}*z": "== (1 + 2*alpha*nu)*z"},
        instance({**VALUES, "x": [[0, 1], [0, -1]], "W": [[2, 0], [0, 0]]}, tokens=2),
    ),
)
