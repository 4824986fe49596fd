"""A pattern of signs on one eigenvector under causal attention: its tangent spectrum, and its weights by counts.

Token i is at eps_i v with eps_i = 1 or -1; plus and minus count the tokens up to i on its side and on the other one.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs_checks.power_method.proofs.causal import POSITIONS
from proofs_checks.power_method.proofs.consensus_steps import TANGENT_DELTA
from proofs_checks.power_method.proofs.models import CAUSAL, P, Part, V, eigen
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, rule, split, take, unfold

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


def signed(token: str, then: Callable[[str], Tree]) -> Tree:
    """The two signs of a token; `then` makes the proof from the equation."""
    return split(f"eps[{token}] == 1 or eps[{token}] == -1", *[then(f"eps[{token}] == {e}") for e in ("1", "-1")])


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
