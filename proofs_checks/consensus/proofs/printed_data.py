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


def squares(head: Head) -> list[Fraction]:
    """The squared lengths of the rows of P'."""
    return [sum((Fraction(x) ** 2 for x in row), Fraction(0)) for row in head[0]]


def _same(head: Head, T: str) -> str:
    pairs = (f"{_entry(*at, head, f'(t + {T})')} == {_entry(*at, head, 't')}" for at in _entries(head))
    return "forall t in number: " + " and ".join(pairs)


def bounded(matrix: printed.Matrix) -> str:
    """The entries of a matrix lie in [-half, half]."""
    return " and ".join(f"-half <= {Fraction(x)} and {Fraction(x)} <= half" for row in matrix for x in row)


def norm(head: Head, t: str = "t") -> str:
    """The squared Frobenius norm of P(t)."""
    return " + ".join(f"({_entry(*at, head, t)})^2" for at in _entries(head))


def show(head: Head) -> list[str]:
    """Entries, a period, no shorter one, bound and Lipschitz constant."""
    size = " + ".join(f"({Fraction(x)})^2" for row in head[0] for x in row)
    step = " + ".join(f"({_entry(*at, head, '(s + time)')} - {_entry(*at, head, 's')})^2" for at in _entries(head))
    return [
        bounded(head[0]),
        _same(head, "1"),
        f"forall T in number: T > 0 and ({_same(head, 'T')}) => T >= 1",
        f"forall t in number: {norm(head)} <= 2^2*({size})",
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


def whole(angle: str) -> Steps:
    """Where the cosine is 1 the sine is 0."""
    circle = f"cos({angle})^2 + sin({angle})^2 == 1"
    return [
        (circle, rule("circle", a=angle)),
        (
            f"sin({angle}) == 0",
            rule("square zero", leaf(f"eq 1: {circle}", f"eq -cos({angle}) - 1: cos({angle}) == 1"), a=f"sin({angle})"),
        ),
    ]


def multiples(fast: int, slow: int, bound: str = "1") -> Tree:
    """T >= bound, where T > 0 and both cosines are 1 at T; fast, or twice slow, is 2/bound above the other one."""
    long, short = f"{fast}*pi*T", f"{slow}*pi*T"
    steps: Steps = [*whole(long), *whole(short)]
    unit = 2 / Fraction(bound)
    if fast - slow != unit:
        half, long, short = short, f"{2 * slow}*pi*T", long
        twice = added(half, half)
        values = [f"cos({half}) == 1", f"sin({half}) == 0"]
        steps += [
            (" and ".join(twice), lemma("LEM-sum-of-angles", u=half, v=half)),
            (f"cos({long}) == 1", leaf(f"eq 1: {twice[0]}", use=values)),
            (f"sin({long}) == 0", leaf(f"eq 1: {twice[1]}", use=values)),
        ]
    difference = f"cos({long} - {short}) == cos({long})*cos({short}) + sin({long})*sin({short})"
    turn = f"cos({unit}*pi*T)"
    values = [f"cos({a}) == 1" for a in (long, short)] + [f"sin({a}) == 0" for a in (long, short)]
    part = lemma(
        "LEM-part-of-a-turn", leaf(f"{unit / 2}: T > 0"), leaf(f"{unit / 2}: T - {bound} < 0"), T=f"{unit / 2}*T"
    )
    clash = lemma("LEM-two-signs", leaf(f"eq -1: {turn} == 1"), leaf(f"1: {turn} < 1"), a=f"{turn} - 1")
    steps += [
        (difference, rule("cosine of a difference", a=long, b=short)),
        (f"{turn} == 1", leaf(f"eq 1: {difference}", use=values)),
        (f"{turn} < 1", part),
    ]
    return cases(f"T - {bound}", leaf(f"1: T - {bound} >= 0"), absurd(have(steps, clash)))


def _least(head: Head) -> Tree:
    """A period is one of the first and of the last wave, which have the value 1 at the time 0."""
    (_, first), (_, last) = head[1][0], head[1][2]
    steps: Steps = []
    for row, k in ((0, first), (2, last)):
        equal = f"{_entry(row, 0, head, '(0 + T)')} == {_entry(row, 0, head, '0')}"
        steps += [
            (equal, take(_same(head, "T"), ["0"], KNOWN)),
            (f"cos({k}*pi*T) == 1", leaf(f"eq {1 / (2 * Fraction(head[0][row][0]))}: {equal}")),
        ]
    return intro(["T", ""], have(steps, multiples(first, last)))


def _bound(head: Head) -> Tree:
    circles = [(f"cos({k}*pi*t)^2 + sin({k}*pi*t)^2 == 1", rule("circle", a=f"{k}*pi*t")) for _, k in head[1]]
    terms = []
    for row, (wave, k) in enumerate(head[1]):
        size = 4 * squares(head)[row]
        terms += [f"{size}: sq {_OTHER[wave]}({k}*pi*t)", f"eq {size}: {circles[row][0]}"]
    return intro("t", have(circles, leaf(*terms)))


def _steps(head: Head) -> Tree:
    facts: Steps = []
    terms = []
    for row, (wave, k) in enumerate(head[1]):
        every = [text for name in ("cos", "sin") for text in moves(name, str(k))]
        facts.append((" and ".join(f"({text})" for text in every), lemma("LEM-wave-moves", leaf(), leaf(), k=str(k))))
        up, down = (text.removeprefix("always(")[:-1] for text in moves(wave, str(k)))
        terms.append(f"{squares(head)[row]}: {up}; {down}")
    return intro("s", have(facts, enter("every", leaf(*terms))))


def proof(head: Head) -> list[Tree]:
    """A proof for each part of `show`."""
    return [both(*[leaf()] * 18), _period(head), _least(head), _bound(head), _steps(head)]


_HALF = {"where": ["half := 1/2"]}
FIRST, SECOND, THIRD = ((printed.P_1, printed.D_1), (printed.P_2, printed.D_2), (printed.P_3, printed.D_1))

formal(
    "CON-S5.1.1.a",
    statement={**_HALF, "show": [*show(FIRST), *show(SECOND)]},
    proof=[*proof(FIRST), *proof(SECOND)],
    instance={},
    twin=Variant("entries in [-0.3, 0.3]", {"half := 1/2": "half := 3/10"}, {}),
)

_U = {f"u{row + 1}{column + 1}": Fraction(printed.U_3[row][column]) for row in range(3) for column in range(3)}
_SYMMETRIC = "u12 == u21 and u13 == u31 and u23 == u32"

formal(
    "CON-S5.1.3.a",
    statement={
        "where": [*_HALF["where"], *(f"{name} := {value}" for name, value in _U.items())],
        "show": [_SYMMETRIC, "u13 > half and u22 < -half", *show(THIRD)],
    },
    proof=[both(*[leaf()] * 3), both(leaf("3/50:"), leaf("11/50:")), *proof(THIRD)],
    instance={},
    twin=Variant("entries in [-0.4, 0.4]", {"half := 1/2": "half := 2/5"}, {}),
)
