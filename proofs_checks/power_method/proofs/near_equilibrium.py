"""One step of the attention map near an equilibrium off the eigenvectors, to first order in the tangent parts.

The weights of token i at X are those at S times exp(kap(j)), divided by their sum; what V makes of their mean across
S[o] vanishes at S, so that neither the sum nor the length of the image matter to first order.
"""

from __future__ import annotations

from proofs_checks.lemmas.near_exponents import BOUND
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, take

NEARBY: Part = {
    "letters": ["S[token], Y[token]: vector; o: token; nu, p, v, r: number"],
    "where": [
        "own(j) := weight(S, o, j)",
        "kap(j) := dot(Y[o], P(Y[j])) - dot(S[o], P(S[j]))",
        "off(j) := Y[j] - dot(S[j], Y[j])*S[j]",
        "lin(j) := dot(off(o), P(S[j])) + dot(S[o], P(off(j)))",
        "across(u) := u - dot(S[o], u)*S[o]",
        "pulled := sum(j: own(j)*exp(kap(j))*across(V(Y[j])))",
        "linear := sum(j: own(j)*(lin(j)*across(V(S[j])) + across(V(off(j)))))",
    ],
    "given": [
        "forall j: dot(S[j], S[j]) == 1",
        "forall j: dot(Y[j], Y[j]) == 1",
        "forall j: norm(Y[j] - S[j]) <= r",
        "r <= 1",
        "p >= 0",
        "12*p*r <= 1",
        "v >= 0",
        BOUND("P", "p"),
        BOUND("V", "v"),
        "V(sum(j: own(j)*S[j])) == nu*S[o]",
    ],
}
PULL = NEARBY["given"][-1]
C1 = "v*(18*p^2 + 8*p + 1)"

_RHO = "(1 - dot(S[t], Y[t]))"
_MOVED = "(Y[t] - S[t])"
_Z = "across(w)"


def pair(t: str) -> Steps:
    """The change of the logit of a pair of tokens, and its exponential."""
    sides = f"kap({t}) <= 3*p*r and -(3*p*r) <= kap({t})"
    parts = f"kap({t}) - lin({t}) <= 2*p*r^2 and -2*p*r^2 <= kap({t}) - lin({t})"
    small = (
        f"exp(kap({t})) - 1 <= 2*(3*p*r) and -2*(3*p*r) <= exp(kap({t})) - 1 and 0 <= exp(kap({t})) - 1 - kap({t})"
        f" and exp(kap({t})) - 1 - kap({t}) <= 2*(3*p*r)^2"
    )
    return [
        *[f"dot({z}[{k}], {z}[{k}]) == 1" for z in ("S", "Y") for k in ("o", t)],
        *[f"norm(Y[{k}] - S[{k}]) <= r" for k in ("o", t)],
        (f"({sides}) and ({parts})", lemma("LEM-near-form", x="S[o]", y=f"S[{t}]", a="Y[o]", b=f"Y[{t}]")),
        (
            small,
            lemma(
                "LEM-near-exponent",
                leaf(f"1: -(3*p*r) <= kap({t})"),
                leaf(f"1: kap({t}) <= 3*p*r"),
                leaf("1/2: 12*p*r <= 1", "1/2:"),
                k=f"kap({t})",
                s="3*p*r",
            ),
        ),
    ]


def shorter(w: str, z: str) -> tuple[str, Tree]:
    """What is left across S[o] is no longer."""
    return (
        f"norm({z}) <= norm({w})",
        rule(
            "below the square",
            KNOWN,
            leaf(f"1: sq dot(S[o], {w})", use=["dot(S[o], S[o]) == 1"]),
            a=f"norm({z})",
            b=f"norm({w})",
        ),
    )


def seen(z: str, w: str, u: str, length: str, known: Tree) -> Steps:
    """|z V u| <= v |w| length, where z is no longer than w."""
    steps: Steps = [(f"norm({u}) <= {length}", known)]
    for sign in ("", "-"):
        said = f"dot({sign}({z}), V({u})) <= v*norm({sign}({z}))*norm({u})"
        steps += [
            (said, take(BOUND("V", "v"), [f"{sign}({z})", u], KNOWN)),
            (
                f"{sign}dot({z}, V({u})) <= v*norm({w})*{length}",
                leaf(
                    f"1: {said}",
                    f"1: v >= 0; norm({u}) >= 0; norm({z}) <= norm({w})",
                    f"1: v >= 0; norm({w}) >= 0; norm({u}) <= {length}",
                ),
            ),
        ]
    return steps


_F, _H = f"dot({_Z}, V(S[t]))", f"dot({_Z}, V({_MOVED}))"
_M = "v*norm(w)"
_SHORT: Steps = [
    (f"{_RHO} >= 0", leaf("1/2: sq norm(Y[t] - S[t])", use=["dot(S[t], S[t]) == 1", "dot(Y[t], Y[t]) == 1"])),
    ("r >= 0", leaf("1: norm(Y[t] - S[t]) >= 0", "1: norm(Y[t] - S[t]) <= r")),
    (
        f"{_RHO} <= r^2/2",
        leaf(
            "1/2: norm(Y[t] - S[t]) <= r; norm(Y[t] - S[t]) >= 0",
            "1/2: norm(Y[t] - S[t]) <= r; r >= 0",
            use=["dot(S[t], S[t]) == 1", "dot(Y[t], Y[t]) == 1"],
        ),
    ),
]
_ONE = "exp(kap(t)) - 1"
_EACH = have(
    [
        *pair("t"),
        *_SHORT,
        shorter("w", _Z),
        *seen(_Z, "w", "S[t]", "1", leaf(norms=["1"], use=["dot(S[t], S[t]) == 1"])),
        *seen(_Z, "w", _MOVED, "r", KNOWN),
        (f"{_M} >= 0", leaf("1: v >= 0; norm(w) >= 0")),
        ("own(t) > 0", KNOWN),
        (
            f"exp(kap(t))*dot({_Z}, V(Y[t])) - dot({_Z}, V(S[t])) - lin(t)*dot({_Z}, V(S[t])) - dot({_Z}, V(off(t)))"
            f" <= {C1}*r^2*norm(w)",
            leaf(
                f"1: 0 <= {_ONE} - kap(t); {_F} <= {_M}*1",
                f"1: {_ONE} - kap(t) <= 2*(3*p*r)^2; {_M} >= 0",
                f"1/2: kap(t) - lin(t) <= 2*p*r^2; -{_F} <= {_M}*1",
                f"1/2: -2*p*r^2 <= kap(t) - lin(t); {_F} <= {_M}*1",
                f"1/2: {_ONE} <= 2*(3*p*r); -{_H} <= {_M}*r",
                f"1/2: -2*(3*p*r) <= {_ONE}; {_H} <= {_M}*r",
                f"1: {_RHO} >= 0; -{_F} <= {_M}*1",
                f"1: {_RHO} <= r^2/2; {_M} >= 0",
                f"1/2: {_M} >= 0; sq r",
            ),
        ),
    ],
    leaf(
        f"1: own(t) > 0; exp(kap(t))*dot({_Z}, V(Y[t])) - dot({_Z}, V(S[t])) - lin(t)*dot({_Z}, V(S[t]))"
        f" - dot({_Z}, V(off(t))) <= {C1}*r^2*norm(w)",
    ),
)
_TERM = (
    f"own(j)*({C1}*r^2*norm(w) - (exp(kap(j))*dot({_Z}, V(Y[j])) - dot({_Z}, V(S[j])) - lin(j)*dot({_Z}, V(S[j]))"
    f" - dot({_Z}, V(off(j)))))"
)
_ROW = "sum(j: own(j)) == 1"
_STILL = f"dot({_Z}, V(sum(j: own(j)*S[j]))) == dot({_Z}, nu*S[o])"

formal(
    "LEM-near-equilibrium.pull",
    title="The pull across a token near an equilibrium, to first order",
    statement=model(
        V,
        P,
        {"where": ATTENTION["where"]},
        NEARBY,
        {"show": [f"forall w in vector: dot(w, pulled - linear) <= {C1}*r^2*norm(w)"]},
    ),
    proof=intro(
        "w",
        have(
            [
                (f"sum(j: {_TERM}) >= 0", rule("positive sum", _EACH, e=f"fn(j: {_TERM})", new={"x": "t"})),
                (_ROW, leaf()),
                (_STILL, lemma("LEM-same-dot", u="V(sum(j: own(j)*S[j]))", w="nu*S[o]", z=_Z)),
            ],
            leaf(
                f"1: sum(j: {_TERM}) >= 0",
                f"eq {C1}*r^2*norm(w): {_ROW}",
                f"eq 1: {_STILL}",
                use=["dot(S[o], S[o]) == 1"],
            ),
        ),
    ),
)
