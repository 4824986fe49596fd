"""Masks and layer normalisation (after Wu, Ajorlou, Wang, Jegelka and Jadbabaie, 2024)."""

import attnverify as av
from attention_statements.models import STOCHASTIC, after, at
from attnverify import build

WU = "2405.18781"
LOW = "sum(j: w[q, j]*(dot(u, x[j]) - low)) >= w[q, c]*(dot(u, x[c]) - low)"
HIGH = "sum(j: w[p, j]*(high - dot(u, x[j]))) >= w[p, c]*(high - dot(u, x[c]))"
STAR = {"w": [[1, 0], ["1/2", "1/2"]], "x": [[1], [0]], "u": [1], "c": 0, "d": "1/2", "low": 0, "high": 1}


def one_term(fact: str, row: str, factor: str) -> tuple[str, object]:
    """A sum of nonnegative terms is at least the term of the token c."""
    term = fact.removeprefix("sum(j: ").partition(") >= ")[0]
    each = build.leaf(f"1: w[{row}, m] >= 0; {factor}")
    return fact, build.rule("term of a positive sum", each, e=f"fn(j: {term})", y="c", new={"x": "m"})


av.formal(
    "MASK-1",
    title="One token that all others see makes a masked layer contract",
    sentence=r"Let $w_{ij} \ge 0$, $\sum_j w_{ij} = 1$, and $w_{ic} \ge d$ for one token $c$ and every $i$, with any"
    r" mask otherwise. If all $\langle u, x_j\rangle$ lie in $[a, b]$, then $\langle u, \sum_j w_{ij}x_j - \sum_j"
    r" w_{kj}x_j\rangle \le (1 - d)(b - a)$.",
    source=after(WU, "masks whose graph has a centre"),
    role="extension",
    kind="rank collapse",
    statement={
        "letters": [*STOCHASTIC["letters"], "u: vector; c: token; d, low, high: number"],
        "given": [
            *STOCHASTIC["given"],
            "forall i: w[i, c] >= d",
            "forall j: low <= dot(u, x[j]) and dot(u, x[j]) <= high",
        ],
        "show": ["forall i, k: dot(u, sum(j: w[i, j]*x[j]) - sum(j: w[k, j]*x[j])) <= (1 - d)*(high - low)"],
    },
    proof=build.intro(
        "p,q",
        build.have(
            [
                one_term(LOW, "q", "low <= dot(u, x[m])"),
                one_term(HIGH, "p", "dot(u, x[m]) <= high"),
                "w[q, c] >= d",
                "w[p, c] >= d",
                "low <= dot(u, x[c])",
                "dot(u, x[c]) <= high",
            ],
            build.leaf(
                f"1: {LOW}",
                f"1: {HIGH}",
                "1: w[q, c] >= d; low <= dot(u, x[c])",
                "1: w[p, c] >= d; dot(u, x[c]) <= high",
                use=["forall i: sum(j: w[i, j]) == 1"],
            ),
        ),
    ),
    instance=at(2, 1, **STAR),
    twin=av.Variant("twice as fast", {"(1 - d)": "(1 - 2*d)"}, at(2, 1, **STAR)),
)

av.formal(
    "MASK-2",
    title="A masked layer contracts whatever its mask is",
    sentence=r"If $w_{ij} \ge 0$, $\sum_j w_{ij} = 1$ and $\langle u, x_j\rangle \in [a, b]$ with $a < b$, then"
    r" $\langle u, \sum_j w_{ij}x_j - \sum_j w_{kj}x_j\rangle < b - a$.",
    source=after(WU, "masks whose graph is not connected"),
    role="extension",
    kind="rank collapse",
    statement={
        "letters": [*STOCHASTIC["letters"], "u: vector; low, high: number"],
        "given": [*STOCHASTIC["given"], "low < high", "forall j: low <= dot(u, x[j]) and dot(u, x[j]) <= high"],
        "show": ["forall i, k: dot(u, sum(j: w[i, j]*x[j]) - sum(j: w[k, j]*x[j])) < high - low"],
    },
    refuted={"instance": at(2, 1, w=[[1, 0], [0, 1]], x=[[0], [1]], u=[1], low=0, high=1)},
    no_repair="MASK-1 is what is true: some token has to be seen by all",
)

FURTHER = "norm(u - v) <= norm(a*u - b*v)"
POLES = {"u": [1, 0], "v": [0, 1]}
UNITS = {
    "letters": ["u, v: vector; a, b: number"],
    "given": ["dot(u, u) == 1", "dot(v, v) == 1", "a > 0", "b > 0"],
    "show": [FURTHER],
}

av.formal(
    "NORM-1",
    title="Normalising two tokens brings them nearer",
    sentence=r"For unit vectors $u$, $v$ and tokens $au$, $bv$ with $a, b > 0$: $|u - v| \le |au - bv|$.",
    source=after(WU, "layer normalisation against collapse"),
    role="extension",
    kind="normalisation",
    statement=UNITS,
    refuted={"instance": {"dim": 2, "letters": {**POLES, "a": "1/2", "b": "1/2"}}},
)

av.formal(
    "NORM-1.repaired",
    title="Normalising two tokens outside the unit ball brings them nearer",
    sentence=r"For unit vectors $u$, $v$ and tokens $au$, $bv$ with $a, b \ge 1$: $|u - v| \le |au - bv|$.",
    source=after(WU, "layer normalisation against collapse"),
    kind="normalisation",
    repairs="NORM-1",
    statement={**UNITS, "given": ["dot(u, u) == 1", "dot(v, v) == 1", "a >= 1", "b >= 1"]},
    # |au - bv|^2 - |u - v|^2 = (a - b)^2 + (ab - 1)|u - v|^2
    proof=build.rule(
        "below the square",
        build.KNOWN,
        build.have(
            [("a*b >= 1", build.leaf("1: a >= 1; b >= 1", "1: a >= 1", "1: b >= 1"))],
            build.leaf("1: sq a - b", "1: a*b >= 1; sq norm(u - v)", use=["dot(u, u) == 1", "dot(v, v) == 1"]),
        ),
        a="norm(u - v)",
        b="norm(a*u - b*v)",
    ),
    instance={"dim": 2, "letters": {**POLES, "a": 1, "b": 2}},
    twin=av.Variant("from 1/2 on", {">= 1": ">= 1/2"}, {"dim": 2, "letters": {**POLES, "a": "1/2", "b": "1/2"}}),
)
