"""The hyperbolic tangent by exponentials, and the values that it takes."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import Tree, absurd, both, cases, have, leaf, lemma, rule, witness

TANH = "tanh({0}) == (exp(2*({0})) - 1)/(exp(2*({0})) + 1)".format


def tanh(a: str) -> tuple[str, Tree]:
    """tanh by the exponential."""
    return TANH(a), rule("tanh", a=a)


TANH_ODDS = "((1 + t)/(1 - t))"
TANH_ROOT = f"(log({TANH_ODDS})/(2*beta))"
VALUE = f"exp(2*(beta*{TANH_ROOT})) == {TANH_ODDS}"
formal(
    "LEM-tanh-value",
    title="The hyperbolic tangent takes every value between 0 and tanh(beta) on the way from 0 to beta",
    statement={
        "letters": ["beta, t: number"],
        "given": ["beta > 0", "t > 0", "t < tanh(beta)"],
        "show": "exists z in number: 0 < z and z < 1 and tanh(beta*z) == t",
    },
    proof=have(
        [
            tanh("beta"),
            ("tanh(beta) < 1", leaf("2:", use=[TANH("beta")], times=["exp(2*(beta)) + 1"])),
            ("1 - t > 0", leaf("1: t < tanh(beta)", "1: tanh(beta) < 1")),
            (f"{TANH_ODDS} > 1", leaf("2: t > 0", times=["1 - t"])),
            (
                f"exp(log({TANH_ODDS})) == {TANH_ODDS}",
                rule("exp of log", leaf("1:", f"1: {TANH_ODDS} > 1"), a=TANH_ODDS),
            ),
            (
                f"{TANH_ODDS} < exp(2*(beta))",
                leaf("1: t < tanh(beta); exp(2*(beta)) + 1 > 0", use=[TANH("beta")], times=["1 - t"]),
            ),
        ],
        witness(
            TANH_ROOT,
            have(
                [
                    (
                        f"log({TANH_ODDS}) > 0",
                        cases(
                            f"-log({TANH_ODDS})",
                            have(
                                [
                                    (
                                        f"exp(log({TANH_ODDS})) <= exp(0)",
                                        rule(
                                            "exp monotone",
                                            leaf(f"1: -log({TANH_ODDS}) >= 0"),
                                            a=f"log({TANH_ODDS})",
                                            b="0",
                                        ),
                                    )
                                ],
                                absurd(
                                    lemma(
                                        "LEM-two-signs",
                                        leaf(
                                            f"1: exp(log({TANH_ODDS})) <= exp(0)",
                                            f"eq -1: exp(log({TANH_ODDS})) == {TANH_ODDS}",
                                        ),
                                        leaf(f"1: {TANH_ODDS} > 1"),
                                        a=f"1 - {TANH_ODDS}",
                                    )
                                ),
                            ),
                            leaf(f"1: -log({TANH_ODDS}) < 0"),
                        ),
                    ),
                    (
                        f"2*(beta) - log({TANH_ODDS}) > 0",
                        cases(
                            f"log({TANH_ODDS}) - 2*(beta)",
                            have(
                                [
                                    (
                                        f"exp(2*(beta)) <= exp(log({TANH_ODDS}))",
                                        rule(
                                            "exp monotone",
                                            leaf(f"1: log({TANH_ODDS}) - 2*(beta) >= 0"),
                                            a="2*(beta)",
                                            b=f"log({TANH_ODDS})",
                                        ),
                                    )
                                ],
                                absurd(
                                    lemma(
                                        "LEM-two-signs",
                                        leaf(
                                            f"1: exp(2*(beta)) <= exp(log({TANH_ODDS}))",
                                            f"eq 1: exp(log({TANH_ODDS})) == {TANH_ODDS}",
                                        ),
                                        leaf(f"1: {TANH_ODDS} < exp(2*(beta))"),
                                        a=f"{TANH_ODDS} - exp(2*(beta))",
                                    )
                                ),
                            ),
                            leaf(f"1: log({TANH_ODDS}) - 2*(beta) < 0"),
                        ),
                    ),
                    tanh(f"beta*{TANH_ROOT}"),
                    (VALUE, leaf(f"eq 1: exp(log({TANH_ODDS})) == {TANH_ODDS}")),
                ],
                both(
                    leaf(f"1/2: log({TANH_ODDS}) > 0", times=["beta"]),
                    leaf(f"1/2: 2*(beta) - log({TANH_ODDS}) > 0", times=["beta"]),
                    leaf(use=[TANH(f"beta*{TANH_ROOT}"), VALUE]),
                ),
            ),
        ),
    ),
    instance={"letters": {"beta": "log(3)", "t": "1/2"}},
)
