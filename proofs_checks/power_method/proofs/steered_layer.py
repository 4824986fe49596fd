"""Sections 2.3 and 3.3: what a steered layer does to each token, head by head, for any attention weights.

W[h] has the value matrix of head h in its own rows of the stack, their sum is Vcat, and t Vcat = w. The push of token
i is alpha rho g(i) along u.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, rule, split, take

STACK = "forall z in vector: dot(t, sum(h in heads: W[h](z))) == dot(w, z)"
STEERED: Part = {
    "letters": [
        "x[token]: vector",
        "A[head, token, token]: number",
        "W[head], O: matrix",
        "u, w, t: vector",
        "alpha, rho: number",
    ],
    "where": [
        "mean(h, i) := sum(j: A[h, i, j]*x[j])",
        "y(i) := x[i] + alpha*sum(h in heads: O(W[h](mean(h, i))))",
        "O_steered(z) := O(z) + rho*dot(t, z)*u",
        "y_steered(i) := x[i] + alpha*sum(h in heads: O_steered(W[h](mean(h, i))))",
        "g(i) := sum(h in heads: dot(t, W[h](mean(h, i))))",
        "pushed(i, gap) := unit(y(i) + alpha*gap*g(i)*u)",
        "sine(i, gap) := norm(pushed(i, gap) - dot(u, pushed(i, gap))*u)",
    ],
    "given": ["dot(u, u) == 1", "alpha > 0", STACK],
}
SAME_HEADS = "forall h in heads, i, j: A[h, i, j] == B[i, j]"
ROWS = "forall h in heads, i: sum(j: A[h, i, j]) == 1"
SAME_TOKENS = "forall i, j: x[i] == x[j]"
WEIGHTS = "forall h in heads, i, j: A[h, i, j] >= 0"
BOUNDS = "forall h in heads, z in vector: norm(O(W[h](z))) <= L[h]*norm(z)"
LEAST = "r > norm(y(i))/(alpha*abs(g(i)))*(1 + 1/s)"
UNIT = "forall i: dot(x[i], x[i]) == 1"


def pushed(sign: str, r: str) -> tuple[str, Tree]:
    """The bound of the sine at the token k, whose g has the sign `sign`."""
    size = f"{sign}alpha*{r}*g(k)"
    side, whole = f"{sign}u", f"y(k) + ({size})*({sign}u)"
    fact = f"norm({whole}) > 0 and norm(unit({whole}) - dot({side}, unit({whole}))*({side})) <= norm(y(k))/({size})"
    return fact, lemma("LEM-pushed", leaf(use=["dot(u, u) == 1"]), u=side, y="y(k)", k=size)


def bounded(sign: str) -> Tree:
    """The bound itself."""
    fact, proof = pushed(sign, "rho")
    return have(
        [(f"{sign}alpha*rho*g(k) > norm(y(k))", leaf("1: alpha*rho*abs(g(k)) > norm(y(k))")), (fact, proof)], KNOWN
    )


def far(sign: str) -> Tree:
    """From which rho on the sine is at most s."""
    size = f"{sign}alpha*r*g(k)"
    return have(
        [
            f"{sign}g(k) > 0",
            (f"{size} > norm(y(k))*(1 + 1/s)", leaf(f"1: {LEAST.replace('(i)', '(k)')}; alpha > 0; {sign}g(k) > 0")),
        ],
        lemma("LEM-pushed.far", leaf(use=["dot(u, u) == 1"]), u=f"{sign}u", y="y(k)", k=size),
    )


IN_HEAD = "dot(t, W[m](mean(m, k))) == dot(t, W[m](sum(j: A[m, k, j]*x[k])))"
EQUAL_TOKENS = take(
    STACK,
    ["x[k]"],
    have(
        [
            (
                "g(k) == sum(h in heads: dot(t, W[h](x[k])))",
                rule(
                    "equal sums, heads",
                    have(
                        [
                            (
                                "mean(m, k) == sum(j: A[m, k, j]*x[k])",
                                rule(
                                    "equal vector sums",
                                    take(
                                        SAME_TOKENS,
                                        ["l", "k"],
                                        have(["x[l] == x[k]"], leaf(use=["x[l] == x[k]"])),
                                    ),
                                    e="fn(j: A[m, k, j]*x[j])",
                                    f="fn(j: A[m, k, j]*x[k])",
                                    new={"x": "l"},
                                ),
                            ),
                            (
                                "W[m](mean(m, k)) == W[m](sum(j: A[m, k, j]*x[k]))",
                                lemma("LEM-same-image", u="mean(m, k)", w="sum(j: A[m, k, j]*x[k])", M="W[m]"),
                            ),
                            (
                                IN_HEAD,
                                lemma(
                                    "LEM-same-dot",
                                    u="W[m](mean(m, k))",
                                    w="W[m](sum(j: A[m, k, j]*x[k]))",
                                    z="t",
                                ),
                            ),
                        ],
                        take(ROWS, ["m", "k"], leaf(f"eq: {IN_HEAD}", use=["sum(j: A[m, k, j]) == 1"])),
                    ),
                    e="fn(h in heads: dot(t, W[h](mean(h, k))))",
                    f="fn(h in heads: dot(t, W[h](x[k])))",
                    new={"x": "m"},
                ),
            )
        ],
        leaf(
            "eq: g(k) == sum(h in heads: dot(t, W[h](x[k])))",
            "eq: dot(t, sum(h in heads: W[h](x[k]))) == dot(w, x[k])",
        ),
    ),
)
ROOM = "sum(h in heads: L[h] - norm(O(W[h](mean(h, k))))) >= 0"
OF_HEADS = "norm(sum(h in heads: 1*O(W[h](mean(h, k))))) <= sum(h in heads: 1*norm(O(W[h](mean(h, k)))))"
MOVED = "sum(h in heads: O(W[h](mean(h, k))))"
SUMMED = f"norm(x[k] + alpha*{MOVED}) <= norm(x[k]) + norm(alpha*{MOVED})"
LENGTH = have(
    [
        (
            ROOM,
            rule(
                "positive sum, heads",
                take(
                    BOUNDS,
                    ["m", "x[k]"],
                    take(
                        BOUNDS,
                        ["m", "mean(m, k)"],
                        have(
                            [
                                (
                                    "norm(mean(m, k)) <= sum(j: A[m, k, j]*norm(x[j]))",
                                    rule(
                                        "norm of a weighted sum",
                                        KNOWN,
                                        e="fn(j: A[m, k, j])",
                                        u="fn(j: x[j])",
                                        new={"x": "l"},
                                    ),
                                ),
                                (
                                    "norm(mean(m, k)) <= 1",
                                    leaf("1: norm(mean(m, k)) <= sum(j: A[m, k, j]*norm(x[j]))", use=[UNIT, ROWS]),
                                ),
                                (
                                    "L[m] >= 0",
                                    leaf(
                                        "1: norm(O(W[m](x[k]))) <= L[m]*norm(x[k])",
                                        "1: norm(O(W[m](x[k]))) >= 0",
                                        use=[UNIT],
                                    ),
                                ),
                            ],
                            leaf(
                                "1: norm(O(W[m](mean(m, k)))) <= L[m]*norm(mean(m, k))",
                                "1: L[m] >= 0; norm(mean(m, k)) <= 1",
                            ),
                        ),
                    ),
                ),
                e="fn(h in heads: L[h] - norm(O(W[h](mean(h, k)))))",
                new={"x": "m"},
            ),
        ),
        (
            OF_HEADS,
            rule(
                "norm of a weighted sum, heads",
                leaf(),
                e="fn(h in heads: 1)",
                u="fn(h in heads: O(W[h](mean(h, k))))",
                new={"x": "m"},
            ),
        ),
        (f"norm(alpha*{MOVED}) == alpha*norm({MOVED})", rule("norm scaled", u=MOVED, k="alpha")),
        (SUMMED, rule("triangle", u="x[k]", w=f"alpha*{MOVED}")),
    ],
    leaf(
        f"1: {SUMMED}",
        f"eq: norm(alpha*{MOVED}) == alpha*norm({MOVED})",
        f"1: {OF_HEADS}; alpha > 0",
        f"1: {ROOM}; alpha > 0",
        use=[UNIT],
    ),
)
VALUES = {
    "tokens": 1,
    "heads": 1,
    "dim": 2,
    "letters": {
        "x": [["-3/5", "4/5"]],
        "A": [[[1]]],
        "W": [[[1, 0], [0, 1]]],
        "O": [[0, 0], [0, 0]],
        "u": [1, 0],
        "w": [0, "5/4"],
        "t": [0, "5/4"],
        "alpha": 1,
        "rho": "5/3",
        "B": [[1]],
        "L": [0],
        "s": "1/2",
        "r": 4,
    },
}
"""One token, no output before steering: the bound is attained."""

formal(
    "POW-S4.repaired",
    statement=model(
        STEERED,
        {
            "letters": ["B[token, token]: number", "L[head]: number", "s, r: number"],
            "given": [UNIT],
            "show": [
                "forall i: y_steered(i) == y(i) + alpha*rho*g(i)*u",
                f"({SAME_HEADS}) => (forall i: g(i) == dot(w, sum(j: B[i, j]*x[j])))",
                f"({ROWS}) => ({SAME_TOKENS}) => (forall i: g(i) == dot(w, x[i]))",
                "forall i: alpha*rho*abs(g(i)) > norm(y(i)) => sine(i, rho) <= norm(y(i))/(alpha*rho*abs(g(i)))",
                f"({ROWS}) => ({WEIGHTS}) => ({BOUNDS}) => (forall i: norm(y(i)) <= 1 + alpha*sum(h in heads: L[h]))",
                f"forall i: g(i) != 0 => s > 0 => {LEAST} => sine(i, r) <= s",
            ],
        },
    ),
    proof=[
        intro("k", leaf()),
        intro(
            ",k",
            take(
                STACK,
                ["sum(j: B[k, j]*x[j])"],
                leaf(
                    "eq: dot(t, sum(h in heads: W[h](sum(j: B[k, j]*x[j])))) == dot(w, sum(j: B[k, j]*x[j]))",
                    use=[SAME_HEADS],
                ),
            ),
        ),
        intro(",,k", EQUAL_TOKENS),
        intro("k,", split("g(k) >= 0 or g(k) < 0", bounded(""), bounded("-"))),
        intro(",,,k", LENGTH),
        intro("k,,,", split("g(k) != 0", far("-"), far(""))),
    ],
    instance=VALUES,
    twin=Variant(
        "half the bound",
        {"sine(i, rho) <= norm(y(i))/(alpha*rho*abs(g(i)))": "sine(i, rho) <= norm(y(i))/(2*alpha*rho*abs(g(i)))"},
        VALUES,
    ),
)
