"""A quadratic polynomial with a discriminant that is not negative has real roots."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import both, have, intro, leaf, rule, witness

formal(
    "LEM-real-roots",
    title="A quadratic polynomial with a discriminant that is not negative has real roots",
    statement={
        "letters": ["tau, Delta, spread: number"],
        "given": ["spread >= 0", "tau^2 - 4*Delta == spread"],
        "show": "forall z in number: z^2 - tau*z + Delta == (z - (tau + sqrt(spread))/2)*(z - (tau - sqrt(spread))/2)",
    },
    proof=intro("z", leaf("eq -1/4: tau^2 - 4*Delta == spread")),
)

_ROOT = "sqrt(1 - k^2)"
_X = f"((1 - {_ROOT})/k)"

formal(
    "LEM-half-angle",
    title="A number between 0 and 1 is the sine of an angle whose half has a tangent below 1",
    statement={
        "letters": ["k: number"],
        "given": ["0 < k", "k < 1"],
        "show": ["exists x in number: 0 < x and x < 1 and 2*x == k*(1 + x^2)"],
    },
    proof=have(
        [
            ("1 - k^2 > 0", leaf("1: k < 1; 0 < k", "1: k < 1")),
            (f"{_ROOT} < 1", rule("strictly below the square", leaf(), leaf("1: 0 < k; 0 < k"), a=_ROOT, b="1")),
            (
                f"1 - k < {_ROOT}",
                rule("strictly below the square", leaf(), leaf("2: 0 < k; k < 1"), a="1 - k", b=_ROOT),
            ),
        ],
        witness(
            _X,
            both(
                leaf(f"1: {_ROOT} < 1; 1/k > 0"),
                leaf(f"1: 1 - k < {_ROOT}; 1/k > 0"),
                leaf(),
            ),
        ),
    ),
)
