"""POW-N8.four: the numbers that can be tangent eigenvalues at four clusters on the axes."""

from __future__ import annotations

from proofs_checks.power_method.proofs.axes import GROUPS, SIGNS
from proofs_checks.power_method.proofs.exact_clusters import SIZES
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    groups,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
)

PAIR = ["lam*x == re*x - im*y", "lam*y == im*x + re*y"]
_GAP, _SIZE = "((re - lam)^2 + im^2)", "(x^2 + y^2)"
_ZERO = f"{_SIZE}*{_GAP} == 0"
formal(
    "LEM-real-pair",
    title="A pair of numbers that is turned and stretched as by a real factor is zero, or the factor is that",
    statement={
        "letters": ["lam, re, im, x, y: number"],
        "given": [*PAIR, "x != 0 or y != 0"],
        "show": ["im == 0 and re == lam"],
    },
    proof=have(
        [
            (
                f"{_SIZE} > 0",
                split(
                    "x != 0 or y != 0",
                    have(["x^2 > 0"], leaf("1: x^2 > 0", "1: sq y")),
                    have(["y^2 > 0"], leaf("1: y^2 > 0", "1: sq x")),
                ),
            ),
            (
                _ZERO,
                leaf(
                    f"eq -((re - lam)*x - im*y): {PAIR[0]}",
                    f"eq -((re - lam)*y + im*x): {PAIR[1]}",
                ),
            ),
            (f"{_GAP} == 0", leaf(f"eq 1: {_ZERO}", times=[_SIZE])),
        ],
        both(
            rule("square zero", leaf(f"eq 1: {_GAP} == 0", "1: sq re - lam"), a="im"),
            have(
                [("re - lam == 0", rule("square zero", leaf(f"eq 1: {_GAP} == 0", "1: sq im"), a="re - lam"))],
                leaf("eq 1: re - lam == 0"),
            ),
        ),
    ),
    instance={"letters": {"lam": 2, "re": 2, "im": 0, "x": 1, "y": 3}},
)

_ROOTS = {"f": "(sqrt(2) - 1)", "g": "(-sqrt(2) - 1)"}
_VALUES = {"own": "own", "e": "own + 4*p", "f": "own - 2*sqrt(2)*r", "g": "own + 2*sqrt(2)*r"}
SHOWN = "im == 0 and (" + " or ".join(f"re == {value}" for value in _VALUES.values()) + ")"


def _mean(z: str, g: str) -> str:
    return f"sum(j in {g}: {z}[j])/sum(j in {g}: 1)"


def _modes(z: str) -> dict[str, str]:
    """The sum of the means, and two combinations of the differences of opposite clusters."""
    first, second = (f"({_mean(z, g)} - {_mean(z, h)})" for g, h in (("A", "B"), ("G", "H")))
    every = " + ".join(_mean(z, g) for g in GROUPS)
    return {"e": every, **{name: f"{first} + {root}*{second}" for name, root in _ROOTS.items()}}


def row(g: str, x: str, z: str) -> str:
    """What becomes of a part x at a cluster, where z are the parts of all tokens."""
    first, second = SIGNS[g]
    every, one, two = _modes(z)["e"], *(f"({_mean(z, a)} - {_mean(z, b)})" for a, b in (("A", "B"), ("G", "H")))
    return f"own*{x} + p*({every}) + r*(({first})*{one} + ({second})*{two})"


_TURNED = {"x": "re*{x} - im*{y}", "y": "im*{x} + re*{y}"}


def _rows(i: str) -> dict[tuple[str, str], str]:
    return {
        (g, z): f"{row(g, f'{z}[{i}]', z)} == {_TURNED[z].format(x=f'x[{i}]', y=f'y[{i}]')}"
        for g in GROUPS
        for z in _TURNED
    }


def _means() -> Steps:
    """The equations of the rows for the means of the clusters."""
    steps: Steps = []
    for (g, z), at in _rows("t").items():
        left, right = _rows("i")[g, z].split(" == ")
        total = f"sum(i in {g}: {left}) == sum(i in {g}: {right})"
        mean = {w: _mean(w, g) for w in "xy"}
        steps += [
            (
                total,
                rule(
                    "equal sums, group",
                    have([at], KNOWN),
                    e=f"fn(i in {g}: {left})",
                    f=f"fn(i in {g}: {right})",
                    new={"x": "t"},
                    spaces={"G": g},
                ),
            ),
            (
                f"{row(g, mean[z], z)} == {_TURNED[z].format(**mean)}",
                leaf(f"eq 1: {total}", times=[f"sum(j in {g}: 1)"]),
            ),
        ]
    return steps


_SHARES = {"e": ("1",) * 4, **{name: ("1", "-1", root, f"-{root}") for name, root in _ROOTS.items()}}


def _turned(m: str) -> Steps:
    """A mode of a pair of parts is turned as the parts are, and multiplied by one number."""
    steps: Steps = []
    found = {w: f"({_modes(w)[m]})" for w in "xy"}
    for z in "xy":
        terms = []
        for g, share in zip(GROUPS, _SHARES[m], strict=True):
            mean = {w: _mean(w, g) for w in "xy"}
            terms.append(f"eq {share}: {row(g, mean[z], z)} == {_TURNED[z].format(**mean)}")
        steps.append((f"({_VALUES[m]})*{found[z]} == {_TURNED[z].format(**found)}", leaf(*terms)))
    return steps


def _found(m: str, x: str, y: str) -> Tree:
    """The eigenvalue, where a mode is not zero."""
    value = _VALUES[m]
    said = (f"im == 0 and re == {value}", lemma("LEM-real-pair", lam=value, x=x, y=y))
    return have([(f"{x} != 0 or {y} != 0", KNOWN), said], both(KNOWN, KNOWN))


def _each(left: list[str], last: Tree) -> Tree:
    """Mode by mode: one is not zero, or all are."""
    if not left:
        return last
    x, y = (f"({_modes(w)[left[0]]})" for w in "xy")
    there = _found(left[0], x, y)
    return split(f"{x} == 0 or {x} != 0", split(f"{y} == 0 or {y} != 0", _each(left[1:], last), there), there)


def _alone(g: str) -> Tree:
    """Where all modes are zero, each token is by itself."""
    steps: Steps = []
    for w in "xy":
        differences = [f"({_mean(w, a)} - {_mean(w, b)})" for a, b in (("A", "B"), ("G", "H"))]
        f, g_ = (f"({_modes(w)[m]}) == 0" for m in ("f", "g"))
        steps += [
            (f"{differences[1]} == 0", leaf(f"eq sqrt(2)/4: {f}", f"eq -sqrt(2)/4: {g_}")),
            (f"{differences[0]} == 0", leaf(f"eq 1: {f}", f"eq -(sqrt(2) - 1): {differences[1]} == 0")),
        ]
    for (k, z), at in _rows("t").items():
        if k == g:
            first, second = SIGNS[g]
            differences = [f"({_mean(z, a)} - {_mean(z, b)})" for a, b in (("A", "B"), ("G", "H"))]
            steps += [
                at,
                (
                    f"own*{z}[t] == {_TURNED[z].format(x='x[t]', y='y[t]')}",
                    leaf(
                        f"eq 1: {at}",
                        f"eq -p: ({_modes(z)['e']}) == 0",
                        f"eq -r*({first}): {differences[0]} == 0",
                        f"eq -r*({second}): {differences[1]} == 0",
                    ),
                ),
            ]
    return have(steps, _found("own", "x[t]", "y[t]"))


_SOME = "x[{0}] != 0 or y[{0}] != 0".format
_EVERY = f"forall i: {_SOME('i')} => {SHOWN}"
_LAST = have(
    [(_EVERY, groups(*[intro("t,", _alone(g)) for g in GROUPS]))],
    obtain(f"exists i: {_SOME('i')}", "s", take(_EVERY, ["s"], KNOWN)),
)

formal(
    "LEM-axes.values",
    title="Four clusters on the axes: the factors of parts that are turned and stretched",
    statement={
        "groups": GROUPS,
        "letters": ["x[token], y[token], own, p, r, re, im: number"],
        "given": [
            *SIZES,
            *[f"forall i in {g}: {at}" for (g, _), at in _rows("i").items()],
            f"exists i: {_SOME('i')}",
        ],
        "show": [SHOWN],
    },
    proof=have([*_means(), *[step for m in _SHARES for step in _turned(m)]], _each(list(_SHARES), _LAST)),
)
