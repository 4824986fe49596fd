"""Where the map (1) is defined: for small steps everywhere, for U = I in a hemisphere for all steps."""

from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, diagonal, state
from proofs_checks.consensus.proofs.setting import ANY_VALUES
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, absurd, both, have, intro, leaf, lemma, rule, split

STEP = {
    **ANY_VALUES,
    "letters": [
        "W: operator; P[head], U[head]: matrix; F[head]: number; v: vector; root, tau: number; x[token]: vector"
    ],
    "where": [
        *ANY_VALUES["where"][:2],
        "moved(i) := x[i] + tau*sum(h in heads, j: att(h, x, i, j)*U[h](x[j]))",
        "length(u) := sqrt(dot(u, W(u)))",
    ],
    "given": [*ANY_VALUES["given"], "positive_definite(W)", "forall i: dot(x[i], W(x[i])) == 1", "tau >= 0"],
}
_BOUNDS = (
    "(forall h in heads: F[h] >= 0)"
    " and (forall h in heads, a in vector: dot(U[h](a), W(U[h](a))) <= F[h]^2*dot(a, W(a)))"
)
_MASS = "tau*sum(h in heads: F[h])/root"
_ONTO = "dot(moved(i)/length(moved(i)), W(moved(i)/length(moved(i)))) == 1"
_SMALL = f"{_BOUNDS} and {_MASS} < 1"
_ON = "forall i: dot(x[i], W(x[i])) == 1"
_Z = "moved(p)"
_PUSH = "dot(x[p], W(U[h1](x[q]))) >= -F[h1]"
_TERM = "att(h, x, p, j)*(dot(x[p], W(U[h](x[j]))) + F[h])"
_LOWER = f"dot(x[p], W({_Z})) >= 1 - {_MASS}"
_FORM = ("forall a in vector: dot(a, W(a)) >= 0", intro("a", rule("nonnegative form", W="W", u="a")))

_PUSHED = (
    _PUSH,
    have(
        [
            (
                "dot(x[p], W(U[h1](x[q])))^2 <= dot(x[p], W(x[p]))*dot(U[h1](x[q]), W(U[h1](x[q])))",
                rule("Cauchy-Schwarz, form", u="x[p]", w="U[h1](x[q])", W="W"),
            ),
            "dot(U[h1](x[q]), W(U[h1](x[q]))) <= F[h1]^2*dot(x[q], W(x[q]))",
            "dot(x[p], W(x[p])) == 1",
            "dot(x[q], W(x[q])) == 1",
            (
                "-dot(x[p], W(U[h1](x[q]))) <= F[h1]",
                rule(
                    "below the square",
                    KNOWN,
                    leaf(
                        "1: dot(x[p], W(U[h1](x[q])))^2 <= dot(x[p], W(x[p]))*dot(U[h1](x[q]), W(U[h1](x[q])))",
                        "1: dot(U[h1](x[q]), W(U[h1](x[q]))) <= F[h1]^2*dot(x[q], W(x[q]))",
                        use=["dot(x[p], W(x[p])) == 1", "dot(x[q], W(x[q])) == 1"],
                    ),
                    a="-dot(x[p], W(U[h1](x[q])))",
                    b="F[h1]",
                ),
            ),
        ],
        leaf("1: -dot(x[p], W(U[h1](x[q]))) <= F[h1]"),
    ),
)
_SUMMED = (
    f"sum(h in heads: sum(j: {_TERM})) >= 0",
    rule(
        "positive sum, heads",
        rule(
            "positive sum",
            have([_PUSHED, ("att(h1, x, p, q) >= 0", leaf())], leaf(f"1: att(h1, x, p, q) >= 0; {_PUSH}")),
            e="fn(j: " + _TERM.replace("[h]", "[h1]").replace("(h,", "(h1,") + ")",
            new={"x": "q"},
        ),
        e=f"fn(h in heads: sum(j: {_TERM}))",
        new={"x": "h1"},
    ),
)

_LOW = (_LOWER, leaf(f"1: tau >= 0; {_SUMMED[0]}", use=[_ON]))
_ANGLE = (
    f"dot(x[p], W({_Z}))^2 <= dot(x[p], W(x[p]))*dot({_Z}, W({_Z}))",
    rule("Cauchy-Schwarz, form", u="x[p]", w=_Z, W="W"),
)
_SQUARES = [
    f"1: {_ANGLE[0]}",
    f"1: sq dot(x[p], W({_Z})) - (1 - {_MASS})",
    f"2: {_MASS} < 1; {_LOWER}",
]
_POSITIVE = (
    f"dot({_Z}, W({_Z})) > 0",
    leaf(*_SQUARES, f"1: {_MASS} < 1; {_MASS} < 1", use=["dot(x[p], W(x[p])) == 1"]),
)
_LONG = (
    f"length({_Z}) >= 1 - {_MASS}",
    rule(
        "below the square",
        leaf(),
        leaf(*_SQUARES, use=["dot(x[p], W(x[p])) == 1"]),
        a=f"1 - {_MASS}",
        b=f"length({_Z})",
    ),
)

_ALONG = "sum(h in heads: sum(j: att(h, x, p, j)*dot(v, x[j])))"
_HIGH = (
    f"{_ALONG} >= 0",
    rule(
        "positive sum, heads",
        rule(
            "positive sum",
            have(
                ["dot(v, x[q]) > 0", ("att(h1, x, p, q) >= 0", leaf())],
                leaf("1: att(h1, x, p, q) >= 0; dot(v, x[q]) > 0"),
            ),
            e="fn(j: att(h1, x, p, j)*dot(v, x[j]))",
            new={"x": "q"},
        ),
        e="fn(h in heads: sum(j: att(h, x, p, j)*dot(v, x[j])))",
        new={"x": "h1"},
    ),
)
_AHEAD = (
    f"dot(v, {_Z}) > 0",
    leaf("1: dot(v, x[p]) > 0", f"1: tau >= 0; {_ALONG} >= 0", use=["forall h in heads, a in vector: U[h](a) == a"]),
)
_NOWHERE = f"dot(v, {_Z}) == dot(v, 0*v)"
_OFF_ZERO = (
    f"{_Z} != 0",
    split(
        f"{_Z} == 0 or {_Z} != 0",
        have(
            [(_NOWHERE, lemma("LEM-same-dot", u=_Z, w="0*v", z="v"))],
            absurd(leaf(f"eq 1/dot(v, {_Z}): {_NOWHERE}")),
        ),
        KNOWN,
    ),
)
_FORM_POSITIVE = (f"dot({_Z}, W({_Z})) > 0", rule("positive form", W="W", u=_Z))

formal(
    "CON-E1.c.repaired",
    statement=model(
        STEP,
        {
            "show": [
                f"{_SMALL} => (forall i: length(moved(i)) >= 1 - {_MASS} and {_ONTO})",
                "(forall h in heads, a in vector: U[h](a) == a) and (forall i: dot(v, x[i]) > 0)"
                f" => (forall i: {_ONTO} and dot(v, moved(i)/length(moved(i))) > 0)",
            ]
        },
    ),
    proof=[
        intro(["", "p"], have([_FORM, _SUMMED, _LOW, _ANGLE, _POSITIVE, _LONG], both(KNOWN, leaf()))),
        intro(
            ["", "p"],
            have([_HIGH, _AHEAD, _OFF_ZERO, _FORM_POSITIVE], both(leaf(), leaf(f"1: {_AHEAD[0]}; 1/length({_Z}) > 0"))),
        ),
    ],
    instance=state({"U": [diagonal(1, 1, 1, 1)] * 2, "F": [1, 1], "tau": "1/2", "x": [ON_ELLIPSE] * 3}),
    twin=Variant(
        "no loss of length",
        {f"length(moved(i)) >= 1 - {_MASS}": "length(moved(i)) >= 1"},
        state({"U": [diagonal(-1, -1, -1, -1)] * 2, "F": [1, 1], "tau": "1/2", "x": [ON_ELLIPSE] * 3}),
    ),
)
