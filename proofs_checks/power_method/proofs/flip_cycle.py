"""POW-N11: a cycle of two states that meets the principal bipartite state where its eigenvalue is -1."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    cases,
    groups,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    witness,
)

EQUAL = "sum(h in A: 1) == sum(h in B: 1)"
LOGITS = "forall u in vector: P(u) == beta*u"
FRAME = ["dot(v, v) == 1", "dot(w, w) == 1", "dot(v, w) == 0"]
IMAGES = ["V(v) == lam1*v", "V(w) == -L*w"]
USE = [EQUAL, LOGITS, *FRAME, *IMAGES]
PLANE: Part = {
    "groups": ["A", "B"],
    "letters": ["v, w: vector; lam1, L, beta, c, s: number"],
    "where": ["K := exp(beta*c^2)^2", "T := (K - 1)/(K + 1)"],
    "states": [
        "up: A -> c*v + s*w, B -> -c*v + s*w",
        "down: A -> c*v - s*w, B -> -c*v - s*w",
        "poles: A -> v, B -> -v",
    ],
    "given": [
        *FRAME,
        *IMAGES,
        LOGITS,
        EQUAL,
        "alpha > 0",
        "lam1 > 0",
        "L > 0",
        "beta > 0",
        "c > 0",
        "s > 0",
        "c^2 + s^2 == 1",
    ],
}
R, Q = "(1 + alpha*lam1*T)", "(1 - alpha*L)"
formal(
    "LEM-reflected",
    title="A vector stretched by r along one axis and by q along another is reflected exactly where q = -r",
    statement={
        "letters": ["v, w: vector; c, s, r, q: number"],
        "where": ["y := c*r*v + s*q*w", "z := c*v - s*w"],
        "given": [*FRAME, "c > 0", "s > 0", "c^2 + s^2 == 1", "r > 0"],
        "show": ["unit(y) == z => q == -r", "q == -r => unit(y) == z"],
    },
    proof=[
        intro(
            "",
            have(
                [
                    ("dot(y, y) > 0", leaf("1: c > 0; c > 0; r > 0; r > 0", "1: sq s*q", use=FRAME)),
                    ("norm(y) > 0", KNOWN),
                    ("y == norm(y)*z", lemma("LEM-direction", y="y", x="z")),
                    ("dot(v, y) == dot(v, norm(y)*z)", lemma("LEM-same-dot", u="y", w="norm(y)*z", z="v")),
                    ("dot(w, y) == dot(w, norm(y)*z)", lemma("LEM-same-dot", u="y", w="norm(y)*z", z="w")),
                ],
                leaf(
                    "eq 1/c: dot(v, y) == dot(v, norm(y)*z)",
                    "eq 1/s: dot(w, y) == dot(w, norm(y)*z)",
                    use=FRAME,
                ),
            ),
        ),
        intro(
            "",
            have(
                [
                    ("y == r*z", leaf(use=["q == -r"])),
                    ("dot(z, z) == 1", leaf("eq 1: c^2 + s^2 == 1", use=FRAME)),
                    ("norm(y) > 0 and unit(y) == z", lemma("LEM-along", y="y", x="z", r="r")),
                ],
                KNOWN,
            ),
        ),
    ],
    instance={
        "dim": 2,
        "letters": {"v": [1, 0], "w": [0, 1], "c": "3/5", "s": "4/5", "r": 2, "q": -2},
    },
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
TANH = "tanh({0}) == (exp(2*({0})) - 1)/(exp(2*({0})) + 1)".format
SOME = "exists z in number: 0 < z and z < 1 and alpha*lam1*tanh(beta*z) == alpha*L - 2"
RANGE = "2/L < alpha and alpha*(L - lam1*tanh(beta)) < 2"
AT_Z = "alpha*lam1*tanh(beta*z1) == alpha*L - 2"
TAU = "((alpha*L - 2)/(alpha*lam1))"
ODDS = f"((1 + {TAU})/(1 - {TAU}))"
ROOT = f"(log({ODDS})/(2*beta))"


def tanh(a: str) -> tuple[str, Tree]:
    """tanh by the exponential."""
    return TANH(a), rule("tanh", a=a)


TANH_ODDS = "((1 + t)/(1 - t))"
TANH_ROOT = f"(log({TANH_ODDS})/(2*beta))"
VALUE = f"exp(2*(beta*{TANH_ROOT})) == {TANH_ODDS}"
formal(
    "LEM-tanh-value",
    title="The hyperbolic tangent takes every value between 0 and tanh(beta) on the way from 0 to beta",
    statement={
        "letters": ["beta, t: number"],
        "given": ["beta > 0", "t > 0", "t < tanh(beta)"],
        "show": "exists z in number: 0 < z and z < 1 and tanh(beta*z) == t",
    },
    proof=have(
        [
            tanh("beta"),
            ("tanh(beta) < 1", leaf("2:", use=[TANH("beta")], times=["exp(2*(beta)) + 1"])),
            ("1 - t > 0", leaf("1: t < tanh(beta)", "1: tanh(beta) < 1")),
            (f"{TANH_ODDS} > 1", leaf("2: t > 0", times=["1 - t"])),
            (
                f"exp(log({TANH_ODDS})) == {TANH_ODDS}",
                rule("exp of log", leaf("1:", f"1: {TANH_ODDS} > 1"), a=TANH_ODDS),
            ),
            (
                f"{TANH_ODDS} < exp(2*(beta))",
                leaf("1: t < tanh(beta); exp(2*(beta)) + 1 > 0", use=[TANH("beta")], times=["1 - t"]),
            ),
        ],
        witness(
            TANH_ROOT,
            have(
                [
                    (
                        f"log({TANH_ODDS}) > 0",
                        cases(
                            f"-log({TANH_ODDS})",
                            have(
                                [
                                    (
                                        f"exp(log({TANH_ODDS})) <= exp(0)",
                                        rule(
                                            "exp monotone",
                                            leaf(f"1: -log({TANH_ODDS}) >= 0"),
                                            a=f"log({TANH_ODDS})",
                                            b="0",
                                        ),
                                    )
                                ],
                                absurd(
                                    lemma(
                                        "LEM-two-signs",
                                        leaf(
                                            f"1: exp(log({TANH_ODDS})) <= exp(0)",
                                            f"eq -1: exp(log({TANH_ODDS})) == {TANH_ODDS}",
                                        ),
                                        leaf(f"1: {TANH_ODDS} > 1"),
                                        a=f"1 - {TANH_ODDS}",
                                    )
                                ),
                            ),
                            leaf(f"1: -log({TANH_ODDS}) < 0"),
                        ),
                    ),
                    (
                        f"2*(beta) - log({TANH_ODDS}) > 0",
                        cases(
                            f"log({TANH_ODDS}) - 2*(beta)",
                            have(
                                [
                                    (
                                        f"exp(2*(beta)) <= exp(log({TANH_ODDS}))",
                                        rule(
                                            "exp monotone",
                                            leaf(f"1: log({TANH_ODDS}) - 2*(beta) >= 0"),
                                            a="2*(beta)",
                                            b=f"log({TANH_ODDS})",
                                        ),
                                    )
                                ],
                                absurd(
                                    lemma(
                                        "LEM-two-signs",
                                        leaf(
                                            f"1: exp(2*(beta)) <= exp(log({TANH_ODDS}))",
                                            f"eq 1: exp(log({TANH_ODDS})) == {TANH_ODDS}",
                                        ),
                                        leaf(f"1: {TANH_ODDS} < exp(2*(beta))"),
                                        a=f"{TANH_ODDS} - exp(2*(beta))",
                                    )
                                ),
                            ),
                            leaf(f"1: log({TANH_ODDS}) - 2*(beta) < 0"),
                        ),
                    ),
                    tanh(f"beta*{TANH_ROOT}"),
                    (VALUE, leaf(f"eq 1: exp(log({TANH_ODDS})) == {TANH_ODDS}")),
                ],
                both(
                    leaf(f"1/2: log({TANH_ODDS}) > 0", times=["beta"]),
                    leaf(f"1/2: 2*(beta) - log({TANH_ODDS}) > 0", times=["beta"]),
                    leaf(use=[TANH(f"beta*{TANH_ROOT}"), VALUE]),
                ),
            ),
        ),
    ),
    instance={"letters": {"beta": "log(3)", "t": "1/2"}},
)
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
