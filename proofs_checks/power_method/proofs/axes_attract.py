"""POW-N8.four: four clusters on the axes at the logit scale log 3 and the step 1/10 attract."""

from __future__ import annotations

from fractions import Fraction

from proofs_checks.lemmas.logarithms import EIGHTHS, bounded
from proofs_checks.power_method.proofs.exact_clusters import P4, SIZES, V4, matrix
from proofs_checks.power_method.proofs.places import Places, line, longest
from proofs_checks.power_method.proofs.places_attract import attracts, inside

_, _LOW, _HIGH = EIGHTHS["three"]
_TOGETHER, _AGAINST = line("2/23", "-5/46"), line("-5/92", "1/23")
_BACK = _AGAINST.times(Fraction(-1))
_QUARTER, _HALF = Fraction(1, 4), Fraction(1, 2)
FOUR = Places(
    name="LEM-axes",
    state="square",
    matrices=[matrix("V", V4), matrix("P", P4, "log(3)*")],
    counts=SIZES,
    alpha="1/10",
    at={"A": ("1", "0"), "B": ("-1", "0"), "G": ("0", "1"), "H": ("0", "-1")},
    letter="log(3)",
    low=8 * _LOW,
    high=8 * _HIGH,
    values=["exp(log(3)) == 3"],
    start=bounded("three"),
    own=dict.fromkeys("ABGH", line("25/23", "-5/46")),
    modes={
        "all": dict.fromkeys("ABGH", _QUARTER),
        "first": {"A": _HALF, "B": -_HALF},
        "second": {"G": _HALF, "H": -_HALF},
    },
    parts={
        "A": {"all": _TOGETHER, "first": _AGAINST, "second": _AGAINST},
        "B": {"all": _TOGETHER, "first": _BACK, "second": _BACK},
        "G": {"all": _TOGETHER, "first": _AGAINST, "second": _BACK},
        "H": {"all": _TOGETHER, "first": _BACK, "second": _AGAINST},
    },
    pulls=dict.fromkeys("ABGH", "-4/5"),
    size=4,
    rate="997/1000",
    lengths={"V": longest(V4, "3/2"), "P": longest(P4, "2", "log(3)", 8 * _HIGH)},
    bounds=("25/23", "200", "1/10^8"),
    radius="1/10^9",
)
attracts(FOUR)
inside(FOUR)
