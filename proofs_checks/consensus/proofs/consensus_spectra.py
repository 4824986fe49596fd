"""Both spectra at a consensus with their multiplicities (CON-B5): the linearisation on each part of the tangents.

Full: on equal tangents, n dimensions, and on those of sum zero, n(l - 1) dimensions. Auto-regressive: on the l images
T_m(a) = (binomial(i - 1, m - 1) a)_i of the complement of v, n dimensions each, which T takes apart.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.consensus_modes import COLUMN_SUMS, COUNT, EARLIER, blocks, derivative_is
from proofs_checks.consensus.proofs.instances import METRIC, ON_ELLIPSE
from proofs_checks.consensus.proofs.linearised import AT, BLOCKS, LINEARISED, linearised
from proofs_checks.lemmas.column_sums import COUNTED
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, rule, split, take

_METRIC: dict[str, Any] = {
    "letters": ["pos[token]: size; W: operator; y: vector"],
    "where": [
        "alike(X, i) := sum(h in heads, j: att(h, X, i, j)*X[j])",
        "behind(X, i) := sum(h in heads, j in upto(i): early(h, X, i, j)*X[j])",
    ],
    "maps": [
        "same(X, i) = alike(X, i) - dot(X[i], W(alike(X, i)))*X[i] on fn(X: forall i: dot(X[i], W(X[i])) == 1)",
        "later(X, i) = behind(X, i) - dot(X[i], W(behind(X, i)))*X[i] on fn(X: forall i: dot(X[i], W(X[i])) == 1)",
    ],
    "given": [COUNTED, "positive_definite(W)", "dot(y, W(y)) == 1"],
}
_RATE = "sum(h in heads: 1)/root"
_COLUMN = "binomial(pos[{0}], pos[m])".format
_T = f"fn(j: {_COLUMN('j')}*a)"
_NONE = "sum(j: d[j]) == 0"


def _at_y(name: str, moved: str) -> str:
    return AT(name, moved).replace("fn(k: v)", "fn(k: y)")


SHOWN = [
    "forall a in vector: dot(v, a) == 0 =>"
    f" dot(v, S(a)) == 0 and (forall i: {AT('full', 'fn(j: 1*a)')} == 1/root*(S(a) - lam*a))",
    f"forall d in state: (forall i: dot(v, d[i]) == 0) and {_NONE} => (forall i: {AT('full', 'd')} == -lam/root*d[i])",
    "forall a in vector, m: dot(v, a) == 0 =>"
    f" (forall i: {AT('causal', _T)} == {_COLUMN('i')}*(1/root*(1/(pos[m] + 1)*S(a) - lam*a)))",
    "forall d in state: (forall i: sum(m: binomial(pos[i], pos[m])*d[m]) == 0) => (forall m: d[m] == 0)",
    f"forall a in vector: dot(y, W(a)) == 0 => (forall i: {_at_y('same', 'fn(j: a)')} == 0*a)",
    "forall d in state: (forall i: dot(y, W(d[i])) == 0) and"
    f" {_NONE} => (forall i: {_at_y('same', 'd')} == -{_RATE}*d[i])",
    "forall a in vector, m: dot(y, W(a)) == 0 =>"
    f" (forall i: {_at_y('later', _T)} == {_COLUMN('i')}*(-{_RATE}*(1 - 1/(pos[m] + 1))*a))",
]

_ALONG = "1/root*(S(a) - lam*a)"
_EQUAL = intro(
    ["a", ""],
    have(
        [blocks("1", "a")],
        both(
            leaf(use=["S(v) == lam*v", "dot(v, a) == 0"]),
            intro("p", derivative_is("full", "1", _ALONG, leaf(), "a")),
        ),
    ),
)
_BOTH = " and ".join(f"({text})" for text in BLOCKS)
_HERE = AT("full", "d").removesuffix("i)") + "p)"
_MEAN = "1/root*(1/sum(j: 1)*S(sum(j: d[j])) - lam*d[p])"
_ZERO = have(
    [
        (_BOTH, lemma("CON-B5.blocks")),
        (f"{_HERE} == {_MEAN}", KNOWN),
        (f"{_MEAN} == -lam/root*d[p]", leaf(use=[_NONE])),
    ],
    lemma("LEM-same-vector", u=_HERE, w=_MEAN, z="-lam/root*d[p]"),
)
_IMAGES = have(
    [blocks(_COLUMN("j"), "a"), *COLUMN_SUMS],
    derivative_is(
        "causal",
        _COLUMN("j"),
        f"{_COLUMN('p')}*(1/root*(1/(pos[m] + 1)*S(a) - lam*a))",
        leaf(use=[EARLIER, COUNT, COLUMN_SUMS[-1][0]]),
        "a",
    ),
)

_TERM = "binomial(pos[p], pos[{0}])*d[{0}]".format
_ROW = f"sum(m: {_TERM('m')})"
_PLACES = "forall k, i1: i1 < k => sum(l in upto(i1): 1) + 1 <= sum(l in upto(k): 1)"
_BEYOND = "forall n in size: forall k in size: n < k => binomial(n, k) == 0"
_ENDS = "forall n in size: binomial(n, n) == 1"
_LATER = "sum(l in upto(p): 1) + 1 <= sum(l in upto(q): 1)"
_WHERE = "pos[{0}] == sum(j in before({0}): 1)".format
_AFTER = have(
    [
        (_LATER, take(_PLACES, ["q", "p"], KNOWN)),
        _WHERE("p"),
        _WHERE("q"),
        ("pos[p] < pos[q]", leaf(f"1: {_LATER}", "1:", use=[_WHERE("p"), _WHERE("q")])),
        ("binomial(pos[p], pos[q]) == 0", take(_BEYOND, ["pos[p]", "pos[q]"], KNOWN)),
    ],
    leaf(use=["binomial(pos[p], pos[q]) == 0"]),
)
_OTHER = split(
    "q < p or p <= q",
    have(["d[q] == 0"], leaf(use=["d[q] == 0"])),
    split(
        "p < q or q <= p",
        _AFTER,
        have(
            [("q == p", rule("same token", KNOWN, KNOWN, KNOWN, i="p", j="q", P="fn(i: i == p)"))],
            rule("contradiction", P="q == p", C=f"{_TERM('q')} == 0"),
        ),
    ),
)
_ALONE = have(
    [
        (
            f"{_ROW} == {_TERM('p')}",
            rule("single vector term", _OTHER, e=f"fn(m: {_TERM('m')})", y="p", new={"x": "q"}),
        ),
        (f"{_ROW} == 0", KNOWN),
        ("binomial(pos[p], pos[p]) == 1", take(_ENDS, ["pos[p]"], KNOWN)),
        (f"d[p] == {_TERM('p')}", leaf(use=["binomial(pos[p], pos[p]) == 1"])),
        (f"{_TERM('p')} == {_ROW}", KNOWN),
        (f"d[p] == {_ROW}", lemma("LEM-same-vector", u="d[p]", w=_TERM("p"), z=_ROW)),
    ],
    lemma("LEM-same-vector", u="d[p]", w=_ROW, z="0*v"),
)
_APART = intro(
    ["d", ""],
    have(
        [(_PLACES, lemma("LEM-positions")), (_BEYOND, lemma("LEM-beyond-row")), (_ENDS, lemma("LEM-binomial.last"))],
        rule("strong induction", _ALONE, P="fn(i: d[i] == 0)", new={"x": "p"}),
    ),
)

# U_h = I, in any metric
_UNIT = "dot(y, W(y)) == 1"
_METRIC_USE = [_UNIT, "dot(y, W(a)) == 0"]
_SAME = intro(["a", "", "p"], leaf(use=_METRIC_USE))
_SPREAD = intro(["d", "", "p"], leaf(use=[_UNIT, "forall i: dot(y, W(d[i])) == 0", _NONE]))
_BEHIND = intro(
    ["a", "m", "", "p"],
    have(COLUMN_SUMS, leaf(use=[*_METRIC_USE, EARLIER, COUNT, COLUMN_SUMS[-1][0]])),
)
_VALUES = {"pos": [0, 1, 2], "W": METRIC, "y": ON_ELLIPSE}

formal(
    "CON-B5",
    sentence=(
        r"At a consensus v with $Uv = \lambda v$, $U = \sum_\eta U_\eta$ symmetric with eigenvalues $\mu_k$ on"
        r" $v^\perp$, the linearisation of (6) is the same for every P(t). Full: it is $(U - \lambda)/\sqrt{n+1}$ on"
        r" equal tangents and $-\lambda/\sqrt{n+1}$ on those of sum zero; so its eigenvalues, k = 1, ..., n, are"
        r" $(\mu_k - \lambda)/\sqrt{n+1}$ and, $\ell - 1$ times, $-\lambda/\sqrt{n+1}$. Auto-regressive: it is $(U/m -"
        r" \lambda)/\sqrt{n+1}$ on the image of $v^\perp$ under $T_m(a)_i = \binom{i-1}{m-1}a$, m = 1, ..., l, and only"
        r" zero images add up to 0; so the eigenvalues are $(\mu_k/m - \lambda)/\sqrt{n+1}$. For $U_\eta = I$, with"
        r" $s = h/\sqrt{n+1}$: 0 on equal tangents (n dimensions) and -s on those of sum zero (n(l-1)); auto-regressive"
        r" $-s(1 - 1/m)$ on the image under $T_m$ (n each); for every metric W."
    ),
    statement=model(LINEARISED, _METRIC, {"show": SHOWN}),
    proof=[
        _EQUAL,
        intro(["d", "", "p"], _ZERO),
        intro(["a", "m", "", "p"], _IMAGES),
        _APART,
        _SAME,
        _SPREAD,
        _BEHIND,
    ],
    instance=linearised(_VALUES),
    twin=Variant("twice the eigenvalue at v", {"S(a) - lam*a": "S(a) - 2*lam*a"}, linearised(_VALUES)),
)
