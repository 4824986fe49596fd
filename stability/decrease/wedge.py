"""The wedge between -y_1 and -y_2: where a third token can be trapped that converges to -y_1 (causal flow, U = I).

The plane of y_1 and y_2 is invariant for the first three tokens. With y_1 at the angle 0, y_2 at phi in (0, pi) and y_3
at pi + zeta, everything is rational in u = tan(phi/2), z = tan(zeta/2).

Source: derived in this project; the claims CON-X9.between and CON-T4.2.R1 of proofs_checks decide the statements.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..numbers import Array


def half_angle_point(t: Any) -> Array:
    """The unit vector at the angle 2 arctan(t), rational for rational t : (2,).

    >>> from fractions import Fraction
    >>> half_angle_point(Fraction(1, 2))
    array([Fraction(3, 5), Fraction(4, 5)], dtype=object)
    """
    return np.array([(1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)], dtype=None if isinstance(t, float) else object)


def wedge_tokens(u: Any, z: Any) -> Array:
    """y_1 = e_1, y_2 at the angle 2 arctan u, y_3 opposite to the angle 2 arctan z : (3, 2)."""
    return np.stack([half_angle_point(0 * u), half_angle_point(u), -half_angle_point(z)])
