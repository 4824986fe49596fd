"""Banach's fixed point theorem for three numbers, in a weighted maximum norm."""

from __future__ import annotations

from typing import Any

from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, both, groups, have, intro, leaf, lemma, obtain, rule, take, witness

GROUPS = ("A", "B", "G")
_MAPS, WEIGHTS, CENTRE = ("f", "g", "h"), ("u", "v", "w"), ("a0", "b0", "c0")
_FIRST, _SECOND = ("a", "b", "c"), ("x", "y", "z")


def all_of(*parts: str) -> str:
    return " and ".join(parts)


def apart(first: Any, second: Any, k: str) -> str:
    """The parts of two triples are k apart, each in its own unit."""
    return all_of(*(f"abs({s} - {t}) <= {k}*{w}" for s, t, w in zip(first, second, WEIGHTS, strict=True)))


def at(point: Any) -> list[str]:
    """The three functions at a point."""
    return [f"{name}({', '.join(point)})" for name in _MAPS]


CLOSER = (
    f"forall {', '.join(f'{name} in number' for name in (*_FIRST, *_SECOND))}, k in number: k >= 0"
    f" => (({apart(_FIRST, CENTRE, 'r')}) => (({apart(_SECOND, CENTRE, 'r')})"
    f" => (({apart(_FIRST, _SECOND, 'k')}) => ({apart(at(_FIRST), at(_SECOND), 'q*k')}))))"
)
_NEARLY = apart(at(CENTRE), CENTRE, "(1 - q)*r")
STATEMENT: dict[str, Any] = {
    "letters": [
        "f(number, number, number), g(number, number, number), h(number, number, number): number;"
        " a0, b0, c0, u, v, w, r, q: number"
    ],
    "given": ["0 <= q", "q < 1", "r >= 0", CLOSER],
}
_FIXED = all_of(*(f"{image} == {s}" for image, s in zip(at(_FIRST), _FIRST, strict=True)))


def _state(name: str, parts: Any) -> str:
    return f"{name}: " + ", ".join(f"{group} -> {part}*e" for group, part in zip(GROUPS, parts, strict=True))


def _mean(state: str, group: str) -> str:
    """The mean coordinate of a group."""
    return f"sum(t in {group}: dot(e, {state}[t]))/sum(t in {group}: 1)"


def _means(state: str) -> list[str]:
    return [_mean(state, group) for group in GROUPS]


def _image(state: str, i: str) -> str:
    """The triple of means is mapped, and given back to the groups."""
    return " + ".join(f"{image}*in{group}[{i}]" for image, group in zip(at(_means(state)), GROUPS, strict=True))


_STATES = [
    *(_state(f"in{group}", [int(group == other) for other in GROUPS]) for group in GROUPS),
    _state("centre", CENTRE),
    _state("weight", WEIGHTS),
]


def _close(state: str, other: str, k: str) -> Steps:
    """The means of two states of which every token is near the other; those of the centre are known."""
    steps: Steps = []
    for group, value, unit in zip(GROUPS, CENTRE, WEIGHTS, strict=True):
        mean = value if other == "centre" else _mean(other, group)
        gap = f"dot(e, {state}[t]) - {value if other == 'centre' else f'dot(e, {other}[t])'}"
        for sign in ("", "-"):
            apart = f"{state}[s1] - {other}[s1]"
            cauchy = f"dot({sign}e, {apart}) <= norm({sign}e)*norm({apart})"
            each = have(
                [
                    f"norm({apart}) <= {k}*dot(e, weight[s1])",
                    (cauchy, rule("Cauchy-Schwarz", u=f"{sign}e", w=apart)),
                    (f"norm({sign}e) == 1", leaf(norms=["1"], use=["dot(e, e) == 1"])),
                ],
                leaf(
                    f"1: {cauchy}",
                    f"1: norm({apart}) <= {k}*dot(e, weight[s1])",
                    use=[f"norm({sign}e) == 1", "dot(e, e) == 1"],
                ),
            )
            term = f"{k}*{unit} - {sign}({gap})"
            total = f"sum(t in {group}: {term}) >= 0"
            steps.append(
                (
                    total,
                    rule(
                        "positive sum, group",
                        each,
                        e=f"fn(t in {group}: {term})",
                        new={"x": "s1"},
                        spaces={"G": group},
                    ),
                )
            )
            steps.append(
                (
                    f"{sign}({_mean(state, group)} - {mean}) <= {k}*{unit}",
                    leaf(f"1: {total}", times=[f"sum(t in {group}: 1)"]),
                )
            )
        steps.append(
            (
                f"abs({_mean(state, group)} - {mean}) <= {k}*{unit}",
                rule("absolute at most", e=f"{_mean(state, group)} - {mean}", b=f"{k}*{unit}"),
            )
        )
    return steps


def _images(first: Any, second: Any, k: str) -> Tree:
    """Token by token, the images of two states, from the distance of the images of their triples of means."""
    parts = []
    for one, two, unit in zip(first, second, WEIGHTS, strict=True):
        gap = f"{one} - {two}"
        bound = f"norm(({gap})*e) <= {k}*{unit}*norm(e)"
        parts.append(
            intro(
                "s1",
                have(
                    [
                        f"abs({gap}) <= {k}*{unit}",
                        (f"{gap} <= abs({gap})", rule("absolute above", e=gap)),
                        (f"-({gap}) <= abs({gap})", rule("absolute above minus", e=gap)),
                        (
                            bound,
                            lemma(
                                "LEM-norm-multiple",
                                leaf(f"1: {gap} <= abs({gap})", f"1: abs({gap}) <= {k}*{unit}"),
                                leaf(f"1: -({gap}) <= abs({gap})", f"1: abs({gap}) <= {k}*{unit}"),
                                u="e",
                                c=gap,
                                b=f"{k}*{unit}",
                            ),
                        ),
                        ("norm(e) == 1", leaf(norms=["1"], use=["dot(e, e) == 1"])),
                    ],
                    leaf(f"1: {bound}", use=["norm(e) == 1", "dot(e, e) == 1"]),
                ),
            )
        )
    return groups(*parts)


_CONTRACTS = intro(
    "X1,X2,k1,",
    have(
        [
            *_close("X1", "centre", "r"),
            *_close("X2", "centre", "r"),
            *_close("X1", "X2", "k1"),
            (
                apart(at(_means("X1")), at(_means("X2")), "q*k1"),
                take(CLOSER, [*_means("X1"), *_means("X2"), "k1"], KNOWN),
            ),
        ],
        _images(at(_means("X1")), at(_means("X2")), "q*k1"),
    ),
)
_BALL = "forall i: norm(X[i] - centre[i]) <= r*dot(e, weight[i])"
_REST = f"forall i: {_image('X', 'i')} == X[i]"
_FOUND = f"exists X in state: ({_BALL}) and ({_REST})"


def _mapped(group: str, image: str) -> tuple[str, Tree]:
    """The mean of a fixed state in one group is what the triple of means goes to."""
    total = f"sum(t in {group}: dot(e, X1[t])) == sum(j in {group}: {image})"
    same = f"dot({_image('X1', 's1')}, e) == dot(X1[s1], e)"
    return (
        f"{image} == {_mean('X1', group)}",
        have(
            [
                (
                    total,
                    rule(
                        "equal sums, group",
                        have(
                            [
                                f"{_image('X1', 's1')} == X1[s1]",
                                (same, lemma("LEM-same-dot", u=_image("X1", "s1"), w="X1[s1]", z="e")),
                            ],
                            leaf(f"eq -1: {same}", use=["dot(e, e) == 1"]),
                        ),
                        e=f"fn(t in {group}: dot(e, X1[t]))",
                        f=f"fn(j in {group}: {image})",
                        new={"x": "s1"},
                        spaces={"G": group},
                    ),
                )
            ],
            leaf(f"eq -1: {total}", times=[f"sum(t in {group}: 1)"]),
        ),
    )


_SHOWN = f"exists a in number, b in number, c in number: {apart(_FIRST, CENTRE, 'r')} and {_FIXED}"

formal(
    "LEM-contraction.of-three",
    title="Banach's fixed point theorem for three numbers",
    statement={
        "groups": list(GROUPS),
        "letters": ["e: vector", *STATEMENT["letters"], "least: number"],
        "states": _STATES,
        "given": [
            "dot(e, e) == 1",
            *STATEMENT["given"],
            "least > 0",
            "u >= least",
            "v >= least",
            "w >= least",
            _NEARLY,
        ],
        "show": [_SHOWN],
    },
    proof=have(
        [
            (
                _FOUND,
                lemma(
                    "LEM-contraction",
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    groups(*[intro("s1", leaf(f"1: {unit} >= least", use=["dot(e, e) == 1"])) for unit in WEIGHTS]),
                    _CONTRACTS,
                    _images(at(CENTRE), CENTRE, "(1 - q)*r"),
                    T=f"fn(X in state, i: {_image('X', 'i')})",
                    c="centre",
                    w="fn(i: dot(e, weight[i]))",
                    b="least",
                ),
            )
        ],
        obtain(
            _FOUND,
            "X1",
            have(
                [
                    *_close("X1", "centre", "r"),
                    *[_mapped(group, image) for group, image in zip(GROUPS, at(_means("X1")), strict=True)],
                ],
                witness(
                    _means("X1")[0],
                    witness(_means("X1")[1], witness(_means("X1")[2], both(*[KNOWN] * 6))),
                ),
            ),
        ),
    ),
)
