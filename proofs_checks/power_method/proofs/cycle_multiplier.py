"""POW-N11.subcritical: the cycle is unstable where the bipartite state that it will meet is stable.

Both groups turned towards w by one angle stay mirror images; that motion has the multiplier k^2 with k = 1 + G/r > 1.
"""

from __future__ import annotations

from fractions import Fraction

from proofs_checks.power_method.proofs.cycle_turned import SOLVED, TWICE
from proofs_checks.power_method.proofs.flip_range import FRAME, IMAGES, LOGITS, PLANE
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
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

AT_ANGLE: Part = {
    "where": ["k := 1 + 2*alpha*lam1*beta*c^2*(1 - c^2)*(1 - T^2)/(1 + alpha*lam1*T)"],
    "states": ["turn: A -> c^2*(s*w) - (1 - c^2)*(c*v), B -> c^2*(s*w) + (1 - c^2)*(c*v)"],
    "given": [
        "lam1 == 1",
        "L == 3",
        "beta == 1",
        "alpha == 7/10 or (alpha == 4/5 or alpha == 22/25)",
        "alpha*T == 3*alpha - 2",
        "forall z in vector: z == dot(v, z)*v + dot(w, z)*w",
    ],
}
"""d = 2; the states up and down are the cycle of POW-N11."""
FEW = AT_ANGLE["given"][3]
AT_EACH = [leaf(use=[f"alpha == {value}"]) for value in ("7/10", "4/5", "22/25")]
RANGE: Steps = [
    (fact, split(FEW, AT_EACH[0], split("alpha == 4/5 or alpha == 22/25", *AT_EACH[1:])))
    for fact in ("alpha >= 7/10", "alpha <= 22/25")
]
GROWTH = "2: alpha > 0; lam1 > 0; beta > 0; c^2 > 0; 1 - c^2 > 0; 1 - T > 0"
GROWN: Steps = [
    *RANGE,
    ("T > 0", leaf("3: alpha >= 7/10", "1/10:", "eq -1: alpha*T == 3*alpha - 2", times=["alpha"])),
    ("1 + alpha*lam1*T > 0", leaf("1:", "1: alpha > 0; lam1 > 0; T > 0")),
    ("1 - T > 0", leaf("2:", times=["K + 1"])),
    ("1 - c^2 > 0", leaf("1: s > 0; s > 0", "eq 1: c^2 + s^2 == 1")),
    ("c^2 > 0", KNOWN),
    ("k > 1", leaf(GROWTH, f"{GROWTH}; T > 0", times=["1 + alpha*lam1*T"])),
    ("k^2 > 1", leaf("1: k > 1; k > 1", "2: k > 1")),
    (SOLVED, leaf("eq -1/alpha: alpha*T == 3*alpha - 2", use=["L == 3", "lam1 == 1"])),
]
UP, DOWN = (f"forall i: value(attention, {a}, i) == {b}[i]" for a, b in (("up", "down"), ("down", "up")))
BACK, MOVES = "forall i: value(twice, up, i) == up[i]", "forall i: D(twice, up, turn, i) == k^2*turn[i]"
TURNED: Steps = [
    (
        f"({UP}) and ({DOWN}) and ({BACK}) and ({MOVES})",
        lemma(
            "LEM-cycle-turned",
            leaf(use=FRAME),
            leaf("eq 1: c^2 + s^2 == 1", use=FRAME),
            leaf(use=FRAME),
            leaf(use=IMAGES),
            leaf(use=IMAGES),
            a="c*v",
            b="s*w",
            C="c^2",
        ),
    )
]
CIRCLE = "c^2 + s^2 == 1"
ACROSS, LONG = "forall i: dot(up[i], turn[i]) == 0", "exists i: turn[i] != 0"
ALONG: Steps = [
    ("forall i: dot(up[i], up[i]) == 1", groups(*[intro("t", leaf(f"eq 1: {CIRCLE}", use=FRAME))] * 2)),
    (ACROSS, groups(*[intro("t", leaf(f"eq c^2: {CIRCLE}", use=FRAME))] * 2)),
    (
        LONG,
        rule(
            "some element, group",
            witness(
                "t",
                rule(
                    "nonzero vector",
                    leaf("1: c^2 > 0; c^2 > 0; s > 0; s > 0", "1: sq (1 - c^2)*c", use=FRAME),
                    u="turn[t]",
                ),
            ),
            C=LONG,
            new={"x": "t"},
            spaces={"G": "A"},
        ),
    ),
]
UNSTABLE = rule(
    "indirect method, unstable",
    unfold("goal", KNOWN),
    rule(
        "outside, eigenvector",
        unfold("goal", KNOWN),
        KNOWN,
        KNOWN,
        KNOWN,
        have([("k^2 <= abs(k^2)", rule("absolute above", e="k^2"))], leaf("1: k^2 <= abs(k^2)", "1: k^2 > 1")),
        F="twice",
        S="up",
        d="turn",
        m="k^2",
        new={"i": "t"},
    ),
    F="twice",
    S="up",
)
T1 = "((exp(1)^2 - 1)/(exp(1)^2 + 1))"


LOWER = [Fraction(9, 8) ** 2**k for k in range(5)]


def squared(k: int) -> tuple[str, Tree]:
    """exp(x) >= q gives exp(2 x) >= q^2."""
    fact = f"exp({2**k}/8) >= {LOWER[k]}"
    return f"exp({2 ** (k + 1)}/8) >= {LOWER[k + 1]}", leaf(f"1: {fact}; {fact}", f"{2 * LOWER[k]}: {fact}")


TANH_OF_ONE: Steps = [
    ("1 + 1/8 <= exp(1/8)", rule("exp tangent", a="1/8")),
    ("exp(1/8) >= 9/8", leaf("1: 1 + 1/8 <= exp(1/8)")),
    *map(squared, range(4)),
    ("exp(1)^2 > 19/3", leaf(f"1: exp(16/8) >= {LOWER[4]}", f"{LOWER[4] - Fraction(19, 3)}:")),
    (f"{T1} > 8/11", leaf("3/11: exp(1)^2 > 19/3", times=["exp(1)^2 + 1"])),
    (f"{T1} < 1", leaf("2:", times=["exp(1)^2 + 1"])),
]
BELOW = f"alpha*(3 - {T1}) < 2"
STEP: Steps = [
    *RANGE,
    *TANH_OF_ONE,
    (BELOW, leaf(f"1: alpha > 0; {T1} > 8/11", "25/11: alpha <= 22/25")),
    (f"alpha*{T1} < 1", leaf(f"1: alpha > 0; {T1} < 1", "1: alpha <= 22/25", "3/25:")),
    (f"alpha*{T1} > 0", leaf(f"1: alpha > 0; {T1} > 8/11", "8/11: alpha > 0")),
]
WHOLE = AT_ANGLE["given"][5]
SIDE, FORM = "dot(y1, y1) == dot(y1, dot(v, y1)*v + dot(w, y1)*w)", "dot(w, V(y1)) == dot(w, m*y1)"
ONLY_W = take(
    WHOLE,
    ["y1"],
    have(
        [
            ("dot(y1, y1) > 0", rule("positive square", u="y1")),
            (SIDE, lemma("LEM-same-dot", u="y1", w="dot(v, y1)*v + dot(w, y1)*w", z="y1")),
            ("dot(w, y1)^2 > 0", leaf("1: dot(y1, y1) > 0", f"eq 1: {SIDE}", use=["dot(v, y1) == 0"])),
            (FORM, lemma("LEM-same-dot", u="V(y1)", w="m*y1", z="w")),
        ],
        leaf(f"eq -dot(w, y1): {FORM}", use=["V(w) == -L*w", "L == 3"], times=["dot(w, y1)^2"]),
    ),
)
EIGENVALUE = "exists y in vector: y != 0 and dot(v, y) == 0 and V(y) == m*y"
MINUS_THREE = ("m == -3", unfold("eigenvalue(V, v, m)", obtain(EIGENVALUE, "y1", ONLY_W)))
NUMBERS = ["lam1 == 1", "beta == 1"]
SMALL = intro(
    "m,",
    have(
        [MINUS_THREE],
        both(
            *(
                leaf(*terms, use=[*NUMBERS, "m == -3"])
                for terms in (
                    ("3: alpha > 0", f"1: alpha*{T1} > 0"),
                    (f"1: {BELOW}",),
                    (f"4: alpha*{T1} > 0",),
                    (f"2: alpha*{T1} < 1",),
                )
            )
        ),
    ),
)
POLES = have(
    STEP,
    lemma(
        "POW-R10.stable.equal",
        KNOWN,
        KNOWN,
        leaf(use=[LOGITS, "dot(v, v) == 1"]),
        KNOWN,
        leaf(f"1: alpha*{T1} > 0", use=NUMBERS),
        SMALL,
        lam="lam1",
        a="beta",
    ),
)
TANH = "tanh(1) == (exp(2*1) - 1)/(exp(2*1) + 1)"
FLIP = have(
    [*STEP, (TANH, rule("tanh", a="1")), ("3 - tanh(1) > 0", leaf(f"1: {T1} < 1", "2:", use=[TANH]))],
    leaf(f"1: {BELOW}", use=[TANH], times=["3 - tanh(1)"]),
)
ALL: Steps = [*GROWN, *TURNED, *ALONG]
HERE: Part = {
    "tokens": {"A": 1, "B": 1},
    "dim": 2,
    "letters": {
        "V": [[1, 0], [0, -3]],
        "P": [[1, 0], [0, 1]],
        "alpha": "4/5",
        "v": [1, 0],
        "w": [0, 1],
        "lam1": 1,
        "L": 3,
        "beta": 1,
        "c": "sqrt(log(3)/2)",
        "s": "sqrt(1 - log(3)/2)",
    },
}
formal(
    "POW-N11.subcritical",
    statement=model(
        V,
        P,
        ATTENTION,
        TWICE,
        PLANE,
        AT_ANGLE,
        {
            "show": [
                f"({UP}) and ({DOWN})",
                f"({ACROSS}) and ({LONG}) and ({MOVES}) and k^2 > 1",
                "not lyapunov(twice, up)",
                "inside_disc(attention, poles) and asymptotically_stable(attention, poles)",
                "alpha < 2/(3 - tanh(1))",
            ]
        },
    ),
    proof=[
        have(ALL, both(KNOWN, KNOWN)),
        have(ALL, both(KNOWN, KNOWN, KNOWN, KNOWN)),
        have(ALL, UNSTABLE),
        POLES,
        FLIP,
    ],
    instance=HERE,
    twin=Variant("a multiplier above 3/2", {"k^2 > 1": "k^2 > 3/2"}, HERE),
)
