"""Local rates at a consensus of the auto-regressive model (CON-B5.rate); the slowest disagreement for U_h = I."""

from __future__ import annotations

from proofs_checks.consensus.proofs.consensus_modes import blocks, derivative_is
from proofs_checks.consensus.proofs.consensus_spectrum import OF, blocks_along
from proofs_checks.consensus.proofs.instances import diagonal
from proofs_checks.consensus.proofs.largest_eigenvalue import (
    FIRST_IF,
    HERE,
    IDENTITY,
    IF,
    LARGEST,
    LAST_IF,
    ONLY_IF,
    PLACES,
    SHOWN,
    SOME,
    WHERE,
    S,
    known,
    placed,
)
from proofs_checks.consensus.proofs.linearised import LINEARISED, linearised
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, define, have, intro, leaf, lemma, obtain, rule, split, take, unfold

_H = "sum(h in heads: 1)"
_TIMES = f"forall a in vector: S(a) == {_H}*a"
_SCALED = (_TIMES, intro("b", leaf(use=["forall a in vector: S(a) == sum(h in heads: U[h](a))", IDENTITY])))
_TOP = (
    f"lam == {_H}",
    have(
        [("dot(v, S(v)) == dot(v, lam*v)", lemma("LEM-same-dot", u="S(v)", w="lam*v", z="v"))],
        leaf("eq -1: dot(v, S(v)) == dot(v, lam*v)", use=[_TIMES, "dot(v, v) == 1"]),
    ),
)
_RATE = OF("nu", "m")
_SLOWER = obtain(
    "exists b in vector: b != 0 and dot(v, b) == 0 and S(b) == nu*b",
    "b",
    have(
        [
            ("dot(b, b) > 0", rule("positive square", u="b")),
            ("dot(b, S(b)) == dot(b, nu*b)", lemma("LEM-same-dot", u="S(b)", w="nu*b", z="b")),
            (f"nu == {_H}", leaf("eq -1/dot(b, b): dot(b, S(b)) == dot(b, nu*b)", use=[_TIMES])),
            ("pos[m] == 0 or pos[m] >= 1", rule("sizes are whole", n="pos[m]")),
        ],
        split(
            "pos[m] == 0 or pos[m] >= 1",
            {"left": leaf(use=[f"r == {_RATE}", f"nu == {_H}", _TOP[0], "pos[m] == 0"])},
            {
                "right": leaf(
                    f"1/2: pos[m] >= 1; 1/(pos[m] + 1) > 0; 1/root > 0; {_H} > 0",
                    use=[f"r == {_RATE}", f"nu == {_H}", _TOP[0]],
                )
            },
        ),
    ),
)
_SLOWEST = known(
    intro(
        ["", "r", ""],
        have(
            [_SCALED, _TOP, (SOME, KNOWN)],
            obtain(SOME, "nu,m", unfold("eigenvalue(S, v, nu)", _SLOWER)),
        ),
    )
)
_COUNT = ("sum(j in before(p): 1) == pos[p]", have([WHERE("p")], leaf(f"eq -1: {WHERE('p')}")))
_MEAN = "1/root*(1/sum(j in upto(p): 1)*S(sum(j in upto(p): d[j])) - lam*d[p])"
_REST = "d[p] - d[f]"
_STILL = f"dot({_REST}, {_MEAN}) == dot({_REST}, 0*d[p])"
_ALIKE = "sum(j in before(p): d[j]) == sum(j in before(p): d[f])"
_BLOCKED = blocks_along("d")
_AGREED = have(
    [
        _COUNT,
        (_ALIKE, rule("equal vector sums, before", e="fn(j: d[j])", f="fn(j: d[f])", i="p", new={"x": "q"})),
        (f"{HERE} == {_MEAN}", KNOWN),
        (f"{_MEAN} == 0*d[p]", lemma("LEM-same-vector", u=_MEAN, w=HERE, z="0*d[p]")),
        (_STILL, lemma("LEM-same-dot", u=_MEAN, w="0*d[p]", z=_REST)),
    ],
    split(
        "f < p or p <= f",
        have(
            [
                ("pos[f] + 1 <= pos[p]", placed("f", "p")),
                ("pos[p] > 0", leaf("1:", "1: pos[f] + 1 <= pos[p]", "1: pos[f] >= 0")),
            ],
            define(
                [f"H := {_H}"],
                rule(
                    "equal vectors",
                    leaf(f"eq -root*(pos[p] + 1)/(pos[p]*H): {_STILL}", use=[_TIMES, _TOP[0], _COUNT[0], _ALIKE]),
                    u="d[p]",
                    w="d[f]",
                ),
            ),
        ),
        rule("same token", KNOWN, KNOWN, KNOWN, i="f", j="p", P="fn(i: d[i] == d[f])"),
    ),
)
_AGREEMENT = intro(
    ["", "d", ""],
    have(
        [_SCALED, _TOP, _BLOCKED, (PLACES, lemma("LEM-positions"))],
        rule("strong induction", _AGREED, P="fn(i: d[i] == d[f])", new={"x": "p"}),
    ),
)

_PAIRS = "sum(j in upto(p): binomial(pos[j], 1)) == binomial(pos[p] + 1, 1 + 1)"
_FIRST_COLUMN = "forall s in size: binomial(s, 1) == s"
_SECOND_COLUMN = "forall s in size: binomial(s, 2) == s*(s - 1)/2"
_AHEAD = "sum(j in before(p): pos[j]) == pos[p]*(pos[p] - 1)/2"
_PLACED = have(
    [
        _COUNT,
        (f"({_FIRST_COLUMN}) and ({_SECOND_COLUMN})", lemma("LEM-binomial.columns")),
        (
            "forall i: sum(j in upto(i): binomial(pos[j], 1)) == binomial(pos[i] + 1, 1 + 1)",
            lemma("LEM-column-sum", k="1"),
        ),
        (_PAIRS, take("forall i: sum(j in upto(i): binomial(pos[j], 1)) == binomial(pos[i] + 1, 1 + 1)", ["p"], KNOWN)),
        ("binomial(pos[p] + 1, 2) == (pos[p] + 1)*(pos[p] + 1 - 1)/2", take(_SECOND_COLUMN, ["pos[p] + 1"], KNOWN)),
        (
            "sum(j in upto(p): binomial(pos[j], 1)) == sum(j in upto(p): pos[j])",
            rule(
                "equal sums, upto",
                take(_FIRST_COLUMN, ["pos[q]"], KNOWN),
                e="fn(j: binomial(pos[j], 1))",
                f="fn(j: pos[j])",
                i="p",
                new={"x": "q"},
            ),
        ),
        (
            _AHEAD,
            leaf(
                f"eq 1: {_PAIRS}",
                "eq 1: binomial(pos[p] + 1, 2) == (pos[p] + 1)*(pos[p] + 1 - 1)/2",
                "eq -1: sum(j in upto(p): binomial(pos[j], 1)) == sum(j in upto(p): pos[j])",
            ),
        ),
    ],
    derivative_is("causal", "pos[j]", f"-{S}/2*(pos[p]*w)", leaf(use=[_TIMES, _TOP[0], _COUNT[0], _AHEAD])),
)
_HALF = intro("", have([blocks("pos[j]"), _SCALED, _TOP], intro("p", _PLACED)))
_VALUES = {"w": [0, 1, 0, 0], "f": 0, "last": 2, "pos": [0, 1, 2]}
_ONES = diagonal(1, 1, 1, 1)

formal(
    "CON-B5.rate",
    sentence=(
        r"At the consensus of CON-B5.blocks let $\lambda_2$ be the largest eigenvalue of U on $v^\perp$. The largest"
        r" eigenvalue of the auto-regressive linearisation, on tangents, is $(\lambda_2 - \lambda)/\sqrt{n+1}$ if"
        r" $\lambda_2 \ge 0$ and $(\lambda_2/\ell - \lambda)/\sqrt{n+1}$ if $\lambda_2 < 0$. For $\lambda < 0$ all are"
        r" negative if and only if $\lambda_2 < \ell\lambda$. For $U_\eta = I$ the eigenvalue 0 belongs to equal"
        r" deviations only; the slowest disagreement decays at the rate s/2 (i = 2), with deviations $\delta_i \propto"
        " i - 1$."
    ),
    statement=model(LINEARISED, LARGEST, {"show": SHOWN}),
    proof=[FIRST_IF, LAST_IF, ONLY_IF, IF, _SLOWEST, _AGREEMENT, _HALF],
    instance=linearised({**_VALUES, "second": 1}, diagonal(2, 0, 1, -3)),
    twin=Variant(
        "the slowest disagreement decays at the rate s/3",
        {"/2*(pos": "/3*(pos"},
        linearised({**_VALUES, "U": [_ONES] * 2, "second": 2}, diagonal(2, 2, 2, 2)),
    ),
)
