"""CON-H.10.repaired: the eigenvalues of the first token of its sign, and all of them for two tokens."""

from __future__ import annotations

from proofs_checks.consensus.proofs.mixed_signs import ABOVE, ALL_NEGATIVE, EARLIER, FIRST, SHOW, SMALL, SQUARE, VALUE
from verify.tactics.build import KNOWN, Steps, Tree, absurd, both, have, intro, leaf, lemma, obtain, rule, split, take

ALIKE = "exp(-dot(v, P(v)))"


def opposite(sign: str) -> Tree:
    """The token p is the first of its sign."""
    logit = f"exp({sign}eps[j]*dot(v, P(v)))"
    each = have(["eps[s] == -eps[p]"], leaf(use=["eps[s] == -eps[p]", f"eps[p] == {sign}1"]))
    facts: dict[str, Tree] = {}
    for term, value in ((logit, ALIKE), (f"{logit}*eps[j]", f"-({sign}1)*{ALIKE}")):
        terms = rule("equal sums, before", each, i="p", e=f"fn(j: {term})", f=f"fn(j: {value})", new={"x": "s"})
        facts[f"sum(j in before(p): {term}) == sum(j in before(p): {value})"] = terms
    return have([*facts.items()], leaf(use=[*facts, f"eps[p] == {sign}1"]))


FIRST_OF_SIGN = intro(
    "p,mu,",
    have(
        ["eps[p] == 1 or eps[p] == -1"],
        split("eps[p] == 1 or eps[p] == -1", opposite(""), opposite("-")),
    ),
)


def at(text: str, token: str, mu: str = "nu") -> str:
    """A formula of i and mu, at a token and an eigenvalue."""
    moved = text.replace("own(i, mu)", f"own({token}, {mu})").replace("before(i)", f"before({token})")
    return moved.replace("(lam - mu)", f"(lam - {mu})").replace("eps[i]", f"eps[{token}]")


def divisor(token: str) -> tuple[str, Tree]:
    """What the eigenvalues of a token are divided by is positive."""
    return f"1/(root*({SQUARE} + {EARLIER(token)})) > 0", leaf()


POSITIVE = have(
    [(SHOW[3], FIRST_OF_SIGN)],
    intro(
        "r,nu,",
        have(
            [(at(VALUE, "r"), take(SHOW[3], ["r", "nu"], KNOWN)), f"{EARLIER('r')} >= 0", divisor("r")],
            leaf(f"1: {at(SMALL, 'r')}; {divisor('r')[0]}", f"eq -1: {at(VALUE, 'r')}"),
        ),
    ),
)
INSTANCE = intro(
    "p,mu,",
    obtain(
        "exists j: j < p",
        "q",
        have(
            [
                "mu < lam",
                (
                    f"{EARLIER('p')} >= 1",
                    rule("term of a positive sum, before", i="p", e="fn(j: 1)", y="q", new={"x": "s"}),
                ),
                (
                    "exp(2*dot(v, P(v))) <= exp(0)",
                    rule("exp monotone", leaf("2: dot(v, P(v)) <= 0"), a="2*dot(v, P(v))", b="0"),
                ),
            ],
            leaf(
                "1: exp(2*dot(v, P(v))) <= exp(0); mu < lam",
                f"1: {EARLIER('p')} >= 1; lam > 0",
                "1: mu > 0",
            ),
        ),
    ),
)


PLACE = "sum(j in upto({0}): 1)".format
ORDER = "forall k: forall i1: i1 < k => sum(j in upto(i1): 1) + 1 <= sum(j in upto(k): 1)"


def alike(sign: str, other: str) -> Tree:
    """Two tokens of one sign are not of both."""
    missing = f"exists i: eps[i] == {other}1"
    return obtain(
        missing,
        "o",
        have(
            [
                (
                    f"forall k: eps[k] == {sign}1",
                    rule("each of two tokens", i="c", j="g", P=f"fn(k: eps[k] == {sign}1)"),
                ),
                f"eps[o] == {sign}1",
            ],
            absurd(leaf(f"eq {other}1/2: eps[o] == {sign}1", f"eq {sign}1/2: eps[o] == {other}1")),
        ),
    )


OPPOSITE = split(
    "eps[c] == 1 or eps[c] == -1",
    split("eps[g] == 1 or eps[g] == -1", alike("", "-"), leaf(use=["eps[c] == 1", "eps[g] == -1"])),
    split("eps[g] == 1 or eps[g] == -1", leaf(use=["eps[c] == -1", "eps[g] == 1"]), alike("-", "")),
)
BOTH_SIGNS: Steps = [
    "eps[c] == 1 or eps[c] == -1",
    "eps[g] == 1 or eps[g] == -1",
    ("eps[c] == -eps[g]", OPPOSITE),
    (ORDER, lemma("LEM-positions")),
    f"{PLACE('c')} + 1 <= {PLACE('g')}",
    (f"{PLACE('g')} <= sum(j: 1)", rule("part of a positive sum", i="g", e="fn(j: 1)", new={"x": "q"})),
    (f"{PLACE('c')} >= 1", rule("term of a positive sum, upto", i="c", e="fn(j: 1)", y="c", new={"x": "q"})),
    (
        f"{EARLIER('c')} == 0",
        rule(
            "antisymmetry",
            leaf(f"1: {PLACE('c')} + 1 <= {PLACE('g')}", f"1: {PLACE('g')} <= sum(j: 1)", use=["sum(j: 1) == 2"]),
            KNOWN,
            a=EARLIER("c"),
            b="0",
        ),
    ),
    (
        f"{EARLIER('g')} == 1",
        rule(
            "antisymmetry",
            leaf(f"1: {PLACE('g')} <= sum(j: 1)", use=["sum(j: 1) == 2"]),
            leaf(f"1: {PLACE('c')} + 1 <= {PLACE('g')}", f"1: {PLACE('c')} >= 1"),
            a=EARLIER("g"),
            b="1",
        ),
    ),
]


def alone(token: str, first: Tree, second: Tree) -> tuple[str, Tree]:
    """A token is the first one of its sign."""
    return (
        FIRST(token)[1:-1],
        intro(
            "q",
            have(
                [
                    (
                        f"forall k: k < {token} => eps[k] == -eps[{token}]",
                        rule(
                            "each of two tokens",
                            KNOWN,
                            KNOWN,
                            first,
                            second,
                            i="c",
                            j="g",
                            P=f"fn(k: k < {token} => eps[k] == -eps[{token}])",
                        ),
                    )
                ],
                KNOWN,
            ),
        ),
    )


def later(i: str, j: str, token: str) -> Tree:
    """No token is before itself or an earlier one."""
    return intro("", rule("tokens in order", i=i, j=j, C=f"eps[{i}] == -eps[{token}]"))


FIRSTS: Steps = [
    alone("c", later("c", "c", "c"), later("g", "c", "c")),
    alone("g", intro("", KNOWN), later("g", "g", "g")),
    divisor("c"),
    divisor("g"),
]
ROOM, WIDE = f"{SQUARE} + 1 > 0", f"1/(root*({SQUARE} + 1)) > 0"
FORWARD = intro(
    "",
    have(
        ["own(g, low) < 0", (at(VALUE, "g", "low"), take(SHOW[3], ["g", "low"], KNOWN)), ROOM],
        leaf(
            f"1: own(g, low) < 0; root > 0; {ROOM}",
            f"eq -root*({SQUARE} + 1): {at(VALUE, 'g', 'low')}",
            use=[f"{EARLIER('g')} == 1"],
        ),
    ),
)


def negative(token: str, steps: Steps, then: Tree) -> Tree:
    """The eigenvalues of a token."""
    return intro("nu,", have([(at(VALUE, token), take(SHOW[3], [token, "nu"], KNOWN)), *steps], then))


BACKWARD = intro(
    "",
    rule(
        "each of two tokens",
        KNOWN,
        KNOWN,
        negative(
            "c",
            ["nu < lam", "1/root > 0"],
            leaf("1: nu < lam; 1/root > 0", f"eq 1: {at(VALUE, 'c')}", use=[f"{EARLIER('c')} == 0"]),
        ),
        negative(
            "g",
            ["nu <= low", f"{SQUARE} > 0", (WIDE, leaf())],
            leaf(
                f"1: {ABOVE}; {WIDE}",
                f"1: {SQUARE} > 0; nu <= low; {WIDE}",
                f"eq 1: {at(VALUE, 'g')}",
                use=[f"{EARLIER('g')} == 1"],
            ),
        ),
        i="c",
        j="g",
        P=f"fn(i: {ALL_NEGATIVE[11:-1]})",
    ),
)
WHOLE = f"({ALL_NEGATIVE} => {ABOVE}) and ({ABOVE} => {ALL_NEGATIVE})"

OF_TWO = have(
    [(SHOW[3], FIRST_OF_SIGN)],
    intro(
        "",
        rule(
            "two tokens",
            KNOWN,
            have([*BOTH_SIGNS, *FIRSTS], both(FORWARD, BACKWARD)),
            C=WHOLE,
            new={"x": "c", "y": "g"},
        ),
    ),
)
