"""Simple lower bounds of the rates at which a least product rises."""

from verify.formal import formal, model
from verify.tactics.build import enter, have, leaf, rule

_NUMBERS = {
    "letters": ["m: measurable number; beta, N: number"],
    "given": ["beta >= 0", "N >= 1", "almost_always(0 <= m <= 1)"],
}
_GROWN = "1 + beta*m <= exp(beta*m)"
_SMALL, _LARGE = "((N - 1)*exp(beta*(1 - m)) + 1)", "((N - 1)*exp(beta) + 1)"
_LESS = "exp(beta*(1 - m)) <= exp(beta)"

formal(
    "LEM-slowest.equal",
    title="A simpler estimate for exponential weights",
    statement=model(
        _NUMBERS,
        {"show": ["almost_always(2/N*exp(beta*m)*(1 - m)*((N - 1)*m + 1) >= 2/N*(1 - m))"]},
    ),
    proof=enter(
        "ae",
        have(
            [(_GROWN, rule("exp tangent", a="beta*m")), "m <= 1", "0 <= m"],
            leaf(
                f"2: 1/N > 0; m <= 1; {_GROWN}",
                "2: 1/N > 0; m <= 1; beta >= 0; 0 <= m",
                "2: 1/N > 0; m <= 1; exp(beta*m) > 0; N >= 1; 0 <= m",
            ),
        ),
    ),
)

formal(
    "LEM-slowest.softmax",
    title="A simpler estimate for softmax weights",
    statement=model(
        _NUMBERS,
        {"show": [f"almost_always(2*(1 - m)*((N - 1)*m + 1)/{_SMALL} >= 2*(1 - m)/{_LARGE})"]},
    ),
    proof=enter(
        "ae",
        have(
            [
                "m <= 1",
                "0 <= m",
                (_LESS, rule("exp monotone", leaf("1: beta >= 0; 0 <= m"), a="beta*(1 - m)", b="beta")),
                (f"{_SMALL} > 0", leaf("1: N >= 1; exp(beta*(1 - m)) > 0", "1:")),
                (f"{_LARGE} > 0", leaf("1: N >= 1; exp(beta) > 0", "1:")),
            ],
            leaf(
                f"2: m <= 1; N >= 1; 0 <= m; 1/{_SMALL} > 0",
                f"2: m <= 1; N >= 1; {_LESS}; 1/{_SMALL} > 0; 1/{_LARGE} > 0",
            ),
        ),
    ),
)
