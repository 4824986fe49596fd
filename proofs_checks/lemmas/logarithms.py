"""Bounds of a number from the eighth power of its exponential."""

from __future__ import annotations

from fractions import Fraction

from verify.formal import formal
from verify.tactics.build import Steps, Tree, absurd, both, cases, have, leaf, lemma, rule

LOW, HIGH = Fraction(51, 400), Fraction(3, 20)


def _side(sign: str, bound: Fraction, gap: str) -> Tree:
    """If z were on the other side of the bound, the eighth power of exp(z) or exp(-z) would be too large."""
    value, least = Fraction(3) if sign == "" else Fraction(1, 3), 1 + bound if sign == "" else 1 - bound
    tangent, w = f"1 + ({sign}z) <= exp({sign}z)", f"exp({sign}z)"
    steps: Steps = [
        (tangent, rule("exp tangent", a=f"{sign}z")),
        (f"{w} > {least}", leaf(f"1: {tangent}", f"1: {gap} < 0")),
        *[
            (
                f"{w}^{2 * k} > {least ** (2 * k)}",
                leaf(f"1: {w}^{k} > {least**k}; {w}^{k} > {least**k}", f"{2 * least**k}: {w}^{k} > {least**k}"),
            )
            for k in (1, 2, 4)
        ],
        (f"{w}^8 == {value}", leaf(f"eq {'1' if sign == '' else f'-{w}^8/3'}: exp(8*z) == 3")),
    ]
    return cases(
        gap,
        leaf(f"1: {gap} >= 0"),
        have(
            steps,
            absurd(
                lemma(
                    "LEM-two-signs",
                    leaf(f"eq 1: {w}^8 == {value}", f"{least**8 - value}:"),
                    leaf(f"1: {w}^8 > {least**8}"),
                    a=f"{least**8} - {w}^8",
                )
            ),
        ),
    )


formal(
    "LEM-log-three",
    title="Bounds of an eighth of the logarithm of three",
    statement={"letters": ["z: number"], "given": ["exp(8*z) == 3"], "show": [f"{LOW} <= z and z <= {HIGH}"]},
    proof=both(_side("-", LOW, f"z - {LOW}"), _side("", HIGH, f"{HIGH} - z")),
)
