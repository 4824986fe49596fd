"""D.4.1: when p tokens at v and q at -v are an equilibrium of the multi-head map, and of heads with independent ranges.

Independent ranges: vectors z_h in the ranges of the V_h with sum 0 are all 0, as in the standard layout where F is
nonsingular.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.independent_heads import RANGES
from proofs_checks.power_method.proofs.models import LAYER, SPHERES, Part
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    groups,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    restate,
    rule,
    split,
    take,
    unfold,
    witness,
)

HEADS: Part = {
    "letters": ["V[head], P[head]: matrix", "alpha: number"],
    "where": LAYER["where"],
    "maps": LAYER["maps"],
}
STATE: Part = {
    "groups": ["A", "B"],
    "letters": ["v: vector"],
    "where": [
        "p := sum(h in A: 1)",
        "q := sum(h in B: 1)",
        "odds(h) := exp(dot(v, P[h](v)))^2",
        "gamma1(h) := (p*odds(h) - q)/(p*odds(h) + q)",
        "gamma2(h) := (q*odds(h) - p)/(q*odds(h) + p)",
        "y1 := v + alpha*sum(h in heads: gamma1(h)*V[h](v))",
        "y2 := v + alpha*sum(h in heads: gamma2(h)*V[h](v))",
    ],
    "states": ["poles: A -> v, B -> -v"],
    "given": ["dot(v, v) == 1", "alpha > 0"],
}
ALONG = "(exists r in number: r > 0 and y{0} == r*v)".format
BOTH = f"{ALONG(1)} and {ALONG(2)}"
EQUILIBRIUM = "norm(y1) > 0 and norm(y2) > 0 and fixed(layer, poles)"
USE = ["dot(v, v) == 1"]


def along(k: int, group: str, sign: str) -> Tree:
    """At an equilibrium y is its length times v."""
    y, image = f"y{k}", "value(layer, poles, t)"
    return rule(
        "some element, group",
        have(
            [
                (f"{image} == {sign}v", take("forall i: value(layer, poles, i) == poles[i]", ["t"], KNOWN)),
                (f"{image} == {sign}unit({y})", leaf(use=USE)),
                (f"{sign}unit({y}) == {sign}v", lemma("LEM-both-equal", a=image, b=f"{sign}unit({y})", c=f"{sign}v")),
                (f"unit({y}) == v", KNOWN if not sign else opposite(f"-unit({y})", "-v")),
            ],
            witness(f"norm({y})", both(KNOWN, lemma("LEM-direction", y=y, x="v"))),
        ),
        C=ALONG(k),
        new={"x": "t"},
        spaces={"G": group},
    )


def opposite(u: str, w: str) -> Tree:
    """Equal vectors have equal opposites."""
    return restate(
        f"(-1)*({u}) + 0*v == (-1)*({w}) + 0*v", lemma("LEM-same-combination", u=u, w=w, z="v", k="-1", l="0")
    )


def kept(k: int, sign: str) -> Tree:
    """A token whose y is along v keeps its place."""
    y, image = f"unit(y{k})", "value(layer, poles, t)"
    return intro(
        "t",
        have(
            [
                (f"{image} == {sign}{y}", leaf(use=USE)),
                (f"{sign}{y} == {sign}v", opposite(y, "v") if sign else KNOWN),
            ],
            lemma("LEM-same-chain", u=image, w=f"{sign}{y}", z=f"{sign}v"),
        ),
    )


POSITIVE = [
    (
        f"norm(y{k}) > 0 and unit(y{k}) == v",
        obtain(ALONG(k), f"r{k}", lemma("LEM-along", y=f"y{k}", x="v", r=f"r{k}")),
    )
    for k in "12"
]
HERE: Part = {
    "tokens": {"A": 2, "B": 1},
    "heads": 2,
    "dim": 3,
    "letters": {
        "V": [[[2, 1, 0], [0, -1, 3], [0, 1, 1]], [[-1, 0, 2], [0, 1, 1], [0, 2, 0]]],
        "P": [[["log(2)", 1, 0], [0, 0, 1], [2, 0, 0]], [["log(3)", 0, 1], [1, 0, 0], [0, 0, 0]]],
        "alpha": "1/4",
        "v": [1, 0, 0],
    },
}
TURNED: Part = {
    **HERE,
    "letters": {
        **HERE["letters"],
        "V": [[[6, 1, 0], [0, -1, 3], [0, 1, 1]], [[0, 0, 2], [0, 1, 1], [0, 2, 0]]],
        "P": [[[0, 1, 0], [0, 0, 1], [2, 0, 0]], [[0, 0, 1], [1, 0, 0], [0, 0, 0]]],
        "alpha": 1,
    },
}
"""Equal logits: gamma_1 = 1/3, gamma_2 = -1/3."""

formal(
    "POW-N7.condition",
    title="When tokens at two opposite poles are an equilibrium of the multi-head map",
    statement=model(
        HEADS,
        STATE,
        {
            "show": [
                f"{EQUILIBRIUM} => {BOTH}",
                f"{BOTH} => {EQUILIBRIUM}",
            ]
        },
    ),
    proof=[
        intro("", unfold("fixed(layer, poles)", both(along(1, "A", ""), along(2, "B", "-")))),
        intro(
            "",
            have(
                POSITIVE,
                both(
                    KNOWN,
                    KNOWN,
                    unfold("goal", groups(kept(1, ""), kept(2, "-"))),
                ),
            ),
        ),
    ],
    instance=HERE,
    twin=Variant(
        "gamma_1 for both groups",
        {"gamma2(h) := (q*odds(h) - p)/(q*odds(h) + p)": "gamma2(h) := (p*odds(h) - q)/(p*odds(h) + q)"},
        TURNED,
    ),
)

SAME = "forall h in heads, k in heads: V[h](v) != 0 and V[k](v) != 0 => dot(v, P[h](v)) == dot(v, P[k](v))"
COMBINED = "sum(h in heads: gamma{0}(h)*V[h](v))".format
SEEN = "sum(h in heads: V[h](sum(j: weight(poles, h, i, j)*poles[j])))"
MULTIPLE = "(exists m in number: sum(h in heads: gamma{0}(h)*V[h](v)) == m*v)".format
EVEN = "forall k in heads, l in heads: V[k](v) != 0 and V[l](v) != 0 => gamma{0}(k) == gamma{0}(l)".format
FACTORS = "y1 == (1 + alpha*lam*gamma1(k))*v and y2 == (1 + alpha*lam*gamma2(k))*v"


def active(h: str) -> tuple[str, Tree]:
    """What the first combination says of the head h."""
    return (
        f"lam != 0 and lam*gamma1({h}) == m0",
        lemma("LEM-active-head", g="fn(h in heads: gamma1(h))", s=h, m="m0"),
    )


def reflected(h: str, k: str) -> tuple[str, Tree]:
    """Equal exponentials have exponents that are at most each other."""
    a, b = f"dot(v, P[{h}](v))", f"dot(v, P[{k}](v))"
    below = rule("exp reflects", leaf(f"eq {1 if h == 'h1' else -1}: odds(h1) == odds(k1)"), a=f"2*{a}", b=f"2*{b}")
    return f"{a} <= {b}", have([(f"2*{a} <= 2*{b}", below)], leaf(f"1/2: 2*{a} <= 2*{b}"))


ONLY_EVEN = intro(
    ",h1,k1,",
    obtain(
        MULTIPLE(1),
        "m0",
        have(
            [
                active("h1"),
                active("k1"),
                ("gamma1(h1) == gamma1(k1)", leaf("eq 1/lam: lam*gamma1(h1) == m0", "eq -1/lam: lam*gamma1(k1) == m0")),
                (
                    "odds(h1) == odds(k1)",
                    leaf("eq (p*odds(h1) + q)*(p*odds(k1) + q)/(2*p*q): gamma1(h1) == gamma1(k1)"),
                ),
                reflected("h1", "k1"),
                reflected("k1", "h1"),
            ],
            rule("antisymmetry", a="dot(v, P[h1](v))", b="dot(v, P[k1](v))"),
        ),
    ),
)


def even(i: int) -> tuple[str, Tree]:
    """Equal logits give equal factors."""
    same = "dot(v, P[k2](v)) == dot(v, P[l2](v))"
    return EVEN(i), intro("k2,l2,", have([(same, take(SAME, ["k2", "l2"], KNOWN))], leaf(use=[same])))


def combined(i: int, k: str) -> tuple[str, Tree]:
    """The combination, by the factor of a head that does something to v."""
    return f"{COMBINED(i)} == lam*gamma{i}({k})*v", lemma("LEM-even-heads", g=f"fn(h in heads: gamma{i}(h))", s=k)


ACTIVE = "exists h in heads: V[h](v) != 0"


def nothing(i: int) -> Tree:
    """Without such a head the combination is 0."""
    return rule(
        "equal vector sums, heads",
        split(
            "V[t](v) == 0 or V[t](v) != 0",
            leaf(use=["V[t](v) == 0"]),
            have(
                [(ACTIVE, witness("t", KNOWN))],
                rule("contradiction", P=ACTIVE, C=f"gamma{i}(t)*V[t](v) == 0*v"),
            ),
        ),
        e=f"fn(h in heads: gamma{i}(h)*V[h](v))",
        f="fn(h in heads: 0*v)",
        new={"x": "t"},
    )


EVERY_EVEN = intro(
    "",
    split(
        f"({ACTIVE}) or not ({ACTIVE})",
        obtain(
            ACTIVE,
            "s1",
            both(*[have([even(i), combined(i, "s1")], witness(f"lam*gamma{i}(s1)", KNOWN)) for i in (1, 2)]),
        ),
        both(*[witness("0", nothing(i)) for i in (1, 2)]),
    ),
)


def along_v(i: int) -> Tree:
    """y_i from the combination."""
    value = f"lam*gamma{i}(k1)*v"
    return restate(
        f"alpha*{COMBINED(i)} + 1*v == alpha*({value}) + 1*v",
        lemma("LEM-same-combination", u=COMBINED(i), w=value, z="v", k="alpha", l="1"),
    )


EVEN_FACTORS = intro(
    ",k1,", have([even(1), even(2), combined(1, "k1"), combined(2, "k1")], both(along_v(1), along_v(2)))
)

INDEPENDENT: Part = {
    "letters": ["R[head], F: matrix", "lam: number"],
    "given": RANGES["given"],
}
DIAGONAL: Part = {
    "tokens": {"A": 2, "B": 1},
    "heads": 2,
    "dim": 2,
    "letters": {
        "V": [[[2, 0], [0, 0]], [[0, 0], [0, 3]]],
        "R": [[[1, 0], [0, 0]], [[0, 0], [0, 1]]],
        "F": [[2, 0], [0, 3]],
        "P": [[["log(2)", 1], [2, 0]], [["log(3)", 0], [1, 0]]],
        "alpha": "1/4",
        "v": [1, 0],
        "lam": 2,
    },
}
formal(
    "POW-2.1.nobip.repaired",
    statement=model(
        HEADS,
        STATE,
        INDEPENDENT,
        {
            "show": [
                f"forall i in A: {SEEN} == {COMBINED(1)}",
                f"forall i in B: {SEEN} == -{COMBINED(2)}",
                f"{MULTIPLE(1)} and {MULTIPLE(2)} => ({SAME})",
                f"({SAME}) => {MULTIPLE(1)} and {MULTIPLE(2)}",
                f"({SAME}) => (forall k in heads: V[k](v) != 0 => {FACTORS})",
            ]
        },
    ),
    proof=[intro("t", leaf(use=USE)), intro("t", leaf(use=USE)), ONLY_EVEN, EVERY_EVEN, EVEN_FACTORS],
    instance=DIAGONAL,
    twin=Variant("gamma_1 for both groups", {"lam*gamma2(k))*v": "lam*gamma1(k))*v"}, DIAGONAL),
)

LOGITS = f"({MULTIPLE(1)} and {MULTIPLE(2)} => ({SAME}))"
SAME_FACTORS = f"(({SAME}) => (forall k in heads: V[k](v) != 0 => {FACTORS}))"
SIGNS = "1 + alpha*lam*gamma1(k) > 0 and 1 + alpha*lam*gamma2(k) > 0"
ONE_P = "forall h in heads, u in vector: P[h](u) == Q(u)"


def condition(then: Tree) -> Tree:
    """POW-N7.condition at hand."""
    return have([(f"({EQUILIBRIUM} => {BOTH}) and ({BOTH} => {EQUILIBRIUM})", lemma("POW-N7.condition"))], then)


def solved(i: int) -> tuple[str, Tree]:
    """The combination, from y_i along v."""
    return (
        MULTIPLE(i),
        obtain(
            ALONG(i),
            f"r{i}",
            witness(f"(r{i} - 1)/alpha", lemma("LEM-solved", x="v", g=COMBINED(i), k="alpha", c=f"r{i}")),
        ),
    )


SAID = " and ".join(
    (
        f"(forall i in A: {SEEN} == {COMBINED(1)}) and (forall i in B: {SEEN} == -{COMBINED(2)})",
        LOGITS,
        f"(({SAME}) => {MULTIPLE(1)} and {MULTIPLE(2)})",
        SAME_FACTORS,
    )
)
"""POW-2.1.nobip.repaired."""


def positive(i: int) -> Tree:
    """The factor of y_i is the positive one."""
    factor = f"(1 + alpha*lam*gamma{i}(k1))"
    return obtain(
        ALONG(i),
        f"r{i}",
        have(
            [
                (f"{factor}*v == r{i}*v", lemma("LEM-both-equal", a=f"y{i}", b=f"{factor}*v", c=f"r{i}*v")),
                (
                    f"dot(v, {factor}*v) == dot(v, r{i}*v)",
                    lemma("LEM-same-dot", u=f"{factor}*v", w=f"r{i}*v", z="v"),
                ),
            ],
            leaf(f"1: r{i} > 0", f"eq -1: dot(v, {factor}*v) == dot(v, r{i}*v)", use=USE),
        ),
    )


formal(
    "POW-N7",
    statement=model(
        HEADS,
        STATE,
        INDEPENDENT,
        {
            "letters": ["Q: matrix"],
            "where": ["one(X, i, j) := exp(dot(X[i], Q(X[j])))/sum(k: exp(dot(X[i], Q(X[k]))))"],
            "maps": [f"single(X, i) = unit(X[i] + alpha*F(sum(j: one(X, i, j)*X[j]))) on {SPHERES}"],
            "show": [
                f"({EQUILIBRIUM} => {BOTH}) and ({BOTH} => {EQUILIBRIUM})",
                f"{EQUILIBRIUM} => ({SAME})",
                f"({SAME}) => (forall k in heads: V[k](v) != 0"
                f" => ({EQUILIBRIUM} => {SIGNS}) and ({SIGNS} => {EQUILIBRIUM}))",
                f"({ONE_P}) => (forall X in state, i: value(layer, X, i) == value(single, X, i))",
            ],
        },
    ),
    proof=[
        lemma("POW-N7.condition"),
        intro(
            "",
            condition(
                have([BOTH, (SAID, lemma("POW-2.1.nobip.repaired")), solved(1), solved(2)], intro("h1,k1,", KNOWN))
            ),
        ),
        intro(
            ",k1,",
            condition(
                have(
                    [
                        (SAID, lemma("POW-2.1.nobip.repaired")),
                        *FACTORS.replace("(k)", "(k1)").split(" and "),
                    ],
                    both(
                        intro("", have([BOTH], both(positive(1), positive(2)))),
                        intro(
                            "",
                            have(
                                [
                                    (ALONG(i), witness(f"1 + alpha*lam*gamma{i}(k1)", both(KNOWN, KNOWN)))
                                    for i in (1, 2)
                                ],
                                KNOWN,
                            ),
                        ),
                    ),
                ),
            ),
        ),
        intro(",X,t", leaf(use=[ONE_P, *LAYER["given"]])),
    ],
    instance={**DIAGONAL, "letters": {**DIAGONAL["letters"], "Q": [[0, 0], [0, 0]]}},
    twin=Variant(
        "gamma_1 for both groups",
        {"1 + alpha*lam*gamma2(k) > 0": "1 + alpha*lam*gamma1(k) > 0"},
        {
            **DIAGONAL,
            "letters": {
                **DIAGONAL["letters"],
                "V": [[[6, 0], [0, 0]], [[0, 0], [0, 3]]],
                "F": [[6, 0], [0, 3]],
                "P": [[[0, 1], [2, 0]], [["log(3)", 0], [1, 0]]],
                "lam": 6,
                "alpha": 1,
                "Q": [[0, 0], [0, 0]],
            },
        },
    ),
)
