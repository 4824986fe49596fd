"""After (3.14): which matrices move to the other side of every product with a skew matrix."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import EAST, NORTH, at
from verify.formal import Variant, formal
from verify.tactics.build import cases, have, intro, leaf, rule, take

SAME_SIDE = "forall a in vector, b in vector: dot(M(a), b) == dot(a, M(b))"
TURNS = (
    "forall u in vector, w in vector, a in vector, b in vector:"
    " dot(M(dot(w, a)*u - dot(u, a)*w), b) == dot(dot(w, a)*u - dot(u, a)*w, M(b))"
)
FRAME = ["dot(e, e) == 1", "dot(f, f) == 1", "dot(e, f) == 0"]
ACROSS = "(dot(g, f)*e - dot(g, e)*f)"
AREA = "dot(g, e)^2 + dot(g, f)^2"


def with_turn(u: str, w: str, at: str, cofactor: str, use: list[str]) -> object:
    """The hypothesis at one turn."""
    turn = f"dot({w}, {at})*{u} - dot({u}, {at})*{w}"
    fact = f"dot(M({turn}), h) == dot({turn}, M(h))"
    return take(TURNS, [u, w, at, "h"], leaf(f"eq {cofactor}: {fact}", use=use))


formal(
    "PER-3.13.iff",
    sentence=r"For $d \geq 2$: $\langle MAx, y\rangle = \langle Ax, My\rangle$ for all $x, y$ and all skew $A$ if and"
    r" only if $M$ is symmetric; the skew matrices $x \mapsto \langle w, x\rangle u - \langle u, x\rangle w$ suffice.",
    statement={
        "letters": ["M, A: matrix; e, f: vector"],
        "given": FRAME,
        "show": [
            f"({SAME_SIDE}) => (forall a in vector, b in vector: dot(M(A(a)), b) == dot(A(a), M(b)))",
            "forall u in vector, w in vector, a in vector, b in vector:"
            " dot(dot(w, a)*u - dot(u, a)*w, b) == -dot(a, dot(w, b)*u - dot(u, b)*w)",
            f"({TURNS}) => ({SAME_SIDE})",
        ],
    },
    proof=[
        intro(["", "g", "h"], take(SAME_SIDE, ["A(g)", "h"], leaf("eq 1: dot(M(A(g)), h) == dot(A(g), M(h))"))),
        intro("u,w,a,b", leaf()),
        intro(
            ["", "g", "h"],
            cases(
                f"-({AREA})",
                have(
                    [
                        (
                            "dot(g, e) == 0",
                            rule("square zero", leaf(f"1: -({AREA}) >= 0", "1: sq dot(g, f)"), a="dot(g, e)"),
                        ),
                    ],
                    with_turn("g", "e", "e", "1", ["dot(g, e) == 0", *FRAME]),
                ),
                have(
                    [(f"{AREA} > 0", leaf(f"1: -({AREA}) < 0"))],
                    with_turn("g", ACROSS, ACROSS, f"1/({AREA})", FRAME),
                ),
            ),
        ),
    ],
    instance=at(1, M=[[1, 2], [2, 0]], A=[[0, 1], [-1, 0]], e=EAST, f=NORTH),
    twin=Variant(
        "of any linear map",
        {"dot(M(A(a)), b) == dot(A(a), M(b))": "dot(M(A(a)), b) == dot(a, M(A(b)))"},
        at(1, M=[[1, 2], [2, 0]], A=[[0, 1], [-1, 0]], e=EAST, f=NORTH),
    ),
)
