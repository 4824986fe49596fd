"""POW-C2.inv: the plane of a complex pair is invariant, turned, and attracts; power iteration and map (3) apart.

The orbits are hypotheses of what is shown of them: no orbit in the plane rests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofs_checks.power_method.proofs.complex_plane import ACTION, HERE
from proofs_checks.power_method.proofs.models import LAYER, SUM_OF_HEADS, Part
from proofs_checks.power_method.proofs.plane_attracts import BOUND, NEAR
from proofs_checks.power_method.proofs.plane_models import PLANE, others
from proofs_checks.power_method.proofs.power_iteration import LATER
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, rule, take

IN_PLANE: Part = {
    "letters": ["V[head], P[head]: matrix; alpha, c, d: number; x[step], y[step]: vector"],
    "where": [
        "point := c*a + d*b",
        "equal := fn(i: point)",
        "c1 := (1 + alpha*sigma)*c + alpha*omega*d",
        "d1 := (1 + alpha*sigma)*d - alpha*omega*c",
    ],
    "given": ["alpha > 0", "dot(point, point) == 1"],
}
LAYERS = {"letters": ["M: matrix"], "given": ["forall u in vector: M(u) == u + alpha*F(u)"]}
POINT, NEXT = "(c1*a + d1*b)", "value(layer, equal, i)"
KEPT = [
    "F(point) == (sigma*c + omega*d)*a + (sigma*d - omega*c)*b",
    f"(forall i: {NEXT} == 1/norm{POINT}*{POINT}) and norm{POINT} > 0",
    "c*c1 + d*d1 == (1 + alpha*sigma)*(c^2 + d^2) and c*d1 - d*c1 == -alpha*omega*(c^2 + d^2)",
    "forall mu in number: not (F(point) == mu*point)",
    f"forall i, mu in number: not ({NEXT} == mu*point)",
]
TURNED = (
    "c*(sigma*c + omega*d) + d*(sigma*d - omega*c) == sigma*(c^2 + d^2)"
    " and c*(sigma*d - omega*c) - d*(sigma*c + omega*d) == -omega*(c^2 + d^2)"
)
ORBIT = "forall n in step: x[n + 1] == unit(F(x[n]))"
TOKENS = "forall n in step, i: y[n + 1] == value(layer, fn(h: y[n]), i)"
COMPONENT = "dot(la, {0}[0])^2 + dot(lb, {0}[0])^2 > 0".format
OUTSIDE = others("F(outside(u))", BOUND)
LAYER_OUTSIDE = others("M(outside(u))", "re^2 + im^2 < (1 + alpha*sigma)^2 + (alpha*omega)^2", "T")
ITERATED = f"({OUTSIDE['given'][1]}) and ({ORBIT}) and {COMPONENT('x')} => ({LATER(NEAR)})"
LAYERED = f"({LAYER_OUTSIDE['given'][1]}) and ({TOKENS}) and {COMPONENT('y')} => ({LATER(NEAR.replace('x[', 'y['))})"


def attracted(x: str, square: str, first: Tree, premises: Sequence[Tree], **letters: Any) -> Tree:
    """The orbit x comes near the plane; `square` is the squared modulus of the pair, `first` a proof that it is one."""
    root = f"sqrt({square})"
    moves = f"forall n in size: dot(la, {x}[n])^2 + dot(lb, {x}[n])^2 > 0"
    near = LATER(NEAR.replace("x[", f"{x}["))
    return have(
        [
            (f"{square} > 0", first),
            (f"{root} > 0", KNOWN),
            (f"{root}^2 == {square}", leaf()),
            (f"({moves}) and ({near})", lemma("LEM-plane.attraction", *premises, rho=root, x=x, **letters)),
        ],
        KNOWN,
    )


LEFT = PLANE["given"][7:]
SKIP = LAYERS["given"][0]
IMAGE = "value(layer, fn(h: y[k]), g)"
IS_UNIT = (f"{IMAGE} == unit(M(y[k]))", leaf(use=[*SUM_OF_HEADS, SKIP]))
AS_MATRIX = intro(
    "k",
    rule(
        "some element",
        have(
            [(f"y[k + 1] == {IMAGE}", take(TOKENS, ["k", "g"], KNOWN)), IS_UNIT],
            lemma("LEM-chain", a=IMAGE, b="unit(M(y[k]))", c=IMAGE, d="y[k + 1]"),
        ),
        C="y[k + 1] == unit(M(y[k]))",
        new={"x": "g"},
    ),
)
LAYER_PREMISES = [
    KNOWN,
    leaf(use=[SKIP, *ACTION]),
    leaf(use=[SKIP, *ACTION]),
    *[KNOWN] * 4,
    intro(
        "u1",
        have(
            [("dot(la, F(u1)) == sigma*dot(la, u1) + omega*dot(lb, u1)", take(LEFT[0], ["u1"], KNOWN))],
            leaf("eq alpha: dot(la, F(u1)) == sigma*dot(la, u1) + omega*dot(lb, u1)", use=[SKIP]),
        ),
    ),
    intro(
        "u1",
        have(
            [("dot(lb, F(u1)) == sigma*dot(lb, u1) - omega*dot(la, u1)", take(LEFT[1], ["u1"], KNOWN))],
            leaf("eq alpha: dot(lb, F(u1)) == sigma*dot(lb, u1) - omega*dot(la, u1)", use=[SKIP]),
        ),
    ),
    KNOWN,
    KNOWN,
    AS_MATRIX,
    KNOWN,
    KNOWN,
    KNOWN,
]


def values(second: list[object], F: list[object], M: list[object]) -> Part:
    """Two heads in R^3, the pair on the first two axes, alpha = 2; the orbits are no orbits of the maps."""
    outside = {"U": [[0, 0, 0], [0, 0, 0], [0, 0, "1/2"]], "T": [[0, 0, 0], [0, 0, 0], [0, 0, 2]]}
    letters = {name: HERE["letters"][name] for name in ("P", "alpha", "a", "b", "sigma", "omega")}
    dual = {"la": [1, 0, 0], "lb": [0, 1, 0], "c": "3/5", "d": "4/5"}
    still = {"x": {"always": [1, 0, 0]}, "y": {"always": [1, 0, 0]}}
    first = HERE["letters"]["V"][0]
    return {**HERE, "letters": {**letters, **outside, **dual, **still, "V": [first, second], "F": F, "M": M}}


TURNING = values(HERE["letters"]["V"][1], HERE["letters"]["F"], [[3, 4, 0], [-4, 3, 0], [0, 0, 2]])
STILL = values(
    [[0, 0, 0], [0, -1, -1], [0, 0, "1/2"]], [[1, 0, 0], [0, 1, 0], [0, 0, "1/2"]], [[3, 0, 0], [0, 3, 0], [0, 0, 2]]
)
formal(
    "POW-C2.inv",
    statement=model(
        PLANE,
        LAYER,
        IN_PLANE,
        LAYERS,
        *[{**part, "given": part["given"][:1]} for part in (OUTSIDE, LAYER_OUTSIDE)],
        {"show": [*KEPT, TURNED, ITERATED, LAYERED]},
    ),
    proof=[
        *[
            have([(" and ".join(f"({text})" for text in KEPT), lemma("POW-C2.inv.plane", s="c", t="d"))], KNOWN)
            for _ in KEPT
        ],
        both(leaf(), leaf()),
        intro("", attracted("x", "(sigma^2 + omega^2)", leaf("1: sq sigma", "1: omega^2 > 0"), ())),
        intro(
            "",
            attracted(
                "y",
                "((1 + alpha*sigma)^2 + (alpha*omega)^2)",
                leaf("1: sq 1 + alpha*sigma", "1: (alpha*omega)^2 > 0"),
                LAYER_PREMISES,
                F="M",
                U="T",
                sigma="1 + alpha*sigma",
                omega="alpha*omega",
            ),
        ),
    ],
    instance=TURNING,
    twin=Variant("a real pair", {"omega != 0": "omega == 0"}, {**STILL, "letters": {**STILL["letters"], "omega": 0}}),
)
