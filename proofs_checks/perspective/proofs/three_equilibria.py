"""Three tokens on the circle, every real beta: the list of equilibria, and second variations at three of the kinds."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.angles import cosine_of_difference, sine_of_difference
from proofs_checks.perspective.proofs.three_kinds import ROOT
from proofs_checks.perspective.proofs.three_tokens import BEND, PULL
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, both, cases, have, intro, leaf, lemma, rule, split

GAPS = ("a - b", "b - c", "c - a")
_NAMES = {"a - b": ("a", "b"), "b - c": ("b", "c"), "c - a": ("c", "a")}


def _angles(x: str, y: str) -> list[tuple[str, Tree]]:
    return [cosine_of_difference(x, y, f"{x} - {y}"), sine_of_difference(x, y, f"{x} - {y}")]


_EXPANDED = [pair for x, y in (*_NAMES.values(), ("b", "a"), ("c", "b"), ("a", "c")) for pair in _angles(x, y)]
_EXPANSIONS = [fact for fact, _ in _EXPANDED]
_CIRCLES = [(f"cos({x})^2 + sin({x})^2 == 1", rule("circle", a=x)) for x in (*"abc", *GAPS)]


def _closed(p: str, q: str, r: str) -> list[tuple[str, Tree]]:
    """The third gap by the other two."""
    x, y = _NAMES[p]
    (_, third) = _NAMES[q]
    unit = f"cos({y})^2 + sin({y})^2 == 1"
    return [
        (
            f"cos({r}) == cos({p})*cos({q}) - sin({p})*sin({q})",
            leaf(f"eq -(cos({x})*cos({third}) + sin({x})*sin({third})): {unit}", use=_EXPANSIONS),
        ),
        (
            f"sin({r}) == -(sin({p})*cos({q}) + cos({p})*sin({q}))",
            leaf(f"eq -(cos({x})*sin({third}) - sin({x})*cos({third})): {unit}", use=_EXPANSIONS),
        ),
    ]


_BACK: list[tuple[str, Tree]] = [
    fact
    for x, y in _NAMES.values()
    for fact in (
        (f"cos({y} - {x}) == cos({x} - {y})", leaf(use=_EXPANSIONS)),
        (f"sin({y} - {x}) == -sin({x} - {y})", leaf(use=_EXPANSIONS)),
    )
]
_BACKWARD = [fact for fact, _ in _BACK]
_P, _Q, _R = GAPS
_TURNS = ((_P, _Q, _R), (_Q, _R, _P), (_R, _P, _Q))
FACTS: Steps = [*_EXPANDED, *_CIRCLES, *(step for turn in _TURNS for step in _closed(*turn)), *_BACK]
_KINDS = " or ".join(f"kind({p}, {q})" for p, q, _ in _TURNS)


def _pull(p: str) -> str:
    return PULL(f"cos({p})", f"sin({p})")


def _bend(p: str) -> str:
    return BEND(f"cos({p})")


def _of(p: str, q: str, r: str) -> dict[str, Any]:
    letters = dict(zip("uvw", (f"cos({x})" for x in (p, q, r)), strict=True))
    return {**letters, **dict(zip("ABC", (f"sin({x})" for x in (p, q, r)), strict=True))}


def _kind(p: str, q: str, r: str, sign: str, place: Tree) -> Tree:
    """Two gaps at which the second variations have one sign are equal."""
    made = _of(p, q, r)
    two: dict[str, Any] = {x: f"{sign}{made[x]}" for x in "uv"}
    equal = f"cos({p}) == cos({q})"
    same = f"{two['u']} == {two['v']}"
    steps = [
        (
            same,
            lemma("LEM-three.equal", *_premises(p, q, sign), beta=f"{sign}beta", A=made["A"], B=made["B"], **two),
        ),
        (equal, leaf(f"eq {sign}1: {same}")),
    ]
    return have(
        steps, have([(f"sin({p}) == sin({q}) and ({ROOT(made['u'])})", lemma("LEM-three.kind", **made))], place)
    )


def _premises(p: str, q: str, sign: str) -> list[Tree]:
    units = [leaf(f"eq 1: cos({x})^2 + sin({x})^2 == 1") for x in (p, q)]
    signs = [leaf(f"1: {_bend(x)} < 0") if sign else KNOWN for x in (p, q)]
    return [*units, leaf(f"eq 1: {_pull(p)} == {_pull(q)}"), *signs]


_HERE = both(KNOWN, KNOWN, KNOWN)
_PLACES = {_P: {"left": {"left": _HERE}}, _Q: {"left": {"right": _HERE}}, _R: {"right": _HERE}}


def _found(p: str, sign: str) -> Tree:
    turn = next(turn for turn in _TURNS if turn[0] == p)
    return _kind(*turn, sign, _PLACES[p])


_LISTED = cases(
    _bend(_P),
    cases(_bend(_Q), _found(_P, ""), cases(_bend(_R), _found(_R, ""), _found(_Q, "-"))),
    cases(_bend(_Q), cases(_bend(_R), _found(_Q, ""), _found(_R, "-")), _found(_P, "-")),
)
_REST = {x: f"h({x} - {y}) + h({x} - {z}) == 0" for x, y, z in ("abc", "bac", "cab")}
_PULLS: Steps = [
    (f"{_pull(_P)} == {_pull(_Q)}", leaf(f"eq -1: {_REST['b']}", use=_BACKWARD)),
    (f"{_pull(_P)} == {_pull(_R)}", leaf(f"eq 1: {_REST['a']}", use=_BACKWARD)),
    (f"{_pull(_Q)} == {_pull(_R)}", leaf(f"eq 1: {_pull(_P)} == {_pull(_R)}", f"eq -1: {_pull(_P)} == {_pull(_Q)}")),
    (f"{_pull(_R)} == {_pull(_P)}", leaf(f"eq -1: {_pull(_P)} == {_pull(_R)}")),
    (f"{_pull(_Q)} == {_pull(_P)}", leaf(f"eq -1: {_pull(_P)} == {_pull(_Q)}")),
    (f"{_pull(_R)} == {_pull(_Q)}", leaf(f"eq -1: {_pull(_Q)} == {_pull(_R)}")),
]


def _resting(p: str, q: str, r: str) -> Tree:
    """The three pulls are equal."""
    made = _of(p, q, r)
    first, second = f"{_pull(p)} == {_pull(q)}", f"{_pull(p)} == {_pull(r)}"
    steps: Steps = [
        f"cos({p}) == cos({q})",
        f"sin({p}) == sin({q})",
        ROOT(made["u"]),
        (first, leaf(use=[f"cos({p}) == cos({q})", f"sin({p}) == sin({q})"])),
        (second, lemma("LEM-three.back", **made)),
        *(
            (f"{_pull(x)} == {_pull(y)}", leaf(*_difference(x, y, p, {q: first, r: second})))
            for x, y in ((_P, _Q), (_P, _R), (_Q, _R))
        ),
    ]
    return have(
        steps,
        both(
            leaf(f"eq 1: {_pull(_P)} == {_pull(_R)}", use=_BACKWARD),
            leaf(f"eq -1: {_pull(_P)} == {_pull(_Q)}", use=_BACKWARD),
            leaf(f"eq -1: {_pull(_P)} == {_pull(_R)}", f"eq 1: {_pull(_P)} == {_pull(_Q)}", use=_BACKWARD),
        ),
    )


def _difference(x: str, y: str, p: str, facts: dict[str, str]) -> list[str]:
    """The difference of two pulls from those of the first."""
    found = [f"eq -1: {facts[x]}"] if x != p else []
    return found + ([f"eq 1: {facts[y]}"] if y != p else [])


_ALL = " and ".join(_REST.values())
_MOVES = "(v1 - v2)^2", "(v2 - v3)^2", "(v3 - v1)^2"
_SPREAD = " + ".join(_MOVES)


def _cosine(x: str, c: str) -> tuple[str, Tree]:
    """The squared sine of a gap by its cosine."""
    return f"sin({x})^2 == 1 - ({c})^2", leaf(f"eq 1: cos({x})^2 + sin({x})^2 == 1", use=[f"cos({x}) == {c}"])


def _second(u: str, w: str, steps: Steps, third: Tree) -> Tree:
    """What the form is where two gaps have the cosine u and the third has w, which `third` proves after `steps`."""
    made = list(zip(GAPS, (u, u, w), _MOVES, strict=True))
    return intro(
        "",
        have(
            [*FACTS, *steps, (f"cos({_R}) == {w}", third), *(_cosine(x, c) for x, c, _ in made)],
            leaf(
                *(f"eq beta*exp(beta*({c}))*{move}: {_cosine(x, c)[0]}" for x, c, move in made),
                use=[f"cos({x}) == {c}" for x, c, _ in made],
            ),
        ),
    )


_THIRD = _closed(*_TURNS[0])[0][0]


def _at_pole(u: str) -> Tree:
    """Two gaps of 0, or of pi."""
    unit = leaf(f"eq 1: cos({_P})^2 + sin({_P})^2 == 1", use=[f"cos({_P}) == {u}"])
    zero: Steps = [(f"sin({_P}) == 0", rule("square zero", unit, a=f"sin({_P})"))]
    known = [f"cos({_P}) == {u}", f"cos({_Q}) == {u}", f"sin({_P}) == 0"]
    return _second(u, "1", zero, leaf(f"eq 1: {_THIRD}", use=known))


_AT_TRIANGLE = _second(
    "-1/2",
    "-1/2",
    [],
    leaf(
        f"eq 1: {_THIRD}",
        f"eq -1: cos({_P})^2 + sin({_P})^2 == 1",
        use=[f"cos({_P}) == -1/2", f"cos({_Q}) == -1/2", f"sin({_Q}) == sin({_P})"],
    ),
)
_PAIR = f"exp(-beta)*({_MOVES[0]} + {_MOVES[1]}) - exp(beta)*{_MOVES[2]}"
_TRIANGLE = f"exp(-beta/2)*(1/2 + 3/4*beta)*({_SPREAD})"
_CLUSTER = f"-exp(beta)*({_SPREAD})"
_COSINES = f"cos({_P}) == {{0}} and cos({_Q}) == {{0}}".format

THREE: dict[str, Any] = {
    "letters": ["beta, a, b, c, v1, v2, v3: number"],
    "where": [
        "h(s) := sin(s)*exp(beta*cos(s))",
        "g(s) := exp(beta*cos(s))*(cos(s) - beta*sin(s)^2)",
        f"kind(p, q) := cos(p) == cos(q) and sin(p) == sin(q) and ({ROOT('cos(p)')})",
        "second := -(" + " + ".join(f"g({x})*{square}" for x, square in zip(GAPS, _MOVES, strict=True)) + ")",
    ],
    "show": [
        f"{_ALL} => {_KINDS}",
        f"{_KINDS} => {_ALL}",
        f"{_COSINES('1')} => second == {_CLUSTER}",
        f"{_COSINES('-1')} => second == {_PAIR}",
        f"{_COSINES('-1/2')} and sin({_Q}) == sin({_P}) => second == {_TRIANGLE}",
    ],
}

formal(
    "PER-C3.three",
    title="The equilibria of three tokens on the circle, for every real beta",
    sentence=r"For three tokens on the circle and every real $\beta$: they rest under USA if and only if two of the"
    r" three gaps between neighbours are one angle $p$ with $\cos p = 1$ (a cluster), $\cos p = -1$ (two, and one"
    r" opposite) or $-2\cos p = e^{\beta(1 - \cos p)(1 + 2\cos p)}$ (the regular triangle for $\cos p = -\frac12$,"
    r" isosceles for other $\cos p > -1$). Along the speeds $v$ the second derivative of $n^2E_\beta$ is"
    r" $-e^\beta\sum_{i<j}(v_i - v_j)^2$ at a cluster, $e^{-\beta}((v_1 - v_2)^2 + (v_2 - v_3)^2) - e^\beta(v_3 -"
    r" v_1)^2$ where the second token is opposite, $e^{-\beta/2}(\frac12 + \frac34\beta)\sum_{i<j}(v_i - v_j)^2$ at the"
    r" triangle: signs change at $\beta = -\frac12\log 2$ and at $-\frac23$.",
    reading="USA is written in the angles; the second derivative is the sum over pairs of -g(theta_i - theta_j) times"
    " the square of the difference of the speeds, as in PER-B.1; for isosceles ones see PER-C3.isosceles",
    role="extension",
    statement=THREE,
    proof=[
        intro("", have([*FACTS, *_PULLS], _LISTED)),
        intro(
            "",
            have(
                FACTS,
                split(
                    _KINDS,
                    split(f"kind({_P}, {_Q}) or kind({_Q}, {_R})", _resting(*_TURNS[0]), _resting(*_TURNS[1])),
                    _resting(*_TURNS[2]),
                ),
            ),
        ),
        _at_pole("1"),
        _at_pole("-1"),
        _AT_TRIANGLE,
    ],
    instance={"letters": {"beta": "log(2)", "a": 0, "b": 0, "c": "pi", "v1": 1, "v2": 2, "v3": 4}},
    twin=Variant(
        "without two, and one opposite",
        {"cos(p) == 1 or cos(p) == -1 or": "cos(p) == 1 or cos(p) == 1 or"},
        {"letters": {"beta": "log(2)", "a": 0, "b": 0, "c": "pi", "v1": 1, "v2": 2, "v3": 4}},
    ),
)
