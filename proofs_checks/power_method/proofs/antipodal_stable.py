"""An antipodal pair across which V is negative is Lyapunov stable for the Oja map: the states that are not left."""

from __future__ import annotations

from proofs_checks.power_method.proofs.antipodal_pair import SHARE
from proofs_checks.power_method.proofs.antipodal_step import LENGTH
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, have, intro, leaf, lemma, rule, take, unfold, witness

ACROSS = "forall i: forall z in vector: dot(x[i], z) == 0 => dot(z, V(z)) <= -k*dot(z, z)"
PAIR: Part = {
    "letters": ["x[token]: vector", "k: number"],
    "given": [
        "sum(j: 1) == 2",
        "sum(j: x[j]) == 0",
        "forall i: dot(x[i], x[i]) == 1",
        "k > 0",
        "k <= 1",
        "alpha > 0",
        "alpha <= k",
        LENGTH,
        ACROSS,
    ],
}
TWO, ZERO, UNIT = PAIR["given"][:3]
ROOM = "min(e, k/20)"
TRAP = f"fn(e, X: forall i: norm(X[i] - x[i]) + 4/k*norm(sum(j: X[j])) < {ROOM})"
INSIDE = "forall i: dot(X[i], X[i]) == 1"
TRAPPED = f"forall i: norm(X[i] - x[i]) + 4/k*norm(sum(j: X[j])) < {ROOM}"
SUM = "sum(j: X[j]) == X[a] + X[b]"
ADDED = (SUM, rule("vector sum over two tokens", e="X", i="a", j="b"))
OPPOSITE: Steps = [
    ("sum(j: x[j]) == x[a] + x[b]", rule("vector sum over two tokens", e="x", i="a", j="b")),
    (
        "x[a] + x[b] == 0*x[a]",
        lemma("LEM-chain", a="sum(j: x[j])", b="0*x[a]", c="sum(j: x[j])", d="x[a] + x[b]"),
    ),
    "x[b] == -x[a]",
]
RADIUS = f"{ROOM}/(2 + 8/k)"
SHORT = "norm(sum(j: X[j])) <= norm(X[a] - x[a]) + norm(X[b] - x[b])"
POSITIVE = (f"{ROOM} > 0", rule("minimum strictly above", KNOWN, leaf("1/20: k > 0"), a="e", b="k/20", c="0"))

ENTERS = have(
    [POSITIVE, (f"{RADIUS} > 0", leaf(f"1: {ROOM} > 0", times=["2 + 8/k"]))],
    witness(
        RADIUS,
        both(
            KNOWN,
            intro(
                "X,",
                have(
                    [
                        ADDED,
                        (
                            "norm(X[a] - x[a] + (X[b] - x[b])) <= norm(X[a] - x[a]) + norm(X[b] - x[b])",
                            rule("triangle", u="X[a] - x[a]", w="X[b] - x[b]"),
                        ),
                        (
                            SHORT,
                            leaf(
                                "1: norm(X[a] - x[a] + (X[b] - x[b])) <= norm(X[a] - x[a]) + norm(X[b] - x[b])",
                                use=[SUM, "x[b] == -x[a]"],
                            ),
                        ),
                        f"norm(X[a] - x[a]) < {RADIUS}",
                        f"norm(X[b] - x[b]) < {RADIUS}",
                    ],
                    intro(
                        "t",
                        have(
                            [f"norm(X[t] - x[t]) < {RADIUS}", "1/k > 0"],
                            leaf(
                                f"1: norm(X[t] - x[t]) < {RADIUS}",
                                f"4: 1/k > 0; {SHORT}",
                                f"4: 1/k > 0; norm(X[a] - x[a]) < {RADIUS}",
                                f"4: 1/k > 0; norm(X[b] - x[b]) < {RADIUS}",
                                f"1: {RADIUS} > 0",
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

STAYS_CLOSE = intro(
    "t",
    have(
        [
            f"norm(X[t] - x[t]) + 4/k*norm(sum(j: X[j])) < {ROOM}",
            (f"{ROOM} <= e", rule("minimum below first", a="e", b="k/20")),
            "1/k > 0",
            "norm(sum(j: X[j])) >= 0",
        ],
        leaf(
            f"1: norm(X[t] - x[t]) + 4/k*norm(sum(j: X[j])) < {ROOM}",
            f"1: {ROOM} <= e",
            "4: 1/k > 0; norm(sum(j: X[j])) >= 0",
        ),
    ),
)


def y(i: str) -> str:
    """A token and its pull, in the letters of one step."""
    return f"(X[{i}] + alpha*(V(X[a] + X[b])/2))"


MEAN = "norm(X[a] + X[b])"
STEP = " and ".join(
    (
        f"(norm({y('a')}) > 0 and norm({y('b')}) > 0)",
        f"norm({y('a')}/norm({y('a')}) + {y('b')}/norm({y('b')})) <= {SHARE}*{MEAN}",
        f"norm({y('a')}/norm({y('a')}) - X[a]) <= alpha*{MEAN}",
        f"norm({y('b')}/norm({y('b')}) - X[b]) <= alpha*{MEAN}",
    )
)
NEXT = "value(oja, X, {0})".format
ALL = "norm(sum(j: X[j]))"
USE = [SUM, TWO]


def near(i: str, other: str) -> list[tuple[str, Tree] | str]:
    """A token is within k/20 of where it belongs."""
    inside = f"norm(X[{i}] - x[{i}]) + 4/k*{ALL} < {ROOM}"
    return [
        inside,
        (
            f"norm({other}) < k/20",
            leaf(f"1: {inside}", f"1: {ROOM} <= k/20", f"4: 1/k > 0; {ALL} >= 0", use=["x[b] == -x[a]"] * (i == "b")),
        ),
    ]


def moved(i: str) -> list[tuple[str, Tree] | str]:
    """The map at a token, and how far it moves."""
    length = f"norm({y(i)})"
    return [
        (f"norm(X[{i}] + alpha*V(sum(j: X[j])/sum(j: 1))) > 0", leaf(f"1: {length} > 0", use=USE)),
        (f"dot({NEXT(i)}, {NEXT(i)}) == 1", leaf()),
        (
            f"norm({NEXT(i)} - X[{i}]) <= alpha*{ALL}",
            leaf(f"1: norm({y(i)}/{length} - X[{i}]) <= alpha*{MEAN}", use=USE),
        ),
        (
            f"norm({NEXT(i)} - X[{i}] + (X[{i}] - x[{i}])) <= norm({NEXT(i)} - X[{i}]) + norm(X[{i}] - x[{i}])",
            rule("triangle", u=f"{NEXT(i)} - X[{i}]", w=f"X[{i}] - x[{i}]"),
        ),
    ]


NEXT_SUM = f"sum(j: {NEXT('j')})"
AFTER = f"norm({NEXT_SUM}) <= {SHARE}*{ALL}"


def still(i: str) -> Tree:
    """What is lost at a token is gained in the sum."""
    triangle = f"norm({NEXT(i)} - X[{i}] + (X[{i}] - x[{i}])) <= norm({NEXT(i)} - X[{i}]) + norm(X[{i}] - x[{i}])"
    return leaf(
        f"1: norm(X[{i}] - x[{i}]) + 4/k*{ALL} < {ROOM}",
        f"1: {triangle}",
        f"1: norm({NEXT(i)} - X[{i}]) <= alpha*{ALL}",
        f"4: 1/k > 0; {AFTER}",
    )


KEPT = have(
    [
        "1/k > 0",
        f"{ALL} >= 0",
        ADDED,
        (f"{ROOM} <= k/20", rule("minimum below second", a="e", b="k/20")),
        *near("a", "X[a] - x[a]"),
        *near("b", "X[b] + x[a]"),
        (ACROSS[10:].replace("[i]", "[a]"), intro("c,", take(ACROSS, ["a", "c"], KNOWN))),
        (STEP, lemma("LEM-pair-step", u="x[a]", X1="X[a]", X2="X[b]")),
        *moved("a"),
        *moved("b"),
        (
            f"{NEXT_SUM} == {NEXT('a')} + {NEXT('b')}",
            rule("vector sum over two tokens", e=f"fn(j: {NEXT('j')})", i="a", j="b"),
        ),
        (
            f"norm({NEXT('a')} + {NEXT('b')}) <= {SHARE}*{ALL}",
            leaf(
                f"1: norm({y('a')}/norm({y('a')}) + {y('b')}/norm({y('b')})) <= {SHARE}*{MEAN}",
                use=USE,
            ),
        ),
        (
            f"norm({NEXT_SUM}) == norm({NEXT('a')} + {NEXT('b')})",
            lemma("LEM-same-norm", u=NEXT_SUM, w=f"{NEXT('a')} + {NEXT('b')}"),
        ),
        (
            AFTER,
            leaf(
                f"1: norm({NEXT('a')} + {NEXT('b')}) <= {SHARE}*{ALL}",
                f"eq 1: norm({NEXT_SUM}) == norm({NEXT('a')} + {NEXT('b')})",
            ),
        ),
    ],
    both(
        rule("each of two tokens", i="a", j="b", P=f"fn(i: dot({NEXT('i')}, {NEXT('i')}) == 1)"),
        rule(
            "each of two tokens",
            KNOWN,
            KNOWN,
            still("a"),
            still("b"),
            i="a",
            j="b",
            P=f"fn(i: norm({NEXT('i')} - x[i]) + 4/k*norm({NEXT_SUM}) < {ROOM})",
        ),
    ),
)

ANTIPODES: Part = {
    "tokens": 2,
    "dim": 2,
    "letters": {"V": [[1, 0], [0, -1]], "alpha": "1/4", "x": [[1, 0], [-1, 0]], "k": 1},
}
formal(
    "LEM-pair-stable",
    title="An antipodal pair of tokens across which V is negative is Lyapunov stable for the Oja map",
    statement=model(V, OJA, PAIR, {"show": "lyapunov(oja, x)"}),
    proof=rule(
        "two tokens",
        KNOWN,
        have(
            OPPOSITE,
            rule(
                "trapped",
                unfold("goal", intro("t", leaf(use=[ZERO, UNIT], norms=["1"]))),
                ENTERS,
                KEPT,
                STAYS_CLOSE,
                F="oja",
                S="x",
                P=TRAP,
            ),
        ),
        C="lyapunov(oja, x)",
        new={"x": "a", "y": "b"},
    ),
    instance=ANTIPODES,
    twin=Variant(
        "V not negative across the pair",
        {"<= -k*dot(z, z)": "<= k*dot(z, z)"},
        {**ANTIPODES, "letters": {**ANTIPODES["letters"], "V": [[1, 0], [0, "1/2"]]}},
    ),
)
