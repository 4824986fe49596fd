"""POW-N5.pair: two tokens of the Oja flow in a plane, by mean angle and half difference, have a first integral."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.models import SPHERES, Part
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, rule, take, unfold

FRAME = ["dot(e1, e1) == 1", "dot(e2, e2) == 1", "dot(e1, e2) == 0"]
IMAGES = ["V(e1) == l1*e1", "V(e2) == l2*e2"]
SUM, DIFFERENCE = (
    ("(cos(s)*cos(r) - sin(s)*sin(r))", "(sin(s)*cos(r) + cos(s)*sin(r))"),
    ("(cos(s)*cos(r) + sin(s)*sin(r))", "(sin(s)*cos(r) - cos(s)*sin(r))"),
)
"""Cosine and sine of s + r and of s - r."""

FIRST, SECOND = f"{SUM[0]}*e1 + {SUM[1]}*e2", f"-{DIFFERENCE[0]}*e1 - {DIFFERENCE[1]}*e2"
APART = "always(cos(s) != 0 and sin(s)^2 > 0 and cos(r) != 0)"
TURN = "sin(r)*cos(r)*(l1*sin(s)^2 + l2*cos(s)^2)"
DRIFT = "sin(r)^2*sin(s)*cos(s)*(l1 - l2)"
INTEGRAL = "(-l1*log(cos(s)^2) + l2*log(sin(s)^2) + (l1 - l2)*log(cos(r)^2))"
CIRCLE_S, CIRCLE_R = "cos(s)^2 + sin(s)^2 == 1", "cos(r)^2 + sin(r)^2 == 1"
PULL = "V(sum(j: x[j])/sum(j: 1))"


def angle(token: str, place: str, trig: tuple[str, str], speed: str, sign: str) -> list[tuple[str, Tree] | str]:
    """The speed of one angle, from the motion of its token."""
    C, S = trig
    across = f"(-{S}*e1 + {C}*e2)"
    moved = f"dot({across}, rate(x[{token}])) == dot({across}, rate({place}))"
    pulled = f"dot({across}, rate(x[{token}])) == dot({across}, {PULL} - dot(x[{token}], {PULL})*x[{token}])"
    flow = f"rate(x[{token}]) == {PULL} - dot(x[{token}], {PULL})*x[{token}]"
    return [
        (f"rate(x[{token}]) == rate({place})", rule("differentiate vectors", a=f"x[{token}]", b=place)),
        (moved, leaf(use=[f"rate(x[{token}]) == rate({place})"])),
        (flow, take("forall i: rate(x[i]) == pair(x, i)", [token], KNOWN)),
        (pulled, leaf(use=[flow])),
        (
            f"{speed} == {sign}sin(r)*(l1*sin(s)*{S} + l2*cos(s)*{C})",
            leaf(
                f"eq {sign}1: {pulled}",
                f"eq -{sign}1: {moved}".replace("--", ""),
                f"eq -({speed})*(cos(r)^2 + sin(r)^2): {CIRCLE_S}",
                f"eq -({speed}): {CIRCLE_R}",
                use=[
                    "sum(j: x[j]) == x[a] + x[b]",
                    f"x[a] == {FIRST}",
                    f"x[b] == {SECOND}",
                    *FRAME,
                    *IMAGES,
                    "sum(j: 1) == 2",
                ],
            ),
        ),
    ]


SPEEDS: list[tuple[str, Tree] | str] = [
    (CIRCLE_S, rule("circle", a="s")),
    (CIRCLE_R, rule("circle", a="r")),
    (f"x[a] == {FIRST}", KNOWN),
    (f"x[b] == {SECOND}", KNOWN),
    ("sum(j: x[j]) == x[a] + x[b]", rule("vector sum over two tokens", e="fn(j: x[j])", i="a", j="b")),
    *angle("a", FIRST, SUM, "rate(s) + rate(r)", ""),
    *angle("b", SECOND, DIFFERENCE, "rate(s) - rate(r)", "-"),
]
G1 = f"rate(s) + rate(r) == sin(r)*(l1*sin(s)*{SUM[1]} + l2*cos(s)*{SUM[0]})"
G2 = f"rate(s) - rate(r) == -sin(r)*(l1*sin(s)*{DIFFERENCE[1]} + l2*cos(s)*{DIFFERENCE[0]})"
RATES: list[tuple[str, Tree] | str] = [
    *SPEEDS,
    (f"rate(r) == {TURN}", leaf(f"eq 1/2: {G1}", f"eq -1/2: {G2}")),
    (f"rate(s) == {DRIFT}", leaf(f"eq 1/2: {G1}", f"eq 1/2: {G2}")),
]


def at_almost_every_time(then: Tree) -> Tree:
    """The flow at almost every time, with both rates."""
    return unfold("solves(pair, x)", enter("ae", have(RATES, then)))


POSITIVE = ["cos(s) != 0", "sin(s)^2 > 0", "cos(r) != 0"]
STILL = [
    (
        f"rate({INTEGRAL}) == 0",
        leaf(
            use=[f"rate(r) == {TURN}", f"rate(s) == {DRIFT}"],
        ),
    )
]


def one_way(sign: str) -> Tree:
    """The integral, or its opposite, does not fall."""
    still = f"rate({INTEGRAL}) == 0"
    rest = leaf(f"eq {'1' if sign else '-1'}: {still}")
    return rule("monotone", have([*RATES, *POSITIVE, *STILL], rest), z=f"{sign}{INTEGRAL}")


HERE: Part = {
    "tokens": 2,
    "dim": 2,
    "letters": {
        "V": [[1, 0], [0, -1]],
        "l1": 1,
        "l2": -1,
        "e1": [1, 0],
        "e2": [0, 1],
        "a": 0,
        "b": 1,
        "x": [["cos(1)", "sin(1)"], ["-cos(1)", "-sin(1)"]],
        "s": 1,
        "r": 0,
    },
}
formal(
    "POW-N5.pair",
    title="A first integral of the two-token flow",
    sentence=(
        r"For N = 2, d = 2, $V = \mathrm{diag}(\lambda_1, \lambda_2)$ and the flow $\dot x_i = \Pi_is$ with $x_1 ="
        r" (\cos a, \sin a)$, $x_2 = -(\cos b, \sin b)$, $\sigma = (a+b)/2$, $\delta = (a-b)/2$: $\dot\delta ="
        r" \sin\delta\cos\delta(\lambda_1\sin^2\sigma + \lambda_2\cos^2\sigma)$, $\dot\sigma ="
        r" \frac12\sin^2\delta\sin2\sigma(\lambda_1 - \lambda_2)$ at almost every time, and, if $\cos\sigma$,"
        r" $\sin\sigma$ and $\cos\delta$ never vanish, $|\cos\sigma|^{-\lambda_1}|\sin\sigma|^{\lambda_2}"
        r"|\cos\delta|^{\lambda_1 - \lambda_2}$ is constant."
    ),
    source=Source(PAPER, "Theorem 2 (extension)"),
    kind="identity",
    role="extension",
    statement={
        "letters": [
            "V: operator; l1, l2: number; e1, e2: vector; a, b: token",
            "x[token]: moving vector; s, r: moving number",
        ],
        "flows": [f"pair(X, i) = {PULL.replace('x[', 'X[')} - dot(X[i], {PULL.replace('x[', 'X[')})*X[i] on {SPHERES}"],
        "given": [
            *FRAME,
            *IMAGES,
            "sum(j: 1) == 2",
            "a < b",
            "solves(pair, x)",
            f"always(x[a] == {FIRST})",
            f"always(x[b] == {SECOND})",
        ],
        "show": [
            f"almost_always(rate(r) == {TURN})",
            f"almost_always(rate(s) == {DRIFT})",
            f"{APART} => always({INTEGRAL} == start({INTEGRAL}))",
        ],
    },
    proof=[
        at_almost_every_time(KNOWN),
        at_almost_every_time(KNOWN),
        intro(
            "",
            unfold(
                "solves(pair, x)",
                have(
                    [
                        ("always(sin(s)^2 > 0)", enter("every", KNOWN)),
                        *[
                            (f"always({u}^2 > 0)", enter("every", have([f"{u} != 0"], KNOWN)))
                            for u in ("cos(s)", "cos(r)")
                        ],
                        (f"always({INTEGRAL} >= start({INTEGRAL}))", one_way("")),
                        (f"always(-{INTEGRAL} >= start(-{INTEGRAL}))", one_way("-")),
                    ],
                    enter(
                        "every",
                        rule(
                            "antisymmetry",
                            leaf(f"1: -{INTEGRAL} >= start(-{INTEGRAL})"),
                            KNOWN,
                            a=INTEGRAL,
                            b=f"start({INTEGRAL})",
                        ),
                    ),
                ),
            ),
        ),
    ],
    instance=HERE,
    twin=Variant("cos(delta)^2 for sin(delta) cos(delta)", {TURN: TURN.replace("sin(r)", "cos(r)")}, HERE),
)
