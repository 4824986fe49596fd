"""Equation (2) without its smoothness: values of the projection, where it is the identity, and positive multiples."""

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import METRIC, ON_ELLIPSE, Values
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import both, have, intro, leaf, rule

_POSITIVE = ("dot(x, W(x)) > 0", rule("positive form", W="W", u="x"))
_VALUES: Values = {"dim": 4, "letters": {"W": METRIC, "x": ON_ELLIPSE, "c": "5/2"}}
_LONGER = (
    "length(c*x) == c*length(x)",
    rule(
        "antisymmetry",
        rule("below the square", leaf("1: c > 0; length(x) >= 0"), leaf(), a="length(c*x)", b="c*length(x)"),
        rule("below the square", leaf(), leaf(), a="c*length(x)", b="length(c*x)"),
        a="length(c*x)",
        b="c*length(x)",
    ),
)

formal(
    "CON-E2.values",
    title="The projection onto the ellipsoid: its values, its fixed points, and positive multiples",
    sentence=(
        r"$\pi_W(x) = x/|x|_W$ has values in $E_W^n$ on $R^{n+1}\setminus\{0\}$, is the identity on $E_W^n$, and"
        r" $\pi_W(cx) = \pi_W(x)$ for c > 0. (Its first derivative is CON-E3.)"
    ),
    source=Source(PAPER, "equation (2)"),
    kind="identity",
    role="extension",
    reading="all of CON-E2 but smoothness",
    statement={
        "letters": ["W: operator; x: vector; c: number"],
        "where": ["length(u) := sqrt(dot(u, W(u)))", "project(u) := u/length(u)"],
        "given": ["positive_definite(W)"],
        "show": [
            "x != 0 => length(x) > 0 and dot(project(x), W(project(x))) == 1",
            "dot(x, W(x)) == 1 => project(x) == x",
            "x != 0 and c > 0 => project(c*x) == project(x)",
        ],
    },
    proof=[
        intro("", have([_POSITIVE], both(leaf(), leaf()))),
        intro("", leaf(use=["dot(x, W(x)) == 1"])),
        intro("", have([_POSITIVE, ("length(x) > 0", leaf()), _LONGER], leaf(use=["length(c*x) == c*length(x)"]))),
    ],
    instance=_VALUES,
    twin=Variant(
        "negative multiples",
        {"x != 0 and c > 0 =>": "x != 0 and c < 0 =>"},
        {**_VALUES, "letters": {**_VALUES["letters"], "c": -2}},
    ),
)
