"""POW-N10: every pattern of signs on one eigenvector under causal attention, its tangent spectrum and its stability.

Token i is at eps_i v with eps_i = 1 or -1; plus and minus count the tokens up to i on its side and on the other one.
"""

from __future__ import annotations

import re

from proofs_checks.power_method.proofs.causal import POSITIONS
from proofs_checks.power_method.proofs.consensus_steps import TANGENT_DELTA
from proofs_checks.power_method.proofs.models import CAUSAL, P, Part, V, eigen
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, split, take, unfold

LOGIT = "exp(eps[{0}]*eps[{1}]*a)*mask[{0}, {1}]".format
SIGNS = "forall i: eps[i] == 1 or eps[i] == -1"
PATTERN: Part = {
    "letters": ["v: vector; lam, a: number; eps[token]: number"],
    "where": [
        "pattern := fn(i: eps[i]*v)",
        "E := exp(a)^2",
        f"raw(i) := sum(j: {LOGIT('i', 'j')})",
        f"turn(i) := sum(j: {LOGIT('i', 'j')}*eps[i]*eps[j])",
        "c(i) := 1 + alpha*lam*turn(i)/raw(i)",
        "plus(i) := sum(j: mask[i, j]*(1 + eps[i]*eps[j])/2)",
        "minus(i) := sum(j: mask[i, j]*(1 - eps[i]*eps[j])/2)",
    ],
    "given": ["V(v) == lam*v", "dot(v, v) == 1", "dot(v, P(v)) == a", SIGNS, "alpha > 0"],
}
POINT = [*eigen(), "dot(v, P(v)) == a"]
FACTOR = "fn(i, x in number: (1 + alpha*x*exp(eps[i]*eps[i]*a)*mask[i, i]/raw(i))/c(i))"
SPECTRUM = f"token_spectrum(causal, pattern, V, v, {FACTOR})"


def signed(token: str, then: object) -> Tree:
    """The two signs of a token; `then` makes the proof from the equation."""
    return split(f"eps[{token}] == 1 or eps[{token}] == -1", *[then(f"eps[{token}] == {e}") for e in ("1", "-1")])  # type: ignore[operator]


def fixed_proof() -> Tree:
    """The pattern is fixed."""
    return unfold(
        "goal",
        intro("t", have(["c(t) > 0", "raw(t) > 0"], signed("t", lambda e: leaf(use=[*POINT, e], norms=["c(t)"])))),
    )


def spectrum_proof() -> Tree:
    """One eigenvalue for every token and every eigenvalue of V on the complement of v."""
    return rule(
        "triangular",
        KNOWN,
        KNOWN,
        intro("t", signed("t", lambda e: {"left" if e.endswith("== 1") else "right": leaf(use=[e])})),
        fixed_proof(),
        have(
            ["c(i1) > 0", "raw(i1) > 0"],
            signed("i1", lambda e: leaf(use=[*POINT, TANGENT_DELTA, e], norms=["c(i1)"])),
        ),
        take("forall i, j: i < j => mask[i, j] == 0", ["i1", "i2"], leaf(use=["mask[i1, i2] == 0"])),
        F="causal",
        S="pattern",
        r="fn(i: 1/c(i))",
        k=f"fn(i, j: alpha*{LOGIT('i', 'j')}/(raw(i)*c(i)))",
        new={"i": "i1", "j": "i2", "d": "delta"},
    )


HERE: Part = {
    "tokens": 3,
    "dim": 2,
    "letters": {
        "V": [[2, 0], [0, 1]],
        "P": [["log(3)", 1], [2, 0]],
        "alpha": "1/4",
        "v": [1, 0],
        "lam": 2,
        "a": "log(3)",
        "eps": [1, -1, 1],
        "mask": [[1, 0, 0], [1, 1, 0], [1, 1, 1]],
    },
}
formal(
    "LEM-causal-pattern.spectrum",
    title="Tangent spectrum at a pattern of signs under causal attention",
    statement=model(V, P, CAUSAL, PATTERN, {"given": ["forall i: c(i) > 0 and raw(i) > 0"], "show": [SPECTRUM]}),
    proof=spectrum_proof(),
    instance=HERE,
)


def counted(token: str, sign: str) -> tuple[str, Tree]:
    """raw (sign +) or turn (sign -) by the tokens on both sides."""
    factor = "" if sign == "+" else f"*eps[{token}]*eps[{{0}}]"
    raw = LOGIT(token, "{0}") + factor
    split_ = (
        f"exp(a)*(mask[{token}, {{0}}]*(1 + eps[{token}]*eps[{{0}}])/2)"
        f" {sign} exp(-a)*(mask[{token}, {{0}}]*(1 - eps[{token}]*eps[{{0}}])/2)"
    )
    whole, parts = (f"sum(j: {text.format('j')})" for text in (raw, split_))
    equal = rule(
        "equal sums",
        signed(token, lambda e: signed("q1", lambda f: leaf(use=[e, f]))),
        e=f"fn(j: {raw.format('j')})",
        f=f"fn(j: {split_.format('j')})",
        new={"x": "q1"},
    )
    name = "raw" if sign == "+" else "turn"
    goal = f"{name}({token}) == exp(a)*plus({token}) {sign} exp(-a)*minus({token})"
    return goal, have([(f"{whole} == {parts}", equal)], leaf(f"eq 1: {whole} == {parts}"))


SEEN_TOKEN = "forall i, j: mask[i, j] >= 0"
NONNEGATIVE = (
    SEEN_TOKEN,
    intro(
        "i1,i2",
        split(
            "i1 < i2 or i2 <= i1",
            have([("mask[i1, i2] == 0", KNOWN)], leaf("eq -1: mask[i1, i2] == 0")),
            have([("mask[i1, i2] == 1", KNOWN)], leaf("1:", "eq -1: mask[i1, i2] == 1")),
        ),
    ),
)


AT_MOST_ONE = (
    "forall i, j: mask[i, j] <= 1",
    intro(
        "i1,i2",
        split(
            "i1 < i2 or i2 <= i1",
            have([("mask[i1, i2] == 0", KNOWN)], leaf("1:", "eq 1: mask[i1, i2] == 0")),
            have([("mask[i1, i2] == 1", KNOWN)], leaf("eq 1: mask[i1, i2] == 1")),
        ),
    ),
)


def side(token: str, sign: str) -> Tree:
    """A term of plus or of minus is not negative."""
    seen = f"mask[{token}, q1] >= 0"

    def step(e: str, f: str) -> Tree:
        same = e.endswith("-1") == f.endswith("-1")
        return leaf(*[f"1: {seen}"] * (same == (sign == "+")), use=[e, f])

    return have([seen], signed(token, lambda e: signed("q1", lambda f: step(e, f))))


def sides(token: str) -> Steps:
    """plus >= 1, as a token is on its own side; minus >= 0."""
    term = f"mask[{token}, {{0}}]*(1 {{1}} eps[{token}]*eps[{{0}}])/2"
    own = term.format(token, "+")
    return [
        f"mask[{token}, {token}] == 1",
        (
            f"plus({token}) >= {own}",
            rule(
                "term of a positive sum",
                side(token, "+"),
                e=f"fn(j: {term.format('j', '+')})",
                y=token,
                new={"x": "q1"},
            ),
        ),
        (
            f"plus({token}) >= 1",
            signed(token, lambda e: leaf(f"1: plus({token}) >= {own}", use=[e, f"mask[{token}, {token}] == 1"])),
        ),
        (
            f"minus({token}) >= 0",
            rule("positive sum", side(token, "-"), e=f"fn(j: {term.format('j', '-')})", new={"x": "q1"}),
        ),
        counted(token, "+"),
        counted(token, "-"),
    ]


RAW = "raw(t) == exp(a)*plus(t) + exp(-a)*minus(t)"
POSITIVE = (
    "raw(t) > 0",
    leaf("1: plus(t) >= 1; exp(a) > 0", "1: exp(a) > 0", "1: minus(t) >= 0; exp(-a) > 0", f"eq -1: {RAW}"),
)
DENOMINATOR = ("plus(t)*E + minus(t) > 0", leaf("1: plus(t) >= 1; E > 0", "1: E > 0", "1: minus(t) >= 0"))
formal(
    "LEM-causal-pattern.counts",
    title="The weights at a pattern of signs, by the numbers of tokens on both sides",
    statement=model(
        V,
        P,
        CAUSAL,
        PATTERN,
        {
            "show": [
                "forall i: plus(i) >= 1 and minus(i) >= 0 and raw(i) > 0",
                "forall i: exp(eps[i]*eps[i]*a)*mask[i, i]/raw(i) == E/(plus(i)*E + minus(i))",
                "forall i: turn(i)/raw(i) == (plus(i)*E - minus(i))/(plus(i)*E + minus(i))",
            ]
        },
    ),
    proof=[
        have([NONNEGATIVE, POSITIONS[0]], intro("t", have([*sides("t"), POSITIVE], KNOWN))),
        have(
            [NONNEGATIVE, POSITIONS[0]],
            intro(
                "t",
                have(
                    [*sides("t"), POSITIVE, DENOMINATOR],
                    signed(
                        "t",
                        lambda e: leaf(
                            f"eq -E: {RAW}", use=[e, "mask[t, t] == 1"], times=["raw(t)", "(plus(t)*E + minus(t))"]
                        ),
                    ),
                ),
            ),
        ),
        have(
            [NONNEGATIVE, POSITIONS[0]],
            intro(
                "t",
                have(
                    [*sides("t"), POSITIVE, DENOMINATOR],
                    leaf(
                        f"eq -(plus(t)*E - minus(t)): {RAW}",
                        f"eq (plus(t)*E + minus(t)): {RAW.replace('raw', 'turn').replace('+', '-')}",
                        times=["raw(t)", "(plus(t)*E + minus(t))"],
                    ),
                ),
            ),
        ),
    ],
    instance=HERE,
)

VALUE = "((1 + alpha*m*w)/(1 + alpha*lam*g))"
THRESHOLD = "m < lam*(p - n/E)"
FACTOR_POSITIVE: Steps = [
    ("p*E + n > 0", leaf("1: p >= 1; E > 0", "1: E > 0", "1: n >= 0")),
    ("w > 0", leaf("1: E > 0", use=["w == E/(p*E + n)"], times=["p*E + n"])),
    ("1 - w >= 0", leaf("1: p >= 1; E > 0", "1: n >= 0", use=["w == E/(p*E + n)"], times=["p*E + n"])),
    ("1 - alpha*lam > 0", leaf("1: alpha*lam < 1")),
    (
        "1 + alpha*lam*g > 0",
        leaf(
            "1: 1 - alpha*lam > 0; p*E + n > 0",
            "2: alpha > 0; lam > 0; p >= 1; E > 0",
            "2: alpha > 0; lam > 0; E > 0",
            use=["g == (p*E - n)/(p*E + n)"],
            times=["p*E + n"],
        ),
    ),
]
formal(
    "LEM-causal-factor",
    title="A tangent eigenvalue at a pattern of signs is inside the disc exactly below a threshold",
    statement={
        "letters": ["alpha, lam, m, w, g, E, p, n: number"],
        "given": [
            *("alpha > 0", "lam > 0", "alpha*lam < 1", "-1 < alpha*m", "E > 0", "p >= 1", "n >= 0"),
            *("w == E/(p*E + n)", "g == (p*E - n)/(p*E + n)"),
        ],
        "show": [
            "1 + alpha*lam*g > 0",
            f"abs({VALUE}) < 1 => {THRESHOLD}",
            f"{THRESHOLD} => abs({VALUE}) < 1",
        ],
    },
    proof=[
        have(FACTOR_POSITIVE, KNOWN),
        have(
            FACTOR_POSITIVE,
            intro(
                "",
                have(
                    [
                        (f"{VALUE} <= abs({VALUE})", rule("absolute above", e=VALUE)),
                        (f"{VALUE} < 1", leaf(f"1: {VALUE} <= abs({VALUE})", f"1: abs({VALUE}) < 1")),
                        ("m*w < lam*g", leaf(f"1: {VALUE} < 1; 1 + alpha*lam*g > 0", times=["alpha"])),
                    ],
                    leaf("1: m*w < lam*g", use=["w == E/(p*E + n)", "g == (p*E - n)/(p*E + n)"], times=["w"]),
                ),
            ),
        ),
        have(
            FACTOR_POSITIVE,
            intro(
                "",
                have(
                    [
                        (
                            "m*w < lam*g",
                            leaf(f"1: {THRESHOLD}; w > 0", use=["w == E/(p*E + n)", "g == (p*E - n)/(p*E + n)"]),
                        ),
                        ("1 + alpha*m*w > 0", leaf("1: -1 < alpha*m; w > 0", "1: 1 - w >= 0")),
                    ],
                    rule(
                        "absolute",
                        leaf("1: m*w < lam*g; alpha > 0", times=["1 + alpha*lam*g"]),
                        leaf("1: 1 + alpha*m*w > 0", "1: 1 + alpha*lam*g > 0", times=["1 + alpha*lam*g"]),
                        e=VALUE,
                        b="1",
                    ),
                ),
            ),
        ),
    ],
    instance={
        "letters": {
            "alpha": "1/4",
            "lam": 2,
            "m": 1,
            "w": "9/19",
            "g": "17/19",
            "E": 9,
            "p": 2,
            "n": 1,
        }
    },
)

AT = "((1 + alpha*m*exp(eps[{0}]*eps[{0}]*a)*mask[{0}, {0}]/raw({0}))/c({0}))".format
BOUND = "m < lam*(plus({0}) - minus({0})/E)".format
EIGENVALUE = "forall m in number: eigenvalue(V, v, m) => "
INSIDE = f"forall i: {EIGENVALUE}abs({AT('i')}) < 1"
BELOW = f"forall i: {EIGENVALUE}{BOUND('i')}"
FEW = f"{EIGENVALUE}(sum(j: 1) - 1)/E < 1 - m/lam"
STABLE = "asymptotically_stable(causal, pattern)"
COUNTS = [
    "forall i: plus(i) >= 1 and minus(i) >= 0 and raw(i) > 0",
    "forall i: exp(eps[i]*eps[i]*a)*mask[i, i]/raw(i) == E/(plus(i)*E + minus(i))",
    "forall i: turn(i)/raw(i) == (plus(i)*E - minus(i))/(plus(i)*E + minus(i))",
]
RADIUS = f"{EIGENVALUE}-1 < alpha*m"


def at(token: str) -> list[str]:
    """The counts at a token."""
    facts = [
        text.partition(": ")[2].replace("(i)", f"({token})").replace("[i", f"[{token}").replace(" i]", f" {token}]")
        for text in COUNTS
    ]
    return [*facts[0].split(" and "), *facts[1:]]


def factor(token: str, m: str) -> Steps:
    """What the numbers say at a token and an eigenvalue."""
    value, bound = (re.sub(r"\bm\b", m, text) for text in (AT(token), BOUND(token)))
    return [
        (" and ".join(f"({text})" for text in COUNTS), lemma("LEM-causal-pattern.counts")),
        *at(token),
        (f"-1 < alpha*{m}", take(RADIUS, [m], KNOWN)),
        (
            f"c({token}) > 0 and (abs({value}) < 1 => {bound}) and ({bound} => abs({value}) < 1)",
            lemma(
                "LEM-causal-factor",
                m=m,
                w=f"exp(eps[{token}]*eps[{token}]*a)*mask[{token}, {token}]/raw({token})",
                g=f"turn({token})/raw({token})",
                p=f"plus({token})",
                n=f"minus({token})",
            ),
        ),
    ]


POSITIVE_FACTORS = (
    "forall i: c(i) > 0 and raw(i) > 0",
    intro("i3", have(factor("i3", "some"), KNOWN)),
)
STABLE_BELOW = have(
    [POSITIVE_FACTORS, (SPECTRUM, lemma("LEM-causal-pattern.spectrum"))],
    rule(
        "indirect method, stable",
        fixed_proof(),
        rule(
            "inside, token by token",
            KNOWN,
            have([*factor("i4", "m4"), (BOUND("i4").replace("m <", "m4 <"), take(BELOW, ["i4", "m4"], KNOWN))], KNOWN),
            F="causal",
            S="pattern",
            f=FACTOR,
            new={"i": "i4", "x": "m4"},
        ),
        F="causal",
        S="pattern",
    ),
)
"""Below the threshold the pattern is stable."""

ROW = "sum(j: 1 - mask[i3, j])"
FEW_OPPOSITE = have(
    [
        AT_MOST_ONE,
        (
            f"{ROW} >= 0",
            rule(
                "positive sum",
                take(AT_MOST_ONE[0], ["i3", "q2"], leaf("1: mask[i3, q2] <= 1")),
                e="fn(j: 1 - mask[i3, j])",
                new={"x": "q2"},
            ),
        ),
        (" and ".join(f"({text})" for text in COUNTS), lemma("LEM-causal-pattern.counts")),
        "plus(i3) >= 1",
        "(sum(j: 1) - 1)/E < 1 - m3/lam",
    ],
    leaf(
        "1: (sum(j: 1) - 1)/E < 1 - m3/lam; lam > 0",
        f"1: {ROW} >= 0; lam > 0; 1/E > 0",
        "1: plus(i3) >= 1; lam > 0; 1/E > 0",
        "1: plus(i3) >= 1; lam > 0",
    ),
)
"""At most all other tokens are on the other side."""

ONE_OTHER: Part = {**HERE, "letters": {**HERE["letters"], "some": 1}}
UNSTABLE: Part = {
    **HERE,
    "letters": {
        **HERE["letters"],
        "V": [[2, 0], [0, "19/10"]],
        "P": [["log(2)/2", 1], [2, 0]],
        "a": "log(2)/2",
        "eps": [1, -1, -1],
        "some": "19/10",
    },
}
formal(
    "POW-N10",
    statement=model(
        V,
        P,
        CAUSAL,
        PATTERN,
        {
            "letters": ["some: number"],
            "given": ["lam > 0", "alpha*lam < 1", f"{EIGENVALUE}-1 < alpha*m", "eigenvalue(V, v, some)"],
            "show": [
                SPECTRUM,
                *COUNTS,
                f"({INSIDE}) => ({BELOW})",
                f"({BELOW}) => ({INSIDE})",
                f"({BELOW}) => {STABLE}",
                f"({FEW}) => {STABLE}",
            ],
        },
    ),
    proof=[
        have([POSITIVE_FACTORS], lemma("LEM-causal-pattern.spectrum")),
        *[have([(" and ".join(f"({text})" for text in COUNTS), lemma("LEM-causal-pattern.counts"))], KNOWN)] * 3,
        intro(",i3,m3,", have(factor("i3", "m3"), KNOWN)),
        intro(",i3,m3,", have(factor("i3", "m3"), KNOWN)),
        intro("", STABLE_BELOW),
        intro("", have([(BELOW, intro("i3,m3,", FEW_OPPOSITE))], STABLE_BELOW)),
    ],
    instance=ONE_OTHER,
    twin=Variant("plus + minus/E as the threshold", {"(plus(i) - minus(i)/E)": "(plus(i) + minus(i)/E)"}, UNSTABLE),
)
