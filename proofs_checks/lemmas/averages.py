"""Weighted means of points: with a share of at least delta from every point the diameter shrinks by 1 - N delta."""

from __future__ import annotations

from typing import Any

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, cases, have, intro, leaf, lemma, rule

_MEAN = "forall i: p[i] == r[i]*q[i] + sum(j: b[i, j]*q[j])"
_ROW = "forall i: r[i] + sum(j: b[i, j]) == 1"
_D = "(p[x] - p[y])"
_TOP, _LOW = f"max(l: dot({_D}, q[l]))", f"min(l: dot({_D}, q[l]))"
_PART = {
    "x": (f"b[x, j]*({_TOP} - dot({_D}, q[j])) - delta*({_TOP} - dot({_D}, q[j]))", f"dot({_D}, q[k]) <= {_TOP}"),
    "y": (f"b[y, j]*(dot({_D}, q[j]) - {_LOW}) - delta*(dot({_D}, q[j]) - {_LOW})", f"{_LOW} <= dot({_D}, q[k])"),
}
_END = {"x": "below the greatest", "y": "above the least"}


def _extreme(place: str, token: str) -> tuple[str, Tree]:
    return (
        _PART[place][1].replace("[k]", f"[{token}]"),
        rule(_END[place], e=f"fn(j: dot({_D}, q[j]))", y=token),
    )


def _pulled(place: str) -> tuple[str, Tree]:
    """Every point takes its share of the mean at `place` away from the extreme value."""
    term = _PART[place][0]
    return (
        f"sum(j: {term}) >= 0",
        rule(
            "positive sum",
            have(
                [f"b[{place}, k] >= delta", _extreme(place, "k")],
                leaf(f"1: b[{place}, k] >= delta; {_PART[place][1]}"),
            ),
            e=f"fn(j: {term})",
            new={"x": "k"},
        ),
    )


_WIDTH = f"{_TOP} - {_LOW}"
_SHRINKS = f"dot({_D}, {_D}) <= (1 - N*delta)*({_WIDTH})"
_DIAMETER = "diam(j: q[j])"
_WITHIN = f"{_WIDTH} <= norm({_D})*{_DIAMETER}"
_INNER = f"dot({_D}, q[s] - q[t]) <= norm({_D})*norm(q[s] - q[t])"
_SPREAD = rule(
    "attained greatest",
    rule(
        "attained least",
        have(
            [
                (
                    f"dot({_D}, q[s] - q[t]) <= norm({_D})*norm(q[s] - q[t])",
                    rule("Cauchy-Schwarz", u=_D, w="q[s] - q[t]"),
                ),
                (f"norm(q[s] - q[t]) <= {_DIAMETER}", rule("within the diameter", q="q", y="s", z="t")),
            ],
            leaf(
                f"1: {_INNER}",
                f"1: norm({_D}) >= 0; norm(q[s] - q[t]) <= {_DIAMETER}",
                f"eq -1: {_LOW} == dot({_D}, q[t])",
                f"eq 1: {_TOP} == dot({_D}, q[s])",
            ),
        ),
        e=f"fn(j: dot({_D}, q[j]))",
        C=_WITHIN,
        new={"x": "t"},
    ),
    e=f"fn(j: dot({_D}, q[j]))",
    C=_WITHIN,
    new={"x": "s"},
)
_OWN = [
    (
        f"r[{k}] == 1 - sum(j: b[{k}, j])",
        have([f"r[{k}] + sum(j: b[{k}, j]) == 1"], leaf(f"eq 1: r[{k}] + sum(j: b[{k}, j]) == 1")),
    )
    for k in ("x", "y")
]


def _image(k: str) -> tuple[str, Tree]:
    mean = f"r[{k}]*q[{k}] + sum(j: b[{k}, j]*q[j])"
    return (
        f"dot({_D}, p[{k}]) == dot({_D}, {mean})",
        have([f"p[{k}] == {mean}"], lemma("LEM-same-dot", u=f"p[{k}]", w=mean, z=_D)),
    )


_IMAGES = [_image("x"), _image("y")]
_LESS = (
    _SHRINKS,
    have(
        [_pulled("x"), _pulled("y"), _extreme("x", "x"), _extreme("y", "y"), *_OWN, *_IMAGES, "r[x] >= 0", "r[y] >= 0"],
        leaf(
            f"1: {_pulled('x')[0]}",
            f"1: {_pulled('y')[0]}",
            f"1: r[x] >= 0; {_extreme('x', 'x')[0]}",
            f"1: r[y] >= 0; {_extreme('y', 'y')[0]}",
            f"eq 1: {_IMAGES[0][0]}",
            f"eq -1: {_IMAGES[1][0]}",
            use=["N == sum(j: 1)", *(fact for fact, _ in _OWN)],
        ),
    ),
)
_LENGTH = f"norm({_D})"
_BOUND = f"diam(i: p[i]) == {_LENGTH}"
_FINAL = have(
    [
        _LESS,
        (_WITHIN, _SPREAD),
        (f"norm(q[x] - q[x]) <= {_DIAMETER}", rule("within the diameter", q="q", y="x", z="x")),
        (
            f"{_LENGTH} <= (1 - N*delta)*{_DIAMETER}",
            cases(
                f"-{_LENGTH}",
                leaf(f"1: -{_LENGTH} >= 0", f"1: N*delta <= 1; norm(q[x] - q[x]) <= {_DIAMETER}"),
                leaf(
                    f"1: 1/{_LENGTH} > 0; {_SHRINKS}",
                    f"1: 1/{_LENGTH} > 0; N*delta <= 1; {_WITHIN}",
                ),
            ),
        ),
    ],
    leaf(f"1: {_LENGTH} <= (1 - N*delta)*{_DIAMETER}", f"eq 1: {_BOUND}"),
)

formal(
    "LEM-averages",
    title="Weighted means that take something from every point shrink the diameter",
    statement={
        "letters": ["p[token], q[token]: vector; b[token, token]: number; r[token]: number; delta, N: number"],
        "given": [
            _MEAN,
            _ROW,
            "forall i: r[i] >= 0",
            "forall i, j: b[i, j] >= delta",
            "N == sum(j: 1)",
            "N*delta <= 1",
        ],
        "show": [f"diam(i: p[i]) <= (1 - N*delta)*{_DIAMETER}"],
    },
    proof=rule(
        "attained diameter",
        _FINAL,
        q="p",
        C=f"diam(i: p[i]) <= (1 - N*delta)*{_DIAMETER}",
    ),
)

_Z = "Y[{0}] + tau*sum(j: a[{0}, j]*Y[j])".format
_MASS = "(dot(v, Y[{0}]) + tau*sum(l: a[{0}, l]*dot(v, Y[l])))".format
_SHARE = "tau*delta*m/(C*(1 + tau*s))"
_OF: dict[str, Any] = {
    "p": "p",
    "q": "fn(i: Y[i]/dot(v, Y[i]))",
    "b": f"fn(i, j: tau*a[i, j]*dot(v, Y[j])/{_MASS('i')})",
    "r": f"fn(i: dot(v, Y[i])/{_MASS('i')})",
    "delta": _SHARE,
}
_HEAVY = "sum(j: a[{0}, j]*(C - dot(v, Y[j]))) >= 0".format
_LIGHT = "sum(j: a[{0}, j]*dot(v, Y[j])) >= 0".format


def _summed(fact: str, term: str, proof: Tree) -> tuple[str, Tree]:
    return (fact, rule("positive sum", proof, e=f"fn(j: {term})", new={"x": "k"}))


_ROOM = ("C*(1 + tau*s) > 0", leaf("1: C > 0", "1: C > 0; tau > 0; s > 0"))


def _mass(t: str) -> list[tuple[str, Tree]]:
    """The height of a moved token is positive, and at most C (1 + tau s)."""
    return [
        (f"dot(v, Y[{t}]) >= m", KNOWN),
        _summed(
            _HEAVY(t),
            f"a[{t}, j]*(C - dot(v, Y[j]))",
            have(
                [f"a[{t}, k] >= delta", "dot(v, Y[k]) <= C"],
                leaf(f"1: a[{t}, k] >= delta; dot(v, Y[k]) <= C", "1: delta > 0; dot(v, Y[k]) <= C"),
            ),
        ),
        _summed(
            _LIGHT(t),
            f"a[{t}, j]*dot(v, Y[j])",
            have(
                [f"a[{t}, k] >= delta", "dot(v, Y[k]) >= m"],
                leaf(
                    f"1: a[{t}, k] >= delta; dot(v, Y[k]) >= m",
                    f"1: a[{t}, k] >= delta; m > 0",
                    "1: delta > 0; dot(v, Y[k]) >= m",
                    "1: delta > 0; m > 0",
                ),
            ),
        ),
        (f"{_MASS(t)} > 0", leaf(f"1: dot(v, Y[{t}]) >= m", "1: m > 0", f"1: tau > 0; {_LIGHT(t)}")),
        (
            f"{_MASS(t)} <= C*(1 + tau*s)",
            have(
                [f"sum(j: a[{t}, j]) == s", f"dot(v, Y[{t}]) <= C"],
                leaf(f"1: dot(v, Y[{t}]) <= C", f"1: tau > 0; {_HEAVY(t)}", f"eq C*tau: sum(j: a[{t}, j]) == s"),
            ),
        ),
    ]


_AT = f"p[i] == ({_Z('i')})/{_MASS('i')}"
_COMBINED = have(
    [
        *_mass("i"),
        (
            "forall j: dot(v, Y[j]) > 0",
            intro("k", have(["dot(v, Y[k]) >= m"], leaf("1: dot(v, Y[k]) >= m", "1: m > 0"))),
        ),
        _AT,
    ],
    leaf(use=[_AT]),
)
_PART_OF = have(
    [*_mass("i"), "a[i, t] >= delta", "dot(v, Y[t]) >= m"],
    leaf(
        f"1: tau > 0; a[i, t] >= delta; dot(v, Y[t]) >= m; 1/{_MASS('i')} > 0",
        f"1: tau > 0; a[i, t] >= delta; m > 0; 1/{_MASS('i')} > 0",
        f"1: tau > 0; delta > 0; dot(v, Y[t]) >= m; 1/{_MASS('i')} > 0",
        f"1: tau > 0; delta > 0; m > 0; 1/{_MASS('i')} > 0; 1/(C*(1 + tau*s)) > 0; {_MASS('i')} <= C*(1 + tau*s)",
    ),
)
_WHOLE = rule(
    "some element",
    have(
        [
            "sum(j: a[i, j]) == s",
            "dot(v, Y[i]) >= m",
            "dot(v, Y[i]) <= C",
            _summed(
                "sum(j: a[i, j] - delta) >= 0",
                "a[i, j] - delta",
                have(["a[i, k] >= delta"], leaf("1: a[i, k] >= delta")),
            ),
            (
                "N*delta <= s",
                leaf("1: sum(j: a[i, j] - delta) >= 0", "eq 1: sum(j: a[i, j]) == s", "eq delta: N == sum(j: 1)"),
            ),
            ("m <= C", leaf("1: dot(v, Y[i]) >= m", "1: dot(v, Y[i]) <= C")),
        ],
        leaf(
            "1: 1/(C*(1 + tau*s)) > 0; C > 0",
            "1: 1/(C*(1 + tau*s)) > 0; tau > 0; N*delta <= s; m > 0",
            "1: 1/(C*(1 + tau*s)) > 0; tau > 0; s > 0; m <= C",
        ),
    ),
    C=f"N*({_SHARE}) <= 1",
    new={"x": "i"},
)

formal(
    "LEM-step.contraction",
    title="One step of weighted means, in the central projection",
    statement={
        "letters": ["v: vector; Y[token], p[token]: vector; a[token, token]: number; s, tau, delta, m, C, N: number"],
        "given": [
            "forall i, j: a[i, j] >= delta",
            "delta > 0",
            "forall i: sum(j: a[i, j]) == s",
            "s > 0",
            "tau > 0",
            "m > 0",
            "forall i: dot(v, Y[i]) >= m",
            "forall i: dot(v, Y[i]) <= C",
            "C > 0",
            "N == sum(j: 1)",
            f"forall i: p[i] == ({_Z('i')})/{_MASS('i')}",
        ],
        "show": [f"diam(i: p[i]) <= (1 - N*({_SHARE}))*diam(j: Y[j]/dot(v, Y[j]))"],
    },
    proof=have(
        [_ROOM],
        lemma(
            "LEM-averages",
            intro("i", _COMBINED),
            intro("i", have(_mass("i"), leaf())),
            intro(
                "i",
                have(_mass("i"), leaf(f"1: dot(v, Y[i]) >= m; 1/{_MASS('i')} > 0", f"1: m > 0; 1/{_MASS('i')} > 0")),
            ),
            intro("i,t", _PART_OF),
            KNOWN,
            _WHOLE,
            **_OF,
        ),
    ),
)
