"""Lemmas 9 and 13: rank and equal entries of the attention at a bipartite state; a step size for all factors, sharp."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, POINT, instance, values
from proofs_checks.power_method.proofs.equilibrium_classes import LENGTH_OF_V
from proofs_checks.power_method.proofs.false_attention import ENTRY, RANK_AT_LEAST_TWO, TWO_DIFFERENT_ROWS
from proofs_checks.power_method.proofs.models import ATTENTION, P, V, eigen, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, cases, groups, have, intro, leaf, rule, take, witness

LENGTH = LENGTH_OF_V["given"][1]
ROOM = ("alpha*norm_of_V < 1", leaf("1: alpha < 1/norm_of_V; norm_of_V > 0"))
BOUND = [
    (
        "lam^2 <= norm_of_V^2",
        take(LENGTH, ["v"], leaf("1: dot(V(v), V(v)) <= norm_of_V^2*dot(v, v)", use=eigen())),
    ),
    ("lam <= norm_of_V", rule("below the square", a="lam", b="norm_of_V")),
    ("-lam <= norm_of_V", rule("below the square", a="-lam", b="norm_of_V")),
    ROOM,
    ("1 + alpha*lam > 0", leaf("1: alpha*norm_of_V < 1", "1: alpha > 0; -lam <= norm_of_V")),
    ("1 - alpha*lam > 0", leaf("1: alpha*norm_of_V < 1", "1: alpha > 0; lam <= norm_of_V")),
]

formal(
    "POW-L13.R2",
    statement=model(
        V,
        P,
        BIPARTITE,
        {
            "letters": ["norm_of_V: number"],
            "given": [*LENGTH_OF_V["given"][:3], "alpha < 1/norm_of_V"],
            "show": ["c1 > 0", "c2 > 0"],
        },
    ),
    proof=[
        have(BOUND, leaf("1: p*E > 0; 1 + alpha*lam > 0", "1: q > 0; 1 - alpha*lam > 0", times=["E1"])),
        have(BOUND, leaf("1: q*E > 0; 1 + alpha*lam > 0", "1: p > 0; 1 - alpha*lam > 0", times=["E2"])),
    ],
    instance=instance(3, 1, values(lam=-3, V=symmetric(-3, 1, 1), norm_of_V=3)),
    twin=Variant(
        "twice the step size",
        {"1/norm_of_V": "2/norm_of_V"},
        instance(3, 1, values(lam=-3, V=symmetric(-3, 1, 1), alpha="1/2", norm_of_V=3)),
    ),
)

EXISTS = (
    "exists E in number, alpha in number, lam in number:"
    " E > 0 and alpha > 0 and abs(alpha*lam) < b and 1 + alpha*lam*((E - 1)/(E + 1)) < 0"
)
"""With p = q = 1."""
SHARP = [
    ("b + 1 > 0", leaf("1: b > 1", "2:")),
    ("3*b + 5 > 0", leaf("3: b > 1", "8:")),
    ("odds > 0", leaf("1: 3*b + 5 > 0", times=["b - 1"])),
    ("odds + 1 > 0", leaf("1: odds > 0", "1:")),
    ("gamma == (3 + b)/(2 + 2*b)", leaf()),
    ("1 + pace*gamma < 0", leaf("1: b > 1", times=["4"])),
    ("abs(pace) < b", rule("absolute", leaf("3/2: b > 1", "2:"), leaf("1/2: b > 1"), e="pace", b="b")),
]
formal(
    "POW-L13.sharp",
    statement={
        "letters": ["b: number"],
        "where": ["pace := -(1 + b)/2", "odds := (3*b + 5)/(b - 1)", "gamma := (odds - 1)/(odds + 1)"],
        "given": ["b > 1"],
        "show": ["gamma == (3 + b)/(2 + 2*b)", "1 + pace*gamma < 0", EXISTS],
    },
    proof=[
        have(SHARP, KNOWN),
        have(SHARP, KNOWN),
        have(
            SHARP,
            witness("odds", witness("1", witness("pace", both(KNOWN, KNOWN, KNOWN, KNOWN)))),
        ),
    ],
    instance={"letters": {"b": 2}},
    twin=Variant("even below -1", {"1 + pace*gamma < 0": "1 + pace*gamma < -1"}, {"letters": {"b": 2}}),
)


def for_all(names: str, inner: Tree, end: int = 0) -> Tree:
    """A statement about tokens of either group, one letter after the other."""
    if end == len(names):
        return inner
    return groups(*[intro(names[end], for_all(names, inner, end + 1))] * 2)


RANK_ONE = f"forall i, j, k, l: {ENTRY('i', 'k')}*{ENTRY('j', 'l')} == {ENTRY('i', 'l')}*{ENTRY('j', 'k')}"
DETERMINANT = "(exp(4*a) - 1)/(delta1*delta2*exp(2*a))"
MINOR = f"{ENTRY('s', 's')}*{ENTRY('t', 't')} - {ENTRY('s', 't')}*{ENTRY('t', 's')}"


SAME_ROWS = [(0, 1), (0, 2), (1, 2)]
PRODUCT = "delta1*delta2*exp(2*a)"


def side(fact: str, below: str, above: str, sign: str, order: str) -> Tree:
    """exp(4 a) lies on the side of 1 that the sign of a says."""
    strict = f"exp({below}) < exp({above})"
    return have(
        [
            fact,
            (strict, rule("exp strictly monotone", leaf(f"4: {fact}"), a=below, b=above)),
            (f"{sign}{DETERMINANT} > 0", leaf(f"1: {strict}; 1/({PRODUCT}) > 0")),
            f"{MINOR} == {DETERMINANT}",
            (f"{sign}({MINOR}) > 0", leaf(f"1: {sign}{DETERMINANT} > 0", f"eq {order}: {MINOR} == {DETERMINANT}")),
        ],
        KNOWN,
    )


def some(group: str, name: str, goal: str, then: Tree) -> Tree:
    """A token of a group."""
    return rule("some element, group", then, C=goal, new={"x": name}, spaces={"G": group})


def rows() -> Tree:
    """Three tokens in two groups: two of them are in one, and their rows agree."""

    def branch(sides: str) -> Tree:
        if len(sides) == 3:
            which = next(k for k, (a, b) in enumerate(SAME_ROWS) if sides[a] == sides[b])
            agree = groups(intro("z", leaf(use=POINT)), intro("z", leaf(use=POINT)))
            return {"right": agree} if which == 2 else {"left": {"right" if which else "left": agree}}
        return groups(*[intro("stu"[len(sides)], branch(sides + side)) for side in "AB"])

    return branch("")


NOT_ZERO = some(
    "A",
    "s",
    RANK_AT_LEAST_TWO,
    some(
        "B",
        "t",
        RANK_AT_LEAST_TWO,
        witness(
            "s",
            witness(
                "t",
                witness(
                    "s",
                    witness("t", cases("a", side("a > 0", "0", "4*a", "", "-1"), side("a < 0", "4*a", "0", "-", "1"))),
                ),
            ),
        ),
    ),
)
formal(
    "POW-L9.bip.repaired",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        {
            "where": ["delta1 := p*exp(a) + q*exp(-a)", "delta2 := p*exp(-a) + q*exp(a)"],
            "show": [
                f"forall s in A, t in B: {MINOR} == {DETERMINANT}",
                f"a != 0 => ({RANK_AT_LEAST_TWO})",
                TWO_DIFFERENT_ROWS,
                f"a == 0 => ({RANK_ONE})",
            ],
        },
    ),
    proof=[
        intro("s,t", leaf(use=POINT)),
        intro("", NOT_ZERO),
        rows(),
        intro("", for_all("stuz", leaf(use=[*POINT, "a == 0"]))),
    ],
    instance=instance(2, 1, values()),
    twin=Variant("without the factor E + 1", {"(exp(4*a) - 1)/": "(exp(2*a) - 1)/"}, instance(2, 1, values())),
)
