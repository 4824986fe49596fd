"""POW-N9: caps around v and -v that the attention map with P = beta v v^T keeps, and in which it converges."""

from __future__ import annotations

from proofs_checks.lemmas.cone import EIGEN
from proofs_checks.power_method.proofs.caps_layer import (
    BOUNDED,
    CAPS,
    FACTOR,
    INSIDE,
    KEPT,
    LAYER,
    NEAR,
    ONE_LAYER,
    SIGNED,
    TAN,
)
from proofs_checks.power_method.proofs.models import Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, both, have, intro, leaf, rule, take

RATE: Steps = [
    *BOUNDED,
    ("r < 1", leaf("1: l < held; alpha > 0", f"eq 1: {FACTOR}", times=["1 + alpha*held"])),
    ("r > 0", leaf("1:", "1: alpha > 0; l >= 0", f"eq -1: {FACTOR}", times=["1 + alpha*held"])),
]
WITHIN = f"(({INSIDE('n')}) and ({TAN('n', 'r^n*K')})) and r^n*K <= K"
START = "eps[t]*dot(v, x[0, t]) >= c"
FIRST = have(
    SIGNED,
    both(
        KNOWN,
        intro("t", leaf(f"1: {START}", "1: c > 0")),
        intro(
            "t",
            have(
                ["eps[t]^2 == 1", START],
                leaf(
                    *[
                        f"{c}: {START}; {other}{more}"
                        for c, other in ((1, START), (2, "c > 0"))
                        for more in ("", "; sq K")
                    ],
                    "eq -1: c^2*(1 + K^2) == 1",
                    "eq (1 + K^2)*dot(v, x[0, t])^2: eps[t]^2 == 1",
                ),
            ),
        ),
        leaf(),
    ),
)
STEPPED = take(
    ONE_LAYER,
    ["n0", "r^n0*K"],
    both(
        KNOWN,
        KNOWN,
        intro(
            "t",
            take(
                TAN("n0 + 1", "r*(r^n0*K)"),
                ["t"],
                leaf(f"1: {TAN('n0 + 1', 'r*(r^n0*K)').partition(': ')[2].replace('i]', 't]')}"),
            ),
        ),
        leaf("1: r^n0*K <= K", "1: r < 1; r^n0*K >= 0"),
    ),
)
HERE = f"(({INSIDE('m')}) and ({TAN('m', 'r^m*K')})) and r^m*K <= K"
D_M = "dot(v, x[m, t])"
T_M = f"1 - {D_M}^2 <= (r^m*K)^2*{D_M}^2"
U_M = "dot(x[m, t], x[m, t]) == 1"
PARTS: Steps = [
    *RATE,
    *SIGNED,
    (f"forall n in size: {WITHIN}", KNOWN),
    (HERE, take(f"forall n in size: {WITHIN}", ["m"], KNOWN)),
    "eps[t]^2 == 1",
    f"eps[t]*{D_M} > 0",
    T_M,
    U_M,
    "r^m*K <= K",
    "r^m*K >= 0",
]
CAPS_KEPT = intro(
    "m,t",
    have(
        PARTS,
        rule(
            "below the square",
            KNOWN,
            leaf(
                f"1: {T_M}",
                f"1: r^m*K <= K; r^m*K >= 0; sq {D_M}",
                f"1: r^m*K <= K; K >= 0; sq {D_M}",
                "eq 1: c^2*(1 + K^2) == 1",
                f"eq -(1 + K^2)*{D_M}^2: eps[t]^2 == 1",
                times=["1 + K^2"],
            ),
            a="c",
            b=f"eps[t]*{D_M}",
        ),
    ),
)
H = f"eps[t]*{D_M}"
CONVERGES = intro(
    "m,t",
    have(
        [
            *PARTS,
            ("norm(v) == 1", leaf(use=EIGEN[1:])),
            ("norm(x[m, t]) == 1", leaf(use=[U_M])),
            (
                "dot(eps[t]*v, x[m, t]) <= norm(eps[t]*v)*norm(x[m, t])",
                rule("Cauchy-Schwarz", u="eps[t]*v", w="x[m, t]"),
            ),
            (
                "norm(eps[t]*v) <= 1",
                rule("below the square", KNOWN, leaf("eq 1: eps[t]^2 == 1", use=EIGEN[1:]), a="norm(eps[t]*v)", b="1"),
            ),
            (
                f"{H} <= 1",
                leaf(
                    "1: dot(eps[t]*v, x[m, t]) <= norm(eps[t]*v)*norm(x[m, t])",
                    "1: norm(eps[t]*v) <= 1",
                    use=[U_M],
                ),
            ),
            (f"{D_M}^2 <= 1", leaf(f"1: {H} <= 1; {H} > 0", f"1: {H} <= 1", f"eq -{D_M}^2: eps[t]^2 == 1")),
        ],
        leaf(
            f"2: {T_M}",
            f"2: {D_M}^2 <= 1; sq r^m*K",
            f"2: {H} <= 1; {H} > 0",
            f"eq 1 - 2*{D_M}^2: eps[t]^2 == 1",
            use=[U_M, *EIGEN[1:]],
        ),
    ),
)
INDUCTION = have(
    RATE,
    rule(
        "induction",
        FIRST,
        have(["r^n0*K >= 0"], STEPPED),
        P=f"fn(n in size: {WITHIN})",
        new={"n": "n0"},
    ),
)
BETA = "25/18*log(9)"
AT_REST: Part = {
    "tokens": {"A": 1, "B": 1},
    "dim": 2,
    "letters": {
        "V": [[1, 0], [0, "1/4"]],
        "P": [[BETA, 0], [0, 0]],
        "v": [1, 0],
        "lam": 1,
        "l": "1/4",
        "alpha": 1,
        "beta": BETA,
        "K": "4/3",
        "c": "3/5",
        "r": "75/104",
        "x": {"always": [[1, 0], [-1, 0]]},
        "eps": [1, -1],
    },
}
formal(
    "POW-N9",
    statement=model(CAPS, {"show": ["r < 1", ONE_LAYER, f"forall n in size: {WITHIN}", KEPT, NEAR]}),
    proof=[have(RATE, KNOWN), LAYER, INDUCTION, CAPS_KEPT, CONVERGES],
    instance=AT_REST,
    twin=Variant(
        "the bound 2 held for l",
        {"l < held": "l < 2*held"},
        {**AT_REST, "letters": {**AT_REST["letters"], "V": [[1, 0], [0, "5/4"]], "l": "5/4", "r": "135/104"}},
    ),
)
