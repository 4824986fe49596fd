"""Permutations of the tokens, as matrices of zeros and ones: sums over relabelled families."""

from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, enter, have, intro, leaf, lemma, rule, split, witness

PERMUTES = {
    "letters": ["c[token, token]: number"],
    "given": [
        "forall i, j: c[i, j] == 0 or c[i, j] == 1",
        "forall i: sum(j: c[i, j]) == 1",
        "forall j: sum(i: c[i, j]) == 1",
    ],
}
_HERE = "c[p, q] == 0 or c[p, q] == 1"
_EACH = have(
    [_HERE],
    split(
        _HERE,
        leaf("eq e[q] - f[p]: c[p, q] == 0"),
        have([_HERE, "f[p] == e[q]"], leaf("eq -c[p, q]: f[p] == e[q]")),
    ),
)
_PLACED = "sum(j: c[p, j]*e[j]) == sum(j: c[p, j]*f[p])"

formal(
    "LEM-permuted-sum",
    title="A relabelled family has the same sum",
    statement={
        "letters": [*PERMUTES["letters"], "e[token], f[token]: measurable number"],
        "given": [*PERMUTES["given"], "almost_always(forall i, j: c[i, j] == 1 => f[i] == e[j])"],
        "show": ["almost_always(sum(i: f[i]) == sum(j: e[j]))"],
    },
    proof=enter(
        "ae",
        have(
            [
                (
                    "sum(i: f[i]) == sum(i: sum(j: c[i, j]*e[j]))",
                    rule(
                        "equal sums",
                        have(
                            [
                                (
                                    _PLACED,
                                    rule(
                                        "equal sums",
                                        _EACH,
                                        e="fn(j: c[p, j]*e[j])",
                                        f="fn(j: c[p, j]*f[p])",
                                        new={"x": "q"},
                                    ),
                                ),
                                "sum(j: c[p, j]) == 1",
                            ],
                            leaf(f"eq -1: {_PLACED}", "eq -f[p]: sum(j: c[p, j]) == 1"),
                        ),
                        e="fn(i: f[i])",
                        f="fn(i: sum(j: c[i, j]*e[j]))",
                        new={"x": "p"},
                    ),
                ),
                (
                    "sum(j: sum(i: c[i, j])*e[j]) == sum(j: e[j])",
                    rule(
                        "equal sums",
                        have(["sum(i: c[i, q]) == 1"], leaf("eq e[q]: sum(i: c[i, q]) == 1")),
                        e="fn(j: sum(i: c[i, j])*e[j])",
                        f="fn(j: e[j])",
                        new={"x": "q"},
                    ),
                ),
            ],
            leaf(
                "eq 1: sum(i: f[i]) == sum(i: sum(j: c[i, j]*e[j]))",
                "eq 1: sum(j: sum(i: c[i, j])*e[j]) == sum(j: e[j])",
            ),
        ),
    ),
)
_FOUND = "exists j: c[p, j] == 1"

formal(
    "LEM-permuted-place",
    title="Every row of a permutation has a place",
    statement={
        "letters": PERMUTES["letters"],
        "given": PERMUTES["given"][:2],
        "show": ["forall i: exists j: c[i, j] == 1"],
    },
    proof=intro(
        "p",
        split(
            f"({_FOUND}) or not ({_FOUND})",
            KNOWN,
            absurd(
                have(
                    [
                        (
                            "sum(j: c[p, j]) == sum(j: 0)",
                            rule(
                                "equal sums",
                                have(
                                    [_HERE],
                                    split(
                                        _HERE,
                                        KNOWN,
                                        have(
                                            [(_FOUND, witness("q", KNOWN))],
                                            rule("contradiction", P=_FOUND, C="c[p, q] == 0"),
                                        ),
                                    ),
                                ),
                                e="fn(j: c[p, j])",
                                f="fn(j: 0)",
                                new={"x": "q"},
                            ),
                        ),
                        "sum(j: c[p, j]) == 1",
                    ],
                    leaf("eq 1: sum(j: c[p, j]) == sum(j: 0)", "eq -1: sum(j: c[p, j]) == 1"),
                )
            ),
        ),
    ),
)

formal(
    "LEM-permuted-sum.vectors",
    title="A relabelled family of vectors has the same sum",
    statement={
        "letters": [*PERMUTES["letters"], "u[token], w[token]: measurable vector"],
        "given": [*PERMUTES["given"], "almost_always(forall i, j: c[i, j] == 1 => w[i] == u[j])"],
        "show": ["almost_always(sum(i: w[i]) == sum(j: u[j]))"],
    },
    proof=have(
        [
            (
                "almost_always(sum(i: dot(sum(k: w[k]) - sum(k: u[k]), w[i]))"
                " == sum(j: dot(sum(k: w[k]) - sum(k: u[k]), u[j])))",
                lemma(
                    "LEM-permuted-sum",
                    *[KNOWN] * 3,
                    enter("ae", intro(["p", "q", ""], have(["w[p] == u[q]"], leaf(use=["w[p] == u[q]"])))),
                    e="fn(j: dot(sum(k: w[k]) - sum(k: u[k]), u[j]))",
                    f="fn(i: dot(sum(k: w[k]) - sum(k: u[k]), w[i]))",
                ),
            )
        ],
        enter(
            "ae",
            rule(
                "equal vectors",
                leaf(
                    "eq 1: sum(i: dot(sum(k: w[k]) - sum(k: u[k]), w[i]))"
                    " == sum(j: dot(sum(k: w[k]) - sum(k: u[k]), u[j]))"
                ),
                u="sum(i: w[i])",
                w="sum(j: u[j])",
            ),
        ),
    ),
)


def at_rest(fact: str, found: object) -> object:
    """What holds at almost every time and has nothing that moves, holds: else time would end."""
    never = rule("by continuity", rule("contradiction", P=fact, C="time <= 0"), a="time", b="0")
    ends = have(
        [("always(time <= 0)", never)], rule("time goes on", enter("every", leaf("1: time <= 0", "1:")), T="1", C=fact)
    )
    return have([(f"almost_always({fact})", found)], split(f"({fact}) or not ({fact})", KNOWN, ends))


formal(
    "LEM-permuted-sum.at-rest",
    title="A relabelled family of constant vectors has the same sum",
    statement={
        "letters": [*PERMUTES["letters"], "u[token], w[token]: vector"],
        "given": [*PERMUTES["given"], "forall i, j: c[i, j] == 1 => w[i] == u[j]"],
        "show": "sum(i: w[i]) == sum(j: u[j])",
    },
    proof=at_rest(
        "sum(i: w[i]) == sum(j: u[j])",
        lemma("LEM-permuted-sum.vectors", *[KNOWN] * 3, enter("ae", intro(["p", "q", ""], KNOWN))),
    ),
)

formal(
    "LEM-permuted-sum.constant",
    title="A relabelled family of constants has the same sum",
    statement={
        "letters": [*PERMUTES["letters"], "e[token], f[token]: number"],
        "given": [*PERMUTES["given"], "forall i, j: c[i, j] == 1 => f[i] == e[j]"],
        "show": "sum(i: f[i]) == sum(j: e[j])",
    },
    proof=at_rest(
        "sum(i: f[i]) == sum(j: e[j])",
        lemma("LEM-permuted-sum", *[KNOWN] * 3, enter("ae", intro(["p", "q", ""], KNOWN))),
    ),
)
