"""POW-N8.four: four clusters on the axes at the logit scale log 3 and the step 1/10 attract."""

from __future__ import annotations

from fractions import Fraction

from proofs_checks.lemmas.logarithms import HIGH, LOW
from proofs_checks.power_method.proofs.exact_clusters import P4, SIZES, V4, matrix
from proofs_checks.power_method.proofs.places import Places, line
from proofs_checks.power_method.proofs.places_attract import attracts
from verify.tactics.build import Steps, leaf, lemma, rule

_BOUNDS = f"{LOW} <= log(3)/8 and log(3)/8 <= {HIGH}"
_LOG: Steps = [
    ("exp(log(3)) == 3", rule("exp of log", a="3")),
    (_BOUNDS, lemma("LEM-log-three", leaf(use=["exp(log(3)) == 3"]), z="log(3)/8")),
    (f"{8 * LOW} <= log(3)", leaf(f"8: {LOW} <= log(3)/8")),
    (f"log(3) <= {8 * HIGH}", leaf(f"8: log(3)/8 <= {HIGH}")),
]
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
    low=8 * LOW,
    high=8 * HIGH,
    values=["exp(log(3)) == 3"],
    start=_LOG,
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
    lengths={
        "V": ("3/2", ("1/4: sq dot(e1, y)", "1/4: sq dot(e2, y)")),
        "P": (
            "2",
            tuple(
                term
                for e in ("e1", "e2")
                for term in (
                    f"28/25: sq dot({e}, y)",
                    f"2: 6/5 - log(3) >= 0; 6/5 + log(3) >= 0; sq dot({e}, y)",
                )
            ),
        ),
    },
    bounds=("25/23", "200", "1/10^8"),
    radius="1/10^9",
)
attracts(FOUR)
