"""The map (1) without skip connection, its limit as tau grows (CON-B2.infinity): a layer squares the diameter.

Logits of two rows differ by at most S, a multiple of diam q, so that the shares of the rows differ by factors of at
most exp(2 S).
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import TOP, diagonal, state
from proofs_checks.consensus.proofs.models import FULL
from proofs_checks.consensus.proofs.near_rows import (
    BETWEEN,
    CLOSE,
    DIAMETER,
    FACTOR,
    HEIGHT,
    HEIGHTS,
    PART,
    WEIGHTS,
    Q,
    S,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, rule

_NEXT = "diam(k: limit(Y, k)/dot(v, limit(Y, k)))"
NO_SKIP: dict[str, Any] = {
    **FULL,
    "letters": ["W: operator; P[head]: matrix; v: vector; root: number"],
    "flows": [],
    "maps": [
        "limit(X, i) = force(X, i)/sqrt(dot(force(X, i), W(force(X, i)))) on fn(X: forall i: dot(X[i], W(X[i])) == 1)"
    ],
}
NORMS = {
    "letters": ["K, mu, L, C: number; z: vector; Y[token]: vector"],
    "given": [
        "forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= K*norm(a)*norm(b)",
        "K >= 0",
        "mu > 0",
        "L > 0",
        "forall a in vector: dot(a, W(a)) >= mu*dot(a, a) and dot(a, W(a)) <= L^2*dot(a, a)",
        "W(z) == v",
        "C > 0",
        "C^2 == dot(v, z)",
        "on(limit, Y)",
        "forall i: dot(v, Y[i]) > 0",
    ],
}
_MASS = "sum(k: " + PART("{0}", "k") + ")"


def _weight(row: str, token: str) -> tuple[str, Tree]:
    e = f"att(h, Y, {row}, {token})"
    return f"sum(h in heads: {e}) > 0", rule(
        "strictly positive sum, heads", leaf(), e=f"fn(h in heads: {e})", new={"x": "g"}
    )


def _parts(row: str) -> tuple[str, Tree]:
    part = have([_weight(row, "t")], leaf(f"1: {_weight(row, 't')[0]}; {HEIGHT('t')} > 0"))
    return f"forall j: {PART(row, 'j')} > 0", intro("t", part)


_AHEAD = (
    "forall i: dot(v, force(Y, i)) > 0",
    intro(
        "p",
        have(
            [
                _parts("p"),
                (
                    f"{_MASS.format('p')} > 0",
                    rule("strictly positive sum", e=f"fn(k: {PART('p', 'k')})", new={"x": "t"}),
                ),
            ],
            leaf(f"1: {_MASS.format('p')} > 0"),
        ),
    ),
)
_LONG = (
    "forall i: dot(force(Y, i), W(force(Y, i))) > 0",
    intro(
        "p",
        have(
            [
                "dot(v, force(Y, p)) > 0",
                ("dot(z, W(z)) > 0", leaf("1: C > 0; C > 0", "eq 1: C^2 == dot(v, z)", use=["W(z) == v"])),
                (
                    "dot(z, W(force(Y, p)))^2 <= dot(z, W(z))*dot(force(Y, p), W(force(Y, p)))",
                    rule(
                        "Cauchy-Schwarz, form",
                        intro("a", rule("nonnegative form", W="W", u="a")),
                        u="z",
                        w="force(Y, p)",
                        W="W",
                    ),
                ),
            ],
            leaf(
                "1: 1/dot(z, W(z)) > 0; dot(v, force(Y, p)) > 0; dot(v, force(Y, p)) > 0",
                "1: 1/dot(z, W(z)) > 0; dot(z, W(force(Y, p)))^2 <= dot(z, W(z))*dot(force(Y, p), W(force(Y, p)))",
                use=["W(z) == v"],
            ),
        ),
    ),
)
_KEPT = "forall i: dot(v, limit(Y, i)) > 0"
_MEAN = "forall i: limit(Y, i)/dot(v, limit(Y, i)) == sum(l: " + PART("i", "l") + f"*({Q('l')}))/{_MASS.format('i')}"
_PROJECTED = have(
    [_LONG],
    intro("p", have(["dot(v, force(Y, p)) > 0", "dot(force(Y, p), W(force(Y, p))) > 0"], leaf())),
)
# the length of the force is long to expand, and known only where it is needed
_INSIDE: list[tuple[str, Tree]] = [_AHEAD, (_KEPT, _PROJECTED), (_MEAN, _PROJECTED)]
_NEXT_Q = "limit(Y, {0})/dot(v, limit(Y, {0}))".format
_MEAN_OF = "sum(l: {0}*({1}))/{2}".format
_MEANS = (
    f"norm({_MEAN_OF(PART('p', 'l'), Q('l'), _MASS.format('p'))}"
    f" - {_MEAN_OF(PART('s', 'l'), Q('l'), _MASS.format('s'))})"
)
_SQUARED = have(
    [(WEIGHTS[0], have([HEIGHTS, CLOSE, FACTOR], WEIGHTS[1])), (_MEAN, have([_AHEAD], _PROJECTED))],
    rule(
        "attained diameter",
        have(
            [
                _parts("p"),
                _parts("s"),
                BETWEEN,
                (
                    f"{_MEANS} <= 4*(2*{S})*{DIAMETER}",
                    lemma(
                        "LEM-shares.means",
                        KNOWN,
                        KNOWN,
                        leaf(f"2: K >= 0; C > 0; L > 0; 1/mu > 0; {DIAMETER} >= 0"),
                        KNOWN,
                        x=f"fn(j: {PART('p', 'j')})",
                        z=f"fn(j: {PART('s', 'j')})",
                        r=f"2*{S}",
                        q=f"fn(k: {Q('k')})",
                        f="p",
                    ),
                ),
                (f"{_NEXT_Q('p')} == sum(l: {PART('p', 'l')}*({Q('l')}))/{_MASS.format('p')}", KNOWN),
                (f"{_NEXT_Q('s')} == sum(l: {PART('s', 'l')}*({Q('l')}))/{_MASS.format('s')}", KNOWN),
                (
                    f"norm({_NEXT_Q('p')} - {_NEXT_Q('s')}) == {_MEANS}",
                    lemma(
                        "LEM-same-gap",
                        a=_NEXT_Q("p"),
                        b=_NEXT_Q("s"),
                        c=_MEAN_OF(PART("p", "l"), Q("l"), _MASS.format("p")),
                        d=_MEAN_OF(PART("s", "l"), Q("l"), _MASS.format("s")),
                    ),
                ),
            ],
            leaf(
                f"1: {_MEANS} <= 4*(2*{S})*{DIAMETER}",
                f"eq 1: {_NEXT} == norm({_NEXT_Q('p')} - {_NEXT_Q('s')})",
                f"eq 1: norm({_NEXT_Q('p')} - {_NEXT_Q('s')}) == {_MEANS}",
            ),
        ),
        q=f"fn(k: {_NEXT_Q('k')})",
        C=f"{_NEXT} <= 8*K*C*L/mu*{DIAMETER}^2",
        new={"x": "p", "y": "s"},
    ),
)
_STEP = "(Y[{0}] + tau*force(Y, {0}))".format
_HERE, _THERE = f"{Q('p')}", f"sum(l: {PART('p', 'l')}*({Q('l')}))/{_MASS.format('p')}"
_OFF = f"norm({_HERE} - {_THERE})"
_SHARE = f"{PART('p', 'l')}/{_MASS.format('p')}"
_LENGTHS = f"sum(l: {_SHARE}*norm({Q('p')} - {Q('l')}))"
_SLACK = f"sum(l: {_SHARE}*({DIAMETER} - norm({Q('p')} - {Q('l')})))"
_WITHIN: list[tuple[str, Tree]] = [
    (
        f"norm(sum(l: {_SHARE}*({Q('p')} - {Q('l')}))) <= {_LENGTHS}",
        rule(
            "norm of a weighted sum",
            have([f"{PART('p', 'u')} > 0"], leaf(f"1: 1/{_MASS.format('p')} > 0; {PART('p', 'u')} > 0")),
            e=f"fn(l: {_SHARE})",
            u=f"fn(l: {Q('p')} - {Q('l')})",
            new={"x": "u"},
        ),
    ),
    (
        f"{_SLACK} >= 0",
        rule(
            "positive sum",
            have(
                [
                    f"{PART('p', 'u')} > 0",
                    (
                        f"norm({Q('p')} - {Q('u')}) <= {DIAMETER}",
                        rule("within the diameter", q="fn(o: Y[o]/dot(v, Y[o]))", y="p", z="u"),
                    ),
                ],
                leaf(
                    f"1: 1/{_MASS.format('p')} > 0; {PART('p', 'u')} > 0; norm({Q('p')} - {Q('u')}) <= {DIAMETER}",
                ),
            ),
            e=f"fn(l: {_SLACK[7:-1]})",
            new={"x": "u"},
        ),
    ),
    (f"{_OFF} == norm(sum(l: {_SHARE}*({Q('p')} - {Q('l')})))", leaf()),
    (
        f"{_OFF} <= {DIAMETER}",
        leaf(
            f"eq 1: {_OFF} == norm(sum(l: {_SHARE}*({Q('p')} - {Q('l')})))",
            f"1: norm(sum(l: {_SHARE}*({Q('p')} - {Q('l')}))) <= {_LENGTHS}",
            f"1: {_SLACK} >= 0",
        ),
    ),
]
_FAR = (
    "forall tau in number, i: tau > 0 =>"
    f" norm({_STEP('i')}/dot(v, {_STEP('i')}) - limit(Y, i)/dot(v, limit(Y, i)))"
    f" <= dot(v, Y[i])/(tau*dot(v, force(Y, i)))*{DIAMETER}"
)
_LIMITED = "force(Y, p)/dot(v, force(Y, p))"
_RATIO = "dot(v, Y[p])/(tau*dot(v, force(Y, p)))"
_LIMIT = have(
    [_AHEAD, _LONG],
    intro(
        ["tau", "p", ""],
        have(
            [
                _parts("p"),
                "dot(v, force(Y, p)) > 0",
                (
                    f"{_MASS.format('p')} > 0",
                    rule("strictly positive sum", e=f"fn(k: {PART('p', 'k')})", new={"x": "u"}),
                ),
                *_WITHIN,
                "dot(force(Y, p), W(force(Y, p))) > 0",
                (
                    f"norm({_STEP('p')}/dot(v, {_STEP('p')}) - {_LIMITED}) <= {_RATIO}*norm({_HERE} - {_LIMITED})",
                    lemma("LEM-large-step", x="Y[p]", g="force(Y, p)"),
                ),
                (f"{_OFF} == norm({_HERE} - {_LIMITED})", leaf()),
            ],
            leaf(
                f"1: norm({_STEP('p')}/dot(v, {_STEP('p')}) - {_LIMITED}) <= {_RATIO}*norm({_HERE} - {_LIMITED})",
                f"eq {_RATIO}: {_OFF} == norm({_HERE} - {_LIMITED})",
                f"1: {HEIGHT('p')} > 0; 1/tau > 0; 1/dot(v, force(Y, p)) > 0; {_OFF} <= {DIAMETER}",
            ),
        ),
    ),
)
_VALUES: dict[str, Any] = {
    "W": diagonal(1, 1, 1, 1),
    "P": [diagonal("log(2)", 0, 0, 0)] * 2,
    "mu": 1,
    "L": 1,
    "C": "sqrt(2)",
    "z": [1, 1, 0, 0],
    "Y": [TOP, [0, 1, 0, 0]],
}
SHOWN = [_KEPT, _MEAN, f"{_NEXT} <= 8*K*C*L/mu*{DIAMETER}^2", _FAR]

formal(
    "CON-B2.infinity",
    statement=model(NO_SKIP, NORMS, {"show": SHOWN}),
    proof=[have(_INSIDE, KNOWN), have(_INSIDE, KNOWN), _SQUARED, _LIMIT],
    instance=state({**_VALUES, "K": 1}, tokens=2),
    twin=Variant(
        "without a bound on P",
        {"forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= K*norm(a)*norm(b)": "K <= 1"},
        state({**_VALUES, "K": 0}, tokens=2),
    ),
)
