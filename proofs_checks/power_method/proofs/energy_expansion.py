"""Lemma 7, proof: what one Oja step adds to W, up to alpha^2, with an explicit remainder of third order.

With D the sum of all moves, W(x^+) - W(x) = -<s, D> - <D, V D>/(2N), and D is known up to third order.
"""

from __future__ import annotations

from proofs_checks.lemmas.second_order_form import BOUNDED, error
from proofs_checks.power_method.proofs.energy import RISE
from proofs_checks.power_method.proofs.energy_bound import SHORT as SHORT_PULL
from proofs_checks.power_method.proofs.models import BASIS, OJA, Part, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, leaf, lemma, rule

EXPANSION: Part = {
    "letters": ["norm_of_V: number"],
    "where": [
        "N := sum(j: 1)",
        "e := alpha*norm_of_V",
        "sigma(i) := dot(x[i], pull)",
        "t(i) := pull - sigma(i)*x[i]",
        "second(i) := sigma(i)*t(i) + 1/2*dot(t(i), t(i))*x[i]",
        "rest(i) := unit(x[i] + alpha*pull) - (x[i] + alpha*t(i) - alpha^2*second(i))",
    ],
    "given": ["forall i: dot(x[i], x[i]) == 1", *BOUNDED],
}
UNIT = EXPANSION["given"][0]
AFTER = "unit(x[i] + alpha*pull)"
INCREMENT = "-({})".format(RISE.replace("f[i]", AFTER))
ORDERS = (
    "-alpha*sum(i: dot(t(i), t(i))) + 3/2*alpha^2*sum(i: sigma(i)*dot(t(i), t(i)))"
    " - alpha^2/(2*N)*dot(sum(i: t(i)), V(sum(i: t(i))))"
)
PUSH, TANGENT, SECOND, REMAINDER = (f"sum(i: {name})" for name in ("x[i]", "t(i)", "second(i)", "rest(i)"))


def total(of: str, bound: str, steps: Steps, short: Tree) -> tuple[str, Tree]:
    """A sum of vectors that are at most as long as `bound` is at most N times as long."""
    fact = f"norm({of}(k)) <= {bound}"
    weighted = f"norm(sum(i: 1*{of}(i))) <= sum(i: 1*norm({of}(i)))"
    lengths = f"sum(i: {bound} - norm({of}(i))) >= 0"
    return f"norm(sum(i: {of}(i))) <= N*({bound})", have(
        [
            (weighted, rule("norm of a weighted sum", e="fn(i: 1)", u=f"fn(i: {of}(i))", new={"x": "k"})),
            (
                lengths,
                rule(
                    "positive sum",
                    have([*steps, (fact, short)], leaf(f"1: {fact}")),
                    e=f"fn(i: {bound} - norm({of}(i)))",
                    new={"x": "k"},
                ),
            ),
        ],
        leaf(f"1: {weighted}", f"1: {lengths}"),
    )


SQUARES: Steps = [
    "dot(x[k], x[k]) == 1",
    ("dot(t(k), t(k)) == dot(pull, pull) - sigma(k)^2", leaf(use=[UNIT])),
]
SQUARE = SQUARES[1][0]
SHORT_TANGENT = rule(
    "below the square",
    KNOWN,
    leaf(f"eq 1: {SQUARE}", "1: dot(pull, pull) <= norm_of_V^2", "1: sq sigma(k)"),
    a="norm(t(k))",
    b="norm_of_V",
)
SHORT_SECOND = have(
    [
        ("dot(second(k), second(k)) == dot(t(k), t(k))*(sigma(k)^2 + 1/4*dot(t(k), t(k)))", leaf(use=[UNIT])),
        (
            "sigma(k)^2 + 1/4*dot(t(k), t(k)) <= norm_of_V^2",
            leaf(f"eq 1: {SQUARE}", "1: dot(pull, pull) <= norm_of_V^2", "3/4: sq norm(t(k))"),
        ),
        (
            "dot(t(k), t(k)) <= norm_of_V^2",
            leaf(f"eq 1: {SQUARE}", "1: dot(pull, pull) <= norm_of_V^2", "1: sq sigma(k)"),
        ),
    ],
    rule(
        "below the square",
        KNOWN,
        leaf(
            "eq 1: dot(second(k), second(k)) == dot(t(k), t(k))*(sigma(k)^2 + 1/4*dot(t(k), t(k)))",
            "1: sigma(k)^2 + 1/4*dot(t(k), t(k)) <= norm_of_V^2; sq norm(t(k))",
            "1: dot(t(k), t(k)) <= norm_of_V^2; norm_of_V > 0; norm_of_V > 0",
        ),
        a="norm(second(k))",
        b="norm_of_V^2",
    ),
)
PULLED = "alpha*norm(pull) <= e"
SHORT_REST = have(
    [
        (PULLED, leaf("1: alpha > 0; norm(pull) <= norm_of_V")),
        ("alpha*norm(pull) >= 0", leaf("1: alpha > 0; norm(pull) >= 0")),
        ("alpha*norm(pull) < 1", leaf(f"1: {PULLED}", "1: e < 1")),
        ("norm(rest(k)) <= 7*(alpha*norm(pull))^3", lemma("LEM-step-expansion", x="x[k]", s="pull")),
        ("e > 0", leaf("1: alpha > 0; norm_of_V > 0")),
    ],
    leaf(
        "1: norm(rest(k)) <= 7*(alpha*norm(pull))^3",
        f"7: {PULLED}; alpha*norm(pull) >= 0; alpha*norm(pull) >= 0",
        f"7: {PULLED}; e > 0; alpha*norm(pull) >= 0",
        f"7: {PULLED}; e > 0; e > 0",
    ),
)
FORM = f"abs({error(PUSH, TANGENT, SECOND, REMAINDER, 'pull', 'N')}) <= 47*N*norm_of_V*e^3"
LARGE: Part = {
    "tokens": 1,
    "dim": 2,
    "letters": {"V": [[1, 0], [0, 0]], "alpha": "1/1000", "x": [["3/5", "4/5"]], "norm_of_V": 1},
}
HERE: Part = {
    "tokens": 2,
    "dim": 3,
    "letters": {"V": symmetric(2, 1, -1), "alpha": "1/4", "x": [BASIS[0], [1, 0, 0]], "norm_of_V": 2},
}
SHOWN = f"abs({INCREMENT} - ({ORDERS})) <= 47*N*norm_of_V*e^3"
formal(
    "LEM-energy-expansion",
    title="What a common push of unit vectors adds to the form at their sum, up to the second order of the push",
    statement=model(
        V,
        {"letters": ["x[token], pull: vector"]},
        EXPANSION,
        {"given": [f"V({PUSH}) == N*pull", "norm(pull) <= norm_of_V"], "show": SHOWN},
    ),
    proof=have(
        [
            (
                "dot(pull, pull) <= norm_of_V^2",
                leaf(*[f"1: norm(pull) <= norm_of_V; {b}" for b in ("norm(pull) >= 0", "norm_of_V > 0")]),
            ),
            total("t", "norm_of_V", SQUARES, SHORT_TANGENT),
            total("second", "norm_of_V^2", SQUARES, SHORT_SECOND),
            total("rest", "7*e^3", SQUARES[:1], SHORT_REST),
            (
                FORM,
                lemma(
                    "LEM-second-order-form",
                    *[KNOWN] * 9,
                    leaf(f"1: norm({REMAINDER}) <= N*(7*e^3)"),
                    M=PUSH,
                    T=TANGENT,
                    R=SECOND,
                    Q=REMAINDER,
                    s="pull",
                    n="N",
                ),
            ),
        ],
        leaf(f"1: {FORM}", use=[UNIT]),
    ),
    instance={"tokens": 1, "dim": 2, "letters": {**LARGE["letters"], "pull": ["3/5", 0]}},
)
formal(
    "POW-L7.dW",
    statement=model(
        V,
        OJA,
        {"letters": ["x[token]: vector"], "where": ["pull := V(sum(h: x[h])/sum(j: 1))"]},
        EXPANSION,
        {"show": SHOWN.replace(AFTER, "value(oja, x, i)")},
    ),
    proof=have(SHORT_PULL[:-1], lemma("LEM-energy-expansion")),
    instance=HERE,
    twin=Variant("the coefficient 1/2 instead of 3/2", {"3/2*alpha^2": "1/2*alpha^2"}, LARGE),
)
