"""Three tokens on the circle: above beta = -2/3 almost every start clusters, below it an open set of them does not."""

from __future__ import annotations

from proofs_checks.perspective.proofs.large_beta_clusters import PLANE
from proofs_checks.perspective.proofs.models import MOTION, SA, USA, WEIGHTS
from proofs_checks.perspective.proofs.scheme import CLUSTERS
from proofs_checks.perspective.proofs.three_apart import FAR, PLACES, THIRDS, TOP, WIDE, kept
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma

_SPAN = (
    PLANE.split(" and (")[1]
    .removesuffix(")")
    .replace("dot(u, c)*u", "dot(a, c)*a")
    .replace("dot(v, c)*v", "dot(b, c)*b")
)
_BELOW = " and ".join(["beta < -2/3", *TOP])
_WHOLE = " and ".join([f"{FAR} < 1", *(f"({kept(flow)})" for flow in ("usa", "sa"))])


def _below() -> Tree:
    """What PER-N8.below says."""
    return intro("", have([(_WHOLE, lemma("PER-N8.below"))], KNOWN))


formal(
    "PER-N8",
    statement=model(
        {"groups": ["A", "B", "C"]},
        WEIGHTS,
        SA,
        USA,
        MOTION,
        PLACES,
        {
            "given": [_SPAN],
            "show": [
                f"-2/3 < beta => {CLUSTERS}",
                f"beta < -2/3 => ({WIDE.replace('top', 'y')})",
                f"{_BELOW} => {FAR} < 1",
                *(f"{_BELOW} => {kept(flow)}" for flow in ("usa", "sa")),
            ],
        },
    ),
    proof=[
        intro("", have([("n == 3", leaf(use=PLACES["given"][:3]))], lemma("PER-N8.above", u="a", v="b"))),
        intro("", lemma("LEM-wide-gap")),
        *[_below()] * 3,
    ],
    instance=THIRDS,
    twin=Variant("farther than tau, whatever the motion is", {FAR: "cos(top)", " and solves(usa, x)": ""}, THIRDS),
)
