"""Lemma 5 and Theorem 2, repaired: bipartite equilibria of the Oja map are unstable for N >= 3 or lambda_2 > 0.

Where the linearisation says nothing (p = q, at v1, lambda_2 < 0) two tokens at one pole are moved along -v1 in sum.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_unstable import BLOCK
from proofs_checks.power_method.proofs.energy import RISE
from proofs_checks.power_method.proofs.energy import STEP as ENERGY_STEP
from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, LENGTH_OF_V
from proofs_checks.power_method.proofs.false_linearisations import BIPARTITE
from proofs_checks.power_method.proofs.models import BASIS, OJA, Part, V, symmetric
from proofs_checks.power_method.proofs.outside_forced import IS_TOP, NOT_TOP, WANTED
from proofs_checks.power_method.proofs.outside_forced import UNSTABLE as ROOT_AND_UNSTABLE
from proofs_checks.power_method.proofs.outside_formulas import BALANCED, SETTING, SOME_OTHER, across, turned
from proofs_checks.power_method.proofs.principal_line import TOP
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    absurd,
    define,
    groups,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)

UNSTABLE = "not lyapunov(oja, bipartite)"
LARGE = "sum(j: 1) >= 3 or second"
STEP: Part = {
    "letters": ["L: number"],
    "given": ["L >= 0", "forall c in vector: dot(c, V(c)) >= -L*dot(c, c)", "alpha*L < 1"],
}
"""L is at least minus the lowest eigenvalue, such as max(0, -lambda_d)."""
PAIR = "exists a in A, b in A: a < b"
ANOTHER = "exists s in A: s != t"


ALONE = have(
    [
        (
            "sum(h in A: 1) == 1",
            rule(
                "single term, group",
                have([(ANOTHER, witness("q0", KNOWN))], rule("contradiction", P=ANOTHER, C="1 == 0")),
                e="fn(h: 1)",
                y="t",
                new={"x": "q0"},
                spaces={"G": "A"},
            ),
        ),
    ],
    absurd(leaf("1: sum(j: 1) >= 3", "eq -1: p == q", "eq 2: sum(h in A: 1) == 1")),
)
NOT_SAME = have(
    [("s == t", rule("same token", KNOWN, KNOWN, KNOWN, i="t", j="s", P="fn(h: h == t)"))],
    rule("contradiction", P="s == t", C=PAIR),
)
ORDERED = split(
    "s < t or t <= s",
    witness("s", witness("t", KNOWN)),
    split("t < s or s <= t", witness("t", witness("s", KNOWN)), NOT_SAME),
)
TWO = rule(
    "some element, group",
    split(f"({ANOTHER}) or not ({ANOTHER})", obtain(ANOTHER, "s", ORDERED), ALONE),
    C=PAIR,
    new={"x": "t"},
    spaces={"G": "A"},
)
MANY = (
    "sum(j: 1) >= 3",
    split(LARGE, KNOWN, rule("contradiction", {"right": KNOWN}, KNOWN, P="condition", C="sum(j: 1) >= 3")),
)
AT_V = ["dot(v, v) == 1", "V(v) == lam1*v"]
POLES = "forall i: bipartite[i] == bipartite[a] or bipartite[i] == -bipartite[a]"
PUSHED = [
    ("forall i: dot(bipartite[i], bipartite[i]) == 1", groups(intro("t", leaf(use=AT_V)), intro("t", leaf(use=AT_V)))),
    (POLES, groups(intro("t", {"left": KNOWN}), intro("t", {"right": KNOWN}))),
    ("sum(j: bipartite[j]) == 0", leaf(use=["p == q"])),
    ("bipartite[b] == bipartite[a]", KNOWN),
    ("dot(bipartite[a], -v) < 0", leaf("1:", use=AT_V)),
    ("dot(-v, V(-v)) > 0", leaf("1: lam1 > 0", use=AT_V)),
    ("v != 0", rule("nonzero vector", leaf("1:", use=AT_V), u="v")),
]
NOT_FORCED = have(
    [*BALANCED, MANY, (PAIR, TWO)],
    obtain(
        SOME_OTHER,
        "m",
        have(
            [turned("v1", "v")],
            unfold(
                "eigenvalue(V, v, m)",
                obtain(
                    across("v"),
                    "z",
                    obtain(
                        PAIR,
                        "a,b",
                        have(PUSHED, lemma("LEM-balanced-unstable", x="bipartite", k="a", v="-v", b1="v", b2="z")),
                    ),
                ),
            ),
        ),
    ),
)
FORCED = define(
    BLOCK["where"],
    have(
        [
            (WANTED, split("lam == lam1 or lam != lam1", unfold(TOP, IS_TOP), NOT_TOP)),
            (ROOT_AND_UNSTABLE, lemma("POW-L5.R3.repaired")),
        ],
        KNOWN,
    ),
)
SECOND, CONDITION = SETTING["where"][2:]
SECOND_OR_MORE: Part = {"where": [SECOND], "given": [SOME_OTHER, LARGE]}
"""d >= 2; three tokens or more, or a second positive eigenvalue."""
RISING = (
    "(forall i: dot(x[i], x[i]) == 1) => (forall i: norm(x[i] + alpha*pull) > 0)"
    f" => (forall i: f[i] == value(oja, x, i)) => {RISE} >= (1/alpha - L)/2*sum(i: dot(moved(i), moved(i)))"
)
ENERGY: Part = {"letters": ENERGY_STEP["letters"], "where": ENERGY_STEP["where"][1:3]}


def instance(**letters: object) -> Part:
    """As many tokens at v1 as at -v1, and tokens at v1 for the energy."""
    v = BASIS[0]
    values = {"V": symmetric(2, -1, -3), "v1": v, "lam1": 2, "v": v, "lam": 2, "alpha": "1/8", **letters}
    return {"tokens": {"A": 2, "B": 2}, "dim": 3, "letters": values}


AT_REST = {"L": 3, "x": [BASIS[0]] * 4, "f": [BASIS[0]] * 4}
ONE_SIDE = {"B -> -v": "B -> v"}
formal(
    "LEM-bipartite-unstable",
    title="Bipartite equilibria of the Oja map are unstable for three tokens or more, or a second positive eigenvalue",
    statement=model(V, OJA, ASSUMPTION, BIPARTITE, SECOND_OR_MORE, STEP, {"show": UNSTABLE}),
    proof=define([CONDITION], split("condition or not condition", FORCED, NOT_FORCED)),
    instance=instance(L=3),
    twin=Variant("all tokens on one side", ONE_SIDE, instance(L=3)),
)

formal(
    "POW-L5.repaired",
    statement=model(V, OJA, ASSUMPTION, BIPARTITE, SECOND_OR_MORE, STEP, ENERGY, {"show": [UNSTABLE, RISING]}),
    proof=[lemma("LEM-bipartite-unstable"), intro(",,", lemma("POW-N4.rise"))],
    instance=instance(**AT_REST),
    twin=Variant("all tokens on one side", ONE_SIDE, instance(**AT_REST)),
)

LENGTH = LENGTH_OF_V["given"][1]
IMAGE = "dot(V(y), V(y)) <= norm_of_V^2*dot(y, y)"
LOW = have(
    [
        (IMAGE, take(LENGTH, ["y"], KNOWN)),
        (
            "norm(V(y)) <= norm_of_V*norm(y)",
            rule(
                "below the square",
                leaf("1: norm_of_V > 0; norm(y) >= 0"),
                leaf(f"1: {IMAGE}"),
                a="norm(V(y))",
                b="norm_of_V*norm(y)",
            ),
        ),
        ("dot(-y, V(y)) <= norm(-y)*norm(V(y))", rule("Cauchy-Schwarz", u="-y", w="V(y)")),
    ],
    leaf("1: dot(-y, V(y)) <= norm(-y)*norm(V(y))", "1: norm(V(y)) <= norm_of_V*norm(y); norm(y) >= 0"),
)
BELOW = STEP["given"][1].replace("L*", "norm_of_V*")
formal(
    "POW-T2.bip.repaired",
    statement=model(V, OJA, ASSUMPTION, LENGTH_OF_V, BIPARTITE, SECOND_OR_MORE, {"show": UNSTABLE}),
    proof=have(
        [
            (BELOW, intro("y", LOW)),
            ("alpha*norm_of_V < 1", leaf("1: alpha < 1/(2*norm_of_V); norm_of_V > 0", "1/2:")),
        ],
        lemma("LEM-bipartite-unstable", L="norm_of_V"),
    ),
    instance=instance(norm_of_V=3),
    twin=Variant("all tokens on one side", ONE_SIDE, instance(norm_of_V=3)),
)
