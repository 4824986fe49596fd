"""Bounds of a number from the eighth power of its exponential."""

from __future__ import annotations

from fractions import Fraction

from verify.formal import formal
from verify.tactics.build import Steps, Tree, absurd, both, cases, have, leaf, lemma, rule

EIGHTHS = {
    "two": (2, Fraction(33, 400), Fraction(29, 320)),
    "three": (3, Fraction(51, 400), Fraction(3, 20)),
}
"""By name a number, and two bounds of an eighth of its logarithm."""


def _side(sign: str, number: int, bound: Fraction) -> Tree:
    """If z were on the other side of the bound, the eighth power of exp(z) or exp(-z) would be too large."""
    value, least = (Fraction(number), 1 + bound) if sign == "" else (Fraction(1, number), 1 - bound)
    gap = f"{bound} - z" if sign == "" else f"z - {bound}"
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
        (f"{w}^8 == {value}", leaf(f"eq {'1' if sign == '' else f'-{w}^8/{number}'}: exp(8*z) == {number}")),
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


for _name, (_number, _low, _high) in EIGHTHS.items():
    formal(
        f"LEM-eighth-log-{_name}",
        title=f"Bounds of an eighth of the logarithm of {_name}",
        statement={
            "letters": ["z: number"],
            "given": [f"exp(8*z) == {_number}"],
            "show": [f"{_low} <= z and z <= {_high}"],
        },
        proof=both(_side("-", _number, _low), _side("", _number, _high)),
    )


def bounded(name: str) -> Steps:
    """The logarithm of a number of EIGHTHS: its exponential, and its bounds."""
    number, low, high = EIGHTHS[name]
    log = f"log({number})"
    eighth = f"{low} <= {log}/8 and {log}/8 <= {high}"
    return [
        (f"exp({log}) == {number}", rule("exp of log", a=str(number))),
        (eighth, lemma(f"LEM-eighth-log-{name}", leaf(use=[f"exp({log}) == {number}"]), z=f"{log}/8")),
        (f"{8 * low} <= {log}", leaf(f"8: {low} <= {log}/8")),
        (f"{log} <= {8 * high}", leaf(f"8: {log}/8 <= {high}")),
    ]
