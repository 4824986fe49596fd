"""Three clusters of two tokens in a plane: when the derivative of the attention map contracts, in numbers of pairs.

x and n are the places of the clusters and the directions across them. `own` is what comes of moving a token that looks,
`other` of moving the tokens that it sees, and `length` the length of its image, all times the sum of its row.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.contraction_of_three import GROUPS
from proofs_checks.power_method.proofs.models import ATTENTION, P, V
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, take

X = {group: f"x{group}" for group in GROUPS}
N = {group: f"n{group}" for group in GROUPS}


def ex(g: str, h: str) -> str:
    """The attention of a token of g to one of h, before it is divided by the row sum."""
    return f"exp(dot({X[g]}, P({X[h]})))"


def own(g: str) -> str:
    """The sum of the row of g, and what moving a token of g itself changes across it."""
    return " + ".join(f"{ex(g, h)}*(1 + alpha*dot({N[g]}, P({X[h]}))*dot({N[g]}, V({X[h]})))" for h in GROUPS)


def other(g: str, h: str) -> str:
    """What moving the tokens of h changes across those of g."""
    return f"{ex(g, h)}*(dot({X[g]}, P({N[h]}))*dot({N[g]}, V({X[h]})) + dot({N[g]}, V({N[h]})))"


def length(g: str) -> str:
    """The length of the image of a token of g, times the sum of its row."""
    return "(" + " + ".join(f"{ex(g, h)}*(1 + alpha*dot({X[g]}, V({X[h]})))" for h in GROUPS) + ")"


FRAMES = [
    fact
    for g in GROUPS
    for fact in (f"dot({X[g]}, {X[g]}) == 1", f"dot({N[g]}, {N[g]}) == 1", f"dot({X[g]}, {N[g]}) == 0")
]
PLANES = [f"forall u in vector: u == dot({X[g]}, u)*{X[g]} + dot({N[g]}, u)*{N[g]}" for g in GROUPS]
SIZES = [f"sum(j in {g}: 1) == 2" for g in GROUPS]
STATES = [f"{name}: " + ", ".join(f"{g} -> {at[g]}" for g in GROUPS) for name, at in (("three", X), ("tangent", N))]
CLUSTERS: dict[str, Any] = model(
    V,
    P,
    {
        "groups": list(GROUPS),
        "letters": [f"{', '.join((*X.values(), *N.values()))}: vector"],
        "where": [
            *ATTENTION["where"],
            "seen(S, i) := V(sum(j: weight(S, i, j)*S[j]))",
            "past(S, i, u) := u - dot(S[i], u)*S[i]",
            "derived(S, z, i) := 1/(1 + alpha*dot(S[i], seen(S, i)))*(z[i] + alpha*sum(j: weight(S, i, j)"
            "*((dot(z[i], P(S[j])) + dot(S[i], P(z[j])))*past(S, i, V(S[j])) + past(S, i, V(z[j])))))",
        ],
        "states": STATES,
        "given": [*FRAMES, *SIZES],
    },
)


def bounds(g: str, h: str) -> list[str]:
    """Bounds of the two kinds of changes across g, as letters."""
    changed = f"{own(g)} + alpha/2*{other(g, g)}" if h == "" else other(g, h)
    most = f"o{g}" if h == "" else f"s{g}{h}"
    return [f"{changed} <= {most}", f"-({changed}) <= {most}"]


def row(g: str, w: dict[str, str]) -> str:
    """The row of g contracts in the norm with these weights."""
    others = " + ".join(f"alpha*s{g}{h}*{w[h]}" for h in GROUPS if h != g)
    return f"o{g}*{w[g]} + alpha/2*s{g}{g}*{w[g]} + {others} <= q*{w[g]}*l{g}"


W = {g: f"w{g}" for g in GROUPS}
DELTAS = [f"forall i in {g}: delta[i] <= r*w{g} and -delta[i] <= r*w{g}" for g in GROUPS]
_MOVED = [f"forall i in {g}: d[i] == delta[i]*{N[g]}" for g in GROUPS]
_USE = [*FRAMES, *SIZES, *_MOVED]


def _total(h: str) -> str:
    return f"sum(j in {h}: delta[j])"


def _sums(g: str) -> Steps:
    """Bounds of the sums of a group, and of the sum without the token that looks."""
    steps: Steps = []
    for sign in ("", "-"):
        for h in GROUPS:
            term = f"r*w{h} - {sign}delta[j]"
            each = have(["delta[s1] <= r*w" + h, "-delta[s1] <= r*w" + h], leaf(f"1: {sign}delta[s1] <= r*w{h}"))
            said: Any = {"e": f"fn(j in {h}: {term})", "spaces": {"G": h}, "new": {"x": "s1"}}
            total = f"sum(j in {h}: {term}) >= 0"
            steps += [
                (total, rule("positive sum, group", each, **said)),
                (f"{sign}{_total(h)} <= 2*r*w{h}", leaf(f"1: {total}", use=SIZES)),
            ]
            if h == g:
                most = f"sum(j in {h}: {term}) >= {term.replace('[j]', '[t]')}"
                steps += [
                    (most, rule("term of a positive sum, group", each, y="t", **said)),
                    (f"{sign}({_total(h)} - delta[t]) <= r*w{h}", leaf(f"1: {most}", use=SIZES)),
                ]
    return steps


formal(
    "LEM-quotient-bound",
    title="What makes a number at most m times another one when multiplied by that is at most m",
    statement={
        "letters": ["a, b, c, m: number"],
        "given": ["b > 0", "a*b == c", "c <= m*b"],
        "show": ["a <= m"],
    },
    proof=leaf("1: c <= m*b", "eq 1: a*b == c", times=["b"]),
    instance={"letters": {"a": 1, "b": 2, "c": 2, "m": 3}},
)

_SPLIT = "dot(x, u)*x + dot(n, u)*n"
formal(
    "LEM-one-part",
    title="A vector of the plane of x and n without a part along x is as long as its part along n",
    statement={
        "letters": ["x, n, u: vector; m: number"],
        "given": [f"u == {_SPLIT}", "dot(x, u) == 0", "dot(n, u) <= m", "-dot(n, u) <= m"],
        "show": ["norm(u) <= m"],
    },
    proof=have(
        [(f"dot(u, u) == dot({_SPLIT}, u)", lemma("LEM-same-dot", u="u", w=_SPLIT, z="u"))],
        rule(
            "below the square",
            leaf("1/2: dot(n, u) <= m", "1/2: -dot(n, u) <= m"),
            leaf(
                "1: dot(n, u) <= m; -dot(n, u) <= m",
                f"eq 1: dot(u, u) == dot({_SPLIT}, u)",
                "eq dot(x, u): dot(x, u) == 0",
            ),
            a="norm(u)",
            b="m",
        ),
    ),
    instance={"dim": 2, "letters": {"x": [1, 0], "n": [0, 1], "u": [0, 3], "m": 3}},
)


def _row(g: str) -> Tree:
    """The part of the derivative across a token of g, which is all of it, by the bounds of its row."""
    derived, whole = "derived(three, d, t)", length(g)
    along = f"dot({N[g]}, {derived})"
    changed, factor = f"({own(g)} + alpha/2*{other(g, g)})", f"alpha/2*{other(g, g)}"
    others = [h for h in GROUPS if h != g]
    total = f"{changed}*delta[t] + {factor}*({_total(g)} - delta[t])" + "".join(
        f" + alpha/2*{other(g, h)}*{_total(h)}" for h in others
    )

    def side(sign: str) -> Steps:
        moved = {"": "delta[t]", "-": "-delta[t]"}[sign]
        back = {"": "-delta[t]", "-": "delta[t]"}[sign]
        flipped = "-" if sign == "" else ""
        rest = f"{_total(g)} - delta[t]"
        terms = [
            f"1/2: {changed} <= o{g}; {back} <= r*w{g}",
            f"1/2: -{changed} <= o{g}; {moved} <= r*w{g}",
            f"1/4: alpha > 0; {other(g, g)} <= s{g}{g}; {flipped}({rest}) <= r*w{g}",
            f"1/4: alpha > 0; -({other(g, g)}) <= s{g}{g}; {sign}({rest}) <= r*w{g}",
        ]
        for h in others:
            terms += [
                f"1/4: alpha > 0; {other(g, h)} <= s{g}{h}; {flipped}{_total(h)} <= 2*r*w{h}",
                f"1/4: alpha > 0; -({other(g, h)}) <= s{g}{h}; {sign}{_total(h)} <= 2*r*w{h}",
            ]
        terms += [
            f"1: r >= 0; {row(g, W)}",
            f"1: q >= 0; r >= 0; w{g} > 0; {whole} >= l{g}",
        ]
        return [
            (f"{sign}({total}) <= q*r*w{g}*{whole}", leaf(*terms)),
            (
                f"{sign}{along} <= q*r*w{g}",
                lemma(
                    "LEM-quotient-bound",
                    KNOWN,
                    leaf(f"eq {sign}1: {along}*{whole} == {total}"),
                    KNOWN,
                    a=f"{sign}{along}",
                    b=whole,
                    c=f"{sign}({total})",
                    m=f"q*r*w{g}",
                ),
            ),
        ]

    return intro(
        "t",
        have(
            [
                (f"{whole} > 0", leaf(f"1: {whole} >= l{g}", f"1: l{g} > 0")),
                *[(fact, KNOWN) for h in ("", *GROUPS) for fact in bounds(g, h)],
                *[(f"{sign}delta[t] <= r*w{g}", KNOWN) for sign in ("", "-")],
                *_sums(g),
                (f"{along}*{whole} == {total}", leaf(use=_USE)),
                *side(""),
                *side("-"),
                (f"dot({X[g]}, {derived}) == 0", leaf(use=_USE)),
                (
                    f"{derived} == dot({X[g]}, {derived})*{X[g]} + {along}*{N[g]}",
                    take(PLANES[GROUPS.index(g)], [derived], KNOWN),
                ),
            ],
            lemma("LEM-one-part", x=X[g], n=N[g], u=derived, m=f"q*r*w{g}"),
        ),
    )


for _g in GROUPS:
    formal(
        f"LEM-three-clusters.row.{_g}",
        title=f"The derivative of the attention map contracts at the tokens of cluster {_g}",
        statement=model(
            CLUSTERS,
            {
                "letters": [
                    "d[token]: vector; delta[token], r, q: number",
                    f"{', '.join([*W.values(), f'l{_g}', f'o{_g}', *[f's{_g}{h}' for h in GROUPS]])}: number",
                ],
                "given": [
                    PLANES[GROUPS.index(_g)],
                    "alpha > 0",
                    "r >= 0",
                    "q >= 0",
                    f"w{_g} > 0",
                    f"l{_g} > 0",
                    f"{length(_g)} >= l{_g}",
                    *[fact for h in ("", *GROUPS) for fact in bounds(_g, h)],
                    row(_g, W),
                    *_MOVED,
                    *DELTAS,
                ],
                "show": [f"forall i in {_g}: norm(derived(three, d, i)) <= q*r*w{_g}"],
            },
        ),
        proof=_row(_g),
    )
