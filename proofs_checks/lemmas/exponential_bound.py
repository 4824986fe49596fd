"""For beta up to 3/2 the kernel (1 - z) exp(beta z) of the products of points on a circle is at most a constant.

Between exp(beta z)(1 - z) and a combination of 1, z and cos(2 angle) run the kernels
exp((beta - r) z)(kappa - mu z - nu cos(2 angle)), r from 0 to beta, with kappa' = -mu/2 = -nu'. Their rate is
exp((beta - r) z)((nu/2 - kappa - mu') z + nu/2 cos(3 angle)), a positive kernel. Here kappa = 2 - nu is a Taylor
polynomial of a solution of kappa'' = 3/4 kappa - 1/2; up to 3/2 it falls, so that mu and nu are not negative.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from proofs_checks.lemmas.exponential_kernel import CIRCLE, POINTS, POSITIVE
from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, rule, split, take

END = Fraction(3, 2)
_FALL = [Fraction(*pair) for pair in ((1, 1), (-1, 1), (3, 8), (-1, 8), (3, 128), (-3, 640))]
"""The coefficients of -kappa'."""


def _polynomial(coefficients: list[Fraction]) -> str:
    return "(" + " + ".join(f"{c.numerator}/{c.denominator}*r^{k}" for k, c in enumerate(coefficients) if c) + ")"


def _bernstein(at: str) -> Tree:
    """-kappa' is a combination of products of r and 3/2 - r."""
    degree = len(_FALL) - 1
    terms = []
    for k in range(degree + 1):
        share = sum(Fraction(comb(k, i), comb(degree, i)) * _FALL[i] * END**i for i in range(k + 1))
        facts = "; ".join([f"{at} >= 0"] * k + [f"{at} <= {END}"] * (degree - k))
        terms.append(f"{share * comb(degree, k) / END**degree}: {facts}")
    return leaf(*terms)


_WHERE = [
    "area(i, j) := c[i]*s[j] - s[i]*c[j]",
    f"fall(r) := {_polynomial(_FALL)}",
    f"nu(r) := {_polynomial([Fraction(0), *(c / (k + 1) for k, c in enumerate(_FALL))])}",
    "between(r, y) := exp((beta - r)*y)*(2 - nu(r) - 2*fall(r)*y - nu(r)*(2*y^2 - 1))",
    "run(r) := sum(i, j: dot(d[i], d[j])*between(r, z(i, j)))",
]
_COS, _SIN = "(c[i]^3 - 3*c[i]*s[i]^2)", "(3*c[i]^2*s[i] - s[i]^3)"
_MOVED = [f"fn(i: {f}*d[i])" for f in ("c[i]", "s[i]", _COS, _SIN)]
_SIGNS = [(f"form({y}, beta - time) >= 0", take(POSITIVE, [y, "beta - time"], KNOWN)) for y in _MOVED]
_PAIR = "dot(d[{0}], d[{1}])*exp((beta - time)*z({0}, {1}))".format
_TRIPLE = f"{_PAIR('{0}', '{1}')}*(4*z({{0}}, {{1}})^3 - 3*z({{0}}, {{1}}))".format
_TURNED = f"{_PAIR('{0}', '{1}')}*(z({{0}}, {{1}})^3 - 3*z({{0}}, {{1}})*area({{0}}, {{1}})^2)".format
_SAME = f"sum(i: sum(j: {_TRIPLE('i', 'j')})) == sum(i: sum(j: {_TURNED('i', 'j')}))"
_LENGTH = "c[{0}]^2 + s[{0}]^2".format
_POINTWISE = leaf(
    f"eq 3*z(p, q)*{_PAIR('p', 'q')}: {_LENGTH('p')} == 1",
    f"eq 3*z(p, q)*{_PAIR('p', 'q')}*({_LENGTH('p')}): {_LENGTH('q')} == 1",
)
_EQUAL = rule(
    "equal sums",
    rule("equal sums", _POINTWISE, e=f"fn(j: {_TRIPLE('p', 'j')})", f=f"fn(j: {_TURNED('p', 'j')})", new={"x": "q"}),
    e=f"fn(i: sum(j: {_TRIPLE('i', 'j')}))",
    f=f"fn(i: sum(j: {_TURNED('i', 'j')}))",
    new={"x": "p"},
)
_FIFTH = "; ".join(["time >= 0"] * 5)


def _not_negative(r: str) -> Tree:
    """nu is not negative: r times 1 - r/2, r^3 times 1 - r/4 and r^5 times 6 - r."""
    up, room = f"{r} >= 0", f"{r} <= {END}"
    return leaf(
        f"1/2: {up}; {room}",
        f"1/4: {up}",
        f"1/32: {up}; {up}; {up}; {room}",
        f"5/64: {up}; {up}; {up}",
        f"1/1280: {up}; {up}; {up}; {up}; {up}; {room}",
        f"9/2560: {up}; {up}; {up}; {up}; {up}",
    )


_RISES = have(
    [
        "time >= 0",
        (f"time <= {END}", leaf("1: time < beta", f"1: beta <= {END}")),
        ("beta - time >= 0", leaf("1: time < beta")),
        ("nu(time) >= 0", _not_negative("time")),
        *_SIGNS,
        (_SAME, _EQUAL),
    ],
    leaf(
        *(f"27/5120: {_FIFTH}; {sign}" for sign, _ in _SIGNS[:2]),
        *(f"3/2560: {_FIFTH}; time <= {END}; {sign}" for sign, _ in _SIGNS[:2]),
        *(f"1/2: nu(time) >= 0; {sign}" for sign, _ in _SIGNS[2:]),
        f"eq -nu(time)/2: {_SAME}",
    ),
)
_square = "sq norm(sum(i: {0}*d[i]))".format
_FORM = "sum(i, j: dot(d[i], d[j])*(1 - (1 - z(i, j))*exp(beta*z(i, j)))) >= 0"

formal(
    "LEM-kernel.small",
    title="For beta from 0 to 3/2 the kernel (1 - z) exp(beta z) of the products is at most the constant 1",
    statement={
        **POINTS,
        "letters": [*POINTS["letters"], "d[token]: vector; beta: number"],
        "where": [*POINTS["where"], *_WHERE],
        "given": [CIRCLE, "beta >= 0", f"beta <= {END}"],
        "show": [_FORM],
    },
    proof=have(
        [
            (POSITIVE, lemma("LEM-kernel")),
            ("always(time >= 0)", rule("time passes")),
        ],
        split(
            "beta > 0 or beta <= 0",
            have(
                [
                    ("nu(beta) >= 0", _not_negative("beta")),
                    ("fall(beta) >= 0", _bernstein("beta")),
                    (
                        "run(0) <= run(beta)",
                        lemma(
                            "LEM-between",
                            leaf(),
                            KNOWN,
                            enter("ae", intro("", _RISES)),
                            enter("every", intro("", leaf(use=["time == 0"]))),
                            enter("every", intro("", leaf(use=["time == beta"]))),
                            z="run(time)",
                            r="0",
                            T="beta",
                            b="run(0)",
                            c="run(beta)",
                        ),
                    ),
                ],
                leaf(
                    "1/2: run(0) <= run(beta)",
                    *(f"{k}: nu(beta) >= 0; {_square(f)}" for k, f in ((1, "c[i]^2"), (2, "c[i]*s[i]"), (1, "s[i]^2"))),
                    *(f"1: fall(beta) >= 0; {_square(f)}" for f in ("c[i]", "s[i]")),
                ),
            ),
            have(
                [("beta == 0", rule("antisymmetry", a="beta", b="0"))],
                leaf(f"1: {_square('c[i]')}", f"1: {_square('s[i]')}", use=["beta == 0"]),
            ),
        ),
    ),
)
