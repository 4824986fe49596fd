"""Appendix C, explicitly: small beta, by moves of one token alone."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import EAST, NORTH, SA, STATE, UNIT, USA, WEIGHTS, at
from proofs_checks.perspective.proofs.resting import RESTS
from proofs_checks.perspective.proofs.saddles import NO_CLUSTER
from proofs_checks.perspective.proofs.scheme import CLUSTERS, STEEP
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, define, have, intro, leaf, lemma, obtain, rule, split, witness

PLANE = {"letters": ["v, w: vector"], "given": ["dot(v, v) == 1", "dot(w, w) == 1", "dot(v, w) == 0"]}
"""Two orthonormal vectors: there are two dimensions at least."""
SMALL = "(n - 2)*exp(beta) < n*exp(-beta)"
"""The same as (n - 1) tanh(beta) < 1."""
_S = "dot(x[a], x[{0}])".format
_H = "dot(m, x[{0}])".format


def _below_one(q: str) -> tuple[str, Tree]:
    return f"1 - {_S(q)} >= 0", leaf(f"1/2: sq norm(x[a] - x[{q}])", use=[UNIT])


_HIGH = have(
    [
        (
            "forall i: dot(m, x[i]) > 0",
            intro("q", have([f"{_H('a')} <= {_H('q')}"], leaf(f"1: {_H('a')} <= {_H('q')}", f"1: {_H('a')} > 0"))),
        ),
        ("forall i, j: x[i] == x[j]", lemma("LEM-resting-cap", w="m")),
    ],
    obtain(NO_CLUSTER, "s,t", have(["x[s] == x[t]"], rule("contradiction", P="x[s] == x[t]", C=STEEP("x")))),
)
_SLACK = f"(1 + {_S('{0}')})*exp(beta) - (1 - {_S('{0}')})*exp(-beta) - 2*{_S('{0}')}*e(x, a, {{0}})".format
_CHORD = (
    f"sum(j: {_SLACK('j')}) >= 0",
    rule(
        "positive sum",
        have(
            [
                _below_one("q"),
                (f"1 + {_S('q')} >= 0", leaf("1/2: sq norm(x[a] + x[q])", use=[UNIT])),
                (
                    "e(x, a, q) <= exp(beta)",
                    rule("exp monotone", leaf(f"1: beta >= 0; 1 - {_S('q')} >= 0"), a=f"beta*{_S('q')}", b="beta"),
                ),
                (
                    "exp(-beta) <= e(x, a, q)",
                    rule("exp monotone", leaf(f"1: beta >= 0; 1 + {_S('q')} >= 0"), a="-beta", b=f"beta*{_S('q')}"),
                ),
            ],
            leaf(
                f"1: 1 + {_S('q')} >= 0; e(x, a, q) <= exp(beta)",
                f"1: 1 - {_S('q')} >= 0; exp(-beta) <= e(x, a, q)",
            ),
        ),
        e=f"fn(j: {_SLACK('j')})",
        new={"x": "q"},
    ),
)
_LEFT = f"exp(beta) - sum(j: {_S('j')}*e(x, a, j))"
_ROOM = (
    f"{_LEFT} > 0",
    leaf(
        f"1/2: {_CHORD[0]}",
        f"1/2: {SMALL}",
        f"1/2: {_H('a')} <= 0; exp(beta) > 0",
        f"1/2: {_H('a')} <= 0; exp(-beta) > 0",
    ),
)
_GAIN = "dot(D(usa, x, d, {0}), d[{0}])".format


def _single(term: str) -> tuple[str, Tree]:
    """Of a sum over the tokens j that d enters, the term at a is left."""
    return f"sum(j: {term.format('j')}) == {term.format('a')}", rule(
        "single term",
        have(["d[q] == 0"], leaf(use=["d[q] == 0"])),
        e=f"fn(j: {term.format('j')})",
        y="a",
        new={"x": "q"},
    )


_PARTS = [
    _single(_GAIN("{0}")),
    _single("e(x, a, {0})*dot(d[{0}], u)"),
    _single("e(x, a, {0})*dot(d[{0}], x[a])*dot(u, x[{0}])"),
]
_SPREAD = (
    "sum(j: beta*e(x, a, j)*dot(u, x[j])^2) >= 0",
    rule(
        "positive sum",
        leaf("1: beta >= 0; e(x, a, q) > 0; sq dot(u, x[q])"),
        e="fn(j: beta*e(x, a, j)*dot(u, x[j])^2)",
        new={"x": "q"},
    ),
)
_BENT = have(
    [*_PARTS, _SPREAD],
    leaf(
        f"1: 1/n > 0; {_SPREAD[0]}",
        f"1: 1/n > 0; dot(u, u) > 0; {_ROOM[0]}",
        f"eq -1: {_PARTS[0][0]}",
        f"eq -1/n: {_PARTS[1][0]}",
        f"eq -beta/n: {_PARTS[2][0]}",
        use=[UNIT, "d[a] == u", "dot(x[a], u) == 0"],
    ),
)
_FOUND = "exists d in state: d[a] == u and (forall i: i != a => d[i] == 0)"
_RESTING = have(["d[p] == 0"], leaf(use=["d[p] == 0"]))
_MOVING = have(
    [("dot(x[a], d[a]) == 0", leaf(use=["d[a] == u", "dot(x[a], u) == 0"]))],
    rule("same token", i="a", j="p", P="fn(k: dot(x[k], d[k]) == 0)"),
)
_TANGENT = intro("p", split("p < a or a <= p", _RESTING, split("a < p or p <= a", _RESTING, _MOVING)))
_ACROSS = "exists u in vector: dot(u, u) > 0 and dot(x[a], u) == 0"
_LOW = have(
    [(_ACROSS, lemma("LEM-perpendicular", *[KNOWN] * 3, e="v", f="w", g="x[a]")), _CHORD, _ROOM],
    obtain(
        _ACROSS,
        "u",
        have(
            [(_FOUND, lemma("LEM-one-place"))],
            obtain(_FOUND, "d", witness("d", both(_TANGENT, _BENT))),
        ),
    ),
)
formal(
    "LEM-rising-single",
    title="At small beta an equilibrium with different tokens has one whose move alone makes the energy rise",
    statement=model(
        WEIGHTS, USA, PLANE, STATE, {"given": ["beta >= 0", SMALL, RESTS, NO_CLUSTER], "show": [STEEP("x")]}
    ),
    proof=define(
        ["m := sum(j: x[j])"],
        rule(
            "attained least",
            split(f"{_H('a')} <= 0 or {_H('a')} > 0", _LOW, _HIGH),
            e=f"fn(j: {_H('j')})",
            C=STEEP("x"),
            new={"x": "a"},
        ),
    ),
)


def almost_every_start(small: Tree) -> Tree:
    """Both flows, where beta is small enough."""
    return have(
        [(SMALL, small)],
        lemma("PER-T5.loj", intro(["x", "", "", ""], lemma("LEM-rising-single"))),
    )


_BY = {"dot(w, w) == 1": "w == 0"}
_GROWN = "n*exp(-(2*beta)) > n - 2"
_SMALLER = leaf(f"1: exp(beta) > 0; {_GROWN}")

formal(
    "PER-T4.3",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        PLANE,
        {"where": ["beta0 := 1/(2*n)"], "given": ["0 <= beta", "beta <= beta0"], "show": ["beta0 > 0", CLUSTERS]},
    ),
    proof=[
        leaf("1/2: 1/n > 0"),
        almost_every_start(
            have(
                [
                    ("1 + -(2*beta) <= exp(-(2*beta))", rule("exp tangent", a="-(2*beta)")),
                    (_GROWN, leaf("1: n > 0; 1 + -(2*beta) <= exp(-(2*beta))", "2: n > 0; beta <= beta0", "1:")),
                ],
                _SMALLER,
            )
        ),
    ],
    instance=at(2, 2, beta="1/5", v=EAST, w=NORTH),
    twin=Variant("on the line", _BY, at(2, 1, beta="1/5", v=[1], w=[0])),
)

_TANH = "tanh(a) == (exp(2*a) - 1)/(exp(2*a) + 1)"

formal(
    "PER-N3",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        PLANE,
        {
            "letters": ["a: number"],
            "given": ["n >= 3", "beta >= 0", "tanh(a) == 1/(n - 1)", "beta < a"],
            "show": CLUSTERS,
        },
    ),
    proof=almost_every_start(
        have(
            [
                (_TANH, rule("tanh", a="a")),
                ("n - 1 > 0", leaf("1: n >= 3", "2:")),
                (
                    "(n - 2)*exp(2*a) == n",
                    leaf(f"eq -(n - 1)*(exp(2*a) + 1): {_TANH}", "eq (n - 1)*(exp(2*a) + 1): tanh(a) == 1/(n - 1)"),
                ),
                ("exp(2*beta) < exp(2*a)", rule("exp strictly monotone", leaf("2: beta < a"), a="2*beta", b="2*a")),
                (
                    "(n - 2)*exp(2*beta) < n",
                    leaf(
                        "1: n >= 3; exp(2*beta) < exp(2*a)",
                        "1: exp(2*beta) < exp(2*a)",
                        "eq 1: (n - 2)*exp(2*a) == n",
                    ),
                ),
            ],
            leaf("1: exp(-beta) > 0; (n - 2)*exp(2*beta) < n"),
        )
    ),
    instance=at(3, 2, beta="1/2", a="log(3)/2", v=EAST, w=NORTH),
    twin=Variant("on the line", _BY, at(3, 1, beta="1/2", a="log(3)/2", v=[1], w=[0])),
)
