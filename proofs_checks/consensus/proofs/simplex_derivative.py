"""The derivative of full attention with U = I, h = 1, P = beta I at tokens at the corners of a regular simplex.

k tokens at each of m + 1 corners. Logits take two values there, so that every sum over the weights is one over all
tokens and one over a corner. `alpha` is the weight of a whole corner other than the token's own, whose weight is
exp(kappa) alpha.
"""

from __future__ import annotations

import re
from typing import Any

from proofs_checks.lemmas.simplices import (
    BALANCED,
    CORNER_WORDS,
    COUNT,
    FRAME,
    SIMPLEX,
    UNIT,
    at_pairs,
    corner_by_corner,
    framed,
    row,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, take

ATTENTION: dict[str, Any] = {
    "letters": ["beta, root: number"],
    "where": [
        "e(X, i, j) := exp(beta*dot(X[i], X[j]))",
        "att(X, i, j) := e(X, i, j)/(root*sum(h: e(X, i, h)))",
        "force(X, i) := sum(j: att(X, i, j)*X[j])",
        "kappa := beta*(m + 1)/m",
        "alpha := exp(-beta/m)/(root*(exp(beta) + m*exp(-beta/m)))",
        "Pi(i, u) := u - dot(x[i], u)*x[i]",
    ],
    "flows": ["full(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"],
}
TANGENT = "forall i: dot(x[i], d[i]) == 0"
PUSH = "sum(j: d[j]) + beta*sum(j: dot(x[{0}], d[j])*x[j])".format
CORNER = "sum(j: same({0}, j)*d[j])".format
J = (
    "alpha*(kappa*d[{0}] + 1/k*Pi({0}, " + PUSH("{0}") + ") + (exp(kappa) - 1)*(1/k*" + CORNER("{0}") + " - d[{0}]))"
).format

_FAR, _OWN = "exp(-beta/m)", "exp(beta)"
_LOGIT = "exp(beta*dot(x[p], x[{0}]))".format
_MIXED = f"({_FAR} + ({_OWN} - {_FAR})*same(p, {{0}}))".format
_FACTOR = f"k*({_OWN} - {_FAR})"
_HERE, _THERE = ["x[p] == x[q]", UNIT], ["dot(x[p], x[q]) == -1/m"]
_ALONG_X = "sum(j: dot(x[j], x[p])*x[j]) == k*(m + 1)/m*x[p]"
_ALONG_D = "sum(j: dot(x[j], d[p])*x[j]) == k*(m + 1)/m*d[p]"


def _replaced(kind: str, of: str, by: str, here: Tree | None = None) -> tuple[str, Tree]:
    """A sum over the weights, the weights replaced corner by corner."""
    left, right = (re.sub(r"\bq\b", "j", text) for text in (of, by))
    each = corner_by_corner("q", here or leaf(use=_HERE), leaf(use=_THERE))
    return f"sum(j: {left}) == sum(j: {right})", rule(
        kind, each, e=f"fn(j: {left})", f=f"fn(j: {right})", new={"x": "q"}
    )


def _chain(found: tuple[str, Tree], value: str, *use: str) -> Steps:
    """The value of a sum that was replaced."""
    left, right = found[0].split(" == ")
    return [
        found,
        (f"{right} == {value}", leaf(use=list(use))),
        (f"{left} == {value}", lemma("LEM-same-chain", u=left, w=right, z=value)),
    ]


_TOTAL = f"sum(j: {_LOGIT('j')}) == k*({_OWN} + m*{_FAR})"
_PULLED = f"sum(j: {_LOGIT('j')}*x[j]) == {_FACTOR}*x[p]"
_MOVED = f"sum(j: {_LOGIT('j')}*d[j]) == {_FAR}*sum(j: d[j]) + ({_OWN} - {_FAR})*{CORNER('p')}"
_TURNED = f"sum(j: {_LOGIT('j')}*dot(d[p], x[j])*x[j]) == {_FAR}*k*(m + 1)/m*d[p]"
_MET = f"sum(j: {_LOGIT('j')}*dot(x[p], d[j])*x[j]) == {_FAR}*sum(j: dot(x[p], d[j])*x[j])"
_ROW = "sum(j: dot(x[p], x[j])) == 0"
_SUMS: Steps = [
    (_ROW, row("p")),
    (_ALONG_X, take(FRAME, ["x[p]"], KNOWN)),
    _replaced("equal sums", _LOGIT("q"), _MIXED("q")),
    (_TOTAL, leaf(f"eq 1: sum(j: {_LOGIT('j')}) == sum(j: {_MIXED('j')})", use=[_ROW, COUNT])),
    *_chain(
        _replaced("equal vector sums", f"{_LOGIT('q')}*x[q]", f"{_MIXED('q')}*x[q]"),
        f"{_FACTOR}*x[p]",
        BALANCED,
        _ALONG_X,
    ),
]
_SAME_CORNER = have(
    [
        ("dot(d[p], x[p]) == dot(d[p], x[q])", lemma("LEM-same-dot", u="x[p]", w="x[q]", z="d[p]")),
        ("dot(x[q], d[p]) == 0", leaf("eq -1: dot(d[p], x[p]) == dot(d[p], x[q])", "eq 1: dot(x[p], d[p]) == 0")),
    ],
    leaf(use=["dot(x[q], d[p]) == 0"]),
)
_WITH_D: Steps = [
    "dot(x[p], d[p]) == 0",
    (_ALONG_D, take(FRAME, ["d[p]"], KNOWN)),
    *_chain(_replaced("equal vector sums", f"{_LOGIT('q')}*d[q]", f"{_MIXED('q')}*d[q]"), _MOVED.split(" == ")[1]),
    *_chain(
        _replaced(
            "equal vector sums",
            f"{_LOGIT('q')}*dot(d[p], x[q])*x[q]",
            f"{_FAR}*dot(x[q], d[p])*x[q]",
            _SAME_CORNER,
        ),
        _TURNED.split(" == ")[1],
        _ALONG_D,
    ),
    *_chain(
        _replaced(
            "equal vector sums",
            f"{_LOGIT('q')}*dot(x[p], d[q])*x[q]",
            f"{_FAR}*dot(x[p], d[q])*x[q]",
            leaf(use=[*_HERE, TANGENT]),
        ),
        _MET.split(" == ")[1],
    ),
]
_NONE = _replaced(
    "equal sums",
    "dot(x[p], x[q])*dot(x[p], d[q])",
    "-1/m*dot(x[p], d[q])",
    leaf(use=[*_HERE, TANGENT]),
)
STATE: dict[str, Any] = model(CORNER_WORDS, SIMPLEX, ATTENTION, {"given": [UNIT]})
_AT = at_pairs(beta="log(2)", root="sqrt(2)")
_MOVED_AT = at_pairs(beta="log(2)", root="sqrt(2)", d=[[0, 1], [0, 0], [0, 0], [0, -2], ["sqrt(3)", 1], [0, 0]])

formal(
    "LEM-simplex.rest",
    title="Tokens at the corners of a regular simplex rest",
    statement=model(STATE, {"show": ["forall i: full(x, i) == 0"]}),
    proof=framed(intro("p", have(_SUMS, leaf(use=[UNIT, _TOTAL, _PULLED])))),
)
formal(
    "LEM-simplex.derivative",
    title="The derivative of full attention at tokens at the corners of a regular simplex",
    statement=model(
        STATE,
        {
            "letters": ["d[token]: vector"],
            "given": ["root > 0", "k > 0", TANGENT],
            "show": [f"forall i: D(full, x, d, i) == {J('i')}"],
        },
    ),
    proof=framed(
        intro(
            "p",
            have(
                [*_SUMS, *_WITH_D, _NONE],
                leaf(use=[UNIT, TANGENT, _TOTAL, _PULLED, _MOVED, _TURNED, _MET, _NONE[0]]),
            ),
        )
    ),
    instance=_MOVED_AT,
    twin=Variant("exp(2 kappa)", {"exp(kappa) - 1": "exp(2*kappa) - 1"}, _MOVED_AT),
)
