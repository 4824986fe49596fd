"""The Schur-Cohn step of Theorem 3: when both eigenvalues of a real 2 x 2 matrix lie in the open unit disc.

The eigenvalues are two real numbers r1, r2 or a pair sigma +- i omega: trace and determinant are r1 + r2 and r1 r2, or
2 sigma and sigma^2 + omega^2.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, POSITIVE
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, rule

REAL = "abs(r1*r2) < 1 and abs(r1 + r2) < 1 + r1*r2"
PAIR = "abs(sigma^2 + omega^2) < 1 and abs(2*sigma) < 1 + (sigma^2 + omega^2)"
SIZE = "(sigma^2 + omega^2)"


def above(e: str) -> tuple[str, Tree]:
    """A number is at most its modulus."""
    return f"{e} <= abs({e})", rule("absolute above", e=e)


def above_minus(e: str) -> tuple[str, Tree]:
    """So is its negative."""
    return f"-({e}) <= abs({e})", rule("absolute above minus", e=e)


def bounds(r: str) -> list[tuple[str, Tree]]:
    """|r| < 1 on both sides."""
    return [
        above(r),
        above_minus(r),
        (f"{r} < 1", leaf(f"1: abs({r}) < 1", f"1: {above(r)[0]}")),
        (f"-{r} < 1", leaf(f"1: abs({r}) < 1", f"1: {above_minus(r)[0]}")),
    ]


PRODUCT = rule(
    "absolute",
    leaf("1/2: r1 < 1; -r2 < 1", "1/2: -r1 < 1; r2 < 1"),
    leaf("1/2: -r1 < 1; -r2 < 1", "1/2: r1 < 1; r2 < 1"),
    e="r1*r2",
    b="1",
)
SUM = rule("absolute", leaf("1: r1 < 1; r2 < 1"), leaf("1: -r1 < 1; -r2 < 1"), e="r1 + r2", b="1 + r1*r2")
BOTH_WAYS = [
    above("r1*r2"),
    above_minus("r1*r2"),
    above("r1 + r2"),
    above_minus("r1 + r2"),
    ("r1*r2 < 1", leaf("1: abs(r1*r2) < 1", f"1: {above('r1*r2')[0]}")),
    ("-(r1*r2) < 1", leaf("1: abs(r1*r2) < 1", f"1: {above_minus('r1*r2')[0]}")),
    ("r1 + r2 < 1 + r1*r2", leaf("1: abs(r1 + r2) < 1 + r1*r2", f"1: {above('r1 + r2')[0]}")),
    ("-(r1 + r2) < 1 + r1*r2", leaf("1: abs(r1 + r2) < 1 + r1*r2", f"1: {above_minus('r1 + r2')[0]}")),
    ("(1 - r1^2)*(1 - r2^2) > 0", leaf("1: r1 + r2 < 1 + r1*r2; -(r1 + r2) < 1 + r1*r2")),
    ("2 - r1^2 - r2^2 > 0", leaf("1: (1 - r1^2)*(1 - r2^2) > 0", "1: r1*r2 < 1; -(r1*r2) < 1")),
]


def inside(r: str) -> Tree:
    """One of the two real eigenvalues."""
    return have(
        [
            (
                f"{r}^2 < 1",
                leaf("1: (1 - r1^2)*(1 - r2^2) > 0", f"1: sq 1 - {r}^2", times=["2 - r1^2 - r2^2"]),
            ),
            (f"abs({r})^2 == {r}^2", rule("absolute square", e=r)),
        ],
        rule(
            "strictly below the square",
            leaf(),
            leaf(f"1: {r}^2 < 1", f"eq: abs({r})^2 == {r}^2"),
            a=f"abs({r})",
            b="1",
        ),
    )


def part(sign: str) -> tuple[str, Tree]:
    """The real part is inside as well."""
    return f"{sign}sigma < 1", rule(
        "strictly below the square",
        leaf(),
        leaf("1: sigma^2 + omega^2 < 1", "1: sq omega"),
        a=f"{sign}sigma",
        b="1",
    )


ACROSS = have(
    [part(""), part("-")],
    rule(
        "absolute",
        leaf("1: sigma < 1; sigma < 1", "1: sq omega"),
        leaf("1: -sigma < 1; -sigma < 1", "1: sq omega"),
        e="2*sigma",
        b=f"1 + {SIZE}",
    ),
)
NUMBERS = {
    "r1": "1/2",
    "r2": "-1/3",
    "sigma": "1/2",
    "omega": "1/3",
    "x": 1,
    "lam": 2,
    "a": "log(3)",
    "alpha": "1/4",
}
formal(
    "POW-SC",
    statement=model(
        {"groups": BIPARTITE["groups"], "letters": ["lam, a, alpha: number"], "where": BIPARTITE["where"]},
        POSITIVE,
        {
            "letters": ["r1, r2, sigma, omega, x: number"],
            "where": [
                "b11 := (1 + alpha*x*a11)/c1",
                "b12 := alpha*x*a12/c1",
                "b21 := alpha*x*a21/c2",
                "b22 := (1 + alpha*x*a22)/c2",
            ],
            "show": [
                f"abs(r1) < 1 and abs(r2) < 1 => {REAL}",
                f"{REAL} => abs(r1) < 1 and abs(r2) < 1",
                f"sigma^2 + omega^2 < 1 => {PAIR}",
                f"{PAIR} => sigma^2 + omega^2 < 1",
                "abs(r1 + r2) < 1 + r1*r2 => r1*r2 > -1",
                "(b11 + b22)^2 - 4*(b11*b22 - b12*b21) >= 0",
            ],
        },
    ),
    proof=[
        intro("", have([*bounds("r1"), *bounds("r2")], both(PRODUCT, SUM))),
        intro("", have(BOTH_WAYS, both(inside("r1"), inside("r2")))),
        intro("", both(rule("absolute", KNOWN, leaf("1:", "1: sq sigma", "1: sq omega"), e=SIZE, b="1"), ACROSS)),
        intro("", have([above(SIZE)], leaf(f"1: abs({SIZE}) < 1", f"1: {above(SIZE)[0]}"))),
        intro("", leaf("1: abs(r1 + r2) < 1 + r1*r2", "1: abs(r1 + r2) >= 0")),
        leaf("1: sq b11 - b22", "4: sq alpha*x; p > 0; q > 0; 1/E1 > 0; 1/E2 > 0; 1/c1 > 0; 1/c2 > 0"),
    ],
    instance={"tokens": {"A": 2, "B": 1}, "letters": NUMBERS},
    twin=Variant(
        "|Delta| < 3/2",
        {"abs(r1*r2) < 1 and": "abs(r1*r2) < 3/2 and"},
        {"tokens": {"A": 2, "B": 1}, "letters": {**NUMBERS, "r1": "11/10", "r2": "6/5"}},
    ),
)
