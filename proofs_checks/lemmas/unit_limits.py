"""Unit vectors with exponentially close limits: the limits are unit vectors, and parallel if the vectors become so."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, cases, enter, have, leaf, lemma, rule

_SIZE = "norm(x - z)*(1 + norm(z))"


def _unit(sign: str) -> tuple[str, Tree]:
    """1 - |z|^2, or its opposite, is at most |x - z| (|x| + |z|)."""
    behind, other = ("x - z", "x + z") if not sign else ("z - x", "x + z")
    value = f"{sign}(1 - dot(z, z))"
    now = have(
        [
            (f"dot({behind}, {other}) <= norm({behind})*norm({other})", rule("Cauchy-Schwarz", u=behind, w=other)),
            ("norm(x + z) <= norm(x) + norm(z)", rule("triangle", u="x", w="z")),
            ("norm(x) == 1", leaf(norms=["1"], use=["dot(x, x) == 1"])),
        ],
        leaf(
            f"1: dot({behind}, {other}) <= norm({behind})*norm({other})",
            "1: norm(x - z) >= 0; norm(x + z) <= norm(x) + norm(z)",
            "eq -norm(x - z): norm(x) == 1",
            use=["dot(x, x) == 1"],
        ),
    )
    return (f"{value} <= 0", lemma("LEM-small.constant", KNOWN, enter("every", now), c=value, r=_SIZE))


formal(
    "LEM-limit.unit",
    title="The limit of a unit vector is a unit vector",
    statement={
        "letters": ["x: moving vector; z: vector"],
        "given": ["always(dot(x, x) == 1)", "exponentially_small(norm(x - z))"],
        "show": ["dot(z, z) == 1"],
    },
    proof=have(
        [
            (
                f"exponentially_small({_SIZE})",
                lemma(
                    "LEM-small.below",
                    KNOWN,
                    leaf("1:", "1: norm(z) >= 0"),
                    enter(
                        "every",
                        rule(
                            "absolute at most",
                            leaf(),
                            leaf("2: norm(x - z) >= 0", "2: norm(x - z) >= 0; norm(z) >= 0"),
                            e=_SIZE,
                            b="(1 + norm(z))*norm(x - z)",
                        ),
                    ),
                    z=_SIZE,
                    r="norm(x - z)",
                    c="1 + norm(z)",
                ),
            ),
            _unit(""),
            _unit("-"),
        ],
        rule("antisymmetry", leaf("1: -(1 - dot(z, z)) <= 0"), leaf("1: (1 - dot(z, z)) <= 0"), a="dot(z, z)", b="1"),
    ),
)

_A, _B, _C = "norm(x - z)", "norm(y - w)", "dot(x, y)"
_UNITS = ["dot(x, x) == 1", "dot(y, y) == 1", "dot(z, z) == 1", "dot(w, w) == 1"]


def _near(sign: str) -> tuple[str, Tree]:
    """A product of two unit vectors, or its opposite, is as close to its limit as they are together."""
    first, second = ("x - z", "y - w") if not sign else ("z - x", "w - y")
    return (
        f"{sign}({_C} - dot(z, w)) <= {_A} + {_B}",
        have(
            [
                (f"dot({first}, y) <= norm({first})*norm(y)", rule("Cauchy-Schwarz", u=first, w="y")),
                (f"dot({second}, z) <= norm({second})*norm(z)", rule("Cauchy-Schwarz", u=second, w="z")),
                ("norm(y) == 1", leaf(norms=["1"], use=_UNITS[1:2])),
                ("norm(z) == 1", leaf(norms=["1"], use=_UNITS[2:3])),
            ],
            leaf(
                f"1: dot({first}, y) <= norm({first})*norm(y)",
                f"1: dot({second}, z) <= norm({second})*norm(z)",
                use=["norm(y) == 1", "norm(z) == 1"],
            ),
        ),
    )


_GAP = f"1 - {_C}^2 + 2*({_A} + {_B})"
_AT_LIMIT = have(
    [_near(""), _near("-")],
    cases(
        f"{_C} - dot(z, w)",
        leaf(
            f"2: {_near('')[0]}",
            f"1/2: {_C} - dot(z, w) >= 0; sq norm(x - y)",
            f"1/2: {_C} - dot(z, w) >= 0; sq norm(z - w)",
            use=_UNITS,
        ),
        leaf(
            f"2: {_near('-')[0]}",
            f"1/2: {_C} - dot(z, w) < 0; sq norm(x + y)",
            f"1/2: {_C} - dot(z, w) < 0; sq norm(z + w)",
            use=_UNITS,
        ),
    ),
)
_SUM = f"{_A} + {_B}"

formal(
    "LEM-limit.parallel",
    title="Unit vectors that become parallel have limits that are equal or opposite",
    statement={
        "letters": ["x, y: moving vector; z, w: vector"],
        "given": [
            "always(dot(x, x) == 1)",
            "always(dot(y, y) == 1)",
            f"exponentially_small({_A})",
            f"exponentially_small({_B})",
            f"exponentially_small(1 - {_C}^2)",
        ],
        "show": ["z == w or z == -w"],
    },
    proof=have(
        [
            ("dot(z, z) == 1", lemma("LEM-limit.unit")),
            ("dot(w, w) == 1", lemma("LEM-limit.unit", x="y", z="w")),
            (f"exponentially_small({_SUM})", lemma("LEM-small.two", z=_A, w=_B)),
            (
                f"exponentially_small(2*({_SUM}))",
                lemma(
                    "LEM-small.below",
                    KNOWN,
                    leaf("2:"),
                    enter(
                        "every",
                        rule(
                            "absolute at most",
                            leaf(),
                            leaf(f"4: {_A} >= 0", f"4: {_B} >= 0"),
                            e=f"2*({_SUM})",
                            b=f"2*({_SUM})",
                        ),
                    ),
                    z=f"2*({_SUM})",
                    r=_SUM,
                    c="2",
                ),
            ),
            (f"exponentially_small({_GAP})", lemma("LEM-small.two", z=f"1 - {_C}^2", w=f"2*({_SUM})")),
            (
                "1 - dot(z, w)^2 <= 0",
                lemma("LEM-small.constant", KNOWN, enter("every", _AT_LIMIT), c="1 - dot(z, w)^2", r=_GAP),
            ),
        ],
        cases(
            "dot(z, w)",
            have(
                [
                    (
                        "z == w",
                        rule(
                            "equal vectors",
                            leaf("2: 1 - dot(z, w)^2 <= 0", "1: dot(z, w) >= 0; sq norm(z - w)", use=_UNITS[2:]),
                            u="z",
                            w="w",
                        ),
                    )
                ],
                KNOWN,
            ),
            have(
                [
                    (
                        "z == -w",
                        rule(
                            "equal vectors",
                            leaf("2: 1 - dot(z, w)^2 <= 0", "1: dot(z, w) < 0; sq norm(z + w)", use=_UNITS[2:]),
                            u="z",
                            w="-w",
                        ),
                    )
                ],
                KNOWN,
            ),
        ),
    ),
)
