"""A quadratic polynomial with a discriminant that is not negative has real roots."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import intro, leaf

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
