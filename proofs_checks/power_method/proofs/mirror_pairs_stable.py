"""POW-N8.pairs: mirror pairs of one token each that attract."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs_checks.power_method.proofs.attracting import ATTRACTED, ORBIT
from proofs_checks.power_method.proofs.exact_clusters import PLANE, matrix, system
from proofs_checks.power_method.proofs.mirror_pairs import CONDITION, HERE, MIRRORED
from proofs_checks.power_method.proofs.places import Places, line
from proofs_checks.power_method.proofs.places_attract import attracts
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, have, intro, leaf, lemma, rule

_V, _P = (("1", "0"), ("0", "-3/5")), (("-25/9*log(2)", "0"), ("0", "10"))
SIZES = ["sum(j in A: 1) == 1", "sum(j in B: 1) == 1"]
_LOG: Steps = [
    ("exp(log(2)) == 2", rule("exp of log", a="2")),
    ("log(2) <= 1", have([("log(2) <= 2 - 1", rule("log tangent", a="2"))], leaf("1: log(2) <= 2 - 1"))),
    (
        "1/2 <= log(2)",
        have(
            [("1 + (-log(2)) <= exp(-log(2))", rule("exp tangent", a="-log(2)"))],
            leaf("1: 1 + (-log(2)) <= exp(-log(2))", use=["exp(log(2)) == 2"]),
        ),
    ),
]
_OWN = line("50/47", "-256/5875")
_SAME = line("29211/29375", "-384/5875") + _OWN.times(Fraction(-1))
_OTHER = line("-164/29375", "128/5875")
PAIRS = Places(
    name="LEM-mirror-pairs",
    state="pairs",
    matrices=[matrix("V", _V), matrix("P", _P)],
    counts=SIZES,
    alpha="1/10",
    at={"A": ("3/5", "4/5"), "B": ("-3/5", "4/5")},
    letter="log(2)",
    low=Fraction(1, 2),
    high=Fraction(1),
    values=["exp(log(2)) == 2"],
    start=_LOG,
    own={"A": _OWN, "B": _OWN},
    modes={"A": {"A": Fraction(1)}, "B": {"B": Fraction(1)}},
    parts={"A": {"A": _SAME, "B": _OTHER}, "B": {"A": _OTHER, "B": _SAME}},
    size=1,
    pulls={"A": "-3/5", "B": "-3/5"},
    rate="49/50",
    lengths={
        "V": ("1", ("16/25: sq dot(e2, y)",)),
        "P": (
            "10",
            (
                "7475/81: sq dot(e1, y)",
                "625/81: 1 - log(2) >= 0; 1 + log(2) >= 0; sq dot(e1, y)",
            ),
        ),
    },
    bounds=("50/47", "1600", "1/10^6"),
    radius="1/10^6",
    single=True,
)
attracts(PAIRS)

_MATRICES = [matrix("V2", _V), matrix("P2", _P)]
_ALONE = " and ".join((f"({PLANE})", *SIZES, "alpha == 1/10"))
_STARTS = f"forall i: norm(x[0, i] - example[i]) <= {PAIRS.radius}"
_AT: dict[str, Any] = {"V": "V2", "P": "P2"}
_BOTH = " and ".join(f"({fact})" for fact in CONDITION)
_HERE = {
    **HERE,
    "tokens": {"A": 1, "B": 1},
    "letters": {
        **HERE["letters"],
        "V2": [[1, 0], [0, "-3/5"]],
        "P2": [["-25/9*log(2)", 0], [0, 10]],
        "x": {"always": [["3/5", "4/5"], ["-3/5", "4/5"]]},
    },
}

formal(
    "POW-N8.pairs",
    sentence=(
        r"Let $V = \mathrm{diag}(\mu_c, \mu_s)$, $P = \mathrm{diag}(p_c, p_s)$ and n tokens at each of $(c_0, s_0)$"
        r" and $(-c_0, s_0)$, $c_0^2 + s_0^2 = 1$, $c_0s_0 \neq 0$. The attention map is defined there, and they are an"
        r" equilibrium of it, iff $\mu_c\tanh(p_cc_0^2) = \mu_s$ and $1 + \alpha\mu_s > 0$. One token per cluster can"
        r" be asymptotically stable with $\mu_s < 0$: for $V = \mathrm{diag}(1, -3/5)$, $\alpha = 1/10$,"
        r" $P = \mathrm{diag}(-\frac{25}9\log2, 10)$ and $c_0 = 3/5$, $s_0 = 4/5$ the pair is an equilibrium, Lyapunov"
        r" stable, and every orbit that begins within $10^{-6}$ of it converges to it."
    ),
    statement=model(
        MIRRORED,
        system(2),
        {
            "states": [PAIRS.places("example")],
            "letters": ["x[step, token]: vector"],
            "given": [*_MATRICES, *[fact.replace("attention", "map2") for fact in ORBIT["given"]]],
            "show": [
                *CONDITION,
                f"{_ALONE} => fixed(map2, example) and lyapunov(map2, example)",
                f"{_ALONE} and ({_STARTS}) => ({ATTRACTED('example')})",
            ],
        },
    ),
    proof=[
        *[have([(_BOTH, lemma("POW-N8.pairs.condition"))], KNOWN)] * 2,
        intro("", lemma("LEM-mirror-pairs.stable", **_AT)),
        intro("", lemma("LEM-mirror-pairs.orbit", **_AT)),
    ],
    instance=_HERE,
    twin=Variant(
        "mu_s = -mu_c tanh(p_c c_0^2)",
        {"muc*tanh(pc*c0^2) == mus": "-muc*tanh(pc*c0^2) == mus"},
        _HERE,
    ),
)
