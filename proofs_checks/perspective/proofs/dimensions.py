"""(D.9) and Theorem 6.9 in figures: which dimensions the printed constants ask for, and where they say anything."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, absurd, boxes, cases, have, intro, leaf, lemma, rule
from verify.verdict import Verdict

ENOUGH = "d >= 16*exp(10)^2/G^2*log(d)"
RANGE = ("3", "10^16")


formal(
    "PER-D.9.figures",
    title="(D.9) for two tokens at beta = 0, in figures: the probability that goes with it is negative",
    sentence=r"For $n = 2$, $\beta = 0$, where $c = e^{10}$ and $\gamma_0(\frac12) = (e - 1)/(e + 1)$"
    r" (PER-T6.8.asym.zero), and $3 \leq d \leq 10^{16}$: (D.9), $d/\log d \geq 16c^2/\gamma_0(\frac12)^2$, fails up"
    r" to $d = 1.0045\cdot 10^{12}$ and holds from $1.0046\cdot 10^{12}$ on; the printed probability $1 -"
    r" 2n^2d^{-1/64}$ is negative.",
    statement={
        "letters": ["d: number"],
        "where": ["G := (exp(1) - 1)/(exp(1) + 1)", "n := 2"],
        "given": ["3 <= d", "d <= 10^16"],
        "show": [
            f"d <= 10045*10^8 => not ({ENOUGH})",
            f"d >= 10046*10^8 => {ENOUGH}",
            "1 - 2*n^2*exp(-log(d)/64) < 0",
        ],
    },
    proof=[
        intro(
            ["", ""],
            have(
                [("d < 16*exp(10)^2/G^2*log(d)", boxes(d=("3", "10045*10^8")))],
                lemma("LEM-two-signs", leaf(f"1: {ENOUGH}"), KNOWN, a="d - 16*exp(10)^2/G^2*log(d)"),
            ),
        ),
        intro("", boxes(d=("10046*10^8", "10^16"))),
        boxes(d=RANGE),
    ],
    instance={"letters": {"d": 1024}},
    twin=Variant("already from 1000 on", {"d >= 10046*10^8": "d >= 1000"}, {"letters": {"d": 1024}}),
    expected=Verdict.CERTIFIED,
)

_LOG = "log(2*n^2)"
_FAR = f"exp(64*{_LOG})"
_TWICE = f"exp({_LOG}) == 2*n^2"
_VALUES = [
    ("2*n^2 > 0", leaf("2: n >= 1; n >= 1", "4: n >= 1", "2:")),
    (_TWICE, rule("exp of log", a="2*n^2")),
    ("exp(log(d)) == d", rule("exp of log", leaf("1: d >= 1", "1:"), a="d")),
]
_BOUND = "1 - 2*n^2*exp(-log(d)/64)"

formal(
    "PER-T6.9.vacuous",
    title="From which dimension on the printed probability of Theorem 6.9 says anything",
    sentence=r"$1 - 2n^2d^{-1/64}$ is at most $0$ for $1 \leq d \leq (2n^2)^{64}$ and positive for larger $d$;"
    r" $(2n^2)^{64} = e^{64\log(2n^2)}$.",
    statement={
        "letters": ["n, d: number"],
        "given": ["n >= 1", "d >= 1"],
        "show": [f"d <= {_FAR} => {_BOUND} <= 0", f"d > {_FAR} => {_BOUND} > 0"],
    },
    proof=[
        intro(
            "",
            have(
                [
                    *_VALUES,
                    (f"exp(log(d)) <= exp(64*{_LOG})", leaf(f"1: d <= {_FAR}", use=["exp(log(d)) == d"])),
                    (f"log(d) <= 64*{_LOG}", rule("exp reflects", a="log(d)", b=f"64*{_LOG}")),
                    (
                        f"exp(-{_LOG}) <= exp(-log(d)/64)",
                        rule("exp monotone", leaf(f"1/64: log(d) <= 64*{_LOG}"), a=f"-{_LOG}", b="-log(d)/64"),
                    ),
                ],
                leaf(f"1: 2*n^2 > 0; exp(-{_LOG}) <= exp(-log(d)/64)", f"eq exp(-{_LOG}): {_TWICE}"),
            ),
        ),
        intro(
            "",
            have(
                [
                    *_VALUES,
                    (
                        f"64*{_LOG} < log(d)",
                        cases(
                            f"64*{_LOG} - log(d)",
                            have(
                                [
                                    (
                                        f"exp(log(d)) <= exp(64*{_LOG})",
                                        rule(
                                            "exp monotone",
                                            leaf(f"1: 64*{_LOG} - log(d) >= 0"),
                                            a="log(d)",
                                            b=f"64*{_LOG}",
                                        ),
                                    ),
                                    (
                                        f"d <= {_FAR}",
                                        leaf(f"1: exp(log(d)) <= exp(64*{_LOG})", use=["exp(log(d)) == d"]),
                                    ),
                                ],
                                absurd(
                                    lemma(
                                        "LEM-two-signs",
                                        leaf(f"1: d <= {_FAR}"),
                                        leaf(f"1: d > {_FAR}"),
                                        a=f"{_FAR} - d",
                                    )
                                ),
                            ),
                            leaf(f"1: 64*{_LOG} - log(d) < 0"),
                        ),
                    ),
                    (
                        f"exp(-log(d)/64) < exp(-{_LOG})",
                        rule("exp strictly monotone", leaf(f"1/64: 64*{_LOG} < log(d)"), a="-log(d)/64", b=f"-{_LOG}"),
                    ),
                ],
                leaf(f"1: 2*n^2 > 0; exp(-log(d)/64) < exp(-{_LOG})", f"eq -exp(-{_LOG}): {_TWICE}"),
            ),
        ),
    ],
    instance={"letters": {"n": 1, "d": 3}},
    twin=Variant(
        "for a lower power",
        {f"d <= {_FAR}": f"d <= exp(65*{_LOG})"},
        {"letters": {"n": 1, "d": "27670116110564327424"}},
    ),
)
