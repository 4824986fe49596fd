"""Appendix B, chain argument, first step: the cut condition brings a token of a set near one outside it."""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, rule

_CUT = "sum(i, j: chi[i]*(1 - chi[j])*g(th[i] - th[j])) >= 0"
_FOUND = "exists i, j: chi[i] == 1 and chi[j] == 0 and cos(th[i] - th[j]) >= s"
_EITHER = "forall i: chi[i] == 0 or chi[i] == 1"
_LOWEST = rule("below the square", leaf("1:"), leaf("1: sq sin(th[p] - th[q])"), a="-cos(th[p] - th[q])", b="1")
_NUMBERS: dict[str, Any] = {"beta": "2/3", "s": "1/2", "chi": [1, 0], "k": 0, "l": 1}


def _two(*angles: Any) -> dict[str, Any]:
    return {"tokens": 2, "letters": {**_NUMBERS, "th": list(angles)}}


formal(
    "PER-B.chain.pair",
    title="A token of the set near one outside it",
    sentence=r"Let $\beta > 0$, $c^* \geq 0$ and $\beta(1 - c^{*2}) = c^*$, as for $c^* = \cos\tau^*$"
    r" (PER-B.tau.cosine). If $\sum_{i \in S, j \notin S}g(\theta_i - \theta_j) \geq 0$ for a proper set $S$, as it is"
    r" where the Hessian is at most 0 (PER-B.1), some $i \in S$, $j \notin S$ have $\cos(\theta_i - \theta_j) \geq"
    r" c^*$: the angle between them is at most $\tau^*$.",
    role="extension",
    statement={
        "letters": ["beta, s, th[token], chi[token]: number; k, l: token"],
        "where": ["g(a) := (cos(a) - beta*sin(a)^2)*exp(beta*cos(a))"],
        "given": [
            "beta > 0",
            "s >= 0",
            "beta*(1 - s^2) == s",
            _EITHER,
            "chi[k] == 1",
            "chi[l] == 0",
            _CUT,
        ],
        "show": [_FOUND],
    },
    proof=lemma(
        "LEM-cut-pair",
        KNOWN,
        KNOWN,
        KNOWN,
        intro(["p", "q"], have([("-cos(th[p] - th[q]) <= 1", _LOWEST)], leaf("1: -cos(th[p] - th[q]) <= 1"))),
        KNOWN,
        KNOWN,
        KNOWN,
        leaf(f"1: {_CUT}"),
        c="fn(i, j: cos(th[i] - th[j]))",
    ),
    instance=_two(0, 0),
    twin=Variant("without the cut condition", {_CUT: "beta == beta"}, _two(0, "pi")),
)
