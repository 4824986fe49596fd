"""POW-L7.conv: along a trajectory of the Oja map the states come near the set of equilibria."""

from __future__ import annotations

from proofs_checks.power_method.proofs.energy_bound import LENGTH, SHORT
from proofs_checks.power_method.proofs.energy_sum import STATE
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, take

TWO: Part = {
    "letters": ["V: operator", "norm_of_V, d: number", "X[token], Y[token]: vector"],
    "where": [
        "N := sum(j: 1)",
        "pull(Z) := V(sum(h: Z[h]))/N",
        "tangent(Z, i) := pull(Z) - dot(Z[i], pull(Z))*Z[i]",
    ],
    "given": [
        "norm_of_V > 0",
        LENGTH,
        "forall i: dot(X[i], X[i]) == 1",
        "forall i: dot(Y[i], Y[i]) == 1",
        "forall i: norm(X[i] - Y[i]) <= d",
    ],
}
PULLS = "norm(pull(X) - pull(Y)) <= norm_of_V*d"
GAP = "sum(h: X[h] - Y[h])"
SPREAD = "norm(sum(h: 1*(X[h] - Y[h]))) <= sum(h: 1*norm(X[h] - Y[h]))"
formal(
    "LEM-short-pull",
    title="The pull of unit tokens is no longer than the matrix",
    statement=model({"letters": ["V: operator"]}, STATE, {"show": ["norm(pull) <= norm_of_V"]}),
    proof=have(SHORT[:4], KNOWN),
)
formal(
    "LEM-oja-tangents",
    title="The tangent parts of the pull of the Oja map at two states near each other",
    statement=model(TWO, {"show": ["forall i: norm(tangent(Y, i)) <= norm(tangent(X, i)) + 4*norm_of_V*d"]}),
    proof=have(
        [
            (SPREAD, rule("norm of a weighted sum", leaf("1:"), e="fn(h: 1)", u="fn(h: X[h] - Y[h])", new={"x": "k"})),
            (
                "sum(h: d - norm(X[h] - Y[h])) >= 0",
                rule(
                    "positive sum", leaf("1: norm(X[k] - Y[k]) <= d"), e="fn(h: d - norm(X[h] - Y[h]))", new={"x": "k"}
                ),
            ),
            (f"norm({GAP}) <= N*d", leaf(f"1: {SPREAD}", "1: sum(h: d - norm(X[h] - Y[h])) >= 0")),
            (f"dot(V({GAP}), V({GAP})) <= norm_of_V^2*dot({GAP}, {GAP})", take(LENGTH, [GAP], KNOWN)),
            (
                f"dot({GAP}, {GAP}) <= N^2*d^2",
                leaf(f"1: norm({GAP}) <= N*d; norm({GAP}) <= N*d", f"2: norm({GAP}) <= N*d; norm({GAP}) >= 0"),
            ),
            (
                "d >= 0",
                rule(
                    "some element",
                    leaf("1: norm(X[k] - Y[k]) <= d", "1: norm(X[k] - Y[k]) >= 0"),
                    C="d >= 0",
                    new={"x": "k"},
                ),
            ),
            (
                PULLS,
                rule(
                    "below the square",
                    leaf("1: norm_of_V > 0; d >= 0"),
                    leaf(
                        f"1: dot(V({GAP}), V({GAP})) <= norm_of_V^2*dot({GAP}, {GAP})",
                        f"1: norm_of_V > 0; norm_of_V > 0; dot({GAP}, {GAP}) <= N^2*d^2",
                        times=["N", "N"],
                    ),
                    a="norm(pull(X) - pull(Y))",
                    b="norm_of_V*d",
                ),
            ),
            ("norm(pull(Y)) <= norm_of_V", lemma("LEM-short-pull", x="Y")),
        ],
        intro(
            "k",
            have(
                [("norm(X[k] - Y[k]) <= d", KNOWN)],
                lemma(
                    "LEM-tangent-moves",
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    x="X[k]",
                    y="Y[k]",
                    p="pull(X)",
                    q="pull(Y)",
                    v="norm_of_V",
                ),
            ),
        ),
    ),
)

STATES: Part = {
    "letters": ["norm_of_V: number", "S[token]: vector"],
    "where": TWO["where"],
    "given": ["norm_of_V > 0", LENGTH, "alpha > 0", "alpha < 1/(2*norm_of_V)"],
}
APPROACHED = (
    "exists X in state: (forall i: dot(X[i], X[i]) == 1) and (forall i: norm(tangent(X, i)) < {0})"
    " and (forall i: norm(X[i] - S[i]) < {0})"
).format
EVERY = f"forall e in number: e > 0 => ({APPROACHED('e')})"
EQUILIBRIUM = (
    "(forall i: dot({0}[i], {0}[i]) == 1) and (forall i: tangent({0}, i) == 0)"
    " and (forall i: value(oja, {0}, i) == {0}[i])"
).format


def at_most(a: str, names: str, body: Tree) -> tuple[str, Tree]:
    """That `a` is not positive, from a state that is nearer than every positive number r."""
    return (
        f"{a} <= 0",
        lemma("LEM-not-positive", intro("r,", take(EVERY, [names], obtain(APPROACHED(names), "X", body))), a=a),
    )


def unit(sign: str, near: str) -> tuple[str, Tree]:
    """The length of the limit is not above, or not below, 1."""
    first, second = ("S[k]", "X[k]") if sign == "" else ("X[k]", "S[k]")
    return at_most(
        f"{sign}(norm(S[k]) - 1)",
        "r",
        have(
            [
                ("norm(X[k]) == 1", have(["dot(X[k], X[k]) == 1"], leaf(norms=["1"], use=["dot(X[k], X[k]) == 1"]))),
                ("norm(X[k] - S[k]) < r", KNOWN),
                (
                    f"norm({second} + ({first} - {second})) <= norm({second}) + norm({first} - {second})",
                    rule("triangle", u=second, w=f"{first} - {second}"),
                ),
            ],
            leaf(
                f"1: norm({second} + ({first} - {second})) <= norm({second}) + norm({first} - {second})",
                "1: norm(X[k] - S[k]) < r",
                use=["norm(X[k]) == 1"],
            ),
        ),
    )


LENGTHS = intro(
    "k",
    have(
        [
            unit("", ""),
            unit("-", ""),
            (
                "norm(S[k]) == 1",
                rule(
                    "antisymmetry",
                    leaf("1: (norm(S[k]) - 1) <= 0"),
                    leaf("1: -(norm(S[k]) - 1) <= 0"),
                    a="norm(S[k])",
                    b="1",
                ),
            ),
        ],
        leaf("eq norm(S[k]) + 1: norm(S[k]) == 1"),
    ),
)
SMALL = "r/(1 + 4*norm_of_V)"
TANGENTS = intro(
    "k",
    have(
        [
            at_most(
                "norm(tangent(S, k))",
                SMALL,
                have(
                    [
                        (
                            "forall i: norm(tangent(S, i)) <= norm(tangent(X, i)) + 4*norm_of_V*(" + SMALL + ")",
                            lemma(
                                "LEM-oja-tangents",
                                KNOWN,
                                KNOWN,
                                KNOWN,
                                KNOWN,
                                intro("j", have([f"norm(X[j] - S[j]) < {SMALL}"], KNOWN)),
                                Y="S",
                                d=SMALL,
                            ),
                        ),
                        f"norm(tangent(S, k)) <= norm(tangent(X, k)) + 4*norm_of_V*({SMALL})",
                        f"norm(tangent(X, k)) < {SMALL}",
                    ],
                    leaf(
                        f"1: norm(tangent(S, k)) <= norm(tangent(X, k)) + 4*norm_of_V*({SMALL})",
                        f"1: norm(tangent(X, k)) < {SMALL}",
                    ),
                ),
            ),
        ],
        rule("equal vectors", leaf("1: norm(tangent(S, k)) <= 0; norm(tangent(S, k)) >= 0"), u="tangent(S, k)", w="0"),
    ),
)
UNIT_S, STILL = "forall i: dot(S[i], S[i]) == 1", "forall i: tangent(S, i) == 0"
RESTS = intro(
    "k",
    have(
        [
            ("dot(S[k], S[k]) == 1", KNOWN),
            ("tangent(S, k) == 0", KNOWN),
            ("norm(S[k]) == 1", leaf(norms=["1"], use=["dot(S[k], S[k]) == 1"])),
            ("norm(pull(S)) <= norm_of_V", lemma("LEM-short-pull", x="S")),
            ("dot(-S[k], pull(S)) <= norm(-S[k])*norm(pull(S))", rule("Cauchy-Schwarz", u="-S[k]", w="pull(S)")),
            ("1 - alpha*norm_of_V > 0", leaf("1: alpha < 1/(2*norm_of_V); norm_of_V > 0", "1/2:")),
            (
                "1 + alpha*dot(S[k], pull(S)) > 0",
                leaf(
                    "1: alpha > 0; dot(-S[k], pull(S)) <= norm(-S[k])*norm(pull(S))",
                    "1: alpha > 0; norm(pull(S)) <= norm_of_V",
                    "1: 1 - alpha*norm_of_V > 0",
                    use=["norm(S[k]) == 1"],
                ),
            ),
            ("pull(S) == dot(S[k], pull(S))*S[k]", KNOWN),
        ],
        lemma("LEM-pulled-along", x="S[k]", g="pull(S)", k="alpha", r="dot(S[k], pull(S))"),
    ),
)
formal(
    "LEM-oja-limit",
    title="A state near which there are unit tokens with small tangent parts is an equilibrium of the Oja map",
    statement=model(V, OJA, STATES, {"given": [EVERY], "show": [EQUILIBRIUM("S")]}),
    proof=have([(UNIT_S, LENGTHS), (STILL, TANGENTS)], both(KNOWN, KNOWN, RESTS)),
)
