"""POW-N14: one layer with uniform attention on independent normal tokens; the law of both correlations, exactly.

F' is written Ft, and D of the sentence M. That the variances along an orthonormal basis sum to d M says M = E|y|^2/d.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, rule, take

TRANSPOSED = "forall r in vector, z in vector: dot(r, F(z)) == dot(Ft(r), z)"
UNIT = "dot(v, v) == 1"
BASIS_UNIT = "forall k in direction: dot(e[k], e[k]) == 1"
SPREAD = "4*kappa^2 < (1 + s2)^2"
LAYER: Part = {
    "spaces": ["E"],
    "letters": ["x[token]: random vector", "t: token", "F, Ft: matrix", "v, e[direction]: vector"],
    "where": [
        "m := sum(j: 1)",
        "d := sum(k in direction: 1)",
        "y(X) := X[t] + sum(j: F(X[j]))/m",
        "trace := sum(k in direction: dot(e[k], F(e[k])))",
        "square := sum(k in direction: dot(Ft(e[k]), Ft(e[k])))",
        "M := 1 + (2*trace + square)/(m*d)",
        "s2 := (1 + (2*dot(v, F(v)) + dot(Ft(v), Ft(v)))/m)/M",
        "kappa := (1 + dot(v, F(v))/m)/sqrt(M)",
        "z1 := dot(v, x[t])",
        "z2 := dot(v, y(x))/sqrt(M)",
        "p := probability(abs(z1) < abs(z2))",
    ],
    "given": [
        "independent(x)",
        "standard_normal(x)",
        TRANSPOSED,
        UNIT,
        "d == dim(E)",
        BASIS_UNIT,
        "forall k in direction, l in direction: k != l => dot(e[k], e[l]) == 0",
        "M > 0",
    ],
}
PAIR = "forall a in number, b in number: normal(a*z1 + b*z2, a^2 + 2*a*b*kappa + b^2*s2)"
TURNED = (
    "forall a in number, b in number: normal(a*(z2 - z1) + b*(z2 + z1),"
    " a^2*(1 + s2 - 2*kappa) + 2*a*b*(s2 - 1) + b^2*(1 + s2 + 2*kappa))"
)
ALONG = "2*dot({0}, F({0})) + dot(Ft({0}), Ft({0}))"
MORE = f"{ALONG.format('v')} > (2*trace + square)/d"


def pair(f: str, g: str, u: str, w: str, a: str, b: str, A: str, B: str, C: str) -> Tree:
    """The law of the pair f(x), g(x) of linear forms of the tokens."""
    moments = leaf(use=[UNIT, BASIS_UNIT, TRANSPOSED])
    form = leaf(use=[TRANSPOSED])
    return rule(
        "normal pair",
        KNOWN,
        KNOWN,
        form,
        form,
        moments,
        moments,
        moments,
        y="x",
        f=f"fn(X in state: {f})",
        g=f"fn(X in state: {g})",
        i="t",
        u=u,
        w=w,
        a=f"fn(j: {a})",
        b=f"fn(j: {b})",
        A=A,
        B=B,
        K=C,
        new={"x": "X"},
    )


def joint(f: str, g: str, A: str, B: str, C: str) -> str:
    """What "normal pair" says of two forms with these variances and this covariance."""
    p = f"probability(abs({f}) < abs({g}))"
    return (
        f"(forall a in number, b in number: normal(a*({f}) + b*({g}), a^2*({A}) + 2*a*b*({C}) + b^2*({B})))"
        f" and (4*({C})^2 < ({A} + {B})^2 => 0 <= {p} and {p} <= 1"
        f" and sin(pi*({p} - 1/2)) == ({B} - ({A}))/sqrt(({A} + {B})^2 - 4*({C})^2)"
        f" and ({A} < {B} => 1/2 < {p}) and (1/2 < {p} => {A} < {B}))"
    )


VARIANCE = f"1 + ({ALONG})/m"
COORDINATE = joint(*["dot(e[c], y(x))"] * 2, *[VARIANCE.format("e[c]")] * 3)
BY_COORDINATE = pair(*["dot(e[c], y(X))"] * 2, *["e[c]"] * 2, *["Ft(e[c])/m"] * 2, *[VARIANCE.format("e[c]")] * 3)
FORMS = pair("dot(v, X[t])", "dot(v, y(X))/sqrt(M)", "v", "v/sqrt(M)", "0*v", "Ft(v)/(m*sqrt(M))", "1", "s2", "kappa")
BOTH = joint("z1", "z2", "1", "s2", "kappa")


def combinations(law: str) -> str:
    """The part of a joint law that speaks of all combinations."""
    return law.partition(" and ")[0][1:-1]


def at(law: str, proof: Tree, a: str, b: str) -> Tree:
    """One combination of two forms."""
    every = combinations(law)
    return have([(law, proof), (every, intro("a0,b0", KNOWN))], take(every, [a, b], KNOWN))


SINE = "sin(pi*(p - 1/2)) == (s2 - (1))/sqrt((1 + s2)^2 - 4*(kappa)^2)"
VALUES: Part = {
    "tokens": 2,
    "directions": 2,
    "dim": 2,
    "letters": {
        "x": "standard_normal",
        "t": 0,
        "F": [[1, 3], [0, 0]],
        "Ft": [[1, 0], [3, 0]],
        "v": ["3/5", "4/5"],
        "e": [["3/5", "4/5"], ["-4/5", "3/5"]],
    },
}
CLAIM = formal(
    "POW-N14",
    statement=model(
        LAYER,
        {
            "show": [
                f"forall k in direction: normal(dot(e[k], y(x)), {VARIANCE.format('e[k]')})",
                f"sum(k in direction: {VARIANCE.format('e[k]')}) == d*M",
                PAIR,
                TURNED,
                "(1 + s2 - 2*kappa)*(1 + s2 + 2*kappa) == (s2 + 1)^2 - 4*kappa^2",
                f"{SPREAD} => 0 <= p and p <= 1 and sin(pi*(p - 1/2)) == (s2 - 1)/sqrt((s2 + 1)^2 - 4*kappa^2)"
                f" and ({MORE} => p > 1/2) and (p > 1/2 => {MORE})",
            ],
        },
    ),
    proof=[
        intro("c", at(COORDINATE, BY_COORDINATE, "1", "0")),
        leaf(),
        intro("c1,c2", at(BOTH, FORMS, "c1", "c2")),
        intro("c1,c2", take(PAIR, ["c2 - c1", "c1 + c2"], KNOWN)),
        leaf(),
        intro(
            "",
            have(
                [(BOTH, FORMS), (SINE, KNOWN)],
                both(
                    KNOWN,
                    KNOWN,
                    leaf(f"eq 1: {SINE}"),
                    intro("", have([("1 < s2", leaf(f"1: {MORE}", times=["m", "M"]))], KNOWN)),
                    intro("", have(["1 < s2"], leaf("1: 1 < s2; M > 0; m > 0"))),
                ),
            ),
        ),
    ],
    instance=VALUES,
    twin=Variant("the trace counted once", {"(2*trace + square)/(m*d)": "(trace + square)/(m*d)"}, VALUES),
)
