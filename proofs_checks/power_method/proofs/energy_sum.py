"""POW-L7.conv.sum: along a trajectory of the Oja map the squared tangent parts of the pull have a finite sum."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.energy_bound import LENGTH, SHORT, UNIT
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, rule, take

STATE: Part = {
    "letters": ["x[token]: vector", "norm_of_V: number"],
    "where": ["N := sum(j: 1)", "pull := V(sum(h: x[h]))/N", "sigma(i) := dot(x[i], pull)"],
    "given": ["norm_of_V > 0", LENGTH, UNIT],
}
FORM = "1/(2*N)*dot(sum(i: x[i]), V(sum(i: x[i])))"


def side(sign: str) -> Tree:
    """The energy is the mean of the tokens' own shares, each at most the length of the pull."""
    direction = "pull" if sign == "-" else "-pull"
    cauchy = f"dot(x[k], {direction}) <= norm(x[k])*norm({direction})"
    return have(
        [
            *SHORT[:4],
            (
                f"sum(i: norm_of_V {sign} sigma(i)) >= 0",
                rule(
                    "positive sum",
                    have(
                        [(cauchy, rule("Cauchy-Schwarz", u="x[k]", w=direction))],
                        leaf(f"1: {cauchy}", "1: norm(pull) <= norm_of_V", use=[UNIT]),
                    ),
                    e=f"fn(i: norm_of_V {sign} sigma(i))",
                    new={"x": "k"},
                ),
            ),
        ],
        leaf(f"1/2: sum(i: norm_of_V {sign} sigma(i)) >= 0"),
    )


formal(
    "LEM-energy-range",
    title="The energy of unit tokens is between -N|V|/2 and N|V|/2",
    statement=model(
        {"letters": ["V: operator"]}, STATE, {"show": [f"{FORM} <= N*norm_of_V/2", f"{FORM} >= -N*norm_of_V/2"]}
    ),
    proof=[side("-"), side("+")],
)

ORBIT: Part = {
    "letters": ["x[step, token]: vector", "norm_of_V: number"],
    "where": [
        "N := sum(j: 1)",
        "pull(n) := V(sum(h: x[n, h]))/N",
        "t(n, i) := pull(n) - dot(x[n, i], pull(n))*x[n, i]",
        "squares(n) := sum(i: dot(t(n, i), t(n, i)))",
        "energy(n) := 1/(2*N)*dot(sum(i: x[n, i]), V(sum(i: x[n, i])))",
        "gain := alpha*(1 - 2*(alpha*norm_of_V))",
    ],
    "given": [
        "norm_of_V > 0",
        LENGTH,
        "alpha > 0",
        "alpha < 1/(2*norm_of_V)",
        "forall n in step, i: dot(x[n, i], x[n, i]) == 1",
        "forall n in step, i: norm(x[n, i] + alpha*pull(n)) > 0",
        "forall n in step, i: x[n + 1, i] == value(oja, fn(h: x[n, h]), i)",
    ],
}
UNITS, LONG, NEXT = ORBIT["given"][4:]
SO_FAR = "gain*sum(k in 0..{0}: squares(k)) <= energy({0} + 1) - energy(0)".format


def step(n: str) -> Tree:
    """What one step gains."""
    return have(
        [
            (
                f"-(energy({n} + 1) - energy({n})) <= -gain*squares({n}) and -(energy({n} + 1) - energy({n})) <= 0",
                lemma(
                    "POW-L7.bound",
                    KNOWN,
                    intro("i0", take(UNITS, [n, "i0"], KNOWN)),
                    intro("i0", take(LONG, [n, "i0"], KNOWN)),
                    intro("i0", take(NEXT, [n, "i0"], KNOWN)),
                    x=f"fn(h: x[{n}, h])",
                    f=f"fn(h: x[{n} + 1, h])",
                ),
            ),
        ],
        leaf(f"1: -(energy({n} + 1) - energy({n})) <= -gain*squares({n})"),
    )


GAIN = "gain*squares({0}) <= energy({0} + 1) - energy({0})".format
START = have(
    [
        (GAIN("0"), step("0")),
        ("sum(k in 0..0: squares(k)) == squares(0)", rule("first term", e="fn(k in size: squares(k))")),
    ],
    leaf(f"1: {GAIN('0')}", "eq gain: sum(k in 0..0: squares(k)) == squares(0)"),
)
LAST = "sum(k in 0..n0 + 1: squares(k)) == sum(k in 0..n0: squares(k)) + squares(n0 + 1)"
ONWARDS = have(
    [
        (GAIN("(n0 + 1)"), step("(n0 + 1)")),
        (LAST, rule("last term", e="fn(k in size: squares(k))", n="n0")),
    ],
    leaf(f"1: {GAIN('(n0 + 1)')}", f"1: {SO_FAR('n0')}", f"eq gain: {LAST}"),
)
ALL = f"forall n in size: {SO_FAR('n')}"
BY_INDUCTION = rule("induction", START, ONWARDS, P=f"fn(n in size: {SO_FAR('n')})", new={"n": "n0"})


def bounded(n: str) -> tuple[str, Tree]:
    """The energy at one step."""
    fact = f"energy({n}) <= N*norm_of_V/2 and energy({n}) >= -N*norm_of_V/2"
    units = intro("i0", take(UNITS, [n, "i0"], KNOWN))
    return fact, lemma("LEM-energy-range", KNOWN, KNOWN, units, x=f"fn(h: x[{n}, h])")


HERE: Part = {
    "tokens": 2,
    "dim": 2,
    "letters": {"V": [[1, 0], [0, -1]], "alpha": "1/4", "norm_of_V": 1, "x": {"always": [[1, 0], [1, 0]]}},
}
formal(
    "POW-L7.conv.sum",
    title="Along a trajectory of the Oja map the squared tangent parts of the pull have a finite sum",
    role="extension",
    sentence=(
        r"For symmetric V and $\alpha < 1/(2\|V\|)$ the energy $m^TVm/(2N)$, $m = \sum_ix_i$, grows by at least"
        r" $\alpha(1 - 2\alpha\|V\|)\sum_i\|t_i\|^2$ in every step of a trajectory of the Oja map, $t_i = \Pi_is$; the"
        r" sum of $\sum_i\|t_i\|^2$ over the first steps, however many, is at most $N\|V\|/(\alpha(1 - 2\alpha\|V\|))$."
    ),
    kind="convergence",
    source=Source(PAPER, "Lemma 7", reconstructed=True),
    reading="the sum of POW-L7.conv; not decided here: that $t_i$ tends to zero and limit points are equilibria",
    statement=model(
        V,
        OJA,
        ORBIT,
        {
            "show": [
                f"forall n in step: {GAIN('n')}",
                "forall n in size: sum(k in 0..n: squares(k)) <= N*norm_of_V/gain",
            ]
        },
    ),
    proof=[
        intro("n1", step("n1")),
        have(
            [("gain > 0", leaf("2: alpha < 1/(2*norm_of_V); norm_of_V > 0; alpha > 0")), (ALL, BY_INDUCTION)],
            intro(
                "m",
                have(
                    [(SO_FAR("m"), take(ALL, ["m"], KNOWN)), bounded("0"), bounded("m + 1")],
                    leaf(
                        f"1: {SO_FAR('m')}",
                        "1: energy(m + 1) <= N*norm_of_V/2",
                        "1: energy(0) >= -N*norm_of_V/2",
                        times=["gain"],
                    ),
                ),
            ),
        ),
    ],
    instance=HERE,
    twin=Variant(
        "tokens that stand still where the map moves them",
        {"value(oja, fn(h: x[n, h]), i)": "x[n, i]"},
        {**HERE, "letters": {**HERE["letters"], "x": {"always": [["3/5", "4/5"]] * 2}}},
    ),
)
