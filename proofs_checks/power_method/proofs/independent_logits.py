"""D.4.1: heads with independent ranges have a bipartite equilibrium only where their logits agree."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.head_poles import (
    HEADS,
    STATE,
    USE,
)
from proofs_checks.power_method.proofs.independent_heads import RANGES
from proofs_checks.power_method.proofs.models import Part
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    restate,
    rule,
    split,
    take,
    witness,
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
    title="Why bipartite equilibria of the multi-head map are exceptional",
    sentence=(
        r"Let $Fv = \lambda v$ and let the ranges of the $V_h$ be independent, with matrices $R_h$ that keep the range"
        " of $V_h$ and send those of the others to 0. The state of p tokens at v and q at -v satisfies $s_i ="
        r" \nu_ix_i$ iff all active heads, $V_hv \neq 0$, have the same $a_h = v^TP_hv$: as many equations as active"
        r" heads, less one. (Then it is an equilibrium iff $1 + \alpha\lambda\gamma_i > 0$, stable or not.)"
    ),
    source=Source(PAPER, "Sections 2.1.1 and 3.1, D.4.1, Discussion"),
    kind="equilibrium",
    repairs="POW-2.1.nobip",
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
