"""POW-N11: a cycle of two states that meets the principal bipartite state where its eigenvalue is -1."""

from __future__ import annotations

from proofs_checks.lemmas.hyperbolic import TANH, tanh
from proofs_checks.power_method.proofs.flip_range import PLANE, USE, Q, R
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    groups,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    witness,
)

STATES = {"up": ("down", "w"), "down": ("up", "-w")}
CYCLE = " and ".join(f"(forall i: value(attention, {a}, i) == {b}[i])" for a, (b, _) in STATES.items())
CONDITION = "alpha*lam1*T == alpha*L - 2"
GROWTH = [
    ("beta*c^2 > 0", leaf("1: beta > 0; c > 0; c > 0")),
    ("1 + beta*c^2 <= exp(beta*c^2)", rule("exp tangent", a="beta*c^2")),
    ("exp(beta*c^2) > 1", leaf("1: 1 + beta*c^2 <= exp(beta*c^2)", "1: beta*c^2 > 0")),
    ("K - 1 > 0", leaf("1: exp(beta*c^2) > 1; exp(beta*c^2) > 1", "2: exp(beta*c^2) > 1")),
    ("T > 0", leaf("1: K - 1 > 0", times=["K + 1"])),
    (f"{R} > 0", leaf("1:", "1: alpha > 0; lam1 > 0; T > 0")),
]


def reflected(state: str, group: str) -> tuple[str, str, Tree]:
    """The image before normalisation and where it should go, with what LEM-reflected says of them."""
    sign, (_, w) = "" if group == "A" else "-", STATES[state]
    y, z = f"c*{R}*({sign}v) + s*{Q}*({w})", f"c*({sign}v) - s*({w})"
    return y, z, lemma("LEM-reflected", v=f"{sign}v", w=w, r=R, q=Q)


def goes(state: str, group: str) -> Tree:
    """A token of the cycle."""
    y, z, said = reflected(state, group)
    image = f"value(attention, {state}, t)"
    return intro(
        "t",
        have(
            [
                (f"(unit({y}) == {z} => {Q} == -{R}) and ({Q} == -{R} => unit({y}) == {z})", said),
                (f"{image} == unit({y})", leaf(use=USE)),
                (f"unit({y}) == {z}", KNOWN),
            ],
            lemma("LEM-same-chain", u=image, w=f"unit({y})", z=z),
        ),
    )


UP, DOWN, SAID = reflected("up", "A")
ONLY_THERE = rule(
    "some element, group",
    have(
        [
            (f"(unit({UP}) == {DOWN} => {Q} == -{R}) and ({Q} == -{R} => unit({UP}) == {DOWN})", SAID),
            ("value(attention, up, t) == down[t]", KNOWN),
            (f"value(attention, up, t) == unit({UP})", leaf(use=USE)),
            (
                f"unit({UP}) == {DOWN}",
                lemma("LEM-both-equal", a="value(attention, up, t)", b=f"unit({UP})", c=DOWN),
            ),
            (f"{Q} == -{R}", KNOWN),
        ],
        leaf(f"eq 1: {Q} == -{R}"),
    ),
    C=CONDITION,
    new={"x": "t"},
    spaces={"G": "A"},
)
SOME = "exists z in number: 0 < z and z < 1 and alpha*lam1*tanh(beta*z) == alpha*L - 2"
RANGE = "2/L < alpha and alpha*(L - lam1*tanh(beta)) < 2"
AT_Z = "alpha*lam1*tanh(beta*z1) == alpha*L - 2"
TAU = "((alpha*L - 2)/(alpha*lam1))"


SOME_ONLY_IN_RANGE = intro(
    "",
    obtain(
        SOME,
        "z1",
        have(
            [
                tanh("beta*z1"),
                tanh("beta"),
                ("2*(beta*z1) > 0", leaf("2: beta > 0; 0 < z1")),
                ("1 + 2*(beta*z1) <= exp(2*(beta*z1))", rule("exp tangent", a="2*(beta*z1)")),
                ("exp(2*(beta*z1)) > 1", leaf("1: 1 + 2*(beta*z1) <= exp(2*(beta*z1))", "1: 2*(beta*z1) > 0")),
                (
                    "exp(2*(beta*z1)) < exp(2*(beta))",
                    rule("exp strictly monotone", leaf("2: beta > 0; z1 < 1"), a="2*(beta*z1)", b="2*(beta)"),
                ),
                (
                    "tanh(beta*z1) > 0",
                    leaf("1: exp(2*(beta*z1)) > 1", use=[TANH("beta*z1")], times=["exp(2*(beta*z1)) + 1"]),
                ),
                (
                    "tanh(beta*z1) < tanh(beta)",
                    leaf(
                        "2: exp(2*(beta*z1)) < exp(2*(beta))",
                        use=[TANH("beta*z1"), TANH("beta")],
                        times=["exp(2*(beta*z1)) + 1", "exp(2*(beta)) + 1"],
                    ),
                ),
            ],
            both(
                leaf("1: alpha > 0; lam1 > 0; tanh(beta*z1) > 0", f"eq 1: {AT_Z}", times=["L"]),
                leaf("1: alpha > 0; lam1 > 0; tanh(beta*z1) < tanh(beta)", f"eq -1: {AT_Z}"),
            ),
        ),
    ),
)
IN_RANGE_SOME = intro(
    "",
    have(
        [
            ("alpha*L - 2 > 0", leaf("1: 2/L < alpha; L > 0")),
            (f"{TAU} > 0", leaf("1: alpha*L - 2 > 0", times=["alpha", "lam1"])),
            (f"{TAU} < tanh(beta)", leaf("1: alpha*(L - lam1*tanh(beta)) < 2", times=["alpha", "lam1"])),
            (f"exists z in number: 0 < z and z < 1 and tanh(beta*z) == {TAU}", lemma("LEM-tanh-value", t=TAU)),
        ],
        obtain(
            f"exists z in number: 0 < z and z < 1 and tanh(beta*z) == {TAU}",
            "z1",
            witness("z1", both(KNOWN, KNOWN, leaf(f"eq alpha*lam1: tanh(beta*z1) == {TAU}"))),
        ),
    ),
)
HERE: Part = {
    "tokens": {"A": 1, "B": 1},
    "dim": 2,
    "letters": {
        "V": [[1, 0], [0, -3]],
        "P": [["25/9*log(2)", 0], [0, "25/9*log(2)"]],
        "alpha": "5/6",
        "v": [1, 0],
        "w": [0, 1],
        "lam1": 1,
        "L": 3,
        "beta": "25/9*log(2)",
        "c": "3/5",
        "s": "4/5",
    },
}
EIGENVALUE = "(1 - alpha*L)/(1 + alpha*lam1*tanh(beta))"
AT_POLES = [
    tanh("beta"),
    ("1 + beta <= exp(beta)", rule("exp tangent", a="beta")),
    (
        "exp(2*(beta)) > 1",
        leaf(
            "1: 1 + beta <= exp(beta); 1 + beta <= exp(beta)",
            "2: 1 + beta <= exp(beta); beta > 0",
            "2: 1 + beta <= exp(beta)",
            "1: beta > 0; beta > 0",
            "2: beta > 0",
        ),
    ),
    ("tanh(beta) > 0", leaf("1: exp(2*(beta)) > 1", use=[TANH("beta")], times=["exp(2*(beta)) + 1"])),
    ("1 + alpha*lam1*tanh(beta) > 0", leaf("1:", "1: alpha > 0; lam1 > 0; tanh(beta) > 0")),
]
formal(
    "POW-N11",
    statement=model(
        V,
        P,
        ATTENTION,
        PLANE,
        {
            "show": [
                "T == tanh(beta*c^2)",
                f"{CYCLE} => {CONDITION}",
                f"{CONDITION} => {CYCLE}",
                f"{RANGE} => ({SOME})",
                f"({SOME}) => {RANGE}",
                *[f"forall i in {g}: D(attention, poles, fn(h: w), i) == {EIGENVALUE}*w" for g in "AB"],
                f"alpha*(L - lam1*tanh(beta)) == 2 => {EIGENVALUE} == -1",
            ],
        },
    ),
    proof=[
        have([tanh("beta*c^2")], leaf(use=[TANH("beta*c^2")])),
        intro("", have(GROWTH, ONLY_THERE)),
        intro(
            "",
            have(
                [*GROWTH, (f"{Q} == -{R}", leaf(f"eq 1: {CONDITION}"))],
                both(*[groups(*[goes(state, group) for group in "AB"]) for state in STATES]),
            ),
        ),
        IN_RANGE_SOME,
        SOME_ONLY_IN_RANGE,
        *[have(AT_POLES, intro("t", leaf(use=[*USE, TANH("beta")], norms=["1 + alpha*lam1*tanh(beta)"])))] * 2,
        intro(
            "",
            have(
                AT_POLES,
                leaf("eq -1: alpha*(L - lam1*tanh(beta)) == 2", times=["1 + alpha*lam1*tanh(beta)"]),
            ),
        ),
    ],
    instance=HERE,
    twin=Variant(
        "(alpha L - 1)/(alpha lambda_1)",
        {"alpha*lam1*T == alpha*L - 2": "alpha*lam1*T == alpha*L - 1"},
        HERE,
    ),
)
