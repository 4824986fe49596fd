"""Section 2.1.2, case 2: the plane of a complex pair that dominates in modulus attracts the power iteration."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from proofs_checks.power_method.proofs.plane_models import PLANE, others
from proofs_checks.power_method.proofs.power_iteration import LATER
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    define,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    take,
    unfold,
    witness,
)

BOUND = "re^2 + im^2 < sigma^2 + omega^2"
RADIUS = "sqrt(p(n)^2 + q(n)^2)"
ITERATION: Part = model(
    PLANE,
    {
        "letters": ["x[step]: vector; rho: number"],
        "where": [
            "p(n) := dot(la, x[n])",
            "q(n) := dot(lb, x[n])",
            f"r(n) := {RADIUS}",
            "z(n) := 1/r(n)*outside(x[n])",
        ],
        "given": [
            "rho > 0",
            "rho^2 == sigma^2 + omega^2",
            "forall n in step: x[n + 1] == unit(F(x[n]))",
            "p(0)^2 + q(0)^2 > 0",
        ],
    },
    others("F(outside(u))", BOUND),
)
GIVEN = PLANE["given"]
LEFT, NEXT = GIVEN[7:9], "forall n in step: x[n + 1] == unit(F(x[n]))"
SQUARE = "p(n)^2 + q(n)^2 > 0"
MOVES = f"forall n in size: {SQUARE}"
A, B = "(sigma*p(k) + omega*q(k))", "(sigma*q(k) - omega*p(k))"
AT_LEFT = [
    ("dot(la, F(x[k])) == sigma*p(k) + omega*q(k)", take(LEFT[0], ["x[k]"], KNOWN)),
    ("dot(lb, F(x[k])) == sigma*q(k) - omega*p(k)", take(LEFT[1], ["x[k]"], KNOWN)),
]
SEES = f"1/(rho^2*(p(k)^2 + q(k)^2))*({A}*la + {B}*lb)"
STEP = [
    *AT_LEFT,
    ("x[k + 1] == unit(F(x[k]))", take(NEXT, ["k"], KNOWN)),
    (
        "norm(F(x[k])) > 0",
        lemma(
            "LEM-direction.length",
            leaf("eq -1/rho^2: rho^2 == sigma^2 + omega^2", use=[AT_LEFT[0][0], AT_LEFT[1][0]]),
            l=SEES,
            u="F(x[k])",
        ),
    ),
    (
        "p(k + 1) == (sigma*p(k) + omega*q(k))/norm(F(x[k]))",
        leaf(f"eq 1/norm(F(x[k])): {AT_LEFT[0][0]}", use=["x[k + 1] == unit(F(x[k]))"]),
    ),
    (
        "q(k + 1) == (sigma*q(k) - omega*p(k))/norm(F(x[k]))",
        leaf(f"eq 1/norm(F(x[k])): {AT_LEFT[1][0]}", use=["x[k + 1] == unit(F(x[k]))"]),
    ),
]
COORDINATES = [STEP[4][0], STEP[5][0]]
KEPT = (
    MOVES,
    rule(
        "induction",
        KNOWN,
        have(
            STEP,
            leaf(
                "1: rho > 0; rho > 0; p(k)^2 + q(k)^2 > 0",
                "eq p(k)^2 + q(k)^2: rho^2 == sigma^2 + omega^2",
                use=COORDINATES,
                times=["norm(F(x[k]))", "norm(F(x[k]))"],
            ),
        ),
        P=f"fn(n: {SQUARE})",
        new={"n": "k"},
    ),
)
R_NEXT, R_MOVED = "r(k + 1)", "rho*r(k)/norm(F(x[k]))"


def not_above(a: str, b: str, sign: str) -> Tree:
    """One of two square roots is at most the other."""
    return rule(
        "below the square",
        KNOWN,
        leaf(f"eq {sign}(p(k)^2 + q(k)^2)/norm(F(x[k]))/norm(F(x[k])): rho^2 == sigma^2 + omega^2", use=COORDINATES),
        a=a,
        b=b,
    )


RADII = (
    f"{R_NEXT} == {R_MOVED}",
    rule("antisymmetry", not_above(R_NEXT, R_MOVED, "-"), not_above(R_MOVED, R_NEXT, ""), a=R_NEXT, b=R_MOVED),
)
HERE = [
    ("p(k)^2 + q(k)^2 > 0", take(MOVES, ["k"], KNOWN)),
    ("p(k + 1)^2 + q(k + 1)^2 > 0", take(MOVES, ["k + 1"], KNOWN)),
    ("r(k) > 0", KNOWN),
    ("r(k + 1) > 0", KNOWN),
    *STEP,
    RADII,
]
UNIT = "1/norm(a)*a"
LONG = ("norm(a) > 0", lemma("LEM-direction.length", l="la", u="a"))
IMAGES = GIVEN[1:3]
DUAL = GIVEN[3:7]
MATRIX, SMALLER = ITERATION["given"][-2:]
PAIR = (
    "exists c in vector, d in vector, g in number, h in number: (c != 0 or d != 0) and dot({0}, c) == 0"
    " and dot({0}, d) == 0 and U(c) == s1*c - w1*d + g*({0}) and U(d) == w1*c + s1*d + h*({0})"
).format
OF_A = unfold(
    "goal",
    obtain(
        PAIR(UNIT),
        "c,d,g,h",
        witness(
            "c",
            witness(
                "d",
                witness(
                    "g/norm(a)",
                    witness(
                        "h/norm(a)",
                        both(
                            KNOWN,
                            leaf(f"eq norm(a): dot({UNIT}, c) == 0"),
                            leaf(f"eq norm(a): dot({UNIT}, d) == 0"),
                            KNOWN,
                            KNOWN,
                        ),
                    ),
                ),
            ),
        ),
    ),
)
DOMINATED = intro(
    "s1,w1,",
    unfold(
        f"other_eigenvalue(U, {UNIT}, s1, w1)",
        have(
            [
                ("other_eigenvalue(U, a, s1, w1)", OF_A),
                ("s1^2 + w1^2 < sigma^2 + omega^2", take(SMALLER, ["s1", "w1"], KNOWN)),
            ],
            leaf("1: s1^2 + w1^2 < sigma^2 + omega^2", "eq -1: rho^2 == sigma^2 + omega^2"),
        ),
    ),
)
OUT = (
    "outside(x[k + 1]) == 1/norm(F(x[k]))*U(outside(x[k]))",
    leaf(use=[MATRIX, AT_LEFT[0][0], AT_LEFT[1][0], *IMAGES, *DUAL, "x[k + 1] == unit(F(x[k]))"]),
)
formal(
    "LEM-scaled-image",
    title="An image divided by a length that grows by a factor",
    statement={
        "letters": ["U: matrix; y, z: vector; r, t, c, rho: number"],
        "given": ["rho > 0", "r > 0", "c > 0", "t == rho*r/c", "z == 1/c*U(y)"],
        "show": ["1/t*z == 1/rho*U(1/r*y)"],
    },
    proof=leaf(use=["t == rho*r/c", "z == 1/c*U(y)"]),
)
SMALL = LATER("norm(z(n)) < e")
VANISH = lemma(
    "LEM-powers-vanish.matrix",
    leaf(use=[MATRIX, *DUAL]),
    leaf(),
    leaf(use=DUAL),
    KNOWN,
    DOMINATED,
    intro("k", leaf(use=DUAL)),
    intro(
        "k",
        have(
            [*HERE, OUT],
            lemma(
                "LEM-scaled-image", y="outside(x[k])", z="outside(x[k + 1])", r="r(k)", t="r(k + 1)", c="norm(F(x[k]))"
            ),
        ),
    ),
    F="U",
    v=UNIT,
    l="norm(a)*la",
    mu="0",
    lam="rho",
    z="fn(n in step: z(n))",
)
NEAR = "norm(outside(x[n])) < e*norm(inside(x[n]))"
CAUCHY = "dot({0}, inside(x[k])) <= norm({0})*norm(inside(x[k]))".format
SCALED = "norm(r(k)*z(k)) == r(k)*norm(z(k))"
WIDE = "r(k) <= (norm(la) + norm(lb))*norm(inside(x[k]))"
FRACTION = "d/(1 + norm(la) + norm(lb))"
CLOSE = have(
    [
        ("p(k)^2 + q(k)^2 > 0", take(MOVES, ["k"], KNOWN)),
        ("r(k) > 0", KNOWN),
        *[(CAUCHY(u), rule("Cauchy-Schwarz", u=u, w="inside(x[k])")) for u in ("la", "(-la)", "lb", "(-lb)")],
        (
            WIDE,
            rule(
                "below the square",
                leaf("1: norm(la) >= 0; norm(inside(x[k])) >= 0", "1: norm(lb) >= 0; norm(inside(x[k])) >= 0"),
                leaf(
                    f"1: {CAUCHY('la')}; {CAUCHY('(-la)')}",
                    f"1: {CAUCHY('lb')}; {CAUCHY('(-lb)')}",
                    "2: norm(la) >= 0; norm(lb) >= 0; sq norm(inside(x[k]))",
                    use=DUAL,
                ),
                a="r(k)",
                b="(norm(la) + norm(lb))*norm(inside(x[k]))",
            ),
        ),
        (SCALED, rule("norm scaled", u="z(k)", k="r(k)")),
        ("norm(outside(x[k])) < r(k)*small", leaf("1: r(k) > 0; norm(z(k)) < small", f"eq 1: {SCALED}")),
        ("(norm(la) + norm(lb))*small <= d", leaf("1: d > 0", times=["1 + norm(la) + norm(lb)"])),
    ],
    leaf(
        "1: norm(outside(x[k])) < r(k)*small",
        f"1: small > 0; {WIDE}",
        "1: norm(inside(x[k])) >= 0; (norm(la) + norm(lb))*small <= d",
    ),
)
CLOSE_LATE = have([("norm(z(k)) < small", take("forall n in size: n >= m => norm(z(n)) < small", ["k"], KNOWN))], CLOSE)
FROM = "exists s in size: forall n in size: n >= s => norm(z(n)) < small"
formal(
    "LEM-plane.attraction",
    title="The plane of a complex pair that dominates in modulus attracts the power iteration",
    statement=model(ITERATION, {"show": [MOVES, LATER(NEAR)]}),
    proof=[
        have([KEPT], KNOWN),
        have(
            [KEPT, LONG, (SMALL, VANISH)],
            intro(
                "d,",
                define(
                    [f"small := {FRACTION}"],
                    have(
                        [("small > 0", leaf("1: d > 0", times=["1 + norm(la) + norm(lb)"]))],
                        take(SMALL, ["small"], obtain(FROM, "m", witness("m", intro("k,", CLOSE_LATE)))),
                    ),
                ),
            ),
        ),
    ],
)
