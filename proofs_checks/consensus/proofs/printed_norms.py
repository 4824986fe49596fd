"""Figure 1: the least period, the minimum and the maximum of the squared Frobenius norms of P_1(t) and P_2(t).

In z = cos(4 pi t) the squared norm is a polynomial; its bounds are sums of squares times 1 - z and 1 + z.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs_checks.consensus.proofs.double_roots import ABOVE, BELOW, Polynomial, Z, terms
from proofs_checks.consensus.proofs.printed_data import FIRST, SECOND, Head, multiples, norm, squares
from proofs_checks.lemmas.wave_squares import SQUARES
from verify.formal import Variant, formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    take,
    witness,
)

_CHEBYSHEV = {2: [-1, 0, 2], 3: [0, -3, 0, 4], 5: [0, 5, 0, -20, 0, 16]}


def in_z(head: Head) -> Polynomial:
    """The squared norm as a polynomial in z: (2 cos(k pi t))^2 = 2 + 2 T(z) and (2 sin(k pi t))^2 = 2 - 2 T(z)."""
    made = [Fraction(0)] * 6
    for size, (wave, k) in zip(squares(head), head[1], strict=True):
        made[0] += 2 * size
        for power, number in enumerate(_CHEBYSHEV[k // 2]):
            made[power] += (2 if wave == "cos" else -2) * size * number
    return made


def _text(polynomial: Polynomial, z: str) -> str:
    return " + ".join(f"({number})*({z})^{power}" for power, number in enumerate(polynomial) if number)


_CIRCLE = "cos(4*pi*t)^2 + sin(4*pi*t)^2 == 1"
_SQUARE = leaf("1: sq sin(4*pi*t)", f"eq 1: {_CIRCLE}")
_FACTS: Steps = [
    (_CIRCLE, rule("circle", a="4*pi*t")),
    (BELOW, rule("below the square", leaf("1:"), _SQUARE, a=Z, b="1")),
    (ABOVE, rule("below the square", leaf("1:"), _SQUARE, a=f"-{Z}", b="1")),
]


def _in_z(head: Head) -> str:
    return f"{norm(head)} == {_text(in_z(head), Z)}"


def _seen(head: Head, t: str = "t") -> Steps:
    """The squared norm at the time t as a polynomial in z."""
    used = []
    for size, (wave, k) in zip(squares(head), head[1], strict=True):
        if k != 4:
            sign = 1 if wave == "cos" else -1
            used.append(f"eq {2 * size}: {next(e for e in SQUARES if e.startswith(f'2*{wave}({k}*'))}")
            used.append(f"eq {2 * sign * size}: {next(e for e in SQUARES if e.startswith(f'cos({2 * k}*'))}")
    steps: Steps = [(" and ".join(SQUARES), lemma("LEM-wave-squares", t="t")), (_in_z(head), leaf(*used))]
    moved: Steps = _moved(steps, t)
    return moved


def _less(polynomial: Polynomial, value: str) -> Polynomial:
    return [polynomial[0] - Fraction(value), *polynomial[1:]]


def _negative(polynomial: Polynomial) -> Polynomial:
    return [-number for number in polynomial]


def _moved(tree: Any, t: str) -> Any:
    """A proof about the time t at another time."""
    if isinstance(tree, str):
        return t if tree == "t" else _placed(tree, t)
    if isinstance(tree, dict):
        return {key: _moved(part, t) for key, part in tree.items()}
    return type(tree)(_moved(part, t) for part in tree) if isinstance(tree, (list, tuple)) else tree


def _general(head: Head) -> tuple[str, Tree]:
    proof = intro("t9", have(_seen(head, "t9"), KNOWN))
    return f"forall t9 in number: {_placed(_in_z(head), 't9')}", proof


def _placed(text: str, t: str) -> str:
    return text.replace("*t)", f"*{t})")


def _bound(head: Head, squared: list[str], sign: int) -> Tree:
    """A bound at all times."""
    return intro("t", have([*_FACTS, *_seen(head)], leaf(*squared, f"eq {sign}: {_in_z(head)}")))


def _attained(head: Head, z: str, gap: Fraction, sign: int) -> Tree:
    """The value at a z is taken at some time."""
    angle = f"exists a in number: 0 <= a and a <= pi and cos(a) == {z}"
    time = f"exists t1 in number: cos(4*pi*t1) == {z}"
    found = have(
        [_general(head), (_placed(_in_z(head), "t1"), take(_general(head)[0], ["t1"], KNOWN))],
        leaf(f"{gap}:", f"eq {sign}: {_placed(_in_z(head), 't1')}", use=[f"cos(4*pi*t1) == {z}"]),
    )
    side = Fraction(z)
    return have(
        [
            (angle, lemma("LEM-arccosine", leaf(f"{1 + side}:"), leaf(f"{1 - side}:"), c=z)),
            (time, obtain(angle, "a", witness("a/(4*pi)", leaf(f"eq 1: cos(a) == {z}")))),
        ],
        obtain(time, "t1", witness("t1", found)),
    )


def _halved(head: Head) -> Tree:
    """Half a period later z is the same."""
    later = "cos(4*pi*t + 2*pi) == cos(4*pi*t)"
    return intro(
        "t",
        have(
            [
                _general(head),
                (_in_z(head), KNOWN),
                (_placed(_in_z(head), "(t + 1/2)"), take(_general(head)[0], ["t + 1/2"], KNOWN)),
                (f"{later} and sin(4*pi*t + 2*pi) == sin(4*pi*t)", lemma("LEM-full-turn", a="4*pi*t")),
                ("cos(4*pi*(t + 1/2)) == cos(4*pi*t)", leaf(f"eq 1: {later}")),
            ],
            leaf(
                f"eq 1: {_placed(_in_z(head), '(t + 1/2)')}",
                f"eq -1: {_in_z(head)}",
                use=["cos(4*pi*(t + 1/2)) == cos(4*pi*t)"],
            ),
        ),
    )


_LEAST_1, _MOST_1 = ("0.356715652", "0.356715653"), ("1.128484347", "1.128484348")
_LEAST_2, _MOST_2 = ("0.131978859", "0.131978860"), "377/625"
_NEAR_1, _SIDE_1 = "697908429929561/2000000000000000", "872689/1000000"
_NEAR_2, _SIDE_2 = "4248766535900333/10000000000000000", "-2117/3400"
_F, _G = in_z(FIRST), in_z(SECOND)


def _value(polynomial: Polynomial, z: str) -> Fraction:
    return sum((number * Fraction(z) ** power for power, number in enumerate(polynomial)), Fraction(0))


def _periodic(head: Head, T: str) -> str:
    return f"forall t in number: {norm(head, f'(t + {T})')} == {norm(head)}"


def _waves(head: Head, t: str) -> str:
    """The squared norm as the sum of two waves."""
    constant, (fast, A), (slow, B) = _two(head)
    return f"{norm(head, t)} == {constant} + ({A})*cos({fast}*pi*{t}) + ({B})*cos({slow}*pi*{t})"


def _two(head: Head) -> tuple[Fraction, tuple[int, Fraction], tuple[int, Fraction]]:
    """The mean, and the wave numbers and amplitudes of the two waves."""
    first, second, third = squares(head)
    constant = 2 * (first + second + third)
    return constant, (2 * head[1][0][1], 2 * (first - second)), (2 * head[1][2][1], 2 * third)


def _least(head: Head) -> Tree:
    """A period of the norm is one of both waves, whose frequencies, or twice the slow one, differ by 4 pi."""
    _, (fast, A), (slow, B) = _two(head)
    quarter = f"1/{2 * slow}"
    used = []
    for size, (wave, k) in zip(squares(head), head[1], strict=True):
        if k == 4:
            used.append(f"eq {-2 * size}: {next(e for e in SQUARES if e.startswith('cos(8*'))}")
        else:
            used.append(f"eq {2 * size}: {next(e for e in SQUARES if e.startswith(f'2*{wave}({k}*'))}")
    seen: Steps = [(" and ".join(SQUARES), lemma("LEM-wave-squares", t="t")), (_waves(head, "t"), leaf(*used))]
    general = f"forall t9 in number: {_waves(head, 't9')}"
    equal: Steps = [(general, intro("t9", have(_moved(seen, "t9"), KNOWN)))]
    waves = f"({A})*cos({fast}*pi*{{0}}) + ({B})*cos({slow}*pi*{{0}})".format
    for t in (f"({quarter})", f"(-({quarter}))", "0"):
        late = f"({t} + T)"
        same = f"{norm(head, late)} == {norm(head, t)}"
        equal += [
            (_waves(head, t), take(general, [t], KNOWN)),
            (_waves(head, late), take(general, [f"{t} + T"], KNOWN)),
            (same, take(_periodic(head, "T"), [t], KNOWN)),
            (
                f"{waves(late)} == {waves(t)}",
                leaf(f"eq 1: {same}", f"eq 1: {_waves(head, t)}", f"eq -1: {_waves(head, late)}"),
            ),
        ]
    side = 1 - Fraction(fast, 2 * slow)
    acute = f"cos(pi*({side}))"
    straight = f"cos(pi - pi*({side})) == cos(pi)*{acute} + sin(pi)*sin(pi*({side}))"
    half = Fraction(1, 2)
    sides = (leaf(f"{half + side}: pi > 0"), leaf(f"{half - side}: pi > 0"))
    nonzero: Steps = [
        ("sin(pi/2) == 1 and cos(pi) == -1 and sin(pi) == 0", lemma("LEM-right-angle")),
        (straight, rule("cosine of a difference", a="pi", b=f"pi*({side})")),
        (f"{acute} > 0", rule("acute angle", *sides, a=f"pi*({side})")),
        (
            f"cos({fast}*pi*({quarter})) < 0",
            leaf(f"1: {acute} > 0", f"eq 1: {straight}", use=["cos(pi) == -1", "sin(pi) == 0"]),
        ),
        (f"cos({slow}*pi*({quarter})) == 0", rule("quarter turn")),
    ]
    ones = f"cos({fast}*pi*T) == 1 and cos({slow}*pi*T) == 1"
    both_waves = lemma(
        "LEM-two-waves",
        KNOWN,
        leaf(),
        leaf(),
        leaf(),
        A=str(A),
        B=str(B),
        M=f"{fast}*pi",
        m=f"{slow}*pi",
        h=quarter,
    )
    return intro(["T", ""], have([*equal, *nonzero, (ones, both_waves)], multiples(fast, slow, "1/2")))


# 377/625 - g = (1 - z) times this
_FACTOR = [sum(_G[power + 1 :], Fraction(0)) for power in range(5)]
_SHOW = [
    _periodic(FIRST, "1/2"),
    f"forall t in number: {norm(FIRST)} >= {Fraction(_LEAST_1[0])}",
    f"exists t in number: {norm(FIRST)} <= {Fraction(_LEAST_1[1])}",
    f"forall t in number: {norm(FIRST)} <= {Fraction(_MOST_1[1])}",
    f"exists t in number: {norm(FIRST)} >= {Fraction(_MOST_1[0])}",
    _periodic(SECOND, "1/2"),
    f"forall t in number: {norm(SECOND)} >= {Fraction(_LEAST_2[0])}",
    f"exists t in number: {norm(SECOND)} <= {Fraction(_LEAST_2[1])}",
    f"forall t in number: {norm(SECOND)} <= {_MOST_2}",
    f"forall n in size: {norm(SECOND, '(n/2)')} == {_MOST_2}",
    *(f"forall T in number: T > 0 and ({_periodic(head, 'T')}) => T >= 1/2" for head in (FIRST, SECOND)),
]
_WHOLE_TURNS = "cos(0 + 2*pi*n) == cos(0) and sin(0 + 2*pi*n) == sin(0)"
_AT_HALVES = intro(
    "n",
    have(
        [
            _general(SECOND),
            (_placed(_in_z(SECOND), "(n/2)"), take(_general(SECOND)[0], ["n/2"], KNOWN)),
            (f"forall n2 in size: {_WHOLE_TURNS.replace('*n)', '*n2)')}", lemma("LEM-turns", a="0")),
            _WHOLE_TURNS,
            ("cos(4*pi*(n/2)) == 1", leaf("eq 1: cos(0 + 2*pi*n) == cos(0)")),
        ],
        leaf(f"eq 1: {_placed(_in_z(SECOND), '(n/2)')}", use=["cos(4*pi*(n/2)) == 1"]),
    ),
)

formal(
    "CON-S5.1.1.b",
    statement={"show": _SHOW},
    proof=[
        _halved(FIRST),
        _bound(FIRST, terms(_less(_F, _LEAST_1[0]), [_NEAR_1, f"-{_SIDE_1}"]), -1),
        _attained(FIRST, _NEAR_1, Fraction(_LEAST_1[1]) - _value(_F, _NEAR_1), 1),
        _bound(FIRST, terms(_negative(_less(_F, _MOST_1[1])), [f"-{_NEAR_1}", _SIDE_1]), 1),
        _attained(FIRST, f"-{_NEAR_1}", _value(_F, f"-{_NEAR_1}") - Fraction(_MOST_1[0]), -1),
        _halved(SECOND),
        _bound(SECOND, terms(_less(_G, _LEAST_2[0]), [_NEAR_2]), -1),
        _attained(SECOND, _NEAR_2, Fraction(_LEAST_2[1]) - _value(_G, _NEAR_2), 1),
        _bound(SECOND, terms(_FACTOR, [_SIDE_2], f"; {BELOW}"), 1),
        _AT_HALVES,
        _least(FIRST),
        _least(SECOND),
    ],
    instance={},
    twin=Variant("the maximum of the squared norm of P_2 is 378/625", {f"== {_MOST_2}": "== 378/625"}, {}),
)
