"""Lemma 7 and Theorem 2: two opposite tokens off the eigenvectors of V keep an open set of states near them.

V is the reflection in the line of v, so that it is -1 across v. The tokens are at u and -u, u = 4/5 v + 3/5 w.
"""

from __future__ import annotations

from proofs_checks.lemmas.compressed import LENGTH
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)

EIGEN = "exists l in number: V({0}) == l*{0}".format
NEAR = "forall i: norm(X[i] - x[i]) < 1/10"
OFF = f"forall X in state: ({NEAR}) => (forall i: not ({EIGEN('X[i]')}))"
PAIR = f"exists x in state: on(oja, x) and lyapunov(oja, x) and ({OFF})"
HIGH = "dot(v, u)^2 == 16/25"
UNIT = "dot(u, u) == 1"


def setting(v: str) -> list[str]:
    """Two tokens, V the reflection in the line of the unit vector v, and a short step."""
    return [
        "sum(j: 1) == 2",
        f"dot({v}, {v}) == 1",
        f"eigenvalue(V, {v}, -1)",
        f"forall b in vector: V(b) == 2*dot({v}, b)*{v} - b",
        "alpha > 0",
        "alpha <= 1",
    ]


REFLECTED = setting("v")[3]
TILTED: Part = {
    "dim": 2,
    "letters": {"V": [[1, 0], [0, -1]], "v": [1, 0], "u": ["4/5", "3/5"], "z": ["-3/5", "4/5"]},
}


def at(*names: str) -> Part:
    """The example, of which only these letters are declared."""
    return {"dim": 2, "letters": {name: TILTED["letters"][name] for name in ("V", "v", *names)}}


formal(
    "LEM-tilted-across",
    title="Across a vector at the height 4/5 the reflection in a line is at most -7/25",
    statement={
        "letters": ["V: operator", "v, u, z: vector"],
        "given": ["dot(v, v) == 1", REFLECTED, UNIT, HIGH, "dot(u, z) == 0"],
        "show": "dot(z, V(z)) <= -(7/25)*dot(z, z)",
    },
    proof=have(
        [("V(z) == 2*dot(v, z)*v - z", take(REFLECTED, ["z"], KNOWN))],
        leaf(
            "18/25: sq norm(z - 25/9*dot(v, z)*(v - dot(v, u)*u))",
            f"eq -50/9*dot(v, z)^2: {HIGH}",
            use=["V(z) == 2*dot(v, z)*v - z", "dot(v, v) == 1", UNIT, "dot(u, z) == 0"],
        ),
    ),
    instance=at("u", "z"),
    twin=Variant("at most -8/25", {"7/25": "8/25"}, at("u", "z")),
)

IMAGE = "V(X) == 2*dot(v, X)*v - X"
DISTANCE = "dot(X - u, X - u)"
CLOSE = f"{DISTANCE} < 1/100"


def same(z: str) -> tuple[str, Tree]:
    """The equation of an eigenvector in one direction."""
    return f"dot({z}, V(X)) == dot({z}, l*X)", lemma("LEM-same-dot", u="V(X)", w="l*X", z=z)


formal(
    "LEM-tilted-off",
    title="Near a unit vector at the height 4/5 the reflection in a line has no eigenvector",
    statement={
        "letters": ["V: operator", "v, u, X: vector"],
        "given": ["dot(v, v) == 1", REFLECTED, UNIT, HIGH, "norm(X - u) < 1/10"],
        "show": f"not ({EIGEN('X')})",
    },
    proof=intro(
        "",
        obtain(
            EIGEN("X"),
            "l",
            have(
                [
                    (IMAGE, take(REFLECTED, ["X"], KNOWN)),
                    (
                        CLOSE,
                        leaf("1: norm(X - u) < 1/10; norm(X - u) >= 0", "1/10: norm(X - u) < 1/10"),
                    ),
                ],
                split(
                    "dot(v, X) == 0 or dot(v, X) != 0",
                    leaf(
                        f"100/63: {CLOSE}",
                        "100/63: sq norm(X - u - dot(v, X - u)*v)",
                        f"eq -100/63: {HIGH}",
                        use=["dot(v, X) == 0", "dot(v, v) == 1"],
                    ),
                    have(
                        [
                            same("v"),
                            (
                                "l == 1",
                                leaf(
                                    "eq -1/dot(v, X): dot(v, V(X)) == dot(v, l*X)",
                                    use=[IMAGE, "dot(v, v) == 1"],
                                ),
                            ),
                            same("X"),
                            same("u"),
                        ],
                        leaf(
                            f"20/7: {CLOSE}",
                            "20/7: sq dot(v, X) - dot(v, u)",
                            f"eq 10/7: {same('X')[0]}",
                            f"eq -20/7: {same('u')[0]}",
                            f"eq 20/7: {HIGH}",
                            use=[UNIT, IMAGE, "l == 1"],
                        ),
                    ),
                ),
            ),
        ),
    ),
    instance={**TILTED, "letters": {**at("u")["letters"], "X": TILTED["letters"]["u"]}},
)

U = "(4/5*v + 3/5*(w/norm(w)))"
POLES = f"forall i: x[i] == {U} or x[i] == -{U}"
UNITS = "forall i: dot(x[i], x[i]) == 1 and dot(v, x[i])^2 == 16/25"


def pole(sign: str) -> Tree:
    """A token at one of the two ends."""
    return both(*[leaf(use=[f"x[t] == {sign}{U}", *UNIT_SQUARES])] * 2)


UNIT_SQUARES = ["dot(v, v) == 1", "dot(v, w) == 0"]
FACTS: Steps = [
    (UNITS, intro("t", split(f"x[t] == {U} or x[t] == -{U}", pole(""), pole("-")))),
    ("forall i: dot(x[i], x[i]) == 1", intro("t", take(UNITS, ["t"], KNOWN))),
    (
        "forall z in vector: dot(V(z), V(z)) <= 1^2*dot(z, z)",
        intro("c", take(REFLECTED, ["c"], leaf(use=["V(c) == 2*dot(v, c)*v - c", "dot(v, v) == 1"]))),
    ),
    (LENGTH, lemma("LEM-scaled-length", L="1")),
    ("alpha*(7/25) <= 1", leaf("7/25: alpha <= 1", "18/25:")),
    (
        "forall i: forall z in vector: dot(x[i], z) == 0 => dot(z, V(z)) <= -(7/25)*dot(z, z)",
        intro("t,c,", take(UNITS, ["t"], lemma("LEM-tilted-across", u="x[t]", z="c"))),
    ),
]
formal(
    "LEM-tilted-pair",
    title="Where V reflects in a line some pair of tokens is Lyapunov stable, with no eigenvectors near it",
    statement=model(V, OJA, {"letters": ["v: vector"], "given": setting("v"), "show": PAIR}),
    instance={"tokens": 2, "dim": 2, "letters": {"V": [[1, 0], [0, -1]], "v": [1, 0], "alpha": "1/8"}},
    proof=unfold(
        "eigenvalue(V, v, -1)",
        obtain(
            "exists w in vector: w != 0 and dot(v, w) == 0 and V(w) == -1*w",
            "w",
            have(
                [
                    ("dot(w, w) > 0", rule("positive square", u="w")),
                    (
                        f"exists x in state: (sum(j: x[j]) == 0 and ({POLES}))",
                        lemma("LEM-two-opposite", u=U),
                    ),
                ],
                obtain(
                    f"exists x in state: (sum(j: x[j]) == 0 and ({POLES}))",
                    "x",
                    have(
                        FACTS,
                        witness(
                            "x",
                            both(
                                KNOWN,
                                lemma("LEM-pair-stable", k="7/25"),
                                intro(
                                    "X,,t",
                                    take(UNITS, ["t"], lemma("LEM-tilted-off", u="x[t]", X="X[t]")),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
