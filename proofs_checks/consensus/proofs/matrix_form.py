"""Equations (1) and (4): shapes and index ranges, the matrix form of attention, what its diagonal factor does."""

from typing import Any

from proofs_checks.consensus.proofs.instances import TOP, Values, diagonal
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, have, intro, leaf, rule

# Q, K, V are w x (n+1), W_eta is (n+1) x w, x is (n+1) x l, exp(...) and D are l x l; z = V x exp(...) D
SHAPES = {
    "letters": [
        "n, w, l, Qrows, Qcolumns, Krows, Kcolumns, Vrows, Vcolumns: size",
        "Wrows, Wcolumns, xrows, xcolumns, Erows, Ecolumns, Drows, Dcolumns: size",
    ],
    "given": [
        "Qrows == w and Qcolumns == n + 1 and Krows == w and Kcolumns == n + 1 and Vrows == w and Vcolumns == n + 1",
        "Wrows == n + 1 and Wcolumns == w",
        "xrows == n + 1 and xcolumns == l",
        "Erows == xcolumns and Ecolumns == xcolumns",
        "Drows == l and Dcolumns == l",
    ],
}
_SIZES = {
    "n": 3,
    "w": 2,
    "l": 5,
    "Qrows": 2,
    "Qcolumns": 4,
    "Krows": 2,
    "Kcolumns": 4,
    "Vrows": 2,
    "Vcolumns": 4,
    "Wrows": 4,
    "Wcolumns": 2,
    "xrows": 4,
    "xcolumns": 5,
    "Erows": 5,
    "Ecolumns": 5,
    "Drows": 5,
    "Dcolumns": 5,
}
_ALL = [part for text in SHAPES["given"] for part in text.split(" and ")]

formal(
    "CON-E1.a",
    statement=model(
        SHAPES,
        {
            "show": [
                "Qcolumns == xrows and Krows == Qrows and Kcolumns == xrows",
                "Vcolumns == xrows and xcolumns == Erows and Ecolumns == Drows and xcolumns == Drows",
                "Dcolumns == Erows and Ecolumns == l",
                "Vrows == w and Dcolumns == l",
                "Wcolumns == Vrows and Wrows == xrows",
            ]
        },
    ),
    proof=[
        both(*[leaf(use=_ALL)] * 3),
        both(*[leaf(use=_ALL)] * 4),
        both(*[leaf(use=_ALL)] * 2),
        both(*[leaf(use=_ALL)] * 2),
        both(*[leaf(use=_ALL)] * 2),
    ],
    instance={"letters": _SIZES},
    twin=Variant(
        "output weights of the shape w x (n+1)",
        {"Wrows == n + 1 and Wcolumns == w": "Wrows == w and Wcolumns == n + 1"},
        {"letters": {**_SIZES, "Wrows": 2, "Wcolumns": 4}},
    ),
)

_RANGES = {"letters": ["l, h, last: size"]}
_USED = {"show": ["forall eta in 1..h: eta <= last"]}

formal(
    "CON-E1.b",
    statement=model(_RANGES, {"given": ["last == l"]}, _USED),
    refuted={"instance": {"letters": {"l": 2, "h": 3, "last": 2}}},
)

formal(
    "CON-E1.b.repaired",
    statement=model(_RANGES, {"given": ["last == h"]}, _USED),
    proof=intro("k", leaf("1: k <= h", "eq -1: last == h")),
    instance={"letters": {"l": 2, "h": 3, "last": 3}},
    twin=Variant(
        "one output weight for each token", {"last == h": "last == l"}, {"letters": {"l": 2, "h": 3, "last": 2}}
    ),
)

DISPLAY = {
    "spaces": ["E", "F"],
    "letters": [
        "Q[head], K[head], V[head]: matrix E -> F; Diag[head, token, token]: number; x[token]: vector E; root: number"
    ],
    "where": ["e(h, j, i) := exp(dot(K[h](x[j]), Q[h](x[i])))"],
    "given": ["root > 0", "root^2 == dim(E)"],
}
DIAGONAL = {"given": ["forall h in heads, i, j: i != j => Diag[h, i, j] == 0"]}
NORMALISED = {"given": ["forall h in heads, i: Diag[h, i, i] == 1/(root*sum(k: e(h, k, i)))"]}
_SUMMAND = "sum(j: V[h](Diag[h, i, i]*e(h, j, i)*x[j]))"
_DISPLAY: Values = {  # two tokens in R^4, w = 2, logits in multiples of log 2
    "tokens": 2,
    "heads": 1,
    "dim": {"E": 4, "F": 2},
    "letters": {
        "Q": [[[1, 0, 0, 0], [0, 0, 0, 0]]],
        "K": [[["log(2)", 0, 0, 0], [0, 0, 0, 0]]],
        "V": [[[1, 0, 0, 0], [0, 1, 0, 0]]],
        "x": [TOP, [0, 1, 0, 0]],
        "Diag": [[["1/6", 0], [0, "1/4"]]],
        "root": 2,
    },
}

formal(
    "CON-E4.a",
    statement=model(
        DISPLAY,
        DIAGONAL,
        NORMALISED,
        {"show": [f"forall h in heads, i: sum(k, j: Diag[h, k, j]*e(h, j, i)*V[h](x[k])) == {_SUMMAND}"]},
    ),
    refuted={"instance": _DISPLAY},
)


def _only(e: str) -> object:
    """Of the entries of a column of D only the one on the diagonal counts."""
    return rule("single term", leaf(use=["Diag[h1, q, p] == 0"]), e=e, y="p", new={"x": "q"})


_ENTRY = "e(h1, k, j)*Diag[h1, j, p]"

formal(
    "CON-E4.a.repaired",
    statement=model(
        DISPLAY,
        DIAGONAL,
        {"show": [f"forall h in heads, i: sum(k, j: e(h, k, j)*Diag[h, j, i]*V[h](x[k])) == {_SUMMAND}"]},
    ),
    proof=intro(
        "h1,p",
        rule(
            "equal vector sums",
            have(
                [
                    (
                        f"sum(j: {_ENTRY}) == e(h1, k, p)*Diag[h1, p, p]",
                        _only(f"fn(j: {_ENTRY})"),
                    )
                ],
                leaf(use=[f"sum(j: {_ENTRY}) == e(h1, k, p)*Diag[h1, p, p]"]),
            ),
            e=f"fn(k: sum(j: {_ENTRY}*V[h1](x[k])))",
            f="fn(k: V[h1](Diag[h1, p, p]*e(h1, k, p)*x[k]))",
            new={"x": "k"},
            spaces={"E": "F"},
        ),
    ),
    instance=_DISPLAY,
    twin=Variant("D on the left", {"e(h, k, j)*Diag[h, j, i]*V": "Diag[h, k, j]*e(h, j, i)*V"}, _DISPLAY),
)

formal(
    "CON-E4.b",
    statement=model(
        DISPLAY,
        DIAGONAL,
        NORMALISED,
        {
            "show": [
                "forall h in heads, i: sum(j: Diag[h, i, i]*e(h, j, i)) == 1/root",
                "forall h in heads, i: sum(j, k: e(h, j, k)*Diag[h, k, i]) == 1/root",
            ]
        },
    ),
    proof=[
        intro("h1,p", leaf(use=["forall h in heads, i: Diag[h, i, i] == 1/(root*sum(k: e(h, k, i)))"])),
        intro(
            "h1,p",
            have(
                [
                    (
                        "sum(j: sum(k: e(h1, j, k)*Diag[h1, k, p])) == sum(j: Diag[h1, p, p]*e(h1, j, p))",
                        rule(
                            "equal sums",
                            have(
                                [
                                    (
                                        "sum(k: e(h1, j, k)*Diag[h1, k, p]) == e(h1, j, p)*Diag[h1, p, p]",
                                        _only("fn(k: e(h1, j, k)*Diag[h1, k, p])"),
                                    )
                                ],
                                KNOWN,
                            ),
                            e="fn(j: sum(k: e(h1, j, k)*Diag[h1, k, p]))",
                            f="fn(j: Diag[h1, p, p]*e(h1, j, p))",
                            new={"x": "j"},
                        ),
                    ),
                    "sum(j: Diag[h1, p, p]*e(h1, j, p)) == 1/root",
                ],
                leaf(
                    "eq 1: sum(j: sum(k: e(h1, j, k)*Diag[h1, k, p])) == sum(j: Diag[h1, p, p]*e(h1, j, p))",
                    "eq 1: sum(j: Diag[h1, p, p]*e(h1, j, p)) == 1/root",
                ),
            ),
        ),
    ],
    instance=_DISPLAY,
    twin=Variant(
        "the row sums", {"sum(j, k: e(h, j, k)*Diag[h, k, i])": "sum(j, k: e(h, i, k)*Diag[h, k, j])"}, _DISPLAY
    ),
)

_OF_WEIGHTS = {
    "letters": ["W: operator E; O[head]: matrix F -> E; P[head], U[head]: matrix E"],
    "where": [
        "five(i) := sum(h in heads, j: O[h](V[h](Diag[h, i, i]*e(h, j, i)*x[j])))",
        "Z(h, i) := 1/Diag[h, i, i]",
        "six(i) := sum(h in heads, j: exp(dot(x[i], P[h](x[j])))/Z(h, i)*U[h](x[j]))",
    ],
    "given": [
        "forall h in heads, a in vector E, b in vector E: dot(a, P[h](b)) == dot(Q[h](a), K[h](b))",
        "forall h in heads, a in vector E: U[h](a) == O[h](V[h](a))",
    ],
}
_PRODUCTS: Values = {
    "O": [[[0, 1], [2, 0], [0, 0], [1, 1]]],
    "P": [[["log(2)", 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]],
    "U": [[[0, 1, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, 0]]],
}
_SWAPPED: Values = {"Q": [[[1, 0, 0, 0], [0, 0, 0, 0]]], "K": [[[0, "log(2)", 0, 0], [0, 0, 0, 0]]]}


def _weights(D: list[list[str | int]], P: list[list[str | int]], **letters: Any) -> Values:
    values = {"W": diagonal(1, 4, 1, 1), **_DISPLAY["letters"], **_PRODUCTS, "P": [P], "Diag": [D], **letters}
    return {**_DISPLAY, "letters": values}


formal(
    "CON-E6",
    statement=model(
        DISPLAY,
        NORMALISED,
        _OF_WEIGHTS,
        {"show": ["forall i: five(i) - dot(x[i], W(five(i)))*x[i] == six(i) - dot(x[i], W(six(i)))*x[i]"]},
    ),
    proof=intro("p", leaf(use=[*NORMALISED["given"], *_OF_WEIGHTS["given"]])),
    instance=_weights([["1/6", 0], [0, "1/4"]], _PRODUCTS["P"][0]),
    twin=Variant(
        "P = K^T Q",
        {"== dot(Q[h](a), K[h](b))": "== dot(K[h](a), Q[h](b))"},
        _weights([["1/6", 0], [0, "1/4"]], [[0, 0, 0, 0], ["log(2)", 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], **_SWAPPED),
    ),
)
