"""Supplement D.2, Theorem 2: its step-size hypothesis under each reading, and its consensus parts.

The text of the hypothesis lost its formula. RA: alpha < 1/(2 |V|), the bound of Lemma 7, with |V| =
max(lambda_1, |lambda_d|). RB: alpha < 2/(|lambda_d| - lambda_1) where |lambda_d| > lambda_1, and no restriction
otherwise. RC: both. The consensus parts are decided under each; the inequalities are those of Lemma 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.consensus import consensus_step_size as steps
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SOURCE = Source(PAPER, "Theorem 2", reconstructed=True)
READINGS = {
    "RA": r"$\alpha < 1/(2\|V\|)$",
    "RB": r"$\alpha < 2/(|\lambda_d| - \lambda_1)$ where $|\lambda_d| > \lambda_1$",
    "RC": r"$\alpha < 1/(2\|V\|)$ and, where $|\lambda_d| > \lambda_1$, $\alpha < 2/(|\lambda_d| - \lambda_1)$",
}


def step_condition(reading: str, constant: str, bound: str) -> list[Any]:
    """The hypothesis on alpha under a reading, for 1/(constant |V|) and bound/(|lambda_d| - lambda_1)."""
    s = symbols()
    norm = [sp.Rational(constant) * s.alpha * size < 1 for size in (s.lambda_1, -s.lambda_d)]
    gap = [steps.within_bound(sp.Rational(bound))]
    return {"RA": norm, "RB": gap, "RC": norm + gap}[reading]


@illustration(
    "POW-T2.alpha",
    title="The smaller of the two step bounds of Theorem 2",
    statement=(
        r"For $\lambda_d < \lambda_1$, $\lambda_1 > 0$, every $\alpha < 1/(2\|V\|)$ also satisfies"
        r" $\alpha < 2/(|\lambda_d| - \lambda_1)$ where $|\lambda_d| > \lambda_1$: the minimum is the former."
    ),
    reading="RC: the minimum of both bounds; it is the bound of reading RA",
    source=Source(PAPER, "Theorem 2, Remark 4", reconstructed=True),
    kind="step-size bound",
)
def smaller_bound(constant: str = "2") -> Iterator[Evidence]:
    s = symbols()
    given = [s.lambda_1 > 0, s.lambda_d < s.lambda_1, *step_condition("RA", constant, "2")]
    for decider in steps.deciders():
        yield decider(steps.within_bound(2), given, scope=steps.EVERY)


@illustration(
    "POW-T2.alpha.RA",
    title="Under reading RA all states on eigenvectors are equilibria",
    statement=(
        r"If $\alpha < 1/(2\|V\|)$ then $1 + \alpha\lambda_k\mu > 0$ for every eigenvalue and every $\mu \in [-1, 1]$;"
        r" so every consensus ($\mu = 1$) and every bipartite state ($\mu = \pm(p-q)/N$) of the Oja map is an"
        r" equilibrium."
    ),
    reading=f"RA: the lost step bound is {READINGS['RA']}",
    source=SOURCE,
    kind="step-size bound",
)
def all_factors_positive(constant: str = "2") -> Iterator[Evidence]:
    s = symbols()
    mu = sp.Symbol("mu", real=True)
    given = [s.lambda_1 > 0, s.lambda_k <= s.lambda_1, s.lambda_d <= s.lambda_k, mu >= -1, mu <= 1]
    given += step_condition("RA", constant, "2")
    size = sp.Rational(constant) * s.alpha * s.lambda_k
    scope = "all N >= 1, all d >= 2, every symmetric V with lambda_1 > 0"
    for decider in steps.deciders():
        parts = {
            "alpha |lambda_k| is below the constant": decider([size < 1, size > -1], given, scope=scope),
            "1 + alpha lambda_k mu > 0": decider(
                1 + s.alpha * s.lambda_k * mu > 0, [*given, size < 1, size > -1], scope=scope
            ),
        }
        yield conjunction(parts, scope=scope)


@illustration(
    "POW-T2.alpha.RB",
    title="Under reading RB all consensus states are equilibria",
    statement=(
        r"If $\alpha < 2/(|\lambda_d| - \lambda_1)$ where $|\lambda_d| > \lambda_1$, then $1 + \alpha\lambda_k > 0$ for"
        r" every k, so that the consensus states of which Theorem 2 speaks are equilibria."
    ),
    reading="RB; presupposed where Theorem 2 calls the consensus states equilibria, not stated on its own",
    source=SOURCE,
    kind="step-size bound",
)
def consensus_factors_positive(reading: str = "RB") -> Iterator[Evidence]:
    s = symbols()
    given = [*steps.ordered(s.lambda_k), *step_condition(reading, "2", "2")]
    scope = "all N >= 1, all d >= 2, every symmetric V with lambda_1 > 0 simple"
    yield decide.inequality(1 + s.alpha * s.lambda_k > 0, given, scope=scope)


@illustration(
    "POW-T2.alpha.RB.repaired",
    title="A step bound under which the factors of all consensus states are positive",
    statement=(
        r"For $\lambda_1 > 0$: if $\alpha < 1/|\lambda_d|$ where $\lambda_d < 0$, then $1 + \alpha\lambda_k > 0$ for"
        r" every k, and also $\alpha < 2/(|\lambda_d| - \lambda_1)$ where $|\lambda_d| > \lambda_1$."
    ),
    reading=f"RB: the lost step bound is {READINGS['RB']}",
    source=SOURCE,
    kind="step-size bound",
    repairs="POW-T2.alpha.RB",
)
def consensus_factors_repaired(bound: str = "1") -> Iterator[Evidence]:
    s = symbols()
    given = [*steps.ordered(s.lambda_k), s.alpha * -s.lambda_d < sp.Rational(bound)]
    scope = "all N >= 1, all d >= 2, every symmetric V with lambda_1 > 0 simple"
    for decider in steps.deciders():
        goals = [1 + s.alpha * s.lambda_k > 0, steps.within_bound(2)]
        yield decider(goals, given, scope=scope)


def _declare(reading: str, suffix: str) -> None:
    """The two consensus parts of Theorem 2 under one reading of its step-size hypothesis."""

    @illustration(
        f"POW-T2.stable{suffix}",
        title="Theorem 2, the principal consensus is stable",
        statement=(
            r"For symmetric V with $\lambda_1 > 0$ simple and "
            + READINGS[reading]
            + r", the consensus at $v_1$ of the Oja map is asymptotically stable (by the indirect method)."
        ),
        reading=f"{reading}: the lost step bound is {READINGS[reading]}",
        source=SOURCE,
        kind="stability",
    )
    def stable(constant: str = "2", bound: str = "2") -> Iterator[Evidence]:
        given = [*steps.ordered(symbols().lambda_j), *step_condition(reading, constant, bound)]
        for decider in steps.deciders():
            found = conjunction(steps.inside_disc(decider, given, steps.EVERY), scope=steps.EVERY)
            yield found

    @illustration(
        f"POW-T2.cons{suffix}",
        title="Theorem 2, the other consensus points are unstable",
        statement=(
            r"For symmetric V with $\lambda_1 > 0$ simple and "
            + READINGS[reading]
            + r", every consensus equilibrium of the Oja map at $v_k$, $k \neq 1$, is unstable (indirect method): "
            + (
                r"for $1 + \alpha\lambda_k > 0$ the eigenvalue $(1+\alpha\lambda_1)/(1+\alpha\lambda_k)$ exceeds 1;"
                r" where $1 + \alpha\lambda_k < 0$ the point lies on a 2-cycle, which is unstable as well."
                if reading == "RB"
                else r"each is an equilibrium, with eigenvalue $(1+\alpha\lambda_1)/(1+\alpha\lambda_k) > 1$."
            )
        ),
        reading=f"{reading}: the lost step bound is {READINGS[reading]}",
        source=SOURCE,
        kind="stability",
    )
    def unstable(constant: str = "2", bound: str = "2") -> Iterator[Evidence]:
        s = symbols()
        scope = steps.EVERY_K
        given = [*steps.ordered(s.lambda_k), *step_condition(reading, constant, bound)]
        factor = 1 + s.alpha * s.lambda_k
        for decider in steps.deciders():
            if reading == "RB":
                parts = steps.unstable_points(decider, sp.Rational(bound), scope)
            else:
                parts = {
                    "1 + alpha lambda_k > 0": decider(factor > 0, given, scope=scope),
                    "eigenvalue above 1": decider(1 + s.alpha * s.lambda_1 > factor, given, scope=scope),
                }
            yield conjunction(parts, scope=scope)


for _reading, _suffix in (("RA", ""), ("RB", ".RB"), ("RC", ".RC")):
    _declare(_reading, _suffix)
