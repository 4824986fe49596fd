"""Theorem 5.1 with its constants: on the circle by the chain of near tokens, in more dimensions at every beta >= 0."""

from __future__ import annotations

from proofs_checks.perspective.proofs.averaged import BASIS
from proofs_checks.perspective.proofs.large_beta import STAR
from proofs_checks.perspective.proofs.models import EAST, NORTH, SA, USA, WEIGHTS, Values
from proofs_checks.perspective.proofs.scheme import CLUSTERS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, obtain, rule, split

PLANE = "dot(u, u) == 1 and dot(v, v) == 1 and dot(u, v) == 0 and (forall c in vector: c == dot(u, c)*u + dot(v, c)*v)"
SPACES = model(
    BASIS, {"letters": ["u, v: vector; m: size"], "given": [f"dims >= 3 or ({PLANE})", "m + 1 == sum(j: 1)"]}
)
"""In two dimensions u, v is an orthonormal basis as well; otherwise there are three at least. m is n - 1."""


def on_the_circle(positive: Tree, bound: Tree) -> Tree:
    """On the circle: beta is positive, and m times the angle is below pi."""
    chain = have(
        [("0 <= cos(t)", KNOWN), ("m*t < pi", bound)],
        lemma("PER-T5.loj", intro(["x", "", "", ""], lemma("LEM-rising-circle", a="u", b="v"))),
    )
    clusters = have([("beta > 0", positive), (STAR, lemma("LEM-star-angle"))], obtain(STAR, "t", chain))
    return have([(f"({PLANE}) => {CLUSTERS}", intro("", clusters))], KNOWN)


_FLAT = "t^2*cos(t) <= sin(t)^2"
_SLOW = "beta*t^2 <= 1"
_WIDTH = "n*t <= pi"
_LONG = have(
    [
        ("beta*pi^2 >= n^2", leaf("1: beta >= n^2/pi^2", times=["1/pi^2"])),
        (_FLAT, lemma("LEM-flat-cosine")),
        (_SLOW, leaf(f"1: beta > 0; {_FLAT}", "eq 1: beta*(1 - cos(t)^2) == cos(t)", times=["cos(t)"])),
        (
            _WIDTH,
            rule(
                "below the square",
                leaf("1: pi > 0"),
                leaf("1: beta*pi^2 >= n^2; sq t", f"1: {_SLOW}; sq pi"),
                a="n*t",
                b="pi",
            ),
        ),
    ],
    split(
        "t > 0 or t <= 0",
        leaf(f"1: {_WIDTH}", "1: t > 0", "eq t: m + 1 == sum(j: 1)"),
        have([("t == 0", rule("antisymmetry", KNOWN, KNOWN, a="t", b="0"))], leaf("1: pi > 0", use=["t == 0"])),
    ),
)
CIRCLE: Values = {
    "tokens": 2,
    "dim": 2,
    "directions": 2,
    "letters": {"beta": 1, "b": [EAST, NORTH], "u": EAST, "v": NORTH, "m": 1},
}
LINE: Values = {"tokens": 2, "dim": 1, "directions": 1, "letters": {"beta": 1, "b": [[1]], "u": [1], "v": [0], "m": 1}}

formal(
    "PER-T5.1",
    statement=model(WEIGHTS, SA, USA, SPACES, {"given": ["beta >= n^2/pi^2"], "show": CLUSTERS}),
    proof=split(
        f"dims >= 3 or ({PLANE})",
        have([("beta >= 0", leaf("1: beta >= n^2/pi^2", "1: sq n/pi"))], lemma("PER-T6.1")),
        on_the_circle(leaf("1: beta >= n^2/pi^2", "1: n > 0; n > 0; 1/pi > 0; 1/pi > 0"), _LONG),
    ),
    instance=CIRCLE,
    twin=Variant("on the line", {"dot(v, v) == 1": "v == 0"}, LINE),
)
