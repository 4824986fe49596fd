"""Values at which the hypotheses of the claims hold: equilibria of the flows, in R^4, so that the root of dim(E) is 2.

Tokens that do not move satisfy `solves` only at an equilibrium: consensus, antipodal pairs, signs along an eigenvector.
"""

from collections.abc import Mapping
from typing import Any

Values = dict[str, Any]


def diagonal(*entries: int | str) -> list[list[int | str]]:
    """A diagonal matrix."""
    return [[entry if row == column else 0 for column in range(len(entries))] for row, entry in enumerate(entries)]


METRIC = diagonal(1, 4, 1, 1)
LOGITS = [
    [[0, 1, 0, 0], [2, 1, 0, 0], [0, 0, 1, 3], [1, 0, 0, 0]],
    [[1, 0, 0, 0], [0, -1, 0, 0], [0, 5, 1, 0], [0, 0, 0, 2]],
]
ON_ELLIPSE = [0, "1/2", 0, 0]
ON_SPHERE = ["3/5", "4/5", 0, 0]
VALUE = [[2, 0, 0, 0], [0, -3, 1, 0], [0, 1, 1, 0], [0, 0, 0, 0]]
TOP, OPPOSITE = [1, 0, 0, 0], [-1, 0, 0, 0]


def full(tokens: int = 3, **letters: Any) -> Values:
    """Full attention with two heads at a consensus in the metric W."""
    values = {"W": METRIC, "P": LOGITS, "v": [1, 1, 0, 0], "root": 2, "y": [ON_ELLIPSE] * tokens, **letters}
    return {"tokens": tokens, "heads": 2, "dim": 4, "letters": values}


def state(letters: Mapping[str, Any], tokens: int = 3, without: str = "") -> Values:
    """Full attention with two heads at one moment; `without` a letter that the statement does not have."""
    values = {"W": METRIC, "P": LOGITS, "v": [1, 1, 0, 0], "root": 2, **letters}
    return {
        "tokens": tokens,
        "heads": 2,
        "dim": 4,
        "letters": {k: value for k, value in values.items() if k != without},
    }


def causal(tokens: int = 3, without: str = "", **letters: Any) -> Values:
    """The auto-regressive model with a symmetric U, all tokens at its leading eigenvector."""
    values = {"U": VALUE, "P": LOGITS[0], "v": TOP, "lam": 2, "root": 2, "y": [TOP] * tokens, **letters}
    return {"tokens": tokens, "dim": 4, "letters": {k: value for k, value in values.items() if k != without}}


def heads(tokens: int = 3, **letters: Any) -> Values:
    """The auto-regressive model with two heads and U = I, at a consensus."""
    values = {"P": LOGITS, "root": 2, "f": 0, "y": [ON_SPHERE] * tokens, **letters}
    return {"tokens": tokens, "heads": 2, "dim": 4, "letters": values}
