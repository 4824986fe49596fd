"""Section 2.1.1, in parentheses: tokens that split along real eigenvectors have real eigenvalues.

b_1, ..., b_d is a basis of eigenvectors, dot(c_k, y) the k-th coordinate of y; in coordinates F multiplies by m_k.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import AXES, plane
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, rule, split, take

BASIS = "forall y in vector: y == sum(k in direction: dot(c[k], y)*b[k])"
COORDINATES = "forall k in direction, y in vector: dot(c[k], F(y)) == m[k]*dot(c[k], y)"
PAIR = ["F(a) == sigma*a - omega*e", "F(e) == omega*a + sigma*e"]
PARTS = "omega*(dot(c[t], a)^2 + dot(c[t], e)^2) == 0"


def coordinate(y: str, image: str) -> tuple[str, Tree]:
    """What the pair says of one coordinate."""
    return f"dot(c[t], F({y})) == dot(c[t], {image})", lemma("LEM-same-dot", u=f"F({y})", w=image, z="c[t]")


def zero(y: str) -> tuple[str, Tree]:
    """All coordinates of one part are zero."""
    first, second = coordinate("a", "sigma*a - omega*e"), coordinate("e", "omega*a + sigma*e")
    return f"forall k in direction: dot(c[k], {y}) == 0", intro(
        "t",
        take(
            COORDINATES,
            ["t", "a"],
            take(
                COORDINATES,
                ["t", "e"],
                have(
                    [
                        first,
                        second,
                        (
                            PARTS,
                            leaf(
                                f"eq dot(c[t], e): {first[0]}",
                                f"eq -dot(c[t], a): {second[0]}",
                                "eq -dot(c[t], e): dot(c[t], F(a)) == m[t]*dot(c[t], a)",
                                "eq dot(c[t], a): dot(c[t], F(e)) == m[t]*dot(c[t], e)",
                            ),
                        ),
                        (
                            "dot(c[t], a)^2 + dot(c[t], e)^2 == 0",
                            leaf(f"eq 1/omega: {PARTS}"),
                        ),
                    ],
                    rule(
                        "square zero",
                        leaf(
                            f"1: sq dot(c[t], {'e' if y == 'a' else 'a'})",
                            "eq: dot(c[t], a)^2 + dot(c[t], e)^2 == 0",
                        ),
                        a=f"dot(c[t], {y})",
                    ),
                ),
            ),
        ),
    )


def gone(y: str) -> Tree:
    """A vector without coordinates is zero."""
    return take(
        BASIS,
        [y],
        have(
            [
                (
                    f"dot({y}, {y}) == dot({y}, sum(k in direction: dot(c[k], {y})*b[k]))",
                    lemma("LEM-same-dot", u=y, w=f"sum(k in direction: dot(c[k], {y})*b[k])", z=y),
                )
            ],
            rule(
                "equal vectors",
                leaf(
                    f"eq: dot({y}, {y}) == dot({y}, sum(k in direction: dot(c[k], {y})*b[k]))",
                    use=[f"forall k in direction: dot(c[k], {y}) == 0"],
                ),
                u=y,
                w=f"0*{y}",
            ),
        ),
    )


VALUES = {
    "F": [[2, 1], [0, -1]],
    "b": [[1, 0], [1, -3]],
    "c": [[1, "1/3"], [0, "-1/3"]],
    "m": [2, -1],
    "a": AXES[0],
    "e": [0, 0],
    "sigma": 2,
    "omega": 0,
}
formal(
    "POW-2.1.diag",
    statement={
        "letters": [
            "F: matrix",
            "b[direction], c[direction]: vector",
            "m[direction]: number",
            "a, e: vector",
            "sigma, omega: number",
        ],
        "given": [BASIS, COORDINATES, *PAIR],
        "show": [
            "omega == 0 or (a == 0 and e == 0)",
            "forall v in vector: v != 0 => omega*v == 0 => omega == 0",
        ],
    },
    proof=[
        split(
            "omega == 0 or omega != 0",
            {"left": KNOWN},
            {"right": have([zero("a"), zero("e")], both(gone("a"), gone("e")))},
        ),
        intro(
            "z,,",
            have(
                [
                    ("dot(z, z) > 0", rule("positive square", u="z")),
                    ("dot(z, omega*z) == dot(z, 0*z)", lemma("LEM-same-dot", KNOWN, u="omega*z", w="0*z")),
                ],
                leaf("eq: dot(z, omega*z) == dot(z, 0*z)", times=["dot(z, z)"]),
            ),
        ),
    ],
    instance=plane(VALUES, directions=2),
    twin=Variant(
        "coordinates that F does not multiply",
        {COORDINATES: "forall k in direction: m[k] == 0"},
        plane(
            {
                **VALUES,
                "F": [[0, -1], [1, 0]],
                "b": AXES,
                "c": AXES,
                "m": [0, 0],
                "a": [1, 0],
                "e": [0, -1],
                "sigma": 0,
                "omega": 1,
            },
            directions=2,
        ),
    ),
)
