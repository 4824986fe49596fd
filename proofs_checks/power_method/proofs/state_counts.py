"""Remark 1: how many consensus and bipartite states there are on given eigenvectors, by numbering them one to one."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from proofs_checks.power_method.proofs.state_numbers import (
    AT,
    BASIS,
    CODE,
    EACH,
    INJECTIVE,
    LINES,
    NUMBERED,
    ONCE,
    ONE_LINE,
    POWER,
    SIZE,
    UNIT,
    into,
    onto,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    absurd,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    witness,
)

PLANE: Part = {
    "tokens": 2,
    "dim": 2,
    "directions": 2,
    "letters": {
        "V": [[2, 0], [0, -1]],
        "v": [[1, 0], [0, -1]],
        "m": [2, -1],
    },
}
DIGITS_OF_TWO = {"mask": [[0, 0], [1, 0]], "b": [1, 2]}


def here(**letters: int) -> Part:
    """Two tokens in the plane."""
    return {**PLANE, "letters": {**PLANE["letters"], **DIGITS_OF_TWO, **letters}}


WHOLE = "forall k in direction, X in state: on_line(X, k) => (exists n in size: n < 2^{0} and {1} == n)".format
formal(
    "POW-R1.count",
    statement=model(BASIS, NUMBERED, SIZE, {"show": [POWER("N"), LINES, WHOLE("N", CODE("X")), EACH("N"), ONCE]}),
    proof=[
        lemma("LEM-digits-sum"),
        ONE_LINE,
        into("N"),
        onto("N", "N", leaf("1: n + 1 <= 2^N", f"eq -1: {POWER('N')}")),
        INJECTIVE,
    ],
    instance=here(N=2),
    twin=Variant("three places for every token", {"2^N": "3^N"}, here(N=2)),
)

HALF: Part = {"letters": ["M: size"], "given": ["M + 1 == sum(j: 1)"]}
OTHER = "number_of(opposite(X), {0})".format
ONE_OF = (
    "forall k in direction, X in state: on_line(X, k) =>"
    f" (exists n in size: n < 2^M and ({CODE('X')} == n or {OTHER('k')} == n))"
)
NOT_BOTH = f"forall k in direction, X in state: on_line(X, k) and {CODE('X')} < 2^M => {OTHER('k')} >= 2^M"
FULL = "(M + 1)"
NUMBERS = WHOLE(FULL, CODE("Y")).replace("X in", "Y in").replace("(X,", "(Y,")
TURNED = intro(
    "t",
    have(
        ["X[t] == v[g] or X[t] == -v[g]"],
        split(
            "X[t] == v[g] or X[t] == -v[g]",
            {"right": leaf(use=["X[t] == v[g]"])},
            {"left": leaf(use=["X[t] == -v[g]"])},
        ),
    ),
)
OWN = "exists z in size: z < 2^(M + 1) and {0} == z".format
COUNTED: Steps = [(POWER(FULL), lemma("LEM-digits-sum", N=FULL)), (NUMBERS, into(FULL))]
MIRRORED: Steps = [
    UNIT,
    ("on_line(opposite(X), g)", TURNED),
    (OWN(AT("X")), take(NUMBERS, ["g", "X"], KNOWN)),
    (OWN(OTHER("g")), take(NUMBERS, ["g", "opposite(X)"], KNOWN)),
]
SMALLER = have(
    COUNTED,
    intro(
        "g,X,",
        have(
            MIRRORED,
            obtain(
                OWN(AT("X")),
                "n",
                split(
                    "n < 2^M or 2^M <= n",
                    witness("n", both(KNOWN, {"left": KNOWN})),
                    obtain(
                        OWN(OTHER("g")),
                        "r",
                        witness(
                            "r",
                            both(
                                leaf(
                                    "1: 2^M <= n",
                                    "1:",
                                    f"eq -1: {AT('X')} == n",
                                    f"eq -1: {OTHER('g')} == r",
                                    f"eq 1: {POWER(FULL)}",
                                ),
                                {"right": KNOWN},
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
NOT_SMALLER = have(
    COUNTED,
    intro(
        "g,X,",
        have(
            MIRRORED,
            obtain(
                OWN(AT("X")),
                "n",
                have(
                    [
                        ("n < 2^M", leaf(f"1: {AT('X')} < 2^M", f"eq -1: {AT('X')} == n")),
                        ("n + 1 <= 2^M", rule("next size", m="n", n="2^M")),
                    ],
                    leaf("1: n + 1 <= 2^M", f"eq 1: {AT('X')} == n", f"eq -1: {POWER(FULL)}"),
                ),
            ),
        ),
    ),
)
formal(
    "POW-R1.count.R2",
    statement=model(BASIS, NUMBERED, HALF, {"show": [LINES, ONE_OF, NOT_BOTH, EACH("M"), ONCE]}),
    proof=[
        ONE_LINE,
        SMALLER,
        NOT_SMALLER,
        onto(FULL, "M", leaf("2: n + 1 <= 2^M", "1: n >= 0", "1:", f"eq -1: {POWER(FULL)}")),
        INJECTIVE,
    ],
    instance=here(M=1),
    twin=Variant("X and -X counted separately", {"2^M": "2^(M + 1)"}, here(M=1)),
)

SIGN = "(s == 1 or s == -1)"
AT_ONE = "forall k in direction, s in number: s == 1 or s == -1 => consensus(fn(i: s*v[k]))"
ONE_OF_THESE = f"exists k in direction, s in number: {SIGN} and (forall i: X[i] == s*v[k])"
OF_THESE = f"forall X in state: consensus(X) => ({ONE_OF_THESE})"
TWO_SIGNS = f"{SIGN} and {SIGN.replace('s', 't')}"
DIFFERENT = (
    f"forall k in direction, l in direction, s in number, t in number: {TWO_SIGNS} and s*v[k] == t*v[l] => k == l"
)
SIGNED = f"forall k in direction, s in number, t in number: {TWO_SIGNS} and s*v[k] == t*v[k] => s == t"
PRODUCT = "dot(v[g], s*v[g]) == dot(v[g], t*v[{0}])".format
SIDES = SIGN[1:-1]


def consensus_at(sign: str) -> Tree:
    """All tokens are where one of them is."""
    each = have(["X[i0] == X[t]"], leaf(use=["X[i0] == X[t]", f"X[t] == {sign}v[g]"]))
    side = {"right": leaf()} if sign else {"left": leaf()}
    return witness("g", witness(f"{sign}1", both(side, intro("i0", each))))


ONE_OF_THEM = intro(
    "X,",
    obtain(
        "exists k in direction: on_line(X, k)",
        "g",
        rule(
            "some element",
            have(
                ["X[t] == v[g] or X[t] == -v[g]"],
                split("X[t] == v[g] or X[t] == -v[g]", consensus_at(""), consensus_at("-")),
            ),
            C=ONE_OF_THESE,
            new={"x": "t"},
        ),
    ),
)


def multiplied(other: str) -> tuple[str, Tree]:
    """Equal multiples, multiplied by v_g."""
    return PRODUCT(other), lemma("LEM-same-dot", u="s*v[g]", w=f"t*v[{other}]", z="v[g]")


NOT_ACROSS = split(
    SIDES,
    *(leaf(f"eq {one}: {PRODUCT('h')}", use=[UNIT[0], "dot(v[g], v[h]) == 0", f"s == {one}"]) for one in ("1", "-1")),
)
APART = intro(
    "g,h,s,t,",
    split(
        "g == h or g != h",
        KNOWN,
        have([UNIT, "dot(v[g], v[h]) == 0", multiplied("h")], absurd(NOT_ACROSS)),
    ),
)
ONE_SIGN = intro("g,s,t,", have([UNIT, multiplied("g")], leaf(f"eq 1: {PRODUCT('g')}", use=UNIT[:1])))
STAYS = split(SIDES, {"left": leaf(use=["s == 1"])}, {"right": leaf(use=["s == -1"])})
formal(
    "POW-R1.count.R3",
    statement=model(
        BASIS,
        {
            "where": ["consensus(X) := (forall i, j: X[i] == X[j]) and (exists k in direction: on_line(X, k))"],
            "show": [AT_ONE, OF_THESE, DIFFERENT, SIGNED],
        },
    ),
    proof=[
        intro("g,s,", both(intro("i0,j0", KNOWN), witness("g", intro("t", STAYS)))),
        ONE_OF_THEM,
        APART,
        ONE_SIGN,
    ],
    instance=PLANE,
    twin=Variant(
        "eigenvectors that may be 0",
        {"dot(v[k], v[k]) == 1": "dot(v[k], v[k]) <= 1"},
        {**PLANE, "letters": {**PLANE["letters"], "v": [[1, 0], [0, 0]]}},
    ),
)
