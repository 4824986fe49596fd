"""On which side of the unit circle eigenvalues lie, decided on exact numbers and on balls; never guessed.

Numbers are fmpq (exact), arb or acb (enclosures). The roots of z^2 - trace z + determinant are judged through Schur's
conditions, without a square root, so that multiple and nearly equal roots do no harm.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from flint import acb, arb, fmpq

from attnverify.stability.linearisation.step_size import schur_cohn_slacks
from attnverify.stability.numbers import sign

Number = Any


class Side(Enum):
    """Where an eigenvalue, or the worse of two, lies."""

    INSIDE = "inside the unit disc"
    ON = "on the unit circle"
    OUTSIDE = "outside the unit disc"
    UNDECIDED = "undecided"


class Stability(Enum):
    """What the spectrum says about an equilibrium."""

    STABLE = "stable"
    UNSTABLE = "unstable"
    MARGINAL = "marginal"
    UNDECIDED = "undecided"


def judged(sides: Iterable[Side]) -> Stability:
    """All inside: stable. One outside: unstable. None outside and one exactly on the circle: marginal.

    >>> judged([Side.INSIDE, Side.ON]), judged([Side.UNDECIDED, Side.ON]), judged([Side.UNDECIDED, Side.OUTSIDE])
    (<Stability.MARGINAL: 'marginal'>, <Stability.UNDECIDED: 'undecided'>, <Stability.UNSTABLE: 'unstable'>)
    """
    found = set(sides)
    if Side.OUTSIDE in found:
        return Stability.UNSTABLE
    if Side.UNDECIDED in found:
        return Stability.UNDECIDED
    return Stability.MARGINAL if Side.ON in found else Stability.STABLE


def compare_moduli(left: Number, right: Number) -> Side:
    """|left| against |right|: INSIDE when certainly smaller, ON when exactly equal."""
    return _from_slack(abs(right) - abs(left))


def root_side(z: Number) -> Side:
    """The side of one eigenvalue."""
    return _from_slack(1 - abs(z))


def quadratic_side(trace: Number, determinant: Number) -> Side:
    """The side of the worse root of z^2 - trace z + determinant; coefficients may be complex."""
    if isinstance(trace, acb) or isinstance(determinant, acb):
        return _complex_quadratic_side(acb(trace), acb(determinant))
    signs = [sign(slack) for slack in schur_cohn_slacks(trace, determinant)]
    if -1 in signs:
        return Side.OUTSIDE
    if None in signs:
        return Side.UNDECIDED
    return Side.ON if 0 in signs else Side.INSIDE


def _complex_quadratic_side(trace: acb, determinant: acb) -> Side:
    """Schur: both roots inside iff |p_0| < |p_2| and |conj(p_2) p_1 - p_0 conj(p_1)| < |p_2|^2 - |p_0|^2."""
    first = 1 - abs(determinant)
    if first < 0:
        return Side.OUTSIDE
    second = 1 - abs(determinant) ** 2 - abs(trace - determinant * trace.conjugate())
    if first > 0:
        return Side.INSIDE if second > 0 else Side.OUTSIDE if second < 0 else Side.UNDECIDED
    return Side.UNDECIDED


def quadratic_roots(trace: Number, determinant: Number, real: bool = False) -> tuple[Number, Number]:
    """Both roots, enclosed, the exact ones where trace, determinant and the square root are rational.

    real : whether they are known to be real.
    """
    discriminant = trace * trace - 4 * determinant
    root: Number = None
    if isinstance(discriminant, fmpq):
        root = _rational_sqrt(discriminant)
        if root is not None:
            return (trace + root) / 2, (trace - root) / 2
    if isinstance(discriminant, acb):
        # Either square root will do: take the branch that does not cut through the ball.
        left = bool(discriminant.real < 0)
        root = acb(0, 1) * (-discriminant).sqrt() if left else discriminant.sqrt()
    elif real or discriminant >= 0:
        root = _real_sqrt(arb(discriminant))
    else:
        root = acb(discriminant).sqrt()
    return (trace + root) / 2, (trace - root) / 2


def _real_sqrt(x: arb) -> arb:
    """The square root of a number known not to be negative: the negative part of its ball is no possible value."""
    return x.sqrt() if x > 0 else arb(0).union(x.abs_upper().sqrt())


def _rational_sqrt(x: fmpq) -> fmpq | None:
    if x < 0:
        return None
    top, bottom = x.p.isqrt(), x.q.isqrt()
    return fmpq(top, bottom) if top * top == x.p and bottom * bottom == x.q else None


def _from_slack(slack: Number) -> Side:
    return {1: Side.INSIDE, 0: Side.ON, -1: Side.OUTSIDE, None: Side.UNDECIDED}[sign(slack)]
