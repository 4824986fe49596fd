"""POW-L7.conv.R2: every trajectory of the Oja map converges to one point, which is an equilibrium."""

from __future__ import annotations

from proofs_checks.lemmas.tangent_velocities import TANGENT
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.energy_sum import HERE, NEXT, UNITS
from proofs_checks.power_method.proofs.equilibrium_classes import LENGTH_OF_V
from proofs_checks.power_method.proofs.models import OJA, Part, V
from proofs_checks.power_method.proofs.oja_ascent import SHORT
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, obtain, rule, take, witness

ORBIT_OF_L: Part = {
    "letters": ["x[step, token]: vector"],
    "where": ["N := sum(j: 1)", "pull(X) := V(sum(h: X[h]))/N", "t(X, i) := pull(X) - dot(X[i], pull(X))*X[i]"],
    "given": [UNITS, NEXT],
}
NEAR = (
    "(forall r in number: r > 0"
    " => (exists s in size: forall n in size: n >= s => (forall i: norm(x[n, i] - S[i]) < r)))"
)
LIMIT = f"exists S in state: (forall i: dot(S[i], S[i]) == 1) and (forall i: t(S, i) == 0) and {NEAR}"
ENERGY = "1/(2*N)*dot(sum(j: {0}), V(sum(j: {0})))".format
ACROSS = f"almost_always({TANGENT})"
MOVED = "sum(i: dot(x[n0 + 1, i] - x[n0, i], x[n0 + 1, i] - x[n0, i]))"
RISE = f"{ENERGY('x[n0 + 1, j]')} - {ENERGY('x[n0, j]')} >= (1/alpha - L)/2*{MOVED}"
PULLED = f"sum(i: dot(t(x[n0], i), t(x[n0], i))) <= 4/alpha^2*{MOVED}"


def at_step(bound: str) -> Tree:
    """What one step does to the energy, for a bound of |V|."""
    units = ["forall i: {0} > 0", "forall i: {0} < 2"]
    length = "norm(x[n0, i] + alpha*V(sum(j: x[n0, j])/sum(j: 1)))"
    defined = lemma(
        "LEM-oja-defined", *[KNOWN] * 4, intro("i1", take(UNITS, ["n0", "i1"], KNOWN)), L=bound, x="fn(h: x[n0, h])"
    )
    step = lemma(
        "LEM-oja-ascent",
        *[KNOWN] * 4,
        intro("i0", take(UNITS, ["n0", "i0"], KNOWN)),
        KNOWN,
        intro("i0", take(NEXT, ["n0", "i0"], KNOWN)),
        L=bound,
        x="fn(h: x[n0, h])",
        f="fn(h: x[n0 + 1, h])",
    )
    return have(
        [
            (" and ".join(f"({fact.format(length)})" for fact in units), defined),
            ("forall i: norm(x[n0, i] + alpha*pull(x[n0])) > 0", intro("i0", KNOWN)),
            (f"({RISE.replace('L)', f'{bound})')}) and ({PULLED})", step),
        ],
        KNOWN,
    )


formal(
    "LEM-oja-one-limit",
    title="For alpha |V| < 1 every trajectory of the Oja map converges to one state, without a pull across its tokens",
    statement=model(V, OJA, SHORT, ORBIT_OF_L, {"show": [LIMIT]}),
    proof=have(
        [("(1/alpha - L)/2 > 0", leaf("1/2: 1/alpha > 0; alpha*L < 1"))],
        rule(
            "strict saddles, one limit",
            KNOWN,
            have([(ACROSS, lemma("LEM-tangent-velocities"))], enter("ae", leaf(use=[TANGENT]))),
            KNOWN,
            intro("n0", at_step("L")),
            intro("n0", at_step("L")),
            e=f"fn(X in state: {ENERGY('X[j]')})",
            g="fn(X in state, i: t(X, i))",
            c="(1/alpha - L)/2",
            k="4/alpha^2",
            new={"Y": "y"},
        ),
    ),
)

REACHED = (
    f"exists S in state: (forall i: dot(S[i], S[i]) == 1) and (forall i: t(S, i) == 0) and fixed(oja, S) and {NEAR}"
)
SMALL = ("alpha*norm_of_V < 1", leaf("1: alpha < 1/(2*norm_of_V); norm_of_V > 0", "1/2:"))
formal(
    "POW-L7.conv.R2",
    title="Trajectories of the Oja map converge to a single point",
    reading="R2: convergence to a single point",
    source=Source(PAPER, "Lemma 7", reconstructed=True),
    kind="convergence",
    sentence=(
        r"For symmetric V and $\alpha < 1/(2\|V\|)$ every trajectory of the Oja map converges to one point; it is an"
        r" equilibrium, with $\Pi_is = 0$ for all i. In every step $\sum_i\|t_i\|^2 \le"
        r" (4/\alpha^2)\sum_i\|x_i^+ - x_i\|^2$, $t_i = \Pi_is$, and F rises by at least $\frac12(1/\alpha -"
        r" \|V\|)\sum_i\|x_i^+ - x_i\|^2$, $F = m^TVm/(2N)$, $m = \sum_ix_i$."
    ),
    statement=model(
        V,
        OJA,
        {**ORBIT_OF_L, "given": [*LENGTH_OF_V["given"], *ORBIT_OF_L["given"]]},
        {"letters": LENGTH_OF_V["letters"]},
        {
            "show": [
                REACHED,
                f"forall n0 in step: {PULLED}",
                f"forall n0 in step: {RISE.replace('L)', 'norm_of_V)')}",
            ]
        },
    ),
    proof=[
        have(
            [SMALL, (LIMIT, lemma("LEM-oja-one-limit", L="norm_of_V"))],
            obtain(
                LIMIT,
                "S",
                witness(
                    "S",
                    have(
                        [("fixed(oja, S)", lemma("LEM-oja-fixed", L="norm_of_V", x="S"))],
                        both(KNOWN, KNOWN, KNOWN, KNOWN),
                    ),
                ),
            ),
        ),
        have([SMALL], intro("n0", at_step("norm_of_V"))),
        have([SMALL], intro("n0", at_step("norm_of_V"))),
    ],
    instance=HERE,
    twin=Variant(
        "tokens that stand still where the map moves them",
        {"value(oja, fn(h: x[n, h]), i)": "x[n, i]"},
        {**HERE, "letters": {**HERE["letters"], "x": {"always": [["3/5", "4/5"]] * 2}}},
    ),
)
