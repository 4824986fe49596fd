"""The data of simulations 5.1.1 and 5.1.3: entries, least period of P(t), its bound and its Lipschitz constant.

P(t) = D(t) P' with the printed P', D(t) of entries 2 cos(k pi t), 2 sin(k pi t); norms are those of Frobenius, squared.
"""

from __future__ import annotations

from fractions import Fraction

from proofs_checks.consensus.simulations import printed
from proofs_checks.lemmas.turns import added
from proofs_checks.lemmas.waves import moves
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, absurd, both, cases, enter, have, intro, leaf, lemma, rule, take

Head = tuple[printed.Matrix, tuple[printed.Wave, ...]]
_OTHER = {"cos": "sin", "sin": "cos"}


def _wave(row: int, head: Head, t: str) -> str:
    wave, k = head[1][row]
    return f"{wave}({k}*pi*{t})"


def _entry(row: int, column: int, head: Head, t: str) -> str:
    """An entry of P(t)."""
    return f"2*{_wave(row, head, t)}*({Fraction(head[0][row][column])})"


def _entries(head: Head) -> list[tuple[int, int]]:
    return [(row, column) for row in range(3) for column in range(3)]


def _squares(head: Head) -> list[Fraction]:
    """The squared lengths of the rows of P'."""
    return [sum((Fraction(x) ** 2 for x in row), Fraction(0)) for row in head[0]]


def _same(head: Head, T: str) -> str:
    pairs = (f"{_entry(*at, head, f'(t + {T})')} == {_entry(*at, head, 't')}" for at in _entries(head))
    return "forall t in number: " + " and ".join(pairs)


def bounded(matrix: printed.Matrix) -> str:
    """The entries of a matrix lie in [-half, half]."""
    return " and ".join(f"-half <= {Fraction(x)} and {Fraction(x)} <= half" for row in matrix for x in row)


def show(head: Head) -> list[str]:
    """Entries, a period, no shorter one, bound and Lipschitz constant."""
    size = " + ".join(f"({Fraction(x)})^2" for row in head[0] for x in row)
    norm = " + ".join(f"({_entry(*at, head, 't')})^2" for at in _entries(head))
    step = " + ".join(f"({_entry(*at, head, '(s + time)')} - {_entry(*at, head, 's')})^2" for at in _entries(head))
    return [
        bounded(head[0]),
        _same(head, "1"),
        f"forall T in number: T > 0 and ({_same(head, 'T')}) => T >= 1",
        f"forall t in number: {norm} <= 2^2*({size})",
        f"forall s in number: always({step} <= (20*pi*time)^2*({size}))",
    ]


def _period(head: Head) -> Tree:
    steps: Steps = []
    equal = []
    for wave, k in head[1]:
        general = f"forall n in size: {_turned(k, 'n')}"
        at = _turned(k, str(k // 2))
        steps += [(general, lemma("LEM-turns", a=f"{k}*pi*t")), (at, take(general, [str(k // 2)], KNOWN))]
        equal.append(at.split(" and ")[wave == "sin"])
    return intro(
        "t",
        have(
            steps,
            both(*(leaf(f"eq 2*({Fraction(head[0][i][j])}): {equal[i]}") for i, j in _entries(head))),
        ),
    )


def _turned(k: int, n: str) -> str:
    a = f"{k}*pi*t"
    return f"cos({a} + 2*pi*{n}) == cos({a}) and sin({a} + 2*pi*{n}) == sin({a})"


def _whole(angle: str) -> Steps:
    """Where the cosine is 1 the sine is 0."""
    circle = f"cos({angle})^2 + sin({angle})^2 == 1"
    return [
        (circle, rule("circle", a=angle)),
        (
            f"sin({angle}) == 0",
            rule("square zero", leaf(f"eq 1: {circle}", f"eq -cos({angle}) - 1: cos({angle}) == 1"), a=f"sin({angle})"),
        ),
    ]


def _least(head: Head) -> Tree:
    """The first and the last wave make 2 pi T a difference of whole turns, so that T is whole."""
    (_, first), (_, last) = head[1][0], head[1][2]
    at_zero: Steps = []
    for row, k in ((0, first), (2, last)):
        equal = f"{_entry(row, 0, head, '(0 + T)')} == {_entry(row, 0, head, '0')}"
        angle = f"{k}*pi*T"
        factor = 1 / (2 * Fraction(head[0][row][0]))
        at_zero += [
            (equal, take(_same(head, "T"), ["0"], KNOWN)),
            (f"cos({angle}) == 1", leaf(f"eq {factor}: {equal}")),
            *_whole(angle),
        ]
    long, short = (f"{first}*pi*T", f"{last}*pi*T") if first - last == 2 else (f"{2 * last}*pi*T", f"{first}*pi*T")
    doubled: Steps = []
    if first - last != 2:
        half = f"{last}*pi*T"
        twice = added(half, half)
        values = [f"cos({half}) == 1", f"sin({half}) == 0"]
        doubled = [
            (" and ".join(twice), lemma("LEM-sum-of-angles", u=half, v=half)),
            (f"cos({long}) == 1", leaf(f"eq 1: {twice[0]}", use=values)),
            (f"sin({long}) == 0", leaf(f"eq 1: {twice[1]}", use=values)),
        ]
    difference = f"cos({long} - {short}) == cos({long})*cos({short}) + sin({long})*sin({short})"
    turn = "cos(2*pi*T)"
    values = [f"cos({a}) == 1" for a in (long, short)] + [f"sin({a}) == 0" for a in (long, short)]
    return intro(
        ["T", ""],
        cases(
            "T - 1",
            leaf("1: T - 1 >= 0"),
            absurd(
                have(
                    [
                        *at_zero,
                        *doubled,
                        (difference, rule("cosine of a difference", a=long, b=short)),
                        (f"{turn} == 1", leaf(f"eq 1: {difference}", use=values)),
                        (f"{turn} < 1", lemma("LEM-part-of-a-turn", KNOWN, leaf("1: T - 1 < 0"))),
                    ],
                    lemma("LEM-two-signs", leaf(f"eq -1: {turn} == 1"), leaf(f"1: {turn} < 1"), a=f"{turn} - 1"),
                )
            ),
        ),
    )


def _bound(head: Head) -> Tree:
    circles = [(f"cos({k}*pi*t)^2 + sin({k}*pi*t)^2 == 1", rule("circle", a=f"{k}*pi*t")) for _, k in head[1]]
    terms = []
    for row, (wave, k) in enumerate(head[1]):
        size = 4 * _squares(head)[row]
        terms += [f"{size}: sq {_OTHER[wave]}({k}*pi*t)", f"eq {size}: {circles[row][0]}"]
    return intro("t", have(circles, leaf(*terms)))


def _steps(head: Head) -> Tree:
    facts: Steps = []
    terms = []
    for row, (wave, k) in enumerate(head[1]):
        every = [text for name in ("cos", "sin") for text in moves(name, str(k))]
        facts.append((" and ".join(f"({text})" for text in every), lemma("LEM-wave-moves", leaf(), leaf(), k=str(k))))
        up, down = (text.removeprefix("always(")[:-1] for text in moves(wave, str(k)))
        terms.append(f"{_squares(head)[row]}: {up}; {down}")
    return intro("s", have(facts, enter("every", leaf(*terms))))


def proof(head: Head) -> list[Tree]:
    """A proof for each part of `show`."""
    return [both(*[leaf()] * 18), _period(head), _least(head), _bound(head), _steps(head)]


_HALF = {"where": ["half := 1/2"]}
_FIRST, _SECOND, _THIRD = ((printed.P_1, printed.D_1), (printed.P_2, printed.D_2), (printed.P_3, printed.D_1))

formal(
    "CON-S5.1.1.a",
    statement={**_HALF, "show": [*show(_FIRST), *show(_SECOND)]},
    proof=[*proof(_FIRST), *proof(_SECOND)],
    instance={},
    twin=Variant("entries in [-0.3, 0.3]", {"half := 1/2": "half := 3/10"}, {}),
)

_U = {f"u{row + 1}{column + 1}": Fraction(printed.U_3[row][column]) for row in range(3) for column in range(3)}
_SYMMETRIC = "u12 == u21 and u13 == u31 and u23 == u32"

formal(
    "CON-S5.1.3.a",
    statement={
        "where": [*_HALF["where"], *(f"{name} := {value}" for name, value in _U.items())],
        "show": [_SYMMETRIC, "u13 > half and u22 < -half", *show(_THIRD)],
    },
    proof=[both(*[leaf()] * 3), both(leaf("3/50:"), leaf("11/50:")), *proof(_THIRD)],
    instance={},
    twin=Variant("entries in [-0.4, 0.4]", {"half := 1/2": "half := 2/5"}, {}),
)
