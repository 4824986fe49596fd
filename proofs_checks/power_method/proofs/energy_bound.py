"""Lemma 7: the step bound, for the true increment of W, for the truncated one, and under other scalings of the map.

W = -(1/2N) <sum x, V sum x> is minus the energy of POW-N4. With e = alpha |V| every length r_i is within e of 1, and
(1 + r_i - e) |x_i^+ - x_i|^2 >= 2 alpha^2 (1 - 2e) |t_i|^2 for the tangent part t_i of the common pull s.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.energy import IDENTITY, RISE, STEP, instance
from proofs_checks.power_method.proofs.equilibrium_classes import LENGTH_OF_V
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, take

LENGTH = LENGTH_OF_V["given"][1]
BOUND: Part = {
    "letters": ["norm_of_V: number"],
    "where": ["e := alpha*norm_of_V", "sigma(i) := dot(x[i], pull)", "t(i) := pull - sigma(i)*x[i]"],
    "given": ["norm_of_V > 0", LENGTH, "alpha < 1/(2*norm_of_V)"],
}
UNIT, POSITIVE, IMAGE = STEP["given"][1:]


def spread(of: str, name: str) -> tuple[str, Tree]:
    """The squares of all differences sum to something that is not negative."""
    fact = f"sum(i: sum(j: {of.format('i', 'j')})) >= 0"
    inner = rule(
        "positive sum", leaf(f"1: sq norm({name.format('s', 'h')})"), e=f"fn(j: {of.format('s', 'j')})", new={"x": "h"}
    )
    return fact, rule("positive sum", inner, e=f"fn(i: sum(j: {of.format('i', 'j')}))", new={"x": "s"})


MEAN = spread("dot(x[{0}] - x[{1}], x[{0}] - x[{1}])", "x[{0}] - x[{1}]")
SHORT: Steps = [
    MEAN,
    (
        "dot(sum(h: x[h]), sum(h: x[h])) <= N^2",
        leaf(f"1/2: {MEAN[0]}", use=[UNIT]),
    ),
    (
        "dot(pull, pull) <= norm_of_V^2",
        take(
            LENGTH,
            ["sum(h: x[h])"],
            leaf(
                "1: dot(V(sum(h: x[h])), V(sum(h: x[h]))) <= norm_of_V^2*dot(sum(h: x[h]), sum(h: x[h]))",
                "1: dot(sum(h: x[h]), sum(h: x[h])) <= N^2; norm_of_V > 0; norm_of_V > 0",
                times=["N^2"],
            ),
        ),
    ),
    (
        "norm(pull) <= norm_of_V",
        rule("below the square", KNOWN, leaf("1: dot(pull, pull) <= norm_of_V^2"), a="norm(pull)", b="norm_of_V"),
    ),
    ("e < 1/2", leaf("1: alpha < 1/(2*norm_of_V); norm_of_V > 0")),
]
"""The common pull is no longer than |V|."""

AT_TOKEN: Steps = [
    "r(k) > 0",
    ("norm(x[k]) == 1", leaf(use=[UNIT])),
    ("sigma(k) <= norm(x[k])*norm(pull)", rule("Cauchy-Schwarz", u="x[k]", w="pull")),
    ("dot(x[k], -pull) <= norm(x[k])*norm(-pull)", rule("Cauchy-Schwarz", u="x[k]", w="-pull")),
    ("sigma(k) <= norm_of_V", leaf("1: sigma(k) <= norm(x[k])*norm(pull)", "1: norm(pull) <= norm_of_V", use=[UNIT])),
    (
        "-sigma(k) <= norm_of_V",
        leaf("1: dot(x[k], -pull) <= norm(x[k])*norm(-pull)", "1: norm(pull) <= norm_of_V", use=[UNIT]),
    ),
    ("-sigma(k) <= norm(pull)", leaf("1: dot(x[k], -pull) <= norm(x[k])*norm(-pull)", use=[UNIT])),
    ("r(k)^2 == 1 + 2*alpha*sigma(k) + alpha^2*dot(pull, pull)", leaf(use=[UNIT])),
    (
        "r(k) <= 1 + e",
        rule(
            "below the square",
            leaf("1:", "1: alpha > 0; norm_of_V > 0"),
            leaf(
                "eq 1: r(k)^2 == 1 + 2*alpha*sigma(k) + alpha^2*dot(pull, pull)",
                "2: alpha > 0; sigma(k) <= norm_of_V",
                "1: alpha > 0; alpha > 0; dot(pull, pull) <= norm_of_V^2",
            ),
            a="r(k)",
            b="1 + e",
        ),
    ),
]
SQUARED = "r(k)^2 == 1 + 2*alpha*sigma(k) + alpha^2*dot(pull, pull)"
SHORTER = "1 - alpha*norm(pull) <= r(k)"
TURN = "dot(moved(k), moved(k))*r(k)*(r(k) + 1 + alpha*sigma(k)) == 2*alpha^2*dot(t(k), t(k))"
SLACK = "(1 + r(k) - e) - (1 - 2*e)*r(k)*(r(k) + 1 + alpha*sigma(k)) >= 0"


def gain(i: str) -> str:
    """What one token contributes, less what is claimed of it."""
    return f"(1 + r({i}) - e)*dot(moved({i}), moved({i})) - 2*alpha^2*(1 - 2*e)*dot(t({i}), t({i}))"


TOKEN: Tree = have(
    [
        *AT_TOKEN,
        (
            SHORTER,
            rule(
                "below the square",
                KNOWN,
                leaf(f"eq -1: {SQUARED}", "2: alpha > 0; -sigma(k) <= norm(pull)"),
                a="1 - alpha*norm(pull)",
                b="r(k)",
            ),
        ),
        ("1 - e <= r(k)", leaf(f"1: {SHORTER}", "1: alpha > 0; norm(pull) <= norm_of_V")),
        (TURN, leaf(use=[UNIT, IMAGE])),
        (
            SLACK,
            leaf(
                "3: alpha > 0; norm_of_V > 0; 1 - e <= r(k)",
                "2: alpha > 0; alpha > 0; norm_of_V > 0; norm_of_V > 0; 1 - e <= r(k)",
                "2: e < 1/2; r(k) <= 1 + e",
                "1: r(k) <= 1 + e",
                "2: e < 1/2; 1 - e <= r(k); r(k) <= 1 + e",
                "2: e < 1/2; r(k) > 0; alpha > 0; sigma(k) <= norm_of_V",
            ),
        ),
    ],
    leaf(f"1: {SLACK}; sq norm(moved(k))", f"eq 2*e - 1: {TURN}"),
)
ALL_TOKENS = f"sum(i: {gain('i')}) >= 0"
WHOLE = "sum(i: moved(i))"
FORM_BELOW = f"dot({WHOLE}, V({WHOLE})) >= -norm_of_V*N*sum(i: dot(moved(i), moved(i)))"


INCREMENT = f"-({RISE})"
BELOW = f"{INCREMENT} <= -alpha*(1 - 2*e)*sum(i: dot(t(i), t(i)))"
FALLS = have(
    [
        *SHORT,
        (IDENTITY, lemma("POW-N4")),
        (ALL_TOKENS, rule("positive sum", TOKEN, e=f"fn(i: {gain('i')})", new={"x": "k"})),
        (FORM_BELOW, lemma("LEM-mean-form", V="V", u="fn(i: moved(i))", L="norm_of_V")),
    ],
    leaf(
        f"eq -1: {IDENTITY}",
        f"1/2: {ALL_TOKENS}; 1/alpha > 0",
        f"1/2: {FORM_BELOW}; 1/N > 0",
    ),
)
TANGENT_PARTS = (
    "sum(i: dot(t(i), t(i))) >= 0",
    rule("positive sum", leaf("1: sq norm(t(k))"), e="fn(i: dot(t(i), t(i)))", new={"x": "k"}),
)
VALUES = {
    "V": [["1", "0"], ["0", "-1"]],
    "alpha": "3/17",
    "x": [["12/13", "5/13"]] * 2,
    "f": [["24/25", "7/25"]] * 2,
    "norm_of_V": 1,
}
HALF_OF_IT = {"alpha*(1 - 2*e)*sum": "alpha*(1 - e)*sum"}
formal(
    "POW-L7.bound",
    statement=model(V, OJA, STEP, BOUND, {"show": [BELOW, f"{INCREMENT} <= 0"]}),
    proof=[
        FALLS,
        have([*SHORT, TANGENT_PARTS], leaf(f"1: {BELOW}", f"2: alpha > 0; e < 1/2; {TANGENT_PARTS[0]}")),
    ],
    instance=instance(VALUES),
    twin=Variant("the constant 1 instead of 2", HALF_OF_IT, instance(VALUES)),
)

TANGENT = "sum(i: t(i))"
SECOND_ORDER = (
    "-alpha*sum(i: dot(t(i), t(i))) + 3/2*alpha^2*sum(i: sigma(i)*dot(t(i), t(i)))"
    f" - alpha^2/(2*N)*dot({TANGENT}, V({TANGENT}))"
)
TRUNCATED = f"{SECOND_ORDER} <= -alpha*(1 - 2*e)*sum(i: dot(t(i), t(i)))"
TANGENT_FORM = f"dot({TANGENT}, V({TANGENT})) >= -norm_of_V*N*sum(i: dot(t(i), t(i)))"
BY_SIGMA = "sum(i: (norm_of_V - sigma(i))*dot(t(i), t(i))) >= 0"
STATE: Part = {**STEP, "letters": ["x[token]: vector"], "given": STEP["given"][:2]}
STATE["where"] = [text for text in STEP["where"] if not text.startswith(("moved", "r("))]
SMALL_SIGMA: Steps = [
    ("norm(x[k]) == 1", leaf(use=[UNIT])),
    ("sigma(k) <= norm(x[k])*norm(pull)", rule("Cauchy-Schwarz", u="x[k]", w="pull")),
    ("sigma(k) <= norm_of_V", leaf("1: sigma(k) <= norm(x[k])*norm(pull)", "1: norm(pull) <= norm_of_V", use=[UNIT])),
]
ONE_STATE = {name: value for name, value in VALUES.items() if name != "f"}
formal(
    "POW-L7.bound.R1",
    statement=model(V, STATE, BOUND, {"show": [TRUNCATED, f"{SECOND_ORDER} <= 0"]}),
    proof=[
        have(
            [
                *SHORT,
                (
                    BY_SIGMA,
                    rule(
                        "positive sum",
                        have(SMALL_SIGMA, leaf("1: sigma(k) <= norm_of_V; sq norm(t(k))")),
                        e="fn(i: (norm_of_V - sigma(i))*dot(t(i), t(i)))",
                        new={"x": "k"},
                    ),
                ),
                (TANGENT_FORM, lemma("LEM-mean-form", V="V", u="fn(i: t(i))", L="norm_of_V")),
            ],
            leaf(
                f"3/2: alpha > 0; alpha > 0; {BY_SIGMA}",
                f"1/2: alpha > 0; alpha > 0; 1/N > 0; {TANGENT_FORM}",
            ),
        ),
        have([*SHORT, TANGENT_PARTS], leaf(f"1: {TRUNCATED}", f"2: alpha > 0; e < 1/2; {TANGENT_PARTS[0]}")),
    ],
    instance=instance(ONE_STATE),
    twin=Variant("the constant 1 instead of 2", HALF_OF_IT, instance(ONE_STATE)),
)

SCALED: Part = {
    "letters": ["x[token], f[token]: vector", "kappa, norm_of_V: number"],
    "where": ["N := sum(j: 1)", "long := alpha*kappa*N"],
    "maps": [
        "scaled(X, i) = unit(X[i] + alpha*(kappa*V(sum(j: X[j])))) on fn(X: forall i: dot(X[i], X[i]) == 1)",
        "longer(X, i) = unit(X[i] + long*V(sum(j: X[j])/sum(j: 1))) on fn(X: forall i: dot(X[i], X[i]) == 1)",
    ],
    "given": [
        "alpha > 0",
        "kappa > 0",
        "norm_of_V > 0",
        LENGTH,
        "alpha < 1/(2*kappa*N*norm_of_V)",
        UNIT,
        "forall i: norm(x[i] + alpha*(kappa*V(sum(j: x[j])))) > 0",
        "forall i: f[i] == value(scaled, x, i)",
    ],
}
JUMP = {
    "V": [["1", "0"], ["0", "-1"]],
    "alpha": "2/5",
    "kappa": 4,
    "norm_of_V": 1,
    "x": [[0, 1], [0, 1], [0, -1]],
    "f": [[0, -1]] * 3,
}
"""Two of three tokens jump to the other side."""
E_LONG = "long*norm_of_V"
PULL = "(V(sum(h: x[h]))/N)"
T_LONG = f"({PULL} - dot(x[i], {PULL})*x[i])"
CLAIM = f"{INCREMENT} <= -long*(1 - 2*({E_LONG}))*sum(i: dot({T_LONG}, {T_LONG}))"
PREMISES = [
    leaf("1: alpha > 0; kappa > 0; N > 0"),
    KNOWN,
    intro("k", have(["norm(x[k] + alpha*(kappa*V(sum(j: x[j])))) > 0"], KNOWN)),
    intro("k", have(["f[k] == value(scaled, x, k)"], KNOWN)),
    KNOWN,
    KNOWN,
    leaf("1: alpha < 1/(2*kappa*N*norm_of_V); kappa > 0; N > 0"),
]
formal(
    "POW-L7.bound.R3",
    statement=model(
        V,
        SCALED,
        {"show": ["forall i: value(scaled, x, i) == value(longer, x, i)", CLAIM, f"{INCREMENT} <= 0"]},
    ),
    proof=[
        intro("k", leaf()),
        have([(f"({CLAIM}) and ({INCREMENT} <= 0)", lemma("POW-L7.bound", *PREMISES, alpha="long"))], KNOWN),
        have([(f"({CLAIM}) and ({INCREMENT} <= 0)", lemma("POW-L7.bound", *PREMISES, alpha="long"))], KNOWN),
    ],
    instance=instance({**VALUES, "kappa": "1/2"}),
    twin=Variant(
        "the bound 1/(2|V|) for the sum",
        {"1/(2*kappa*N*norm_of_V)": "1/(2*norm_of_V)"},
        {"tokens": 3, "dim": 2, "letters": JUMP},
    ),
)
