"""Rank collapse: attention without skip connections draws tokens together (after Dong, Cordonnier and Loukas, 2021)."""

import attnverify as av
from attention_statements.models import SOFTMAX, STOCHASTIC, after, at
from attnverify import build

DONG = "2103.03404"
EQUAL = [[1, 2], [1, 2]]
# a spread of weights: every token takes at least d of every other
EVEN = {"w": [["1/3", "2/3"], ["1/2", "1/2"]], "x": [[1, 0], [0, 1]], "u": [1, 0], "d": "1/3", "low": 0, "high": 1}

av.formal(
    "RANK-1",
    title="A state of rank one stays one",
    sentence=r"If all tokens are equal, then so are the outputs $\sum_j w_{ij}Vx_j$ of softmax attention, whatever"
    r" its logits and its value matrix $V$ are.",
    source=after(DONG, "what collapse ends in"),
    role="extension",
    kind="rank collapse",
    statement={
        "letters": [*SOFTMAX["letters"], "V: matrix"],
        "where": SOFTMAX["where"],
        "given": ["forall i, j: x[i] == x[j]"],
        "show": ["forall i: sum(j: w(i, j)*V(x[j])) == V(x[i])"],
    },
    proof=build.intro(
        "i",
        build.have(
            [
                (
                    "sum(j: w(i, j)*V(x[j])) == sum(j: w(i, j)*V(x[i]))",
                    build.rule(
                        "equal vector sums",
                        build.have(["x[k] == x[i]"], build.leaf(use=["x[k] == x[i]"])),
                        e="fn(j: w(i, j)*V(x[j]))",
                        f="fn(j: w(i, j)*V(x[i]))",
                        new={"x": "k"},
                    ),
                )
            ],
            build.leaf(use=["sum(j: w(i, j)*V(x[j])) == sum(j: w(i, j)*V(x[i]))"]),
        ),
    ),
    instance=at(2, 2, x=EQUAL, z=[[0, 1], [2, 0]], V=[[0, 1], [3, 0]]),
    twin=av.Variant(
        "tokens that differ",
        {"x[i] == x[j]": "dot(x[i], x[i]) == dot(x[j], x[j])"},
        at(2, 1, x=[[1], [-1]], z=[[0, 0], [0, 0]], V=[[1]]),
    ),
)

LOW = "sum(j: (w[q, j] - d)*(dot(u, x[j]) - low)) >= 0"
HIGH = "sum(j: (w[p, j] - d)*(high - dot(u, x[j]))) >= 0"


def positive(fact: str, row: str, factor: str) -> tuple[str, object]:
    """A sum of products that are nonnegative: what a weight has beyond d, times the distance to a bound."""
    term = fact.removeprefix("sum(j: ").removesuffix(") >= 0")
    return fact, build.rule(
        "positive sum", build.leaf(f"1: w[{row}, m] >= d; {factor}"), e=f"fn(j: {term})", new={"x": "m"}
    )


av.formal(
    "RANK-2",
    title="One layer contracts the spread in every direction",
    sentence=r"If $w_{ij} \ge d$ with $\sum_j w_{ij} = 1$ and all $\langle u, x_j\rangle$ lie in $[a, b]$, then"
    r" $\langle u, \sum_j w_{ij}x_j - \sum_j w_{kj}x_j\rangle \le (1 - Nd)(b - a)$ for all $i$, $k$.",
    source=after(DONG, "contraction by one layer without skip connections"),
    role="extension",
    kind="rank collapse",
    statement={
        "letters": [*STOCHASTIC["letters"], "u: vector; d, low, high: number"],
        "given": [
            "forall i: sum(j: w[i, j]) == 1",
            "forall i, j: w[i, j] >= d",
            "forall j: low <= dot(u, x[j]) and dot(u, x[j]) <= high",
        ],
        "show": ["forall i, k: dot(u, sum(j: w[i, j]*x[j]) - sum(j: w[k, j]*x[j])) <= (1 - sum(j: 1)*d)*(high - low)"],
    },
    proof=build.intro(
        "p,q",
        build.have(
            [positive(LOW, "q", "low <= dot(u, x[m])"), positive(HIGH, "p", "dot(u, x[m]) <= high")],
            build.leaf(f"1: {LOW}", f"1: {HIGH}", use=["forall i: sum(j: w[i, j]) == 1"]),
        ),
    ),
    instance=at(2, 2, **EVEN),
    twin=av.Variant(
        "twice as fast",
        {"(1 - sum(j: 1)*d)": "(1 - 2*sum(j: 1)*d)"},
        at(2, 2, **{**EVEN, "d": "1/4", "w": [["3/4", "1/4"], ["1/4", "3/4"]]}),
    ),
)

av.formal(
    "RANK-3",
    title="With a skip connection the spread does not grow",
    sentence=r"If all $\langle u, x_j\rangle$ lie in $[a, b]$, then $\langle u, y_i - y_k\rangle \le b - a$ for $y_i"
    r" = x_i + \sum_j w_{ij}x_j$, all $i$, $k$.",
    source=after(DONG, "skip connections"),
    role="extension",
    kind="rank collapse",
    statement={
        "letters": [*SOFTMAX["letters"], "u: vector; low, high: number"],
        "where": [*SOFTMAX["where"], "y(i) := x[i] + sum(j: w(i, j)*x[j])"],
        "given": ["forall j: low <= dot(u, x[j]) and dot(u, x[j]) <= high"],
        "show": ["forall i, k: dot(u, y(i) - y(k)) <= high - low"],
    },
    refuted={"instance": at(2, 1, x=[[1], [-1]], z=[["log(2)", 0], [0, "log(2)"]], u=[1], low=-1, high=1)},
    no_repair="it may grow, by RANK-2 at most by the factor 2 - Nd",
)

COLUMNS = "sum(j: sum(i: w[i, j])*x[j]) == sum(j: x[j])"
MEAN = "sum(i: sum(j: w[i, j]*x[j])) == sum(j: x[j])"

av.formal(
    "RANK-4",
    title="Attention keeps the mean of the tokens",
    sentence=r"For weights with row sums 1, $\sum_i\sum_j w_{ij}x_j = \sum_j x_j$: tokens collapse to their mean.",
    source=after(DONG, "to which point the tokens collapse"),
    role="extension",
    kind="rank collapse",
    statement={**STOCHASTIC, "show": [MEAN]},
    refuted={"instance": at(2, 1, w=[["1/3", "2/3"], ["1/3", "2/3"]], x=[[0], [1]])},
)

av.formal(
    "RANK-4.repaired",
    title="Attention with doubly stochastic weights keeps the mean of the tokens",
    sentence=r"If in addition $\sum_i w_{ij} = 1$ for every $j$, then $\sum_i\sum_j w_{ij}x_j = \sum_j x_j$.",
    source=after(DONG, "to which point the tokens collapse"),
    kind="rank collapse",
    repairs="RANK-4",
    statement={**STOCHASTIC, "given": [*STOCHASTIC["given"], "forall j: sum(i: w[i, j]) == 1"], "show": [MEAN]},
    proof=build.have(
        [
            (
                COLUMNS,
                build.rule(
                    "equal vector sums",
                    build.leaf(use=["forall j: sum(i: w[i, j]) == 1"]),
                    e="fn(j: sum(i: w[i, j])*x[j])",
                    f="x",
                    new={"x": "k"},
                ),
            )
        ],
        build.leaf(use=[COLUMNS]),
    ),
    instance=at(2, 1, w=[["1/3", "2/3"], ["2/3", "1/3"]], x=[[0], [1]]),
    twin=av.Variant(
        "columns of sum 2",
        {"sum(i: w[i, j]) == 1": "sum(i: w[i, j]) <= 2"},
        at(2, 1, w=[["1/3", "2/3"], ["1/3", "2/3"]], x=[[0], [1]]),
    ),
)
