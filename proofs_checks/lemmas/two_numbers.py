"""Two numbers of modulus below c: their sum and product satisfy the Schur-Cohn conditions after division by c."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import leaf

formal(
    "LEM-two-inside",
    title="The trace and determinant of diag(s, t)/c satisfy the Schur-Cohn conditions",
    statement={
        "letters": ["s, t, c: number"],
        "given": ["c > 0", "s < c", "-s < c", "t < c", "-t < c"],
        "show": [
            "(s + t)/c < 1 + s*t/c^2",
            "-(s + t)/c < 1 + s*t/c^2",
            "s*t/c^2 < 1",
        ],
    },
    proof=[
        leaf("1: s < c; t < c", times=["c^2"]),
        leaf("1: -s < c; -t < c", times=["c^2"]),
        leaf("1/2: s < c; -t < c", "1/2: -s < c; t < c", times=["c^2"]),
    ],
    instance={"letters": {"s": 1, "t": -1, "c": 2}},
    twin=Variant("one number of modulus above c", {"-t < c": "-t < 3*c"}, {"letters": {"s": -1, "t": -3, "c": 2}}),
)

formal(
    "LEM-two-signs",
    title="A number is not both negative and nonnegative",
    statement={"letters": ["a: number"], "given": ["a >= 0", "a < 0"], "show": "1 <= 0"},
    proof=leaf("1: a >= 0; 1/(-a) > 0"),
    twin=Variant("not both nonnegative", {"a < 0": "a <= 0"}, {"letters": {"a": 0}}),
)
