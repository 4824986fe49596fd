"""One step of the Oja map for alpha |V| < 1: it is defined everywhere, and its length bounds the gradient.

t_i = Pi_i s is the gradient of F = <m, V m>/(2N), m = sum x, s = V m/N: with y_i = r_i f_i one has alpha t_i =
r_i Pi_i f_i, and |Pi_i f_i| <= |f_i - x_i|, r_i <= 2.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.energy import BELOW, RISE, STEP
from proofs_checks.power_method.proofs.energy_bound import TURN
from proofs_checks.power_method.proofs.local_diffeomorphism import BOUND, HERE, NAMES
from proofs_checks.power_method.proofs.local_diffeomorphism import POSITIVE as LONG
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import formal, model
from verify.tactics.build import KNOWN, define, have, intro, leaf, lemma, rule, take, unfold

SHORT: Part = {
    "letters": ["L: number"],
    "given": ["alpha > 0", "L >= 0", BOUND, "alpha*L < 1"],
}
"""L is a bound of |V|, and alpha L < 1."""
UNIT, _, IMAGE = STEP["given"][1:]
HERE_NAMES = [name for name in NAMES if "d[j]" not in name]
LENGTH = "norm(x[i] + alpha*V(sum(j: x[j])/sum(j: 1)))"
formal(
    "LEM-oja-defined",
    title="For alpha |V| < 1 the Oja map is defined at every state, with lengths below 2",
    statement=model(
        V,
        SHORT,
        {
            "letters": ["x[token]: vector"],
            "given": [UNIT],
            "show": [f"forall i: {LENGTH} > 0", f"forall i: {LENGTH} < 2"],
        },
    ),
    proof=[
        define(HERE_NAMES, have(HERE, intro("s", LONG))),
        define(
            HERE_NAMES,
            have(
                HERE,
                intro(
                    "s",
                    have(
                        [("norm(x[s] + b) <= norm(x[s]) + norm(b)", rule("triangle", u="x[s]", w="b"))],
                        leaf(
                            "1: norm(x[s] + b) <= norm(x[s]) + norm(b)",
                            "1: norm(b) <= alpha*L*norm(m)",
                            "1: norm(m) <= 1; alpha > 0; L >= 0",
                            "1: alpha*L < 1",
                            use=[UNIT],
                        ),
                    ),
                ),
            ),
        ),
    ],
    instance={
        "tokens": 2,
        "dim": 2,
        "letters": {"V": [[1, 0], [0, -1]], "alpha": "1/2", "L": 1, "x": [["3/5", "4/5"], [1, 0]]},
    },
)

PULLED: Part = {"where": ["sigma(i) := dot(x[i], pull)", "t(i) := pull - sigma(i)*x[i]"]}
DEFINED = f"(forall i: {LENGTH} > 0) and (forall i: {LENGTH} < 2)"
SQUARES = "sum(i: dot(moved(i), moved(i)))"
PULLS = "sum(i: dot(t(i), t(i)))"
LEFT = "4/alpha^2*dot(moved(k), moved(k)) - dot(t(k), t(k))"
AT_TOKEN = have(
    [
        ("r(k) < 2", take(f"forall i: {LENGTH} < 2", ["k"], KNOWN)),
        "r(k) > 0",
        ("norm(x[k]) == 1", leaf(use=[UNIT])),
        ("dot(x[k], x[k] + alpha*pull) <= norm(x[k])*r(k)", rule("Cauchy-Schwarz", u="x[k]", w="x[k] + alpha*pull")),
        ("1 + alpha*sigma(k) <= r(k)", leaf("1: dot(x[k], x[k] + alpha*pull) <= norm(x[k])*r(k)", use=[UNIT])),
        (TURN, leaf(use=[UNIT, IMAGE])),
    ],
    leaf(
        f"eq -1/(2*alpha^2): {TURN}",
        "1/2: 1/alpha > 0; 1/alpha > 0; r(k) > 0; 1 + alpha*sigma(k) <= r(k); sq norm(moved(k))",
        "1: 1/alpha > 0; 1/alpha > 0; r(k) < 2; r(k) > 0; sq norm(moved(k))",
        "2: 1/alpha > 0; 1/alpha > 0; r(k) < 2; sq norm(moved(k))",
    ),
)
FORM = have(
    [
        ("dot(-b, V(b)) <= norm(-b)*norm(V(b))", rule("Cauchy-Schwarz", u="-b", w="V(b)")),
        (
            "norm(V(b)) <= L*norm(b)",
            rule(
                "below the square",
                leaf("1: L >= 0; norm(b) >= 0"),
                take(BOUND, ["b"], KNOWN),
                a="norm(V(b))",
                b="L*norm(b)",
            ),
        ),
    ],
    leaf("1: dot(-b, V(b)) <= norm(-b)*norm(V(b))", "1: norm(b) >= 0; norm(V(b)) <= L*norm(b)"),
)
formal(
    "LEM-oja-ascent",
    title="One step of the Oja map raises the energy by a multiple of its square, and bounds the gradient",
    statement=model(
        V,
        OJA,
        SHORT,
        {**STEP, "given": STEP["given"][1:]},
        PULLED,
        {"show": [f"{RISE} >= (1/alpha - L)/2*{SQUARES}", f"{PULLS} <= 4/alpha^2*{SQUARES}"]},
    ),
    proof=[
        have([(BELOW, intro("b", FORM))], lemma("POW-N4.rise")),
        have(
            [
                (DEFINED, lemma("LEM-oja-defined")),
                (
                    f"sum(i: {LEFT.replace('k', 'i')}) >= 0",
                    rule("positive sum", AT_TOKEN, e=f"fn(i: {LEFT.replace('k', 'i')})", new={"x": "k"}),
                ),
            ],
            leaf(f"1: sum(i: {LEFT.replace('k', 'i')}) >= 0"),
        ),
    ],
)

formal(
    "LEM-oja-fixed",
    title="For alpha |V| < 1 a state without a pull across its tokens is an equilibrium of the Oja map",
    statement=model(
        V,
        OJA,
        SHORT,
        {
            "letters": ["x[token]: vector"],
            "where": [*STEP["where"][:2], *PULLED["where"]],
            "given": [UNIT, "forall i: t(i) == 0"],
            "show": ["fixed(oja, x)"],
        },
    ),
    proof=unfold(
        "goal",
        intro(
            "k",
            have(
                [
                    (
                        "1 + alpha*dot(x[k], pull) > 0",
                        define(
                            HERE_NAMES[1:],
                            have(
                                [
                                    *HERE,
                                    ("dot(-x[k], b) <= norm(-x[k])*norm(b)", rule("Cauchy-Schwarz", u="-x[k]", w="b")),
                                ],
                                leaf(
                                    "1: dot(-x[k], b) <= norm(-x[k])*norm(b)",
                                    "1: norm(b) <= alpha*L*norm(m)",
                                    "1: norm(m) <= 1; alpha > 0; L >= 0",
                                    "1: alpha*L < 1",
                                    use=[UNIT],
                                ),
                            ),
                        ),
                    ),
                    "t(k) == 0",
                    ("pull == dot(x[k], pull)*x[k]", KNOWN),
                ],
                lemma("LEM-pulled-along", x="x[k]", g="pull", k="alpha", r="dot(x[k], pull)"),
            ),
        ),
    ),
    instance={
        "tokens": 2,
        "dim": 2,
        "letters": {"V": [[1, 0], [0, -1]], "alpha": "1/2", "L": 1, "x": [[0, 1], [0, 1]]},
    },
)
