"""Appendix B in d dimensions as one statement: (B.4), the averages, (B.3), the angle tau*, and clustering."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.chain_constants import TWO
from proofs_checks.perspective.proofs.circle_turns import FLAT
from proofs_checks.perspective.proofs.large_beta_clusters import CIRCLE, PLANE, SPACES
from proofs_checks.perspective.proofs.many_dimensions import BETA, SMALL, STARRED, angle
from proofs_checks.perspective.proofs.models import EAST, SA, STATE, USA, WEIGHTS, WEST
from proofs_checks.perspective.proofs.random_turns import B3, RANDOM, SHOWN, SQUARE
from proofs_checks.perspective.proofs.resting import RESTS
from proofs_checks.perspective.proofs.scheme import CLUSTERS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, split

_SKEW = "forall g in vector, c in vector: dot(A(g), c) == -dot(g, A(c))"
_FLAT = f"({RESTS}) and ({FLAT}) and (forall i: chi[i] == 0 or chi[i] == 1)"
_B4 = "sum(i, j: chi[i]*(1 - chi[j])*e(x, i, j)*(beta*dot(A(x[i]), x[j])^2 + dot(A(A(x[i])), x[j]))) <= 0"
_EXISTS, _ONE, _TENDS = angle("beta", "dims")
_TWO_AT_LEAST = split(f"dims >= 3 or ({PLANE})", leaf("1: dims >= 3", "1:"), have([TWO], leaf("eq -1: dims == 2")))


def _joined(parts: list[str]) -> str:
    return " and ".join(f"({part})" for part in parts)


def _angle(beta: str) -> Tree:
    """What is said of the angle."""
    told = (_joined(angle(beta, "dims")), lemma("PER-B.3.tau", d="dims", beta=beta))
    return have([("dims >= 2", _TWO_AT_LEAST), told], KNOWN)


_AVERAGES = have([(_joined(SHOWN), lemma("PER-B.3.averages"))], KNOWN)
_AT: dict[str, Any] = {
    **CIRCLE,
    "letters": {
        **CIRCLE["letters"],
        **{letter: value for letter, value in SQUARE["letters"].items() if letter in ("B", "S", "I", "K", "chi")},
        "x": [EAST, EAST],
        "A": [[0, -2], [2, 0]],
        "beta": BETA,
        "tau": 1,
        "phi": 1,
    },
}

formal(
    "PER-B.3",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        SPACES,
        STATE,
        {"letters": ["chi[token]: number; A: matrix; tau, phi: number"]},
        RANDOM,
        {
            "show": [
                f"{_FLAT} and ({_SKEW}) => {_B4}",
                *SHOWN[1:],
                f"{_FLAT} => {B3}",
                f"beta > 0 => ({_EXISTS})",
                f"beta > 0 and {_ONE}",
                _TENDS,
                f"beta > 0 and {STARRED} and {SMALL} => {CLUSTERS}",
            ]
        },
    ),
    proof=[
        intro("", lemma("PER-B.3.flat", B="A")),
        _AVERAGES,
        _AVERAGES,
        intro("", lemma("PER-B.3.critical")),
        intro("", _angle("beta")),
        intro("", _angle("beta")),
        _angle("1"),
        intro("", lemma("PER-B.3.clusters")),
    ],
    instance=_AT,
    twin=Variant(
        "without the Hessian", {f"({FLAT}) and": ""}, {**_AT, "letters": {**_AT["letters"], "x": [EAST, WEST]}}
    ),
)
