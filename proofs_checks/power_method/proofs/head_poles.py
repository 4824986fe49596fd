"""D.4.1: when p tokens at v and q at -v are an equilibrium of the multi-head map."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.models import LAYER, Part
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    groups,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    restate,
    rule,
    take,
    unfold,
    witness,
)

HEADS: Part = {
    "letters": ["V[head], P[head]: matrix", "alpha: number"],
    "where": LAYER["where"],
    "maps": LAYER["maps"],
}
STATE: Part = {
    "groups": ["A", "B"],
    "letters": ["v: vector"],
    "where": [
        "p := sum(h in A: 1)",
        "q := sum(h in B: 1)",
        "odds(h) := exp(dot(v, P[h](v)))^2",
        "gamma1(h) := (p*odds(h) - q)/(p*odds(h) + q)",
        "gamma2(h) := (q*odds(h) - p)/(q*odds(h) + p)",
        "y1 := v + alpha*sum(h in heads: gamma1(h)*V[h](v))",
        "y2 := v + alpha*sum(h in heads: gamma2(h)*V[h](v))",
    ],
    "states": ["poles: A -> v, B -> -v"],
    "given": ["dot(v, v) == 1", "alpha > 0"],
}
ALONG = "(exists r in number: r > 0 and y{0} == r*v)".format
BOTH = f"{ALONG(1)} and {ALONG(2)}"
EQUILIBRIUM = "norm(y1) > 0 and norm(y2) > 0 and fixed(layer, poles)"
USE = ["dot(v, v) == 1"]


def along(k: int, group: str, sign: str) -> Tree:
    """At an equilibrium y is its length times v."""
    y, image = f"y{k}", "value(layer, poles, t)"
    return rule(
        "some element, group",
        have(
            [
                (f"{image} == {sign}v", take("forall i: value(layer, poles, i) == poles[i]", ["t"], KNOWN)),
                (f"{image} == {sign}unit({y})", leaf(use=USE)),
                (f"{sign}unit({y}) == {sign}v", lemma("LEM-both-equal", a=image, b=f"{sign}unit({y})", c=f"{sign}v")),
                (f"unit({y}) == v", KNOWN if not sign else opposite(f"-unit({y})", "-v")),
            ],
            witness(f"norm({y})", both(KNOWN, lemma("LEM-direction", y=y, x="v"))),
        ),
        C=ALONG(k),
        new={"x": "t"},
        spaces={"G": group},
    )


def opposite(u: str, w: str) -> Tree:
    """Equal vectors have equal opposites."""
    return restate(
        f"(-1)*({u}) + 0*v == (-1)*({w}) + 0*v", lemma("LEM-same-combination", u=u, w=w, z="v", k="-1", l="0")
    )


def kept(k: int, sign: str) -> Tree:
    """A token whose y is along v keeps its place."""
    y, image = f"unit(y{k})", "value(layer, poles, t)"
    return intro(
        "t",
        have(
            [
                (f"{image} == {sign}{y}", leaf(use=USE)),
                (f"{sign}{y} == {sign}v", opposite(y, "v") if sign else KNOWN),
            ],
            lemma("LEM-same-chain", u=image, w=f"{sign}{y}", z=f"{sign}v"),
        ),
    )


POSITIVE = [
    (
        f"norm(y{k}) > 0 and unit(y{k}) == v",
        obtain(ALONG(k), f"r{k}", lemma("LEM-along", y=f"y{k}", x="v", r=f"r{k}")),
    )
    for k in "12"
]
HERE: Part = {
    "tokens": {"A": 2, "B": 1},
    "heads": 2,
    "dim": 3,
    "letters": {
        "V": [[[2, 1, 0], [0, -1, 3], [0, 1, 1]], [[-1, 0, 2], [0, 1, 1], [0, 2, 0]]],
        "P": [[["log(2)", 1, 0], [0, 0, 1], [2, 0, 0]], [["log(3)", 0, 1], [1, 0, 0], [0, 0, 0]]],
        "alpha": "1/4",
        "v": [1, 0, 0],
    },
}
TURNED: Part = {
    **HERE,
    "letters": {
        **HERE["letters"],
        "V": [[[6, 1, 0], [0, -1, 3], [0, 1, 1]], [[0, 0, 2], [0, 1, 1], [0, 2, 0]]],
        "P": [[[0, 1, 0], [0, 0, 1], [2, 0, 0]], [[0, 0, 1], [1, 0, 0], [0, 0, 0]]],
        "alpha": 1,
    },
}
"""Equal logits: gamma_1 = 1/3, gamma_2 = -1/3."""

formal(
    "POW-N7.condition",
    title="When tokens at two opposite poles are an equilibrium of the multi-head map",
    sentence=(
        r"For any unit vector v, p tokens at v and q at -v are an equilibrium of the multi-head map iff"
        r" $v + \alpha\sum_h\gamma_i^hV_hv$ is a positive multiple of v for i = 1, 2."
    ),
    source=Source(PAPER, "D.4.1 (extension)"),
    kind="equilibrium",
    role="extension",
    statement=model(
        HEADS,
        STATE,
        {
            "show": [
                f"{EQUILIBRIUM} => {BOTH}",
                f"{BOTH} => {EQUILIBRIUM}",
            ]
        },
    ),
    proof=[
        intro("", unfold("fixed(layer, poles)", both(along(1, "A", ""), along(2, "B", "-")))),
        intro(
            "",
            have(
                POSITIVE,
                both(
                    KNOWN,
                    KNOWN,
                    unfold("goal", groups(kept(1, ""), kept(2, "-"))),
                ),
            ),
        ),
    ],
    instance=HERE,
    twin=Variant(
        "gamma_1 for both groups",
        {"gamma2(h) := (q*odds(h) - p)/(q*odds(h) + p)": "gamma2(h) := (p*odds(h) - q)/(p*odds(h) + q)"},
        TURNED,
    ),
)
