"""Four unit vectors, two of which tend to a point and two to the opposite one, do not keep their cross-ratio."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, rule

_NEAR = {"a": "norm(a + w)", "b": "norm(b + w)", "c": "norm(c - w)", "d": "norm(d - w)"}
_SUM = " + ".join(_NEAR.values())
_TOTAL = f"(4 + 2*kappa^2)*({_SUM})"
_UNITS = [f"dot({x}, {x}) == 1" for x in "abcd"]
_KEPT = "(1 - dot(a, c))*(1 - dot(b, d)) == kappa*((1 - dot(a, b))*(1 - dot(c, d)))"


def _close(x: str, y: str, sign: str) -> list[tuple[str, Tree]]:
    """1 - <x, y> (or 1 + <x, y>) is at most |x - y| (or |x + y|), which is at most two distances to the limits."""
    first, second = (f"{x} + w", f"{y} + w" if sign == "-" else f"{y} - w")
    size = f"norm({x} {sign} {y})"
    behind = f"-({second})" if sign == "-" else second
    return [
        (
            f"1 {sign} dot({x}, {y}) <= {size}",
            rule(
                "below the square",
                leaf(),
                leaf(f"1/4: sq norm({x} - {y}); sq norm({x} + {y})", use=_UNITS),
                a=f"1 {sign} dot({x}, {y})",
                b=size,
            ),
        ),
        (f"norm({first} + ({behind})) <= norm({first}) + norm({behind})", rule("triangle", u=first, w=behind)),
        (
            f"1 {sign} dot({x}, {y}) <= {_NEAR[x]} + {_NEAR[y]}",
            leaf(
                f"1: 1 {sign} dot({x}, {y}) <= {size}",
                f"1: norm({first} + ({behind})) <= norm({first}) + norm({behind})",
            ),
        ),
        (f"1 {sign} dot({x}, {y}) >= 0", leaf(f"1/2: sq norm({x} {sign} {y})", use=_UNITS)),
    ]


_NOW = have(
    [
        *_close("a", "b", "-"),
        *_close("a", "c", "+"),
        *_close("b", "d", "+"),
        ("1 + dot(c, d) >= 0", leaf("1/2: sq norm(c + d)", use=_UNITS)),
        ("1 - dot(c, d) >= 0", leaf("1/2: sq norm(c - d)", use=_UNITS)),
    ],
    leaf(
        f"2: 1 - dot(a, b) <= {_NEAR['a']} + {_NEAR['b']}",
        f"2: 1 - dot(a, b) <= {_NEAR['a']} + {_NEAR['b']}; sq kappa",
        "1: 1 - dot(a, b) >= 0; 1 + dot(c, d) >= 0",
        "1: 1 - dot(a, b) >= 0; 1 + dot(c, d) >= 0; sq kappa",
        "1: 1 - dot(a, b) >= 0; 1 - dot(c, d) >= 0; sq kappa - 1/2",
        "3/4: 1 - dot(a, b) >= 0; 1 - dot(c, d) >= 0",
        f"2: 1 + dot(a, c) <= {_NEAR['a']} + {_NEAR['c']}",
        f"2: 1 + dot(b, d) <= {_NEAR['b']} + {_NEAR['d']}",
        "1: 1 + dot(a, c) >= 0; 1 + dot(b, d) >= 0",
        *(f"2: {_NEAR[x]} >= 0" for x in "cd"),
        *(f"2: {_NEAR[x]} >= 0; sq kappa" for x in "cd"),
        f"eq 1: {_KEPT}",
    ),
)


def _added(first: str, second: str) -> tuple[str, Tree]:
    return (f"exponentially_small({first} + {second})", lemma("LEM-small.two", z=first, w=second))


_SMALL = [
    _added(_NEAR["a"], _NEAR["b"]),
    _added(f"{_NEAR['a']} + {_NEAR['b']}", _NEAR["c"]),
    _added(f"{_NEAR['a']} + {_NEAR['b']} + {_NEAR['c']}", _NEAR["d"]),
    (
        f"exponentially_small({_TOTAL})",
        lemma(
            "LEM-small.below",
            KNOWN,
            leaf("4:", "2: sq kappa"),
            enter(
                "every",
                rule(
                    "absolute at most",
                    leaf(),
                    leaf(
                        *(
                            f"{c}: {near} >= 0{more}"
                            for near in _NEAR.values()
                            for c, more in ((8, ""), (4, "; sq kappa"))
                        )
                    ),
                    e=_TOTAL,
                    b=_TOTAL,
                ),
            ),
            z=_TOTAL,
            r=_SUM,
            c="4 + 2*kappa^2",
        ),
    ),
]
_ALL = " and ".join(f"exponentially_small({near})" for near in _NEAR.values())

formal(
    "LEM-two-and-two",
    title="Unit vectors that keep a cross-ratio do not tend to opposite points, two and two",
    statement={
        "letters": ["a, b, c, d: moving vector; w: vector; kappa: number"],
        "given": [*(f"always({unit})" for unit in _UNITS), f"always({_KEPT})"],
        "show": [f"not ({_ALL})"],
    },
    proof=intro(
        "",
        have(
            [
                *_SMALL,
                ("4 <= 0", lemma("LEM-small.constant", KNOWN, enter("every", _NOW), c="4", r=_TOTAL)),
            ],
            leaf("1/4: 4 <= 0"),
        ),
    ),
)
