"""Appendix A: F = (W_V W_O)^T and W_V W_O have the same eigenvalues and multiplicities, complex ones included.

An eigenvalue s + i w is real, w = 0, or one of a pair; (F - s)^2 + w^2 loses its eigenvectors and those of s - i w.
The dimension that the powers of this map lose in the end is the algebraic multiplicity for w = 0, and twice it for
w != 0; what F - s itself loses for w = 0 is the geometric one. b is the orthonormal basis in which matrices are
written; its vectors are counted by tokens.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.adjoint_dimensions import lost
from proofs_checks.lemmas.adjoint_powers import powers
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, split, take, witness

E = {"": "E"}
GIVEN_V = "forall x in vector S, y in vector E: dot(WV(x), y) == dot(x, V(y))"
GIVEN_O = "forall x in vector S, y in vector E: dot(O(x), y) == dot(x, WO(y))"
ADJOINT = "forall x in vector E, y in vector E: dot({0}(x), y) == dot(x, {1}(y))".format
SQUARE = "{0}({0}({1})) - 2*s*{0}({1}) + (s^2 + w^2)*{1}".format
PAIR = (
    "exists f in vector E, g in vector E: (f != 0 or g != 0) and {0}(f) == s*f - w*g and {0}(g) == w*f + s*g"
).format
SOME = "(exists X in state E: {0})".format
LEFT = "(forall y in vector E: dot(v, {0}(y)) == l*dot(v, y))".format
BASIS = [
    "forall i: dot(b[i], b[i]) == 1",
    "forall i, j: i != j => dot(b[i], b[j]) == 0",
    "forall x in vector E: x == sum(j: dot(b[j], x)*b[j])",
]


def adjoint(first: str, second: str, *at: tuple[str, str]) -> list[tuple[str, Tree]]:
    """Products moved from the first map to the second one."""
    return [
        (f"dot({first}({x}), {y}) == dot({x}, {second}({y}))", take(ADJOINT(first, second), [x, y], KNOWN))
        for x, y in at
    ]


def same_eigenvalues(first: str, second: str) -> Tree:
    """An eigenvalue of the first matrix is one of the second."""
    lost_there = f"exists z in vector E: z != 0 and {SQUARE(second, 'z')} == 0"
    image = f"{second}({second}(z))"
    turned = f"{image} == 2*s*{second}(z) - (s^2 + w^2)*z"
    stays = f"{second}(z) - s*z"

    def kernel(v: str) -> Tree:
        return lemma(
            "LEM-adjoint.kernel",
            KNOWN,
            squares_adjoint(first, second),
            KNOWN,
            leaf(use=[f"{first}(f) == s*f - w*g", f"{first}(g) == w*f + s*g"]),
            spaces=E,
            T=f"fn(x in vector E: {SQUARE(first, 'x')})",
            U=f"fn(x in vector E: {SQUARE(second, 'x')})",
            v=v,
        )

    complex_one = witness("z", witness(f"1/w*(s*z - {second}(z))", both({"left": KNOWN}, leaf(), leaf(use=[turned]))))
    real_one = split(
        f"{stays} == 0 or {stays} != 0",
        have(
            [f"{second}(z) == s*z"],
            witness(
                "z", witness("0*z", both({"left": KNOWN}, leaf(use=[f"{second}(z) == s*z"]), leaf(use=["w == 0"])))
            ),
        ),
        witness(stays, witness("0*z", both({"left": KNOWN}, leaf(use=[turned, "w == 0"]), leaf(use=["w == 0"])))),
    )
    return intro(
        "",
        obtain(
            PAIR(first),
            ["f", "g"],
            have(
                [(lost_there, split("f != 0 or g != 0", kernel("f"), kernel("g")))],
                obtain(lost_there, "z", have([turned], split("w == 0 or w != 0", real_one, complex_one))),
            ),
        ),
    )


def squares_adjoint(first: str, second: str) -> Tree:
    """(F - s)^2 + w^2 and (M - s)^2 + w^2 are adjoint."""
    steps = adjoint(first, second, (f"{first}(p)", "q"), ("p", f"{second}(q)"), ("p", "q"))
    (twice, _), (inner, _), (once, _) = steps
    return intro("p,q", have(steps, leaf(f"eq 1: {twice}", f"eq 1: {inner}", f"eq -2*s: {once}")))


def as_many(maps: tuple[str, str], names: list[str], proof: Tree) -> Tree:
    """As many dimensions are lost by the second map as by the first one."""
    T, U = (f"fn(x in vector E: {image.format('x')})" for image in maps)
    return intro([*names, "i", ""], lemma("LEM-adjoint.dimension", KNOWN, proof, KNOWN, spaces=E, T=T, U=U))


def transposed(then: Tree) -> Tree:
    """What is known of F and M: each is the transpose of the other one."""
    outer, inner = "dot(O(V(p)), q) == dot(V(p), WO(q))", "dot(WV(WO(q)), p) == dot(WO(q), V(p))"
    moved = [(outer, take(GIVEN_O, ["V(p)", "q"], KNOWN)), (inner, take(GIVEN_V, ["WO(q)", "p"], KNOWN))]
    there = intro("p,q", have(moved, leaf(f"eq 1: {outer}", f"eq -1: {inner}")))
    back = intro("q,p", take(ADJOINT("F", "M"), ["p", "q"], leaf("eq -1: dot(F(p), q) == dot(p, M(q))")))
    return have([(ADJOINT("F", "M"), there), (ADJOINT("M", "F"), back)], then)


OF_F, OF_M = "A(n, {})", "B(n, {})"
REAL_F, REAL_M = "F({0}) - s*{0}", "M({0}) - s*{0}"
POWERS = "forall m in size: forall x in vector E, y in vector E: dot({0}(m, x), y) == dot(x, {1}(m, y))".format
STATEMENT: dict[str, Any] = {
    "spaces": ["E", "S"],
    "letters": [
        "WV: matrix S -> E",
        "WO: matrix E -> S",
        "O: matrix S -> E",
        "V: matrix E -> S",
        "s, w: number",
        "A(size, vector E), B(size, vector E): vector E",
        "b[token]: vector E",
    ],
    "where": [
        "M(x) := WV(WO(x))",
        "F(x) := O(V(x))",
        f"square_F(x) := {SQUARE('F', 'x')}",
        f"square_M(x) := {SQUARE('M', 'x')}",
    ],
    "given": [
        *BASIS,
        GIVEN_V,
        GIVEN_O,
        *powers("A", "square_F", "E"),
        *powers("B", "square_M", "E"),
    ],
    "show": [
        ADJOINT("F", "M"),
        f"forall l in number, v in vector E: F(v) == l*v => {LEFT('M')}",
        f"forall l in number, v in vector E: {LEFT('M')} => F(v) == l*v",
        f"({PAIR('F')}) => ({PAIR('M')})",
        f"({PAIR('M')}) => ({PAIR('F')})",
        f"forall n in size, i: {SOME(lost(OF_F, 'X', 'i'))} => {SOME(lost(OF_M, 'X', 'i'))}",
        f"forall n in size, i: {SOME(lost(OF_M, 'X', 'i'))} => {SOME(lost(OF_F, 'X', 'i'))}",
        f"forall i: {SOME(lost(REAL_F, 'X', 'i'))} => {SOME(lost(REAL_M, 'X', 'i'))}",
        f"forall i: {SOME(lost(REAL_M, 'X', 'i'))} => {SOME(lost(REAL_F, 'X', 'i'))}",
    ],
}


def exchanged() -> list[Tree]:
    """Right eigenvectors of F are left eigenvectors of M, and the other way round."""
    product = "dot(F(v), q) == dot(v, M(q))"
    to_left = intro(
        ["l", "v", "", "q"],
        have([(product, take(ADJOINT("F", "M"), ["v", "q"], KNOWN))], leaf(f"eq -1: {product}", use=["F(v) == l*v"])),
    )
    gap = "(F(v) - l*v)"
    moved, said = f"dot(F(v), {gap}) == dot(v, M({gap}))", f"dot(v, M({gap})) == l*dot(v, {gap})"
    to_right = intro(
        ["l", "v", ""],
        have(
            [(moved, take(ADJOINT("F", "M"), ["v", gap], KNOWN)), (said, take(LEFT("M"), [gap], KNOWN))],
            rule("equal vectors", leaf(f"eq 1: {moved}", f"eq 1: {said}"), spaces={"E": "E"}, u="F(v)", w="l*v"),
        ),
    )
    return [to_left, to_right]


def real_adjoint(first: str, second: str) -> Tree:
    """F - s and M - s are adjoint."""
    (moved,) = adjoint(first, second, ("p", "q"))
    return intro("p,q", have([moved], leaf(f"eq 1: {moved[0]}")))


def all_powers(first: str, second: str, names: tuple[str, str]) -> Tree:
    """The powers are adjoint, too."""
    N, R = (f"fn(x in vector E: {SQUARE(name, 'x')})" for name in (first, second))
    power, other = names
    fact = POWERS(power, other)
    return have(
        [(fact, lemma("LEM-adjoint.powers", squares_adjoint(first, second), spaces=E, N=N, R=R, A=power, B=other))],
        intro("p,q", KNOWN),
    )


HERE: dict[str, Any] = {
    "tokens": 2,
    "dim": {"E": 2, "S": 2},
    "letters": {
        "WV": [[1, 0], [1, -1]],
        "WO": [[1, 0], [0, 1]],
        "V": [[1, 1], [0, -1]],
        "O": [[1, 0], [0, 1]],
        "s": 0,
        "w": 0,
        "b": [[1, 0], [0, 1]],
        "A": "fn(n in size, x in vector E: x)",
        "B": "fn(n in size, x in vector E: x)",
    },
}
formal(
    "POW-EQ2.spec",
    statement=STATEMENT,
    proof=[
        transposed(proof)
        for proof in (
            KNOWN,
            *exchanged(),
            same_eigenvalues("F", "M"),
            same_eigenvalues("M", "F"),
            as_many((OF_F, OF_M), ["n"], all_powers("F", "M", ("A", "B"))),
            as_many((OF_M, OF_F), ["n"], all_powers("M", "F", ("B", "A"))),
            as_many((REAL_F, REAL_M), [], real_adjoint("F", "M")),
            as_many((REAL_M, REAL_F), [], real_adjoint("M", "F")),
        )
    ],
    instance=HERE,
    twin=Variant(
        "v is a right eigenvector of M as well",
        {f"F(v) == l*v => {LEFT('M')}": "F(v) == l*v => M(v) == l*v"},
        HERE,
    ),
)
