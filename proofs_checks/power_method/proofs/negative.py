"""Remark 10: bipartite equilibria on an eigenvector whose eigenvalue is negative, and when they are unstable.

m > 0 is an eigenvalue on the complement of v, such as the principal one; B is the 2 x 2 matrix of POW-L14.class2 at m.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import (
    BIPARTITE,
    POSITIVE,
    determinant,
    instance,
    trace,
    values,
)
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, absurd, both, cases, have, leaf, lemma, rule, split, witness

NEGATIVE: Part = {
    "letters": ["m: number"],
    "given": ["alpha > 0", "lam < 0", "m > 0", "eigenvalue(V, v, m)"],
}
LARGE_TRACE = f"{trace('m')} > 2"
DIFFERENCE = "(1 + alpha*m*a11)/c1 - (1 + alpha*m*a22)/c2"
DISCRIMINANT = f"{trace('m')}^2 - 4*{determinant('m')}"
ABOVE_ONE = f"exists z in number: z > 1 and z^2 - {trace('m')}*z + {determinant('m')} == 0"
UNSTABLE = "not lyapunov(attention, bipartite)"
CONJUNCTION = " and ".join(
    f"({part})"
    for part in (
        f"{trace('m')} > 1 + {determinant('m')} => {UNSTABLE}",
        f"-{trace('m')} > 1 + {determinant('m')} => {UNSTABLE}",
        f"{determinant('m')} > 1 => {UNSTABLE}",
        f"p >= 2 and 1/c1 > 1 => {UNSTABLE}",
        f"q >= 2 and 1/c2 > 1 => {UNSTABLE}",
    )
)
ATTRACTED = [
    ("1/c1 >= 2 - c1", leaf("1: sq c1 - 1", times=["c1"])),
    ("1/c2 >= 2 - c2", leaf("1: sq c2 - 1", times=["c2"])),
    (
        "a11 - a12 + (a22 - a21) >= 0",
        leaf("2: p > 0; q > 0; E >= 1; E + 1 > 0", times=["E1", "E2"]),
    ),
    (
        LARGE_TRACE,
        leaf(
            "1: 1/c1 >= 2 - c1",
            "1: 1/c2 >= 2 - c2",
            "1: alpha > 0; lam < 0; a11 - a12 + (a22 - a21) >= 0",
            "1: alpha > 0; m > 0; p > 0; E > 0; 1/E1 > 0; 1/c1 > 0",
            "1: alpha > 0; m > 0; q > 0; E > 0; 1/E2 > 0; 1/c2 > 0",
        ),
    ),
]
ROOT = (
    f"{DISCRIMINANT} >= 0",
    leaf(f"1: sq {DIFFERENCE}", "4: sq alpha*m; p > 0; q > 0; 1/E1 > 0; 1/E2 > 0; 1/c1 > 0; 1/c2 > 0"),
)
LARGER_ROOT = witness(
    f"({trace('m')} + sqrt({DISCRIMINANT}))/2",
    both(leaf(f"1/2: {LARGE_TRACE}", f"1/2: sqrt({DISCRIMINANT}) >= 0"), leaf()),
)
BY_TRACE = have(
    [(CONJUNCTION, lemma("POW-T3.bip.unstable"))],
    split(
        f"{trace('m')} <= 1 + {determinant('m')} or 1 + {determinant('m')} < {trace('m')}",
        have(
            [
                (
                    f"{determinant('m')} > 1",
                    leaf(f"1: {LARGE_TRACE}", f"1: {trace('m')} <= 1 + {determinant('m')}"),
                )
            ],
            KNOWN,
        ),
        KNOWN,
    ),
)
ODDS = (
    "E >= 1",
    have(
        [("1 + a <= exp(a)", rule("exp tangent"))],
        leaf(
            "1: 1 + a <= exp(a); 1 + a <= exp(a)",
            "2: 1 + a <= exp(a)",
            "2: a >= 0; 1 + a <= exp(a)",
            "1: sq a",
            "2: a >= 0",
        ),
    ),
)
NEGATIVE_VALUES = values(odds="2", lam=-2, V=symmetric(-2, 1, "1/2"), m=1, alpha="1/16")

formal(
    "POW-R10.neg.R2",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        NEGATIVE,
        {"given": ["a >= 0"], "show": [LARGE_TRACE, ABOVE_ONE, UNSTABLE, "1/c1 >= 1 or 1/c2 >= 1"]},
    ),
    proof=[
        have([ODDS, *ATTRACTED], KNOWN),
        have([ODDS, *ATTRACTED, ROOT], LARGER_ROOT),
        have([ODDS, *ATTRACTED], BY_TRACE),
        have(
            [ODDS],
            cases(
                "p*E - q",
                {"left": leaf("1: alpha > 0; lam < 0; p*E - q >= 0", times=["c1", "E1"])},
                {
                    "right": have(
                        [("q*E - p > 0", leaf("1: p*E - q < 0", "1: p > 0; E >= 1", "1: q > 0; E >= 1"))],
                        leaf("1: alpha > 0; lam < 0; q*E - p > 0", times=["c2", "E2"]),
                    )
                },
            ),
        ),
    ],
    instance=instance(2, 1, NEGATIVE_VALUES),
    twin=Variant("tr B_1 > 3", {LARGE_TRACE: f"{trace('m')} > 3"}, instance(2, 1, NEGATIVE_VALUES)),
)

NEGATIVE_GAP = f"{trace('m')} > 1 + {determinant('m')}"
REPELLED = (
    NEGATIVE_GAP,
    leaf(
        "1: sq alpha*(p - q); E > 0; lam < 0; m > 0",
        "1: sq alpha*(p - q)*lam; E > 0",
        "1: sq alpha; p > 0; q > 0; 1 - E > 0; m >= -lam; m - lam > 0",
        "1: alpha > 0; alpha > 0; m - lam > 0; m - lam > 0; p > 0; q > 0; 1 - E > 0; E > 0",
        times=["c1", "c2", "E1", "E2"],
    ),
)
BEYOND = (
    f"2 - {trace('m')} < sqrt({DISCRIMINANT})",
    rule(
        "strictly below the square",
        leaf(f"1: sqrt({DISCRIMINANT}) >= 0"),
        leaf(f"4: {NEGATIVE_GAP}"),
        a=f"2 - {trace('m')}",
        b=f"sqrt({DISCRIMINANT})",
    ),
)
REPELLED_ROOT = witness(
    f"({trace('m')} + sqrt({DISCRIMINANT}))/2",
    both(leaf(f"1/2: {BEYOND[0]}"), leaf()),
)
IMPOSSIBLE = have([ODDS], absurd(lemma("LEM-two-signs", leaf("1: E >= 1"), a="E - 1")))
FIRST_UNSTABLE = have([(CONJUNCTION, lemma("POW-T3.bip.unstable"))], KNOWN)
formal(
    "POW-R10.neg.repaired",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        NEGATIVE,
        {"given": ["a >= 0 or m >= -lam"], "show": [ABOVE_ONE, UNSTABLE]},
    ),
    proof=[
        cases(
            "E - 1",
            have([*ATTRACTED, ROOT], LARGER_ROOT),
            split("a >= 0 or m >= -lam", IMPOSSIBLE, have([REPELLED, ROOT, BEYOND], REPELLED_ROOT)),
        ),
        cases(
            "E - 1",
            have([*ATTRACTED], BY_TRACE),
            split(
                "a >= 0 or m >= -lam",
                IMPOSSIBLE,
                have([REPELLED], FIRST_UNSTABLE),
            ),
        ),
    ],
    instance=instance(2, 1, {**NEGATIVE_VALUES, "m": 2, "V": symmetric(-2, 2, "1/2")}),
    twin=Variant(
        "lambda_1 >= |lambda_k|/2 in the place of lambda_1 >= |lambda_k|",
        {"m >= -lam": "m >= -lam/2"},
        instance(1, 1, values(odds="1/3", lam=-2, V=symmetric(-2, 1, 1), m=1)),
    ),
)
