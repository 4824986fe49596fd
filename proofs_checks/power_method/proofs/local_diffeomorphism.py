"""POW-N4.diffeo: the derivative of the Oja map loses no tangent direction where alpha |V| < 1, and may where it is 1.

Tangent spaces at a state and at its image have the same dimension, so that injective means invertible.
"""

from __future__ import annotations

from proofs_checks.lemmas.step_deviations import TANGENT, UNIT
from proofs_checks.power_method.proofs.consensus_steps import instance
from proofs_checks.power_method.proofs.models import OJA, Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, define, have, intro, leaf, lemma, rule, take

BOUND = "forall u in vector: dot(V(u), V(u)) <= L^2*dot(u, u)"
AT_REST = "forall i: D(oja, x, d, i) == 0"
NAMES = ["N := sum(j: 1)", "m := sum(j: x[j])/N", "b := alpha*V(m)", "w := alpha*V(sum(j: d[j])/N)", "y(i) := x[i] + b"]
SPREAD = "sum(i: sum(j: dot(x[i] - x[j], x[i] - x[j]))) >= 0"
MOVED = "dot(d[s] + w, D(oja, x, d, s)) == dot(d[s] + w, 0*x[s])"
FACTOR = "dot(y({0}), d[{0}] + w)/norm(y({0}))/norm(y({0}))"
HERE = [
    (
        SPREAD,
        rule(
            "positive sum",
            rule(
                "positive sum",
                leaf("1: sq norm(x[s] - x[z])"),
                e="fn(j: dot(x[s] - x[j], x[s] - x[j]))",
                new={"x": "z"},
            ),
            e="fn(i: sum(j: dot(x[i] - x[j], x[i] - x[j])))",
            new={"x": "s"},
        ),
    ),
    ("dot(m, m) <= 1", leaf(f"1/2: {SPREAD}", use=[UNIT], times=["N", "N"])),
    ("norm(m) <= 1", rule("below the square", KNOWN, leaf("1: dot(m, m) <= 1"), a="norm(m)", b="1")),
    ("dot(b, b) <= (alpha*L*norm(m))^2", take(BOUND, ["m"], leaf("1: dot(V(m), V(m)) <= L^2*dot(m, m); sq alpha"))),
    (
        "norm(b) <= alpha*L*norm(m)",
        rule("below the square", KNOWN, leaf("1: dot(b, b) <= (alpha*L*norm(m))^2"), a="norm(b)", b="alpha*L*norm(m)"),
    ),
]
POSITIVE = have(
    [
        ("dot(-x[s], b) <= norm(-x[s])*norm(b)", rule("Cauchy-Schwarz", u="-x[s]", w="b")),
        ("dot(x[s], y(s)) <= norm(x[s])*norm(y(s))", rule("Cauchy-Schwarz", u="x[s]", w="y(s)")),
    ],
    leaf(
        "1: dot(-x[s], b) <= norm(-x[s])*norm(b)",
        "1: dot(x[s], y(s)) <= norm(x[s])*norm(y(s))",
        "1: norm(b) <= alpha*L*norm(m)",
        "1: norm(m) <= 1; alpha > 0; L >= 0",
        "1: alpha*L < 1",
        use=[UNIT],
    ),
)
KEPT = rule(
    "equal vectors",
    take(
        AT_REST,
        ["s"],
        have(
            [(MOVED, lemma("LEM-same-dot", KNOWN, u="D(oja, x, d, s)", w="0*x[s]", z="d[s] + w"))],
            leaf(f"eq norm(y(s)): {MOVED}"),
        ),
    ),
    u="d[s] + w",
    w=f"{FACTOR.format('s')}*y(s)",
)
VALUES: Part = {
    "V": [[-1, 0, 0], [0, 0, 0], [0, 0, 0]],
    "L": 1,
    "x": [["3/5", "4/5", 0], ["3/5", "-4/5", 0]],
    "d": [["-4/5", "3/5", 0], ["-4/5", "-3/5", 0]],
}
"""Two tokens, mirror images, that alpha V moves to the poles of the mirror at alpha = 1, wherever they are."""

AT_BOUND = instance({**VALUES, "alpha": 1}, 2)


def injective(length: str) -> Part:
    """No tangent direction is lost under this condition on alpha |V|."""
    return model(
        {"letters": ["V: matrix", "alpha, L: number"]},
        OJA,
        {
            "letters": ["x[token], d[token]: vector"],
            "given": ["alpha > 0", "L >= 0", BOUND, length, UNIT, TANGENT],
            "show": f"({AT_REST}) => (forall i: d[i] == 0)",
        },
    )


formal(
    "POW-N4.diffeo",
    statement=injective("alpha*L < 1"),
    proof=define(
        NAMES,
        intro(
            "",
            have(
                [*HERE, ("forall i: norm(y(i)) > 0", intro("s", POSITIVE))],
                lemma(
                    "LEM-injective-step",
                    KNOWN,
                    KNOWN,
                    intro("z0", take(BOUND, ["z0"], leaf("1: dot(V(z0), V(z0)) <= L^2*dot(z0, z0); sq alpha"))),
                    KNOWN,
                    KNOWN,
                    intro("s", KEPT),
                    beta="alpha*L",
                    t=f"fn(i: {FACTOR.format('i')})",
                ),
            ),
        ),
    ),
    instance=instance({**VALUES, "alpha": "1/2"}, 2),
    twin=Variant("alpha |V| = 1 as well", {"alpha*L < 1": "alpha*L <= 1"}, AT_BOUND),
)

formal(
    "POW-N4.diffeo.R1",
    title="The Oja map as a local diffeomorphism up to and with the bound",
    sentence=(
        r"For $\alpha\|V\| = 1$ as well, V symmetric or not, and every state, the derivative of the Oja map on the"
        " tangent spaces is invertible."
    ),
    reading=r"R1: $\alpha\|V\| = 1$, where POW-N4.diffeo has $\alpha\|V\| < 1$",
    no_repair="POW-N4.diffeo is the statement below the bound",
    statement=injective("alpha*L == 1"),
    refuted={"instance": AT_BOUND},
)
