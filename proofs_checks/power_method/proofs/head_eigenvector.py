"""POW-N7.heads: equal groups at v and -v, an eigenvector of every V_h, for any P_h; what the derivative does.

The directions that are the same at both poles, opposite at the poles, and of sum 0 within each pole make up the tangent
space; on each of these three the derivative is the matrix of which the sentence names the eigenvalues.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import LAYER, Part
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, groups, have, intro, leaf, lemma, rule, take, unfold

HEADS: Part = {"letters": ["V[head], P[head]: matrix", "alpha: number"], "where": LAYER["where"], "maps": LAYER["maps"]}
EIGEN = "forall h in heads: V[h](v) == mu[h]*v"
EQUAL = "sum(h in A: 1) == sum(h in B: 1)"
TANGENT = "forall i: dot(v, d[i]) == 0"
WITHIN = ["forall i: dot(v, e[i]) == 0", "sum(h in A: e[h]) == 0", "sum(h in B: e[h]) == 0"]
TANH = "forall h in heads: tanh({0}) == (exp(2*{0}) - 1)/(exp(2*{0}) + 1)".format("dot(v, P[h](v))")
TANH_K = [(TANH, intro("k", rule("tanh", a="dot(v, P[k](v))")))]
STATE: Part = {
    "groups": ["A", "B"],
    "letters": ["v, w: vector", "mu[head]: number", "d[token], e[token]: vector"],
    "where": [
        "n := sum(h in A: 1)",
        "T(h) := tanh(dot(v, P[h](v)))",
        "c := 1 + alpha*sum(h in heads: mu[h]*T(h))",
        "W(h, u) := V[h](u) - dot(v, V[h](u))*v",
        "here := sum(j in A: d[j])/n",
        "there := sum(j in B: d[j])/n",
    ],
    "states": ["poles: A -> v, B -> -v", "together: A -> w, B -> w", "apart: A -> w, B -> -w"],
    "given": ["dot(v, v) == 1", EIGEN, EQUAL, "c > 0", "dot(v, w) == 0", TANGENT, *WITHIN],
}
SLOPE = "D(layer, poles, {0}, i) == 1/c*({1})"
MIXED = "d[i] + alpha*sum(h in heads: W(h, (1 {0} T(h))/2*here + (1 {1} T(h))/2*there))"
USE = ["dot(v, v) == 1", EIGEN, EQUAL, TANH]
HERE: Part = {
    "tokens": {"A": 2, "B": 2},
    "heads": 2,
    "dim": 3,
    "letters": {
        "v": [1, 0, 0],
        "w": [0, 1, -1],
        "mu": [2, -1],
        "V": [[[2, 1, 0], [0, -1, 3], [0, 1, 1]], [[-1, 0, 2], [0, 1, 1], [0, 2, 0]]],
        "P": [[["log(2)", 1, 0], [0, 0, 1], [2, 0, 0]], [["log(3)", 0, 1], [1, 0, 0], [0, 0, 0]]],
        "alpha": "1/4",
        "d": [[0, 1, 0], [0, 2, 1], [0, 0, 1], [0, 1, 1]],
        "e": [[0, 1, 2], [0, -1, -2], [0, 3, 0], [0, -3, 0]],
    },
}


def both_groups(text_a: str, text_b: str) -> list[str]:
    """A statement about the tokens of either group."""
    return [f"forall i in A: {text_a}", f"forall i in B: {text_b}"]


LOGISTIC = {"+": "exp(2*dot(v, P[h](v)))/(exp(2*dot(v, P[h](v))) + 1)", "-": "1/(exp(2*dot(v, P[h](v))) + 1)"}
"""(1 + T_h)/2 and (1 - T_h)/2 as weights."""


def slope(state: str, x: str, raw: str, said: str, *more: str) -> Tree:
    """The derivative at a token: first with the weights, then with T_h, head by head."""
    found = SLOPE.format(state, f"{x} + alpha*sum(h in heads: {raw})").replace(", i)", ", t)")
    raw, said, x = (text.replace("[i]", "[t]") for text in (raw, said, x))
    by_head = f"sum(h in heads: {raw}) == sum(h in heads: {said})"
    kth = TANH.partition(": ")[2].replace("[h]", "[k]")
    return have(
        TANH_K,
        intro(
            "t",
            have(
                [
                    (found.replace("[i]", "[t]"), leaf(use=[*USE, *more], norms=["c"])),
                    (
                        by_head,
                        rule(
                            "equal vector sums, heads",
                            take(TANH, ["k"], leaf(use=[kth])),
                            e=f"fn(h in heads: {raw})",
                            f=f"fn(h in heads: {said})",
                            new={"x": "k"},
                        ),
                    ),
                ],
                lemma(
                    "LEM-same-shift",
                    x=x,
                    y=f"D(layer, poles, {state}, t)",
                    u=f"sum(h in heads: {raw})",
                    w=f"sum(h in heads: {said})",
                    r="1/c",
                    s="alpha",
                ),
            ),
        ),
    )


def mixed(near: str, far: str) -> tuple[str, str]:
    """What a token gets from its own pole (sign `near`) and from the other one: with weights, with T_h."""
    weights = f"{LOGISTIC[near]}*W(h, here) + {LOGISTIC[far]}*W(h, there)"
    return weights, f"W(h, (1 {near} T(h))/2*here + (1 {far} T(h))/2*there)"


BOTH = f"({LOGISTIC['+']} + {LOGISTIC['-']})*W(h, w)"
DIFFERENCE = f"({LOGISTIC['+']} - {LOGISTIC['-']})*W(h, w)"
formal(
    "POW-N7.heads",
    statement=model(
        HEADS,
        STATE,
        {
            "show": [
                "fixed(layer, poles)",
                *both_groups(SLOPE.format("d", MIXED.format("+", "-")), SLOPE.format("d", MIXED.format("-", "+"))),
                *both_groups(*[SLOPE.format("together", "w + alpha*sum(h in heads: W(h, w))")] * 2),
                *both_groups(
                    SLOPE.format("apart", "w + alpha*sum(h in heads: T(h)*W(h, w))"),
                    SLOPE.format("apart", "-w + alpha*sum(h in heads: -T(h)*W(h, w))"),
                ),
                *both_groups(*[SLOPE.format("e", "e[i]")] * 2),
            ]
        },
    ),
    proof=[
        have(TANH_K, unfold("goal", groups(*[intro("t", leaf(use=USE, norms=["c"]))] * 2))),
        slope("d", "d[i]", *mixed("+", "-"), TANGENT),
        slope("d", "d[i]", *mixed("-", "+"), TANGENT),
        *[slope("together", "w", BOTH, "W(h, w)", "dot(v, w) == 0")] * 2,
        slope("apart", "w", DIFFERENCE, "T(h)*W(h, w)", "dot(v, w) == 0"),
        slope("apart", "-w", f"-{DIFFERENCE}", "-T(h)*W(h, w)", "dot(v, w) == 0"),
        *[have(TANH_K, intro("t", leaf(use=[*USE, *WITHIN], norms=["c"])))] * 2,
    ],
    instance=HERE,
    twin=Variant("poles apart without the factors T_h", {"T(h)*W(h, w)": "W(h, w)"}, HERE),
)
