"""Theorem 5.1 with its constant: on the circle by the chain of near tokens, in more dimensions at every beta >= 0."""

from __future__ import annotations

from proofs_checks.perspective.proofs.averaged import BASIS
from proofs_checks.perspective.proofs.circle_clusters import PLANE as PLACED
from proofs_checks.perspective.proofs.models import EAST, NORTH, SA, USA, WEIGHTS, Values
from proofs_checks.perspective.proofs.resting import TOGETHER
from proofs_checks.perspective.proofs.scheme import CLUSTERS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, split, take

_SPAN = "forall c in vector: c == dot(u, c)*u + dot(v, c)*v"
PLANE = f"dot(u, u) == 1 and dot(v, v) == 1 and dot(u, v) == 0 and ({_SPAN})"
SPACES = model(BASIS, {"letters": ["u, v: vector"], "given": [f"dims >= 3 or ({PLANE})"]})
"""In two dimensions u, v is an orthonormal basis; otherwise there are three at least."""

_IN_PLANE = PLACED.replace("a)", "u)").replace("b)", "v)").replace("*a", "*u").replace("*b", "*v")


def on_the_circle(together: Tree, *steps: tuple[str, Tree]) -> Tree:
    """In the plane, where critical points at which the Hessian is at most 0 are clusters."""
    one_place = intro(["p", "q", ""], have([(TOGETHER, together)], KNOWN))
    rises = have([(_IN_PLANE, intro("q", take(_SPAN, ["x[q]"], KNOWN)))], lemma("LEM-steep", one_place))
    clusters = have([*steps], lemma("PER-T5.loj", intro(["x", "", "", ""], rises)))
    return have([(f"({PLANE}) => {CLUSTERS}", intro("", clusters))], KNOWN)


CIRCLE: Values = {
    "tokens": 2,
    "dim": 2,
    "directions": 2,
    "letters": {"beta": 1, "b": [EAST, NORTH], "u": EAST, "v": NORTH},
}
LINE: Values = {"tokens": 2, "dim": 1, "directions": 1, "letters": {"beta": 1, "b": [[1]], "u": [1], "v": [0]}}

formal(
    "PER-T5.1",
    statement=model(WEIGHTS, SA, USA, SPACES, {"given": ["beta >= n^2/pi^2"], "show": CLUSTERS}),
    proof=split(
        f"dims >= 3 or ({PLANE})",
        have([("beta >= 0", leaf("1: beta >= n^2/pi^2", "1: sq n/pi"))], lemma("PER-T6.1")),
        on_the_circle(lemma("PER-T5.1.circle", a="u", b="v")),
    ),
    instance=CIRCLE,
    twin=Variant("on the line", {"dot(v, v) == 1": "v == 0"}, LINE),
)
