"""Section 2.2: the indicators (5) to (7): shares of tokens, correlations with a plane, averages over directions."""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, absurd, both, have, intro, leaf, lemma, rule, split, take

GROWS = "new[i] > old[i] and grow[i] == 1 and fall[i] == 0 and stay[i] == 0"
FALLS = "new[i] < old[i] and grow[i] == 0 and fall[i] == 1 and stay[i] == 0"
STAYS = "new[i] == old[i] and grow[i] == 0 and fall[i] == 0 and stay[i] == 1"
COUNTED = f"forall i: ({GROWS}) or ({FALLS}) or ({STAYS})"
A, B, C = (part.replace("[i]", "[t]") for part in (GROWS, FALLS, STAYS))
SHARES = {
    "old": [1, "3/5", "4/5"],
    "new": ["4/5", "4/5", "4/5"],
    "grow": [0, 1, 0],
    "fall": [1, 0, 0],
    "stay": [0, 0, 1],
}
NOT_ONE = absurd(leaf("eq -1: grow[t] == 1", "eq: grow[t] == 0"))
SQUARES = "new[t]^2 > old[t]^2"


def by_case(first: Tree, second: Tree, third: Tree) -> Tree:
    """In each of the three cases of the token t."""
    return take(
        COUNTED,
        ["t"],
        split(f"({A}) or ({B}) or ({C})", split(f"({A}) or ({B})", first, second), third),
    )


def total(e: str, one: Tree, zero: Tree, third: Tree) -> tuple[str, Tree]:
    """A sum over the tokens of what is not negative in any case."""
    return f"sum(i: {e}) >= 0", rule("positive sum", by_case(one, zero, third), e=f"fn(i: {e})", new={"x": "t"})


formal(
    "POW-EQ5",
    statement={
        "letters": ["new[token], old[token], grow[token], fall[token], stay[token]: number"],
        "where": ["N := sum(i: 1)"],
        "given": ["forall i: old[i] >= 0", "forall i: new[i] >= 0", COUNTED],
        "show": [
            "sum(i: grow[i])/N >= 0 and sum(i: grow[i])/N <= 1",
            "forall i: (grow[i] == 1 => new[i]^2 > old[i]^2) and (new[i]^2 > old[i]^2 => grow[i] == 1)",
            "sum(i: grow[i])/N + sum(i: fall[i])/N + sum(i: stay[i])/N == 1",
        ],
    },
    proof=[
        have(
            [
                total("grow[i]", *[leaf("1:", "eq -1: grow[t] == 1")], *[leaf("eq -1: grow[t] == 0")] * 2),
                total("1 - grow[i]", leaf("eq: grow[t] == 1"), *[leaf("1:", "eq: grow[t] == 0")] * 2),
            ],
            both(
                leaf("1: sum(i: grow[i]) >= 0; 1/N > 0"),
                leaf("1: sum(i: 1 - grow[i]) >= 0; 1/N > 0"),
            ),
        ),
        intro(
            "t",
            have(
                ["old[t] >= 0", "new[t] >= 0"],
                both(
                    intro(
                        "",
                        by_case(
                            leaf("1: new[t] > old[t]; new[t] > old[t]", "2: new[t] > old[t]; old[t] >= 0"),
                            NOT_ONE,
                            NOT_ONE,
                        ),
                    ),
                    intro(
                        "",
                        by_case(
                            KNOWN,
                            absurd(
                                lemma(
                                    "LEM-two-signs",
                                    leaf(f"1: {SQUARES}"),
                                    leaf("1: new[t] < old[t]; new[t] < old[t]", "2: new[t] < old[t]; new[t] >= 0"),
                                    a="new[t]^2 - old[t]^2",
                                )
                            ),
                            absurd(
                                lemma(
                                    "LEM-two-signs",
                                    leaf("eq old[t] + new[t]: new[t] == old[t]"),
                                    leaf(f"1: {SQUARES}"),
                                    a="old[t]^2 - new[t]^2",
                                )
                            ),
                        ),
                    ),
                ),
            ),
        ),
        have(
            [
                (
                    "sum(i: grow[i] + fall[i] + stay[i]) == sum(i: 1)",
                    rule(
                        "equal sums",
                        by_case(
                            leaf(*(f"eq: {part}" for part in A.split(" and ")[1:])),
                            leaf(*(f"eq: {part}" for part in B.split(" and ")[1:])),
                            leaf(*(f"eq: {part}" for part in C.split(" and ")[1:])),
                        ),
                        e="fn(i: grow[i] + fall[i] + stay[i])",
                        f="fn(i: 1)",
                        new={"x": "t"},
                    ),
                ),
            ],
            leaf("eq 1/N: sum(i: grow[i] + fall[i] + stay[i]) == sum(i: 1)"),
        ),
    ],
    instance={"tokens": 3, "letters": SHARES},
    twin=Variant(
        "growing and falling tokens alone add up to one",
        {" + sum(i: stay[i])/N == 1": " == 1"},
        {"tokens": 3, "letters": SHARES},
    ),
)

OTHER = ["a^2 + b^2 == 1", "c^2 + e^2 == 1", "a*c + b*e == 0"]
COMPLETE = "forall f in vector: f == sum(k in direction: dot(v[k], f)*v[k])"
SQUARED = "sum(k in direction: dot(v[k], {0})*dot(v[k], {0}))"


def parseval(q: str) -> Tree:
    """The squared correlations of a unit token."""
    whole = f"{SQUARED.format(q)} == dot({q}, {q})"
    return have([(whole, lemma("LEM-Parseval", b="v", q=q, z=q))], leaf(f"eq: {whole}", f"eq: dot({q}, {q}) == 1"))


BASES = {
    "u1": [1, 0],
    "u2": [0, 1],
    "a": "3/5",
    "b": "4/5",
    "c": "-4/5",
    "e": "3/5",
    "x": [1, 2],
    "y": ["3/5", "4/5"],
    "z": ["4/5", "3/5"],
    "v": [["5/13", "12/13"], ["-12/13", "5/13"]],
    "first": 0,
}
formal(
    "POW-EQ67",
    statement={
        "spaces": ["E"],
        "letters": [
            "u1, u2, x, y, z: vector",
            "a, b, c, e: number",
            "v[direction]: vector",
            "first: direction",
        ],
        "where": [
            "w1 := a*u1 + b*u2",
            "w2 := c*u1 + e*u2",
            "gain(k) := dot(v[k], z)^2 - dot(v[k], y)^2",
            "d := sum(k in direction: 1)",
            "average := sum(k in direction: gain(k))/d",
            "turn := a*e - b*c",
        ],
        "given": [*OTHER, COMPLETE, "dot(y, y) == 1", "dot(z, z) == 1"],
        "show": [
            "dot(w1, x)^2 + dot(w2, x)^2 == dot(u1, x)^2 + dot(u2, x)^2",
            f"{SQUARED.format('y')} == 1 and {SQUARED.format('z')} == 1",
            "average == 0",
            "(gain(first) > average => gain(first) > 0) and (gain(first) > 0 => gain(first) > average)",
        ],
    },
    proof=[
        have(
            [
                (
                    "turn^2 == 1",
                    leaf(
                        "eq: a^2 + b^2 == 1",
                        "eq a^2 + b^2: c^2 + e^2 == 1",
                        "eq -(a*c + b*e): a*c + b*e == 0",
                    ),
                ),
                ("a == turn*e", leaf("eq -a: c^2 + e^2 == 1", "eq c: a*c + b*e == 0")),
                ("c == -turn*b", leaf("eq -c: a^2 + b^2 == 1", "eq a: a*c + b*e == 0")),
                ("a^2 == e^2", leaf("eq a + turn*e: a == turn*e", "eq e^2: turn^2 == 1")),
                ("a*b + c*e == 0", leaf("eq b: a == turn*e", "eq e: c == -turn*b")),
            ],
            leaf(
                "eq dot(u1, x)^2: c^2 + e^2 == 1",
                "eq dot(u1, x)^2 - dot(u2, x)^2: a^2 == e^2",
                "eq dot(u2, x)^2: a^2 + b^2 == 1",
                "eq 2*dot(u1, x)*dot(u2, x): a*b + c*e == 0",
            ),
        ),
        both(parseval("y"), parseval("z")),
        leaf(f"eq -1/d: {SQUARED.format('y')} == 1", f"eq 1/d: {SQUARED.format('z')} == 1"),
        both(
            intro("", leaf("1: gain(first) > average", "eq -1: average == 0")),
            intro("", leaf("1: gain(first) > 0", "eq: average == 0")),
        ),
    ],
    instance=plane(BASES, directions=2),
    twin=Variant(
        "eigenvectors of squared length 2",
        {"dot(v[k], f)*v[k]": "dot(v[k], f)*v[k]/2"},
        plane({**BASES, "v": [[1, 1], [-1, 1]]}, directions=2),
    ),
)
