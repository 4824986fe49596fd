"""Section 2.2, equation (4): what the average increment of the cosine does not depend on, and its range."""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from verify.formal import Variant, formal
from verify.tactics.build import Tree, both, have, intro, leaf, rule, split

KEPT = "forall a in vector, b in vector: dot(Q(a), Q(b)) == dot(a, b)"
NONZERO = ["forall i: norm(x[i]) > 0", "forall i: norm(y[i]) > 0", "norm(v) > 0"]


def scaled(u: str) -> Tree:
    """A factor of either sign drops out of a modulus."""
    up, down = f"norm(k*{u}) == k*norm({u})", f"norm((-k)*{u}) == (-k)*norm({u})"
    return split(
        "k != 0",
        have([(down, rule("norm scaled", u=u, k="-k"))], leaf(use=[down])),
        have([(up, rule("norm scaled", u=u, k="k"))], leaf(use=[up])),
    )


def at_most_one(u: str) -> tuple[str, Tree]:
    """Cauchy-Schwarz, for both signs."""
    size = f"norm({u})*norm(v)"
    above, below = f"dot({u}, v) <= {size}", f"dot(-{u}, v) <= norm(-{u})*norm(v)"
    return f"abs(corr({u}, v)) <= 1", have(
        [(above, rule("Cauchy-Schwarz", u=u, w="v")), (below, rule("Cauchy-Schwarz", u=f"-{u}", w="v"))],
        rule(
            "absolute at most",
            leaf(f"1: {above}", times=[f"norm({u})", "norm(v)"]),
            leaf(f"1: {below}", times=[f"norm({u})", "norm(v)"]),
            e=f"corr({u}, v)",
            b="1",
        ),
    )


def range_of(first: str, second: str) -> tuple[str, Tree]:
    """No increment exceeds 1, in either direction."""
    body = f"1 - abs(corr({first}[i], v)) + abs(corr({second}[i], v))"
    return f"sum(i: {body}) >= 0", rule(
        "positive sum",
        have(
            [f"norm({first}[t]) > 0", f"norm({second}[t]) > 0", at_most_one(f"{first}[t]")],
            leaf(f"1: abs(corr({first}[t], v)) <= 1", f"1: abs(corr({second}[t], v)) >= 0"),
        ),
        e=f"fn(i: {body})",
        new={"x": "t"},
    )


VALUES = {"x": [[1, 0], ["3/5", "4/5"]], "y": [["4/5", "3/5"], [0, 2]], "v": [2, 1], "k": -3, "Q": [[0, -1], [1, 0]]}
formal(
    "POW-EQ4",
    statement={
        "letters": ["x[token], y[token]: vector", "v: vector", "k: number", "Q: matrix"],
        "where": [
            "corr(u, w) := dot(u, w)/(norm(u)*norm(w))",
            "N := sum(i: 1)",
            "increment := sum(i: abs(corr(y[i], v)) - abs(corr(x[i], v)))/N",
        ],
        "given": [*NONZERO, "k != 0", KEPT],
        "show": [
            "forall i: abs(corr(k*x[i], v)) == abs(corr(x[i], v))",
            "forall i: abs(corr(x[i], k*v)) == abs(corr(x[i], v))",
            "forall i: corr(Q(x[i]), Q(v)) == corr(x[i], v)",
            "increment >= -1 and increment <= 1",
        ],
    },
    proof=[
        intro("t", have(["norm(x[t]) > 0"], scaled("x[t]"))),
        intro("t", have(["norm(x[t]) > 0"], scaled("v"))),
        intro("t", leaf(use=[KEPT])),
        have(
            [range_of("y", "x"), range_of("x", "y")],
            both(
                leaf(f"1: {range_of('x', 'y')[0]}; 1/N > 0"),
                leaf(f"1: {range_of('y', 'x')[0]}; 1/N > 0"),
            ),
        ),
    ],
    instance=plane(VALUES, tokens=2),
    twin=Variant(
        "divided by the squared norms",
        {"/(norm(u)*norm(w))": "/(norm(u)*norm(w))^2"},
        plane({**VALUES, "Q": [[1, 0], [0, 1]]}, tokens=2),
    ),
)
